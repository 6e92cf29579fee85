//! A memory, a recall, a silence, a history and a night have one JSON, whoever is asked: the command, HTTP or MCP. MCP
//! leaves out what an agent has no use for; what it does tell is the same.

mod server;

use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};
use server::Serving;

const MEMORY: &str = "mem_20260120_001";
const NIGHT: &str = "2026-01-22T09:00:00+09:00";
const NOW: &str = "2026-01-24T09:00:00+09:00";
const QUESTION: &str = "Why did we decide to use SQLite?";
const ELSEWHERE: &str = "quantum chromodynamics lattice";

struct Asked {
    sandbox: CommandSandbox,
    serving: Serving,
}

impl Asked {
    fn new() -> Self {
        let sandbox = CommandSandbox::with_memories();
        sandbox.omoide(&["link", MEMORY, "mem_20260120_003", "--type", "continues"]).ok();
        sandbox.at(NIGHT, &["sleep"]).ok();
        let mut command = sandbox.command(&["serve", "--listen", "127.0.0.1:0", "--no-nights"]);
        command.env("OMOIDE_NOW", NOW);
        let serving = Serving::spawned(command);
        Self { sandbox, serving }
    }

    fn command(&self, arguments: &[&str]) -> Value {
        self.sandbox.at(NOW, &[arguments, &["--json"]].concat()).json()
    }

    fn http(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = (method == "POST").then_some(body);
        self.serving.json(method, &format!("/v1/minds/default/{path}"), body)
    }

    /// What a tool answers, from `omoide mcp` as a host starts it.
    fn mcp(&self, tool: &str, arguments: &Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let mut command = self.sandbox.command(&["mcp", "--tools", "full", "--set", "sleep.catch_up=false"]);
        let mut child = command
            .env("OMOIDE_NOW", NOW)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("the command runs");
        std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), format!("{message}\n").as_bytes())
            .expect("written");
        let output = child.wait_with_output().expect("it ends");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        serde_json::from_str(answer["result"]["content"][0]["text"].as_str().expect("a text")).expect("JSON")
    }
}

/// Every field of a part is a field of the whole, with the same value.
#[track_caller]
fn assert_part(part: &Value, whole: &Value) {
    match (part, whole) {
        (Value::Object(fields), Value::Object(all)) => {
            for (name, value) in fields {
                assert_part(value, all.get(name).unwrap_or_else(|| panic!("{name} is not in {whole}")));
            }
        }
        (Value::Array(members), Value::Array(all)) => {
            assert_eq!(members.len(), all.len(), "{part} {whole}");
            members.iter().zip(all).for_each(|(member, one)| assert_part(member, one));
        }
        _ => assert_eq!(part, whole),
    }
}

#[test]
fn a_memory_is_told_in_one_form() {
    let asked = Asked::new();
    let shown = asked.command(&["show", MEMORY]);
    assert_eq!(shown, asked.http("GET", &format!("memories/{MEMORY}"), &Value::Null));
    assert_eq!(shown["memory"]["handle"], MEMORY);
    assert_eq!(shown["memory"], asked.command(&["read", MEMORY])["memory"]);
    let listed = asked.command(&["list", "--oldest-first"])["memories"].clone();
    assert_eq!(listed, asked.http("GET", "memories?order=oldest", &Value::Null)["memories"]);
    assert_eq!(listed[0], shown["memory"]);
    // An agent reads the words apart, in parts if they are many.
    let read = asked.mcp("read", &json!({ "id": MEMORY }));
    assert_part(&read["memory"], &shown["memory"]);
    let left_out: Vec<&String> = shown["memory"]
        .as_object()
        .expect("an object")
        .keys()
        .filter(|name| read["memory"].get(name).is_none())
        .collect();
    assert_eq!(left_out, ["content", "trigger"]);
}

