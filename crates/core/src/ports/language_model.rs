//! A language model: one question, one answer, and its cost in tokens.
//!
//! Questions are independent: a model keeps no state between them. The caller knows what an answer is for and checks it.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A question for a model.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The task: what to do and how.
    pub instructions: &'a str,
    /// The text to work on.
    pub material: &'a str,
    /// The required form of the answer. A provider with structured output is told in its own notation.
    pub shape: &'a Shape,
    /// The maximum length of the answer.
    pub max_tokens: u32,
    /// The sampling temperature; 0 returns the most likely answer.
    pub temperature: f64,
}

/// The required form of an answer, independent of a provider's notation.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// An object with these fields, all required, in this order.
    Parts(Vec<(&'static str, Shape)>),
    /// A list of this length; both bounds are included.
    List(Box<Shape>, RangeInclusive<u32>),
    /// A text of at most this many characters. Not every provider can enforce it.
    Text(u32),
    /// An integer; both bounds are included.
    Whole(i64, i64),
    /// One of these words.
    OneOf(Vec<&'static str>),
}

/// A model's answer.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelAnswer {
    /// The text, unchanged.
    pub text: String,
    /// The tokens used, if the provider reports them.
    pub tokens: Option<Tokens>,
    /// The number of requests until the provider answered.
    pub attempts: u32,
}

/// Token counts of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tokens {
    /// Tokens read by the model.
    pub input: u64,
    /// Tokens written by the model, including its reasoning.
    pub output: u64,
}

impl Tokens {
    /// Input and output together.
    pub fn sum(self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

/// The kinds of failure, by what the caller can do about them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureKind {
    /// The API key is missing, wrong, expired, or lacks the permission.
    Unauthorised,
    /// The provider does not know the model at this address.
    UnknownModel,
    /// The provider rejects the request.
    Rejected,
    /// Too many requests, or the account has no credit left.
    RateLimited,
    /// The provider cannot be reached or reports an internal error.
    Unavailable,
    /// The request timed out.
    TimedOut,
    /// The connection broke before the answer was complete.
    CutOff,
    /// The response does not follow the protocol.
    Unreadable,
    /// The model declined to answer.
    Refused,
    /// The answer exceeded its maximum length.
    TooLong,
    /// The caller cancelled the request.
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

    /// The name in the ledger.
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

    /// Whether the model may have done work that is billed. Such a request is not repeated.
    pub fn may_be_paid(self) -> bool {
        matches!(self, Self::TimedOut | Self::CutOff | Self::Unreadable | Self::Refused | Self::TooLong)
    }

    /// Whether the failure concerns the provider and not just this question.
    pub fn is_the_providers(self) -> bool {
        !matches!(self, Self::Refused | Self::TooLong | Self::Cancelled)
    }

    /// Whether a retry is useless until a person changes something.
    pub fn needs_a_person(self) -> bool {
        matches!(self, Self::Unauthorised | Self::UnknownModel)
    }
}

/// Why a model did not answer.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ModelFailure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// A message for a person. It never contains a key.
    pub message: String,
    /// The tokens used nevertheless, if the provider reports them.
    pub tokens: Option<Tokens>,
    /// How long to wait before a retry, if the provider says so.
    pub retry_after: Option<Duration>,
}

impl ModelFailure {
    /// A failure of this kind without further details.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), tokens: None, retry_after: None }
    }
}

/// A flag that cancels a request from another thread. Clones share it.
#[derive(Clone, Default)]
pub struct Cancellation(Arc<AtomicBool>);

impl Cancellation {
    /// Sets the flag for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cancellation({})", self.is_cancelled())
    }
}

/// A language model of one provider.
pub trait LanguageModel: Send + Sync {
    /// The provider's name in the configuration.
    fn provider(&self) -> &str;

    /// The provider's name for the model.
    fn model(&self) -> &str;

    /// Asks the model. A request that failed before the model did any work is retried a few times; one that may be billed
    /// is not.
    ///
    /// # Errors
    /// When no answer arrives.
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
