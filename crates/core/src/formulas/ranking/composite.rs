//! Which memory fits what a prompt is after (S3 3項式複合スコアリング): the `intent` ranking profile.
//!
//! ```text
//! composite = α × distance + β × (1 − arousal) + γ × (1 − decay) × (1 − arousal)
//! ```
//!
//! Lower is better. The distance is the Euclidean one of vectors of length 1, 0 to 2; arousal and decay
//! are 0 to 1. What moved much does not grow old: its arousal takes the last term away.

use super::time_decay::time_decay;
use crate::Intent;
use crate::parameters::{IntentRanking, IntentWeights};

/// The parts of a composite score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CompositeTerms {
    /// Whose weights were taken.
    pub intent: Intent,
    /// α, β and γ.
    pub weights: IntentWeights,
    /// How far the memory is from the prompt.
    pub distance: f64,
    /// How much it moved, 0 to 1.
    pub arousal: f64,
    /// What is left of its recency, 0 to 1.
    pub decay: f64,
}

impl CompositeTerms {
    /// α × distance.
    pub fn distance_term(&self) -> f64 {
        self.weights.distance * self.distance
    }

    /// β × (1 − arousal).
    pub fn arousal_term(&self) -> f64 {
        self.weights.arousal * (1.0 - self.arousal)
    }

    /// γ × (1 − decay) × (1 − arousal).
    pub fn time_term(&self) -> f64 {
        self.weights.time * (1.0 - self.decay) * (1.0 - self.arousal)
    }

    /// The composite score; the lowest comes to mind first.
    pub fn sum(&self) -> f64 {
        self.distance_term() + self.arousal_term() + self.time_term()
    }
}

/// The composite score of a memory of `age_days` for a prompt with that intent.
pub fn composite(
    distance: f64,
    arousal: f64,
    age_days: f64,
    intent: Intent,
    parameters: &IntentRanking,
) -> CompositeTerms {
    let decay = time_decay(age_days, parameters.time_decay_rate);
    CompositeTerms { intent, weights: parameters.weights(intent), distance, arousal, decay }
}

/// The distance of two vectors of length 1 whose cosine this is: √(2 − 2 × cosine).
pub fn distance_of_cosine(cosine: f64) -> f64 {
    (2.0 - 2.0 * cosine.clamp(-1.0, 1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moved_much_does_not_grow_old() {
        let parameters = IntentRanking::default();
        let score = |arousal, days| composite(0.5, arousal, days, Intent::Technical, &parameters).sum();
        assert!((score(1.0, 0.0) - score(1.0, 1_000.0)).abs() < 1e-12);
        assert!(score(0.2, 0.0) < score(0.2, 10.0));
    }

    #[test]
    fn a_distance_follows_from_the_cosine() {
        assert_eq!(distance_of_cosine(1.0), 0.0);
        assert!((distance_of_cosine(0.0) - 2.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(distance_of_cosine(-1.0), 2.0);
        assert_eq!(distance_of_cosine(1.0 + 1e-15), 0.0);
    }
}
