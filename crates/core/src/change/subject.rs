//! What a change is about.

use crate::{Memory, MemoryId, Seq};

/// What a change is about. Everything that a night or a person can begin, change or end has its subject here.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subject {
    /// A memory.
    Memory {
        /// Its id.
        id: MemoryId,
        /// Its place in the store. A memory that has not begun has none; the store looks a missing one up.
        seq: Option<Seq>,
    },
    /// A page, by its path.
    Page(String),
}

impl Subject {
    /// The memory with that id at that place.
    pub fn memory(id: MemoryId, seq: Seq) -> Self {
        Self::Memory { id, seq: Some(seq) }
    }

    /// The memory that the change is about, if it is about one.
    pub fn memory_id(&self) -> Option<MemoryId> {
        match self {
            Self::Memory { id, .. } => Some(*id),
            Self::Page(_) => None,
        }
    }

    /// The place of the memory that the change is about, where it is known.
    pub fn seq(&self) -> Option<Seq> {
        match self {
            Self::Memory { seq, .. } => *seq,
            Self::Page(_) => None,
        }
    }

    /// The word for its sort in the change log.
    pub fn sort(&self) -> &'static str {
        match self {
            Self::Memory { .. } => "memory",
            Self::Page(_) => "page",
        }
    }

    /// Its name in the change log: the id or the path.
    pub fn name(&self) -> String {
        match self {
            Self::Memory { id, .. } => id.to_string(),
            Self::Page(path) => path.clone(),
        }
    }

    /// The subject of that sort and name, as the change log has it.
    pub fn named(sort: &str, name: &str) -> Option<Self> {
        match sort {
            "memory" => Some(Self::Memory { id: name.parse().ok()?, seq: None }),
            "page" => Some(Self::Page(name.to_owned())),
            _ => None,
        }
    }
}

impl From<&Memory> for Subject {
    fn from(memory: &Memory) -> Self {
        Self::memory(memory.id, memory.seq)
    }
}
