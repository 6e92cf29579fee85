//! One pass over a block: which of its memories may be among the best.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering as Memory};

use omoide_core::formulas::similarity::above_floor;
use omoide_core::ports::store::{Outline, Scoring};

use super::blocks::SLOTS;
use super::cache::{CachedBlock, Outlines, Planes};
use super::code::{CodeScale, CosineEstimate, QueryCode};
use crate::lock;

/// A cosine is 1 at most, but its computation can say a little more.
pub(super) const HIGHEST: f64 = 1.0 + 1e-9;

/// A ceiling may be computed in another order than the score that it bounds.
const CEILING_ROUNDING: f64 = 1e-9;

/// How often a cutoff is made twice as precise.
const CUTOFF_STEPS: usize = 12;

/// The lowest score that is still wanted, as far as is known; shared by all who scan.
pub(super) struct ScoreThreshold {
    wanted: usize,
    lowest: Mutex<BinaryHeap<Reverse<Score>>>,
    /// The bits of the lowest of them, once there are enough.
    bits: AtomicU64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Score(f64);

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl ScoreThreshold {
    pub(super) fn new(wanted: usize) -> Self {
        let bits = AtomicU64::new(f64::NEG_INFINITY.to_bits());
        Self { wanted, lowest: Mutex::new(BinaryHeap::new()), bits }
    }

    pub(super) fn get(&self) -> f64 {
        f64::from_bits(self.bits.load(Memory::Relaxed))
    }

    /// Takes note of a score that some memory has at least; each memory is told of once.
    fn raise(&self, score: f64) {
        if score <= self.get() {
            return;
        }
        let mut lowest = lock(&self.lowest);
        lowest.push(Reverse(Score(score)));
        if lowest.len() > self.wanted {
            lowest.pop();
        }
        if lowest.len() == self.wanted
            && let Some(Reverse(Score(score))) = lowest.peek()
        {
            self.bits.store(score.to_bits(), Memory::Relaxed);
        }
    }
}

/// A memory that may be among the best.
#[derive(Clone, Copy)]
pub(super) struct ScanCandidate<'i> {
    /// The highest score that it can have.
    pub(super) highest: f64,
    pub(super) outline: Outline,
    /// Where its code is, if it has one.
    pub(super) place: Option<(&'i CachedBlock, usize)>,
    /// Whether all of its code was looked at.
    pub(super) is_fine: bool,
}

/// What a query asks of each block.
#[derive(Clone, Copy)]
pub(super) struct Scan<'a> {
    /// None of a query without a direction, which is like nothing.
    pub(super) code: Option<&'a QueryCode>,
    pub(super) scoring: &'a dyn Scoring,
    pub(super) floor: f64,
    pub(super) threshold: &'a ScoreThreshold,
}

