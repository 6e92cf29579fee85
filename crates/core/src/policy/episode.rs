//! The night of the episodes (S0 圧縮処理の内容): the eight steps, in order.
//!
//! 1. memories that were recalled are strengthened, the others grow a day older;
//! 2. retention is computed anew;
//! 3. what fell under a threshold goes down, one level at a time;
//! 4. levels that hold more than their share pass the weakest on, from the top level down; then
//!    archived memories that were asked for come back, as far as there is room;
//! 5. references to what is archived or gone are dropped;
//! 6. references that point the wrong way are turned round;
//! 7. memories that are new or were rewritten are linked to what is like them;
//! 8. archived memories that meet the conditions are erased.
//!
//! Steps 1 to 6 and 8 need numbers only and make a [`Draft`]. Between, the caller writes the shorter
//! texts that the draft asks for and finds the pairs for step 7; [`Draft::finish`] makes the plan.

mod draft;
mod expiry;
mod fading;
mod levels;
mod relations;
mod report;
mod revival;
#[cfg(test)]
mod tests;

pub use draft::{Draft, Night, Rewrite, SimilarPair, Sleeper, TimeSpan};
pub use report::{LinkChange, NightReport, Transition};

use crate::formulas::decay_coefficient::decay_coefficient;
use crate::formulas::initial_memory_days::initial_memory_days;
use crate::parameters::Parameters;
use crate::{Category, Level, Moment, Retention, Shown};

/// The retention that an episode is born with (S0 自動設定されるフィールド).
pub fn newborn(created: Moment, category: &Category, intensity: u8, parameters: &Parameters) -> Retention {
    Retention {
        memory_days: initial_memory_days(created, parameters.compression.schedule_hour),
        decay_coefficient: decay_coefficient(category, intensity, &parameters.retention),
        retention_score: f64::from(intensity),
        recall_count: 0,
        recalled_since_last_batch: false,
    }
}

/// The steps by which a memory goes down to `target`, as what it shows before and after each.
///
/// Every level between is passed through; each text of a level above the archive is one version
/// further. Shared by nights and by archiving by hand.
pub fn steps_down(mut from: Shown, last_version: u32, target: Level, at: Moment) -> Vec<(Shown, Shown)> {
    let mut steps = Vec::new();
    let mut version = last_version;
    while let Some(level) = from.level.next().filter(|level| *level <= target) {
        let mut to = Shown { level, ..from };
        if level == Level::Archived {
            to.archived_at = Some(at);
        } else {
            version += 1;
            to.version = version;
        }
        steps.push((from, to));
        from = to;
    }
    steps
}
