//! Sweeping secrets out of files of every format, and erasing memories from copies.

mod support;

use std::path::Path;

use omoide_core::change::{Change, Deed, Reason, Subject};
use omoide_core::ports::store::{NewMemory, StoredSecret, Sweeper, SweptText, TextSort};
use omoide_core::{Term, TermKind, Text, Turn, Words};
use omoide_store::{SweepMode, purge, sweep, sweep_copy};
use omoide_testkit::builders::{a_memory, at, id};
use rusqlite::Connection;
use support::*;

const SECRET: &str = "Tapir88moonlight";

/// Knows a secret by the word before it.
struct AfterKey;

impl Sweeper for AfterKey {
    fn sweep(&self, _: TextSort, text: &str) -> Option<SweptText> {
        let start = text.find("key=")? + 4;
        let value = text[start..].split([' ', '"']).next().filter(|value| !value.starts_with('['))?;
        let secrets = vec![StoredSecret { kind: "key", value: value.to_owned() }];
        Some(SweptText { text: text.replace(value, "[redacted:key]"), secrets })
    }
}

/// A memory whose text gives the secret away, and whose turn and keywords only have it.
fn told(number: u128) -> NewMemory {
    let mut memory = a_memory(number).build();
    memory.text = Text { trigger: format!("The key={SECRET} is hers."), content: "It rains.".to_owned() };
    let mut terms = vec![(Term::new(TermKind::Word, &SECRET.to_lowercase()), [1, 0, 0])];
    terms.push((Term::new(TermKind::Word, "rain"), [1, 0, 0]));
    terms.sort();
    memory.words = Some(Words { version: 3, lengths: [2, 0, 0], terms });
    memory.keywords = vec![SECRET.to_lowercase(), "rain".to_owned()];
    memory.turn = Some(Turn {
        said: format!("She has {SECRET}, and it rains."),
        replied: String::new(),
        at: at("2026-01-20T12:00:00+09:00"),
        person: "me".to_owned(),
        thread: memory.origin.thread.clone(),
        uid: None,
        heard_until: None,
        witnesses: omoide_core::Witnesses::default(),
    });
    memory
}

fn holds(path: &Path, text: &str) -> bool {
    ["", "-wal"].iter().any(|ending| {
        let bytes = std::fs::read(format!("{}{ending}", path.display())).unwrap_or_default();
        bytes.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text.as_bytes()))
    })
}

/// A store of that format with two memories, the second of which has a secret.
fn store_of(format: u32) -> (tempfile::TempDir, std::path::PathBuf) {
    let (folder, path) = nowhere();
    let store = create(&path).expect("a store");
    insert(&*store, &a_memory(1).build());
    insert(&*store, &told(2));
    drop(store);
    let connection = Connection::open(&path).expect("opens");
    if format < 8 {
        connection.execute_batch(include_str!("support/before_format_8.sql")).expect("drops");
    }
    if format < 7 {
        connection.execute_batch(include_str!("support/before_format_7.sql")).expect("drops");
    }
    if format == 1 {
        connection.execute_batch(include_str!("support/first_format.sql")).expect("drops");
    }
    connection.execute_batch(&format!("PRAGMA user_version = {format}; PRAGMA journal_mode = DELETE")).expect("is set");
    connection.close().expect("closes");
    (folder, path)
}

#[test]
fn a_copy_of_any_format_is_swept_and_stays_a_whole_store_of_its_format() {
    for format in [1, 6, 7, 8] {
        let (_folder, path) = store_of(format);
        assert!(holds(&path, SECRET));
        let found = sweep_copy(&path, &AfterKey, SweepMode::Look).expect("looked");
        let places: Vec<&str> = found.iter().map(|place| place.table.as_str()).collect();
        assert_eq!(places, ["descriptions", "texts", "turns"], "format {format}");
        assert!(holds(&path, SECRET), "looking changes nothing");
        assert_eq!(sweep_copy(&path, &AfterKey, SweepMode::Clean).expect("swept"), found);
        assert!(!holds(&path, SECRET), "format {format}");
        assert_eq!(sweep_copy(&path, &AfterKey, SweepMode::Look).expect("looked"), []);
        let version: u32 = Connection::open(&path)
            .and_then(|c| c.query_row("PRAGMA user_version", [], |row| row.get(0)))
            .expect("a format");
        assert_eq!(version, format);
        let store = open(&path).expect("opens");
        assert_eq!(store.upkeep().check().expect("checks"), vec![], "format {format}");
        assert_eq!(memory(&*store, 2).text.trigger, "The key=[redacted:key] is hers.");
        assert_eq!(memory(&*store, 2).keywords, ["[redacted:key]", "rain"]);
    }
}

#[test]
fn a_store_is_swept_in_its_place_and_what_a_night_erased_comes_back_without_its_secret() {
    let (folder, store) = sqlite();
    let placed = insert(&*store, &told(2));
    let ends = Change { subject: Subject::memory(id(2), placed.seq), deed: Deed::End, reason: Reason::Expired };
    write(&*store, |w| {
        w.apply(&of_night(day(2), vec![ends.clone()]))?;
        end_night(w, day(2), 7)
    });
    let path = file_in(&folder);
    assert!(holds(&path, SECRET), "the attic has it");
    let found = sweep(&path, &AfterKey, SweepMode::Clean).expect("swept");
    assert!(found.iter().any(|place| place.table == "attic"), "{found:?}");
    assert!(!holds(&path, SECRET));
    assert!(write(&*store, |w| undo_night(w, day(2))));
    assert_eq!(memory(&*store, 2).text.trigger, "The key=[redacted:key] is hers.");
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

#[test]
fn the_same_words_are_known_again_after_a_sweep() {
    let (folder, store) = sqlite();
    insert(&*store, &told(2));
    sweep(file_in(&folder), &AfterKey, SweepMode::Clean).expect("swept");
    let turn = told(2).turn.map(|turn| Turn { said: turn.said.replace(SECRET, "[redacted:key]"), ..turn });
    let same = read(&*store, |r| r.same_turn(&me(), turn.as_ref().expect("a turn")));
    assert_eq!(same.map(|(found, _)| found), Some(id(2)));
}

#[test]
fn a_memory_is_erased_from_a_copy_of_any_format_and_the_others_stay() {
    for format in [1, 6, 7, 8] {
        let (_folder, path) = store_of(format);
        assert_eq!(purge(&path, &[id(2), id(9)], SweepMode::Look).expect("looked"), [id(2)]);
        assert!(holds(&path, SECRET));
        assert_eq!(purge(&path, &[id(2), id(9)], SweepMode::Clean).expect("erased"), [id(2)]);
        assert!(!holds(&path, SECRET) && !holds(&path, "it rains"), "format {format}");
        assert_eq!(purge(&path, &[id(2)], SweepMode::Look).expect("looked"), []);
        let store = open(&path).expect("opens");
        assert_eq!(store.upkeep().check().expect("checks"), vec![], "format {format}");
        assert_eq!(memory(&*store, 1).id, id(1));
    }
}
