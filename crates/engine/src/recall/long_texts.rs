//! How like the prompt the stretch of a long memory is that is most like it, under a model that reads sentences.
//!
//! ```text
//! stretch = sum of the directions of five sentences in a row
//! value   = highest cosine of the prompt with a stretch; of a short memory its own
//! clue    = (value − mean) / (best − mean) of those that were read × the share of long ones among them
//! ```
//!
//! A vector of a chat that went on for an evening is like nothing that was said in it. Where memories are short, their
//! vectors have had their say, and the model is not asked a second time.

use std::collections::HashMap;

use omoide_core::formulas::fused::above_the_mean;
use omoide_core::formulas::similarity::cosine;
use omoide_core::{Sentences, Seq};

/// How many sentences are looked at together: one alone is like too much.
const TOGETHER: usize = 5;

/// What speaks for each of those that were read, given the cosine of each as a whole and the sentences of the long ones.
pub(super) fn shares(prompt: &[f32], whole: &[(Seq, f64)], sentences: &[(Seq, Sentences)]) -> Vec<(Seq, f64)> {
    let nearest: HashMap<Seq, f64> =
        sentences.iter().filter_map(|(seq, sentences)| Some((*seq, nearest(prompt, sentences)?))).collect();
    let values: Vec<f64> = whole.iter().map(|(seq, cosine)| nearest.get(seq).copied().unwrap_or(*cosine)).collect();
    let long = nearest.len() as f64 / whole.len().max(1) as f64;
    whole.iter().zip(above_the_mean(&values)).map(|((seq, _), share)| (*seq, share * long)).collect()
}

/// The cosine with the stretch that is most like the prompt.
fn nearest(prompt: &[f32], sentences: &Sentences) -> Option<f64> {
    let directions: Vec<Vec<f32>> = sentences.directions(prompt.len()).collect();
    let size = TOGETHER.min(directions.len()).max(1);
    directions.windows(size).map(|stretch| cosine(prompt, &sum(stretch))).max_by(f64::total_cmp)
}

fn sum(directions: &[Vec<f32>]) -> Vec<f32> {
    let mut sum = vec![0.0; directions[0].len()];
    for direction in directions {
        sum.iter_mut().zip(direction).for_each(|(sum, component)| *sum += component);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMPT: [f32; 3] = [1.0, 0.0, 0.0];

    fn long(about: &[usize]) -> Sentences {
        let unit = |axis: usize| (0..3).map(|at| if at == axis { 1.0 } else { 0.0 }).collect();
        Sentences::of(&about.iter().map(|axis| unit(*axis)).collect::<Vec<_>>())
    }

    #[test]
    fn the_memory_with_the_nearest_stretch_has_the_most() {
        let whole = [(Seq(1), 0.5), (Seq(2), 0.6), (Seq(3), 0.4)];
        let sentences = [
            (Seq(1), long(&[1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1])),
            (Seq(2), long(&[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2])),
            (Seq(3), long(&[1, 2, 1, 2, 1, 2, 1, 2])),
        ];
        let shares = shares(&PROMPT, &whole, &sentences);
        assert_eq!(shares[0], (Seq(1), 1.0));
        assert!(shares[1].1 < 0.5 && shares[2].1 == 0.0, "{shares:?}");
    }

    #[test]
    fn where_memories_are_short_nothing_is_said_again() {
        let whole = [(Seq(1), 0.9), (Seq(2), 0.1)];
        assert_eq!(shares(&PROMPT, &whole, &[]), [(Seq(1), 0.0), (Seq(2), 0.0)]);
        let one_of_two = shares(&PROMPT, &whole, &[(Seq(2), long(&[2; 8]))]);
        assert_eq!(one_of_two, [(Seq(1), 0.5), (Seq(2), 0.0)]);
        assert_eq!(shares(&PROMPT, &[], &[]), []);
        // What was damaged has no sentences.
        assert_eq!(nearest(&PROMPT, &Sentences::from_bytes(vec![1, 2])), None);
    }
}
