//! What was said about a memory after it came to mind.

use serde::{Deserialize, Serialize};

use crate::Moment;
use crate::formulas::arousal_update::arousal_update;
use crate::formulas::ranking::feedback_factor::{Reports, feedback_factor};
use crate::parameters::FeedbackWeights;

/// What was said about a memory, all reports together. The default is that nobody said anything.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Feedback {
    /// Reports for it, each counting less as it grows old, as they counted at `at`.
    pub ups: f64,
    /// Reports against it.
    pub downs: f64,
    /// Where the reports have moved its arousal, 0 to 1; what it felt like at first stays with the memory.
    pub arousal: Option<f64>,
    /// When the last one came.
    pub at: Option<Moment>,
}

impl Feedback {
    /// With one more report. `felt` is the memory's arousal as it was first noted, 0 to 1.
    #[must_use]
    pub fn with(&self, resonance: f64, felt: f64, now: Moment, parameters: &FeedbackWeights) -> Self {
        let resonance = resonance.clamp(0.0, 1.0);
        let Reports { ups, downs } = self.reports(now, parameters).with(resonance, parameters);
        let arousal = arousal_update(self.arousal.unwrap_or(felt), resonance, parameters.arousal_alpha);
        Self { ups, downs, arousal: Some(arousal), at: Some(now) }
    }

    /// The reports as they count at `now`.
    pub fn reports(&self, now: Moment, parameters: &FeedbackWeights) -> Reports {
        let days = self.at.map_or(0.0, |at| now.days_since(at));
        Reports { ups: self.ups, downs: self.downs }.after(days, parameters)
    }

    /// What the memory's rank is multiplied with at `now`, near 1.
    pub fn factor(&self, now: Moment, parameters: &FeedbackWeights) -> f64 {
        feedback_factor(self.reports(now, parameters), parameters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_move_arousal_and_rank_and_fade() {
        let parameters = FeedbackWeights::default();
        let day = |day: i64| Moment::new(day * 86_400_000_000, 0);
        let once = Feedback::default().with(1.0, 0.3, day(0), &parameters);
        assert!((once.arousal.expect("moved") - 0.44).abs() < 1e-12);
        let twice = once.with(1.0, 0.3, day(1), &parameters);
        assert!(twice.arousal > once.arousal);
        assert!(twice.factor(day(1), &parameters) > once.factor(day(1), &parameters));
        assert!(twice.factor(day(400), &parameters) < once.factor(day(0), &parameters));
        assert!(Feedback::default().with(0.0, 0.3, day(0), &parameters).factor(day(0), &parameters) < 1.0);
        assert_eq!(Feedback::default().factor(day(3), &parameters), 1.0);
    }
}
