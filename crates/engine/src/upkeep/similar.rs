//! Which memories are alike: a night's new and rewritten ones against all that are active.
//!
//! A matrix product in single precision finds the few pairs that can reach the threshold; those are
//! computed again in double precision, as the formula says. Vectors stream through in blocks, so memory
//! stays small however many there are.

use std::collections::{HashMap, HashSet};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use ndarray::{Array2, Axis, Slice};
use omoide_core::formulas::similarity::{above_floor, cosine, cosine_of};
use omoide_core::policy::episode::SimilarPair;
use omoide_core::ports::store::Reader;
use omoide_core::ports::{Embedder, StoreError};
use omoide_core::{MindName, Seq, Vector};

use crate::Embedders;

/// How many vectors are multiplied at once.
const BLOCK: usize = 256;

/// How many blocks may wait for each other.
const BLOCKS_IN_FLIGHT: usize = 4;

/// More than single precision can be wrong by, for vectors of any usual size.
const MARGIN: f32 = 1e-3;

/// The memories to look at.
pub(crate) struct SimilarSearch<'a> {
    pub mind: &'a MindName,
    /// From this similarity every pair is wanted.
    pub threshold: f64,
    /// From this one the nearest of each fresh or rewritten memory are wanted, so many at most.
    pub near: (f64, usize),
    /// All active memories, in order.
    pub active: &'a [Seq],
    /// Those made since the night before, whose vectors are in the store.
    pub fresh: Vec<Seq>,
    /// Those rewritten tonight, with their vectors, which are not in the store yet.
    pub rewritten: HashMap<Seq, &'a [Vector]>,
}

/// Pairs of a fresh or rewritten memory with an active one.
#[derive(Clone, Debug, Default)]
pub(crate) struct SimilarPairs {
    /// All that reach the threshold.
    pub alike: Vec<SimilarPair>,
    /// Of those below it, the nearest of each.
    pub near: Vec<SimilarPair>,
}

/// Every pair of a fresh or rewritten memory with an active one that is wanted, once: under the first model
/// that both have a vector of.
pub(crate) fn pairs_under_all(
    reader: &dyn Reader,
    search: &SimilarSearch<'_>,
    embedders: &Embedders,
) -> Result<SimilarPairs, StoreError> {
    let mut pairs = SimilarPairs::default();
    let mut settled = HashSet::new();
    for embedder in embedders.all() {
        if !settled.is_empty() && !has_more(reader, search, embedder, &settled)? {
            continue;
        }
        let space = ModelSpace {
            model: embedder.model(),
            dimensions: embedder.dimensions(),
            threshold: cosine_of(search.threshold, embedder.floor()),
            near: (cosine_of(search.near.0, embedder.floor()), search.near.1),
            floor: embedder.floor(),
        };
        let (found, seen) = similar_pairs(reader, search, &space, &settled)?;
        pairs.alike.extend(found.alike);
        pairs.near.extend(found.near);
        settled.extend(seen);
    }
    Ok(pairs)
}

/// Whether a further model has vectors of memories that those before it have none of.
fn has_more(
    reader: &dyn Reader,
    search: &SimilarSearch<'_>,
    embedder: &dyn Embedder,
    settled: &HashSet<Seq>,
) -> Result<bool, StoreError> {
    let left: Vec<Seq> = search.active.iter().copied().filter(|seq| !settled.contains(seq)).collect();
    // Many are left while a mind changes its model; a few are left when their texts have no words.
    Ok(left.len() > BLOCK || !reader.vectors(search.mind, embedder.model(), &left)?.is_empty())
}

/// One model's vectors, and what counts as alike among them.
struct ModelSpace<'a> {
    model: &'a str,
    dimensions: usize,
    threshold: f64,
    near: (f64, usize),
    floor: f64,
}

