//! What SQLite says, as what a caller can do about it.

use std::io;
use std::path::Path;

use omoide_core::ports::StoreError;
use rusqlite::ErrorCode;

use crate::index;

/// Anything that can go wrong inside; [`Fault::at`] makes a [`StoreError`] of it once the path is known.
#[derive(Debug)]
pub(super) enum SqliteFault {
    /// SQLite said so.
    Sqlite(rusqlite::Error),
    /// The file system said so.
    Io(io::Error),
    /// A row holds what no store writes.
    Row(String),
    /// A block of an index holds what no index writes. It can be made anew from the rows.
    Index(String),
    /// Already told in the port's words.
    Store(StoreError),
}

pub(super) type Result<T> = std::result::Result<T, SqliteFault>;

impl SqliteFault {
    /// The fault as the port tells it, about the store at `path`.
    pub(super) fn at(self, path: &Path) -> StoreError {
        match self {
            Self::Store(error) => error,
            Self::Row(problem) | Self::Index(problem) => {
                StoreError::Damaged { location: path.into(), cause: problem.into() }
            }
            Self::Io(error) => from_io(error, path),
            Self::Sqlite(error) => from_sqlite(error, path),
        }
    }

    /// Whether waiting may help. SQLite's busy handler is not asked in all of these cases.
    pub(super) fn is_busy(&self) -> bool {
        use ErrorCode::{DatabaseBusy, DatabaseLocked, FileLockingProtocolFailed};
        matches!(self.code(), Some(DatabaseBusy | DatabaseLocked | FileLockingProtocolFailed))
    }

    /// Whether the file could be opened, but not as one that may be written.
    pub(super) fn is_refusal_to_write(&self) -> bool {
        use ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
        matches!(self.code(), Some(CannotOpen | PermissionDenied | ReadOnly))
    }

    /// Whether there is no room for the file, or for what SQLite keeps beside it.
    pub(super) fn is_lack_of_room(&self) -> bool {
        matches!(self, Self::Sqlite(error) if Self::from_full(error) || is_shared_memory_full(error))
    }

    /// Whether there is no room left.
    pub(super) fn from_full(error: &rusqlite::Error) -> bool {
        error.sqlite_error_code() == Some(ErrorCode::DiskFull)
    }

    /// SQLite's word for it.
    pub(super) fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Sqlite(error) => error.sqlite_error_code(),
            _ => None,
        }
    }
}

impl From<rusqlite::Error> for SqliteFault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<io::Error> for SqliteFault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<rusqlite::Error> for index::IndexFault {
    fn from(error: rusqlite::Error) -> Self {
        if super::rows::is_unreadable(&error) || matches!(error, rusqlite::Error::BlobSizeError) {
            return Self::Unreadable(error.to_string());
        }
        Self::Database(Box::new(error))
    }
}

impl From<index::IndexFault> for SqliteFault {
    fn from(fault: index::IndexFault) -> Self {
        match fault {
            index::IndexFault::Unreadable(problem) => Self::Index(problem),
            index::IndexFault::Database(error) => match error.downcast::<rusqlite::Error>() {
                Ok(error) => Self::Sqlite(*error),
                Err(cause) => Self::Store(StoreError::Broken { cause }),
            },
        }
    }
}

impl From<StoreError> for SqliteFault {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

fn from_io(error: io::Error, path: &Path) -> StoreError {
    use io::ErrorKind::{
        AlreadyExists, NotADirectory, NotFound, PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull,
    };
    match error.kind() {
        StorageFull | QuotaExceeded => StoreError::Full,
        // Not found where something was to be made, or a file where a folder should be: nothing can be put there.
        AlreadyExists | PermissionDenied | ReadOnlyFilesystem | NotADirectory | NotFound => {
            StoreError::ReadOnly { location: path.into() }
        }
        _ => StoreError::Broken { cause: error.into() },
    }
}

/// Whether SQLite could not grow its shared memory file, as it cannot when the disk is full.
fn is_shared_memory_full(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|e| e.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE)
}

fn from_sqlite(error: rusqlite::Error, path: &Path) -> StoreError {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
    if matches!(
        error,
        FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..)
    ) {
        return StoreError::Damaged { location: path.into(), cause: error.into() };
    }
    let is_full = is_shared_memory_full(&error);
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
            StoreError::Busy
        }
        Some(ErrorCode::DiskFull) => StoreError::Full,
        _ if is_full => StoreError::Full,
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::ReadOnly { location: path.into() },
        Some(ErrorCode::CannotOpen) if path.exists() => StoreError::ReadOnly { location: path.into() },
        Some(ErrorCode::CannotOpen) => StoreError::Missing { location: path.into() },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            StoreError::Damaged { location: path.into(), cause: error.into() }
        }
        _ => StoreError::Broken { cause: error.into() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(code: i32) -> StoreError {
        let error = rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None);
        SqliteFault::from(error).at(Path::new("/"))
    }

    #[test]
    fn sqlites_words_become_what_a_caller_can_do() {
        use rusqlite::ffi;
        assert!(matches!(told(ffi::SQLITE_FULL), StoreError::Full));
        assert!(matches!(told(ffi::SQLITE_IOERR_SHMSIZE), StoreError::Full));
        assert!(matches!(told(ffi::SQLITE_BUSY_SNAPSHOT), StoreError::Busy));
        assert!(matches!(told(ffi::SQLITE_PROTOCOL), StoreError::Busy));
        assert!(matches!(told(ffi::SQLITE_READONLY_DIRECTORY), StoreError::ReadOnly { .. }));
        assert!(matches!(told(ffi::SQLITE_CANTOPEN), StoreError::ReadOnly { .. }));
        assert!(matches!(told(ffi::SQLITE_CORRUPT_VTAB), StoreError::Damaged { .. }));
        assert!(matches!(told(ffi::SQLITE_ERROR), StoreError::Broken { .. }));
    }
}
