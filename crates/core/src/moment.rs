//! A moment in time with the offset it was written down in.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;

pub use jiff::civil::Date;

const MICROS_PER_SECOND: i64 = 1_000_000;
const SECONDS_PER_DAY: i64 = 86_400;

/// An instant to the microsecond, with the UTC offset of the place where it was noted.
///
/// The offset is part of the memory: "at three in the night" is a local fact. Compare two moments as
/// instants with [`Moment::unix_micros`]; equality also compares the offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Moment {
    unix_micros: i64,
    offset_seconds: i32,
}

/// The text is no moment or date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a time such as 2026-01-20T14:30:00+09:00")]
pub struct NotAMoment {
    /// What was given.
    pub text: String,
}

impl Moment {
    /// The moment `unix_micros` after 1970, noted where clocks are `offset_seconds` ahead of UTC.
    ///
    /// Both are brought into the range that a calendar can show.
    pub fn new(unix_micros: i64, offset_seconds: i32) -> Self {
        let unix_micros = unix_micros.clamp(-62_000_000_000 * MICROS_PER_SECOND, 253_000_000_000 * MICROS_PER_SECOND);
        // Whole minutes are what can be written down; only times before the zones had seconds.
        let offset_seconds = offset_seconds.clamp(-64_800, 64_800) / 60 * 60;
        Self { unix_micros, offset_seconds }
    }

    /// Microseconds since 1970-01-01T00:00Z: what moments are ordered by.
    pub fn unix_micros(self) -> i64 {
        self.unix_micros
    }

    /// Milliseconds since 1970, never negative, as ids carry them.
    pub fn unix_millis(self) -> u64 {
        u64::try_from(self.unix_micros / 1_000).unwrap_or(0)
    }

    /// How far local clocks were ahead of UTC.
    pub fn offset_seconds(self) -> i32 {
        self.offset_seconds
    }

    /// The calendar date where the moment was noted.
    pub fn date(self) -> Date {
        self.civil().date()
    }

    /// `hour` o'clock on `date`, with the same offset as this moment.
    pub fn at_hour(self, date: Date, hour: u8) -> Self {
        let civil = date.at(i8::try_from(hour.min(23)).unwrap_or(0), 0, 0, 0);
        Self::from_civil(civil, self.offset_seconds)
    }

    /// The hour of the day, 0 to 23, where the moment was noted.
    pub fn hour(self) -> u8 {
        u8::try_from(self.civil().hour()).unwrap_or(0)
    }

    /// What a clock showed where the moment was noted, to the minute: `14:30`.
    pub fn clock(self) -> String {
        let civil = self.civil();
        format!("{:02}:{:02}", civil.hour(), civil.minute())
    }

    /// The local time to the second, without the offset: `2026-02-17T14:30:00`.
    pub fn local(self) -> String {
        let c = self.civil();
        let (date, hour, minute, second) = (c.date(), c.hour(), c.minute(), c.second());
        format!("{date}T{hour:02}:{minute:02}:{second:02}")
    }

    /// This moment moved by a number of microseconds.
    pub fn plus_micros(self, micros: i64) -> Self {
        Self::new(self.unix_micros.saturating_add(micros), self.offset_seconds)
    }

    /// This moment moved by a number of seconds.
    pub fn plus_seconds(self, seconds: i64) -> Self {
        self.plus_micros(seconds.saturating_mul(MICROS_PER_SECOND))
    }

    /// This moment moved by a number of days of 24 hours.
    pub fn plus_days(self, days: i64) -> Self {
        self.plus_seconds(days.saturating_mul(SECONDS_PER_DAY))
    }

    /// Days from `earlier` to this moment, with their fraction; negative when `earlier` is later.
    pub fn days_since(self, earlier: Self) -> f64 {
        (self.unix_micros - earlier.unix_micros) as f64 / (MICROS_PER_SECOND * SECONDS_PER_DAY) as f64
    }

    /// Whole days from `earlier` to this moment, rounded towards the past.
    pub fn whole_days_since(self, earlier: Self) -> i64 {
        (self.unix_micros - earlier.unix_micros).div_euclid(MICROS_PER_SECOND * SECONDS_PER_DAY)
    }

