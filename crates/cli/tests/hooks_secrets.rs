//! What hooks and their worker write down holds nothing that a memory would not: no secret, no private part, no word of a
//! folder in which nothing may be remembered. Whoever is killed, and wherever.

#![cfg(unix)]

mod hook;

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use omoide_testkit::scale;
use serde_json::json;

use hook::{Machine, Session};

const TOKEN: &str = "ghp_R8vK2mXq7LpZ4tNc9WdYb3HsJf6GaTe1UoQi";
const KEY: &str = "AKIAQ7XH2LMVN4TRPZ5K";
const ANSWERED: &str = "ghp_Z1cVb5NmQw8ErTy3UiOp6AsDf2GhJk9LxPvC";
const PRIVATE: &str = "the-neighbour-is-the-one";
const DIARY: &str = "diary-of-nobodys-business";
const DIARY_ANSWERED: &str = "an-answer-to-the-diary";
const HIDDEN: [&str; 6] = [TOKEN, KEY, ANSWERED, PRIVATE, DIARY, DIARY_ANSWERED];

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// No byte of any file of the memory tells what is hidden.
#[track_caller]
fn assert_nothing_is_in_clear(machine: &Machine) {
    for file in files(&machine.data()) {
        // A worker may have removed it meanwhile.
        let bytes = fs::read(&file).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        for hidden in HIDDEN {
            assert!(!text.contains(hidden), "{} holds {hidden}", file.display());
        }
    }
}

fn diary(machine: &Machine) -> PathBuf {
    let diary = machine.home().join("diary");
    fs::create_dir_all(&diary).expect("made");
    fs::write(diary.join(".omoide"), "private = true").expect("written");
    diary
}

/// A session with everything that must not be written down, in a turn that is not over.
fn writes_secrets(session: &mut Session<'_>, diary: &Path) {
    session.asks(&format!("Deploy with {TOKEN} and {KEY}. <private>{PRIVATE}</private> Then water the beans."));
    session.writes_answer(&format!("I use {ANSWERED} instead. <private>{PRIVATE}</private>"));
    let garden = std::mem::replace(&mut session.folder, diary.to_owned());
    session.asks(&format!("Dear diary: {DIARY}."));
    session.writes_answer(&format!("I keep {DIARY_ANSWERED}."));
    session.folder = garden;
}

#[test]
fn a_turn_that_never_closes_leaves_nothing_in_clear() {
    let machine = Machine::new();
    let diary = diary(&machine);
    let mut session = machine.session("s1", "garden");
    session.asks("The carrots are sown in March.");
    session.answers("Good.");
    machine.settle();
    writes_secrets(&mut session, &diary);
    // The host reads its own context, and dies before it answers.
    session.hook("PreCompact", &json!({ "trigger": "auto" }));
    machine.settle();
    assert_nothing_is_in_clear(&machine);
    // What was taken out is told by its kinds; nothing went wrong.
    let log = machine.log();
    assert!(log.lines().all(|line| line.contains("secrets were removed before")), "{log}");
    // Whoever takes the session up again finds the turn where it was.
    session.writes_answer("Both are done.");
    session.stops("Both are done.");
    session.ends();
    machine.settle();
    assert_nothing_is_in_clear(&machine);
    let memories = machine.memories("default");
    assert_eq!(memories.len(), 2, "{memories:?}");
    assert!(memories.iter().any(|memory| memory.contains("water the beans")), "{memories:?}");
}

#[test]
fn a_note_in_the_spool_holds_nothing_in_clear_and_is_its_owners() {
    let machine = Machine::new();
    let diary = diary(&machine);
    fs::create_dir_all(machine.data()).expect("made");
    // Whoever holds the lock is the worker; this one never works.
    let lock = File::create(machine.data().join("spool.lock")).expect("made");
    lock.lock().expect("held");
    let mut session = machine.session("s1", "garden");
    session.asks("Which token is it?");
    let answer = format!("It is {TOKEN}, with {KEY}. <private>{PRIVATE}</private> The beans are by the wall.");
    session.stops(&answer);
    // The transcript has the answer a little later.
    session.writes_answer(&answer);
    // What was said in the diary is answered when the session is back in the garden.
    let garden = std::mem::replace(&mut session.folder, diary);
    session.asks(&format!("Dear diary: {DIARY}."));
    session.folder = garden;
    session.stops(&format!("I keep {DIARY_ANSWERED}."));
    session.ends();
    let notes = files(&machine.data().join("spool"));
    assert_eq!(notes.iter().filter(|file| file.extension().is_some_and(|ending| ending == "json")).count(), 3);
    assert_nothing_is_in_clear(&machine);
    for file in files(&machine.data()) {
        if file.starts_with(machine.data().join("spool")) {
            let mode = fs::metadata(&file).expect("there").permissions().mode();
            assert_eq!(mode & 0o077, 0, "{}", file.display());
        }
    }
    drop(lock);
    machine.settle();
    let memories = machine.memories("default");
    assert_eq!(memories.len(), 1, "{memories:?}");
    assert_eq!(memories[0].matches("The beans are by the wall.").count(), 1, "{memories:?}");
    assert_nothing_is_in_clear(&machine);
}

#[test]
fn an_answer_with_a_secret_is_remembered_once() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    session.asks("Which token is it?");
    session.answers(&format!("It is {TOKEN}. <private>{PRIVATE}</private> The beans are by the wall."));
    session.ends();
    machine.settle();
    let memories = machine.memories("default");
    assert_eq!(memories.len(), 1, "{memories:?}");
    assert_eq!(memories[0].matches("The beans are by the wall.").count(), 1, "{memories:?}");
}

