//! The life of a memory.

use omoide::Logged;
use omoide_core::Moment;
use omoide_core::change::{Deed, Facet};
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
            omoide::Event::Logged(logged) => Self::logged(logged),
            omoide::Event::Faded(faded, at) => Self {
                by: Some("night".to_owned()),
                night: Some(faded.date.to_string()),
                retention_before: Some(faded.retention_score),
                memory_days_before: Some(faded.memory_days),
                ..Self::new(*at, if faded.was_recalled { "strengthened" } else { "faded" })
            },
        }
    }

    fn logged(logged: &Logged) -> Self {
        let entry = &logged.entry;
        let relations = |all: &Vec<omoide_core::Relation>| Some(all.iter().map(Relation::of).collect());
        let spans = |all: &Vec<omoide_core::SupersededSpan>| Some(all.iter().map(SupersededSpan::of).collect());
        let mut event = Self {
            why: Some(entry.reason.clone()),
            by: Some(entry.by.clone()),
            night: entry.step.map(|step| step.date.to_string()),
            is_undone: entry.is_undone,
            retention_before: logged.life.map(|life| life.before.strength()),
            memory_days_before: logged.life.map(|life| life.before.retention().memory_days),
            ..Self::new(entry.at, entry.action().name())
        };
        match &entry.deed {
            Deed::Set(Facet::Shown(step)) => {
                (event.before, event.after) = (Some(json!(step.before)), Some(json!(step.after)));
            }
            Deed::Relate(step) => {
                (event.relations_before, event.relations_after) = (relations(&step.before), relations(&step.after));
            }
            Deed::Set(Facet::Superseded(step)) => {
                (event.superseded_before, event.superseded_after) = (spans(&step.before), spans(&step.after));
            }
            Deed::Set(Facet::Feedback(step)) => {
                event.feedback_before = Some(Reports::of(&step.before));
                event.feedback_after = Some(Reports::of(&step.after));
            }
            _ => {}
        }
        event
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
