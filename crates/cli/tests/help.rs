//! The help of every command, in both languages.

use std::process::Stdio;

use omoide_testkit::command::CommandSandbox;
use omoide_testkit::tidy;

/// The help of a command and of all below it, as the program's own lists name them.
fn all_help(lang: &str) -> String {
    let sandbox = CommandSandbox::new();
    let mut pages = Vec::new();
    let mut waiting = vec![String::new()];
    while let Some(command) = waiting.pop() {
        let mut arguments: Vec<&str> = command.split_whitespace().collect();
        arguments.extend(["--help", "--lang", lang]);
        let page = sandbox.omoide(&arguments).ok();
        let below = subcommands(&page).into_iter().rev();
        waiting.extend(below.map(|name| format!("{command} {name}").trim_start().to_owned()));
        pages.push(format!("$ omoide {command} --help\n{}", without_globals(&page, &command)));
    }
    // The command line has many commands; a list that was not understood would leave them out.
    assert!(pages.len() > 60, "{} commands", pages.len());
    pages.join("\n")
}

/// The commands that a page of help lists: on the first screen in groups, elsewhere under one heading.
fn subcommands(page: &str) -> Vec<&str> {
    let parts: Vec<&str> = page.split("\n\n").collect();
    let is_list = |part: &&&str| matches!(part.lines().next(), Some("Commands:" | "コマンド:")) || is_group(part);
    let listed = parts.iter().filter(is_list).flat_map(|part| part.lines().skip(1));
    // A description that goes on in the next line is indented further.
    listed.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next()).collect()
}

/// Whether a part of the first screen is a group of commands.
fn is_group(part: &str) -> bool {
    let titles = [
        "Every day",
        "Look",
        "Change",
        "Nights",
        "Connect",
        "Keep",
        "毎日",
        "記憶を",
        "あとから",
        "夜間",
        "プログラム",
        "守る",
    ];
    titles.iter().any(|title| part.starts_with(title)) && part.contains("\n  ")
}

/// The flags of every command are shown once, with the whole.
fn without_globals(page: &str, command: &str) -> String {
    let is_global = |part: &&str| part.starts_with("Options of every command") || part.starts_with("共通オプション");
    let parts: Vec<&str> = page.split("\n\n").filter(|part| command.is_empty() || !is_global(part)).collect();
    format!("{}\n", parts.join("\n\n").trim_end())
}

#[test]
fn every_command_has_help_in_english() {
    insta::assert_snapshot!(all_help("en"));
}

#[test]
fn every_command_has_help_in_japanese() {
    insta::assert_snapshot!(all_help("ja"));
}

#[test]
fn no_help_is_a_riddle() {
    for lang in ["en", "ja"] {
        assert_eq!(tidy::riddles(&all_help(lang)), Vec::<String>::new());
    }
}

#[test]
fn the_first_screen_fits_and_its_first_commands_work() {
    for (lang, found) in [("en", "allergic"), ("ja", "アレルギー")] {
        let sandbox = CommandSandbox::new();
        let page = sandbox.omoide(&["--help", "--lang", lang]).ok();
        for line in page.lines() {
            assert!(columns(line) <= 80, "{} columns: {line}", columns(line));
        }
        let examples: Vec<Vec<String>> = page.lines().filter_map(example).collect();
        let [remember, recall, install] = examples.as_slice() else { panic!("three examples: {examples:?}") };
        sandbox.omoide(remember).ok();
        assert!(sandbox.omoide(recall).ok().contains(found), "{recall:?}");
        let mut dry = install.clone();
        dry.push("--dry-run".to_owned());
        sandbox.omoide(&dry).ok();
    }
}

/// The words after `omoide` in an example of the first screen, with its one text in quotes as one word.
fn example(line: &str) -> Option<Vec<String>> {
    let line = line.strip_prefix("  omoide ")?;
    if line.contains("--help") {
        return None;
    }
    let mut parts = line.split('"');
    let before = parts.next()?.split("  ").next()?;
    let words = before.split_whitespace().map(str::to_owned);
    Some(words.chain(parts.next().map(str::to_owned)).collect())
}

/// How many columns a line takes; what is not ASCII takes two in these texts.
fn columns(line: &str) -> usize {
    line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

#[test]
fn each_command_names_the_options_of_every_command_in_a_line() {
    let sandbox = CommandSandbox::new();
    let page = sandbox.omoide(&["keys", "create", "--help"]).ok();
    let last = page.trim_end().rsplit("\n\n").next().expect("a part");
    assert!(last.starts_with("Options of every command (see omoide --help): --json --mind"), "{page}");
    assert!(!page.contains("OMOIDE_DATA_DIR"), "{page}");
    let page = sandbox.omoide(&["show", "--help", "--lang", "ja"]).ok();
    assert!(
        page.trim_end()
            .lines()
            .last()
            .is_some_and(|line| line.starts_with("共通オプション（説明は omoide --help）： --json"))
    );
    // They are not shown, but taken and completed.
    sandbox.omoide(&["config", "path", "--json"]).json();
    assert!(sandbox.omoide(&["completions", "fish"]).ok().contains("data-dir"));
}

#[test]
fn the_version_names_the_stores_format() {
    let shown = CommandSandbox::new().omoide(&["--version"]).ok();
    assert_eq!(shown, format!("omoide {} (store format {})\n", env!("CARGO_PKG_VERSION"), omoide_home::stores::FORMAT));
}

#[test]
fn every_shell_gets_its_completions() {
    let sandbox = CommandSandbox::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = sandbox.omoide(&["completions", shell]).ok();
        assert!(script.contains("remember") && script.contains("restore-backup"), "{shell}");
    }
}

