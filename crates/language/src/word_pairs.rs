//! Which words of Japanese an English word may be, and the other way round: hospital is 病院.
//!
//! The table is made by `tools/word_pairs`. It is looked up as it lies, so it costs nothing until a word is asked for.

use crate::sorted_lines::SortedLines;

static TABLE: SortedLines = SortedLines(include_str!("../data/word_pairs.tsv"));

/// The words of the other language that mean what the word means, the likeliest first. Words are as
/// [`content_words`](crate::tokens::content_words) gives them: stems and base forms.
pub fn others(word: &str) -> impl Iterator<Item = &'static str> {
    TABLE.find(word).unwrap_or_default().split_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(word: &str, other: &str) -> bool {
        others(word).any(|found| found == other)
    }

    #[test]
    fn everyday_words_are_paired_both_ways() {
        for (english, japanese) in [
            ("dog", "犬"),
            ("hospital", "病院"),
            ("throat", "喉"),
            ("birthday", "誕生日"),
            ("appointment", "予約"),
            ("eat", "食べる"),
            ("coffee", "コーヒ"),
            ("kiwi", "キウイ"),
        ] {
            let english = crate::tokens::stem(english);
            assert!(has(&english, japanese) && has(japanese, &english), "{english} {japanese}");
        }
        assert_eq!(others("zzzz").count() + others("").count() + others("ゐゑ").count(), 0);
    }

    #[test]
    fn every_line_is_found() {
        assert!(TABLE.0.lines().map(|line| line.split('\t').next().unwrap_or_default()).is_sorted());
        for wanted in TABLE.0.lines() {
            let (word, others) = wanted.split_once('\t').expect("a word and others");
            assert_eq!(TABLE.find(word), Some(others), "{word}");
            assert!(!others.is_empty() && others.split(' ').all(|other| other.is_ascii() != word.is_ascii()), "{word}");
        }
    }
}
