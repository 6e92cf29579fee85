//! Damage: found, told, mended where it can be, and survived through backups and salvage.

mod support;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use omoide_core::MindName;
use omoide_core::change::Actor;
use omoide_core::ports::store::{Filter, Store, StoreError};
use omoide_store::{FORMAT, RestoreOptions, salvage};
use omoide_testkit::builders::{a_memory, a_turn, archived, at, id};
use omoide_testkit::scale;
use rusqlite::Connection;
use support::{create, file_in, insert, nowhere, open, read, sqlite, wanted, write};

fn count(store: &dyn Store) -> u64 {
    read(store, |r| r.count(&MindName::default(), &Filter::default()))
}

fn fill(store: &dyn Store, memories: u128) {
    write(store, |w| {
        for number in 1..=memories {
            let said = format!("{number} {}", "and so on ".repeat(20));
            let memory = a_memory(number).saying(&said).vector("m", &[0.5; 64]).of_turn(a_turn("Aki", &said, "yes"));
            w.insert(&MindName::default(), &memory.build())?;
        }
        Ok(())
    });
}

/// Overwrites whole pages of a closed store with rubbish.
fn ruin(path: &Path, pages: std::ops::Range<usize>) {
    let mut bytes = fs::read(path).expect("reads");
    let end = (pages.end * 8192).min(bytes.len());
    bytes[pages.start * 8192..end].fill(0xa5);
    fs::write(path, bytes).expect("writes");
}

fn pages(path: &Path) -> usize {
    usize::try_from(fs::metadata(path).expect("it is there").len()).expect("fits") / 8192
}

#[test]
fn a_damaged_store_says_so_and_most_of_it_is_saved() {
    let (_folder, path) = nowhere();
    let store = create(&path).expect("makes it");
    fill(&*store, 2000);
    drop(store);
    let middle = pages(&path) / 2;
    ruin(&path, middle..middle + 2);
    let found = open(&path).and_then(|store| store.upkeep().check());
    match found {
        Err(StoreError::Damaged { .. }) => {}
        Ok(findings) => assert!(findings.iter().any(|finding| finding.area == "database"), "{findings:?}"),
        Err(error) => panic!("{error}"),
    }
    let report = salvage(&path).expect("salvages");
    let aside = report.damaged_file.clone().expect("it was damaged");
    assert!(aside.to_string_lossy().ends_with("store.db.damaged-1"));
    assert!(report.tables.iter().any(|table| table.has_losses));
    let store = open(&path).expect("opens");
    assert!(count(&*store) > 1800, "{report:?}");
    let lost_texts = |finding: &omoide_core::ports::store::Finding| finding.problem.contains("all lost");
    assert!(store.upkeep().check().expect("checks").iter().all(lost_texts));
    insert(&*store, &a_memory(5000).build());
}

#[test]
fn wherever_a_page_is_lost_the_rest_can_be_saved() {
    let (folder, path) = nowhere();
    let store = create(&path).expect("makes it");
    fill(&*store, 300);
    drop(store);
    let whole = fs::read(&path).expect("reads");
    for page in (0..pages(&path)).step_by(3) {
        let copy = folder.path().join(format!("copy-{page}.db"));
        fs::write(&*copy, &whole).expect("writes");
        ruin(&copy, page..page + 1);
        let report = salvage(&*copy).expect("salvages");
        let saved: u64 = report.tables.iter().map(|table| table.rows).sum();
        // The root of a table, with few rows in the file, can take the table with it; never two.
        assert!(report.damaged_file.is_none() || saved > 900, "page {page}: {report:?}");
        let store = open(&*copy).unwrap_or_else(|error| panic!("page {page}: {error}"));
        insert(&*store, &a_memory(5000).build());
    }
}

#[test]
fn a_whole_store_is_left_alone_by_salvage() {
    let (folder, store) = sqlite();
    insert(&*store, &a_memory(1).build());
    assert_eq!(salvage(file_in(&folder)).expect("looks"), omoide_store::SalvageReport::default());
    assert_eq!(count(&*store), 1);
    let (_folder, path) = nowhere();
    assert!(matches!(salvage(&path), Err(StoreError::Missing { .. })));
    fs::write(&path, "a diary ".repeat(9000)).expect("writes");
    assert!(matches!(salvage(&path), Err(StoreError::Foreign { .. })));
}

