//! Values that a statement can give to something: days, times, amounts, counts, wards and stations.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::fold::fold;
use crate::pattern::regex;
use crate::tokens::stem;

/// What a value is a value of; only values of one kind can take each other's place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum StatedKind {
    /// A time of the day.
    Clock,
    /// A day of the calendar.
    Day,
    /// A month.
    Month,
    /// A day of the week.
    Weekday,
    /// An amount of money.
    Money,
    /// A share of a hundred.
    Percent,
    /// So many out of so many.
    Ratio,
    /// A number of something.
    Count,
    /// A number or a version by itself.
    Number,
    /// A ward.
    Ward,
    /// A station.
    Station,
    /// A town.
    Town,
}

/// A value in place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StatedValue {
    pub(super) place: Range<usize>,
    pub(super) kind: StatedKind,
    /// In the form that equal values share.
    pub(super) value: String,
    /// What is counted; of two counts one unit must be shared.
    pub(super) units: Vec<String>,
}

impl StatedValue {
    /// Whether the two could be values of the same thing.
    pub(super) fn is_of_kind(&self, other: &Self) -> bool {
        self.kind == other.kind
            && (self.kind != StatedKind::Count || self.units.iter().any(|unit| other.units.contains(unit)))
    }
}

struct ValuePattern {
    kind: StatedKind,
    regex: Regex,
}

const MONTH: &str = "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|\
    oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const NUMBER_WORD: &str =
    "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)";

/// In the order in which they are tried; what one has taken is left to it.
static PATTERNS: LazyLock<Vec<ValuePattern>> = LazyLock::new(|| {
    let d = "[0-9０-９]";
    let numeral = "[0-9０-９一二三四五六七八九十百千]";
    let han = r"[\p{Han}\p{Katakana}ーヶ]";
    [
        (StatedKind::Day, format!(r"{d}{{4}}[-/年]{d}{{1,2}}[-/月]{d}{{1,2}}日?")),
        (StatedKind::Day, format!(r"{d}{{1,2}}月{d}{{1,2}}日?")),
        (StatedKind::Day, format!(r"(?i)\b{MONTH}\.?\s+{d}{{1,2}}(?:st|nd|rd|th)?\b")),
        (StatedKind::Day, format!(r"(?i)\b{d}{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{MONTH}\b")),
        (StatedKind::Day, format!(r"(?i)\bthe\s+(?:{d}{{1,2}}(?:st|nd|rd|th))\b")),
        (StatedKind::Clock, format!(r"(?i)(?:午前|午後|朝|夜)?(?:の)?{d}{{1,2}}[:：]{d}{{2}}(?:\s?[ap]\.?m\.?)?")),
        (StatedKind::Clock, format!(r"(?i)\b{d}{{1,2}}\s?(?:[ap]\.m\.|[ap]m\b|o'clock)")),
        (StatedKind::Clock, format!(r"(?i)\b(?:half\s+past|quarter\s+(?:past|to))\s+(?:{NUMBER_WORD}|{d}{{1,2}})")),
        (StatedKind::Clock, format!(r"(?i)\b(?:at|by|until|till)\s+(?:noon|midnight|(?:{NUMBER_WORD}|{d}{{1,2}})(?:\s*[.,;!?]|\s*$|\s+(?:now|instead|sharp|on|from|starting|this|every|in\s+the)\b))")),
        (StatedKind::Clock, format!(r"(?:午前|午後|朝|夜|夕方)?の?{d}{{1,2}}時(?:半|{d}{{1,2}}分|間)?")),
        (StatedKind::Day, format!(r"\b{d}{{1,2}}/{d}{{1,2}}\b")),
        (StatedKind::Day, format!(r"{d}{{1,2}}日(?:間|目|前|後|以|ごと|おき|分)?")),
        (StatedKind::Weekday, r"(?i)\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b".to_owned()),
        (StatedKind::Weekday, "[月火水木金土日]曜日?".to_owned()),
        (StatedKind::Money, format!(r"[$€£¥]\s?{d}[0-9０-９,]*(?:\.{d}+)?[kKmM]?")),
        (StatedKind::Money, format!(r"(?i){d}[0-9,]*(?:\.{d}+)?\s?(?:dollars?|bucks|yen|euros?|pounds|quid|usd|eur|jpy|gbp|cad)\b")),
        (StatedKind::Money, format!(r"{numeral}[0-9０-９,，]*[千百]?(?:万円?|円)")),
        (StatedKind::Percent, format!(r"(?i){d}+(?:\.{d}+)?\s?(?:%|％|percent\b|パーセント)")),
        (StatedKind::Month, format!(r"{d}{{1,2}}月")),
        (StatedKind::Month, r"(?i)\b(?:in|until|till|by|to|from|for|early|late|mid|since)[\s-]+(?:january|february|march|april|june|july|august|september|october|november|december)\b".to_owned()),
        (StatedKind::Count, format!(r"{numeral}{{1,4}}(?:\.{d}+)?\s?(?P<unit>人|名|泊|回|個|本|枚|冊|匹|頭|羽|台|杯|歳|才|分|秒|時間|週間|週|ヶ月|か月|カ月|ヵ月|年|階|番|件|曲|キロ|グラム|メートル|ページ|章|室|棟|食|錠|ミリ|つ)")),
        (StatedKind::Count, format!(r"(?i)\b(?P<number>{d}+(?:,{d}{{3}})*(?:\.{d}+)?k?)[\s-]?(?P<unit>[a-z]{{1,15}})(?:[\s-]+(?P<next>[a-z]{{2,15}}))?")),
        (StatedKind::Count, format!(r"(?i)\b(?P<number>{NUMBER_WORD})[\s-](?P<unit>[a-z]{{3,15}})(?:\s+(?P<next>[a-z]{{2,15}}))?")),
        (StatedKind::Number, format!(r"\bv?{d}+(?:\.{d}+)*\b")),
        (StatedKind::Ward, format!(r"{han}{{1,6}}区")),
        (StatedKind::Station, format!(r"{han}{{1,10}}駅")),
        (StatedKind::Town, format!(r"{han}{{1,5}}(?:市|県|町)")),
    ]
    .into_iter()
    .map(|(kind, pattern)| ValuePattern { kind, regex: regex(&pattern) })
    .collect()
});

