//! `omoide serve` as a process: signals, kills, nights, keys.

mod server;

use std::sync::Mutex;

use omoide_testkit::command::CommandSandbox;
use serde_json::json;
use server::Serving;

const TURNS: &str = "/v1/minds/default/turns";

#[test]
fn what_was_acknowledged_survives_a_kill() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &[]);
    let acknowledged = Mutex::new(Vec::new());
    let ready = std::sync::Barrier::new(5);
    std::thread::scope(|scope| {
        for client in 0..4 {
            let (serving, acknowledged, ready) = (&serving, &acknowledged, &ready);
            scope.spawn(move || {
                for number in 0..10_000 {
                    let said = format!("Client {client} says number {number}.");
                    let Some((200, text)) = serving.ask("POST", TURNS, Some(&json!({ "said": said }))) else { return };
                    let id = serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["id"].clone();
                    acknowledged.lock().expect("a lock").push(id.as_str().expect("an id").to_owned());
                    if number == 20 {
                        ready.wait();
                    }
                }
            });
        }
        ready.wait();
        let id = serving.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-KILL", &id]).status().expect("kill runs").success());
    });
    drop(serving);
    let acknowledged = acknowledged.into_inner().expect("a lock");
    assert!(acknowledged.len() >= 80, "{}", acknowledged.len());
    let listed = sandbox.omoide(&["list", "--limit", "100000", "--json"]).ok();
    for id in &acknowledged {
        assert!(listed.contains(id), "{id} was acknowledged and is lost");
    }
    assert!(sandbox.omoide(&["doctor"]).code == 0);
}

#[test]
fn a_stop_answers_those_who_have_asked() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &[]);
    let turns: Vec<_> = (0..300).map(|number| json!({ "said": format!("Turn {number} of a long batch.") })).collect();
    let batch = json!({ "turns": turns });
    let address = serving.address().to_owned();
    let answered = std::thread::scope(|scope| {
        let asked = scope.spawn(|| serving_ask(&address, &batch));
        // It is under way as soon as the first of it is counted.
        while !serving.ask("GET", "/metrics", None).is_some_and(|(_, text)| has_begun(&text)) {}
        let id = serving.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill runs").success());
        asked.join().expect("it ends")
    });
    assert!(answered.starts_with("HTTP/1.1 200"), "{answered}");
    assert_eq!(answered.matches("\"outcome\":\"remembered\"").count(), 300);
    assert_eq!(sandbox.count(), 300);
}

fn has_begun(metrics: &str) -> bool {
    let count = metrics.lines().find_map(|line| line.strip_prefix("omoide_turn_commits_total "));
    count.is_some_and(|count| count != "0")
}

fn serving_ask(address: &str, body: &serde_json::Value) -> String {
    use std::io::{Read, Write};
    let body = body.to_string();
    let mut stream = std::net::TcpStream::connect(address).expect("a connection");
    let head = format!(
        "POST {TURNS}/batch HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}

#[test]
fn a_signal_ends_it_well_and_the_port_is_free_again() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &[]);
    let address = serving.address().to_owned();
    serving.json("GET", "/ready", None);
    assert!(serving.terminate().success());
    assert!(std::net::TcpListener::bind(address).is_ok());
}

#[test]
fn missed_nights_are_caught_up_at_the_start() {
    let sandbox = CommandSandbox::with_memories();
    let serving = Serving::start_at(&sandbox, "2026-01-23T09:00:00+09:00");
    let mut slept = 0;
    while slept < 3 {
        let nights = serving.json("GET", "/v1/minds/default/nights", None);
        slept = nights["nights"].as_array().expect("a list").len();
    }
    assert!(serving.terminate().success());
    let status = sandbox.at("2026-01-23T09:00:00+09:00", &["sleep", "status", "--json"]).json();
    assert_eq!(status["due"], json!([]));
}

#[test]
fn a_night_that_was_taken_back_stays_so() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.at("2026-01-21T09:00:00+09:00", &["sleep"]).ok();
    sandbox.at("2026-01-21T09:00:00+09:00", &["sleep", "undo"]).ok();
    let serving = Serving::start_at(&sandbox, "2026-01-21T09:00:00+09:00");
    // The first look at the clock is over when the figures are there.
    while !serving.ask("GET", "/metrics", None).is_some_and(|(_, text)| text.contains("memory_count{")) {}
    assert_eq!(serving.json("GET", "/v1/minds/default/nights", None)["nights"], json!([]));
}

#[test]
fn keys_are_made_listed_and_revoked_by_hand() {
    let sandbox = CommandSandbox::new();
    let refused = sandbox.omoide(&["serve", "--listen", "0.0.0.0:0"]).fails(1);
    assert!(refused.contains("omoide keys create"), "{refused}");
    let made = sandbox.omoide(&["keys", "create", "laptop", "--right", "read", "--for", "rex", "--json"]).json();
    let key = made["key"].as_str().expect("a key").to_owned();
    assert!(key.starts_with("omo_"), "{key}");
    let listed = sandbox.omoide(&["keys", "list"]).ok();
    assert!(listed.contains("laptop") && listed.contains("rex") && !listed.contains(&key), "{listed}");
    let serving = Serving::start(&sandbox, &[]);
    let ask = |key: &str| {
        let text = format!(
            "GET /v1/minds HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {key}\r\n\r\n"
        );
        let mut stream = std::net::TcpStream::connect(serving.address()).expect("a connection");
        std::io::Write::write_all(&mut stream, text.as_bytes()).expect("sent");
        let mut answer = String::new();
        std::io::Read::read_to_string(&mut stream, &mut answer).expect("an answer");
        answer.split(' ').nth(1).expect("a status").to_owned()
    };
    assert_eq!((ask(&key).as_str(), ask("omo_0").as_str()), ("200", "401"));
    sandbox.omoide(&["keys", "create", "other"]).ok();
    sandbox.omoide(&["keys", "revoke", "laptop"]).ok();
    assert_eq!(ask(&key), "401");
    assert!(sandbox.omoide(&["keys", "revoke", "laptop"]).fails(1).contains("omoide keys list"));
    assert!(sandbox.omoide(&["keys", "open"]).fails(1).contains("omoide keys list"));
    let last = sandbox.omoide(&["keys", "revoke", "other"]);
    assert!(last.err.contains("the server answers nobody until"), "{last:?}");
    assert_eq!(ask(&key), "401");
    let opened = sandbox.omoide(&["keys", "open"]);
    assert!(opened.out.contains("everyone on this machine can use it without a key"), "{opened:?}");
    // The server that runs has seen a key.
    assert_eq!(ask(&key), "401");
    assert!(serving.terminate().success());
    Serving::start(&sandbox, &[]).json("GET", "/v1/minds", None);
    let audit = sandbox.omoide(&["keys", "audit", "--json"]).json();
    let acts: Vec<_> = audit["entries"].as_array().expect("a list").iter().map(|entry| entry["act"].clone()).collect();
    assert_eq!(acts, ["create_key", "create_key", "revoke_key", "revoke_key", "open_server"]);
}

#[test]
fn two_servers_do_not_share_a_port() {
    let sandbox = CommandSandbox::new();
    let serving = Serving::start(&sandbox, &[]);
    let told = sandbox.omoide(&["serve", "--listen", serving.address()]).fails(1);
    assert!(told.contains("in use"), "{told}");
}
