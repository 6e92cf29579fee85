//! One pass over a text, which says what has to be looked for: most texts have nothing, and then no pattern is made.

use std::sync::LazyLock;

use super::kinds::KINDS;
use super::label::{STEMS, SecretLabel, label_at};

/// What is in a text: hints of kinds, and stems of labels.
pub(super) struct Sighted {
    kinds: Vec<bool>,
    stems: Vec<usize>,
}

impl Sighted {
    pub(super) fn in_text(text: &str) -> Self {
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
        if !has_long_number(bytes) {
            let is_number = |hint: &&str| hint.bytes().all(|b| b.is_ascii_digit());
            for (is_seen, kind) in kinds.iter_mut().zip(KINDS.iter()) {
                *is_seen &= kind.hints.is_empty() || !kind.hints.iter().all(is_number);
            }
        }
        Self { kinds, stems }
    }

    pub(super) fn has(&self, place: usize) -> bool {
        self.kinds.get(place).copied().unwrap_or(false)
    }

    /// The labels, each once, in the order of the text.
    pub(super) fn labels(&self, text: &str) -> Vec<SecretLabel> {
        let mut labels: Vec<SecretLabel> = Vec::new();
        for at in &self.stems {
            if labels.last().is_some_and(|last| *at < last.place.end) {
                continue;
            }
            labels.extend(label_at(text, *at));
        }
        labels
    }
}

/// Whether a number is as long as that of a card. Most texts with a number have only short ones, and need no pattern.
fn has_long_number(bytes: &[u8]) -> bool {
    let mut digits = 0;
    bytes.iter().any(|b| {
        digits = match b {
            b'0'..=b'9' => digits + 1,
            b' ' | b'-' => digits,
            _ => 0,
        };
        digits >= SHORTEST_CARD
    })
}

/// The digits that a card has at least.
const SHORTEST_CARD: usize = 12;

/// Lower case hints are meant in any case.
fn is_hint(hint: &str, here: &[u8]) -> bool {
    let is_exact = hint.bytes().any(|b| b.is_ascii_uppercase());
    if is_exact { here == hint.as_bytes() } else { here.eq_ignore_ascii_case(hint.as_bytes()) }
}

/// The hints that begin with one byte, and the bytes that can be the second.
#[derive(Default)]
struct SecretHints {
    seconds: [u64; 4],
    hints: Vec<(&'static str, Vec<usize>)>,
}

/// By the first byte in lower case. A stem of a label belongs to the place behind the last kind.
static HINTS: LazyLock<Vec<SecretHints>> = LazyLock::new(|| {
    let mut table: Vec<SecretHints> = (0..256).map(|_| SecretHints::default()).collect();
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
