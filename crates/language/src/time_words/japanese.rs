//! Japanese expressions of time.

use std::sync::LazyLock;

use regex::Regex;

use crate::pattern::regex;

use super::calendar::{Calendar, Span, Unit};

/// The range that a Japanese expression names.
pub(super) fn span(folded: &str, calendar: Calendar) -> Option<Span> {
    month_and_day(folded, calendar)
        .or_else(|| counted(folded, calendar))
        .or_else(|| weekday(folded, calendar))
        .or_else(|| named(folded, calendar))
        .or_else(|| year_alone(folded, calendar))
}

/// Whether the text speaks of an earlier time without saying which.
pub(super) fn is_recent(folded: &str) -> bool {
    RECENT.is_match(folded)
}

fn month_and_day(folded: &str, calendar: Calendar) -> Option<Span> {
    MONTH.captures_iter(folded).find_map(|found| {
        let number = |name: &str| found.name(name).and_then(|m| number(m.as_str()));
        let year = match found.name("which").map(|m| m.as_str()) {
            Some("去年" | "昨年") => Some(i64::from(calendar.today.year()) - 1),
            Some("今年") => Some(i64::from(calendar.today.year())),
            Some("一昨年" | "おととし") => Some(i64::from(calendar.today.year()) - 2),
            _ => number("year"),
        };
        match (number("month"), number("day")) {
            (Some(month), Some(day)) => calendar.day(year, month, day),
            (Some(month), None) => calendar.month(year, month),
            _ => None,
        }
    })
}

fn counted(folded: &str, calendar: Calendar) -> Option<Span> {
    COUNTED.captures_iter(folded).find_map(|found| {
        let unit = match found.name("unit")?.as_str() {
            "日" => Unit::Day,
            "週" | "週間" => Unit::Week,
            "年" => Unit::Year,
            _ => Unit::Month,
        };
        match (found.name("count")?.as_str(), unit) {
            ("数", Unit::Day) => calendar.past_days(7),
            ("数", Unit::Week) => calendar.past_days(31),
            ("数", Unit::Month) => calendar.past_days(183),
            ("数", Unit::Year) => calendar.past_days(5 * 366),
            ("半", Unit::Year) => calendar.back(6, Unit::Month),
            (count, unit) => calendar.back(number(count)?, unit),
        }
    })
}

fn weekday(folded: &str, calendar: Calendar) -> Option<Span> {
    let found = WEEKDAY.captures(folded)?;
    let day = "月火水木金土日".chars().position(|c| found["day"].starts_with(c))?;
    let weeks = match found.name("week").map(|m| m.as_str()) {
        Some("今週") => Some(0),
        Some("先週") => Some(1),
        Some("先々週") => Some(2),
        _ => None,
    };
    calendar.weekday(i64::try_from(day).ok()?, weeks)
}

/// The longer words first: 一昨日 has 昨日 in it.
fn named(folded: &str, calendar: Calendar) -> Option<Span> {
    const NAMED: [(&[&str], i64, Unit); 14] = [
        (&["一昨年", "おととし"], 2, Unit::Year),
        (&["一昨日", "おととい", "おとつい"], 2, Unit::Day),
        (&["昨日", "きのう", "昨夜", "昨晩", "ゆうべ", "昨夕"], 1, Unit::Day),
        (&["今日", "きょう", "今朝", "けさ", "本日", "今夜", "今晩"], 0, Unit::Day),
        (&["先々週", "先先週"], 2, Unit::Week),
        (&["先週"], 1, Unit::Week),
        (&["今週"], 0, Unit::Week),
        (&["先々月", "先先月"], 2, Unit::Month),
        (&["先月"], 1, Unit::Month),
        (&["今月"], 0, Unit::Month),
        (&["前年"], 1, Unit::Year),
        (&["去年", "昨年"], 1, Unit::Year),
        (&["今年", "本年"], 0, Unit::Year),
        (&["前日"], 1, Unit::Day),
    ];
    let (_, count, unit) = NAMED.iter().find(|(words, _, _)| words.iter().any(|w| folded.contains(w)))?;
    calendar.back(*count, *unit)
}

fn year_alone(folded: &str, calendar: Calendar) -> Option<Span> {
    let found = YEAR.captures(folded)?;
    calendar.year(found["year"].parse().ok()?)
}

/// Digits, or kanji numerals below a hundred.
fn number(text: &str) -> Option<i64> {
    if let Ok(number) = text.parse() {
        return Some(number);
    }
    let digit = |c: char| "〇一二三四五六七八九".chars().position(|d| d == c).and_then(|d| i64::try_from(d).ok());
    match text.split_once('十') {
        Some((tens, ones)) => {
            let tens = if tens.is_empty() { 1 } else { digit(tens.chars().next()?)? };
            let ones = if ones.is_empty() { 0 } else { digit(ones.chars().next()?)? };
            Some(tens * 10 + ones)
        }
        None => digit(text.chars().next()?).filter(|_| text.chars().count() == 1),
    }
}

const NUMBER: &str = "[0-9]{1,4}|[一二三四五六七八九]?十?[一二三四五六七八九]|[一二三四五六七八九]?十";

static MONTH: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"(?:(?P<year>[12][0-9]{{3}})年(?:の)?|(?P<which>去年|昨年|今年|一昨年|おととし)(?:の)?)?(?P<month>{NUMBER})月(?:(?:の)?(?P<day>{NUMBER})日|頃|ごろ|に|の|は|中|から|まで|$)"
    ))
});

static COUNTED: LazyLock<Regex> = LazyLock::new(|| {
    regex(&format!(
        r"(?P<count>{NUMBER}|数|半)\s?(?P<unit>日|週間|週|か月|ヶ月|ケ月|カ月|ヵ月|箇月|個月|年)(?:くらい|ぐらい|ほど)?\s?前"
    ))
});

static WEEKDAY: LazyLock<Regex> =
    LazyLock::new(|| regex("(?:(?P<week>先々週|先週|今週|この前|前)の?)?(?P<day>[月火水木金土日])曜"));

static YEAR: LazyLock<Regex> = LazyLock::new(|| regex("(?P<year>[12][0-9]{3})年"));

static RECENT: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        "前回|以前|この前|このまえ|この間|こないだ|さっき|先ほど|さきほど|先日|前にも|最近|直近|前の(?:会話|話|セッション|続き)|前話した|(?:^|[、。!?,\\s])前に|(?:時間|分)前|ちょっと前|少し前|いつか話した|昔",
    )
});
