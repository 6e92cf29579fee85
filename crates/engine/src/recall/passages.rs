//! Whether the prompt's words stand close together in a memory or strewn over a long text, and whether it
//! begins with them.

use std::collections::{BTreeSet, HashSet};

use omoide_core::ports::Understanding;
use omoide_core::{TermKind, Wording};
use omoide_language::sentences::sentences;

use super::lexical::Weighed;

/// How many sentences make a passage.
const SENTENCES: usize = 3;

/// The most sentences of a memory that are looked through.
const MOST_SENTENCES: usize = 64;

/// How many characters of its first line are the beginning of a memory.
const BEGINNING: usize = 24;

/// What words count where.
#[derive(Clone, Copy, Default)]
pub(super) struct Shares {
    /// In the best passage.
    pub passage: f64,
    /// At the beginning.
    pub beginning: f64,
}

/// The words of a prompt, by what they count.
pub(super) struct Passages<'q> {
    words: Vec<(&'q str, f64)>,
}

impl<'q> Passages<'q> {
    pub(super) fn new(weighed: &'q [Weighed]) -> Self {
        let is_word = |weighed: &&Weighed| weighed.term.kind() == TermKind::Word;
        Self { words: weighed.iter().filter(is_word).map(|w| (w.term.text(), w.weight)).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// What the words count that stand in the memory's best passage, and at its beginning.
    pub(super) fn shares(&self, wording: &Wording, understanding: &dyn Understanding) -> Shares {
        let said = wording.said.as_deref().unwrap_or(&wording.trigger);
        let replied = wording.replied.as_deref().unwrap_or(&wording.content);
        let texts = [said, replied].into_iter().flat_map(sentences);
        let found: Vec<BTreeSet<usize>> =
            texts.take(MOST_SENTENCES).map(|text| self.found(text, understanding)).collect();
        let share = |passage: &[BTreeSet<usize>]| -> f64 {
            // In order, so that the sum is the same every time.
            let all: BTreeSet<usize> = passage.iter().flatten().copied().collect();
            all.into_iter().map(|word| self.words[word].1).sum()
        };
        let passage = if found.len() <= SENTENCES {
            share(&found)
        } else {
            found.windows(SENTENCES).map(share).fold(0.0, f64::max)
        };
        let line = said.trim_start().split(['\n', '。']).next().unwrap_or_default();
        let end = line.char_indices().nth(BEGINNING).map_or(line.len(), |(at, _)| at);
        Shares { passage, beginning: share(&[self.found(&line[..end], understanding)]) }
    }

    fn found(&self, sentence: &str, understanding: &dyn Understanding) -> BTreeSet<usize> {
        let content = understanding.content_words(sentence);
        let content: HashSet<&str> = content.iter().map(String::as_str).collect();
        self.words.iter().enumerate().filter(|(_, (word, _))| content.contains(word)).map(|(at, _)| at).collect()
    }
}
