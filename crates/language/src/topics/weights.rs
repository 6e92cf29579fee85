//! How much each feature says for a topic that begins.
//!
//! The weights are fitted by `tools/fit/topics.py` on the dev splits of four public sets, because nothing else has topic
//! boundaries in both languages. Talk with an assistant and talk among people have weights of their own; languages differ
//! in the base and in the usual length of a topic, and in nothing else.

use std::sync::LazyLock;

use super::cut::TopicLengths;
use super::features::{FEATURES, NAMES};
use super::reading::{TalkRole, Utterance};
use crate::lexicon::data_lines;

/// The weights of a kind of talk.
#[derive(Clone, Copy, Debug)]
pub(super) struct TopicWeights {
    base: f32,
    weights: [f32; FEATURES],
}

impl TopicWeights {
    pub(super) fn score(&self, features: &[f32; FEATURES]) -> f32 {
        self.base + features.iter().zip(&self.weights).map(|(feature, weight)| feature * weight).sum::<f32>()
    }
}

/// For a talk whose end is known.
pub(super) fn offline(talk: &[Utterance]) -> TopicWeights {
    weights(talk, 0)
}

/// For a talk that goes on.
pub(super) fn online(talk: &[Utterance]) -> TopicWeights {
    weights(talk, 1)
}

/// How long the topics of such a talk usually are.
pub(super) fn lengths(talk: &[Utterance]) -> TopicLengths {
    let row = row(if is_japanese(talk) { "length_ja" } else { "length_en" });
    TopicLengths { usual: row[0], spread: row[1] }
}

fn weights(talk: &[Utterance], mode: usize) -> TopicWeights {
    let column = mode + if has_assistant(talk) { 0 } else { 2 };
    let base = row(if is_japanese(talk) { "base_ja" } else { "base_en" })[column];
    TopicWeights { base, weights: NAMES.map(|name| row(name)[column]) }
}

fn has_assistant(talk: &[Utterance]) -> bool {
    talk.iter().any(|utterance| utterance.speaker == TalkRole::Assistant)
}

fn is_japanese(talk: &[Utterance]) -> bool {
    2 * talk.iter().filter(|utterance| utterance.is_japanese).count() > talk.len()
}

type Row = [f32; 4];

fn row(name: &str) -> Row {
    ROWS.iter().find(|(known, _)| *known == name).map(|(_, row)| *row).expect("the table has a row for every feature")
}

/// Rows by name: columns for talk with an assistant offline and online, then for talk among people.
static ROWS: LazyLock<Vec<(&'static str, Row)>> = LazyLock::new(|| {
    let lines = data_lines(include_str!("../../data/topic_weights.tsv"));
    lines
        .map(|line| {
            let mut fields = line.split('\t');
            let name = fields.next().unwrap_or_default();
            let mut row = Row::default();
            for (number, field) in row.iter_mut().zip(fields) {
                *number = field.parse().unwrap_or_default();
            }
            (name, row)
        })
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_every_feature() {
        for name in NAMES.into_iter().chain(["base_en", "base_ja", "length_en", "length_ja"]) {
            assert!(row(name).iter().any(|number| *number != 0.0), "{name}");
        }
        assert_eq!(ROWS.len(), FEATURES + 4);
    }
}
