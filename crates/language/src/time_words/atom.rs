//! What one word says about a time, and what the words of one expression say together.

/// What is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TimeUnit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

/// Where to look for what comes again and again: the past one, the one of this week or year, the coming one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TimeDirection {
    Last,
    This,
    Next,
}

/// On which side of now a time lies that no word points to: by the verb that it goes with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Looking {
    Back,
    Ahead,
    /// The words do not tell.
    Either,
}

/// A part of a week, month or year.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PeriodPart {
    Start,
    Early,
    Middle,
    Late,
    End,
    FirstHalf,
    SecondHalf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Year {
    Of(i64),
    Shift(i64),
    /// From April, as Japanese schools and offices count.
    Fiscal(i64),
    FiscalShift(i64),
    /// The ten years from that one.
    Decade(i64),
}

/// What is shorter than a year and longer than a week, or comes once a year.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Period {
    Month(i64),
    MonthShift(i64),
    /// The three months from that one; winter is the one that ends in its year.
    Season(i64),
    Quarter(i64),
    QuarterShift(i64),
    /// From a day to a day of the year, both within, as month × 100 + day; across the year's end when the
    /// second is smaller.
    Days(i64, i64),
    /// The nth weekday of a month: month, nth, weekday.
    Nth(i64, i64, i64),
    Easter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NamedDay {
    OfMonth(i64),
    Shift(i64),
    /// 0 is Monday.
    Weekday(i64),
    Weekend,
}

/// A part of the day, in hours from its midnight; it can reach into the next day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DayPart {
    pub(super) from: i64,
    pub(super) to: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClockTime {
    /// Up to 29: 25時 is one o'clock of the night that follows.
    pub(super) hour: i64,
    pub(super) minute: Option<i64>,
    /// Whether it was said in which half of the day.
    pub(super) is_definite: bool,
    /// How far ahead of UTC the clock was, in seconds, where it is written.
    pub(super) zone: Option<i64>,
}

/// What is told from now, without the calendar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FromNow {
    /// About one unit long, that many units ahead of now, or behind it.
    About(i64, TimeUnit),
    /// From now to that many units ahead, or from as many back to now.
    Window(i64, TimeUnit),
    /// Some time in that many hours before now.
    Vague(i64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Atom {
    Direction(TimeDirection),
    Year(Year),
    Period(Period),
    Portion(PeriodPart),
    Week(i64),
    Day(NamedDay),
    Part(DayPart),
    Clock(ClockTime),
    FromNow(FromNow),
    /// "every", 毎週: what follows is a habit and no time.
    Habit,
    /// The word before is also an everyday word ("may", 夏), and counts only in company.
    Weak,
}

/// What the words of one expression say together.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Expression {
    pub(super) direction: Option<TimeDirection>,
    pub(super) year: Option<Year>,
    pub(super) period: Option<Period>,
    pub(super) portion: Option<PeriodPart>,
    pub(super) week: Option<i64>,
    pub(super) day: Option<NamedDay>,
    pub(super) part: Option<DayPart>,
    pub(super) clock: Option<ClockTime>,
    pub(super) from_now: Option<FromNow>,
    pub(super) is_habit: bool,
    pub(super) is_weak: bool,
}

