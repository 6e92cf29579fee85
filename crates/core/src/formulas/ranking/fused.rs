//! The default ranking, `fused` (SPEC C4): relevance first, then bounded factors.
//!
//! ```text
//! relevance = Σ weight(clue) × clue                    each clue from 0 to 1
//! score     = relevance × Π (1 + share(factor)), or what it inherits if that is more
//! ```
//!
//! A clue is what one way of searching says for a memory, as a share of what it says for the best memory of
//! the mind. Factors are what is true of a memory whatever was asked; they are bounded, so that they decide
//! between equals and an old exact fact is still found.

use super::clue::{Clue, Clues};
use crate::parameters;

/// What is true of a memory whatever was asked, each from 0 to 1 but for the feedback.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MemoryStanding {
    /// Its retention, as a share of the most.
    pub retention: f64,
    /// How recent it is.
    pub recency: f64,
    /// How often it was recalled.
    pub usage: f64,
    /// How its feeling answers the current one.
    pub resonance: f64,
    /// What reports made of it: a factor around 1.
    pub feedback: f64,
    /// Whether a newer memory corrects it.
    pub is_superseded: bool,
    /// Whether a document or a tool said it.
    pub is_from_outside: bool,
    /// Whether it is of the prompt's own thread.
    pub is_of_this_thread: bool,
    /// Whether it is of the project that the prompt is spoken in.
    pub is_of_this_project: bool,
    /// Whether the prompt asks for something of a time, and it is of another.
    pub is_of_another_time: bool,
}

/// Every term of a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FusedTerms {
    /// The clues.
    pub clues: Clues,
    /// Each clue times its weight.
    pub parts: Clues,
    /// Their sum.
    pub relevance: f64,
    /// What retention makes of it.
    pub retention: f64,
    /// What recency makes of it.
    pub recency: f64,
    /// What use makes of it.
    pub usage: f64,
    /// What resonance makes of it.
    pub resonance: f64,
    /// What reports make of it.
    pub feedback: f64,
    /// What a correction leaves of it.
    pub superseded: f64,
    /// What trust leaves of it.
    pub trust: f64,
    /// What being of the same thread makes of it.
    pub same_thread: f64,
    /// What being of the same project makes of it.
    pub same_project: f64,
    /// The score that it takes over from a memory in whose place it came.
    pub inherited: f64,
    /// What being of another time than is asked for leaves of it.
    pub other_time: f64,
}

impl FusedTerms {
    /// All factors together.
    pub fn factor(&self) -> f64 {
        self.retention
            * self.recency
            * self.usage
            * self.resonance
            * self.feedback
            * self.superseded
            * self.trust
            * self.same_thread
            * self.same_project
            * self.other_time
    }

    /// The score.
    pub fn score(&self) -> f64 {
        let own = self.relevance * self.factor();
        if self.inherited > 0.0 { own.max(self.inherited * self.superseded) } else { own }
    }
}

/// Values as shares of the best; what is below nothing is nothing.
pub fn of_the_best(values: &[f64]) -> Vec<f64> {
    above(values, 0.0)
}

/// Values as shares of what the best has above the mean, for a measure by which all are much alike.
pub fn above_the_mean(values: &[f64]) -> Vec<f64> {
    above(values, values.iter().sum::<f64>() / values.len().max(1) as f64)
}

fn above(values: &[f64], ground: f64) -> Vec<f64> {
    let best = values.iter().copied().fold(ground, f64::max) - ground;
    let share = |value: &f64| if best > 0.0 { ((value - ground) / best).clamp(0.0, 1.0) } else { 0.0 };
    values.iter().map(share).collect()
}

/// The sum of the weighted clues.
pub fn relevance(clues: &Clues, parameters: &parameters::Fused) -> f64 {
    Clue::ALL.iter().zip(clues).map(|(clue, value)| clue.weight(parameters) * value).sum()
}

/// The score of a memory, with all its terms.
pub fn fused(clues: Clues, standing: &MemoryStanding, parameters: &parameters::Fused) -> FusedTerms {
    let mut parts = clues;
    for (part, clue) in parts.iter_mut().zip(Clue::ALL) {
        *part *= clue.weight(parameters);
    }
    let more = |share: f64, most: f64| 1.0 + most * share.clamp(0.0, 1.0);
    let less = |is_so: bool, share: f64| if is_so { 1.0 - share } else { 1.0 };
    FusedTerms {
        clues,
        parts,
        relevance: parts.iter().sum(),
        retention: more(standing.retention, parameters.retention_factor),
        recency: more(standing.recency, parameters.recency_factor),
        usage: more(standing.usage, parameters.use_factor),
        resonance: more(standing.resonance, parameters.resonance_factor),
        feedback: standing.feedback,
        superseded: less(standing.is_superseded, parameters.superseded_factor),
        trust: less(standing.is_from_outside, parameters.distrust_factor),
        same_thread: more(f64::from(u8::from(standing.is_of_this_thread)), parameters.same_thread_factor),
        same_project: more(f64::from(u8::from(standing.is_of_this_project)), parameters.same_project_factor),
        inherited: 0.0,
        other_time: less(standing.is_of_another_time, parameters.other_time_factor),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PLAIN: MemoryStanding = MemoryStanding {
        retention: 0.0,
        recency: 0.0,
        usage: 0.0,
        resonance: 0.0,
        feedback: 1.0,
        is_superseded: false,
        is_from_outside: false,
        is_of_this_thread: false,
        is_of_this_project: false,
        is_of_another_time: false,
    };

    #[test]
    fn a_score_is_its_parts_times_its_factors() {
        let parameters = parameters::Fused::default();
        let mut clues = [0.0; Clue::COUNT];
        clues[Clue::Words as usize] = 0.5;
        clues[Clue::Question as usize] = 1.0;
        let standing = MemoryStanding { retention: 1.0, is_superseded: true, ..PLAIN };
        let terms = fused(clues, &standing, &parameters);
        let relevance = 0.5 * parameters.words_weight - parameters.question_weight;
        assert!((terms.relevance - relevance).abs() < 1e-12);
        let factor = (1.0 + parameters.retention_factor) * (1.0 - parameters.superseded_factor);
        assert!((terms.score() - relevance * factor).abs() < 1e-12);
    }

    #[test]
    fn shares_are_counted_from_nothing_or_from_the_mean() {
        assert_eq!(of_the_best(&[2.0, -1.0, 4.0]), [0.5, 0.0, 1.0]);
        assert_eq!(above_the_mean(&[0.5, 0.75, 1.0]), [0.0, 0.0, 1.0]);
        assert_eq!(above_the_mean(&[0.5, 0.5]), [0.0, 0.0]);
        assert_eq!(of_the_best(&[]), Vec::<f64>::new());
    }

    proptest! {
        #[test]
        fn no_standing_lifts_a_memory_over_one_that_is_a_quarter_more_relevant(
            retention in 0.0..=1.0_f64, recency in 0.0..=1.0_f64, usage in 0.0..=1.0_f64, resonance in 0.0..=1.0_f64,
        ) {
            let parameters = parameters::Fused::default();
            let mut clues = [0.0; Clue::COUNT];
            clues[Clue::Similarity as usize] = 0.8;
            let lifted = fused(clues, &MemoryStanding { retention, recency, usage, resonance, ..PLAIN }, &parameters);
            clues[Clue::Similarity as usize] = 1.0;
            prop_assert!(fused(clues, &PLAIN, &parameters).score() > lifted.score());
        }
    }
}
