//! What other programs have kept is remembered once, whatever happens meanwhile.

mod claude;

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use claude::{Session, write};
use omoide_testkit::command::CommandSandbox;
use serde_json::Value;

/// The folder of the projects below the sandbox's home.
fn projects(sandbox: &CommandSandbox) -> PathBuf {
    sandbox.file(".claude/projects")
}

/// Two projects, a session that was taken up again, an agent that was sent off, notes.
fn with_projects() -> CommandSandbox {
    let sandbox = CommandSandbox::new();
    let shelf = projects(&sandbox).join("-w-aquarium");
    let first = Session::new("s1", "/w/aquarium")
        .turn("The pump is too loud at night", "I lowered its speed.")
        .turn("水槽の照明は七時に消して", "設定しました。")
        .turn("<command-name>/clear</command-name>", "ok");
    first.write(&shelf, 100);
    first.resumed_as("s2").turn("We decided to keep axolotls, not goldfish", "Noted.").write(&shelf, 200);
    let mut sent_off = Session::new("agent-7", "/w/aquarium");
    sent_off.add(serde_json::json!({"type":"user","message":{"content":"Find all pumps"}}));
    sent_off.write(&shelf, 150);
    sent_off.write(&shelf.join("s1/subagents"), 150);
    write(&shelf.join("s1/tool-results/big.jsonl"), "{\"type\":\"user\",\"message\":{\"content\":\"no\"}}", 150);
    write(
        &shelf.join("memory/feedback_pumps.md"),
        "---\nname: pumps\ndescription: How pumps are treated\ntype: feedback\nmodified: 2026-01-18T10:00:00+09:00\n---\n\nNever stop a pump for more than an hour.\n",
        300,
    );
    write(&shelf.join("memory/MEMORY.md"), "# Memory\n- [Pumps](feedback_pumps.md) — treatment\n", 300);
    Session::new("s3", r"C:\work\garden")
        .turn("Tomatoes need more light", "Moved them.")
        .write(&projects(&sandbox).join("C--work-garden"), 400);
    sandbox
}

fn import(sandbox: &CommandSandbox) -> Value {
    sandbox.omoide(&["import", "claude-code", "--json"]).json()
}

fn memories(sandbox: &CommandSandbox) -> Vec<Value> {
    sandbox.omoide(&["list", "--all", "--json"]).json()["memories"].as_array().expect("memories").clone()
}

#[test]
fn sessions_and_notes_are_remembered_once() {
    let sandbox = with_projects();
    insta::assert_snapshot!("dry_run", sandbox.omoide(&["import", "claude-code", "--dry-run"]).ok());
    assert!(!sandbox.store().exists(), "a dry run makes no store");
    let first = sandbox.omoide(&["import", "claude-code"]);
    assert!(first.err.contains("nights are due"), "{}", first.err);
    insta::assert_snapshot!("first", first.ok());
    assert_eq!(sandbox.count(), 5);
    insta::assert_snapshot!("second_in_japanese", sandbox.omoide(&["import", "claude-code", "--lang", "ja"]).ok());
    assert_eq!(sandbox.count(), 5);
    let stored = fs::read(sandbox.store()).expect("read");
    assert!(!String::from_utf8_lossy(&stored).contains("TOOL OUTPUT"));
}

#[test]
fn a_memory_knows_its_time_its_session_and_its_place() {
    let sandbox = with_projects();
    import(&sandbox);
    let all = memories(&sandbox);
    let shown = |words: &str| {
        let found =
            all.iter().find(|memory| memory.to_string().contains(words)).unwrap_or_else(|| panic!("no {words}"));
        sandbox.omoide(&["show", "--json", found["id"].as_str().expect("an id")]).json()
    };
    let pump = shown("too loud");
    assert_eq!(pump["memory"]["thread"], "s1");
    assert_eq!((&pump["place"]["project"], &pump["place"]["host"]), (&"aquarium".into(), &"claude-code".into()));
    // The sandbox's clocks are nine hours ahead of the file's.
    assert_eq!(pump["memory"]["created"], "2026-01-19T09:00:00+09:00");
    assert!(pump["turn"]["replied"].as_str().is_some_and(|reply| reply.contains("Edit src/lib.rs")), "{pump}");
    assert_eq!(shown("Tomatoes")["place"]["project"], "garden");
    let note = shown("Never stop a pump");
    assert_eq!((&note["memory"]["source"], &note["place"]["project"]), (&"agent".into(), &"aquarium".into()));
    assert_eq!(note["memory"]["created"], "2026-01-18T10:00:00+09:00");
}

#[test]
fn a_session_that_went_on_brings_only_what_is_new() {
    let sandbox = CommandSandbox::new();
    let shelf = projects(&sandbox).join("-w");
    let session = Session::new("s1", "/w").turn("one thing", "1").turn("another thing", "2");
    let file = session.write(&shelf, 0);
    assert_eq!(import(&sandbox)["remembered"], 2);
    let grown = session.turn("a third thing", "3").text();
    let old = fs::metadata(&file).expect("there").len() as usize;
    OpenOptions::new().append(true).open(&file).expect("opens").write_all(&grown.as_bytes()[old..]).expect("written");
    let again = import(&sandbox);
    assert_eq!((&again["remembered"], &again["already_remembered"]), (&1.into(), &2.into()));
    assert_eq!(import(&sandbox)["files"]["unchanged"], 1);
    assert_eq!(sandbox.count(), 3);
}

