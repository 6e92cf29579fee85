//! Codes: vectors in a quarter of their size, with a bound on what that costs.
//!
//! A vector `v` of unit length `u = v / ‖v‖` becomes bytes `b` and a scale `s`, so that `û = s × (b − 128)`
//! is near `u`. The high half of each byte alone gives a coarser `ũ = s × (16 × (b >> 4) + 7.5 − 128)`.
//! `‖u − û‖` and `‖u − ũ‖` are kept with the code, rounded up. With a query `w` of unit length, and its own
//! code `ŵ`, the inequality of Cauchy and Schwarz says of the cosine
//!
//! ```text
//! |w·u − ŵ·û| = |(w − ŵ)·û + w·(u − û)| ≤ ‖w − ŵ‖ × (1 + ‖u − û‖) + ‖u − û‖
//! ```
//!
//! because `‖û‖ ≤ ‖u‖ + ‖u − û‖`; the same holds of `ũ`. `ŵ·û` is computed in whole numbers. What is left
//! is rounding in double precision: of the components of `u` and `w` (2⁻⁵³ each), of the two norms, and of
//! the cosine that the estimate is compared with, which sums n products and is wrong by less than n × 2⁻⁵²
//! in all. [`ROUNDING`] is more than that for any vector of fewer than a million components.

use super::kernel;

/// More than all rounding in double precision comes to.
const ROUNDING: f64 = 1e-9;

/// Bytes of a row: half a byte for each component.
pub(super) fn row_length(dimensions: usize) -> usize {
    dimensions.div_ceil(2).next_multiple_of(kernel::ALIGNMENT)
}

/// What stands beside a code.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct CodeScale {
    /// What a step of the code is worth; 0 says that there is no code.
    pub(super) step: f32,
    /// `‖u − ũ‖`, rounded up.
    pub(super) coarse_error: f32,
    /// `‖u − û‖`, rounded up.
    pub(super) fine_error: f32,
}

impl CodeScale {
    /// Bytes that it takes in a block.
    pub(super) const LENGTH: usize = 12;

    pub(super) fn to_bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        for (to, value) in bytes.chunks_exact_mut(4).zip([self.step, self.coarse_error, self.fine_error]) {
            to.copy_from_slice(&value.to_le_bytes());
        }
        bytes
    }

    pub(super) fn read(bytes: &[u8]) -> Self {
        let value = |at: usize| {
            let bytes = bytes.get(at * 4..).and_then(|rest| rest.first_chunk::<4>());
            bytes.map_or(0.0, |bytes| f32::from_le_bytes(*bytes))
        };
        Self { step: value(0), coarse_error: value(1), fine_error: value(2) }
    }

    pub(super) fn has_code(self) -> bool {
        self.step > 0.0
    }
}

/// A vector's code: the high and the low halves of its bytes, each a row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct VectorCode {
    pub(super) scale: CodeScale,
    pub(super) coarse: Vec<u8>,
    pub(super) fine: Vec<u8>,
}

impl VectorCode {
    /// The code of a vector; none of one that has no direction, which is like nothing as if it were not
    /// there.
    pub(super) fn of(vector: &[f32]) -> Option<Self> {
        let units = unit(vector)?;
        let largest = units.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
        let step = up(largest / 127.0);
        let length = row_length(vector.len());
        let (mut coarse, mut fine) = (vec![0_u8; length], vec![0_u8; length]);
        let (mut coarse_error, mut fine_error) = (0.0, 0.0);
        let worth = f64::from(step);
        let steps = 1.0 / worth;
        for (place, x) in units.iter().enumerate() {
            // Half a step more and cut off is the nearest; what it really is worth is in the error below.
            let byte = ((x * steps).clamp(-127.0, 127.0) + 128.5) as u8;
            let (row, shift) = if place < length { (place, 0) } else { (place - length, 4) };
            coarse[row] |= (byte >> 4) << shift;
            fine[row] |= (byte & 15) << shift;
            let told_coarsely = worth * (f64::from(byte >> 4) * 16.0 + MIDDLE - ZERO);
            coarse_error += (x - told_coarsely) * (x - told_coarsely);
            let told = worth * (f64::from(byte) - ZERO);
            fine_error += (x - told) * (x - told);
        }
        let scale = CodeScale { step, coarse_error: up(coarse_error.sqrt()), fine_error: up(fine_error.sqrt()) };
        Some(Self { scale, coarse, fine })
    }
}

/// The byte that stands for nothing.
const ZERO: f64 = 128.0;

/// The middle of what the low half of a byte can be.
const MIDDLE: f64 = 7.5;

/// What can be said of a cosine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct CosineEstimate {
    /// About what it is.
    pub(super) cosine: f64,
    /// By how much that can be wrong at most.
    pub(super) error: f64,
}

