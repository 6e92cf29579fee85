//! Keeping a store in good order: damage, copies and size.

use std::path::Path;

use super::StoreError;

/// Something a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What it is about: `database`, `texts`, `vectors`, `words`, `relations`, `permissions`, `nights`.
    pub area: &'static str,
    /// What is wrong.
    pub problem: String,
    /// How many rows it concerns.
    pub rows: u64,
    /// Whether a repair can mend it.
    pub can_be_repaired: bool,
}

/// How large a store is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Bytes on disk, journal included.
    pub bytes: u64,
    /// Of those, bytes that a vacuum would give back.
    pub free_bytes: u64,
}

/// What keeps a store in good order. Each call has its own transaction, and it concerns all minds.
pub trait Upkeep: Send + Sync {
    /// Looks for damage and changes nothing.
    fn check(&self) -> Result<Vec<Finding>, StoreError>;

    /// Mends what can be mended of what a check finds; returns what it mended.
    fn repair(&self) -> Result<Vec<Finding>, StoreError>;

    /// Copies the whole store to a file while others go on using it.
    fn backup(&self, to: &Path) -> Result<(), StoreError>;

    /// Gives unused space back to the disk.
    fn vacuum(&self) -> Result<(), StoreError>;

    /// How large it is.
    fn size(&self) -> Result<Size, StoreError>;
}
