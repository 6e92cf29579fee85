//! English expressions of time.

use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;

use super::calendar::{Calendar, Span, Unit};

/// The range that an English expression names.
pub(super) fn span(folded: &str, calendar: Calendar) -> Option<Span> {
    month_and_day(folded, calendar)
        .or_else(|| counted(folded, calendar))
        .or_else(|| named(folded, calendar))
        .or_else(|| weekday(folded, calendar))
        .or_else(|| month(folded, calendar))
        .or_else(|| calendar.year(YEAR.captures(folded)?["year"].parse().ok()?))
}

/// Whether the text speaks of an earlier time without saying which.
pub(super) fn is_recent(folded: &str) -> bool {
    RECENT.is_match(folded)
}

fn month_and_day(folded: &str, calendar: Calendar) -> Option<Span> {
    [&*MONTH_DAY, &*DAY_MONTH].into_iter().find_map(|pattern| {
        let found = pattern.captures(folded)?;
        let year = found.name("year").and_then(|y| y.as_str().parse().ok());
        calendar.day(year, month_number(&found["month"])?, found["day"].parse().ok()?)
    })
}

fn month(folded: &str, calendar: Calendar) -> Option<Span> {
    let found = MONTH.captures(folded)?;
    let year = match found.name("year").or_else(|| found.name("of")).map(|y| y.as_str()) {
        Some(year) => year.parse().ok(),
        None => None,
    };
    let name = found.name("month").or_else(|| found.name("named"))?;
    calendar.month(year, month_number(name.as_str())?)
}

fn counted(folded: &str, calendar: Calendar) -> Option<Span> {
    let found = COUNTED.captures(folded)?;
    let unit = unit(&found["unit"])?;
    let count = match found["count"].split_whitespace().collect::<Vec<_>>().as_slice() {
        [.., "few" | "several" | "some"] | ["several", ..] => {
            return match unit {
                Unit::Day => calendar.past_days(7),
                Unit::Week => calendar.past_days(31),
                Unit::Month => calendar.past_days(183),
                Unit::Year => calendar.past_days(5 * 366),
            };
        }
        ["a", "couple", ..] | ["couple", ..] => 2,
        [word] => number(word)?,
        _ => return None,
    };
    calendar.back(count, unit)
}

fn named(folded: &str, calendar: Calendar) -> Option<Span> {
    let found = NAMED.captures(folded)?;
    if found.name("before").is_some() {
        return calendar.back(2, Unit::Day);
    }
    if found.name("yesterday").is_some() {
        return calendar.back(1, Unit::Day);
    }
    if found.name("today").is_some() {
        return calendar.back(0, Unit::Day);
    }
    let count = if &found["which"] == "this" { 0 } else { 1 };
    calendar.back(count, unit(&found["unit"])?)
}

fn weekday(folded: &str, calendar: Calendar) -> Option<Span> {
    let found = WEEKDAY.captures(folded)?;
    let day = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].iter().position(|d| found["day"].starts_with(d))?;
    let day = i64::try_from(day).ok()?;
    if found.name("week").is_some() { calendar.weekday(day, Some(1)) } else { calendar.weekday(day, None) }
}

fn unit(word: &str) -> Option<Unit> {
    match word.trim_end_matches('s') {
        "day" => Some(Unit::Day),
        "week" => Some(Unit::Week),
        "month" => Some(Unit::Month),
        "year" => Some(Unit::Year),
        _ => None,
    }
}

fn number(word: &str) -> Option<i64> {
    const WORDS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    match word {
        "a" | "an" => Some(1),
        _ => word
            .parse()
            .ok()
            .or_else(|| WORDS.iter().position(|w| *w == word).and_then(|place| i64::try_from(place).ok())),
    }
}

fn month_number(word: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    MONTHS.iter().position(|m| word.starts_with(m)).and_then(|place| i64::try_from(place + 1).ok())
}

const MONTH_NAME: &str = "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec";

static MONTH_DAY: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"\b(?P<month>{MONTH_NAME})\.?\s+(?:the\s+)?(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>[12][0-9]{{3}})\b)?"
    ))
});

static DAY_MONTH: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"\b(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>{MONTH_NAME})\b(?:,?\s+(?P<year>[12][0-9]{{3}})\b)?"
    ))
});

static MONTH: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"\b(?:(?:in|during|since|last|this|of)\s+(?P<month>{MONTH_NAME})\b(?:,?\s+(?P<year>[12][0-9]{{3}})\b)?|(?P<named>{MONTH_NAME})\s+(?P<of>[12][0-9]{{3}})\b)"
    ))
});

static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?P<count>[0-9]{1,4}|an?(?:\s+few|\s+couple(?:\s+of)?)?|couple(?:\s+of)?|few|several|some|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+(?P<unit>days?|weeks?|months?|years?)\s+(?:ago|back|earlier)\b",
    )
});

static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:(?P<before>the\s+day\s+before\s+yesterday)|(?P<yesterday>yesterday|last\s+night|last\s+evening)|(?P<which>last|this|previous|past)\s+(?P<unit>week|month|year)|(?P<today>today|this\s+morning|this\s+afternoon|this\s+evening|tonight))\b",
    )
});

static WEEKDAY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:on|last|this|past|since|from)\s+(?P<day>monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:mon|tues?|wed|thur?s?|fri)\b)(?:\s+(?P<week>(?:of\s+)?last\s+week))?",
    )
});

static YEAR: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?:in|during|back\s+in)\s+(?P<year>(?:19|20)[0-9]{2})\b"));

static RECENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"\b(?:last\s+time|previous(?:ly)?|earlier|the\s+other\s+day|recently|a\s+while\s+(?:ago|back)|(?:hours?|minutes?)\s+ago|just\s+now|before\s*[?.!]|(?:talked|spoke|discussed|mentioned|said|told|asked)\b.{0,40}\bbefore\b|our\s+last\s+(?:chat|session|conversation|talk)|last\s+session)",
    )
});
