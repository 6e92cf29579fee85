//! Where ids come from: chance, or a seed for tests.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use omoide_core::ports::IdSource;
use omoide_core::{MemoryId, Moment};

/// As many low bits of an id are chance.
const RANDOM_BITS: u32 = 80;

/// Ids by chance; those of one process are in the order of asking.
#[derive(Default)]
pub struct RandomIds {
    last: Mutex<Option<MemoryId>>,
}

impl IdSource for RandomIds {
    fn next(&self, at: Moment) -> MemoryId {
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let fresh = MemoryId::new(at, chance());
        let id = match *last {
            // The same millisecond: one more than the last keeps the order.
            Some(before) if before.to_u128() >> RANDOM_BITS == fresh.to_u128() >> RANDOM_BITS && before >= fresh => {
                MemoryId::from_u128(before.to_u128() + 1)
            }
            _ => fresh,
        };
        *last = Some(id);
        id
    }
}

fn chance() -> u128 {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the machine has a source of chance");
    // A bit is left free, so that ids of the same millisecond can count up.
    u128::from_le_bytes(bytes) & ((1 << (RANDOM_BITS - 1)) - 1)
}

/// Ids that a seed decides: the same questions in the same order give the same ids.
pub struct SeededIds {
    seed: u64,
    count: AtomicU64,
}

impl SeededIds {
    /// The ids of a seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, count: AtomicU64::new(0) }
    }
}

impl IdSource for SeededIds {
    fn next(&self, at: Moment) -> MemoryId {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        // The count stands above the mixed bits, so that ids of one moment are in the order of asking.
        let mixed = mix(self.seed ^ mix(at.unix_micros().cast_unsigned()) ^ mix(count.wrapping_add(1)));
        MemoryId::new(at, (u128::from(count & 0xffff) << 64) | u128::from(mixed))
    }
}

/// SplitMix64's way of spreading a number over all bits.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_order(ids: &dyn IdSource) {
        let at: Moment = "2026-01-20T14:30:00+09:00".parse().expect("a time");
        let given: Vec<MemoryId> = (0..1000).map(|_| ids.next(at)).collect();
        assert!(given.is_sorted() && given.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn ids_of_one_moment_are_in_the_order_of_asking() {
        in_order(&RandomIds::default());
        in_order(&SeededIds::new(7));
    }

    #[test]
    fn a_seed_gives_the_same_ids_again() {
        let at: Moment = "2026-01-20T14:30:00+09:00".parse().expect("a time");
        assert_eq!(SeededIds::new(7).next(at), SeededIds::new(7).next(at));
        assert_ne!(SeededIds::new(7).next(at), SeededIds::new(8).next(at));
    }
}
