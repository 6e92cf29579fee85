//! Secrets in a text, each replaced by a mark that says what it was (C8).
//!
//! A mark is `[redacted:<kind>]`. Three things are secret. What looks like a credential by itself: `kinds`, `card`. What is
//! said to be one: a `label` binds a value that is `behind` it, `before` it, told `later`, in a `table` or in `markup`;
//! `accept` decides by what is named, by what binds it and by how it looks. And what no word or name looks like, `near` the
//! label of a password. Hashes, UUIDs and commit ids stay: they are not secret, and a memory of a debugging session is
//! worth little without them.

mod accept;
mod assigned;
mod before;
mod behind;
mod card;
mod japanese;
mod kinds;
mod label;
mod later;
mod listed;
mod login;
mod made_up;
mod manifest;
mod markup;
mod near;
mod nouns;
mod numbers;
mod plain;
mod sighted;
mod table;
mod used;
mod value;
mod words;

use std::collections::BTreeMap;
use std::ops::Range;

use omoide_core::ports::{Redaction, TakenSecret};
use regex::Captures;

use kinds::{KINDS, SecretKind};
use label::{SecretLabel, SecretNoun};
use plain::ReadText;
use sighted::Sighted;

/// The text with every secret replaced by its mark.
pub fn redact(text: &str) -> String {
    redaction(text).text
}

/// The text with every secret replaced by its mark, and what was taken out.
pub fn redaction(text: &str) -> Redaction {
    let mut redaction = once(text);
    // What was cut may have parted two secrets, of which one hid the other.
    for _ in 0..MOST_ROUNDS {
        if redaction.taken.is_empty() {
            break;
        }
        let further = once(&redaction.text);
        if further.taken.is_empty() {
            break;
        }
        redaction = joined(redaction, further);
    }
    redaction
}

const MOST_ROUNDS: usize = 8;

/// All secrets that one reading finds.
fn once(text: &str) -> Redaction {
    let plain = ReadText::of(text);
    let read = plain.as_str();
    let sighted = Sighted::in_text(read);
    let mut taken: Vec<TakenSecret> = Vec::new();
    for kind in KINDS.iter().enumerate().filter(|(place, _)| sighted.has(*place)).map(|(_, kind)| kind) {
        // The kinds that are looked for first are the more exact ones.
        let found = kind.pattern().captures_iter(read).filter_map(|found| secret_in(kind, &found));
        let found = found.filter(|place| !is_in_mark(read, place.start));
        taken.extend(found.map(|place| TakenSecret { kind: kind.name, place }));
    }
    taken.extend(torn(read, &sighted));
    taken.extend(manifest::values(read).into_iter().map(|place| TakenSecret { kind: "secret", place }));
    // A secret may have the letters of a label in it: `jiraPw9` names nothing where it is a password.
    let mut known: BTreeMap<usize, usize> = taken.iter().map(|secret| (secret.place.start, secret.place.end)).collect();
    let mut rows = 0..0;
    for label in sighted.labels(read) {
        let at = label.place.start;
        if known.range(..=at).next_back().is_some_and(|(_, end)| at < *end) {
            continue;
        }
        let kind = if matches!(label.named, SecretNoun::Secret | SecretNoun::Key) { "secret" } else { "password" };
        for place in values_of(read, &label, &mut rows) {
            known.insert(place.start, place.end);
            taken.push(TakenSecret { kind, place });
        }
    }
    taken.extend(repeated(read, &taken));
    cut(text, apart(taken), &plain)
}

/// Tokens that a line break tears apart, of the kinds that begin with a mark of their own.
fn torn(text: &str, sighted: &Sighted) -> Vec<TakenSecret> {
    let kinds = KINDS
        .iter()
        .enumerate()
        .filter(|(place, kind)| sighted.has(*place) && kind.is_prefixed())
        .map(|(_, kind)| kind);
    let kinds: Vec<&SecretKind> = kinds.collect();
    if kinds.is_empty() || !text.contains('\n') {
        return Vec::new();
    }
    let joined = ReadText::unwrapped(text);
    let mut taken = Vec::new();
    for kind in kinds {
        for place in kind.pattern().captures_iter(joined.as_str()).filter_map(|found| secret_in(kind, &found)) {
            // It ends with the first line that makes it whole; a token that is whole on its first line is not torn.
            let is_whole = |end: usize| {
                kind.pattern().find(&joined.as_str()[place.start..end]).is_some_and(|found| found.start() == 0)
            };
            let ends: Vec<usize> = joined.joints(&place).chain([place.end]).collect();
            // A chunk that looks drawn at random goes on with it.
            let goes_on = |end: usize| value::is_random(&joined.as_str()[ends[end]..ends[end + 1]]);
            let end = ends.iter().position(|end| is_whole(*end)).map(|mut end| {
                while end + 1 < ends.len() && goes_on(end) {
                    end += 1;
                }
                end
            });
            let end = end.filter(|last| *last > 0);
            taken.extend(
                end.map(|end| TakenSecret { kind: kind.name, place: joined.original(&(place.start..ends[end])) }),
            );
        }
    }
    taken
}

