//! What leaves the machine: no request to a provider has a secret or a private part in it, whatever command makes it.

mod claude;
mod hook;
mod server;

use std::io::Write;
use std::process::Stdio;

use hook::Machine;
use omoide_testkit::fake_provider::{FakeProvider, KEY};
use serde_json::{Value, json};
use server::Serving;

/// A text with a word that may be sent, and a token and a private part that may not.
fn poisoned(word: &str) -> String {
    format!(
        "The {word} is green. My token is {}, <private>{}</private> and the sea is calm.",
        token(word),
        hidden(word)
    )
}

/// A token of its own for every word, so that a failure says where it came from.
fn token(word: &str) -> String {
    format!("ghp_{:x<36}", format!("{word}9Zk3Qf7Lw2Rt8"))
}

fn hidden(word: &str) -> String {
    format!("unspoken-{word}")
}

/// A machine whose language model and embedder are both a provider's.
fn machine_with(fake: &FakeProvider) -> Machine {
    let machine = Machine::new();
    std::fs::create_dir_all(machine.data().join("keys")).expect("a folder");
    let key = machine.data().join("keys/compatible");
    std::fs::write(&key, KEY).expect("written");
    let (url, key) = (format!("{}/v1", fake.address()), key.to_str().expect("a path"));
    let words = ["provider", "use", "compatible", "--base-url", &url, "--model", "small-1", "--key-file", key];
    machine.omoide(&words);
    machine.omoide(&[&words[..], &["--embedding"]].concat());
    machine
}

/// Everything that the provider was sent, one body a line.
fn sent(fake: &FakeProvider) -> String {
    fake.asked().iter().map(|request| format!("{}\n", request.body)).collect()
}

/// Asserts that the words were sent, and neither the token nor the private part beside any of them.
#[track_caller]
fn assert_sent_clean(fake: &FakeProvider, words: &[&str]) {
    let sent = sent(fake);
    for word in words {
        assert!(sent.contains(&format!("The {word} is green")), "{word} was never sent, so nothing is shown by this");
        for kept in [token(word), hidden(word)] {
            let at = sent.find(&kept).map(|at| at.saturating_sub(200));
            assert!(at.is_none(), "{kept} was sent: {}", sent.get(at.unwrap_or(0)..).unwrap_or_default());
        }
    }
}

/// A message of MCP, answered by `omoide mcp`.
fn mcp(machine: &Machine, tool: &str, arguments: &Value) {
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                       "params": { "name": tool, "arguments": arguments } });
    let mut command = machine.command(&["mcp", "--tools", "full"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command runs");
    writeln!(child.stdin.take().expect("a pipe"), "{call}").expect("written");
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("\"isError\":false"), "{said}");
}

#[test]
fn what_is_searched_for_is_sent_without_secrets_and_private_parts() {
    let fake = FakeProvider::start();
    let machine = machine_with(&fake);
    machine.omoide(&["remember", "The lamp stands in the hall."]);
    machine.omoide(&["reembed"]);
    machine.omoide(&["recall", &poisoned("lamp")]);
    machine.omoide(&["recall", "--profile", "resonance", &poisoned("letter")]);
    machine.omoide(&["recall", "--plan", &poisoned("plan")]);
    machine.omoide(&["recall", &poisoned("train").replace("calm", "calm since last week")]);
    machine.omoide(&["conversations", &poisoned("talk")]);
    machine.omoide(&["provider", "judge", &poisoned("judge"), &poisoned("statement")]);
    mcp(&machine, "recall", &json!({ "query": poisoned("tool") }));
    let serving = Serving::spawned(machine.command(&["serve", "--listen", "127.0.0.1:0", "--no-nights"]));
    // A hook that a server answers searches as the server does. Its prompt is cut in the middle: what closes a private part
    // may be all that is left of it.
    let pasted = "x ".repeat(2_000);
    let long = format!("{} {pasted} <private>{pasted} {}</private>", poisoned("start"), hidden("start"));
    for prompt in [poisoned("hook"), long] {
        let sent = json!({ "session_id": "s1", "cwd": machine.home(), "prompt": prompt });
        serving.json("POST", "/hooks/user-prompt-submit", Some(&sent));
    }
    serving.json("POST", "/v1/minds/default/recall", Some(&json!({ "query": poisoned("http") })));
    let search = json!({ "query": poisoned("mem"), "user_id": "me" });
    serving.json("POST", "/mem0/search", Some(&search));
    serving.json("POST", "/mem0/v3/memories/search/", Some(&search));
    let words = ["lamp", "letter", "plan", "train", "judge", "statement", "tool", "hook", "start", "http", "mem"];
    assert_sent_clean(&fake, &words);
    assert!(!sent(&fake).contains(&hidden("talk")), "looking through conversations asks nobody");
}

