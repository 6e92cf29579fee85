//! Memories as they are sent, alone and with all there is to see of them.

use omoide::{Details, Mind};
use schemars::JsonSchema;
use serde::Serialize;

use super::relations::RelatedMemory;
use super::turn::WitnessNames;

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
    /// The tags that people gave it.
    pub tags: Vec<String>,
    /// The memories that it points to.
    pub relations: Vec<Relation>,
    /// What of it newer memories make out of date.
    pub superseded: Vec<SupersededSpan>,
    /// Since when it is archived.
    pub archived_at: Option<String>,
    /// Whether it was put into the archive by hand, so that only who asks for it finds it.
    pub put_away: bool,
    /// Whether the next night is to bring it back from the archive.
    pub revival_requested: bool,
    /// Since when.
    pub revival_requested_at: Option<String>,
    /// Whether it never fades.
    pub protected: bool,
    /// Who said it.
    pub person: String,
    /// The conversation.
    pub thread: Option<String>,
    /// person, agent, document or tool.
    pub source: &'static str,
}

/// A stretch of what was said that a newer memory makes out of date.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SupersededSpan {
    /// Its words.
    pub words: String,
    /// Where it begins in what was said, in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// The day until which it held.
    pub until: String,
    /// When the newer memory happened.
    pub since: String,
    /// The id of the newer memory.
    pub by: String,
}

impl SupersededSpan {
    /// As it is sent.
    pub fn of(span: &omoide_core::SupersededSpan) -> Self {
        Self {
            words: span.words.clone(),
            start: span.start,
            end: span.end,
            until: span.since.date().to_string(),
            since: span.since.to_string(),
            by: span.by.to_string(),
        }
    }
}

/// A reference that a memory holds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Relation {
    /// The id of the memory pointed to.
    pub to: String,
    /// Why.
    pub r#type: &'static str,
}

impl Relation {
    /// As it is sent.
    pub fn of(relation: &omoide_core::Relation) -> Self {
        Self { to: relation.to.to_string(), r#type: relation.kind.name() }
    }
}

impl Memory {
    /// As it is sent.
    pub fn of(memory: &omoide_core::Memory) -> Self {
        let (shown, retention, feeling) = (&memory.shown, memory.life.retention(), &memory.emotion.feeling);
        Self {
            id: memory.id.to_string(),
            handle: memory.handle.clone(),
            mind: memory.mind.to_string(),
            kind: memory.kind.name(),
            created: memory.created.to_string(),
            recorded_at: memory.recorded_at.to_string(),
            trigger: memory.text.trigger.clone(),
            content: memory.text.content.clone(),
            current_level: shown.level.number(),
            retention_score: retention.retention_score,
            memory_days: retention.memory_days,
            decay_coefficient: retention.decay_coefficient,
            recall_count: retention.recall_count,
            recalled_since_last_batch: retention.recalled_since_last_batch,
            emotional_intensity: memory.emotion.intensity,
            emotional_valence: feeling.valence.name(),
            emotional_arousal: feeling.arousal,
            emotional_tags: feeling.tags.iter().map(|tag| tag.name()).collect(),
            category: memory.category.name().to_owned(),
            keywords: memory.keywords.clone(),
            tags: memory.tags.clone(),
            relations: memory.relations.iter().map(Relation::of).collect(),
            superseded: memory.superseded.iter().map(SupersededSpan::of).collect(),
            archived_at: shown.archived_at.map(|at| at.to_string()),
            put_away: shown.is_put_away(),
            revival_requested: shown.revival.is_asked(),
            revival_requested_at: shown.revival.at().map(|at| at.to_string()),
            protected: shown.protected,
            person: memory.origin.person.clone(),
            thread: memory.origin.thread.clone(),
            source: memory.origin.source.name(),
        }
    }
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
            made_by: version.made.word().to_owned(),
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
    /// How many characters of the reply were heard, where it was not heard to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heard_until: Option<u32>,
    /// Who heard it, where that was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witnesses: Option<WitnessNames>,
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
            heard_until: turn.heard_until,
            witnesses: WitnessNames::of(&turn.witnesses),
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
    /// Where the conversation that it is of takes place.
    pub place: Option<ConversationPlace>,
    /// Who understood it as it is understood: a model and its prompt; null is the language layer.
    pub analysed_by: Option<String>,
    /// What a language model says of it in short, if it went into the archive with one.
    pub in_short: Option<InShort>,
    /// The session that it is of in short, if a language model has summed it up.
    pub session: Option<SessionInShort>,
    /// What it is related to.
    pub related: Vec<RelatedMemory>,
    /// The memories that make something of it out of date, in the order of its text.
    pub superseded_by: Vec<Memory>,
    /// The memories of which it makes something out of date.
    pub supersedes: Vec<Memory>,
}

/// All the words of a memory, however much of it recall shows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MemoryWords {
    /// The memory, with the words that are shown of it now.
    pub memory: Memory,
    /// Its text as it was first written down.
    pub original: Text,
    /// The turn that it remembers, word for word.
    pub turn: Option<Turn>,
}

