//! Whole memories and the change log, as they are carried from one store into another.
//!
//! Vectors and words are not part of it: they are made again from the texts. What refers to other memories refers to them
//! by id, so that it holds in any store.

use std::ops::Range;

use super::{Names, StoreError};
use crate::change::{GroupNumber, NightStep};
use crate::{Feedback, Memory, MemoryId, MindName, Moment, Seq, SessionTier, TextVersion, TieKind, Turn, TurnId};

/// Everything that a store keeps of one memory.
#[derive(Clone, PartialEq, Debug)]
pub struct WholeMemory {
    /// The memory. A store that writes it gives it a place of its own, and a handle of its own if this one is taken.
    pub memory: Memory,
    /// All versions of its text, the original first.
    pub versions: Vec<TextVersion>,
    /// The highest number that a version of its text ever had.
    pub last_version: u32,
    /// The model that understood it; `None` is the language layer.
    pub analysed_by: Option<String>,
    /// The turn that it remembers, word for word.
    pub turn: Option<Turn>,
    /// When it was recalled, oldest first, in UTC.
    pub recalls: Vec<Moment>,
    /// What was said of it after recalls.
    pub feedback: Feedback,
    /// The names that it bears and mentions.
    pub names: Names,
    /// Its ties to memories that were written down before it.
    pub ties: Vec<EarlierTie>,
    /// What another program attached to it.
    pub attachment: Option<String>,
    /// What it sums up, if it is a session.
    pub session: Option<WholeSession>,
}

/// A tie of a memory to one that was written down before it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EarlierTie {
    /// The earlier memory.
    pub to: MemoryId,
    /// Why they are tied.
    pub kind: TieKind,
    /// How strongly.
    pub strength: f64,
}

/// The notes of a session, with the ids of the memories that it sums up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct WholeSession {
    /// Settled questions.
    pub resolved: Vec<String>,
    /// Open tasks.
    pub tasks: Vec<String>,
    /// The summarised memories, in order of insertion.
    pub memories: Vec<MemoryId>,
    /// Its tier.
    pub tier: SessionTier,
}

/// One entry of the change log about a memory, in the words of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct LoggedChange {
    /// Its number; later entries have larger ones.
    pub number: i64,
    /// Its group.
    pub group: GroupNumber,
    /// When it counts as done.
    pub at: Moment,
    /// Who did it.
    pub by: String,
    /// The step of the night that did it, if one did.
    pub step: Option<NightStep>,
    /// The memory that it is about, which may be gone.
    pub memory: MemoryId,
    /// The word for what was done.
    pub deed: String,
    /// Why.
    pub reason: String,
    /// What was there before, as JSON.
    pub before: Option<String>,
    /// What was there after, as JSON.
    pub after: Option<String>,
    /// Whether it was undone.
    pub is_undone: bool,
}

/// Reads a mind memory by memory.
pub trait Portable {
    /// At most `limit` memories after the place `after`, in order of insertion.
    fn whole_memories(&self, mind: &MindName, after: Option<Seq>, limit: usize)
    -> Result<Vec<WholeMemory>, StoreError>;

    /// At most `limit` turns after `after` that no memory remembers, in order of insertion.
    fn turns_without_memory(
        &self,
        mind: &MindName,
        after: Option<TurnId>,
        limit: usize,
    ) -> Result<Vec<(TurnId, Turn)>, StoreError>;

    /// At most `limit` entries of the change log about memories whose number is above `after`, by number. Entries about an
    /// erased memory are among them; what a night does to nearly every memory is not.
    fn logged_changes(&self, mind: &MindName, after: i64, limit: usize) -> Result<Vec<LoggedChange>, StoreError>;

    /// Whether another mind has a memory with that id. Ids are unique in a store.
    fn is_of_another_mind(&self, mind: &MindName, id: MemoryId) -> Result<bool, StoreError>;
}

/// Writes what was carried over.
pub trait PortableWriter {
    /// Gives these handles to no other memory: whoever needs a new one gets a later number of its day.
    fn reserve_handles(&mut self, mind: &MindName, handles: &[String]) -> Result<(), StoreError>;

    /// Writes a memory with its versions, turn, recalls, feedback, names, attachment and references, and returns its place
    /// and handle. Ties, superseded spans and the session are not written: they need the other memory's place. Nothing is
    /// noted in the change log. The id must be free.
    fn insert_whole(&mut self, mind: &MindName, memory: &WholeMemory) -> Result<(Seq, String), StoreError>;

    /// Writes a turn that no memory remembers, unless the same one is there; returns whether it was written.
    fn insert_turn(&mut self, mind: &MindName, turn: &Turn) -> Result<bool, StoreError>;

    /// Notes which stretches of a memory's turn, in bytes, newer memories make out of date. Those that are noted stay.
    fn add_superseded(&mut self, mind: &MindName, memory: Seq, spans: &[(Range<u32>, Seq)]) -> Result<(), StoreError>;

    /// Adds an entry to the change log, to `group` or to a new group; returns the group. The entry's own number and group
    /// are not used, and nothing is done to the memory.
    fn add_logged_change(
        &mut self,
        mind: &MindName,
        group: Option<GroupNumber>,
        change: &LoggedChange,
    ) -> Result<GroupNumber, StoreError>;
}
