//! Counted times: 3日前, 2週間後, この1か月, "two months ago", "in 3 days", "the last two weeks".

use super::atom::{Atom, FromNow, NamedDay, Period, TimeUnit, Year};
use super::number::{self, WrittenNumber};

/// How many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quantity {
    Exactly(i64),
    /// 数, "a few": some.
    Some,
    /// 半, "half a".
    Half,
}

/// A counted time at the start of `text`, and its length.
pub(super) fn at(text: &str, before: &str) -> Option<(Atom, usize)> {
    if text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '.')
    {
        return None;
    }
    japanese(text).or_else(|| english(text))
}

fn japanese(text: &str) -> Option<(Atom, usize)> {
    for (prefix, is_ahead) in [
        ("ここ", false),
        ("この", false),
        ("過去", false),
        ("直近", false),
        ("最近", false),
        ("今後", true),
        ("これから", true),
        ("向こう", true),
    ] {
        if let Some(rest) = text.strip_prefix(prefix) {
            let rest = rest.strip_prefix('の').unwrap_or(rest);
            let (count, unit, length) = japanese_amount(rest)?;
            let after = &rest[length..];
            if after.starts_with(['前', '後', '目']) {
                return None;
            }
            let end = text.len() - after.len() + if after.starts_with('間') { "間".len() } else { 0 };
            return Some((window(count, unit, is_ahead), end));
        }
    }
    let (later, rest) = text.strip_prefix("あと").map_or((false, text), |rest| (true, rest));
    let (count, unit, length) = japanese_amount(rest)?;
    let mut after = &rest[length..];
    for filler in ["間", "半", "くらい", "ぐらい", "ほど", "程", "以上", "ちょっと", " "] {
        after = after.strip_prefix(filler).unwrap_or(after);
    }
    let end = |after: &str| text.len() - after.len();
    if let Some(after) = after.strip_prefix('前') {
        // 3年前後 is "about three years", 前半 the first half.
        return (!after.starts_with(['後', '半', '倒'])).then(|| (moved(count, unit, false), end(after)));
    }
    if let Some(after) = after.strip_prefix('後').or_else(|| later.then(|| after.strip_prefix('で')).flatten()) {
        return (!after.starts_with(['半', '期'])).then(|| (moved(count, unit, true), end(after)));
    }
    None
}

fn japanese_amount(text: &str) -> Option<(Quantity, TimeUnit, usize)> {
    let (count, length) = if text.starts_with('数') {
        (Quantity::Some, "数".len())
    } else if text.starts_with('半') {
        (Quantity::Half, "半".len())
    } else {
        let WrittenNumber { value, length, .. } = number::at_start(text)?;
        (Quantity::Exactly(value), length)
    };
    const UNITS: [(&str, TimeUnit); 15] = [
        ("時間", TimeUnit::Hour),
        ("分", TimeUnit::Minute),
        ("日", TimeUnit::Day),
        ("週間", TimeUnit::Week),
        ("週", TimeUnit::Week),
        ("か月", TimeUnit::Month),
        ("ヶ月", TimeUnit::Month),
        ("ケ月", TimeUnit::Month),
        ("カ月", TimeUnit::Month),
        ("ヵ月", TimeUnit::Month),
        ("ヶ月", TimeUnit::Month),
        ("箇月", TimeUnit::Month),
        ("個月", TimeUnit::Month),
        ("月", TimeUnit::Month),
        ("年", TimeUnit::Year),
    ];
    let spaced = text[length..].strip_prefix(' ').unwrap_or(&text[length..]);
    let (name, unit) = UNITS.iter().find(|(name, _)| spaced.starts_with(name))?;
    // 3月前半 is March; only 半月 counts months by 月 alone.
    if *name == "月" && count != Quantity::Half {
        return None;
    }
    let unit = if *name == "月" { TimeUnit::Week } else { *unit };
    let count = if *name == "月" { Quantity::Exactly(2) } else { count };
    Some((count, unit, text.len() - spaced.len() + name.len()))
}

