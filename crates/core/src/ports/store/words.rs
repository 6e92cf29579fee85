//! The word index: memories by their words.

use super::StoreError;
use crate::{Field, FieldCounts, FieldLengths, MindName, Seq, Term, Wording, Words};

/// One term in one memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Posting {
    /// The memory.
    pub seq: Seq,
    /// The number of occurrences in each field.
    pub counts: FieldCounts,
    /// The number of words of each field of the memory.
    pub lengths: FieldLengths,
}

/// Totals of all indexed memories of a mind, for scoring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WordStatistics {
    /// The number of memories.
    pub memories: u64,
    /// The number of words of each field, summed over all memories.
    pub lengths: [u64; Field::COUNT],
}

/// The result of a lookup.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lookup {
    /// Totals of the index.
    pub statistics: WordStatistics,
    /// One list per requested term, in the same order: the memories that have the term, by `Seq`.
    pub lists: Vec<Vec<Posting>>,
}

/// Reads the word index, a cache of the texts that is always current within its transaction.
///
/// It indexes the original text of a memory ([`Wording`]), so summaries change nothing. Words are extracted by versioned
/// rules. A lookup names a version and sees only the memories indexed under it; the others count as not indexed.
pub trait WordIndex {
    /// Calls `visit` with batches of postings and the index of their term in `terms`, in no particular order.
    ///
    /// The postings of a common term take long to read. If the store can estimate the share of memories that have a term,
    /// it calls `is_wanted` once with the index of the term and that share, and skips the term if the answer is no.
    fn each_posting(
        &self,
        mind: &MindName,
        version: u32,
        terms: &[Term],
        is_wanted: &mut dyn FnMut(usize, f64) -> bool,
        visit: &mut dyn FnMut(usize, &[Posting]),
    ) -> Result<WordStatistics, StoreError>;

    /// Returns the memories that have each of the terms.
    fn lookup(&self, mind: &MindName, version: u32, terms: &[Term]) -> Result<Lookup, StoreError> {
        let mut lists = vec![Vec::new(); terms.len()];
        let mut note = |term: usize, postings: &[Posting]| lists[term].extend_from_slice(postings);
        let statistics = self.each_posting(mind, version, terms, &mut |_, _| true, &mut note)?;
        for list in &mut lists {
            list.sort_unstable_by_key(|posting: &Posting| posting.seq);
        }
        Ok(Lookup { statistics, lists })
    }

    /// Returns terms of the kind of `prefix` that start with it, with the number of memories that have each. Of more than
    /// `limit` terms the most frequent are kept. The result is ordered by term.
    fn terms_beginning(
        &self,
        mind: &MindName,
        version: u32,
        prefix: &Term,
        limit: usize,
    ) -> Result<Vec<(Term, u64)>, StoreError>;

    /// Returns at most `limit` memories that are not indexed under this version and come before `before`, newest first.
    fn without_words(
        &self,
        mind: &MindName,
        version: u32,
        before: Option<Seq>,
        limit: usize,
    ) -> Result<Vec<Seq>, StoreError>;

    /// Counts the memories that are not indexed under this version.
    fn without_words_count(&self, mind: &MindName, version: u32) -> Result<u64, StoreError>;

    /// Returns the texts from which the words of these memories are extracted, in the order of `seqs`; unknown memories
    /// are left out.
    fn wordings(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<(Seq, Wording)>, StoreError>;
}

/// Writes the word index, inside a transaction.
pub trait WordIndexWriter {
    /// Replaces the indexed words of memories. Unknown memories are ignored.
    fn put_words(&mut self, mind: &MindName, words: &[(Seq, Words)]) -> Result<(), StoreError>;

    /// Merges small segments of the index if there are enough of them, which makes lookups faster. Results stay the same.
    fn join_words(&mut self, mind: &MindName, version: u32) -> Result<(), StoreError>;

    /// Empties the index, so that all memories count as not indexed.
    fn drop_words(&mut self, mind: &MindName) -> Result<(), StoreError>;
}
