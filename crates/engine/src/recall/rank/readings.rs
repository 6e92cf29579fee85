//! What was found in texts before, for processes that read the same ones again and again: a text always reads the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use omoide_core::ports::Understanding;
use omoide_language::embedding::{DIMENSIONS, stem_vector};

use crate::recall::constants::readings::{SENTENCES, WORDS};

/// The words of a sentence that carry its content, in one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::recall) struct SentenceWords(Arc<str>);

/// Stands behind each word; no word has it.
const END: char = '\0';

impl SentenceWords {
    /// They, in the order of the sentence.
    pub(in crate::recall) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator(END)
    }
}

impl<S: AsRef<str>> FromIterator<S> for SentenceWords {
    fn from_iter<I: IntoIterator<Item = S>>(words: I) -> Self {
        let mut all = String::new();
        for word in words {
            all.push_str(word.as_ref());
            all.push(END);
        }
        Self(all.into())
    }
}

/// The vector of a word, if it has one.
pub(in crate::recall) type WordVector = Arc<Option<[f32; DIMENSIONS]>>;

/// Sentences and words that were read.
#[derive(Debug)]
pub(crate) struct Readings {
    sentences: Kept<SentenceWords>,
    words: Kept<WordVector>,
}

impl Default for Readings {
    fn default() -> Self {
        Self { sentences: Kept::of(SENTENCES), words: Kept::of(WORDS) }
    }
}

impl Readings {
    pub(in crate::recall) fn words(&self, sentence: &str, understanding: &dyn Understanding) -> SentenceWords {
        self.sentences.get(sentence, || understanding.content_words(sentence).into_iter().collect())
    }

    pub(in crate::recall) fn vector(&self, word: &str) -> WordVector {
        self.words.get(word, || Arc::new(stem_vector(word)))
    }

    /// Lets go of everything.
    pub(crate) fn forget(&self) {
        self.sentences.clear();
        self.words.clear();
    }
}

/// What was found out about texts; those that were asked for least lately go first.
#[derive(Debug)]
struct Kept<T> {
    most: usize,
    /// Those that were asked for lately, and those that were before them.
    generations: Mutex<[HashMap<Box<str>, T>; 2]>,
}

impl<T: Clone> Kept<T> {
    fn of(most: usize) -> Self {
        Self { most, generations: Mutex::default() }
    }

    /// What is known of a text, or is found out now.
    fn get(&self, text: &str, find: impl FnOnce() -> T) -> T {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let [young, old] = &mut *generations;
        if let Some(known) = young.get(text) {
            return known.clone();
        }
        let known = old.remove_entry(text);
        // Nobody waits while it is being found out.
        drop(generations);
        let (text, found) = known.unwrap_or_else(|| (text.into(), find()));
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        let [young, old] = &mut *generations;
        if young.len() >= self.most {
            *old = std::mem::take(young);
        }
        young.insert(text, found.clone());
        found
    }

    fn clear(&self) {
        *self.generations.lock().unwrap_or_else(PoisonError::into_inner) = Default::default();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn what_was_asked_for_lately_is_kept_and_the_rest_goes() {
        let kept: Kept<usize> = Kept::of(4);
        let found = Cell::new(0);
        let ask = |text: &str| {
            let before = found.get();
            let length = kept.get(text, || {
                found.set(found.get() + 1);
                text.len()
            });
            assert_eq!(length, text.len());
            found.get() == before
        };
        for text in ["a", "bb", "ccc", "dddd"] {
            assert!(!ask(text) && ask(text), "{text}");
        }
        // Each new one pushes out others, but not the one that is asked for all the time.
        for number in 0..40 {
            assert!(!ask(&format!("new {number}")) && ask("a"));
        }
        assert!(!ask("bb"));
        let [young, old] = &*kept.generations.lock().expect("nobody panicked");
        assert!(young.len() + old.len() <= 8);
    }

    #[test]
    fn a_text_reads_as_it_does_without_and_nothing_is_left_when_it_is_forgotten() {
        let readings = Readings::default();
        let layer = omoide_language::LanguageLayer;
        for _ in 0..2 {
            for sentence in ["The dog sleeps in the garden.", "犬は庭で寝ている。", ""] {
                let words = readings.words(sentence, &layer);
                assert!(words.iter().eq(layer.content_words(sentence)), "{sentence}");
            }
            assert_eq!(*readings.vector("犬"), stem_vector("犬"));
        }
        readings.forget();
        assert!(readings.sentences.generations.lock().expect("nobody panicked").iter().all(HashMap::is_empty));
        assert!(readings.words.generations.lock().expect("nobody panicked").iter().all(HashMap::is_empty));
    }
}
