//! The tests' ids: in the order of asking, the same in every run.

use std::sync::atomic::{AtomicU64, Ordering};

use omoide_core::ports::IdSource;
use omoide_core::{MemoryId, Moment};

/// Ids that count up.
#[derive(Debug, Default)]
pub struct CountedIds(AtomicU64);

impl CountedIds {
    /// Ids that count up from that number. Engines on one store need numbers that do not meet.
    pub fn beginning_at(number: u64) -> Self {
        Self(AtomicU64::new(number))
    }
}

impl IdSource for CountedIds {
    fn next(&self, at: Moment) -> MemoryId {
        MemoryId::new(at, u128::from(self.0.fetch_add(1, Ordering::SeqCst)))
    }
}
