//! Dates and hours written with numbers: 2026-01-20, 1月20日, 3/5, 令和6年, 午後3時半, 10:30, 3 p.m., Q3 2024.

use super::atom::{Atom, ClockTime, NamedDay, Period, Year};
use super::number::{self, Form, WrittenNumber};
use crate::fold::{Script, script};

/// What stands around a number.
#[derive(Clone, Copy)]
pub(super) struct NumberContext<'a> {
    /// From the number on.
    pub(super) text: &'a str,
    /// All before it.
    pub(super) before: &'a str,
    /// Whether a word of time is right before it.
    pub(super) is_adjacent: bool,
}

/// The atoms of what is written with a number at this place, and its length.
pub(super) fn at(place: NumberContext<'_>) -> Option<(Vec<Atom>, usize)> {
    let text = place.text;
    if let Some(found) = era(text).or_else(|| quarter(text)) {
        return Some(found);
    }
    let number = number::at_start(text)?;
    // Behind a point, a slash or a currency it is a part of something else.
    if matches!(number.form, Form::Digits(_))
        && place.before.ends_with(['.', '/', '-', ':', '#', '$', '¥', '€', '_', '+'])
    {
        return None;
    }
    whole_date(text, number)
        .or_else(|| japanese(place, number))
        .or_else(|| clock(text, number))
        .or_else(|| month_and_day(place, number))
        .or_else(|| day_and_month(place, number))
        .or_else(|| english_year(place, number))
}

/// 2026-01-20, 2026/1/20, 2026.1.20, 20.1.2026, 1/20/2026 and 2026-01, with a time behind it or without.
fn whole_date(text: &str, number: WrittenNumber) -> Option<(Vec<Atom>, usize)> {
    let Form::Digits(digits) = number.form else { return None };
    let mark = text[number.length..].chars().next().filter(|c| matches!(c, '-' | '/' | '.'))?;
    let (second, second_end) = next_number(text, number.length + 1)?;
    let third = text[second_end..].starts_with(mark).then(|| next_number(text, second_end + 1)).flatten();
    let (year, month, day, end) = match third {
        Some((third, end)) if digits == 4 => (number.value, second.value, third.value, end),
        Some((third, end)) if third.form == Form::Digits(4) && digits <= 2 => {
            // Of day and month the one above twelve is the day; else the month is first behind a slash.
            let is_day_first = number.value > 12 || (mark != '/' && second.value <= 12);
            let (day, month) = if is_day_first { (number.value, second.value) } else { (second.value, number.value) };
            (third.value, month, day, end)
        }
        None if digits == 4 && mark != '.' && second.form == Form::Digits(2) && is_number_end(text, second_end) => {
            let is_year = (1900..=2100).contains(&number.value) && (1..=12).contains(&second.value);
            let atoms = vec![Atom::Year(Year::Of(number.value)), Atom::Period(Period::Month(second.value))];
            return is_year.then_some((atoms, second_end));
        }
        _ => return None,
    };
    if !(1000..=9998).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let mut atoms =
        vec![Atom::Year(Year::Of(year)), Atom::Period(Period::Month(month)), Atom::Day(NamedDay::OfMonth(day))];
    let end = match iso_time(&text[end..]) {
        Some((clock, length)) => {
            atoms.push(Atom::Clock(clock));
            end + length
        }
        None if !is_number_end(text, end) => return None,
        None => end,
    };
    Some((atoms, end))
}

/// `T10:20:30.5Z` or ` 10:20` behind a date.
fn iso_time(text: &str) -> Option<(ClockTime, usize)> {
    let text = text.strip_prefix(['t', ' '])?;
    let (hour, hour_end) = next_number(text, 0)?;
    let (minute, minute_end) = next_number(text, text[hour_end..].starts_with(':').then_some(hour_end + 1)?)?;
    if hour.value > 24 || minute.value > 59 || minute.form != Form::Digits(2) {
        return None;
    }
    let bytes = text.as_bytes();
    let mut end = minute_end;
    while bytes.get(end).is_some_and(|b| matches!(b, b':' | b'.' | b'0'..=b'9')) && end < minute_end + 16 {
        end += 1;
    }
    let zone = match bytes.get(end) {
        Some(b'z') => {
            end += 1;
            Some(0)
        }
        Some(sign @ (b'+' | b'-')) => next_number(text, end + 1).and_then(|(hours, hours_end)| {
            let minutes = text[hours_end..].starts_with(':').then(|| next_number(text, hours_end + 1)).flatten();
            let (hours, minutes, zone_end) = match (hours.form, minutes) {
                (Form::Digits(2), Some((minutes, zone_end))) => (hours.value, minutes.value, zone_end),
                (Form::Digits(4), _) => (hours.value / 100, hours.value % 100, hours_end),
                _ => return None,
            };
            end = zone_end;
            let seconds = (hours.min(18) * 60 + minutes.min(59)) * 60;
            Some(if *sign == b'-' { -seconds } else { seconds })
        }),
        _ => None,
    };
    let clock = ClockTime { hour: hour.value, minute: Some(minute.value), is_definite: true, zone };
    Some((clock, end + 1))
}