/// Units that only look like one.
const NO_UNITS: &str = "of and or to in on at the a an is are was were for from by with as than that this it so but if i we \
    you he she they more less out per am pm st nd rd th not no now one ones other others time times day most least";

/// The values of a sentence, in its order.
pub(super) fn values(sentence: &str) -> Vec<StatedValue> {
    let mut found: Vec<StatedValue> = Vec::new();
    if !sentence.bytes().any(|b| b.is_ascii_digit() || b >= 0x80)
        && !sentence.to_ascii_lowercase().contains("day")
        && !WORDY.is_match(sentence)
    {
        return found;
    }
    for pattern in PATTERNS.iter() {
        for captures in pattern.regex.captures_iter(sentence) {
            let Some(value) = read(pattern.kind, &captures) else { continue };
            if is_rest_of_a_number(sentence, value.place.start) || is_year(&sentence[value.place.clone()]) {
                continue;
            }
            if found.iter().all(|other| other.place.end <= value.place.start || value.place.end <= other.place.start) {
                found.push(value);
            }
        }
    }
    found.sort_by_key(|value| value.place.start);
    found
}

/// Whether that is a year of the calendar, which tells when something was and takes no other value.
fn is_year(value: &str) -> bool {
    let digits = value.chars().take_while(|c| c.is_ascii_digit() || ('０'..='９').contains(c)).count();
    digits >= 3 && value.chars().nth(digits) == Some('年') && value.chars().nth(digits + 1).is_none()
}

