//! Past conversations, word for word.

use super::StoreError;
use crate::{MemoryId, MindName, Moment, Seq, Turn};

/// A turn on its way past.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PastTurn<'t> {
    /// Its place among the turns.
    pub place: Seq,
    /// What the person said.
    pub said: &'t str,
    /// What the agent replied.
    pub replied: &'t str,
    /// When.
    pub at: Moment,
    /// The conversation.
    pub thread: Option<&'t str>,
}

/// A conversation, as far as there are memories of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadSummary {
    /// Its name.
    pub name: String,
    /// How many memories are of it, archived ones included.
    pub memories: u64,
    /// How many of them remember a turn word for word.
    pub turns: u64,
    /// When the first of them happened.
    pub first: Moment,
    /// When the last of them happened.
    pub last: Moment,
}

/// The verbatim turns, and the conversations that they are of.
pub trait Turns {
    /// Calls `visit` with every turn of the mind, in order of insertion.
    fn visit_turns(&self, mind: &MindName, visit: &mut dyn FnMut(PastTurn<'_>)) -> Result<(), StoreError>;

    /// The turn at that place, with the id and handle of the first memory that remembers it.
    fn turn_at(&self, mind: &MindName, place: Seq) -> Result<Option<(Turn, MemoryId, String)>, StoreError>;

    /// At most `limit` threads, by their last memory, the newest first; those of one moment by name. With `after` they
    /// begin after the one whose last memory happened then, in microseconds since 1970, and that has that name.
    fn threads(
        &self,
        mind: &MindName,
        after: Option<(i64, &str)>,
        limit: usize,
    ) -> Result<Vec<ThreadSummary>, StoreError>;
}
