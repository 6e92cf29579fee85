//! Days, weeks, months and years around a present day, and which of them an expression means.

use jiff::civil::Date;
use jiff::{Span as Length, ToSpan};
use omoide_core::Moment;

use super::atom::{
    ClockTime, DayPart, Expression, FromNow, Looking, NamedDay, Period, PeriodPart, TimeDirection, TimeUnit, Year,
};

/// Farther away than this nobody counts in words; it also keeps the arithmetic within the calendar.
const MOST_UNITS: i64 = 2_000;
/// How many years are searched for what does not come every year, such as a leap day.
const YEARS_SEARCHED: i64 = 8;
const HOUR: i64 = 3_600;
const DAYS_OF_A_YEAR: i64 = 366;

/// From one day to before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Days {
    first: Date,
    after: Date,
}

/// The time that an expression means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CalendarSpan {
    Days(Days),
    /// Seconds from the midnight of a day, which was that of a clock so far ahead of UTC, if that is known.
    Hours(Date, i64, i64, Option<i64>),
    /// Seconds from now, which may be negative.
    FromNow(i64, i64),
    /// The seconds before now.
    Vague(i64),
}

impl CalendarSpan {
    /// Its beginning and its end.
    pub(super) fn moments(self, now: Moment) -> (Moment, Moment) {
        match self {
            Self::Days(days) => (now.at_hour(days.first, 0), now.at_hour(days.after, 0)),
            Self::Hours(day, from, to, zone) => {
                let midnight = now.at_hour(day, 0);
                let moved = zone.map_or(0, |zone| i64::from(now.offset_seconds()) - zone);
                (midnight.plus_seconds(from + moved), midnight.plus_seconds(to + moved))
            }
            Self::FromNow(from, to) => (now.plus_seconds(from), now.plus_seconds(to)),
            Self::Vague(seconds) => (now.plus_seconds(-seconds), now),
        }
    }

    /// The whole days that it lies on, when it is told by the calendar.
    pub(super) fn days(self) -> Option<(Date, Date)> {
        match self {
            Self::Days(days) => Some((days.first, days.after)),
            Self::Hours(day, ..) => Some((day, day.tomorrow().ok()?)),
            Self::FromNow(..) | Self::Vague(_) => None,
        }
    }

    pub(super) fn is_vague(self) -> bool {
        matches!(self, Self::Vague(_))
    }

    pub(super) fn is_past(self) -> bool {
        matches!(self, Self::Vague(_)) || matches!(self, Self::FromNow(from, _) if from < 0)
    }
}

/// How many days lie between two.
pub(super) fn days_between(first: Date, after: Date) -> i64 {
    first.until(after).map_or(i64::MAX, |length| i64::from(length.get_days()))
}

/// The calendar as it hangs on the wall today, and where to look for what comes again and again.
#[derive(Clone, Copy)]
pub(super) struct Calendar {
    pub(super) today: Date,
    looking: Looking,
}

impl Calendar {
    pub(super) fn at(now: Moment) -> Self {
        Self { today: now.date(), looking: Looking::Either }
    }

    /// The same, for words that look that way.
    pub(super) fn looking(self, looking: Looking) -> Self {
        Self { looking, ..self }
    }

    /// What the expression means; nothing when it means no time, or one beyond the calendar.
    pub(super) fn stretch(self, run: &Expression) -> Option<CalendarSpan> {
        if run.is_habit || (run.is_weak && !run.has_company()) {
            return None;
        }
        if let Some(from_now) = run.from_now {
            return self.counted(from_now);
        }
        let is_of_a_day = run.day.is_some_and(|day| day != NamedDay::Weekend);
        let is_today = run.direction == Some(TimeDirection::This) && run.part.is_some();
        let days = match self.days(run) {
            Some(days) => days,
            None if run.names_a_day() => return None,
            None if run.clock.is_some() || is_today => around(self.today, TimeUnit::Day)?,
            None => return None,
        };
        let has_day = is_of_a_day || days.first.tomorrow().is_ok_and(|next| next == days.after);
        Some(match (run.clock, run.part) {
            (Some(clock), part) if has_day => at_clock(days.first, clock, part),
            (None, Some(part)) if has_day => CalendarSpan::Hours(days.first, part.from * HOUR, part.to * HOUR, None),
            _ => CalendarSpan::Days(days),
        })
    }

