//! What a prompt is after, by which memories are weighed (S3 Intent-Aware Retrieval, SPEC R4).

use std::sync::LazyLock;

pub use omoide_core::Intent;

use crate::emotion;
use crate::fold::fold;
use crate::lexicon::{PhraseTable, data_lines};
use crate::message::{MessageType, message_type};
use crate::prose::{has_code, prose};

/// What a block of code says for a technical intent.
const CODE_WEIGHT: f32 = 4.0;
/// A feeling stronger than this is itself what the prompt is after.
const FELT_FROM: f32 = 1.2;
/// What a question says for a fact: a little, so that every other mark outweighs it.
const QUESTION_WEIGHT: f32 = 0.5;
/// How much of a text is looked at.
const LOOKED_AT: usize = 2_000;

/// What the prompt is after; a fact when nothing says otherwise.
pub fn intent(prompt: &str) -> Intent {
    let end = prompt.char_indices().nth(LOOKED_AT).map_or(prompt.len(), |(at, _)| at);
    let prompt = &prompt[..end];
    let mut weights = [0.0_f32; 5];
    for found in LEXICON.find_all(&fold(&prose(prompt))) {
        let (intent, weight) = *found.value;
        weights[intent as usize] += weight;
    }
    if has_code(prompt) {
        weights[Intent::Technical as usize] += CODE_WEIGHT;
    }
    // A technical prompt stays one in whatever mood it is written.
    if weights[Intent::Technical as usize] == 0.0 {
        let felt = emotion::strength(prompt);
        weights[Intent::Emotional as usize] += if felt > FELT_FROM { felt } else { 0.0 };
    }
    if message_type(prompt) == MessageType::Question {
        weights[Intent::Factual as usize] += QUESTION_WEIGHT;
    }
    let mut best = (Intent::Factual, 0.0);
    for intent in Intent::ALL {
        if weights[intent as usize] > best.1 {
            best = (intent, weights[intent as usize]);
        }
    }
    best.0
}

static LEXICON: LazyLock<PhraseTable<(Intent, f32)>> = LazyLock::new(|| {
    let lines = data_lines(include_str!("../data/intent.tsv")).filter_map(line);
    PhraseTable::new(
        lines.flat_map(|(intent, weight, words)| words.map(move |word| (word.to_owned(), (intent, weight)))),
    )
});

fn line(line: &'static str) -> Option<(Intent, f32, impl Iterator<Item = &'static str>)> {
    let mut fields = line.splitn(3, '\t');
    let intent = Intent::named(fields.next()?)?;
    let weight = fields.next()?.parse().ok()?;
    Some((intent, weight, fields.next()?.split(',').map(str::trim).filter(|word| !word.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_s3_and_their_like_are_told_apart() {
        use Intent::{Emotional, Factual, Relational, Technical, Temporal};
        let mut wrong = Vec::new();
        for (prompt, expected) in [
            ("初めて会った日", Emotional),
            ("嬉しかったこと", Emotional),
            ("一番悲しかった思い出は？", Emotional),
            ("猫の名前は？", Factual),
            ("誕生日いつ？", Factual),
            ("妹の好きな食べ物は？", Factual),
            ("フランスの首都は？", Factual),
            ("設定方法は？", Technical),
            ("バージョン", Technical),
            ("SQLiteのインストール手順を教えて", Technical),
            ("このエラーの原因は？", Technical),
            ("最近何した？", Temporal),
            ("昨日の話", Temporal),
            ("前回の続きをしよう", Temporal),
            ("田中さんとの関係は？", Relational),
            ("山田くんと仲良かったっけ？", Relational),
            ("when I first met you", Emotional),
            ("what made me happiest", Emotional),
            ("I feel so lonely", Emotional),
            ("what is my cat's name?", Factual),
            ("how old is Mika", Factual),
            ("how do I configure the linter?", Technical),
            ("which version of node", Technical),
            ("```\npanic!()\n```", Technical),
            ("what did we do yesterday", Temporal),
            ("when did we last talk?", Temporal),
            ("what is the relationship between Ken and Aya?", Relational),
            ("how do I know Ken", Relational),
            ("", Factual),
            ("うん", Factual),
        ] {
            if intent(prompt) != expected {
                wrong.push(format!("{prompt}: {:?}", intent(prompt)));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_line_of_the_table_can_be_read_and_every_intent_has_both_languages() {
        for intent in Intent::ALL {
            let lines: Vec<_> = data_lines(include_str!("../data/intent.tsv"))
                .map(|text| line(text).unwrap_or_else(|| panic!("{text}")))
                .filter(|(of, ..)| *of == intent)
                .collect();
            assert!(lines.len() >= 2, "{intent:?}");
        }
    }
}
