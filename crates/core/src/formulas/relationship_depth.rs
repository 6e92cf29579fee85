//! How deep a relationship is, from contact, span and warmth (S1 growth_data, W5).
//!
//! ```text
//! contact = min(1, ln(1 + turns) / ln(1 + full_contact_turns))
//! span    = min(1, days / full_span_days)
//! warmth  = (positive - negative) / (turns + doubted_turns)                       (-1 to 1)
//! depth   = 100 * (w_contact * contact + w_span * span + w_warmth * contact * warmth) / (w_contact + w_span + w_warmth)
//! ```
//!
//! `turns` is how often they spoke, `days` the time between the first and the last contact, `positive` and `negative` how many
//! turns felt so. Warmth counts as far as there was contact: one happy word is no friendship. The depth is 0 to 100.

use crate::parameters::People;

/// What is known of the contact with a person.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Contact {
    /// How many turns there were.
    pub turns: u64,
    /// How many days lie between the first and the last.
    pub days: f64,
    /// How many turns felt good.
    pub positive: u64,
    /// How many turns felt bad.
    pub negative: u64,
}

/// The depth of a relationship with its terms; those are 0 to 1, warmth -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RelationshipDepth {
    /// How much they spoke.
    pub contact: f64,
    /// How long they have known each other.
    pub span: f64,
    /// How it felt.
    pub warmth: f64,
    /// The depth, 0 to 100.
    pub depth: f64,
}

/// Returns how deep a relationship is.
pub fn relationship_depth(known: &Contact, parameters: &People) -> RelationshipDepth {
    if known.turns == 0 {
        return RelationshipDepth::default();
    }
    let turns = known.turns as f64;
    let contact = (turns.ln_1p() / f64::from(parameters.full_contact_turns).ln_1p()).min(1.0);
    let span = (known.days / parameters.full_span_days).clamp(0.0, 1.0);
    let warmth = (known.positive as f64 - known.negative as f64) / (turns + parameters.doubted_turns);
    let weights = parameters.contact_weight + parameters.span_weight + parameters.warmth_weight;
    let sum = parameters.contact_weight * contact
        + parameters.span_weight * span
        + parameters.warmth_weight * contact * warmth;
    let depth = if weights > 0.0 { (100.0 * sum / weights).clamp(0.0, 100.0) } else { 0.0 };
    RelationshipDepth { contact, span, warmth, depth }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(turns: u64, days: f64, positive: u64, negative: u64) -> f64 {
        relationship_depth(&Contact { turns, days, positive, negative }, &People::default()).depth
    }

    #[test]
    fn nobody_is_known_without_contact_and_a_first_word_is_little() {
        assert_eq!(depth(0, 0.0, 0, 0), 0.0);
        assert!((4.0..8.0).contains(&depth(1, 0.0, 1, 0)), "{}", depth(1, 0.0, 1, 0));
    }

    #[test]
    fn the_table_of_the_documentation_is_what_the_formula_gives() {
        for (turns, days, positive, negative, want) in [
            (1, 0.0, 0, 0, 5.0),
            (10, 7.0, 4, 1, 19.3),
            (100, 60.0, 40, 10, 42.1),
            (300, 180.0, 60, 120, 52.8),
            (1_000, 365.0, 500, 100, 88.0),
            (1_000, 365.0, 1_000, 0, 99.9),
        ] {
            let got = depth(turns, days, positive, negative);
            assert!((got - want).abs() < 0.05, "{turns} turns, {days} days, {positive}/{negative}: {got}");
        }
    }

    #[test]
    fn more_contact_a_longer_span_and_more_warmth_never_make_it_less() {
        for turns in [1, 5, 50, 5_000] {
            assert!(depth(turns + 1, 10.0, 1, 0) >= depth(turns, 10.0, 1, 0) - 0.5);
            assert!(depth(turns, 11.0, 1, 0) > depth(turns, 10.0, 1, 0));
            assert!(depth(turns, 10.0, 1, 0) > depth(turns, 10.0, 0, 1));
            assert!((0.0..=100.0).contains(&depth(turns, 1e9, turns, 0)));
            assert!((0.0..=100.0).contains(&depth(turns, 0.0, 0, turns)));
        }
    }

    #[test]
    fn weights_of_nothing_give_nothing() {
        let none = People { contact_weight: 0.0, span_weight: 0.0, warmth_weight: 0.0, ..People::default() };
        let known = Contact { turns: 9, days: 9.0, positive: 9, negative: 0 };
        assert_eq!(relationship_depth(&known, &none).depth, 0.0);
    }
}
