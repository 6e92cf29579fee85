//! Where a topic begins in talk: by the words alone, without times and without a model.
//!
//! Every position of a talk gets a score from what a reader would look at: whether the words and the meaning on both
//! sides belong together, whether another field of life comes up, whether someone opens a subject or takes up the last
//! one, whether a question still waits for its answer. [`scores`] and [`starts`] look at a whole stretch and so also at
//! what follows; [`begins`] is asked while the talk goes on and knows only what came before. The domain that a text is
//! about is told by [`crate::topic`].

mod cut;
mod features;
mod reading;
#[cfg(test)]
mod tests;
mod weights;

pub use features::{FEATURES, NAMES, features};
pub use reading::{TalkRole, Utterance};

use crate::topic;

/// So many utterances before the new one are looked at.
pub const LOOKED_BACK: usize = 6;

/// Whether the text changes the subject in so many words: "by the way", 「ところで」.
pub fn opens_subject(text: &str) -> bool {
    reading::opens_subject(text)
}

/// How much speaks for a topic that begins with each utterance; the first one begins one, whatever its score.
///
/// Above zero the words at that place speak for a topic. [`starts`] also weighs how long topics are.
pub fn scores(talk: &[Utterance]) -> Vec<f32> {
    let weights = weights::offline(talk);
    let first = talk.first().map(|_| f32::INFINITY);
    first.into_iter().chain((1..talk.len()).map(|at| weights.score(&features(talk, at)))).collect()
}

/// The positions at which topics begin, in their order; the first is 0 unless nothing was said.
pub fn starts(talk: &[Utterance]) -> Vec<usize> {
    cut::starts(&scores(talk), weights::lengths(talk))
}

/// How much speaks for a topic that begins with the last utterance, by what came before it alone.
///
/// Only the last [`LOOKED_BACK`] utterances before it count. The first utterance of a talk begins a topic.
pub fn score_so_far(talk: &[Utterance]) -> f32 {
    let talk = &talk[talk.len().saturating_sub(LOOKED_BACK + 1)..];
    if talk.len() < 2 {
        return f32::INFINITY;
    }
    weights::online(talk).score(&features(talk, talk.len() - 1))
}

/// Whether a topic begins with the last utterance, by what came before it alone. Rather too seldom than too often: a talk
/// that is torn apart is worse than one with two topics.
pub fn begins(talk: &[Utterance]) -> bool {
    talk.last().is_some_and(|last| last.opens_subject() || score_so_far(talk) > 0.0)
}

/// The domain that the texts together are about most (`food`, `travel`, `technology`, …); nothing when they are about
/// none in particular.
pub fn domain(texts: &[&str]) -> Option<&'static str> {
    topic::topic(&texts.join("\n")).map(topic::Topic::name)
}
