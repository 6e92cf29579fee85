//! How a store is opened: for someone who has time, who is in haste, or who answers many.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use omoide_core::ports::StoreError;
use rusqlite::Connection;

use super::connection::{Access, PATIENCE, connect, hasten, header, judge, patiently, refuse_others};
use super::error::Result;
use super::migrations::{MIGRATIONS, migrate};
use super::restore::{BackupComparison, RestoreOptions, RestoreReport};
use super::vector_index::Cache;
use super::{FORMAT, MAPPED_FOR_MANY, SqliteStore, create, map, restore};
use crate::lock;

/// Threads that a search may use at most: two take all that memory can give.
const SCANNERS: usize = 2;

/// How long someone in haste waits for a lock before each of seven attempts.
const HASTE: Duration = Duration::from_millis(60);

impl SqliteStore {
    /// Opens the store at `path`, and makes it first where there is none, with its folder.
    ///
    /// # Errors
    /// As [`SqliteStore::open`], and [`StoreError::ReadOnly`] or [`StoreError::Full`] when it cannot be
    /// made.
    pub fn create(path: impl AsRef<Path>) -> std::result::Result<Self, StoreError> {
        let path = absolute(path.as_ref())?;
        if is_missing(&path) {
            refuse_emptied(&path)?;
            create::create(&path).map_err(|fault| fault.at(&path))?;
        }
        Self::open(&path)
    }

    /// Opens the store at `path`; one of an earlier format is brought to the present one, and a copy of
    /// it stays beside.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::Newer`] and
    /// [`StoreError::Damaged`] by what is there; nothing is changed then.
    pub fn open(path: impl AsRef<Path>) -> std::result::Result<Self, StoreError> {
        Self::open_patiently(path.as_ref(), PATIENCE)
    }

    fn open_patiently(path: &Path, patience: Duration) -> std::result::Result<Self, StoreError> {
        let path = absolute(path)?;
        refuse_missing(&path)?;
        Self::open_present(&path, patience).map_err(|fault| fault.at(&path))
    }

    /// Opens the store at `path` for someone who cannot wait: locks of others are waited for half a second at most, and
    /// what is written is safe from a process that dies, but not from a machine that does. None for a store of an
    /// earlier format, which is left as it is.
    ///
    /// # Errors
    /// As [`SqliteStore::open`].
    pub fn open_in_haste(path: impl AsRef<Path>) -> std::result::Result<Option<Self>, StoreError> {
        let path = absolute(path.as_ref())?;
        refuse_missing(&path)?;
        let open = || -> Result<Option<Self>> {
            let (connection, access) = patiently(HASTE, || connect(&path, HASTE))?;
            let header = header(&connection)?;
            judge(header, &path)?;
            hasten(&connection)?;
            let store = || Self { is_hasty: true, ..Self::over(&path, connection, access, HASTE) };
            Ok((header.format == FORMAT).then(store))
        };
        open().map_err(|fault| fault.at(&path))
    }

    fn open_present(path: &Path, patience: Duration) -> Result<Self> {
        refuse_others(path)?;
        let (mut connection, access) = patiently(patience, || connect(path, patience))?;
        judge(header(&connection)?, path)?;
        if access == Access::Full {
            patiently(patience, || keep_journal(&connection))?;
            migrate(&mut connection, path, &MIGRATIONS)?;
        }
        Ok(Self::over(path, connection, access, patience))
    }

    fn over(path: &Path, connection: Connection, access: Access, patience: Duration) -> Self {
        Self {
            path: path.to_owned(),
            writer: Mutex::new(None),
            readers: Mutex::new(vec![connection]),
            access,
            patience,
            is_hasty: false,
            is_for_many: false,
            has_passed_over: AtomicBool::new(false),
            has_erased: AtomicBool::new(false),
            cache: Cache::default(),
            threads: thread::available_parallelism().map_or(1, NonZero::get).min(SCANNERS),
        }
    }

    /// Compares the store at `path` with a backup of it; nothing is changed.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::Newer`] and [`StoreError::Damaged`] about the
    /// backup.
    pub fn compare_with_backup(
        path: impl AsRef<Path>,
        backup_file: impl AsRef<Path>,
    ) -> std::result::Result<BackupComparison, StoreError> {
        restore::compare(&absolute(path.as_ref())?, &absolute(backup_file.as_ref())?)
    }

    /// Puts a backup in the place of the store at `path`, also while others have it open. What is there is kept: as
    /// `<name>.before-restore-N`, or as `<name>.damaged-N` when it is damaged or not a store.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::Newer`] and
    /// [`StoreError::Damaged`] about the backup, before anything is changed.
    pub fn restore(
        path: impl AsRef<Path>,
        backup_file: impl AsRef<Path>,
        options: RestoreOptions,
    ) -> std::result::Result<RestoreReport, StoreError> {
        restore::restore(&absolute(path.as_ref())?, &absolute(backup_file.as_ref())?, options)
    }

    /// Lets searches use up to that many threads.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads.get();
        self
    }

    /// Keeps more of the file in memory and searches on one thread each, for a process that answers many at once.
    ///
    /// # Errors
    /// When the connection that is open does not take it.
    pub fn for_many(mut self) -> std::result::Result<Self, StoreError> {
        (self.is_for_many, self.threads) = (true, 1);
        for connection in lock(&self.readers).iter() {
            map(connection, MAPPED_FOR_MANY).map_err(|fault| fault.at(&self.path))?;
        }
        Ok(self)
    }
}

