//! Hooks with a language model set up: no hook asks it, and the worker does when a session has ended.

mod hook;

use std::time::Duration;

use hook::Machine;
use omoide_testkit::fake_provider::{Behaviour, FakeProvider, KEY};

fn understood(machine: &Machine) -> i64 {
    let store = rusqlite::Connection::open(machine.data().join("omoide.db")).expect("the store opens");
    store
        .query_row("SELECT count(*) FROM descriptions WHERE analysed_by IS NOT NULL", [], |row| row.get(0))
        .expect("a number")
}

#[test]
fn the_worker_has_turns_understood_when_a_session_ends_and_no_hook_waits_for_it() {
    let (machine, fake) = (Machine::new(), FakeProvider::start());
    std::fs::create_dir_all(machine.data().join("keys")).expect("a folder");
    let key = machine.data().join("keys/compatible");
    std::fs::write(&key, KEY).expect("written");
    let url = format!("{}/v1", fake.address());
    let key = key.to_str().expect("a path");
    machine.omoide(&["provider", "use", "compatible", "--base-url", &url, "--model", "small-1", "--key-file", key]);
    let trials = fake.asked().len();
    // A provider that is slow would be noticed by whoever waits for it.
    fake.always(Some(Behaviour::Silent(200)));
    let mut session = machine.session("s1", "garden");
    session.begins("startup");
    for said in ["The roses need water every morning.", "The door of the shed sticks when it rains."] {
        session.asks(said);
        session.answers("I will remember that.");
    }
    assert_eq!(fake.asked().len(), trials, "two turns are not worth a call yet");
    session.ends();
    for _ in 0..3_000 {
        machine.settle();
        if understood(&machine) == 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(understood(&machine), 2, "{}", machine.log());
    let asked = fake.asked();
    assert_eq!(asked.len(), trials + 1, "both in one call");
    assert!(asked[trials].body.contains("roses") && asked[trials].body.contains("shed"));
}
