//! Replies that are remembered while they are streamed: once, whole or interrupted, and never with a secret on the disk.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::ports::{JournalCensus, JournalWriter, Journals, OrphanFate, StoreError};
use omoide::core::{ActivityType, MemoryId, MindName, Moment, StreamEvent, StreamJournal, StreamStart};
use omoide::{ActivityQuery, Details, Engine, Error, ImportMode, Mind, NewStream, Place, Remembered, Streaming};
use omoide_store::JournalFolder;
use omoide_testkit::sandbox::Sandbox;

const TOKEN: &str = "ghp_Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8Zk3Qf7Lw2Rt8";

/// A mind with journals.
struct Streams {
    sandbox: Sandbox,
    engine: Engine,
}

impl Streams {
    fn new() -> Self {
        Self::with(Parameters::default())
    }

    fn with(parameters: Parameters) -> Self {
        Self::over(Sandbox::new(parameters))
    }

    fn over(sandbox: Sandbox) -> Self {
        let journals = JournalFolder::at(sandbox.folder().join("streaming"));
        let engine = sandbox.engine.clone().with_journals(Arc::new(journals));
        Self { sandbox, engine }
    }

    fn mind(&self) -> Mind<'_> {
        self.engine.mind(MindName::default())
    }

    fn begin(&self, said: &str) -> Streaming {
        self.mind().stream(NewStream::said(said)).expect("it begins")
    }

    fn files(&self) -> Vec<PathBuf> {
        let files = std::fs::read_dir(self.sandbox.folder().join("streaming")).into_iter().flatten();
        files.map(|file| file.expect("a file").path()).collect()
    }

    /// What the activity log tells of tools.
    fn tools_logged(&self) -> Vec<String> {
        let query = ActivityQuery { types: vec![ActivityType::ToolUse], limit: 99, ..ActivityQuery::default() };
        let lines = self.mind().activity(&query).expect("listed");
        lines.into_iter().map(|line| line.fields.summary).collect()
    }

    /// What all journals say.
    fn on_disk(&self) -> String {
        self.files().iter().map(|file| std::fs::read_to_string(file).expect("a text")).collect()
    }

    fn recover(&self) -> Vec<String> {
        self.engine.recover_streams().expect("recovers").into_iter().map(|turn| turn.handle).collect()
    }

    fn details(&self, handle: &str) -> Details {
        self.mind().details(handle).expect("it is there")
    }

    fn count(&self) -> u64 {
        self.mind().count(&omoide::core::ports::store::Filter::default()).expect("a count")
    }
}

fn handle(remembered: Remembered) -> String {
    match remembered {
        Remembered::Anew { memory, .. } => memory.handle,
        other => panic!("not remembered anew: {other:?}"),
    }
}

#[test]
fn a_reply_that_is_finished_is_one_turn_and_leaves_no_journal() {
    let streams = Streams::new();
    let new = NewStream {
        person: Some("Hanako".to_owned()),
        thread: Some("garden talk".to_owned()),
        place: Place::in_project("garden"),
        ..NewStream::said("What shall we plant?")
    };
    let stream = streams.mind().stream(new).expect("it begins");
    for word in ["Beans ", "and ", "peas."] {
        stream.write_text(word).expect("taken");
    }
    let handle = handle(stream.finish().expect("finishes"));
    let turn = streams.details(&handle).turn.expect("a turn");
    assert_eq!((turn.said.as_str(), turn.replied.as_str()), ("What shall we plant?", "Beans and peas."));
    assert_eq!((turn.person.as_str(), turn.thread.as_deref()), ("Hanako", Some("garden talk")));
    assert_eq!((turn.uid, turn.heard_until), (Some(stream.id().to_string()), None));
    assert!(streams.files().is_empty());
    assert!(matches!(stream.finish(), Err(Error::StreamOver)));
    assert!(matches!(stream.write_text("more"), Err(Error::StreamOver)));
    assert!(streams.recover().is_empty());
    assert_eq!(streams.count(), 1);
}

