//! `omoide unsay`, and the flags of `remember` that take turns back or say who heard one.

use omoide_testkit::command::CommandSandbox;
use serde_json::Value;

fn sandbox() -> CommandSandbox {
    let sandbox = CommandSandbox::default();
    for (uid, said) in [("m1", "We speak of tea"), ("m2", "We speak of coffee"), ("m3", "We speak of cocoa")] {
        sandbox.omoide(&["remember", said, "--thread", "talk", "--uid", uid]).ok();
    }
    sandbox
}

fn said(sandbox: &CommandSandbox, flags: &[&str]) -> Vec<String> {
    let list = sandbox.omoide(&[&["list", "--json", "--oldest-first"], flags].concat()).json();
    let memories = list["memories"].as_array().expect("a list").clone();
    memories.iter().map(|memory| memory["trigger"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_turn_is_taken_back_and_brought_back() {
    let sandbox = sandbox();
    insta::assert_snapshot!(sandbox.omoide(&["unsay", "m2"]).all());
    insta::assert_snapshot!("again_in_japanese", sandbox.omoide(&["unsay", "m2", "--lang", "ja"]).all());
    assert_eq!(said(&sandbox, &[]), ["We speak of tea", "We speak of cocoa"]);
    let undone = sandbox.omoide(&["undo", "mem_20260120_002"]).ok();
    assert!(undone.contains("unsaid"), "{undone}");
    assert_eq!(said(&sandbox, &[]).len(), 3);
}

#[test]
fn what_was_said_after_a_turn_or_last_is_taken_back() {
    let sandbox = sandbox();
    let answer = sandbox.omoide(&["unsay", "--thread", "talk", "--last", "--json"]).json();
    assert_eq!((&answer["unsaid"][0]["uid"], &answer["sessions"]), (&Value::from("m3"), &Value::from(0)));
    let answer = sandbox.omoide(&["unsay", "m1", "--after", "--json"]).json();
    assert_eq!(answer["unsaid"][0]["uid"], "m2");
    assert!(sandbox.omoide(&["unsay", "m1", "--after"]).ok().contains("nothing was said after it"));
    assert_eq!(said(&sandbox, &[]), ["We speak of tea"]);
}

#[test]
fn a_turn_that_nobody_knows_is_told_with_a_way_out() {
    let sandbox = sandbox();
    for flags in
        [vec!["unsay", "nope"], vec!["remember", "--retracts", "nope"], vec!["remember", "x", "--branch-of", "nope"]]
    {
        let told = sandbox.omoide(&flags).fails(1);
        assert!(told.contains("there is no turn called \"nope\"") && told.contains("omoide list"), "{told}");
    }
    assert_eq!(said(&sandbox, &[]).len(), 3, "and nothing was written");
    assert!(sandbox.omoide(&["unsay", "m1", "--thread", "talk"]).fails(2).contains("--thread"));
    assert!(sandbox.omoide(&["unsay", "--thread", "none", "--last"]).fails(1).contains("none"));
}

#[test]
fn lines_take_turns_back_and_bad_ones_keep_no_other_out() {
    let sandbox = sandbox();
    let lines = [
        r#"{"said": "We speak of milk", "uid": "m4", "branch_of": "m1"}"#,
        r#"{"retracts": "nobody"}"#,
        r#"{"retracts": "m1"}"#,
        r#"{"said": "Hear me", "replied": "All of it was heard", "heard_until": 3, "uid": "m5", "witnesses": {"persons": ["Cleo"]}}"#,
    ];
    let told = sandbox.piped(&["remember", "--jsonl"], lines.join("\n").as_bytes());
    assert!(told.out.contains("remembered 2") && told.out.contains("unsaid 3 turns"), "{}", told.out);
    assert!(told.err.contains("line 2: there is no turn called \"nobody\""), "{}", told.err);
    assert_eq!(said(&sandbox, &[]), ["We speak of milk", "Hear me"]);
    let details = sandbox.omoide(&["show", "mem_20260120_005", "--json"]).json();
    assert_eq!((&details["turn"]["replied"], &details["turn"]["heard_until"]), (&Value::from("All"), &Value::from(3)));
    assert!(sandbox.omoide(&["read", "mem_20260120_005"]).ok().contains("heard by: Cleo"));
}

#[test]
fn what_a_person_did_not_hear_is_kept_from_them() {
    let sandbox = CommandSandbox::default();
    sandbox.omoide(&["remember", "The party for Aki is on Friday", "--person", "Ben", "--witness", "Cleo"]).ok();
    assert_eq!(said(&sandbox, &["--heard-by", "cleo"]).len(), 1);
    assert_eq!(said(&sandbox, &["--heard-by", "Aki"]).len(), 0);
    let recalled = |person: &str| {
        let flags = ["recall", "When is the party?", "--heard-by", person, "--json"];
        sandbox.omoide(&flags).json()["hits"].as_array().map_or(0, Vec::len)
    };
    assert_eq!((recalled("Ben"), recalled("Aki")), (1, 0));
}

#[test]
fn minds_that_heard_a_turn_lose_it_together() {
    let sandbox = CommandSandbox::default();
    let flags = ["remember", "The lift is broken", "--uid", "m1", "--witness-mind", "anna", "--witness-mind", "ben"];
    let told = sandbox.omoide(&[&flags[..], &["--json"]].concat()).json();
    assert_eq!(told["minds"].as_array().map_or(0, Vec::len), 2);
    assert_eq!(said(&sandbox, &["--mind", "anna"]), ["The lift is broken"]);
    let answer = sandbox.omoide(&["unsay", "m1", "--mind", "ben", "--json"]).json();
    assert_eq!(answer["minds"], serde_json::json!(["anna"]));
    assert_eq!(said(&sandbox, &["--mind", "anna"]).len() + said(&sandbox, &["--mind", "ben"]).len(), 0);
}
