//! What reports about a memory do to its rank: a bounded factor (SPEC R9).
//!
//! ```text
//! up     = max(0, (resonance − neutral) / (1 − neutral))
//! down   = max(0, (neutral − resonance) / neutral)
//! ups'   = ups × 0.5^(days / half_life) + up        (downs likewise)
//! factor = 1 + strength × (ups − downs) / (ups + downs + inertia)
//! ```
//!
//! A thumb up is a resonance of 1, a thumb down one of 0. However many reports there are, the factor stays
//! between 1 − strength and 1 + strength; without any it is 1.

use crate::parameters::FeedbackWeights;

/// Reports for and against a memory, each counting less as it grows old.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Reports {
    /// Those for it.
    pub ups: f64,
    /// Those against it.
    pub downs: f64,
}

impl Reports {
    /// What is left of them after `days`.
    #[must_use]
    pub fn after(self, days: f64, parameters: &FeedbackWeights) -> Self {
        let left = 0.5_f64.powf(days.max(0.0) / parameters.half_life_days);
        Self { ups: self.ups * left, downs: self.downs * left }
    }

    /// With one more.
    #[must_use]
    pub fn with(self, resonance: f64, parameters: &FeedbackWeights) -> Self {
        let (resonance, neutral) = (resonance.clamp(0.0, 1.0), parameters.neutral_resonance);
        Self {
            ups: self.ups + ((resonance - neutral) / (1.0 - neutral)).max(0.0),
            downs: self.downs + ((neutral - resonance) / neutral).max(0.0),
        }
    }
}

/// What the memory's rank is multiplied with.
pub fn feedback_factor(reports: Reports, parameters: &FeedbackWeights) -> f64 {
    let Reports { ups, downs } = reports;
    1.0 + parameters.strength * (ups - downs) / (ups + downs + parameters.inertia)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn s3s_four_marks_count_as_they_are_meant() {
        let parameters = FeedbackWeights::default();
        let vote = |resonance| {
            let Reports { ups, downs } = Reports::default().with(resonance, &parameters);
            ups - downs
        };
        assert_eq!(vote(1.0), 1.0);
        assert!((vote(0.7) - 0.5).abs() < 1e-12);
        assert_eq!(vote(0.4), 0.0);
        assert_eq!(vote(0.0), -1.0);
    }

    #[test]
    fn what_nobody_spoke_of_is_left_as_it_is() {
        assert_eq!(feedback_factor(Reports::default(), &FeedbackWeights::default()), 1.0);
    }

    proptest! {
        #[test]
        fn no_number_of_reports_leaves_the_bounds(votes in prop::collection::vec((0.0..=1.0, 0.0..400.0), 0..200)) {
            let parameters = FeedbackWeights::default();
            let mut reports = Reports::default();
            for (resonance, days) in votes {
                reports = reports.after(days, &parameters).with(resonance, &parameters);
                let factor = feedback_factor(reports, &parameters);
                prop_assert!((1.0 - parameters.strength..=1.0 + parameters.strength).contains(&factor));
            }
        }

        #[test]
        fn time_only_brings_the_factor_back_to_one(ups in 0.0..50.0_f64, downs in 0.0..50.0_f64, days in 0.0..900.0) {
            let parameters = FeedbackWeights::default();
            let reports = Reports { ups, downs };
            let (now, later) = (
                feedback_factor(reports, &parameters),
                feedback_factor(reports.after(days, &parameters), &parameters),
            );
            prop_assert!((later - 1.0).abs() <= (now - 1.0).abs() + 1e-12);
        }
    }
}
