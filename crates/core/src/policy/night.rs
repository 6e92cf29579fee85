//! Nights: which dates are due, and which steps a night has.
//!
//! A night belongs to its date and comes at an hour (C15). It is run once; missed ones are caught up in order.

use crate::{Date, Moment};

/// A step of a night, in the order in which they are run. Each has a group of changes, a report and a row of its own, and
/// can be undone alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A language model understands turns anew.
    Understand,
    /// A language model sums up the conversations that ended.
    Sessions,
    /// Sessions grow warm, become long-term memory or go into the archive (S1).
    Tiers,
    /// S0's batch: episodes fade, go down, come back and are linked.
    Episodes,
    /// A language model says in a sentence what went into the archive.
    Archive,
}

/// How often a step is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cadence {
    /// Every night.
    Nightly,
    /// Once a week, in the night of a Monday.
    Weekly,
    /// Once a month, in the night of its first day.
    Monthly,
}

impl Cadence {
    /// Whether a step of this cadence is run in the night of `date`.
    pub fn is_due_on(self, date: Date) -> bool {
        match self {
            Self::Nightly => true,
            Self::Weekly => date.weekday() == jiff::civil::Weekday::Monday,
            Self::Monthly => date.day() == 1,
        }
    }
}

impl Step {
    /// All steps, in the order in which a night runs them.
    pub const ALL: [Self; 5] = [Self::Understand, Self::Sessions, Self::Tiers, Self::Episodes, Self::Archive];

    /// The word for it in the store, in commands and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Understand => "understand",
            Self::Sessions => "sessions",
            Self::Tiers => "tiers",
            Self::Episodes => "episodes",
            Self::Archive => "archive",
        }
    }

    /// The step called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.name() == name)
    }

    /// How often it is run.
    pub fn cadence(self) -> Cadence {
        match self {
            Self::Understand | Self::Sessions | Self::Tiers | Self::Episodes | Self::Archive => Cadence::Nightly,
        }
    }

    /// The steps of the night of `date`, in order.
    pub fn of_night(date: Date) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |step| step.cadence().is_due_on(date))
    }
}

/// A night that is due.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DueNight {
    /// The date that it belongs to.
    pub date: Date,
    /// Its hour.
    pub at: Moment,
}

/// How far a mind has come with its nights.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// The last night that is finished and whose hour has come: its date and its hour.
    pub last: Option<DueNight>,
    /// How many nights were run for dates that have not come, by a clock that was ahead.
    pub to_come: usize,
    /// When the mind's first memory happened.
    pub first_created: Option<Moment>,
    /// When the mind's first memory was written down, where no night was run yet.
    pub first_recorded: Option<Moment>,
    /// When an import began that no night has followed yet: the nights before it wait for a person.
    pub imported_at: Option<Moment>,
    /// A person took a night back, and none is to be run unasked until one is run on purpose.
    pub is_left_undone: bool,
}

/// Who asks whether a night is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asker {
    /// Whoever watches the clock: a night is due at its hour.
    Schedule,
    /// Whoever comes by, where nobody watches the clock: a night is due when the last one is so many hours ago (S0
    /// フォールバック).
    Visitor {
        /// So many hours.
        interval_hours: u32,
    },
}

impl Progress {
    /// Whether a night is to be run now without a person asking for it.
    pub fn is_due(&self, asker: Asker, hour: u8, now: Moment) -> bool {
        let is_time = match asker {
            Asker::Schedule => true,
            Asker::Visitor { interval_hours } => {
                self.last.is_none_or(|last| now.days_since(last.at) * 24.0 >= f64::from(interval_hours))
            }
        };
        is_time && !self.is_left_undone && self.first_due(hour, now).is_some()
    }

    /// The nights that are due, in order.
    pub fn due(&self, hour: u8, now: Moment) -> Vec<DueNight> {
        let after = |night: &DueNight| Some(night_of(night.date.tomorrow().ok()?, hour, now));
        std::iter::successors(self.first_due(hour, now), after).take_while(|night| is_over(night.at, now)).collect()
    }

    /// The first night that is due.
    fn first_due(&self, hour: u8, now: Moment) -> Option<DueNight> {
        let date = match self.last {
            Some(last) => first_date_after(last.at, hour).max(last.date.tomorrow().ok()?),
            None => first_date_after(self.first_created?, hour),
        };
        Some(night_of(date, hour, now)).filter(|night| is_over(night.at, now))
    }

