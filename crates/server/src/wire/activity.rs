//! The activity log: lines as they are listed, added and pointed to.

use std::collections::BTreeMap;

use omoide::{ActivityQuery, LoggedActivity, PointedLines};
use omoide_core::{ActivityFields, ActivityLine, ActivityType, Moment, NewActivity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::listing::part_size;
use super::request::{beginning, day, past};
use crate::Failure;

/// Which lines of the activity log are listed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActivityListQuery {
    /// Of this local date: 2026-02-17, or a day in words such as yesterday.
    pub date: Option<String>,
    /// From this time on: a time, or words such as "last week".
    pub since: Option<String>,
    /// Of these types, with commas between them, such as message_received,tool_use.
    pub r#type: Option<String>,
    /// From or to this person or mind, by any of their names; case and width of letters do not count.
    pub person: Option<String>,
    /// Heard by this person: turns that they said or witnessed, and lines from and to them.
    pub heard_by: Option<String>,
    /// The last so many, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<usize>,
}

impl ActivityListQuery {
    /// The query that is meant.
    pub fn query(&self, now: Moment) -> Result<ActivityQuery, Failure> {
        let types = self.r#type.iter().flat_map(|types| types.split(',')).map(|name| activity_type(name.trim()));
        Ok(ActivityQuery {
            date: self.date.as_deref().map(|text| day("date", text, now)).transpose()?,
            since: self.since.as_deref().map(|text| beginning("since", text, now)).transpose()?,
            types: types.collect::<Result<_, _>>()?,
            person: self.person.clone().filter(|name| !name.is_empty()),
            heard_by: self.heard_by.clone().filter(|name| !name.is_empty()),
            limit: part_size(self.limit)?,
        })
    }
}

/// The type with that name.
pub fn activity_type(name: &str) -> Result<ActivityType, Failure> {
    ActivityType::named(name).ok_or_else(|| {
        let known: Vec<&str> = ActivityType::ALL.into_iter().map(ActivityType::name).collect();
        Failure::invalid(format!("type: \"{name}\" is none of {}", known.join(", ")))
    })
}

/// A line to be added to the activity log.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActivityIn {
    /// What it tells, such as dm_sent, channel_post, tool_use, heartbeat_end or cron_executed.
    pub r#type: String,
    /// What was said or done.
    #[serde(default)]
    pub content: String,
    /// The same in short; it is shown in the place of the content.
    #[serde(default)]
    pub summary: String,
    /// Who sent it.
    #[serde(default)]
    pub from: String,
    /// Who it went to.
    #[serde(default)]
    pub to: String,
    /// The channel.
    #[serde(default)]
    pub channel: String,
    /// The tool.
    #[serde(default)]
    pub tool: String,
    /// How a person was notified.
    #[serde(default)]
    pub via: String,
    /// The scheduled task.
    #[serde(default)]
    pub task_name: String,
    /// How the scheduled task ended; 0 is well.
    pub exit_code: Option<i32>,
    /// When: a time such as 2026-02-17T14:30:00+09:00, or words such as yesterday; now if not given.
    pub at: Option<String>,
}

impl ActivityIn {
    /// The line that is meant.
    pub fn line(self, now: Moment) -> Result<NewActivity, Failure> {
        let at = self.at.as_deref().map(|text| past("at", text, now)).transpose()?;
        let fields = ActivityFields {
            content: self.content,
            from: self.from,
            to: self.to,
            channel: self.channel,
            tool: self.tool,
            via: self.via,
            summary: self.summary,
            task_name: self.task_name,
            exit_code: self.exit_code,
        };
        Ok(NewActivity { at: at.unwrap_or(now), what: activity_type(&self.r#type)?, fields })
    }
}

/// A line of the activity log; what is empty is left out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActivityEntry {
    /// The pointer to it, such as activity_log/2026-02-17.jsonl#L12.
    pub pointer: String,
    /// The local date that it belongs to.
    pub date: String,
    /// Its number within the date, from 1.
    pub line: u32,
    /// When it happened.
    pub at: String,
    /// What it tells.
    pub r#type: &'static str,
    /// The label that it is shown with.
    pub label: &'static str,
    /// The memory of the turn that it tells of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// What was said or done.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// The same in short.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Who sent it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// Who it went to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to: String,
    /// The channel.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub channel: String,
    /// The tool.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tool: String,
    /// How a person was notified.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub via: String,
    /// The scheduled task.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub task_name: String,
    /// How the scheduled task ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
}

impl ActivityEntry {
    /// As it is sent.
    pub fn of(line: &ActivityLine) -> Self {
        let fields = line.fields.clone();
        Self {
            pointer: line.pointer().to_string(),
            date: line.date.to_string(),
            line: line.line,
            at: line.at.to_string(),
            r#type: line.what.name(),
            label: line.what.label(),
            memory: line.memory.map(|id| id.to_string()),
            content: fields.content,
            summary: fields.summary,
            from: fields.from,
            to: fields.to,
            channel: fields.channel,
            tool: fields.tool,
            via: fields.via,
            task_name: fields.task_name,
            exit_code: fields.exit_code,
        }
    }
}

/// Lines of the activity log.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActivityListed {
    /// The lines, oldest first.
    pub lines: Vec<ActivityEntry>,
}

impl ActivityListed {
    /// As they are sent.
    pub fn of(lines: &[ActivityLine]) -> Self {
        Self { lines: lines.iter().map(ActivityEntry::of).collect() }
    }
}

/// Where a line is that was added.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActivityAdded {
    /// The pointer to it.
    pub pointer: String,
    /// In how many places a secret of each kind stood that was taken out before it was stored.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub redacted_counts: BTreeMap<&'static str, usize>,
}

impl ActivityAdded {
    /// As it is sent.
    pub fn of(logged: &LoggedActivity) -> Self {
        let redacted_counts = logged.taken.iter().map(|secret| (secret.kind, secret.count)).collect();
        Self { pointer: logged.pointer.to_string(), redacted_counts }
    }
}

/// Which lines are read.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointerQuery {
    /// A pointer such as activity_log/2026-02-17.jsonl#L12-18; in a URL, # is written %23.
    pub pointer: String,
}

/// The lines that a pointer points to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActivityPointed {
    /// The pointer.
    pub pointer: String,
    /// The lines as a file would have them: an object of JSON each, with the local time as `ts`.
    pub jsonl: String,
    /// The same lines.
    pub lines: Vec<ActivityEntry>,
}

impl ActivityPointed {
    /// As it is sent.
    pub fn of(pointed: &PointedLines) -> Self {
        let lines = pointed.lines.iter().map(ActivityEntry::of).collect();
        Self { pointer: pointed.pointer.to_string(), jsonl: pointed.jsonl(), lines }
    }
}
