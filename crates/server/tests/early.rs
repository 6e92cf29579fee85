//! Requests that are refused before they were read: the answer arrives, and says whether the connection goes on.

mod client;

use std::io::{BufReader, Read, Write};

use client::{Running, read};
use omoide_server::keys::Right;

/// More than any buffer of a connection holds, so that the refusal comes while the body is still on its way.
const BODY_BYTES: usize = 8 * 1024 * 1024;

/// Sends a request with a large body as a simple client does, which reads only when all is sent.
fn with_body(server: &Running, head: &str) -> client::Answer {
    let mut stream = server.connect();
    write!(stream, "{head}\r\ncontent-type: application/json\r\ncontent-length: {BODY_BYTES}\r\n\r\n").expect("sent");
    stream.write_all(&vec![b'x'; BODY_BYTES]).expect("the rest is taken, and thrown away");
    read(&mut BufReader::new(stream))
}

#[test]
fn who_sends_a_large_body_hears_why_it_is_refused() {
    let open = Running::with(|settings| settings.limits.body_bytes = 1024);
    let closed = Running::new();
    closed.key(Right::Read, &[]);
    let turns = "POST /v1/minds/default/turns HTTP/1.1\r\nhost: localhost";
    // Each several times: whether a connection is torn down is a matter of moments.
    for _ in 0..5 {
        for (server, head, status) in [
            (&closed, turns, 401),
            (&open, turns, 413),
            (&open, "POST /v1/minds/default/turns HTTP/1.1\r\nhost: evil.example", 403),
            (&open, "POST /nowhere HTTP/1.1\r\nhost: localhost", 404),
            (&open, "PUT /v1/minds/default/turns HTTP/1.1\r\nhost: localhost", 405),
            (&open, "POST /v1/minds/default/turns HTTP/1.1\r\nhost: localhost\r\nhost: localhost", 400),
        ] {
            let answer = with_body(server, head);
            answer.problem(status);
            assert!(answer.head.contains("connection: close"), "{answer:?}");
        }
    }
}

#[test]
fn a_head_that_is_too_large_is_answered() {
    let server = Running::new();
    for _ in 0..5 {
        let mut stream = server.connect();
        let head =
            format!("GET /health HTTP/1.1\r\nhost: localhost\r\nx-long: {}\r\n\r\n", "x".repeat(2 * 1024 * 1024));
        stream.write_all(head.as_bytes()).expect("the rest is taken, and thrown away");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        assert!(text.starts_with("HTTP/1.1 431 ") && text.contains("connection: close"), "{text}");
    }
}

#[test]
fn who_comes_when_there_are_too_many_hears_so() {
    let server = Running::with(|settings| settings.limits.connections = 1);
    let mut held = server.connect();
    write!(held, "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").expect("sent");
    assert_eq!(read(&mut BufReader::new(&mut held)).status, 200);
    for _ in 0..5 {
        let answer = with_body(&server, "POST /v1/minds/default/turns HTTP/1.1\r\nhost: localhost");
        assert_eq!(answer.problem(503), "overloaded");
    }
}

#[test]
fn a_refusal_of_what_was_read_whole_leaves_the_connection_open() {
    let server = Running::new();
    server.key(Right::Read, &[]);
    let mut reader = BufReader::new(server.connect());
    for _ in 0..3 {
        write!(reader.get_mut(), "GET /v1/minds HTTP/1.1\r\nhost: localhost\r\n\r\n").expect("sent");
        let answer = read(&mut reader);
        assert_eq!(answer.problem(401), "unauthorized");
        assert!(!answer.head.contains("connection: close"), "{answer:?}");
    }
}

#[test]
fn a_request_that_can_be_read_in_two_ways_is_refused() {
    let server = Running::new();
    let two_ways = [
        "GET /v1/minds HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n",
        "GET /v1/minds HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n",
        "GET /v1/minds HTTP/1.1\r\nhost: localhost, evil.example\r\n\r\n",
        "GET /v1/minds HTTP/1.1\r\nhost: localhost\r\n folded: yes\r\n\r\n",
        "GET /v1/minds HTTP/1.1\r\nhost : localhost\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} ",
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2, 2\r\n\r\n{}",
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: +2\r\n\r\n{}",
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: identity\r\n\r\n{}",
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked, identity\r\n\r\n{}",
    ];
    for text in two_ways {
        let answer = server.raw(text.as_bytes());
        assert_eq!(answer.status, 400, "{text:?}: {answer:?}");
    }
    // A length beside chunks means nothing, and nothing that follows on the connection is believed.
    let both = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\
                transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET /v1/minds HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let mut stream = server.connect();
    stream.write_all(both.as_bytes()).expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    assert_eq!(text.matches("HTTP/1.1 ").count(), 1, "{text}");
    assert!(text.contains("connection: close"), "{text}");
    // What the first line means goes before the host.
    let elsewhere = "GET http://evil.example/v1/minds HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    assert_eq!(server.raw(elsewhere.as_bytes()).problem(403), "foreign_host");
    let here = "GET http://localhost/v1/minds HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    server.raw(here.as_bytes()).ok();
}
