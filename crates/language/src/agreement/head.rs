//! The fitted weights: two logistic heads over the same features, for contradiction and for entailment.
//!
//! With z = b + Σ wᵢ·fᵢ for each head, entailment = 1 / (1 + e^-zₑ) and contradiction = 1 / (1 + e^-z) of
//! z = z꜀ - 0.2 · (1 - told) · (zₑ + 3): of two accounts of a scene, what follows does not contradict. `data/agreement.bin` is written by `tools/fit/agreement.py`: the
//! letters AGR1, the number of features n (u32), then for each head 1 + n weights (f32, little-endian), the
//! bias first.

use super::features::Features;

/// How much of what speaks for entailment is taken from what speaks for contradiction in a scene.
const SHARE: f32 = 0.2;
/// Minus the entailment of a pair of scenes that says neither.
const UNDECIDED: f32 = 3.0;

/// What is left of the strength when what is told has nothing that speaks against the older statement but
/// that it is about the same: two remarks on one topic seldom exclude one another.
const WITHOUT_EVIDENCE: f32 = 0.28;

/// The strengths that the heads give to features, each within 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strengths {
    pub(super) contradiction: f32,
    pub(super) entailment: f32,
}

/// The strengths of contradiction and entailment.
pub(super) fn strengths(features: &Features) -> Strengths {
    let values = features.values();
    let contradiction = logit(0, &values);
    let entailment = logit(1 + values.len(), &values);
    let scene = 1.0 - features.told;
    let share = if features.told > features.told_evidence { WITHOUT_EVIDENCE } else { 1.0 };
    Strengths {
        contradiction: share * strength(contradiction - SHARE * scene * (entailment + UNDECIDED)),
        entailment: strength(entailment),
    }
}

fn logit(skip: usize, values: &[f32]) -> f32 {
    let mut weights = weights().skip(skip);
    let bias = weights.next().unwrap_or(0.0);
    bias + weights.zip(values).map(|(weight, value)| weight * value).sum::<f32>()
}

fn strength(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

const HEADER: usize = 8;
static DATA: &[u8] = include_bytes!("../../data/agreement.bin");

fn weights() -> impl Iterator<Item = f32> {
    DATA.get(HEADER..).unwrap_or(&[]).chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_weights_of_these_features() {
        let count = u32::try_from(Features::NAMES.len()).expect("few features");
        assert_eq!(&DATA[..4], b"AGR1");
        assert_eq!(DATA[4..HEADER], count.to_le_bytes());
        assert_eq!(weights().count(), 2 * (1 + Features::NAMES.len()));
        assert!(weights().all(|w| w.is_finite() && w.abs() < 50.0));
    }
}