/// The pairs under one model of which not both are settled, and who has vectors under it.
fn similar_pairs(
    reader: &dyn Reader,
    search: &SimilarSearch<'_>,
    space: &ModelSpace<'_>,
    settled: &HashSet<Seq>,
) -> Result<(SimilarPairs, Vec<Seq>), StoreError> {
    let fresh: Vec<Seq> = search.fresh.iter().copied().filter(|seq| !search.rewritten.contains_key(seq)).collect();
    let mut touched: Vec<(Seq, Vec<f32>)> = reader.vectors(search.mind, space.model, &fresh)?;
    let of_model = |vectors: &&[Vector]| vectors.iter().find(|v| *v.model == *space.model).map(|v| v.values.clone());
    touched.extend(search.rewritten.iter().filter_map(|(seq, vectors)| Some((*seq, of_model(vectors)?))));
    touched.retain(|(seq, vector)| vector.len() == space.dimensions && is_among(search.active, *seq));
    if touched.is_empty() {
        return Ok((SimilarPairs::default(), Vec::new()));
    }
    touched.sort_by_key(|(seq, _)| *seq);
    let rewritten: Vec<(Seq, Vec<f32>)> =
        touched.iter().filter(|(seq, _)| search.rewritten.contains_key(seq)).cloned().collect();
    // Two that are settled have met under a model before this one.
    let has_unsettled = touched.iter().any(|(seq, _)| !settled.contains(seq));
    let is_met = |seq: Seq| has_unsettled || !settled.contains(&seq);
    let targets = Targets::new(touched, space);
    let mut seen = Vec::new();
    // Reading and multiplying take about as long as each other, so each has a thread.
    let pairs = std::thread::scope(|scope| {
        let (full, to_multiply) = sync_channel::<VectorBatch>(BLOCKS_IN_FLIGHT);
        let (empty, to_fill) = sync_channel::<VectorBatch>(BLOCKS_IN_FLIGHT);
        let multiplier = scope.spawn(move || targets.multiply_all(&to_multiply, &empty));
        let mut filler =
            Filler { block: VectorBatch::new(space.dimensions), full, to_fill, dimensions: space.dimensions };
        for (seq, vector) in rewritten.iter().filter(|(seq, _)| is_met(*seq)) {
            seen.push(*seq);
            filler.push(*seq, vector);
        }
        let scanned = reader.scan_vectors(search.mind, space.model, space.dimensions, &mut |seq, vector| {
            if is_among(search.active, seq) && !search.rewritten.contains_key(&seq) && is_met(seq) {
                seen.push(seq);
                filler.push(seq, vector);
            }
        });
        filler.finish();
        let pairs = multiplier.join().expect("multiplying does not fail");
        scanned.map(|()| pairs)
    })?;
    let is_new = |pair: &SimilarPair| !(settled.contains(&pair.a) && settled.contains(&pair.b));
    let mut found = pairs;
    found.alike.retain(is_new);
    found.near.retain(is_new);
    Ok((found, seen))
}

fn is_among(ordered: &[Seq], seq: Seq) -> bool {
    ordered.binary_search(&seq).is_ok()
}

/// Vectors on their way to be multiplied: who, their lengths, and a row each, as they are.
struct VectorBatch {
    seqs: Vec<Seq>,
    lengths: Vec<f32>,
    rows: Array2<f32>,
}

impl VectorBatch {
    fn new(dimensions: usize) -> Self {
        let rows = Array2::zeros((BLOCK, dimensions));
        Self { seqs: Vec::with_capacity(BLOCK), lengths: Vec::with_capacity(BLOCK), rows }
    }
}

/// Fills blocks with vectors as they are read, and uses those again that were multiplied.
struct Filler {
    block: VectorBatch,
    full: SyncSender<VectorBatch>,
    to_fill: Receiver<VectorBatch>,
    dimensions: usize,
}

impl Filler {
    fn push(&mut self, seq: Seq, vector: &[f32]) {
        let block = &mut self.block;
        let mut row = block.rows.row_mut(block.seqs.len());
        row.as_slice_mut().expect("rows of a new array are contiguous").copy_from_slice(vector);
        block.lengths.push(length(vector));
        block.seqs.push(seq);
        if block.seqs.len() == BLOCK {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        let next = self.to_fill.try_recv().unwrap_or_else(|_| VectorBatch::new(self.dimensions));
        let block = std::mem::replace(&mut self.block, next);
        self.full.send(block).expect("the multiplier waits until all is read");
    }

    fn finish(mut self) {
        self.pass_on();
    }
}

/// The touched memories, which every block is multiplied with.
struct Targets {
    /// In order of insertion.
    touched: Vec<(Seq, Vec<f32>)>,
    /// The same, of length one, a row each.
    units: Array2<f32>,
    threshold: f64,
    near: (f64, usize),
    floor: f64,
}

impl Targets {
    fn new(touched: Vec<(Seq, Vec<f32>)>, space: &ModelSpace<'_>) -> Self {
        let mut units = Array2::zeros((touched.len(), space.dimensions));
        for (mut row, (_, vector)) in units.rows_mut().into_iter().zip(&touched) {
            let length = length(vector);
            let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
            for (to, from) in row.iter_mut().zip(vector) {
                *to = from * scale;
            }
        }
        Self { touched, units, threshold: space.threshold, near: space.near, floor: space.floor }
    }

