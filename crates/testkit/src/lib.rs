//! What the tests of Omoide share: one clock, one source of ids, one sandbox, builders, stand-ins for what lives on the
//! network, and the tidy checks. It is never shipped.
//!
//! The sandbox needs the feature `engine`, so that the tests of the store and of providers build without an engine.

pub mod answers;
pub mod builders;
pub mod chance;
pub mod clients;
pub mod clock;
pub mod command;
pub mod crowd;
pub mod fake_provider;
pub mod hosts;
pub mod ids;
pub mod markdown;
pub mod models;
#[cfg(feature = "engine")]
pub mod sandbox;
pub mod scale;
#[cfg(feature = "engine")]
pub mod settling;
pub mod texts;
pub mod tidy;
