//! What a memory that comes back from the archive starts with (S0 復活時の retention_score 計算).
//!
//! ```text
//! score = max(intensity × revival_decay_per_day ^ archived_days, level3_threshold + revival_min_margin)
//! ```
//!
//! The floor keeps it from being archived again at once.

use crate::parameters::{Archive, Levels};

/// The retention score of a memory revived after `archived_days` whole days.
pub fn revival_score(intensity: u8, archived_days: i64, archive: &Archive, levels: &Levels) -> f64 {
    let faded = f64::from(intensity) * archive.revival_decay_per_day.powf(archived_days as f64);
    faded.max(levels.level3_threshold + archive.revival_min_margin)
}
