//! The dates of the nights to come.

use omoide::SleepStatus;
use omoide_core::{Date, Moment};
use omoide_home::lang::{Lang, say};

/// When the nights come that a curve counts: those that are due first, then tonight and on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct CurveNights {
    today: Date,
    due: Vec<Date>,
    next: Date,
}

impl CurveNights {
    /// Those that concern a memory of `created`: a night before it happened is none of its own.
    pub(super) fn of(status: &SleepStatus, created: Moment, now: Moment) -> Self {
        let concerns = |at: Moment| at.unix_micros() > created.unix_micros();
        let due: Vec<Date> = status.due.iter().filter(|night| concerns(night.at)).map(|night| night.date).collect();
        let today = now.date();
        let next = status.next.map_or_else(|| today.tomorrow().unwrap_or(today), |night| night.date);
        Self { today, due, next }
    }

    /// How many of them should have been slept already.
    pub(super) fn due(&self) -> usize {
        self.due.len()
    }

    /// The date of a night, counted from 1; 0 is today.
    pub(super) fn date(&self, night: u32) -> Date {
        let Some(place) = (night as usize).checked_sub(1) else { return self.today };
        match self.due.get(place) {
            Some(date) => *date,
            None => {
                let later = i64::try_from(place - self.due.len()).unwrap_or(i64::MAX);
                // The calendar ends after 9999; so do its nights.
                jiff::Span::new().try_days(later).and_then(|days| self.next.checked_add(days)).unwrap_or(Date::MAX)
            }
        }
    }

    /// When a night comes, in words that follow a level.
    pub(super) fn when(&self, night: u32, lang: Lang) -> String {
        let date = self.date(night);
        if night as usize <= self.due.len() {
            return say!(lang, "on {date}, a night that is already due", "{date}（未処理）に");
        }
        match night as usize - self.due.len() {
            1 => say!(lang, "on {date}, in 1 night", "{date}（1日後）に"),
            count => say!(lang, "on {date}, in {count} nights", "{date}（{count}日後）に"),
        }
    }
}

#[cfg(test)]
mod tests {
    use omoide::DueNight;

    use super::*;

    fn moment(text: &str) -> Moment {
        text.parse().expect("a time")
    }

    fn night(text: &str) -> DueNight {
        DueNight { date: moment(text).date(), at: moment(text) }
    }

    #[test]
    fn the_first_night_is_the_next_one() {
        let next = Some(night("2026-11-16T03:00:00+09:00"));
        let status = SleepStatus { nights: vec![], due: vec![], next, last_run: None, doubt: None };
        let now = moment("2026-11-15T21:00:00+09:00");
        let nights = CurveNights::of(&status, now, now);
        assert_eq!(nights.date(0).to_string(), "2026-11-15");
        assert_eq!(nights.when(5, Lang::English), "on 2026-11-20, in 5 nights");
        assert_eq!(nights.date(u32::MAX), Date::MAX);
    }

    #[test]
    fn nights_that_are_due_come_first_unless_they_were_before_the_memory() {
        let due = ["2026-11-13T03:00:00+09:00", "2026-11-14T03:00:00+09:00", "2026-11-15T03:00:00+09:00"];
        let status = SleepStatus {
            nights: vec![],
            due: due.map(night).to_vec(),
            next: Some(night("2026-11-16T03:00:00+09:00")),
            last_run: None,
            doubt: None,
        };
        let nights = CurveNights::of(&status, moment("2026-11-13T12:00:00+09:00"), moment("2026-11-15T21:00:00+09:00"));
        assert_eq!(nights.due(), 2);
        assert_eq!(nights.when(2, Lang::English), "on 2026-11-15, a night that is already due");
        assert_eq!(nights.when(3, Lang::Japanese), "2026-11-16（1日後）に");
    }
}
