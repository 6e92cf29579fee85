//! `prime` and `associate` where there is nothing to be found, and where the store cannot be read.

use std::fs;

use omoide_testkit::command::CommandSandbox;

#[test]
fn a_fresh_machine_has_nothing_in_mind_and_that_is_no_failure() {
    for words in [&["prime", "Good morning"][..], &["prime", "--turn-only", "When is it?"], &["associate", "harbour"]] {
        let answer = CommandSandbox::new().omoide(words);
        assert_eq!((answer.code, answer.out.as_str()), (0, ""), "{}", answer.all());
        assert!(answer.err.contains("nothing is remembered yet"), "{}", answer.all());
    }
    let primed = CommandSandbox::new().omoide(&["prime", "Good morning", "--json"]).json();
    assert_eq!((&primed["kind"], &primed["turn"]["text"]), (&"greeting".into(), &"".into()));
    let reminded = CommandSandbox::new().omoide(&["associate", "harbour", "--json"]).json();
    assert_eq!(reminded["near"], serde_json::json!([]));
}

#[test]
fn a_store_that_cannot_be_read_is_named_with_the_way_out() {
    let sandbox = CommandSandbox::with_memories();
    fs::write(sandbox.store(), "this is no store, and long enough to be looked at as one of them").expect("written");
    for words in [["prime", "Good morning"], ["associate", "harbour"]] {
        let told = sandbox.omoide(&words).fails(1);
        assert!(told.contains("omoide.db") && told.contains("hint:") && !told.contains("report it"), "{told}");
    }
}
