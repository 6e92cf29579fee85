//! A text as rows of the table: the same steps as `tools/vectors/pieces.py`.
//!
//! The cutting belongs to the model: it has its own dictionary (the table's words) and must not change
//! when other parts of this crate learn more words, for stored vectors would no longer compare.

use super::DIMENSIONS;
use super::table::{Hash, VectorRow, add, cost, find};
use crate::fold::fold;

/// The longest word in characters that is looked for in Japanese and Chinese.
const LONGEST: usize = 10;
/// The costs of words are their rarities times this.
const COST_PER_NAT: f32 = 12.0;
/// What a character costs that is no word of the table.
const UNKNOWN: u32 = 19 * 12;
/// Endings that a word may have lost in the table, the likeliest first.
const ENDINGS: [&str; 10] = ["'s", "s", "es", "ed", "d", "ing", "ly", "er", "est", "ness"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum WritingKind {
    Latin,
    Number,
    Katakana,
    /// Hiragana and kanji, which words mix.
    Kana,
    Hangul,
    Other,
}

fn writing(c: char) -> WritingKind {
    match c {
        'a'..='z' | 'A'..='Z' | 'ß'..='ö' | 'ø'..='ÿ' | 'œ' | 'À'..='Ö' | 'Ø'..='Þ' | 'Œ' => {
            WritingKind::Latin
        }
        '0'..='9' => WritingKind::Number,
        'ァ'..='ヺ' | 'ー' => WritingKind::Katakana,
        'ぁ'..='ゖ' | '一'..='\u{9fff}' | '々' | '〆' => WritingKind::Kana,
        '가'..='힣' => WritingKind::Hangul,
        _ => WritingKind::Other,
    }
}

/// A piece of a text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Subword {
    /// A word of the table.
    Known(VectorRow),
    /// A word that the table does not have: the buckets of its character n-grams.
    Unknown(Vec<VectorRow>),
}

/// The pieces of a text, in its order.
pub(super) fn pieces(text: &str) -> Vec<Subword> {
    let text = compatible(text);
    let mut pieces = Vec::new();
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let kind = writing(first);
        let mut end = rest.find(|c| writing(c) != kind).unwrap_or(rest.len());
        if kind == WritingKind::Latin && rest[end..].starts_with('\'') {
            let tail = &rest[end + 1..];
            let letters = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
            if letters > 0 {
                end += 1 + letters;
            }
        }
        let (run, behind) = rest.split_at(end);
        match kind {
            WritingKind::Latin => add_latin(run, &mut pieces),
            WritingKind::Number => pieces.push(unknown(run)),
            WritingKind::Katakana => add_katakana(run, &mut pieces),
            WritingKind::Kana => cut(run, |piece, row| pieces.push(known_or_not(piece, row))),
            WritingKind::Hangul => add_korean(run, &mut pieces),
            WritingKind::Other => {}
        }
        rest = behind;
    }
    pieces
}

/// Folded, but for the case of letters, which tells where the parts of an identifier begin.
fn compatible(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    text.chars().nfkc().map(|c| if c == '\u{2019}' { '\'' } else { c }).collect()
}

fn add_latin(word: &str, pieces: &mut Vec<Subword>) {
    let lower = fold(word);
    if let Some(row) = known_form(&lower) {
        pieces.push(Subword::Known(row));
        return;
    }
    let humps: Vec<&str> = humps(word);
    if humps.len() > 1 && humps.len() <= 8 {
        for hump in humps {
            let hump = fold(hump);
            pieces.push(known_or_not(&hump, known_form(&hump)));
        }
    } else {
        pieces.push(unknown(&lower));
    }
}

