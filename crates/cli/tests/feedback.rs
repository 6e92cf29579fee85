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
    let told = sandbox.omoide(&["conversations", "zebra"]).err;
    assert!(told.contains("these exact words are in none of the 3 turns that were looked through"), "{told}");
    let value = sandbox.omoide(&["conversations", "sqlite", "--json"]).json();
    assert_eq!((&value["matches"], &value["passages"][0]["handle"]), (&1.into(), &A.into()));
    assert_eq!(CommandSandbox::new().omoide(&["conversations", "x", "--json"]).json()["matches"], 0);
}

#[test]
fn a_short_line_is_found_and_what_was_said_otherwise_is_offered() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", "犬の名前はコロです。"]).ok();
    sandbox.omoide(&["remember", "She sleeps at noon."]).ok();
    assert!(sandbox.omoide(&["conversations", "コロ"]).ok().contains("犬の名前はコロです。"));
    assert!(sandbox.omoide(&["conversations", "ｺﾛ"]).ok().contains("犬の名前はコロです。"));
    let told = sandbox.omoide(&["conversations", "sleeping", "noon?"]);
    assert_eq!(told.out, "");
    insta::assert_snapshot!("words_not_found", told.err);
    let told = sandbox.omoide(&["conversations", "名前は何ですか", "--lang", "ja"]).err;
    insta::assert_snapshot!("words_not_found_in_japanese", told);
    let near = sandbox.omoide(&["conversations", "sleeping", "noon?", "--json"]).json();
    assert_eq!((&near["looked_through"], near["near"].as_array().map(Vec::len)), (&2.into(), Some(1)));
    assert_eq!(near["near"][0]["recall_count"], 0, "looking is not recalling");
}

#[test]
fn it_is_said_what_was_left_out_although_it_has_the_words() {
    let sandbox = CommandSandbox::new();
    sandbox.omoide(&["remember", "The blue lantern stands in the hall.", "--thread", "today"]).ok();
    let told = sandbox.omoide(&["conversations", "lantern", "--thread", "today"]).err;
    assert!(told.contains("left out: 1 of the last turns of \"today\" have them"), "{told}");
    let handle =
        sandbox.omoide(&["list", "--json"]).json()["memories"][0]["handle"].as_str().expect("a name").to_owned();
    sandbox.omoide(&["archive", &handle]).ok();
    let told = sandbox.omoide(&["conversations", "lantern"]).err;
    assert!(told.contains("omoide list --archived --contains \"lantern\""), "{told}");
    assert!(sandbox.omoide(&["list", "--archived", "--contains", "lantern"]).ok().contains(&handle));
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
