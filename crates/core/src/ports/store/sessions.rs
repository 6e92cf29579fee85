//! Sessions: memories that summarise part of a conversation, with links to the memories they summarise.
//!
//! A session contains words of all its turns, and nobody can tell which. So erasing one of those memories erases the
//! session as well.

use super::StoreError;
use crate::policy::session::TieredSession;
use crate::{MemoryId, MindName, Moment, Seq, SessionTier};

/// The notes of a session beside its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SessionNotes {
    /// Settled questions.
    pub resolved: Vec<String>,
    /// Open tasks.
    pub tasks: Vec<String>,
    /// The summarised memories, in order of insertion.
    pub memories: Vec<Seq>,
}

/// Reads sessions.
pub trait Sessions {
    /// Returns the notes of a session; `None` if the memory is no session.
    fn session(&self, mind: &MindName, session: Seq) -> Result<Option<SessionNotes>, StoreError>;

    /// Returns the sessions that summarise any of these memories, without repeats, in order of insertion.
    fn sessions_of(&self, mind: &MindName, memories: &[Seq]) -> Result<Vec<(Seq, MemoryId)>, StoreError>;

    /// Returns the sessions that a thread has, in order of insertion.
    fn sessions_in(&self, mind: &MindName, thread: &str) -> Result<Vec<Seq>, StoreError>;

    /// Returns the tier of a session; `None` if the memory is no session.
    fn tier(&self, mind: &MindName, session: Seq) -> Result<Option<SessionTier>, StoreError>;

    /// Returns the sessions that are hot, warm or asked back from the archive, and those whose tier changed after `since`,
    /// in order of insertion.
    fn tiered_sessions(&self, mind: &MindName, since: Moment) -> Result<Vec<TieredSession>, StoreError>;
}

/// Writes sessions.
pub trait SessionWriter {
    /// Replaces the notes of a session. Unknown memories are ignored. A new session is hot.
    fn keep_session(&mut self, mind: &MindName, session: Seq, notes: &SessionNotes) -> Result<(), StoreError>;

    /// Sets the tier of a session that was carried over; nothing is noted in the change log.
    fn keep_tier(&mut self, mind: &MindName, session: Seq, tier: &SessionTier) -> Result<(), StoreError>;
}
