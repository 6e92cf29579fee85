//! `read`: all the words of a memory.

use omoide_testkit::command::CommandSandbox;

const LATER: &str = "2026-03-20T14:30:00+09:00";

/// A memory that two months have shortened.
fn shortened() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    let said = "The database of the Tokyo cluster was slow again this morning, so we looked at the plan of the \
                query. It read the whole table. An index on mind and date made it fast.";
    let turn =
        serde_json::json!({ "said": said, "replied": "Noted: the index on mind and date stays.", "person": "Yumi" });
    sandbox.piped(&["remember", "--jsonl"], turn.to_string().as_bytes()).ok();
    sandbox.at(LATER, &["sleep"]).ok();
    sandbox
}

#[test]
fn what_recall_shows_in_short_is_read_in_full() {
    let sandbox = shortened();
    let shown = sandbox.at(LATER, &["show", "mem_20260120_001", "--json"]).json();
    assert_ne!(shown["memory"]["current_level"], 1);
    insta::assert_snapshot!("in_english", sandbox.at(LATER, &["read", "mem_20260120_001"]).ok());
    insta::assert_snapshot!("in_japanese", sandbox.at(LATER, &["read", "mem_20260120", "--lang", "ja"]).ok());
}

#[test]
fn a_program_gets_the_original_the_turn_and_what_is_shown() {
    let value = shortened().at(LATER, &["read", "mem_20260120_001", "--json"]).json();
    assert!(value["turn"]["said"].as_str().expect("words").starts_with("The database of the Tokyo cluster"));
    assert!(value["original"]["trigger"].as_str().expect("words").contains("whole table"));
    for half in ["trigger", "content"] {
        assert_ne!(value["original"][half], value["memory"][half]);
    }
    assert_eq!(value["memory"]["handle"], "mem_20260120_001");
    assert_eq!(value["memory"]["person"], "Yumi");
}

#[test]
fn what_is_the_same_is_told_once() {
    let sandbox = CommandSandbox::with_memories();
    let text = sandbox.omoide(&["read", "mem_20260120_001"]).ok();
    assert_eq!(text.matches("SQLite").count(), 1, "{text}");
    let seen = sandbox.omoide(&["show", "mem_20260120_001", "--json"]).json();
    assert_eq!(seen["memory"]["recalled_since_last_batch"], false, "reading is not recalling");
}

#[test]
fn a_memory_that_is_not_there_is_named() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!("unknown", sandbox.omoide(&["read", "mem_19990101_001"]).all());
    insta::assert_snapshot!("unknown_in_japanese", sandbox.omoide(&["read", "mem_19990101_001", "--lang", "ja"]).all());
    assert!(sandbox.omoide(&["read", "mem_20260120"]).fails(1).contains("fits more than one"));
    assert!(CommandSandbox::new().omoide(&["read", "mem_1"]).fails(1).contains("omoide remember"));
}
