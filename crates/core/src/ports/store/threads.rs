//! Threads and their state.
//!
//! A thread exists from its first memory or note on. When its last memory and its last turn are erased, the thread and its
//! state go too; undoing the night that erased them restores it.

use super::StoreError;
use crate::{Feeling, LatestTurns, MemoryId, MindName, Moment, NamePrint, Place, Thread};

/// Counts and dates of a conversation that has memories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadSummary {
    /// Its name.
    pub name: String,
    /// The number of its memories, including archived ones.
    pub memories: u64,
    /// The number of those with a verbatim turn.
    pub turns: u64,
    /// The time of the first memory.
    pub first: Moment,
    /// The time of the last memory.
    pub last: Moment,
}

/// Reads threads.
pub trait Threads {
    /// Returns at most `limit` threads that have memories, ordered by their last memory, newest first, then by name.
    /// `after` is the last memory's time (microseconds since 1970) and the name of the thread to continue after.
    fn threads(
        &self,
        mind: &MindName,
        after: Option<(i64, &str)>,
        limit: usize,
    ) -> Result<Vec<ThreadSummary>, StoreError>;

    /// Returns a thread by name; `None` if it does not exist.
    fn thread(&self, mind: &MindName, name: &str) -> Result<Option<Thread>, StoreError>;

    /// Returns the last known place of a thread by the hash of its name.
    fn place_of(&self, mind: &MindName, thread: NamePrint) -> Result<Option<Place>, StoreError>;

    /// Returns the places of all threads that have one, by the hash of their names, in no order.
    fn places(&self, mind: &MindName) -> Result<Vec<(NamePrint, Place)>, StoreError>;

    /// Returns the latest turns of a project by the hash of its name ([`Place::project_print`]).
    fn latest_turns(&self, mind: &MindName, project: NamePrint) -> Result<Option<LatestTurns>, StoreError>;
}

/// Writes the state of threads. Each method creates the thread if it does not exist.
pub trait ThreadWriter {
    /// Sets the feeling that the thread's next recall starts with; `None` removes it.
    fn keep_feeling(
        &mut self,
        mind: &MindName,
        thread: &str,
        feeling: Option<(&Feeling, Moment)>,
    ) -> Result<(), StoreError>;

    /// Sets the place of the thread.
    fn keep_place(&mut self, mind: &MindName, thread: &str, place: &Place) -> Result<(), StoreError>;

    /// Replaces the list of memories that the thread was shown, oldest first.
    fn keep_shown(&mut self, mind: &MindName, thread: &str, memories: &[MemoryId]) -> Result<(), StoreError>;

    /// Sets when the thread's context was last emptied.
    fn keep_emptied(&mut self, mind: &MindName, thread: &str, at: Moment) -> Result<(), StoreError>;

    /// Replaces the latest turns of a project.
    fn keep_latest_turns(
        &mut self,
        mind: &MindName,
        project: NamePrint,
        latest: &LatestTurns,
    ) -> Result<(), StoreError>;
}
