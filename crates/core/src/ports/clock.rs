//! The clock and the source of ids. Only the outermost layer has real ones.

use crate::{MemoryId, Moment};

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Returns the current time with the local UTC offset.
    fn now(&self) -> Moment;
}

/// Makes ids.
pub trait IdSource: Send + Sync {
    /// Returns a unique id for something created at `at`. Ids that one source makes for the same moment increase with
    /// each call.
    fn next(&self, at: Moment) -> MemoryId;
}
