//! Finding memories by their words.

use super::StoreError;
use crate::{Field, FieldCounts, FieldLengths, MindName, Seq, Term, Wording, Words};

/// How a term stands in a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posting {
    /// The memory.
    pub seq: Seq,
    /// How often the term stands in each field.
    pub counts: FieldCounts,
    /// How many words each field of the memory has.
    pub lengths: FieldLengths,
}

/// What scoring needs to know of all memories of a mind that are in the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WordStatistics {
    /// How many there are.
    pub memories: u64,
    /// How many words each field has in all of them.
    pub lengths: [u64; Field::COUNT],
}

/// The answer to a look into the index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lookup {
    /// Of the memories in the index.
    pub statistics: WordStatistics,
    /// For each term that was asked for, in that order, the memories that have it, by place. How many there
    /// are is how many memories have the term.
    pub lists: Vec<Vec<Posting>>,
}

/// The index over words: a cache of the texts, always as current as the transaction that looks.
///
/// It is over what a memory said at first ([`Wording`]), so a summary changes nothing. Each memory's words
/// were taken by the rules of some version; a look into the index sees those of the version it names, and
/// the others count as not indexed.
pub trait WordIndex {
    /// Calls `visit` with every memory that has one of the terms, several at a time, by the term's place among `terms`, in
    /// no particular order.
    ///
    /// Reading who has a common term takes time. Where about how many have it is known beforehand, `is_wanted` is asked
    /// once, with the term's place and that share of the memories; of a term that is not wanted nobody is told.
    fn each_posting(
        &self,
        mind: &MindName,
        version: u32,
        terms: &[Term],
        is_wanted: &mut dyn FnMut(usize, f64) -> bool,
        visit: &mut dyn FnMut(usize, &[Posting]),
    ) -> Result<WordStatistics, StoreError>;

    /// The memories that have the terms.
    fn lookup(&self, mind: &MindName, version: u32, terms: &[Term]) -> Result<Lookup, StoreError> {
        let mut lists = vec![Vec::new(); terms.len()];
        let mut note = |term: usize, postings: &[Posting]| lists[term].extend_from_slice(postings);
        let statistics = self.each_posting(mind, version, terms, &mut |_, _| true, &mut note)?;
        for list in &mut lists {
            list.sort_unstable_by_key(|posting: &Posting| posting.seq);
        }
        Ok(Lookup { statistics, lists })
    }

    /// The terms that begin as `prefix` does, of its kind, and how many memories have each: the `limit` that
    /// most memories have, in order of terms.
    fn terms_beginning(
        &self,
        mind: &MindName,
        version: u32,
        prefix: &Term,
        limit: usize,
    ) -> Result<Vec<(Term, u64)>, StoreError>;

    /// The memories that are not in the index under that version, the last one first; at most `limit`, and
    /// only those before `before`.
    fn without_words(
        &self,
        mind: &MindName,
        version: u32,
        before: Option<Seq>,
        limit: usize,
    ) -> Result<Vec<Seq>, StoreError>;

    /// How many memories are not in the index under that version.
    fn without_words_count(&self, mind: &MindName, version: u32) -> Result<u64, StoreError>;

    /// What the words of those memories are taken from, in the order of `seqs`; those that are not there
    /// are left out.
    fn wordings(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<(Seq, Wording)>, StoreError>;
}

/// Writing into the index over words, inside a transaction.
pub trait WordIndexWriter {
    /// Puts the words of memories into the index, in place of those that they had; memories that are not
    /// there are passed over.
    fn put_words(&mut self, mind: &MindName, words: &[(Seq, Words)]) -> Result<(), StoreError>;

    /// Joins what lies apart in the index, if there is enough of it: whoever looks then has fewer places to look into. What
    /// is found stays the same.
    fn join_words(&mut self, mind: &MindName, version: u32) -> Result<(), StoreError>;

    /// Empties the index: all memories count as not indexed.
    fn drop_words(&mut self, mind: &MindName) -> Result<(), StoreError>;
}
