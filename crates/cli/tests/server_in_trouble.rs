//! `omoide serve` among clients that are slow, greedy, many or gone, at full size: it answers or refuses, stays small, and
//! keeps what it has acknowledged.

mod server;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use omoide_testkit::answers::status;
use omoide_testkit::command::CommandSandbox;
use serde_json::json;
use server::Serving;

const TURNS: &str = "/v1/minds/default/turns";

/// The bytes of the server's memory, now and at most; none where the system does not tell.
fn memory(serving: &Serving) -> Option<(u64, u64)> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", serving.child.id())).ok()?;
    let of = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    };
    Some((of("VmRSS:")?, of("VmHWM:")?))
}

fn connect(serving: &Serving) -> TcpStream {
    let stream = TcpStream::connect(serving.address()).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(300))).expect("a timeout");
    stream
}

fn remember(serving: &Serving, said: &str) -> Option<u16> {
    serving.ask("POST", TURNS, Some(&json!({ "said": said }))).map(|(status, _)| status)
}

#[test]
fn a_thousand_slow_clients_keep_nobody_waiting_and_are_let_go() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights", "--quiet"]);
    assert_eq!(remember(&serving, "Before the slow clients came."), Some(200));
    let before = memory(&serving);
    let mut slow: Vec<TcpStream> = (0..1_000).map(|_| connect(&serving)).collect();
    for (place, stream) in slow.iter_mut().enumerate() {
        let head = "POST /v1/minds/default/turns HTTP/1.1\r\nhost: localhost\r\n";
        let sent = match place % 4 {
            0 => String::new(),
            1 => head.to_owned(),
            2 => format!("{head}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{{\"said\":"),
            _ => format!("{head}transfer-encoding: chunked\r\n\r\n400\r\n{{"),
        };
        stream.write_all(sent.as_bytes()).expect("sent");
    }
    for number in 0..20 {
        assert_eq!(remember(&serving, &format!("Between slow clients, number {number}.")), Some(200));
        // They go on to send a little, which is not enough.
        for stream in slow.iter_mut().skip(number).step_by(37).filter(|_| number % 4 > 0) {
            let _ = stream.write_all(b"x");
        }
    }
    if let (Some((before, _)), Some((now, _))) = (before, memory(&serving)) {
        assert!(now < before + 96 * 1024 * 1024, "{before} bytes became {now}");
    }
    for mut stream in slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        let told = String::from_utf8_lossy(&rest);
        assert!(told.is_empty() || told.starts_with("HTTP/1.1 4"), "{told}");
    }
    assert!(serving.terminate().success());
    assert_eq!(sandbox.count(), 21);
}

#[test]
fn a_thousand_clients_that_go_away_leave_nothing_behind() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights", "--quiet"]);
    assert_eq!(remember(&serving, "Before the others came."), Some(200));
    let turn = json!({ "query": "Who came before the others?" }).to_string();
    let request = format!(
        "POST /v1/minds/default/recall HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{turn}",
        turn.len()
    );
    for place in 0..1_000 {
        let mut stream = connect(&serving);
        let cut = if place % 2 == 0 { request.len() } else { request.len() * (place % 7) / 7 };
        let _ = stream.write_all(&request.as_bytes()[..cut]);
        match place % 3 {
            // Half open: it sends no more, and may still read.
            0 => drop(stream.shutdown(Shutdown::Write)),
            1 => drop(stream.shutdown(Shutdown::Both)),
            _ => {}
        }
    }
    assert_eq!(remember(&serving, "After the others went."), Some(200));
    // Everyone's place is given back, and with it what they held.
    let is_quiet = |text: &str| text.lines().any(|line| line == "omoide_body_bytes_held 0");
    while !serving.ask("GET", "/metrics", None).is_some_and(|(_, text)| is_quiet(&text)) {}
    if let Some((_, most)) = memory(&serving) {
        assert!(most < 400 * 1024 * 1024, "{most}");
    }
}

#[test]
fn bodies_of_a_hundred_megabytes_are_refused_and_take_little_room() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights", "--quiet"]);
    let paths = [TURNS, "/v1/minds/default/turns/stream", "/mcp", "/v1/minds/default/recall"];
    let refused = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for client in 0..32 {
            let (serving, refused, path) = (&serving, &refused, paths[client % paths.len()]);
            scope.spawn(move || {
                let mut stream = connect(serving);
                let head = format!(
                    "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                     transfer-encoding: chunked\r\n\r\n"
                );
                stream.write_all(head.as_bytes()).expect("sent");
                let chunk = [b"10000\r\n".as_slice(), &vec![b'x'; 0x10000], b"\r\n"].concat();
                let mut sent = 0;
                while sent < 100 * 1024 * 1024 && stream.write_all(&chunk).is_ok() {
                    sent += 0x10000;
                }
                assert!(sent < 64 * 1024 * 1024, "{path}: {sent} bytes were taken");
                let mut status = String::new();
                // A connection that is closed on someone who still sends may break before the answer is read.
                let _ = BufReader::new(stream).read_line(&mut status);
                assert!(status.is_empty() || status.contains(" 413 ") || status.contains(" 503 "), "{path}: {status}");
                refused.fetch_add(1, Ordering::Relaxed);
            });
        }
    });
    assert_eq!(refused.into_inner(), 32);
    assert_eq!(remember(&serving, "After the greedy ones."), Some(200));
    if let Some((_, most)) = memory(&serving) {
        // What may be held of all bodies is 256 MB; a body that grows is copied, so twice that for a moment.
        assert!(most < 800 * 1024 * 1024, "{most}");
    }
}

#[test]
fn of_ten_thousand_requests_in_a_burst_none_is_lost() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &["--no-nights", "--quiet"]);
    let (kept, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for client in 0..250 {
            let (serving, kept, refused) = (&serving, &kept, &refused);
            scope.spawn(move || {
                let mut stream = BufReader::new(connect(serving));
                for number in 0..40 {
                    let body = json!({ "said": format!("Client {client} says {number} in the burst.") }).to_string();
                    let head = format!(
                        "POST {TURNS} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                         content-length: {}\r\n\r\n{body}",
                        body.len()
                    );
                    stream.get_mut().write_all(head.as_bytes()).expect("sent");
                    match status(&mut stream) {
                        200 => kept.fetch_add(1, Ordering::Relaxed),
                        503 => refused.fetch_add(1, Ordering::Relaxed),
                        other => panic!("{other}"),
                    };
                }
            });
        }
    });
    let most = memory(&serving);
    // At once, without time to put anything in order.
    serving.kill();
    let (kept, refused) = (kept.into_inner(), refused.into_inner());
    assert_eq!(kept + refused, 10_000);
    assert_eq!(sandbox.count(), kept as u64);
    if let Some((_, most)) = most {
        assert!(most < 400 * 1024 * 1024, "{most}");
    }
}
