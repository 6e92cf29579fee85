//! The activity log: what happened, line by line (S4 統一アクティビティログ).

mod group;
mod pointer;
mod shown;

use serde::{Deserialize, Serialize};

use crate::{Date, MemoryId, Moment};

pub use group::{ActivityGroup, GroupKind, groups};
pub use pointer::{ActivityPointer, NotAPointer};

/// What a line of the activity log tells (S4 イベントタイプ一覧).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ActivityType {
    /// A person's message came in.
    MessageReceived,
    /// The agent replied.
    ResponseSent,
    /// A message went to another mind.
    DmSent,
    /// A message of another mind came in.
    DmReceived,
    /// Something was posted to a channel that several share.
    ChannelPost,
    /// Such a channel was read.
    ChannelRead,
    /// A person was notified.
    HumanNotify,
    /// A tool was used.
    ToolUse,
    /// A regular round began.
    HeartbeatStart,
    /// A regular round ended.
    HeartbeatEnd,
    /// A scheduled task ran, a night say.
    CronExecuted,
    /// A memory was written on purpose.
    MemoryWrite,
    /// Something failed.
    Error,
    /// Something that was open is resolved.
    IssueResolved,
}

impl ActivityType {
    /// All types, in S4's order.
    pub const ALL: [Self; 14] = [
        Self::MessageReceived,
        Self::ResponseSent,
        Self::DmSent,
        Self::DmReceived,
        Self::ChannelPost,
        Self::ChannelRead,
        Self::HumanNotify,
        Self::ToolUse,
        Self::HeartbeatStart,
        Self::HeartbeatEnd,
        Self::CronExecuted,
        Self::MemoryWrite,
        Self::Error,
        Self::IssueResolved,
    ];

    /// The word for it in stores, commands and wires: S4's.
    pub fn name(self) -> &'static str {
        match self {
            Self::MessageReceived => "message_received",
            Self::ResponseSent => "response_sent",
            Self::DmSent => "dm_sent",
            Self::DmReceived => "dm_received",
            Self::ChannelPost => "channel_post",
            Self::ChannelRead => "channel_read",
            Self::HumanNotify => "human_notify",
            Self::ToolUse => "tool_use",
            Self::HeartbeatStart => "heartbeat_start",
            Self::HeartbeatEnd => "heartbeat_end",
            Self::CronExecuted => "cron_executed",
            Self::MemoryWrite => "memory_write",
            Self::Error => "error",
            Self::IssueResolved => "issue_resolved",
        }
    }

    /// The type called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The label that it is shown with, which costs a model one token (S4 ASCIIラベル).
    pub fn label(self) -> &'static str {
        match self {
            Self::MessageReceived => "MSG<",
            Self::ResponseSent => "MSG>",
            Self::DmSent => "DM>",
            Self::DmReceived => "DM<",
            Self::ChannelPost => "CH.W",
            Self::ChannelRead => "CH.R",
            Self::HumanNotify => "NTFY",
            Self::ToolUse => "TOOL",
            Self::HeartbeatStart | Self::HeartbeatEnd => "HB",
            Self::CronExecuted => "CRON",
            Self::MemoryWrite => "MEM",
            Self::Error => "ERR",
            Self::IssueResolved => "RSLV",
        }
    }
}

/// What a line says beside its time and type; what is empty is left out. The names are S4's, and so is their order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ActivityFields {
    /// What was said or done.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// Who sent it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// Who it went to.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub to: String,
    /// The channel.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub channel: String,
    /// The tool.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tool: String,
    /// How a person was notified.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub via: String,
    /// The same as the content in short.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// The scheduled task.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub task_name: String,
    /// How the scheduled task ended; 0 is well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
}

impl ActivityFields {
    /// All its texts and names.
    pub fn words_mut(&mut self) -> [&mut String; 8] {
        let Self { content, from, to, channel, tool, via, summary, task_name, exit_code: _ } = self;
        [content, summary, from, to, channel, tool, via, task_name]
    }
}

/// A line to be added to the activity log.
#[derive(Clone, PartialEq, Debug)]
pub struct NewActivity {
    /// When it happened; the line goes to the log of this local date.
    pub at: Moment,
    /// What it is.
    pub what: ActivityType,
    /// What it says. The words of a message whose turn is kept are not repeated here.
    pub fields: ActivityFields,
}

/// A line of the activity log.
#[derive(Clone, PartialEq, Debug)]
pub struct ActivityLine {
    /// The local date that it belongs to.
    pub date: Date,
    /// Its number within the date, from 1.
    pub line: u32,
    /// When it happened.
    pub at: Moment,
    /// What it is.
    pub what: ActivityType,
    /// What it says. A line about a turn has the words of the turn; they are empty once the turn is gone.
    pub fields: ActivityFields,
    /// The memory of the turn that it tells of.
    pub memory: Option<MemoryId>,
}

impl ActivityLine {
    /// What it is shown with: the short form, where there is one.
    pub fn text(&self) -> &str {
        let ActivityFields { summary, content, .. } = &self.fields;
        if summary.is_empty() { content } else { summary }
    }

    /// Who is at the other end of a message; empty where nobody is.
    pub fn peer(&self) -> &str {
        let ActivityFields { from, to, .. } = &self.fields;
        if matches!(self.what, ActivityType::DmSent) { to } else { from }
    }

    /// Whether it says nothing beside its time and type: the turn that it told of is gone.
    pub fn is_bare(&self) -> bool {
        self.fields == ActivityFields::default()
    }

    /// The pointer to it.
    pub fn pointer(&self) -> ActivityPointer {
        ActivityPointer { date: self.date, lines: Some(self.line..=self.line) }
    }
}
