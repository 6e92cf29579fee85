//! Short prints of turns.

use omoide_core::Turn;

use crate::index::Fnv;

/// The print of who said what and what was replied.
pub(super) fn of_turn(turn: &Turn) -> i64 {
    let mut hash = Fnv::default();
    for part in [&turn.person, &turn.said, &turn.replied] {
        hash.add(part.as_bytes());
        // No text holds this byte, so parts cannot run into each other.
        hash.add(&[0xff]);
    }
    hash.finish().cast_signed()
}