    /// What is told from now, without a day that has a name.
    fn counted(self, from_now: FromNow) -> Option<CalendarSpan> {
        Some(match from_now {
            FromNow::Vague(hours) => CalendarSpan::Vague(hours * HOUR),
            FromNow::About(count, unit) => {
                let length = if unit == TimeUnit::Hour { HOUR } else { 60 };
                let middle = Some(count).filter(|c| c.abs() <= MOST_UNITS)? * length;
                CalendarSpan::FromNow(middle - length / 2, middle + length / 2)
            }
            FromNow::Window(count, unit) if matches!(unit, TimeUnit::Hour | TimeUnit::Minute) => {
                let length = if unit == TimeUnit::Hour { HOUR } else { 60 };
                let far = Some(count).filter(|c| c.abs() <= MOST_UNITS)? * length;
                CalendarSpan::FromNow(far.min(0), far.max(0))
            }
            FromNow::Window(count, unit) => {
                let far = self.today.checked_add(length(count, unit)?).ok()?;
                // A window behind is over with today; one ahead begins with it.
                let first = far.min(self.today);
                let after = if count < 0 { self.today } else { far.tomorrow().ok()? };
                CalendarSpan::Days(Days { first, after })
            }
        })
    }

    fn days(self, run: &Expression) -> Option<Days> {
        if let Some(week) = run.week {
            return self.in_week(week, run);
        }
        if let Some(period) = run.period {
            return self.in_period(period, run);
        }
        if let Some(day) = run.day {
            return self.day(day, run);
        }
        self.in_year(run.year?, run.portion)
    }

    fn in_week(self, week: i64, run: &Expression) -> Option<Days> {
        let days = self.shifted(week, TimeUnit::Week)?;
        let from = |place: i64, count: i64| {
            let first = days.first.checked_add(place.days()).ok()?;
            Some(Days { first, after: first.checked_add(count.days()).ok()? })
        };
        match (run.day, run.portion) {
            (Some(NamedDay::Weekday(weekday)), _) => from(weekday, 1),
            (Some(_), _) | (None, Some(PeriodPart::End)) => from(5, 2),
            (None, Some(PeriodPart::Start | PeriodPart::Early)) => from(0, 2),
            (None, Some(PeriodPart::Middle)) => from(2, 2),
            (None, Some(PeriodPart::Late)) => from(3, 2),
            (None, Some(PeriodPart::FirstHalf)) => from(0, 3),
            (None, Some(PeriodPart::SecondHalf)) => from(3, 4),
            (None, None) => Some(days),
        }
    }

    fn in_period(self, period: Period, run: &Expression) -> Option<Days> {
        if let Some(NamedDay::OfMonth(day)) = run.day {
            return match period {
                Period::Month(month) => self.once_a_year(run, |year| around(date(year, month, day)?, TimeUnit::Day)),
                Period::MonthShift(count) => {
                    let month = self.shifted(count, TimeUnit::Month)?.first;
                    around(date(i64::from(month.year()), i64::from(month.month()), day)?, TimeUnit::Day)
                }
                _ => None,
            };
        }
        let whole = match period {
            Period::MonthShift(count) => self.shifted(count, TimeUnit::Month)?,
            Period::QuarterShift(count) => self.quarter(count)?,
            _ => self.once_a_year(run, |year| period_of(period, year))?,
        };
        run.portion.map_or(Some(whole), |portion| part_of_period(whole, portion))
    }

