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