fn english(text: &str) -> Option<(Atom, usize)> {
    if let Some(rest) = text.strip_prefix("in ") {
        let (count, unit, length) = english_amount(rest)?;
        let after = &rest[length..];
        if after.starts_with(" ago") || after.starts_with(" a ") {
            return None;
        }
        let end = text.len() - after.len() + if after.starts_with("' time") { 6 } else { 0 };
        return Some((moved(count, unit, true), end));
    }
    for (prefix, is_ahead) in [
        ("last ", false),
        ("past ", false),
        ("previous ", false),
        ("next ", true),
        ("coming ", true),
        ("following ", true),
    ] {
        if let Some(rest) = text.strip_prefix(prefix) {
            let amount = english_amount(rest).or_else(|| {
                // "the past week" is the last seven days; "last week" is the one of the calendar.
                let (unit, length) = english_unit(rest).filter(|_| prefix == "past ")?;
                Some((Quantity::Exactly(1), unit, length))
            });
            let (count, unit, length) = amount?;
            return Some((window(count, unit, is_ahead), prefix.len() + length));
        }
    }
    let (count, unit, length) = english_amount(text)?;
    let after = &text[length..];
    let behind = [" or so", " ago", " back", " earlier", " from now", " from today", " hence"];
    let after_filler = after.strip_prefix(behind[0]).unwrap_or(after);
    let word = behind[1..].iter().find(|word| {
        after_filler.strip_prefix(**word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    })?;
    let end = text.len() - after_filler.len() + word.len();
    Some((moved(count, unit, word.contains("from") || *word == " hence"), end))
}

fn english_amount(text: &str) -> Option<(Quantity, TimeUnit, usize)> {
    const SOME: [&str; 5] = ["a few ", "few ", "several ", "some ", "a number of "];
    const HALF: [&str; 3] = ["half a ", "half an ", "a half "];
    let (count, length) = if let Some(some) = SOME.iter().find(|some| text.starts_with(**some)) {
        (Quantity::Some, some.len())
    } else if let Some(half) = HALF.iter().find(|half| text.starts_with(**half)) {
        (Quantity::Half, half.len())
    } else {
        let digits = number::at_start(text).filter(|n| matches!(n.form, number::Form::Digits(_)));
        let WrittenNumber { value, length, .. } = digits.or_else(|| number::english(text))?;
        let gap = usize::from(text[length..].starts_with([' ', '-']));
        (Quantity::Exactly(value), length + gap)
    };
    let (unit, unit_length) = english_unit(&text[length..])?;
    let count = match (count, text[length..].starts_with("fortnight")) {
        (Quantity::Exactly(count), true) => Quantity::Exactly(count.saturating_mul(2)),
        (count, _) => count,
    };
    Some((count, unit, length + unit_length))
}

fn english_unit(text: &str) -> Option<(TimeUnit, usize)> {
    const UNITS: [(&str, TimeUnit); 11] = [
        ("minute", TimeUnit::Minute),
        ("min", TimeUnit::Minute),
        ("hour", TimeUnit::Hour),
        ("hr", TimeUnit::Hour),
        ("day", TimeUnit::Day),
        ("weekend", TimeUnit::Week),
        ("week", TimeUnit::Week),
        ("fortnight", TimeUnit::Week),
        ("month", TimeUnit::Month),
        ("year", TimeUnit::Year),
        ("yr", TimeUnit::Year),
    ];
    let (name, unit) = UNITS.iter().find(|(name, _)| text.starts_with(name))?;
    let length = name.len() + usize::from(text[name.len()..].starts_with('s'));
    let is_end = !text[length..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-');
    (is_end && *name != "weekend").then_some((*unit, length))
}

/// So many units from now. Months and years are those of the calendar: 1か月前 is last month.
fn moved(count: Quantity, unit: TimeUnit, is_ahead: bool) -> Atom {
    let (count, unit) = match (count, unit) {
        (Quantity::Exactly(count), unit) => (count, unit),
        (Quantity::Half, TimeUnit::Year) => (6, TimeUnit::Month),
        (Quantity::Half, TimeUnit::Month) => (2, TimeUnit::Week),
        (Quantity::Half, TimeUnit::Day) => (12, TimeUnit::Hour),
        (Quantity::Half, TimeUnit::Hour) => (30, TimeUnit::Minute),
        (Quantity::Half, unit) => (1, unit),
        (Quantity::Some, unit) => return window(Quantity::Some, unit, is_ahead),
    };
    let count = if is_ahead { count } else { -count };
    match unit {
        TimeUnit::Minute | TimeUnit::Hour => Atom::FromNow(FromNow::About(count, unit)),
        TimeUnit::Day => Atom::Day(NamedDay::Shift(count)),
        TimeUnit::Week => Atom::Week(count),
        TimeUnit::Month => Atom::Period(Period::MonthShift(count)),
        TimeUnit::Year => Atom::Year(Year::Shift(count)),
    }
}

/// All of so many units up to now, or from now on. "Some" is what people mean by it: a week of days, a
/// month of weeks, half a year of months, five years.
fn window(count: Quantity, unit: TimeUnit, is_ahead: bool) -> Atom {
    let (count, unit) = match (count, unit) {
        (Quantity::Exactly(count), unit) => (count, unit),
        (Quantity::Half, TimeUnit::Year) => (6, TimeUnit::Month),
        (Quantity::Half, unit) => (1, unit),
        (Quantity::Some, TimeUnit::Minute) => (30, unit),
        (Quantity::Some, TimeUnit::Hour) => (9, unit),
        (Quantity::Some, TimeUnit::Day) => (7, unit),
        (Quantity::Some, TimeUnit::Week) => (31, TimeUnit::Day),
        (Quantity::Some, TimeUnit::Month) => (183, TimeUnit::Day),
        (Quantity::Some, TimeUnit::Year) => (5 * 366, TimeUnit::Day),
    };
    Atom::FromNow(FromNow::Window(if is_ahead { count } else { -count }, unit))
}
