//! Memories as they are sent, and what can be asked of them.

use omoide::{Details, Neighbour, Rated, Undone};
use omoide_core::ports::store::Filter;
use omoide_core::{Category, Kind, Level, Moment, RelationType, Valence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request::{invalid, moment};
use crate::Failure;

/// Most memories in one part of a list.
const MOST_IN_A_PART: usize = 200;

/// A memory. The names of the fields are those of the design.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Memory {
    /// Its id, which nothing else has.
    pub id: String,
    /// Its readable name.
    pub handle: String,
    /// The mind that it belongs to.
    pub mind: String,
    /// The memory system that it lives in.
    pub kind: &'static str,
    /// When it happened.
    pub created: String,
    /// When it was written down.
    pub recorded_at: String,
    /// What the person said or did, as it is shown now.
    pub trigger: String,
    /// The reaction to it, as it is shown now.
    pub content: String,
    /// 1 full, 2 summary, 3 trace, 4 archived.
    pub current_level: u8,
    /// 0 to 100: what is left of it.
    pub retention_score: f64,
    /// How old it feels, in days.
    pub memory_days: f64,
    /// What is left of it after each day, 0 to 1.
    pub decay_coefficient: f64,
    /// How many nights found it recalled.
    pub recall_count: u32,
    /// Whether it was recalled since the last night.
    pub recalled_since_last_batch: bool,
    /// 0 to 100: how strongly it was felt.
    pub emotional_intensity: u8,
    /// positive, negative or neutral.
    pub emotional_valence: &'static str,
    /// 0 calm to 100 agitated.
    pub emotional_arousal: u8,
    /// The feelings by name.
    pub emotional_tags: Vec<&'static str>,
    /// What it was about.
    pub category: String,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// The memories that it points to.
    pub relations: Vec<Relation>,
    /// Since when it is archived.
    pub archived_at: Option<String>,
    /// Whether it never fades.
    pub protected: bool,
    /// Who said it.
    pub person: String,
    /// The conversation.
    pub thread: Option<String>,
    /// person, agent, document or tool.
    pub source: &'static str,
}

/// A reference that a memory holds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Relation {
    /// The id of the memory pointed to.
    pub to: String,
    /// Why.
    pub r#type: &'static str,
}

impl Memory {
    /// As it is sent.
    pub fn of(memory: &omoide_core::Memory) -> Self {
        let (condition, feeling) = (&memory.condition, &memory.emotion.feeling);
        Self {
            id: memory.id.to_string(),
            handle: memory.handle.clone(),
            mind: memory.mind.to_string(),
            kind: memory.kind.name(),
            created: memory.created.to_string(),
            recorded_at: memory.recorded_at.to_string(),
            trigger: memory.text.trigger.clone(),
            content: memory.text.content.clone(),
            current_level: condition.current_level.number(),
            retention_score: condition.retention_score,
            memory_days: condition.memory_days,
            decay_coefficient: condition.decay_coefficient,
            recall_count: condition.recall_count,
            recalled_since_last_batch: condition.recalled_since_last_batch,
            emotional_intensity: memory.emotion.intensity,
            emotional_valence: feeling.valence.name(),
            emotional_arousal: feeling.arousal,
            emotional_tags: feeling.tags.iter().map(|tag| tag.name()).collect(),
            category: memory.category.name().to_owned(),
            keywords: memory.keywords.clone(),
            relations: memory
                .relations
                .iter()
                .map(|relation| Relation { to: relation.to.to_string(), r#type: relation.kind.name() })
                .collect(),
            archived_at: condition.archived_at.map(|at| at.to_string()),
            protected: condition.protected,
            person: memory.origin.person.clone(),
            thread: memory.origin.thread.clone(),
            source: memory.origin.source.name(),
        }
    }
}

/// Which memories are listed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListQuery {
    /// Of this kind, such as episode.
    pub kind: Option<String>,
    /// At this level, 1 to 4.
    #[schemars(range(min = 1, max = 4))]
    pub level: Option<u8>,
    /// Of this category.
    pub category: Option<String>,
    /// positive, negative or neutral.
    pub valence: Option<String>,
    /// Of this person.
    pub person: Option<String>,
    /// Of this conversation.
    pub thread: Option<String>,
    /// Protected or not.
    pub protected: Option<bool>,
    /// Happened at this time or later.
    pub since: Option<String>,
    /// Happened before this time.
    pub until: Option<String>,
    /// Whose id, text or keywords hold these words.
    pub containing: Option<String>,
    /// newest (the default) or oldest first.
    #[serde(default)]
    pub order: Order,
    /// Most memories in the answer, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<usize>,
    /// Where to go on: `next_cursor` of the answer before.
    pub cursor: Option<String>,
}

/// In which order memories are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The newest first.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
}

