//! The Japanese dictionary: which words a row of characters can be cut into, and the likeliest cut.
//!
//! The words, their costs and the costs of their neighbourhood come from IPADIC by
//! `tools/dictionary/build.py`; the way through them with the least cost is found as MeCab finds it.

mod data;
mod lattice;
mod part;

pub(crate) use data::{CharacterClass, code};
pub(crate) use lattice::{CutWord, Lattice, LatticeUnit, characters, spelling};
pub use part::PartOfSpeech;

/// Whether the dictionary has the word as a noun, written just so.
pub(crate) fn is_noun(word: &str) -> bool {
    number(word).is_some_and(|number| data::entries(number).any(|entry| data::part(entry.class).is_noun()))
}

/// Whether a word of the dictionary begins with the character.
pub(crate) fn begins_with(c: char) -> bool {
    data::Walk::begin().step(code(c)).is_some()
}

fn number(word: &str) -> Option<u32> {
    let mut walk = data::Walk::begin();
    let mut found = None;
    for c in word.chars() {
        found = walk.step(code(c))?;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{is_noun, number};

    #[test]
    fn everyday_words_are_known_and_their_beginnings_are_not() {
        for word in ["おにぎり", "会議", "始まる", "始まっ", "うれしかっ", "スマホ", "サーバー", "田中", "東京"]
        {
            assert!(number(word).is_some(), "{word}");
        }
        for word in ["おにぎ", "会議始", "", "abc", "ゐゑゐゑ"] {
            assert!(number(word).is_none(), "{word}");
        }
        assert!(is_noun("会議") && !is_noun("始まる"));
    }
}
