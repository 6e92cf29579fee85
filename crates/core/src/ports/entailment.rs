//! Whether one text follows from another.

use super::BoxError;

/// How likely each of the three is; they add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// The statement follows.
    pub entailment: f64,
    /// It can be true or not.
    pub neutral: f64,
    /// It cannot be true.
    pub contradiction: f64,
}

/// Judges whether a statement follows from what is known, contradicts it, or neither (S4 NLI判定).
pub trait Entailment: Send + Sync {
    /// Its name, which is stored with what was decided by it.
    fn name(&self) -> &str;

    /// Judges pairs of what is known and a statement, in their order.
    ///
    /// # Errors
    /// When it could not be asked; nothing was judged then.
    fn judge(&self, pairs: &[(&str, &str)]) -> Result<Vec<Judgement>, BoxError>;
}
