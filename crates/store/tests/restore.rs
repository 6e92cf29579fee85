//! A backup in the place of a store: the present one is kept, what is newer is counted and can be kept, and what was erased
//! stays erased.

mod support;

use std::fs;
use std::path::PathBuf;

use omoide_core::change::Actor;
use omoide_core::ports::store::{ActivityPart, Filter, Store};
use omoide_core::{ActivityFields, ActivityType, MindName, NewActivity, Seq, Tie, TieKind};
use omoide_store::{
    BackupComparison, ErasedRows, NewerCounts, NewerRows, PresentStore, RestoreOptions, compare_with_backup, restore,
};
use omoide_testkit::builders::{MemoryBuilder, a_memory, a_turn, at, id};
use rusqlite::Connection;
use support::{file_in, insert, open, read, sqlite, write};
use tempfile::TempDir;

const KEEP: RestoreOptions = RestoreOptions { newer: NewerRows::Keep, erased: ErasedRows::StayErased };

fn told(number: u128) -> MemoryBuilder {
    let said = format!("number {number}");
    a_memory(number).saying(&said).vector("m", &[0.5; 8]).of_turn(a_turn("Aki", &said, "yes"))
}

/// A store of three memories with its backup.
fn backed_up() -> (TempDir, std::sync::Arc<dyn Store>, PathBuf) {
    let (folder, store) = sqlite();
    for number in 1..=3 {
        insert(&*store, &told(number).build());
    }
    let backup = folder.path().join("backup.db");
    store.upkeep().backup(&backup).expect("backs up");
    (folder, store, backup)
}

fn erase(store: &dyn Store, number: u128) {
    let (mind, when) = (MindName::default(), at("2026-01-22T00:00:00Z"));
    assert_eq!(write(store, |w| w.erase(&mind, &[id(number)], Actor::Agent, "asked", when)), 1);
}

fn ids(store: &dyn Store) -> Vec<omoide_core::MemoryId> {
    let mut ids: Vec<_> =
        read(store, |r| r.list(&MindName::default(), &Filter::default())).into_iter().map(|m| m.id).collect();
    ids.sort();
    ids
}

/// Writes a page that shows the text.
fn put_page(folder: &TempDir, text: &str) {
    let connection = Connection::open(file_in(folder)).expect("opens");
    let last = "SELECT coalesce(max(version), 0) + 1 FROM page_texts";
    let version: i64 = connection.query_row(last, [], |row| row.get(0)).expect("a number");
    let sql = "INSERT INTO page_texts VALUES (1, 'notes', ?1, ?2, 0, 0, 'agent')";
    connection.execute(sql, rusqlite::params![version, text]).expect("inserts");
    connection.execute("INSERT OR REPLACE INTO pages VALUES (1, 'notes', ?1)", [version]).expect("inserts");
}

fn assert_whole(store: &dyn Store) {
    let findings = store.upkeep().check().expect("checks");
    assert_eq!(findings, vec![]);
}

#[test]
fn the_present_store_is_kept_and_no_copy_is_overwritten() {
    let (folder, store, backup) = backed_up();
    insert(&*store, &told(4).build());
    let path = file_in(&folder);
    for number in 1..=2 {
        let report = restore(&path, &backup, RestoreOptions::default()).expect("restores");
        let copy = folder.path().join(format!("store.db.before-restore-{number}"));
        assert_eq!(report.copy, Some(copy.clone()));
        assert_eq!(ids(&*store), [id(1), id(2), id(3)]);
        assert_whole(&*store);
    }
    assert_eq!(ids(&*open(folder.path().join("store.db.before-restore-1")).expect("opens")), [1, 2, 3, 4].map(id));
    assert_eq!(ids(&*open(folder.path().join("store.db.before-restore-2")).expect("opens")), [1, 2, 3].map(id));
}

#[test]
fn what_is_newer_is_counted_and_nothing_is_changed_by_that() {
    let (folder, store, backup) = backed_up();
    insert(&*store, &told(4).build());
    erase(&*store, 2);
    let mind = MindName::default();
    put_page(&folder, "as it was written since");
    let compared = compare_with_backup(file_in(&folder), &backup).expect("compares");
    assert_eq!(
        compared,
        BackupComparison {
            present: PresentStore::Whole,
            newer: NewerCounts { memories: 1, turns: 1, pages: 1, changes: 2 },
            erased: 1,
            knows_all_erased: true,
        }
    );
    assert_eq!(read(&*store, |r| r.count(&mind, &Filter::default())), 3);
    let left: Vec<String> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("restore") || name.contains(".new-"))
        .collect();
    assert_eq!(left, [""; 0]);
}

