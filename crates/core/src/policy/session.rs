//! Sessions: where a conversation is cut into them, and which of them become long-term memory.

mod consolidated;
mod stretches;
mod tiers;

pub use consolidated::{Rounding, consolidated};
pub use stretches::{CutLimits, SpokenTurn, ThreadStretches, begins_stretch, stretches};
pub use tiers::{TierReport, TieredSession, candidates, plan_tiers};
