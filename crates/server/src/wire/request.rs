//! What requests have in common: nothing at all, and times.

use omoide_core::Moment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// Nothing is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A time that someone wrote.
pub fn moment(name: &str, text: &str) -> Result<Moment, Failure> {
    text.trim().parse().map_err(|error: omoide_core::NotAMoment| Failure::invalid(format!("{name}: {error}")))
}

/// A word that is none of those that can stand there.
pub fn invalid<E: std::fmt::Display>(name: &'static str) -> impl Fn(E) -> Failure {
    move |error| Failure::invalid(format!("{name}: {error}"))
}
