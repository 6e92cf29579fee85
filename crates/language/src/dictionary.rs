//! The Japanese dictionary: which words a row of characters can be cut into, and the likeliest cut.
//!
//! The words, their costs and the costs of their neighbourhood come from IPADIC by
//! `tools/dictionary/build.py`; the way through them with the least cost is found as MeCab finds it.

mod data;
mod lattice;
mod part;

pub(crate) use data::{Category, code};
pub(crate) use lattice::{Lattice, Piece, Unit, spelling};
pub use part::PartOfSpeech;

/// Whether the word is in the dictionary as it is written.
pub(crate) fn knows(word: &str) -> bool {
    let mut walk = data::Walk::begin();
    let mut is_word = false;
    for c in word.chars() {
        match walk.step(code(c)) {
            Some(found) => is_word = found.is_some(),
            None => return false,
        }
    }
    is_word
}

#[cfg(test)]
mod tests {
    use super::knows;

    #[test]
    fn everyday_words_are_known_and_their_beginnings_are_not() {
        for word in ["おにぎり", "会議", "始まる", "始まっ", "うれしかっ", "スマホ", "サーバー", "田中", "東京"]
        {
            assert!(knows(word), "{word}");
        }
        for word in ["おにぎ", "会議始", "", "abc", "ゐゑゐゑ"] {
            assert!(!knows(word), "{word}");
        }
    }
}