#[test]
fn a_reply_whose_process_ends_is_recovered_as_interrupted_and_only_once() {
    let streams = Streams::new();
    let stream = streams.begin("What shall we plant?");
    stream.write_text("First the beans, then ").expect("taken");
    let id = stream.id();
    drop(stream);
    let recovered = streams.engine.recover_streams().expect("recovers");
    assert!(recovered.len() == 1 && recovered[0].is_interrupted);
    let turn = streams.details(&recovered[0].handle).turn.expect("a turn");
    assert_eq!((turn.replied.as_str(), turn.heard_until), ("First the beans, then", Some(21)));
    assert_eq!(turn.uid, Some(id.to_string()));
    assert!(streams.files().is_empty() && streams.recover().is_empty());
    assert_eq!(streams.count(), 1);
}

#[test]
fn a_stream_that_lives_is_nobodys_to_recover() {
    let streams = Streams::new();
    let stream = streams.begin("What shall we plant?");
    stream.write_text("Beans.").expect("taken");
    assert!(streams.recover().is_empty());
    handle(stream.finish().expect("finishes"));
    assert_eq!(streams.count(), 1);
}

#[test]
fn whoever_is_killed_between_the_turn_and_its_journal_makes_no_second_turn() {
    let streams = Streams::new();
    for finish in [Streaming::finish, Streaming::interrupt] {
        let stream = streams.begin("What shall we plant?");
        stream.write_text(&format!("Number {}. ", streams.count())).expect("taken");
        stream.flush().expect("flushed");
        let file = streams.files().pop().expect("a journal");
        let before = std::fs::read(&file).expect("a file");
        handle(finish(&stream).expect("ends"));
        std::fs::write(&file, before).expect("as if it had not been removed");
        let count = streams.count();
        assert!(streams.recover().is_empty());
        assert_eq!(streams.count(), count);
        assert!(streams.files().is_empty());
    }
}

#[test]
fn a_journal_that_says_done_is_a_whole_reply() {
    let streams = Streams::new();
    let stream = streams.begin("What shall we plant?");
    stream.write_text("Beans.").expect("taken");
    stream.flush().expect("flushed");
    let file = streams.files().pop().expect("a journal");
    let text = std::fs::read_to_string(&file).expect("a text");
    drop(stream);
    std::fs::write(&file, format!("{text}{{\"event\":\"done\"}}\n{{\"event\":\"te")).expect("written");
    let recovered = streams.engine.recover_streams().expect("recovers");
    assert!(recovered.len() == 1 && !recovered[0].is_interrupted);
    let turn = streams.details(&recovered[0].handle).turn.expect("a turn");
    assert_eq!((turn.replied.as_str(), turn.heard_until), ("Beans.", None));
}

#[test]
fn what_the_person_said_is_kept_though_no_word_of_the_reply_was() {
    let streams = Streams::new();
    drop(streams.begin("What shall we plant?"));
    let recovered = streams.recover();
    let turn = streams.details(&recovered[0]).turn.expect("a turn");
    assert_eq!((turn.replied.as_str(), turn.heard_until), ("", Some(0)));
    drop(streams.begin(""));
    assert!(streams.recover().is_empty() && streams.files().is_empty());
}

