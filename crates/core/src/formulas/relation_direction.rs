//! Which of two memories points to the other (S0 リレーションの方向).
//!
//! ```text
//! |score_a − score_b| < score_proximity_threshold: the newer points to the older
//! otherwise:                                       the higher score points to the lower
//! ```
//!
//! Of two memories made at the same instant the one with the larger id counts as the newer.

use crate::parameters::Relations;
use crate::{MemoryId, Moment};

/// What the direction of a relation depends on.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// The memory.
    pub id: MemoryId,
    /// When it happened.
    pub created: Moment,
    /// Its retention score.
    pub retention_score: f64,
}

/// Whether the relation between the two is held by `a`.
pub fn is_held_by_first(a: End, b: End, relations: &Relations) -> bool {
    let difference = a.retention_score - b.retention_score;
    if difference.abs() < relations.score_proximity_threshold {
        (a.created.unix_micros(), a.id) >= (b.created.unix_micros(), b.id)
    } else {
        difference > 0.0
    }
}
