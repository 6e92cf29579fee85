//! The tests' clock: it stands until the test moves it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use omoide_core::Moment;
use omoide_core::ports::Clock;

/// Where every test's time begins.
pub const START: &str = "2026-03-01T12:00:00+09:00";

const MICROS_PER_SECOND: i64 = 1_000_000;

/// A clock that stands until it is moved, or goes on by a while at every look.
#[derive(Debug)]
pub struct HandClock {
    now: Mutex<Moment>,
    tick_micros: i64,
}

impl Default for HandClock {
    fn default() -> Self {
        Self::at(START)
    }
}

impl HandClock {
    /// A clock that stands at that time.
    ///
    /// # Panics
    /// When the text is no time.
    pub fn at(text: &str) -> Self {
        Self::from(moment(text))
    }

    /// The clock, but each look moves it on by a second.
    #[must_use]
    pub fn ticking(self) -> Self {
        Self { tick_micros: MICROS_PER_SECOND, ..self }
    }

    /// Moves it to that time.
    ///
    /// # Panics
    /// When the text is no time.
    pub fn set(&self, text: &str) {
        self.set_to(moment(text));
    }

    /// Moves it to that moment.
    pub fn set_to(&self, now: Moment) {
        *self.hand() = now;
    }

    /// Moves it on, or back if there are fewer than none.
    pub fn pass_hours(&self, hours: i64) {
        let mut hand = self.hand();
        *hand = later(*hand, hours * 3_600 * MICROS_PER_SECOND);
    }

    /// Moves it on, or back if there are fewer than none.
    pub fn pass_days(&self, days: i64) {
        self.pass_hours(days * 24);
    }

    fn hand(&self) -> MutexGuard<'_, Moment> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<Moment> for HandClock {
    fn from(now: Moment) -> Self {
        Self { now: Mutex::new(now), tick_micros: 0 }
    }
}

impl Clock for HandClock {
    fn now(&self) -> Moment {
        let mut hand = self.hand();
        let now = *hand;
        *hand = later(now, self.tick_micros);
        now
    }
}

fn later(moment: Moment, micros: i64) -> Moment {
    Moment::new(moment.unix_micros() + micros, moment.offset_seconds())
}

fn moment(text: &str) -> Moment {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_until_it_is_moved() {
        let clock = HandClock::default();
        assert_eq!((clock.now(), clock.now()), (moment(START), moment(START)));
        clock.pass_days(1);
        clock.pass_hours(-2);
        assert_eq!(clock.now(), moment("2026-03-02T10:00:00+09:00"));
        let ticking = HandClock::at(START).ticking();
        assert_eq!((ticking.now(), ticking.now()), (moment(START), moment("2026-03-01T12:00:01+09:00")));
    }
}
