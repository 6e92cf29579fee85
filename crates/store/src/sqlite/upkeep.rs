//! Upkeep of the file: checking, mending, copying, giving space back.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use omoide_core::ports::store::{Finding, Size, StoreError, Upkeep};

use rusqlite::TransactionBehavior;

use super::connection::{beside, copy_to_file};
use super::error::{Result, SqliteFault};
use super::file::{self, Temporary};
use super::open::absolute;
use super::{SqliteStore, bad_rows, check};

impl Upkeep for SqliteStore {
    fn check(&self) -> std::result::Result<Vec<Finding>, StoreError> {
        self.told(self.check_now())
    }

    fn repair(&self) -> std::result::Result<Vec<Finding>, StoreError> {
        self.told(self.refuse_if_read_only())?;
        if let Some(folder) = self.path.parent() {
            file::remove_stale(folder);
        }
        self.told(self.with_writer(|connection| check::repair(connection, &self.path, &self.path)))
    }

    fn unreadable_memories(&self) -> std::result::Result<u64, StoreError> {
        if !self.has_passed_over.load(Ordering::Relaxed) {
            return Ok(0);
        }
        self.told(self.reader().and_then(|connection| bad_rows::unreadable_memories(&connection)))
    }

    fn backup(&self, to: &Path) -> std::result::Result<(), StoreError> {
        self.told(self.back_up(to))
    }

    fn vacuum(&self) -> std::result::Result<(), StoreError> {
        self.told(self.vacuum_now())
    }

    fn size(&self) -> std::result::Result<Size, StoreError> {
        self.told(self.measure())
    }
}

impl SqliteStore {
    /// What is compared is read in one transaction: others who write beside it are no damage.
    fn check_now(&self) -> Result<Vec<Finding>> {
        let connection = self.reader()?;
        let (transaction, _) = self.begin(&connection, TransactionBehavior::Deferred)?;
        check::check(&transaction, &self.path)
    }

    fn back_up(&self, to: &Path) -> Result<()> {
        let to = absolute(to)?;
        if fs::canonicalize(&to).is_ok_and(|to| fs::canonicalize(&self.path).is_ok_and(|own| own == to)) {
            return Err(StoreError::ReadOnly { location: to.into() }.into());
        }
        if let Some(folder) = to.parent() {
            file::create_folder(folder).map_err(|error| SqliteFault::Io(error).at(folder))?;
        }
        let temporary = Temporary::beside(&to).map_err(|error| SqliteFault::Io(error).at(&to))?;
        copy_to_file(&self.reader()?, temporary.path())
            .and_then(|()| Ok(fs::rename(temporary.path(), &to)?))
            .map_err(|fault| fault.at(&to).into())
    }

    fn vacuum_now(&self) -> Result<()> {
        self.refuse_if_read_only()?;
        self.with_writer(|connection| {
            connection.execute_batch("VACUUM")?;
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            Ok(())
        })
    }

    fn measure(&self) -> Result<Size> {
        let connection = self.reader()?;
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        let free = number("PRAGMA freelist_count")? * number("PRAGMA page_size")?;
        let length = |ending: &str| fs::metadata(beside(&self.path, ending)).map_or(0, |metadata| metadata.len());
        Ok(Size {
            bytes: ["", "-wal", "-shm"].into_iter().map(length).sum(),
            free_bytes: u64::try_from(free).unwrap_or(0),
        })
    }
}
