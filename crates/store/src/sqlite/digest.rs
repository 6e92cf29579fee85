//! FNV-1a, 64 bits: short prints of what is compared in full where it matters.

use omoide_core::Turn;

/// A print in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub(super) fn finish(self) -> u64 {
        self.0
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_print_is_fnv_1a() {
        let mut hash = Fnv::default();
        hash.add(b"foobar");
        assert_eq!(hash.finish(), 0x8594_4171_f739_67e8);
    }
}
