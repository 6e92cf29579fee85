//! A reply that is remembered while it is streamed (S4 ストリーミングジャーナル).
//!
//! What comes of it goes into a journal, at the latest half a second later or when 500 characters wait. The turn is
//! remembered once, when the reply is whole; then the journal goes. Where a process is killed, the next start
//! ([`Engine::recover_streams`]) remembers what the journal has, as a reply that was interrupted. The id of the stream is the
//! uid of its turn, so whoever is killed between the two, or does it twice, makes no second turn.
//!
//! A journal holds nothing that a memory of the same words would not hold: [`text`] takes secrets out before they are
//! written. Time plays no part but as a pause, so a clock that is set back changes nothing.

mod flushing;
mod recovery;
mod text;

use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use omoide_core::change::Actor;
use omoide_core::ports::StoreError;
use omoide_core::{
    MemoryId, MindName, Moment, Place, Source, StreamEvent, StreamStart, StreamedTool, Turn, Witnesses, streamed_tools,
};

pub use recovery::RecoveredTurn;

use super::{Observation, Remembered};
use crate::redaction::TakenKinds;
use crate::transcript::TranscriptTurn;
use crate::{Engine, Error, Mind, ToolUse};
use flushing::{Shared, StreamState};
use text::{HoldBack, boundary};

/// What sets a reply off if nobody says otherwise.
const MESSAGE: &str = "message";

/// How often another id is tried for a stream.
const ATTEMPTS: u32 = 100;

/// How many bytes of what a tool is told and answers are kept.
const MOST_OF_A_TOOL: usize = 2_000;

/// A reply that is about to be streamed.
#[derive(Clone, Debug)]
pub struct NewStream {
    /// What the person said.
    pub said: String,
    /// What set the reply off; a message if not given.
    pub trigger: Option<String>,
    /// When; now if not given.
    pub at: Option<Moment>,
    /// Who said it; `me` if not given.
    pub person: Option<String>,
    /// The conversation.
    pub thread: Option<String>,
    /// Where the conversation takes place.
    pub place: Option<Place>,
    /// The name that the source gives the turn; the same turn is remembered once.
    pub uid: Option<String>,
    /// The kind of place it comes from.
    pub source: Source,
    /// Who hands it in.
    pub by: Actor,
}

impl NewStream {
    /// The reply to what a person said, now, with nothing else known.
    pub fn said(text: impl Into<String>) -> Self {
        Self {
            said: text.into(),
            trigger: None,
            at: None,
            person: None,
            thread: None,
            place: None,
            uid: None,
            source: Source::Person,
            by: Actor::Agent,
        }
    }
}

/// How far a stream has come, in characters of its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StreamProgress {
    /// What was handed in.
    pub characters: usize,
    /// What of it is in the journal, on the disk.
    pub synced: usize,
}

/// A reply that is being streamed. Several threads may write to it.
///
/// Dropping it leaves the journal, which the next start takes for a reply that was interrupted.
pub struct Streaming {
    id: MemoryId,
    engine: Engine,
    mind: MindName,
    shared: Arc<Shared>,
}

impl Engine {
    /// With journals, so that replies can be streamed.
    #[must_use]
    pub fn with_journals(mut self, journals: Arc<dyn omoide_core::ports::Journals>) -> Self {
        self.journals = Some(journals);
        self
    }
}

