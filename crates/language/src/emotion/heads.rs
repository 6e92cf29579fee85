//! The fitted heads: linear weights over the evidence, read where they lie (`tools/fit/feeling.py`).
//!
//! Layout of the file, little endian: the name, five counts (u32), then blocks of f32 (thresholds, mean and
//! spread of the English score and arousal, biases, steps of the hashed weights, the weights of dense numbers
//! and vector for the English and for the common heads), the sorted hashes (u32) and their weights (i8).

use omoide_core::Tag;

use super::evidence::{DENSE, FeelingEvidence};
use crate::embedding::DIMENSIONS;

static WEIGHTS: &[u8] = include_bytes!("../../data/feeling.bin");

/// Good, bad, score and arousal stand before the tags.
const PLAIN_HEADS: usize = 4;
/// The tags that the English heads know, in their order.
pub(super) const TAGS: [Tag; 17] = [
    Tag::Joy,
    Tag::Relief,
    Tag::Excitement,
    Tag::Gratitude,
    Tag::Pride,
    Tag::Hope,
    Tag::Love,
    Tag::Curiosity,
    Tag::Sadness,
    Tag::Anger,
    Tag::Frustration,
    Tag::Anxiety,
    Tag::Fear,
    Tag::Disgust,
    Tag::Regret,
    Tag::Surprise,
    Tag::Confusion,
];
const HEADS: usize = PLAIN_HEADS + TAGS.len();
const COMMON_HEADS: usize = 3;
const NUMBERS: usize = DENSE + DIMENSIONS;

const HEADER: usize = 4 + 5 * 4;
const THRESHOLDS: usize = HEADER;
const LEVEL_MEANS: usize = THRESHOLDS + 4 * (2 + TAGS.len());
const LEVEL_SPREADS: usize = LEVEL_MEANS + 4 * 2;
const BIASES: usize = LEVEL_SPREADS + 4 * 2;
const COMMON_BIASES: usize = BIASES + 4 * HEADS;
const STEPS: usize = COMMON_BIASES + 4 * COMMON_HEADS;
const WEIGHTS_AT: usize = STEPS + 4 * HEADS;
const COMMON_WEIGHTS: usize = WEIGHTS_AT + 4 * NUMBERS * HEADS;
const HASHES: usize = COMMON_WEIGHTS + 4 * NUMBERS * COMMON_HEADS;

/// What the English heads say of a text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct English {
    /// How far above its threshold the text is good, and bad.
    pub(super) good: f32,
    pub(super) bad: f32,
    /// How good or bad, about −1 to 1.
    pub(super) score: f32,
    /// How agitated, in spreads from the mean.
    pub(super) arousal: f32,
    /// How far above its threshold each of the tags is.
    pub(super) tags: [f32; TAGS.len()],
}

/// What the heads say that are the same for every language, each in spreads from its mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Common {
    /// Good against bad, by what the words mean.
    pub(super) side: f32,
    pub(super) score: f32,
    /// How agitated, by cues and marks.
    pub(super) arousal: f32,
}

pub(super) fn english(evidence: &FeelingEvidence) -> English {
    let mut sums = [0.0; HEADS];
    sums.iter_mut().enumerate().for_each(|(head, sum)| *sum = float(BIASES + 4 * head));
    add_numbers(evidence, WEIGHTS_AT, &mut sums);
    let mut steps = [0.0; HEADS];
    steps.iter_mut().enumerate().for_each(|(head, step)| *step = float(STEPS + 4 * head));
    for hash in &evidence.grams {
        if let Some(row) = row_of(*hash) {
            for ((sum, step), weight) in sums.iter_mut().zip(steps).zip(row) {
                *sum += step * f32::from(i8::from_le_bytes([*weight]));
            }
        }
    }
    let mut tags = [0.0; TAGS.len()];
    for (index, tag) in tags.iter_mut().enumerate() {
        *tag = sums[PLAIN_HEADS + index] - float(THRESHOLDS + 4 * (2 + index));
    }
    English {
        good: sums[0] - float(THRESHOLDS),
        bad: sums[1] - float(THRESHOLDS + 4),
        score: sums[2] - float(LEVEL_MEANS),
        arousal: (sums[3] - float(LEVEL_MEANS + 4)) / float(LEVEL_SPREADS + 4),
        tags,
    }
}

pub(super) fn common(evidence: &FeelingEvidence) -> Common {
    let mut sums = [0.0; COMMON_HEADS];
    // A text without words has no side, rather than the side of the mean text.
    if evidence.vector.iter().any(|x| *x != 0.0) {
        sums.iter_mut().enumerate().for_each(|(head, sum)| *sum = float(COMMON_BIASES + 4 * head));
        add_numbers(evidence, COMMON_WEIGHTS, &mut sums);
    }
    Common { side: sums[0], score: sums[1], arousal: sums[2] }
}

fn add_numbers<const N: usize>(evidence: &FeelingEvidence, from: usize, sums: &mut [f32; N]) {
    for (row, number) in evidence.dense.iter().chain(&evidence.vector).enumerate() {
        if *number != 0.0 {
            let weights = &WEIGHTS[from + 4 * N * row..from + 4 * N * (row + 1)];
            for (sum, weight) in sums.iter_mut().zip(weights.chunks_exact(4)) {
                *sum += number * f32::from_le_bytes([weight[0], weight[1], weight[2], weight[3]]);
            }
        }
    }
}

/// The weights of a hashed word, if the heads know it.
fn row_of(hash: u32) -> Option<&'static [u8]> {
    let (mut low, mut high) = (0, hashes());
    while low < high {
        let middle = low.midpoint(high);
        let found = word(HASHES + 4 * middle);
        if found == hash {
            let from = HASHES + 4 * hashes() + HEADS * middle;
            return Some(&WEIGHTS[from..from + HEADS]);
        }
        if found < hash { low = middle + 1 } else { high = middle }
    }
    None
}

fn hashes() -> usize {
    word(4 + 4 * 4) as usize
}

fn float(at: usize) -> f32 {
    f32::from_bits(word(at))
}

fn word(at: usize) -> u32 {
    u32::from_le_bytes([WEIGHTS[at], WEIGHTS[at + 1], WEIGHTS[at + 2], WEIGHTS[at + 3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_the_heads_that_the_code_reads() {
        assert_eq!(&WEIGHTS[..4], b"FEL1");
        let counts: Vec<usize> = (0..4).map(|at| word(4 + 4 * at) as usize).collect();
        assert_eq!(counts, [DENSE, DIMENSIONS, HEADS, COMMON_HEADS]);
        assert_eq!(WEIGHTS.len(), HASHES + hashes() * (4 + HEADS));
        assert!((HASHES..HASHES + 4 * (hashes() - 1)).step_by(4).all(|at| word(at) < word(at + 4)));
    }
}
