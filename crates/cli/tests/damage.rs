//! Stores that cannot be used: damaged, foreign, newer, read-only, full.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use omoide_testkit::command::CommandSandbox;
use omoide_testkit::scale;

/// Overwrites what lies behind the file's head.
fn spoil(sandbox: &CommandSandbox) {
    let connection = rusqlite::Connection::open(sandbox.store()).expect("a database");
    connection.pragma_update(None, "journal_mode", "DELETE").expect("no journal");
    drop(connection);
    let mut bytes = fs::read(sandbox.store()).expect("a file");
    let end = bytes.len();
    for byte in &mut bytes[200..end / 2] {
        *byte = 0xa5;
    }
    fs::write(sandbox.store(), bytes).expect("written");
}

#[test]
fn a_damaged_store_is_named_with_the_way_out() {
    let sandbox = CommandSandbox::with_memories();
    spoil(&sandbox);
    let answer = sandbox.omoide(&["list"]);
    assert_eq!(answer.code, 1, "{}", answer.all());
    assert!(answer.err.contains("is damaged") && answer.err.contains("omoide doctor --repair"), "{}", answer.err);
    assert!(sandbox.omoide(&["doctor"]).fails(1).contains("omoide doctor --repair"));
}

/// A store of some pages, without a journal beside it, as bytes.
fn a_larger_store(sandbox: &CommandSandbox) -> Vec<u8> {
    let lines: String = (0..300)
        .map(|number| format!("{{\"said\": \"story number {number} about topic {}\"}}\n", number * 7))
        .collect();
    sandbox.piped(&["remember", "--jsonl"], lines.as_bytes()).ok();
    let connection = rusqlite::Connection::open(sandbox.store()).expect("a database");
    connection.pragma_update(None, "journal_mode", "DELETE").expect("no journal");
    drop(connection);
    fs::read(sandbox.store()).expect("a file")
}

#[test]
fn a_store_with_spoilt_pages_is_mended_and_the_damaged_file_kept() {
    let sandbox = CommandSandbox::with_memories();
    let mut bytes = a_larger_store(&sandbox);
    let middle = bytes.len() / 2 / 8192 * 8192;
    bytes[middle..middle + 8192].fill(0xa5);
    fs::write(sandbox.store(), bytes).expect("written");
    sandbox.omoide(&["doctor"]).fails(1);
    let answer = sandbox.omoide(&["doctor", "--repair"]);
    assert_eq!(answer.code, 0, "{}", answer.all());
    assert!(answer.out.contains("fixed   database"), "{}", answer.all());
    let mut kept = fs::read_dir(sandbox.path()).expect("a folder").flatten();
    assert!(kept.any(|entry| entry.file_name().to_string_lossy().contains("damaged")), "{}", answer.all());
    sandbox.omoide(&["doctor"]).ok();
    assert!(sandbox.count() > 0);
}

#[test]
fn what_is_left_of_a_truncated_store_is_saved() {
    let sandbox = CommandSandbox::with_memories();
    let bytes = a_larger_store(&sandbox);
    let whole = sandbox.count();
    let rest = &bytes[..bytes.len() * 9 / 10];
    fs::write(sandbox.store(), rest).expect("written");
    assert!(sandbox.omoide(&["doctor"]).fails(1).contains("omoide doctor --repair"));
    // Where the cut falls decides whether a memory is lost with its text or without it; a text that is lost
    // cannot be made up, and is told.
    for command in [&["doctor", "--repair"][..], &["doctor"]] {
        let answer = sandbox.omoide(command);
        let wrong: Vec<&str> = answer.out.lines().filter(|line| line.starts_with("wrong")).collect();
        assert!(wrong.iter().all(|line| line.contains("memories whose texts are all lost")), "{}", answer.all());
        assert_eq!(answer.code != 0, !wrong.is_empty(), "{}", answer.all());
    }
    let saved = sandbox.count();
    assert!(0 < saved && saved <= whole, "{saved} of {whole}");
}

/// Does something to the store that no command does.
fn alter(sandbox: &CommandSandbox, sql: &str) {
    let connection = rusqlite::Connection::open(sandbox.store()).expect("a database");
    connection.execute_batch(sql).expect("altered");
}

