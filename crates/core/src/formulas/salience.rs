//! How salient a session is (S1 §7): what it felt like, how new and how connected it was, and how often it came up.
//!
//! ```text
//! salience    = min(1, |emotion| × 0.4 + novelty × 0.3 + relatedness × 0.2 + min(mentions / 10, 1) × 0.1)
//! novelty     = 1 − (how many of the nearest five are like it) / 5
//! relatedness = (how many of the nearest five have to do with it) / 5
//! ```
//!
//! `emotion` is −1 to 1 (S0's intensity / 100). A memory is like it from a similarity of 0.8 on, and has to do with it from
//! 0.6 on; S1 says nothing of the second.

use crate::parameters::Salience;

/// How many of the nearest memories count.
const NEAREST: usize = 5;
/// So many mentions count in full.
const FULL_MENTIONS: f64 = 10.0;

/// The salience of a session, term by term, each weighted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SalienceTerms {
    /// By what it felt like.
    pub emotion: f64,
    /// By how new it was.
    pub novelty: f64,
    /// By how connected it is.
    pub relatedness: f64,
    /// By how often it came up.
    pub mentions: f64,
}

impl SalienceTerms {
    /// The salience, 0 to 1.
    pub fn sum(&self) -> f64 {
        (self.emotion + self.novelty + self.relatedness + self.mentions).min(1.0)
    }
}

/// How new something is, 0 to 1, by the similarities of the memories around it.
pub fn novelty(similarities: &[f64], parameters: &Salience) -> f64 {
    1.0 - share_of_nearest(similarities, parameters.like_similarity)
}

/// How connected something is, 0 to 1, by the similarities of the memories around it.
pub fn relatedness(similarities: &[f64], parameters: &Salience) -> f64 {
    share_of_nearest(similarities, parameters.related_similarity)
}

/// The salience of what felt like `emotion`, has memories of those similarities around it and came up so often.
pub fn salience(emotion: f64, similarities: &[f64], mentions: u32, parameters: &Salience) -> SalienceTerms {
    SalienceTerms {
        emotion: emotion.abs() * parameters.emotion,
        novelty: novelty(similarities, parameters) * parameters.novelty,
        relatedness: relatedness(similarities, parameters) * parameters.relatedness,
        mentions: (f64::from(mentions) / FULL_MENTIONS).min(1.0) * parameters.mentions,
    }
}

/// The share of the nearest five that are at least so similar; a missing one is not.
fn share_of_nearest(similarities: &[f64], least: f64) -> f64 {
    let count = similarities.iter().filter(|similarity| **similarity >= least).count();
    count.min(NEAREST) as f64 / NEAREST as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn something_felt_new_and_unheard_of_is_more_salient_than_small_talk() {
        let parameters = Salience::default();
        let new = salience(0.9, &[0.2, 0.1], 1, &parameters);
        let usual = salience(0.1, &[0.9; 8], 1, &parameters);
        assert!((new.sum() - (0.36 + 0.3 + 0.01)).abs() < 1e-12, "{new:?}");
        assert!((usual.sum() - (0.04 + 0.0 + 0.2 + 0.01)).abs() < 1e-12, "{usual:?}");
    }

    #[test]
    fn it_is_never_more_than_one() {
        let parameters = Salience { novelty: 1.0, ..Salience::default() };
        assert_eq!(salience(-1.0, &[], 500, &parameters).sum(), 1.0);
    }
}