    /// Whether those nights wait for a person because they would age memories that were imported: some are from before an
    /// import, or more than `plausible_nights` are from before anything was written down.
    pub fn is_of_imports(&self, due: &[DueNight], plausible_nights: u32) -> bool {
        let by = |moment: Option<Moment>| {
            moment.map_or(0, |moment| due.iter().take_while(|night| is_over(night.at, moment)).count())
        };
        by(self.imported_at) > 0 || by(self.first_recorded) > plausible_nights as usize
    }

    /// The night that comes next after those that are due.
    pub fn next(&self, hour: u8, now: Moment) -> Option<DueNight> {
        let last = self.due(hour, now).last().copied().or(self.last);
        let date = match last {
            Some(night) => night.date.tomorrow().ok()?,
            None => first_date_after(self.first_created?, hour),
        };
        Some(night_of(date, hour, now))
    }
}

/// The night of a date, at its hour by the clock of `like`.
pub fn night_of(date: Date, hour: u8, like: Moment) -> DueNight {
    DueNight { date, at: like.at_hour(date, hour) }
}

/// The date of the first night whose hour is after `moment`.
fn first_date_after(moment: Moment, hour: u8) -> Date {
    let date = moment.date();
    if is_over(moment.at_hour(date, hour), moment) { date.tomorrow().unwrap_or(date) } else { date }
}

fn is_over(hour: Moment, now: Moment) -> bool {
    hour.unix_micros() <= now.unix_micros()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Moment {
        text.parse().expect("a time")
    }

    fn dates(nights: &[DueNight]) -> Vec<String> {
        nights.iter().map(|night| night.date.to_string()).collect()
    }

    #[test]
    fn the_first_night_is_the_one_after_the_first_memory() {
        let progress = Progress { first_created: Some(at("2026-03-01T02:00:00+09:00")), ..Progress::default() };
        assert!(progress.due(3, at("2026-03-01T02:59:00+09:00")).is_empty());
        assert_eq!(dates(&progress.due(3, at("2026-03-02T12:00:00+09:00"))), ["2026-03-01", "2026-03-02"]);
        let late = Progress { first_created: Some(at("2026-03-01T03:00:00+09:00")), ..Progress::default() };
        assert_eq!(dates(&late.due(3, at("2026-03-02T12:00:00+09:00"))), ["2026-03-02"]);
        assert_eq!(Progress::default().due(3, at("2026-03-02T12:00:00+09:00")), []);
    }

    #[test]
    fn whoever_comes_by_waits_for_the_interval_and_the_schedule_does_not() {
        let last = night_of(at("2026-03-01T00:00:00+09:00").date(), 3, at("2026-03-01T00:00:00+09:00"));
        let progress = Progress { last: Some(last), ..Progress::default() };
        let visitor = Asker::Visitor { interval_hours: 30 };
        let next_hour = at("2026-03-02T03:00:00+09:00");
        assert!(progress.is_due(Asker::Schedule, 3, next_hour));
        assert!(!progress.is_due(visitor, 3, next_hour));
        assert!(progress.is_due(visitor, 3, at("2026-03-02T09:00:00+09:00")));
        let undone = Progress { is_left_undone: true, ..progress };
        assert!(!undone.is_due(Asker::Schedule, 3, next_hour));
        assert_eq!(undone.due(3, next_hour).len(), 1, "a person may still run it");
    }

    #[test]
    fn nights_from_before_an_import_wait_and_later_ones_do_not() {
        let (created, now) = (at("2026-01-01T12:00:00+09:00"), at("2026-03-02T12:00:00+09:00"));
        let progress = Progress { first_created: Some(created), ..Progress::default() };
        let due = progress.due(3, now);
        let is_waiting = |progress: Progress| progress.is_of_imports(&due, 30);
        assert!(!is_waiting(progress));
        assert!(is_waiting(Progress { imported_at: Some(now), ..progress }));
        assert!(!is_waiting(Progress { imported_at: Some(created), ..progress }), "nothing old came with it");
        assert!(!is_waiting(Progress { first_recorded: Some(created), ..progress }));
        assert!(!is_waiting(Progress { first_recorded: Some(created.plus_days(30)), ..progress }));
        assert!(is_waiting(Progress { first_recorded: Some(created.plus_days(31)), ..progress }));
    }

    #[test]
    fn weekly_steps_come_on_mondays_and_monthly_ones_on_the_first() {
        let date = |text: &str| at(&format!("{text}T00:00:00Z")).date();
        assert!(Cadence::Weekly.is_due_on(date("2026-03-02")) && !Cadence::Weekly.is_due_on(date("2026-03-01")));
        assert!(Cadence::Monthly.is_due_on(date("2026-03-01")) && !Cadence::Monthly.is_due_on(date("2026-03-02")));
    }
}
