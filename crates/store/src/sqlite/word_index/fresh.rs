//! The words of memories that were written down lately, a row each.

use omoide_core::{FieldCounts, FieldLengths, Seq, Words};
use rusqlite::{Connection, params};

use super::codec::{number, put_counted_term, put_number, read_counted_term};
use crate::sqlite::error::{Fault, Result};
use crate::sqlite::session::MindNumber;

/// Writes the words of a memory that has none in the index.
pub(super) fn insert(c: &Connection, n: MindNumber, seq: Seq, words: &Words) -> Result<()> {
    let sql = "INSERT OR REPLACE INTO word_fresh (mind, memory, version, data) VALUES (?1, ?2, ?3, ?4)";
    c.prepare_cached(sql)?.execute(params![n, seq.0, words.version, packed(words)])?;
    super::gaps::delete(c, n, seq)
}

/// How many rows of that version there are; never more than `most`.
pub(super) fn count(c: &Connection, n: MindNumber, version: u32, most: usize) -> Result<usize> {
    let sql = "SELECT count(*) FROM (SELECT 1 FROM word_fresh WHERE mind = ?1 AND version = ?2 LIMIT ?3)";
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let found: i64 = c.prepare_cached(sql)?.query_row(params![n, version, most], |row| row.get(0))?;
    Ok(usize::try_from(found).unwrap_or(0))
}

/// Calls `visit` with each row of that version, by place.
pub(super) fn each(
    c: &Connection,
    n: MindNumber,
    version: u32,
    visit: &mut dyn FnMut(Seq, FreshRow<'_>) -> Result<()>,
) -> Result<()> {
    let sql = "SELECT memory, data FROM word_fresh WHERE mind = ?1 AND version = ?2 ORDER BY memory";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = statement.query(params![n, version])?;
    while let Some(row) = found.next()? {
        let data = row.get_ref(1)?.as_blob().map_err(|_| unreadable())?;
        visit(Seq(row.get(0)?), FreshRow::open(data)?)?;
    }
    Ok(())
}

fn packed(words: &Words) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 * words.terms.len());
    words.lengths.iter().for_each(|length| put_number(&mut bytes, u64::from(*length)));
    let mut before: &[u8] = &[];
    for (term, counts) in &words.terms {
        put_counted_term(&mut bytes, before, term.as_bytes(), *counts);
        before = term.as_bytes();
    }
    bytes
}

/// The words of one memory, being read.
pub(super) struct FreshRow<'a> {
    pub(super) lengths: FieldLengths,
    bytes: &'a [u8],
    term: Vec<u8>,
}

impl<'a> FreshRow<'a> {
    pub(super) fn open(mut bytes: &'a [u8]) -> Result<Self> {
        let mut lengths = [0; 3];
        for length in &mut lengths {
            *length = number(&mut bytes).and_then(|n| u16::try_from(n).ok()).ok_or_else(unreadable)?;
        }
        Ok(Self { lengths, bytes, term: Vec::new() })
    }

    /// What is left of its terms, to be looked through.
    pub(super) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The next term and its counts.
    pub(super) fn next(&mut self) -> Result<Option<(&[u8], FieldCounts)>> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let counts = read_counted_term(&mut self.bytes, &mut self.term).ok_or_else(unreadable)?;
        Ok(Some((&self.term, counts)))
    }
}

fn unreadable() -> Fault {
    Fault::Row("the words of a memory cannot be read".to_owned())
}
