//! What memories have to do with each other.

use omoide::{Neighbour, Supersessions};
use omoide_core::RelationType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::memory::Memory;

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
    /// As it is sent.
    pub fn of(near: &Neighbour) -> Self {
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
    /// The memories that make something of it out of date.
    pub superseded_by: Vec<Memory>,
    /// The memories of which it makes something out of date.
    pub supersedes: Vec<Memory>,
}

/// A memory with what it is related to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RelationsOf {
    /// The memory.
    pub memory: Memory,
    /// What it is related to.
    #[serde(flatten)]
    pub relations: Relations,
}

impl Relations {
    /// As they are sent.
    pub fn of(near: &[Neighbour], supersessions: &Supersessions) -> Self {
        Self {
            related: near.iter().map(RelatedMemory::of).collect(),
            superseded_by: supersessions.by.iter().map(|(_, newer)| Memory::of(newer)).collect(),
            supersedes: supersessions.of.iter().map(Memory::of).collect(),
        }
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
