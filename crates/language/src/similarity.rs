//! How near two texts are in meaning, from 0 for nothing in common to 1 for the same.
//!
//! More than the cosine of two vectors: words are also paired with their nearest in the other text. The
//! weights were fitted by `tools/fit/similarity.py` on pairs of sentences that people had judged.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::embedding::{WordVector, cosine, vector, word_vectors};
use crate::fold::fold;
use crate::lexicon::data_lines;

/// Words and characters beyond these are not compared.
const WORDS: usize = 64;
const CHARACTERS: usize = 4_000;
/// Words this near are the same word.
const SAME: f32 = 0.999;

/// How fast the score goes from 0 to 1.
const STEEPNESS: f32 = 6.0;

/// How many features a pair has.
pub const FEATURES: usize = 7;
/// Those that each feature is also multiplied with.
const FACTORS: [usize; 3] = [0, 1, 3];
/// How many weights there are: one a feature, one a product, and the base.
const WEIGHTS: usize = FEATURES * (1 + FACTORS.len()) + 1;

/// How near two texts are in meaning.
pub fn similarity(a: &str, b: &str) -> f32 {
    if a == b {
        return 1.0;
    }
    let features = features(a, b);
    let mut score = WEIGHT[0];
    for (feature, weights) in features.iter().zip(WEIGHT[1..].chunks_exact(1 + FACTORS.len())) {
        let factors = [1.0].into_iter().chain(FACTORS.map(|factor| features[factor]));
        score += feature * factors.zip(weights).map(|(factor, weight)| factor * weight).sum::<f32>();
    }
    // Between 0 and 1 without an edge, so that no two degrees of unlikeness fall together.
    1.0 / (1.0 + (STEEPNESS * (0.5 - score)).exp())
}

/// What the similarity of two texts is told from, each from 0 to 1: the cosine of their vectors; how well
/// the words of the one find a near one in the other, the worse way and the better; the share of common
/// words, of both and of the one with fewer; the share of common pairs of characters; the ratio of lengths.
pub fn features(a: &str, b: &str) -> [f32; FEATURES] {
    let (words_a, words_b) = (word_vectors(a, WORDS), word_vectors(b, WORDS));
    if words_a.is_empty() || words_b.is_empty() {
        let is_same = fold(a) == fold(b);
        return [f32::from(u8::from(is_same)); FEATURES];
    }
    let cosine = match (vector(a), vector(b)) {
        (Some(a), Some(b)) => cosine(&a, &b).max(0.0),
        _ => 0.0,
    };
    let (one, other) = (Matched::of(&words_a, &words_b), Matched::of(&words_b, &words_a));
    let common = 0.5 * (one.common + other.common);
    let fewer = one.all.min(other.all);
    let (short, long) = (words_a.len().min(words_b.len()), words_a.len().max(words_b.len()));
    [
        cosine,
        one.nearness.min(other.nearness),
        one.nearness.max(other.nearness),
        2.0 * common / (one.all + other.all),
        common / fewer,
        common_pairs(a, b),
        short as f32 / long as f32,
    ]
}

/// How the words of one text are found in another, each counting by its weight.
struct Matched {
    nearness: f32,
    common: f32,
    all: f32,
}

impl Matched {
    fn of(words: &[WordVector], others: &[WordVector]) -> Self {
        let mut found = Self { nearness: 0.0, common: 0.0, all: f32::EPSILON };
        for word in words {
            let nearest = others.iter().map(|other| cosine(&word.vector, &other.vector)).fold(0.0, f32::max);
            found.nearness += word.weight * nearest;
            found.all += word.weight;
            if nearest >= SAME {
                found.common += word.weight;
            }
        }
        found.nearness /= found.all;
        found
    }
}

fn common_pairs(a: &str, b: &str) -> f32 {
    let pairs = |text: &str| -> HashSet<(char, char)> {
        let characters: Vec<char> = fold(beginning(text)).chars().collect();
        characters.windows(2).map(|pair| (pair[0], pair[1])).collect()
    };
    let (a, b) = (pairs(a), pairs(b));
    2.0 * a.intersection(&b).count() as f32 / (a.len() + b.len()).max(1) as f32
}

fn beginning(text: &str) -> &str {
    text.char_indices().nth(CHARACTERS).map_or(text, |(at, _)| &text[..at])
}

static WEIGHT: LazyLock<[f32; WEIGHTS]> = LazyLock::new(|| {
    let mut weights = [0.0; WEIGHTS];
    let numbers = data_lines(include_str!("../data/similarity.txt")).flat_map(str::split_whitespace);
    for (weight, number) in weights.iter_mut().zip(numbers) {
        *weight = number.parse().unwrap_or_default();
    }
    weights
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_weights_are_there() {
        let numbers = data_lines(include_str!("../data/similarity.txt")).flat_map(str::split_whitespace);
        assert_eq!(numbers.filter(|number| number.parse::<f32>().is_ok()).count(), WEIGHTS);
    }

    #[test]
    fn the_same_is_nearer_than_the_like_and_the_like_nearer_than_the_other() {
        for (text, like, other) in [
            ("犬が公園を走っている", "公園で犬が走り回っている", "女性がパソコンで仕事をしている"),
            ("I bought a new bicycle", "he just got himself a bike", "the meeting was moved to Friday"),
            ("締め切りは金曜日です", "金曜が締切だ", "猫がソファーで寝ている"),
        ] {
            let (same, like, other) = (similarity(text, text), similarity(text, like), similarity(text, other));
            assert!(same > like && like > other + 0.15, "{text}: {same} {like} {other}");
        }
    }

    #[test]
    fn it_is_the_same_either_way() {
        let (a, b) = ("I moved to Osaka in March", "三月に大阪へ引っ越した");
        assert!((similarity(a, b) - similarity(b, a)).abs() < 1e-6);
    }

    #[test]
    fn texts_without_words_have_nothing_in_common_but_themselves() {
        assert!(similarity("", "hello") < 0.3);
        assert!(similarity("！？", "！？") > 0.7);
    }
}
