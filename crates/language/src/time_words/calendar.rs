//! Days, weeks, months and years around a present day.

use std::sync::LazyLock;

use jiff::civil::Date;
use jiff::{Span as Length, ToSpan};
use omoide_core::Moment;
use regex::Regex;

use crate::pattern::regex;

/// From one day to before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) first: Date,
    pub(super) after: Date,
}

/// The calendar as it hangs on the wall today.
#[derive(Clone, Copy)]
pub(super) struct Calendar {
    pub(super) today: Date,
}

/// What is counted back in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Day,
    Week,
    Month,
    Year,
}

/// Farther back than this nobody counts in words; it also keeps the arithmetic within the calendar.
const MOST_UNITS: i64 = 2_000;

impl Calendar {
    pub(super) fn at(now: Moment) -> Self {
        Self { today: now.date() }
    }

    /// The day, week, month or year that lies `count` units back.
    pub(super) fn back(self, count: i64, unit: Unit) -> Option<Span> {
        if !(0..=MOST_UNITS).contains(&count) {
            return None;
        }
        let length = match unit {
            Unit::Day => count.days(),
            Unit::Week => count.weeks(),
            Unit::Month => count.months(),
            Unit::Year => count.years(),
        };
        around(self.today.checked_sub(length).ok()?, unit)
    }

    /// The days before today, without it.
    pub(super) fn past_days(self, count: i64) -> Option<Span> {
        Some(Span { first: self.today.checked_sub(count.days()).ok()?, after: self.today })
    }

    /// A weekday, 0 for Monday: of the week `weeks` back, or the latest one before today.
    pub(super) fn weekday(self, weekday: i64, weeks: Option<i64>) -> Option<Span> {
        let today = i64::from(self.today.weekday().to_monday_zero_offset());
        let days_back = match weeks {
            Some(weeks) => today - weekday + 7 * weeks,
            None => (today - weekday + 6).rem_euclid(7) + 1,
        };
        let first = self.today.checked_sub(days_back.days()).ok()?;
        around(first, Unit::Day)
    }

    /// A day of a month: of that year, or the latest that is not in the future.
    pub(super) fn day(self, year: Option<i64>, month: i64, day: i64) -> Option<Span> {
        match year {
            Some(year) => around(date(year, month, day)?, Unit::Day),
            None => {
                let this_year = i64::from(self.today.year());
                let dates = (0..8).filter_map(|back| date(this_year - back, month, day));
                around(dates.into_iter().find(|d| *d <= self.today)?, Unit::Day)
            }
        }
    }

    /// A month: of that year, or the latest that has begun.
    pub(super) fn month(self, year: Option<i64>, month: i64) -> Option<Span> {
        let this_year = i64::from(self.today.year());
        let year = year.unwrap_or(if month > i64::from(self.today.month()) { this_year - 1 } else { this_year });
        around(date(year, month, 1)?, Unit::Month)
    }

    pub(super) fn year(self, year: i64) -> Option<Span> {
        around(date(year, 1, 1)?, Unit::Year)
    }
}

/// 2026-01-20, 2026/1/20, 2026.1.20 and 2026年1月20日, wherever they stand.
pub(super) fn written_date(folded: &str, calendar: Calendar) -> Option<Span> {
    DATE.captures_iter(folded).find_map(|found| {
        let number = |name: &str| found.name(name).and_then(|m| m.as_str().parse::<i64>().ok());
        calendar.day(Some(number("y")?), number("m")?, number("d")?)
    })
}

fn around(date: Date, unit: Unit) -> Option<Span> {
    let (first, length): (Date, Length) = match unit {
        Unit::Day => (date, 1.day()),
        Unit::Week => {
            let since_monday = i64::from(date.weekday().to_monday_zero_offset());
            (date.checked_sub(since_monday.days()).ok()?, 1.week())
        }
        Unit::Month => (date.first_of_month(), 1.month()),
        Unit::Year => (date.first_of_year(), 1.year()),
    };
    Some(Span { first, after: first.checked_add(length).ok()? })
}

fn date(year: i64, month: i64, day: i64) -> Option<Date> {
    let year = i16::try_from(year).ok().filter(|y| (1..=9_998).contains(y))?;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

static DATE: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"\b(?P<y>[12][0-9]{3})\s?[-/.年]\s?(?P<m>[0-9]{1,2})\s?[-/.月]\s?(?P<d>[0-9]{1,2})(?:[^0-9]|$)")
});
