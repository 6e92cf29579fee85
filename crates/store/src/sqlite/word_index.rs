//! The index over words behind the port.

#[cfg(test)]
mod tests;
mod wordings;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Finding, Posting, WordIndex, WordIndexWriter, WordStatistics};
use omoide_core::{MindName, Seq, Term, Wording, Words};
use rusqlite::Connection;

use super::error::Result;
use super::session::{MindNumber, Session, with_backing};
use crate::index::words;

/// Looks for what is wrong with the index.
pub(super) fn check(c: &Connection) -> Result<Vec<Finding>> {
    with_backing(c, |backing| Ok(words::check(backing)?))
}

/// Takes out what is wrong with it; what is lost is noted as not indexed. Returns what was found.
pub(super) fn repair(c: &Connection) -> Result<Vec<Finding>> {
    with_backing(c, |backing| Ok(words::repair(backing)?))
}

/// Notes that a memory which came back without words has none.
pub(super) fn note_if_missing(c: &Connection, n: MindNumber, seq: Seq) -> Result<()> {
    with_backing(c, |backing| Ok(words::note_if_missing(backing, n, seq)?))
}

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
        self.look(mind, |_, n| {
            self.if_indexed(words::each_posting(self.backing.blobs, n, version, terms, is_wanted, visit))
        })
    }

    fn terms_beginning(&self, mind: &MindName, version: u32, prefix: &Term, limit: usize) -> Answer<Vec<(Term, u64)>> {
        self.look(mind, |_, n| self.if_indexed(words::terms_beginning(self.backing.blobs, n, version, prefix, limit)))
    }

    fn without_words(&self, mind: &MindName, version: u32, before: Option<Seq>, limit: usize) -> Answer<Vec<Seq>> {
        self.look(mind, |_, n| self.if_indexed(words::without(self.backing.blobs, n, version, before, limit)))
    }

    fn without_words_count(&self, mind: &MindName, version: u32) -> Answer<u64> {
        self.look(mind, |_, n| self.if_indexed(words::count_without(self.backing.blobs, n, version)))
    }

    fn wordings(&self, mind: &MindName, seqs: &[Seq]) -> Answer<Vec<(Seq, Wording)>> {
        self.look(mind, |c, n| wordings::wordings(c, n, seqs))
    }
}

impl WordIndexWriter for Session<'_> {
    fn put_words(&mut self, mind: &MindName, words: &[(Seq, Words)]) -> Answer<()> {
        self.change(mind, |session, n| Ok(words::put_again(session.backing, n, words)?))
    }

    fn join_words(&mut self, mind: &MindName, version: u32) -> Answer<()> {
        self.change(mind, |session, n| Ok(words::join_small(session.backing.blobs, n, version)?))
    }

    fn drop_words(&mut self, mind: &MindName) -> Answer<()> {
        self.change(mind, |session, n| Ok(words::drop_all(session.backing, n)?))
    }
}
