//! Whether the prompt's words stand close together in a memory or strewn over a long text, and whether it
//! begins with them.

use std::collections::{BTreeSet, HashSet};

use omoide_core::ports::Understanding;
use omoide_core::{TermKind, Wording};
use omoide_language::sentences::sentences;

use super::lexical::{Count, Coverage, Weighed};

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

/// A word of the prompt that is looked for.
struct Sought<'q> {
    text: &'q str,
    weight: f64,
    /// Who has it somewhere, in order.
    holders: &'q [Count],
}

/// The words of a prompt, by what they count.
pub(super) struct Passages<'q> {
    words: Vec<Sought<'q>>,
}

impl<'q> Passages<'q> {
    pub(super) fn new(coverage: &'q Coverage) -> Self {
        let is_word = |weighed: &&Weighed| weighed.term.kind() == TermKind::Word;
        let sought = |weighed: &'q Weighed| Sought {
            text: weighed.term.text(),
            weight: weighed.weight,
            holders: &weighed.holders,
        };
        Self { words: coverage.weighed.iter().filter(is_word).map(sought).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// What the words count that stand in the best passage of the memory at that place in view, and at its
    /// beginning.
    pub(super) fn shares(&self, place: usize, wording: &Wording, understanding: &dyn Understanding) -> Shares {
        // The index knows who has a word; where it stands has to be looked for only in those.
        let holds =
            |sought: &&Sought<'_>| sought.holders.binary_search_by_key(&place, |count| count.place as usize).is_ok();
        let words: Vec<&Sought<'_>> = self.words.iter().filter(holds).collect();
        if words.is_empty() {
            return Shares::default();
        }
        let said = wording.said.as_deref().unwrap_or(&wording.trigger);
        let replied = wording.replied.as_deref().unwrap_or(&wording.content);
        let texts: Vec<&str> = [said, replied].into_iter().flat_map(sentences).take(MOST_SENTENCES).collect();
        let share = |passage: &[BTreeSet<usize>]| -> f64 {
            // In order, so that the sum is the same every time.
            let all: BTreeSet<usize> = passage.iter().flatten().copied().collect();
            all.into_iter().map(|word| words[word].weight).sum()
        };
        let passage = if texts.len() <= SENTENCES {
            words.iter().map(|word| word.weight).sum()
        } else {
            let found: Vec<BTreeSet<usize>> = texts.iter().map(|text| found(&words, text, understanding)).collect();
            found.windows(SENTENCES).map(share).fold(0.0, f64::max)
        };
        let line = said.trim_start().split(['\n', '。']).next().unwrap_or_default();
        let end = line.char_indices().nth(BEGINNING).map_or(line.len(), |(at, _)| at);
        Shares { passage, beginning: share(&[found(&words, &line[..end], understanding)]) }
    }
}

/// Which of the words stand in a sentence.
fn found(words: &[&Sought<'_>], sentence: &str, understanding: &dyn Understanding) -> BTreeSet<usize> {
    let content = understanding.content_words(sentence);
    let content: HashSet<&str> = content.iter().map(String::as_str).collect();
    words.iter().enumerate().filter(|(_, word)| content.contains(word.text)).map(|(at, _)| at).collect()
}
