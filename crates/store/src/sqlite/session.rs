//! One transaction, as those who read and write in it see it.

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::Path;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::Revision;
use omoide_core::{Date, MindName, Seq};
use rusqlite::{Connection, OptionalExtension};

use super::error::Result;
use super::journal::Journal;
use super::vector_index::{Cache, Touch, Touched};

/// The number of a mind in the file.
pub(super) type MindNumber = i64;

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
    /// The journals of nights that were applied and not recorded yet.
    journals: Vec<(MindNumber, Date, Journal)>,
    has_erased: bool,
    /// What was read of the index over vectors; none where the file has no index.
    cache: Option<&'c Cache>,
    threads: usize,
    touched: RefCell<Touched>,
    /// The mind that was asked for last: most transactions are about one, and no mind goes away.
    last_mind: RefCell<Option<(MindName, MindNumber)>>,
}

impl<'c> Session<'c> {
    /// A transaction on `connection` that scans on up to `threads`.
    pub(super) fn new(connection: &'c Connection, path: &'c Path, cache: Option<&'c Cache>, threads: usize) -> Self {
        let (journals, touched, last_mind) = (Vec::new(), RefCell::default(), RefCell::default());
        Self { connection, path, journals, has_erased: false, cache, threads, touched, last_mind }
    }

    /// Takes note of what the index over vectors has to be told.
    pub(super) fn touch(&self, seq: Seq, touch: Touch) {
        self.touched.borrow_mut().add(seq, touch);
    }

    /// Takes note that a night was run.
    pub(super) fn touch_night(&self, mind: MindNumber) {
        self.touched.borrow_mut().add_night(mind);
    }

    /// Brings the index up to date with what was written.
    pub(super) fn settle(&self) -> Result<()> {
        match self.cache {
            Some(_) => self.touched.borrow_mut().settle(self.connection),
            None => Ok(()),
        }
    }

    /// The index, as current as the transaction; none where the file has none.
    pub(super) fn index(&self) -> Result<Option<&'c Cache>> {
        self.settle()?;
        Ok(self.cache)
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Whether text was erased that must not stay in any file.
    pub(super) fn has_erased(&self) -> bool {
        self.has_erased
    }

    pub(super) fn note_erasure(&mut self) {
        self.has_erased = true;
    }

    /// The journal of a night that was not recorded yet.
    pub(super) fn journal(&mut self, mind: MindNumber, night: Date) -> &mut Journal {
        let is_it = |entry: &(MindNumber, Date, Journal)| entry.0 == mind && entry.1 == night;
        let place = self.journals.iter().position(is_it).unwrap_or_else(|| {
            self.journals.push((mind, night, Journal::default()));
            self.journals.len() - 1
        });
        &mut self.journals[place].2
    }

    /// Takes the journal of a night in order to keep it with the night.
    pub(super) fn take_journal(&mut self, mind: MindNumber, night: Date) -> Journal {
        std::mem::take(self.journal(mind, night))
    }

    /// Takes memories out of the journals that are not recorded yet.
    pub(super) fn strike_out(&mut self, mind: MindNumber, seqs: &HashSet<Seq>) -> Result<()> {
        for (_, _, journal) in self.journals.iter_mut().filter(|(other, ..)| *other == mind) {
            if let Some(rest) = Journal::without(journal.bytes(), seqs)? {
                *journal = rest;
            }
        }
        Ok(())
    }

    /// The outcome in the port's words.
    pub(super) fn told<T>(&self, outcome: Result<T>) -> std::result::Result<T, StoreError> {
        outcome.map_err(|fault| fault.at(self.path))
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
        let number = statement.query_row([name.as_str()], |row| row.get(0)).optional()?;
        *self.last_mind.borrow_mut() = number.map(|number| (name.clone(), number));
        Ok(number)
    }

    /// The mind's number; one that is not there yet begins now.
    pub(super) fn mind_or_begin(&self, name: &MindName) -> Result<MindNumber> {
        if let Some(number) = self.mind(name)? {
            return Ok(number);
        }
        self.connection.execute("INSERT INTO minds (name) VALUES (?1)", [name.as_str()])?;
        Ok(self.connection.last_insert_rowid())
    }
}
