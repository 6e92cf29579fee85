//! Which of S0's tags a text gets.

use omoide_core::{Tag, Valence};

use super::cues::FeelingCue;
use super::evidence::tag_weights;
use super::heads::{self, English};
use super::marks::Marks;

const MOST_TAGS: usize = 4;
/// A tag needs this much of its own, and this share of what the strongest tag has.
const LEAST_WEIGHT: f32 = 0.5;
const LEAST_SHARE: f32 = 0.25;
/// What words as strong as this say is heard even where the heads do not hear it.
const PLAINLY_SAID: f32 = 2.0;
/// Below this the heads contradict it.
const CONTRADICTED: f32 = -1.0;

/// At most four tags, in S0's order.
pub(super) fn tags(
    cues: &[FeelingCue],
    english: Option<&English>,
    marks: Marks,
    valence: Valence,
    arousal: f32,
) -> Vec<Tag> {
    let mut weights = tag_weights(cues);
    // Trailing off in a low, bad mood is sadness, whatever the words were.
    if marks.trails_off() && valence == Valence::Negative && arousal <= 40.0 {
        weights[Tag::Sadness as usize] += 1.0;
    }
    let said = weights;
    if let Some(english) = english {
        weigh_by_heads(&mut weights, english);
    }
    // Heads count words: where some of these are denied, what the others say is heard instead.
    if cues.iter().any(|cue| !cue.denied.is_empty()) {
        for (weight, said) in weights.iter_mut().zip(said).filter(|(_, said)| *said >= 1.0) {
            *weight = weight.max(said.min(PLAINLY_SAID));
        }
    }
    for tag in cues.iter().flat_map(|cue| &cue.denied).filter(|tag| said[**tag as usize] == 0.0) {
        weights[*tag as usize] = 0.0;
    }
    let most = weights.iter().copied().fold(0.0, f32::max);
    let mut ranked: Vec<(Tag, f32)> =
        Tag::ALL.into_iter().zip(weights).filter(|(_, w)| *w >= LEAST_WEIGHT && *w >= LEAST_SHARE * most).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked.truncate(MOST_TAGS);
    let mut tags: Vec<Tag> = ranked.into_iter().map(|(tag, _)| tag).collect();
    tags.sort();
    tags
}

/// The heads decide on the tags that they know; the cues keep the others.
fn weigh_by_heads(weights: &mut [f32; Tag::ALL.len()], english: &English) {
    for (tag, margin) in heads::TAGS.into_iter().zip(english.tags) {
        let said = weights[tag as usize];
        weights[tag as usize] = if margin >= 0.0 {
            1.5 + margin.min(3.0)
        } else if said >= PLAINLY_SAID && margin > CONTRADICTED {
            said.min(PLAINLY_SAID)
        } else {
            0.0
        };
    }
}
