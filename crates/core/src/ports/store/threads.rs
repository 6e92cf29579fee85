//! Threads: which there are, and what is kept of each.
//!
//! A thread is there from the first memory or note of it. It goes when its last memory and its last turn are erased, with
//! all that is kept of it, and comes back when the night that erased them is undone.

use super::StoreError;
use crate::{Feeling, LatestTurns, MemoryId, MindName, Moment, NamePrint, Place, Thread};

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

/// Reading threads.
pub trait Threads {
    /// At most `limit` threads that have memories, by their last memory, the newest first; those of one moment by name.
    /// With `after` they begin after the one whose last memory happened then, in microseconds since 1970, and that has
    /// that name.
    fn threads(
        &self,
        mind: &MindName,
        after: Option<(i64, &str)>,
        limit: usize,
    ) -> Result<Vec<ThreadSummary>, StoreError>;

    /// All that is kept of the thread of that name; `None` if there is no such thread.
    fn thread(&self, mind: &MindName, name: &str) -> Result<Option<Thread>, StoreError>;

    /// Where the thread with that print last took place, if that is known.
    fn place_of(&self, mind: &MindName, thread: NamePrint) -> Result<Option<Place>, StoreError>;

    /// The last turns of the project with that print ([`Place::project_print`]).
    fn latest_turns(&self, mind: &MindName, project: NamePrint) -> Result<Option<LatestTurns>, StoreError>;
}

/// Writing what is kept of threads. Each begins the thread where it is not there yet.
pub trait ThreadWriter {
    /// Keeps the feeling that the thread's next recall starts with; `None` drops it.
    fn keep_feeling(
        &mut self,
        mind: &MindName,
        thread: &str,
        feeling: Option<(&Feeling, Moment)>,
    ) -> Result<(), StoreError>;

    /// Keeps where the thread takes place.
    fn keep_place(&mut self, mind: &MindName, thread: &str, place: &Place) -> Result<(), StoreError>;

    /// Keeps which memories the thread was shown, oldest first, in place of those before.
    fn keep_shown(&mut self, mind: &MindName, thread: &str, memories: &[MemoryId]) -> Result<(), StoreError>;

    /// Keeps when the thread's context was last emptied.
    fn keep_emptied(&mut self, mind: &MindName, thread: &str, at: Moment) -> Result<(), StoreError>;

    /// Keeps the last turns of a project, in place of those before.
    fn keep_latest_turns(
        &mut self,
        mind: &MindName,
        project: NamePrint,
        latest: &LatestTurns,
    ) -> Result<(), StoreError>;
}