#[test]
fn text_that_waits_is_written_though_no_more_comes() {
    let mut parameters = Parameters::default();
    parameters.streaming.flush_milliseconds = 10;
    let streams = Streams::with(parameters);
    let stream = streams.begin("What shall we plant?");
    stream.write_text("Beans").expect("taken");
    for _ in 0..1_000 {
        if stream.progress().synced == 5 {
            assert!(streams.on_disk().contains("\"text\":\"Beans\""));
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it was never written: {}", streams.on_disk());
}

#[test]
fn much_text_is_on_the_disk_before_the_call_returns() {
    let streams = Streams::new();
    let stream = streams.begin("What shall we plant?");
    assert_eq!(stream.write_text(&"豆 ".repeat(249)).expect("taken").synced, 0);
    let progress = stream.write_text("豆 ").expect("taken");
    assert_eq!((progress.characters, progress.synced), (500, 500));
}

#[test]
fn a_secret_that_comes_in_pieces_is_never_on_the_disk() {
    let streams = Streams::new();
    let new = NewStream { thread: Some(format!("talk {TOKEN}")), ..NewStream::said(format!("My key is {TOKEN}")) };
    let stream = streams.mind().stream(new).expect("it begins");
    for piece in ["I will use ", &TOKEN[..10], &TOKEN[10..25], &TOKEN[25..], " as you say. The password is ", "corr"] {
        stream.write_text(piece).expect("taken");
        stream.flush().expect("flushed");
        assert!(!streams.on_disk().contains(&TOKEN[..12]), "{}", streams.on_disk());
    }
    stream.write_text("ect-Horse7battery.").expect("taken");
    stream.write_tool_start("Bash", &format!("curl -H 'authorization: {TOKEN}'")).expect("taken");
    assert!(!streams.on_disk().contains("Horse7"), "{}", streams.on_disk());
    drop(stream);
    let recovered = streams.recover();
    let turn = streams.details(&recovered[0]).turn.expect("a turn");
    assert!(turn.replied.starts_with("I will use [redacted:github-token] as you say."), "{}", turn.replied);
    assert!(!format!("{turn:?}").contains(&TOKEN[..12]));
}

#[test]
fn what_tools_changed_and_what_one_was_at_is_part_of_the_reply() {
    let streams = Streams::new();
    let stream = streams.begin("Fix it.");
    stream.write_text("On it.").expect("taken");
    stream.write_tool_start("Edit", "src/main.rs").expect("taken");
    stream.write_tool_end("Edit", "done").expect("taken");
    stream.write_tool_start("Bash", "cargo test\nand more").expect("taken");
    drop(stream);
    let turn = streams.details(&streams.recover()[0]).turn.expect("a turn");
    assert_eq!(turn.replied, "On it.\n\nEdit src/main.rs\n\nBash cargo test (not finished)");
    assert_eq!(streams.tools_logged(), ["Edit src/main.rs", "Bash cargo test"]);
}

#[test]
fn what_is_abandoned_is_remembered_by_nobody() {
    let streams = Streams::new();
    let stream = streams.begin("What shall we plant?");
    stream.write_text("Beans.").expect("taken");
    stream.abandon().expect("abandoned");
    assert!(streams.files().is_empty() && streams.recover().is_empty());
    assert_eq!(streams.count(), 0);
}

#[test]
fn a_text_that_cannot_be_remembered_is_refused_and_the_rest_stays() {
    let mut parameters = Parameters::default();
    parameters.encode.max_text_bytes = 1_024;
    let streams = Streams::with(parameters);
    let said = "x".repeat(1_025);
    assert!(matches!(streams.mind().stream(NewStream::said(said)), Err(Error::TextTooLong { .. })));
    let stream = streams.begin("Go on.");
    stream.write_text("Beans. ").expect("taken");
    assert!(matches!(stream.write_text("a\0b"), Err(Error::NulInText { offset: 1 })));
    assert!(matches!(stream.write_text(&"y".repeat(1_024)), Err(Error::TextTooLong { .. })));
    stream.write_text("Peas.").expect("taken");
    let turn = streams.details(&handle(stream.finish().expect("finishes"))).turn.expect("a turn");
    assert_eq!(turn.replied, "Beans. Peas.");
}

#[test]
fn a_clock_that_is_set_back_puts_no_turn_into_the_future() {
    let streams = Streams::new();
    let stream = streams.begin("What shall we plant?");
    stream.write_text("Beans. ").expect("taken");
    let now: Moment = streams.engine.now().plus_days(-3);
    streams.sandbox.clock.set_to(now);
    stream.write_text("Peas. ").expect("taken");
    drop(stream);
    let turn = streams.details(&streams.recover()[0]).turn.expect("a turn");
    assert_eq!((turn.at, turn.replied.as_str()), (now, "Beans. Peas."));
}

#[test]
fn ids_that_come_again_in_another_process_are_passed_over() {
    let streams = Streams::new();
    let first = handle(streams.begin("One.").finish().expect("finishes"));
    // The ids of a further engine begin anew.
    let again = Streams::over(Sandbox::reopened(&streams.sandbox));
    let second = handle(again.begin("Two.").finish().expect("finishes"));
    let third = Streams::over(Sandbox::reopened(&streams.sandbox));
    let third = handle(third.begin("Three.").finish().expect("finishes"));
    assert!(first != second && second != third);
    assert_eq!(streams.count(), 3);
}

#[test]
fn an_erased_mind_leaves_no_journal_behind() {
    let streams = Streams::new();
    handle(streams.begin("One.").finish().expect("finishes"));
    drop(streams.begin("Two."));
    let erased = streams.engine.erase_mind(&MindName::default(), Actor::Person).expect("erased");
    assert_eq!((erased.len(), streams.files().len()), (2, 0));
}

#[test]
fn an_interrupted_reply_is_still_one_after_an_export() {
    let streams = Streams::new();
    let stream = streams.begin("What shall we plant?");
    stream.write_text("First the beans, then ").expect("taken");
    drop(stream);
    let handle = streams.recover().remove(0);
    let mut file = Vec::new();
    streams.mind().export(&mut file, &mut |_, _| {}).expect("exported");
    assert!(String::from_utf8_lossy(&file).contains("\"heard_until\":21"));
    let other = Sandbox::default();
    other.mind().import(&mut Cursor::new(file), ImportMode::Write, &mut |_| {}).expect("imported");
    let turn = other.mind().details(&handle).expect("there").turn.expect("a turn");
    assert_eq!(turn.heard_until, Some(21));
}

/// Journals on a disk that can be full.
struct FullDisk {
    folder: JournalFolder,
    is_full: Arc<AtomicBool>,
}

struct FullWriter {
    file: Box<dyn JournalWriter>,
    is_full: Arc<AtomicBool>,
}

impl FullWriter {
    fn room(&self) -> Result<(), StoreError> {
        if self.is_full.load(Ordering::SeqCst) { Err(StoreError::Full) } else { Ok(()) }
    }
}

impl Journals for FullDisk {
    fn begin(&self, id: MemoryId, start: &StreamStart) -> Result<Option<Box<dyn JournalWriter>>, StoreError> {
        let file = self.folder.begin(id, start)?;
        Ok(file.map(|file| Box::new(FullWriter { file, is_full: Arc::clone(&self.is_full) }) as Box<dyn JournalWriter>))
    }

    fn has_orphans(&self) -> bool {
        self.folder.has_orphans()
    }

    fn visit_orphans(
        &self,
        now: Moment,
        visit: &mut dyn FnMut(&StreamJournal) -> Result<OrphanFate, StoreError>,
    ) -> Result<(), StoreError> {
        self.folder.visit_orphans(now, visit)
    }

    fn census(&self) -> Result<JournalCensus, StoreError> {
        self.folder.census()
    }
}

impl JournalWriter for FullWriter {
    fn append(&self, events: &[StreamEvent]) -> Result<(), StoreError> {
        self.room()?;
        self.file.append(events)
    }

    fn sync(&self) -> Result<(), StoreError> {
        self.room()?;
        self.file.sync()
    }

    fn replace(&self, start: &StreamStart, events: &[StreamEvent]) -> Result<(), StoreError> {
        self.room()?;
        self.file.replace(start, events)
    }

    fn remove(&self) -> Result<(), StoreError> {
        self.file.remove()
    }
}

#[test]
fn a_full_disk_is_told_and_nothing_is_lost_that_was_taken() {
    let sandbox = Sandbox::default();
    let is_full = Arc::new(AtomicBool::new(false));
    let folder = JournalFolder::at(sandbox.folder().join("streaming"));
    let engine = sandbox.engine.clone().with_journals(Arc::new(FullDisk { folder, is_full: Arc::clone(&is_full) }));
    let mind = engine.mind(MindName::default());
    let stream = mind.stream(NewStream::said("Go on.")).expect("begins");
    stream.write_text("Beans. ").expect("taken");
    is_full.store(true, Ordering::SeqCst);
    let much = "and more ".repeat(100);
    assert!(matches!(stream.write_text(&much), Err(Error::Store(StoreError::Full))));
    assert!(matches!(stream.write_tool_start("Bash", "ls"), Err(Error::Store(StoreError::Full))));
    is_full.store(false, Ordering::SeqCst);
    stream.write_text("Peas. ").expect("taken");
    is_full.store(true, Ordering::SeqCst);
    // The journal cannot be written, but the turn can.
    let handle = handle(stream.finish().expect("finishes"));
    let turn = mind.details(&handle).expect("there").turn.expect("a turn");
    assert_eq!(turn.replied, "Beans. Peas.");
}
