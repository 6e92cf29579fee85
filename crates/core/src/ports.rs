//! What the engine needs from the world, as traits; others fill them.

mod clock;
mod embedder;
mod entailment;
mod journal;
mod language_model;
pub mod store;
mod understanding;

pub use clock::{Clock, IdSource};
pub use embedder::Embedder;
pub use entailment::{Entailment, Judgement};
pub use journal::{JournalCensus, JournalWriter, Journals, OrphanFate};
pub use language_model::{
    Cancellation, FailureKind, LanguageModel, ModelAnswer, ModelFailure, Question, Shape, Tokens,
};
pub use store::{Store, StoreError};
pub use understanding::{Analysis, Redaction, Shortening, TakenCount, TakenSecret, TimeHint, Understanding};

/// An error from elsewhere, kept as the source of one of ours.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