    fn multiply_all(&self, blocks: &Receiver<VectorBatch>, empty: &SyncSender<VectorBatch>) -> SimilarPairs {
        let mut alike = Vec::new();
        let mut nearest = vec![Nearest::new(self.threshold, self.near); self.touched.len()];
        for mut block in blocks {
            self.multiply(&block, &mut alike, &mut nearest);
            block.seqs.clear();
            block.lengths.clear();
            // Nobody needs it when all is read, or when enough are waiting.
            let _ = empty.try_send(block);
        }
        let near = nearest.into_iter().flat_map(|nearest| nearest.taken(self.near.1)).collect();
        SimilarPairs { alike, near }
    }

    fn multiply(&self, block: &VectorBatch, alike: &mut Vec<SimilarPair>, nearest: &mut [Nearest]) {
        let rows = block.rows.slice_axis(Axis(0), Slice::from(..block.seqs.len()));
        let products = rows.dot(&self.units.t());
        for (row, products) in products.rows().into_iter().enumerate() {
            let length = block.lengths[row];
            for (column, (product, nearest)) in products.iter().zip(nearest.iter_mut()).enumerate() {
                if *product < nearest.worth_looking * length {
                    continue;
                }
                let Some((similarity, pair)) = self.look_closely(block, row, column) else { continue };
                if similarity >= self.threshold {
                    alike.push(pair);
                } else if similarity >= self.near.0 {
                    nearest.push(similarity, pair, self.near.1);
                }
            }
        }
    }

    /// The pair with its cosine, unless it is none.
    fn look_closely(&self, block: &VectorBatch, row: usize, column: usize) -> Option<(f64, SimilarPair)> {
        let (a, b) = (block.seqs[row], self.touched[column].0);
        // Two touched memories meet twice; the meeting with the older one in the block counts.
        let is_touched = self.touched.binary_search_by_key(&a, |(seq, _)| *seq).is_ok();
        if a == b || (is_touched && a > b) {
            return None;
        }
        let vector = block.rows.row(row);
        let vector = vector.as_slice().expect("rows of a new array are contiguous");
        let similarity = cosine(vector, &self.touched[column].1);
        Some((similarity, SimilarPair { a, b, similarity: above_floor(similarity, self.floor) }))
    }
}

/// The nearest of one memory so far, with their cosines.
#[derive(Clone, Debug)]
struct Nearest {
    found: Vec<(f64, SimilarPair)>,
    /// From which cosine on a further one is looked at closely, in single precision.
    worth_looking: f32,
}

impl Nearest {
    fn new(threshold: f64, (near, most): (f64, usize)) -> Self {
        let from = if most > 0 { near.min(threshold) } else { threshold };
        Self { found: Vec::new(), worth_looking: from as f32 - MARGIN }
    }

    fn push(&mut self, similarity: f64, pair: SimilarPair, most: usize) {
        self.found.push((similarity, pair));
        if self.found.len() >= 2 * most.max(1) {
            self.sort();
            self.found.truncate(most);
            if let Some((last, _)) = self.found.last() {
                self.worth_looking = *last as f32 - MARGIN;
            }
        }
    }

    fn taken(mut self, most: usize) -> impl Iterator<Item = SimilarPair> {
        self.sort();
        self.found.into_iter().take(most).map(|(_, pair)| pair)
    }

    /// The nearest first, of equals the older one.
    fn sort(&mut self) {
        self.found.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| (x.1.a, x.1.b).cmp(&(y.1.a, y.1.b))));
    }
}

fn length(vector: &[f32]) -> f32 {
    // Eight sums side by side, which the compiler turns into one instruction each.
    let mut sums = [0.0_f32; 8];
    let (chunks, rest) = vector.as_chunks::<8>();
    for chunk in chunks {
        for (sum, x) in sums.iter_mut().zip(chunk) {
            *sum += x * x;
        }
    }
    let rest: f32 = rest.iter().map(|x| x * x).sum();
    (sums.iter().sum::<f32>() + rest).sqrt()
}
