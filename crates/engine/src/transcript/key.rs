//! The print of a uuid: what lines are told apart by, in eight bytes.

use serde::{Deserialize, Serialize};

/// The print of a uuid. A file would need billions of lines for two of them to meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct UuidHash(u64);

impl UuidHash {
    /// The print of a uuid, the same in every version of the program.
    pub(super) fn of(uuid: &str) -> Self {
        Self(print(uuid.as_bytes(), 0))
    }

    /// The print as a number.
    pub(super) fn number(self) -> u64 {
        self.0
    }
}

/// FNV-1a with a last stir, from a seed.
pub(super) fn print(bytes: &[u8], seed: u64) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325 ^ seed, step);
    let hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^ (hash >> 33)
}
