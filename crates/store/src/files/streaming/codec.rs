//! The lines of a journal: one JSON object each, the start first.
//!
//! Reading forgives what a kill can do: a line that is broken is passed over and counted. It does not forgive a file that
//! does not begin as a journal does: that is somebody else's.

use std::str::FromStr;

use omoide_core::change::Actor;
use omoide_core::{MemoryId, Moment, Place, Source, StreamEvent, StreamJournal, StreamStart};
use serde::{Deserialize, Serialize};

/// The version of the form that is written here.
const FORMAT: u32 = 1;

/// Why a file cannot be read as a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unreadable {
    /// It does not begin as a journal does.
    NotAJournal,
    /// A later version of Omoide wrote it.
    Newer,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum JournalLine {
    Start(Box<StartLine>),
    Text { text: String },
    ToolStart { tool: String, detail: String },
    ToolEnd { tool: String, detail: String },
    Done,
}

#[derive(Serialize, Deserialize)]
struct StartLine {
    format: u32,
    id: MemoryId,
    mind: String,
    trigger: String,
    said: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    thread: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    uid: Option<String>,
    at: String,
    source: String,
    by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<PlaceLine>,
}

#[derive(Serialize, Deserialize)]
struct PlaceLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    project: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    folder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    repository: Option<String>,
}

/// The line of a start, with its line break.
pub(super) fn start_line(id: MemoryId, start: &StreamStart) -> serde_json::Result<String> {
    let StreamStart { mind, trigger, said, person, thread, place, uid, at, source, by } = start.clone();
    in_line(&JournalLine::Start(Box::new(StartLine {
        format: FORMAT,
        id,
        mind: mind.to_string(),
        trigger,
        said,
        from: person,
        thread,
        uid,
        at: at.to_string(),
        source: source.name().to_owned(),
        by: by.name().to_owned(),
        place: place.map(|place| {
            let Place { host, project, folder, branch, repository } = place;
            PlaceLine { host, project, folder, branch, repository }
        }),
    })))
}

/// The lines of events, each with its line break.
pub(super) fn event_lines(events: &[StreamEvent]) -> serde_json::Result<String> {
    events.iter().map(|event| in_line(&JournalLine::of(event.clone()))).collect()
}

fn in_line(line: &JournalLine) -> serde_json::Result<String> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    Ok(text)
}

impl JournalLine {
    fn of(event: StreamEvent) -> Self {
        match event {
            StreamEvent::Text(text) => Self::Text { text },
            StreamEvent::ToolStart { tool, detail } => Self::ToolStart { tool, detail },
            StreamEvent::ToolEnd { tool, detail } => Self::ToolEnd { tool, detail },
            StreamEvent::Done => Self::Done,
        }
    }

    fn event(self) -> Option<StreamEvent> {
        Some(match self {
            Self::Start(_) => return None,
            Self::Text { text } => StreamEvent::Text(text),
            Self::ToolStart { tool, detail } => StreamEvent::ToolStart { tool, detail },
            Self::ToolEnd { tool, detail } => StreamEvent::ToolEnd { tool, detail },
            Self::Done => StreamEvent::Done,
        })
    }
}

/// What a journal's bytes say.
pub(super) fn read(bytes: &[u8]) -> Result<StreamJournal, Unreadable> {
    let mut lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let (id, start) = lines.next().ok_or(Unreadable::NotAJournal).and_then(read_start)?;
    let mut journal = StreamJournal { id, start, events: Vec::new(), broken_lines: 0 };
    for line in lines {
        match serde_json::from_slice::<JournalLine>(line).ok().and_then(JournalLine::event) {
            Some(event) => journal.events.push(event),
            None => journal.broken_lines += 1,
        }
    }
    Ok(journal)
}

fn read_start(line: &[u8]) -> Result<(MemoryId, StreamStart), Unreadable> {
    #[derive(Deserialize)]
    struct Head {
        event: String,
        format: u32,
    }
    let head: Head = serde_json::from_slice(line).map_err(|_| Unreadable::NotAJournal)?;
    if head.event != "start" {
        return Err(Unreadable::NotAJournal);
    }
    if head.format > FORMAT {
        return Err(Unreadable::Newer);
    }
    let Ok(JournalLine::Start(line)) = serde_json::from_slice(line) else { return Err(Unreadable::NotAJournal) };
    line.start().ok_or(Unreadable::NotAJournal)
}

