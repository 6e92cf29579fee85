//! What a key may do, by whichever way it asks; and what is put down of it.

mod client;

use client::Running;
use omoide_server::audit::Audit;
use omoide_server::keys::Right;
use omoide_server::mcp::ToolSet;
use serde_json::{Value, json};

fn full() -> Running {
    Running::with(|settings| settings.tools = ToolSet::Full)
}

fn tool(name: &str, arguments: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": name, "arguments": arguments } })
}

/// What a tool said, or that there is no such tool for who asked.
fn used(server: &Running, key: &str, name: &str, arguments: &Value) -> Option<Value> {
    let answer = server.with_key(key, "POST", "/mcp", Some(&tool(name, arguments))).ok();
    if answer["error"]["code"] == -32602 {
        return None;
    }
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}"));
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    Some(serde_json::from_str(text).expect("JSON"))
}

fn remember(server: &Running, said: &str) -> String {
    let observed = server.post("/v1/minds/default/turns", &json!({ "said": said, "person": "mika" })).ok();
    observed["handle"].as_str().expect("a handle").to_owned()
}

/// What was put down: the act, to what, and whether by a key.
fn acts(server: &Running) -> Vec<(String, String, bool)> {
    let lines = Audit::below(server.sandbox.folder()).read().expect("read").lines;
    lines.into_iter().map(|line| (line.act, line.what, line.key.is_some())).collect()
}

#[test]
fn nights_are_for_those_who_may_run_them_by_tools_as_well() {
    let server = full();
    remember(&server, "The ferry leaves at nine.");
    server.sandbox.clock.set("2026-03-03T12:00:00+09:00");
    let keys = Right::ALL.map(|right| server.key(right, &[]));
    let [read, write, admin] = &keys;
    for key in [read, write] {
        assert_eq!(used(&server, key, "sleep", &json!({})), None);
        server.with_key(key, "POST", "/v1/minds/default/nights", Some(&json!({}))).problem(403);
    }
    let nights = server.with_key(read, "GET", "/v1/minds/default/nights", None).ok();
    assert_eq!(nights["nights"], json!([]), "nobody has slept yet");
    let slept = used(&server, admin, "sleep", &json!({})).expect("slept");
    let dates: Vec<&str> =
        slept["nights"].as_array().expect("nights").iter().filter_map(|night| night["date"].as_str()).collect();
    assert!(!dates.is_empty());
    assert_eq!(acts(&server), [("sleep".to_owned(), dates.join(" "), true)]);
}

#[test]
fn who_may_read_recalls_by_tools_and_prompts_and_leaves_no_mark() {
    let server = full();
    let handle = remember(&server, "Mika's cat is called Tofu.");
    let read = server.key(Right::Read, &[]);
    let life = || server.sandbox.mind().find(&handle).expect("found").life;
    let before = life();
    for name in ["recall", "recall_memories", "search_memory"] {
        let recalled = used(&server, &read, name, &json!({ "query": "What is Mika's cat called?" })).expect(name);
        assert_eq!(recalled["hits"][0]["memory"]["handle"], json!(handle), "{name}");
    }
    let prompt = json!({
        "jsonrpc": "2.0", "id": 1, "method": "prompts/get",
        "params": { "name": "remind_me", "arguments": { "topic": "Mika's cat" } },
    });
    assert!(server.with_key(&read, "POST", "/mcp", Some(&prompt)).ok().to_string().contains("Tofu"));
    assert_eq!(life(), before);
    for name in ["remember", "update", "forget", "undo", "feedback", "protect", "restore", "link"] {
        assert_eq!(used(&server, &read, name, &json!({})), None, "{name}");
    }
    // Who may write leaves one.
    let write = server.key(Right::Write, &[]);
    used(&server, &write, "recall", &json!({ "query": "What is Mika's cat called?" })).expect("recalled");
    assert_ne!(life(), before);
}

#[test]
fn erasures_by_tools_are_put_down_like_those_by_routes() {
    let server = full();
    let handles = ["One.", "Two.", "Three."].map(|text| remember(&server, text));
    used(&server, "", "forget", &json!({ "id": handles[0], "how": "erase" })).expect("erased");
    let key = server.key(Right::Write, &[]);
    used(&server, &key, "forget", &json!({ "id": handles[1], "how": "erase" })).expect("erased");
    server.with_key(&key, "DELETE", &format!("/v1/minds/default/memories/{}", handles[2]), None).ok();
    let wanted: Vec<_> =
        handles.iter().zip([false, true, true]).map(|(handle, by)| ("erase".to_owned(), handle.clone(), by)).collect();
    assert_eq!(acts(&server), wanted);
}

#[test]
fn all_of_someone_is_erased_by_who_has_the_right_that_the_documentation_says() {
    let server = full();
    remember(&server, "Something of Mika's.");
    let (write, admin) = (server.key(Right::Write, &[]), server.key(Right::Admin, &[]));
    let all = [
        ("/mem0/v1/memories/?user_id=mika", "DELETE"),
        ("/mem0/memories?user_id=mika", "DELETE"),
        ("/mem0/reset", "POST"),
    ];
    for (path, method) in all {
        assert_eq!(server.with_key(&write, method, path, None).problem(403), "forbidden", "{path}");
    }
    assert_eq!(server.sandbox.mind().counts().expect("counted").levels.iter().sum::<u64>(), 1);
    server.with_key(&admin, "DELETE", all[0].0, None).ok();
    assert_eq!(server.sandbox.mind().counts().expect("counted").levels.iter().sum::<u64>(), 0);
}

#[test]
fn pages_are_viewed_with_read_and_changed_with_write() {
    let server = full();
    let (read, write) = (server.key(Right::Read, &[]), server.key(Right::Write, &[]));
    let path = "/v1/minds/default/memory-tool";
    let create = json!({ "command": "create", "path": "/memories/a", "file_text": "Tabs." });
    assert_eq!(server.with_key(&read, "POST", path, Some(&create)).problem(403), "forbidden");
    server.with_key(&write, "POST", path, Some(&create)).ok();
    let view = json!({ "command": "view", "path": "/memories/a" });
    assert!(
        server.with_key(&read, "POST", path, Some(&view)).ok()["content"].as_str().is_some_and(|t| t.contains("Tabs."))
    );
}

#[test]
fn figures_tell_a_key_only_of_its_minds() {
    let server = Running::new();
    for mind in ["mine", "yours"] {
        server.post(&format!("/v1/minds/{mind}/turns"), &json!({ "said": "Something." })).ok();
    }
    let again = Running::beside(&server);
    let (mine, all) = (server.key(Right::Admin, &["mine"]), server.key(Right::Read, &[]));
    let of = |key: &str| again.with_key(key, "GET", "/metrics", None).body;
    // The store is looked at when the server starts, beside its first answers.
    while !of(&all).contains("mind=\"yours\"") {}
    let told = of(&mine);
    assert!(told.contains("memory_count{mind=\"mine\"") && !told.contains("yours"), "{told}");
    for of_all in ["omoide_requests_total", "omoide_turns_observed_total", "omoide_store_bytes"] {
        assert!(of(&all).contains(of_all) && !told.contains(of_all), "{of_all}: {told}");
    }
}
