//! Human-like long-term memory for AI agents.
//!
//! An [`Engine`] joins a store, a reader of texts, an embedder, a clock and a source of ids; a [`Mind`]
//! of it remembers, recalls, sleeps and forgets. Nothing here names a database or a provider.
//!
//! The life of a memory: [`Mind::remember`] → [`Mind::recall`] → [`Mind::sleep`] → [`Mind::archive`],
//! [`Mind::restore`], [`Mind::erase`]; every change can be looked at with [`Mind::history`] and taken
//! back with [`Mind::undo`] and [`Mind::undo_night`].

mod activity;
mod associate;
mod engine;
mod error;
mod keep;
mod model;
mod observe;
mod portable;
mod prime;
mod recall;
mod redaction;
pub mod simulate;
mod sleep;
pub mod transcript;
mod upkeep;

pub use activity::{ActivityQuery, LoggedActivity, PointedLines, ToolUse, activity_text};
pub use associate::{
    Association, AssociationCue, Associations, ConceptBond, CueConcept, FarAssociation, LinkingMemory,
};
pub use engine::{Engine, Mind, Parts};
pub use error::Error;
pub use keep::archive::Restored;
pub use keep::curve::{Curve, CurvePoint};
pub use keep::details::Details;
pub use keep::edit::{Edited, MemoryEdit};
pub use keep::erase::{Erasure, ErasureConditions};
pub use keep::feedback::{Rated, Thumb};
pub use keep::forget::ForgetMatches;
pub use keep::history::{Event, History, Logged};
pub use keep::list::{ListCursor, Listing};
pub use keep::people::PersonSummary;
pub use keep::profile::{LastingQuote, PersonProfile};
pub use keep::protect::Protection;
pub use keep::relate::Neighbour;
pub use keep::stats::{MemoryCounts, Stats};
pub use keep::tags::{TagChange, TaggedMemories, WantedTags};
pub use keep::tasks::NotedTask;
pub use keep::thread_view::{ThreadSession, ThreadView};
pub use keep::threads::{ThreadCursor, ThreadList};
pub use keep::undo::Undone;
pub use model::account::{ModelRates, Stop};
pub use model::cost::{CostReport, Projection};
pub use model::embedders::Embedders;
pub use model::improve::{Improvement, NightEstimate, SessionSummary};
pub use model::judge::ModelEntailment;
pub use model::metered::MeteredEmbedder;
pub use model::prompts;
pub use observe::supersede::Supersessions;
pub use observe::{
    EncodedTurns, ImportForecast, NewStream, Observation, RecoveredTurn, Remembered, SessionsDue, StreamProgress,
    Streaming, TurnOutcome, TurnsToUnsay, UnsaidTurn, UnsaidTurns,
};
pub use omoide_core::Place;
pub use omoide_language::time_words::{TimeStretch, named_time};
pub use portable::{
    BadLine, EXPORT_FORMAT, EXPORT_VERSION, ExportCounts, ExportReport, ExportedParts, ImportMode, LineFault,
    MarkdownLabels, MindImport,
};
pub use prime::{Channel, Cue, LeftOut, MemorySample, Primed, PrimedBlock, PrimedMemory, PrimedPart, Skill};
pub use recall::block::{block, block_within, source_mark};
pub use recall::briefing::Briefing;
pub use recall::budget::{Budget, MemoryBlock, Portion, ShownMemory};
pub use recall::conversation_search::{FoundPassages, Passage, Speaker};
pub use recall::harmless::harmless;
pub use recall::marks::Mark;
pub use recall::planning::{PlannedSearch, Planning};
pub use recall::search::graph::Reminded;
pub use recall::shown::OwnTurns;
pub use recall::{
    GateTerms, GaveWay, HeldWording, Hit, HitTerms, InCommon, Prompt, Recalled, Related, SharedWords, Silence, Terms,
};
pub use redaction::sweeper;
pub use sleep::{ClockDoubt, Consent, DueNight, NightOutcome, NightSummary, SleepMode, SleepOutcome, SleepStatus};
pub use upkeep::reembed::{ModelCoverage, ModelRole, VectorCoverage};

pub use omoide_core as core;

/// The examples of the pages, run as documentation tests.
#[cfg(doctest)]
mod readme {
    #[doc = include_str!("../../../README.md")]
    struct InEnglish;

    #[doc = include_str!("../../../README.ja.md")]
    struct InJapanese;

    #[doc = include_str!("../../../docs/streaming.md")]
    struct StreamingPage;
}