#[test]
fn what_is_remembered_is_sent_without_secrets_and_private_parts() {
    let fake = FakeProvider::start();
    let machine = machine_with(&fake);
    machine.omoide(&["remember", &poisoned("door"), "--reply", &poisoned("reply")]);
    mcp(&machine, "remember", &json!({ "text": poisoned("tool") }));
    let host = machine.home().join("other-host");
    claude::Session::new("s7", "/srv/garden").turn(&poisoned("import"), &poisoned("answer")).write(&host, 5);
    machine.omoide(&["import", "claude-code", host.to_str().expect("a path")]);
    let mut session = machine.session("s1", "garden");
    session.asks(&poisoned("hook"));
    session.answers(&poisoned("replied"));
    session.ends();
    machine.settle();
    {
        let serving = Serving::spawned(machine.command(&["serve", "--listen", "127.0.0.1:0", "--no-nights"]));
        let turn = json!({ "said": poisoned("http"), "replied": "yes" });
        let kept = serving.json("POST", "/v1/minds/default/turns", Some(&turn));
        let path = format!("/v1/minds/default/memories/{}", kept["id"].as_str().expect("an id"));
        serving.json("PATCH", &path, Some(&json!({ "trigger": poisoned("edit") })));
        let added = json!({ "messages": poisoned("mem"), "user_id": "alex" });
        serving.json("POST", "/mem0/memories", Some(&added));
    }
    machine.omoide(&["reembed"]);
    machine.command(&["sleep"]).env("OMOIDE_NOW", "2026-01-22T09:00:00+09:00").output().expect("it runs");
    machine.omoide(&["reembed"]);
    let words = ["door", "reply", "tool", "import", "answer", "hook", "replied", "http", "edit", "mem"];
    assert_sent_clean(&fake, &words);
}

#[test]
fn what_an_earlier_version_stored_in_clear_is_not_sent_either() {
    let fake = FakeProvider::start();
    let machine = machine_with(&fake);
    machine.omoide(&["remember", "The lamp stands in the hall, and the sea is calm."]);
    machine.omoide(&["remember", "The boat lies in the harbour, and the sea is calm."]);
    let store = rusqlite::Connection::open(machine.data().join("omoide.db")).expect("the store opens");
    for (memory, word) in [(1, "lamp"), (2, "boat")] {
        let set = "UPDATE texts SET \"trigger\" = ?1 WHERE memory = ?2";
        assert_eq!(store.execute(set, (poisoned(word), memory)).expect("written"), 1);
    }
    drop(store);
    machine.omoide(&["reembed"]);
    let night = machine.command(&["sleep"]).env("OMOIDE_NOW", "2026-01-22T09:00:00+09:00").output().expect("it runs");
    assert!(night.status.success(), "{}", String::from_utf8_lossy(&night.stderr));
    assert_sent_clean(&fake, &["lamp", "boat"]);
    let asked: Vec<Value> = fake.asked().iter().map(|request| request.json()).collect();
    assert!(asked.iter().any(|body| body["input"].to_string().contains("lamp")), "it was embedded");
    assert!(asked.iter().any(|body| body["messages"].to_string().contains("lamp")), "it was understood");
}
