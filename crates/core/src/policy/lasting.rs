//! What is remembered as lasting: what stays true, and what was stored on purpose (C31).
//!
//! S0's categories say how a turn was talked about. "I'm allergic to crab" is small talk by them, and would be gone in a week.

use crate::Category;
use crate::parameters::Encode;

/// What speaks for a turn being remembered for long.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Claim {
    /// It tells something that stays true.
    pub is_lasting: bool,
    /// It was stored on purpose, not overheard in talk.
    pub is_on_purpose: bool,
}

/// The category and the intensity with which a turn is remembered that was understood as `category` and `intensity`.
///
/// A decision that is stored on purpose must not fade before small talk that is, so all of it is lasting.
pub fn remembered_as(category: Category, intensity: u8, claim: Claim, encode: &Encode) -> (Category, u8) {
    if !encode.lasting || !(claim.is_lasting || claim.is_on_purpose) {
        return (category, intensity);
    }
    let floor = u8::try_from(encode.lasting_intensity).unwrap_or(100);
    (Category::Lasting, intensity.max(floor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulas::decay_coefficient::decay_coefficient;
    use crate::formulas::level::level_for;
    use crate::formulas::retention::retention_score;
    use crate::{Level, Parameters};

    fn level_after(category: &Category, intensity: u8, days: f64) -> Level {
        let parameters = Parameters::default();
        let coefficient = decay_coefficient(category, intensity, &parameters.retention);
        level_for(retention_score(intensity, coefficient, days), &parameters.levels)
    }

    #[test]
    fn a_fact_in_passing_is_shown_for_over_a_year_without_a_recall() {
        let claim = Claim { is_lasting: true, ..Claim::default() };
        let (category, intensity) = remembered_as(Category::Casual, 15, claim, &Encode::default());
        assert_eq!((&category, intensity), (&Category::Lasting, 60));
        assert_eq!(level_after(&category, intensity, 60.0), Level::Full);
        assert_eq!(level_after(&category, intensity, 400.0), Level::Summary);
        assert!(level_after(&category, intensity, 730.0) < Level::Archived);
    }

    #[test]
    fn a_strong_complaint_does_not_outlive_a_fact() {
        let complaint =
            (1..1_000).find(|days| level_after(&Category::Emotional, 75, f64::from(*days)) == Level::Archived);
        let fact = (1..1_000).find(|days| level_after(&Category::Lasting, 60, f64::from(*days)) == Level::Archived);
        assert!(complaint < fact, "{complaint:?} {fact:?}");
    }

    #[test]
    fn what_is_stored_on_purpose_is_no_small_talk() {
        let claim = Claim { is_on_purpose: true, ..Claim::default() };
        for category in Category::KNOWN {
            assert_eq!(remembered_as(category, 30, claim, &Encode::default()), (Category::Lasting, 60));
        }
        assert_eq!(remembered_as(Category::Casual, 30, Claim::default(), &Encode::default()), (Category::Casual, 30));
    }

    #[test]
    fn the_switch_leaves_s0s_categories() {
        let claim = Claim { is_lasting: true, is_on_purpose: true };
        let off = Encode { lasting: false, ..Encode::default() };
        assert_eq!(remembered_as(Category::Casual, 15, claim, &off), (Category::Casual, 15));
    }
}