impl ListQuery {
    /// The filter that is meant.
    pub fn filter(&self) -> Result<Filter, Failure> {
        let micros = |name: &str, text: &Option<String>| -> Result<Option<i64>, Failure> {
            text.as_deref().map(|text| moment(name, text).map(Moment::unix_micros)).transpose()
        };
        let (since, until) = (micros("since", &self.since)?, micros("until", &self.until)?);
        let level = |number| Level::from_number(number).ok_or_else(|| Failure::invalid("level: must be 1 to 4"));
        Ok(Filter {
            kinds: self
                .kind
                .iter()
                .map(|name| name.parse::<Kind>())
                .collect::<Result<_, _>>()
                .map_err(invalid("kind"))?,
            levels: self.level.into_iter().map(level).collect::<Result<_, _>>()?,
            category: self.category.as_deref().map(Category::named),
            valence: self.valence.as_deref().map(str::parse::<Valence>).transpose().map_err(invalid("valence"))?,
            person: self.person.clone(),
            thread: self.thread.clone(),
            protected: self.protected,
            created: (since.is_some() || until.is_some()).then(|| since.unwrap_or(i64::MIN)..until.unwrap_or(i64::MAX)),
            containing: self.containing.clone().filter(|words| !words.is_empty()),
            newest_first: self.order == Order::Newest,
            limit: None,
        })
    }

    /// How many memories an answer has.
    pub fn size(&self) -> Result<usize, Failure> {
        match self.limit.unwrap_or(50) {
            size @ 1..=MOST_IN_A_PART => Ok(size),
            _ => Err(Failure::invalid(format!("limit: must be 1 to {MOST_IN_A_PART}"))),
        }
    }
}

/// A part of a list of memories.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Listed {
    /// The memories.
    pub memories: Vec<Memory>,
    /// Where the list goes on; null at its end.
    pub next_cursor: Option<String>,
}

/// The two halves of a memory's text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Text {
    /// What the person said or did.
    pub trigger: String,
    /// The reaction to it.
    pub content: String,
}

impl Text {
    fn of(text: &omoide_core::Text) -> Self {
        Self { trigger: text.trigger.clone(), content: text.content.clone() }
    }
}

/// A version of a memory's text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Version {
    /// 1 for the original.
    pub version: u32,
    /// The level that it was made for.
    pub level: u8,
    /// The text.
    pub text: Text,
    /// Who made it.
    pub made_by: String,
    /// When.
    pub made_at: String,
}

impl Version {
    /// As it is sent.
    pub fn of(version: &omoide_core::TextVersion) -> Self {
        Self {
            version: version.version,
            level: version.level.number(),
            text: Text::of(&version.text),
            made_by: version.made_by.clone(),
            made_at: version.made_at.to_string(),
        }
    }
}

/// A turn, word for word.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Turn {
    /// What the person said.
    pub said: String,
    /// What the agent replied.
    pub replied: String,
    /// When.
    pub at: String,
    /// Who said it.
    pub person: String,
    /// The conversation.
    pub thread: Option<String>,
    /// The name that its source gives it.
    pub uid: Option<String>,
}

impl Turn {
    /// As it is sent.
    pub fn of(turn: &omoide_core::Turn) -> Self {
        Self {
            said: turn.said.clone(),
            replied: turn.replied.clone(),
            at: turn.at.to_string(),
            person: turn.person.clone(),
            thread: turn.thread.clone(),
            uid: turn.uid.clone(),
        }
    }
}

/// All there is to see of a memory.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MemoryDetails {
    /// The memory.
    pub memory: Memory,
    /// Its text as it was first written down.
    pub original: Text,
    /// Every version of its text, the original first.
    pub versions: Vec<Version>,
    /// The turn that it remembers, word for word.
    pub turn: Option<Turn>,
    /// What it is related to.
    pub related: Vec<RelatedMemory>,
}