impl StartLine {
    fn start(self) -> Option<(MemoryId, StreamStart)> {
        let by = [Actor::Person, Actor::Agent, Actor::Night].into_iter().find(|actor| actor.name() == self.by)?;
        let place = self.place.map(|place| {
            let PlaceLine { host, project, folder, branch, repository } = place;
            Place { host, project, folder, branch, repository }
        });
        let start = StreamStart {
            mind: self.mind.parse().ok()?,
            trigger: self.trigger,
            said: self.said,
            person: self.from,
            thread: self.thread,
            place,
            uid: self.uid,
            at: Moment::from_str(&self.at).ok()?,
            source: Source::named(&self.source),
            by,
        };
        Some((self.id, start))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn start() -> StreamStart {
        StreamStart {
            mind: "work".parse().expect("a name"),
            trigger: "message".to_owned(),
            said: "What is on\nthe list?".to_owned(),
            person: Some("花子".to_owned()),
            thread: Some("t".to_owned()),
            place: Place::in_project("garden"),
            uid: None,
            at: "2026-01-20T14:30:00+09:00".parse().expect("a time"),
            source: Source::Person,
            by: Actor::Agent,
        }
    }

    fn whole(events: &[StreamEvent]) -> String {
        let id = MemoryId::from_u128(7);
        start_line(id, &start()).expect("a line") + &event_lines(events).expect("lines")
    }

    fn events() -> Vec<StreamEvent> {
        vec![
            StreamEvent::Text("Beans, \"peas\"\n".to_owned()),
            StreamEvent::ToolStart { tool: "Read".to_owned(), detail: "list.md".to_owned() },
            StreamEvent::ToolEnd { tool: "Read".to_owned(), detail: String::new() },
            StreamEvent::Text("と豆".to_owned()),
            StreamEvent::Done,
        ]
    }

    #[test]
    fn a_journal_reads_back_as_it_was_written() {
        let journal = read(whole(&events()).as_bytes()).expect("a journal");
        assert_eq!((journal.id, &journal.start), (MemoryId::from_u128(7), &start()));
        assert_eq!((journal.events, journal.broken_lines), (events(), 0));
    }

    #[test]
    fn a_broken_line_costs_only_itself() {
        let text = whole(&events()).replace("{\"event\":\"tool_start\"", "{\"event\":\"tool_sta");
        let journal = read(text.as_bytes()).expect("a journal");
        assert_eq!((journal.events.len(), journal.broken_lines), (4, 1));
    }

    #[test]
    fn what_does_not_begin_as_a_journal_is_refused() {
        for text in ["", "\n\n", "hello", "{}", "{\"event\":\"text\",\"text\":\"x\"}\n", "[1]\n", "\0\0\0\0"] {
            assert_eq!(read(text.as_bytes()), Err(Unreadable::NotAJournal), "{text:?}");
        }
        assert_eq!(read(whole(&[]).replace("work", "no such name!").as_bytes()), Err(Unreadable::NotAJournal));
        let later = whole(&[]).replace("\"format\":1", "\"format\":2");
        assert_eq!(read(later.as_bytes()), Err(Unreadable::Newer));
    }

    proptest! {
        /// A journal that is cut anywhere gives the events before the cut, and never anything else.
        #[test]
        fn whatever_is_cut_off_what_stands_before_it_is_read(cut in 0_usize..2_000) {
            let text = whole(&events());
            let first = text.find('\n').expect("a line");
            let cut = cut.min(text.len());
            match read(&text.as_bytes()[..cut]) {
                Err(_) => prop_assert!(cut < first),
                Ok(journal) => {
                    prop_assert!(cut >= first);
                    prop_assert!(events().starts_with(&journal.events));
                    prop_assert!(journal.broken_lines <= 1);
                }
            }
        }

        #[test]
        fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(&bytes);
            let mut text = whole(&[]).into_bytes();
            text.extend(bytes);
            prop_assert!(read(&text).is_ok());
        }
    }
}
