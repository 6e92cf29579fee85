//! Texts that were cut between the halves of a character, as JavaScript cuts them.

use std::borrow::Cow;

/// The text with escapes of half characters made others of the same length.
///
/// JavaScript cuts texts between the halves and writes them as `\ud83d`; hosts keep such texts among their
/// settings, and no other parser takes them. Only what is looked at is changed, never what is written.
pub fn whole_characters(text: &str) -> Cow<'_, str> {
    if !text.contains("\\ud") && !text.contains("\\uD") {
        return Cow::Borrowed(text);
    }
    let mut whole = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        whole.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_half = rest.get(1..2) == Some("u")
            && rest.get(2..6).is_some_and(|digits| matches!(u16::from_str_radix(digits, 16), Ok(0xd800..=0xdfff)));
        // Any other escape has at least two characters, and the second may be a backslash.
        let length = if is_half { 6 } else { 1 + rest[1..].chars().next().map_or(0, char::len_utf8) };
        whole.push_str(if is_half { "\\ufffd" } else { &rest[..length] });
        rest = &rest[length..];
    }
    whole.push_str(rest);
    Cow::Owned(whole)
}