impl MemoryWords {
    /// As they are sent.
    pub fn of(details: &Details) -> Self {
        Self {
            memory: Memory::of(&details.memory),
            original: Text::of(original(details)),
            turn: details.turn.as_ref().map(Turn::of),
        }
    }
}

/// The text of a memory as it was first written down.
fn original(details: &Details) -> &omoide_core::Text {
    details.versions.first().map_or(&details.memory.text, |version| &version.text)
}

/// Where a conversation takes place; what is not known is left out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConversationPlace {
    /// The program that the agent works in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The name of the project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The branch of the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// Where the repository comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
}

impl ConversationPlace {
    fn of(place: &omoide::Place) -> Self {
        Self {
            host: place.host.clone(),
            project: place.project.clone(),
            folder: place.folder.clone(),
            branch: place.branch.clone(),
            repository: place.repository.clone(),
        }
    }
}

/// A text that a language model made of a memory.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InShort {
    /// The text.
    pub text: String,
    /// Who made it.
    pub by: String,
}

/// A session in short.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SessionInShort {
    /// What was spoken of.
    pub content: String,
    /// Names and terms.
    pub keywords: Vec<String>,
    /// What was settled.
    pub resolved: Vec<String>,
    /// What is to be done.
    pub tasks: Vec<String>,
    /// Who made it.
    pub by: String,
}

impl MemoryDetails {
    /// All there is to see of a memory.
    ///
    /// # Errors
    /// When there is no such memory, or the store fails.
    pub fn find(mind: &Mind<'_>, reference: &str) -> Result<Self, omoide::Error> {
        let details = mind.details(reference)?;
        // What has no thread has a place of its own.
        let alone = details.memory.id.to_string();
        let place = mind.place_of(details.memory.origin.thread.as_deref().unwrap_or(&alone))?;
        Ok(Self::of(&details, place.as_ref()))
    }

    /// As it is sent.
    pub fn of(details: &Details, place: Option<&omoide::Place>) -> Self {
        Self {
            original: Text::of(original(details)),
            memory: Memory::of(&details.memory),
            versions: details.versions.iter().map(Version::of).collect(),
            turn: details.turn.as_ref().map(Turn::of),
            place: place.map(ConversationPlace::of),
            analysed_by: details.analysed_by.clone(),
            in_short: details.in_short.clone().map(|(text, by)| InShort { text, by }),
            session: details.session.clone().map(|(session, by)| SessionInShort {
                content: session.content,
                keywords: session.keywords,
                resolved: session.resolved,
                tasks: session.tasks,
                by,
            }),
            related: details.related.iter().map(RelatedMemory::of).collect(),
            superseded_by: details.supersessions.by.iter().map(|(_, newer)| Memory::of(newer)).collect(),
            supersedes: details.supersessions.of.iter().map(Memory::of).collect(),
        }
    }
}
