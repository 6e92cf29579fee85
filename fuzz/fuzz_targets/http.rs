//! Whatever is sent to any route of a server that runs, it answers as its documentation says, and never fails.

#![no_main]

#[path = "../../crates/server/tests/client/mod.rs"]
mod client;
mod sent;

use std::cell::RefCell;
use std::sync::LazyLock;

use client::Running;
use client::routes::{ROUTES, filled};
use libfuzzer_sys::arbitrary::{Result, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sent::Vocabulary;
use serde_json::json;

/// After how many requests a server is left for a new one, so that what is found does not take long to find again.
const REQUESTS_PER_SERVER: u32 = 2_000;

const MEDIA_TYPES: [&str; 5] =
    ["application/json", "application/json", "application/x-ndjson", "text/plain", "application/cloudevents+json"];

/// What the routes of others take beside what our own document tells.
const NAMES: [&str; 22] = [
    "jsonrpc",
    "id",
    "method",
    "params",
    "arguments",
    "messages",
    "role",
    "content",
    "user_id",
    "agent_id",
    "run_id",
    "filters",
    "AND",
    "OR",
    "NOT",
    "metadata",
    "infer",
    "top_k",
    "gte",
    "prompt",
    "session_id",
    "hook_event_name",
];

const WORDS: [&str; 14] = [
    "default",
    "other",
    "mem_20260301_001",
    "mem_",
    "2026-03-01",
    "2.0",
    "tools/call",
    "initialize",
    "user",
    "1e999",
    "/memories",
    "/memories/a.md",
    "t",
    "*",
];

static VOCABULARY: LazyLock<Vocabulary> =
    LazyLock::new(|| Vocabulary::of(&omoide_server::http::openapi_document(), &NAMES, &WORDS));

thread_local! {
    static SERVER: RefCell<Option<(Running, u32)>> = const { RefCell::new(None) };
}

fn server() -> Running {
    let server = Running::new();
    for said in ["The boiler is serviced every May.", "鍵は青い箱の中にある。"] {
        server.post("/v1/minds/default/turns", &json!({ "said": said, "thread": "t" })).ok();
    }
    server
}

/// A request, as its bytes.
fn request(bytes: &mut Unstructured<'_>) -> Result<Vec<u8>> {
    let (method, path) = bytes.choose(&ROUTES)?;
    let words = [VOCABULARY.word(bytes)?, VOCABULARY.word(bytes)?];
    let mut path = filled(path, &words);
    for number in 0..bytes.int_in_range(0..=3)? {
        let value = VOCABULARY.word(bytes)?;
        let name = VOCABULARY.name(bytes)?;
        path.push(if number == 0 { '?' } else { '&' });
        path.push_str(&utf8_percent_encode(&name, NON_ALPHANUMERIC).to_string());
        path.push('=');
        path.push_str(&utf8_percent_encode(&value, NON_ALPHANUMERIC).to_string());
    }
    let media_type = bytes.choose(&MEDIA_TYPES)?;
    let body = match bytes.int_in_range(0..=7)? {
        0 => Vec::new(),
        1 => bytes.arbitrary()?,
        2 => VOCABULARY.value(bytes)?.to_string().into_bytes(),
        _ => json!(VOCABULARY.object(bytes)?).to_string().into_bytes(),
    };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: {media_type}\r\n\
         content-length: {}\r\n\r\n",
        body.len()
    );
    Ok([head.as_bytes(), &body].concat())
}

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(request) = request(&mut Unstructured::new(bytes)) else { return Corpus::Reject };
    SERVER.with_borrow_mut(|running| {
        if running.as_ref().is_none_or(|(_, requests)| *requests >= REQUESTS_PER_SERVER) {
            *running = Some((server(), 0));
        }
        let (server, requests) = running.as_mut().expect("it was made");
        *requests += 1;
        let answer = server.raw(&request);
        assert!((200..500).contains(&answer.status), "{answer:?}");
        assert!(answer.head.contains("x-request-id: "), "{answer:?}");
        if answer.head.contains("problem+json") {
            let problem = answer.json();
            assert_eq!(problem["status"], answer.status);
            assert!(problem["code"].is_string() && problem["request_id"].is_string(), "{problem}");
        }
    });
    Corpus::Keep
});
