//! What a night did, for people and for tests.

use crate::change::Reason;
use crate::{Level, MemoryId};

/// What a night did to a mind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NightReport {
    /// How many grew a day older.
    pub faded: usize,
    /// How many were strengthened by recall.
    pub recalled: usize,
    /// Every step down, in the order made.
    pub transitions: Vec<Transition>,
    /// Came back from the archive.
    pub revived: Vec<MemoryId>,
    /// Were asked for, but there was no room.
    pub revival_postponed: Vec<MemoryId>,
    /// References dropped.
    pub links_removed: Vec<LinkChange>,
    /// References turned round, as they were before.
    pub links_flipped: Vec<LinkChange>,
    /// References added.
    pub links_added: Vec<LinkChange>,
    /// Erased from the archive.
    pub erased: Vec<MemoryId>,
    /// How many memories there are at levels 1 to 4 afterwards.
    pub counts: [usize; 4],
}

/// One step down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transition {
    /// The memory.
    pub memory: MemoryId,
    /// From this level.
    pub from: Level,
    /// To the next.
    pub to: Level,
    /// By threshold or by ratio.
    pub reason: Reason,
}

/// A reference that changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkChange {
    /// The holder.
    pub from: MemoryId,
    /// The memory pointed to.
    pub to: MemoryId,
}
