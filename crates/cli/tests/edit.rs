//! `omoide edit`: the words of a memory put right, on the command line and in the person's editor.

use omoide_testkit::command::CommandSandbox;

const A: &str = "mem_20260120_001";
const B: &str = "mem_20260120_002";

fn shown(sandbox: &CommandSandbox, handle: &str) -> serde_json::Value {
    sandbox.omoide(&["show", handle, "--json"]).json()["memory"].clone()
}

#[test]
fn the_words_are_changed_and_undo_brings_the_old_ones_back() {
    let sandbox = CommandSandbox::with_memories();
    let answer = sandbox.omoide(&["edit", A, "We", "use PostgreSQL for the store."]);
    insta::assert_snapshot!(answer.all());
    assert_eq!(shown(&sandbox, A)["trigger"], "We use PostgreSQL for the store.");
    assert!(sandbox.omoide(&["recall", "Which database: PostgreSQL?", "--no-mark"]).ok().contains("PostgreSQL"));
    let history = sandbox.omoide(&["history", A, "--texts"]).ok();
    assert!(history.contains("edited") && history.contains("one file is easy to keep"), "{history}");
    assert_eq!(sandbox.omoide(&["undo", A]).ok(), format!("{A}: undone: edited\n"));
    assert!(shown(&sandbox, A)["trigger"].as_str().expect("a text").contains("one file is easy"));
}

#[test]
fn it_says_what_changed_in_japanese_too() {
    let sandbox = CommandSandbox::with_memories();
    let words = ["edit", B, "今日は息子の誕生日。", "--reply", "おめでとう", "--category", "casual", "--lang", "ja"];
    insta::assert_snapshot!(sandbox.omoide(&words).all());
    assert_eq!(shown(&sandbox, B)["content"], "おめでとう");
    let undone = sandbox.omoide(&["undo", B, "--lang", "ja"]).ok();
    assert!(undone.contains("書き換え"), "{undone}");
    assert_eq!(shown(&sandbox, B)["category"], "emotional", "one undo takes words and category back");
}

#[test]
fn a_reply_stays_until_it_is_taken_away() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", "Where are the keys?", "--reply", "Behind the door."]).ok();
    sandbox.omoide(&["edit", A, "Where are the spare keys?"]).ok();
    assert_eq!(shown(&sandbox, A)["content"], "Behind the door.");
    let edited = sandbox.omoide(&["edit", A, "--reply", "", "--json"]).json();
    assert_eq!(edited["changed"], serde_json::json!(["text"]));
    assert_eq!(edited["memory"]["content"], "");
    assert_eq!(edited["memory"]["trigger"], "Where are the spare keys?");
}

#[test]
fn a_category_fades_as_that_category_does() {
    let sandbox = CommandSandbox::with_memories();
    let before = shown(&sandbox, A)["decay_coefficient"].as_f64().expect("a number");
    let told = sandbox.omoide(&["edit", A, "--category", "casual"]).ok();
    assert_eq!(told, format!("changed {A}\ncategory decision → casual\n"));
    assert!(shown(&sandbox, A)["decay_coefficient"].as_f64().expect("a number") < before);
    let long = "x".repeat(41);
    assert!(sandbox.omoide(&["edit", A, "--category", &long]).fails(1).contains("1 to 40 characters"));
    assert_eq!(sandbox.omoide(&["edit", A, "--category", "casual"]).ok(), format!("{A} stays as it was\n"));
}

#[test]
fn secrets_in_the_new_words_are_taken_out_and_it_says_so() {
    let sandbox = CommandSandbox::with_memories();
    let token = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";
    let answer = sandbox.omoide(&["edit", A, &format!("The token is {token}.")]);
    assert!(answer.err.contains("secrets were removed before it was stored: github-token"), "{}", answer.err);
    assert!(answer.ok().contains("[redacted:github-token]"));
    assert_eq!(sandbox.holders(token), Vec::<String>::new());
    let edited = sandbox.omoide(&["edit", A, &format!("Again: {token}."), "--json"]).json();
    assert_eq!(edited["redacted"], serde_json::json!(["github-token"]));
}

