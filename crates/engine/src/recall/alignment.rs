//! Whether a memory has, close together, words that mean what the prompt's words mean.
//!
//! ```text
//! alignment(passage) = Σ over the prompt's words: weight × best over the passage's words: above(cosine)
//! above(cosine)      = (cosine − floor) / (1 − floor), from 0 to 1
//! ```
//!
//! Each word of the prompt is held against every word of a passage under the built-in word vectors, and the
//! nearest one counts; the same word counts in full. Only memories that were found already are looked at.

use std::collections::HashMap;

use omoide_core::TermKind;
use omoide_core::formulas::similarity::above_floor;
use omoide_language::embedding::cosine;

use super::lexical::Weighed;
use super::passages::best_passage;
use super::readings::{Readings, SentenceWords, WordVector};

/// How many of the prompt's words are aligned, the most telling first; a long prompt says the rest as well.
const MOST_WORDS: usize = 32;

/// The prompt's words, ready to be held against others.
pub(super) struct Alignment<'r> {
    readings: &'r Readings,
    /// With vectors, and with what they count.
    words: Vec<(WordVector, f64)>,
    floor: f64,
    /// How near each word that was read is to each word of the prompt, one behind the other; and where each begins. Texts
    /// that are found together share most of their words.
    near: Vec<f32>,
    seen: HashMap<Box<str>, usize>,
}

impl<'r> Alignment<'r> {
    pub(super) fn new(weighed: &[Weighed], floor: f64, readings: &'r Readings) -> Self {
        let mut telling: Vec<&Weighed> = weighed.iter().filter(|w| w.term.kind() == TermKind::Word).collect();
        telling.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        telling.truncate(MOST_WORDS);
        let with_vectors = telling.iter().map(|w| (readings.vector(w.term.text()), w.weight));
        let words = with_vectors.filter(|(vector, _)| vector.is_some()).collect();
        Self { readings, words, floor, near: Vec::new(), seen: HashMap::new() }
    }

    /// Whether there is nothing to align.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// What the words count in a text that has them all.
    pub(super) fn most(&self) -> f64 {
        self.words.iter().map(|(_, weight)| weight).sum()
    }

    /// What the words count in the best passage of a text, which is given by the words of its sentences.
    pub(super) fn of(&mut self, sentences: &[SentenceWords]) -> f64 {
        if self.words.is_empty() {
            return 0.0;
        }
        let nearest: Vec<Vec<f32>> = sentences.iter().map(|words| self.nearest(words)).collect();
        best_passage(&nearest, |passage| {
            let nearest_to = |word: usize| passage.iter().map(|sentence| sentence[word]).fold(0.0_f32, f32::max);
            self.words.iter().enumerate().map(|(at, (_, weight))| weight * f64::from(nearest_to(at))).sum()
        })
    }

    /// How near the sentence comes to each word of the prompt.
    fn nearest(&mut self, sentence: &SentenceWords) -> Vec<f32> {
        let mut nearest = vec![0.0_f32; self.words.len()];
        for word in sentence.iter() {
            let begin = self.seen.get(word).copied().unwrap_or_else(|| self.hold(word));
            for (best, near) in nearest.iter_mut().zip(&self.near[begin..]) {
                *best = best.max(*near);
            }
        }
        nearest
    }

    /// Holds a word against all of the prompt; where that stands.
    fn hold(&mut self, word: &str) -> usize {
        let own = self.readings.vector(word);
        let floor = self.floor;
        let near = |(other, _): &(WordVector, f64)| match (&*own, &**other) {
            (Some(own), Some(other)) => above_floor(f64::from(cosine(own, other)), floor).clamp(0.0, 1.0) as f32,
            _ => 0.0,
        };
        let begin = self.near.len();
        self.near.extend(self.words.iter().map(near));
        self.seen.insert(word.into(), begin);
        begin
    }
}

#[cfg(test)]
mod tests {
    use omoide_core::Term;

    use super::*;

    fn weighed(words: &[&str]) -> Vec<Weighed> {
        let weighed = |word: &&str| Weighed { term: Term::new(TermKind::Word, word), weight: 2.0 };
        words.iter().map(weighed).collect()
    }

    fn sentences(texts: &[&[&str]]) -> Vec<SentenceWords> {
        texts.iter().map(|words| words.iter().collect()).collect()
    }

    #[test]
    fn the_same_word_counts_in_full_and_one_of_like_meaning_in_part() {
        let readings = Readings::default();
        let mut alignment = Alignment::new(&weighed(&["犬"]), 0.3, &readings);
        let same = alignment.of(&sentences(&[&["犬", "散歩"]]));
        let like = alignment.of(&sentences(&[&["子犬", "散歩"]]));
        let other = alignment.of(&sentences(&[&["税金", "書類"]]));
        assert!((same - 2.0).abs() < 1e-3, "{same}");
        assert!(like > other + 0.2 && like < same, "{like} {other}");
    }

    #[test]
    fn words_count_together_only_where_they_stand_together() {
        let readings = Readings::default();
        let mut alignment = Alignment::new(&weighed(&["犬", "税金"]), 0.3, &readings);
        let near = alignment.of(&sentences(&[&["犬"], &["税金"], &["空"], &["空"], &["空"]]));
        let far = alignment.of(&sentences(&[&["犬"], &["空"], &["空"], &["空"], &["税金"]]));
        assert!(near > far + 0.5, "{near} {far}");
    }

    #[test]
    fn without_words_there_is_nothing_to_align() {
        let readings = Readings::default();
        assert_eq!(Alignment::new(&[], 0.3, &readings).of(&sentences(&[&["犬"]])), 0.0);
        assert_eq!(Alignment::new(&weighed(&["犬"]), 0.3, &readings).of(&[]), 0.0);
    }
}