/// 2026年, 2026年度, 1990年代, 3月, 20日, 10時, 10時15分, 3時半.
fn japanese(place: NumberContext<'_>, number: WrittenNumber) -> Option<(Vec<Atom>, usize)> {
    let (text, value) = (place.text, number.value);
    let rest = &text[number.length..];
    if let Some(after) = rest.strip_prefix('年') {
        let end = number.length + "年".len();
        let is_year = matches!(number.form, Form::Digits(4) | Form::Kanji) && (1000..=2999).contains(&value);
        if let Some(after) = after.strip_prefix('代') {
            let decade = if (1000..=2999).contains(&value) { value } else { 1900 + value };
            let is_decade = value % 10 == 0 && (is_year || (20..100).contains(&value)) && !after.starts_with('後');
            return is_decade.then_some((vec![Atom::Year(Year::Decade(decade))], end + "代".len()));
        }
        let is_half = after.starts_with("前半") || after.starts_with("後半");
        if !is_year || after.starts_with(['間', '前', '後', 'ぶ', '以', '物']) && !is_half {
            return None;
        }
        if after.starts_with('度') {
            return Some((vec![Atom::Year(Year::Fiscal(value))], end + "度".len()));
        }
        return Some((vec![Atom::Year(Year::Of(value))], end));
    }
    if let Some(after) = rest.strip_prefix('月') {
        let is_word = number.form == Form::Kanji
            && after.starts_with(|c| {
                script(c) == Script::Kanji && !"末初上中下前後半頭頃一二三四五六七八九十以".contains(c)
            });
        let fits = (1..=12).contains(&value) && !is_word && !after.starts_with(['間', '曜', '額']);
        return fits.then_some((vec![Atom::Period(Period::Month(value))], number.length + "月".len()));
    }
    if let Some(after) = rest.strip_prefix('日') {
        let is_day = place.is_adjacent || is_day_alone(after);
        let fits = (1..=31).contains(&value) && !after.starts_with(['間', '前', '後', '中', '以', '本', '目']);
        return (fits && is_day).then_some((vec![Atom::Day(NamedDay::OfMonth(value))], number.length + "日".len()));
    }
    japanese_clock(place, number)
}

fn japanese_clock(place: NumberContext<'_>, number: WrittenNumber) -> Option<(Vec<Atom>, usize)> {
    let after = place.text[number.length..].strip_prefix('時')?;
    let mut end = number.length + "時".len();
    let is_word =
        number.form == Form::Kanji && after.starts_with(|c| script(c) == Script::Kanji && !"半頃前過台".contains(c));
    // 一時は is "for a while".
    let is_while = number.form == Form::Kanji
        && number.value == 1
        && !place.is_adjacent
        && !after.starts_with(['半', '頃', 'ご', 'に']);
    if number.value > 29 || is_word || is_while || after.starts_with(['間', '代', '限', '点', '期']) {
        return None;
    }
    let minute = if after.starts_with('半') {
        end += "半".len();
        Some(30)
    } else {
        let minute = number::at_start(after).filter(|n| n.value < 60 && after[n.length..].starts_with('分'));
        end += minute.map_or(0, |n| n.length + "分".len());
        minute.map(|n| n.value)
    };
    let clock = ClockTime { hour: number.value, minute, is_definite: number.value > 12, zone: None };
    Some((vec![Atom::Clock(clock)], end))
}

/// Whether 5日 without its month is a day and not a length of time.
fn is_day_alone(after: &str) -> bool {
    let is_every = after.strip_prefix('に').is_some_and(|rest| number::at_start(rest).is_some());
    // 10日はかかる and 3日の旅行 are lengths.
    let is_topic = after.strip_prefix('は').is_some_and(|rest| {
        !["かか", "必要", "続", "休", "もつ", "持つ", "ある"].iter().any(|word| rest.starts_with(word))
    });
    let is_of = after.strip_prefix('の').is_some_and(|rest| {
        ["予定", "夜", "朝", "午", "昼", "件", "会", "約", "夕"].iter().any(|word| rest.starts_with(word))
    });
    let is_marked = ["に", "付", "頃", "ごろ", "から", "まで", "("].iter().any(|behind| after.starts_with(behind));
    !is_every && (is_marked || is_topic || is_of)
}

