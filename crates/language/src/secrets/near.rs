//! What looks like a password and stands in a sentence about one, however the sentence says so.
//!
//! This is the last that is tried. A word, a name, a number, a hash or an account never looks like that; see
//! [`is_unlike_words`].

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::behind::{is_code_line, sentence_around};
use super::label::{SecretLabel, SecretNoun};
use super::made_up::is_surely_made_up;
use super::value::{Look, is_named_like, is_strong, value_at};
use crate::pattern::ascii_regex as regex;

/// The places of what looks like a password in the sentence of a label.
pub(super) fn lookalikes(text: &str, label: &SecretLabel) -> Vec<Range<usize>> {
    let is_password = matches!(label.named, SecretNoun::Password | SecretNoun::Phrase);
    let is_bare = text[label.place.clone()].eq_ignore_ascii_case("pass") || &text[label.place.clone()] == "パス";
    if !is_password || is_bare || label.is_name || is_code_line(text, label) {
        return Vec::new();
    }
    let Range { start, end } = sentence_around(text, label);
    let is_japanese = !text[start..end].is_ascii();
    let mut places = Vec::new();
    let mut at = start;
    while at < end {
        let Some(offset) = text[at..end].find(|c: char| c.is_ascii_alphanumeric()) else { break };
        let token = at + offset;
        let Some(value) = value_at(text, token) else { break };
        at = value.place.end.max(token + 1);
        let is_free = value.place.end <= label.place.start || value.place.start >= label.place.end;
        // A token begins at a space, a quote, a bracket or where Japanese ends.
        let is_begun = text[..token]
            .chars()
            .next_back()
            .is_none_or(|c| c.is_whitespace() || !c.is_ascii() || "\"'`(:,".contains(c));
        let is_named = OTHER.is_match(&text[super::floor(text, token.saturating_sub(24))..token]);
        // Among Japanese words a made-up one in Latin letters has no other reason.
        let is_told = || super::japanese::is_told(&text[value.place.end..super::floor(text, value.place.end + 40)]);
        let is_said = SAID.is_match(&text[start..token])
            && value.look() >= Look::Typed
            && value.text.bytes().any(|b| b.is_ascii_lowercase());
        let is_meant =
            is_unlike_words(value.text) || is_said || is_japanese && is_surely_made_up(value.text) && is_told();
        if is_free && is_begun && !is_named && is_meant {
            places.push(value.place);
        }
    }
    places
}

/// Whether no word, name of a machine, version, hash or number is written like that.
fn is_unlike_words(value: &str) -> bool {
    let bytes = value.as_bytes();
    let is_joined = value.contains(['=', '/', '\\', ':', '.', '(', ')', '[', ']', '{', '}', ',', '|', ';']);
    let is_hexadecimal = bytes.iter().all(u8::is_ascii_hexdigit);
    let letters = value.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_numbered_word = letters.bytes().all(|b| b.is_ascii_alphabetic()) && value.len() - letters.len() < 4;
    let is_numbered_first =
        value.trim_start_matches(|c: char| c.is_ascii_digit()).bytes().all(|b| b.is_ascii_alphabetic());
    let has_lower = bytes.iter().any(u8::is_ascii_lowercase);
    is_strong(value)
        && has_lower
        && !is_joined
        && !is_hexadecimal
        && !is_named_like(value)
        && !is_numbered_word
        && !is_numbered_first
}

static SAID: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)\b(?:is|was)(?:[ \t]+now)?[ \t]+[\x22']?$"));
/// What stands behind one of these is its name.
static OTHER: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:\b(?:user|username|id|login|account|e-?mail|host|server|ssid|network|version|commit|branch|file|ticket|issue|model|machine|named|called|on|from|by)[ \t]*[:=]?[ \t]*|(?:ユーザー名?|アカウント名?|ID|サーバー?|ホスト名?|バージョン|端末|機種)[はがの]?[:=]?[ \t]*)[\x22'`「]?$",
    )
});
