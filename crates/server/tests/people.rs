//! Persons and tasks through HTTP and MCP, and who may change them.

mod client;

use client::{Answer, Running};
use omoide_server::keys::Right;
use omoide_server::mcp::ToolSet;
use serde_json::{Value, json};

fn running() -> Running {
    let server = Running::with(|settings| settings.tools = ToolSet::Full);
    let say = |mind: &str, person: &str, said: &str| {
        server.post(&format!("/v1/minds/{mind}/turns"), &json!({ "said": said, "person": person, "thread": "t" })).ok();
    };
    say("rin", "Ben", "I'm allergic to walnuts.");
    say("rin", "Benny", "The sailing club meets at the lake.");
    say("kai", "Bobo", "I have a dog called Rex.");
    server
}

fn ask_as(
    server: &Running,
    key: Option<&str>,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&Value>,
) -> Answer {
    let bearer = key.map(|key| format!("Bearer {key}"));
    let mut all = headers.to_vec();
    all.extend(bearer.as_deref().map(|bearer| ("authorization", bearer)));
    server.ask(method, path, &all, body)
}

fn call(server: &Running, key: Option<&str>, tool: &str, arguments: &Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
    let answer = ask_as(server, key, "POST", "/mcp", &[("omoide-mind", "rin")], Some(&message));
    answer.json()["result"].clone()
}

#[test]
fn persons_are_listed_shown_joined_and_parted() {
    let server = running();
    let listed = server.get("/v1/minds/rin/persons").ok();
    assert_eq!(listed["persons"].as_array().map(Vec::len), Some(2));
    let page = server.get("/v1/minds/rin/persons/BEN").ok();
    assert_eq!((&page["turns"], &page["lasting"][0]["quote"]), (&json!(1), &json!("I'm allergic to walnuts.")));
    assert_eq!(server.get("/v1/minds/rin/persons/nobody").problem(404), "unknown_person");
    let join = |name: &str| server.post("/v1/minds/rin/persons/Ben/join", &json!({ "name": name }));
    assert_eq!(join("Benny").ok()["persons"][0]["names"], json!(["Ben", "Benny"]));
    assert_eq!(join("benny").problem(409), "same_person");
    assert_eq!(join(" ").problem(422), "bad_person_name");
    assert_eq!(server.get("/v1/minds/rin/persons/benny").ok()["turns"], 2);
    let rename = server.post("/v1/minds/rin/persons/Ben/rename", &json!({ "name": "Benjamin" })).ok();
    assert_eq!(rename["persons"][0]["name"], "Benjamin");
    assert_eq!(server.post("/v1/minds/rin/persons/Ben/part", &json!({ "name": "Benny" })).status, 200);
    assert_eq!(server.get("/v1/minds/rin/persons/benny").ok()["turns"], 1);
}

#[test]
fn a_key_for_one_mind_sees_its_persons_only_and_joins_nobody() {
    let server = running();
    server.post("/v1/minds/rin/persons/Ben/join", &json!({ "name": "Bobo" })).ok();
    let key = server.key(Right::Write, &["rin"]);
    let ask = |verb: &str, path: &str, body: Option<&Value>| ask_as(&server, Some(&key), verb, path, &[], body);
    let listed = ask("GET", "/v1/minds/rin/persons", None).ok();
    assert!(!listed.to_string().contains("Bobo"), "a name that only another mind has heard: {listed}");
    let page = ask("GET", "/v1/minds/rin/persons/Ben", None).ok();
    assert!(!page.to_string().contains("Bobo") && !page.to_string().contains("Rex"), "{page}");
    assert_eq!(ask("GET", "/v1/minds/kai/persons", None).status, 403);
    let other = json!({ "name": "Benny" });
    assert_eq!(ask("POST", "/v1/minds/rin/persons/Ben/join", Some(&other)).status, 403);
    let told = call(&server, Some(&key), "person_names", &json!({ "change": "join", "name": "Ben", "other": "Benny" }));
    assert_eq!(told["isError"], true, "{told}");
    let told = call(&server, Some(&key), "person", &json!({ "name": "Ben" }));
    assert!(told.to_string().contains("walnuts") && !told.to_string().contains("Bobo"), "{told}");
    let reader = server.key(Right::Read, &[]);
    let refused = ask_as(&server, Some(&reader), "POST", "/v1/minds/rin/persons/Ben/join", &[], Some(&other));
    assert_eq!(refused.status, 403);
}

#[test]
fn tasks_are_noted_finished_and_dropped_by_routes_and_tools() {
    let server = running();
    let noted = server.post("/v1/minds/rin/tasks", &json!({ "text": "oil the hinges" })).ok();
    let number = noted["task"]["number"].as_i64().expect("a number");
    assert_eq!(server.get("/v1/minds/rin/tasks").ok()["tasks"][0]["text"], "oil the hinges");
    assert_eq!(server.get("/v1/minds/kai/tasks").ok()["tasks"], json!([]));
    assert_eq!(server.post(&format!("/v1/minds/kai/tasks/{number}/done"), &json!({})).problem(404), "unknown_task");
    assert_eq!(
        server.post(&format!("/v1/minds/rin/tasks/{number}/done"), &json!({})).ok()["task"]["state"],
        "resolved"
    );
    assert_eq!(server.get("/v1/minds/rin/tasks?state=resolved").ok()["tasks"].as_array().map(Vec::len), Some(1));
    let told = call(&server, None, "task", &json!({ "change": "reopen", "task": "hinges" }));
    assert!(told.to_string().contains("open"), "{told}");
    let told = call(&server, None, "tasks", &json!({}));
    assert!(told.to_string().contains("oil the hinges"), "{told}");
    let dropped = ask_as(&server, None, "DELETE", &format!("/v1/minds/rin/tasks/{number}"), &[], None);
    assert_eq!(dropped.status, 200);
    assert_eq!(server.get("/v1/minds/rin/tasks?state=all").ok()["tasks"], json!([]));
}
