//! What is kept: no file of the memory has a secret in it, whatever field it came in, and what was kept under a name that
//! held one is found by the same name.

mod hook;
mod server;

use std::path::Path;

use hook::Machine;
use omoide_testkit::command::CommandSandbox;
use serde_json::{Value, json};
use server::Serving;

/// A token of its own for every field, so that a failure says where it came from.
fn token(field: &str) -> String {
    format!("ghp_{:x<36}", format!("{field}9Zk3Qf7Lw2Rt8"))
}

/// Every file below a folder, with its bytes.
fn files(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if let Ok(bytes) = std::fs::read(&path) {
            found.push((path.display().to_string(), bytes));
        }
    }
}

#[track_caller]
fn assert_in_no_file(folder: &Path, fields: &[&str]) {
    let mut found = Vec::new();
    files(folder, &mut found);
    assert!(found.iter().any(|(name, _)| name.ends_with("omoide.db")), "there is a store to look through");
    for field in fields {
        let secret = token(field);
        for (name, bytes) in &found {
            let is_there = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!is_there, "the secret of {field} is in {name}");
        }
    }
}

fn handles(answer: &Value) -> usize {
    answer["memories"].as_array().map_or(0, Vec::len)
}

#[test]
fn no_field_of_a_turn_keeps_a_secret_and_the_same_names_find_it_again() {
    let sandbox = CommandSandbox::new();
    let fields = ["said", "reply", "person", "thread", "project", "uid"];
    let [said, reply, person, thread, project, uid] = fields.map(|field| format!("{field} {}", token(field)));
    let line =
        json!({ "said": said, "replied": reply, "person": person, "thread": thread, "project": project, "uid": uid });
    let lines = format!("{line}\n{line}\n{}\n", json!({ "said": "Another.", "person": "person", "thread": "thread" }));
    let told = sandbox.piped(&["remember", "--jsonl", "--json"], lines.as_bytes()).ok();
    let told: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(told[0]["redacted"], json!(["github-token"]), "{}", told[0]);
    assert_eq!(told[1]["outcome"], "already_remembered", "the name that its source gives it still tells: {}", told[1]);
    assert_eq!(told[2].get("redacted"), None);
    for words in [["--person", &person], ["--thread", &thread]] {
        let listed = sandbox.omoide(&["list", words[0], words[1], "--json"]).json();
        assert_eq!(handles(&listed), 1, "{listed}");
    }
    let other = person.replace("9Zk3", "9Zk4");
    assert_eq!(
        handles(&sandbox.omoide(&["list", "--person", &other, "--json"]).json()),
        0,
        "another token is another one"
    );
    let asked =
        ["recall", "said", "--person", &person, "--project", &project, "--thread", &thread, "--own-turns", "--json"];
    let recalled = sandbox.omoide(&asked).json();
    assert_eq!(recalled["hits"].as_array().map(Vec::len), Some(1), "{recalled}");
    assert_in_no_file(sandbox.path(), &fields);
}

#[test]
fn no_field_of_mem0_and_of_the_memory_tool_keeps_a_secret() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights"]);
    let fields = ["user", "agent", "run", "app", "meta", "deep", "word", "path", "page"];
    let [user, agent, run, app, meta, deep, word, path, page] = fields.map(token);
    let added = serving.json(
        "POST",
        "/mem0/memories",
        Some(&json!({
            "messages": "The lamp stands in the hall.", "user_id": user, "agent_id": agent, "run_id": run, "app_id": app,
            "metadata": { "note": meta, "list": [{ "of": { word.as_str(): deep } }], "password": "correct-Horse7battery" },
        })),
    );
    assert_eq!(added["results"][0]["event"], "ADD", "{added}");
    for (name, id) in [("user_id", &user), ("agent_id", &agent), ("run_id", &run), ("app_id", &app)] {
        for filter in [json!({ name: id }), json!({ "filters": { "OR": [{ name: { "in": [id] } }] } })] {
            let found = serving.json("POST", "/mem0/v3/memories/", Some(&filter));
            assert_eq!(found["count"], 1, "{name}: {found}");
        }
        let other = serving.json("POST", "/mem0/v3/memories/", Some(&json!({ name: id.replace("9Zk3", "9Zk4") })));
        assert_eq!(other["count"], 0, "another token is another {name}: {other}");
    }
    let search = json!({ "query": "Where is the lamp?", "user_id": user });
    assert_eq!(serving.json("POST", "/mem0/search", Some(&search))["results"].as_array().map(Vec::len), Some(1));
    let tool = "/v1/minds/default/memory-tool";
    let path = format!("/memories/{path}.md");
    let create =
        json!({ "command": "create", "path": path, "file_text": format!("key: {page}, <private>hush-hush</private>") });
    assert_eq!(serving.json("POST", tool, Some(&create))["is_error"], false);
    let insert = json!({ "command": "insert", "path": path, "insert_line": 1, "insert_text": format!("again {page}") });
    assert_eq!(serving.json("POST", tool, Some(&insert))["is_error"], false);
    let shown = serving.json("POST", tool, Some(&json!({ "command": "view", "path": path })));
    assert!(shown["content"].as_str().is_some_and(|text| text.contains("again [redacted:github-token]")), "{shown}");
    serving.kill();
    assert_in_no_file(sandbox.path(), &fields);
    let bytes = std::fs::read(sandbox.store()).expect("the store");
    for private in ["hush-hush", "correct-Horse7battery"] {
        assert!(!bytes.windows(private.len()).any(|part| part == private.as_bytes()), "{private}");
    }
    let refused = sandbox.omoide(&["keys", "create", &token("key")]).fails(1);
    assert!(refused.contains("contains a secret (github-token)") && !refused.contains(&token("key")), "{refused}");
    let deleted = sandbox.omoide(&["undo", "--page", &path]).ok();
    assert!(!deleted.contains("again"), "the page is found by its path: {deleted}");
}

#[test]
fn whoever_has_a_secret_remembered_is_told_what_was_taken_out() {
    let sandbox = CommandSandbox::new();
    let text = format!("The deploy token is {}, and the cat is grey.", token("said"));
    let told = sandbox.omoide(&["remember", &text]);
    assert!(told.err.contains("secrets were removed before it was stored: github-token"), "{}", told.err);
    assert!(!told.all().contains(&token("said")));
    let text = text.replace("cat", "dog");
    let japanese = sandbox.with(&[("LANG", "ja_JP.UTF-8")], &["remember", &text]);
    assert!(japanese.err.contains("秘密情報を取り除いてから覚えました：github-token"), "{}", japanese.err);
    let harmless = sandbox.omoide(&["remember", "The cow is brown."]);
    assert_eq!(harmless.err, "");
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                       "params": { "name": "remember", "arguments": { "text": text.replace("dog", "hen") } } });
    let answered = sandbox.piped(&["mcp"], format!("{call}\n").as_bytes()).ok();
    assert!(answered.contains("Secrets were removed before it was stored: github-token"), "{answered}");
}

#[test]
fn a_hook_logs_the_kinds_of_secrets_and_keeps_none_of_them() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    session.begins("startup");
    session.asks(&format!("The deploy token is {}, and the cat is grey.", token("asked")));
    session.answers("I will remember that.");
    session.ends();
    machine.settle();
    assert_eq!(machine.memories("default").len(), 1);
    assert!(machine.log().contains("was stored: github-token"), "{}", machine.log());
    assert_in_no_file(&machine.data(), &["asked"]);
}
