//! Clients that are slow, greedy, many or gone: the server answers or refuses, and stays as small as it was.

mod client;

use std::io::{BufReader, Read, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use client::{Running, read};
use omoide_core::ports::store::Filter;
use serde_json::json;

const TURNS: &str = "/v1/minds/default/turns";

#[test]
fn a_body_that_is_too_large_is_refused_before_it_is_read() {
    let server = Running::new();
    let head = format!(
        "POST {TURNS} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 104857600\r\n\r\n",
        server.address
    );
    assert_eq!(server.raw(head.as_bytes()).problem(413), "too_large");
    // And one that does not say how large it is.
    let mut stream = server.connect();
    let head = head.replace("content-length: 104857600", "transfer-encoding: chunked");
    stream.write_all(head.as_bytes()).expect("sent");
    let chunk = [b"10000\r\n".as_slice(), &vec![b'x'; 0x10000], b"\r\n"].concat();
    let mut sent = 0;
    while sent < 100 * 1024 * 1024 && stream.write_all(&chunk).is_ok() {
        sent += chunk.len();
    }
    assert!(sent < 64 * 1024 * 1024, "{sent} bytes were taken");
    server.get("/health").ok();
}

#[test]
fn slow_clients_keep_nobody_waiting_and_are_let_go() {
    let server = Running::with(|settings| {
        settings.limits.patience = Duration::from_millis(1_500);
        settings.limits.connections = 600;
    });
    let mut slow: Vec<_> = (0..400).map(|_| server.connect()).collect();
    for (place, stream) in slow.iter_mut().enumerate() {
        let head: &str = match place % 3 {
            0 => "",
            1 => "POST /v1/minds/default/turns HTTP/1.1\r\nhost: localhost\r\n",
            _ => {
                "POST /v1/minds/default/turns HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"
            }
        };
        stream.write_all(head.as_bytes()).expect("sent");
    }
    // They hold nothing up.
    for number in 0..5 {
        server.post(TURNS, &json!({ "said": format!("Between slow clients, number {number}.") })).ok();
    }
    // And every one of them is let go: nobody can hold a place for ever.
    for mut stream in slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"), "{}", String::from_utf8_lossy(&rest));
    }
}

#[test]
fn more_connections_than_there_are_places_are_told_so_at_once() {
    let server = Running::with(|settings| settings.limits.connections = 8);
    let mut held: Vec<_> = (0..8).map(|_| server.connect()).collect();
    for stream in &mut held {
        // So that each is surely accepted before the next one comes.
        write!(stream, "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").expect("sent");
        assert_eq!(read(&mut BufReader::new(stream)).status, 200);
    }
    let refused = read(&mut BufReader::new(server.connect()));
    assert_eq!(refused.status, 503);
    assert_eq!(refused.json()["code"], "overloaded");
    drop(held);
    // Places are given back; whoever comes again is answered.
    let is_answered = (0..200).any(|_| {
        std::thread::yield_now();
        let mut stream = server.connect();
        let _ = write!(stream, "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text.starts_with("HTTP/1.1 200")
    });
    assert!(is_answered);
}

#[test]
fn a_burst_is_answered_or_refused_and_nothing_acknowledged_is_lost() {
    let server = Running::with(|settings| {
        settings.limits.turns_waiting = 64;
        settings.limits.waiting = 16;
    });
    let (kept, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for client in 0..32 {
            let (server, kept, refused) = (&server, &kept, &refused);
            scope.spawn(move || {
                for number in 0..30 {
                    let turn = json!({ "said": format!("Client {client} says number {number} of the burst.") });
                    match server.post(TURNS, &turn).status {
                        200 => kept.fetch_add(1, Ordering::Relaxed),
                        503 => refused.fetch_add(1, Ordering::Relaxed),
                        other => panic!("{other}"),
                    };
                    let asked = server.post("/v1/minds/default/recall", &json!({ "query": "number of the burst" }));
                    assert!([200, 503].contains(&asked.status), "{asked:?}");
                }
            });
        }
    });
    let (kept, refused) = (kept.into_inner(), refused.into_inner());
    assert_eq!(kept + refused, 32 * 30);
    let sandbox = server.stop();
    let mind = sandbox.engine.mind(omoide_core::MindName::default());
    let turns = Filter { kinds: vec![omoide_core::Kind::Episode], ..Filter::default() };
    assert_eq!(mind.count(&turns).expect("a count"), kept as u64);
}

#[test]
fn clients_that_go_away_in_the_middle_harm_nobody() {
    let server = Running::new();
    let turn = json!({ "said": "Sent, and gone before the answer." }).to_string();
    for place in 0..60 {
        let mut stream = server.connect();
        let head = format!(
            "POST {TURNS} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{turn}",
            turn.len()
        );
        let cut = if place % 2 == 0 { head.len() } else { head.len() - place };
        stream.write_all(&head.as_bytes()[..cut]).expect("sent");
        let _ = stream.shutdown(if place % 3 == 0 { Shutdown::Both } else { Shutdown::Write });
    }
    server.post(TURNS, &json!({ "said": "Still here." })).ok();
    server.get("/ready").ok();
}

#[test]
fn whatever_bytes_are_sent_the_server_goes_on() {
    let server = Running::new();
    let odd: [&[u8]; 8] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"GET /%ff HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"GET /v1/minds/%ff/stats HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: -5\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"\r\n\r\n\r\n\r\n",
    ];
    for bytes in odd {
        let mut stream = server.connect();
        stream.write_all(bytes).expect("sent");
        let _ = stream.shutdown(Shutdown::Write);
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        let told = String::from_utf8_lossy(&rest);
        assert!(rest.is_empty() || told.starts_with("HTTP/1.1 4"), "{told}");
    }
    let long = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", "x".repeat(200_000));
    let mut stream = server.connect();
    let _ = stream.write_all(long.as_bytes());
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    server.get("/health").ok();
}
