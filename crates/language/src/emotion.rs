//! What a turn felt like, read from a lexicon of feeling words and a few rules (S0 感情分類システム).
//!
//! Each feeling word is a cue: how good or bad, how agitated, which tags. Negation turns a cue,
//! intensifiers and softeners scale it, punctuation moves the arousal. The cues' sum gives the valence.

mod cues;
mod intensity;

use std::collections::BTreeMap;

use omoide_core::{Category, Emotion, Feeling, Tag, Valence};

use crate::fold::fold;
use crate::prose::prose;
use cues::{Cue, Marks};

/// How much the reply counts beside what the person said.
const REPLY_WEIGHT: f32 = 0.3;
/// Below this the good and the bad are even, or hardly there.
const NEUTRAL_BELOW: f32 = 0.45;
/// The arousal of a plain sentence, as S0's 「了解、やっておく」 has it.
const PLAIN_AROUSAL: f32 = 30.0;
const MOST_TAGS: usize = 4;

/// What a text felt like, with how strong its strongest word was.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// Valence, arousal and tags.
    pub feeling: Feeling,
    /// 0 for no feeling word at all, 1 mild, 3 strong, 5 for what wounds.
    pub strength: f32,
}

/// The feeling of a text by itself.
pub fn read(text: &str) -> Reading {
    read_turn(text, "")
}

/// The feeling of a turn: mainly what the person said, the reply counting less.
pub fn read_turn(said: &str, replied: &str) -> Reading {
    let said = fold(&prose(said));
    let replied = fold(&prose(replied));
    let own = cues::find(&said);
    let other: Vec<Cue> = cues::find(&replied).into_iter().map(|cue| cue.scaled(REPLY_WEIGHT)).collect();
    let marks = Marks::of(&said);
    let valence = valence(&own, &other);
    let arousal = arousal(&own, &other, marks);
    let tags = tags(own.iter().chain(&other), marks, valence, arousal);
    let strength = own.iter().chain(&other).map(Cue::strength).fold(0.0, f32::max);
    Reading { feeling: Feeling { valence, arousal: percent(arousal), tags }, strength }
}

/// The emotion of a turn that belongs to `category`, with its intensity by S0's rubric.
pub fn emotion(said: &str, replied: &str, category: &Category) -> Emotion {
    let reading = read_turn(said, replied);
    let intensity = intensity::intensity(said, category, &reading);
    Emotion { intensity, feeling: reading.feeling }
}

fn valence(own: &[Cue], other: &[Cue]) -> Valence {
    // The last words weigh a little more: "it was hard, but I am happy now".
    let own_sum: f32 = own.iter().enumerate().map(|(place, cue)| cue.valence * (1.0 + 0.1 * place.min(5) as f32)).sum();
    let sum = own_sum + other.iter().map(|cue| cue.valence).sum::<f32>().clamp(-1.0, 1.0);
    if sum >= NEUTRAL_BELOW {
        Valence::Positive
    } else if sum <= -NEUTRAL_BELOW {
        Valence::Negative
    } else {
        Valence::Neutral
    }
}

fn arousal(own: &[Cue], other: &[Cue], marks: Marks) -> f32 {
    let level = match level(own) {
        Some(level) => level,
        None => PLAIN_AROUSAL + REPLY_WEIGHT * (level(other).unwrap_or(PLAIN_AROUSAL) - PLAIN_AROUSAL),
    };
    (level + marks.arousal()).clamp(0.0, 100.0)
}

/// Near the most agitated of the cues, drawn a little to their mean.
fn level(cues: &[Cue]) -> Option<f32> {
    let most = cues.iter().map(|c| c.arousal).reduce(f32::max)?;
    let weight: f32 = cues.iter().map(|c| c.strength() + 0.1).sum();
    let mean = cues.iter().map(|c| c.arousal * (c.strength() + 0.1)).sum::<f32>() / weight;
    Some(0.7 * most + 0.3 * mean)
}

fn tags<'a>(cues: impl Iterator<Item = &'a Cue>, marks: Marks, valence: Valence, arousal: f32) -> Vec<Tag> {
    let mut weights: BTreeMap<Tag, f32> = BTreeMap::new();
    for cue in cues {
        for tag in &cue.tags {
            *weights.entry(*tag).or_default() += cue.strength().max(0.6 * cue.share);
        }
    }
    // Trailing off in a low, bad mood is sadness, whatever the words were.
    if marks.trails_off() && valence == Valence::Negative && arousal <= 40.0 && !weights.is_empty() {
        *weights.entry(Tag::Sadness).or_default() += 1.0;
    }
    let most = weights.values().copied().fold(0.0, f32::max);
    let mut ranked: Vec<(Tag, f32)> = weights.into_iter().filter(|(_, w)| *w >= 0.5 && *w >= 0.25 * most).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked.truncate(MOST_TAGS);
    let mut tags: Vec<Tag> = ranked.into_iter().map(|(tag, _)| tag).collect();
    tags.sort();
    tags
}

fn percent(value: f32) -> u8 {
    value.round().clamp(0.0, 100.0) as u8
}

#[cfg(test)]
mod tests;
