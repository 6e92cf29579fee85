//! In which order memories lie, and when they are worth putting in order again.
//!
//! A search goes through blocks by the highest score that they can hold, and stops when none that is left
//! can matter. What a score is made of is not known here, only that it grows with retention and with use;
//! so memories of about the same number of recalls lie together, the best kept first, and each block knows
//! which pairs of the two no other of its memories surpasses.

/// How many pairs a block keeps; the rest are joined into one that surpasses them.
const FRONT: usize = 8;

/// Bytes of a pair.
const PAIR: usize = 12;

/// The pairs of retention and recalls of which no other has at least both.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Front(Vec<(f64, u32)>);

impl Front {
    pub(super) fn of(pairs: impl Iterator<Item = (f64, u32)>) -> Self {
        let mut pairs: Vec<(f64, u32)> = pairs.collect();
        pairs.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)));
        let mut front: Vec<(f64, u32)> = Vec::new();
        for (retention, recalls) in pairs {
            if front.last().is_none_or(|last| recalls > last.1) {
                if front.len() < FRONT {
                    front.push((retention, recalls));
                } else if let Some(last) = front.last_mut() {
                    last.1 = recalls;
                }
            }
        }
        Self(front)
    }

    /// The highest that `score` gives to any of the pairs, and so to any memory of the block.
    pub(super) fn ceiling(&self, score: impl Fn(f64, u32) -> f64) -> f64 {
        self.0.iter().map(|(retention, recalls)| score(*retention, *recalls)).fold(f64::NEG_INFINITY, f64::max)
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let pair = |(retention, recalls): &(f64, u32)| {
            let mut bytes = [0; PAIR];
            bytes[..8].copy_from_slice(&retention.to_le_bytes());
            bytes[8..].copy_from_slice(&recalls.to_le_bytes());
            bytes
        };
        self.0.iter().flat_map(pair).collect()
    }

    pub(super) fn read(bytes: &[u8]) -> Self {
        let pair = |bytes: &[u8]| {
            let (retention, recalls) = bytes.split_first_chunk::<8>()?;
            Some((f64::from_le_bytes(*retention), u32::from_le_bytes(*recalls.first_chunk::<4>()?)))
        };
        Self(bytes.chunks_exact(PAIR).filter_map(pair).collect())
    }
}

/// What memories lie by: those with about as many recalls together, the best kept first.
pub(super) fn key(retention: f64, recalls: u32) -> (u32, std::cmp::Reverse<u64>) {
    // Twos and their halves: 0, 1, 2, 3, 4–5, 6–7, 8–11, 12–15 and so on.
    let group = match recalls {
        0..4 => recalls,
        _ => {
            let power = recalls.ilog2();
            2 * power + (recalls >> (power - 1) & 1)
        }
    };
    // The order of the bits is that of the numbers, also below zero.
    let bits = retention.to_bits();
    let ordered = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
    (group, std::cmp::Reverse(ordered))
}

/// Blocks more than half again as many as needed that are put up with.
const SPARE: usize = 8;

/// Whether searches would look at many fewer blocks if memories lay in order: `blocks` are the retentions and
/// recalls in each, of at most `size`.
pub(super) fn is_worth_arranging(blocks: &[Vec<(f64, u32)>], size: usize) -> bool {
    let mut arranged: Vec<(f64, u32)> = blocks.iter().flatten().copied().collect();
    let mut retentions: Vec<f64> = arranged.iter().map(|(retention, _)| *retention).collect();
    retentions.sort_unstable_by(|a, b| b.total_cmp(a));
    arranged.sort_unstable_by_key(|(retention, recalls)| key(*retention, *recalls));
    // A search looks at some share of a mind from the top; these stand for all.
    [16, 8, 4, 2].into_iter().any(|share| {
        let Some(least) = retentions.get(retentions.len() / share) else { return false };
        let is_looked_at = |block: &[(f64, u32)]| block.iter().any(|(retention, _)| retention > least);
        let now = blocks.iter().filter(|block| is_looked_at(block)).count();
        let then = arranged.chunks(size).filter(|block| is_looked_at(block)).count();
        now > then + then / 2 + SPARE
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_memory_scores_above_the_ceiling(
            pairs in prop::collection::vec((0.0..100.0_f64, 0_u32..400), 1..300),
            use_weight in 0.0..2.0_f64,
        ) {
            let score = |retention: f64, recalls: u32| retention * (1.0 + use_weight * f64::from(recalls));
            let front = Front::of(pairs.iter().copied());
            let highest = pairs.iter().map(|(r, n)| score(*r, *n)).fold(0.0, f64::max);
            prop_assert!(front.ceiling(score) >= highest);
            prop_assert_eq!(Front::read(&front.to_bytes()), front);
        }

        #[test]
        fn a_short_front_is_exact(pairs in prop::collection::vec((0.0..100.0_f64, 0_u32..8), 1..300)) {
            let score = |retention: f64, recalls: u32| retention * (1.0 + 0.1 * f64::from(recalls));
            let highest = pairs.iter().map(|(r, n)| score(*r, *n)).fold(0.0, f64::max);
            prop_assert_eq!(Front::of(pairs.into_iter()).ceiling(score), highest);
        }
    }

    #[test]
    fn memories_lie_by_recalls_and_then_by_retention() {
        assert!(key(90.0, 0) < key(10.0, 0));
        assert!(key(10.0, 0) < key(90.0, 1));
        assert!(key(90.0, 9) < key(80.0, 8) && key(90.0, 8) < key(80.0, 11));
        assert!(key(0.5, 0) < key(-1.0, 0) && key(-1.0, 0) < key(-2.0, 0));
        let groups: Vec<u32> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 16].map(|n| key(0.0, n).0).to_vec();
        assert_eq!(groups, [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 8]);
        assert_eq!(key(0.0, u32::MAX).0, 63);
    }

    #[test]
    fn an_order_that_was_lost_is_worth_restoring_and_one_that_was_kept_is_not() {
        let spread = |block: u32, place: u32| (block * 7919 + place * 104_729) % 10_007;
        let pair = |number: u32| (f64::from(number), number % 37 * (number % 5));
        let mut all: Vec<(f64, u32)> = (0..100).flat_map(|b| (0..256).map(move |p| pair(spread(b, p)))).collect();
        let blocks = |all: &[(f64, u32)]| all.chunks(256).map(<[_]>::to_vec).collect::<Vec<_>>();
        assert!(is_worth_arranging(&blocks(&all), 256));
        all.sort_by_key(|(retention, recalls)| key(*retention, *recalls));
        assert!(!is_worth_arranging(&blocks(&all), 256));
        assert!(!is_worth_arranging(&[], 256));
        assert!(!is_worth_arranging(&blocks(&vec![(50.0, 0); 60_000]), 256));
    }
}
