//! Past conversations, word for word.

use super::StoreError;
use crate::{MemoryId, MindName, Moment, Turn, TurnId};

/// A turn on its way past.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PastTurn<'t> {
    /// Its id.
    pub id: TurnId,
    /// What the person said.
    pub said: &'t str,
    /// What the agent replied.
    pub replied: &'t str,
    /// When.
    pub at: Moment,
    /// The conversation.
    pub thread: Option<&'t str>,
}

/// A turn as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptTurn {
    /// The turn.
    pub turn: Turn,
    /// The id and handle of the first memory that remembers it, if one does.
    pub memory: Option<(MemoryId, String)>,
}

/// The verbatim turns. A turn belongs to its thread, and may be there without a memory of it.
pub trait Turns {
    /// Calls `visit` with every turn of the mind, in order of insertion.
    fn visit_turns(&self, mind: &MindName, visit: &mut dyn FnMut(PastTurn<'_>)) -> Result<(), StoreError>;

    /// The turn with that id, and the id and handle of the first memory that remembers it; there may be none.
    fn turn_with(&self, mind: &MindName, id: TurnId) -> Result<Option<KeptTurn>, StoreError>;
}
