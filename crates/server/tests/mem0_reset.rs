//! mem0's `reset` erases what came through its API, says so, and spares the rest unless it is told otherwise.

mod client;

use client::Running;
use serde_json::{Value, json};

/// Two memories through mem0's API, one of them protected, and two that came another way.
fn with_memories() -> Running {
    let server = Running::new();
    let add = |text: &str| {
        let added = server.post("/mem0/v1/memories/", &json!({ "messages": text, "user_id": "alex" })).ok();
        added["results"][0]["id"].as_str().expect("an id").to_owned()
    };
    add("Alex loves Thai food.");
    let protected = add("Alex is allergic to peanuts.");
    server.post(&format!("/v1/minds/default/memories/{protected}/protect"), &json!({})).ok();
    for said in ["The boiler is serviced every May.", "鍵は青い箱の中にある。"] {
        server.post("/v1/minds/default/turns", &json!({ "said": said })).ok();
    }
    server
}

fn texts(server: &Running) -> Vec<String> {
    let listed = server.get("/v1/minds/default/memories").ok();
    let memories = listed["memories"].as_array().expect("memories").iter();
    memories.map(|memory| memory["trigger"].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn reset_erases_what_came_through_this_api_and_says_what_it_kept() {
    let server = with_memories();
    let told = server.post("/mem0/reset", &json!({})).ok();
    assert_eq!((&told["erased"], &told["kept"]), (&json!(1), &json!({ "came_another_way": 2, "protected": 1 })));
    let message = told["message"].as_str().expect("a message");
    assert!(message.starts_with("All memories reset. Memories erased for good: 1."), "{message}");
    assert!(
        message.contains("they came another way (hooks, commands, imports): 2;")
            && message.contains("/mem0/reset?everything=true"),
        "{message}"
    );
    assert!(message.contains("omoide unprotect"), "{message}");
    let left = texts(&server);
    assert!(left.len() == 3 && left.iter().any(|text| text.contains("boiler")), "{left:?}");

    let told = server.post("/mem0/reset?everything=true", &json!({})).ok();
    assert_eq!((&told["erased"], &told["kept"]["protected"]), (&json!(2), &json!(1)), "{told}");
    assert_eq!(texts(&server), ["Alex is allergic to peanuts."]);
}

#[test]
fn a_body_can_ask_for_everything_too() {
    let server = with_memories();
    assert_eq!(server.post("/mem0/reset", &json!({ "everything": true })).ok()["erased"], 3);
}

#[test]
fn what_the_client_library_does_for_reset_spares_what_came_another_way() {
    let server = with_memories();
    // A change through the API does not make a memory one of its own.
    let boiler = server.post("/mem0/v3/memories/search/", &json!({ "query": "When is the boiler serviced?" })).ok();
    let id = boiler["results"][0]["id"].as_str().expect("an id").to_owned();
    server
        .ask("PUT", &format!("/mem0/v1/memories/{id}/"), &[], Some(&json!({ "metadata": { "room": "cellar" } })))
        .ok();
    let entities = server.get("/mem0/v1/entities/").ok();
    for entity in entities["results"].as_array().expect("entities") {
        let (kind, name) = (entity["type"].as_str().expect("a type"), entity["name"].as_str().expect("a name"));
        let told = server.ask("DELETE", &format!("/mem0/v2/entities/{kind}/{name}/"), &[], None).ok();
        assert!(
            told["message"].as_str().is_some_and(|text| text.starts_with("Entity deleted successfully!")),
            "{told}"
        );
    }
    let left = texts(&server);
    assert!(left.len() == 3 && left.iter().any(|text| text.contains("boiler")), "{left:?}");
    let gone: Value = server.ask("DELETE", "/mem0/v2/entities/user/me/?everything=true", &[], None).ok();
    assert_eq!(gone["erased"], 2, "{gone}");
}
