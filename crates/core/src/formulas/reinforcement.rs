//! What a night does to a memory that was recalled (S0 想起による記憶強化).
//!
//! ```text
//! memory_days       ← memory_days × (1 − memory_days_reduction)
//! decay_coefficient ← min(max_decay_coefficient, decay_coefficient + decay_coefficient_boost)
//! recall_count      ← recall_count + 1
//! ```
//!
//! Days below zero (a revived memory of low intensity has them) and their coefficient stay as they are:
//! being recalled never makes a memory weaker.

use crate::parameters::{Recall, RetentionParameters};

/// The three numbers that a recall moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// Felt age in days.
    pub memory_days: f64,
    /// Share kept a day.
    pub decay_coefficient: f64,
    /// Nights that found it recalled.
    pub recall_count: u32,
}

/// The strength after one night that found the memory recalled.
pub fn reinforced(before: Strength, recall: &Recall, retention: &RetentionParameters) -> Strength {
    let recall_count = before.recall_count.saturating_add(1);
    if before.memory_days < 0.0 {
        return Strength { recall_count, ..before };
    }
    Strength {
        memory_days: before.memory_days * (1.0 - recall.memory_days_reduction),
        decay_coefficient: retention
            .max_decay_coefficient
            .min(before.decay_coefficient + recall.decay_coefficient_boost),
        recall_count,
    }
}