#[test]
fn a_memory_that_cannot_be_read_costs_itself_and_is_set_aside() {
    let sandbox = CommandSandbox::with_memories();
    alter(&sandbox, "UPDATE memories SET created = 'long ago' WHERE handle = 'mem_20260120_002'");
    let listed = sandbox.omoide(&["list"]);
    assert!(listed.err.contains("memories that cannot be read: 1; to find out why: omoide doctor"), "{}", listed.all());
    let listed = listed.ok();
    assert!(listed.contains("mem_20260120_001") && listed.contains("mem_20260120_003"), "{listed}");
    assert!(sandbox.omoide(&["recall", "SQLite store"]).ok().contains("mem_20260120_001"));
    sandbox.at("2026-01-22T12:00:00+09:00", &["sleep"]).ok();
    sandbox.omoide(&["stats"]).ok();
    insta::assert_snapshot!("bad_row", sandbox.omoide(&["doctor"]).all());
    insta::assert_snapshot!("bad_row_in_japanese", sandbox.omoide(&["doctor", "--lang", "ja"]).all());
    insta::assert_snapshot!("bad_row_mended", sandbox.omoide(&["doctor", "--repair"]).all());
    let kept = fs::read_to_string(sandbox.file("omoide.db.set-aside-1")).expect("it is kept");
    assert!(kept.contains("娘の誕生日") && kept.contains("long ago"), "{kept}");
    let listed = sandbox.omoide(&["list"]);
    assert_eq!(listed.err, "");
    assert_eq!(sandbox.count(), 2);
    sandbox.omoide(&["doctor"]).ok();
}

