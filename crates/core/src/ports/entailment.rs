//! Entailment: whether one text follows from another.

use super::BoxError;

/// The probabilities of the three possible judgements. They add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// The statement follows from what is known.
    pub entailment: f64,
    /// The statement may be true or false.
    pub neutral: f64,
    /// The statement contradicts what is known.
    pub contradiction: f64,
}

/// Judges whether a statement follows from what is known, contradicts it, or neither (S4 NLI判定).
pub trait Entailment: Send + Sync {
    /// The judge's name. It is stored with every decision based on it.
    fn name(&self) -> &str;

    /// Judges pairs of known text and statement, and returns one judgement per pair in the same order.
    ///
    /// # Errors
    /// When the model cannot be used. No pair is judged then.
    fn judge(&self, pairs: &[(&str, &str)]) -> Result<Vec<Judgement>, BoxError>;
}
