//! The life of a memory.

use omoide_core::Moment;
use omoide_core::ports::store::LogEntry;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::changes::Reports;
use super::memory::{Memory, Relation, SupersededSpan, Turn, Version};

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
    /// The turn that it remembers, word for word.
    pub turn: Option<Turn>,
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
    /// How old it felt before, in days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_days_before: Option<f64>,
    /// All that nights, recalls and hands change of it, before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    /// The same afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
    /// What it pointed to before, if that changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relations_before: Option<Vec<Relation>>,
    /// The same afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relations_after: Option<Vec<Relation>>,
    /// What of it was out of date before, if that changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superseded_before: Option<Vec<SupersededSpan>>,
    /// The same afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superseded_after: Option<Vec<SupersededSpan>>,
    /// What was said of it before, if that changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feedback_before: Option<Reports>,
    /// The same afterwards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feedback_after: Option<Reports>,
}

impl History {
    /// As it is sent.
    pub fn of(history: &omoide::History) -> Self {
        Self {
            id: history.id.to_string(),
            memory: history.memory.as_ref().map(Memory::of),
            events: history.events.iter().map(Event::of).collect(),
            versions: history.versions.iter().map(Version::of).collect(),
            turn: history.turn.as_ref().map(Turn::of),
        }
    }
}

impl Event {
    fn of(event: &omoide::Event) -> Self {
        match event {
            omoide::Event::Logged(entry) => Self::logged(entry),
            omoide::Event::Faded(faded, at) => Self {
                by: Some("night".to_owned()),
                night: Some(faded.date.to_string()),
                retention_before: Some(faded.retention_score),
                memory_days_before: Some(faded.memory_days),
                ..Self::new(*at, if faded.was_recalled { "strengthened" } else { "faded" })
            },
        }
    }

    fn logged(entry: &LogEntry) -> Self {
        let relations = |all: &Vec<omoide_core::Relation>| all.iter().map(Relation::of).collect();
        let spans = |all: &Vec<omoide_core::SupersededSpan>| all.iter().map(SupersededSpan::of).collect();
        Self {
            why: Some(entry.reason.clone()),
            by: Some(entry.by.clone()),
            night: entry.night.map(|date| date.to_string()),
            is_undone: entry.is_undone,
            retention_before: entry.before.map(|condition| condition.retention_score),
            memory_days_before: None,
            before: entry.before.map(|condition| json!(condition)),
            after: entry.after.map(|condition| json!(condition)),
            relations_before: entry.relations.as_ref().map(|(before, _)| relations(before)),
            relations_after: entry.relations.as_ref().map(|(_, after)| relations(after)),
            superseded_before: entry.superseded.as_ref().map(|(before, _)| spans(before)),
            superseded_after: entry.superseded.as_ref().map(|(_, after)| spans(after)),
            feedback_before: entry.feedback.as_ref().map(|(before, _)| Reports::of(before)),
            feedback_after: entry.feedback.as_ref().map(|(_, after)| Reports::of(after)),
            ..Self::new(entry.at, entry.action.name())
        }
    }

    fn new(at: Moment, what: &'static str) -> Self {
        Self {
            at: at.to_string(),
            what,
            why: None,
            by: None,
            night: None,
            is_undone: false,
            retention_before: None,
            memory_days_before: None,
            before: None,
            after: None,
            relations_before: None,
            relations_after: None,
            superseded_before: None,
            superseded_after: None,
            feedback_before: None,
            feedback_after: None,
        }
    }
}