#[test]
fn what_comes_to_mind_and_silence_are_told_in_one_form() {
    let asked = Asked::new();
    let recalled = asked.command(&["recall", QUESTION, "--no-mark"]);
    assert_eq!(recalled, asked.http("POST", "recall", &json!({ "query": QUESTION, "mark": false })));
    assert!(!recalled["hits"].as_array().expect("hits").is_empty() && recalled["related"][0]["shown"].is_object());
    let explained = asked.command(&["recall", QUESTION, "--no-mark", "--explain"]);
    let wish = json!({ "query": QUESTION, "mark": false, "explain": true });
    assert_eq!(explained, asked.http("POST", "recall", &wish));
    let block = asked.command(&["recall", QUESTION, "--no-mark", "--block"]);
    assert_eq!(block, asked.http("POST", "recall", &json!({ "query": QUESTION, "mark": false, "block": true })));
    let told = asked.mcp("recall", &json!({ "query": QUESTION }));
    assert_part(&told, &recalled);
    assert_eq!(told["hits"][0]["memory"]["handle"], MEMORY);

    let silence = asked.command(&["recall", ELSEWHERE, "--no-mark"]);
    assert_eq!(silence["silence"], "nothing_relevant");
    assert_eq!(silence, asked.http("POST", "recall", &json!({ "query": ELSEWHERE, "mark": false })));
    let told = asked.mcp("recall", &json!({ "query": ELSEWHERE }));
    assert_eq!((&told["hits"], &told["silence"]), (&json!([]), &json!("nothing_relevant")));
    // An agent is also told what not to make of it.
    assert!(told["note"].as_str().is_some_and(|note| note.contains("does not mean that it was never said")), "{told}");
}

#[test]
fn a_history_is_told_in_one_form() {
    let asked = Asked::new();
    let history = asked.command(&["history", MEMORY]);
    assert_eq!(history, asked.http("GET", &format!("memories/{MEMORY}/history"), &Value::Null));
    assert!(history["events"].as_array().expect("events").iter().any(|event| event["what"] == "faded"));
    assert_part(&asked.mcp("history", &json!({ "id": MEMORY })), &history);
}

#[test]
fn a_night_is_told_in_one_form() {
    let asked = Asked::new();
    let nights = asked.command(&["sleep", "--dry-run"]);
    assert_eq!(nights, asked.http("POST", "nights", &json!({ "dry_run": true })));
    assert_eq!(nights["nights"].as_array().map(Vec::len), Some(2));
    assert_part(&asked.mcp("sleep", &json!({})), &nights);
    let status = asked.command(&["sleep", "status"]);
    assert_eq!(status, asked.http("GET", "nights", &Value::Null));
    let told = asked.mcp("sleep_status", &json!({}));
    for name in ["nights", "due", "next"] {
        assert_part(&told[name], &status[name]);
    }
}

#[test]
fn what_a_text_reminds_of_is_told_in_one_form() {
    let asked = Asked::new();
    asked.sandbox.at(NOW, &["remember", "The greenhouse heater was repaired by Rosa.", "--person", "Ben"]).ok();
    asked.sandbox.at(NOW, &["remember", "Rosa plays the cello. ラケットを買った。"]).ok();
    let wish = json!({ "text": "greenhouse", "far": true, "limit": 5 });
    let answer = asked.command(&["associate", "greenhouse", "--far", "--limit", "5"]);
    assert_eq!(answer, asked.http("POST", "associate", &wish));
    assert_eq!(answer, asked.mcp("associate", &wish));
    let concepts = |sort: &str| {
        answer[sort].as_array().expect("a list").iter().map(|one| one["concept"].clone()).collect::<Vec<_>>()
    };
    assert!(concepts("near").contains(&json!("Rosa")), "{answer}");
    assert!(concepts("far").contains(&json!("ラケット")) || concepts("far").contains(&json!("cello")), "{answer}");
    let unheard = json!({ "text": "greenhouse", "heard_by": "nobody" });
    let nothing = asked.command(&["associate", "greenhouse", "--heard-by", "nobody"]);
    assert_eq!(nothing, asked.http("POST", "associate", &unheard));
    assert_part(&nothing, &asked.mcp("associate", &unheard));
    assert!(nothing["near"].as_array().is_some_and(Vec::is_empty));
}