#[test]
fn what_was_erased_since_the_backup_stays_erased() {
    let (folder, store, backup) = backed_up();
    erase(&*store, 2);
    let report = restore(file_in(&folder), &backup, RestoreOptions::default()).expect("restores");
    assert_eq!(report.compared.erased, 1);
    assert_eq!(ids(&*store), [id(1), id(3)]);
    assert_whole(&*store);
    // It is known to be erased from here on too: another restore does not bring it back either.
    restore(file_in(&folder), &backup, RestoreOptions::default()).expect("restores");
    assert_eq!(ids(&*store), [id(1), id(3)]);
    let wish = RestoreOptions { erased: ErasedRows::ComeBack, ..RestoreOptions::default() };
    restore(file_in(&folder), &backup, wish).expect("restores");
    assert_eq!(ids(&*store), [id(1), id(2), id(3)]);
    assert_whole(&*store);
}

#[test]
fn no_word_of_what_was_erased_is_in_the_restored_file() {
    let (folder, store, backup) = backed_up();
    erase(&*store, 2);
    restore(file_in(&folder), &backup, RestoreOptions::default()).expect("restores");
    drop(store);
    let holds = |bytes: &[u8]| bytes.windows(8).any(|window| window == b"number 2");
    assert!(holds(&fs::read(&backup).expect("reads")));
    assert!(!holds(&fs::read(file_in(&folder)).expect("reads")));
}

#[test]
fn what_is_newer_can_be_kept_with_everything_that_belongs_to_it() {
    let (folder, store, backup) = backed_up();
    let mind = MindName::default();
    insert(&*store, &told(4).pointing_to(1).build());
    insert(&*store, &told(5).build());
    let tie = Tie { a: Seq(1), b: Seq(4), kind: TieKind::Similarity, strength: Some(0.5) };
    write(&*store, |w| w.tie(&mind, None, &[tie]));
    write(&*store, |w| w.attach(&mind, id(4), Some("theirs")));
    put_page(&folder, "first");
    put_page(&folder, "second");
    let before = read(&*store, |r| r.memory(&mind, id(4)));
    let report = restore(file_in(&folder), &backup, KEEP).expect("restores");
    assert_eq!((report.kept_memories, report.kept_pages), (2, 1));
    assert_eq!(read(&*store, |r| r.page(&mind, "notes")).expect("a page").text, "second");
    assert_eq!(ids(&*store), [1, 2, 3, 4, 5].map(id));
    assert_whole(&*store);
    let after = read(&*store, |r| r.memory(&mind, id(4)));
    assert_eq!((after.text, after.relations, after.handle), (before.text, before.relations, before.handle));
    assert_eq!(read(&*store, |r| r.attachment(&mind, id(4))).as_deref(), Some("theirs"));
    assert_eq!(read(&*store, |r| r.turn(&mind, id(4))).expect("a turn").said, "number 4");
    assert_eq!(read(&*store, |r| r.connections(&mind, &[after.seq]))[0].len(), 2);
    assert_eq!(read(&*store, |r| r.vectors(&mind, "m", &[after.seq])).len(), 1);
    assert!(!read(&*store, |r| r.log(&mind, None)).is_empty());
    insert(&*store, &told(6).build());
    assert_whole(&*store);
}

#[test]
fn newer_memories_keep_what_is_theirs_where_numbers_were_given_out_again() {
    let (folder, store, backup) = backed_up();
    restore(file_in(&folder), &backup, RestoreOptions::default()).expect("restores");
    insert(&*store, &told(4).build());
    let other = folder.path().join("other.db");
    store.upkeep().backup(&other).expect("backs up");
    restore(file_in(&folder), &backup, RestoreOptions::default()).expect("restores");
    // Another memory has the place, the turn and the handle of the fourth now.
    insert(&*store, &told(5).build());
    let report = restore(file_in(&folder), &other, KEEP).expect("restores");
    assert_eq!((report.compared.newer.memories, report.kept_memories), (1, 1));
    assert_eq!(ids(&*store), [1, 2, 3, 4, 5].map(id));
    let mind = MindName::default();
    let said = |number| read(&*store, |r| r.turn(&mind, id(number))).expect("a turn").said;
    assert_eq!((said(4), said(5)), ("number 4".to_owned(), "number 5".to_owned()));
    let handle = |number| read(&*store, |r| r.memory(&mind, id(number))).handle;
    assert_ne!(handle(4), handle(5));
    assert_whole(&*store);
}

