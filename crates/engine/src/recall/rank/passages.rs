//! Whether the prompt's words stand close together in a memory or strewn over a long text, and whether it
//! begins with them.

use std::collections::{BTreeSet, HashMap};

use omoide_core::TermKind;

use super::readings::SentenceWords;
use crate::recall::constants::passages::{BEGINNING, SENTENCES};
use crate::recall::search::words::Weighed;

/// The words of a prompt, by what they count.
pub(in crate::recall) struct Passages<'q> {
    words: Vec<&'q Weighed>,
    /// Where each stands among them.
    places: HashMap<&'q str, Vec<usize>>,
}

impl<'q> Passages<'q> {
    pub(in crate::recall) fn new(weighed: &'q [Weighed]) -> Self {
        let is_word = |weighed: &&Weighed| weighed.term.kind() == TermKind::Word;
        let words: Vec<&Weighed> = weighed.iter().filter(is_word).collect();
        let mut places: HashMap<&str, Vec<usize>> = HashMap::with_capacity(words.len());
        for (at, word) in words.iter().enumerate() {
            for term in std::iter::once(&word.term).chain(&word.others) {
                places.entry(term.text()).or_default().push(at);
            }
        }
        Self { words, places }
    }

    pub(in crate::recall) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// What the words count that stand in the best passage of a text, which is given by the words of its
    /// sentences.
    pub(in crate::recall) fn passage(&self, sentences: &[SentenceWords]) -> f64 {
        let found: Vec<BTreeSet<usize>> = sentences.iter().map(|words| self.found(words)).collect();
        best_passage(&found, |passage| self.count(passage))
    }

    /// What those of the words count that are among these.
    pub(in crate::recall) fn these(&self, words: &SentenceWords) -> f64 {
        self.count(&[self.found(words)])
    }

    fn count(&self, passage: &[BTreeSet<usize>]) -> f64 {
        // In order, so that the sum is the same every time.
        let all: BTreeSet<usize> = passage.iter().flatten().copied().collect();
        all.into_iter().map(|word| self.words[word].weight).sum()
    }

    fn found(&self, words: &SentenceWords) -> BTreeSet<usize> {
        words.iter().filter_map(|word| self.places.get(word)).flatten().copied().collect()
    }
}

/// The beginning of a text.
pub(in crate::recall) fn beginning(text: &str) -> &str {
    let line = text.trim_start().split(['\n', '。']).next().unwrap_or_default();
    let end = line.char_indices().nth(BEGINNING).map_or(line.len(), |(at, _)| at);
    &line[..end]
}

/// What the best passage of a text counts; a text that is no longer than a passage is one.
pub(in crate::recall) fn best_passage<T>(sentences: &[T], count: impl Fn(&[T]) -> f64) -> f64 {
    if sentences.len() <= SENTENCES {
        return count(sentences);
    }
    sentences.windows(SENTENCES).map(count).fold(0.0, f64::max)
}
