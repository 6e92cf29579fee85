//! Whether the machine's clock can be believed before nights are run because of what it says.
//!
//! A clock that jumps ahead makes years of nights due at once, and a clock that was wrong and is set back leaves nights
//! behind whose dates have not come. Nobody may lose memories to either (C1, C15). What people said tells right from wrong:
//! a clock is believed once turns were recorded under it on two dates.

use std::collections::BTreeSet;

use crate::{Date, Moment};

/// How many dates with turns make a clock believed.
const CONFIRMING_DATES: usize = 2;

/// Why nights wait although they are due: the clock is in doubt, or they would age memories that were imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockDoubt {
    /// More nights are due than anyone plausibly missed.
    LongGap {
        /// How many are due.
        nights: usize,
    },
    /// Nights are due for a time before the mind was there: its memories were imported. A person says when they age.
    Imported {
        /// How many are due.
        nights: usize,
    },
    /// Nights were run, or turns recorded, at times that are still to come.
    SetBack {
        /// How many nights were run for dates that have not come.
        nights: usize,
        /// On how many later dates turns were recorded.
        later_dates: usize,
        /// Whether no turn at all was recorded before now.
        is_before_all: bool,
    },
}

impl ClockDoubt {
    /// Whether a person who asks for nights settles it. A few turns on later dates are the traces of a clock that was
    /// wrong; turns on many are the traces of a life, and then it is the clock of now that is wrong.
    pub fn is_settled_by_asking(self) -> bool {
        match self {
            Self::LongGap { .. } | Self::Imported { .. } => true,
            Self::SetBack { later_dates, is_before_all, .. } => later_dates <= CONFIRMING_DATES && !is_before_all,
        }
    }
}

/// The dates on which turns were recorded, as far as they say something about the clock. Turns are added from the newest
/// back, in the order in which they were written down, whatever their times.
#[derive(Clone, Debug)]
pub struct TurnDates {
    now: Moment,
    plausible_days: i64,
    /// Dates of the turns since the clock was last ahead of now, or since the gap.
    since: BTreeSet<Date>,
    /// Dates that are still to come.
    later: BTreeSet<Date>,
    has_earlier: bool,
    has_met_gap: bool,
}

impl TurnDates {
    /// None yet. Turns older than `plausible_nights` days say nothing about the clock of `now`.
    pub fn new(now: Moment, plausible_nights: u32) -> Self {
        Self {
            now,
            plausible_days: i64::from(plausible_nights),
            since: BTreeSet::new(),
            later: BTreeSet::new(),
            has_earlier: false,
            has_met_gap: false,
        }
    }

    /// Adds the next turn before those that were added.
    pub fn add(&mut self, recorded_at: Moment) {
        if is_to_come(recorded_at, self.now) {
            self.later.insert(recorded_at.date());
            return;
        }
        self.has_earlier = true;
        if recorded_at.unix_micros() < self.now.plus_days(-self.plausible_days).unix_micros() {
            self.has_met_gap = true;
        } else if self.later.is_empty() && !self.has_met_gap {
            self.since.insert(recorded_at.date());
        }
    }

    /// Whether earlier turns could not change the answer, where no night is to come.
    pub fn are_enough(&self) -> bool {
        self.has_met_gap || self.is_confirmed()
    }

    fn is_confirmed(&self) -> bool {
        self.since.len() >= self.later.len().max(CONFIRMING_DATES)
    }

    /// Why the clock is not believed, if it is not, when so many nights are due and so many were run for dates to come.
    pub fn doubt(&self, due: usize, to_come: usize) -> Option<ClockDoubt> {
        if self.is_confirmed() {
            None
        } else if to_come > 0 || !self.later.is_empty() {
            let (later_dates, is_before_all) = (self.later.len(), !self.has_earlier);
            Some(ClockDoubt::SetBack { nights: to_come, later_dates, is_before_all })
        } else {
            let is_long = i64::try_from(due).is_ok_and(|due| due > self.plausible_days);
            is_long.then_some(ClockDoubt::LongGap { nights: due })
        }
    }
}

/// Whether a time is still to come. Within a day it may be two machines that disagree, and no clock that jumped.
pub fn is_to_come(at: Moment, now: Moment) -> bool {
    at.unix_micros() > now.plus_days(1).unix_micros()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Moment {
        format!("{text}:00+09:00").parse().expect("a time")
    }

    fn dates(now: &str, newest_first: &[&str]) -> TurnDates {
        let mut dates = TurnDates::new(at(now), 30);
        newest_first.iter().for_each(|turn| dates.add(at(turn)));
        dates
    }

    #[test]
    fn a_long_gap_waits_for_turns_on_two_dates() {
        let before = ["2026-03-01T10:00", "2026-02-28T10:00", "2026-02-27T10:00"];
        let doubt = |now, since: &[&str]| dates(now, &[since, &before].concat()).doubt(3_000, 0);
        assert_eq!(doubt("2036-05-01T12:00", &[]), Some(ClockDoubt::LongGap { nights: 3_000 }));
        let one_day = ["2036-05-01T11:00", "2036-05-01T09:00"];
        assert_eq!(doubt("2036-05-01T12:00", &one_day), Some(ClockDoubt::LongGap { nights: 3_000 }));
        assert_eq!(doubt("2036-05-02T12:00", &["2036-05-02T11:00", "2036-05-01T09:00"]), None);
    }

    #[test]
    fn a_usual_number_of_nights_needs_no_turns() {
        assert_eq!(dates("2026-03-31T12:00", &["2026-03-01T10:00"]).doubt(30, 0), None);
        assert!(dates("2026-04-01T12:00", &["2026-03-01T10:00"]).doubt(31, 0).is_some());
    }

    #[test]
    fn a_clock_that_was_set_back_is_believed_after_turns_on_two_dates() {
        let wrong = ["2036-05-01T10:00", "2026-03-01T10:00", "2026-02-28T10:00"];
        let doubt = |now, since: &[&str]| dates(now, &[since, &wrong].concat()).doubt(1, 400);
        let set_back = Some(ClockDoubt::SetBack { nights: 400, later_dates: 1, is_before_all: false });
        assert_eq!(doubt("2026-03-02T12:00", &[]), set_back);
        assert_eq!(doubt("2026-03-02T12:00", &["2026-03-02T11:00"]), set_back);
        assert_eq!(doubt("2026-03-03T12:00", &["2026-03-03T11:00", "2026-03-02T11:00"]), None);
        assert!(set_back.is_some_and(ClockDoubt::is_settled_by_asking));
    }

    #[test]
    fn a_clock_that_falls_years_behind_is_not_believed_against_a_life() {
        let life: Vec<String> = (1..=9).rev().map(|day| format!("2026-03-0{day}T10:00")).collect();
        let mut turns = vec!["2020-01-02T10:00", "2020-01-01T10:00"];
        turns.extend(life.iter().map(String::as_str));
        let doubt = dates("2020-01-02T12:00", &turns).doubt(0, 9).expect("it is doubted");
        assert_eq!(doubt, ClockDoubt::SetBack { nights: 9, later_dates: 9, is_before_all: false });
        assert!(!doubt.is_settled_by_asking());
        let before_all = dates("2025-01-02T12:00", &["2026-03-01T10:00"]).doubt(0, 1).expect("it is doubted");
        assert!(!before_all.is_settled_by_asking());
    }

    #[test]
    fn a_day_ahead_is_another_machine() {
        assert_eq!(dates("2026-03-02T12:00", &["2026-03-03T11:00"]).doubt(1, 0), None);
    }
}
