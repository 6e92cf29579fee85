//! Whether the index over words holds every memory once, and nothing else.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

use omoide_core::ports::store::Finding;
use omoide_core::{Seq, Term};

use super::segment::{self, BlockReader, Segment, each_entry, unreadable};
use super::{fresh, remove};
use crate::index::{Backing, Blobs, BlockSpace, IndexFault, KeyRange, MindNumber, Result};

const UNREADABLE: &str = "parts of the word index that cannot be read";
const STRANGERS: &str = "words of memories that no longer exist";
const LOST: &str = "memories that are missing from the word index";

/// What is wrong with the index of one mind.
#[derive(Default)]
struct WordSurvey {
    /// Segments that cannot be read.
    broken_segments: Vec<Segment>,
    /// Rows of fresh memories that cannot be read.
    broken_rows: Vec<Seq>,
    /// Places in the index where no memory is, or where one is twice.
    strangers: HashSet<Seq>,
    /// Memories that are neither in the index nor known to be missing.
    lost: HashSet<Seq>,
}

/// Looks for what is wrong.
pub(crate) fn check(backing: Backing<'_>) -> Result<Vec<Finding>> {
    let surveys: Vec<WordSurvey> = minds(backing)?.into_iter().map(|n| survey(backing, n)).collect::<Result<_>>()?;
    Ok(findings(&surveys))
}

/// Takes out what is wrong; what is lost is noted as not indexed. Returns what was found.
pub(crate) fn repair(backing: Backing<'_>) -> Result<Vec<Finding>> {
    let mut surveys = Vec::new();
    let blobs = backing.blobs;
    for n in minds(backing)? {
        let found = survey(backing, n)?;
        found.broken_segments.iter().try_for_each(|segment| segment.delete(blobs, n))?;
        found.broken_rows.iter().try_for_each(|seq| fresh::delete(blobs, n, *seq))?;
        remove(blobs, n, &found.strangers.iter().copied().collect::<Vec<_>>())?;
        // What was taken out for any reason is lost now, too.
        for seq in survey(backing, n)?.lost {
            super::gaps::insert(blobs, n, seq)?;
        }
        surveys.push(found);
    }
    Ok(findings(&surveys))
}

fn findings(surveys: &[WordSurvey]) -> Vec<Finding> {
    let count = |of: &dyn Fn(&WordSurvey) -> usize| surveys.iter().map(|s| of(s) as u64).sum::<u64>();
    let all = [
        (UNREADABLE, count(&|s| s.broken_segments.len() + s.broken_rows.len())),
        (STRANGERS, count(&|s| s.strangers.len())),
        (LOST, count(&|s| s.lost.len())),
    ];
    let found = all.into_iter().filter(|(_, rows)| *rows > 0);
    found
        .map(|(problem, rows)| Finding { area: "words", problem: problem.to_owned(), rows, can_be_repaired: true })
        .collect()
}

fn minds(backing: Backing<'_>) -> Result<BTreeSet<MindNumber>> {
    let mut minds: BTreeSet<MindNumber> = backing.rows.minds()?.into_iter().collect();
    for space in [BlockSpace::WordSegments, BlockSpace::FreshWords, BlockSpace::WordGaps] {
        backing.blobs.lengths(KeyRange::of(space, &[]), &mut |key, _| {
            minds.insert(key.numbers[0]);
            Ok(ControlFlow::Continue(()))
        })?;
    }
    Ok(minds)
}

fn survey(backing: Backing<'_>, n: MindNumber) -> Result<WordSurvey> {
    let blobs = backing.blobs;
    let mut survey = WordSurvey::default();
    let memories: HashSet<Seq> = backing.rows.seqs(n)?.into_iter().collect();
    let mut places: HashMap<Seq, u32> = HashMap::new();
    blobs.lengths(KeyRange::of(BlockSpace::WordGaps, &[n]), &mut |key, _| {
        *places.entry(Seq(key.numbers[1])).or_default() += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    for segment in segment::all(blobs, n)? {
        match verified(blobs, &segment) {
            Ok(held) => held.into_iter().for_each(|seq| *places.entry(seq).or_default() += 1),
            Err(IndexFault::Unreadable(_)) => survey.broken_segments.push(segment),
            Err(fault) => return Err(fault),
        }
    }
    blobs.list(KeyRange::of(BlockSpace::FreshWords, &[n]), &mut |key, data| {
        let seq = Seq(key.numbers[1]);
        if is_row_whole(data).is_ok() {
            *places.entry(seq).or_default() += 1;
        } else {
            survey.broken_rows.push(seq);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    survey.lost = memories.iter().filter(|seq| !places.contains_key(seq)).copied().collect();
    let is_stranger = |(seq, times): &(&Seq, &u32)| **times > 1 || !memories.contains(seq);
    survey.strangers = places.iter().filter(is_stranger).map(|(seq, _)| *seq).collect();
    Ok(survey)
}

/// The memories that a segment holds, once all of it has been read.
fn verified(blobs: &dyn Blobs, segment: &Segment) -> Result<Vec<Seq>> {
    let documents = segment.documents(blobs)?;
    let mut is_whole = segment::totals(&documents) == (segment.memories, segment.lengths);
    let mut last: Vec<u8> = Vec::new();
    segment.each_block(blobs, |first, data| {
        let mut reader = BlockReader::new(data);
        let mut is_first = true;
        while let Some(list) = reader.advance()? {
            is_whole &= !is_first || reader.term() == first;
            is_whole &= reader.term() > last.as_slice() && Term::from_bytes(reader.term()).is_some();
            is_first = false;
            each_entry(list, |index, _| {
                is_whole &= documents.get(index as usize).is_some_and(|document| document.seq().is_some());
            })?;
            last.clear();
            last.extend(reader.term());
        }
        Ok(())
    })?;
    if is_whole { Ok(documents.iter().filter_map(|document| document.seq()).collect()) } else { Err(unreadable()) }
}

fn is_row_whole(data: &[u8]) -> Result<()> {
    let mut row = fresh::FreshRow::open(data)?;
    let mut last: Vec<u8> = Vec::new();
    while let Some((term, _)) = row.next()? {
        if term <= last.as_slice() || Term::from_bytes(term).is_none() {
            return Err(unreadable());
        }
        last.clear();
        last.extend(term);
    }
    Ok(())
}
