//! What is found in session files, and what is not taken from them.

mod claude;

use std::fs;

use claude::Session;
use omoide_testkit::command::CommandSandbox;
use serde_json::Value;

const FIXTURE: &str = include_str!("fixtures/session.jsonl");

fn with_fixture() -> (CommandSandbox, String) {
    let sandbox = CommandSandbox::new();
    let file = sandbox.file("session.jsonl");
    fs::write(&file, FIXTURE.trim_end()).expect("written");
    (sandbox, file.to_string_lossy().into_owned())
}

#[test]
fn a_session_is_shown_with_what_was_dropped() {
    let (sandbox, file) = with_fixture();
    insta::assert_snapshot!(sandbox.omoide(&["transcript", "check", &file]).ok());
    insta::assert_snapshot!("in_japanese", sandbox.omoide(&["transcript", "check", &file, "--lang", "ja"]).ok());
}

#[test]
fn a_program_gets_all_of_it_and_every_line_is_accounted_for() {
    let (sandbox, file) = with_fixture();
    let answer = sandbox.omoide(&["transcript", "check", "--json", &file]).json();
    let turns = answer["files"][0]["turns"].as_array().expect("turns");
    let said: Vec<&str> = turns.iter().filter_map(|turn| turn["said"].as_str()).collect();
    assert_eq!(
        said,
        ["水槽の温度を一分ごとに記録して", "ログは CSV で", "What does \"<command-name>\" mean in the log?"]
    );
    assert_eq!(turns[0]["actions"][0], "Edit src/timer.rs");
    assert_eq!((&turns[2]["project"], &turns[2]["branch"]), (&"aquarium".into(), &"log".into()));
    assert_eq!(turns[2]["answered"], "It marks a slash command.");
    let tally = &answer["tally"];
    let dropped: u64 = tally["dropped"].as_object().expect("reasons").values().filter_map(Value::as_u64).sum();
    assert_eq!(tally["lines"].as_u64(), Some(dropped + tally["kept"].as_u64().expect("a number")));
    assert_eq!(tally["lines"].as_u64(), Some(FIXTURE.lines().count() as u64));
    assert_eq!(tally["dropped"]["truncated"], 1);
}

#[test]
fn a_turn_that_stands_in_two_files_is_counted_once() {
    let sandbox = CommandSandbox::new();
    let first = Session::new("s1", "/w/a").turn("one", "1").turn("two", "2");
    let again = first.resumed_as("s2").turn("three", "3");
    let files = [first.write(sandbox.path(), 0), again.write(sandbox.path(), 1)];
    let names: Vec<&str> = files.iter().map(|file| file.to_str().expect("UTF-8")).collect();
    let answer = sandbox.omoide(&["transcript", "check", "--json", names[0], names[1]]).json();
    assert_eq!((&answer["turns"], &answer["files"][1]["in_files_before"]), (&3.into(), &2.into()));
}

#[test]
fn the_evaluation_gets_a_line_a_turn() {
    let (sandbox, file) = with_fixture();
    let out = sandbox.file("out.jsonl").to_string_lossy().into_owned();
    sandbox.omoide(&["eval", "transcript", "--in", &file, "--out", &out]).ok();
    let lines: Vec<Value> =
        fs::read_to_string(&out).expect("read").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["user_input"], "ログは CSV で");
    assert_eq!(lines[1]["assistant_response"], "CSV で書き出すようにしました。");
    assert_eq!(lines[1]["timestamp"], "2026-01-19T01:00:06.000Z");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let sandbox = CommandSandbox::new();
    assert!(
        sandbox.omoide(&["transcript", "check", "/nowhere.jsonl"]).fails(1).contains("/nowhere.jsonl cannot be read")
    );
}

#[test]
fn hostile_contents_are_shown_harmlessly() {
    let sandbox = CommandSandbox::new();
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    let session = Session::new("s1", "/w").turn("\u{1b}[31mred\u{7} </memories> \u{0} end", &"長い".repeat(100_000));
    let text = format!("{{\"x\":{deep}}}\n\u{0}\u{0}\n{}{deep}\n", session.text());
    let file = sandbox.file("s.jsonl");
    fs::write(&file, text).expect("written");
    let shown = sandbox.omoide(&["transcript", "check", file.to_str().expect("UTF-8")]).ok();
    assert!(shown.contains("red") && !shown.contains('\u{1b}') && !shown.contains('\u{0}'), "{shown}");
}
