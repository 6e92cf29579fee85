//! Values in elements, attributes and cells of markup, and in lists of names and values.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::accept::{Around, Binding, is_secret};
use super::label::SecretLabel;
use super::value::SecretValue;
use crate::pattern::ascii_regex as regex;

/// The place of the value that markup binds to a label. `rest` is what follows the label.
pub(super) fn value_in_markup(text: &str, label: &SecretLabel, rest: &str) -> Option<Range<usize>> {
    let before = &text[..label.place.start];
    let near = &before[super::floor(before, before.len().saturating_sub(40))..];
    let found =
        if near.ends_with('<') || near.rsplit_once('<').is_some_and(|(_, tag)| tag.ends_with(':') && tag.len() < 20) {
            ELEMENT.captures(rest)
        } else if near.ends_with("('") || near.ends_with("(\"") {
            ARGUMENT.captures(rest)
        } else if NAMED_BY.is_match(near) {
            PAIR.captures(rest)
        } else {
            CELL.captures(rest)
        }?;
    let inner = found.name("value").or_else(|| found.name("inner"))?;
    let trimmed = inner.as_str().trim();
    let start = label.place.end + inner.start() + inner.as_str().find(trimmed)?;
    let value = SecretValue { text: trimmed, place: start..start + trimmed.len(), is_quoted: true };
    let around = Around { binding: Binding::Mark, after: "", is_paired: false, is_code: false, ends: true };
    is_secret(label, &value, around).then_some(value.place)
}

static ELEMENT: LazyLock<Regex> = LazyLock::new(|| regex(r#"(?s)^(?:\s[^<>]*)?>(?P<value>[^<>]+)</"#));
static ARGUMENT: LazyLock<Regex> = LazyLock::new(|| regex(r#"^["'],[ \t]*["'](?P<value>[^"'\n]+)["']"#));
static NAMED_BY: LazyLock<Regex> = LazyLock::new(|| regex(r#"(?i)(?:name|key|id|type|title)["']?\s*[:=]\s*["']?$"#));
static PAIR: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"^["']?(?:[^<>\n]{0,60}?\bvalue["']?[ \t]*[=:][ \t]*["']?|,?[ \t]*\r?\n[ \t]*["']?value["']?[ \t]*[:=][ \t]*["']?)(?P<value>[^"'<>\n]+)|^["']?[^<>\n]*>(?:\s*<[Vv]alue>)?(?P<inner>[^"'<>\n]+)<"#,
    )
});
static CELL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r#"^\s*:?\s*</(?:t[dh]|dt|strong|b|key|name|Name|string)>\s*:?\s*<(?:t[dh]|dd|code|span|string|value|Value)[^<>]*>\s*(?P<value>[^<>]+)<"#,
    )
});
