//! Connections: how the file is opened, what every connection is told, and how long it waits.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use omoide_core::ports::StoreError;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::FORMAT;
use super::error::{Result, SqliteFault};

/// `OMOI`: how SQLite files of ours are told from others.
pub(super) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"OMOI");

/// No format will have a higher number; what has one is damaged.
const HIGHEST_PLAUSIBLE: u32 = 1000;

/// How long a lock of others is waited for.
pub(super) const PATIENCE: Duration = Duration::from_secs(300);

/// What the header of a file says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) application_id: i32,
    pub(super) format: u32,
}

/// Whether a connection may write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// It may.
    Full,
    /// The file or its folder does not let it.
    ReadOnly,
    /// The disk is full, even for what SQLite keeps beside the file while it is open.
    NoRoom,
}

/// Looks at the header as it is on disk, without locking, changing or leaving anything there.
///
/// This goes through SQLite: closing a file that was opened past it would drop the locks that other
/// connections of this process hold on it.
pub(super) fn peek(path: &Path) -> Result<Header> {
    let connection = immutable(path)?;
    header(&connection)
}

pub(super) fn header(connection: &Connection) -> Result<Header> {
    let number = |sql: &str| connection.prepare_cached(sql)?.query_row([], |row| row.get::<_, i64>(0));
    let application_id = i32::try_from(number("PRAGMA application_id")?).unwrap_or_default();
    let format = number("PRAGMA user_version")?;
    Ok(Header { application_id, format: u32::try_from(format).unwrap_or(u32::MAX) })
}

/// Refuses what is not a store of ours, or of a later format, before anything is written beside it.
pub(super) fn refuse_others(path: &Path) -> Result<()> {
    let foreign = || StoreError::Foreign { location: path.into() };
    if !path.is_file() {
        return Err(foreign().into());
    }
    match peek(path) {
        Ok(header) => judge(header, path),
        Err(fault) if fault.code() == Some(ErrorCode::NotADatabase) => Err(foreign().into()),
        // Whoever writes it just now may show half a page; opening it properly will tell.
        Err(_) => Ok(()),
    }
}

pub(super) fn judge(header: Header, path: &Path) -> Result<()> {
    if header.application_id != APPLICATION_ID {
        return Err(StoreError::Foreign { location: path.into() }.into());
    }
    if header.format == 0 || header.format > HIGHEST_PLAUSIBLE {
        let cause = "the number of its format is damaged".into();
        return Err(StoreError::Damaged { location: path.into(), cause }.into());
    }
    if header.format > FORMAT {
        return Err(StoreError::Newer { location: path.into(), found: header.format, known: FORMAT }.into());
    }
    Ok(())
}

/// Opens the file for reading and writing, or only for reading where that is all that can be had.
pub(super) fn connect(path: &Path, patience: Duration) -> Result<(Connection, Access)> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    match open(path, flags, patience) {
        Err(fault) if fault.is_refusal_to_write() => Ok((connect_for_reading(path, patience)?, Access::ReadOnly)),
        Err(fault) if fault.is_lack_of_room() => Ok((connect_without_room(path, patience)?, Access::NoRoom)),
        Err(fault) => Err(fault),
        Ok(connection) => {
            let is_read_only = connection.is_readonly(rusqlite::MAIN_DB)?;
            Ok((connection, if is_read_only { Access::ReadOnly } else { Access::Full }))
        }
    }
}

fn connect_for_reading(path: &Path, patience: Duration) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // Without a folder to keep the shared memory in, only a file that nobody has changes for can be read, and only as it
    // lies there.
    open(path, flags, patience).or_else(|fault| if has_changes(path) { Err(fault) } else { immutable(path) })
}

