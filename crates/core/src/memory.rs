//! A memory, and the part of it that changes.

use serde::{Deserialize, Serialize};

use crate::{Category, Date, Emotion, Kind, Level, MemoryId, MindName, Moment, Relation, Seq, SupersededSpan, Text};

/// Anything recallable.
#[derive(Clone, PartialEq, Debug)]
pub struct Memory {
    /// Its place in the store.
    pub seq: Seq,
    /// Its id.
    pub id: MemoryId,
    /// Its readable name, `mem_20260120_001`.
    pub handle: String,
    /// The mind that it belongs to.
    pub mind: MindName,
    /// The memory system that it lives in.
    pub kind: Kind,
    /// Where it came from.
    pub origin: Origin,
    /// When it happened.
    pub created: Moment,
    /// When it was written down.
    pub recorded_at: Moment,
    /// What it felt like.
    pub emotion: Emotion,
    /// What it was about.
    pub category: Category,
    /// Its keywords as first found; compression leaves them alone.
    pub keywords: Vec<String>,
    /// What recall shows at its present level.
    pub text: Text,
    /// All that nights and recall change.
    pub condition: Condition,
    /// The memories that it points to, in the order they were linked.
    pub relations: Vec<Relation>,
    /// What of it newer memories make out of date, in the order of its text.
    pub superseded: Vec<SupersededSpan>,
}

/// Until when something of a memory held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedSpan<'m> {
    /// The words that no longer hold; none when they are nearly all of it.
    pub words: Option<&'m str>,
    /// The day of the newer memory.
    pub until: Date,
}

impl Memory {
    /// Until when what newer memories make out of date held, in the order of the text.
    pub fn ended_spans(&self) -> Vec<EndedSpan<'_>> {
        let mut ended: Vec<EndedSpan<'_>> = Vec::new();
        for span in &self.superseded {
            let is_most = span.words.len() * 10 >= self.text.trigger.len() * 6;
            let one = EndedSpan { words: (!is_most).then_some(span.words.as_str()), until: span.since.date() };
            if !ended.contains(&one) {
                ended.push(one);
            }
        }
        ended
    }
}

/// Where a memory came from and how far it is to be trusted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Who said it.
    pub person: String,
    /// The conversation, if known.
    pub thread: Option<String>,
    /// The kind of place it came from.
    pub source: Source,
}

/// The kind of place a memory came from, most trusted first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A person said it.
    Person,
    /// The agent said or concluded it.
    Agent,
    /// A document said it.
    Document,
    /// A tool returned it.
    Tool,
}

impl Source {
    /// All sources, most trusted first.
    pub const ALL: [Self; 4] = [Self::Person, Self::Agent, Self::Document, Self::Tool];

    /// The word for it in stores, commands and wires.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Agent => "agent",
            Self::Document => "document",
            Self::Tool => "tool",
        }
    }

    /// The source called `name`; what is unknown is trusted least.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|s| s.name() == name).unwrap_or(Self::Tool)
    }
}

/// The state that nights, recalls and hands change; everything else about a memory stays.
///
/// The fields have S0's names.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Condition {
    /// How old the memory feels, in days; halved by a recall.
    pub memory_days: f64,
    /// What is left of it after each day, 0 to 1.
    pub decay_coefficient: f64,
    /// 0 to 100: what is left of it now.
    pub retention_score: f64,
    /// How many nights found it recalled.
    pub recall_count: u32,
    /// Set by recall, taken by the night.
    pub recalled_since_last_batch: bool,
    /// How much of it is shown.
    #[serde(with = "level_number")]
    pub current_level: Level,
    /// Since when it is archived.
    pub archived_at: Option<Moment>,
    /// Never compressed, archived or erased.
    pub protected: bool,
    /// A recall asked for it back from the archive.
    pub revival_requested: bool,
    /// When that was; kept when the request was put off.
    pub revival_requested_at: Option<Moment>,
    /// Someone put it into the archive: it does not come back by being recalled, only by hand.
    #[serde(default)]
    pub put_away: bool,
    /// The version of the text that is shown.
    pub version: u32,
}

impl Condition {
    /// Whether it takes part in nights.
    pub fn is_active(&self) -> bool {
        self.archived_at.is_none()
    }
}

mod level_number {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::Level;

    pub fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(level.number())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Level::from_number(number).ok_or_else(|| serde::de::Error::custom(format!("no level {number}")))
    }
}
