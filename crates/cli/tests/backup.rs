//! `backup`, `restore-backup`, `vacuum`, `doctor`, `init`: keeping it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use omoide_testkit::command::CommandSandbox;
use omoide_testkit::scale;

#[test]
fn init_makes_what_is_missing_and_overwrites_nothing() {
    let sandbox = CommandSandbox::new();
    insta::assert_snapshot!("first", sandbox.omoide(&["init"]).all());
    insta::assert_snapshot!("second", sandbox.omoide(&["init", "--lang", "ja"]).all());
    sandbox.omoide(&["config", "check"]).ok();
    sandbox.omoide(&["remember", "something"]).ok();
    fs::write(sandbox.file("omoide.toml"), "retrieval.top_k = 3\n").expect("written");
    sandbox.omoide(&["init"]).ok();
    assert_eq!(fs::read_to_string(sandbox.file("omoide.toml")).expect("a file"), "retrieval.top_k = 3\n");
    sandbox.omoide(&["init", "--force"]).ok();
    assert_eq!(fs::read_to_string(sandbox.file("omoide.toml.old")).expect("a file"), "retrieval.top_k = 3\n");
    assert_eq!(sandbox.count(), 1);
}

#[test]
fn old_backups_go_and_nothing_else_does() {
    let sandbox = CommandSandbox::with_memories();
    let on =
        |day: &str, more: &[&str]| sandbox.at(&format!("2026-01-{day}T10:00:00+09:00"), &[&["backup"], more].concat());
    for day in ["20", "21", "22"] {
        on(day, &[]).ok();
    }
    let folder = sandbox.file("backups");
    // A person's copy, a file that only has such a name, and one with another name.
    fs::copy(folder.join("omoide-20260120-100000.db"), folder.join("omoide-before-the-move.db")).expect("copied");
    fs::write(folder.join("omoide-20200101-000000.db"), "a diary").expect("written");
    fs::copy(folder.join("omoide-20260120-100000.db"), folder.join("other-20200101-000000.db")).expect("copied");
    let told = on("23", &["--keep", "2"]).ok();
    let lines: Vec<&str> = told.lines().skip(1).collect();
    let removed = ["20", "21"].map(|day| format!("removed <dir>/backups/omoide-202601{day}-100000.db"));
    assert_eq!(lines, removed);
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("a folder")
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "omoide-20200101-000000.db",
            "omoide-20260122-100000.db",
            "omoide-20260123-100000.db",
            "omoide-before-the-move.db",
            "other-20200101-000000.db",
        ]
    );
    let value = on("24", &["--keep", "2", "--json"]).json();
    assert_eq!(value["removed"], serde_json::json!(["<dir>/backups/omoide-20260122-100000.db"]));
    assert!(on("25", &["--keep", "1", "--lang", "ja"]).ok().contains("omoide-20260123-100000.dbを削除しました"));
}

#[test]
fn backups_rotate_in_a_folder_of_ones_own_and_a_failed_one_removes_nothing() {
    let sandbox = CommandSandbox::with_memories();
    let folder = sandbox.file("disk");
    fs::create_dir(&folder).expect("a folder");
    let folder = folder.to_string_lossy().into_owned();
    sandbox.omoide(&["backup", &folder, "--keep", "1"]).ok();
    assert!(sandbox.file("disk/omoide-20260120-143000.db").is_file());
    assert!(sandbox.omoide(&["backup", &folder, "--keep", "1"]).fails(1).contains("already exists"));
    assert!(sandbox.file("disk/omoide-20260120-143000.db").is_file(), "a backup that failed takes no other's place");
    let file = sandbox.file("mine.db").to_string_lossy().into_owned();
    assert!(sandbox.omoide(&["backup", &file, "--keep", "1"]).fails(2).contains("omoide backup --keep 7"));
    assert!(!sandbox.file("mine.db").exists());
    sandbox.omoide(&["backup", "--keep", "0"]).fails(2);
}

#[test]
fn a_backup_is_checked_and_what_was_erased_since_stays_erased() {
    let sandbox = CommandSandbox::with_memories();
    let value = sandbox.omoide(&["backup", "--json"]).json();
    assert_eq!(value["file"], "<dir>/backups/omoide-20260120-143000.db");
    assert_eq!(value["is_verified"], true);
    assert!(sandbox.omoide(&["backup"]).fails(1).contains("already exists"));
    let file = sandbox.file("backups/omoide-20260120-143000.db");
    let file = file.to_string_lossy();
    sandbox.omoide(&["erase", "mem_20260120_001", "--yes"]).ok();
    sandbox.omoide(&["remember", "The ferry leaves at noon."]).ok();
    insta::assert_snapshot!("asks", sandbox.omoide(&["restore-backup", &file]).all());
    insta::assert_snapshot!("asks_in_japanese", sandbox.omoide(&["restore-backup", &file, "--lang", "ja"]).all());
    assert_eq!(sandbox.count(), 3);
    insta::assert_snapshot!("keeps_newer", sandbox.omoide(&["restore-backup", &file, "--keep-newer"]).all());
    assert_eq!(sandbox.count(), 3);
    assert!(sandbox.omoide(&["recall", "when does the ferry leave"]).ok().contains("ferry"));
    insta::assert_snapshot!("drops_newer", sandbox.omoide(&["restore-backup", &file, "--yes"]).all());
    assert_eq!(sandbox.count(), 2);
    sandbox.omoide(&["doctor"]).ok();
    let value = sandbox.omoide(&["restore-backup", &file, "--yes", "--bring-back-erased", "--json"]).json();
    assert_eq!(value["copy"], "<dir>/omoide.db.before-restore-3");
    assert_eq!(value["erased"], 1);
    assert_eq!(sandbox.count(), 3);
    sandbox.omoide(&["doctor"]).ok();
}

