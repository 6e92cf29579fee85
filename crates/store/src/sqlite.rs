//! A store in one SQLite file.
//!
//! Writing goes through one connection; readers have their own, so nobody in this process waits for
//! a writer in order to read. Other processes may use the file at the same time.

mod attachments;
mod attic;
mod check;
mod connection;
mod create;
mod digest;
mod error;
mod file;
mod graph;
mod journal;
mod ledger;
mod migrations;
mod reader;
mod restore;
mod rows;
mod salvage;
mod session;
mod vector_index;
mod word_index;
mod writer;

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use omoide_core::ports::store::{Finding, Reader, Revision, Size, Store, StoreError, Writer};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use connection::{Access, PATIENCE, beside, connect, hasten, header, judge, leave_little, patiently, refuse_others};
use error::{Fault, Result};
use file::Temporary;
use migrations::{MIGRATIONS, migrate};
use session::Session;
use vector_index::Cache;

pub use salvage::{SalvageReport, SalvagedTable, salvage};

/// The highest format of the file that is known here.
pub const FORMAT: u32 = 7;

/// Threads that a search may use at most: two take all that memory can give.
const SCANNERS: usize = 2;

/// How long someone in haste waits for a lock before each of seven attempts.
const HASTE: Duration = Duration::from_millis(60);

/// Idle connections for reading that are kept.
const IDLE_READERS: usize = 4;

/// Kilobytes of pages that the connection which writes may keep: nights go back to the same pages. Others pass
/// over large tables once, and are faster where they use the same memory again.
const WRITER_CACHE: i64 = -16_000;

/// The same where many are answered: what is written together goes to pages all over the file.
const WRITER_CACHE_FOR_MANY: i64 = -64_000;

/// Bytes of the file that those who read where many are answered look at where the system has them. Pages of their own
/// would be dropped with every write of others, and recalling leaves marks.
const MAPPED_FOR_MANY: i64 = 1 << 30;

/// A store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    /// The connection that writes, once something was written.
    writer: Mutex<Option<Connection>>,
    /// Connections that are idle.
    readers: Mutex<Vec<Connection>>,
    access: Access,
    patience: Duration,
    /// Whether the journal is left as it is at the end.
    is_hasty: bool,
    /// Erased text may still lie in the journal beside the file.
    has_erased: AtomicBool,
    /// What was read of the index over vectors, for all who read.
    cache: Cache,
    threads: usize,
    is_for_many: bool,
}

impl SqliteStore {
    /// Opens the store at `path`, and makes it first where there is none, with its folder.
    ///
    /// # Errors
    /// As [`SqliteStore::open`], and [`StoreError::ReadOnly`] or [`StoreError::Full`] when it cannot be
    /// made.
    pub fn create(path: impl AsRef<Path>) -> std::result::Result<Self, StoreError> {
        let path = absolute(path.as_ref())?;
        if is_missing(&path) {
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
        if is_missing(&path) {
            return Err(StoreError::Missing { path });
        }
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
        if is_missing(&path) {
            return Err(StoreError::Missing { path });
        }
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
            has_erased: AtomicBool::new(false),
            cache: Cache::default(),
            threads: thread::available_parallelism().map_or(1, NonZero::get).min(SCANNERS),
        }
    }

    /// Overwrites the store at `path` with a backup of it, also while others have it open. What is
    /// there is moved aside to `<name>.damaged-N` when it is damaged or not a store.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::Newer`] and
    /// [`StoreError::Damaged`] about the backup, before anything is changed.
    pub fn restore(path: impl AsRef<Path>, backup_file: impl AsRef<Path>) -> std::result::Result<(), StoreError> {
        let (path, backup) = (absolute(path.as_ref())?, absolute(backup_file.as_ref())?);
        restore::restore(&path, &backup)
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

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn reader(&self) -> Result<Connection> {
        if let Some(connection) = lock(&self.readers).pop() {
            return Ok(connection);
        }
        let (connection, _) = patiently(self.patience, || connect(&self.path, self.patience))?;
        if self.is_for_many {
            map(&connection, MAPPED_FOR_MANY)?;
        }
        Ok(connection)
    }

    /// Does something with the connection that writes; nobody else does in this process meanwhile.
    fn with_writer<T>(&self, f: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        let mut writer = lock(&self.writer);
        let connection = match writer.take() {
            Some(connection) => connection,
            None => {
                let connection = self.reader()?;
                let size = if self.is_for_many { WRITER_CACHE_FOR_MANY } else { WRITER_CACHE };
                connection.pragma_update(None, "cache_size", size)?;
                map(&connection, 0)?;
                connection
            }
        };
        f(writer.insert(connection))
    }

    fn read_once(&self, f: &mut dyn FnMut(&dyn Reader) -> std::result::Result<(), StoreError>) -> Result<()> {
        let connection = self.reader()?;
        let (transaction, format) = self.begin(&connection, TransactionBehavior::Deferred)?;
        let outcome = f(&self.session(&transaction, format));
        // Nothing was written; how the transaction ends makes no difference.
        drop(transaction);
        let mut idle = lock(&self.readers);
        if idle.len() < IDLE_READERS {
            idle.push(connection);
        }
        Ok(outcome?)
    }

    fn write_once(&self, f: &mut dyn FnMut(&mut dyn Writer) -> std::result::Result<(), StoreError>) -> Result<()> {
        self.refuse_if_read_only()?;
        self.with_writer(|connection| {
            let (transaction, format) = self.begin(connection, TransactionBehavior::Immediate)?;
            let mut session = self.session(&transaction, format);
            f(&mut session)?;
            session.settle()?;
            let has_erased = session.has_erased();
            transaction.commit()?;
            if has_erased {
                self.has_erased.store(true, Ordering::Relaxed);
            }
            self.clear_journal(connection);
            if self.is_hasty {
                leave_little(connection, &self.path);
            }
            Ok(())
        })
    }

    fn session<'c>(&'c self, connection: &'c Connection, format: u32) -> Session<'c> {
        let cache = (format >= vector_index::SINCE_FORMAT).then_some(&self.cache);
        Session::new(connection, &self.path, cache, self.threads)
    }

    /// Begins a transaction and fixes what it sees; the format that it finds comes with it.
    fn begin<'c>(&self, connection: &'c Connection, behavior: TransactionBehavior) -> Result<(Transaction<'c>, u32)> {
        patiently(self.patience, || {
            let transaction = Transaction::new_unchecked(connection, behavior)?;
            // A newer program may have changed the format while this one was running.
            let header = header(&transaction)?;
            judge(header, &self.path)?;
            Ok((transaction, header.format))
        })
    }

