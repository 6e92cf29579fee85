//! Hooks of hosts where a server runs: answered by it, and by themselves as soon as it does not answer.

mod sandbox;
mod server;

use std::io::{Read, Write};
use std::net::TcpListener;

use sandbox::{Answer, Sandbox};
use serde_json::{Value, json};
use server::Serving;

const QUESTION: &str = "Which database did we decide to use for the store?";

fn prompt(sandbox: &Sandbox, session: &str) -> Answer {
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
fn with_memories() -> Sandbox {
    let sandbox = Sandbox::with_memories();
    std::fs::write(sandbox.file("omoide.toml"), "[sleep]\ncatch_up = false\n").expect("a configuration");
    sandbox
}

fn context(answer: Answer) -> String {
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
