//! The words of memories that were written down lately, a block each.

use std::ops::ControlFlow;

use omoide_core::{FieldCounts, FieldLengths, Seq, Words};

use super::codec::{number, put_counted_term, put_number, read_counted_term};
use crate::index::{Blobs, BlockKey, BlockSpace, IndexFault, KeyRange, MindNumber, Result};

/// Writes the words of a memory that has none in the index.
pub(super) fn insert(blobs: &dyn Blobs, n: MindNumber, seq: Seq, words: &Words) -> Result<()> {
    blobs.put(BlockKey::new(BlockSpace::FreshWords, &[n, seq.0, i64::from(words.version)]), &packed(words))?;
    super::gaps::delete(blobs, n, seq)
}

/// Removes the fresh words of a memory.
pub(super) fn delete(blobs: &dyn Blobs, n: MindNumber, seq: Seq) -> Result<()> {
    blobs.delete_all(BlockSpace::FreshWords, &[n, seq.0])
}

/// How many memories have fresh words of that version; never more than `most`.
pub(super) fn count(blobs: &dyn Blobs, n: MindNumber, version: u32, most: usize) -> Result<usize> {
    let mut count = 0;
    blobs.lengths(KeyRange::of(BlockSpace::FreshWords, &[n]), &mut |key, _| {
        count += usize::from(key.numbers[2] == i64::from(version));
        Ok(if count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(count)
}

/// Calls `visit` with the fresh words of that version, by place.
pub(super) fn each(
    blobs: &dyn Blobs,
    n: MindNumber,
    version: u32,
    visit: &mut dyn FnMut(Seq, FreshRow<'_>) -> Result<()>,
) -> Result<()> {
    blobs.list(KeyRange::of(BlockSpace::FreshWords, &[n]), &mut |key, data| {
        let [_, seq, other] = key.numbers;
        if other == i64::from(version) {
            visit(Seq(seq), FreshRow::open(data)?)?;
        }
        Ok(ControlFlow::Continue(()))
    })
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

fn unreadable() -> IndexFault {
    IndexFault::Unreadable("the words of a memory cannot be read".to_owned())
}