#[test]
fn wherever_the_worker_is_killed_nothing_lies_in_clear() {
    let machine = Machine::new();
    let diary = diary(&machine);
    let mut session = machine.session("s1", "garden");
    for round in 0..scale::count(12) {
        writes_secrets(&mut session, &diary);
        session.hook("PreCompact", &json!({ "trigger": "auto" }));
        let mut worker = machine.command(&["hook", "worker"]);
        let mut worker = worker.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(round as u64 % 12 * 3));
        let _ = worker.kill();
        worker.wait().expect("it ends");
        assert_nothing_is_in_clear(&machine);
    }
    session.ends();
    machine.settle();
    assert_nothing_is_in_clear(&machine);
    assert_eq!(machine.memories("default").len(), scale::count(12));
}

/// A place that an earlier version kept, with the turn that was open.
fn earlier_form(said: &str) -> String {
    let turn = json!({
        "number": 0, "uuid": "u1", "session": "s", "timestamp": null, "folder": "/w", "branch": null,
        "is_steering": false, "said": said, "answered": "", "actions": [],
    });
    let answers = json!([{ "message": null, "text": format!("use {ANSWERED}"), "actions": [] }]);
    let stretch = json!({ "turns": [{ "turn": turn, "answers": answers }], "lines": [7], "answers": [8] });
    let weave = json!({ "open": [stretch], "next": 1, "newest": 0, "known": [7], "repeated": [] });
    json!({ "offset": 900, "beginning": 1, "end": 2, "weave": weave }).to_string()
}

#[test]
fn what_an_earlier_version_kept_in_clear_is_taken_out_also_of_sessions_that_never_come_back() {
    let machine = Machine::new();
    machine.omoide(&["remember", "The spare key of the shed hangs behind the blue door."]);
    machine.omoide(&["remember", "--mind", "work", "The release is on Friday."]);
    let keys = ["import:hook:/gone/s1.jsonl", "import:hook:/gone/s2.jsonl", "import:claude-code:/x.jsonl"];
    let values = [earlier_form(&format!("deploy with {TOKEN}")), "no JSON at all".to_owned(), "17:ab".to_owned()];
    let store = rusqlite::Connection::open(machine.data().join("omoide.db")).expect("opens");
    for mind in [1, 2] {
        for (key, value) in keys.iter().zip(&values) {
            let sql = "INSERT INTO state (mind, key, value) VALUES (?1, ?2, ?3)";
            store.execute(sql, rusqlite::params![mind, key, value]).expect("kept");
        }
    }
    drop(store);
    let _ = machine.hook_with("worker", b"");
    assert_nothing_is_in_clear(&machine);
    let store = rusqlite::Connection::open(machine.data().join("omoide.db")).expect("opens");
    let mut left = store.prepare("SELECT key FROM state WHERE key LIKE 'import:%' ORDER BY key").expect("prepares");
    let left: Vec<String> = left.query_map([], |row| row.get(0)).expect("read").map(|key| key.expect("text")).collect();
    assert_eq!(left, [keys[2], keys[2]], "marks of imports are none of the worker's");
    assert_eq!(machine.log(), "");
}

#[test]
fn places_in_files_that_are_gone_are_forgotten_after_a_month() {
    let mut machine = Machine::new();
    let mut sessions = Vec::new();
    for name in ["gone", "there"] {
        let mut session = machine.session(name, "garden");
        session.asks(&format!("The carrots of {name} are sown in March."));
        session.answers("Good.");
        sessions.push(session.transcript.clone());
    }
    machine.settle();
    let marks = |machine: &Machine| -> i64 {
        let store = rusqlite::Connection::open(machine.data().join("omoide.db")).expect("opens");
        let sql = "SELECT count(*) FROM state WHERE key LIKE 'import:hook:%'";
        store.query_row(sql, [], |row| row.get(0)).expect("counted")
    };
    assert_eq!(marks(&machine), 2);
    fs::remove_file(&sessions[0]).expect("removed");
    machine.now = "2026-02-10T09:00:00+09:00".to_owned();
    let _ = machine.hook_with("worker", b"");
    assert_eq!(marks(&machine), 2, "a folder may come back, such as one of another machine");
    machine.now = "2026-03-10T09:00:00+09:00".to_owned();
    let _ = machine.hook_with("worker", b"");
    assert_eq!(marks(&machine), 1);
}

#[test]
fn an_answer_that_is_left_to_the_transcript_is_waited_for() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    session.asks("Which bed is for the beans?");
    let answer = format!("The one by the wall, and the token is {TOKEN}.");
    session.stops(&answer);
    machine.settle();
    assert_eq!(machine.memories("default").len(), 0, "its answer may still come");
    session.writes_answer(&answer);
    session.asks("And which is for the peas?");
    session.answers("The one by the pond.");
    machine.settle();
    let memories = machine.memories("default");
    assert_eq!(memories.len(), 2, "{memories:?}");
    assert!(memories.iter().any(|memory| memory.contains("The one by the wall")), "{memories:?}");
    let mut last = machine.session("s2", "garden");
    last.asks("Where is the password kept?");
    last.stops("The password is kept by nobody.");
    last.ends();
    machine.settle();
    assert_eq!(machine.memories("default").len(), 3, "a session that ends waits for nothing");
    assert_nothing_is_in_clear(&machine);
}
