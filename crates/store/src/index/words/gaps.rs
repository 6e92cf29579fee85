//! Memories that are not in the index: never indexed, or by the rules of another version.

use std::ops::ControlFlow;

use omoide_core::Seq;

use super::segment;
use crate::index::{Backing, Blobs, BlockKey, BlockSpace, KeyRange, MindNumber, Result};

fn key(n: MindNumber, seq: Seq) -> BlockKey<'static> {
    BlockKey::new(BlockSpace::WordGaps, &[n, seq.0])
}

/// Notes that a memory is not indexed.
pub(super) fn insert(blobs: &dyn Blobs, n: MindNumber, seq: Seq) -> Result<()> {
    blobs.put(key(n, seq), &[])
}

pub(super) fn delete(blobs: &dyn Blobs, n: MindNumber, seq: Seq) -> Result<()> {
    blobs.delete(key(n, seq))
}

/// Notes that a memory which came back without words has none.
pub(crate) fn note_if_missing(backing: Backing<'_>, n: MindNumber, seq: Seq) -> Result<()> {
    let is_fresh = backing.blobs.count(BlockSpace::FreshWords, &[n, seq.0])? > 0;
    if is_fresh || !backing.rows.is_there(n, seq)? { Ok(()) } else { insert(backing.blobs, n, seq) }
}

/// How many memories are not indexed under the version.
pub(crate) fn count(blobs: &dyn Blobs, n: MindNumber, version: u32) -> Result<u64> {
    let mut count = blobs.count(BlockSpace::WordGaps, &[n])?;
    each_fresh_of_other_versions(blobs, n, version, None, &mut |_| {
        count += 1;
        ControlFlow::Continue(())
    })?;
    let segments = segment::all(blobs, n)?;
    let others = segments.iter().filter(|segment| segment.version != version);
    Ok(count + others.map(|segment| segment.memories).sum::<u64>())
}

/// The memories before `before` that are not indexed under the version, the last one first.
pub(crate) fn without(
    blobs: &dyn Blobs,
    n: MindNumber,
    version: u32,
    before: Option<Seq>,
    limit: usize,
) -> Result<Vec<Seq>> {
    let mut seqs = Vec::new();
    let take = |seq: Seq, seqs: &mut Vec<Seq>, most: usize| {
        seqs.push(seq);
        if seqs.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    if limit > 0 {
        let prefix = [n];
        let listing =
            KeyRange { below: before.map(|seq| seq.0), ..KeyRange::descending(BlockSpace::WordGaps, &prefix) };
        blobs.lengths(listing, &mut |key, _| Ok(take(Seq(key.numbers[1]), &mut seqs, limit)))?;
        let most = seqs.len().saturating_add(limit);
        each_fresh_of_other_versions(blobs, n, version, before, &mut |seq| take(seq, &mut seqs, most))?;
    }
    for segment in segment::all(blobs, n)?.iter().filter(|segment| segment.version != version) {
        let documents = segment.documents(blobs)?;
        let is_before = |seq: &Seq| before.is_none_or(|before| *seq < before);
        seqs.extend(documents.iter().filter_map(|document| document.seq()).filter(is_before));
    }
    seqs.sort_unstable_by_key(|seq| std::cmp::Reverse(seq.0));
    seqs.truncate(limit);
    Ok(seqs)
}

/// Calls `visit` with the memories before `before` whose fresh words are of another version, the last one first.
fn each_fresh_of_other_versions(
    blobs: &dyn Blobs,
    n: MindNumber,
    version: u32,
    before: Option<Seq>,
    visit: &mut dyn FnMut(Seq) -> ControlFlow<()>,
) -> Result<()> {
    let prefix = [n];
    let listing = KeyRange { below: before.map(|seq| seq.0), ..KeyRange::descending(BlockSpace::FreshWords, &prefix) };
    blobs.lengths(listing, &mut |key, _| {
        let [_, seq, other] = key.numbers;
        Ok(if other == i64::from(version) { ControlFlow::Continue(()) } else { visit(Seq(seq)) })
    })
}
