//! What a line means for the conversation.

use std::str::FromStr;

use omoide_core::Moment;
use serde::{Deserialize, Serialize};

use super::key::{UuidHash, print};
use super::line::{self, Content, Input, Line, NoLine};
use super::lines::RawLine;
use super::{Dropped, Tally, text};

/// The longest line that tells what the agent did, in characters.
const ACTION_CHARACTERS: usize = 120;

/// Types of lines that the host keeps for itself.
const BOOKKEEPING: [&str; 20] = [
    "system",
    "summary",
    "file-history-snapshot",
    "queue-operation",
    "attachment",
    "progress",
    "agent-setting",
    "agent-name",
    "agent-color",
    "pr-link",
    "last-prompt",
    "mode",
    "permission-mode",
    "custom-title",
    "ai-title",
    "tag",
    "result",
    "stream_event",
    "content-replacement",
    "worktree-state",
];

/// Where a line stands in its file: where it begins, and how many bytes it takes up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct LineSpan(pub(super) u64, pub(super) u64);

/// A line, as far as it matters.
#[derive(Debug)]
pub(super) struct TranscriptEntry {
    /// Where it stands.
    pub(super) span: LineSpan,
    /// The print of its uuid.
    pub(super) key: Option<UuidHash>,
    /// The print of its parent's.
    pub(super) parent: Option<UuidHash>,
    /// When, in microseconds since 1970.
    pub(super) at: Option<i64>,
    /// What it means.
    pub(super) meaning: Meaning,
}

/// What a line means.
#[derive(Debug)]
pub(super) enum Meaning {
    /// A person speaks.
    Said(Box<PersonSaid>),
    /// The agent answers or does something.
    Answered(AgentAnswer),
    /// Nothing, for that reason; it was counted, but others may hang on it.
    Nothing,
    /// The line is blank or could not be read.
    Void,
}

/// What a person said, and where.
#[derive(Debug)]
pub(super) struct PersonSaid {
    pub(super) words: String,
    pub(super) uuid: Option<String>,
    pub(super) session: Option<String>,
    pub(super) timestamp: Option<String>,
    pub(super) folder: Option<String>,
    pub(super) branch: Option<String>,
    pub(super) is_steering: bool,
}

impl PersonSaid {
    /// A print of the time with a little of the words: a compaction repeats lines under other uuids.
    ///
    /// It is kept, and a memory has the same words without their secrets. Eight bits and the length do not tell what a
    /// secret was; a print of all words would let short ones be guessed.
    pub(super) fn print(&self) -> Option<u64> {
        let timestamp = self.timestamp.as_ref()?;
        let [few, ..] = print(self.words.as_bytes(), 0).to_le_bytes();
        let little = (self.words.len() as u64) << 8 | u64::from(few);
        Some(print(&little.to_le_bytes(), print(timestamp.as_bytes(), 1)))
    }
}

/// What the agent answered in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AgentAnswer {
    /// The print of the message's id; lines of one message have the same.
    pub(super) message: Option<UuidHash>,
    pub(super) text: String,
    pub(super) actions: Vec<String>,
    /// When, in microseconds since 1970.
    pub(super) at: Option<i64>,
}

impl TranscriptEntry {
    /// Reads a line, and counts it if it means nothing.
    pub(super) fn read(raw: &RawLine<'_>, tally: &mut Tally) -> Self {
        let span = LineSpan(raw.start, raw.taken);
        let void = Self { span, key: None, parent: None, at: None, meaning: Meaning::Void };
        tally.bytes += raw.taken;
        if raw.is_too_long {
            tally.lines += 1;
            tally.drop(Dropped::TooLong);
            return void;
        }
        if raw.bytes.trim_ascii().is_empty() {
            return void;
        }
        tally.lines += 1;
        match line::read(raw.bytes, |line| Self::of(&line, span, tally)) {
            Ok(entry) => entry,
            Err(why) => {
                tally.drop(match why {
                    NoLine::NoObject => Dropped::NoObject,
                    NoLine::Unreadable if raw.is_ended => Dropped::Unreadable,
                    NoLine::Unreadable => Dropped::Truncated,
                });
                void
            }
        }
    }

    fn of(line: &Line<'_>, span: LineSpan, tally: &mut Tally) -> Self {
        let key = |uuid: &Option<_>| uuid.as_deref().filter(|uuid: &&str| !uuid.is_empty()).map(UuidHash::of);
        let meaning = meaning(line).unwrap_or_else(|reason| {
            tally.drop(reason);
            Meaning::Nothing
        });
        // An agent that was sent off hangs on the conversation, but nothing of the conversation hangs on it.
        let is_apart = line.is_sidechain;
        Self {
            span,
            key: key(&line.uuid).filter(|_| !is_apart),
            parent: key(&line.parent).or_else(|| key(&line.logical_parent)),
            at: unix_micros(line),
            meaning,
        }
    }
}

