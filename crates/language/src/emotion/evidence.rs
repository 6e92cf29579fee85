//! What the fitted heads see of a text: the sum of its cues and marks, and for Latin words the words themselves.

use omoide_core::Tag;

use super::cues::FeelingCue;
use super::marks::Marks;
use super::plain::PlainText;
use crate::embedding::{self, DIMENSIONS};
use crate::fold::{Script, script};

/// How many numbers the cues and marks give.
pub(super) const DENSE: usize = 21 + Tag::ALL.len();
/// The most word features that one text can have.
const MOST_GRAMS: usize = 400;

/// The evidence that a text gives of its feeling.
#[derive(Clone, PartialEq, Debug)]
pub struct FeelingEvidence {
    /// Sums over cues and marks, the same for every language.
    pub dense: Vec<f32>,
    /// Hashes of the Latin words and pairs of words, sorted, without repeats.
    pub grams: Vec<u32>,
    /// The text's vector; all zero when it has no words.
    pub vector: [f32; DIMENSIONS],
}

impl FeelingEvidence {
    pub(super) fn of(text: &str, plain: &PlainText, cues: &[FeelingCue], marks: Marks) -> Self {
        let vector = embedding::vector(text).unwrap_or([0.0; DIMENSIONS]);
        Self { dense: dense(cues, marks), grams: grams(plain), vector }
    }
}

fn dense(cues: &[FeelingCue], marks: Marks) -> Vec<f32> {
    let sum = |pick: fn(f32) -> f32| cues.iter().map(|c| pick(c.valence)).sum::<f32>();
    let most = |pick: fn(f32) -> f32| cues.iter().map(|c| pick(c.valence)).fold(0.0, f32::max);
    let good: fn(f32) -> f32 = |v| v.max(0.0);
    let bad: fn(f32) -> f32 = |v| (-v).max(0.0);
    let (goods, bads) = (sum(good), sum(bad));
    let last = cues.iter().rev().find(|c| c.valence.abs() >= 0.3).map_or(0.0, |c| c.valence);
    let arousals = |c: &FeelingCue| (c.arousal - 30.0) / 50.0;
    let agitation = cues.iter().map(arousals).fold(0.0, f32::max);
    let mean = if cues.is_empty() { 0.0 } else { cues.iter().map(arousals).sum::<f32>() / cues.len() as f32 };
    let flag = |is: bool| if is { 1.0 } else { 0.0 };
    let mut dense = vec![
        (goods / 2.0).tanh(),
        (bads / 2.0).tanh(),
        ((goods - bads) / 1.5).tanh(),
        most(good).min(4.0) / 4.0,
        most(bad).min(4.0) / 4.0,
        (last / 1.5).tanh(),
        flag(goods >= 0.3 && bads >= 0.3),
        flag(cues.is_empty()),
        (cues.len() as f32).ln_1p() / 2.0,
        flag(cues.iter().any(|c| c.is_negated)),
        flag(cues.iter().any(|c| c.is_stressed)),
        agitation,
        mean,
        flag(marks.exclamations == 1),
        flag(marks.exclamations == 2),
        flag(marks.exclamations > 2),
        flag(marks.questions > 0),
        flag(marks.questions > 0 && marks.exclamations > 0),
        flag(marks.trails_off()),
        flag(marks.has_repetition),
        flag(marks.capitals > 0.7 && marks.characters > 6),
    ];
    dense.extend(tag_weights(cues).map(|weight| (weight / 2.0).min(1.5)));
    dense
}

/// How much the cues say for each tag.
pub(super) fn tag_weights(cues: &[FeelingCue]) -> [f32; Tag::ALL.len()] {
    let mut weights = [0.0; Tag::ALL.len()];
    for cue in cues {
        for tag in &cue.tags {
            weights[*tag as usize] += cue.strength().max(0.6 * cue.share);
        }
    }
    weights
}

fn grams(plain: &PlainText) -> Vec<u32> {
    let mut grams = Vec::new();
    let mut last = START;
    let mut place = 0;
    while place < plain.len() && grams.len() < MOST_GRAMS {
        let c = plain.characters[place];
        let from = place;
        place += 1;
        if c.is_ascii_alphabetic() {
            while plain.at(place).is_some_and(|n| n.is_ascii_alphabetic() || n == '\'' || n == '_') {
                place += 1;
            }
        } else if matches!(script(c), Script::Mark) && !c.is_whitespace() {
            while plain.at(place) == Some(c) {
                place += 1;
            }
        } else {
            continue;
        }
        let word = hash(START, &plain.characters[from..place]);
        grams.push(word);
        grams.push(last.rotate_left(7).wrapping_mul(PRIME) ^ word);
        last = word;
    }
    grams.sort_unstable();
    grams.dedup();
    grams
}

const START: u32 = 0x811c_9dc5;
const PRIME: u32 = 0x0100_0193;

/// FNV-1a over the characters.
fn hash(from: u32, characters: &[char]) -> u32 {
    characters.iter().fold(from, |hash, c| (hash ^ u32::from(*c)).wrapping_mul(PRIME))
}
