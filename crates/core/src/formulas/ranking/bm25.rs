//! BM25F: how well the words of a memory answer those of a query (Robertson and Zaragoza, 2009).
//!
//! For each term of the query, with N memories of which n have it, and for each field f of a memory the
//! count c_f of the term, the length l_f in words and the mean length L_f:
//!
//! ```text
//! tf    = Σ_f w_f · c_f / (1 − b_f + b_f · l_f / L_f)
//! idf   = ln(1 + (N − n + 0.5) / (n + 0.5))
//! score = idf · (k1 + 1) · tf / (k1 + tf)
//! ```
//!
//! Fields are joined before the count saturates, so that a word which stands in two fields does not count as
//! two words. The idf is never negative: a word that all memories have counts for nearly nothing, but never
//! against one.

use crate::{Field, FieldCounts, FieldLengths};

/// How counts become a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// How soon a repeated term stops to count for more; larger is later.
    pub k1: f64,
    /// How much a term counts in each field.
    pub fields: [f64; Field::COUNT],
    /// How much the length of each field matters, from 0 (not at all) to 1 (wholly).
    pub b: [f64; Field::COUNT],
}

/// The memories that are compared.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Collection {
    /// How many there are.
    pub memories: u64,
    /// The mean number of words of each field.
    pub mean_lengths: [f64; Field::COUNT],
}

impl Collection {
    /// The collection of so many memories with so many words in each field.
    pub fn new(memories: u64, lengths: [u64; Field::COUNT]) -> Self {
        let count = memories.max(1) as f64;
        Self { memories, mean_lengths: lengths.map(|length| length as f64 / count) }
    }
}

/// What one term of a query is worth in one memory.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bm25Term {
    /// How telling the term is.
    pub idf: f64,
    /// What each field adds to the weighted count.
    pub fields: [f64; Field::COUNT],
    /// The weighted count of the term over all fields.
    pub frequency: f64,
    /// The weighted count after saturation, from 0 to k1 + 1.
    pub saturated: f64,
    /// idf × saturated.
    pub score: f64,
}

/// How telling a term is that `frequency` of the memories have; never negative.
pub fn idf(memories: u64, frequency: u64) -> f64 {
    idf_of(memories as f64, frequency as f64)
}

/// The same where memories are counted in part.
pub fn idf_of(memories: f64, frequency: f64) -> f64 {
    let frequency = frequency.min(memories);
    (1.0 + (memories - frequency + 0.5) / (frequency + 0.5)).ln()
}

/// The weights, made ready for one collection: what is the same for all its memories is computed once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scorer {
    k1: f64,
    fields: [f64; Field::COUNT],
    /// 1 − b_f.
    constant: [f64; Field::COUNT],
    /// b_f / L_f.
    slope: [f64; Field::COUNT],
}

impl Scorer {
    /// Makes the weights ready for a collection.
    pub fn new(collection: &Collection, weights: &Weights) -> Self {
        let mut scorer =
            Self { k1: weights.k1, fields: weights.fields, constant: [1.0; Field::COUNT], slope: [0.0; Field::COUNT] };
        for field in 0..Field::COUNT {
            // In a field that no memory has, no length is unusual.
            if collection.mean_lengths[field] > 0.0 {
                scorer.constant[field] = 1.0 - weights.b[field];
                scorer.slope[field] = weights.b[field] / collection.mean_lengths[field];
            }
        }
        scorer
    }

