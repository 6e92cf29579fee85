//! How far the memory that is most like the prompt stands out from all others.
//!
//! ```text
//! height     = (similarity − mean) / spread                       of all memories that a model knows
//! prominence = (height of the best − ground) / span, from 0 to 1
//! lone       = (height of the best − LONE) / LONE_SPAN × (height of the best − height of the third − APART), each from 0 to 1
//! ```
//!
//! A cosine alone says little: under a model that does not know the language all texts are alike, and a prompt about
//! nothing that is stored has a nearest memory too. Where one memory stands far above all others, and is not one of
//! several about the same thing, it is what is meant, even if it shares no word with the prompt. By the prompts of
//! other conversations and articles hardly any memory is lone (`evals/gate`).

use crate::recall::constants::distribution::{APART, LONE, LONE_SPAN, OTHERS, OTHERS_SPREAD};

/// The similarities of all memories under one model, summed up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::recall) struct Distribution {
    pub mean: f32,
    pub spread: f32,
    pub best: f32,
    third: f32,
}

impl Distribution {
    /// Of those memories that have a similarity; none when none has one.
    pub(in crate::recall) fn of(similarities: &[f32]) -> Option<Self> {
        let (mut sum, mut squares, mut count) = (0.0_f64, 0.0_f64, 0.0_f64);
        let mut first = [f32::NEG_INFINITY; 3];
        for &similarity in similarities.iter().filter(|similarity| **similarity != 0.0) {
            sum += f64::from(similarity);
            squares += f64::from(similarity) * f64::from(similarity);
            count += 1.0;
            if similarity > first[2] {
                first[2] = similarity;
                first.sort_by(|a, b| b.total_cmp(a));
            }
        }
        if count == 0.0 {
            return None;
        }
        let others = f64::from(OTHERS);
        let mean = sum / (count + others);
        // Those that are thought to be there are around the mean themselves.
        let own = (squares - 2.0 * mean * sum + count * mean * mean).max(0.0);
        let variance = (own + others * f64::from(OTHERS_SPREAD).powi(2)) / (count + others);
        let mean = mean as f32;
        let third = if first[2].is_finite() { first[2] } else { mean };
        Some(Self { mean, spread: variance.sqrt() as f32, best: first[0], third })
    }

    /// By how many spreads a similarity is above the mean.
    pub(in crate::recall) fn height(&self, similarity: f32) -> f32 {
        (similarity - self.mean) / self.spread
    }

    /// How far the best stands out, from 0 to 1.
    pub(in crate::recall) fn prominence(&self, ground: f64, span: f64) -> f32 {
        ((self.height(self.best) - ground as f32) / span as f32).clamp(0.0, 1.0)
    }

    /// How surely the best is meant, from 0 to 1, be there words in common or not.
    pub(in crate::recall) fn lone(&self) -> f32 {
        let is_high = ((self.height(self.best) - LONE) / LONE_SPAN).clamp(0.0, 1.0);
        let is_apart = (self.height(self.best) - self.height(self.third) - APART).clamp(0.0, 1.0);
        is_high * is_apart
    }

    /// What of that a memory has which is not quite the best.
    pub(in crate::recall) fn lone_of(&self, similarity: f32) -> f32 {
        if self.best <= self.mean {
            return 0.0;
        }
        let share = ((similarity - self.mean) / (self.best - self.mean)).clamp(0.0, 1.0);
        self.lone() * share * share
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A hundred memories that have nothing to do with the prompt, and some that may.
    fn among_others(some: &[f32]) -> Vec<f32> {
        let others = (0..100).map(|number| 0.05 + 0.001 * number as f32);
        others.chain(some.iter().copied()).collect()
    }

    #[test]
    fn one_that_stands_far_above_all_others_is_lone() {
        let distribution = Distribution::of(&among_others(&[0.6])).expect("similarities");
        assert!(distribution.lone() > 0.9, "{distribution:?}");
        assert!(distribution.prominence(2.5, 2.0) > 0.99);
        assert!((distribution.lone_of(0.6) - distribution.lone()).abs() < 1e-6);
        assert!(distribution.lone_of(0.3) < 0.3 && distribution.lone_of(0.05) == 0.0);
    }

    #[test]
    fn one_of_several_that_are_alike_is_not() {
        let distribution = Distribution::of(&among_others(&[0.6, 0.59, 0.58])).expect("similarities");
        assert!(distribution.lone() < 0.01, "{distribution:?}");
        assert!(distribution.prominence(2.5, 2.0) > 0.9);
    }

    #[test]
    fn the_nearest_of_many_that_are_all_alike_says_nothing() {
        let alike: Vec<f32> = (0..500).map(|number| 0.5 + 0.0004 * number as f32).collect();
        let distribution = Distribution::of(&alike).expect("similarities");
        assert_eq!((distribution.prominence(2.5, 2.0), distribution.lone()), (0.0, 0.0));
        assert!(Distribution::of(&[]).is_none() && Distribution::of(&[0.0, 0.0]).is_none());
    }

    #[test]
    fn of_a_few_memories_a_like_one_stands_out_and_an_unlike_one_does_not() {
        assert!(Distribution::of(&[0.5, 0.1, 0.02]).expect("similarities").prominence(2.5, 2.0) > 0.3);
        assert_eq!(Distribution::of(&[0.12, 0.1, 0.02]).expect("similarities").prominence(2.5, 2.0), 0.0);
        assert_eq!(Distribution::of(&[0.5, 0.1, 0.02]).expect("similarities").lone(), 0.0);
    }

    proptest! {
        #[test]
        fn all_shares_are_shares(similarities in prop::collection::vec(-1.0_f32..1.0, 1..60), other in -1.0_f32..1.0) {
            if let Some(distribution) = Distribution::of(&similarities) {
                for share in [distribution.prominence(2.5, 2.0), distribution.lone(), distribution.lone_of(other)] {
                    prop_assert!((0.0..=1.0).contains(&share), "{share}");
                }
            }
        }
    }
}