    /// Of the year that is told, or the one that the direction points to, or the one that the words look to. Where they do
    /// not tell, a day is the nearest of that name, and what is longer the latest that has begun.
    fn once_a_year(self, run: &Expression, of: impl Fn(i64) -> Option<Days>) -> Option<Days> {
        let this_year = i64::from(self.today.year());
        match run.year {
            Some(Year::Of(year)) => return of(year),
            Some(Year::Shift(count)) => return of(this_year + count),
            Some(Year::Fiscal(year)) => return in_fiscal(year, of),
            Some(Year::FiscalShift(count)) => return in_fiscal(self.fiscal_year() + count, of),
            Some(Year::Decade(_)) => return None,
            None => {}
        }
        let mut years_back = (-YEARS_SEARCHED..=1).rev().filter_map(|n| of(this_year + n));
        match run.direction {
            Some(TimeDirection::This) => of(this_year),
            Some(TimeDirection::Next) => {
                (-1..=YEARS_SEARCHED).filter_map(|n| of(this_year + n)).find(|d| d.first > self.today)
            }
            Some(TimeDirection::Last) => years_back.find(|d| d.after <= self.today),
            None => {
                let mut behind = || years_back.find(|d| d.first <= self.today);
                let ahead = || (-1..=YEARS_SEARCHED).filter_map(|n| of(this_year + n)).find(|d| d.after > self.today);
                match self.looking {
                    Looking::Back => behind(),
                    Looking::Ahead => ahead(),
                    Looking::Either if matches!(run.day, Some(NamedDay::OfMonth(_))) => self.nearer(behind(), ahead()),
                    Looking::Either => behind(),
                }
            }
        }
    }

    /// The one of two that is fewer days away, within a year; the first where both are.
    fn nearer(self, behind: Option<Days>, ahead: Option<Days>) -> Option<Days> {
        let away = |days: Days| days_between(self.today.min(days.first), self.today.max(days.first));
        match (behind, ahead) {
            (Some(behind), Some(ahead)) if away(ahead) < away(behind).min(DAYS_OF_A_YEAR) => Some(ahead),
            (behind, ahead) => behind.or(ahead),
        }
    }

    fn day(self, day: NamedDay, run: &Expression) -> Option<Days> {
        match day {
            NamedDay::Shift(count) => self.shifted(count, TimeUnit::Day),
            NamedDay::Weekday(weekday) => self.once_a_week(weekday, 1, run.direction),
            NamedDay::Weekend => self.once_a_week(5, 2, run.direction),
            // Of a year without its month: 去年の5日 says nothing.
            NamedDay::OfMonth(_) if run.year.is_some() => None,
            NamedDay::OfMonth(day) => self.once_a_month(day, run.direction),
        }
    }

    fn once_a_week(self, weekday: i64, length: i64, direction: Option<TimeDirection>) -> Option<Days> {
        let today = i64::from(self.today.weekday().to_monday_zero_offset());
        let since = (today - weekday).rem_euclid(7);
        let days_back = match direction {
            Some(TimeDirection::This) => today - weekday,
            Some(TimeDirection::Next) => since - 7,
            // A weekend has begun when today is one of its days; a single weekday is never today itself.
            None if self.looking == Looking::Ahead && since < length && length > 1 => since,
            None if self.looking == Looking::Ahead => since - 7,
            None if length > 1 => since,
            Some(TimeDirection::Last) if since >= length => since,
            Some(TimeDirection::Last) => since + 7,
            None => (today - weekday + 6).rem_euclid(7) + 1,
        };
        let first = self.today.checked_sub(days_back.days()).ok()?;
        Some(Days { first, after: first.checked_add(length.days()).ok()? })
    }

