//! A store in one SQLite file.
//!
//! Writing goes through one connection; readers have their own, so nobody in this process waits for
//! a writer in order to read. Other processes may use the file at the same time.

mod activity;
mod attachments;
mod attic;
mod bad_rows;
mod blobs;
mod changes;
mod check;
mod connection;
mod create;
mod digest;
#[cfg(test)]
mod elsewhere;
mod error;
mod file;
mod graph;
mod index_rows;
mod items;
mod ledger;
mod migrations;
mod open;
mod pages;
mod people;
mod portable;
mod purge;
mod reader;
mod restore;
mod rows;
mod salvage;
mod session;
mod sessions;
mod sweep;
mod talks;
mod threads;
mod unsaying;
mod upkeep;
mod values;
mod vector_index;
mod word_index;
mod writer;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use omoide_core::MindName;
use omoide_core::ports::store::{Reader, Revision, Store, StoreError, Upkeep, Writer};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::index::Backing;
use crate::lock;
use connection::{Access, connect, header, judge, leave_little, patiently};
use error::{Result, SqliteFault};
use session::{Session, with_backing};
use vector_index::Cache;

pub(crate) use file::{create_folder, create_private};
pub(crate) use purge::purge as purge_copy;
pub use restore::{BackupComparison, ErasedRows, NewerCounts, NewerRows, PresentStore, RestoreOptions, RestoreReport};
pub use salvage::{SalvageReport, SalvagedTable, salvage};
pub use sweep::SweepMode;

/// Whether a file is a store in a format that is known here.
pub(crate) fn is_store(file: &std::path::Path) -> bool {
    connection::refuse_others(file).is_ok()
}
pub(crate) use sweep::{sweep as sweep_store, sweep_copy as sweep_copy_of_store};

/// The highest format of the file that is known here.
pub const FORMAT: u32 = 8;

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
    /// Rows that cannot be read were passed over.
    has_passed_over: AtomicBool,
    /// Erased text may still lie in the journal beside the file.
    has_erased: AtomicBool,
    /// What was read of the index over vectors, for all who read.
    cache: Cache,
    threads: usize,
    is_for_many: bool,
}

impl SqliteStore {
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
        let passed_over = rows::passed_over();
        let outcome = with_backing(&transaction, |backing| {
            let session = self.session(&transaction, format, backing);
            let outcome = f(&session);
            if outcome.is_ok() || !session.has_index_fault() {
                return Ok(outcome);
            }
            // An index is made from the rows, so the rows can answer for it.
            self.has_passed_over.store(true, Ordering::Relaxed);
            Ok(f(&self.session(&transaction, format, backing).without_indexes()))
        })?;
        self.note_passed_over(passed_over);
        // Nothing was written; how the transaction ends makes no difference.
        drop(transaction);
        let mut idle = lock(&self.readers);
        if idle.len() < IDLE_READERS {
            idle.push(connection);
        }
        Ok(outcome?)
    }

    fn write_once(
        &self,
        mind: &MindName,
        f: &mut dyn FnMut(&mut dyn Writer) -> std::result::Result<(), StoreError>,
    ) -> Result<()> {
        self.refuse_if_read_only()?;
        self.with_writer(|connection| {
            let has_erased = match self.write_in(connection, mind, f) {
                // An index that cannot be read is made anew from the rows.
                Err((_, true)) => {
                    self.has_passed_over.store(true, Ordering::Relaxed);
                    let (transaction, _) = self.begin(connection, TransactionBehavior::Immediate)?;
                    check::rebuild_indexes(&transaction)?;
                    transaction.commit()?;
                    self.write_in(connection, mind, f).map_err(|(fault, _)| fault)?
                }
                outcome => outcome.map_err(|(fault, _)| fault)?,
            };
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

    /// Writes in one transaction; returns whether anything was erased, or why it failed and whether an index was the reason.
    fn write_in(
        &self,
        connection: &Connection,
        mind: &MindName,
        f: &mut dyn FnMut(&mut dyn Writer) -> std::result::Result<(), StoreError>,
    ) -> std::result::Result<bool, (SqliteFault, bool)> {
        let by_other = |fault: SqliteFault| (fault, false);
        let (transaction, format) = self.begin(connection, TransactionBehavior::Immediate).map_err(by_other)?;
        let passed_over = rows::passed_over();
        let mut has_index_fault = false;
        let has_erased = with_backing(&transaction, |backing| {
            let mut session = self.session(&transaction, format, backing).writing_to(mind);
            let outcome = f(&mut session).map_err(SqliteFault::from).and_then(|()| session.settle());
            has_index_fault = session.has_index_fault() || matches!(outcome, Err(SqliteFault::Index(_)));
            outcome.map(|()| session.has_erased.get())
        });
        self.note_passed_over(passed_over);
        let has_erased = has_erased.map_err(|fault| (fault, has_index_fault))?;
        transaction.commit().map_err(|error| by_other(error.into()))?;
        Ok(has_erased)
    }

    /// Takes note of rows that this thread has passed over since.
    fn note_passed_over(&self, before: u64) {
        if rows::passed_over() > before {
            self.has_passed_over.store(true, Ordering::Relaxed);
        }
    }

    fn session<'c>(&'c self, connection: &'c Connection, format: u32, backing: Backing<'c>) -> Session<'c> {
        let cache = (format >= vector_index::SINCE_FORMAT).then_some(&self.cache);
        Session::new(connection, &self.path, format, backing, cache, self.threads)
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
            Access::NoRoom => Err(StoreError::Full.into()),
            Access::ReadOnly => Err(StoreError::ReadOnly { location: self.path.as_path().into() }.into()),
        }
    }

    fn told<T>(&self, outcome: Result<T>) -> std::result::Result<T, StoreError> {
        outcome.map_err(|fault| fault.at(&self.path))
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
        mind: &MindName,
        f: &mut dyn FnMut(&mut dyn Writer) -> std::result::Result<(), StoreError>,
    ) -> std::result::Result<(), StoreError> {
        // One writer has the whole file, whichever mind it is for.
        self.told(self.write_once(mind, f))
    }

    fn revision(&self) -> std::result::Result<Revision, StoreError> {
        self.told(self.with_writer(|connection| session::revision(connection)))
    }

    fn upkeep(&self) -> &dyn Upkeep {
        self
    }
}

/// Lets a connection look at that many bytes of the file where the system has them, or at none.
fn map(connection: &Connection, bytes: i64) -> Result<()> {
    // It tells what it was given, which is nothing where the system cannot do it.
    connection.query_row(&format!("PRAGMA mmap_size = {bytes}"), [], |_| Ok(())).or_else(|error| match error {
        rusqlite::Error::QueryReturnedNoRows => Ok(()),
        error => Err(error.into()),
    })
}
