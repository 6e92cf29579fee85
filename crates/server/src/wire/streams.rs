//! Replies that are remembered while they are streamed.

use omoide::{NewStream, Place, StreamProgress, Streaming};
use omoide_core::Moment;
use omoide_core::change::Actor;
use omoide_core::ports::JournalCensus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request::past;
use super::turn::SourceName;
use crate::Failure;

/// A reply that is about to be streamed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StreamIn {
    /// What the person said.
    pub said: String,
    /// What set the reply off, such as message or schedule; message if not given.
    pub trigger: Option<String>,
    /// When: a time such as 2026-01-20T14:30:00+09:00, or words such as yesterday, which means its noon; now if not given.
    pub at: Option<String>,
    /// Who said it; "me" if not given.
    pub person: Option<String>,
    /// The conversation.
    pub thread: Option<String>,
    /// The project that it is about, such as the name of its folder.
    pub project: Option<String>,
    /// The name that its source gives the turn; the id of the stream if not given.
    pub uid: Option<String>,
    /// Where it comes from.
    #[serde(default)]
    pub source: SourceName,
}

impl StreamIn {
    /// The stream that is meant.
    pub fn stream(self, now: Moment) -> Result<NewStream, Failure> {
        let at = self.at.as_deref().map(|text| past("at", text, now)).transpose()?;
        let given = |name: Option<String>| name.filter(|name| !name.is_empty());
        Ok(NewStream {
            trigger: given(self.trigger),
            at,
            person: given(self.person),
            thread: given(self.thread),
            place: self.project.as_deref().and_then(Place::in_project),
            uid: given(self.uid),
            source: self.source.into(),
            by: Actor::Agent,
            ..NewStream::said(self.said)
        })
    }
}

/// A piece of a streamed reply. Where it has several parts, they are taken in this order.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StreamPiece {
    /// More text.
    pub text: Option<String>,
    /// A tool that was called.
    pub tool_start: Option<ToolEvent>,
    /// A tool that has ended.
    pub tool_end: Option<ToolEvent>,
    /// Whether to answer only when all of it is on the disk.
    #[serde(default)]
    pub sync: bool,
}

/// A tool, and what it works on or what came of it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolEvent {
    /// Its name.
    pub tool: String,
    /// What it works on, or what came of it.
    #[serde(default)]
    pub detail: String,
}

impl StreamPiece {
    /// Hands it in.
    ///
    /// # Errors
    /// As [`Streaming::write_text`].
    pub fn write(&self, stream: &Streaming) -> Result<StreamProgress, omoide::Error> {
        if let Some(text) = &self.text {
            stream.write_text(text)?;
        }
        if let Some(ToolEvent { tool, detail }) = &self.tool_start {
            stream.write_tool_start(tool, detail)?;
        }
        if let Some(ToolEvent { tool, detail }) = &self.tool_end {
            stream.write_tool_end(tool, detail)?;
        }
        if self.sync { stream.flush() } else { Ok(stream.progress()) }
    }
}

/// How a streamed reply ends.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StreamEnd {
    /// Whether it broke off: what came of it is remembered as interrupted.
    #[serde(default)]
    pub interrupted: bool,
}

/// How far a streamed reply has come.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StreamStanding {
    /// The id of the stream.
    pub id: String,
    /// How many characters were taken in.
    pub characters: usize,
    /// How many of them are on the disk. The rest follows within a second.
    pub synced: usize,
}

impl StreamStanding {
    /// As it is sent.
    pub fn of(stream: &Streaming, progress: StreamProgress) -> Self {
        Self { id: stream.id().to_string(), characters: progress.characters, synced: progress.synced }
    }
}

/// The journals of streamed replies on a machine.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StreamJournals {
    /// How many are being written.
    pub open: usize,
    /// The ids of those whose process is gone and that wait to be remembered.
    pub orphans: Vec<String>,
    /// Files that are no journals and were set aside.
    pub aside: Vec<String>,
}

impl From<JournalCensus> for StreamJournals {
    fn from(census: JournalCensus) -> Self {
        let JournalCensus { open, orphans, aside } = census;
        Self { open, orphans, aside }
    }
}

/// A turn that was recovered from a stream whose process is gone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecoveredStream {
    /// The mind that remembers it.
    pub mind: String,
    /// Its readable name.
    pub handle: String,
    /// Whether the reply had broken off.
    pub interrupted: bool,
}

impl From<&omoide::RecoveredTurn> for RecoveredStream {
    fn from(turn: &omoide::RecoveredTurn) -> Self {
        Self { mind: turn.mind.to_string(), handle: turn.handle.clone(), interrupted: turn.is_interrupted }
    }
}
