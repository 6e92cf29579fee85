//! `omoide person`: who is known, what is known of someone, and names that belong together.

use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};

fn say(sandbox: &CommandSandbox, person: &str, thread: &str, text: &str) {
    sandbox.omoide(&["remember", text, "--person", person, "--thread", thread, "-q"]).ok();
}

fn peopled() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    say(&sandbox, "Ben", "a", "I'm allergic to walnuts. I love sailing on the lake.");
    say(&sandbox, "Ben", "a", "The sailing club meets at the lake again.");
    say(&sandbox, "ベンさん", "b", "湖のヨットに乗りました。");
    say(&sandbox, "me", "c", "I live in Kyoto and work as a nurse.");
    sandbox
}

#[test]
fn what_is_known_of_a_person_is_shown_with_its_memories() {
    let sandbox = peopled();
    insta::assert_snapshot!("list", sandbox.omoide(&["person", "list"]).ok());
    insta::assert_snapshot!("ben", sandbox.omoide(&["person", "show", "ben"]).ok());
    insta::assert_snapshot!("me_in_japanese", sandbox.omoide(&["person", "show", "--lang", "ja"]).ok());
    let page = sandbox.omoide(&["person", "show", "Ben", "--json"]).json();
    assert_eq!((&page["turns"], &page["conversations"]), (&json!(2), &json!(1)));
    assert_eq!(page["lasting"][0]["handle"], "mem_20260120_001");
    assert!(page["preference"]["values"].as_array().is_some_and(|values| !values.is_empty()));
    let told = sandbox.omoide(&["person", "show", "Nobody"]).fails(1);
    assert!(told.contains("nobody called \"Nobody\"") && told.contains("omoide person list"), "{told}");
}

#[test]
fn names_are_joined_parted_and_renamed() {
    let sandbox = peopled();
    let page = |name: &str| sandbox.omoide(&["person", "show", name, "--json"]).json();
    let before = (page("Ben"), page("ベンさん"));
    let joined = sandbox.omoide(&["person", "join", "Ben", "ベンさん", "--json"]).json();
    assert_eq!(joined, json!({ "persons": [{ "name": "Ben", "names": ["Ben", "ベンさん"] }] }));
    assert_eq!(page("ベンさん")["turns"], 3);
    let listed = |name: &str| -> usize {
        let list: Value = sandbox.omoide(&["list", "--person", name, "--json"]).json();
        list["memories"].as_array().map_or(0, Vec::len)
    };
    assert_eq!((listed("ben"), listed("ベンさん")), (3, 3));
    let renamed = sandbox.omoide(&["person", "rename", "ben", "Benjamin"]).ok();
    assert_eq!(renamed, "Benjamin (also Ben, ベンさん): shown so from now on\n");
    sandbox.omoide(&["person", "part", "Benjamin", "Ben"]).ok();
    sandbox.omoide(&["person", "part", "Ben", "ベンさん"]).ok();
    assert_eq!((page("Ben"), page("ベンさん")), before, "exactly as before");
    let told = sandbox.omoide(&["person", "part", "Ben", "ベンさん"]).fails(1);
    assert!(told.contains("are not the same person"), "{told}");
    let told = sandbox.omoide(&["person", "join", "Ben", "", "--lang", "ja"]).fails(1);
    assert!(told.contains("名前にできません"), "{told}");
}
