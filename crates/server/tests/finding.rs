//! Finding over HTTP and MCP: a person in any case, words in the original, what is near.

mod client;

use client::Running;
use omoide_core::MindName;
use omoide_server::mcp::{LazyEngine, Mcp, ToolSet};
use omoide_testkit::sandbox::Sandbox;
use serde_json::{Value, json};

const MIND: &str = "/v1/minds/default";

fn call(mcp: &Mcp<'_>, tool: &str, arguments: &Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    let answer: Value = serde_json::from_str(&mcp.answer(&message.to_string()).expect("an answer")).expect("JSON");
    let result = &answer["result"];
    assert_eq!(result["isError"], false, "{answer}");
    serde_json::from_str(result["content"][0]["text"].as_str().expect("a text")).expect("JSON")
}

fn count(answer: &Value, name: &str) -> Option<usize> {
    answer[name].as_array().map(Vec::len)
}

#[test]
fn a_person_is_meant_whatever_the_case_and_width() {
    let server = Running::new();
    for (person, said) in [("Ann", "I keep bees behind the house."), ("Ben", "Bees are loud in June.")] {
        server.post(&format!("{MIND}/turns"), &json!({ "said": said, "person": person })).ok();
    }
    for name in ["ann", "ANN", "%EF%BC%A1nn"] {
        assert_eq!(count(&server.get(&format!("{MIND}/memories?person={name}")).ok(), "memories"), Some(1), "{name}");
    }
    let query = json!({ "query": "bees", "person": "bEN", "gate": false });
    assert_eq!(count(&server.post(&format!("{MIND}/recall"), &query).ok(), "hits"), Some(1));
    // To mem0 an id is an id.
    let search = |user: &str| server.post("/mem0/search", &json!({ "query": "bees", "user_id": user })).ok();
    assert_eq!((count(&search("Ann"), "results"), count(&search("ann"), "results")), (Some(1), Some(0)));
    let engine = LazyEngine::of(server.sandbox.engine.clone());
    let mcp = Mcp::new(&engine, MindName::default(), ToolSet::Full);
    assert_eq!(count(&call(&mcp, "list_recent", &json!({ "person": "ben" })), "memories"), Some(1));
    let asked = json!({ "query": "bees", "person": "ＡＮＮ", "anything": true });
    assert_eq!(count(&call(&mcp, "recall", &asked), "hits"), Some(1));
}

#[test]
fn an_agent_that_finds_no_such_words_is_told_where_they_were_looked_for_and_what_is_near() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = Mcp::new(&engine, MindName::default(), ToolSet::Full);
    call(&mcp, "remember", &json!({ "text": "鍵は青い箱の中。" }));
    let found = call(&mcp, "search_conversations", &json!({ "words": ["青い箱"] }));
    assert_eq!((count(&found, "passages"), &found["note"]), (Some(1), &Value::Null));
    let found = call(&mcp, "search_conversations", &json!({ "words": ["青い箱の鍵"] }));
    assert_eq!((count(&found, "passages"), count(&found, "near")), (Some(0), Some(1)), "{found}");
    let note = found["note"].as_str().expect("a note");
    assert!(note.starts_with("these exact words are in none of the 1 turns that were looked through"), "{note}");
}

#[test]
fn times_may_be_said_in_words() {
    let server = Running::new();
    let now = server.sandbox.engine.now();
    let turns =
        [json!({ "said": "The fern got a new pot.", "at": "yesterday" }), json!({ "said": "The fern fell over." })];
    for turn in &turns {
        server.post(&format!("{MIND}/turns"), turn).ok();
    }
    let listed = server.get(&format!("{MIND}/memories?order=oldest")).ok();
    let noon = now.at_hour(now.date().yesterday().expect("a day before"), 12).to_string();
    assert_eq!(listed["memories"][0]["created"], json!(noon));
    for (query, wanted) in [
        ("since=today", 1),
        ("since=yesterday", 2),
        ("until=yesterday", 1),
        ("until=%E6%98%A8%E6%97%A5", 1),
        ("until=last%20week", 0),
    ] {
        let listed = server.get(&format!("{MIND}/memories?{query}")).ok();
        assert_eq!(count(&listed, "memories"), Some(wanted), "{query}");
    }
    let recall = |fields: Value| {
        let mut query = json!({ "query": "fern", "gate": false });
        query.as_object_mut().expect("fields").extend(fields.as_object().expect("fields").clone());
        server.post(&format!("{MIND}/recall"), &query)
    };
    assert_eq!(count(&recall(json!({ "since": "今日" })).ok(), "hits"), Some(1));
    assert_eq!(count(&recall(json!({ "until": "yesterday" })).ok(), "hits"), Some(1));
    // Both were written down today.
    assert_eq!(count(&recall(json!({ "as_of": "yesterday" })).ok(), "hits"), Some(0));
    let refused = recall(json!({ "since": "lately-ish" }));
    assert!(refused.body.contains("yesterday or 2 weeks ago"), "{refused:?}");
    let refused = server.post(&format!("{MIND}/turns"), &json!({ "said": "x", "at": "tomorrow" }));
    assert!(refused.status == 422 && refused.body.contains("in the future"), "{refused:?}");
    let refused = server.post(&format!("{MIND}/nights"), &json!({ "until": "last week", "dry_run": true }));
    assert!(refused.body.contains("is not a day") && refused.body.contains("3 days ago"), "{refused:?}");
    server.post(&format!("{MIND}/nights"), &json!({ "until": "yesterday", "dry_run": true })).ok();
    let engine = LazyEngine::of(server.sandbox.engine.clone());
    let mcp = Mcp::new(&engine, MindName::default(), ToolSet::Full);
    call(&mcp, "remember", &json!({ "text": "The fern has a new leaf.", "at": "先週" }));
    let asked = |since: &str| call(&mcp, "recall", &json!({ "query": "fern", "since": since, "anything": true }));
    assert_eq!((count(&asked("yesterday"), "hits"), count(&asked("last week"), "hits")), (Some(2), Some(3)));
}