/// A query's components in whole steps, in the order that rows have theirs.
#[derive(Clone, PartialEq, Debug)]
struct QuerySteps<T> {
    /// Those that meet the low four bits of a row's bytes.
    low: Vec<T>,
    /// Those that meet the high four bits.
    high: Vec<T>,
    /// What a step is worth.
    step: f64,
    /// How far the query is from what the steps say.
    error: f64,
    sum: f64,
}

impl<T: Copy + Default> QuerySteps<T> {
    /// At most `top` steps up or down.
    fn of(units: &[f64], top: f64, from: impl Fn(f64) -> T) -> Self {
        let length = row_length(units.len());
        let none = vec![T::default(); length];
        let largest = units.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
        let mut made = Self { low: none.clone(), high: none, step: largest / top, error: 0.0, sum: 0.0 };
        let mut error = 0.0;
        for (place, x) in units.iter().enumerate() {
            let steps = (x / made.step).round().clamp(-top, top);
            let to = if place < length { &mut made.low[place] } else { &mut made.high[place - length] };
            *to = from(steps);
            made.sum += steps;
            error += (x - steps * made.step) * (x - steps * made.step);
        }
        made.error = error.sqrt();
        made
    }

    fn estimate(&self, steps: f64, step: f32, error: f32) -> CosineEstimate {
        let error = f64::from(error);
        CosineEstimate {
            cosine: steps * self.step * f64::from(step),
            error: self.error * (1.0 + error) + error + ROUNDING,
        }
    }
}

/// A query's code: one of bytes, to be multiplied with everything, and a finer one for the few that are left.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct QueryCode {
    bytes: QuerySteps<i8>,
    words: QuerySteps<i16>,
}

impl QueryCode {
    /// The code of a query; none of one that has no direction, which is like nothing.
    pub(super) fn of(vector: &[f32]) -> Option<Self> {
        let units = unit(vector)?;
        // A sum of this many products with half bytes has to fit 32 bits.
        let length = i64::try_from(row_length(vector.len())).unwrap_or(i64::MAX / 32);
        let room = (i64::from(i32::MAX) / (16 * 2 * length)).max(1);
        let bytes = QuerySteps::of(&units, room.min(i64::from(i8::MAX)) as f64, |steps| steps as i8);
        let words = QuerySteps::of(&units, room.min(i64::from(i16::MAX)) as f64, |steps| steps as i16);
        Some(Self { bytes, words })
    }

    /// The products with rows, for [`QueryCode::highest`] and [`QueryCode::estimate`].
    pub(super) fn products(&self, rows: &[u8], products: &mut [i32]) {
        kernel::products(&self.bytes.low, &self.bytes.high, rows, products);
    }

    /// The highest cosines that the products with the high halves allow; no bound where there is no code.
    pub(super) fn highest(&self, coarse: &[i32], scales: &[CodeScale], highest: &mut [f64]) {
        for ((highest, product), scale) in highest.iter_mut().zip(coarse).zip(scales) {
            let CosineEstimate { cosine, error } = self.coarse_estimate(*product, *scale);
            *highest = if scale.has_code() { cosine + error } else { f64::INFINITY };
        }
    }

    /// What the product with the high halves says.
    pub(super) fn coarse_estimate(&self, coarse: i32, scale: CodeScale) -> CosineEstimate {
        let steps = 16.0 * f64::from(coarse) + (MIDDLE - ZERO) * self.bytes.sum;
        self.bytes.estimate(steps, scale.step, scale.coarse_error)
    }

    /// What the products with both halves say.
    pub(super) fn estimate(&self, coarse: i32, fine: i32, scale: CodeScale) -> CosineEstimate {
        let steps = 16.0 * f64::from(coarse) + f64::from(fine) - ZERO * self.bytes.sum;
        self.bytes.estimate(steps, scale.step, scale.fine_error)
    }

    /// About what the products with the high halves, or with both, say of many; not a number where there is no code.
    pub(super) fn cosines(&self, coarse: &[i32], fine: Option<&[i32]>, scales: &[CodeScale], cosines: &mut [f64]) {
        let offset = if fine.is_some() { -ZERO } else { MIDDLE - ZERO } * self.bytes.sum;
        for (position, ((cosine, coarse), scale)) in cosines.iter_mut().zip(coarse).zip(scales).enumerate() {
            let low = fine.map_or(0.0, |fine| f64::from(fine[position]));
            let steps = 16.0 * f64::from(*coarse) + low + offset;
            *cosine = if scale.has_code() { steps * self.bytes.step * f64::from(scale.step) } else { f64::NAN };
        }
    }

