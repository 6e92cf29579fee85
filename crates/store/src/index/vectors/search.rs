//! The best memories, exactly, without looking at most of them.
//!
//! Blocks are gone through by the highest score that any of their memories can have, until none that is
//! left can reach the lowest of those that are wanted. Within a block the high halves of the codes bound
//! each score from above; the few that may still matter are bounded more closely by the low halves too.
//! Full vectors are read for those that are left, the most promising first, and decide.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering as Memory};

use omoide_core::Seq;
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::ports::store::{Outline, OutlineSight, Scoring, VectorMatch, VectorQuery};

use super::blocks::{ModelNumber, RecordReader, SLOTS};
use super::cache::{CachedBlock, MindIndex, Planes};
use super::code::{QueryCode, row_length};
use super::reading::PlaneReader;
use super::scan::{HIGHEST, Scan, ScanCandidate, ScoreThreshold};
use crate::index::{Backing, Result, Rows};

/// Blocks that are gone through before it is decided whether a second thread is worth its start.
const BLOCKS_ALONE: usize = 8;

/// Bytes of codes that are worth starting a second thread for.
const BYTES_FOR_TWO: usize = 4 << 20;

/// A question to a mind's index.
pub(super) struct VectorSearch<'a> {
    pub(super) rows: &'a dyn Rows,
    pub(super) reader: RefCell<PlaneReader<'a>>,
    pub(super) records: RefCell<RecordReader<'a>>,
    pub(super) query: &'a VectorQuery<'a>,
    pub(super) scoring: &'a dyn Scoring,
    pub(super) wanted: usize,
    pub(super) threads: usize,
}

/// A model and its size.
type Model = (ModelNumber, usize);

