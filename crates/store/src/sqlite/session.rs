//! One transaction, as those who read and write in it see it.

use std::cell::{Cell, RefCell};
use std::path::Path;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::Revision;
use omoide_core::{MindName, Seq};
use rusqlite::Connection;

use super::blobs::SqliteBlobs;
use super::error::{Result, SqliteFault};
use super::index_rows::SqliteRows;
use super::vector_index::{Cache, ChangedMemories, Touch};
use crate::index::vectors::{self, Index};
use crate::index::{self, Backing};
use crate::sqlite::rows::IfReadable;

pub(super) use index::MindNumber;

/// Does something with the blocks and the rows of a connection.
pub(super) fn with_backing<T>(c: &Connection, f: impl FnOnce(Backing<'_>) -> Result<T>) -> Result<T> {
    f(Backing { blobs: &SqliteBlobs::new(c), rows: &SqliteRows::new(c) })
}

/// What others committed, and what this connection changed: both as SQLite counts them.
///
/// Only numbers of the same connection can be compared, so all are taken from the one that writes.
pub(super) fn revision(connection: &Connection) -> Result<Revision> {
    let by_others: i64 = connection.query_row("PRAGMA data_version", [], |row| row.get(0))?;
    Ok(Revision(by_others.unsigned_abs(), connection.total_changes()))
}

/// One transaction; it ends with whoever began it.
pub(super) struct Session<'c> {
    pub(super) connection: &'c Connection,
    path: &'c Path,
    /// The format of the file. One that cannot be written is read in the format that it has.
    pub(super) format: u32,
    /// What the indexes work on.
    pub(super) backing: Backing<'c>,
    /// Whether text was erased that must not stay in any file.
    pub(super) has_erased: Cell<bool>,
    /// What was read of the index over vectors; none where the file has no index.
    cache: Option<&'c Cache>,
    threads: usize,
    touched: RefCell<ChangedMemories>,
    /// The mind that the transaction may write to; none if it only reads.
    written: Option<&'c MindName>,
    /// Its number, once it was written to.
    writing: Cell<MindNumber>,
    /// Whether an index turned out to be unreadable.
    has_index_fault: Cell<bool>,
    /// The mind that was asked for last: most transactions are about one, and no mind goes away.
    last_mind: RefCell<Option<(MindName, MindNumber)>>,
}

impl<'c> Session<'c> {
    /// A transaction on `connection` that scans on up to `threads`.
    pub(super) fn new(
        connection: &'c Connection,
        path: &'c Path,
        format: u32,
        backing: Backing<'c>,
        cache: Option<&'c Cache>,
        threads: usize,
    ) -> Self {
        Self {
            connection,
            path,
            format,
            backing,
            has_erased: Cell::default(),
            cache,
            threads,
            touched: RefCell::default(),
            written: None,
            writing: Cell::new(0),
            has_index_fault: Cell::new(false),
            last_mind: RefCell::default(),
        }
    }

    /// The same, for writing to a mind.
    pub(super) fn writing_to(self, mind: &'c MindName) -> Self {
        Self { written: Some(mind), ..self }
    }

    /// The same without the indexes, where one of them cannot be read: vectors are searched by their rows, and words are
    /// not found.
    pub(super) fn without_indexes(self) -> Self {
        self.has_index_fault.set(true);
        Self { cache: None, ..self }
    }

    /// Whether an index turned out to be unreadable.
    pub(super) fn has_index_fault(&self) -> bool {
        self.has_index_fault.get()
    }

    /// What an index answers; nothing where it cannot be read and is to be done without.
    pub(super) fn if_indexed<T: Default>(&self, answer: index::Result<T>) -> Result<T> {
        match answer {
            Err(index::IndexFault::Unreadable(_)) if self.cache.is_none() && self.has_index_fault() => Ok(T::default()),
            answer => Ok(answer?),
        }
    }

    /// Takes note of what the index over vectors has to be told of a memory of the mind that is being written to.
    pub(super) fn touch(&self, seq: Seq, touch: Touch) {
        self.touched.borrow_mut().add(self.writing.get(), seq, touch);
    }

    /// Takes note that a night was run.
    pub(super) fn touch_night(&self, mind: MindNumber) {
        self.touched.borrow_mut().add_night(mind);
    }

    /// Brings the index up to date with what was written.
    pub(super) fn settle(&self) -> Result<()> {
        match self.cache {
            Some(_) => Ok(self.touched.borrow_mut().settle(self.backing)?),
            None => Ok(()),
        }
    }

    /// A mind's index over vectors, as current as the transaction; none where the file has none.
    pub(super) fn index(&self, mind: MindNumber) -> Result<Option<Index<'c>>> {
        self.settle()?;
        Ok(self.cache.map(|cache| Index { backing: self.backing, cache, mind, threads: self.threads }))
    }

    /// The least and the highest memory of all minds, as the index over vectors knows it.
    pub(super) fn bounds(&self) -> Result<Option<(Seq, Seq)>> {
        self.settle()?;
        Ok(if self.cache.is_some() { vectors::bounds(self.backing)? } else { None })
    }

    /// Takes note of the mind that is written to from now on.
    pub(super) fn write_to(&self, name: &MindName, mind: MindNumber) {
        // Another database may lock one mind alone; another one would then be written to without its lock.
        debug_assert_eq!(self.written, Some(name), "a transaction writes to the mind that it named");
        self.writing.set(mind);
    }

    /// The outcome in the port's words.
    pub(super) fn told<T>(&self, outcome: Result<T>) -> std::result::Result<T, StoreError> {
        outcome.map_err(|fault| {
            if matches!(fault, SqliteFault::Index(_)) {
                self.has_index_fault.set(true);
            }
            fault.at(self.path)
        })
    }

    /// What `look` finds in the mind; nothing at all in a mind that is not there.
    pub(super) fn look<T: Default>(
        &self,
        mind: &MindName,
        look: impl FnOnce(&Connection, MindNumber) -> Result<T>,
    ) -> std::result::Result<T, StoreError> {
        self.told(match self.mind(mind) {
            Ok(Some(number)) => look(self.connection, number),
            Ok(None) => Ok(T::default()),
            Err(fault) => Err(fault),
        })
    }

    pub(super) fn mind(&self, name: &MindName) -> Result<Option<MindNumber>> {
        if let Some((_, number)) = self.last_mind.borrow().as_ref().filter(|(last, _)| last == name) {
            return Ok(Some(*number));
        }
        let mut statement = self.connection.prepare_cached("SELECT number FROM minds WHERE name = ?1")?;
        let number = statement.query_row([name.as_str()], |row| row.get(0)).if_readable()?;
        *self.last_mind.borrow_mut() = number.map(|number| (name.clone(), number));
        Ok(number)
    }

    /// Forgets which mind has which number.
    pub(super) fn forget_mind(&self) {
        *self.last_mind.borrow_mut() = None;
    }

    /// The mind's number; one that is not there yet begins now.
    pub(super) fn mind_or_begin(&self, name: &MindName) -> Result<MindNumber> {
        let number = match self.mind(name)? {
            Some(number) => number,
            None => {
                self.connection.execute("INSERT INTO minds (name) VALUES (?1)", [name.as_str()])?;
                self.connection.last_insert_rowid()
            }
        };
        self.write_to(name, number);
        Ok(number)
    }
}
