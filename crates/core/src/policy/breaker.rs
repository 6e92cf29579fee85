//! When a provider that fails is left alone, and for how long.
//!
//! ```text
//! open after   failures in a row ≥ threshold, or one that needs a person
//! for          pause × 2 ^ (failures − threshold) minutes, a day at most
//! ```
//!
//! It is seen in the ledger and kept nowhere else: one success closes it.

use crate::Moment;
use crate::ports::FailureKind;

/// The longest pause, in minutes.
const LONGEST_MINUTES: f64 = 1_440.0;

/// Whether a provider may be asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Breaker {
    /// It may.
    Closed,
    /// Not before that moment.
    Open {
        /// Until when.
        until: Moment,
        /// How often it failed in a row.
        failures: u32,
        /// How it failed last.
        kind: FailureKind,
    },
}

/// What the last calls say; `calls` are those that came to an end, the last first, with how they failed.
pub fn breaker(calls: &[(Moment, Option<FailureKind>)], threshold: u32, pause_minutes: f64, now: Moment) -> Breaker {
    let failed: Vec<(Moment, FailureKind)> = calls
        .iter()
        .map_while(|(at, failure)| failure.map(|kind| (*at, kind)))
        // What a model declines says nothing about its provider.
        .filter(|(_, kind)| kind.is_the_providers())
        .collect();
    let Some(&(last, kind)) = failed.first() else { return Breaker::Closed };
    let failures = u32::try_from(failed.len()).unwrap_or(u32::MAX);
    let minutes = if kind.needs_a_person() {
        LONGEST_MINUTES
    } else if failures >= threshold.max(1) {
        let doublings = f64::from((failures - threshold.max(1)).min(30));
        (pause_minutes * doublings.exp2()).min(LONGEST_MINUTES)
    } else {
        return Breaker::Closed;
    };
    let until = last.plus_micros((minutes * 60e6) as i64);
    if now.unix_micros() >= until.unix_micros() { Breaker::Closed } else { Breaker::Open { until, failures, kind } }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000_000;

    fn at(minute: i64) -> Moment {
        Moment::new(minute * MINUTE, 0)
    }

    fn failing(minutes: &[i64]) -> Vec<(Moment, Option<FailureKind>)> {
        minutes.iter().map(|minute| (at(*minute), Some(FailureKind::Unavailable))).collect()
    }

    #[test]
    fn it_opens_at_the_threshold_and_closes_after_the_pause() {
        assert_eq!(breaker(&failing(&[9, 8]), 3, 5.0, at(10)), Breaker::Closed);
        let open = breaker(&failing(&[9, 8, 7]), 3, 5.0, at(10));
        assert_eq!(open, Breaker::Open { until: at(14), failures: 3, kind: FailureKind::Unavailable });
        assert_eq!(breaker(&failing(&[9, 8, 7]), 3, 5.0, at(14)), Breaker::Closed);
    }

    #[test]
    fn each_further_failure_doubles_the_pause_up_to_a_day() {
        let Breaker::Open { until, .. } = breaker(&failing(&[9, 8, 7, 6]), 3, 5.0, at(10)) else { panic!("open") };
        assert_eq!(until, at(19));
        let many: Vec<i64> = (0..60).rev().collect();
        let Breaker::Open { until, .. } = breaker(&failing(&many), 3, 5.0, at(60)) else { panic!("open") };
        assert_eq!(until, at(59 + 1_440));
    }

    #[test]
    fn a_success_closes_it_and_what_a_model_declines_does_not_open_it() {
        let mut calls = failing(&[9, 8, 7]);
        calls.insert(0, (at(10), None));
        assert_eq!(breaker(&calls, 3, 5.0, at(10)), Breaker::Closed);
        let declined: Vec<_> = (0..9).map(|minute| (at(minute), Some(FailureKind::Refused))).collect();
        assert_eq!(breaker(&declined, 3, 5.0, at(10)), Breaker::Closed);
    }

    #[test]
    fn a_wrong_key_opens_it_at_once_for_a_day() {
        let calls = [(at(9), Some(FailureKind::Unauthorised))];
        let open = breaker(&calls, 3, 5.0, at(10));
        assert_eq!(open, Breaker::Open { until: at(9 + 1_440), failures: 1, kind: FailureKind::Unauthorised });
    }
}
