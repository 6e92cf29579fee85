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
use omoide_language::embedding::{cosine, rarity};

use super::passages::best_passage;
use super::readings::{Readings, SentenceWords, WordVector};
use crate::recall::constants::alignment::{EVERYDAY, LEAST_TELLING, LEAST_TOLD, MOST_TOLD, MOST_WORDS};
use crate::recall::search::words::Weighed;

/// The prompt's words, ready to be held against others.
pub(in crate::recall) struct Alignment<'r> {
    readings: &'r Readings,
    /// With vectors, and with what they count.
    words: Vec<(WordVector, f64)>,
    /// How telling each is in everyday language.
    telling: Vec<f64>,
    floor: f64,
    /// How near each word that was read is to each word of the prompt, one behind the other; and where each begins. Texts
    /// that are found together share most of their words.
    near: Vec<f32>,
    seen: HashMap<Box<str>, (usize, f64)>,
}

/// What a text has of the prompt by the meaning of words.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::recall) struct Aligned {
    /// What the prompt's words count in its best passage.
    pub alignment: f64,
    /// The share of what the prompt's words mean, by how telling they are, that its best passage has.
    pub meaning: f64,
    /// The share of what the words of its nearest sentence mean that the prompt has.
    pub touched: f64,
    /// Where the prompt asks for a value, a time say: how near the best sentence that has one comes, as a share of the
    /// nearest sentence; 1 where nothing is asked for.
    pub answers: f64,
}

/// How telling a word is by how rare it is in everyday language.
pub(in crate::recall) fn telling(word: &str) -> f64 {
    (f64::from(rarity(word)) - EVERYDAY).clamp(LEAST_TOLD, MOST_TOLD)
}

impl<'r> Alignment<'r> {
    pub(in crate::recall) fn new(weighed: &[Weighed], floor: f64, readings: &'r Readings) -> Self {
        let mut telling: Vec<&Weighed> = weighed.iter().filter(|w| w.term.kind() == TermKind::Word).collect();
        telling.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        telling.truncate(MOST_WORDS);
        telling.retain(|w| readings.vector(w.term.text()).is_some());
        let words = telling.iter().map(|w| (readings.vector(w.term.text()), w.weight)).collect();
        let telling = telling.iter().map(|w| self::telling(w.term.text())).collect();
        Self { readings, words, telling, floor, near: Vec::new(), seen: HashMap::new() }
    }

    /// Whether there is nothing to align.
    pub(in crate::recall) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// What a text has of the prompt; it is given by the words of its sentences.
    pub(in crate::recall) fn of(&mut self, sentences: &[SentenceWords], has_value: &[bool]) -> Aligned {
        if self.words.is_empty() {
            return Aligned::default();
        }
        let mut touched = 0.0_f64;
        let mut nearest: Vec<Vec<f32>> = Vec::with_capacity(sentences.len());
        for sentence in sentences {
            let (near, share) = self.nearest(sentence);
            touched = touched.max(share);
            nearest.push(near);
        }
        let all: f64 = self.telling.iter().sum();
        let counted = |weight: &dyn Fn(usize) -> f64| {
            best_passage(&nearest, |passage| {
                let nearest_to = |word: usize| passage.iter().map(|sentence| sentence[word]).fold(0.0_f32, f32::max);
                (0..self.words.len()).map(|word| weight(word) * f64::from(nearest_to(word))).sum()
            })
        };
        let near_of = |sentence: &Vec<f32>| {
            sentence.iter().zip(&self.telling).map(|(near, telling)| f64::from(*near) * telling).sum::<f64>()
        };
        let nears: Vec<f64> = nearest.iter().map(near_of).collect();
        let most = nears.iter().copied().fold(0.0, f64::max);
        // The value may stand in the sentence behind: "The vet called. Friday at ten."
        let has_near = |at: usize| has_value[at] || has_value.get(at + 1).is_some_and(|has| *has);
        let with_value = (0..nears.len()).filter(|at| has_near(*at)).map(|at| nears[at]).fold(0.0, f64::max);
        Aligned {
            answers: if most > 0.0 { with_value / most } else { 0.0 },
            alignment: counted(&|word| self.words[word].1),
            meaning: counted(&|word| self.telling[word]) / all.max(LEAST_TELLING),
            touched,
        }
    }