/// 令和6年, 平成元年, 昭和55年.
fn era(text: &str) -> Option<(Vec<Atom>, usize)> {
    const ERAS: [(&str, i64); 5] = [("令和", 2018), ("平成", 1988), ("昭和", 1925), ("大正", 1911), ("明治", 1867)];
    let (name, before_first) = ERAS.iter().find(|(name, _)| text.starts_with(name))?;
    let number = number::at_start(&text[name.len()..]).filter(|n| (1..=64).contains(&n.value))?;
    let end = name.len() + number.length;
    let after = text[end..].strip_prefix('年')?;
    let end = end + "年".len();
    let year = before_first + number.value;
    if after.starts_with('度') {
        return Some((vec![Atom::Year(Year::Fiscal(year))], end + "度".len()));
    }
    Some((vec![Atom::Year(Year::Of(year))], end))
}

/// Q3, 3Q, 第3四半期.
fn quarter(text: &str) -> Option<(Vec<Atom>, usize)> {
    let (digit, length) = if let Some(rest) = text.strip_prefix('第') {
        let number = number::at_start(rest)?;
        rest[number.length..].strip_prefix("四半期")?;
        (number.value, "第".len() + number.length + "四半期".len())
    } else {
        let bytes = text.as_bytes();
        let digit = match (bytes.first()?, bytes.get(1)?) {
            (b'q', digit) | (digit, b'q') => i64::from(digit.checked_sub(b'0')?),
            _ => return None,
        };
        (digit, 2)
    };
    let fits = (1..=4).contains(&digit) && is_number_end(text, length);
    fits.then_some((vec![Atom::Period(Period::Quarter(digit))], length))
}

/// 10:30, 10:30pm, 3pm, 3 p.m., 3 o'clock.
fn clock(text: &str, number: WrittenNumber) -> Option<(Vec<Atom>, usize)> {
    let Form::Digits(1 | 2) = number.form else { return None };
    let minute = text[number.length..].starts_with(':').then(|| next_number(text, number.length + 1)).flatten();
    let (minute, mut end) = match minute {
        Some((minute, end)) if minute.form == Form::Digits(2) && minute.value < 60 => (Some(minute.value), end),
        _ => (None, number.length),
    };
    let rest = &text[end..];
    let spoken = rest.trim_start_matches(' ');
    let gap = rest.len() - spoken.len();
    let half = ["a.m.", "p.m.", "am", "pm", "o'clock"].into_iter().find(|half| {
        spoken.strip_prefix(half).is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric()))
    });
    let mut hour = number.value;
    match half {
        Some("o'clock") if hour <= 24 => end += gap + "o'clock".len(),
        Some(half) if (1..=12).contains(&hour) => {
            hour = hour % 12 + if half.starts_with('p') { 12 } else { 0 };
            end += gap + half.len();
        }
        _ if minute.is_some() && hour < 30 && is_number_end(text, end) => {}
        _ => return None,
    }
    let is_definite = half.is_some_and(|half| half != "o'clock") || hour > 12 || hour == 0;
    Some((vec![Atom::Clock(ClockTime { hour, minute, is_definite, zone: None })], end))
}

/// 3/5: a date where it is used as one, and not a share.
fn month_and_day(place: NumberContext<'_>, number: WrittenNumber) -> Option<(Vec<Atom>, usize)> {
    let text = place.text;
    let Form::Digits(1 | 2) = number.form else { return None };
    let (day, end) = next_number(text, text[number.length..].starts_with('/').then_some(number.length + 1)?)?;
    let after = text[end..].trim_start_matches(' ');
    let is_dated =
        ["の", "に", "は", "か", "ま", "(", "、", "~", "頃", "ご"].iter().any(|behind| after.starts_with(behind))
            || follows_preposition(place.before)
            || place.is_adjacent
            || (place.before.is_empty() && after.is_empty());
    let fits = (1..=12).contains(&number.value) && (1..=31).contains(&day.value) && is_number_end(text, end);
    (fits && is_dated)
        .then(|| (vec![Atom::Period(Period::Month(number.value)), Atom::Day(NamedDay::OfMonth(day.value))], end))
}