#[test]
fn what_is_not_understood_exits_with_2_and_names_what_may_be_meant() {
    let sandbox = CommandSandbox::new();
    assert!(sandbox.omoide(&["lisst"]).fails(2).contains("did you mean list?"));
    assert!(sandbox.omoide(&["list", "--levle", "2"]).fails(2).contains("did you mean --level?"));
    assert!(
        sandbox.omoide(&["list", "--level", "9", "--lang", "ja"]).fails(2).contains("--level <N>の値「9」は使えません")
    );
    assert!(sandbox.omoide(&["show", "--lang", "ja"]).fails(2).contains("足りない引数"));
    sandbox.omoide::<&str>(&[]).fails(2);
    let error = sandbox.omoide(&["lst", "--json"]).fails(2);
    let error: serde_json::Value = serde_json::from_str(&error).expect("JSON");
    assert_eq!(error["error"]["code"], "usage");
}

#[test]
fn help_is_a_command_too() {
    let sandbox = CommandSandbox::new();
    for words in [[].as_slice(), &["recall"], &["sleep", "undo"], &["help"]] {
        for lang in ["en", "ja"] {
            let by_command: Vec<&str> = ["help"].iter().chain(words).chain(&["--lang", lang]).copied().collect();
            let by_flag: Vec<&str> = words.iter().chain(&["--help", "--lang", lang]).copied().collect();
            assert_eq!(sandbox.omoide(&by_command).ok(), sandbox.omoide(&by_flag).ok(), "{words:?} in {lang}");
        }
    }
    assert!(sandbox.omoide(&["help", "recal"]).fails(2).contains("did you mean recall?"));
    assert!(sandbox.omoide(&["help", "search"]).fails(2).contains("omoide recall"));
    assert!(sandbox.omoide(&["help", "search", "--lang", "ja"]).fails(2).contains("意味で探すには：omoide recall"));
}

#[test]
fn words_of_other_programs_lead_to_ours() {
    let sandbox = CommandSandbox::new();
    for (word, hint) in [
        ("search", "hint: to find memories by meaning: omoide recall \"WORDS\""),
        ("find", "omoide recall"),
        ("query", "omoide recall"),
        ("検索", "omoide recall"),
        ("delete", "to remove a memory for good: omoide erase HANDLE"),
        ("rm", "omoide forget"),
        ("remove", "omoide erase"),
        ("update", "omoide edit HANDLE"),
        ("change", "omoide edit"),
        ("dump", "omoide export"),
        ("add", "omoide remember \"TEXT\""),
        ("save", "omoide remember"),
        ("store", "omoide remember"),
        ("note", "omoide remember"),
        ("ls", "omoide list"),
        ("log", "omoide history HANDLE"),
        ("settings", "omoide config"),
        ("login", "there is no account"),
        ("SEARCH", "omoide recall"),
    ] {
        let told = sandbox.omoide(&[word]).fails(2);
        assert!(told.contains(hint), "{word}: {told}");
    }
    let told = sandbox.omoide(&["削除", "--lang", "ja"]).fails(2);
    assert!(told.contains("ヒント：記憶を完全に消すには：omoide erase 名前"), "{told}");
    let told = sandbox.omoide(&["minds", "search"]).fails(2);
    assert!(!told.contains("omoide recall"), "only a command of the whole is meant: {told}");
    for (words, hint) in [
        (["recall", "--limit=5", "x"], "here it is -k, --top N"),
        (["list", "--user-id", "x"], "here it is --person NAME"),
        (["list", "--before", "x"], "here it is --until WHEN"),
        (["remember", "--session", "x"], "here it is --thread NAME"),
        (["recall", "--namespace", "x"], "here it is --mind NAME"),
    ] {
        let told = sandbox.omoide(&words).fails(2);
        assert!(told.contains(hint), "{words:?}: {told}");
    }
    let told = sandbox.omoide(&["recall", "--limit", "5", "--lang", "ja"]).fails(2);
    assert!(told.contains("ここでは -k, --top N です"), "{told}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let sandbox = CommandSandbox::with_memories();
    for arguments in [["config", "schema"].as_slice(), &["list"], &["list", "--json"], &["stats"], &["--help"]] {
        let mut child =
            sandbox.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        assert_eq!(output.stderr, b"", "{arguments:?}");
    }
}

#[test]
fn an_output_that_takes_nothing_is_a_failure() {
    let sandbox = CommandSandbox::with_memories();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let output = sandbox.command(&["list"]).stdout(full).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}
