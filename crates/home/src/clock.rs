//! The machine's clock, and the time that a test sets; nothing else reads the time.

use std::str::FromStr;

use jiff::fmt::temporal::Pieces;
use jiff::tz::{Offset, TimeZone};
use omoide_core::Moment;
use omoide_core::ports::Clock;

use crate::environment::Environment;
use crate::errors::UserError;
use crate::lang::{Lang, say};

/// The variable that makes the clock stand still.
const STANDING: &str = "OMOIDE_NOW";

/// The machine's clock, or one that stands still.
#[derive(Clone, Debug)]
pub struct SystemClock {
    standing: Option<Moment>,
    zone: TimeZone,
}

impl SystemClock {
    /// The machine's clock, unless the environment sets a time.
    ///
    /// # Errors
    /// When the environment sets what is no time.
    pub fn new(environment: &Environment, lang: Lang) -> Result<Self, UserError> {
        let Some(text) = environment.text(STANDING) else {
            return Ok(Self { standing: None, zone: zone_of_machine(environment) });
        };
        let at = Moment::from_str(&text).map_err(|_| {
            UserError::usage(
                "bad_time",
                say!(
                    lang,
                    "{STANDING} is \"{text}\", which is not a time",
                    "{STANDING}の値「{text}」は時刻ではありません"
                ),
            )
            .hint(example(lang))
        })?;
        let zone = Offset::from_seconds(at.offset_seconds()).map_or(TimeZone::UTC, Offset::to_time_zone);
        Ok(Self { standing: Some(at), zone })
    }

    /// The time zone that times without an offset are read in.
    pub fn zone(&self) -> TimeZone {
        self.zone.clone()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        self.standing.unwrap_or_else(|| machine_time(&self.zone))
    }
}

#[expect(clippy::disallowed_methods, reason = "this is the one place where the machine's clock is read")]
fn machine_time(zone: &TimeZone) -> Moment {
    let now = jiff::Timestamp::now();
    Moment::new(now.as_microsecond(), zone.to_offset(now).seconds())
}

/// The machine's time zone, from the file that the system keeps of it where nothing else is said: to ask for it by its
/// name, all time zones would be listed, which takes longer than the rest of a hook.
fn zone_of_machine(environment: &Environment) -> TimeZone {
    let is_said = environment.text("TZ").is_some();
    let kept = if is_said { None } else { std::fs::read("/etc/localtime").ok() };
    kept.and_then(|bytes| TimeZone::tzif("local", &bytes).ok()).unwrap_or_else(TimeZone::system)
}

/// A time that a person wrote; without an offset it is local, without an hour it is midnight.
pub fn read_time(text: &str, zone: &TimeZone) -> Option<Moment> {
    let pieces = Pieces::parse(text.trim()).ok()?;
    if pieces.to_numeric_offset().is_some() || text.trim().ends_with(['Z', 'z']) {
        return Moment::from_str(text).ok();
    }
    let civil = pieces.date().to_datetime(pieces.time().unwrap_or(jiff::civil::Time::midnight()));
    let zoned = civil.to_zoned(zone.clone()).ok()?;
    Some(Moment::new(zoned.timestamp().as_microsecond(), zoned.offset().seconds()))
}

/// How a time is written, as a hint.
pub fn example(lang: Lang) -> String {
    lang.pick(
        "write it as 2026-01-20T14:30:00+09:00, 2026-01-20T14:30 or 2026-01-20",
        "2026-01-20T14:30:00+09:00、2026-01-20T14:30、2026-01-20のように書いてください",
    )
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_without_an_offset_is_local() {
        let zone = Offset::constant(9).to_time_zone();
        let read = |text| read_time(text, &zone).map(|moment: Moment| moment.to_string());
        assert_eq!(read("2026-01-20T14:30").as_deref(), Some("2026-01-20T14:30:00+09:00"));
        assert_eq!(read("2026-01-20").as_deref(), Some("2026-01-20T00:00:00+09:00"));
        assert_eq!(read("2026-01-20T14:30:00Z").as_deref(), Some("2026-01-20T14:30:00+00:00"));
        assert_eq!(read("2026-01-20T14:30:00-03:00").as_deref(), Some("2026-01-20T14:30:00-03:00"));
        assert_eq!(read("yesterday"), None);
    }

    #[test]
    fn a_clock_that_was_set_stands_still() {
        let environment = Environment::from_iter([(STANDING, "2026-01-20T14:30:00+09:00")]);
        let clock = SystemClock::new(&environment, Lang::English).expect("a time");
        assert_eq!(clock.now(), clock.now());
        assert_eq!(clock.now().to_string(), "2026-01-20T14:30:00+09:00");
    }
}
