//! Secrets in a text, each replaced by a mark that says what it was (C8).
//!
//! A mark is `[redacted:<kind>]`. Hashes, UUIDs and commit ids stay: they are not secret, and a memory of
//! a debugging session is worth little without them.

mod assigned;
mod kinds;
mod values;

use std::ops::Range;
use std::sync::LazyLock;

use omoide_core::ports::{Redaction, TakenSecret};
use regex::Captures;

use kinds::{KINDS, SecretKind};

/// The text with every secret replaced by its mark.
pub fn redact(text: &str) -> String {
    redaction(text).text
}

/// The text with every secret replaced by its mark, and what was taken out.
pub fn redaction(text: &str) -> Redaction {
    let mut taken: Vec<TakenSecret> = Vec::new();
    let hinted = Hinted::in_text(text);
    for kind in KINDS.iter().enumerate().filter(|(place, _)| hinted.has(*place)).map(|(_, kind)| kind) {
        for place in kind.pattern().captures_iter(text).filter_map(|found| secret_in(kind, &found)) {
            // The kinds that are looked for first are the more exact ones.
            if taken.iter().all(|known| known.place.end <= place.start || place.end <= known.place.start) {
                taken.push(TakenSecret { kind: kind.name, place });
            }
        }
    }
    taken.sort_unstable_by_key(|secret| secret.place.start);
    let mut redacted = String::with_capacity(text.len());
    let mut from = 0;
    for secret in &taken {
        redacted.push_str(&text[from..secret.place.start]);
        redacted.push_str("[redacted:");
        redacted.push_str(secret.kind);
        redacted.push(']');
        from = secret.place.end;
    }
    redacted.push_str(&text[from..]);
    Redaction { text: redacted, taken }
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

/// The place of the group named `secret` or `other`, or of the whole match where there is none.
fn secret_in(kind: &SecretKind, found: &Captures<'_>) -> Option<Range<usize>> {
    let secret = found.name("secret").or_else(|| found.name("other")).or_else(|| found.get(0))?;
    let is_secret = !secret.as_str().contains("[redacted:") && (kind.is_secret)(secret.as_str());
    is_secret.then(|| secret.range())
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
