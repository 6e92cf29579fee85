//! What a server does once its keys are revoked or lost: it stays closed, and streams end with their key.

mod client;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use client::Running;
use omoide_server::http::{Server, ServerSettings};
use omoide_server::keys::{Keyring, Right};
use serde_json::json;

const MEMORIES: &str = "/v1/minds/default/memories";

fn ring(server: &Running) -> Keyring {
    Keyring::below(server.sandbox.folder())
}

fn revoke_all(server: &Running) {
    while ring(server).revoke("test", server.sandbox.engine.now()).expect("asked").is_some() {}
}

#[test]
fn a_server_whose_last_key_is_revoked_answers_nobody() {
    let server = Running::new();
    server.get(MEMORIES).ok();
    let key = server.key(Right::Read, &[]);
    server.with_key(&key, "GET", MEMORIES, None).ok();
    revoke_all(&server);
    for answer in [server.get(MEMORIES), server.with_key(&key, "GET", MEMORIES, None)] {
        assert_eq!(answer.problem(401), "unauthorized");
        assert!(answer.body.contains("omoide keys create"), "{answer:?}");
    }
    server.get("/health").ok();
}

#[test]
fn a_server_stays_closed_when_the_file_of_keys_is_deleted() {
    let server = Running::new();
    let key = server.key(Right::Read, &[]);
    std::fs::remove_file(server.sandbox.folder().join("keys.json")).expect("deleted");
    // The server that runs has not even seen the key.
    assert_eq!(server.get(MEMORIES).problem(401), "unauthorized");
    assert_eq!(server.with_key(&key, "GET", MEMORIES, None).problem(401), "unauthorized");
    let again = Running::beside(&server);
    assert_eq!(again.get(MEMORIES).problem(401), "unauthorized");
}

#[test]
fn keys_of_an_earlier_version_close_the_server_too() {
    let server = Running::new();
    server.key(Right::Read, &[]);
    let folder = server.sandbox.folder().to_owned();
    std::fs::remove_file(folder.join("server.needs-key")).expect("an earlier version left no such file");
    // Whoever has seen a key stays closed, whatever becomes of the files.
    assert_eq!(server.get(MEMORIES).problem(401), "unauthorized");
    let again = Running::beside(&server);
    for name in ["keys.json", "server.needs-key"] {
        std::fs::remove_file(folder.join(name)).expect("a server that starts with keys leaves the mark");
    }
    assert_eq!(again.get(MEMORIES).problem(401), "unauthorized");
}

#[test]
fn a_person_can_open_a_server_again_which_counts_from_its_next_start() {
    let server = Running::new();
    let key = server.key(Right::Admin, &[]);
    server.with_key(&key, "GET", MEMORIES, None).ok();
    assert!(!ring(&server).open().expect("asked"), "a key that is good is not thrown away");
    server.with_key(&key, "GET", MEMORIES, None).ok();
    revoke_all(&server);
    assert!(ring(&server).open().expect("asked"));
    assert_eq!(server.get(MEMORIES).problem(401), "unauthorized");
    Running::beside(&server).get(MEMORIES).ok();
}

#[test]
fn nobody_listens_beyond_this_machine_when_all_keys_are_revoked() {
    let server = Running::new();
    server.key(Right::Admin, &[]);
    revoke_all(&server);
    let mut settings = ServerSettings::on_loopback(server.sandbox.folder().to_owned());
    settings.listen = "0.0.0.0:0".parse().expect("an address");
    let refused = Server::bind(server.sandbox.engine.clone(), settings, Box::new(std::io::sink()));
    assert_eq!(refused.err().map(|error| error.kind()), Some(std::io::ErrorKind::PermissionDenied));
}

/// A stream of events that has begun.
fn events(server: &Running, key: Option<&str>) -> BufReader<TcpStream> {
    let mut stream = server.connect();
    let key = key.map(|key| format!("authorization: Bearer {key}\r\n")).unwrap_or_default();
    write!(stream, "GET /v1/events HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{key}\r\n").expect("sent");
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    while !line.contains(": listening") {
        line.clear();
        assert_ne!(reader.read_line(&mut line).expect("a line"), 0, "the stream did not begin");
    }
    reader
}

/// The rest of a stream, which must end before it would say that it is still there.
fn rest(reader: BufReader<TcpStream>) -> String {
    let mut text = String::new();
    for line in reader.lines() {
        text.push_str(&line.expect("the stream ends"));
        assert!(!text.contains(": still here"), "the stream goes on");
    }
    text
}

#[test]
fn a_stream_of_events_ends_with_its_key() {
    let server = Running::new();
    let key = server.key(Right::Read, &[]);
    let other = server.key(Right::Write, &[]);
    let listening = events(&server, Some(&key));
    let id = key.split('_').nth(1).expect("an id").to_owned();
    ring(&server).revoke(&id, server.sandbox.engine.now()).expect("revoked");
    let turn = json!({ "said": "Nobody who listens may hear of this." });
    server.with_key(&other, "POST", "/v1/minds/default/turns", Some(&turn)).ok();
    let heard = rest(listening);
    assert!(!heard.contains("event: "), "{heard}");
}

#[test]
fn a_stream_that_began_without_keys_ends_when_there_is_one() {
    let server = Running::new();
    let listening = events(&server, None);
    server.key(Right::Read, &[]);
    assert!(!rest(listening).contains("event: "));
}

#[test]
fn a_stream_of_turns_is_refused_from_the_moment_that_its_key_is_revoked() {
    let server = Running::new();
    let key = server.key(Right::Write, &[]);
    let mut stream = server.connect();
    write!(
        stream,
        "POST /v1/minds/default/turns/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\
         content-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n"
    )
    .expect("sent");
    let send = |stream: &mut TcpStream, said: &str| {
        let line = format!("{}\n", json!({ "said": said }));
        write!(stream, "{:x}\r\n{line}\r\n", line.len()).expect("sent");
    };
    send(&mut stream, "The first line is taken in.");
    let mind = server.sandbox.mind();
    while mind.count(&omoide_core::ports::store::Filter::default()).expect("counted") == 0 {}
    revoke_all(&server);
    send(&mut stream, "The second line comes too late.");
    let answer = client::read(&mut BufReader::new(stream));
    assert_eq!(answer.problem(401), "unauthorized");
    assert_eq!(mind.count(&omoide_core::ports::store::Filter::default()).expect("counted"), 1);
}