#[test]
fn a_damaged_store_tells_what_it_can_of_what_was_erased() {
    let (folder, store, backup) = backed_up();
    erase(&*store, 2);
    drop(store);
    let path = file_in(&folder);
    let connection = Connection::open(&path).expect("opens");
    let page: i64 = connection
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'vectors'", [], |row| row.get(0))
        .expect("a page");
    drop(connection);
    let mut bytes = fs::read(&path).expect("reads");
    let start = usize::try_from(page - 1).expect("fits") * 8192;
    bytes[start..start + 8192].fill(0xa5);
    fs::write(&path, &bytes).expect("writes");
    let report = restore(&path, &backup, RestoreOptions::default()).expect("restores");
    assert_eq!((report.compared.present, report.compared.erased), (PresentStore::Damaged, 1));
    assert!(!report.compared.knows_all_erased);
    assert_eq!(fs::read(report.copy.expect("a copy")).expect("reads"), bytes);
    let store = open(&path).expect("opens");
    assert_eq!(ids(&*store), [id(1), id(3)]);
    assert_whole(&*store);
}

#[test]
fn a_backup_is_left_as_it_is() {
    let (folder, _store, backup) = backed_up();
    let before = fs::read(&backup).expect("reads");
    restore(file_in(&folder), &backup, KEEP).expect("restores");
    assert_eq!(fs::read(&backup).expect("reads"), before);
    assert!(!folder.path().join("backup.db-wal").exists());
}

/// Adds a line to the log of a day of its own.
fn log(store: &dyn Store, content: &str) -> u32 {
    let fields = ActivityFields { content: content.to_owned(), ..ActivityFields::default() };
    let line = NewActivity { at: at("2026-01-22T10:00:00Z"), what: ActivityType::Error, fields };
    write(store, |w| w.log_activity(&MindName::default(), &line, None)).1
}

fn logged(store: &dyn Store) -> Vec<(u32, String)> {
    let lines = read(store, |r| r.latest_activity(&MindName::default(), &ActivityPart::default(), 99));
    lines.into_iter().map(|line| (line.line, line.fields.content)).collect()
}

fn numbered(lines: &[(u32, &str)]) -> Vec<(u32, String)> {
    lines.iter().map(|(number, text)| (*number, (*text).to_owned())).collect()
}

#[test]
fn lines_of_the_activity_log_keep_their_numbers_and_none_is_lost_to_another() {
    let (folder, store) = sqlite();
    let backup = |name: &str| {
        let path = folder.path().join(name);
        store.upkeep().backup(&path).expect("backs up");
        path
    };
    let seq = insert(&*store, &told(1).build()).seq;
    let said = NewActivity {
        at: at("2026-01-22T10:00:00Z"),
        what: ActivityType::MessageReceived,
        fields: ActivityFields::default(),
    };
    write(&*store, |w| w.log_activity(&MindName::default(), &said, Some(seq)));
    let first = backup("first.db");
    log(&*store, "two");
    log(&*store, "three");
    let second = backup("second.db");
    log(&*store, "four");
    restore(file_in(&folder), &second, KEEP).expect("restores");
    let whole = numbered(&[(1, "number 1"), (2, "two"), (3, "three"), (4, "four")]);
    assert_eq!(logged(&*store), whole);
    // Two stories of one day: both are kept, and those of the backup keep their numbers.
    restore(file_in(&folder), &first, RestoreOptions::default()).expect("restores");
    assert_eq!(logged(&*store), numbered(&[(1, "number 1")]));
    let other = NewActivity {
        at: at("2026-01-22T11:00:00Z"),
        what: ActivityType::HumanNotify,
        fields: ActivityFields { content: "another two".to_owned(), ..ActivityFields::default() },
    };
    write(&*store, |w| w.log_activity(&MindName::default(), &other, None));
    restore(file_in(&folder), &second, KEEP).expect("restores");
    assert_eq!(logged(&*store), numbered(&[(1, "number 1"), (2, "two"), (3, "three"), (4, "another two")]));
    // What was erased since a backup says nothing after it is restored.
    erase(&*store, 1);
    restore(file_in(&folder), &second, KEEP).expect("restores");
    assert_eq!(logged(&*store)[0], (1, String::new()));
    assert_whole(&*store);
}
