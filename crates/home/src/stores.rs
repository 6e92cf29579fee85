//! Which store a memory is in, and how it is opened, restored and mended: the one place that names the crate of stores.

use std::path::Path;
use std::sync::Arc;

use omoide_core::MindName;
use omoide_core::ports::store::{Finding, Location, Reader, Revision, Size, Upkeep, Writer};
use omoide_core::ports::{Store, StoreError};
pub use omoide_store::{
    BackupComparison, ErasedRows, FORMAT, NewerCounts, NewerRows, PresentStore, RestoreOptions, RestoreReport,
    SweepMode, compare_with_backup, open_in_haste, purge, restore, salvage, sweep, sweep_copy,
};
use omoide_store::{Options, Users};

/// What is needed of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Nothing; it is not even looked at.
    Nothing,
    /// What there is; a store that is not there says so when it is asked.
    Existing,
    /// A store, made if it is not there.
    Created,
    /// The same, for many who ask at once.
    Served,
}

/// The store at a path, as it is needed.
///
/// # Errors
/// When it cannot be opened, or made where that is asked for.
pub fn store(path: &Path, need: Need) -> Result<Arc<dyn Store>, StoreError> {
    match need {
        Need::Nothing => Ok(Arc::new(NoStore { location: path.into() })),
        Need::Created => omoide_store::open(path, Options::CREATE),
        Need::Served => omoide_store::open(path, Options { users: Users::Many, ..Options::CREATE }),
        Need::Existing => match open(path) {
            Err(StoreError::Missing { location }) => Ok(Arc::new(NoStore { location })),
            opened => opened,
        },
    }
}

/// The store at a path.
///
/// # Errors
/// When it is not there or cannot be opened.
pub fn open(path: &Path) -> Result<Arc<dyn Store>, StoreError> {
    omoide_store::open(path, Options::EXISTING)
}

/// The store that is not there: whatever it is asked, it says so.
struct NoStore {
    location: Location,
}

impl NoStore {
    fn missing<T>(&self) -> Result<T, StoreError> {
        Err(StoreError::Missing { location: self.location.clone() })
    }
}

impl Store for NoStore {
    fn read(&self, _: &mut dyn FnMut(&dyn Reader) -> Result<(), StoreError>) -> Result<(), StoreError> {
        self.missing()
    }

    fn write(
        &self,
        _: &MindName,
        _: &mut dyn FnMut(&mut dyn Writer) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.missing()
    }

    fn revision(&self) -> Result<Revision, StoreError> {
        self.missing()
    }

    fn upkeep(&self) -> &dyn Upkeep {
        self
    }
}

impl Upkeep for NoStore {
    fn check(&self) -> Result<Vec<Finding>, StoreError> {
        self.missing()
    }

    fn repair(&self) -> Result<Vec<Finding>, StoreError> {
        self.missing()
    }

    fn backup(&self, _: &Path) -> Result<(), StoreError> {
        self.missing()
    }

    fn vacuum(&self) -> Result<(), StoreError> {
        self.missing()
    }

    fn size(&self) -> Result<Size, StoreError> {
        self.missing()
    }
}
