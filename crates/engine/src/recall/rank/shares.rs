//! What one way of searching says for memories, as shares of what it says for the best.
//!
//! ```text
//! share = (value − ground) / (best − ground), from 0 to 1, × scale
//! ```
//!
//! The ground is nothing as a rule. Under a neural model all texts are alike to some degree, and to how much depends
//! on the model, the language and the kind of text: what speaks for a memory is how far it stands out from all
//! others, so the ground is the mean. Counted from nothing, a memory of mean similarity got most of what the best
//! got, and the model outvoted the words. Where none stands out, the model has nothing to say, and the scale says so:
//! a model that does not know a language then leaves what is asked in it as it was without.

use super::distribution::Distribution;

/// One number for each memory in view, or for each candidate.
pub(in crate::recall) type Column = Vec<f32>;

/// A column whose best counts as one.
#[derive(Debug)]
pub(in crate::recall) struct Shares {
    column: Column,
    ground: f32,
    best: f32,
    scale: f32,
}

impl Shares {
    /// From nothing to the best; none when there is nothing in it.
    pub(in crate::recall) fn of_the_best(column: Column) -> Option<Self> {
        Self::from(column, 0.0)
    }

    /// From nothing to what the best would have with so much more: what was not looked for counts for nobody.
    pub(in crate::recall) fn of_the_best_and(column: Column, more: f32) -> Option<Self> {
        Self::of_the_best(column).map(|shares| Self { best: shares.best + more, ..shares })
    }

    /// From the mean of all to the best, by how far that stands out; none when there is nothing above the mean.
    pub(in crate::recall) fn standing_out(column: Column, distribution: Distribution, prominence: f32) -> Option<Self> {
        Self::from(column, distribution.mean).map(|shares| Self { scale: prominence, ..shares })
    }

    /// The same shares of which only a part counts.
    #[must_use]
    pub(in crate::recall) fn scaled(self, part: f32) -> Self {
        Self { scale: self.scale * part, ..self }
    }

    fn from(column: Column, ground: f32) -> Option<Self> {
        let best = column.iter().copied().fold(ground, f32::max);
        (best > ground).then_some(Self { column, ground, best, scale: 1.0 })
    }

    /// Shares as they are.
    pub(in crate::recall) fn whole(column: Column) -> Self {
        Self { column, ground: 0.0, best: 1.0, scale: 1.0 }
    }

    /// What a value is worth.
    pub(in crate::recall) fn of(&self, value: f32) -> f32 {
        ((value - self.ground) / (self.best - self.ground)).clamp(0.0, 1.0) * self.scale
    }

    /// The share of one.
    pub(in crate::recall) fn get(&self, place: usize) -> Option<f32> {
        self.raw(place).map(|value| self.of(value))
    }

    /// What one has before it is a share.
    pub(in crate::recall) fn raw(&self, place: usize) -> Option<f32> {
        self.column.get(place).copied()
    }

    /// All of them.
    pub(in crate::recall) fn each(&self) -> impl Iterator<Item = f32> {
        self.column.iter().map(|value| self.of(*value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_counts_in_full_and_the_ground_for_nothing() {
        let shares = Shares::of_the_best(vec![0.0, 2.0, -1.0, 4.0]).expect("something");
        assert_eq!(shares.each().collect::<Vec<_>>(), [0.0, 0.5, 0.0, 1.0]);
        assert_eq!((shares.raw(1), shares.get(4)), (Some(2.0), None));
        let shares = Shares::of_the_best_and(vec![0.0, 1.0, 3.0], 1.0).expect("something");
        assert_eq!(shares.each().collect::<Vec<_>>(), [0.0, 0.25, 0.75]);
        assert!(Shares::of_the_best(vec![0.0, -1.0]).is_none());
        assert!(Shares::of_the_best(Vec::new()).is_none());
    }

    #[test]
    fn what_stands_out_counts_from_the_mean_and_by_how_far_it_does() {
        let mut column: Vec<f32> = (1..=200).map(|number| 0.001 * number as f32).collect();
        column.push(0.6);
        let distribution = Distribution::of(&column).expect("similarities");
        let shares = Shares::standing_out(column.clone(), distribution, 0.5).expect("something");
        assert_eq!((shares.get(200), shares.get(0)), (Some(0.5), Some(0.0)));
        assert!(shares.of(0.3) > 0.1 && shares.of(0.3) < 0.25);
        assert_eq!(shares.scaled(0.5).get(200), Some(0.25));
        let hidden = Shares::standing_out(column, distribution, 0.0).expect("what there is before it is a share");
        assert_eq!((hidden.get(200), hidden.raw(200)), (Some(0.0), Some(0.6)));
    }
}
