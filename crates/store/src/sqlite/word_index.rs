//! The index over words, in tables.
//!
//! Log-structured: the words of a new memory are one row ([`fresh`]). When enough of them are there, they
//! become a segment ([`segment`]), in which each term has the list of its memories; segments of one size are
//! joined to a larger one ([`merge`]). A look into the index reads the fresh rows and, of each segment, the
//! blocks with the terms that are asked for. Everything is written in the transaction that changes the memories.

mod check;
mod codec;
mod fresh;
mod gaps;
mod lookup;
mod merge;
mod scan;
mod segment;
mod take_out;
#[cfg(test)]
mod tests;
mod wordings;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Posting, WordIndex, WordIndexWriter, WordStatistics};
use omoide_core::{MindName, Seq, Term, Wording, Words};
use rusqlite::{Connection, params};

use super::error::Result;
use super::session::{MindNumber, Session};

pub(super) use check::{check, repair};
pub(super) use gaps::note_if_missing;
pub(super) use take_out::{loosen, remove};

type Answer<T> = std::result::Result<T, StoreError>;

impl WordIndex for Session<'_> {
    fn each_posting(
        &self,
        mind: &MindName,
        version: u32,
        terms: &[Term],
        is_wanted: &mut dyn FnMut(usize, f64) -> bool,
        visit: &mut dyn FnMut(usize, &[Posting]),
    ) -> Answer<WordStatistics> {
        self.look(mind, |c, n| lookup::each_posting(c, n, version, terms, is_wanted, visit))
    }

    fn terms_beginning(&self, mind: &MindName, version: u32, prefix: &Term, limit: usize) -> Answer<Vec<(Term, u64)>> {
        self.look(mind, |c, n| lookup::terms_beginning(c, n, version, prefix, limit))
    }

    fn without_words(&self, mind: &MindName, version: u32, before: Option<Seq>, limit: usize) -> Answer<Vec<Seq>> {
        self.look(mind, |c, n| gaps::without(c, n, version, before, limit))
    }

    fn without_words_count(&self, mind: &MindName, version: u32) -> Answer<u64> {
        self.look(mind, |c, n| gaps::count(c, n, version))
    }

    fn wordings(&self, mind: &MindName, seqs: &[Seq]) -> Answer<Vec<(Seq, Wording)>> {
        self.look(mind, |c, n| wordings::wordings(c, n, seqs))
    }
}

impl WordIndexWriter for Session<'_> {
    fn put_words(&mut self, mind: &MindName, words: &[(Seq, Words)]) -> Answer<()> {
        self.look(mind, |c, n| put_again(c, n, words))
    }

    fn join_words(&mut self, mind: &MindName, version: u32) -> Answer<()> {
        self.look(mind, |c, n| merge::join_small(c, n, version))
    }

    fn drop_words(&mut self, mind: &MindName) -> Answer<()> {
        self.look(mind, drop_all)
    }
}

/// Puts the words of a memory that has just been written down into the index.
pub(super) fn put(c: &Connection, n: MindNumber, seq: Seq, words: Option<&Words>) -> Result<()> {
    match words {
        Some(words) if segment::Document::can_hold(seq) => {
            fresh::insert(c, n, seq, words)?;
            merge::merge_if_due(c, n, words.version)
        }
        _ => gaps::insert(c, n, seq),
    }
}

fn put_again(c: &Connection, n: MindNumber, words: &[(Seq, Words)]) -> Result<()> {
    let mut present = c.prepare_cached("SELECT EXISTS (SELECT 1 FROM memories WHERE seq = ?1 AND mind = ?2)")?;
    let mut known = Vec::with_capacity(words.len());
    for entry in words.iter().filter(|(seq, _)| segment::Document::can_hold(*seq)) {
        if present.query_row(params![entry.0.0, n], |row| row.get(0))? {
            known.push(entry);
        }
    }
    let seqs: Vec<Seq> = known.iter().map(|(seq, _)| *seq).collect();
    remove(c, n, &seqs)?;
    for (seq, words) in known {
        fresh::insert(c, n, *seq, words)?;
        merge::merge_if_due(c, n, words.version)?;
    }
    Ok(())
}

fn drop_all(c: &Connection, n: MindNumber) -> Result<()> {
    c.execute("DELETE FROM word_fresh WHERE mind = ?1", [n])?;
    c.execute("DELETE FROM word_blocks WHERE segment IN (SELECT number FROM word_segments WHERE mind = ?1)", [n])?;
    c.execute("DELETE FROM word_segments WHERE mind = ?1", [n])?;
    c.execute("INSERT OR IGNORE INTO word_gaps (mind, memory) SELECT mind, seq FROM memories WHERE mind = ?1", [n])?;
    Ok(())
}
