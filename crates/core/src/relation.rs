//! How one memory points to another.

use std::fmt;
use std::str::FromStr;

use crate::MemoryId;

/// Why one memory points to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RelationType {
    /// The same topic or task, taken up again.
    Continues,
    /// An explicit mention of the past.
    References,
    /// Came out of the other.
    DerivedFrom,
    /// Corrects or overturns the other.
    Contradicts,
    /// Another conversation about the same thing.
    SameTopic,
}

/// There is no relation of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no relation called \"{0}\"")]
pub struct UnknownRelationType(pub String);

impl RelationType {
    /// All five.
    pub const ALL: [Self; 5] =
        [Self::Continues, Self::References, Self::DerivedFrom, Self::Contradicts, Self::SameTopic];

    /// The word for it in stores, commands and wires.
    pub fn name(self) -> &'static str {
        match self {
            Self::Continues => "continues",
            Self::References => "references",
            Self::DerivedFrom => "derived_from",
            Self::Contradicts => "contradicts",
            Self::SameTopic => "same_topic",
        }
    }
}

impl fmt::Display for RelationType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RelationType {
    type Err = UnknownRelationType;

    fn from_str(text: &str) -> Result<Self, UnknownRelationType> {
        Self::ALL.into_iter().find(|t| t.name() == text).ok_or_else(|| UnknownRelationType(text.to_owned()))
    }
}

/// A reference that one memory holds to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    /// The memory pointed to.
    pub to: MemoryId,
    /// Why.
    pub kind: RelationType,
}
