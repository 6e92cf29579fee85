//! Looking terms up.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use omoide_core::ports::store::{Posting, WordStatistics};
use omoide_core::{FieldCounts, Term};

use super::codec::about_how_many;
use super::fresh;
use super::scan::{Sought, TermScan};
use super::segment::{self, BlockReader, Document, Segment, each_entry, unreadable};
use crate::index::{Blobs, BlockKey, BlockSpace, KeyRange, MindNumber, Result};

/// Who is told of each memory that has one of the terms.
type Visit<'v> = &'v mut dyn FnMut(usize, &[Posting]);

/// How many memories are told of at a time: few enough for their postings to stay at hand.
const AT_A_TIME: usize = 512;

/// A term that is looked for, and its place among those that were asked for.
type Wanted<'t> = (&'t [u8], usize);

/// Calls `visit` with every memory that has one of the terms. Whether a term is wanted at all is asked with its share of
/// the largest segment: what is common there is common, and all memories have to be treated alike.
pub(crate) fn each_posting(
    blobs: &dyn Blobs,
    n: MindNumber,
    version: u32,
    terms: &[Term],
    is_wanted: &mut dyn FnMut(usize, f64) -> bool,
    visit: Visit<'_>,
) -> Result<WordStatistics> {
    // In order, so that terms which lie together are found in one block.
    let mut wanted: Vec<Wanted<'_>> = terms.iter().map(Term::as_bytes).zip(0..).collect();
    wanted.sort_unstable();
    let mut statistics = WordStatistics::default();
    let mut segments = segment::all(blobs, n)?;
    segments.retain(|segment| segment.version == version);
    segments.sort_unstable_by_key(|segment| (std::cmp::Reverse(segment.memories), segment.number));
    let mut unwanted: Vec<usize> = Vec::new();
    let mut postings: Vec<Posting> = Vec::with_capacity(AT_A_TIME);
    for (at, segment) in segments.iter().enumerate() {
        statistics.memories += segment.memories;
        statistics.lengths.iter_mut().zip(segment.lengths).for_each(|(sum, length)| *sum += length);
        if wanted.is_empty() {
            continue;
        }
        segment.with_documents(blobs, &mut |documents| {
            look_into(blobs, segment, &wanted, &mut |place, list| {
                if at == 0 && !is_wanted(place, about_how_many(list) as f64 / segment.memories.max(1) as f64) {
                    unwanted.push(place);
                    return Ok(());
                }
                each_entry(list, |index, counts| {
                    let document = Document::at(documents, index);
                    if let Some((document, seq)) = document.and_then(|document| Some((document, document.seq()?))) {
                        if postings.len() == AT_A_TIME {
                            visit(place, &postings);
                            postings.clear();
                        }
                        postings.push(Posting { seq, counts, lengths: document.lengths });
                    }
                })?;
                visit(place, &postings);
                postings.clear();
                Ok(())
            })
        })?;
        wanted.retain(|(_, place)| !unwanted.contains(place));
    }
    look_at_fresh(blobs, n, version, &wanted, &mut statistics, visit)?;
    Ok(statistics)
}

/// Calls `take` with the list of each term that the segment has.
fn look_into(
    blobs: &dyn Blobs,
    segment: &Segment,
    wanted: &[Wanted<'_>],
    take: &mut dyn FnMut(usize, &[u8]) -> Result<()>,
) -> Result<()> {
    let mut at = 0;
    while let Some((term, _)) = wanted.get(at) {
        let sought = at;
        blobs.at_or_before(BlockKey::of_words(segment.number, term), &mut |_, block| {
            at = look_through(block, wanted, at, take)?;
            Ok(())
        })?;
        // What the block does not go as far as has another; what should be here and is not, is nowhere.
        at = at.max(sought + 1);
    }
    Ok(())
}

/// Looks for the terms from `at` on in one block; returns the first that lies behind its last term.
fn look_through(
    block: &[u8],
    wanted: &[Wanted<'_>],
    mut at: usize,
    take: &mut dyn FnMut(usize, &[u8]) -> Result<()>,
) -> Result<usize> {
    let mut term = Vec::new();
    let mut scan = TermScan::<&[u8]>::new(block, &mut term);
    while let Some((term, place)) = wanted.get(at) {
        match scan.seek(term) {
            Sought::Found(list) => take(*place, list)?,
            Sought::Passed => {}
            Sought::Ended => break,
            Sought::Unreadable => return Err(unreadable()),
        }
        at += 1;
    }
    Ok(at)
}

fn look_at_fresh(
    blobs: &dyn Blobs,
    n: MindNumber,
    version: u32,
    wanted: &[Wanted<'_>],
    statistics: &mut WordStatistics,
    visit: Visit<'_>,
) -> Result<()> {
    let mut buffer = Vec::new();
    fresh::each(blobs, n, version, &mut |seq, row| {
        statistics.memories += 1;
        statistics.lengths.iter_mut().zip(row.lengths).for_each(|(sum, length)| *sum += u64::from(length));
        let lengths = row.lengths;
        let mut scan = TermScan::<FieldCounts>::new(row.bytes(), &mut buffer);
        for (term, place) in wanted {
            match scan.seek(term) {
                Sought::Found(counts) => visit(*place, &[Posting { seq, counts, lengths }]),
                Sought::Passed => {}
                Sought::Ended => break,
                Sought::Unreadable => return Err(unreadable()),
            }
        }
        Ok(())
    })
}

/// The `limit` terms that begin so and that most memories have, in order of terms.
pub(crate) fn terms_beginning(
    blobs: &dyn Blobs,
    n: MindNumber,
    version: u32,
    prefix: &Term,
    limit: usize,
) -> Result<Vec<(Term, u64)>> {
    let prefix = prefix.as_bytes();
    // No term has this byte.
    let beyond = [prefix, &[0xFF]].concat();
    let mut counts: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
    let mut add = |term: &[u8], count: u64| match counts.get_mut(term) {
        Some(known) => *known += count,
        None => {
            counts.insert(term.to_vec(), count);
        }
    };
    for segment in segment::all(blobs, n)?.iter().filter(|segment| segment.version == version) {
        // The first of them may stand in a block that begins before it.
        let mut from = Vec::new();
        blobs.at_or_before(BlockKey::of_words(segment.number, prefix), &mut |key, _| {
            from.extend(key.term);
            Ok(())
        })?;
        let of_segment = [segment.number];
        let listing = KeyRange { from_term: &from, ..KeyRange::of(BlockSpace::WordBlocks, &of_segment) };
        blobs.list(listing, &mut |key, block| {
            if key.term >= beyond.as_slice() {
                return Ok(ControlFlow::Break(()));
            }
            let mut reader = BlockReader::new(block);
            while let Some(list) = reader.advance()? {
                if reader.term().starts_with(prefix) {
                    let mut count = 0;
                    each_entry(list, |_, _| count += 1)?;
                    add(reader.term(), count);
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    fresh::each(blobs, n, version, &mut |_, mut row| {
        while let Some((term, _)) = row.next()? {
            if term.starts_with(prefix) {
                add(term, 1);
            }
        }
        Ok(())
    })?;
    let mut found: Vec<(Term, u64)> =
        counts.into_iter().filter_map(|(term, count)| Some((Term::from_bytes(&term)?, count))).collect();
    if found.len() > limit {
        found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        found.truncate(limit);
        found.sort();
    }
    Ok(found)
}
