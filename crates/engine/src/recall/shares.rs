//! What one way of searching says for memories, as shares of what it says for the best.
//!
//! ```text
//! share = (value − ground) / (best − ground), from 0 to 1
//! ```
//!
//! The ground is nothing as a rule. Under a neural model all texts are alike to some degree, and to how much depends
//! on the model, the language and the kind of text: what speaks for a memory is how far it stands out from all
//! others, so the ground is the mean. Counted from nothing, a memory of mean similarity got most of what the best
//! got, and the model outvoted the words.

/// One number for each memory in view, or for each candidate.
pub(super) type Column = Vec<f32>;

/// A column whose best counts as one.
#[derive(Debug)]
pub(super) struct Shares {
    column: Column,
    ground: f32,
    best: f32,
}

impl Shares {
    /// From nothing to the best; none when there is nothing in it.
    pub(super) fn of_the_best(column: Column) -> Option<Self> {
        Self::from(column, 0.0)
    }

    /// From nothing to what the best would have with so much more: what was not looked for counts for nobody.
    pub(super) fn of_the_best_and(column: Column, more: f32) -> Option<Self> {
        Self::of_the_best(column).map(|shares| Self { best: shares.best + more, ..shares })
    }

    /// From the mean of those who have anything to the best; none when none stands out.
    pub(super) fn above_the_mean(column: Column) -> Option<Self> {
        let known = || column.iter().filter(|value| **value != 0.0);
        let mean = known().sum::<f32>() / known().count().max(1) as f32;
        Self::from(column, mean)
    }

    fn from(column: Column, ground: f32) -> Option<Self> {
        let best = column.iter().copied().fold(ground, f32::max);
        (best > ground).then_some(Self { column, ground, best })
    }

    /// Shares as they are.
    pub(super) fn whole(column: Column) -> Self {
        Self { column, ground: 0.0, best: 1.0 }
    }

    /// What a value is worth.
    pub(super) fn of(&self, value: f32) -> f32 {
        ((value - self.ground) / (self.best - self.ground)).clamp(0.0, 1.0)
    }

    /// The share of one.
    pub(super) fn get(&self, place: usize) -> Option<f32> {
        self.raw(place).map(|value| self.of(value))
    }

    /// What one has before it is a share.
    pub(super) fn raw(&self, place: usize) -> Option<f32> {
        self.column.get(place).copied()
    }

    /// All of them.
    pub(super) fn each(&self) -> impl Iterator<Item = f32> {
        self.column.iter().map(|value| self.of(*value))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_best_counts_in_full_and_the_ground_for_nothing() {
        let shares = Shares::of_the_best(vec![0.0, 2.0, -1.0, 4.0]).expect("something");
        assert_eq!(shares.each().collect::<Vec<_>>(), [0.0, 0.5, 0.0, 1.0]);
        assert_eq!((shares.raw(1), shares.get(4)), (Some(2.0), None));
        let shares = Shares::of_the_best_and(vec![0.0, 1.0, 3.0], 1.0).expect("something");
        assert_eq!(shares.each().collect::<Vec<_>>(), [0.0, 0.25, 0.75]);
        let shares = Shares::above_the_mean(vec![0.0, 0.7, 0.8, 0.9]).expect("something");
        assert_eq!((shares.get(3), shares.get(1), shares.get(0)), (Some(1.0), Some(0.0), Some(0.0)));
        assert!(shares.of(0.8) < 1e-6);
        assert!(Shares::of_the_best(vec![0.0, -1.0]).is_none());
        assert!(Shares::above_the_mean(vec![0.5]).is_none());
        assert!(Shares::above_the_mean(Vec::new()).is_none());
    }

    proptest! {
        #[test]
        fn a_model_by_which_all_are_more_alike_says_the_same(
            similarities in prop::collection::vec(0.01_f32..1.0, 2..20), factor in 0.1_f32..1.0, shift in 0.0_f32..1.0,
        ) {
            let other: Vec<f32> = similarities.iter().map(|x| x * factor + shift).collect();
            let mean = similarities.iter().sum::<f32>() / similarities.len() as f32;
            prop_assume!(similarities.iter().any(|x| x - mean > 0.01));
            let (one, two) = (Shares::above_the_mean(similarities).expect("a best"), Shares::above_the_mean(other).expect("a best"));
            for (x, y) in one.each().zip(two.each()) {
                prop_assert!((x - y).abs() < 1e-3);
            }
        }
    }
}
