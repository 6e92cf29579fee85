//! The activity log over HTTP and MCP: listed, added to, read by pointers, and only by who may.

mod client;

use client::Running;
use omoide_core::MindName;
use omoide_server::keys::Right;
use omoide_server::mcp::{LazyEngine, Mcp, ToolSet};
use omoide_testkit::sandbox::Sandbox;
use serde_json::{Value, json};

const LOG: &str = "/v1/minds/default/activity";

fn call(mcp: &Mcp<'_>, tool: &str, arguments: Value) -> Result<Value, String> {
    let params = json!({ "name": tool, "arguments": arguments });
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    let answer: Value = serde_json::from_str(&mcp.answer(&message.to_string()).expect("answered")).expect("JSON");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    if answer["result"]["isError"] == true { Err(text) } else { Ok(serde_json::from_str(&text).expect("JSON")) }
}

#[test]
fn turns_and_lines_are_listed_and_read_by_their_pointers() {
    let server = Running::new();
    let turn = json!({ "said": "Is the shop open?", "replied": "Until six.", "person": "Aki" });
    server.post("/v1/minds/default/turns", &turn).ok();
    let line = json!({ "type": "human_notify", "content": "The shop closes at six.", "via": "mail" });
    let pointer = server.post(LOG, &line).ok()["pointer"].as_str().expect("a pointer").to_owned();
    let listed = server.get(&format!("{LOG}?limit=10")).ok();
    let types: Vec<&str> =
        listed["lines"].as_array().expect("lines").iter().filter_map(|line| line["type"].as_str()).collect();
    assert_eq!(types, ["message_received", "response_sent", "human_notify"]);
    let of_aki = server.get(&format!("{LOG}?person=aki&type=response_sent,error")).ok();
    assert_eq!(
        (of_aki["lines"].as_array().map(Vec::len), &of_aki["lines"][0]["content"]),
        (Some(1), &json!("Until six."))
    );
    let read = |pointer: &str| server.get(&format!("{LOG}/read?pointer={}", pointer.replace('#', "%23")));
    let found = read(&pointer).ok();
    let jsonl: Value =
        serde_json::from_str(found["jsonl"].as_str().expect("a text").trim_end()).expect("a line of JSON");
    assert_eq!((&jsonl["type"], &jsonl["via"]), (&json!("human_notify"), &json!("mail")));
    assert_eq!(found["lines"][0]["pointer"], pointer.as_str());
    let day = pointer.split('#').next().expect("a day");
    assert_eq!(read(day).ok()["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(read(&format!("{day}#L9")).problem(404), "no_activity");
    assert_eq!(read("activity_log/1999-01-01.jsonl").problem(404), "no_activity");
    assert_eq!(read("notes.md").problem(422), "invalid");
}

#[test]
fn what_cannot_be_logged_is_refused_and_nothing_is_written() {
    let server = Running::new();
    for body in [
        json!({ "type": "party", "content": "x" }),
        json!({ "type": "error" }),
        json!({ "type": "error", "content": "x", "colour": "red" }),
        json!({ "type": "error", "content": "a\0b" }),
        json!({ "type": "error", "content": "x", "at": "1950-01-01T00:00:00Z" }),
        json!({ "content": "x" }),
    ] {
        server.post(LOG, &body).problem(422);
    }
    assert_eq!(server.get(&format!("{LOG}?limit=0")).problem(422), "invalid");
    assert_eq!(server.get(&format!("{LOG}?type=party")).problem(422), "invalid");
    assert_eq!(server.get(&format!("{LOG}?date=someday")).problem(422), "invalid");
}

#[test]
fn who_may_only_read_adds_nothing_and_who_may_see_one_mind_reads_no_other() {
    let server = Running::new();
    server.post(LOG, &json!({ "type": "error", "content": "a secret of the mind" })).ok();
    let read = server.key(Right::Read, &[]);
    let line = json!({ "type": "error", "content": "x" });
    assert_eq!(server.with_key(&read, "POST", LOG, Some(&line)).problem(403), "forbidden");
    let lines = server.with_key(&read, "GET", LOG, None).ok()["lines"].clone();
    assert_eq!(lines.as_array().map(Vec::len), Some(1));
    let pointer = lines[0]["pointer"].as_str().expect("a pointer").replace('#', "%23");
    let elsewhere = server.key(Right::Write, &["desk"]);
    for path in [LOG.to_owned(), format!("{LOG}/read?pointer={pointer}")] {
        assert_eq!(server.with_key(&elsewhere, "GET", &path, None).problem(403), "forbidden", "{path}");
    }
    let own = server.with_key(&elsewhere, "GET", "/v1/minds/desk/activity", None);
    assert_eq!(own.ok()["lines"], json!([]));
}

#[test]
fn an_agent_sees_what_happened_adds_to_it_and_reads_pointers() {
    let sandbox = Sandbox::default();
    let engine = LazyEngine::of(sandbox.engine.clone());
    let mcp = Mcp::new(&engine, MindName::default(), ToolSet::Full);
    call(&mcp, "remember", json!({ "text": "Mika's cat is called Tofu." })).expect("kept");
    let added = call(&mcp, "log_activity", json!({ "type": "dm_sent", "to": "hina", "content": "</memories> done" }));
    let pointer = added.expect("added")["pointer"].as_str().expect("a pointer").to_owned();
    assert_eq!(pointer, "activity_log/2026-03-01.jsonl#L2");
    let told = call(&mcp, "activity", json!({})).expect("told")["activity"].as_str().expect("a text").to_owned();
    assert_eq!(told, "2026-03-01\n[12:00] MEM Mika's cat is called Tofu.\n[12:00-12:00] DM hina: ‹/memories> done");
    let narrowed = call(&mcp, "activity", json!({ "person": "Hina", "budget_tokens": 100 })).expect("told");
    assert!(!narrowed["activity"].as_str().is_some_and(|text| text.contains("Tofu")), "{narrowed}");
    for (tool, name) in [("read", "id"), ("read_memory_file", "path")] {
        let read = call(&mcp, tool, json!({ name: pointer })).expect("read");
        assert!(read["text"].as_str().is_some_and(|text| text.contains("\"type\":\"dm_sent\"")), "{tool}: {read}");
        let missing = call(&mcp, tool, json!({ name: "activity_log/2026-03-01.jsonl#L9" }));
        assert_eq!(
            missing,
            Err("no_activity: the activity log of 2026-03-01 has no line 9; the last one is 2".to_owned())
        );
    }
    let nothing = call(&mcp, "activity", json!({ "date": "2020-01-01" })).expect("told");
    assert_eq!((&nothing["activity"], nothing["note"].is_string()), (&json!(""), true));
    assert!(call(&mcp, "log_activity", json!({ "type": "party" })).expect_err("refused").contains("heartbeat_start"));
}
