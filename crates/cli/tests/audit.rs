//! What commands and tools put down of what they do, and what is said of a log that someone has changed.

use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};

fn acts(sandbox: &CommandSandbox) -> Vec<(String, String)> {
    let audit = sandbox.omoide(&["keys", "audit", "--json"]).json();
    assert_eq!(audit["state"], "whole");
    let text = |entry: &Value, name: &str| entry[name].as_str().expect("a text").to_owned();
    audit["entries"].as_array().expect("a list").iter().map(|entry| (text(entry, "act"), text(entry, "what"))).collect()
}

fn handles(sandbox: &CommandSandbox) -> Vec<String> {
    let listed = sandbox.omoide(&["list", "--json"]).json();
    let memories = listed["memories"].as_array().expect("a list");
    memories.iter().map(|memory| memory["handle"].as_str().expect("a handle").to_owned()).collect()
}

#[test]
fn erasures_and_nights_by_commands_are_put_down() {
    let sandbox = CommandSandbox::with_memories();
    let gone = handles(&sandbox).remove(0);
    sandbox.omoide(&["erase", &gone, "--yes"]).ok();
    sandbox.at("2026-01-21T09:00:00+09:00", &["sleep", "--dry-run"]).ok();
    let slept = sandbox.at("2026-01-21T09:00:00+09:00", &["sleep", "--json"]).json();
    let date = slept["nights"][0]["date"].as_str().expect("a night").to_owned();
    sandbox.at("2026-01-21T09:00:00+09:00", &["sleep", "undo"]).ok();
    let wanted = [("erase", gone), ("sleep", date.clone()), ("undo_night", date)];
    assert_eq!(acts(&sandbox), wanted.map(|(act, what)| (act.to_owned(), what)));
}

#[test]
fn nights_that_a_recall_catches_up_are_put_down() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.at("2026-01-23T09:00:00+09:00", &["recall", "SQLite"]).ok();
    assert_eq!(acts(&sandbox).iter().map(|(act, _)| act.as_str()).collect::<Vec<_>>(), ["sleep"]);
}

#[test]
fn erasures_by_tools_over_stdin_are_put_down() {
    let sandbox = CommandSandbox::with_memories();
    let gone = handles(&sandbox).remove(0);
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "forget", "arguments": { "id": gone, "how": "erase" } },
    });
    let answer = sandbox.run(sandbox.command(&["mcp"]), Some(format!("{call}\n").as_bytes())).ok();
    assert!(answer.contains("erased") && !answer.contains("note"), "{answer}");
    assert_eq!(acts(&sandbox), [("erase".to_owned(), gone)]);
}

#[test]
fn a_log_that_was_changed_or_cut_or_taken_away_is_told_of() {
    let sandbox = CommandSandbox::with_memories();
    for handle in handles(&sandbox) {
        sandbox.omoide(&["erase", &handle, "--yes"]).ok();
    }
    assert!(sandbox.omoide(&["keys", "audit"]).ok().contains("the audit log is complete and unaltered: 3 lines"));
    assert!(sandbox.omoide(&["doctor"]).ok().contains("the audit log is complete and unaltered: 3 lines"));
    let path = sandbox.file("audit.jsonl");
    let text = std::fs::read_to_string(&path).expect("the log");
    let first = text.lines().next().expect("a line");
    for (changed, told) in [
        (Some(text.replacen("erase", "other", 1)), "line 1 of audit.jsonl was altered"),
        (Some(format!("{first}\n")), "2 lines are missing"),
        (None, "audit.jsonl is missing; it had 3 lines"),
    ] {
        match changed {
            Some(changed) => std::fs::write(&path, changed).expect("written"),
            None => std::fs::remove_file(&path).expect("removed"),
        }
        assert!(sandbox.omoide(&["keys", "audit"]).fails(1).contains(told), "{told}");
        let doctor = sandbox.omoide(&["doctor"]);
        assert!(doctor.out.contains(told) && doctor.code == 1 && doctor.err.contains("--begin-anew"), "{doctor:?}");
        std::fs::write(&path, &text).expect("written");
    }
    std::fs::remove_file(&path).expect("removed");
    sandbox.omoide(&["keys", "audit", "--begin-anew"]).ok();
    sandbox.omoide(&["doctor"]).ok();
    assert_eq!(acts(&sandbox)[0].0, "begin_audit");
}
