//! `recall`: what a prompt brings to mind.

mod sandbox;

use sandbox::Sandbox;

#[test]
fn a_fresh_machine_has_nothing_to_recall_and_that_is_no_failure() {
    insta::assert_snapshot!(Sandbox::new().omoide(&["recall", "anything"]).all());
}

#[test]
fn words_bring_the_memory_back() {
    let sandbox = Sandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["recall", "which store did we decide on, SQLite?"]).all());
}

#[test]
fn every_term_of_the_rank_is_explained() {
    let sandbox = Sandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["recall", "SQLite", "store", "--explain"]).all());
    insta::assert_snapshot!(
        "explained_in_japanese",
        sandbox.omoide(&["recall", "娘の誕生日のケーキ", "--explain", "--lang", "ja"]).all()
    );
}

#[test]
fn an_irrelevant_prompt_is_answered_with_silence() {
    let sandbox = Sandbox::with_memories();
    let answer = sandbox.omoide(&["recall", "quantum chromodynamics lattice"]);
    insta::assert_snapshot!(answer.all());
    let value = sandbox.omoide(&["recall", "quantum chromodynamics lattice", "--json"]).json();
    assert_eq!(value["silence"], "nothing_relevant");
}

#[test]
fn a_block_is_what_an_agent_reads() {
    let sandbox = Sandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["recall", "SQLite store", "--block"]).all());
}

#[test]
fn recall_leaves_a_mark_unless_told_not_to() {
    let sandbox = Sandbox::with_memories();
    let is_marked =
        || sandbox.omoide(&["show", "mem_20260120_001", "--json"]).json()["recalled_since_last_batch"] == true;
    sandbox.omoide(&["recall", "SQLite store", "--no-mark"]).ok();
    assert!(!is_marked());
    sandbox.omoide(&["recall", "SQLite store"]).ok();
    assert!(is_marked());
}

#[test]
fn related_memories_stand_beneath_their_hit() {
    let sandbox = Sandbox::with_memories();
    sandbox.omoide(&["link", "mem_20260120_001", "mem_20260120_003", "--type", "continues"]).ok();
    insta::assert_snapshot!(sandbox.omoide(&["recall", "SQLite store"]).ok());
    let value = sandbox.omoide(&["recall", "SQLite store", "--json"]).json();
    assert_eq!(value["related"][0]["type"], "continues");
    assert_eq!(
        sandbox.omoide(&["recall", "SQLite store", "--depth", "0", "--json"]).json()["related"],
        serde_json::json!([])
    );
}

#[test]
fn a_terminal_never_gets_the_codes_that_a_memory_holds() {
    let sandbox = Sandbox::new();
    sandbox.omoide(&["remember", "red \u{1b}[31malert\u{1b}[0m for Rex"]).ok();
    for command in
        [["recall", "alert Rex"].as_slice(), &["list"], &["show", "mem_2026"], &["history", "mem_2026", "--texts"]]
    {
        assert!(!sandbox.omoide(command).ok().contains('\u{1b}'), "{command:?}");
    }
}