/// What was said to be secret once is secret wherever the text says it again.
fn repeated(text: &str, taken: &[TakenSecret]) -> Vec<TakenSecret> {
    let mut known: Vec<(&str, &'static str)> = Vec::new();
    for secret in taken.iter().take(MOST_REPEATED) {
        let value = &text[secret.place.clone()];
        let is_telling = value.len() <= 200 && (value::is_strong(value) || made_up::is_surely_made_up(value));
        if is_telling && !known.iter().any(|(other, _)| *other == value) {
            known.push((value, secret.kind));
        }
    }
    let is_word = |c: char| c.is_ascii_alphanumeric();
    known
        .into_iter()
        .flat_map(|(value, kind)| {
            text.match_indices(value).map(move |(at, _)| TakenSecret { kind, place: at..at + value.len() })
        })
        .filter(|secret| {
            !text[..secret.place.start].ends_with(is_word) && !text[secret.place.end..].starts_with(is_word)
        })
        .collect()
}

/// So that a list of thousands of passwords is read in linear time.
const MOST_REPEATED: usize = 16;

/// The places of all values that are bound to a label.
fn values_of(text: &str, label: &SecretLabel, rows: &mut Range<usize>) -> Vec<Range<usize>> {
    let mut places = table::cells(text, label, rows);
    if !places.is_empty() {
        return places;
    }
    places = listed::items(text, label);
    if !places.is_empty() {
        return places;
    }
    if label.is_with_account {
        places.extend(login::password_of_login(text, label));
        if !places.is_empty() {
            return places;
        }
    }
    if label.named == SecretNoun::Login {
        places.extend(login::password_of_login(text, label).or_else(|| login::password_in_front(text, label)));
        return places;
    }
    if label.is_japanese {
        places.extend(markup::value_in_markup(text, label, behind::window(text, label.place.end)));
        if places.is_empty() {
            places = japanese::values_behind(text, label);
        }
    } else {
        places = behind::values_behind(text, label);
        // 「PINは」「Passwordは」
        let is_japanese = text[label.place.end..].trim_start_matches(' ').starts_with(|c: char| !c.is_ascii());
        if places.is_empty() && is_japanese {
            places.extend(japanese::values_behind(text, label));
        }
    }
    if places.is_empty() {
        places.extend(before::value_in_front(text, label));
        if !places.is_empty() {
            places.extend(later::told_later(text, label, label.place.end));
        }
    }
    if places.is_empty() {
        places = near::lookalikes(text, label);
    }
    let numbers = numbers::numbers_near(text, label, &places);
    places.extend(numbers);
    places
}

/// Of secrets that overlap, the one that was found first; in the order of the text.
fn apart(found: Vec<TakenSecret>) -> Vec<TakenSecret> {
    let mut ranked: Vec<(usize, TakenSecret)> = found.into_iter().enumerate().collect();
    ranked.sort_by_key(|(rank, secret)| (secret.place.start, *rank));
    let mut kept: Vec<(usize, TakenSecret)> = Vec::new();
    for (rank, secret) in ranked {
        match kept.last_mut() {
            Some((last, known)) if secret.place.start < known.place.end => {
                // Both are secret, so that both go; the more exact kind names them.
                known.place.end = known.place.end.max(secret.place.end);
                if rank < *last {
                    (*last, known.kind) = (rank, secret.kind);
                }
            }
            _ => kept.push((rank, secret)),
        }
    }
    kept.into_iter().map(|(_, secret)| secret).collect()
}

fn cut(text: &str, found: Vec<TakenSecret>, plain: &ReadText<'_>) -> Redaction {
    let mut taken: Vec<TakenSecret> = Vec::with_capacity(found.len());
    let mut redacted = String::with_capacity(text.len());
    let mut from = 0;
    for secret in found {
        let place = plain.original(&secret.place);
        if place.start < from || place.is_empty() {
            continue;
        }
        redacted.push_str(&text[from..place.start]);
        redacted.push_str(MARK);
        redacted.push_str(secret.kind);
        redacted.push(']');
        from = place.end;
        taken.push(TakenSecret { kind: secret.kind, place });
    }
    redacted.push_str(&text[from..]);
    Redaction { text: redacted, taken }
}

const MARK: &str = "[redacted:";

/// Two readings as one: what the second took out, in the places of the first text.
fn joined(first: Redaction, second: Redaction) -> Redaction {
    let mut taken = first.taken.clone();
    for secret in second.taken {
        let place = moved(&first.taken, secret.place.start)..moved(&first.taken, secret.place.end);
        // A mark that was cut with what stands around it is one secret now.
        let covered = |known: &TakenSecret| known.place.start < place.end && place.start < known.place.end;
        let place = taken
            .iter()
            .filter(|known| covered(known))
            .fold(place.clone(), |all, known| all.start.min(known.place.start)..all.end.max(known.place.end));
        taken.retain(|known| known.place.end <= place.start || place.end <= known.place.start);
        taken.push(TakenSecret { kind: secret.kind, place });
    }
    taken.sort_by_key(|secret| secret.place.start);
    Redaction { text: second.text, taken }
}

/// Where a place of the redacted text is in the text before.
fn moved(taken: &[TakenSecret], at: usize) -> usize {
    let mut shift = 0_usize;
    let mut removed = 0_usize;
    for secret in taken {
        let start = secret.place.start + shift - removed;
        let mark = MARK.len() + secret.kind.len() + 1;
        if at <= start {
            break;
        }
        if at < start + mark {
            return secret.place.end;
        }
        shift += mark;
        removed += secret.place.len();
    }
    at + removed - shift
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The names of the kinds of secrets that are known, as they stand in the marks.
pub fn kinds() -> Vec<&'static str> {
    let mut names: Vec<&'static str> = vec!["password", "secret"];
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

/// Whether a mark of an earlier redaction is open at a place.
fn is_in_mark(text: &str, at: usize) -> bool {
    let before = &text[floor(text, at.saturating_sub(40))..at];
    before.rfind(MARK).is_some_and(|mark| !before[mark..].contains(']'))
}

#[cfg(test)]
mod tests;
