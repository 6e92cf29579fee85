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

/// The verbatim turns.
pub trait Turns {
    /// Calls `visit` with every turn of the mind, in order of insertion.
    fn visit_turns(&self, mind: &MindName, visit: &mut dyn FnMut(PastTurn<'_>)) -> Result<(), StoreError>;

    /// The turn at that place, with the id and handle of the first memory that remembers it.
    fn turn_at(&self, mind: &MindName, place: Seq) -> Result<Option<(Turn, MemoryId, String)>, StoreError>;
}
