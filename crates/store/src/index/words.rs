//! The index over words, in blocks.
//!
//! Log-structured: the words of a new memory are one block ([`fresh`]). When enough of them are there, they
//! become a segment ([`segment`]), in which each term has the list of its memories; segments of one size are
//! joined to a larger one ([`merge`]). A look into the index reads the fresh words and, of each segment, the
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

use omoide_core::{Seq, Words};

use super::{Backing, Blobs, BlockSpace, MindNumber, Result};

pub(crate) use check::{check, repair};
pub(crate) use gaps::{count as count_without, note_if_missing, without};
pub(crate) use lookup::{each_posting, terms_beginning};
pub(crate) use merge::join_small;
pub(crate) use take_out::{loosen, remove};

/// Puts the words of a memory that has just been written down into the index.
pub(crate) fn put(blobs: &dyn Blobs, n: MindNumber, seq: Seq, words: Option<&Words>) -> Result<()> {
    match words {
        Some(words) if segment::Document::can_hold(seq) => {
            fresh::insert(blobs, n, seq, words)?;
            merge::merge_if_due(blobs, n, words.version)
        }
        _ => gaps::insert(blobs, n, seq),
    }
}

/// Puts the words of memories into the index, in place of those that they had.
pub(crate) fn put_again(backing: Backing<'_>, n: MindNumber, words: &[(Seq, Words)]) -> Result<()> {
    let Backing { blobs, rows } = backing;
    let mut known = Vec::with_capacity(words.len());
    for entry in words.iter().filter(|(seq, _)| segment::Document::can_hold(*seq)) {
        if rows.is_there(n, entry.0)? {
            known.push(entry);
        }
    }
    let seqs: Vec<Seq> = known.iter().map(|(seq, _)| *seq).collect();
    remove(blobs, n, &seqs)?;
    for (seq, words) in known {
        fresh::insert(blobs, n, *seq, words)?;
        merge::merge_if_due(blobs, n, words.version)?;
    }
    Ok(())
}

/// Empties the index of a mind: all of its memories count as not indexed.
pub(crate) fn drop_all(backing: Backing<'_>, n: MindNumber) -> Result<()> {
    let Backing { blobs, rows } = backing;
    blobs.delete_all(BlockSpace::FreshWords, &[n])?;
    segment::all(blobs, n)?.iter().try_for_each(|segment| segment.delete(blobs, n))?;
    rows.seqs(n)?.into_iter().try_for_each(|seq| gaps::insert(blobs, n, seq))
}
