//! The words of a text, with how much each tells: names and numbers most, common words little.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::lexicon::data_lines;
use crate::tokens::{Token, TokenKind, scan};

/// What a summary must not lose.
const NAME: f32 = 3.0;
const NUMBER: f32 = 2.0;
const COMMON_WORD: f32 = 0.4;
/// What a word tells that stands in the summary anyway.
const QUIET: f32 = 0.3;
/// Words of one sentence beyond these are not looked at, so that the time stays linear.
const MOST_WORDS: usize = 200;

/// The words of a text by number, with how much each tells.
#[derive(Default)]
pub(super) struct Vocabulary {
    numbers: HashMap<String, usize>,
    entries: Vec<Shortened>,
}

struct Shortened {
    count: f32,
    information: f32,
}

impl Vocabulary {
    /// The numbers of the words of a sentence that tell something.
    pub(super) fn read(&mut self, sentence: &str) -> Vec<usize> {
        let mut numbers = Vec::new();
        for token in scan(sentence) {
            let information = information(sentence, &token);
            if information <= 0.0 {
                continue;
            }
            let next = self.entries.len();
            let number = *self.numbers.entry(token.folded()).or_insert(next);
            if number == next {
                self.entries.push(Shortened { count: 0.0, information: 0.0 });
            }
            let entry = &mut self.entries[number];
            entry.count += 1.0;
            entry.information = entry.information.max(information);
            if !numbers.contains(&number) {
                numbers.push(number);
            }
            if numbers.len() == MOST_WORDS {
                break;
            }
        }
        numbers
    }

    /// The name tells little: the summary has it anyway.
    pub(super) fn quiet(&mut self, name: &str) {
        for token in scan(name) {
            if let Some(number) = self.numbers.get(&token.folded()) {
                self.entries[*number].information = QUIET;
            }
        }
    }

    pub(super) fn weights(&self) -> Vec<f32> {
        self.entries.iter().map(|entry| entry.information * (1.0 + entry.count.ln())).collect()
    }
}

/// How much a word of a sentence tells.
pub(super) fn information(sentence: &str, token: &Token<'_>) -> f32 {
    if token.kind == TokenKind::Number {
        return NUMBER;
    }
    if token.is_stop_word() {
        return 0.0;
    }
    match token.kind {
        TokenKind::Word => word_information(sentence, token),
        TokenKind::Code | TokenKind::Katakana => 1.6,
        TokenKind::Kanji => 1.3,
        TokenKind::Inflected => 0.8,
        TokenKind::Hiragana => 0.5,
        TokenKind::Number | TokenKind::Url | TokenKind::Email => 1.0,
    }
}

fn word_information(sentence: &str, token: &Token<'_>) -> f32 {
    let opens =
        sentence[..token.start].trim_end().chars().next_back().is_none_or(|c| matches!(c, '.' | '!' | '?' | '"' | ':'));
    let is_capital = token.surface.chars().next().is_some_and(char::is_uppercase);
    if is_capital && !opens {
        NAME
    } else if COMMON.contains(token.surface.to_ascii_lowercase().as_str()) {
        COMMON_WORD
    } else {
        1.0
    }
}

static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    data_lines(include_str!("../../data/common_words_en.txt")).flat_map(str::split_whitespace).collect()
});
