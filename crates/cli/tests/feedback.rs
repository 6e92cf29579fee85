//! `feedback`, `conversations` and `related --spread`: what a person says of memories and follows them along.

use omoide_testkit::command::CommandSandbox;

const A: &str = "mem_20260120_001";
const B: &str = "mem_20260120_002";

#[test]
fn a_thumb_is_told_kept_and_taken_back() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["feedback", A, "up"]).ok());
    insta::assert_snapshot!("down_in_japanese", sandbox.omoide(&["feedback", A, "down", "--lang", "ja"]).ok());
    let value = sandbox.at("2026-01-20T15:00:00+09:00", &["feedback", B, "down", "--json"]).json();
    assert_eq!((&value["memory"]["handle"], &value["downs"]), (&B.into(), &1.0.into()));
    assert!(value["rank_factor"].as_f64().is_some_and(|factor| factor < 1.0));
    insta::assert_snapshot!("in_the_history", sandbox.omoide(&["history", B]).ok());
    insta::assert_snapshot!("undone", sandbox.at("2026-01-20T16:00:00+09:00", &["undo", B]).ok());
    let history = sandbox.omoide(&["history", B, "--json"]).json();
    let events = history["events"].as_array().expect("events").clone();
    assert!(events.iter().any(|event| event["what"] == "rated" && event["is_undone"] == true), "{events:?}");
}

#[test]
fn a_thumb_needs_a_memory_and_a_direction() {
    let sandbox = CommandSandbox::with_memories();
    assert!(sandbox.omoide(&["feedback", "mem_19990101_001", "up"]).fails(1).contains("mem_19990101_001"));
    sandbox.omoide(&["feedback", A, "sideways"]).fails(2);
    sandbox.omoide(&["feedback", A]).fails(2);
}

#[test]
fn words_are_found_where_they_were_said() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!(sandbox.omoide(&["conversations", "SQLite"]).ok());
    insta::assert_snapshot!(
        "said_in_japanese",
        sandbox.omoide(&["conversations", "娘", "ケーキ", "--lang", "ja"]).all()
    );
    assert!(sandbox.omoide(&["conversations", "zebra"]).err.contains("nobody said that"));
    let value = sandbox.omoide(&["conversations", "sqlite", "--json"]).json();
    assert_eq!((&value["matches"], &value["passages"][0]["handle"]), (&1.into(), &A.into()));
    assert_eq!(CommandSandbox::new().omoide(&["conversations", "x", "--json"]).json()["matches"], 0);
}

#[test]
fn activation_spreads_along_links_and_names() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.at("2026-01-20T15:00:00+09:00", &["remember", &format!("As [[{A}]] says, one file it is.")]).ok();
    sandbox.omoide(&["link", A, B, "--type", "continues"]).ok();
    insta::assert_snapshot!(sandbox.omoide(&["related", A, "--spread"]).ok());
    let value = sandbox.omoide(&["related", A, "--spread", "--json"]).json();
    assert_eq!(value["reminds_of"].as_array().map(Vec::len), Some(2));
    assert!(sandbox.omoide(&["related", "mem_20260120_003", "--spread"]).err.contains("has no related memories"));
}
