//! Whatever is sent to any route, the server answers as its documentation says, and never fails.

mod client;

use std::io::{Read, Write};
use std::net::Shutdown;

use client::routes::{ROUTES, filled};
use client::{Answer, Running};
use omoide_testkit::scale;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

/// A server with a little in it. One for all that is sent, so that what one request leaves behind meets the next.
fn server() -> Running {
    let server = Running::new();
    for said in ["The boiler is serviced every May.", "鍵は青い箱の中にある。"] {
        server.post("/v1/minds/default/turns", &json!({ "said": said, "thread": "t" })).ok();
    }
    server
}

/// Tries a claim with many values.
fn try_out<S: Strategy>(values: S, claim: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = ProptestConfig { cases: scale::cases(20_000), failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config).run(&values, claim).unwrap_or_else(|error| panic!("{error}"));
}

/// What stands in the places of paths, in questions and in headers.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        select(
            &["default", "other", "mem_20260301_001", "mem_", "2026-03-01", "0", "-1", "1e999", "true", "episode"][..]
        )
        .prop_map(str::to_owned),
        ".{0,12}",
        "[a-z_/.%]{0,80}",
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (-2_i64..9).prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(field(), inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Names of fields, most of them known somewhere.
fn field() -> impl Strategy<Value = String> {
    let known = [
        "said",
        "replied",
        "at",
        "thread",
        "uid",
        "person",
        "turns",
        "query",
        "limit",
        "profile",
        "since",
        "until",
        "gate",
        "explain",
        "block",
        "helped",
        "to",
        "type",
        "trigger",
        "content",
        "dry_run",
        "date",
        "command",
        "path",
        "file_text",
        "view_range",
        "insert_line",
        "jsonrpc",
        "id",
        "method",
        "params",
        "messages",
        "role",
        "user_id",
        "filters",
        "AND",
        "metadata",
        "prompt",
        "session_id",
        "cwd",
        "hook_event_name",
        "transcript_path",
    ];
    prop_oneof![9 => select(known.to_vec()).prop_map(str::to_owned), 1 => ".{0,8}"]
}

fn question() -> impl Strategy<Value = String> {
    let names =
        ["limit", "cursor", "kind", "level", "since", "order", "containing", "depth", "protected", "user_id", "x"];
    let pair = (select(names.to_vec()), word());
    prop::collection::vec(pair, 0..4).prop_map(|pairs| {
        let encoded =
            |(name, value): (&str, String)| format!("{name}={}", utf8_percent_encode(&value, NON_ALPHANUMERIC));
        pairs.into_iter().map(encoded).collect::<Vec<_>>().join("&")
    })
}

/// What every answer must be.
fn check(answer: &Answer) -> Result<(), TestCaseError> {
    prop_assert!((200..500).contains(&answer.status), "{:?}", answer);
    if answer.status >= 400 && !answer.head.contains("jsonrpc") && answer.head.contains("problem+json") {
        let problem = answer.json();
        prop_assert_eq!(&problem["status"], answer.status);
        prop_assert!(problem["code"].is_string() && problem["request_id"].is_string(), "{}", problem);
    }
    prop_assert!(answer.head.contains("x-request-id: "), "{:?}", answer);
    Ok(())
}

#[test]
fn any_json_to_any_route_is_answered() {
    let server = server();
    let words = prop::collection::vec(word(), 2);
    let requests = (any::<Index>(), words, question(), prop::option::of(any_json()));
    try_out(requests, |(route, words, question, body)| {
        let (method, path) = route.get(&ROUTES);
        let path = format!("{}?{question}", filled(path, &words));
        check(&server.ask(method, &path, &[], body.as_ref()))
    });
}

#[test]
fn any_bytes_to_any_route_are_answered() {
    let server = server();
    let media_types = ["application/json", "application/x-ndjson", "text/plain", "application/cloudevents+json"];
    let body = prop::collection::vec(any::<u8>(), 0..400);
    let requests = (any::<Index>(), prop::collection::vec(word(), 2), select(media_types.to_vec()), body);
    try_out(requests, |(route, words, media_type, body)| {
        let (method, path) = route.get(&ROUTES);
        let head = format!(
            "{method} {} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: {media_type}\r\n\
             content-length: {}\r\n\r\n",
            filled(path, &words),
            body.len()
        );
        check(&server.raw(&[head.as_bytes(), &body].concat()))
    });
}

#[test]
fn a_request_with_any_bytes_changed_harms_nobody() {
    let server = server();
    let body = json!({ "said": "A turn that is damaged on its way." }).to_string();
    let whole = format!(
        "POST /v1/minds/default/turns HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\
         content-type: application/json\r\nconnection: close\r\n\r\n{:x}\r\n{body}\r\n0\r\n\r\n",
        body.len()
    );
    let damage = (prop::collection::vec((any::<Index>(), any::<u8>()), 1..12), prop::option::of(any::<Index>()));
    try_out(damage, |(changes, cut)| {
        let mut bytes = whole.clone().into_bytes();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let mut stream = server.connect();
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        prop_assert!(!answer.starts_with("HTTP/1.1 5"), "{}", answer);
        server.get("/health").ok();
        Ok(())
    });
}
