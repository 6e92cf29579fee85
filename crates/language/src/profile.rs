//! How much of what a person said speaks for a sentence about that person.
//!
//! A sentence such as "works at a help desk" is held against everything the person said. It has support where its words,
//! or words that mean nearly the same, come up together. What the other one said just before counts too, but less: "Do you
//! have children?" and "Two" together tell what neither tells alone. A sentence is not understood: whoever often says that
//! they hate snow supports "loves snow" too. Use [`crate::agreement`] for pairs in which that matters, and
//! [`crate::lasting`] for whether a sentence tells something that stays true.

use std::collections::HashMap;

use crate::embedding::{self, DIMENSIONS, cosine};
use crate::tokens::content_words;

/// The cosine below which two words have nothing to do with each other.
const FLOOR: f32 = 0.2;
/// How much a word of nearly the same meaning counts beside the same word.
const NEAR: f32 = 0.8;
/// How much counts what the other one said just before.
const BEFORE: f32 = 0.6;
/// Words as usual as this say hardly anything (see [`embedding::rarity`]), but a little.
const USUAL: f32 = 5.0;
const LEAST: f32 = 1.0;
/// Words of a sentence beyond these are not looked for.
const MOST_WORDS: usize = 48;
/// So many of the best utterances say whether something comes up more than once.
const OFTEN: usize = 4;

// FLOOR, NEAR, BEFORE and OFTEN were chosen on the dev split of `profile_rpc`, to one digit; others near them do as well.

/// What a person said, with what they answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnWords<'t> {
    /// The person's own words.
    pub said: &'t str,
    /// What someone else said just before; empty when nobody did.
    pub before: &'t str,
}

/// How much speaks for the sentence, from 0 for nothing to 1 for a person who keeps saying so.
pub fn support(sentence: &str, utterances: &[OwnWords<'_>]) -> f64 {
    PersonVoice::new(utterances).support(sentence)
}

/// All that a person said, read once for many sentences.
#[derive(Clone, Default, Debug)]
pub struct PersonVoice {
    words: HashMap<String, usize>,
    /// The vector of each word; none where the table has none.
    vectors: Vec<Option<[f32; DIMENSIONS]>>,
    utterances: Vec<ReadUtterance>,
}

/// The words of an utterance and of the one before it.
#[derive(Clone, Debug)]
struct ReadUtterance {
    said: Vec<usize>,
    before: Vec<usize>,
}

impl PersonVoice {
    /// Reads what the person said.
    pub fn new(utterances: &[OwnWords<'_>]) -> Self {
        let mut voice = Self::default();
        for utterance in utterances {
            let read = ReadUtterance { said: voice.read(utterance.said), before: voice.read(utterance.before) };
            voice.utterances.push(read);
        }
        voice
    }

    /// How much speaks for the sentence, from 0 to 1.
    pub fn support(&self, sentence: &str) -> f64 {
        let asked: Vec<AskedWord> =
            content_words(sentence).iter().take(MOST_WORDS).map(|word| self.asked(word)).collect();
        let all: f32 = asked.iter().map(|word| word.weight).sum();
        if all <= 0.0 || self.utterances.is_empty() {
            return 0.0;
        }
        let mut found: Vec<f32> = self.utterances.iter().map(|utterance| utterance.support(&asked) / all).collect();
        found.sort_by(|a, b| b.total_cmp(a));
        let often = found.iter().take(OFTEN).sum::<f32>() / OFTEN as f32;
        f64::from((found[0] + often) / 2.0)
    }

    fn read(&mut self, text: &str) -> Vec<usize> {
        let mut places = Vec::new();
        for word in content_words(text) {
            let next = self.vectors.len();
            let place = *self.words.entry(word).or_insert_with_key(|word| {
                self.vectors.push(embedding::stem_vector(word));
                next
            });
            places.push(place);
        }
        places
    }

    fn asked(&self, word: &str) -> AskedWord {
        let weight = (embedding::rarity(word) - USUAL).max(LEAST);
        let vector = embedding::stem_vector(word);
        let nearness = |other: &Option<[f32; DIMENSIONS]>| match (&vector, other) {
            (Some(one), Some(other)) => NEAR * ((cosine(one, other) - FLOOR) / (1.0 - FLOOR)).clamp(0.0, 1.0),
            _ => 0.0,
        };
        let mut nearness: Vec<f32> = self.vectors.iter().map(nearness).collect();
        if let Some(same) = self.words.get(word) {
            nearness[*same] = 1.0;
        }
        AskedWord { weight, nearness }
    }
}

/// A word of a sentence, with how near each word of the person is to it.
struct AskedWord {
    weight: f32,
    nearness: Vec<f32>,
}

impl ReadUtterance {
    fn support(&self, asked: &[AskedWord]) -> f32 {
        let nearest =
            |word: &AskedWord, places: &[usize]| places.iter().map(|place| word.nearness[*place]).fold(0.0, f32::max);
        asked.iter().map(|word| word.weight * nearest(word, &self.said).max(BEFORE * nearest(word, &self.before))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: [OwnWords<'static>; 5] = [
        OwnWords {
            said: "朝はいつも豆乳を飲んでから走ります。", before: "朝ごはんは食べますか？"
        },
        OwnWords { said: "ええ、二人います。", before: "お子さんはいらっしゃいますか？" },
        OwnWords { said: "I repair old clocks in my workshop.", before: "What do you do all day?" },
        OwnWords { said: "The workshop is full of clocks.", before: "" },
        OwnWords { said: "そうなんですね！", before: "私は北海道でスキーをします。" },
    ];

    #[track_caller]
    fn is_likelier(one: &str, other: &str) {
        let voice = PersonVoice::new(&SAID);
        let (one_by, other_by) = (voice.support(one), voice.support(other));
        assert!(one_by > other_by + 0.03, "{one} {one_by} | {other} {other_by}");
    }

    #[test]
    fn what_was_said_has_more_support_than_what_never_came_up() {
        is_likelier("豆乳をよく飲む", "釣りが趣味です");
        is_likelier("毎朝ジョギングをする", "ピアノを習っている");
        is_likelier("mends clocks", "plays the trumpet");
    }

    #[test]
    fn a_question_and_its_answer_count_together() {
        is_likelier("子供がいる", "ピアノを習っている");
    }

    #[test]
    fn what_only_the_other_one_said_counts_less() {
        let own = [OwnWords { said: "私は北海道でスキーをします。", before: "" }];
        assert!(support("北海道でスキーをする", &own) > support("北海道でスキーをする", &SAID) + 0.2);
    }

    #[test]
    fn what_comes_up_often_has_more_support() {
        let once = [OwnWords { said: "I love my garden.", before: "" }];
        let often = [once[0]; 4];
        assert!(support("loves gardens", &often) > support("loves gardens", &once));
    }

    #[test]
    fn support_lies_between_nothing_and_one() {
        assert_eq!(support("豆乳", &[]).to_bits(), 0.0_f64.to_bits());
        assert_eq!(support("", &SAID).to_bits(), 0.0_f64.to_bits());
        assert_eq!(support("…", &SAID).to_bits(), 0.0_f64.to_bits());
        let same = [OwnWords { said: "猫を飼っています", before: "" }; 4];
        let all = support("猫を飼っています", &same);
        assert!((all - 1.0).abs() < 1e-6, "{all}");
    }
}
