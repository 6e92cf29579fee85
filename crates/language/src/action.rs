//! Whether a sentence is about something to be done: it asks for it, proposes it, or agrees to it.
//!
//! "Could you send me the list?", "Let's meet on Friday", "I'll call her tomorrow", 「来週までに直しておきます」. A sentence that
//! tells what was done, or how things are, is about nothing to be done, and neither is "thanks for sending it".

mod english;
mod japanese;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

pub(crate) use english::is_verb as is_order_verb;
pub use english::{ACTION_FEATURES, action_features};

use crate::fold::{fold, is_japanese};
use crate::lexicon::{PhraseTable, data_lines};

/// Only the beginning of a long text is read.
const LOOKED_AT: usize = 1_000;

/// Whether the sentence asks for, proposes or agrees on something to do.
pub fn is_action(sentence: &str) -> bool {
    action_score(sentence) > 0.0
}

/// How much speaks for something to be done; above zero it is likelier than not.
pub fn action_score(sentence: &str) -> f32 {
    let end = sentence.char_indices().nth(LOOKED_AT).map_or(sentence.len(), |(at, _)| at);
    let sentence = &sentence[..end];
    if is_japanese(sentence) { japanese::score(sentence) } else { english::score(sentence) }
}

/// How often phrases of each kind stand in a sentence.
struct ActionCues(HashMap<&'static str, u16>);

impl ActionCues {
    fn of(sentence: &str) -> Self {
        let mut counts = HashMap::new();
        for found in PHRASES.find_all(&fold(sentence)) {
            *counts.entry(*found.value).or_default() += 1;
        }
        Self(counts)
    }

    fn has(&self, kind: &str) -> bool {
        self.0.contains_key(kind)
    }
}

/// The phrases, without those that are looked up word by word.
static PHRASES: LazyLock<PhraseTable<&'static str>> = LazyLock::new(|| {
    let phrases = lines().filter(|(kind, _)| !matches!(*kind, "verb" | "object"));
    PhraseTable::new(phrases.flat_map(|(kind, words)| words.map(move |word| (word.to_owned(), kind))))
});

fn lines() -> impl Iterator<Item = (&'static str, impl Iterator<Item = &'static str>)> {
    data_lines(include_str!("../data/actions.tsv")).filter_map(|line| {
        let (kind, words) = line.split_once('\t')?;
        Some((kind, words.split(',').map(str::trim).filter(|word| !word.is_empty())))
    })
}
