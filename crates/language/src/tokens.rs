//! The words of mixed Japanese and English text.
//!
//! Japanese is cut where the script changes, with okurigana kept at its kanji and function words
//! dropped by a list; there is no dictionary of the language behind it.

mod japanese;
mod morphemes;
mod reading;
mod scan;
mod stem;

use std::collections::HashSet;
use std::sync::LazyLock;

pub use crate::dictionary::PartOfSpeech;
pub use morphemes::{Morpheme, morphemes};
pub use scan::scan;
pub use stem::stem;

use crate::fold::fold;
use crate::lexicon::data_lines;

/// What kind of word a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A word of letters, of any alphabet but the Japanese.
    Word,
    /// Digits.
    Number,
    /// A mixed word: `C++`, `GPT-4`, `foo_bar.rs`, `camelCase`, `std::mem`.
    Code,
    /// A web address.
    Url,
    /// A mail address.
    Email,
    /// A run of kanji, or a known word written with kanji and kana.
    Kanji,
    /// A run of katakana.
    Katakana,
    /// Kanji with okurigana: a verb or an adjective.
    Inflected,
    /// A word in hiragana that is no function word.
    Hiragana,
}

/// One word, in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// As it is written.
    pub surface: &'a str,
    /// Without okurigana; the same as `surface` for all other kinds.
    pub root: &'a str,
    /// Where it begins, in bytes.
    pub start: usize,
    /// What it is.
    pub kind: TokenKind,
}

impl Token<'_> {
    /// Where it ends, in bytes.
    pub fn end(&self) -> usize {
        self.start + self.surface.len()
    }

    /// The word in the form that equal words share.
    pub fn folded(&self) -> String {
        let folded = fold(self.root);
        if self.kind == TokenKind::Word { stem(&folded) } else { folded }
    }

    /// Whether it says nothing about the content: a function word, a number, an empty phrase.
    pub fn is_stop_word(&self) -> bool {
        is_stop_word(&fold(self.root), self.kind)
    }
}

/// The folded words that carry the content of a text, without repeats, in the order of the text.
///
/// Long kanji runs and identifiers also give their pieces, so that 記憶設計 shares a word with 設計 and
/// `parse_date` with "date".
pub fn content_words(text: &str) -> Vec<String> {
    let mut words = Words::default();
    for token in scan(text) {
        let folded = fold(token.root);
        if is_stop_word(&folded, token.kind) {
            continue;
        }
        match token.kind {
            TokenKind::Word => {
                words.add(stem(&folded));
                words.add_parts(&folded, &['-', '\'']);
            }
            TokenKind::Code => {
                words.add(folded.clone());
                words.add_parts(&folded, &['-', '_', '.', ':', '/', '+', '#']);
            }
            TokenKind::Kanji => {
                for piece in kanji_pieces(&folded) {
                    words.add(piece);
                }
            }
            _ => words.add(folded),
        }
    }
    words.list
}

/// Whether a folded word of that kind is a stop word.
pub(crate) fn is_stop_word(folded: &str, kind: TokenKind) -> bool {
    match kind {
        TokenKind::Number => folded.len() < 2,
        TokenKind::Url | TokenKind::Email => false,
        TokenKind::Word => {
            ENGLISH_STOP_WORDS.contains(folded) || (folded.len() < 2 && folded.is_ascii()) || is_laughter(folded)
        }
        TokenKind::Code => ENGLISH_STOP_WORDS.contains(folded),
        TokenKind::Kanji | TokenKind::Inflected => JAPANESE_STOP_WORDS.contains(folded),
        TokenKind::Katakana => JAPANESE_STOP_WORDS.contains(folded) || folded.chars().count() < 2,
        TokenKind::Hiragana => JAPANESE_STOP_WORDS.contains(folded),
    }
}

fn is_laughter(folded: &str) -> bool {
    folded.bytes().all(|b| b == b'w')
}

