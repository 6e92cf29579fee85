//! Threads and their state.
//!
//! A thread exists from its first memory or note on. When its last memory and its last turn are erased, the thread and its
//! state go too; undoing the night that erased them restores it.

use super::StoreError;
use crate::{Feeling, LatestTurns, MemoryId, MindName, Moment, NamePrint, Place, Seq, Thread, Turn};

/// Counts and dates of a conversation that has memories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadSummary {
    /// Its name.
    pub name: String,
    /// The number of its memories, including archived ones; sessions are not counted.
    pub memories: u64,
    /// The number of those with a verbatim turn.
    pub turns: u64,
    /// The time of the first memory.
    pub first: Moment,
    /// The time of the last memory.
    pub last: Moment,
}

/// Where a thread stands: who speaks in it, and what of it is in no session yet.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreadStanding {
    /// Its name.
    pub name: String,
    /// Who spoke last.
    pub person: Option<String>,
    /// Whether a rule began it, since nobody named one.
    pub is_ruled: bool,
    /// When its last turn was said; the latest time, where turns came out of order.
    pub last_at: Moment,
    /// When it was closed, unless something was said in it since.
    pub closed_at: Option<Moment>,
    /// How many turns after those of its sessions there are.
    pub waiting: usize,
}

/// A turn that is in no session.
#[derive(Clone, PartialEq, Debug)]
pub struct UnrecordedTurn {
    /// The memory of the turn.
    pub memory: Seq,
    /// The turn.
    pub turn: Turn,
    /// Whether a turn between it and the unrecorded one before it is in a session.
    pub is_apart: bool,
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

    /// Returns where a thread stands; `None` if nothing was said in it since the store knows of sessions.
    fn thread_standing(&self, mind: &MindName, name: &str) -> Result<Option<ThreadStanding>, StoreError>;

    /// Returns at most `limit` threads that are not closed, those first that were silent longest. With `before`, only those
    /// in which nothing was said at that time (microseconds since 1970) or later.
    fn open_threads(
        &self,
        mind: &MindName,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<ThreadStanding>, StoreError>;

    /// Returns the latest open thread with this person that a rule began.
    fn ruled_thread(&self, mind: &MindName, person: &str) -> Result<Option<ThreadStanding>, StoreError>;

    /// Returns the names of at most `limit` threads in which this person spoke last, open or closed, the latest first.
    fn latest_threads(&self, mind: &MindName, person: &str, limit: usize) -> Result<Vec<String>, StoreError>;

    /// Returns the turns of a thread that are in no session, in the order in which they were written down.
    fn unrecorded(&self, mind: &MindName, thread: &str) -> Result<Vec<UnrecordedTurn>, StoreError>;

    /// Returns the last memory of a thread before which all turns are in sessions, as it was kept; 0 if nothing was.
    fn recorded_to(&self, mind: &MindName, thread: &str) -> Result<Seq, StoreError>;

    /// Returns the last `limit` turns of a thread, in the order in which they were said.
    fn last_turns(&self, mind: &MindName, thread: &str, limit: usize) -> Result<Vec<(Seq, Turn)>, StoreError>;

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

    /// Notes that this person spoke in the thread, which is open from then on.
    fn keep_spoken(
        &mut self,
        mind: &MindName,
        thread: &str,
        person: &str,
        at: Moment,
        is_ruled: bool,
    ) -> Result<(), StoreError>;

    /// Sets who spoke last and when, after turns were taken back. The thread stays open or closed as it is.
    fn set_last_spoken(&mut self, mind: &MindName, thread: &str, person: &str, at: Moment) -> Result<(), StoreError>;

    /// Closes the thread, unless it does not exist.
    fn close_thread(&mut self, mind: &MindName, thread: &str, at: Moment) -> Result<(), StoreError>;

    /// Sets the last memory of the thread before which all turns are in sessions. It only tells where to look: a turn after
    /// it that is in a session is not recorded again.
    fn keep_recorded(&mut self, mind: &MindName, thread: &str, to: Seq) -> Result<(), StoreError>;

    /// Lets the turns after `to` be recorded again that are in no session any more; the thread is open then.
    fn reopen_thread(&mut self, mind: &MindName, thread: &str, to: Seq) -> Result<(), StoreError>;

    /// Replaces the latest turns of a project.
    fn keep_latest_turns(
        &mut self,
        mind: &MindName,
        project: NamePrint,
        latest: &LatestTurns,
    ) -> Result<(), StoreError>;
}