#[test]
fn a_value_that_something_can_stand_for_costs_no_memory() {
    let sandbox = CommandSandbox::with_memories();
    alter(&sandbox, "UPDATE memories SET category = CAST(x'ff' AS TEXT) WHERE handle = 'mem_20260120_002'");
    sandbox.omoide(&["doctor"]).fails(1);
    sandbox.omoide(&["doctor", "--repair"]).ok();
    assert!(sandbox.omoide(&["list"]).ok().contains("mem_20260120_002"));
    assert!(fs::read_to_string(sandbox.file("omoide.db.set-aside-1")).expect("kept").contains(r#"{"text":"ff"}"#));
    sandbox.omoide(&["doctor"]).ok();
}

#[test]
fn a_damaged_number_of_the_format_and_an_emptied_file_are_told_with_the_way_out() {
    let sandbox = CommandSandbox::with_memories();
    alter(&sandbox, "PRAGMA user_version = 0");
    let told = sandbox.omoide(&["remember", "x"]).fails(1);
    assert!(told.contains("is damaged") && told.contains("omoide doctor --repair"), "{told}");
    sandbox.omoide(&["doctor", "--repair"]).ok();
    assert_eq!(sandbox.count(), 3);
    let backup = sandbox.file("copy.db");
    sandbox.omoide(&["backup", &backup.to_string_lossy()]).ok();
    sandbox.omoide(&["backup"]).ok();
    fs::write(sandbox.store(), "").expect("emptied");
    for command in [&["remember", "x"][..], &["list"], &["doctor"], &["doctor", "--repair"]] {
        let answer = sandbox.omoide(command);
        assert_eq!(answer.code, 1, "{command:?}: {}", answer.all());
        let is_told = answer.err.contains("restore-backup") || answer.out.contains("the file is empty");
        assert!(is_told, "{command:?}: {}", answer.all());
        assert_eq!(fs::metadata(sandbox.store()).expect("a file").len(), 0, "{command:?}");
    }
    sandbox.omoide(&["restore-backup", &backup.to_string_lossy(), "--yes"]).ok();
    assert_eq!(sandbox.count(), 3);
    sandbox.omoide(&["doctor"]).ok();
}

#[test]
fn a_doctor_beside_writers_finds_nothing() {
    let sandbox = CommandSandbox::with_memories();
    // Large enough that a look at it takes longer than the pauses of those who write.
    a_larger_store(&sandbox);
    let folder = sandbox.path();
    let is_over = AtomicBool::new(false);
    let seed = AtomicU64::new(1_000);
    let start = |day: u64, arguments: &[&str]| {
        let now = format!("2026-0{}-{:02}T12:00:00+09:00", 2 + day / 28 % 8, 1 + day % 28);
        let mut command = omoide_testkit::command::command(folder, folder, &now);
        command.args(arguments).env("OMOIDE_SEED", seed.fetch_add(1, Ordering::Relaxed).to_string());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs")
    };
    let run = |day: u64, arguments: &[&str], lines: &str| {
        let mut child = start(day, arguments);
        child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
        child.wait_with_output().expect("it ends")
    };
    let write = |writer: u64| {
        for step in 0_u64.. {
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            let line =
                |number| format!("{{\"said\": \"writer {writer} told story {step}-{number} of the harbour\"}}\n");
            let told = run(step, &["remember", "--jsonl", "--json"], &(0..20).map(line).collect::<String>());
            assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
            let first = told.stdout.split(|byte| *byte == b'\n').next().expect("a line");
            let first: serde_json::Value = serde_json::from_slice(first).expect("JSON");
            start(step, &["recall", "a story about the harbour"]).wait_with_output().expect("it ends");
            let id = first["memory"]["id"].as_str().expect("an id");
            start(step, &["erase", "--yes", id]).wait_with_output().expect("it ends");
            if step % 3 == 0 {
                start(step, &["sleep"]).wait_with_output().expect("it ends");
            }
        }
    };
    let doctor = || {
        for round in 0..scale::count(20) {
            let answer = start(224, &["doctor", "--json"]).wait_with_output().expect("it ends");
            let (out, err) = (String::from_utf8_lossy(&answer.stdout), String::from_utf8_lossy(&answer.stderr));
            assert!(answer.status.success(), "round {round}: {out}{err}");
        }
    };
    std::thread::scope(|scope| {
        let write = &write;
        let writers: Vec<_> = (0..3).map(|writer| scope.spawn(move || write(writer))).collect();
        let outcome = scope.spawn(doctor).join();
        is_over.store(true, Ordering::Relaxed);
        writers.into_iter().for_each(|writer| writer.join().expect("it wrote"));
        outcome.expect("no doctor found anything");
    });
}

#[test]
fn a_file_of_someone_else_is_left_alone() {
    let sandbox = CommandSandbox::new();
    fs::write(sandbox.store(), "these are my own notes, not a database").expect("written");
    let answer = sandbox.omoide(&["remember", "x"]);
    assert_eq!(answer.code, 1, "{}", answer.all());
    assert_eq!(fs::read_to_string(sandbox.store()).expect("a file"), "these are my own notes, not a database");

    let sandbox = CommandSandbox::new();
    let connection = rusqlite::Connection::open(sandbox.store()).expect("a database");
    connection
        .execute_batch("CREATE TABLE contacts (name TEXT); INSERT INTO contacts VALUES ('Ann');")
        .expect("a table");
    drop(connection);
    insta::assert_snapshot!(sandbox.omoide(&["remember", "x"]).all());
    insta::assert_snapshot!("foreign_in_japanese", sandbox.omoide(&["list", "--lang", "ja"]).all());
}

#[test]
fn a_newer_store_is_not_touched() {
    let sandbox = CommandSandbox::with_memories();
    let connection = rusqlite::Connection::open(sandbox.store()).expect("a database");
    connection.pragma_update(None, "user_version", 99).expect("a pragma");
    drop(connection);
    insta::assert_snapshot!(sandbox.omoide(&["remember", "x"]).all());
    assert!(sandbox.omoide(&["doctor"]).fails(1).contains("omoide"));
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let sandbox = CommandSandbox::new();
    let answer = sandbox.omoide(&["remember", "x", "--data-dir", "/proc/omoide"]);
    insta::assert_snapshot!("under_proc", answer.all());
    fs::write(sandbox.file("taken"), "a file").expect("written");
    let taken = sandbox.file("taken");
    let answer = sandbox.omoide(&["remember", "x", "--data-dir", &taken.to_string_lossy()]);
    insta::assert_snapshot!("a_file_is_there", answer.all());
}

#[test]
fn a_full_disk_loses_nothing_and_says_so() {
    let sandbox = CommandSandbox::new();
    let mount = sandbox.file("small");
    fs::create_dir(&mount).expect("a folder");
    let binary = env!("CARGO_BIN_EXE_omoide");
    let script = format!(
        "set -e; mount -t tmpfs -o size=1m tmpfs '{mount}'; \
         for n in $(seq 1 400); do \
           OMOIDE_SEED=$n {binary} remember \"story $n: $(head -c 6000 /dev/urandom | base64 -w0)\" -q >/dev/null 2>'{err}' || {{ code=$?; break; }}; \
           stored=$n; \
         done; \
         echo \"code $code\"; cat '{err}' >&2; \
         echo \"stored $stored\"; {binary} list --json --limit 1 | grep '\"total\"'",
        mount = mount.display(),
        err = sandbox.file("err").display(),
    );
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]);
    command.env("OMOIDE_DATA_DIR", &mount).env("OMOIDE_NOW", omoide_testkit::command::DAY).env("LANG", "C");
    let answer = sandbox.run(command, None);
    assert!(answer.err.contains("the disk is full"), "{}", answer.all());
    assert!(answer.out.contains("code 1\n"), "{}", answer.all());
    let stored = answer.out.lines().find_map(|line| line.strip_prefix("stored ")).expect("some were stored").to_owned();
    assert!(answer.out.contains(&format!("\"total\": {stored}")), "{}", answer.all());
}
