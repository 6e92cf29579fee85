//! Whether the prompt goes on where a memory ends: what follows the last turns of a talk, or the last sentences of
//! a text, takes up their words and their subject.
//!
//! The beginning of the prompt is held against the end of each memory, by what both have in common to the letter,
//! weighed by how rare it is among the ends, and by their vectors.

use std::collections::{BTreeSet, HashMap};

use omoide_core::formulas::ranking::bm25;
use omoide_core::formulas::ranking::fused::above_the_mean;
use omoide_language::sentences::sentences;

use super::stretches::{Unit, is_word, units};
use super::{gist, voice};
use crate::recall::constants::continuation::{END, MOST_CHARACTERS};

/// What a text has that another may take up: a word, or a pair of Japanese characters.
type Feature = (Unit, Unit);

/// How much each of the ends is continued by the prompt, from 0 to 1.
pub(in crate::recall) fn shares(prompt: &str, ends: &[String]) -> Vec<f64> {
    let Some(beginning) = turns(prompt).next().map(cut) else { return vec![0.0; ends.len()] };
    let in_common = above_the_mean(&in_common(&beginning, ends));
    let near = above_the_mean(&gist::nearness(&beginning, ends));
    in_common.iter().zip(near).map(|(one, other)| (one + other) / 2.0).collect()
}

/// The end of what was said, or of what was replied to it.
pub(in crate::recall) fn end(said: &str, replied: &str) -> String {
    let mut last: Vec<String> = turns(said).chain(turns(replied)).map(cut).collect();
    last.split_off(last.len().saturating_sub(END)).join("\n")
}

/// The lines of a text without the names of who says them; of a text in one line, its sentences.
fn turns(text: &str) -> Box<dyn Iterator<Item = &str> + '_> {
    if text.trim().contains('\n') {
        Box::new(text.lines().map(voice::without_label).filter(|line| !line.is_empty()))
    } else {
        Box::new(sentences(voice::without_label(text)).into_iter())
    }
}

fn cut(text: &str) -> String {
    text.chars().take(MOST_CHARACTERS).collect()
}

fn in_common(beginning: &str, ends: &[String]) -> Vec<f64> {
    let features: Vec<BTreeSet<Feature>> = ends.iter().map(|end| features_of(end)).collect();
    let mut holders: HashMap<Feature, u64> = HashMap::new();
    for feature in features.iter().flatten() {
        *holders.entry(*feature).or_default() += 1;
    }
    let asked = features_of(beginning);
    let rarity = |feature: &Feature| bm25::idf(ends.len() as u64, holders.get(feature).copied().unwrap_or(0));
    features.iter().map(|end| end.intersection(&asked).map(rarity).sum()).collect()
}

fn features_of(text: &str) -> BTreeSet<Feature> {
    let units = units(text);
    let words = units.iter().filter(|unit| is_word(**unit)).map(|word| (*word, 0));
    let pairs = units.windows(2).filter(|pair| !is_word(pair[0]) && !is_word(pair[1])).map(|pair| (pair[0], pair[1]));
    words.chain(pairs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_last_is_continued() {
        let first =
            end("Mia: 犬を飼っています。\nAki: いいですね！\nMia: 散歩が大変です。\nAki: どこを散歩しますか？", "");
        let second = end("Mia: どこを散歩しますか？\nAki: 川です。\nMia: 夕食は何でしたか？\nAki: カレーでした。", "");
        assert_eq!(first, "散歩が大変です。\nどこを散歩しますか？");
        let shares = shares("散歩は公園が多いです。\n広いので。\nよく走ります。", &[first, second]);
        assert!(shares[0] > shares[1], "{shares:?}");
    }

    #[test]
    fn the_end_of_a_turn_is_its_reply_and_of_a_text_its_last_sentences() {
        assert_eq!(end("Hello.", "I like tea. It is warm. We drink it."), "It is warm.\nWe drink it.");
        assert_eq!(end("", ""), "");
    }

    #[test]
    fn nothing_continues_nothing() {
        assert_eq!(shares("", &["a".to_owned()]), [0.0]);
        assert_eq!(shares("犬が好き。", &[]), Vec::<f64>::new());
        assert_eq!(shares("犬が好き。", &[String::new(), String::new()]), [0.0, 0.0]);
    }
}
