//! A language model: one question, one answer, and what it took.
//!
//! A model is asked once for each question and remembers nothing. What an answer is for, and whether it is any good,
//! is the business of whoever asks.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a model is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What it is to do, and how.
    pub instructions: &'a str,
    /// What it is to do it with.
    pub material: &'a str,
    /// What the answer must look like; asked for in the provider's own way where it has one.
    pub shape: &'a Shape,
    /// The longest answer.
    pub max_tokens: u32,
    /// How freely it answers; 0 is the likeliest answer.
    pub temperature: f64,
}

/// What an answer must look like, whatever notation a provider has for it.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// Named parts, all of which must be there, in this order.
    Parts(Vec<(&'static str, Shape)>),
    /// So many of them, both ends included.
    List(Box<Shape>, RangeInclusive<u32>),
    /// A text of so many characters at most. A hint: not every provider can hold a model to it.
    Text(u32),
    /// A whole number, both ends included.
    Whole(i64, i64),
    /// One of these words.
    OneOf(Vec<&'static str>),
}

/// What a model answered.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelAnswer {
    /// The text, as it came.
    pub text: String,
    /// What it took, if the provider says so.
    pub tokens: Option<Tokens>,
    /// How often the provider was asked until it answered.
    pub attempts: u32,
}

/// Tokens that went in and came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tokens {
    /// Read by the model.
    pub input: u64,
    /// Written by the model, what it thought included.
    pub output: u64,
}

impl Tokens {
    /// Both together.
    pub fn sum(self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

/// Why there is no answer, by what can be done about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureKind {
    /// The key is missing, wrong, expired, or may not do this.
    Unauthorised,
    /// The provider has no such model, or not at this address.
    UnknownModel,
    /// The provider does not take the question.
    Rejected,
    /// Too many questions, or the account has no money left.
    RateLimited,
    /// The provider cannot be reached, or is in trouble.
    Unavailable,
    /// The answer did not come in time.
    TimedOut,
    /// The answer broke off on the way.
    CutOff,
    /// What came is not what the protocol says.
    Unreadable,
    /// The model declined to answer.
    Refused,
    /// The answer was longer than it may be.
    TooLong,
    /// Whoever asked does not want to know any more.
    Cancelled,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::Unauthorised,
        Self::UnknownModel,
        Self::Rejected,
        Self::RateLimited,
        Self::Unavailable,
        Self::TimedOut,
        Self::CutOff,
        Self::Unreadable,
        Self::Refused,
        Self::TooLong,
        Self::Cancelled,
    ];

    /// The word for it in the ledger.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unauthorised => "unauthorised",
            Self::UnknownModel => "unknown_model",
            Self::Rejected => "rejected",
            Self::RateLimited => "rate_limited",
            Self::Unavailable => "unavailable",
            Self::TimedOut => "timed_out",
            Self::CutOff => "cut_off",
            Self::Unreadable => "unreadable",
            Self::Refused => "refused",
            Self::TooLong => "too_long",
            Self::Cancelled => "cancelled",
        }
    }

    /// The kind called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the model may have worked, and so may have to be paid: then the same is not asked again.
    pub fn may_be_paid(self) -> bool {
        matches!(self, Self::TimedOut | Self::CutOff | Self::Unreadable | Self::Refused | Self::TooLong)
    }

    /// Whether it says something about the provider, and not only about this one question.
    pub fn is_the_providers(self) -> bool {
        !matches!(self, Self::Refused | Self::TooLong | Self::Cancelled)
    }

    /// Whether asking again cannot help until a person has changed something.
    pub fn needs_a_person(self) -> bool {
        matches!(self, Self::Unauthorised | Self::UnknownModel)
    }
}

/// Why a model did not answer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ModelFailure {
    /// By what can be done about it.
    pub kind: FailureKind,
    /// What happened, for a person; never holds a key.
    pub message: String,
    /// What it took all the same, if the provider says so.
    pub tokens: Option<Tokens>,
    /// When it may be asked again, if the provider says so.
    pub retry_after: Option<Duration>,
}

impl ModelFailure {
    /// A failure of that kind, with nothing else known.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), tokens: None, retry_after: None }
    }
}

/// A wish not to know any more, which can be uttered from another thread.
#[derive(Clone, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Utters it; it cannot be taken back.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was uttered.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cancellation({})", self.is_cancelled())
    }
}

/// A language model of a provider.
pub trait LanguageModel: Send + Sync {
    /// The provider's name, as the configuration has it.
    fn provider(&self) -> &str;

    /// The model's name, as the provider has it.
    fn model(&self) -> &str;

    /// Asks the model. What fails before the model has worked is tried again a few times; what may have been worked
    /// on, and so may have to be paid, is not.
    ///
    /// # Errors
    /// When there is no answer.
    fn ask(&self, question: &Question<'_>, cancellation: &Cancellation) -> Result<ModelAnswer, ModelFailure>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_failure_is_known_by_its_name() {
        for kind in FailureKind::ALL {
            assert_eq!(FailureKind::named(kind.name()), Some(kind));
        }
    }

    #[test]
    fn a_cancellation_is_heard_by_its_clones() {
        let (one, other) = (Cancellation::default(), Cancellation::default());
        let clone = one.clone();
        one.cancel();
        assert!(clone.is_cancelled() && !other.is_cancelled());
    }
}
