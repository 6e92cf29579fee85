//! One side of a turn in a few of its own sentences: what it was about and what was felt (S0 level 2).

use std::collections::HashSet;

use super::choose::{Choosable, choose_some};
use super::clauses;
use super::prune::{is_empty_talk, pruned};
use super::value::value;
use super::vocabulary::Vocabulary;
use crate::emotion;
use crate::sentences::sentences;

/// How much may be kept.
#[derive(Clone, Copy)]
pub(super) struct EssenceLimit {
    pub(super) characters: usize,
    pub(super) sentences: usize,
}

/// A sentence that gets less room than this, in characters, is not worth cutting.
const WORTH_CUTTING: usize = 24;
/// A feeling of this strength is kept, whatever else is there.
const FELT: f32 = 1.0;
/// How much the first and the last sentence count more than others, and how much a feeling adds.
const OPENING: f32 = 1.6;
const CLOSING: f32 = 1.15;
const FEELING: f32 = 0.15;
/// How much it adds that a sentence has numbers, negations and what stands.
const CARRIED: f32 = 0.8;
/// A sentence that must be cut stands behind those that need not.
const TOO_LONG: f32 = 0.4;
/// Sentences beyond these are looked at without their feeling, so that the time stays short.
const FELT_SENTENCES: usize = 400;

/// The sentences of one side of a turn that tell something, without their fillers.
pub(super) struct Telling {
    sentences: Vec<EssenceSentence>,
}

#[derive(Clone)]
struct EssenceSentence {
    text: String,
    length: usize,
    felt: f32,
}

impl Telling {
    /// Greetings, thanks and closing formulas fall out, unless there is nothing else.
    pub(super) fn of(text: &str) -> Self {
        let all = sentences(text);
        let mut telling: Vec<EssenceSentence> = Vec::new();
        let mut seen = HashSet::new();
        for sentence in all.iter().filter(|sentence| seen.insert(**sentence) && !is_empty_talk(sentence)) {
            let text = pruned(sentence);
            if is_empty_talk(&text) {
                continue;
            }
            let felt = if telling.len() < FELT_SENTENCES { emotion::read(sentence).strength } else { 0.0 };
            telling.push(EssenceSentence { length: text.chars().count(), text, felt });
        }
        if telling.is_empty() {
            let text = all.first().copied().unwrap_or_else(|| text.trim()).to_owned();
            telling.push(EssenceSentence { length: text.chars().count(), text, felt: 0.0 });
        }
        Self { sentences: telling }
    }

    /// How long they are side by side, in characters.
    pub(super) fn length(&self) -> usize {
        self.sentences.iter().map(|sentence| sentence.length + 1).sum::<usize>().saturating_sub(1)
    }

    /// The sentence that says most plainly what was felt, if there is one that must stay.
    pub(super) fn strongest(&self) -> Option<usize> {
        let felt = self.sentences.iter().enumerate().filter(|(_, sentence)| sentence.felt >= FELT);
        let plainness = |sentence: &EssenceSentence| sentence.felt / (sentence.length.max(6) as f32).sqrt();
        felt.max_by(|a, b| plainness(a.1).total_cmp(&plainness(b.1)).then(b.0.cmp(&a.0))).map(|(index, _)| index)
    }

    /// The sentences one behind the other.
    pub(super) fn joined(&self) -> String {
        join(self.sentences.iter().map(|sentence| sentence.text.as_str()))
    }

    /// The sentences that matter within the limit, `wanted` among them; empty only if the text is.
    pub(super) fn essence(&self, limit: EssenceLimit, wanted: Option<usize>) -> String {
        if self.sentences.len() <= limit.sentences && self.length() <= limit.characters {
            return self.joined();
        }
        let wanted = wanted.filter(|index| self.sentences[*index].length < limit.characters);
        let sentences = &self.beside(wanted, limit);
        let mut vocabulary = Vocabulary::default();
        let last = sentences.len() - 1;
        let pieces: Vec<Choosable> = sentences
            .iter()
            .enumerate()
            .map(|(index, sentence)| {
                let opening = if index == 0 { OPENING } else { 1.0 };
                let closing = if index == last { CLOSING } else { 1.0 };
                let whole = if sentence.length > limit.characters { TOO_LONG } else { 1.0 };
                let carried = 1.0 + CARRIED * value(&sentence.text);
                let prior = opening * closing * whole * carried * (1.0 + FEELING * sentence.felt.min(4.0));
                // A sentence that is too long for the room takes all of it.
                let length = (sentence.length + 1).min(limit.characters + 1);
                Choosable { length, words: vocabulary.read(&sentence.text), prior }
            })
            .collect();
        let chosen = choose_some(&pieces, &vocabulary.weights(), limit.characters + 1, limit.sentences, wanted);
        fitted(sentences, chosen, limit)
    }

