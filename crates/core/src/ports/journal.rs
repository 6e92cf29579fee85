//! Journals of replies that are being streamed: a write-ahead log, so that a killed process loses no more than a second.

use super::StoreError;
use crate::{MemoryId, Moment, StreamEvent, StreamJournal, StreamStart};

/// What becomes of a journal whose writer is gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrphanFate {
    /// It was taken in and goes.
    Remove,
    /// It stays for the next start.
    Leave,
    /// It cannot be taken in; it is set aside for a person to look at.
    SetAside,
}

/// The journals that there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JournalCensus {
    /// Journals that are being written.
    pub open: usize,
    /// The names of journals whose writer is gone and that wait to be taken in.
    pub orphans: Vec<String>,
    /// The paths of files that were set aside.
    pub aside: Vec<String>,
}

/// Keeps journals.
pub trait Journals: Send + Sync {
    /// Begins a journal. Its start is on the disk when this returns. `None` if there is a journal with this id.
    fn begin(&self, id: MemoryId, start: &StreamStart) -> Result<Option<Box<dyn JournalWriter>>, StoreError>;

    /// Whether there is a journal whose writer is gone. It is cheap where there are no journals.
    fn has_orphans(&self) -> bool;

    /// Calls `visit` for each journal whose writer is gone, oldest first, and does with it what `visit` says. Nobody else
    /// visits the same journal meanwhile. A file that is no journal is set aside. What a killed writer left half begun
    /// before yesterday is removed. When `visit` fails, its journal stays, and so do those after it.
    fn visit_orphans(
        &self,
        now: Moment,
        visit: &mut dyn FnMut(&StreamJournal) -> Result<OrphanFate, StoreError>,
    ) -> Result<(), StoreError>;

    /// The journals that there are; nothing is changed.
    fn census(&self) -> Result<JournalCensus, StoreError>;
}

/// Writes one journal. Until it is dropped or its process ends, nobody takes the journal for an orphan.
pub trait JournalWriter: Send + Sync {
    /// Adds events. What was added survives the end of the process, and after [`JournalWriter::sync`] that of the machine.
    /// When it fails, none of the events counts as added.
    fn append(&self, events: &[StreamEvent]) -> Result<(), StoreError>;

    /// Waits until all that was added is on the disk.
    fn sync(&self) -> Result<(), StoreError>;

    /// Writes the journal anew with these events and removes what it held before. A kill leaves the one or the other.
    fn replace(&self, start: &StreamStart, events: &[StreamEvent]) -> Result<(), StoreError>;

    /// Removes the journal.
    fn remove(&self) -> Result<(), StoreError>;
}
