//! `backup`, `restore-backup`, `vacuum`, `doctor`, `init`: keeping it.

use std::fs;

use omoide_testkit::command::CommandSandbox;

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
fn a_backup_is_checked_and_brings_everything_back() {
    let sandbox = CommandSandbox::with_memories();
    let value = sandbox.omoide(&["backup", "--json"]).json();
    assert_eq!(value["file"], "<dir>/backups/omoide-20260120-143000.db");
    assert_eq!(value["is_verified"], true);
    assert!(sandbox.omoide(&["backup"]).fails(1).contains("is there already"));
    let file = sandbox.file("backups/omoide-20260120-143000.db");
    let file = file.to_string_lossy();
    sandbox.omoide(&["erase", "mem_20260120_001", "mem_20260120_002", "--yes"]).ok();
    insta::assert_snapshot!("asks", sandbox.omoide(&["restore-backup", &file]).all());
    assert_eq!(sandbox.count(), 1);
    sandbox.omoide(&["restore-backup", &file, "--yes"]).ok();
    assert_eq!(sandbox.count(), 3);
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
        sandbox.omoide(&["restore-backup", "nowhere.db", "--yes"]).fails(1).contains("there is no file nowhere.db")
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
    assert!(sandbox.omoide(&["doctor"]).all().contains("has lost"));
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

#[test]
fn files_are_readable_by_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = CommandSandbox::with_memories();
    sandbox.omoide(&["backup"]).ok();
    for file in ["omoide.db", "backups/omoide-20260120-143000.db"] {
        let mode = fs::metadata(sandbox.file(file)).expect("a file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{file}");
    }
}
