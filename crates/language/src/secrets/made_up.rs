//! Words that somebody made up as a password: no text has them for another reason.

use super::nouns::is_about;
use super::value::is_place;
use super::words::{goes_on, is_placeholder, is_technical};

/// Whether somebody made the word up: no list of words has it, or a mark joins its words, or it has a capital inside.
///
/// A name has its capital in front, and what programs are called is known or on the list of the words that a sentence
/// goes on with.
pub(super) fn is_made_up(value: &str) -> bool {
    let folded = value.to_ascii_lowercase();
    let is_letters = value.bytes().all(|b| b.is_ascii_alphabetic() || b"-_.".contains(&b));
    if value.len() < 6 || !is_letters || is_place(&folded) || is_technical(&folded) || is_ordinary(&folded) {
        return false;
    }
    let parts: Vec<&str> = folded.split(['-', '_', '.']).collect();
    if parts.len() == 1 {
        // Names of products have one capital inside at most: GitLab, PostgreSQL.
        let humps =
            value.as_bytes().windows(2).filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
        let is_name = value.starts_with(|c: char| c.is_ascii_uppercase()) && humps.count() < 2;
        return !is_name && is_unheard(&folded);
    }
    if parts.iter().any(|part| part.is_empty()) || COMPOUNDS.contains(&folded.as_str()) {
        return false;
    }
    let ordinary = parts.iter().filter(|part| is_ordinary(part)).count();
    let is_unheard = parts.iter().any(|part| is_unheard(part) && !is_ordinary(part));
    is_unheard || parts.len() >= 3 && ordinary <= 1 || value.contains(['_', '.']) && ordinary == 0
}

/// Words of three that everybody joins.
const COMPOUNDS: [&str; 12] = [
    "single-sign-on",
    "end-to-end",
    "day-to-day",
    "face-to-face",
    "step-by-step",
    "one-on-one",
    "peer-to-peer",
    "point-to-point",
    "back-and-forth",
    "man-in-the-middle",
    "out-of-band",
    "two-factor-auth",
];

/// Whether a word is so long and so unheard of that it is no slip of the fingers either.
pub(super) fn is_surely_made_up(value: &str) -> bool {
    const SLIPS: [&str; 14] = [
        "manag", "authen", "requir", "reset", "chang", "streng", "valid", "encr", "protec", "expir", "generat",
        "recov", "secur", "verif",
    ];
    let folded = value.to_ascii_lowercase();
    let is_long = value.len() >= 8 || folded.contains(['_', '-', '.']);
    is_long && is_made_up(value) && !SLIPS.iter().any(|slip| folded.starts_with(slip))
}

fn is_ordinary(word: &str) -> bool {
    is_placeholder(word) || goes_on(word) || is_about(word)
}

/// Whether no list of words has it; see [`crate::embedding::rarity`].
pub(super) fn is_unheard(word: &str) -> bool {
    const UNHEARD: f32 = 18.5;
    word.len() >= 4 && word.bytes().all(|b| b.is_ascii_lowercase()) && crate::embedding::rarity(word) >= UNHEARD
}