/// Whether a number begins there in the middle of another: the 78 of 1.78.
fn is_rest_of_a_number(sentence: &str, start: usize) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut before = sentence[..start].chars().rev();
    is_digit(sentence[start..].chars().next()) && before.next() == Some('.') && is_digit(before.next())
}

static WORDY: LazyLock<Regex> = LazyLock::new(|| regex(&format!(r"(?i)\b(?:{NUMBER_WORD}|noon|midnight|{MONTH})\b")));

fn read(kind: StatedKind, captures: &Captures<'_>) -> Option<StatedValue> {
    let whole = captures.get(0)?;
    let folded = fold(whole.as_str());
    let trimmed = folded.trim_end_matches(|c: char| c.is_whitespace() || ".,;!?".contains(c));
    let place = whole.start()..whole.end();
    let plain = |kind, value: String| Some(StatedValue { place: place.clone(), kind, value, units: Vec::new() });
    match kind {
        StatedKind::Clock if folded.ends_with("時間") => {
            let number = folded.trim_end_matches("時間").to_owned();
            Some(StatedValue { place, kind: StatedKind::Count, value: number, units: vec!["時間".to_owned()] })
        }
        StatedKind::Clock => plain(kind, clock(trimmed)),
        StatedKind::Day => day(&folded, place),
        StatedKind::Weekday => plain(kind, weekday(&folded).to_owned()),
        StatedKind::Month => plain(kind, folded.split([' ', '-']).next_back().unwrap_or(&folded).to_owned()),
        StatedKind::Money => plain(kind, folded.chars().filter(|c| c.is_alphanumeric() || *c == '.').collect()),
        StatedKind::Count => {
            let unit = captures.name("unit").map(|m| fold(m.as_str()))?;
            if NO_UNITS.split_whitespace().any(|word| word == unit) {
                let number = captures.name("number")?;
                let is_digits = number.as_str().starts_with(|c: char| c.is_ascii_digit());
                let place = number.start()..number.end();
                let value = number.as_str().replace(',', "");
                return is_digits.then_some(StatedValue { place, kind: StatedKind::Number, value, units: Vec::new() });
            }
            let number = captures.name("number").map_or_else(
                || folded.trim_end_matches(&*unit).trim().to_owned(),
                |m| number_value(&fold(m.as_str())).to_owned(),
            );
            let mut units = vec![unit_form(&unit)];
            let next = captures.name("next").map(|m| fold(m.as_str()));
            units.extend(next.filter(|next| !NO_UNITS.split_whitespace().any(|w| w == next)).map(|next| stem(&next)));
            let end = captures.name("unit").map_or(whole.end(), |m| m.end());
            Some(StatedValue { place: whole.start()..end, kind, value: number.replace(',', ""), units })
        }
        StatedKind::Number => plain(kind, folded.trim_start_matches('v').to_owned()),
        _ => plain(kind, folded),
    }
}

fn day(folded: &str, place: Range<usize>) -> Option<StatedValue> {
    let kinds = ["間", "分", "おき", "ごと"];
    if let Some(number) = kinds.iter().find_map(|end| folded.strip_suffix(end)) {
        let value = number.trim_end_matches('日').to_owned();
        return Some(StatedValue { place, kind: StatedKind::Count, value, units: vec!["日間".to_owned()] });
    }
    if ["目", "前", "後", "以"].iter().any(|end| folded.ends_with(end)) {
        return None;
    }
    let digits: Vec<String> = folded
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| digits.trim_start_matches('0').to_owned())
        .collect();
    let month = folded.split(|c: char| !c.is_ascii_alphabetic()).find_map(month_number);
    let value = match (month, digits.as_slice()) {
        (Some(month), [day]) => format!("{month}/{day}"),
        (None, [month, day]) if folded.contains('/') && month.parse::<u8>().is_ok_and(|m| m > 12) => {
            let (of, all) = (month.clone(), day.clone());
            return Some(StatedValue {
                place,
                kind: StatedKind::Ratio,
                value: format!("{of}/{all}"),
                units: Vec::new(),
            });
        }
        (None, [month, day]) => format!("{month}/{day}"),
        (None, [_, month, day]) => format!("{month}/{day}"),
        (None, [day]) => format!("/{day}"),
        _ => folded.to_owned(),
    };
    Some(StatedValue { place, kind: StatedKind::Day, value, units: Vec::new() })
}