/// A copy that was made whole by itself gets its journal back once it is in use.
fn keep_journal(connection: &Connection) -> Result<()> {
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
    if mode != "wal" {
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    }
    Ok(())
}

/// Whether there is no store: an empty file is none yet.
pub(super) fn is_missing(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(metadata) => metadata.is_file() && metadata.len() == 0,
        Err(error) => matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory),
    }
}

/// Refuses a path where there is no store.
pub(super) fn refuse_missing(path: &Path) -> std::result::Result<(), StoreError> {
    if !is_missing(path) {
        return Ok(());
    }
    refuse_emptied(path)?;
    Err(StoreError::Missing { location: path.into() })
}

/// Refuses an empty file where there was a store: SQLite would take it for new, and throw the journal away.
fn refuse_emptied(path: &Path) -> std::result::Result<(), StoreError> {
    match emptied_trace(path) {
        Some(trace) => {
            let cause = format!("the file is empty, but {trace} beside it says that there was a store");
            Err(StoreError::Damaged { location: path.into(), cause: cause.into() })
        }
        None => Ok(()),
    }
}

/// Whether an empty file is where a store was.
pub(super) fn is_emptied(path: &Path) -> bool {
    emptied_trace(path).is_some()
}

/// What lies beside an empty file and says that there was a store.
fn emptied_trace(path: &Path) -> Option<String> {
    let (folder, own) = (path.parent()?, path.file_name()?.to_string_lossy().into_owned());
    if !path.is_file() {
        return None;
    }
    let has_any = |folder: &Path| fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    fs::read_dir(folder).ok()?.flatten().find_map(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_trace = match name.strip_prefix(&own) {
            Some("-wal") => entry.metadata().is_ok_and(|metadata| metadata.len() > 0),
            Some(rest) => COPIES.iter().any(|copy| rest.starts_with(copy)),
            None => TRACES.contains(&name.as_str()) && (entry.path().is_file() || has_any(&entry.path())),
        };
        is_trace.then_some(name)
    })
}

/// How the names of copies go on that are kept beside a store.
const COPIES: [&str; 4] = [".before-format-", ".before-restore-", ".damaged-", ".set-aside-"];

/// What is kept beside a store that is in use.
const TRACES: [&str; 3] = ["backups", "spool", "keys.json"];

pub(super) fn absolute(path: &Path) -> std::result::Result<PathBuf, StoreError> {
    // SQLite takes a name that begins with `file:` for more than a name; an absolute one never does.
    std::path::absolute(path).map_err(|error| StoreError::Broken { cause: error.into() })
}

#[cfg(test)]
mod tests {
    use omoide_core::MindName;
    use omoide_core::ports::store::{Reader, Store};

    use super::super::connection::beside;
    use super::*;

    #[test]
    fn who_is_in_haste_does_not_wait_for_a_writer_nor_change_the_format() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        let missing = SqliteStore::open_in_haste(&path);
        assert!(matches!(missing, Err(StoreError::Missing { .. })));
        let holder = SqliteStore::create(&path).expect("a store");
        let hasty = SqliteStore::open_in_haste(&path).expect("opens").expect("the present format");
        let mut outcome = Ok(());
        holder
            .write(&MindName::default(), &mut |_| {
                outcome = hasty.write(&MindName::default(), &mut |_| Ok(()));
                hasty.read(&mut |_| Ok(()))
            })
            .expect("writes");
        assert!(matches!(outcome, Err(StoreError::Busy)));
        drop((holder, hasty));
        let connection = Connection::open(&path).expect("opens");
        connection.pragma_update(None, "user_version", FORMAT - 1).expect("an earlier format");
        assert!(SqliteStore::open_in_haste(&path).expect("opens").is_none());
        let format: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).expect("a number");
        assert_eq!(format, FORMAT - 1);
    }

    #[test]
    fn what_those_in_haste_leave_to_others_stays_short_and_is_not_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        drop(SqliteStore::create(&path).expect("a store"));
        let (mind, value) = (MindName::default(), "x".repeat(20_000));
        for number in 0..60 {
            let store = SqliteStore::open_in_haste(&path).expect("opens").expect("the present format");
            store.write(&mind, &mut |w| w.set_state(&mind, &format!("k{number}"), Some(&value))).expect("writes");
            drop(store);
            let left = fs::metadata(beside(&path, "-wal")).expect("a journal").len();
            assert!(left < 400_000, "{left} bytes after {number}");
        }
        let store = SqliteStore::open(&path).expect("opens");
        for number in 0..60 {
            let mut kept = None;
            let look = &mut |r: &dyn Reader| r.state(&mind, &format!("k{number}")).map(|found| kept = found);
            store.read(look).expect("reads");
            assert_eq!(kept.as_deref(), Some(value.as_str()));
        }
    }

    #[test]
    fn who_waits_too_long_is_told_that_it_is_busy() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        let holder = SqliteStore::create(&path).expect("a store");
        let waiting = SqliteStore::open_patiently(&path, Duration::from_millis(30)).expect("opens");
        let mut outcome = Ok(());
        holder
            .write(&MindName::default(), &mut |_| {
                outcome = waiting.write(&MindName::default(), &mut |_| Ok(()));
                // Reading does not wait for anyone.
                waiting.read(&mut |_| Ok(()))
            })
            .expect("writes");
        assert!(matches!(outcome, Err(StoreError::Busy)));
        waiting.write(&MindName::default(), &mut |_| Ok(())).expect("it is free again");
    }
}
