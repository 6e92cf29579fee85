//! What requests have in common: nothing at all, and times.

use omoide::{TimeStretch, named_time};
use omoide_core::{Date, Moment};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// Nothing is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A time that someone wrote, or named in words such as "last week", seen from `now`. A written time is an instant.
pub fn stretch(name: &str, text: &str, now: Moment) -> Result<TimeStretch, Failure> {
    let written = text.trim().parse().ok().map(TimeStretch::instant);
    written.or_else(|| named_time(text, now)).ok_or_else(|| {
        let example = "2026-01-20T14:30:00+09:00, yesterday or 2 weeks ago";
        Failure::invalid(format!("{name}: \"{text}\" is not a time; write one such as {example}"))
    })
}

/// When a time begins that someone wrote or named.
pub fn beginning(name: &str, text: &str, now: Moment) -> Result<Moment, Failure> {
    Ok(stretch(name, text, now)?.from)
}

/// When it is over.
pub fn end(name: &str, text: &str, now: Moment) -> Result<Moment, Failure> {
    Ok(stretch(name, text, now)?.to)
}

/// A time of something that has happened.
pub fn past(name: &str, text: &str, now: Moment) -> Result<Moment, Failure> {
    let point = stretch(name, text, now)?.point(now);
    point.ok_or_else(|| Failure::invalid(format!("{name}: the time is in the future")))
}

/// A date that someone wrote, or a day that they named.
pub fn day(name: &str, text: &str, now: Moment) -> Result<Date, Failure> {
    let named = || named_time(text, now).filter(|named| named.from.date() == named.last.date());
    let date = text.trim().parse().ok().or_else(|| Some(named()?.from.date()));
    date.ok_or_else(|| {
        Failure::invalid(format!(
            "{name}: \"{text}\" is not a day; write one such as 2026-01-20, yesterday or 3 days ago"
        ))
    })
}

/// A word that is none of those that can stand there.
pub fn invalid<E: std::fmt::Display>(name: &'static str) -> impl Fn(E) -> Failure {
    move |error| Failure::invalid(format!("{name}: {error}"))
}
