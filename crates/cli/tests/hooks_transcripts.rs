//! Transcripts that are not as they should be: no file at all, endless, huge, or written by another clock. Whatever they
//! are, other sessions are remembered, and every answer is with its prompt.

#![cfg(unix)]

mod hook;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use hook::{Machine, Session};

const TOKEN: &str = "ghp_R8vK2mXq7LpZ4tNc9WdYb3HsJf6GaTe1UoQi";

/// How the files in the spool end.
fn spooled(machine: &Machine) -> Vec<String> {
    let files = fs::read_dir(machine.data().join("spool")).into_iter().flatten().filter_map(Result::ok);
    let ending = |file: PathBuf| file.extension().map(|ending| ending.to_string_lossy().into_owned());
    files.filter_map(|file| ending(file.path())).collect()
}

/// Waits until only notes are left that cannot be worked off.
fn settle(machine: &Machine, limit_seconds: u32) {
    // A worker that hangs must not hang the test.
    for _ in 0..1_000 {
        let mut worker = Command::new("timeout");
        worker.arg(limit_seconds.to_string()).arg(env!("CARGO_BIN_EXE_omoide"));
        worker.args(["hook", "worker", "--data-dir"]).arg(machine.data());
        worker.env("HOME", machine.home()).env("OMOIDE_NOW", &machine.now).stdin(std::process::Stdio::null());
        assert!(worker.status().expect("it runs").success(), "the worker hangs");
        if !machine.has_work() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("the spool is never worked off: {}", machine.log());
}

fn pipe(at: &Path) {
    assert!(Command::new("mkfifo").arg(at).status().expect("it runs").success());
}

#[test]
fn a_transcript_that_cannot_be_read_keeps_no_other_session_from_being_remembered() {
    let machine = Machine::new();
    for kind in ["pipe", "folder", "zeros", "endless"] {
        let odd = machine.session(kind, "garden");
        let at = &odd.transcript;
        match kind {
            "pipe" => pipe(at),
            "folder" => fs::create_dir_all(at).expect("made"),
            "zeros" => std::os::unix::fs::symlink("/dev/zero", at).expect("linked"),
            _ => File::create(at).and_then(|file| file.set_len(600 << 20)).expect("made"),
        }
        odd.stops("Good.");
        odd.ends();
        let mut session = machine.session(&format!("beside-{kind}"), "garden");
        session.asks(&format!("We sow the carrots beside the {kind}."));
        session.answers("Good.");
        session.ends();
        settle(&machine, 60);
        let wanted = format!("We sow the carrots beside the {kind}. → Good.");
        assert!(machine.memories("default").contains(&wanted), "{kind}: {}", machine.log());
        let file = odd.transcript.display().to_string();
        assert_eq!(machine.log().matches(&file).count(), 1, "{kind}: {}", machine.log());
    }
    let left = spooled(&machine);
    assert!(left.iter().all(|ending| ending == "aside") && left.len() == 8, "{left:?}");
    let told = machine.omoide(&["doctor"]);
    assert!(told.contains("cannot be read"), "{told}");
}

#[test]
fn what_was_set_aside_is_remembered_when_its_transcript_can_be_read() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    session.asks("We sow the carrots in March.");
    session.writes_answer("Good.");
    let hidden = session.transcript.with_extension("away");
    fs::rename(&session.transcript, &hidden).expect("moved");
    fs::create_dir(&session.transcript).expect("made");
    session.stops("Good.");
    session.ends();
    settle(&machine, 60);
    assert_eq!((machine.memories("default").len(), spooled(&machine).len()), (0, 2));
    fs::remove_dir(&session.transcript).expect("removed");
    fs::rename(&hidden, &session.transcript).expect("moved");
    settle(&machine, 60);
    assert_eq!(machine.memories("default"), ["We sow the carrots in March. → Good."]);
    assert_eq!(spooled(&machine).len(), 0);
}

#[test]
fn a_link_to_a_transcript_is_read() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    session.asks("We sow the carrots in March.");
    session.writes_answer("Good.");
    let kept = session.transcript.with_extension("elsewhere");
    fs::rename(&session.transcript, &kept).expect("moved");
    std::os::unix::fs::symlink(&kept, &session.transcript).expect("linked");
    session.stops("Good.");
    settle(&machine, 60);
    assert_eq!(machine.memories("default"), ["We sow the carrots in March. → Good."]);
}

/// How many bytes a turn may have here. The usual limit is larger, and a test of it would take a minute.
const LIMIT: usize = 64 * 1024;

/// A session with a turn that is longer than that. A private part and a token stand where it is cut.
fn writes_a_huge_turn(machine: &Machine, session: &mut Session<'_>) {
    fs::create_dir_all(machine.data()).expect("made");
    fs::write(machine.data().join("omoide.toml"), format!("[encode]\nmax_text_bytes = {LIMIT}\n")).expect("written");
    let line = "Lorem ipsum dolor sit amet 思い出.\n".repeat(100);
    let hidden = format!("<private>{}</private> {TOKEN}\n", "nobody's business. ".repeat(600));
    let paste = format!("{line}{hidden}").repeat(10);
    session.writes_prompt(&format!("Look at this log: {paste} Why does the pump stop at night?"));
    session.writes_answer(&format!("Here it is again: {paste} The timer of the pump is off by one."));
}