impl Mind<'_> {
    /// Begins to stream a reply. What the person said is on the disk when this returns.
    ///
    /// # Errors
    /// [`Error::TextTooLong`], [`Error::NulInText`], [`Error::NoJournals`], or when the journal cannot be written.
    pub fn stream(&self, new: NewStream) -> Result<Streaming, Error> {
        let journals = self.engine.journals.as_ref().ok_or(Error::NoJournals)?;
        let limit = self.parameters().encode.max_text_bytes as usize;
        check_text(&new.said, new.said.len(), limit)?;
        let now = self.engine.now();
        let start = self.stream_start(new, now);
        for _ in 0..ATTEMPTS {
            let id = self.engine.parts.ids.next(now);
            // Ids of a seed come again in the next process.
            if self.has_turn(&id.to_string(), now)? {
                continue;
            }
            if let Some(writer) = journals.begin(id, &start)? {
                let shared = Shared::begin(self.engine, start, limit, writer);
                return Ok(Streaming { id, engine: self.engine.clone(), mind: self.name.clone(), shared });
            }
        }
        Err(StoreError::Broken { cause: "no id is free for a stream".into() }.into())
    }

    /// How a journal begins: without secrets.
    fn stream_start(&self, new: NewStream, now: Moment) -> StreamStart {
        let (redactor, mut taken) = (self.engine.redactor(), TakenKinds::new());
        let mut name = |name: String| redactor.name(&name, &mut taken).into_owned();
        let (person, thread, uid) = (new.person.map(&mut name), new.thread.map(&mut name), new.uid.map(&mut name));
        let trigger = new.trigger.map_or_else(|| MESSAGE.to_owned(), &mut name);
        StreamStart {
            mind: self.name.clone(),
            trigger,
            said: redactor.text(&new.said, &mut taken),
            person,
            thread,
            place: new.place.map(|place| redactor.place(place, &mut taken)),
            uid,
            at: new.at.unwrap_or(now),
            source: new.source,
            by: new.by,
        }
    }

    fn has_turn(&self, uid: &str, at: Moment) -> Result<bool, Error> {
        let empty = String::new;
        let turn = Turn {
            said: empty(),
            replied: empty(),
            at,
            person: empty(),
            thread: None,
            uid: Some(uid.to_owned()),
            heard_until: None,
            witnesses: Witnesses::default(),
        };
        match self.engine.read(|r| r.same_turn(&self.name, &turn)) {
            Ok(found) => Ok(found.is_some()),
            Err(Error::Store(StoreError::Missing { .. })) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl Streaming {
    /// Its id, which is the uid of its turn unless the caller gave one.
    pub fn id(&self) -> MemoryId {
        self.id
    }

    /// The mind that will remember it.
    pub fn mind(&self) -> &MindName {
        &self.mind
    }

    /// Adds text. It is in the journal when 500 characters wait, and else half a second later at the latest
    /// (`streaming.flush_characters`, `streaming.flush_milliseconds`).
    ///
    /// # Errors
    /// [`Error::TextTooLong`], [`Error::NulInText`], [`Error::StreamOver`], or when the journal cannot be written, now or
    /// after the last call. The text of this call was not taken then; all before it was.
    pub fn write_text(&self, text: &str) -> Result<StreamProgress, Error> {
        self.shared.write(|state| {
            check_text(text, state.bytes() + text.len(), state.limit)?;
            state.push(text)
        })
    }

    /// Notes that a tool was called, and with what. It is in the journal when this returns.
    ///
    /// # Errors
    /// As [`Streaming::write_text`].
    pub fn write_tool_start(&self, tool: &str, detail: &str) -> Result<StreamProgress, Error> {
        let (tool, detail) = self.tool(tool, detail);
        self.write_event(StreamEvent::ToolStart { tool, detail })
    }

    /// Notes that a tool has ended, and what came of it. It is in the journal when this returns.
    ///
    /// # Errors
    /// As [`Streaming::write_text`].
    pub fn write_tool_end(&self, tool: &str, detail: &str) -> Result<StreamProgress, Error> {
        let (tool, detail) = self.tool(tool, detail);
        self.write_event(StreamEvent::ToolEnd { tool, detail })
    }

    /// Puts everything that was handed in on the disk, but for a word at the end that may be half a secret.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn flush(&self) -> Result<StreamProgress, Error> {
        self.shared.write(|state| state.flush(HoldBack::Unfinished))?;
        self.shared.settled()
    }

    /// How far it has come.
    pub fn progress(&self) -> StreamProgress {
        self.shared.lock().progress()
    }

    /// The reply is whole: remembers the turn, and removes the journal.
    ///
    /// # Errors
    /// [`Error::StreamOver`], or as [`Mind::remember`]. The stream stays open then, and its journal too.
    pub fn finish(&self) -> Result<Remembered, Error> {
        let mut state = self.shared.lock();
        state.check_open()?;
        // The turn is what counts: it can be remembered even where the journal cannot be written.
        let _ = state.flush(HoldBack::Nothing).and_then(|()| state.append(StreamEvent::Done));
        self.close(state, ReplyEnding::Whole)
    }

    /// The reply breaks off: remembers what came of it as interrupted, and removes the journal.
    ///
    /// # Errors
    /// As [`Streaming::finish`].
    pub fn interrupt(&self) -> Result<Remembered, Error> {
        let mut state = self.shared.lock();
        state.check_open()?;
        let _ = state.flush(HoldBack::Nothing);
        self.close(state, ReplyEnding::Interrupted)
    }

    /// Forgets the reply: nothing of it is remembered, and the journal goes.
    ///
    /// # Errors
    /// [`Error::StreamOver`], or when the journal cannot be removed.
    pub fn abandon(&self) -> Result<(), Error> {
        let mut state = self.shared.lock();
        state.check_open()?;
        state.writer()?.remove()?;
        self.shared.end(&mut state);
        Ok(())
    }

    fn write_event(&self, event: StreamEvent) -> Result<StreamProgress, Error> {
        self.shared.write(|state| {
            state.flush(HoldBack::Nothing)?;
            state.append(event)
        })
    }

    fn tool(&self, tool: &str, detail: &str) -> (String, String) {
        let (redactor, mut taken) = (self.engine.redactor(), TakenKinds::new());
        let tool = redactor.name(tool, &mut taken).into_owned();
        let mut detail = redactor.text(&detail.replace('\0', ""), &mut taken);
        detail.truncate(boundary(&detail, MOST_OF_A_TOOL));
        (tool, detail)
    }

    fn close(&self, mut state: MutexGuard<'_, StreamState>, ending: ReplyEnding) -> Result<Remembered, Error> {
        let (start, tools) = (state.start.clone(), state.tools());
        let remembered = remember(&self.engine, self.id, start, (state.raw_text(), &tools), ending)?;
        // Whoever finds it again knows by its uid that it is remembered.
        let _ = state.writer().map(|writer| writer.remove());
        self.shared.end(&mut state);
        Ok(remembered)
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        let _ = state.flush(HoldBack::Unfinished);
        self.shared.end(&mut state);
    }
}

/// How a reply ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReplyEnding {
    Whole,
    Interrupted,
}

