//! What the tests of the store share.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use omoide_core::change::{Actor, Change, Deed, NightStep, Plan, Reason, Subject};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::{
    NewMemory, NightRecord, Placed, Reader, StepRecord, Store, StoreError, WantedVector, Writer,
};
use omoide_core::{Date, Level, Life, Making, Memory, MemoryId, MindName, Retention, Seq, Shown, Text, TextVersion};
use omoide_store::Options;
use omoide_testkit::builders::{at, id};
use tempfile::TempDir;

/// A store in a folder of its own.
pub fn sqlite() -> (TempDir, Arc<dyn Store>) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = create(file_in(&folder)).expect("a store");
    (folder, store)
}

/// The file of the store in that folder.
pub fn file_in(folder: &TempDir) -> PathBuf {
    folder.path().join("store.db")
}

/// Opens the store at that path, and makes it first where there is none.
pub fn create(path: impl AsRef<Path>) -> Result<Arc<dyn Store>, StoreError> {
    omoide_store::open(path.as_ref(), Options::CREATE)
}

/// Opens the store at that path.
pub fn open(path: impl AsRef<Path>) -> Result<Arc<dyn Store>, StoreError> {
    omoide_store::open(path.as_ref(), Options::EXISTING)
}

/// A path in a folder of its own, where nothing is yet.
pub fn nowhere() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file_in(&folder);
    (folder, path)
}

/// What a reader answers.
pub fn read<T>(store: &dyn Store, mut f: impl FnMut(&dyn Reader) -> Result<T, StoreError>) -> T {
    let mut answer = None;
    store
        .read(&mut |reader| {
            answer = Some(f(reader)?);
            Ok(())
        })
        .expect("the store answers");
    answer.expect("it was asked")
}

/// What a writer of the usual mind answers, once it is written.
pub fn write<T>(store: &dyn Store, f: impl FnMut(&mut dyn Writer) -> Result<T, StoreError>) -> T {
    write_to(store, &me(), f)
}

/// What a writer of a mind answers, once it is written.
pub fn write_to<T>(
    store: &dyn Store,
    mind: &MindName,
    mut f: impl FnMut(&mut dyn Writer) -> Result<T, StoreError>,
) -> T {
    let mut answer = None;
    store
        .write(mind, &mut |writer| {
            answer = Some(f(writer)?);
            Ok(())
        })
        .expect("the store takes it");
    answer.expect("it was asked")
}

/// A vector of that model and size, whatever its sentences.
pub fn wanted(model: &str, dimensions: usize) -> WantedVector<'_> {
    WantedVector { model, dimensions, with_sentences: false }
}

/// Writes a memory down in the usual mind.
pub fn insert(store: &dyn Store, memory: &NewMemory) -> Placed {
    write(store, |w| w.insert(&MindName::default(), memory))
}

/// The memory with that number, as the change log knows it.
pub fn about(number: u128) -> Subject {
    Subject::Memory { id: id(number), seq: None }
}

/// A change of what a memory shows.
pub fn showing(seq: Seq, id: MemoryId, before: Shown, after: Shown, reason: Reason) -> Change {
    Change { subject: Subject::memory(id, seq), deed: Deed::show(before, after), reason }
}

/// A change of how an episode lives.
pub fn living(seq: Seq, id: MemoryId, before: Retention, after: Retention, reason: Reason) -> Change {
    let deed = Deed::live(Life::Episode(before), Life::Episode(after));
    Change { subject: Subject::memory(id, seq), deed, reason }
}

/// A plan by hand.
pub fn by_hand(changes: Vec<Change>) -> Plan {
    let at = at("2026-02-01T12:00:00+09:00");
    Plan { mind: MindName::default(), at, by: Actor::Person, step: None, group: None, changes }
}

/// A plan of a night.
pub fn of_night(date: Date, changes: Vec<Change>) -> Plan {
    Plan { step: Some(NightStep { date, step: Step::Episodes }), by: Actor::Night, ..by_hand(changes) }
}

/// Notes that the step of the episodes was run for a night, and that the night came to its end.
pub fn end_night(w: &mut dyn Writer, date: Date, undo_nights: u32) -> Result<(), StoreError> {
    let hour = at("2026-02-01T03:00:00+09:00").at_hour(date, 3);
    let ran_at = hour.plus_seconds(60);
    let step = StepRecord { step: Step::Episodes, ran_at, report: "{}".to_owned(), can_be_undone: true };
    w.record_step(&me(), date, &step)?;
    w.record_night(&me(), &NightRecord { date, at: hour, ran_at, steps: Vec::new() }, undo_nights)
}

/// Takes a night back; false when it can no longer be undone.
pub fn undo_night(w: &mut dyn Writer, date: Date) -> Result<bool, StoreError> {
    let Some(_) = w.undo_step(&me(), NightStep { date, step: Step::Episodes })? else { return Ok(false) };
    w.forget_night(&me(), date)?;
    Ok(true)
}

/// The usual mind.
pub fn me() -> MindName {
    MindName::default()
}

/// A day of the month in which nights are.
pub fn day(day: i8) -> Date {
    jiff::civil::date(2026, 2, day)
}

/// The memory with that number.
pub fn memory(store: &dyn Store, number: u128) -> Memory {
    read(store, |r| r.memory(&me(), id(number)))
}

/// A further version of a text.
pub fn version(version: u32, text: &str) -> TextVersion {
    let text = Text { trigger: text.to_owned(), content: String::new() };
    let made_at = at("2026-02-01T03:00:00+09:00");
    TextVersion { version, level: Level::Summary, text, made: Making::Shortened { by: "extract".to_owned() }, made_at }
}
