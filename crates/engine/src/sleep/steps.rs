//! The steps of a night.
//!
//! A step prepares (it reads, and asks a model, outside any transaction), plans, applies its plan as a group of the change
//! log and leaves a row with its report. A step that was run is not run again for its date; one that was interrupted is.

pub(crate) mod episodes;
mod model;
pub(crate) mod tiers;