fn assert_cut(machine: &Machine) {
    let memories: serde_json::Value =
        serde_json::from_str(&machine.omoide(&["list", "--json", "--limit", "10"])).expect("JSON");
    assert_eq!(memories["total"], 1, "{}", machine.log());
    let id = memories["memories"][0]["id"].as_str().expect("an id");
    let read: serde_json::Value = serde_json::from_str(&machine.omoide(&["read", id, "--json"])).expect("JSON");
    let turn = |half: &str| read["turn"][half].as_str().expect("a text").to_owned();
    let (said, replied) = (turn("said"), turn("replied"));
    assert!(said.len() + replied.len() <= LIMIT && said.len() + replied.len() > LIMIT - 100);
    for (text, start, end) in [
        (said, "Look at this log:", "Why does the pump stop at night?"),
        (replied, "Here it is again:", "The timer of the pump is off by one."),
    ] {
        assert!(text.starts_with(start) && text.ends_with(end), "{start}");
        assert!(text.contains(" bytes left out …]"), "{start}");
        assert!(!text.contains("business") && !text.contains("ghp_"), "{start}");
    }
}

#[test]
fn a_turn_that_is_too_long_is_cut_and_not_lost() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    writes_a_huge_turn(&machine, &mut session);
    session.stops("");
    session.ends();
    settle(&machine, 300);
    assert_cut(&machine);
    assert_eq!(machine.log(), "");
}

#[test]
fn an_import_cuts_a_turn_that_is_too_long_and_passes_pipes_over() {
    let machine = Machine::new();
    let mut session = machine.session("s1", "garden");
    writes_a_huge_turn(&machine, &mut session);
    pipe(&session.transcript.with_file_name("pipe.jsonl"));
    let mut import = Command::new("timeout");
    import.arg("300").arg(env!("CARGO_BIN_EXE_omoide")).args(["import", "claude-code", "--data-dir"]);
    import.arg(machine.data()).arg(machine.home().join(".claude"));
    import.env("HOME", machine.home()).env("OMOIDE_NOW", "2026-01-21T14:00:00+09:00");
    let output = import.output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("pipe.jsonl") && told.contains("no regular file"), "{told}");
    assert_cut(&machine);
}

#[test]
fn answers_stay_with_their_turns_whatever_the_clock_of_the_transcript_says() {
    for now in ["2026-01-20T04:00:00+09:00", "2026-01-20T14:20:00+09:00", "2026-01-20T23:30:00+09:00"] {
        let mut machine = Machine::new();
        machine.now = now.to_owned();
        fs::create_dir_all(machine.data()).expect("made");
        let lock = File::create(machine.data().join("spool.lock")).expect("made");
        let is_busy = |is_busy: bool| if is_busy { lock.lock() } else { lock.unlock() };
        // The worker comes when the next thing was said already, and the file lacks the answers.
        let mut session = machine.session("s1", "garden");
        is_busy(true).expect("held");
        session.asks("Which bed is for the beans?");
        session.stops("The one by the wall.");
        session.asks("And which is for the peas?");
        is_busy(false).expect("let go");
        settle(&machine, 60);
        assert_eq!(machine.memories("default"), ["Which bed is for the beans? → The one by the wall."], "{now}");
        is_busy(true).expect("held");
        session.stops("The one by the pond.");
        session.asks("Where do the frogs live?");
        session.stops("In the pond.");
        session.writes_prompt("And the newts?");
        is_busy(false).expect("let go");
        settle(&machine, 60);
        session.hook("SessionEnd", &json!({ "reason": "other" }));
        settle(&machine, 60);
        let wanted = [
            "And the newts? → ",
            "And which is for the peas? → The one by the pond.",
            "Where do the frogs live? → In the pond.",
            "Which bed is for the beans? → The one by the wall.",
        ];
        assert_eq!(machine.memories("default"), wanted, "{now}");
        assert_eq!(machine.log(), "", "{now}");
    }
}

#[test]
fn an_answer_that_comes_before_its_prompt_finds_it_whatever_the_clock_says() {
    for now in ["2026-01-20T04:00:00+09:00", "2026-01-20T23:30:00+09:00"] {
        let mut machine = Machine::new();
        machine.now = now.to_owned();
        let mut late = machine.session("s1", "garden");
        late.stops("By the pond.");
        settle(&machine, 60);
        late.writes_prompt("Where do the frogs live?");
        late.ends();
        settle(&machine, 60);
        assert_eq!(machine.memories("default"), ["Where do the frogs live? → By the pond."], "{now}");
    }
}
