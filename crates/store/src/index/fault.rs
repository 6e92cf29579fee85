//! What can go wrong inside an index.

use omoide_core::ports::BoxError;

/// Why an index could not answer.
#[derive(Debug)]
pub(crate) enum IndexFault {
    /// A block holds what no index writes.
    Unreadable(String),
    /// The database said so.
    Database(BoxError),
}

pub(crate) type Result<T> = std::result::Result<T, IndexFault>;