    /// How near the sentence comes to each word of the prompt, and how much of it the prompt has.
    fn nearest(&mut self, sentence: &SentenceWords) -> (Vec<f32>, f64) {
        let mut nearest = vec![0.0_f32; self.words.len()];
        let (mut had, mut all) = (0.0_f64, 0.0_f64);
        for word in sentence.iter() {
            let (begin, telling) = self.seen.get(word).copied().unwrap_or_else(|| self.hold(word));
            let mut best = 0.0_f32;
            for (nearest, near) in nearest.iter_mut().zip(&self.near[begin..]) {
                *nearest = nearest.max(*near);
                best = best.max(*near);
            }
            had += telling * f64::from(best);
            all += telling;
        }
        (nearest, had / all.max(LEAST_TELLING))
    }

    /// Holds a word against all of the prompt; where that stands, and how telling it is.
    fn hold(&mut self, word: &str) -> (usize, f64) {
        let own = self.readings.vector(word);
        let floor = self.floor;
        let near = |(other, _): &(WordVector, f64)| match (&*own, &**other) {
            (Some(own), Some(other)) => above_floor(f64::from(cosine(own, other)), floor).clamp(0.0, 1.0) as f32,
            _ => 0.0,
        };
        let place = (self.near.len(), telling(word));
        self.near.extend(self.words.iter().map(near));
        self.seen.insert(word.into(), place);
        place
    }
}

#[cfg(test)]
mod tests {
    use omoide_core::Term;

    use super::*;

    fn weighed(words: &[&str]) -> Vec<Weighed> {
        let weighed = |word: &&str| Weighed { term: Term::new(TermKind::Word, word), others: Vec::new(), weight: 2.0 };
        words.iter().map(weighed).collect()
    }

    fn sentences(texts: &[&[&str]]) -> Vec<SentenceWords> {
        texts.iter().map(|words| words.iter().collect()).collect()
    }

    #[test]
    fn the_same_word_counts_in_full_and_one_of_like_meaning_in_part() {
        let readings = Readings::default();
        let mut alignment = Alignment::new(&weighed(&["犬"]), 0.3, &readings);
        let same = alignment.of(&sentences(&[&["犬", "散歩"]]), &[true]).alignment;
        let like = alignment.of(&sentences(&[&["子犬", "散歩"]]), &[true]).alignment;
        let other = alignment.of(&sentences(&[&["税金", "書類"]]), &[true]).alignment;
        assert!((same - 2.0).abs() < 1e-3, "{same}");
        assert!(like > other + 0.2 && like < same, "{like} {other}");
    }

    #[test]
    fn words_count_together_only_where_they_stand_together() {
        let readings = Readings::default();
        let mut alignment = Alignment::new(&weighed(&["犬", "税金"]), 0.3, &readings);
        let near = alignment.of(&sentences(&[&["犬"], &["税金"], &["空"], &["空"], &["空"]]), &[true; 5]).alignment;
        let far = alignment.of(&sentences(&[&["犬"], &["空"], &["空"], &["空"], &["税金"]]), &[true; 5]).alignment;
        assert!(near > far + 0.5, "{near} {far}");
    }

    #[test]
    fn without_words_there_is_nothing_to_align() {
        let readings = Readings::default();
        assert_eq!(Alignment::new(&[], 0.3, &readings).of(&sentences(&[&["犬"]]), &[true]), Aligned::default());
        assert_eq!(Alignment::new(&weighed(&["犬"]), 0.3, &readings).of(&[], &[]), Aligned::default());
    }
}
