//! The time that a prompt speaks of: "last week", 先週, 3日前, "on Monday", 2026-01-20.
//!
//! Ranges are whole local days, weeks from Monday, months and years at the offset of `now`, up to but
//! without their end. The most exact expression of a prompt counts.

mod calendar;
mod english;
mod japanese;

use omoide_core::Moment;
use omoide_core::ports::TimeHint;

use crate::fold::fold;
use calendar::{Calendar, Span};

/// The time that `prompt` speaks of, seen from `now`; nothing when it speaks of none.
pub fn time_hint(prompt: &str, now: Moment) -> Option<TimeHint> {
    // A time expression is near the start of what is asked; a pasted log is full of dates that are not meant.
    let head: String = prompt.chars().take(2_000).collect();
    let folded = fold(&crate::prose::prose(&head));
    let calendar = Calendar::at(now);
    let span = calendar::written_date(&folded, calendar)
        .or_else(|| japanese::span(&folded, calendar))
        .or_else(|| english::span(&folded, calendar));
    match span {
        Some(Span { first, after }) => Some(TimeHint::Within(now.at_hour(first, 0), now.at_hour(after, 0))),
        None if japanese::is_recent(&folded) || english::is_recent(&folded) => Some(TimeHint::Recent),
        None => None,
    }
}

#[cfg(test)]
mod tests;
