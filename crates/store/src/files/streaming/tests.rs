//! What holds of the files of journals: who may take one, what a kill leaves, and who may read them.

use omoide_core::change::Actor;
use omoide_core::{Source, streamed_text};

use super::*;

fn start() -> StreamStart {
    StreamStart {
        mind: "default".parse().expect("a name"),
        trigger: "message".to_owned(),
        said: "And then?".to_owned(),
        person: None,
        thread: None,
        place: None,
        uid: None,
        at: "2026-01-20T14:30:00+09:00".parse().expect("a time"),
        source: Source::Person,
        by: Actor::Agent,
    }
}

fn text(words: &str) -> StreamEvent {
    StreamEvent::Text(words.to_owned())
}

fn begin(journals: &JournalFolder, number: u128) -> Box<dyn JournalWriter> {
    journals.begin(MemoryId::from_u128(number), &start()).expect("begins").expect("a journal")
}

fn now() -> Moment {
    start().at
}

/// What orphans say, with what is then done with them.
fn visited(journals: &JournalFolder, fate: &OrphanFate) -> Vec<String> {
    let mut told = Vec::new();
    journals
        .visit_orphans(now(), &mut |journal| {
            told.push(streamed_text(&journal.events));
            Ok(fate.clone())
        })
        .expect("visits");
    told
}

fn folder() -> (tempfile::TempDir, JournalFolder) {
    let folder = tempfile::tempdir().expect("a folder");
    let journals = JournalFolder::at(folder.path().join("streaming"));
    (folder, journals)
}

#[test]
fn a_journal_is_an_orphan_when_its_writer_is_gone_and_not_before() {
    let (_folder, journals) = folder();
    assert!(!journals.has_orphans());
    let writer = begin(&journals, 1);
    writer.append(&[text("one "), text("two")]).expect("appends");
    assert!(!journals.has_orphans());
    assert!(visited(&journals, &OrphanFate::Remove).is_empty());
    assert_eq!(journals.census().expect("a census").open, 1);
    drop(writer);
    assert!(journals.has_orphans());
    assert_eq!(visited(&journals, &OrphanFate::Leave), ["one two"]);
    assert_eq!(visited(&journals, &OrphanFate::Remove), ["one two"]);
    assert!(!journals.has_orphans());
}

#[test]
fn an_id_is_given_to_one_journal_only() {
    let (_folder, journals) = folder();
    let writer = begin(&journals, 1);
    assert!(journals.begin(MemoryId::from_u128(1), &start()).expect("answers").is_none());
    writer.replace(&start(), &[text("anew")]).expect("written anew");
    assert!(journals.begin(MemoryId::from_u128(1), &start()).expect("answers").is_none());
}

#[test]
fn a_journal_that_is_written_anew_holds_nothing_of_before_and_is_still_held() {
    let (folder, journals) = folder();
    let writer = begin(&journals, 1);
    writer.append(&[text("half a sec")]).expect("appends");
    writer.replace(&start(), &[text("half a [label]")]).expect("written anew");
    writer.append(&[text(" and on")]).expect("appends");
    assert!(!journals.has_orphans());
    let files: Vec<_> = fs::read_dir(folder.path().join("streaming")).expect("a folder").flatten().collect();
    assert_eq!(files.len(), 1, "{files:?}");
    drop(writer);
    assert_eq!(visited(&journals, &OrphanFate::Remove), ["half a [label] and on"]);
}

#[test]
fn of_a_journal_that_was_killed_while_written_anew_the_newer_comes_first() {
    let (folder, journals) = folder();
    let writer = begin(&journals, 1);
    writer.append(&[text("before")]).expect("appends");
    let place = folder.path().join("streaming");
    let older = format!("{}.0.jsonl", MemoryId::from_u128(1));
    let copy = fs::read(place.join(&older)).expect("a file");
    writer.replace(&start(), &[text("after")]).expect("written anew");
    fs::write(place.join(&older), copy).expect("as if it had not been removed");
    drop(writer);
    assert_eq!(visited(&journals, &OrphanFate::Remove), ["after", "before"]);
}

#[test]
fn a_file_that_is_no_journal_is_set_aside_and_named() {
    let (folder, journals) = folder();
    drop(begin(&journals, 1));
    let place = folder.path().join("streaming");
    fs::write(place.join("01K9ZQ4T7M3XW8Y2V5N6B1C0DE.0.jsonl"), "{\"event\":\"text\"}\n").expect("written");
    assert_eq!(visited(&journals, &OrphanFate::Remove), [""]);
    let census = journals.census().expect("a census");
    assert_eq!((census.open, census.orphans.len(), census.aside.len()), (0, 0, 1));
    assert!(census.aside[0].ends_with("01K9ZQ4T7M3XW8Y2V5N6B1C0DE.0.aside"), "{census:?}");
    assert!(!journals.has_orphans());
}

#[test]
fn a_visit_that_fails_leaves_its_journal_and_the_rest() {
    let (_folder, journals) = folder();
    drop((begin(&journals, 1), begin(&journals, 2)));
    let mut visits = 0;
    let failed = journals.visit_orphans(now(), &mut |_| {
        visits += 1;
        Err(StoreError::Full)
    });
    assert!(matches!(failed, Err(StoreError::Full)) && visits == 1);
    assert_eq!(visited(&journals, &OrphanFate::Remove).len(), 2);
}

#[test]
fn two_who_visit_at_once_never_have_the_same_journal() {
    let (_folder, journals) = folder();
    for number in 1..=40 {
        begin(&journals, number).append(&[text(&format!("{number}"))]).expect("appends");
    }
    let mut all: Vec<String> = std::thread::scope(|scope| {
        let hands: Vec<_> = (0..4).map(|_| scope.spawn(|| visited(&journals, &OrphanFate::Remove))).collect();
        hands.into_iter().flat_map(|hand| hand.join().expect("no panic")).collect()
    });
    all.sort_by_key(|text| text.parse::<u32>().expect("a number"));
    assert_eq!(all, (1..=40).map(|number| number.to_string()).collect::<Vec<_>>());
}

#[test]
fn what_was_never_begun_goes_after_a_day() {
    let (folder, journals) = folder();
    drop(begin(&journals, 1));
    let hidden = folder.path().join("streaming").join(".01K9ZQ4T7M3XW8Y2V5N6B1C0DE.0.jsonl");
    let file = File::create(&hidden).expect("made");
    let day = |days: i64| UNIX_EPOCH + Duration::from_micros(now().plus_days(days).unix_micros().unsigned_abs());
    file.set_modified(day(0)).expect("set");
    visited(&journals, &OrphanFate::Leave);
    assert!(hidden.exists());
    file.set_modified(day(-2)).expect("set");
    visited(&journals, &OrphanFate::Leave);
    assert!(!hidden.exists());
    assert!(journals.has_orphans());
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_read_a_journal() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, journals) = folder();
    let writer = begin(&journals, 1);
    writer.replace(&start(), &[]).expect("written anew");
    let place = folder.path().join("streaming");
    let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
    assert_eq!(mode(&place), 0o700);
    for file in fs::read_dir(&place).expect("a folder").flatten() {
        assert_eq!(mode(&file.path()), 0o600);
    }
}
