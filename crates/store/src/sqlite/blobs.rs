//! Blocks of the indexes, as the tables keep them.
//!
//! Each space has a table with the numbers of its keys in columns. Most blocks are a column of bytes; heads and segments
//! are several columns, from which their bytes are put together here.

mod tables;

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use rusqlite::blob::Blob;
use rusqlite::types::ToSql;
use rusqlite::{CachedStatement, Connection, Row, params_from_iter};

use super::rows;
use crate::index::{Blobs, BlockKey, BlockSpace, IndexFault, KeyOrder, KeyRange, Result, VisitBlock, VisitLength};
use tables::SpaceTable;

/// A statement that is used over and over, at hand while the transaction lasts.
type Held<'c> = Cell<Option<CachedStatement<'c>>>;

/// The blocks that a transaction sees.
pub(super) struct SqliteBlobs<'c> {
    c: &'c Connection,
    places: Held<'c>,
    code_numbers: Held<'c>,
    words: Held<'c>,
    /// What records and codes are read through in parts, with the row that it is at: opening a blob costs more than going
    /// on to another row, and staying costs nothing.
    records: RefCell<Option<(i64, Blob<'c>)>>,
    codes: RefCell<Option<(i64, Blob<'c>)>>,
}

impl<'c> SqliteBlobs<'c> {
    pub(super) fn new(c: &'c Connection) -> Self {
        Self {
            c,
            places: Cell::new(None),
            code_numbers: Cell::new(None),
            words: Cell::new(None),
            records: RefCell::new(None),
            codes: RefCell::new(None),
        }
    }

    fn take(&self, held: &Held<'c>, sql: &str) -> rusqlite::Result<CachedStatement<'c>> {
        held.take().map_or_else(|| self.c.prepare_cached(sql), Ok)
    }

    /// A row that is written must not be read through a blob that was opened before.
    fn let_go(&self) {
        self.records.borrow_mut().take();
        self.codes.borrow_mut().take();
    }

    /// The row and the table of a blob that can be read and written in parts.
    fn row_of(&self, key: BlockKey<'_>) -> Result<Option<(&'static str, i64)>> {
        match key.space {
            BlockSpace::VectorRecords => Ok(Some(("vector_records", key.numbers[0]))),
            BlockSpace::VectorCodes => {
                let sql = "SELECT number FROM vector_codes WHERE block = ?1 AND model = ?2 AND plane = ?3";
                let mut statement = self.take(&self.code_numbers, sql)?;
                let mut rows = statement.query(key.numbers)?;
                let number = rows.next()?.map(|row| row.get(0)).transpose()?;
                drop(rows);
                self.code_numbers.set(Some(statement));
                Ok(number.map(|number| ("vector_codes", number)))
            }
            _ => Ok(None),
        }
    }

    /// Reads a part of a blob without the rest of it.
    fn read_part(&self, table: &'static str, row: i64, at: usize, into: &mut [u8]) -> Result<Option<usize>> {
        let mut held = if table == "vector_records" { &self.records } else { &self.codes }.borrow_mut();
        let opened = match held.take() {
            Some((at, blob)) if at == row => Ok(blob),
            Some((_, mut blob)) => blob.reopen(row).map(|()| blob),
            None => self.c.blob_open(rusqlite::MAIN_DB, table, "data", row, true),
        };
        let blob = match opened {
            Err(error) if is_no_such_row(&error) => return Ok(None),
            opened => opened?,
        };
        if blob.len() >= at + into.len() {
            blob.read_at_exact(into, at)?;
        }
        let length = blob.len();
        *held = Some((row, blob));
        Ok(Some(length))
    }

    fn place(&self, seq: i64, visit: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<bool> {
        let mut statement = self.take(&self.places, "SELECT place FROM vector_slots WHERE memory = ?1")?;
        let mut rows = statement.query([seq])?;
        let place: Option<i64> = rows.next()?.map(|row| rows::readable(row.get(0))).transpose()?.flatten();
        drop(rows);
        self.places.set(Some(statement));
        place.map_or(Ok(()), |place| visit(&place.to_le_bytes()))?;
        Ok(place.is_some())
    }

    fn execute(&self, sql: &str, values: &[&dyn ToSql]) -> Result<()> {
        self.let_go();
        self.c.prepare_cached(sql)?.execute(values)?;
        Ok(())
    }
}

/// Whether a blob could not be opened because there is no such row; SQLite has no word of its own for it.
fn is_no_such_row(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_ERROR)
}

/// The numbers of a row's key.
fn numbers(row: &Row<'_>, space: BlockSpace) -> rusqlite::Result<[i64; 3]> {
    let mut numbers = [0; 3];
    for (place, number) in numbers.iter_mut().enumerate().take(space.width()) {
        *number = row.get(place)?;
    }
    Ok(numbers)
}

/// Whether the numbers of a row's key are numbers; a row of which they are not is passed over, and a check finds it.
fn is_readable(row: &Row<'_>, space: BlockSpace) -> Result<bool> {
    Ok(rows::readable(numbers(row, space))?.is_some())
}

/// The key of a row, behind whose numbers the term stands where there is one.
fn key_of<'r>(row: &'r Row<'_>, space: BlockSpace) -> Result<BlockKey<'r>> {
    let term = match space {
        BlockSpace::WordBlocks => row.get_ref(space.width())?.as_blob().unwrap_or_default(),
        _ => &[],
    };
    Ok(BlockKey { space, numbers: numbers(row, space)?, term })
}

impl Blobs for SqliteBlobs<'_> {
    fn get(&self, key: BlockKey<'_>, visit: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<bool> {
        if key.space == BlockSpace::VectorPlaces {
            return self.place(key.numbers[0], visit);
        }
        let table = SpaceTable::of(key.space);
        let mut statement = self.c.prepare_cached(&table.get())?;
        let mut values: Vec<&dyn ToSql> = key.numbers[..key.space.width()].iter().map(|n| n as &dyn ToSql).collect();
        if key.space == BlockSpace::WordBlocks {
            values.push(&key.term);
        }
        let mut rows = statement.query(values.as_slice())?;
        let Some(row) = rows.next()? else { return Ok(false) };
        table.show(row, 0, visit)?;
        Ok(true)
    }

    fn read(&self, key: BlockKey<'_>, at: usize, into: &mut [u8]) -> Result<Option<usize>> {
        if matches!(key.space, BlockSpace::VectorRecords | BlockSpace::VectorCodes) {
            return match self.row_of(key)? {
                Some((table, row)) => self.read_part(table, row, at, into),
                None => Ok(None),
            };
        }
        let mut length = None;
        self.get(key, &mut |bytes| {
            length = Some(bytes.len());
            if let Some(part) = bytes.get(at..at + into.len()) {
                into.copy_from_slice(part);
            }
            Ok(())
        })?;
        Ok(length)
    }

    fn at_or_before(&self, key: BlockKey<'_>, visit: &mut dyn FnMut(BlockKey<'_>, &[u8]) -> Result<()>) -> Result<()> {
        if key.space != BlockSpace::WordBlocks {
            return self.get(key, &mut |bytes| visit(key, bytes)).map(|_| ());
        }
        let sql = "SELECT segment, first, data FROM word_blocks WHERE segment = ?1 AND first <= ?2
                   ORDER BY first DESC LIMIT 1";
        let mut statement = self.take(&self.words, sql)?;
        let mut rows = statement.query(rusqlite::params![key.numbers[0], key.term])?;
        if let Some(row) = rows.next()? {
            visit(key_of(row, key.space)?, row.get_ref(2)?.as_blob().unwrap_or_default())?;
        }
        drop(rows);
        self.words.set(Some(statement));
        Ok(())
    }

    fn list(&self, listing: KeyRange<'_>, visit: &mut VisitBlock<'_>) -> Result<()> {
        let table = SpaceTable::of(listing.space);
        let mut flow = ControlFlow::Continue(());
        self.each_row(&listing, table.value, &mut |row, at| {
            let key = key_of(row, listing.space)?;
            table.show(row, at, &mut |bytes| {
                flow = visit(key, bytes)?;
                Ok(())
            })?;
            Ok(flow)
        })
    }

    fn lengths(&self, listing: KeyRange<'_>, visit: &mut VisitLength<'_>) -> Result<()> {
        let table = SpaceTable::of(listing.space);
        self.each_row(&listing, table.length, &mut |row, at| {
            let length: i64 = rows::readable(row.get(at))?.unwrap_or(0);
            visit(key_of(row, listing.space)?, usize::try_from(length).unwrap_or(0))
        })
    }

    fn count(&self, space: BlockSpace, prefix: &[i64]) -> Result<u64> {
        let sql = SpaceTable::of(space).count(prefix.len());
        let count: i64 = self.c.prepare_cached(&sql)?.query_row(params_from_iter(prefix), |row| row.get(0))?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    fn next_number(&self, space: BlockSpace) -> Result<i64> {
        let sql = SpaceTable::of(space).next_number();
        Ok(self.c.prepare_cached(&sql)?.query_row([], |row| row.get(0))?)
    }

    fn put(&self, key: BlockKey<'_>, bytes: &[u8]) -> Result<()> {
        tables::put(key, bytes, &mut |sql, values| self.execute(sql, values))
    }

    fn write(&self, key: BlockKey<'_>, parts: &[(usize, &[u8])]) -> Result<()> {
        self.let_go();
        if let Some((table, row)) = self.row_of(key)? {
            let mut blob = match self.c.blob_open(rusqlite::MAIN_DB, table, "data", row, false) {
                // What is there is no blob.
                Err(error) if is_no_such_row(&error) => return Err(IndexFault::Unreadable(beyond_the_end(key))),
                blob => blob?,
            };
            for (at, part) in parts {
                blob.write_all_at(part, *at)?;
            }
            blob.close()?;
            return Ok(());
        }
        let mut whole = Vec::new();
        self.get(key, &mut |bytes| {
            whole.extend(bytes);
            Ok(())
        })?;
        for (at, part) in parts {
            let place =
                whole.get_mut(*at..at + part.len()).ok_or_else(|| IndexFault::Unreadable(beyond_the_end(key)))?;
            place.copy_from_slice(part);
        }
        self.put(key, &whole)
    }

    fn delete(&self, key: BlockKey<'_>) -> Result<()> {
        if key.space == BlockSpace::WordBlocks {
            let sql = "DELETE FROM word_blocks WHERE segment = ?1 AND first = ?2";
            return self.execute(sql, &[&key.numbers[0], &key.term]);
        }
        self.delete_all(key.space, &key.numbers[..key.space.width()])
    }

    fn delete_all(&self, space: BlockSpace, prefix: &[i64]) -> Result<()> {
        match SpaceTable::of(space).delete(prefix.len()) {
            Some(sql) => self.execute(&sql, &prefix.iter().map(|n| n as &dyn ToSql).collect::<Vec<_>>()),
            None => Ok(()),
        }
    }
}

fn beyond_the_end(key: BlockKey<'_>) -> String {
    format!("a block of {:?} is shorter than what is to be written to it", key.space)
}

impl SqliteBlobs<'_> {
    /// Calls `visit` with each row of a listing, and where the columns behind its key begin.
    fn each_row(
        &self,
        listing: &KeyRange<'_>,
        columns: &str,
        visit: &mut dyn FnMut(&Row<'_>, usize) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let mut values: Vec<&dyn ToSql> = listing.prefix.iter().map(|n| n as &dyn ToSql).collect();
        values.extend(listing.below.as_ref().map(|below| below as &dyn ToSql));
        if !listing.from_term.is_empty() {
            values.push(&listing.from_term);
        }
        let sql = SpaceTable::of(listing.space).list(listing, columns, listing.order == KeyOrder::Descending);
        let mut statement = self.c.prepare_cached(&sql)?;
        let mut rows = statement.query(values.as_slice())?;
        let at = listing.space.width() + usize::from(listing.space == BlockSpace::WordBlocks);
        while let Some(row) = rows.next()? {
            if is_readable(row, listing.space)? && visit(row, at)?.is_break() {
                break;
            }
        }
        Ok(())
    }
}
