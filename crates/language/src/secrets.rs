//! Secrets in a text, each replaced by a mark that says what it was (C8).
//!
//! A mark is `[redacted:<kind>]`. Hashes, UUIDs and commit ids stay: they are not secret, and a memory of
//! a debugging session is worth little without them.

mod accept;
mod assigned;
mod before;
mod behind;
mod card;
mod japanese;
mod kinds;
mod label;
mod later;
mod login;
mod manifest;
mod near;
mod nouns;
mod plain;
mod table;
mod value;
mod words;

use std::ops::Range;
use std::sync::LazyLock;

use omoide_core::ports::{Redaction, TakenSecret};
use regex::Captures;

use kinds::{KINDS, SecretKind};
use label::{Label, Named, STEMS, label_at};
use plain::PlainText;

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
    let plain = PlainText::of(text);
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
    let mut shaped: Vec<Range<usize>> = taken.iter().map(|secret| secret.place.clone()).collect();
    shaped.sort_unstable_by_key(|place| place.start);
    for label in sighted.labels(read).into_iter().filter(|label| !is_inside(&shaped, label.place.start)) {
        let kind = if matches!(label.named, Named::Secret | Named::Key) { "secret" } else { "password" };
        taken.extend(values_of(read, &label).into_iter().map(|place| TakenSecret { kind, place }));
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
    let joined = PlainText::unwrapped(text);
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
        let is_telling = value.len() <= 200 && value::is_strong(value);
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

/// Whether one of the places, in the order of the text, has that byte.
fn is_inside(places: &[Range<usize>], at: usize) -> bool {
    let behind = places.partition_point(|place| place.start <= at);
    places[..behind].iter().rev().take(4).any(|place| at < place.end)
}

/// The places of all values that are bound to a label.
fn values_of(text: &str, label: &Label) -> Vec<Range<usize>> {
    let mut places = table::cells(text, label);
    if !places.is_empty() {
        return places;
    }
    if label.is_with_account {
        places.extend(login::password_of_login(text, label));
        if !places.is_empty() {
            return places;
        }
    }
    if label.named == Named::Login {
        places.extend(login::password_of_login(text, label).or_else(|| login::password_in_front(text, label)));
        return places;
    }
    if label.is_japanese {
        places.extend(japanese::values_behind(text, label));
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
    }
    if places.is_empty() {
        places = near::lookalikes(text, label);
    }
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

fn cut(text: &str, found: Vec<TakenSecret>, plain: &PlainText<'_>) -> Redaction {
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

/// What is in a text, found in one pass over it: hints of kinds, and stems of labels.
struct Sighted {
    kinds: Vec<bool>,
    stems: Vec<usize>,
}

impl Sighted {
    fn in_text(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut kinds: Vec<bool> = KINDS.iter().map(|kind| kind.hints.is_empty()).collect();
        let mut stems = Vec::new();
        for (at, pair) in bytes.windows(2).enumerate() {
            let (first, second) = (pair[0].to_ascii_lowercase(), pair[1].to_ascii_lowercase());
            let hints = &HINTS[usize::from(first)];
            if hints.seconds[usize::from(second) / 64] >> (second % 64) & 1 == 0 {
                continue;
            }
            for (hint, places) in &hints.hints {
                if !bytes.get(at..at + hint.len()).is_some_and(|here| is_hint(hint, here)) {
                    continue;
                }
                for place in places {
                    match kinds.get_mut(*place) {
                        Some(kind) => *kind = true,
                        None if stems.last() != Some(&at) => stems.push(at),
                        None => {}
                    }
                }
            }
        }
        Self { kinds, stems }
    }

    fn has(&self, place: usize) -> bool {
        self.kinds.get(place).copied().unwrap_or(false)
    }

    /// The labels, each once, in the order of the text.
    fn labels(&self, text: &str) -> Vec<Label> {
        let mut labels: Vec<Label> = Vec::new();
        for at in &self.stems {
            if labels.last().is_some_and(|last| *at < last.place.end) {
                continue;
            }
            labels.extend(label_at(text, *at));
        }
        labels
    }
}

/// Lower case hints are meant in any case.
fn is_hint(hint: &str, here: &[u8]) -> bool {
    let is_exact = hint.bytes().any(|b| b.is_ascii_uppercase());
    if is_exact { here == hint.as_bytes() } else { here.eq_ignore_ascii_case(hint.as_bytes()) }
}

/// The hints that begin with one byte, and the bytes that can be the second.
#[derive(Default)]
struct Hints {
    seconds: [u64; 4],
    hints: Vec<(&'static str, Vec<usize>)>,
}

/// By the first byte in lower case. A stem of a label belongs to the place behind the last kind.
static HINTS: LazyLock<Vec<Hints>> = LazyLock::new(|| {
    let mut table: Vec<Hints> = (0..256).map(|_| Hints::default()).collect();
    let of_kinds = KINDS.iter().enumerate().flat_map(|(place, kind)| kind.hints.iter().map(move |hint| (*hint, place)));
    for (hint, place) in of_kinds.chain(STEMS.iter().map(|stem| (*stem, KINDS.len()))) {
        let [first, second, ..] = hint.as_bytes() else { continue };
        let (first, second) = (first.to_ascii_lowercase(), second.to_ascii_lowercase());
        let hints = &mut table[usize::from(first)];
        hints.seconds[usize::from(second) / 64] |= 1 << (second % 64);
        match hints.hints.iter_mut().find(|(known, _)| *known == hint) {
            Some((_, places)) => places.push(place),
            None => hints.hints.push((hint, vec![place])),
        }
    }
    table
});

#[cfg(test)]
mod tests;