impl VectorSearch<'_> {
    /// The best memories, the best first.
    pub(super) fn best(&self, index: &MindIndex) -> Result<Vec<VectorMatch>> {
        if self.wanted == 0 {
            return Ok(Vec::new());
        }
        let dimensions = self.query.vector.len();
        let model = self.rows.model(self.query.model, dimensions)?.map(|number| (number, dimensions));
        let (code, threshold) = (QueryCode::of(self.query.vector), ScoreThreshold::new(self.wanted));
        let (scoring, floor) = (self.scoring, self.query.floor);
        let scan = Scan { code: code.as_ref(), scoring, floor, threshold: &threshold };
        let mut blocks: Vec<(f64, &CachedBlock)> = index.blocks.iter().map(|b| (scan.ceiling(b, HIGHEST), b)).collect();
        blocks.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut candidates = Vec::new();
        for (done, (ceiling, block)) in blocks.iter().enumerate() {
            if *ceiling < threshold.get() {
                break;
            }
            if done == BLOCKS_ALONE && self.threads > 1 && is_much(&blocks[done..], model, &threshold) {
                scan_together(&scan, &blocks[done..], model, self.threads, &mut candidates);
                break;
            }
            self.scan(&scan, block, model, &mut candidates)?;
        }
        self.refine(&scan, &mut candidates, model)?;
        self.decide(candidates, model)
    }

    /// Goes through a block, and reads what was not read yet of it.
    fn scan<'i>(
        &self,
        scan: &Scan<'_>,
        block: &'i CachedBlock,
        model: Option<Model>,
        found: &mut Vec<ScanCandidate<'i>>,
    ) -> Result<()> {
        let outlines = block.outlines(&mut self.records.borrow_mut())?;
        let planes = match model {
            Some(model) => block.planes(&mut self.reader.borrow_mut(), model)?,
            None => None,
        };
        let outcome = scan.pass(block, &outlines, planes.as_deref(), found, |planes| match model {
            Some(model) => planes.fine_rows(&mut self.reader.borrow_mut(), block.number, model).map(Some),
            None => Ok(None),
        });
        planes.into_iter().for_each(|planes| Planes::let_go(planes, &mut self.reader.borrow_mut()));
        outcome
    }

    /// Looks at all of the codes of candidates that other threads could not.
    fn refine(&self, scan: &Scan<'_>, candidates: &mut Vec<ScanCandidate<'_>>, model: Option<Model>) -> Result<()> {
        candidates.retain(|candidate| candidate.highest >= scan.threshold.get());
        let Some(model) = model else { return Ok(()) };
        for candidate in candidates.iter_mut().filter(|candidate| !candidate.is_fine) {
            let Some((block, position)) = candidate.place else { continue };
            let mut reader = self.reader.borrow_mut();
            let Some(planes) = block.planes(&mut reader, model)? else { continue };
            let rows = planes.fine_rows(&mut reader, block.number, model)?;
            match scan.refine(*candidate, &planes, rows, position) {
                Some(refined) => *candidate = refined,
                None => candidate.highest = f64::NEG_INFINITY,
            }
        }
        candidates.retain(|candidate| candidate.highest >= scan.threshold.get());
        Ok(())
    }

    /// Computes the scores of candidates from the full vectors, as far as they can still matter.
    fn decide(&self, mut candidates: Vec<ScanCandidate<'_>>, model: Option<Model>) -> Result<Vec<VectorMatch>> {
        candidates.sort_by(|a, b| b.highest.total_cmp(&a.highest));
        let mut best: Vec<VectorMatch> = Vec::new();
        let mut vector = Vec::new();
        for candidate in candidates {
            if best.len() == self.wanted && best[self.wanted - 1].score > candidate.highest {
                break;
            }
            let similarity = match model.filter(|_| candidate.place.is_some()) {
                Some(model) => self.similarity(&candidate.outline, model, &mut vector)?,
                None => 0.0,
            };
            if let Some(score) = self.scoring.score(&candidate.outline, similarity) {
                let found = VectorMatch { outline: candidate.outline, similarity, score };
                let place = best.partition_point(|other| is_before(other, &found));
                best.insert(place, found);
                best.truncate(self.wanted);
            }
        }
        Ok(best)
    }

    fn similarity(&self, outline: &Outline, model: Model, vector: &mut Vec<f32>) -> Result<f64> {
        let has_vector = self.rows.shown_vector(outline.seq, model.0, vector)?;
        let cosine = if has_vector { cosine(self.query.vector, vector) } else { 0.0 };
        Ok(above_floor(cosine, self.query.floor))
    }
}

/// Whether one comes before the other: by score, then active before archived, then older before newer.
pub(crate) fn is_before(one: &VectorMatch, other: &VectorMatch) -> bool {
    let by_rank = one.score.total_cmp(&other.score).reverse();
    let key = |found: &VectorMatch| (found.outline.is_archived, found.outline.seq);
    by_rank.then_with(|| key(one).cmp(&key(other))) == Ordering::Less
}

/// Whether what is left may be so much that a second thread helps, and has all been read before.
fn is_much(left: &[(f64, &CachedBlock)], model: Option<Model>, threshold: &ScoreThreshold) -> bool {
    let Some((model, dimensions)) = model else { return false };
    let lowest = threshold.get();
    let left = left.iter().take_while(|(ceiling, _)| *ceiling >= lowest);
    let bytes = SLOTS * row_length(dimensions);
    let is_read = |block: &CachedBlock| block.kept_outlines().is_some() && block.kept_planes(model).is_some();
    let (count, is_read) = left.fold((0, true), |(count, all), (_, block)| (count + 1, all && is_read(block)));
    is_read && count * bytes >= BYTES_FOR_TWO
}