    /// What the high halves of a code say to the finer query.
    pub(super) fn coarse(&self, row: &[u8], scale: CodeScale) -> CosineEstimate {
        let query = &self.words;
        let product = kernel::product(&query.low, &query.high, row);
        query.estimate(16.0 * f64::from(product) + (MIDDLE - ZERO) * query.sum, scale.step, scale.coarse_error)
    }

    /// What both halves of a code say to the finer query.
    pub(super) fn fine(&self, coarse: &[u8], fine: &[u8], scale: CodeScale) -> CosineEstimate {
        let query = &self.words;
        let product = |row: &[u8]| f64::from(kernel::product(&query.low, &query.high, row));
        query.estimate(16.0 * product(coarse) + product(fine) - ZERO * query.sum, scale.step, scale.fine_error)
    }
}

/// The vector in unit length; none if it has no direction.
fn unit(vector: &[f32]) -> Option<Vec<f64>> {
    let length = vector.iter().map(|x| f64::from(*x) * f64::from(*x)).sum::<f64>().sqrt();
    let shrink = 1.0 / length;
    (length > 0.0 && length.is_finite()).then(|| vector.iter().map(|x| f64::from(*x) * shrink).collect())
}

/// The next single-precision number that is not smaller.
fn up(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) < value { near.next_up() } else { near }
}

#[cfg(test)]
mod tests {
    use omoide_core::formulas::similarity::cosine;
    use proptest::prelude::*;

    use super::*;

    /// All that is said of the cosine of two vectors: coarsely and finely, by bytes and by words.
    fn estimates(query: &[f32], vector: &[f32]) -> Option<[CosineEstimate; 4]> {
        let (query, code) = (QueryCode::of(query)?, VectorCode::of(vector)?);
        let product = |row: &[u8]| {
            let mut product = [0];
            query.products(row, &mut product);
            product[0]
        };
        let (coarse, fine) = (product(&code.coarse), product(&code.fine));
        let mut highest = [0.0];
        query.highest(&[coarse], &[code.scale], &mut highest);
        let by_words = query.coarse(&code.coarse, code.scale);
        // Only the upper end is said by bytes; whatever is below it is as far as can be.
        let by_bytes = CosineEstimate { cosine: highest[0] - 1.5, error: 1.5 };
        let fine_by_bytes = query.estimate(coarse, fine, code.scale);
        Some([by_bytes, by_words, fine_by_bytes, query.fine(&code.coarse, &code.fine, code.scale)])
    }

    fn pair() -> impl Strategy<Value = (Vec<f32>, Vec<f32>)> {
        let component = prop_oneof![
            Just(0.0_f32),
            -1.0..1.0_f32,
            (-1.0..1.0_f32).prop_map(|x| x * 1e-30),
            (-1.0..1.0_f32).prop_map(|x| x * 1e30),
        ];
        (1_usize..200).prop_flat_map(move |size| {
            let vector = prop::collection::vec(component.clone(), size);
            (vector.clone(), vector)
        })
    }

    proptest! {
        #[test]
        fn the_cosine_is_never_further_away_than_the_bound((query, vector) in pair()) {
            let truth = cosine(&query, &vector);
            let Some(all) = estimates(&query, &vector) else {
                prop_assert_eq!(truth, 0.0);
                return Ok(());
            };
            for estimate in all {
                prop_assert!((estimate.cosine - truth).abs() <= estimate.error, "{estimate:?} {truth}");
            }
        }

        #[test]
        fn a_vector_and_its_opposite_are_told_apart(vector in prop::collection::vec(-1.0..1.0_f32, 2..300)) {
            prop_assume!(vector.iter().any(|x| x.abs() > 0.1));
            let opposite: Vec<f32> = vector.iter().map(|x| -x).collect();
            let [.., same] = estimates(&vector, &vector).expect("a direction");
            let [.., other] = estimates(&vector, &opposite).expect("a direction");
            prop_assert!(same.cosine > 0.9 && other.cosine < -0.9, "{same:?} {other:?}");
        }
    }

    #[test]
    fn the_estimates_of_a_long_vector_are_close() {
        let wave = |step: f32| (0..1536).map(|i| (i as f32 * step).sin()).collect::<Vec<f32>>();
        let [_, coarse, by_bytes, fine] = estimates(&wave(0.37), &wave(0.371)).expect("a direction");
        assert!(fine.error < 0.01 && by_bytes.error < 0.02, "{fine:?} {by_bytes:?}");
        assert!((by_bytes.cosine - fine.cosine).abs() < 0.001, "{fine:?} {by_bytes:?}");
        assert!(coarse.error < 0.2, "{coarse:?}");
    }

    #[test]
    fn a_scale_reads_back() {
        let scale = CodeScale { step: 0.25, coarse_error: 0.5, fine_error: 0.125 };
        assert_eq!(CodeScale::read(&scale.to_bytes()), scale);
        assert!(!CodeScale::read(&[0; 12]).has_code());
    }
}
