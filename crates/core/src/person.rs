//! Persons: those who speak with a mind, by all their names (W5, C32).

use crate::{Category, MemoryId, Moment, Seq, Valence};

/// Who speaks where nobody is named: the owner of the memory.
pub const DEFAULT_PERSON: &str = "me";

/// A person by all names that were joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// What the person is called.
    pub shown: String,
    /// All names, `shown` included, in the order of their folded forms.
    pub names: Vec<String>,
}

/// A name that was joined to another one, or chosen to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonName {
    /// The name.
    pub name: String,
    /// The name that it was joined to.
    pub joined_to: Option<String>,
    /// When it was chosen, as a number that rises; `None` if it never was.
    pub chosen: Option<i64>,
}

/// How much a mind heard from a speaker, by the name that was said.
#[derive(Clone, PartialEq, Debug)]
pub struct SpeakerContact {
    /// The name as it stands in the memories.
    pub name: String,
    /// How many turns.
    pub turns: u64,
    /// The first of them.
    pub first: Moment,
    /// The last of them.
    pub last: Moment,
}

/// What a profile needs of a memory of something that a person said.
#[derive(Clone, PartialEq, Debug)]
pub struct SaidMemory {
    /// Its place.
    pub seq: Seq,
    /// Its id.
    pub id: MemoryId,
    /// When it was said.
    pub created: Moment,
    /// The conversation.
    pub thread: Option<String>,
    /// What it is about.
    pub category: Category,
    /// How it felt.
    pub valence: Valence,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// The person's words.
    pub said: String,
}
