//! Unsaying: turns that are taken back with all that came of them (C26), and brought back again.

use std::collections::HashSet;

use super::{StoreError, Undoing};
use crate::change::{Entry, GroupNumber};
use crate::{MemoryId, MindName, NamePrint, Seq, TurnId};

/// A memory whose turn was taken back and can still be brought back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsaidMemory {
    /// Its id.
    pub id: MemoryId,
    /// Its readable name.
    pub handle: String,
    /// The group of the change log that took it back.
    pub group: GroupNumber,
}

/// Reads who remembers which turn, and what was taken back.
pub trait Unsayings {
    /// The memories of turns with this uid, in order of insertion.
    fn memories_of_uid(&self, mind: &MindName, uid: &str) -> Result<Vec<MemoryId>, StoreError>;

    /// The memories of this turn, in order of insertion.
    fn memories_of_turn(&self, mind: &MindName, turn: TurnId) -> Result<Vec<MemoryId>, StoreError>;

    /// The turn that a memory remembers, by its number.
    fn turn_of(&self, mind: &MindName, memory: Seq) -> Result<Option<TurnId>, StoreError>;

    /// The memory of the turn that was written down last in a thread, or outside any.
    fn last_written(&self, mind: &MindName, thread: Option<&str>) -> Result<Option<Seq>, StoreError>;

    /// The entries of a group of the change log, in the order in which they were done.
    fn group_entries(&self, mind: &MindName, group: GroupNumber) -> Result<Vec<Entry>, StoreError>;

    /// The memories that were taken back and can still be brought back, in the order in which they were taken back.
    fn unsaid(&self, mind: &MindName) -> Result<Vec<UnsaidMemory>, StoreError>;

    /// The memories that a person heard: said by them, or in a turn that names them as a witness, as
    /// [`super::Reader::persons_called`] compares names. A session was heard by those who heard all its turns.
    fn heard_by(&self, mind: &MindName, person: &str) -> Result<HashSet<Seq>, StoreError>;
}

/// Takes turns back.
pub trait UnsayingWriter {
    /// Takes memories back as if they had never been written down, in one group of the change log: what the beginning of
    /// each did to others is reversed, references that others hold to it go, and its rows are kept while nights can be
    /// undone. Sessions must come before their turns. Those that are not there are passed over; the answer is `None` if
    /// none is.
    fn unsay(
        &mut self,
        mind: &MindName,
        memories: &[MemoryId],
        undoing: Undoing,
    ) -> Result<Option<GroupNumber>, StoreError>;

    /// Brings back what a group took back, but for sessions of which a turn is missing. Returns what came back.
    fn bring_back(
        &mut self,
        mind: &MindName,
        group: GroupNumber,
        undoing: Undoing,
    ) -> Result<Vec<MemoryId>, StoreError>;

    /// Forgets the latest turns of a project.
    fn forget_latest_turns(&mut self, mind: &MindName, project: NamePrint) -> Result<(), StoreError>;
}
