//! The life of a memory.

use schemars::JsonSchema;
use serde::Serialize;

use super::memory::{Memory, Version};

/// The life of a memory so far.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct History {
    /// Its id.
    pub id: String,
    /// The memory; null when it was erased.
    pub memory: Option<Memory>,
    /// What happened to it, oldest first.
    pub events: Vec<Event>,
    /// Every version of its text, the original first.
    pub versions: Vec<Version>,
}

/// Something that happened to a memory.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Event {
    /// When.
    pub at: String,
    /// What: a word of the lifecycle log, or `faded` or `strengthened` for what a night did to its retention.
    pub what: &'static str,
    /// Why.
    pub why: Option<String>,
    /// Who.
    pub by: Option<String>,
    /// The night that did it.
    pub night: Option<String>,
    /// Whether it was undone.
    pub is_undone: bool,
    /// Its retention before.
    pub retention_before: Option<f64>,
}

impl From<omoide::History> for History {
    fn from(history: omoide::History) -> Self {
        Self {
            id: history.id.to_string(),
            memory: history.memory.as_ref().map(Memory::of),
            events: history.events.iter().map(Event::of).collect(),
            versions: history.versions.iter().map(Version::of).collect(),
        }
    }
}

impl Event {
    fn of(event: &omoide::Event) -> Self {
        match event {
            omoide::Event::Logged(entry) => Self {
                at: entry.at.to_string(),
                what: entry.action.name(),
                why: Some(entry.reason.clone()),
                by: Some(entry.by.clone()),
                night: entry.night.map(|date| date.to_string()),
                is_undone: entry.is_undone,
                retention_before: entry.before.map(|condition| condition.retention_score),
            },
            omoide::Event::Faded(faded, at) => Self {
                at: at.to_string(),
                what: if faded.was_recalled { "strengthened" } else { "faded" },
                why: None,
                by: Some("night".to_owned()),
                night: Some(faded.date.to_string()),
                is_undone: false,
                retention_before: Some(faded.retention_score),
            },
        }
    }
}
