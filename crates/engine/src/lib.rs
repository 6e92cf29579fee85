//! Human-like long-term memory for AI agents.
//!
//! An [`Engine`] joins a store, a reader of texts, an embedder, a clock and a source of ids; a [`Mind`]
//! of it remembers, recalls, sleeps and forgets. Nothing here names a database or a provider.
//!
//! The life of a memory: [`Mind::remember`] → [`Mind::recall`] → [`Mind::sleep`] → [`Mind::archive`],
//! [`Mind::restore`], [`Mind::erase`]; every change can be looked at with [`Mind::history`] and taken
//! back with [`Mind::undo`] and [`Mind::undo_night`].

mod account;
mod archive;
mod attachment;
mod briefing;
mod budget;
mod conversation_search;
mod cost;
mod curve;
mod due;
mod edit;
mod embedders;
mod engine;
mod erase;
mod error;
mod feedback;
mod feeling;
mod history;
mod improve;
mod inject;
mod judge;
mod likeness;
mod links;
mod listing;
mod look;
mod marks;
mod metered;
mod naming;
mod night;
mod pages;
mod place;
mod planning;
pub mod prompts;
mod protect;
mod recall;
mod reembed;
mod reindex;
mod relate;
mod remember;
mod shown;
pub mod simulate;
mod sleep;
mod spread;
mod stats;
mod supersede;
mod threads;
mod ties;
pub mod transcript;
mod undo;

pub use account::{Rates, Stop};
pub use archive::Restored;
pub use budget::{Budget, Portion, ShownMemory, within_budget};
pub use conversation_search::{FoundPassages, Passage, Speaker};
pub use cost::{CostReport, Projection};
pub use curve::{Curve, CurvePoint};
pub use embedders::Embedders;
pub use engine::{Engine, Mind, Parts};
pub use erase::{Erasure, ErasureConditions};
pub use error::Error;
pub use feedback::{Rated, Thumb};
pub use history::{Event, History};
pub use improve::{Estimate, Improvement, SessionSummary};
pub use inject::{block, block_within};
pub use judge::ModelEntailment;
pub use listing::{Cursor, Listing};
pub use look::Details;
pub use marks::Mark;
pub use metered::MeteredEmbedder;
pub use night::{Improved, NightOutcome, NightSummary};
pub use place::Place;
pub use planning::{PlannedSearch, Planning};
pub use protect::Protection;
pub use recall::{GateTerms, HeldWording, Hit, HitTerms, Prompt, Recalled, Related, SharedWords, Silence, Terms};
pub use reembed::{Coverage, ModelCoverage, ModelRole};
pub use relate::Neighbour;
pub use remember::{EncodedTurns, Observation, Remembered, Taken};
pub use shown::OwnTurns;
pub use sleep::{DueNight, SleepMode, SleepOutcome, SleepStatus};
pub use spread::Reminded;
pub use stats::Stats;
pub use supersede::Supersessions;
pub use threads::{ThreadCursor, Threads};
pub use undo::Undone;

pub use omoide_core as core;
