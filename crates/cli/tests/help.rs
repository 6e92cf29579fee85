//! The help of every command, in both languages.

mod sandbox;

use std::process::Stdio;

use sandbox::Sandbox;

const COMMANDS: [&str; 47] = [
    "",
    "init",
    "remember",
    "recall",
    "read",
    "feedback",
    "conversations",
    "analyze",
    "list",
    "show",
    "history",
    "undo",
    "protect",
    "unprotect",
    "link",
    "unlink",
    "related",
    "archive",
    "restore",
    "erase",
    "sleep",
    "sleep status",
    "sleep undo",
    "schedule",
    "schedule install",
    "schedule remove",
    "schedule status",
    "curve",
    "simulate",
    "stats",
    "minds",
    "install",
    "uninstall",
    "status",
    "config",
    "config show",
    "config check",
    "config schema",
    "config path",
    "backup",
    "restore-backup",
    "doctor",
    "vacuum",
    "import",
    "import claude-code",
    "transcript",
    "transcript check",
];

fn all_help(lang: &str) -> String {
    let sandbox = Sandbox::new();
    let mut pages = Vec::new();
    for command in COMMANDS {
        let mut arguments: Vec<&str> = command.split_whitespace().collect();
        arguments.extend(["--help", "--lang", lang]);
        let page = sandbox.omoide(&arguments).ok();
        pages.push(format!("$ omoide {command} --help\n{}", without_globals(&page, command)));
    }
    pages.join("\n")
}

/// The flags of every command are shown once, with the whole.
fn without_globals(page: &str, command: &str) -> String {
    let is_global = |part: &&str| part.starts_with("Global options:") || part.starts_with("共通オプション:");
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
fn the_version_names_the_stores_format() {
    let shown = Sandbox::new().omoide(&["--version"]).ok();
    assert_eq!(shown, format!("omoide {} (store format {})\n", env!("CARGO_PKG_VERSION"), omoide_store::FORMAT));
}

#[test]
fn every_shell_gets_its_completions() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = sandbox.omoide(&["completions", shell]).ok();
        assert!(script.contains("remember") && script.contains("restore-backup"), "{shell}");
    }
}

#[test]
fn what_is_not_understood_exits_with_2_and_names_what_may_be_meant() {
    let sandbox = Sandbox::new();
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
fn a_reader_that_goes_away_is_no_failure() {
    let sandbox = Sandbox::with_memories();
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
    let sandbox = Sandbox::with_memories();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let output = sandbox.command(&["list"]).stdout(full).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}