impl From<Details> for MemoryDetails {
    fn from(details: Details) -> Self {
        let original = details.versions.first().map_or(&details.memory.text, |version| &version.text);
        Self {
            original: Text::of(original),
            memory: Memory::of(&details.memory),
            versions: details.versions.iter().map(Version::of).collect(),
            turn: details.turn.as_ref().map(Turn::of),
            related: details.related.iter().map(RelatedMemory::of).collect(),
        }
    }
}

/// A memory next to another.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RelatedMemory {
    /// The memory.
    pub memory: Memory,
    /// Why the two are linked.
    pub r#type: &'static str,
    /// The id of the memory by which it was reached.
    pub via: String,
    /// How many steps away it is.
    pub depth: u32,
    /// Whether it points to `via`, and not the other way round.
    pub is_reverse: bool,
}

impl RelatedMemory {
    fn of(near: &Neighbour) -> Self {
        Self {
            memory: Memory::of(&near.memory),
            r#type: near.kind.name(),
            via: near.via.to_string(),
            depth: near.depth,
            is_reverse: near.is_reverse,
        }
    }
}

/// How far relations are followed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RelatedQuery {
    /// How many steps, 1 to 5; 1 by default.
    #[schemars(range(min = 1, max = 5))]
    pub depth: Option<u32>,
}

/// What a memory is related to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Relations {
    /// The memories, nearest first.
    pub related: Vec<RelatedMemory>,
}

impl From<Vec<Neighbour>> for Relations {
    fn from(near: Vec<Neighbour>) -> Self {
        Self { related: near.iter().map(RelatedMemory::of).collect() }
    }
}

/// A link to another memory.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// The other memory.
    pub to: String,
    /// Why.
    pub r#type: RelationName,
}

/// Why two memories are linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RelationName {
    /// The same topic, taken up again.
    Continues,
    /// An explicit mention.
    References,
    /// Came out of the other.
    DerivedFrom,
    /// Corrects or overturns the other.
    Contradicts,
    /// Another conversation about the same thing.
    SameTopic,
}

impl From<RelationName> for RelationType {
    fn from(name: RelationName) -> Self {
        match name {
            RelationName::Continues => Self::Continues,
            RelationName::References => Self::References,
            RelationName::DerivedFrom => Self::DerivedFrom,
            RelationName::Contradicts => Self::Contradicts,
            RelationName::SameTopic => Self::SameTopic,
        }
    }
}

/// Two memories that are linked; which points to which is the design's rule.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Linked {
    /// The id of the one that points.
    pub from: String,
    /// The id of the other.
    pub to: String,
    /// Why.
    pub r#type: &'static str,
}

/// Another text for a memory. What is left out stays.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// What the person said or did.
    pub trigger: Option<String>,
    /// The reaction to it.
    pub content: Option<String>,
}

/// A memory after a change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Changed {
    /// The memory.
    pub memory: Memory,
}

/// What is gone for good.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Erased {
    /// The readable names.
    pub erased: Vec<String>,
}

/// Whether a memory helped.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedbackReport {
    /// True if it did.
    pub helped: bool,
}

/// A memory after a report.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RatedMemory {
    /// The memory.
    pub memory: Memory,
    /// Reports for it, each counting less as it grows old.
    pub ups: f64,
    /// Reports against it.
    pub downs: f64,
    /// What its rank is multiplied with now.
    pub rank_factor: f64,
}

impl From<Rated> for RatedMemory {
    fn from(rated: Rated) -> Self {
        Self {
            memory: Memory::of(&rated.memory),
            ups: rated.feedback.ups,
            downs: rated.feedback.downs,
            rank_factor: rated.factor,
        }
    }
}

/// What was taken back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UndoneChange {
    /// The memory, as it is now.
    pub memory: Memory,
    /// What had been done, the last first.
    pub actions: Vec<&'static str>,
    /// Whether the next night will do it again.
    pub will_fade_again: bool,
}

impl From<Undone> for UndoneChange {
    fn from(undone: Undone) -> Self {
        Self {
            memory: Memory::of(&undone.memory),
            actions: undone.actions.iter().map(|action| action.name()).collect(),
            will_fade_again: undone.will_fade_again,
        }
    }
}

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