    /// Empties the journal beside the file while erased text may lie there; others who read an
    /// earlier state can prevent it, and then the next write tries again.
    fn clear_journal(&self, connection: &Connection) {
        if self.has_erased.load(Ordering::Relaxed) {
            let was_busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
            self.has_erased.store(!matches!(was_busy, Ok(0)), Ordering::Relaxed);
        }
    }

    fn refuse_if_read_only(&self) -> Result<()> {
        match self.access {
            Access::Full => Ok(()),
            Access::ReadOnly => Err(StoreError::ReadOnly { path: self.path.clone() }.into()),
        }
    }

    fn told<T>(&self, outcome: Result<T>) -> std::result::Result<T, StoreError> {
        outcome.map_err(|fault| fault.at(&self.path))
    }

    fn back_up(&self, to: &Path) -> Result<()> {
        let to = absolute(to)?;
        if fs::canonicalize(&to).is_ok_and(|to| fs::canonicalize(&self.path).is_ok_and(|own| own == to)) {
            return Err(StoreError::ReadOnly { path: to }.into());
        }
        if let Some(folder) = to.parent() {
            file::create_folder(folder).map_err(|error| Fault::Io(error).at(folder))?;
        }
        let temporary = Temporary::beside(&to);
        connection::copy_to_file(&self.reader()?, temporary.path())
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

impl Store for SqliteStore {
    fn read(
        &self,
        f: &mut dyn FnMut(&dyn Reader) -> std::result::Result<(), StoreError>,
    ) -> std::result::Result<(), StoreError> {
        self.told(self.read_once(f))
    }

    fn write(
        &self,
        f: &mut dyn FnMut(&mut dyn Writer) -> std::result::Result<(), StoreError>,
    ) -> std::result::Result<(), StoreError> {
        self.told(self.write_once(f))
    }

    fn revision(&self) -> std::result::Result<Revision, StoreError> {
        self.told(self.with_writer(|connection| session::revision(connection)))
    }

    fn check(&self) -> std::result::Result<Vec<Finding>, StoreError> {
        self.told(self.reader().and_then(|connection| check::check(&connection, &self.path)))
    }

    fn repair(&self) -> std::result::Result<Vec<Finding>, StoreError> {
        self.told(self.refuse_if_read_only())?;
        self.told(self.with_writer(|connection| check::repair(connection, &self.path)))
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

/// A copy that was made whole by itself gets its journal back once it is in use.
fn keep_journal(connection: &Connection) -> Result<()> {
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
    if mode != "wal" {
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    }
    Ok(())
}

/// Lets a connection look at that many bytes of the file where the system has them, or at none.
fn map(connection: &Connection, bytes: i64) -> Result<()> {
    // It tells what it was given, which is nothing where the system cannot do it.
    connection.query_row(&format!("PRAGMA mmap_size = {bytes}"), [], |_| Ok(())).or_else(|error| match error {
        rusqlite::Error::QueryReturnedNoRows => Ok(()),
        error => Err(error.into()),
    })
}

/// Whether there is no store: an empty file is none yet.
fn is_missing(path: &Path) -> bool {
    match fs::metadata(path) {
        Ok(metadata) => metadata.is_file() && metadata.len() == 0,
        Err(error) => matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory),
    }
}

fn absolute(path: &Path) -> std::result::Result<PathBuf, StoreError> {
    // SQLite takes a name that begins with `file:` for more than a name; an absolute one never does.
    std::path::absolute(path).map_err(|error| StoreError::Broken { cause: error.into() })
}

/// What a thread that panicked left behind was taken back with its transaction.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
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
            .write(&mut |_| {
                outcome = hasty.write(&mut |_| Ok(()));
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
        let (mind, value) = (omoide_core::MindName::default(), "x".repeat(20_000));
        for number in 0..60 {
            let store = SqliteStore::open_in_haste(&path).expect("opens").expect("the present format");
            store.write(&mut |w| w.set_state(&mind, &format!("k{number}"), Some(&value))).expect("writes");
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
            .write(&mut |_| {
                outcome = waiting.write(&mut |_| Ok(()));
                // Reading does not wait for anyone.
                waiting.read(&mut |_| Ok(()))
            })
            .expect("writes");
        assert!(matches!(outcome, Err(StoreError::Busy)));
        waiting.write(&mut |_| Ok(())).expect("it is free again");
    }
}
