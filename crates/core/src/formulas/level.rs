//! How much of a memory its retention entitles it to (S0 三段階圧縮モデル).
//!
//! ```text
//! level 1: retention > level1_threshold
//! level 2: level2_threshold < retention ≤ level1_threshold
//! level 3: level3_threshold < retention ≤ level2_threshold
//! level 4: retention ≤ level3_threshold
//! ```

use crate::Level;
use crate::parameters::Levels;

/// The level of a retention score.
pub fn level_for(retention_score: f64, levels: &Levels) -> Level {
    if retention_score > levels.level1_threshold {
        Level::Full
    } else if retention_score > levels.level2_threshold {
        Level::Summary
    } else if retention_score > levels.level3_threshold {
        Level::Trace
    } else {
        Level::Archived
    }
}