/// Remembers the turn of a stream; what has no text leaves nothing.
fn remember(
    engine: &Engine,
    id: MemoryId,
    start: StreamStart,
    (text, tools): (&str, &[StreamEvent]),
    ending: ReplyEnding,
) -> Result<Remembered, Error> {
    let mind = engine.mind(start.mind);
    let now = engine.now();
    // A clock that was set back since must not put the turn into the future.
    let at = if start.at.unix_micros() > now.unix_micros() { now } else { start.at };
    let observation = mind.fitted(Observation {
        replied: reply(text, tools),
        tools: streamed_tools(tools).into_iter().map(used).collect(),
        at: Some(at),
        person: start.person,
        thread: start.thread,
        place: start.place,
        uid: Some(start.uid.unwrap_or_else(|| id.to_string())),
        source: start.source,
        is_interrupted: ending == ReplyEnding::Interrupted,
        by: start.by,
        ..Observation::said(start.said)
    });
    match mind.remember(observation) {
        Err(Error::NoText) => Ok(Remembered::NothingLeft),
        remembered => remembered,
    }
}

/// The reply as it is remembered: its text, what tools changed, as for a session file, and what a tool was at when it broke
/// off.
fn reply(text: &str, events: &[StreamEvent]) -> String {
    let (open, ended): (Vec<_>, Vec<_>) = streamed_tools(events).into_iter().partition(|tool| !tool.has_ended);
    let actions = ended.iter().map(|tool| format!("{} {}", tool.tool, first_line(&tool.detail))).collect();
    let turn = TranscriptTurn { answered: text.to_owned(), actions, ..TranscriptTurn::default() };
    let open = open.iter().map(|tool| format!("{} {} (not finished)", tool.tool, first_line(&tool.detail)));
    let parts: Vec<String> = std::iter::once(turn.reply()).filter(|reply| !reply.is_empty()).chain(open).collect();
    parts.join("\n\n")
}

/// What the activity log tells of a tool.
fn used(tool: StreamedTool) -> ToolUse {
    ToolUse { summary: format!("{} {}", tool.tool, first_line(&tool.detail)), tool: tool.tool, at: None }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn check_text(text: &str, bytes: usize, limit: usize) -> Result<(), Error> {
    if bytes > limit {
        return Err(Error::TextTooLong { bytes, limit });
    }
    text.find('\0').map_or(Ok(()), |offset| Err(Error::NulInText { offset }))
}

/// How long text may wait before it is written.
fn pause(engine: &Engine) -> Duration {
    Duration::from_millis(engine.parameters().streaming.flush_milliseconds.into())
}
