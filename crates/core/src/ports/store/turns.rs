//! Verbatim turns of past conversations.

use super::StoreError;
use crate::{MemoryId, MindName, Moment, Turn, TurnId};

/// A borrowed turn, as [`Turns::visit_turns`] hands it out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PastTurn<'t> {
    /// Its id.
    pub id: TurnId,
    /// What the person said.
    pub said: &'t str,
    /// What the agent replied.
    pub replied: &'t str,
    /// When it was said.
    pub at: Moment,
    /// Its thread.
    pub thread: Option<&'t str>,
}

/// A stored turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptTurn {
    /// The turn.
    pub turn: Turn,
    /// The id and handle of the first memory that remembers it, if one does.
    pub memory: Option<(MemoryId, String)>,
}

/// Reads verbatim turns. A turn belongs to its thread and may exist without a memory.
pub trait Turns {
    /// Calls `visit` for every turn of the mind, in order of insertion.
    fn visit_turns(&self, mind: &MindName, visit: &mut dyn FnMut(PastTurn<'_>)) -> Result<(), StoreError>;

    /// Returns the turn with this id, and the first memory of it, if there is one.
    fn turn_with(&self, mind: &MindName, id: TurnId) -> Result<Option<KeptTurn>, StoreError>;
}
