//! Which memory is most active (S4 最終スコアの算出): the `activation` ranking profile.
//!
//! ```text
//! score = similarity + recency_weight × 0.5^(age_days / half_life)
//!       + frequency_weight × ln(1 + recall_count) + pagerank_weight × pagerank
//! ```
//!
//! Without a graph there is no last term.

use crate::parameters::ActivationRanking;

/// The parts of a final score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FinalScoreTerms {
    /// Cosine of prompt and memory.
    pub similarity: f64,
    /// What recency adds.
    pub recency: f64,
    /// What being recalled often adds.
    pub frequency: f64,
    /// The activation that reached the memory along its connections, if any was spread.
    pub pagerank: Option<f64>,
    /// What that adds.
    pub spread: f64,
}

impl FinalScoreTerms {
    /// The score; the highest comes to mind first.
    pub fn sum(&self) -> f64 {
        self.similarity + self.recency + self.frequency + self.spread
    }
}

/// The final score of a memory of `age_days`. A memory of the future counts as new.
pub fn final_score(
    similarity: f64,
    age_days: f64,
    recall_count: u32,
    pagerank: Option<f64>,
    parameters: &ActivationRanking,
) -> FinalScoreTerms {
    let left = 0.5_f64.powf(age_days.max(0.0) / parameters.recency_half_life_days);
    FinalScoreTerms {
        similarity,
        recency: parameters.recency_weight * left,
        frequency: parameters.frequency_weight * f64::from(recall_count).ln_1p(),
        pagerank,
        spread: pagerank.map_or(0.0, |activation| parameters.pagerank_weight * activation),
    }
}
