//! A stand-in for the Messages API that answers a host's requests with one sentence, streamed as the real one does, and
//! keeps what it was sent.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

/// What it answers.
const ANSWER: &str = "Understood.";

/// A Messages API on this machine, as long as the test runs.
pub struct FakeMessages {
    address: String,
    asked: Arc<Mutex<Vec<Value>>>,
}

impl Default for FakeMessages {
    fn default() -> Self {
        Self::start()
    }
}

impl FakeMessages {
    /// Starts it at a port that is free.
    ///
    /// # Panics
    /// When this machine has no port left.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&asked);
        // The thread ends with the process: a test has no other way to stop waiting for callers.
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || serve(stream, &kept));
            }
        });
        Self { address, asked }
    }

    /// Where it is.
    pub fn url(&self) -> &str {
        &self.address
    }

    /// The bodies of the requests since the last call, in their order.
    pub fn take(&self) -> Vec<Value> {
        std::mem::take(&mut *self.asked.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Answers the requests of a connection until it is closed.
fn serve(mut stream: TcpStream, asked: &Mutex<Vec<Value>>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    loop {
        let (path, body) = request(&mut reader)?;
        let (kind, text) = answer(&path, &body);
        if path.starts_with("/v1/messages") && !path.contains("count_tokens") {
            asked.lock().unwrap_or_else(PoisonError::into_inner).push(body);
        }
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n", text.len());
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(text.as_bytes())).ok()?;
    }
}

/// The path of a request, and its body; null where it has none.
fn request(reader: &mut impl BufRead) -> Option<(String, Value)> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|length| *length > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((path, serde_json::from_slice(&body).unwrap_or_default()))
}

/// The kind of the answer, and the answer.
fn answer(path: &str, body: &Value) -> (&'static str, String) {
    if !path.starts_with("/v1/messages") {
        return ("application/json", "{}".to_owned());
    }
    if path.contains("count_tokens") {
        return ("application/json", json!({ "input_tokens": 1_000 }).to_string());
    }
    let message = |content: Value, stop: Value| {
        json!({
            "id": "msg_test", "type": "message", "role": "assistant", "model": body["model"], "content": content,
            "stop_reason": stop, "stop_sequence": null, "usage": { "input_tokens": 1_000, "output_tokens": 3 },
        })
    };
    if body["stream"] != true {
        return (
            "application/json",
            message(json!([{ "type": "text", "text": ANSWER }]), json!("end_turn")).to_string(),
        );
    }
    let events = [
        json!({ "type": "message_start", "message": message(json!([]), Value::Null) }),
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": ANSWER } }),
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({
            "type": "message_delta", "delta": { "stop_reason": "end_turn", "stop_sequence": null },
            "usage": { "output_tokens": 3 },
        }),
        json!({ "type": "message_stop" }),
    ];
    let line = |event: Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default());
    ("text/event-stream", events.into_iter().map(line).collect())
}