    /// What a term of that idf is worth in a memory with those counts and lengths.
    #[inline]
    pub fn term(&self, idf: f64, counts: FieldCounts, lengths: FieldLengths) -> Bm25Term {
        let mut fields = [0.0; Field::COUNT];
        for (field, part) in fields.iter_mut().enumerate() {
            let norm = self.constant[field] + self.slope[field] * f64::from(lengths[field]);
            *part = self.fields[field] * f64::from(counts[field]) / norm.max(f64::MIN_POSITIVE);
        }
        let frequency: f64 = fields.iter().sum();
        let saturated = if frequency > 0.0 { (self.k1 + 1.0) / (self.k1 / frequency + 1.0) } else { 0.0 };
        Bm25Term { idf, fields, frequency, saturated, score: idf * saturated }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const WEIGHTS: Weights = Weights { k1: 1.2, fields: [1.0, 0.5, 2.0], b: [0.75, 0.5, 0.0] };

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn the_terms_are_those_computed_by_hand() {
        // N = 9, n = 1: idf = ln(1 + 8.5 / 1.5) = ln(20/3).
        let collection = Collection::new(9, [90, 180, 27]);
        assert_eq!(collection.mean_lengths, [10.0, 20.0, 3.0]);
        let found = Scorer::new(&collection, &WEIGHTS).term(idf(9, 1), [2, 1, 1], [20, 10, 3]);
        assert!(close(found.idf, (20.0_f64 / 3.0).ln()));
        // said: 1 · 2 / (0.25 + 0.75 · 2) = 2 / 1.75; replied: 0.5 / (0.5 + 0.5 · 0.5) = 2/3; keywords: 2.
        assert!(close(found.fields[0], 8.0 / 7.0) && close(found.fields[1], 2.0 / 3.0) && close(found.fields[2], 2.0));
        let frequency = 8.0 / 7.0 + 2.0 / 3.0 + 2.0;
        assert!(close(found.frequency, frequency));
        assert!(close(found.saturated, 2.2 * frequency / (1.2 + frequency)));
        assert!(close(found.score, (20.0_f64 / 3.0).ln() * 2.2 * frequency / (1.2 + frequency)));
    }

    #[test]
    fn a_term_that_is_not_there_is_worth_nothing() {
        let scorer = Scorer::new(&Collection::new(9, [45, 45, 45]), &WEIGHTS);
        let found = scorer.term(idf(9, 1), [0, 0, 0], [5, 5, 5]);
        assert_eq!((found.frequency, found.score), (0.0, 0.0));
    }

    #[test]
    fn an_empty_collection_makes_no_nonsense() {
        let found = Scorer::new(&Collection::new(0, [0; 3]), &WEIGHTS).term(idf(0, 0), [1, 1, 1], [1, 1, 1]);
        assert!(found.score.is_finite() && found.score > 0.0);
    }

    fn weights() -> impl Strategy<Value = Weights> {
        (0.0..3.0, prop::array::uniform3(0.0..5.0), prop::array::uniform3(0.0..=1.0))
            .prop_map(|(k1, fields, b)| Weights { k1, fields, b })
    }

    fn collection() -> impl Strategy<Value = Collection> {
        (1_u64..100_000, prop::array::uniform3(0_u64..10_000_000)).prop_map(|(n, lengths)| Collection::new(n, lengths))
    }

    proptest! {
        #[test]
        fn more_of_a_term_is_never_worth_less(
            counts in prop::array::uniform3(0_u16..1000), lengths in prop::array::uniform3(0_u16..10_000),
            field in 0_usize..3, more in 1_u16..100, n in 0_u64..100_000, collection in collection(), weights in weights()
        ) {
            let idf = idf(collection.memories, n);
            let scorer = Scorer::new(&collection, &weights);
            let less = scorer.term(idf, counts, lengths);
            let mut counts = counts;
            counts[field] += more;
            let more = scorer.term(idf, counts, lengths);
            prop_assert!(more.score >= less.score - 1e-9 && less.score >= 0.0 && more.score.is_finite());
            prop_assert!(more.saturated <= weights.k1 + 1.0 + 1e-9);
        }

        #[test]
        fn a_rarer_term_is_never_less_telling(n in 0_u64..1_000_000, a in 0_u64..1_000_000, b in 0_u64..1_000_000) {
            let (rare, common) = (a.min(b), a.max(b));
            prop_assert!(idf(n, rare) >= idf(n, common) && idf(n, common) >= 0.0);
        }
    }
}
