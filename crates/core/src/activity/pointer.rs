//! Pointers into the activity log: `activity_log/2026-02-17.jsonl#L12-18` (S4 ポインタ参照).

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::Date;

/// The folder that pointers name.
const FOLDER: &str = "activity_log/";
/// How a day's file ends.
const EXTENSION: &str = ".jsonl";

/// A day of the activity log, or some of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActivityPointer {
    /// The day.
    pub date: Date,
    /// The lines; `None` means all of the day's.
    pub lines: Option<RangeInclusive<u32>>,
}

/// The text is no pointer into the activity log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a pointer such as activity_log/2026-02-17.jsonl#L12-18")]
pub struct NotAPointer {
    /// What was given.
    pub text: String,
}

impl ActivityPointer {
    /// Whether a text is meant as a pointer, and so no memory's name.
    pub fn is_meant(text: &str) -> bool {
        bare(text).starts_with(FOLDER)
    }
}

impl fmt::Display for ActivityPointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{FOLDER}{}{EXTENSION}", self.date)?;
        match &self.lines {
            None => Ok(()),
            Some(lines) if lines.start() == lines.end() => write!(f, "#L{}", lines.start()),
            Some(lines) => write!(f, "#L{}-{}", lines.start(), lines.end()),
        }
    }
}

impl FromStr for ActivityPointer {
    type Err = NotAPointer;

    fn from_str(text: &str) -> Result<Self, NotAPointer> {
        read(bare(text)).ok_or_else(|| NotAPointer { text: text.chars().take(80).collect() })
    }
}

/// The pointer without the arrow and the brackets that it is shown with.
fn bare(text: &str) -> &str {
    let text = text.trim().trim_start_matches('(').trim_end_matches(')');
    text.trim().trim_start_matches("->").trim()
}

fn read(text: &str) -> Option<ActivityPointer> {
    let file = text.strip_prefix(FOLDER)?;
    let (file, lines) = file.split_once('#').map_or((file, None), |(file, lines)| (file, Some(lines)));
    let date = file.strip_suffix(EXTENSION)?;
    // Nothing but the form that is written: a date with a time in it is another text.
    let date: Date = date.parse().ok().filter(|found: &Date| found.to_string() == date)?;
    let lines = match lines {
        Some(lines) => Some(range(lines)?),
        None => None,
    };
    Some(ActivityPointer { date, lines })
}

/// `L7`, `L12-18`, or `L12-L18` as other programs write it.
fn range(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let first = first.strip_prefix('L').and_then(number)?;
    let last = number(last.strip_prefix('L').unwrap_or(last))?;
    (first <= last).then_some(first..=last)
}

fn number(text: &str) -> Option<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointer(text: &str) -> ActivityPointer {
        text.parse().expect("a pointer")
    }

    #[test]
    fn a_pointer_reads_back_as_it_is_written() {
        for text in [
            "activity_log/2026-02-17.jsonl",
            "activity_log/2026-02-17.jsonl#L7",
            "activity_log/0099-12-31.jsonl#L12-18",
        ] {
            assert_eq!(pointer(text).to_string(), text);
        }
        assert_eq!(pointer("activity_log/2026-02-17.jsonl#L12-18").lines, Some(12..=18));
    }

    #[test]
    fn the_arrow_and_the_brackets_that_it_is_shown_with_do_not_matter() {
        for text in [
            "(-> activity_log/2026-02-17.jsonl#L3)",
            " -> activity_log/2026-02-17.jsonl#L3",
            "activity_log/2026-02-17.jsonl#L3-L3",
        ] {
            assert!(ActivityPointer::is_meant(text));
            assert_eq!(pointer(text).to_string(), "activity_log/2026-02-17.jsonl#L3");
        }
        assert!(!ActivityPointer::is_meant("mem_20260217_001"));
    }

    #[test]
    fn what_names_no_day_or_no_line_is_no_pointer() {
        for text in [
            "activity_log/",
            "activity_log/2026-02-30.jsonl",
            "activity_log/2026-02-17T10:00.jsonl",
            "activity_log/2026-02-17.json",
            "activity_log/2026-02-17.jsonl#",
            "activity_log/2026-02-17.jsonl#L",
            "activity_log/2026-02-17.jsonl#7",
            "activity_log/2026-02-17.jsonl#L0",
            "activity_log/2026-02-17.jsonl#L9-3",
            "activity_log/2026-02-17.jsonl#L+1",
            "activity_log/2026-02-17.jsonl#L1-2-3",
            "activity_log/2026-02-17.jsonl#L99999999999",
            "2026-02-17.jsonl",
        ] {
            assert!(text.parse::<ActivityPointer>().is_err(), "{text}");
        }
    }
}