impl Expression {
    /// Adds an atom; false when it cannot belong to the same expression.
    pub(super) fn take(&mut self, atom: Atom) -> bool {
        if matches!(self.from_now, Some(FromNow::Vague(_))) && !matches!(atom, Atom::FromNow(_) | Atom::Weak) {
            // この前の金曜: what was vague points to the past one of what follows.
            self.from_now = None;
            self.direction = Some(TimeDirection::Last);
        }
        let is_from_now = self.from_now.is_some();
        match atom {
            Atom::Direction(direction) => {
                let fits = self.has_only_direction();
                put(&mut self.direction, direction, fits)
            }
            Atom::Year(year) => {
                let fits = !is_from_now && self.week.is_none() && !self.is_counted_day() && !self.is_shifted_month();
                put(&mut self.year, year, fits)
            }
            Atom::Period(period) => {
                let is_shifted = matches!(period, Period::MonthShift(_));
                let fits = !is_from_now
                    && self.week.is_none()
                    && matches!(self.day, None | Some(NamedDay::OfMonth(_) | NamedDay::Weekday(_)))
                    && !(is_shifted && self.year.is_some());
                put(&mut self.period, period, fits)
            }
            Atom::Portion(portion) => {
                let has_whole = self.year.is_some() || self.period.is_some() || self.week.is_some();
                let fits = !is_from_now && (has_whole || *self == Self::default());
                put(&mut self.portion, portion, fits)
            }
            Atom::Week(week) => {
                let fits = !is_from_now
                    && self.year.is_none()
                    && self.period.is_none()
                    && matches!(self.day, None | Some(NamedDay::Weekday(_) | NamedDay::Weekend));
                put(&mut self.week, week, fits)
            }
            // "Friday the 20th", 5月16日の土曜: the weekday is only said beside the date.
            Atom::Day(NamedDay::Weekday(_)) if matches!(self.day, Some(NamedDay::OfMonth(_) | NamedDay::Shift(_))) => {
                true
            }
            Atom::Day(day @ NamedDay::OfMonth(_))
                if matches!(self.day, Some(NamedDay::Weekday(_)))
                    && self.week.is_none()
                    && self.direction.is_none() =>
            {
                self.day = Some(day);
                true
            }
            Atom::Day(day) => {
                let fits = match day {
                    NamedDay::OfMonth(_) => self.week.is_none(),
                    NamedDay::Shift(_) => self.week.is_none() && self.period.is_none() && self.year.is_none(),
                    NamedDay::Weekday(_) | NamedDay::Weekend => self.period.is_none() && self.year.is_none(),
                };
                put(&mut self.day, day, fits && !is_from_now)
            }
            Atom::Part(part) => put(&mut self.part, part, !is_from_now),
            Atom::Clock(clock) => put(&mut self.clock, clock, !is_from_now),
            Atom::FromNow(from_now) => {
                let fits = self.has_only_direction();
                put(&mut self.from_now, from_now, fits)
            }
            Atom::Habit => {
                let is_first = *self == Self::default();
                self.is_habit |= is_first;
                is_first
            }
            Atom::Weak => {
                self.is_weak = true;
                true
            }
        }
    }

    /// Whether it comes again and again and nothing in it says which one is meant.
    pub(super) fn is_undirected(&self) -> bool {
        let comes_again = matches!(self.day, Some(NamedDay::OfMonth(_) | NamedDay::Weekday(_) | NamedDay::Weekend))
            || matches!(
                self.period,
                Some(
                    Period::Month(_)
                        | Period::Season(_)
                        | Period::Quarter(_)
                        | Period::Days(..)
                        | Period::Nth(..)
                        | Period::Easter
                )
            );
        comes_again
            && self.direction.is_none()
            && self.year.is_none()
            && self.week.is_none()
            && !self.is_shifted_month()
    }

    /// Whether only an hour of some day is named.
    pub(super) fn is_hour_alone(&self) -> bool {
        self.clock.is_some() && self.day.is_none() && self.period.is_none() && self.week.is_none()
    }

    /// Whether a weak word has the company that it needs.
    pub(super) fn has_company(&self) -> bool {
        let is_dated = matches!(self.day, Some(NamedDay::OfMonth(_)));
        let has_whole = self.year.is_some() && self.period.is_some();
        self.direction.is_some() || has_whole || self.portion.is_some() || (is_dated && self.period.is_some())
    }

    fn has_only_direction(&self) -> bool {
        Self { direction: None, is_weak: false, ..*self } == Self::default()
    }

    fn is_counted_day(&self) -> bool {
        matches!(self.day, Some(NamedDay::Shift(_) | NamedDay::Weekday(_) | NamedDay::Weekend))
    }

    fn is_shifted_month(&self) -> bool {
        matches!(self.period, Some(Period::MonthShift(_)))
    }
}

fn put<T>(slot: &mut Option<T>, value: T, fits: bool) -> bool {
    let is_free = slot.is_none() && fits;
    if is_free {
        *slot = Some(value);
    }
    is_free
}
