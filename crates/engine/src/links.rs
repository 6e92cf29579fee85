//! Which memories are alike: a night's new and rewritten ones against all that are active.
//!
//! A matrix product in single precision finds the few pairs that can reach the threshold; those are
//! computed again in double precision, as the formula says. Vectors stream through in blocks, so memory
//! stays small however many there are.

use std::collections::HashMap;

use ndarray::{Array2, Axis, Slice};
use omoide_core::formulas::similarity::cosine;
use omoide_core::policy::episode::Pair;
use omoide_core::ports::StoreError;
use omoide_core::ports::store::Reader;
use omoide_core::{MindName, Seq};

/// How many vectors are multiplied at once.
const BLOCK: usize = 512;

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
    let mut scan = Scan::new(touched, search.dimensions, search.threshold);
    let rewritten: Vec<(Seq, Vec<f32>)> =
        scan.touched.iter().filter(|(seq, _)| search.rewritten.contains_key(seq)).cloned().collect();
    for (seq, vector) in &rewritten {
        scan.push(*seq, vector);
    }
    reader.scan_vectors(search.mind, search.model, search.dimensions, &mut |seq, vector| {
        if is_among(search.active, seq) && !search.rewritten.contains_key(&seq) {
            scan.push(seq, vector);
        }
    })?;
    scan.multiply();
    Ok(scan.pairs)
}

fn is_among(ordered: &[Seq], seq: Seq) -> bool {
    ordered.binary_search(&seq).is_ok()
}

struct Scan {
    /// In order of insertion.
    touched: Vec<(Seq, Vec<f32>)>,
    /// The same, of length one, a row each.
    units: Array2<f32>,
    /// The block being filled: who, their lengths, and their vectors as they are.
    seqs: Vec<Seq>,
    lengths: Vec<f32>,
    rows: Array2<f32>,
    threshold: f64,
    pairs: Vec<Pair>,
}

impl Scan {
    fn new(touched: Vec<(Seq, Vec<f32>)>, dimensions: usize, threshold: f64) -> Self {
        let mut units = Array2::zeros((touched.len(), dimensions));
        for (mut row, (_, vector)) in units.rows_mut().into_iter().zip(&touched) {
            let length = length(vector);
            let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
            for (to, from) in row.iter_mut().zip(vector) {
                *to = from * scale;
            }
        }
        Self {
            touched,
            units,
            seqs: Vec::with_capacity(BLOCK),
            lengths: Vec::with_capacity(BLOCK),
            rows: Array2::zeros((BLOCK, dimensions)),
            threshold,
            pairs: Vec::new(),
        }
    }

    fn push(&mut self, seq: Seq, vector: &[f32]) {
        let mut row = self.rows.row_mut(self.seqs.len());
        row.as_slice_mut().expect("rows of a new array are contiguous").copy_from_slice(vector);
        self.lengths.push(length(vector));
        self.seqs.push(seq);
        if self.seqs.len() == BLOCK {
            self.multiply();
        }
    }

    fn multiply(&mut self) {
        let rows = self.rows.slice_axis(Axis(0), Slice::from(..self.seqs.len()));
        let products = rows.dot(&self.units.t());
        for (row, products) in products.rows().into_iter().enumerate() {
            let enough = (self.threshold as f32 - MARGIN) * self.lengths[row];
            for (column, product) in products.iter().enumerate() {
                if *product >= enough {
                    self.look_closely(row, column);
                }
            }
        }
        self.seqs.clear();
        self.lengths.clear();
    }

    fn look_closely(&mut self, row: usize, column: usize) {
        let (a, b) = (self.seqs[row], self.touched[column].0);
        // Two touched memories meet twice; the meeting with the older one in the block counts.
        let is_touched = self.touched.binary_search_by_key(&a, |(seq, _)| *seq).is_ok();
        if a == b || (is_touched && a > b) {
            return;
        }
        let vector = self.rows.row(row);
        let vector = vector.as_slice().expect("rows of a new array are contiguous");
        let similarity = cosine(vector, &self.touched[column].1);
        if similarity >= self.threshold {
            self.pairs.push(Pair { a, b, similarity });
        }
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
