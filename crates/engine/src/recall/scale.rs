//! How similarity under a neural model becomes a clue.
//!
//! ```text
//! clue = (similarity − mean) / (best − mean), from 0 to 1
//! ```
//!
//! Under such a model all texts are alike to some degree, and to how much depends on the model, the language and
//! the kind of text. What speaks for a memory is how far it stands out from all others. Counted from nothing, a
//! memory of mean similarity got most of what the best got, and the model outvoted the words.

use omoide_core::Seq;

/// The similarities of all memories in view, by which one is judged.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Scale {
    mean: f32,
    best: f32,
}

impl Scale {
    pub(super) fn of(similar: &[(Seq, f32)]) -> Self {
        let sum: f32 = similar.iter().map(|(_, similarity)| similarity).sum();
        let mean = sum / similar.len().max(1) as f32;
        Self { mean, best: similar.iter().map(|(_, similarity)| *similarity).fold(mean, f32::max) }
    }

    /// What a similarity is worth.
    pub(super) fn share(self, similarity: f32) -> f32 {
        let most = self.best - self.mean;
        if most > 0.0 { ((similarity - self.mean) / most).clamp(0.0, 1.0) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_best_counts_in_full_and_the_mean_for_nothing() {
        let scale = Scale::of(&[(Seq(1), 0.7), (Seq(2), 0.8), (Seq(3), 0.9)]);
        assert_eq!(scale.share(0.9), 1.0);
        assert_eq!(scale.share(0.7), 0.0);
        assert!(scale.share(0.8) < 1e-6);
        assert_eq!(Scale::of(&[]).share(1.0), 0.0);
        assert_eq!(Scale::of(&[(Seq(1), 0.5)]).share(0.5), 0.0);
    }

    proptest! {
        #[test]
        fn a_model_by_which_all_are_more_alike_says_the_same(
            similarities in prop::collection::vec(-1.0_f32..1.0, 2..20), factor in 0.1_f32..1.0, shift in 0.0_f32..1.0,
        ) {
            let listed = |values: &[f32]| -> Vec<(Seq, f32)> { (1..).map(Seq).zip(values.iter().copied()).collect() };
            let other: Vec<f32> = similarities.iter().map(|x| x * factor + shift).collect();
            let (one, two) = (Scale::of(&listed(&similarities)), Scale::of(&listed(&other)));
            prop_assume!(one.best - one.mean > 0.01);
            for (x, y) in similarities.iter().zip(&other) {
                prop_assert!((one.share(*x) - two.share(*y)).abs() < 1e-3);
            }
        }
    }
}