#[test]
fn the_last_turn_of_a_session_that_may_go_on_waits() {
    let sandbox = CommandSandbox::new();
    let session = Session::new("s1", "/w").turn("one thing", "1").turn("another thing", "2");
    // Half past two in the afternoon in Japan, less five minutes.
    let changed = 24 * 3600 + 5 * 3600 + 25 * 60;
    session.write(&projects(&sandbox).join("-w"), changed);
    let first = import(&sandbox);
    assert_eq!((&first["remembered"], &first["waiting"]), (&1.into(), &1.into()));
    let later = sandbox.at("2026-01-20T15:30:00+09:00", &["import", "claude-code", "--json"]).json();
    assert_eq!((&later["remembered"], &later["waiting"]), (&1.into(), &0.into()));
}

#[test]
fn what_was_erased_does_not_come_back() {
    let sandbox = with_projects();
    import(&sandbox);
    let all = memories(&sandbox);
    let pump = all.iter().find(|memory| memory.to_string().contains("too loud")).expect("the pump");
    sandbox.omoide(&["erase", "--yes", pump["id"].as_str().expect("an id")]).ok();
    let shelf = projects(&sandbox).join("-w-aquarium");
    let first = Session::new("s1", "/w/aquarium").turn("The pump is too loud at night", "I lowered its speed.");
    first.turn("and now it leaks", "Fixed.").write(&shelf, 500);
    let again = import(&sandbox);
    assert_eq!(again["erased_before"], 1, "{again}");
    assert!(!memories(&sandbox).iter().any(|memory| memory.to_string().contains("too loud")));
}

#[test]
fn an_import_can_begin_at_a_day_and_in_another_folder() {
    let sandbox = with_projects();
    let moved = sandbox.file("elsewhere");
    fs::rename(sandbox.file(".claude"), &moved).expect("moved");
    assert!(sandbox.omoide(&["import", "claude-code"]).fails(1).contains("there are no sessions of Claude Code"));
    let environment = [("CLAUDE_CONFIG_DIR", moved.to_str().expect("UTF-8"))];
    let later =
        sandbox.with(&environment, &["import", "claude-code", "--since", "2026-01-19T00:01:00Z", "--json"]).json();
    assert_eq!(later["remembered"], 2, "{later}");
    let all = sandbox.with(&environment, &["import", "claude-code", "--json"]).json();
    assert_eq!(all["remembered"], 3, "{all}");
    let into = ["import", "claude-code", moved.to_str().expect("UTF-8"), "--mind", "other", "--json"];
    assert_eq!(sandbox.omoide(&into).json()["remembered"], 5);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read_does_not_keep_the_others_out() {
    let sandbox = with_projects();
    let shelf = projects(&sandbox).join("-w-aquarium");
    std::os::unix::fs::symlink("/nowhere/at/all", shelf.join("gone.jsonl")).expect("linked");
    let failure = sandbox.omoide(&["import", "claude-code"]).fails(1);
    assert!(failure.contains("gone.jsonl"), "{failure}");
    assert_eq!(sandbox.count(), 5);
}

#[test]
fn secrets_and_injected_blocks_are_left_out() {
    let sandbox = CommandSandbox::new();
    let key = ["sk-ant-api03-", "Zx9Kq2LmNp4RsTv6WyB8", "Zx9Kq2LmNp4RsTv6WyB8"].concat();
    let said =
        format!("<memories>\n- old news\n</memories>\nmy key is {key} and <private>my weight</private> stays here");
    Session::new("s1", "/w").turn(&said, "Understood.").write(&projects(&sandbox).join("-w"), 0);
    import(&sandbox);
    let stored = fs::read(sandbox.store()).expect("read");
    let stored = String::from_utf8_lossy(&stored);
    for secret in [key.as_str(), "old news", "my weight"] {
        assert!(!stored.contains(secret), "{secret}");
    }
    assert_eq!(sandbox.count(), 1);
}

#[test]
fn an_import_that_is_killed_goes_on_where_it_was() {
    let sandbox = CommandSandbox::new();
    let (sessions, turns) = (60, 12);
    for number in 0..sessions {
        let mut session = Session::new(&format!("s{number}"), "/w");
        for turn in 0..turns {
            session = session.turn(&format!("session {number} decided point {turn}"), "Agreed, and written down.");
        }
        session.write(&projects(&sandbox).join("-w"), number);
    }
    let mut before = 0;
    for _ in 0..3 {
        let mut command = sandbox.command(&["import", "claude-code", "--json"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        // Killed as soon as something of this run is there, in the midst of the next batch.
        while stored(&sandbox) == before && child.try_wait().expect("asked").is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().expect("killed");
        child.wait().expect("gone");
        before = stored(&sandbox);
    }
    assert!(before > 0 && before < sessions * turns, "{before} turns were there after the last kill");
    let last = import(&sandbox);
    let all = memories(&sandbox);
    assert_eq!(all.len() as u64, sessions * turns, "{last}");
    let texts: HashSet<String> = all.iter().map(|memory| memory["trigger"].to_string()).collect();
    assert_eq!(texts.len(), all.len());
    assert_eq!(import(&sandbox)["remembered"], 0);
    sandbox.omoide(&["doctor"]).ok();
}

/// How many turns a store holds, whoever writes to it meanwhile.
fn stored(sandbox: &CommandSandbox) -> u64 {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let count = rusqlite::Connection::open_with_flags(sandbox.store(), flags)
        .and_then(|store| store.query_row("SELECT count(*) FROM turns", [], |row| row.get::<_, i64>(0)));
    count.map_or(0, i64::cast_unsigned)
}
