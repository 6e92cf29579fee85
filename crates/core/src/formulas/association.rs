//! How strongly two concepts go together, from the memories that carry them (S1 連想記憶, W8).
//!
//! ```text
//! N        = memories + others
//! expected = (one + others * everyday_one) * (other + others * everyday_other) / N
//! affinity = max(0, ln(together / expected) / ln(N / together))                    (0 to 1)
//! support  = together / (together + doubted)                                       (0 to 1)
//! strength = affinity * support                                                    (0 to 1)
//! joined   = 1 - (1 - strength_1) * (1 - strength_2) * …
//! ```
//!
//! `one` and `other` are how many memories carry each of the concepts, `together` how many carry both, `memories` how many
//! there are. `expected` is how many would carry both if the concepts had nothing to do with each other. The affinity is the
//! normalised pointwise mutual information (Bouma, 2009), cut at 0: it is 1 if the two never stand apart, and 0 if they meet
//! no more often than by chance. So a word that all memories have goes with nothing. It knows no doubt, though, and two words
//! that met once and never again would be the strongest of all: `doubted` is how many meetings count for half.
//!
//! A mind of a few memories about one subject says nothing about chance, because all of its words are common there. `others`
//! memories of everyday talk are thought to be there too; `everyday_one` and `everyday_other` are the shares of them that have
//! each concept. None has both.
//!
//! Both concepts count alike, so the strength is the same in both directions. `joined` is the strength with several concepts
//! at once: each adds something, and the order does not matter.

/// How many memories carry what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Occurrences {
    /// All memories.
    pub memories: u64,
    /// Those that carry one concept.
    pub one: u64,
    /// Those that carry the other concept.
    pub other: u64,
    /// Those that carry both.
    pub together: u64,
}

/// In which share of everyday memories the concepts stand, 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct EverydayShares {
    /// One concept.
    pub one: f64,
    /// The other concept.
    pub other: f64,
}

/// How far a few memories are believed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AssociationCaution {
    /// How many memories of everyday talk are added, more than 0.
    pub others: f64,
    /// How many meetings count for half, 0 or more.
    pub doubted: f64,
}

/// The strength of an association with its terms.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct AssociationStrength {
    /// How many memories would carry both by chance.
    pub expected: f64,
    /// How much more often than by chance the two meet, 0 to 1.
    pub affinity: f64,
    /// How much the number of meetings is believed, 0 to 1.
    pub support: f64,
    /// The strength, 0 to 1.
    pub strength: f64,
}

/// Returns how strongly two concepts go together.
pub fn association(
    counts: &Occurrences,
    everyday: &EverydayShares,
    caution: &AssociationCaution,
) -> AssociationStrength {
    let together = counts.together.min(counts.one).min(counts.other);
    let all = counts.memories.max(counts.one).max(counts.other) as f64 + caution.others;
    let with_others = |own: u64, share: f64| own as f64 + caution.others * share.clamp(0.0, 1.0);
    let product = with_others(counts.one, everyday.one) * with_others(counts.other, everyday.other);
    let expected = if all > 0.0 { product / all } else { 0.0 };
    if together == 0 {
        return AssociationStrength { expected, ..AssociationStrength::default() };
    }
    let together = together as f64;
    let most = (all / together).ln();
    let affinity = if most > 0.0 { ((together / expected).ln() / most).clamp(0.0, 1.0) } else { 0.0 };
    let support = together / (together + caution.doubted.max(0.0));
    AssociationStrength { expected, affinity, support, strength: affinity * support }
}

/// Returns the strength with several concepts at once, 0 to 1.
pub fn joined(strengths: impl IntoIterator<Item = f64>) -> f64 {
    1.0 - strengths.into_iter().map(|strength| 1.0 - strength.clamp(0.0, 1.0)).product::<f64>()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const CAUTION: AssociationCaution = AssociationCaution { others: 100.0, doubted: 1.0 };

    const RARE: EverydayShares = EverydayShares { one: 0.0, other: 0.0 };

    fn strength(memories: u64, one: u64, other: u64, together: u64) -> f64 {
        association(&Occurrences { memories, one, other, together }, &RARE, &CAUTION).strength
    }

    #[test]
    fn an_everyday_word_goes_less_with_anything_in_a_mind_of_few_memories() {
        let everyday = EverydayShares { other: 0.02, ..RARE };
        let of = |memories, everyday| {
            association(&Occurrences { memories, one: 2, other: 2, together: 2 }, everyday, &CAUTION).strength
        };
        assert!(of(10, &everyday) < of(10, &RARE) * 0.9);
    }

    #[test]
    fn the_table_of_the_documentation_is_what_the_formula_gives() {
        for (memories, one, other, together, want) in [
            (1_000, 10, 10, 0, 0.000),
            (1_000, 1, 1, 1, 0.500),
            (1_000, 10, 10, 1, 0.171),
            (1_000, 10, 10, 5, 0.619),
            (1_000, 10, 10, 10, 0.909),
            (1_000, 10, 500, 5, 0.015),
            (1_000, 10, 1_000, 10, 0.018),
            (3, 3, 1, 1, 0.381),
        ] {
            let got = strength(memories, one, other, together);
            assert!((got - want).abs() < 0.000_5, "{memories} {one} {other} {together}: {got}");
        }
    }

    #[test]
    fn the_terms_are_those_of_the_sum() {
        let told = association(&Occurrences { memories: 900, one: 10, other: 20, together: 4 }, &RARE, &CAUTION);
        assert!((told.expected - 0.2).abs() < 1e-12 && (told.support - 0.8).abs() < 1e-12);
        assert!((told.affinity - 20.0_f64.ln() / 250.0_f64.ln()).abs() < 1e-12);
        assert!((told.strength - told.affinity * told.support).abs() < 1e-12);
    }

    #[test]
    fn several_concepts_add_up_to_no_more_than_one() {
        assert_eq!(joined([]), 0.0);
        assert!((joined([0.5, 0.5]) - 0.75).abs() < 1e-12);
        assert_eq!(joined([1.0, 0.3]), 1.0);
        assert!((joined([0.2, 0.7, 0.1]) - joined([0.1, 0.2, 0.7])).abs() < 1e-12);
        assert!((joined([joined([0.4])]) - joined([0.4])).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn a_strength_is_a_share_the_same_both_ways_and_grows_with_every_meeting(
            memories in 0_u64..100_000, one in 0_u64..2_000, other in 0_u64..2_000, together in 0_u64..2_000,
            others in 0.1_f64..1_000.0, doubted in 0.0_f64..20.0, shares in (0.0_f64..1.0, 0.0_f64..1.0),
        ) {
            let caution = AssociationCaution { others, doubted };
            let counts = Occurrences { memories, one, other, together };
            let everyday = EverydayShares { one: shares.0, other: shares.1 };
            let told = association(&counts, &everyday, &caution);
            for term in [told.affinity, told.support, told.strength] {
                prop_assert!((0.0..=1.0).contains(&term), "{told:?}");
            }
            let turned = EverydayShares { one: shares.1, other: shares.0 };
            prop_assert_eq!(told, association(&Occurrences { one: other, other: one, ..counts }, &turned, &caution));
            let more = association(&Occurrences { together: together + 1, ..counts }, &everyday, &caution);
            prop_assert!(more.strength >= told.strength);
            let commoner = association(&Occurrences { other: other + 1, ..counts }, &everyday, &caution);
            prop_assert!(together >= one.min(other) || commoner.strength <= told.strength + 1e-12);
        }
    }
}
