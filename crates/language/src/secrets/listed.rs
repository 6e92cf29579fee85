//! Lists of passwords: a heading says what they are, and each item names what it opens.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::behind::window;
use super::label::{SecretLabel, SecretNoun};
use super::made_up::is_made_up;
use super::value::{Look, value_at};
use crate::pattern::ascii_regex as regex;

/// The places of the values in the list that a label heads: "my passwords:\n- bank: X\n- gym: Y".
pub(super) fn items(text: &str, label: &SecretLabel) -> Vec<Range<usize>> {
    let is_heading = matches!(label.named, SecretNoun::Password | SecretNoun::Digits | SecretNoun::Login);
    let Some(heading) = HEADING.find(window(text, label.place.end)).filter(|_| is_heading && !label.is_name) else {
        return Vec::new();
    };
    let mut places = Vec::new();
    let mut at = label.place.end + heading.end();
    while let Some(item) = ITEM.find(window(text, at)).filter(|_| places.len() < MOST) {
        let line = super::value::line_from(text, at + item.end());
        let value = value_at(text, at + item.end());
        let is_alone = |value: &super::value::SecretValue<'_>| value.is_quoted || line.trim() == value.text;
        let value = value.filter(|value| value.look() >= Look::Digits || is_alone(value) && is_made_up(value.text));
        places.extend(value.map(|value| value.place));
        at += item.end() + line.len();
        at += usize::from(text[at..].starts_with('\n'));
    }
    places
}

const MOST: usize = 50;

static HEADING: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^(?:一覧|リスト|まとめ|メモ)?(?:[ \t]+[^\n:]{0,30})?[ \t]*[::]?[ \t]*\r?\n"));
static ITEM: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^[ \t]*(?:[-*•・]|\d{1,2}[.)])[ \t]*[^\n:=→]{1,40}?[ \t]*(?::|=|→|->|[ \t]-[ \t])[ \t]*"));