/// Kills a restore at a moment that differs by the number of the attempt.
fn killed_while_restoring(sandbox: &CommandSandbox, file: &str, attempt: u64) {
    let mut command = sandbox.command(&["restore-backup", file, "--yes"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts");
    std::thread::sleep(Duration::from_micros(attempt * 7_919 % 60_000));
    // It may be faster.
    let _ = child.kill();
    child.wait().expect("it ends");
}

#[test]
fn a_restore_that_is_killed_leaves_the_old_memory_or_the_new_one_whole() {
    let sandbox = CommandSandbox::with_memories();
    let file = sandbox.file("copy.db");
    let file = file.to_string_lossy();
    sandbox.omoide(&["backup", &file]).ok();
    for attempt in 0..scale::count(20) as u64 {
        sandbox.omoide(&["remember", &format!("something newer, number {attempt}")]).ok();
        let before = sandbox.count();
        killed_while_restoring(&sandbox, &file, attempt);
        let after = sandbox.count();
        assert!(after == before || after == 3, "{after} of {before} and 3");
        sandbox.omoide(&["doctor"]).ok();
    }
    // What the killed ones were making goes with the next that makes something.
    sandbox.omoide(&["restore-backup", &file, "--yes"]).ok();
    let names = fs::read_dir(sandbox.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let left: Vec<_> = names.filter(|name| name.to_string_lossy().contains(".new-")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_backup_replaces_a_damaged_store_and_a_missing_one() {
    let sandbox = CommandSandbox::with_memories();
    let file = sandbox.file("copy.db");
    let file = file.to_string_lossy();
    sandbox.omoide(&["backup", &file]).ok();
    for wal in ["omoide.db-wal", "omoide.db-shm"] {
        let _ = fs::remove_file(sandbox.file(wal));
    }
    fs::write(sandbox.store(), [0xa5; 8192]).expect("written");
    sandbox.omoide(&["restore-backup", &file, "--yes"]).ok();
    assert_eq!(sandbox.count(), 3);
    fs::remove_file(sandbox.store()).expect("removed");
    sandbox.omoide(&["restore-backup", &file]).ok();
    assert_eq!(sandbox.count(), 3);
}

#[test]
fn what_is_no_backup_replaces_nothing() {
    let sandbox = CommandSandbox::with_memories();
    fs::write(sandbox.file("notes.db"), "my notes").expect("written");
    let notes = sandbox.file("notes.db");
    sandbox.omoide(&["restore-backup", &notes.to_string_lossy(), "--yes"]).fails(1);
    assert!(
        sandbox
            .omoide(&["restore-backup", "nowhere.db", "--yes"])
            .fails(1)
            .contains("the file nowhere.db does not exist")
    );
    assert_eq!(sandbox.count(), 3);
}

#[test]
fn a_vacuum_tells_the_size_before_and_after() {
    let sandbox = CommandSandbox::with_memories();
    let value = sandbox.omoide(&["vacuum", "--json"]).json();
    assert!(value["bytes_after"].as_u64() <= value["bytes_before"].as_u64(), "{value}");
    assert!(sandbox.omoide(&["vacuum"]).ok().contains(" → "));
}

#[test]
fn a_whole_store_is_well() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!("well", sandbox.omoide(&["doctor"]).all());
    insta::assert_snapshot!("due", sandbox.at("2026-01-22T12:00:00+09:00", &["doctor", "--lang", "ja"]).all());
    assert_eq!(CommandSandbox::new().omoide(&["doctor", "--json"]).json()["is_well"], true);
}

#[test]
fn lost_vectors_are_found_and_made_again() {
    let sandbox = CommandSandbox::with_memories();
    let connection = rusqlite::Connection::open(sandbox.store()).expect("a database");
    connection.execute("DELETE FROM vectors", []).expect("deleted");
    drop(connection);
    assert!(sandbox.omoide(&["doctor"]).all().contains("vector"));
    sandbox.omoide(&["doctor"]).fails(1);
    sandbox.omoide(&["doctor", "--repair"]).ok();
    sandbox.omoide(&["doctor"]).ok();
    assert!(sandbox.omoide(&["recall", "SQLite store"]).ok().contains("mem_20260120_001"));
}

#[test]
fn lost_words_are_found_and_indexed_again() {
    let sandbox = CommandSandbox::with_memories();
    let connection = rusqlite::Connection::open(sandbox.store()).expect("a database");
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("a count");
    let memories = count("SELECT count(*) FROM memories");
    assert_eq!(count("SELECT count(*) FROM word_fresh"), memories);
    connection.execute("DELETE FROM word_fresh", []).expect("deleted");
    assert!(sandbox.omoide(&["doctor"]).all().contains("missing from the word index"));
    sandbox.omoide(&["doctor"]).fails(1);
    let mended = sandbox.omoide(&["doctor", "--repair"]).ok();
    assert!(mended.contains(&format!("the words of {memories} memories were indexed")), "{mended}");
    assert_eq!(count("SELECT count(*) FROM word_fresh"), memories);
    sandbox.omoide(&["doctor"]).ok();
    connection
        .execute_batch("DELETE FROM word_fresh; INSERT INTO word_gaps SELECT mind, seq FROM memories")
        .expect("set");
    // As a store of an earlier format is: nothing is broken, and it will be made up for.
    assert!(sandbox.omoide(&["doctor", "--lang", "ja"]).ok().contains("索引にありません"));
}

/// The rights of everything below a folder, itself included.
fn rights(folder: &Path, found: &mut Vec<(PathBuf, u32)>) {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    found.push((folder.to_owned(), mode(folder)));
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            rights(&entry, found);
        } else {
            found.push((entry.clone(), mode(&entry)));
        }
    }
}

#[test]
fn whatever_the_umask_is_only_the_owner_may_read() {
    for umask in ["000", "022", "177"] {
        let sandbox = CommandSandbox::new();
        let data = sandbox.file("deep/below/data");
        let transcript = sandbox.file("transcript.jsonl");
        let line = r#"{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-01-20T05:30:00Z","message":{"role":"user","content":"The ferry leaves at noon."}}"#;
        fs::write(&transcript, format!("{line}\n")).expect("written");
        let run = |arguments: &str, stdin: Option<&str>| {
            let mut command = sandbox.command(&[] as &[&str]);
            let program = command.get_program().to_owned();
            let script = format!("umask {umask}; exec {} {arguments}", program.to_string_lossy());
            let mut shell = Command::new("sh");
            let environment: Vec<_> = command.get_envs().filter_map(|(key, value)| Some((key, value?))).collect();
            shell.env_clear().envs(environment).env("OMOIDE_DATA_DIR", &data).args(["-c", &script]);
            command = shell;
            sandbox.run(command, stdin.map(str::as_bytes))
        };
        let event = |name: &str| {
            let transcript = transcript.display();
            format!(
                r#"{{"session_id":"s","transcript_path":"{transcript}","cwd":"/","hook_event_name":"{name}","source":"startup","reason":"other"}}"#
            )
        };
        run("hook session-start", Some(&event("SessionStart"))).ok();
        run("init", None).ok();
        run("remember 'The spare key hangs behind the blue door.'", None).ok();
        run("hook session-end", Some(&event("SessionEnd"))).ok();
        run("hook worker", None).ok();
        run("backup", None).ok();
        run("keys create reader", None).ok();
        let backup = data.join("backups/omoide-20260120-143000.db");
        run(&format!("restore-backup {} --yes", backup.display()), None).ok();
        let mut found = Vec::new();
        rights(&sandbox.file("deep"), &mut found);
        assert!(found.len() > 6, "{found:?}");
        let open: Vec<_> =
            found.iter().filter(|(path, mode)| *mode != if path.is_dir() { 0o700 } else { 0o600 }).collect();
        assert!(open.is_empty(), "umask {umask}: {open:?}");
    }
}

#[test]
fn a_folder_that_others_may_open_is_told_and_closed() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = CommandSandbox::with_memories();
    // The folder of the memory and the home of the person are one in a sandbox, and nobody's home is closed by us.
    let data = sandbox.file("data");
    let data = data.to_string_lossy();
    sandbox.omoide(&["remember", "x", "--data-dir", &data]).ok();
    let open = |mode: u32| fs::set_permissions(&*data, fs::Permissions::from_mode(mode)).expect("opened");
    let mode = || fs::metadata(&*data).expect("a folder").permissions().mode() & 0o7777;
    open(0o755);
    assert!(sandbox.omoide(&["doctor", "--data-dir", &data]).ok().contains("other users can read"));
    open(0o777);
    let told = sandbox.omoide(&["doctor", "--data-dir", &data]);
    assert!(told.code == 1 && told.out.contains("other users can replace files in"), "{}", told.all());
    sandbox.omoide(&["doctor", "--repair", "--data-dir", &data]).ok();
    assert_eq!(mode(), 0o700);
    open(0o1777);
    assert!(sandbox.omoide(&["doctor", "--repair", "--data-dir", &data]).ok().contains("other users use"));
    assert_eq!(mode(), 0o1777);
}