/// The word or, when the table does not have it, what is left without a usual ending.
fn known_form(word: &str) -> Option<VectorRow> {
    let row = |form: &[&str]| find(form.iter().fold(Hash::EMPTY, |hash, part| hash.with(part))).map(|found| found.0);
    if let Some(found) = row(&[word]) {
        return Some(found);
    }
    ENDINGS.iter().find_map(|ending| {
        let stem = word.strip_suffix(ending)?;
        let mut back = stem.char_indices().rev();
        let ((last_at, last), (_, before), _) = (back.next()?, back.next()?, back.next()?);
        row(&[stem])
            .or_else(|| row(&[stem, "e"]))
            .or_else(|| if last == before { row(&[&stem[..last_at]]) } else { None })
            .or_else(|| if last == 'i' { row(&[&stem[..last_at], "y"]) } else { None })
    })
}

/// The row of the word whose stem this is, if the table has it. Stems lose a last e and have i for y.
pub(super) fn row_of_stem(stem: &str) -> Option<VectorRow> {
    found_stem(stem).map(|(row, _)| row)
}

fn found_stem(stem: &str) -> Option<(VectorRow, u32)> {
    if !stem.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let found = |parts: &[&str]| find(parts.iter().fold(Hash::EMPTY, |hash, part| hash.with(part)));
    let with_y = || stem.strip_suffix('i').and_then(|rest| found(&[rest, "y"]));
    with_y().or_else(|| found(&[stem])).or_else(|| found(&[stem, "e"])).or_else(|| found(&[stem, "ing"]))
}

/// How rare a word is in its language, −ln of its share of all words; its stem is enough. A word that the table does
/// not have is as rare as its rarest, and one that is written together is as rare as its rarest part.
pub(super) fn rarity(word: &str) -> f32 {
    let whole = found_stem(word).or_else(|| find(Hash::EMPTY.with(word))).map(|(_, cost)| cost);
    let cost = whole.unwrap_or_else(|| {
        let mut rarest = 0;
        let is_japanese = word.chars().next().is_some_and(|c| matches!(writing(c), WritingKind::Kana));
        if is_japanese {
            cut(word, |piece, _| rarest = rarest.max(find(Hash::EMPTY.with(piece)).map_or(UNKNOWN, |(_, cost)| cost)));
        }
        if rarest == 0 { UNKNOWN } else { rarest }
    });
    cost as f32 / COST_PER_NAT
}

/// The parts of `parseDate` and `HTMLParser`.
fn humps(word: &str) -> Vec<&str> {
    let characters: Vec<(usize, char)> = word.char_indices().collect();
    let mut starts = vec![0];
    for (place, window) in characters.windows(2).enumerate() {
        let next_is_lower = characters.get(place + 2).is_some_and(|c| c.1.is_lowercase());
        let begins = window[1].1.is_uppercase() && (window[0].1.is_lowercase() || next_is_lower);
        if begins {
            starts.push(window[1].0);
        }
    }
    starts.push(word.len());
    starts.windows(2).map(|ends| &word[ends[0]..ends[1]]).filter(|part| !part.is_empty()).collect()
}

fn add_katakana(run: &str, pieces: &mut Vec<Subword>) {
    if let Some((row, _)) = find(Hash::EMPTY.with(run)) {
        pieces.push(Subword::Known(row));
        return;
    }
    let mut parts = Vec::new();
    cut(run, |piece, row| parts.push((piece.chars().count(), row)));
    let are_words = parts.iter().all(|(length, row)| *length >= 2 && row.is_some());
    if !are_words {
        pieces.push(unknown(run));
    }
    let least = if are_words { 2 } else { 3 };
    for (_, row) in parts.into_iter().filter(|(length, _)| *length >= least) {
        row.into_iter().for_each(|row| pieces.push(Subword::Known(row)));
    }
}

/// The word with up to three syllables of particles taken off.
fn add_korean(word: &str, pieces: &mut Vec<Subword>) {
    let ends: Vec<usize> = word.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    let shortest = ends.len().saturating_sub(4).max(1);
    let row = (shortest..ends.len()).rev().map(|last| ends[last]).chain((ends.len() == 1).then_some(word.len()));
    match row.into_iter().find_map(|end| find(Hash::EMPTY.with(&word[..end]))) {
        Some((row, _)) => pieces.push(Subword::Known(row)),
        None => pieces.push(unknown(word)),
    }
}