/// The run itself, then its two-character pieces when it has four characters or more. In runs of an odd
/// length it is not known where the odd character is, so that all neighbours are pieces.
pub(crate) fn kanji_pieces(run: &str) -> Vec<String> {
    let characters: Vec<char> = run.chars().collect();
    let mut pieces = vec![run.to_owned()];
    if characters.len() == 3 && characters.last().is_some_and(|c| "化性的者率用中員家式型時力".contains(*c))
    {
        pieces.push(characters[..2].iter().collect());
    }
    if characters.len() >= 4 && characters.iter().all(|c| crate::fold::script(*c) == crate::fold::Script::Kanji) {
        let step = if characters.len().is_multiple_of(2) { 2 } else { 1 };
        pieces.extend(characters.windows(2).step_by(step).map(|pair| pair.iter().collect::<String>()));
    }
    pieces
}

#[derive(Default)]
struct Words {
    list: Vec<String>,
    seen: HashSet<String>,
}

impl Words {
    fn add(&mut self, word: String) {
        if !word.is_empty() && !self.seen.contains(&word) {
            self.seen.insert(word.clone());
            self.list.push(word);
        }
    }

    fn add_parts(&mut self, folded: &str, joints: &[char]) {
        if !folded.contains(joints) {
            return;
        }
        for part in folded.split(joints) {
            if part.len() > 1 && !ENGLISH_STOP_WORDS.contains(part) {
                self.add(stem(part));
            }
        }
    }
}

static ENGLISH_STOP_WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| data_lines(include_str!("../data/stop_words_en.txt")).flat_map(str::split_whitespace).collect());

static JAPANESE_STOP_WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| data_lines(include_str!("../data/stop_words_ja.txt")).flat_map(str::split_whitespace).collect());

#[cfg(test)]
mod tests {
    use super::*;

    fn surfaces(text: &str) -> Vec<&str> {
        scan(text).into_iter().map(|t| t.surface).collect()
    }

    #[test]
    fn mixed_words_stay_whole() {
        let text = "C++ と GPT-4 と foo_bar.rs、https://example.com/a?b=1 へ me@example.org から C#、std::mem";
        assert_eq!(
            surfaces(text),
            ["C++", "GPT-4", "foo_bar.rs", "https://example.com/a?b=1", "me@example.org", "C#", "std::mem"]
        );
    }

    #[test]
    fn japanese_is_cut_by_script_and_particles_fall_out() {
        assert_eq!(content_words("前にパフォーマンスの話をしたよね"), ["パフォーマンス", "話"]);
        assert_eq!(content_words("猫がソファーで寝ている"), ["猫", "ソファー", "寝"]);
        assert_eq!(content_words("打ち合わせの資料を作成した"), ["打ち合わせ", "資料", "作成"]);
    }

    #[test]
    fn a_verb_behind_a_noun_is_a_word_of_its_own() {
        assert_eq!(content_words("会議始まる"), ["会議", "始"]);
    }

    #[test]
    fn long_kanji_runs_share_words_with_their_parts() {
        let words = content_words("記憶設計");
        assert!(words.contains(&"記憶設計".to_owned()) && words.contains(&"設計".to_owned()));
        assert!(content_words("自然言語処理").contains(&"言語".to_owned()));
    }

    #[test]
    fn english_words_are_stemmed_and_stop_words_fall_out() {
        assert_eq!(content_words("We were optimizing the queries"), ["optimiz", "query"]);
        assert_eq!(content_words("the optimization of a query"), ["optimiz", "query"]);
    }

    #[test]
    fn identifiers_give_their_parts_too() {
        assert_eq!(content_words("parse_date.rs"), ["parse_date.rs", "pars", "date", "rs"]);
    }

    #[test]
    fn full_width_and_half_width_are_one_word() {
        assert_eq!(content_words("ＳＱＬのﾃｽﾄ"), content_words("sqlのテスト"));
    }
}
