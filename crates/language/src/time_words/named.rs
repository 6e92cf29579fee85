//! A time that someone names where a time is asked for: "yesterday", "the last 2 weeks", 去年の夏, and nothing else beside it.
//!
//! Only the past is asked for, so a day that comes again ("Friday", 5日) is the last one that has begun.

use omoide_core::Moment;

use super::atom::Looking;
use super::calendar::Calendar;
use super::line::TableLine;
use super::run;

/// What may stand before a time without meaning another one.
const BEFORE: [&str; 9] = ["since", "from", "until", "till", "up to", "on", "in", "at", "the"];
/// What may stand behind it.
const BEHIND: [&str; 9] = ["から", "まで", "以降", "以前", "ごろ", "頃", "の間", "に", "の"];
/// Words for the present.
const NOW: [&str; 6] = ["now", "right now", "just now", "今", "いま", "たった今"];

/// A time that someone wrote or named: when it begins, when it is over, and its last moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeStretch {
    /// When it begins.
    pub from: Moment,
    /// When it is over; an instant is over at once.
    pub to: Moment,
    /// The last moment of it.
    pub last: Moment,
}

impl TimeStretch {
    /// The time from `from` up to but without `to`.
    pub fn between(from: Moment, to: Moment) -> Self {
        Self { from, to, last: to.plus_micros(-1) }
    }

    /// A single instant.
    pub fn instant(at: Moment) -> Self {
        Self { from: at, to: at, last: at }
    }

    /// The one moment that stands for it, for something that has happened: `now` if it is not over, else the middle, which
    /// for a day is noon. Nothing if it has not begun.
    pub fn point(self, now: Moment) -> Option<Moment> {
        let (from, to, present) = (self.from.unix_micros(), self.to.unix_micros(), now.unix_micros());
        if from > present {
            None
        } else if from < to && present < to {
            Some(now)
        } else {
            Some(self.from.plus_micros((to - from) / 2))
        }
    }
}

/// The time that the words name, seen from `now`; nothing when they name none, or say anything else.
pub fn named_time(words: &str, now: Moment) -> Option<TimeStretch> {
    let folded = TableLine::of(words.trim()).folded;
    let mut text = folded.trim();
    loop {
        let found = all_of(text, now);
        if found.is_some() {
            return found;
        }
        text = without_particle(text)?;
    }
}

/// The time that the whole text names.
fn all_of(text: &str, now: Moment) -> Option<TimeStretch> {
    if NOW.contains(&text) {
        return Some(TimeStretch::instant(now));
    }
    let is_bare_year = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = if is_bare_year { format!("{text}年") } else { text.to_owned() };
    let calendar = Calendar::at(now).looking(Looking::Back);
    let mut named = None;
    run::each(&text, |place, run| {
        if place == (0..text.len()) {
            named = calendar.stretch(&run).map(|stretch| (stretch.moments(now), run));
        }
    });
    let ((from, to), run) = named?;
    if run.clock.is_some() {
        // "3pm" is not an hour long; and before noon it is that of yesterday.
        let is_ahead = run.is_hour_alone() && from.unix_micros() > now.unix_micros();
        return Some(TimeStretch::instant(if is_ahead { from.plus_days(-1) } else { from }));
    }
    (from.unix_micros() < to.unix_micros()).then(|| TimeStretch::between(from, to))
}

/// The text without one word that only says how the time is meant; nothing if there is none.
fn without_particle(text: &str) -> Option<&str> {
    let before = || BEFORE.iter().find_map(|word| text.strip_prefix(word)?.strip_prefix(char::is_whitespace));
    let behind = || BEHIND.iter().find_map(|word| text.strip_suffix(word));
    before().or_else(behind).map(str::trim).filter(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Moment {
        "2026-03-18T14:30:00+09:00".parse().expect("a time")
    }

    #[test]
    fn words_name_a_time_from_its_beginning_to_its_end() {
        for (words, from, to) in [
            ("yesterday", "2026-03-17T00:00", "2026-03-18T00:00"),
            ("ＹＥＳＴＥＲＤＡＹ", "2026-03-17T00:00", "2026-03-18T00:00"),
            ("last week", "2026-03-09T00:00", "2026-03-16T00:00"),
            ("since last week", "2026-03-09T00:00", "2026-03-16T00:00"),
            ("2 weeks ago", "2026-03-02T00:00", "2026-03-09T00:00"),
            ("the last 2 weeks", "2026-03-04T00:00", "2026-03-18T00:00"),
            ("last March", "2025-03-01T00:00", "2025-04-01T00:00"),
            ("Friday", "2026-03-13T00:00", "2026-03-14T00:00"),
            ("on Friday", "2026-03-13T00:00", "2026-03-14T00:00"),
            ("the week before last", "2026-03-02T00:00", "2026-03-09T00:00"),
            ("2025", "2025-01-01T00:00", "2026-01-01T00:00"),
            ("in 2025", "2025-01-01T00:00", "2026-01-01T00:00"),
            ("March 2025", "2025-03-01T00:00", "2025-04-01T00:00"),
            ("昨日", "2026-03-17T00:00", "2026-03-18T00:00"),
            ("先週", "2026-03-09T00:00", "2026-03-16T00:00"),
            ("先週から", "2026-03-09T00:00", "2026-03-16T00:00"),
            ("３日前", "2026-03-15T00:00", "2026-03-16T00:00"),
            ("去年の夏", "2025-06-01T00:00", "2025-09-01T00:00"),
            ("昨日まで", "2026-03-17T00:00", "2026-03-18T00:00"),
            ("今", "2026-03-18T14:30", "2026-03-18T14:30"),
            ("yesterday at 3pm", "2026-03-17T15:00", "2026-03-17T15:00"),
            ("昨日の15時", "2026-03-17T15:00", "2026-03-17T15:00"),
            ("9am", "2026-03-18T09:00", "2026-03-18T09:00"),
            ("6pm", "2026-03-17T18:00", "2026-03-17T18:00"),
            ("tomorrow", "2026-03-19T00:00", "2026-03-20T00:00"),
        ] {
            let named = named_time(words, now()).map(|named| (named.from.to_string(), named.to.to_string()));
            assert_eq!(named, Some((format!("{from}:00+09:00"), format!("{to}:00+09:00"))), "{words}");
        }
    }

    #[test]
    fn anything_else_names_no_time() {
        for words in
            ["", " ", "the", "から", "Rex", "Rex last week", "yesterday and today", "20266", "tomorow", "2026-13-01"]
        {
            assert_eq!(named_time(words, now()), None, "{words}");
        }
    }

    #[test]
    fn one_moment_stands_for_a_time_and_is_never_ahead() {
        let point = |words: &str| named_time(words, now()).expect("a time").point(now()).map(|at| at.to_string());
        assert_eq!(point("yesterday").as_deref(), Some("2026-03-17T12:00:00+09:00"));
        assert_eq!(point("先週").as_deref(), Some("2026-03-12T12:00:00+09:00"));
        assert_eq!(point("2 hours ago").as_deref(), Some("2026-03-18T12:30:00+09:00"));
        assert_eq!(point("yesterday at 3pm").as_deref(), Some("2026-03-17T15:00:00+09:00"));
        assert_eq!(point("today").as_deref(), Some("2026-03-18T14:30:00+09:00"));
        assert_eq!(point("this week").as_deref(), Some("2026-03-18T14:30:00+09:00"));
        assert_eq!(point("now").as_deref(), Some("2026-03-18T14:30:00+09:00"));
        assert_eq!(point("tomorrow"), None);
        assert_eq!(point("来週"), None);
    }
}
