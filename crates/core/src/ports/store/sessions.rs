//! Sessions: memories that sum up a stretch of a conversation, and the memories that they sum up.
//!
//! A session has words of all its turns. Whoever erases one of them erases the session as well: nobody can tell whose words
//! it has.

use super::StoreError;
use crate::{MemoryId, MindName, Seq};

/// What a session has beside its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SessionNotes {
    /// What was settled.
    pub resolved: Vec<String>,
    /// What is to be done.
    pub tasks: Vec<String>,
    /// The memories that it sums up, in order of insertion.
    pub memories: Vec<Seq>,
}

/// Reading sessions.
pub trait Sessions {
    /// What the session at that place has beside its text; `None` if no session is there.
    fn session(&self, mind: &MindName, session: Seq) -> Result<Option<SessionNotes>, StoreError>;

    /// The sessions that sum up any of those memories, each once, in order of insertion.
    fn sessions_of(&self, mind: &MindName, memories: &[Seq]) -> Result<Vec<(Seq, MemoryId)>, StoreError>;
}

/// Writing sessions.
pub trait SessionWriter {
    /// Keeps what a session has beside its text, in place of what was there. Memories that are not there are passed over.
    fn keep_session(&mut self, mind: &MindName, session: Seq, notes: &SessionNotes) -> Result<(), StoreError>;
}
