//! What memories have to do with each other, whoever found it out.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{MemoryId, Moment, RelationType, Seq};

/// Something that a memory has to do with another; it counts the same from both ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Connection {
    /// The other memory.
    pub to: Seq,
    /// Why.
    pub kind: ConnectionKind,
    /// The cosine of two that are alike, the number of times that two were recalled together, else 1.
    pub strength: f64,
}

/// Why two memories are connected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConnectionKind {
    /// One of them holds a reference to the other.
    Relation(RelationType),
    /// It was found in their texts or vectors, and is kept.
    Tie(TieKind),
    /// They came to mind together.
    RecalledTogether,
}

/// What ties memories together beside their relations: caches of texts and vectors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TieKind {
    /// One names the other in `[[ ]]`, or both name the same thing.
    Link,
    /// They are alike.
    Similarity,
}

impl TieKind {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Link, Self::Similarity];

    /// The word for it in stores and wires.
    pub fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Similarity => "similarity",
        }
    }

    /// The kind called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl ConnectionKind {
    /// The word for it in wires.
    pub fn name(self) -> &'static str {
        match self {
            Self::Relation(kind) => kind.name(),
            Self::Tie(kind) => kind.name(),
            Self::RecalledTogether => "recalled_together",
        }
    }
}

/// A tie to be kept, or to be dropped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tie {
    /// The one.
    pub a: Seq,
    /// The other.
    pub b: Seq,
    /// Why.
    pub kind: TieKind,
    /// How strong it is; none drops it.
    pub strength: Option<f64>,
}

/// A stretch of what a memory's turn said that a newer memory makes out of date (C10); both are kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SupersededSpan {
    /// Where it begins in what was said, in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Its words.
    pub words: String,
    /// The newer memory.
    pub by: MemoryId,
    /// When the newer one happened: until then the span was true.
    pub since: Moment,
}

/// A memory that a newer one corrects or overturns (C10); both are kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Superseded {
    /// The older one.
    pub seq: Seq,
    /// The newer one.
    pub by: Seq,
    /// When the newer one happened.
    pub since: Moment,
    /// The stretch of what was said that it is about, in bytes; all of it when a relation says so.
    pub span: Option<Range<u32>>,
}