#[test]
fn orphans_and_odd_words_are_found_and_mended() {
    let (folder, store) = sqlite();
    fill(&*store, 5);
    insert(&*store, &a_memory(6).shown(archived(at("2026-01-21T00:00:00Z"))).build());
    let connection = Connection::open(file_in(&folder)).expect("opens");
    connection
        .execute_batch(
            "PRAGMA foreign_keys = OFF;
             DELETE FROM memories WHERE seq = 1;
             UPDATE memories SET version = 7 WHERE seq = 2;
             UPDATE vectors SET data = x'00' WHERE memory = 3;
             UPDATE vectors SET sentences = x'0102' WHERE memory = 4;
             UPDATE vectors SET sentences = zeroblob(128) WHERE memory = 5;
             UPDATE memories SET emotional_valence = 'mixed', emotional_tags = '{' WHERE seq = 4;
             UPDATE memories SET current_level = 9 WHERE seq = 5;
             UPDATE memories SET current_level = 1 WHERE seq = 6;
             INSERT INTO recalls VALUES (5, 99);
             INSERT INTO relations VALUES (99, 0, '01KFCY6W40000DT3KJKVJ1C487', 'same_topic');
             UPDATE change_packs SET data = x'ff';",
        )
        .expect("breaks it");
    let found = store.upkeep().check().expect("checks");
    let areas: Vec<&str> = found.iter().map(|finding| finding.area).collect();
    for area in ["texts", "vectors", "relations", "database"] {
        assert!(areas.contains(&area), "{area}: {found:?}");
    }
    let sentences =
        found.iter().find(|finding| finding.problem.starts_with("sentence vectors")).expect("they are found");
    assert_eq!((sentences.rows, sentences.can_be_repaired), (1, true));
    // What is odd can still be read.
    assert_eq!(read(&*store, |r| r.list(&MindName::default(), &Filter::default())).len(), 5);
    let mended = store.upkeep().repair().expect("repairs");
    assert!(mended.len() >= found.len(), "{mended:?}");
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    assert_eq!(read(&*store, |r| r.memory(&MindName::default(), id(2))).shown.version, 1);
    assert_eq!(read(&*store, |r| r.without_vector(&MindName::default(), &wanted("m", 64), None, 9)).len(), 2);
}

#[test]
fn a_lost_text_is_made_again_from_its_turn() {
    let (folder, store) = sqlite();
    fill(&*store, 2);
    let said = read(&*store, |r| r.memory(&MindName::default(), id(2))).text.trigger;
    let connection = Connection::open(file_in(&folder)).expect("opens");
    connection.execute("DELETE FROM texts WHERE memory = 2", []).expect("breaks it");
    let found = store.upkeep().check().expect("checks");
    assert!(found.iter().all(|finding| finding.can_be_repaired) && !found.is_empty(), "{found:?}");
    store.upkeep().repair().expect("repairs");
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    let memory = read(&*store, |r| r.memory(&MindName::default(), id(2)));
    assert_eq!((memory.text.trigger, memory.text.content), (said, "yes".to_owned()));
}

#[test]
fn a_backup_can_be_made_while_others_write() {
    let (folder, store) = sqlite();
    fill(&*store, 50);
    let backup = folder.path().join("backups").join("one.db");
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let other = open(file_in(&folder)).expect("opens");
            for number in 1000.. {
                if is_done.load(Ordering::Relaxed) {
                    break;
                }
                insert(&*other, &a_memory(number).build());
            }
        });
        for _ in 0..5 {
            store.upkeep().backup(&backup).expect("backs up");
        }
        is_done.store(true, Ordering::Relaxed);
    });
    let copy = open(&backup).expect("opens");
    assert!(count(&*copy) >= 50);
    assert_eq!(copy.upkeep().check().expect("checks"), vec![]);
    assert!(matches!(store.upkeep().backup(&file_in(&folder)), Err(StoreError::ReadOnly { .. })));
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

