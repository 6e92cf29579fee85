//! Secrets in a text, each replaced by a mark that says what it was (C8).
//!
//! A mark is `[redacted:<kind>]`. Hashes, UUIDs and commit ids stay: they are not secret, and a memory of
//! a debugging session is worth little without them.

mod assigned;
mod kinds;
mod values;

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Captures;

use kinds::{KINDS, SecretKind};

/// A text without its secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redaction {
    /// The text with a mark in the place of each secret.
    pub text: String,
    /// The kinds that were found, each once, in the order in which they are looked for.
    pub kinds: Vec<&'static str>,
}

/// The text with every secret replaced by its mark.
pub fn redact(text: &str) -> String {
    redaction(text).text
}

/// The text with every secret replaced by its mark, and what kinds there were.
pub fn redaction(text: &str) -> Redaction {
    let mut redacted = Cow::Borrowed(text);
    let mut found_kinds: Vec<&'static str> = Vec::new();
    let hinted = Hinted::in_text(text);
    for (place, kind) in KINDS.iter().enumerate() {
        if !hinted.has(place) {
            continue;
        }
        let mut is_found = false;
        let replaced = kind.pattern().replace_all(&redacted, |found: &Captures<'_>| {
            let mark = replacement(kind, found);
            is_found |= mark.is_some();
            mark.unwrap_or_else(|| found[0].to_owned())
        });
        if is_found {
            redacted = Cow::Owned(replaced.into_owned());
            if !found_kinds.contains(&kind.name) {
                found_kinds.push(kind.name);
            }
        }
    }
    Redaction { text: redacted.into_owned(), kinds: found_kinds }
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
fn replacement(kind: &SecretKind, found: &Captures<'_>) -> Option<String> {
    let all = found.get(0)?;
    let secret = found.name("secret").or_else(|| found.name("other")).unwrap_or(all);
    if secret.as_str().contains("[redacted:") || !(kind.is_secret)(secret.as_str()) {
        return None;
    }
    let start = secret.start() - all.start();
    let end = secret.end() - all.start();
    Some(format!("{}[redacted:{}]{}", &all.as_str()[..start], kind.name, &all.as_str()[end..]))
}

/// Which kinds have a hint in a text, found in one pass over it.
struct Hinted(Vec<bool>);

impl Hinted {
    fn in_text(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut hinted: Vec<bool> = KINDS.iter().map(|kind| kind.hints.is_empty()).collect();
        for (at, byte) in bytes.iter().enumerate() {
            for (hint, places) in &HINTS[usize::from(byte.to_ascii_lowercase())] {
                let is_there = bytes.get(at..at + hint.len()).is_some_and(|here| is_hint(hint, here));
                if is_there {
                    places.iter().for_each(|place| hinted[*place] = true);
                }
            }
        }
        Self(hinted)
    }

    fn has(&self, place: usize) -> bool {
        self.0.get(place).copied().unwrap_or(false)
    }
}

/// Lower case hints are meant in any case.
fn is_hint(hint: &str, here: &[u8]) -> bool {
    let is_exact = hint.bytes().any(|b| b.is_ascii_uppercase());
    if is_exact { here == hint.as_bytes() } else { here.eq_ignore_ascii_case(hint.as_bytes()) }
}

/// The hints by their first byte in lower case, with the kinds that have them.
type HintsByFirst = [Vec<(&'static str, Vec<usize>)>; 256];

static HINTS: LazyLock<Box<HintsByFirst>> = LazyLock::new(|| {
    let mut hints: Box<HintsByFirst> = Box::new(std::array::from_fn(|_| Vec::new()));
    for (place, kind) in KINDS.iter().enumerate() {
        for hint in kind.hints {
            let Some(first) = hint.bytes().next() else { continue };
            let bucket = &mut hints[usize::from(first.to_ascii_lowercase())];
            match bucket.iter_mut().find(|(known, _)| known == hint) {
                Some((_, places)) => places.push(place),
                None => bucket.push((hint, vec![place])),
            }
        }
    }
    hints
});

#[cfg(test)]
mod tests;