/// Opens the file for reading where there is no room for shared memory beside it. Changes that lie in the journal can be
/// read by someone who has the file alone, and so needs to share nothing.
fn connect_without_room(path: &Path, patience: Duration) -> Result<Connection> {
    if !has_changes(path) {
        return immutable(path);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    // Before anything else looks at the file: shared memory is asked for at the first look.
    connection.query_row("PRAGMA locking_mode = EXCLUSIVE", [], |_| Ok(()))?;
    furnish(&mut connection, patience)?;
    // What lies in the journal stays there: there is no room to bring it home.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

/// Whether changes lie in the journal beside the file.
fn has_changes(path: &Path) -> bool {
    std::fs::metadata(beside(path, "-wal")).is_ok_and(|wal| wal.len() > 0)
}

fn open(path: &Path, flags: OpenFlags, patience: Duration) -> Result<Connection> {
    let mut connection = Connection::open_with_flags(path, flags)?;
    furnish(&mut connection, patience)?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

fn immutable(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    Ok(Connection::open_with_flags(format!("{}?immutable=1", uri(path)), flags)?)
}

/// Tells a connection what all of ours are told.
pub(super) fn furnish(connection: &mut Connection, patience: Duration) -> Result<()> {
    connection.busy_handler(Some(move |attempt| wait(attempt, patience)))?;
    connection.set_prepared_statement_cache_capacity(64);
    // Without it SQLite plans a statement anew at every use when the plan could depend on a value that is bound:
    // on a limit, on a column being 1, or wherever a table has a partial index. A look-up takes ten times as long then.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.execute_batch(
        "PRAGMA foreign_keys = ON;
         PRAGMA secure_delete = ON;
         PRAGMA synchronous = FULL;
         PRAGMA temp_store = MEMORY;
         PRAGMA cache_size = -2000;
         PRAGMA trusted_schema = OFF;",
    )?;
    Ok(())
}

/// Tells the connection of someone in haste what makes it faster, and whatever is left undone for it to others: the
/// journal stays as it is when the connection closes, and what was written last may be lost when the machine loses
/// its power, though not when the process is killed.
pub(super) fn hasten(connection: &Connection) -> Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.execute_batch(
        "PRAGMA synchronous = NORMAL;
         PRAGMA cache_size = -400;
         PRAGMA wal_autocheckpoint = 0;",
    )?;
    Ok(())
}

/// How long a journal may get that is left to others: whoever comes next has to read all of it.
const LONGEST_LEFT: u64 = 300_000;

/// Empties the journal beside the file if too much of it would be left to others. Someone who reads may prevent it;
/// then they, or whoever comes next, will do it.
pub(super) fn leave_little(connection: &Connection, path: &Path) {
    if std::fs::metadata(beside(path, "-wal")).is_ok_and(|journal| journal.len() > LONGEST_LEFT) {
        let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    }
}

/// Waits before the next attempt, longer each time; false when the patience is used up.
///
/// The steps differ by attempt, so that two who wait do not keep meeting.
pub(super) fn wait(attempt: i32, patience: Duration) -> bool {
    let pause = |n: u64| (1 + n * 2 + n * 7 % 5).min(50);
    let attempt = u64::try_from(attempt).unwrap_or(0);
    let waited: u64 = (0..attempt.min(32)).map(pause).sum::<u64>() + attempt.saturating_sub(32) * 50;
    if u128::from(waited) >= patience.as_millis() {
        return false;
    }
    thread::sleep(Duration::from_millis(pause(attempt)));
    true
}

/// Tries again while others are in the way.
pub(super) fn patiently<T>(patience: Duration, mut attempt: impl FnMut() -> Result<T>) -> Result<T> {
    for count in 0.. {
        match attempt() {
            Err(fault) if fault.is_busy() && wait(count, patience) => {}
            outcome => return outcome,
        }
    }
    Err(StoreError::Busy.into())
}

/// Copies a whole database over another, as it is at one moment.
pub(super) fn copy(from: &Connection, to: &mut Connection) -> Result<()> {
    let backup = Backup::new(from, to)?;
    patiently(PATIENCE, || match backup.step(-1)? {
        StepResult::Done => Ok(()),
        // All pages are asked for at once, so anything but the end means that someone is in the way.
        _ => Err(SqliteFault::Sqlite(rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY),
            None,
        ))),
    })
}

/// Copies a database into an empty file, which is whole by itself then.
pub(super) fn copy_to_file(from: &Connection, to: &Path) -> Result<()> {
    let mut target = Connection::open(to)?;
    furnish(&mut target, PATIENCE)?;
    copy(from, &mut target)?;
    // Without a journal beside it, the copy can be read from a folder that cannot be written.
    target.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    target.close().map_err(|(_, error)| error)?;
    Ok(())
}

/// The file that SQLite keeps beside a database.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// The path as a URI of SQLite's.
fn uri(path: &Path) -> String {
    let mut uri = String::from("file:");
    let text = path.to_string_lossy();
    let text = if cfg!(windows) { format!("/{}", text.replace('\\', "/")) } else { text.into_owned() };
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b':' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_signs_of_a_uri_is_one_file() {
        assert_eq!(uri(Path::new("/a b/c?d#e%.db")), "file:/a%20b/c%3Fd%23e%25.db");
    }

    #[test]
    fn patience_ends() {
        let mut attempts = 0;
        let busy = || rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_PROTOCOL), None);
        let outcome: Result<()> = patiently(Duration::from_millis(20), || {
            attempts += 1;
            Err(busy().into())
        });
        assert!(outcome.is_err_and(|fault| fault.is_busy()));
        assert!((2..20).contains(&attempts), "{attempts}");
    }
}
