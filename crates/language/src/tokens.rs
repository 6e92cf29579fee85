//! The words of mixed Japanese and English text.

mod content;
mod morphemes;
mod reading;
mod scan;
mod stem;

use std::collections::HashSet;
use std::sync::LazyLock;

pub use crate::dictionary::PartOfSpeech;
pub use content::content_words;
pub(crate) use content::{compound_length, each_content_word, is_empty_word, is_title};
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
    fn japanese_words_come_in_their_base_form_and_particles_fall_out() {
        for (text, words) in [
            ("前にパフォーマンスの話をしたよね", &["パフォーマンス", "話"][..]),
            ("猫がソファーで寝ている", &["猫", "ソファ", "寝る"]),
            ("打ち合わせの資料を作成した", &["打ち合わせ", "資料", "作成"]),
            ("走った。うれしかった！", &["走る", "うれしい"]),
            ("食べられなかったんだよね", &["食べる"]),
            ("おにぎりありがとう", &["おにぎり", "ありがとう"]),
            ("推しが尊すぎて無理", &["推し", "尊い", "無理"]),
        ] {
            assert_eq!(content_words(text), words, "{text}");
        }
    }

    #[test]
    fn a_verb_behind_a_noun_is_a_word_of_its_own() {
        assert_eq!(content_words("会議始まる"), ["会議", "始まる"]);
    }

    #[test]
    fn spellings_of_one_word_are_one_word() {
        for (one, other) in [
            ("サーバが落ちる", "サーバーが落ちた"),
            ("國際會議", "国際会議"),
            ("ヴァイオリンを弾く", "バイオリンを弾いた"),
            ("うるさーい！", "うるさい"),
            ("ヤバイ", "やばい"),
            ("おいしーーー", "おいしい"),
        ] {
            assert_eq!(content_words(one), content_words(other));
        }
    }

    #[test]
    fn the_nominal_form_of_a_verb_meets_the_noun() {
        let words = content_words("10時から打ち合わせです");
        assert!(words.contains(&"打ち合わせ".to_owned()), "{words:?}");
    }

    #[test]
    fn chinese_comes_in_pairs_and_korean_without_particles() {
        assert!(content_words("我喜欢吃苹果").contains(&"苹果".to_owned()));
        assert!(content_words("他很喜欢").contains(&"喜欢".to_owned()));
        assert_eq!(content_words("사과를")[0], content_words("사과가")[0]);
    }

    #[test]
    fn emoji_are_words() {
        assert_eq!(content_words("無理😭👨‍👩‍👧🇯🇵🇫🇷"), ["無理", "😭", "👨‍👩‍👧", "🇯🇵", "🇫🇷"]);
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
        assert_eq!(surfaces("see src/main.rs, and/or it"), ["see", "src/main.rs", "and", "or", "it"]);
        assert!(content_words("callParseDate()").contains(&"date".to_owned()));
    }

    #[test]
    fn full_width_and_half_width_are_one_word() {
        assert_eq!(content_words("ＳＱＬのﾃｽﾄ"), content_words("sqlのテスト"));
    }
}
