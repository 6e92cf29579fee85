//! Putting a backup in the place of a store.

use std::fs;
use std::path::Path;

use omoide_core::ports::StoreError;
use rusqlite::{Connection, OpenFlags};

use super::connection::{Access, PATIENCE, connect, copy, copy_to_file, header, judge, patiently, refuse_others};
use super::error::{Result, SqliteFault};
use super::file::{Temporary, create_folder, move_aside};

pub(super) fn restore(path: &Path, backup: &Path) -> std::result::Result<(), StoreError> {
    let source = open_backup(backup).map_err(|fault| fault.at(backup))?;
    over(path, &source).map_err(|fault| fault.at(path))
}

/// Opens the backup once it is sure that it is a whole store.
fn open_backup(backup: &Path) -> Result<Connection> {
    if !backup.exists() {
        return Err(StoreError::Missing { location: backup.into() }.into());
    }
    refuse_others(backup)?;
    let (source, _) = connect(backup, PATIENCE)?;
    judge(header(&source)?, backup)?;
    let answer: String = source.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if answer == "ok" { Ok(source) } else { Err(SqliteFault::Row(answer)) }
}

fn over(path: &Path, source: &Connection) -> Result<()> {
    if super::open::is_missing(path) {
        if let Some(folder) = path.parent() {
            create_folder(folder)?;
        }
        return put(path, source);
    }
    match open_live(path) {
        Ok(mut live) => {
            // Through SQLite, so that others who have it open see the change as one of many.
            copy(source, &mut live)?;
            // Only to keep the journal small; whoever reads it may go on.
            let _ = live.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            Ok(())
        }
        Err(fault) => match fault.at(path) {
            StoreError::Damaged { .. } | StoreError::Foreign { .. } => {
                move_aside(path)?;
                put(path, source)
            }
            error => Err(error.into()),
        },
    }
}

/// Opens what is there, if it is a whole store that can be written.
fn open_live(path: &Path) -> Result<Connection> {
    refuse_others(path)?;
    let (live, access) = patiently(PATIENCE, || connect(path, PATIENCE))?;
    if access != Access::Full {
        return Err(StoreError::ReadOnly { location: path.into() }.into());
    }
    judge(header(&live)?, path)?;
    let answer: String = live.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if answer == "ok" { Ok(live) } else { Err(SqliteFault::Row(answer)) }
}

/// Writes the copy beside and puts it in place as a whole.
fn put(path: &Path, source: &Connection) -> Result<()> {
    let temporary = Temporary::beside(path);
    copy_to_file(source, temporary.path())?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let copied = Connection::open_with_flags(temporary.path(), flags)?;
    copied.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    copied.close().map_err(|(_, error)| error)?;
    fs::rename(temporary.path(), path)?;
    Ok(())
}