    fn once_a_month(self, day: i64, direction: Option<TimeDirection>) -> Option<Days> {
        let of = |count: i64| {
            let month = self.shifted(count, TimeUnit::Month)?.first;
            around(date(i64::from(month.year()), i64::from(month.month()), day)?, TimeUnit::Day)
        };
        match direction {
            Some(TimeDirection::This) => of(0),
            Some(TimeDirection::Next) => (0..=3).filter_map(of).find(|d| d.first > self.today),
            Some(TimeDirection::Last) => (-3..=0).rev().filter_map(of).find(|d| d.after <= self.today),
            None => {
                let behind = || (-3..=0).rev().filter_map(of).find(|d| d.first <= self.today);
                let ahead = || (0..=3).filter_map(of).find(|d| d.after > self.today);
                match self.looking {
                    Looking::Back => behind(),
                    Looking::Ahead => ahead(),
                    Looking::Either => self.nearer(behind(), ahead()),
                }
            }
        }
    }

    fn in_year(self, year: Year, portion: Option<PeriodPart>) -> Option<Days> {
        let year_from = |year: i64, month: i64, years: i64| {
            let first = date(year, month, 1)?;
            Some(Days { first, after: first.checked_add(years.years()).ok()? })
        };
        let this_year = i64::from(self.today.year());
        let whole = match year {
            Year::Of(year) => year_from(year, 1, 1)?,
            Year::Shift(count) => year_from(this_year + count, 1, 1)?,
            Year::Fiscal(year) => year_from(year, 4, 1)?,
            Year::FiscalShift(count) => year_from(self.fiscal_year() + count, 4, 1)?,
            Year::Decade(year) => return year_from(year, 1, 10),
        };
        let Some(portion) = portion else { return Some(whole) };
        let (from, months) = match portion {
            PeriodPart::Start => (0, 1),
            PeriodPart::Early => (0, 4),
            PeriodPart::Middle => (4, 4),
            PeriodPart::Late => (8, 4),
            PeriodPart::End => (11, 1),
            PeriodPart::FirstHalf => (0, 6),
            PeriodPart::SecondHalf => (6, 6),
        };
        let first = whole.first.checked_add(from.months()).ok()?;
        Some(Days { first, after: first.checked_add(months.months()).ok()? })
    }

    fn quarter(self, count: i64) -> Option<Days> {
        let first = date(i64::from(self.today.year()), (i64::from(self.today.month()) - 1) / 3 * 3 + 1, 1)?;
        let first = first.checked_add((count * 3).months()).ok()?;
        Some(Days { first, after: first.checked_add(3.months()).ok()? })
    }

    fn fiscal_year(self) -> i64 {
        i64::from(self.today.year()) - i64::from(self.today.month() < 4)
    }

    /// The day, week, month or year that lies `count` units ahead.
    fn shifted(self, count: i64, unit: TimeUnit) -> Option<Days> {
        around(self.today.checked_add(length(count, unit)?).ok()?, unit)
    }
}

impl Expression {
    /// Whether a day, week, month or year was named, however wrongly.
    fn names_a_day(&self) -> bool {
        self.day.is_some() || self.week.is_some() || self.period.is_some() || self.year.is_some()
    }
}

fn period_of(period: Period, year: i64) -> Option<Days> {
    let months = |year: i64, month: i64, count: i64| {
        let first = date(year, month, 1)?;
        Some(Days { first, after: first.checked_add(count.months()).ok()? })
    };
    match period {
        Period::Month(month) => months(year, month, 1),
        Period::Season(12) => months(year - 1, 12, 3),
        Period::Season(month) => months(year, month, 3),
        Period::Quarter(quarter) => months(year, quarter * 3 - 2, 3),
        Period::Days(from, to) => {
            let last_year = if to < from { year + 1 } else { year };
            let last = date(last_year, to / 100, to % 100)?;
            Some(Days { first: date(year, from / 100, from % 100)?, after: last.tomorrow().ok()? })
        }
        Period::Nth(month, nth, weekday) => {
            let first = date(year, month, 1)?;
            let to_weekday = (weekday - i64::from(first.weekday().to_monday_zero_offset())).rem_euclid(7);
            around(first.checked_add((to_weekday + 7 * (nth - 1)).days()).ok()?, TimeUnit::Day)
        }
        Period::Easter => around(easter(year)?, TimeUnit::Day),
        Period::MonthShift(_) | Period::QuarterShift(_) => None,
    }
}

