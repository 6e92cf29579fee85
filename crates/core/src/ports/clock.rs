//! Time and chance, which only the outermost layer has.

use crate::{MemoryId, Moment};

/// What time it is.
pub trait Clock: Send + Sync {
    /// The present moment, with the local offset.
    fn now(&self) -> Moment;
}

/// Where ids come from.
pub trait IdSource: Send + Sync {
    /// An id that nobody else has, for something that came to be at `at`. Ids that one source gives
    /// for the same moment are in the order of asking.
    fn next(&self, at: Moment) -> MemoryId;
}
