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