fn month_number(word: &str) -> Option<usize> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    MONTHS.iter().position(|month| word.starts_with(month)).map(|at| at + 1)
}

fn weekday(folded: &str) -> &'static str {
    const DAYS: [(&str, char, &str); 7] = [
        ("mon", '月', "mon"),
        ("tue", '火', "tue"),
        ("wed", '水', "wed"),
        ("thu", '木', "thu"),
        ("fri", '金', "fri"),
        ("sat", '土', "sat"),
        ("sun", '日', "sun"),
    ];
    let is_it =
        |(english, japanese, _): &&(&str, char, &str)| folded.starts_with(english) || folded.starts_with(*japanese);
    DAYS.iter().find(is_it).map_or("", |(_, _, day)| day)
}

/// Hours and minutes, in the afternoon from 12 on where it is said.
fn clock(folded: &str) -> String {
    let numbers: Vec<u32> =
        folded.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
    let Some(hour) = numbers.first() else { return folded.to_owned() };
    let is_late = folded.contains("pm") || folded.contains("p.m") || folded.contains("午後") || folded.contains('夜');
    let hour = if is_late && *hour < 12 { hour + 12 } else { *hour };
    let minutes = numbers.get(1).copied().unwrap_or(if folded.contains('半') { 30 } else { 0 });
    format!("{hour}:{minutes:02}")
}

fn number_value(word: &str) -> &str {
    match word {
        "one" => "1",
        "two" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "eleven" => "11",
        "twelve" => "12",
        "fifteen" => "15",
        "twenty" => "20",
        "thirty" => "30",
        "forty" => "40",
        "fifty" => "50",
        other => other,
    }
}

/// The form that equal units share.
fn unit_form(unit: &str) -> String {
    match unit {
        "名" => "人".to_owned(),
        "才" => "歳".to_owned(),
        "か月" | "カ月" | "ヵ月" => "ヶ月".to_owned(),
        "min" | "mins" | "minute" | "minutes" => "minut".to_owned(),
        "hr" | "hrs" | "hour" | "hours" => stem("hours"),
        "wk" | "wks" => stem("weeks"),
        "yrs" | "yr" => stem("years"),
        "guest" | "guests" | "persons" | "person" => stem("people"),
        other => stem(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sentence: &str) -> Vec<String> {
        values(sentence)
            .into_iter()
            .map(|v| format!("{:?} {}{}", v.kind, v.value, v.units.iter().map(|u| format!(" {u}")).collect::<String>()))
            .collect()
    }

    #[test]
    fn values_are_read_in_both_languages() {
        assert_eq!(read("会議は月曜10時"), ["Weekday mon", "Clock 10:00"]);
        assert_eq!(read("予約は4月9日の17時半、２名で"), ["Day 4/9", "Clock 17:30", "Count 2 人"]);
        assert_eq!(read("the demo is on June 19 at 3 pm"), ["Day 6/19", "Clock 15:00"]);
        assert_eq!(read("I pay $1,200 a month"), ["Money 1200"]);
        assert_eq!(read("3時間かかる"), ["Count 3 時間"]);
        assert_eq!(read("25 supporting documents"), ["Count 25 support document"]);
        assert_eq!(read("Node 22, not Node 20"), ["Number 22", "Number 20"]);
        assert_eq!(read("Rust is 1.78, don't use more"), ["Number 1.78"]);
        assert_eq!(read("moved to Thursdays"), ["Weekday thu"]);
    }
}
