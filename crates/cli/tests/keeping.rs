//! `protect`, `archive`, `restore`, `link`, `erase`: what a person does with memories by hand.

use omoide_testkit::command::CommandSandbox;

const A: &str = "mem_20260120_001";
const B: &str = "mem_20260120_002";
const C: &str = "mem_20260120_003";

#[test]
fn several_memories_are_protected_and_released_at_once() {
    let sandbox = CommandSandbox::with_memories();
    assert_eq!(sandbox.omoide(&["protect", A, B]).ok(), format!("{A} is protected\n{B} is protected\n"));
    assert_eq!(sandbox.omoide(&["list", "--protected", "--json"]).json()["total"], 2);
    assert!(sandbox.omoide(&["archive", A]).fails(1).contains(&format!("omoide unprotect {A}")));
    assert!(sandbox.omoide(&["erase", A, "--yes"]).fails(1).contains("is protected"));
    let value = sandbox.omoide(&["unprotect", A, B, "--json"]).json();
    assert_eq!(value["memories"][1]["protected"], false);
}

#[test]
fn a_memory_goes_into_the_archive_and_comes_back() {
    let sandbox = CommandSandbox::with_memories();
    assert_eq!(sandbox.omoide(&["archive", A]).ok(), format!("{A} is now in the archive\n"));
    assert!(sandbox.omoide(&["archive", A]).fails(1).contains("is archived"));
    assert_eq!(sandbox.omoide(&["restore", A]).ok(), format!("{A} was restored\n"));
    assert!(sandbox.omoide(&["restore", A]).fails(1).contains("is not archived"));
    assert_eq!(sandbox.omoide(&["restore", C, "--lang", "ja"]).fails(1).lines().count(), 2);
}

#[test]
fn memories_are_linked_looked_up_and_unlinked() {
    let sandbox = CommandSandbox::with_memories();
    let linked = sandbox.omoide(&["link", A, B, "--type", "same_topic", "--json"]).json();
    assert_eq!(linked["type"], "same_topic");
    assert!(sandbox.omoide(&["link", B, A]).fails(1).contains("are already linked"));
    assert!(sandbox.omoide(&["link", A, A]).fails(1).contains("itself"));
    insta::assert_snapshot!(sandbox.omoide(&["related", A]).ok());
    insta::assert_snapshot!("from_the_other_side", sandbox.omoide(&["related", B]).ok());
    sandbox.omoide(&["unlink", B, A]).ok();
    assert!(sandbox.omoide(&["unlink", A, B]).fails(1).contains("are not linked"));
    assert!(sandbox.omoide(&["related", A]).err.contains("has no related memories"));
}

#[test]
fn erasing_asks_and_without_a_terminal_needs_a_yes() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["erase", C]).all());
    assert_eq!(sandbox.count(), 3);
    assert_eq!(sandbox.omoide(&["erase", C, C, "--yes"]).ok(), format!("{C} was erased for good\n"));
    assert_eq!(sandbox.count(), 2);
    sandbox.omoide(&["erase", "--yes"]).fails(2);
    sandbox.omoide(&["erase", A, "--never-recalled", "--yes"]).fails(2);
}

#[test]
fn erasing_by_conditions_takes_only_what_is_archived() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["archive", A, C]).ok();
    let later = "2026-03-20T14:30:00+09:00";
    let value = sandbox.at(later, &["erase", "--archived-days", "300", "--yes", "--json"]).json();
    assert_eq!(value["erased"], serde_json::json!([]));
    let value =
        sandbox.at(later, &["erase", "--archived-days", "30", "--max-intensity", "1", "--yes", "--json"]).json();
    assert_eq!(value["erased"], serde_json::json!([]), "all conditions must hold");
    let value = sandbox
        .at(later, &["erase", "--archived-days", "30", "--max-intensity", "1", "--any", "--yes", "--json"])
        .json();
    assert_eq!(value["erased"], serde_json::json!([A, C]));
    assert_eq!(sandbox.count(), 1);
}

#[test]
fn what_was_archived_by_hand_is_found_only_when_it_is_asked_for() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["archive", A]).ok();
    let found = |more: &[&str]| {
        let arguments = [&["recall", "Why did we decide to use SQLite for the store?", "--json", "--no-mark"], more];
        let hits = sandbox.omoide(&arguments.concat()).json()["hits"].clone();
        hits.as_array().expect("a list").iter().any(|hit| hit["memory"]["handle"] == A)
    };
    assert!(!found(&[]) && !found(&["--no-gate"]) && found(&["--archived"]));
    let shown = sandbox.omoide(&["show", A]).ok();
    assert!(shown.contains("(by hand)"), "{shown}");
    assert_eq!(sandbox.omoide(&["show", A, "--json"]).json()["memory"]["put_away"], true);
    sandbox.omoide(&["undo", A]).ok();
    assert!(found(&[]));
}
