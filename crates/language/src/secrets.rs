//! Secrets in a text, each replaced by a mark that says what it was (C8).
//!
//! A mark is `[redacted:<kind>]`. Hashes, UUIDs and commit ids stay: they are not secret, and a memory of
//! a debugging session is worth little without them.

mod kinds;

use std::borrow::Cow;

use regex::Captures;

use kinds::{KINDS, SecretKind};

/// The text with every secret replaced by its mark.
pub fn redact(text: &str) -> String {
    let mut redacted = Cow::Borrowed(text);
    for kind in KINDS.iter() {
        if kind.hints.is_empty() || kind.hints.iter().any(|hint| contains_folded(&redacted, hint)) {
            let replaced = kind.pattern.replace_all(&redacted, |found: &Captures<'_>| replacement(kind, found));
            if let Cow::Owned(replaced) = replaced {
                redacted = Cow::Owned(replaced);
            }
        }
    }
    redacted.into_owned()
}

/// The names of the kinds of secrets that are known, as they stand in the marks.
pub fn kinds() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for kind in KINDS.iter() {
        if !names.contains(&kind.name) {
            names.push(kind.name);
        }
    }
    names
}

/// The group named `secret` or `other` is replaced, or the whole match where there is none.
fn replacement(kind: &SecretKind, found: &Captures<'_>) -> String {
    let whole = &found[0];
    let secret = found.name("secret").or_else(|| found.name("other")).or_else(|| found.get(0));
    let (Some(secret), Some(all)) = (secret, found.get(0)) else { return whole.to_owned() };
    if secret.as_str().contains("[redacted:") || !(kind.is_secret)(secret.as_str()) {
        return whole.to_owned();
    }
    let start = secret.start() - all.start();
    let end = secret.end() - all.start();
    format!("{}[redacted:{}]{}", &whole[..start], kind.name, &whole[end..])
}

fn contains_folded(text: &str, hint: &str) -> bool {
    if hint.bytes().any(|b| b.is_ascii_uppercase()) || !hint.is_ascii() {
        return text.contains(hint);
    }
    // An ASCII hint in lower case is looked for in any case; its first byte finds the candidates.
    let (hint, text) = (hint.as_bytes(), text.as_bytes());
    let Some(first) = hint.first() else { return true };
    let upper = first.to_ascii_uppercase();
    (0..text.len().saturating_sub(hint.len() - 1))
        .any(|at| (text[at] == *first || text[at] == upper) && text[at..at + hint.len()].eq_ignore_ascii_case(hint))
}

#[cfg(test)]
mod tests;
