//! A store of format 6 with a log and a night, brought up.

use omoide_core::change::{Action, Actor, Deed, NightStep, Subject};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::{Reader, Store, StoreError, Undoing, Upkeep, Writer};
use omoide_core::{Memory, MindName, Moment};
use omoide_testkit::builders::{at, id};
use rusqlite::{Connection, params};
use tempfile::TempDir;

use crate::sqlite::SqliteStore;
use crate::sqlite::migrations::journals::OldStrength;
use crate::sqlite::migrations::{MIGRATIONS, migrate};

const CONDITION: &str = r#""memory_days":2.0,"decay_coefficient":0.9,"retention_score":40.5,"recall_count":0,
    "recalled_since_last_batch":false,"current_level":1,"archived_at":null,"revival_requested":false,
    "revival_requested_at":null,"version":1"#;

fn night_hour() -> Moment {
    at("2026-02-01T03:00:00+09:00")
}

/// A mind with one memory that a person has protected and a night has let fade, from two days and 40.5.
fn of_format_6() -> (TempDir, SqliteStore) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.db");
    let mut c = Connection::open(&path).expect("opens");
    migrate(&mut c, &path, &MIGRATIONS[..6]).expect("makes it");
    c.execute("INSERT INTO minds (number, name) VALUES (1, 'default')", []).expect("inserts");
    let memory = "INSERT INTO memories (
            seq, id, mind, handle, kind, created, created_offset, recorded_at, recorded_offset, memory_days,
            recalled_since_last_batch, recall_count, emotional_intensity, emotional_valence, emotional_arousal,
            emotional_tags, decay_coefficient, category, current_level, retention_score, protected,
            revival_requested, version, last_version, person, source)
        VALUES (1, ?1, 1, 'mem_1', 'episode', 1, 0, 1, 0, 3, 0, 0, 50, 'neutral', 0, '[]', 0.9, 'general', 1, 36.45, 1, 0,
                1, 1, 'me', 'person')";
    c.execute(memory, [id(1).to_string()]).expect("inserts");
    let text = "INSERT INTO texts (memory, version, level, \"trigger\", content, made_by, made_at, made_offset)
                VALUES (1, 1, 1, 'said', 'replied', 'original', 1, 0)";
    c.execute(text, []).expect("inserts");
    c.execute("INSERT INTO descriptions (memory, keywords) VALUES (1, '[]')", []).expect("inserts");
    c.execute("INSERT INTO word_gaps (mind, memory) VALUES (1, 1)", []).expect("inserts");
    let log = "INSERT INTO lifecycle (mind, memory_id, at, at_offset, who, action, reason, before, after)
               VALUES (1, ?1, ?2, 0, 'person', ?3, ?4, ?5, ?6)";
    let condition = |protected: bool| format!("{{{CONDITION},\"protected\":{protected}}}");
    let id = id(1).to_string();
    c.execute(log, params![id, 1, "remembered", "encoded", None::<String>, condition(false)]).expect("inserts");
    c.execute(log, params![id, 2, "protected", "by_hand", condition(false), condition(true)]).expect("inserts");
    let night = "INSERT INTO nights (mind, date, at, at_offset, ran_at, ran_offset, report, fades)
                 VALUES (1, '2026-02-01', ?1, 32400, ?1, 32400, '{\"faded\":1}', ?2)";
    c.execute(night, params![night_hour().unix_micros(), journal()]).expect("inserts");
    let state = "INSERT INTO state (mind, key, value) VALUES (1, 'last_compression_run', ?1)";
    c.execute(state, [night_hour().to_string()]).expect("inserts");
    c.close().expect("closes");
    let store = SqliteStore::open(&path).expect("is brought up");
    store.repair().expect("the index over vectors has nothing of a row that was written by hand");
    assert_eq!(store.check().expect("checks"), vec![]);
    (folder, store)
}

/// A fading of the memory, as format 6 wrote it: days and score before, and the print of what came after.
fn journal() -> Vec<u8> {
    let after = OldStrength { memory_days: 3.0, retention_score: 36.45, decay_coefficient: 0.9, recall_count: 0 };
    let mut bytes = vec![0, 2];
    bytes.extend(2.0_f64.to_bits().to_le_bytes());
    bytes.extend(40.5_f64.to_bits().to_le_bytes());
    bytes.extend(after.print(false).to_le_bytes());
    bytes
}

fn read<T>(store: &SqliteStore, f: impl Fn(&dyn Reader) -> Result<T, StoreError>) -> T {
    let mut answer = None;
    let mut look = |r: &dyn Reader| {
        answer = Some(f(r)?);
        Ok(())
    };
    store.read(&mut look).expect("reads");
    answer.expect("it was asked")
}

fn write<T>(store: &SqliteStore, f: impl Fn(&mut dyn Writer) -> Result<T, StoreError>) -> T {
    let mut answer = None;
    let mut change = |w: &mut dyn Writer| {
        answer = Some(f(w)?);
        Ok(())
    };
    store.write(&MindName::default(), &mut change).expect("writes");
    answer.expect("it was asked")
}

fn memory(store: &SqliteStore) -> Memory {
    read(store, |r| r.memory(&MindName::default(), id(1)))
}

#[test]
fn the_log_of_a_memory_is_told_and_taken_back_as_before() {
    let (_folder, store) = of_format_6();
    let mind = MindName::default();
    let subject = Subject::Memory { id: id(1), seq: None };
    let log = read(&store, |r| r.log(&mind, Some(&subject)));
    let told: Vec<_> =
        log.iter().map(|entry| (entry.action(), entry.reason.as_str(), entry.at.unix_micros())).collect();
    assert_eq!(told, [(Action::Remembered, "encoded", 1), (Action::Protected, "by_hand", 2)]);
    let undoing = Undoing { at: night_hour(), by: Actor::Person };
    write(&store, |w| w.reverse(&mind, log[1].group, undoing, &mut |entry| entry.deed != Deed::End));
    assert!(!memory(&store).shown.protected);
}

#[test]
fn a_night_of_before_is_undone_and_leaves_what_came_since() {
    let (_folder, store) = of_format_6();
    let mind = MindName::default();
    let nights = read(&store, |r| r.nights(&mind));
    assert_eq!(nights.len(), 1);
    assert_eq!((nights[0].at, nights[0].report_of(Step::Episodes)), (night_hour(), Some("{\"faded\":1}")));
    assert_eq!(read(&store, |r| r.fadings(&mind, id(1)))[0].retention_score, 40.5);
    assert_eq!(read(&store, |r| r.state(&mind, "last_compression_run")), None, "the night says it");
    let step = NightStep { date: nights[0].date, step: Step::Episodes };
    assert!(write(&store, |w| w.undo_step(&mind, step)).is_some());
    let retention = memory(&store).life.retention();
    assert_eq!((retention.memory_days, retention.retention_score), (2.0, 40.5));
    assert!(memory(&store).shown.protected, "a person's wish stays");
}
