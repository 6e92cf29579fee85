//! Maintenance of a store: checks, repairs, backups and size.

use std::path::Path;

use super::StoreError;

/// A problem that a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The area it concerns: `database`, `texts`, `vectors`, `words`, `relations`, `permissions`, `nights`.
    pub area: &'static str,
    /// The problem.
    pub problem: String,
    /// The number of rows concerned.
    pub rows: u64,
    /// Whether a repair can fix it.
    pub can_be_repaired: bool,
}

/// The size of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Bytes on disk, journal included.
    pub bytes: u64,
    /// The bytes of these that a vacuum would free.
    pub free_bytes: u64,
}

/// Maintains a store. Each method runs in its own transaction and covers all minds.
pub trait Upkeep: Send + Sync {
    /// Looks for damage without changing anything.
    fn check(&self) -> Result<Vec<Finding>, StoreError>;

    /// Repairs what [`Upkeep::check`] finds, as far as possible, and returns what it repaired. Rows that cannot be read are
    /// set aside into a file beside the store.
    fn repair(&self) -> Result<Vec<Finding>, StoreError>;

    /// How many memories cannot be read, if reading came across any row that it could not read; 0 otherwise. All memories
    /// are read for it in that case.
    fn unreadable_memories(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// Copies the whole store to a file. Others can use the store meanwhile.
    fn backup(&self, to: &Path) -> Result<(), StoreError>;

    /// Returns unused space to the disk.
    fn vacuum(&self) -> Result<(), StoreError>;

    /// Returns the size.
    fn size(&self) -> Result<Size, StoreError>;
}
