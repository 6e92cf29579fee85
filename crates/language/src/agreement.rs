//! Whether a newer sentence contradicts an older one, entails it or leaves it open.
//!
//! The fallback of the cascade that validates what was learnt and finds contradictions between memories
//! (S4): no model is asked. The words of the two sentences are aligned; what is denied on one side only,
//! what excludes one another, numbers and dates that differ, and how much of the rest is shared become
//! features, of which two small fitted heads make strengths. Numbers and how they came about:
//! `tools/fit/agreement.py`.

mod alignment;
mod features;
mod figures;
mod head;
pub(crate) mod opposites;
mod polarity;
mod reasons;
mod statement;

pub(crate) use figures::MONTHS;
pub(crate) use polarity::cues_in;
pub use reasons::AgreementReason;

use features::{Comparison, Features};
use head::Strengths;

/// From this strength on a newer sentence is said to contradict. Less than a half: the heads are fitted where
/// one pair in six contradicts, and a contradiction that is missed costs more than one that is looked at.
const CONTRADICTS: f32 = 0.3;
/// From this strength on a newer sentence is said to entail.
const ENTAILS: f32 = 0.5;

/// How a newer sentence stands to an older one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SentenceRelation {
    /// They cannot both hold now.
    Contradicts,
    /// The newer one holds if the older one does.
    Entails,
    /// Neither.
    Open,
}

/// What was found about two sentences.
#[derive(Clone, PartialEq, Debug)]
pub struct Agreement {
    /// The outcome.
    pub relation: SentenceRelation,
    /// How strongly the newer sentence contradicts the older one, 0 to 1.
    pub contradiction: f32,
    /// How strongly the newer sentence follows from the older one, 0 to 1.
    pub entailment: f32,
    /// What spoke for it, the strongest sorts first.
    pub because: Vec<AgreementReason>,
}

/// Compares a newer sentence with an older one. Only the beginning of a long text is read.
pub fn agreement(older: &str, newer: &str) -> Agreement {
    let comparison = features::compare(older, newer);
    if comparison.is_same() {
        let because = vec![AgreementReason::Covered];
        return Agreement { relation: SentenceRelation::Entails, contradiction: 0.0, entailment: 1.0, because };
    }
    let Strengths { contradiction, entailment } = head::strengths(&comparison.features);
    let relation = relation(contradiction, entailment);
    Agreement { relation, contradiction, entailment, because: because(&comparison, relation) }
}

fn relation(contradiction: f32, entailment: f32) -> SentenceRelation {
    if contradiction >= CONTRADICTS && contradiction >= entailment {
        SentenceRelation::Contradicts
    } else if entailment >= ENTAILS {
        SentenceRelation::Entails
    } else {
        SentenceRelation::Open
    }
}

/// What speaks against the outcome is not given as a reason for it.
fn because(comparison: &Comparison, relation: SentenceRelation) -> Vec<AgreementReason> {
    let mut reasons = reasons::reasons(comparison);
    match relation {
        SentenceRelation::Contradicts => reasons.retain(AgreementReason::is_conflict),
        SentenceRelation::Entails => {
            reasons.retain(|reason| !reason.is_conflict());
            if reasons.is_empty() {
                reasons.push(AgreementReason::Covered);
            }
        }
        SentenceRelation::Open => {}
    }
    reasons
}

/// The named features of a pair, which the weights are fitted on.
pub fn features(older: &str, newer: &str) -> Vec<(&'static str, f32)> {
    let comparison = features::compare(older, newer);
    Features::NAMES.iter().copied().zip(comparison.features.values()).collect()
}

#[cfg(test)]
mod tests;