/// 1月 of a fiscal year lies in the calendar year that follows.
fn in_fiscal(year: i64, of: impl Fn(i64) -> Option<Days>) -> Option<Days> {
    let start = date(year, 4, 1)?;
    of(year).filter(|days| days.first >= start).or_else(|| of(year + 1))
}

/// Thirds are counted as in 上旬, 中旬, 下旬, which works for months and holidays alike.
fn part_of_period(whole: Days, portion: PeriodPart) -> Option<Days> {
    let length = days_between(whole.first, whole.after);
    let third = (length / 3).max(1);
    let (from, to) = match portion {
        PeriodPart::Start => (0, length.min(7)),
        PeriodPart::Early => (0, third),
        PeriodPart::Middle => (third, 2 * third),
        PeriodPart::Late => (2 * third, length),
        PeriodPart::End => ((length - 7).max(0), length),
        PeriodPart::FirstHalf => (0, length / 2),
        PeriodPart::SecondHalf => (length / 2, length),
    };
    let at = |days: i64| whole.first.checked_add(days.days()).ok();
    Some(Days { first: at(from)?, after: at(to)? })
}

fn at_clock(day: Date, clock: ClockTime, part: Option<DayPart>) -> CalendarSpan {
    let hour = match part {
        Some(part) if !clock.is_definite && clock.hour <= 12 => hour_in(part, clock.hour),
        _ => clock.hour,
    };
    let from = hour * HOUR + clock.minute.unwrap_or(0) * 60;
    CalendarSpan::Hours(day, from, from + clock.minute.map_or(HOUR, |_| 60), clock.zone)
}

/// 夜10時 is 22 o'clock, 夜1時 one o'clock of the night that follows, 午後0時 noon.
fn hour_in(part: DayPart, hour: i64) -> i64 {
    let candidates = [hour, hour + 12, hour + 24];
    let hour_of_twelve = if hour == 12 { [0, 12, 24] } else { candidates };
    hour_of_twelve.into_iter().find(|h| (part.from..part.to).contains(h)).unwrap_or(hour)
}

fn around(date: Date, unit: TimeUnit) -> Option<Days> {
    let (first, length): (Date, Length) = match unit {
        TimeUnit::Week => {
            let since_monday = i64::from(date.weekday().to_monday_zero_offset());
            (date.checked_sub(since_monday.days()).ok()?, 1.week())
        }
        TimeUnit::Month => (date.first_of_month(), 1.month()),
        TimeUnit::Year => (date.first_of_year(), 1.year()),
        TimeUnit::Day | TimeUnit::Hour | TimeUnit::Minute => (date, 1.day()),
    };
    Some(Days { first, after: first.checked_add(length).ok()? })
}

fn length(count: i64, unit: TimeUnit) -> Option<Length> {
    if count.abs() > MOST_UNITS {
        return None;
    }
    Some(match unit {
        TimeUnit::Week => count.weeks(),
        TimeUnit::Month => count.months(),
        TimeUnit::Year => count.years(),
        TimeUnit::Day | TimeUnit::Hour | TimeUnit::Minute => count.days(),
    })
}

fn date(year: i64, month: i64, day: i64) -> Option<Date> {
    let year = i16::try_from(year).ok().filter(|y| (1..=9_998).contains(y))?;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// Easter Sunday by the anonymous Gregorian rule.
fn easter(year: i64) -> Option<Date> {
    let (a, b, c) = (year.rem_euclid(19), year.div_euclid(100), year.rem_euclid(100));
    let g = (8 * b + 13) / 25;
    let h = (19 * a + b - b / 4 - g + 15).rem_euclid(30);
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4).rem_euclid(7);
    let m = (a + 11 * h + 22 * l) / 451;
    let place = h + l - 7 * m + 114;
    date(year, place / 31, place % 31 + 1)
}
