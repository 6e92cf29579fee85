//! One exchange of a conversation, word for word.

use crate::{Moment, Witnesses};

/// The store's own number for a turn, in the order of insertion; it is never used twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TurnId(pub i64);

/// One input of a person with the reply to it, as it was said, after stripping and redaction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// What the person said.
    pub said: String,
    /// What the agent replied; empty when there was no reply.
    pub replied: String,
    /// When it was said.
    pub at: Moment,
    /// Who said it.
    pub person: String,
    /// The conversation that it belongs to, if known.
    pub thread: Option<String>,
    /// The name that its source gives it, unique there; the same turn seen twice is stored once.
    pub uid: Option<String>,
    /// How many characters of the reply were heard, where it was not heard to its end; `replied` is what was heard.
    pub heard_until: Option<u32>,
    /// Who heard it, where that is said.
    pub witnesses: Witnesses,
}
