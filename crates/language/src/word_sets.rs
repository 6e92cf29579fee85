//! Sets of words by name, from `data/talk_words.txt`: what the rules about talk look for.

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, OnceLock};

use crate::lexicon::data_lines;

/// Whether a word is in the set of that name.
pub(crate) fn is_in(name: &str, word: &str) -> bool {
    SETS.get(name).is_some_and(|set| set.read().words.contains(word))
}

/// The words of the set of that name, in the order of the file.
pub(crate) fn words(name: &str) -> &'static [&'static str] {
    SETS.get(name).map_or(&[], |set| &set.read().list)
}

/// Whether a folded English word is a weekday or a month. "May" is mostly something else.
pub(crate) fn is_day_or_month(word: &str) -> bool {
    is_in("months", word) || is_in("weekdays", word) || word.strip_suffix('s').is_some_and(|day| is_in("weekdays", day))
}

/// A line of the file, and the set that it is once someone asks for it: a hook asks for a few of them.
struct WordSetLine {
    text: &'static str,
    set: OnceLock<WordSet>,
}

impl WordSetLine {
    fn read(&self) -> &WordSet {
        self.set.get_or_init(|| {
            let list: Vec<&'static str> = self.text.split_whitespace().collect();
            let words = list.iter().copied().collect();
            WordSet { list, words }
        })
    }
}

struct WordSet {
    list: Vec<&'static str>,
    words: HashSet<&'static str>,
}

static SETS: LazyLock<HashMap<&'static str, WordSetLine>> = LazyLock::new(|| {
    data_lines(include_str!("../data/talk_words.txt"))
        .filter_map(|line| {
            let (name, text) = line.split_once(": ")?;
            Some((name, WordSetLine { text, set: OnceLock::new() }))
        })
        .collect()
});

#[cfg(test)]
mod tests {
    use super::SETS;

    #[test]
    fn every_set_that_a_rule_names_is_there_and_no_other() {
        let sources = [
            include_str!("asked_value.rs"),
            include_str!("empty_talk.rs"),
            include_str!("keywords.rs"),
            include_str!("people.rs"),
            include_str!("lasting/english.rs"),
            include_str!("lasting/english_facts.rs"),
            include_str!("lasting/english_rules.rs"),
            include_str!("lasting/japanese.rs"),
            include_str!("lasting/japanese_rules.rs"),
            include_str!("protection.rs"),
            include_str!("refers_back.rs"),
            include_str!("resolution/english.rs"),
            include_str!("resolution/japanese.rs"),
            include_str!("unsaying.rs"),
        ];
        let mut named: Vec<&str> = Vec::new();
        for call in ["is_in(", "words("] {
            for source in sources {
                // `keywords("…")` and `.is_in("…")` are others.
                let is_other = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
                let calls = source.match_indices(call).filter(|(at, _)| !source[..*at].ends_with(is_other));
                let arguments = calls.map(|(at, _)| source[at + call.len()..].trim_start());
                named.extend(arguments.filter_map(|rest| rest.strip_prefix('"')?.split('"').next()));
            }
        }
        named.sort_unstable();
        named.dedup();
        let mut known: Vec<&str> = SETS.keys().copied().collect();
        known.sort_unstable();
        assert_eq!(named, known);
    }
}
