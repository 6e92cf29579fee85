//! Which memory comes to mind first (S0 参照優先度の計算): the `resonance` ranking profile.
//!
//! ```text
//! base     = retention_score × max(0, similarity) × (1 + recall_count_weight × recall_count)
//! priority = base + priority_weight_alpha × resonance × retention_score
//! ```
//!
//! Without a current feeling there is no second term.

use super::resonance::ResonanceTerms;
use crate::parameters::Parameters;

/// The parts of a priority.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PriorityTerms {
    /// The memory's retention score.
    pub retention_score: f64,
    /// Cosine of prompt and memory, as it is; below 0 it counts as 0.
    pub similarity: f64,
    /// 1 and a bit for each recall.
    pub use_factor: f64,
    /// The resonance with the current feeling, if there is one.
    pub resonance: Option<ResonanceTerms>,
    /// What resonance adds.
    pub resonance_bonus: f64,
}

impl PriorityTerms {
    /// Retention × similarity × use.
    pub fn base(&self) -> f64 {
        self.retention_score * self.similarity.max(0.0) * self.use_factor
    }

    /// The priority.
    pub fn sum(&self) -> f64 {
        self.base() + self.resonance_bonus
    }
}

/// An upper bound of the priority, at that similarity, of every memory with at most this retention and so many recalls,
/// whatever it felt like. `highest_resonance` is the most that resonance can be; `None` if there is no feeling to meet.
pub fn priority_ceiling(
    retention_score: f64,
    similarity: f64,
    recall_count: u32,
    highest_resonance: Option<f64>,
    parameters: &Parameters,
) -> PriorityTerms {
    let retention_score = retention_score.max(0.0);
    let alpha = parameters.resonance.priority_weight_alpha.max(0.0);
    PriorityTerms {
        retention_score,
        similarity,
        use_factor: 1.0 + parameters.recall.recall_count_weight.max(0.0) * f64::from(recall_count),
        resonance: None,
        resonance_bonus: highest_resonance.map_or(0.0, |highest| alpha * highest * retention_score),
    }
}

/// The priority of a memory for a prompt.
pub fn priority(
    retention_score: f64,
    similarity: f64,
    recall_count: u32,
    resonance: Option<ResonanceTerms>,
    parameters: &Parameters,
) -> PriorityTerms {
    let bonus =
        resonance.map_or(0.0, |terms| parameters.resonance.priority_weight_alpha * terms.sum() * retention_score);
    PriorityTerms {
        retention_score,
        similarity,
        use_factor: 1.0 + parameters.recall.recall_count_weight * f64::from(recall_count),
        resonance,
        resonance_bonus: bonus,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::resonance::highest_resonance;
    use super::*;

    proptest! {
        #[test]
        fn no_priority_is_above_the_ceiling_of_more_retention_and_use(
            (retention, more) in (0.0..100.0_f64, 0.0..10.0_f64),
            (recalls, further) in (0_u32..50, 0_u32..5),
            similarity in -1.0..1.0_f64,
            terms in prop::option::of((0.0..0.3_f64, 0.0..0.2_f64, 0.0..0.5_f64)),
        ) {
            let parameters = Parameters::default();
            let resonance = terms.map(|(valence, arousal, tags)| ResonanceTerms { valence, arousal, tags });
            let score = priority(retention, similarity, recalls, resonance, &parameters).sum();
            let highest = resonance.map(|_| highest_resonance(&parameters.resonance));
            let ceiling =
                priority_ceiling(retention + more, similarity, recalls + further, highest, &parameters).sum();
            prop_assert!(score <= ceiling + 1e-9, "{score} {ceiling}");
        }
    }
}
