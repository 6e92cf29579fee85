//! Which memories are alike: a night's new and rewritten ones against all that are active.
//!
//! A matrix product in single precision finds the few pairs that can reach the threshold; those are
//! computed again in double precision, as the formula says. Vectors stream through in blocks, so memory
//! stays small however many there are.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use ndarray::{Array2, Axis, Slice};
use omoide_core::formulas::similarity::cosine;
use omoide_core::policy::episode::Pair;
use omoide_core::ports::StoreError;
use omoide_core::ports::store::Reader;
use omoide_core::{MindName, Seq};

/// How many vectors are multiplied at once.
const BLOCK: usize = 256;

/// How many blocks may wait for each other.
const BLOCKS_IN_FLIGHT: usize = 4;

/// More than single precision can be wrong by, for vectors of any usual size.
const MARGIN: f32 = 1e-3;

/// The vectors to look at.
pub(crate) struct Search<'a> {
    pub mind: &'a MindName,
    pub model: &'a str,
    pub dimensions: usize,
    pub threshold: f64,
    /// All active memories, in order.
    pub active: &'a [Seq],
    /// Those made since the night before, whose vectors are in the store.
    pub fresh: Vec<Seq>,
    /// Those rewritten tonight, with their vectors, which are not in the store yet.
    pub rewritten: HashMap<Seq, Option<Vec<f32>>>,
}

/// Every pair of a fresh or rewritten memory with an active one that reaches the threshold, once.
pub(crate) fn similar_pairs(reader: &dyn Reader, search: &Search<'_>) -> Result<Vec<Pair>, StoreError> {
    let fresh: Vec<Seq> = search.fresh.iter().copied().filter(|seq| !search.rewritten.contains_key(seq)).collect();
    let mut touched: Vec<(Seq, Vec<f32>)> = reader.vectors(search.mind, search.model, &fresh)?;
    touched.extend(search.rewritten.iter().filter_map(|(seq, vector)| Some((*seq, vector.clone()?))));
    touched.retain(|(seq, vector)| vector.len() == search.dimensions && is_among(search.active, *seq));
    if touched.is_empty() {
        return Ok(Vec::new());
    }
    touched.sort_by_key(|(seq, _)| *seq);
    let rewritten: Vec<(Seq, Vec<f32>)> =
        touched.iter().filter(|(seq, _)| search.rewritten.contains_key(seq)).cloned().collect();
    let targets = Targets::new(touched, search.dimensions, search.threshold);
    // Reading and multiplying take about as long as each other, so each has a thread.
    std::thread::scope(|scope| {
        let (full, to_multiply) = sync_channel::<Block>(BLOCKS_IN_FLIGHT);
        let (empty, to_fill) = sync_channel::<Block>(BLOCKS_IN_FLIGHT);
        let multiplier = scope.spawn(move || targets.multiply_all(&to_multiply, &empty));
        let mut filler = Filler { block: Block::new(search.dimensions), full, to_fill, dimensions: search.dimensions };
        for (seq, vector) in &rewritten {
            filler.push(*seq, vector);
        }
        let scanned = reader.scan_vectors(search.mind, search.model, search.dimensions, &mut |seq, vector| {
            if is_among(search.active, seq) && !search.rewritten.contains_key(&seq) {
                filler.push(seq, vector);
            }
        });
        filler.finish();
        let pairs = multiplier.join().expect("multiplying does not fail");
        scanned.map(|()| pairs)
    })
}

fn is_among(ordered: &[Seq], seq: Seq) -> bool {
    ordered.binary_search(&seq).is_ok()
}

/// Vectors on their way to be multiplied: who, their lengths, and a row each, as they are.
struct Block {
    seqs: Vec<Seq>,
    lengths: Vec<f32>,
    rows: Array2<f32>,
}

impl Block {
    fn new(dimensions: usize) -> Self {
        let rows = Array2::zeros((BLOCK, dimensions));
        Self { seqs: Vec::with_capacity(BLOCK), lengths: Vec::with_capacity(BLOCK), rows }
    }
}

/// Fills blocks with vectors as they are read, and uses those again that were multiplied.
struct Filler {
    block: Block,
    full: SyncSender<Block>,
    to_fill: Receiver<Block>,
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
        let next = self.to_fill.try_recv().unwrap_or_else(|_| Block::new(self.dimensions));
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
}

impl Targets {
    fn new(touched: Vec<(Seq, Vec<f32>)>, dimensions: usize, threshold: f64) -> Self {
        let mut units = Array2::zeros((touched.len(), dimensions));
        for (mut row, (_, vector)) in units.rows_mut().into_iter().zip(&touched) {
            let length = length(vector);
            let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
            for (to, from) in row.iter_mut().zip(vector) {
                *to = from * scale;
            }
        }
        Self { touched, units, threshold }
    }

    fn multiply_all(&self, blocks: &Receiver<Block>, empty: &SyncSender<Block>) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for mut block in blocks {
            self.multiply(&block, &mut pairs);
            block.seqs.clear();
            block.lengths.clear();
            // Nobody needs it when all is read, or when enough are waiting.
            let _ = empty.try_send(block);
        }
        pairs
    }

    fn multiply(&self, block: &Block, pairs: &mut Vec<Pair>) {
        let rows = block.rows.slice_axis(Axis(0), Slice::from(..block.seqs.len()));
        let products = rows.dot(&self.units.t());
        for (row, products) in products.rows().into_iter().enumerate() {
            let enough = (self.threshold as f32 - MARGIN) * block.lengths[row];
            for (column, product) in products.iter().enumerate() {
                if *product >= enough {
                    pairs.extend(self.look_closely(block, row, column));
                }
            }
        }
    }

    fn look_closely(&self, block: &Block, row: usize, column: usize) -> Option<Pair> {
        let (a, b) = (block.seqs[row], self.touched[column].0);
        // Two touched memories meet twice; the meeting with the older one in the block counts.
        let is_touched = self.touched.binary_search_by_key(&a, |(seq, _)| *seq).is_ok();
        if a == b || (is_touched && a > b) {
            return None;
        }
        let vector = block.rows.row(row);
        let vector = vector.as_slice().expect("rows of a new array are contiguous");
        let similarity = cosine(vector, &self.touched[column].1);
        (similarity >= self.threshold).then_some(Pair { a, b, similarity })
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