/// Goes through blocks that have been read before, on several threads.
fn scan_together<'i>(
    scan: &Scan<'_>,
    left: &[(f64, &'i CachedBlock)],
    model: Option<Model>,
    threads: usize,
    found: &mut Vec<ScanCandidate<'i>>,
) {
    let Some((model, _)) = model else { return };
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some((ceiling, block)) = left.get(next.fetch_add(1, Memory::Relaxed)) {
            if *ceiling < scan.threshold.get() {
                break;
            }
            let (Some(outlines), Some(planes)) = (block.kept_outlines(), block.kept_planes(model)) else {
                continue;
            };
            let outcome = scan.pass(block, &outlines, planes.as_deref(), &mut found, |planes| {
                Ok::<_, Infallible>(planes.fine_rows_if_read())
            });
            let Ok(()) = outcome;
        }
        found
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        found.extend(work());
        for other in others {
            match other.join() {
                Ok(more) => found.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
}

/// From so many components on the errors of the high halves of a code come to a hundredth: the low halves
/// would be as much to read again.
const COMPONENTS_FOR_HALF: usize = 128;

/// The estimates of the similarities of a block's memories; not a number where there is no code.
type Estimates = [f64; SLOTS];

/// Calls `visit` with every memory and the estimate of its similarity.
pub(super) fn similarities(
    backing: Backing<'_>,
    index: &MindIndex,
    query: &VectorQuery<'_>,
    visit: &mut dyn FnMut(&OutlineSight, Option<f64>),
) -> Result<()> {
    estimate(backing, index, query, |block, records, estimates| {
        let sights = block.sights(records)?;
        sights.each(|position, sight| visit(sight, known(estimates, position)));
        sights.let_go(records);
        Ok(())
    })
}

/// Calls `visit` with the places of the memories of each block and the estimates of their similarities.
pub(super) fn similarities_of_known(
    backing: Backing<'_>,
    index: &MindIndex,
    query: &VectorQuery<'_>,
    visit: &mut dyn FnMut(&[Seq], &[f64]),
) -> Result<()> {
    estimate(backing, index, query, |block, records, estimates| {
        visit(block.seqs(records)?, estimates);
        Ok(())
    })
}

fn known(estimates: &Estimates, position: usize) -> Option<f64> {
    Some(estimates[position]).filter(|similarity| !similarity.is_nan())
}

/// Calls `visit` with each block and the estimates of its similarities.
fn estimate(
    backing: Backing<'_>,
    index: &MindIndex,
    query: &VectorQuery<'_>,
    mut visit: impl FnMut(&CachedBlock, &mut RecordReader<'_>, &Estimates) -> Result<()>,
) -> Result<()> {
    let dimensions = query.vector.len();
    let model = backing.rows.model(query.model, dimensions)?.map(|number| (number, dimensions));
    let code = QueryCode::of(query.vector);
    let is_half_enough = dimensions >= COMPONENTS_FOR_HALF;
    let (mut reader, mut records) = (PlaneReader::new(backing.blobs), RecordReader::new(backing.blobs));
    let (mut coarse, mut fine) = ([0; SLOTS], [0; SLOTS]);
    let mut estimates = [f64::NAN; SLOTS];
    for block in &index.blocks {
        let planes = match model {
            Some(model) => block.planes(&mut reader, model)?.map(|planes| (planes, model)),
            None => None,
        };
        match (&planes, &code) {
            (Some((planes, model)), Some(code)) => {
                code.products(planes.coarse_rows(), &mut coarse);
                if !is_half_enough {
                    code.products(planes.fine_rows(&mut reader, block.number, *model)?, &mut fine);
                }
                let fine = (!is_half_enough).then_some(&fine[..]);
                code.cosines(&coarse, fine, &planes.scales, &mut estimates);
                estimates.iter_mut().for_each(|cosine| *cosine = above_floor(*cosine, query.floor));
            }
            // What has no direction is like nothing.
            (Some((planes, _)), None) => {
                for (estimate, scale) in estimates.iter_mut().zip(&planes.scales) {
                    *estimate = if scale.has_code() { above_floor(0.0, query.floor) } else { f64::NAN };
                }
            }
            (None, _) => estimates.fill(f64::NAN),
        }
        visit(block, &mut records, &estimates)?;
        planes.into_iter().for_each(|(planes, _)| Planes::let_go(planes, &mut reader));
    }
    Ok(())
}
