//! Hooks of hosts where a server runs: answered by it, and by themselves as soon as it does not answer.

mod server;

use std::io::{Read, Write};
use std::net::TcpListener;

use omoide_testkit::command::{CommandAnswer, CommandSandbox};
use serde_json::{Value, json};
use server::Serving;

const QUESTION: &str = "Which database did we decide to use for the store?";

fn prompt(sandbox: &CommandSandbox, session: &str) -> CommandAnswer {
    let sent = json!({
        "session_id": session,
        "cwd": sandbox.path(),
        "hook_event_name": "UserPromptSubmit",
        "prompt": QUESTION,
    });
    let mut command = sandbox.command(&["hook", "user-prompt-submit"]);
    command.env_remove("OMOIDE_NOW").env_remove("OMOIDE_SEED");
    sandbox.run(command, Some(sent.to_string().as_bytes()))
}

/// Memories of a day long past, which no night is to change while the test looks at them.
fn with_memories() -> CommandSandbox {
    let sandbox = CommandSandbox::with_memories();
    std::fs::write(sandbox.file("omoide.toml"), "[sleep]\ncatch_up = false\n").expect("a configuration");
    sandbox
}

fn context(answer: CommandAnswer) -> String {
    let value: Value = serde_json::from_str(&answer.ok()).expect("JSON");
    value["hookSpecificOutput"]["additionalContext"].as_str().expect("a text").to_owned()
}

fn hooks_answered(serving: &Serving) -> usize {
    let (_, text) = serving.ask("GET", "/metrics", None).expect("figures");
    let line = text.lines().find(|line| line.starts_with("omoide_requests_total{route=\"hook\",status=\"200\"}"));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0)
}

#[test]
fn a_server_answers_and_without_it_the_answer_is_the_same() {
    let sandbox = with_memories();
    let alone = context(prompt(&sandbox, "s1"));
    assert!(alone.contains("SQLite"), "{alone}");
    let serving = Serving::start(&sandbox, &["--no-nights"]);
    // On a busy machine a server may be too slow for a hook, which then answers itself; the answer is the same.
    let mut session = 1;
    while hooks_answered(&serving) == 0 {
        session += 1;
        assert_eq!(context(prompt(&sandbox, &format!("s{session}"))), alone);
    }
    // What a session was shown is not shown again, whoever showed it; asked of the server itself, which has time.
    for shown in ["s1".to_owned(), format!("s{session}")] {
        let sent = json!({ "session_id": shown, "cwd": sandbox.path(), "prompt": QUESTION });
        assert_eq!(serving.json("POST", "/hooks/user-prompt-submit", Some(&sent)), json!({}));
    }
    assert!(serving.terminate().success());
    assert!(!sandbox.file("server.json").exists());
    assert_eq!(context(prompt(&sandbox, "last")), alone);
}

#[test]
fn a_server_that_was_killed_or_says_nonsense_is_done_without() {
    let sandbox = with_memories();
    Serving::start(&sandbox, &["--no-nights"]).kill();
    let told = std::fs::read_to_string(sandbox.file("server.json")).expect("a killed server takes nothing back");
    assert!(context(prompt(&sandbox, "s1")).contains("SQLite"));
    let nonsense: [&[u8]; 4] = [
        b"",
        b"HTTP/1.1 500 Internal Server Error\r\ncontent-length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{\"hookSpecificOutput\"",
        b"\xff\xfe\x00nonsense",
    ];
    for (number, bytes) in nonsense.into_iter().enumerate() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let mut value: Value = serde_json::from_str(&told).expect("JSON");
        value["address"] = json!(listener.local_addr().expect("an address"));
        std::fs::write(sandbox.file("server.json"), value.to_string()).expect("written");
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                let (mut stream, _) = listener.accept().expect("a connection");
                let mut buffer = [0; 4096];
                let _ = stream.read(&mut buffer);
                let _ = stream.write_all(bytes);
            });
            prompt(&sandbox, &format!("n{number}"))
        });
        assert!(context(answer).contains("SQLite"), "{number}");
    }
    std::fs::write(sandbox.file("server.json"), "{").expect("written");
    assert!(context(prompt(&sandbox, "s2")).contains("SQLite"));
}

#[test]
fn a_host_can_ask_the_server_itself() {
    let sandbox = with_memories();
    let serving = Serving::start(&sandbox, &["--no-nights"]);
    let sent = json!({ "session_id": "h1", "prompt": "Which database did we decide to use for the store?" });
    let answer = serving.json("POST", "/hooks/user-prompt-submit", Some(&sent));
    assert!(answer["hookSpecificOutput"]["additionalContext"].as_str().is_some_and(|text| text.contains("SQLite")));
    let silent = json!({ "session_id": "h1", "prompt": "mitochondria in yeast" });
    assert_eq!(serving.json("POST", "/hooks/user-prompt-submit", Some(&silent)), json!({}));
    assert_eq!(serving.ask("POST", "/hooks/worker", Some(&sent)).expect("an answer").0, 422);
}

/// The entry for a host's settings that the documentation shows.
fn documented_entry() -> Value {
    let page = include_str!("../../../docs/server.md");
    let entry = page.split("```json\n").skip(1).find(|block| block.contains("\"type\": \"http\"")).expect("an entry");
    serde_json::from_str(entry.split("```").next().expect("its end")).expect("JSON")
}

#[test]
fn a_host_that_is_set_up_as_documented_is_answered_as_it_wants() {
    let sandbox = with_memories();
    let key = sandbox.omoide(&["keys", "create", "hooks"]).ok();
    let serving = Serving::start(&sandbox, &["--no-nights"]);
    let entry = documented_entry();
    let hook = &entry["hooks"]["UserPromptSubmit"][0]["hooks"][0];
    let url = hook["url"].as_str().expect("a URL");
    let header = hook["headers"]["Authorization"].as_str().expect("a header").replace("$OMOIDE_KEY", key.trim());
    // All that a host sends with a prompt.
    let sent = json!({
        "session_id": "5f2c7f0e-1f0a-4d0e-9d6c-2f6a1f3f7a10",
        "prompt_id": "p-1",
        "transcript_path": sandbox.file("transcript.jsonl"),
        "cwd": sandbox.path(),
        "permission_mode": "default",
        "hook_event_name": "UserPromptSubmit",
        "prompt": QUESTION,
    });
    let ask = |header: &str, sent: &Value| {
        let body = sent.to_string();
        let mut stream = std::net::TcpStream::connect(serving.address()).expect("a connection");
        write!(
            stream,
            "POST {} HTTP/1.1\r\nhost: 127.0.0.1:8777\r\nconnection: close\r\nauthorization: {header}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            url.strip_prefix("http://127.0.0.1:8777").expect("the usual address"),
            body.len()
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.contains("content-type: application/"), "{head}");
        (head[9..12].to_owned(), serde_json::from_str::<Value>(body).expect("an object"))
    };
    let (status, answer) = ask(&header, &sent);
    assert_eq!(status, "200", "{answer}");
    let told = &answer["hookSpecificOutput"];
    assert_eq!(told["hookEventName"], "UserPromptSubmit");
    assert!(told["additionalContext"].as_str().is_some_and(|text| text.contains("SQLite")), "{answer}");
    // What it was shown once it is not shown again; a command to the host is none of ours.
    assert_eq!(ask(&header, &sent), ("200".to_owned(), json!({})));
    let mut command = sent.clone();
    command["prompt"] = json!("/clear");
    assert_eq!(ask(&header, &command), ("200".to_owned(), json!({})));
    assert_eq!(ask("Bearer omo_wrong", &sent).0, "401");
}
