//! Attention with a bias by distance, as MPNet has it.
//!
//! The score of row i for row j is `qᵢ·kⱼ / √w + B[β(j − i), h]`: `w` is the width of a head, and `B` has a row for each
//! bucket and a column for each head `h`, the same for all layers. Buckets are those of T5 (Raffel et al., "Exploring the
//! Limits of Transfer Learning with a Unified Text-to-Text Transformer", 2020): rows behind have the upper half of them.
//! In each half the near distances have a bucket each, those beyond share the rest by their logarithm.

use super::array;
use super::config::Config;
use crate::ModelError;
use crate::tensors::TensorFile;

const NAME: &str = "encoder.relative_attention_bias.weight";

/// How many buckets the two directions have together. The reference goes by this whatever `config.json` says.
const BUCKETS: usize = 32;

/// Distances below this have a bucket each. Those beyond have two for each doubling, to the end at sixteen times this.
const NEAR: usize = 8;

/// What is added to the scores of each head.
#[derive(Debug)]
pub(super) struct Bias {
    /// For each head the biases of all distances, those of the rows furthest before first.
    heads: Vec<Vec<f32>>,
}

impl Bias {
    /// Reads the table, for texts of so many tokens at most.
    pub(super) fn load(file: &TensorFile, config: &Config, most_tokens: usize) -> Result<Self, ModelError> {
        let heads = config.num_attention_heads;
        let table = array(file.matrix(NAME)?, heads, NAME)?;
        if table.nrows() != BUCKETS {
            return Err(ModelError::NoTensor { name: NAME.to_owned() });
        }
        // Scores are scaled after the bias is added, so the scale is taken out of it here.
        let scale = ((config.hidden_size / heads) as f32).sqrt();
        let before = (1..most_tokens).rev().map(bucket_before);
        let buckets: Vec<usize> = before.chain((0..most_tokens).map(bucket_behind)).collect();
        let of = |head: usize| buckets.iter().map(|bucket| table[(*bucket, head)] * scale).collect();
        Ok(Self { heads: (0..heads).map(of).collect() })
    }

    /// Adds to the scores that the row at `asking` gives to the rows of its text.
    pub(super) fn add(&self, scores: &mut [f32], head: usize, asking: usize) {
        let biases = &self.heads[head];
        // The row's own distance is in the middle.
        let from = biases.len() / 2 - asking;
        for (score, bias) in scores.iter_mut().zip(&biases[from..]) {
            *score += bias;
        }
    }
}

/// The bucket of the row so far before: that of `NEAR · 2^(n/2)` is `NEAR + n`, up to the last.
fn bucket_before(distance: usize) -> usize {
    if distance < NEAR {
        return distance;
    }
    // In whole numbers, so that no machine rounds a logarithm across a step: 2·log₂(d / NEAR) = log₂(d² / NEAR²).
    let steps = (distance * distance / (NEAR * NEAR)).ilog2() as usize;
    (NEAR + steps).min(BUCKETS / 2 - 1)
}

/// The bucket of the row so far behind; the row itself counts as before.
fn bucket_behind(distance: usize) -> usize {
    if distance == 0 { bucket_before(0) } else { BUCKETS / 2 + bucket_before(distance) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_distances_have_a_bucket_each_and_far_ones_share_them_up_to_the_furthest() {
        for distance in 0..8 {
            assert_eq!(bucket_before(distance), distance);
        }
        // As the formula gives them by hand: 8 + ⌊ln(d / 8) / ln(16) · 8⌋, which steps at 8 · 2^(n/2).
        let steps = [(8, 8), (11, 8), (12, 9), (15, 9), (16, 10), (22, 10), (23, 11), (31, 11), (32, 12), (45, 12)];
        let further = [(46, 13), (63, 13), (64, 14), (90, 14), (91, 15), (127, 15), (128, 15), (511, 15)];
        for (distance, bucket) in steps.into_iter().chain(further) {
            assert_eq!((bucket_before(distance), bucket_behind(distance)), (bucket, bucket + 16), "{distance}");
        }
        assert_eq!((bucket_behind(0), bucket_behind(1)), (0, 17));
    }
}
