//! The times that a text speaks of: "last week", 先週, 3日前, "on Monday", 2026-01-20, 令和6年の夏.
//!
//! Words that stand together are one expression (去年の夏, "Friday at 3pm"), read against a given present:
//! days, weeks from Monday, months and years are those of the calendar at the offset of `now`, up to but
//! without their end. A weekday, date, month or season without a year is the latest that has begun, unless
//! the words point ahead ("next Friday", 今度の金曜).

mod atom;
mod calendar;
mod count;
mod line;
mod number;
mod run;
mod table;
mod written;

use std::ops::Range;

use omoide_core::Moment;
use omoide_core::ports::TimeHint;

use crate::prose::{Part, parts};
use calendar::{Calendar, Stretch};
use line::Line;

/// How much of a prompt is looked at for a hint: a time is near the start of what is asked, and a pasted
/// text is full of dates that are not meant.
const HINT_CHARACTERS: usize = 2_000;

/// One mention of a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeWord {
    /// Where it stands in the text, in bytes.
    pub place: Range<usize>,
    /// When the time that is meant begins.
    pub from: Moment,
    /// When it is over; this moment is no part of it.
    pub to: Moment,
    /// Whether the words only say "not long ago" (この前, "the other day"), so that the range is a guess
    /// and the more recent is the more likely.
    pub is_recent: bool,
}

/// Every mention of a time in the text, seen from `now`, in the order of the text.
///
/// Code, traces and addresses are passed over: what stands there was not said.
pub fn times(text: &str, now: Moment) -> Vec<TimeWord> {
    let calendar = Calendar::at(now);
    let mut words = Vec::new();
    each_mention(text, calendar, |place, stretch, _| {
        let (from, to) = stretch.moments(now);
        words.push(TimeWord { place, from, to, is_recent: stretch.is_vague() });
    });
    words
}

/// The time that `prompt` speaks of, seen from `now`; nothing when it speaks of none.
///
/// The most exact expression counts. A hint is never finer than a day, since hours are misremembered, and
/// never ahead of now: nothing is remembered of the future. An hour alone is no hint.
pub fn time_hint(prompt: &str, now: Moment) -> Option<TimeHint> {
    let end = prompt.char_indices().nth(HINT_CHARACTERS).map_or(prompt.len(), |(at, _)| at);
    let calendar = Calendar::at(now);
    let mut best: Option<(i64, TimeHint)> = None;
    let mut is_recent = false;
    each_mention(&prompt[..end], calendar, |_, stretch, is_hour_alone| {
        let Some((first, after)) = stretch.days() else {
            is_recent |= stretch.is_past();
            return;
        };
        if first > calendar.today || is_hour_alone {
            return;
        }
        let length = calendar::days_between(first, after);
        if best.is_none_or(|(shortest, _)| length < shortest) {
            best = Some((length, TimeHint::Within(now.at_hour(first, 0), now.at_hour(after, 0))));
        }
    });
    best.map(|(_, hint)| hint).or(is_recent.then_some(TimeHint::Recent))
}

/// Calls `found` with the place, the stretch, and whether only an hour was named.
fn each_mention(text: &str, calendar: Calendar, mut found: impl FnMut(Range<usize>, Stretch, bool)) {
    for part in parts(text) {
        let Part::Prose(prose) = part else { continue };
        // The part is a slice of the text, so that its place is the distance between the two.
        let mut start = prose.as_ptr() as usize - text.as_ptr() as usize;
        for piece in line::pieces(prose) {
            let line = Line::of(piece);
            run::each(&line.folded, |place, run| {
                if let Some(stretch) = calendar.stretch(&run) {
                    let place = line.place(place);
                    found(start + place.start..start + place.end, stretch, run.is_hour_alone());
                }
            });
            start += piece.len();
        }
    }
}

#[cfg(test)]
mod tests;
