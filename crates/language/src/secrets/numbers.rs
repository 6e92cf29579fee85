//! Numbers in a sentence about a code, however the sentence says so: "the alarm code is our anniversary, 1206".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::behind::{sentence_around, window};
use super::label::{SecretLabel, SecretNoun};
use super::value::is_year;
use super::words::{begins_with_counter, is_unit};
use crate::pattern::ascii_regex as regex;

/// The places of the numbers in the sentence of a label that are its codes too.
///
/// Beside a number that was found, those of the same length are meant: "6062 for staff, 9915 for managers".
pub(super) fn numbers_near(text: &str, label: &SecretLabel, found: &[Range<usize>]) -> Vec<Range<usize>> {
    let first = found.first().map(|place| &text[place.clone()]);
    let is_code = |code: &str| code.len() >= 4 && code.bytes().all(|b| b.is_ascii_digit());
    let is_wanted = match first {
        Some(first) => is_code(first),
        None => label.named == SecretNoun::Digits && label.is_sure,
    };
    if !is_wanted || label.is_name {
        return Vec::new();
    }
    let Range { start, end } = sentence_around(text, label);
    let numbers = NUMBER.captures_iter(&text[start..end]).filter_map(|number| number.name("number"));
    numbers
        .map(|number| start + number.start()..start + number.end())
        .filter(|place| is_number_of_code(text, place, first))
        .filter(|place| {
            !found.iter().chain([&label.place]).any(|other| other.start < place.end && place.start < other.end)
        })
        .collect()
}

fn is_number_of_code(text: &str, place: &Range<usize>, first: Option<&str>) -> bool {
    let number = &text[place.clone()];
    let before = &text[super::floor(text, place.start.saturating_sub(30))..place.start];
    let after = window(text, place.end);
    let next = after.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let is_quantity = is_unit(&next.to_ascii_lowercase()) || begins_with_counter(after);
    let is_year = is_year(number);
    let is_said = before.trim_end().ends_with([':', 'は', '、']) || SAID.is_match(before);
    let is_meant = first.map_or(!is_year, |first| first.len() == number.len() || is_said && !is_year);
    // "my old Nokia 3310"
    let is_model = first.is_none() && MODEL.is_match(before);
    is_meant && !is_quantity && !is_model && !OTHER.is_match(before)
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?:^|[^0-9A-Za-z.,:/$¥€£_+-]|[,:][ \t])(?P<number>[#*]?\d{4,8}[#*]?|\d{3}[ -]\d{3})(?:[^0-9A-Za-z:/%._-]|[.:](?:\s|$)|$)",
    )
});
static MODEL: LazyLock<Regex> = LazyLock::new(|| regex(r"[a-z',][ \t]+[A-Z][A-Za-z]+[ \t]$"));
static SAID: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)\b(?:is|was|and|to)[ \t]+$"));
/// What stands behind one of these is another number.
static OTHER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:\b(?:room|floor|port|order|ticket|ext(?:ension)?|version|flight|bus|year|since|in|by|of|until|page|line|apartment|apt|unit|street|model|zip|area|error|status|http|id|user|account|invoice|meeting|call|tel|phone|paid|cost|about|around|over|than|least|every|after|before|at|issue|bug|chapter|section|article|form|season|route|highway)[ \t]*(?:number|no\.?)?[ \t]*[#:]?|(?:内線|部屋|号室|ポート|注文|電話|郵便|会員|社員|学籍|年|型番|便|エラー|ID|バージョン|約|およそ|口座|予約|番地|ゲートは?)[はがの:]?)[ \t]*$",
    )
});