/// 5th, 5 before a month, and the 5th behind one: "5 March", "March 5th", "on the 5th".
fn day_and_month(place: NumberContext<'_>, number: WrittenNumber) -> Option<(Vec<Atom>, usize)> {
    let text = place.text;
    let Form::Digits(1 | 2) = number.form else { return None };
    if !(1..=31).contains(&number.value) {
        return None;
    }
    let ordinal = ["st", "nd", "rd", "th"].into_iter().find(|suffix| text[number.length..].starts_with(suffix));
    let end = number.length + ordinal.map_or(0, str::len);
    if !is_number_end(text, end) {
        return None;
    }
    let rest = text[end..].trim_start_matches(' ');
    let rest = rest.strip_prefix("of ").unwrap_or(rest);
    let is_before_month = super::table::word(rest, Some(' '), false)
        .is_some_and(|entry| matches!(entry.atoms().first(), Some(Atom::Period(Period::Month(_)))));
    // "March 5" is a date; "March 5 people came" is not looked at so closely.
    let is_behind_month =
        place.is_adjacent && !text[end..].starts_with([':', '%', '/']) && !text[end..].starts_with(" %");
    let is_the_day = ordinal.is_some() && names_a_day(place.before, &text[end..]);
    (is_before_month || is_behind_month || is_the_day).then(|| (vec![Atom::Day(NamedDay::OfMonth(number.value))], end))
}

/// Whether "the 5th" is a day of the month: "on the 5th", "Friday the 20th", and not "on the 5th floor".
fn names_a_day(before: &str, after: &str) -> bool {
    const LEADS: [&str; 13] =
        ["on", "until", "till", "by", "since", "for", "to", "from", "around", "about", "before", "after", "is"];
    const FOLLOWS: [&str; 24] = [
        "of", "at", "in", "is", "was", "and", "or", "but", "if", "so", "to", "for", "with", "we", "i", "there",
        "works", "then", "when", "because", "too", "please", "though", "around",
    ];
    let Some(before) = before.strip_suffix("the ") else { return false };
    let lead = before.trim_end().rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let next = after.trim_start_matches(' ').split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    (LEADS.contains(&lead) || (lead.len() > 4 && lead.ends_with("day")))
        && (next.is_empty() || !after.starts_with(' ') || FOLLOWS.contains(&next))
}

/// 2023 behind a preposition or a month; 1990s.
fn english_year(place: NumberContext<'_>, number: WrittenNumber) -> Option<(Vec<Atom>, usize)> {
    let rest = &place.text[number.length..];
    if let Some(after) = rest.strip_prefix("'s").or_else(|| rest.strip_prefix('s')) {
        let end = place.text.len() - after.len();
        let decade = match number.form {
            Form::Digits(4) => number.value,
            Form::Digits(2) if number.value >= 20 && place.before.ends_with("the ") => 1900 + number.value,
            _ => return None,
        };
        let fits = decade % 10 == 0 && (1900..=2090).contains(&decade) && is_number_end(place.text, end);
        return fits.then_some((vec![Atom::Year(Year::Decade(decade))], end));
    }
    let is_year = number.form == Form::Digits(4) && (1900..=2100).contains(&number.value);
    if !is_year
        || !is_number_end(place.text, number.length)
        || rest.starts_with(['.', ',']) && rest[1..].starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let is_counted = rest.strip_prefix(' ').is_some_and(counts);
    let is_told = place.is_adjacent || follows_preposition(place.before) || place.before.ends_with("year ");
    (is_told && !is_counted).then_some((vec![Atom::Year(Year::Of(number.value))], number.length))
}

/// Whether what follows a number is what it counts: "in 2000 lines".
fn counts(rest: &str) -> bool {
    let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    word.len() > 4 && word.ends_with('s') && !word.ends_with("ss")
}

/// Whether the word before is one that dates follow.
pub(super) fn follows_preposition(before: &str) -> bool {
    const PREPOSITIONS: [&str; 22] = [
        "in", "on", "since", "during", "by", "until", "till", "from", "of", "before", "after", "around", "about",
        "through", "over", "to", "circa", "between", "early", "late", "mid", "and",
    ];
    let Some(before) = before.strip_suffix(' ') else { return false };
    let length = before.bytes().rev().take(8).take_while(u8::is_ascii_alphabetic).count();
    let word = &before[before.len() - length..];
    PREPOSITIONS.contains(&word) && !before[..before.len() - length].ends_with(|c: char| c.is_ascii_alphanumeric())
}

fn next_number(text: &str, at: usize) -> Option<(WrittenNumber, usize)> {
    let number = number::at_start(&text[at..]).filter(|n| n.form != Form::Kanji)?;
    Some((number, at + number.length))
}

/// Whether no letter, digit or further mark of a number follows.
fn is_number_end(text: &str, end: usize) -> bool {
    let mut rest = text[end..].chars();
    match rest.next() {
        None => true,
        Some('.' | ',' | '-' | '/' | ':') => rest.next().is_none_or(|c| !c.is_ascii_digit()),
        Some(c) => !c.is_ascii_alphanumeric() && c != '_' && c != '%',
    }
}