/// The cheapest way to cut a run into words of the table, by Viterbi's method.
fn cut(run: &str, mut each: impl FnMut(&str, Option<VectorRow>)) {
    let starts: Vec<usize> = run.char_indices().map(|(at, _)| at).chain([run.len()]).collect();
    let length = starts.len() - 1;
    let mut best = vec![(u32::MAX, 0_usize, None); length + 1];
    best[0].0 = 0;
    for start in 0..length {
        let mut hash = Hash::EMPTY;
        for end in start + 1..=(start + LONGEST).min(length) {
            hash = hash.with(&run[starts[end - 1]..starts[end]]);
            let (row, cost) = match find(hash) {
                Some((row, cost)) => (Some(row), cost),
                None if end == start + 1 => (None, UNKNOWN),
                None => continue,
            };
            let cost = best[start].0.saturating_add(cost);
            if cost < best[end].0 {
                best[end] = (cost, start, row);
            }
        }
    }
    let mut words = Vec::new();
    let mut end = length;
    while end > 0 {
        let (_, start, row) = best[end];
        words.push((start, end, row));
        end = start;
    }
    for (start, end, row) in words.into_iter().rev() {
        each(&run[starts[start]..starts[end]], row);
    }
}

fn known_or_not(piece: &str, row: Option<VectorRow>) -> Subword {
    row.map_or_else(|| unknown(piece), Subword::Known)
}

fn unknown(word: &str) -> Subword {
    let sizes = if word.chars().next().is_some_and(|c| c > '\u{2fff}') { 2..=3 } else { 3..=4 };
    let marked: String = ['<'].into_iter().chain(word.chars().take(64)).chain(['>']).collect();
    let starts: Vec<usize> = marked.char_indices().map(|(at, _)| at).chain([marked.len()]).collect();
    let mut grams = Vec::new();
    for size in sizes {
        grams.extend(starts.windows(size + 1).map(|ends| Hash::EMPTY.with(&marked[ends[0]..ends[size]]).bucket()));
    }
    Subword::Unknown(grams)
}

/// The sum of the rows of a prompt's pieces, in which common words count less: what a prompt has in common with any talk,
/// its particles and endings, says nothing about which memory it touches.
pub(super) fn total_of_telling(mut pieces: Vec<Subword>) -> [f32; DIMENSIONS] {
    if pieces.len() > LONGEST_PROMPT {
        return total(pieces);
    }
    let mut vector = [0.0_f32; DIMENSIONS];
    pieces.sort_unstable();
    pieces.dedup();
    for piece in &pieces {
        match piece {
            Subword::Known(row) => {
                let rarity = cost(*row).unwrap_or(UNKNOWN) as f32 / COST_PER_NAT;
                add(*row, ((rarity - COMMON) / TELLING).clamp(LEAST_SHARE, 1.0), &mut vector);
            }
            Subword::Unknown(grams) => {
                let share = 1.0 / (grams.len().max(1) as f32).sqrt();
                grams.iter().for_each(|gram| add(*gram, share, &mut vector));
            }
        }
    }
    vector
}

/// What has more words is a text of its own, and is compared as one.
const LONGEST_PROMPT: usize = 30;

/// Words that are as common as this count least in a prompt, and those that are rarer by so much count in full.
const COMMON: f32 = 2.0;
const TELLING: f32 = 6.0;
const LEAST_SHARE: f32 = 0.2;

/// The sum of the pieces' rows; they are sorted first, so that the same words give the same vector to the
/// last bit.
pub(super) fn total(mut pieces: Vec<Subword>) -> [f32; DIMENSIONS] {
    let mut vector = [0.0_f32; DIMENSIONS];
    pieces.sort_unstable();
    for same in pieces.chunk_by(|a, b| a == b) {
        match &same[0] {
            Subword::Known(row) => add(*row, 1.0 + (same.len() as f32).ln(), &mut vector),
            Subword::Unknown(grams) => {
                let share = same.len() as f32 / (grams.len().max(1) as f32).sqrt();
                grams.iter().for_each(|gram| add(*gram, share, &mut vector));
            }
        }
    }
    vector
}