#[test]
fn without_words_and_a_terminal_it_says_what_to_do() {
    let sandbox = CommandSandbox::with_memories();
    let told = sandbox.with(&[("EDITOR", "true")], &["edit", A]).fails(2);
    assert!(told.contains("no terminal to open an editor in") && told.contains("omoide edit ID \""), "{told}");
    let told = sandbox.with(&[("EDITOR", "true")], &["edit", A, "--lang", "ja"]).fails(2);
    assert!(told.contains("エディタを開く端末もありません"), "{told}");
    assert!(sandbox.omoide(&["edit", A, ""]).fails(1).contains("no text"));
    assert!(sandbox.omoide(&["edit", "mem_20200101_001", "words"]).fails(1).contains("no memory called"));
    sandbox.omoide(&["archive", A]).ok();
    assert!(sandbox.omoide(&["edit", A, "words"]).fails(1).contains(&format!("omoide restore {A}")));
    assert_eq!(sandbox.piped(&["edit", B, "-", "--json"], b"from a pipe\n").json()["memory"]["trigger"], "from a pipe");
}

#[cfg(target_os = "linux")]
mod in_an_editor {
    use super::*;

    /// A program that does to the file what the script says.
    fn editor(sandbox: &CommandSandbox, script: &str) -> String {
        let path = sandbox.file("editor.sh");
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("written");
        format!("sh {}", path.display())
    }

    fn edit(sandbox: &CommandSandbox, script: &str, more: &[&str]) -> omoide_testkit::command::CommandAnswer {
        let editor = editor(sandbox, script);
        sandbox.on_a_terminal(&[("EDITOR", &editor)], &[&["edit", A], more].concat(), "")
    }

    #[test]
    fn the_editor_is_shown_the_text_and_what_it_leaves_is_the_text() {
        let sandbox = CommandSandbox::new();
        sandbox.omoide(&["remember", "Where are the keys?", "--reply", "Behind the door."]).ok();
        let told = edit(&sandbox, "cp \"$1\" \"$(dirname \"$0\")/seen\"; sed -i s/keys/lamps/ \"$1\"", &[]).ok();
        let seen = std::fs::read_to_string(sandbox.file("seen")).expect("the editor saw it");
        assert_eq!(seen, "Where are the keys?\n--- below this line: the reply ---\nBehind the door.\n");
        assert!(told.contains(&format!("changed {A}")), "{told}");
        let memory = shown(&sandbox, A);
        assert_eq!(
            (&memory["trigger"], &memory["content"]),
            (&"Where are the lamps?".into(), &"Behind the door.".into())
        );
        assert_eq!(sandbox.holders("the lamps"), ["omoide.db"], "no file with the text is left");
    }

    #[test]
    fn an_unchanged_or_an_emptied_text_changes_nothing() {
        let sandbox = CommandSandbox::with_memories();
        for script in ["exit 0", ": > \"$1\"", "touch \"$1\""] {
            assert_eq!(edit(&sandbox, script, &[]).ok(), format!("{A} stays as it was\n"), "{script}");
        }
        assert_eq!(edit(&sandbox, "exit 0", &["--lang", "ja"]).ok(), format!("{A}は変えていません\n"));
        assert!(!sandbox.omoide(&["history", A]).ok().contains("edited"));
    }

    #[test]
    fn an_editor_that_fails_is_an_error_and_none_at_all_says_what_to_do() {
        let sandbox = CommandSandbox::with_memories();
        let failed = edit(&sandbox, "echo other > \"$1\"; exit 3", &[]);
        assert_eq!(failed.code, 1, "{}", failed.out);
        assert!(failed.out.contains("failed: exit status: 3") && failed.out.contains("nothing was changed"));
        let none = sandbox.on_a_terminal(&[], &["edit", A], "");
        assert_eq!(none.code, 2, "{}", none.out);
        assert!(none.out.contains("neither VISUAL nor EDITOR"), "{}", none.out);
        assert!(!sandbox.omoide(&["history", A]).ok().contains("edited"));
    }
}