#[test]
fn a_check_beside_writers_finds_nothing() {
    let (folder, store) = sqlite();
    fill(&*store, 200);
    let is_done = AtomicBool::new(false);
    let mind = MindName::default();
    thread::scope(|scope| {
        for writer in 0..2_u128 {
            let (folder, is_done, mind) = (&folder, &is_done, &mind);
            scope.spawn(move || {
                let other = open(file_in(folder)).expect("opens");
                for number in (1_000 + writer * 1_000_000).. {
                    if is_done.load(Ordering::Relaxed) {
                        break;
                    }
                    let said = format!("what {number} said");
                    let memory = a_memory(number).saying(&said).vector("m", &[0.5; 64]);
                    let placed = insert(&*other, &memory.of_turn(a_turn("Aki", &said, "yes")).build());
                    write(&*other, |w| w.mark_recalled(mind, &[placed.seq], at("2026-01-21T00:00:00Z")));
                    if number % 2 == 0 {
                        let ids = [id(number)];
                        write(&*other, |w| w.erase(mind, &ids, Actor::Person, "asked", at("2026-01-22T00:00:00Z")));
                    }
                }
            });
        }
        for round in 0..scale::count(30) {
            let findings = store.upkeep().check();
            is_done.store(!matches!(&findings, Ok(found) if found.is_empty()), Ordering::Relaxed);
            assert_eq!(findings.expect("checks"), vec![], "round {round}");
        }
        is_done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_backup_is_restored_over_a_store_that_is_open() {
    let (folder, store) = sqlite();
    insert(&*store, &a_memory(1).build());
    let backup = folder.path().join("backup.db");
    store.upkeep().backup(&backup).expect("backs up");
    insert(&*store, &a_memory(2).build());
    omoide_store::restore(file_in(&folder), &backup, RestoreOptions::default()).expect("restores");
    assert_eq!(count(&*store), 1);
    assert_eq!(insert(&*store, &a_memory(3).build()).handle, "mem_20260120_002");
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    let mode: String = Connection::open(file_in(&folder))
        .and_then(|c| c.query_row("PRAGMA journal_mode", [], |row| row.get(0)))
        .expect("reads");
    assert_eq!(mode, "wal");
}

#[test]
fn a_backup_is_restored_over_a_damaged_a_foreign_and_a_missing_store() {
    let (folder, store) = sqlite();
    fill(&*store, 100);
    let (backup, path) = (folder.path().join("backup.db"), file_in(&folder));
    store.upkeep().backup(&backup).expect("backs up");
    drop(store);
    let middle = pages(&path) / 2;
    ruin(&path, middle - 3..middle + 3);
    omoide_store::restore(&path, &backup, RestoreOptions::default()).expect("restores");
    assert_eq!(count(&*open(&path).expect("opens")), 100);
    assert!(folder.path().join("store.db.damaged-1").exists());
    fs::write(&path, "a diary").expect("writes");
    omoide_store::restore(&path, &backup, RestoreOptions::default()).expect("restores");
    assert_eq!(fs::read(folder.path().join("store.db.damaged-2")).expect("reads"), b"a diary");
    let missing = folder.path().join("new").join("store.db");
    omoide_store::restore(&missing, &backup, RestoreOptions::default()).expect("restores");
    let store = open(&missing).expect("opens");
    assert_eq!((count(&*store), store.upkeep().check().expect("checks")), (100, vec![]));
}

#[test]
fn a_backup_that_is_not_whole_is_refused_before_anything_happens() {
    let (folder, store) = sqlite();
    fill(&*store, 100);
    let backup = folder.path().join("backup.db");
    let restore = || omoide_store::restore(file_in(&folder), &backup, RestoreOptions::default());
    assert!(matches!(restore(), Err(StoreError::Missing { location }) if location == backup.as_path().into()));
    fs::write(&backup, "a diary").expect("writes");
    assert!(matches!(restore(), Err(StoreError::Foreign { location }) if location == backup.as_path().into()));
    fs::remove_file(&backup).expect("removes");
    store.upkeep().backup(&backup).expect("backs up");
    let connection = Connection::open(&backup).expect("opens");
    connection.pragma_update(None, "user_version", FORMAT + 1).expect("sets");
    drop(connection);
    assert!(matches!(restore(), Err(StoreError::Newer { .. })));
    store.upkeep().backup(&backup).expect("backs up");
    let middle = pages(&backup) / 2;
    ruin(&backup, middle - 2..middle + 2);
    assert!(matches!(restore(), Err(StoreError::Damaged { location, .. }) if location == backup.as_path().into()));
    assert_eq!(count(&*store), 100);
}
