//! How telling a term is, as in BM25 (Robertson and Zaragoza, 2009). With N memories of which n have the term:
//!
//! ```text
//! idf = ln(1 + (N − n + 0.5) / (n + 0.5))
//! ```
//!
//! It is never negative: a word that all memories have counts for nearly nothing, but never against one.

/// How telling a term is that `frequency` of the memories have; never negative.
pub fn idf(memories: u64, frequency: u64) -> f64 {
    idf_of(memories as f64, frequency as f64)
}

/// The same where memories are counted in part.
pub fn idf_of(memories: f64, frequency: f64) -> f64 {
    let frequency = frequency.min(memories);
    (1.0 + (memories - frequency + 0.5) / (frequency + 0.5)).ln()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_idf_is_the_one_computed_by_hand() {
        // N = 9, n = 1: idf = ln(1 + 8.5 / 1.5) = ln(20/3).
        assert!((idf(9, 1) - (20.0_f64 / 3.0).ln()).abs() < 1e-12);
        assert!(idf(0, 0).is_finite() && idf(0, 0) > 0.0);
    }

    proptest! {
        #[test]
        fn a_rarer_term_is_never_less_telling(n in 0_u64..1_000_000, a in 0_u64..1_000_000, b in 0_u64..1_000_000) {
            let (rare, common) = (a.min(b), a.max(b));
            prop_assert!(idf(n, rare) >= idf(n, common) && idf(n, common) >= 0.0);
        }
    }
}