impl Scan<'_> {
    /// The highest score that a memory of the block can have at a cosine.
    pub(super) fn ceiling(&self, block: &CachedBlock, cosine: f64) -> f64 {
        let similarity = above_floor(cosine, self.floor);
        rounded_up(block.front.ceiling(|retention, recalls| self.scoring.ceiling(retention, recalls, similarity)))
    }

    /// Collects the memories that may be among the best. `fine` gives the rows of low halves when they are
    /// needed, if they can be had.
    pub(super) fn pass<'i, 'p, E>(
        &self,
        block: &'i CachedBlock,
        outlines: &Outlines<'_>,
        planes: Option<&'p Planes>,
        found: &mut Vec<ScanCandidate<'i>>,
        mut fine: impl FnMut(&'p Planes) -> Result<Option<&'p [u8]>, E>,
    ) -> Result<(), E> {
        let (mut products, mut highest) = ([0; SLOTS], [f64::INFINITY; SLOTS]);
        if let (Some(planes), Some(code)) = (planes, self.code) {
            code.products(planes.coarse_rows(), &mut products);
            code.highest(&products, &planes.scales, &mut highest);
        }
        let cutoff = self.cutoff(block);
        for (position, highest) in highest.into_iter().enumerate() {
            if highest < cutoff {
                continue;
            }
            let Some(outline) = outlines.get(position) else { continue };
            let Some((planes, scale)) = planes.map(|p| (p, p.scales[position])).filter(|(_, s)| s.has_code()) else {
                self.consider(ScanCandidate { highest: 0.0, outline, place: None, is_fine: true }, (0.0, 0.0), found);
                continue;
            };
            if self.code.is_some() && !self.may_matter(&outline, above_floor(highest, self.floor)) {
                continue;
            }
            let rows = fine(planes)?;
            if let (Some(rows), Some(code)) = (rows, self.code) {
                let mut product = [0];
                code.products(planes.row(rows, position), &mut product);
                let estimate = code.estimate(products[position], product[0], scale);
                if !self.may_matter(&outline, self.span(estimate).0) {
                    continue;
                }
            }
            let span = self.span(self.estimate(planes, rows, position, scale));
            let (place, is_fine) = (Some((block, position)), rows.is_some());
            self.consider(ScanCandidate { highest: 0.0, outline, place, is_fine }, span, found);
        }
        Ok(())
    }

    /// Looks at the low halves of a candidate's code too; none if it no longer matters.
    pub(super) fn refine<'i>(
        &self,
        candidate: ScanCandidate<'i>,
        planes: &Planes,
        rows: &[u8],
        position: usize,
    ) -> Option<ScanCandidate<'i>> {
        let span = self.span(self.estimate(planes, Some(rows), position, planes.scales[position]));
        // Its score was told of before, and would count twice if it were told of again.
        let highest = self.scoring.score(&candidate.outline, span.0)?;
        (highest >= self.threshold.get()).then_some(ScanCandidate { highest, is_fine: true, ..candidate })
    }

    /// What is known of a cosine, with the low halves if they can be had.
    fn estimate(&self, planes: &Planes, fine: Option<&[u8]>, position: usize, scale: CodeScale) -> CosineEstimate {
        let Some(code) = self.code else { return CosineEstimate { cosine: 0.0, error: 0.0 } };
        let coarse = planes.row(planes.coarse_rows(), position);
        match fine {
            Some(fine) => code.fine(coarse, planes.row(fine, position), scale),
            None => code.coarse(coarse, scale),
        }
    }

    /// The highest similarity that an estimate allows, and the lowest.
    fn span(&self, estimate: CosineEstimate) -> (f64, f64) {
        let similarity = |cosine| above_floor(cosine, self.floor);
        (similarity(estimate.cosine + estimate.error), similarity(estimate.cosine - estimate.error))
    }

    /// A cosine below which no memory of the block matters, whichever it is.
    ///
    /// Halving what is left a few times is as good as knowing how a score is computed.
    fn cutoff(&self, block: &CachedBlock) -> f64 {
        let lowest = self.threshold.get();
        let (mut low, mut high) = (-HIGHEST, HIGHEST);
        if self.ceiling(block, low) >= lowest {
            return f64::NEG_INFINITY;
        }
        for _ in 0..CUTOFF_STEPS {
            let middle = low.midpoint(high);
            if self.ceiling(block, middle) < lowest {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }

    fn may_matter(&self, outline: &Outline, similarity: f64) -> bool {
        let lowest = self.threshold.get();
        let ceiling = self.scoring.ceiling(outline.strength, outline.uses, similarity);
        rounded_up(ceiling) >= lowest
            && self.scoring.score(outline, similarity).is_some_and(|highest| highest >= lowest)
    }

    /// Keeps a memory whose similarity is in that span, if it may be among the best.
    fn consider<'i>(&self, candidate: ScanCandidate<'i>, (high, low): (f64, f64), found: &mut Vec<ScanCandidate<'i>>) {
        let Some(highest) = self.scoring.score(&candidate.outline, high) else { return };
        if highest < self.threshold.get() {
            return;
        }
        if let Some(lowest) = self.scoring.score(&candidate.outline, low) {
            self.threshold.raise(lowest);
        }
        found.push(ScanCandidate { highest, ..candidate });
    }
}

fn rounded_up(ceiling: f64) -> f64 {
    ceiling + ceiling.abs() * CEILING_ROUNDING
}