fn meaning(line: &Line<'_>) -> Result<Meaning, Dropped> {
    let kind = line.kind.as_deref().unwrap_or_default();
    if line.is_sidechain && matches!(kind, "user" | "assistant" | "attachment") {
        return Err(Dropped::Sidechain);
    }
    match kind {
        "user" => said(line).map(|words| Meaning::Said(Box::new(spoken(line, words, false)))),
        "assistant" => answered(line).map(Meaning::Answered),
        "attachment" if line.attachment.kind.as_deref() == Some("queued_command") => {
            steered(line).map(|words| Meaning::Said(Box::new(spoken(line, words, true))))
        }
        _ if BOOKKEEPING.contains(&kind) => Err(Dropped::Bookkeeping),
        _ => Err(Dropped::UnknownType),
    }
}

fn said(line: &Line<'_>) -> Result<String, Dropped> {
    if line.is_recap {
        return Err(Dropped::Recap);
    }
    if line.is_meta || line.is_shown_only {
        return Err(Dropped::Meta);
    }
    let content = &line.message.content;
    let text = content.text();
    let has_result = content.parts("tool_result").next().is_some();
    if line.tool.is_some() || line.tool_line.is_some() || (has_result && text.trim().is_empty()) {
        return Err(Dropped::ToolResult);
    }
    if !is_of_a_person(line.origin.kind.as_deref()) {
        return Err(Dropped::Notice);
    }
    text::said(&text)
}

/// What was said while the agent was at work, and handed to it between two tools.
fn steered(line: &Line<'_>) -> Result<String, Dropped> {
    let attachment = &line.attachment;
    let mode = attachment.mode.as_deref();
    if mode == Some("bash") {
        return Err(Dropped::Shell);
    }
    let is_prompt = mode.is_none_or(|mode| mode == "prompt");
    let is_meta = line.is_meta || attachment.is_meta;
    if !is_prompt || is_meta || !is_of_a_person(attachment.origin.kind.as_deref()) {
        return Err(Dropped::Notice);
    }
    text::said(&attachment.prompt.text())
}

fn is_of_a_person(origin: Option<&str>) -> bool {
    origin.is_none_or(|kind| kind == "human")
}

fn spoken(line: &Line<'_>, words: String, is_steering: bool) -> PersonSaid {
    let own =
        |text: &Option<std::borrow::Cow<'_, str>>| text.as_deref().filter(|text| !text.is_empty()).map(text::clean);
    PersonSaid {
        words,
        uuid: own(&line.uuid),
        session: own(&line.session).or_else(|| own(&line.streamed_session)),
        timestamp: own(&line.timestamp),
        folder: own(&line.folder),
        branch: own(&line.branch),
        is_steering,
    }
}

fn answered(line: &Line<'_>) -> Result<AgentAnswer, Dropped> {
    if line.is_api_error || line.message.model.as_deref() == Some("<synthetic>") {
        return Err(Dropped::Synthetic);
    }
    let content: &Content<'_> = &line.message.content;
    let text = text::clean(content.text().trim());
    let actions: Vec<String> = content.parts("tool_use").filter_map(action).collect();
    if text.is_empty() && actions.is_empty() {
        let has_thought = content.parts("thinking").chain(content.parts("redacted_thinking")).next().is_some();
        return Err(if has_thought { Dropped::Thinking } else { Dropped::Empty });
    }
    Ok(AgentAnswer { message: line.message.id.as_deref().map(UuidHash::of), text, actions, at: unix_micros(line) })
}

/// When a line was written.
fn unix_micros(line: &Line<'_>) -> Option<i64> {
    line.timestamp.as_deref().and_then(|at| Moment::from_str(at).ok()).map(Moment::unix_micros)
}

/// What a tool was asked to do, in a line.
fn action(part: &line::Part<'_>) -> Option<String> {
    let Input { file_path, notebook_path, path, pattern, command, url, query, skill, description } = &part.input;
    let name = part.name.as_deref().filter(|name| !name.is_empty())?;
    let targets = [file_path, notebook_path, pattern, path, command, url, query, skill, description];
    let target = targets.into_iter().find_map(|target| target.as_deref());
    let first_line = target.and_then(|target| target.trim().lines().next()).unwrap_or_default();
    let action = format!("{name} {first_line}");
    let is_seen = |character: &char| !character.is_control();
    Some(action.trim_end().chars().filter(is_seen).take(ACTION_CHARACTERS).collect())
}