    /// The sentences, those too long to stand beside the wanted one in the clauses of theirs that fit.
    fn beside(&self, wanted: Option<usize>, limit: EssenceLimit) -> Vec<EssenceSentence> {
        let taken = wanted.map_or(0, |index| self.sentences[index].length + 1);
        let room = limit.characters.saturating_sub(taken);
        let is_long = |index: usize, sentence: &EssenceSentence| {
            Some(index) != wanted && taken > 0 && sentence.length > room && room >= WORTH_CUTTING
        };
        let shortened = |(index, sentence): (usize, &EssenceSentence)| {
            let shorter = if is_long(index, sentence) { clauses::by_clause(&sentence.text, room) } else { None };
            let Some(text) = shorter else { return sentence.clone() };
            EssenceSentence { length: text.chars().count(), text, felt: sentence.felt }
        };
        self.sentences.iter().enumerate().map(shortened).collect()
    }
}

/// The chosen sentences, and what still fits of the next one.
fn fitted(sentences: &[EssenceSentence], mut chosen: Vec<usize>, limit: EssenceLimit) -> String {
    if chosen.is_empty() {
        chosen.push(0);
    }
    let used: usize = chosen.iter().map(|index| sentences[*index].length + 1).sum();
    let left = (limit.characters + 1).saturating_sub(used + 1);
    let next = (0..sentences.len()).find(|index| !chosen.contains(index));
    let is_safe = |index: &usize| clauses::by_clause(&sentences[*index].text, left).is_some();
    if let Some(next) = next.filter(is_safe).filter(|_| chosen.len() < limit.sentences && left >= WORTH_CUTTING) {
        chosen.push(next);
        chosen.sort_unstable();
    }
    let mut room = limit.characters;
    let whole: usize = chosen.iter().map(|index| sentences[*index].length + 1).sum();
    let mut over = whole.saturating_sub(limit.characters + 1);
    let mut pieces: Vec<String> = Vec::new();
    for index in &chosen {
        let sentence = &sentences[*index];
        // Who came last gives way: every other one fits by itself.
        let is_cut = over > 0 && (Some(*index) == next || chosen.len() == 1);
        let piece = if is_cut {
            let kept = clauses::within(&sentence.text, sentence.length.saturating_sub(over).min(room));
            over = 0;
            // A stump such as "Finally…" tells nothing.
            if kept.chars().count() < WORTH_CUTTING && chosen.len() > 1 { String::new() } else { kept }
        } else {
            clauses::within(&sentence.text, room)
        };
        room = room.saturating_sub(piece.chars().count() + 1);
        if !piece.is_empty() {
            pieces.push(piece);
        }
    }
    join(pieces.iter().map(String::as_str))
}

/// Sentences side by side: a space behind a Latin one, nothing behind a Japanese mark.
pub(super) fn join<'a>(pieces: impl Iterator<Item = &'a str>) -> String {
    let mut joined = String::new();
    for piece in pieces {
        push(&mut joined, piece);
    }
    joined
}

/// Puts a piece behind others, with the space that its language wants.
pub(super) fn push(joined: &mut String, piece: &str) {
    let is_latin = piece.chars().next().is_some_and(|first| first.is_ascii());
    let is_tight = joined.ends_with(['。', '！', '？', '」', '\n']) || (joined.ends_with('…') && !is_latin);
    if !joined.is_empty() && !is_tight {
        joined.push(' ');
    }
    joined.push_str(piece);
}
