//! The times that a text speaks of: "last week", 先週, 3日前, "on Monday", 2026-01-20, 令和6年の夏.
//!
//! Words that stand together are one expression (去年の夏, "Friday at 3pm"), read against a given present:
//! days, weeks from Monday, months and years are those of the calendar at the offset of `now`, up to but
//! without their end. A weekday, date, month or season without a year is the one that the words point to ("next
//! Friday", 今度の金曜), or else the one that the verb puts behind or ahead ("we met on the 5th", 5日に会う). Where
//! neither tells, a day of a month is the nearest of that name, and anything else the latest that has begun.

mod asked;
mod atom;
mod calendar;
mod count;
mod line;
mod named;
mod number;
mod run;
mod spoken_of;
mod table;
mod tense;
mod written;

use std::ops::Range;

use omoide_core::Moment;
use omoide_core::ports::TimeHint;

use crate::prose::{ProsePart, parts};
use atom::{Expression, Looking};
use calendar::{Calendar, CalendarSpan};
use line::TableLine;

pub use asked::{TimeAsk, TimeAsked, TimeWindow, Timed, time_asked};
pub use named::{TimeStretch, named_time};
pub use spoken_of::{dates_of_window, dates_spoken_of};

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
    let mut words = Vec::new();
    each_mention(text, Calendar::at(now), |mention| {
        let (from, to) = mention.stretch.moments(now);
        words.push(TimeWord { place: mention.place, from, to, is_recent: mention.stretch.is_vague() });
    });
    words
}

/// The time that `prompt` speaks of, seen from `now`; nothing when it speaks of none.
///
/// The most exact expression counts. A hint is never finer than a day, since hours are misremembered, and
/// never ahead of now: nothing is remembered of the future. An hour alone is no hint.
pub fn time_hint(prompt: &str, now: Moment) -> Option<TimeHint> {
    let calendar = Calendar::at(now);
    let mut best: Option<(i64, TimeHint)> = None;
    let mut is_recent = false;
    each_mention(beginning(prompt), calendar, |mention| {
        let Some((first, after)) = mention.stretch.days() else {
            is_recent |= mention.stretch.is_past();
            return;
        };
        if first > calendar.today || mention.run.is_hour_alone() {
            return;
        }
        let length = calendar::days_between(first, after);
        if best.is_none_or(|(shortest, _)| length < shortest) {
            best = Some((length, TimeHint::Within(now.at_hour(first, 0), now.at_hour(after, 0))));
        }
    });
    best.map(|(_, hint)| hint).or(is_recent.then_some(TimeHint::Recent))
}

/// As much of a prompt as is looked at.
fn beginning(prompt: &str) -> &str {
    &prompt[..prompt.char_indices().nth(HINT_CHARACTERS).map_or(prompt.len(), |(at, _)| at)]
}

/// A time in a text.
struct TimeMention {
    place: Range<usize>,
    stretch: CalendarSpan,
    run: Expression,
    /// Where its verb looks.
    looking: Looking,
}

fn each_mention(text: &str, calendar: Calendar, mut found: impl FnMut(TimeMention)) {
    for part in parts(text) {
        let ProsePart::Prose(prose) = part else { continue };
        // The part is a slice of the text, so that its place is the distance between the two.
        let mut start = prose.as_ptr() as usize - text.as_ptr() as usize;
        for piece in line::pieces(prose) {
            let line = TableLine::of(piece);
            run::each(&line.folded, |place, run| {
                // Most expressions say themselves where they lie.
                let looking = if run.is_undirected() { tense::looking(&line.folded, &place) } else { Looking::Either };
                if let Some(stretch) = calendar.looking(looking).stretch(&run) {
                    let place = line.place(place);
                    found(TimeMention { place: start + place.start..start + place.end, stretch, run, looking });
                }
            });
            start += piece.len();
        }
    }
}

#[cfg(test)]
mod tests;
