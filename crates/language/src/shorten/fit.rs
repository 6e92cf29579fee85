//! Choosing the sentences that matter, in their order, within a number of characters.

use std::collections::HashMap;
use std::ops::Range;

use crate::emotion;
use crate::sentences::spans;
use crate::tokens::{TokenKind, scan};

/// The text if it has at most `max_characters`, else its important sentences in their order, with `…` where
/// something is left out; never more than `max_characters`.
pub fn fit(text: &str, max_characters: usize) -> String {
    if text.char_indices().nth(max_characters).is_none() {
        return text.to_owned();
    }
    let sentences = FittedSentences::of(text);
    let mut left = max_characters;
    let mut chosen = Vec::new();
    for index in sentences.ranked() {
        // The sentence, the break before it, and a mark of omission.
        let cost = sentences.list[index].length + 3;
        if cost <= left {
            left -= cost;
            chosen.push(index);
        }
    }
    if chosen.is_empty() {
        let first = sentences.list.first().map_or(0..0, |s| s.span.clone());
        return cut(&text[first.start..], max_characters);
    }
    chosen.sort_unstable();
    let joined = sentences.joined(text, &chosen);
    if joined.chars().count() > max_characters { cut(&joined, max_characters) } else { joined }
}

/// The beginning of a text, to the last clause that fits, with `…` behind it.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.char_indices().nth(most).is_none() {
        return text.to_owned();
    }
    if most == 0 {
        return String::new();
    }
    let end = text.char_indices().nth(most - 1).map_or(text.len(), |(at, _)| at);
    let room = &text[..end];
    let clause = room.rfind(['、', '，', ',', ';', '。', '！', '？', '\n', ' ']).filter(|at| *at * 3 >= end * 2);
    let kept = room[..clause.unwrap_or(end)].trim_end();
    format!("{kept}…")
}

struct FittedSentences {
    list: Vec<FittedSentence>,
}

struct FittedSentence {
    span: Range<usize>,
    length: usize,
    weight: f32,
}

impl FittedSentences {
    fn of(text: &str) -> Self {
        let spans = spans(text);
        let words: Vec<Vec<(String, f32)>> = spans.iter().map(|span| words(&text[span.clone()])).collect();
        let mut counts: HashMap<&str, f32> = HashMap::new();
        for (word, _) in words.iter().flatten() {
            *counts.entry(word).or_default() += 1.0;
        }
        let last = spans.len().saturating_sub(1);
        let list = spans
            .iter()
            .zip(&words)
            .enumerate()
            .map(|(index, (span, words))| {
                let length = text[span.clone()].chars().count();
                let told: f32 = words
                    .iter()
                    .map(|(word, share)| share * (1.0 + counts.get(word.as_str()).copied().unwrap_or(0.0).ln()))
                    .sum();
                let felt = emotion::read(&text[span.clone()]).strength;
                let place = if index == 0 { 1.5 } else { 0.0 } + if index == last { 0.5 } else { 0.0 };
                let weight = told / (length.max(8) as f32).sqrt() + 0.25 * felt + place;
                FittedSentence { span: span.clone(), length, weight }
            })
            .collect();
        Self { list }
    }

    /// The indices of the sentences, the most important first.
    fn ranked(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        order.sort_by(|a, b| self.list[*b].weight.total_cmp(&self.list[*a].weight).then(a.cmp(b)));
        order
    }

    fn joined(&self, text: &str, chosen: &[usize]) -> String {
        let mut joined = String::new();
        let mut before: Option<usize> = None;
        for index in chosen {
            let span = &self.list[*index].span;
            match before {
                // Neighbours keep the white space between them, up to one line break.
                Some(b) if b + 1 == *index => {
                    let gap = &text[self.list[b].span.end..span.start];
                    joined.push_str(if gap.contains('\n') {
                        "\n"
                    } else if gap.is_empty() {
                        ""
                    } else {
                        " "
                    });
                }
                None if *index == 0 => {}
                _ => joined.push('…'),
            }
            joined.push_str(&text[span.clone()]);
            before = Some(*index);
        }
        if before.is_some_and(|b| b + 1 < self.list.len()) {
            joined.push('…');
        }
        joined
    }
}

/// The content words of a sentence with how much each tells.
fn words(sentence: &str) -> Vec<(String, f32)> {
    scan(sentence)
        .into_iter()
        .filter(|token| !token.is_stop_word())
        .map(|token| {
            let share = match token.kind {
                TokenKind::Code | TokenKind::Katakana => 1.0,
                TokenKind::Kanji => 0.9,
                TokenKind::Word => 0.8,
                TokenKind::Inflected | TokenKind::Hiragana => 0.4,
                TokenKind::Number | TokenKind::Url | TokenKind::Email => 0.3,
            };
            (token.folded(), share)
        })
        .collect()
}
