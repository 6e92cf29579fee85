//! How strongly a memory answers the present feeling (S0 感情共鳴).
//!
//! ```text
//! valence = valence_match_bonus                                    if the valences are equal
//! arousal = max(0, arousal_proximity_bonus × (1 − |Δarousal| / 100))
//! tags    = tags_overlap_weight × |common| / max(|mine|, |current|)  if both have tags
//! ```

use crate::parameters::Resonance;
use crate::{Feeling, Mood};

/// The parts of a resonance; their sum is the resonance, 0 to 1 with the default weights.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ResonanceTerms {
    /// For the same valence.
    pub valence: f64,
    /// For a near arousal.
    pub arousal: f64,
    /// For common tags.
    pub tags: f64,
}

impl ResonanceTerms {
    /// The resonance.
    pub fn sum(&self) -> f64 {
        self.valence + self.arousal + self.tags
    }
}

/// The strongest that any memory can answer any feeling.
pub fn highest_resonance(parameters: &Resonance) -> f64 {
    let highest = |weight: f64| weight.max(0.0);
    highest(parameters.valence_match_bonus)
        + highest(parameters.arousal_proximity_bonus)
        + highest(parameters.tags_overlap_weight)
}

/// How strongly a memory's feeling answers the current one.
pub fn resonance(memory: &Feeling, current: &Feeling, parameters: &Resonance) -> ResonanceTerms {
    resonance_between(memory.into(), current.into(), parameters)
}

/// The same of feelings whose tags are sets already.
pub fn resonance_between(memory: Mood, current: Mood, parameters: &Resonance) -> ResonanceTerms {
    let valence = if memory.valence == current.valence { parameters.valence_match_bonus } else { 0.0 };
    let distance = f64::from(memory.arousal.abs_diff(current.arousal)) / 100.0;
    let arousal = (parameters.arousal_proximity_bonus * (1.0 - distance)).max(0.0);
    let larger = memory.tags.size().max(current.tags.size());
    let common = memory.tags.common(current.tags);
    // Without tags on one side the common ones are none, so only 0 / 0 has to be kept out.
    let tags = if larger == 0 { 0.0 } else { f64::from(common) / f64::from(larger) * parameters.tags_overlap_weight };
    ResonanceTerms { valence, arousal, tags }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tag, Valence};

    #[test]
    fn the_seeds_example_resonates_strongly() {
        let current = Feeling { valence: Valence::Negative, arousal: 85, tags: vec![Tag::Frustration, Tag::Anger] };
        let memory = Feeling { valence: Valence::Negative, arousal: 90, tags: vec![Tag::Frustration] };
        let terms = resonance(&memory, &current, &Resonance::default());
        assert!((terms.valence - 0.3).abs() < 1e-12);
        assert!((terms.arousal - 0.19).abs() < 1e-12);
        assert!((terms.tags - 0.25).abs() < 1e-12);
    }
}
