//! What became of the lines of a file: how many were kept, and why the others were not.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Why a line, or what a line says, is no part of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dropped {
    /// It is not JSON.
    Unreadable,
    /// It is the last line and breaks off.
    Truncated,
    /// It is JSON, but no object.
    NoObject,
    /// It is longer than any line that is looked at.
    TooLong,
    /// Its type is none that is known.
    UnknownType,
    /// The host's own notes: snapshots, progress, titles, summaries, the queue, hooks.
    Bookkeeping,
    /// What a tool returned.
    ToolResult,
    /// It belongs to an agent that was sent off.
    Sidechain,
    /// The host wrote it in the person's name.
    Meta,
    /// The recap that stands in for a conversation that was compacted.
    Recap,
    /// A slash command.
    Command,
    /// What a command of the host printed.
    CommandOutput,
    /// A command to the shell, or what it printed.
    Shell,
    /// A notice of a task, a hook or another agent.
    Notice,
    /// The mark of an interruption.
    Interruption,
    /// Nothing but what was injected: reminders and own memories.
    Injected,
    /// It says nothing.
    Empty,
    /// The agent's thoughts.
    Thinking,
    /// The host speaks in the agent's name: failures, placeholders.
    Synthetic,
    /// The same line was there before.
    Repeated,
    /// An answer, but nobody had said anything.
    Unasked,
}

impl Dropped {
    /// All reasons.
    pub const ALL: [Self; 21] = [
        Self::Unreadable,
        Self::Truncated,
        Self::NoObject,
        Self::TooLong,
        Self::UnknownType,
        Self::Bookkeeping,
        Self::ToolResult,
        Self::Sidechain,
        Self::Meta,
        Self::Recap,
        Self::Command,
        Self::CommandOutput,
        Self::Shell,
        Self::Notice,
        Self::Interruption,
        Self::Injected,
        Self::Empty,
        Self::Thinking,
        Self::Synthetic,
        Self::Repeated,
        Self::Unasked,
    ];

    /// The word for it in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Truncated => "truncated",
            Self::NoObject => "no_object",
            Self::TooLong => "too_long",
            Self::UnknownType => "unknown_type",
            Self::Bookkeeping => "bookkeeping",
            Self::ToolResult => "tool_result",
            Self::Sidechain => "sidechain",
            Self::Meta => "meta",
            Self::Recap => "recap",
            Self::Command => "command",
            Self::CommandOutput => "command_output",
            Self::Shell => "shell",
            Self::Notice => "notice",
            Self::Interruption => "interruption",
            Self::Injected => "injected",
            Self::Empty => "empty",
            Self::Thinking => "thinking",
            Self::Synthetic => "synthetic",
            Self::Repeated => "repeated",
            Self::Unasked => "unasked",
        }
    }
}

/// What became of lines. Every line that is not blank is kept or dropped, exactly once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Lines that are not blank.
    pub lines: u64,
    /// Bytes, line breaks included.
    pub bytes: u64,
    /// Lines that went into turns.
    pub kept: u64,
    /// The others, by reason.
    pub dropped: BTreeMap<Dropped, u64>,
}

impl Tally {
    /// One more line that was dropped.
    pub(super) fn drop(&mut self, reason: Dropped) {
        *self.dropped.entry(reason).or_default() += 1;
    }

    /// How many lines were dropped for that reason.
    pub fn of(&self, reason: Dropped) -> u64 {
        self.dropped.get(&reason).copied().unwrap_or(0)
    }

    /// Both together.
    pub fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        self.bytes += other.bytes;
        self.kept += other.kept;
        for (reason, count) in &other.dropped {
            *self.dropped.entry(*reason).or_default() += count;
        }
    }
}
