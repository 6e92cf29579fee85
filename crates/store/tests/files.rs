//! The file: how it comes to be, who may read it, and what is refused.

mod support;

use std::fs;
use std::sync::Barrier;
use std::thread;

use omoide_core::MindName;
use omoide_core::change::{Actor, Change, Deed, Reason, Subject};
use omoide_core::ports::store::{Filter, Store, StoreError};
use omoide_store::FORMAT;
use omoide_testkit::builders::{a_memory, a_turn, at, id};
use rusqlite::Connection;
use support::{create, file_in, insert, nowhere, of_night, open, read, sqlite, write};

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_store_is_made_once_and_found_again() {
    let (folder, path) = nowhere();
    assert!(matches!(open(&path), Err(StoreError::Missing { .. })));
    assert_eq!(names(folder.path()), [""; 0]);
    insert(&*create(&path).expect("makes it"), &a_memory(1).build());
    for opened in [create(&path), open(&path)] {
        let store = opened.expect("opens");
        assert_eq!(read(&*store, |r| r.count(&MindName::default(), &Filter::default())), 1);
    }
    assert_eq!(names(folder.path()), ["store.db"]);
}

#[test]
fn a_path_may_hold_any_sign() {
    let (folder, _) = nowhere();
    let path = folder.path().join("a b?c#d%20").join("file:x.db");
    drop(create(&path).expect("makes it"));
    open(&path).expect("opens");
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_a_store() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &std::path::Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let (folder, _) = nowhere();
    let path = folder.path().join("new").join("store.db");
    let store = create(&path).expect("makes it");
    insert(&*store, &a_memory(1).build());
    assert_eq!(mode(path.parent().expect("a folder")), 0o700);
    let backup = folder.path().join("backup.db");
    store.upkeep().backup(&backup).expect("backs up");
    for file in [path.clone(), path.with_extension("db-wal"), path.with_extension("db-shm"), backup] {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("sets");
    assert_eq!(store.upkeep().check().expect("checks")[0].area, "permissions");
    assert_eq!(store.upkeep().repair().expect("repairs").len(), 1);
    assert_eq!(mode(&path), 0o600);
}

#[test]
fn a_newer_format_is_refused_and_left_alone() {
    let (folder, path) = nowhere();
    drop(create(&path).expect("makes it"));
    let connection = Connection::open(&path).expect("opens");
    connection.pragma_update(None, "user_version", FORMAT + 1).expect("sets");
    connection.close().expect("closes");
    let before = fs::read(&path).expect("reads");
    for opened in [open(&path), create(&path)] {
        let Err(StoreError::Newer { found, known, .. }) = opened else { panic!("it is refused") };
        assert_eq!((found, known), (FORMAT + 1, FORMAT));
    }
    assert_eq!(fs::read(&path).expect("reads"), before);
    assert_eq!(names(folder.path()), ["store.db"]);
}

#[test]
fn a_store_that_became_newer_meanwhile_is_no_longer_used() {
    let (folder, store) = sqlite();
    let connection = Connection::open(file_in(&folder)).expect("opens");
    connection.pragma_update(None, "user_version", FORMAT + 1).expect("sets");
    assert!(matches!(store.write(&MindName::default(), &mut |_| Ok(())), Err(StoreError::Newer { .. })));
    assert!(matches!(store.read(&mut |_| Ok(())), Err(StoreError::Newer { .. })));
}

#[test]
fn a_foreign_file_is_refused_and_left_alone() {
    let (folder, path) = nowhere();
    fs::write(&path, "a diary, not a database, and long enough to be one".repeat(200)).expect("writes");
    let foreign_database = folder.path().join("other.db");
    Connection::open(&foreign_database).expect("opens").execute_batch("CREATE TABLE t (x)").expect("creates");
    for path in [&path, &foreign_database, &folder.path().to_owned()] {
        let before = fs::read(path).ok();
        for opened in [open(path), create(path)] {
            assert!(matches!(opened, Err(StoreError::Foreign { .. })), "{}", path.display());
        }
        assert_eq!(fs::read(path).ok(), before);
    }
    assert_eq!(names(folder.path()), ["other.db", "store.db"]);
}

#[test]
fn an_empty_file_is_no_store_until_one_is_made_of_it() {
    let (_folder, path) = nowhere();
    fs::write(&path, "").expect("writes");
    assert!(matches!(open(&path), Err(StoreError::Missing { .. })));
    let store = create(&path).expect("makes it");
    insert(&*store, &a_memory(1).build());
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

#[test]
fn an_empty_file_where_there_was_a_store_is_left_alone() {
    for trace in ["store.db-wal", "store.db.before-format-7", "store.db.before-restore-1", "backups/one.db", "spool/1"]
    {
        let (folder, path) = nowhere();
        let trace = folder.path().join(trace);
        fs::create_dir_all(trace.parent().expect("a folder")).expect("makes it");
        fs::write(&trace, "what is left").expect("writes");
        fs::write(&path, "").expect("writes");
        for opened in [open(&path), create(&path), omoide_store::open_in_haste(&path).map(|store| store.expect("none"))]
        {
            assert!(matches!(opened, Err(StoreError::Damaged { .. })), "{}", trace.display());
        }
        assert!(matches!(omoide_store::salvage(&path), Err(StoreError::Damaged { .. })));
        assert_eq!(
            (fs::read(&path).expect("reads"), fs::read(&trace).expect("reads")),
            (vec![], b"what is left".to_vec())
        );
    }
}

#[test]
fn a_damaged_number_of_the_format_is_told_and_mended() {
    for number in [0_i64, -1, i64::from(i32::MAX), i64::from(i32::MIN), 1_001] {
        let (_folder, path) = nowhere();
        insert(&*create(&path).expect("makes it"), &a_memory(1).build());
        let connection = Connection::open(&path).expect("opens");
        connection.pragma_update(None, "user_version", number).expect("sets");
        connection.close().expect("closes");
        let before = fs::read(&path).expect("reads");
        for opened in [open(&path), create(&path)] {
            assert!(matches!(opened, Err(StoreError::Damaged { .. })), "{number}");
        }
        assert_eq!(fs::read(&path).expect("reads"), before, "{number}");
        let report = omoide_store::salvage(&path).expect("salvages");
        assert_eq!(fs::read(report.damaged_file.expect("it is kept")).expect("reads"), before);
        assert!(report.tables.iter().all(|table| !table.has_losses), "{number}: {:?}", report.tables);
        let store = open(&path).expect("opens");
        assert_eq!(read(&*store, |r| r.count(&MindName::default(), &Filter::default())), 1);
        assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    }
}

#[test]
fn a_store_that_cannot_be_made_names_the_place() {
    let (folder, path) = nowhere();
    fs::write(&path, "a file in place of a folder").expect("writes");
    let below = path.join("store.db");
    let Err(StoreError::ReadOnly { location: named }) = create(&below) else { panic!("it is refused") };
    assert_eq!(named, below.into());
    assert_eq!(names(folder.path()), ["store.db"]);
    #[cfg(target_os = "linux")]
    assert!(matches!(create("/proc/omoide.db"), Err(StoreError::ReadOnly { .. })));
}

#[test]
fn files_in_the_making_are_removed_once_nobody_holds_them() {
    let (folder, path) = nowhere();
    let held = fs::File::create(folder.path().join(".store.db.new-2-0")).expect("makes it");
    held.lock().expect("locks");
    let leave = |name: &str| fs::write(folder.path().join(name), "x").expect("writes");
    [".store.db.new-1-0", ".store.db.new-1-0-wal", ".other.db.new-3-7-journal"].iter().for_each(|name| leave(name));
    leave(".store.db.new-mine");
    let store = create(&path).expect("makes it");
    let kept = [".store.db.new-2-0", ".store.db.new-mine", "store.db"];
    assert_eq!(names(folder.path()).iter().filter(|name| !name.contains("db-")).collect::<Vec<_>>(), kept);
    // What a backup of another name left is removed too, and so is what was held.
    leave(".one.db.new-1-0");
    drop(held);
    store.upkeep().backup(&folder.path().join("two.db")).expect("backs up");
    drop(store);
    assert_eq!(names(folder.path()), [".store.db.new-mine", "store.db", "two.db"]);
}

#[test]
fn many_who_make_it_at_once_have_the_same_store() {
    let (folder, path) = nowhere();
    let barrier = Barrier::new(8);
    thread::scope(|scope| {
        for number in 0..8 {
            let (path, barrier) = (&path, &barrier);
            scope.spawn(move || {
                barrier.wait();
                let store = create(path).expect("makes or finds it");
                insert(&*store, &a_memory(number + 1).build());
            });
        }
    });
    let store = open(&path).expect("opens");
    assert_eq!(read(&*store, |r| r.count(&MindName::default(), &Filter::default())), 8);
    drop(store);
    assert_eq!(names(folder.path()), ["store.db"]);
}

#[test]
fn an_empty_file_is_made_a_store_only_once() {
    let (_folder, path) = nowhere();
    fs::write(&path, "").expect("writes");
    let barrier = Barrier::new(6);
    thread::scope(|scope| {
        for number in 0..6 {
            let (path, barrier) = (&path, &barrier);
            scope.spawn(move || {
                barrier.wait();
                insert(&*create(path).expect("makes or finds it"), &a_memory(number + 1).build());
            });
        }
    });
    let store = open(&path).expect("opens");
    assert_eq!(read(&*store, |r| r.count(&MindName::default(), &Filter::default())), 6);
}

#[test]
fn many_who_write_at_once_wait_for_each_other() {
    let (folder, store) = sqlite();
    let path = &file_in(&folder);
    thread::scope(|scope| {
        for writer in 0..8_u128 {
            scope.spawn(move || {
                let store = open(path).expect("opens");
                for number in 0..25 {
                    insert(&*store, &a_memory(writer * 100 + number + 1).build());
                }
            });
        }
    });
    let all = read(&*store, |r| r.list(&MindName::default(), &Filter::default()));
    let mut handles: Vec<String> = all.into_iter().map(|memory| memory.handle).collect();
    handles.sort();
    handles.dedup();
    assert_eq!(handles.len(), 200);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

/// The bytes of the file and of everything beside it.
fn all_bytes(folder: &std::path::Path) -> Vec<u8> {
    names(folder).iter().flat_map(|name| fs::read(folder.join(name)).expect("reads")).collect()
}

fn holds(bytes: &[u8], words: &str) -> bool {
    bytes.windows(words.len()).any(|window| window == words.as_bytes())
}

const SECRET: &str = "xylophone-under-the-stairs";

fn tell_secret(store: &dyn Store) {
    let turn = a_turn("Aki", &format!("{SECRET} said {}", "long ".repeat(5000)), "replied");
    let memory = a_memory(1).saying(SECRET).of_turn(turn).with(|m| m.keywords = vec![SECRET.to_owned()]);
    insert(store, &memory.build());
    for number in 2..40 {
        insert(store, &a_memory(number).build());
    }
}

#[test]
fn erased_text_is_in_no_file_any_more() {
    let (folder, store) = sqlite();
    tell_secret(&*store);
    assert!(holds(&all_bytes(folder.path()), SECRET));
    write(&*store, |w| w.erase(&MindName::default(), &[id(1)], Actor::Person, "wished", at("2026-02-02T00:00:00Z")));
    assert!(!holds(&all_bytes(folder.path()), SECRET));
}

#[test]
fn what_a_night_erased_is_in_no_file_once_the_night_is_forgotten() {
    let (folder, store) = sqlite();
    tell_secret(&*store);
    let seq = read(&*store, |r| r.memory(&MindName::default(), id(1))).seq;
    let sleep = |day: i8, changes: Vec<Change>| {
        let date = jiff::civil::date(2026, 2, day);
        write(&*store, |w| {
            w.apply(&of_night(date, changes.clone()))?;
            support::end_night(w, date, 1)
        });
    };
    sleep(1, vec![Change { subject: Subject::memory(id(1), seq), deed: Deed::End, reason: Reason::Expired }]);
    assert!(holds(&all_bytes(folder.path()), SECRET));
    sleep(2, Vec::new());
    assert!(!holds(&all_bytes(folder.path()), SECRET));
}

#[test]
fn a_turn_may_be_there_without_a_memory() {
    let (folder, store) = sqlite();
    let connection = Connection::open(file_in(&folder)).expect("opens");
    insert(&*store, &a_memory(1).build());
    let sql = "INSERT INTO turns (seq, mind, said, replied, at, at_offset, person, digest)
               VALUES (7, 1, 'said', 'replied', 0, 0, 'Aki', 0)";
    connection.execute(sql, []).expect("inserts");
    let (mind, turn) = (MindName::default(), omoide_core::TurnId(7));
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    store.upkeep().repair().expect("repairs");
    let kept = read(&*store, |r| r.turn_with(&mind, turn)).expect("it is still there");
    assert_eq!((kept.turn.said.as_str(), kept.memory), ("said", None));
    insert(&*store, &a_memory(2).of_turn(a_turn("Aki", "more", "")).build());
    let mut ids = Vec::new();
    read(&*store, |r| r.visit_turns(&mind, &mut |turn| ids.push(turn.id.0)));
    assert_eq!(ids, [7, 8]);
}

#[test]
fn the_view_of_s0_has_its_columns() {
    let (folder, store) = sqlite();
    insert(&*store, &a_memory(1).build());
    insert(&*store, &a_memory(2).pointing_to(1).vector("m", &[1.0]).build());
    let connection = Connection::open(file_in(&folder)).expect("opens");
    let mut statement =
        connection.prepare("SELECT * FROM memories_s0 WHERE id = 'mem_20260120_002'").expect("prepares");
    assert_eq!(
        statement.column_names().collect::<Vec<_>>(),
        [
            "id",
            "created",
            "memory_days",
            "recalled_since_last_batch",
            "recall_count",
            "emotional_intensity",
            "emotional_valence",
            "emotional_arousal",
            "emotional_tags",
            "decay_coefficient",
            "category",
            "keywords",
            "current_level",
            "trigger",
            "content",
            "embedding",
            "relations",
            "retention_score",
            "archived_at",
            "protected",
            "revival_requested",
            "revival_requested_at"
        ]
    );
    let (created, relations): (String, String) =
        statement.query_row([], |row| Ok((row.get("created")?, row.get("relations")?))).expect("reads");
    assert_eq!(created, "2026-01-20T05:30:00+00:00");
    assert_eq!(relations, r#"[{"id":"mem_20260120_001","type":"same_topic"}]"#);
}
