//! Values told by how they are used: "the keypad wants 4471#", "you'll need a password, X, to open it".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::accept::{Binding, is_secret};
use super::behind::{around, is_chosen, sentence_before};
use super::label::{SecretLabel, SecretNoun};
use super::nouns::is_about;
use super::value::{Look, value_at};
use super::words::{goes_on, is_placeholder};
use crate::pattern::ascii_regex as regex;

/// What a lock is opened with: "the keypad wants 4471#".
pub(super) fn wanted(text: &str, label: &SecretLabel, rest: &str) -> Option<Range<usize>> {
    if let Some(found) = PUT_IN.find(rest).filter(|_| label.named == SecretNoun::Password && !label.is_name) {
        let value = value_at(text, label.place.end + found.end())?;
        return (is_chosen(text, label, &value) || value.look() >= Look::Typed).then_some(value.place);
    }
    let found = WANTED.find(rest).filter(|_| label.named == SecretNoun::Digits && !label.is_name)?;
    let value = value_at(text, label.place.end + found.end())?;
    let is_code = value.text.trim_matches(['#', '*']).bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let around = around(text, label, &value, Binding::Verb);
    (is_code && is_secret(label, &value, around)).then_some(value.place)
}

/// "You'll need a password, X, to open it."
pub(super) fn between_commas(text: &str, label: &SecretLabel, rest: &str) -> Option<Range<usize>> {
    let is_password = matches!(label.named, SecretNoun::Password | SecretNoun::Phrase) && !label.is_name;
    if !is_password || !rest.starts_with(", ") {
        return None;
    }
    let value = value_at(text, label.place.end + 2)?;
    let folded = value.text.to_lowercase();
    let after = &text[value.place.end..];
    let is_closed =
        after.starts_with(',') || after.starts_with('.') && USES.is_match(sentence_before(text, label.place.start));
    let is_word = value.look() == Look::Word && !goes_on(&folded) && !is_placeholder(&folded) && !is_about(&folded);
    (is_closed && (value.look() >= Look::Typed || is_word && value.text.len() >= 4)).then_some(value.place)
}

static PUT_IN: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?i)^,?[ \t]+(?:i|we|you|just)[ \t]+(?:put in|put|type in|type|typed|enter|entered|use|used)[ \t]+")
});
static WANTED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:[ \t]+(?:pad|panel))?[ \t]+(?:wants|needs|takes|accepts|expects|opens (?:with|to|on)|unlocks (?:with|to|on))[ \t]+",
    )
});
static USES: LazyLock<Regex> =
    LazyLock::new(|| regex(r"(?i)\b(?:us(?:e|es|ed|ing)|set|chose|picked|need|gave|made)\b"));
