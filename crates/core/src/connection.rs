//! What memories have to do with each other, whoever found it out.

use crate::{RelationType, Seq};

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

/// A memory that a newer one corrects or overturns (C10); both are kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Superseded {
    /// The older one.
    pub seq: Seq,
    /// The newer one.
    pub by: Seq,
    /// When the newer one happened.
    pub since: crate::Moment,
}
