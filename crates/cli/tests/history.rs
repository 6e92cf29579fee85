//! `history` and `undo`: the life of a memory, and its last change taken back.

use omoide_testkit::command::CommandSandbox;

#[test]
fn a_life_is_told_from_the_beginning() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["recall", "SQLite store"]).ok();
    sandbox.at("2026-01-22T12:00:00+09:00", &["sleep"]).ok();
    sandbox.at("2026-01-22T12:01:00+09:00", &["archive", "mem_20260120_001"]).ok();
    insta::assert_snapshot!(sandbox.omoide(&["history", "mem_20260120_001", "--texts"]).ok());
    insta::assert_snapshot!(
        "history_in_japanese",
        sandbox.omoide(&["history", "mem_20260120_001", "--lang", "ja"]).ok()
    );
    let value = sandbox.omoide(&["history", "mem_20260120_001", "--json", "--texts"]).json();
    assert_eq!(value["events"][0]["what"], "remembered");
    assert!(value["versions"].as_array().is_some_and(|versions| versions.len() >= 2));
}

#[test]
fn a_change_by_hand_is_taken_back() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["archive", "mem_20260120_001"]).ok();
    insta::assert_snapshot!(sandbox.omoide(&["undo", "mem_20260120_001"]).all());
    assert_eq!(sandbox.omoide(&["list", "--archived", "--json"]).json()["total"], 0);
    insta::assert_snapshot!("nothing_left_to_undo", sandbox.omoide(&["undo", "mem_20260120_001"]).all());
}

#[test]
fn what_was_erased_has_a_history_without_content() {
    let sandbox = CommandSandbox::with_memories();
    let id = sandbox.omoide(&["show", "mem_20260120_003", "--json"]).json()["memory"]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    sandbox.omoide(&["erase", "mem_20260120_003", "--yes"]).ok();
    let history = sandbox.omoide(&["history", &id, "--texts"]).ok();
    assert!(history.contains("erased") && !history.contains("weather"), "{history}");
    sandbox.omoide(&["history", "mem_20260120_003"]).fails(1);
}