    fn civil(self) -> DateTime {
        let timestamp = Timestamp::from_microsecond(self.unix_micros).expect("new() keeps it in a calendar's range");
        self.offset().to_datetime(timestamp)
    }

    fn offset(self) -> Offset {
        Offset::from_seconds(self.offset_seconds).expect("new() keeps it within 18 hours")
    }

    fn from_civil(civil: DateTime, offset_seconds: i32) -> Self {
        let offset = Offset::from_seconds(offset_seconds).expect("the offset came from a moment or a parsed time");
        let timestamp = offset.to_timestamp(civil).unwrap_or(Timestamp::MAX);
        Self::new(timestamp.as_microsecond(), offset_seconds)
    }
}

/// ISO 8601 with the offset, and with a fraction only where there is one.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let c = self.civil();
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
            c.year(),
            c.month(),
            c.day(),
            c.hour(),
            c.minute(),
            c.second()
        )?;
        let micros = c.subsec_nanosecond() / 1_000;
        if micros != 0 {
            write!(f, ".{micros:06}")?;
        }
        let (sign, seconds) =
            if self.offset_seconds < 0 { ('-', -self.offset_seconds) } else { ('+', self.offset_seconds) };
        write!(f, "{sign}{:02}:{:02}", seconds / 3600, seconds / 60 % 60)
    }
}

impl fmt::Debug for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads ISO 8601. A time without an offset, or a bare date, is read as UTC.
impl FromStr for Moment {
    type Err = NotAMoment;

    fn from_str(text: &str) -> Result<Self, NotAMoment> {
        let trimmed = text.trim();
        let pieces = jiff::fmt::temporal::DateTimeParser::new();
        let refuse = || NotAMoment { text: text.chars().take(80).collect() };
        if let Ok(p) = jiff::fmt::temporal::Pieces::parse(trimmed) {
            let civil = p.date().to_datetime(p.time().unwrap_or(jiff::civil::Time::midnight()));
            let offset = p.to_numeric_offset().map_or(0, Offset::seconds);
            if civil.year() < 1 || offset.abs() > 64_800 {
                return Err(refuse());
            }
            return Ok(Self::from_civil(civil, offset));
        }
        let timestamp = pieces.parse_timestamp(trimmed).map_err(|_| refuse())?;
        Ok(Self::new(timestamp.as_microsecond(), 0))
    }
}

impl serde::Serialize for Moment {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Moment {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Moment {
        text.parse().expect("a time")
    }

    #[test]
    fn a_moment_reads_back_as_it_was_written() {
        for text in ["2026-01-20T14:30:00+09:00", "2026-03-01T03:00:00.500000+09:00", "1999-12-31T23:59:59-03:30"] {
            assert_eq!(moment(text).to_string(), text);
        }
    }

    #[test]
    fn zulu_naive_and_bare_dates_are_utc() {
        assert_eq!(moment("2026-01-20T14:30:00Z").to_string(), "2026-01-20T14:30:00+00:00");
        assert_eq!(moment("2026-01-20T14:30:00").to_string(), "2026-01-20T14:30:00+00:00");
        assert_eq!(moment("2026-01-20").to_string(), "2026-01-20T00:00:00+00:00");
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        for text in ["", "tomorrow", "2026-02-30T00:00:00Z", "2026-01-20T25:00:00Z"] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_date_is_the_local_one() {
        assert_eq!(moment("2026-01-20T23:30:00+09:00").date(), jiff::civil::date(2026, 1, 20));
        assert_eq!(moment("2026-01-20T23:30:00+09:00").hour(), 23);
    }

    #[test]
    fn whole_days_are_floored_in_both_directions() {
        let now = moment("2026-01-20T12:00:00+09:00");
        assert_eq!(now.whole_days_since(moment("2026-01-18T13:00:00+09:00")), 1);
        assert_eq!(now.whole_days_since(moment("2026-01-20T13:00:00+09:00")), -1);
    }
}
