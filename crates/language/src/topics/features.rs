//! What a position of a talk is judged by, each a number of about 0 to 1.
//!
//! "Before" are the four utterances before the position, "after" are the utterance at it and the two that follow, as far
//! as they are known.

use std::collections::HashMap;

use super::reading::{TalkRole, TopicCue, Utterance, nearness};

/// How many utterances before a position count, and how many from it on.
const BEFORE: usize = 4;
const AFTER: usize = 3;
/// The window of the curve of nearness, and how far its hills are looked for.
const WINDOW: usize = 2;
const HILL: usize = 12;
/// Weight of words at which an utterance counts as wholly about something else.
const ALL_NEW: f32 = 30.0;
/// What is taken for a nearness that cannot be told.
const UNKNOWN: f32 = 0.15;
/// An utterance with so few words is short.
const SHORT: usize = 2;

/// How many features a position has.
pub const FEATURES: usize = NAMES.len();

/// Their names, in order.
pub const NAMES: [&str; 24] = [
    "near_last",    // The nearness in meaning of the utterance and the one before.
    "near",         // That of two utterances on each side.
    "depth",        // How deep the curve of `near` falls here between its hills.
    "nearest",      // The nearness to the nearest utterance before.
    "shared",       // The share of the utterance's words that were said before.
    "shared_after", // The same of all that comes after.
    "new",          // How much is in its words that were not said before.
    "field_new",    // It names fields of life, and none that was named before.
    "field_same",   // It names one that was named before.
    "field_half",   // It names such a one and a further one.
    "fields_near",  // The cosine of the fields before and after.
    "opens",        // The cues, by their names.
    "adds",
    "greets",
    "wants",
    "tells",
    "takes",
    "refers",
    "closed",         // The utterance before closes something.
    "closed_earlier", // The one before that does.
    "waits",          // The utterance before asks, and closes nothing.
    "asks",           // The utterance asks.
    "person",         // A person says it, and not an assistant.
    "short_before",   // The utterance before has hardly a word.
];

/// The features of the position `at`, which must not be the first.
pub fn features(talk: &[Utterance], at: usize) -> [f32; FEATURES] {
    let this = &talk[at];
    let before = &talk[at.saturating_sub(BEFORE)..at];
    let after = &talk[at..(at + AFTER).min(talk.len())];
    let last = &talk[at - 1];
    let earlier = at.checked_sub(2).map(|at| &talk[at]);
    let flag = |is: bool| f32::from(u8::from(is));
    let cue = |cue: TopicCue| flag(this.has(cue));
    let (own, known) = (fields(std::slice::from_ref(this)), fields(before));
    let named = own.iter().filter(|count| **count > 0.0).count();
    let again = own.iter().zip(&known).filter(|(own, known)| **own > 0.0 && **known > 0.0).count();
    let known_words = words(before);
    [
        between(std::slice::from_ref(last), std::slice::from_ref(this)).unwrap_or(UNKNOWN),
        window(talk, at).unwrap_or(UNKNOWN),
        depth(talk, at),
        nearest(before, this),
        share(&words(std::slice::from_ref(this)), &known_words),
        share(&words(after), &known_words),
        news(this, &known_words),
        flag(named > 0 && again == 0 && known.iter().any(|count| *count > 0.0)),
        flag(again > 0),
        flag(again > 0 && again < named),
        field_cosine(&fields(after), &known),
        cue(TopicCue::Opens),
        cue(TopicCue::Adds),
        cue(TopicCue::Greets),
        cue(TopicCue::Wants),
        cue(TopicCue::Tells),
        cue(TopicCue::Takes),
        f32::from(this.cues[TopicCue::Refers as usize].min(2)) / 2.0,
        flag(last.has(TopicCue::Closes)),
        flag(earlier.is_some_and(|earlier| earlier.has(TopicCue::Closes))),
        flag(last.ends_in_question && !last.has(TopicCue::Closes)),
        flag(this.has_question),
        flag(this.speaker == TalkRole::Person),
        flag(last.words.len() <= SHORT),
    ]
}

/// The nearness in meaning of two stretches.
fn between(one: &[Utterance], other: &[Utterance]) -> Option<f32> {
    let floor = one.first()?.floor;
    nearness(&sum(one)?, &sum(other)?, floor)
}

fn sum(talk: &[Utterance]) -> Option<Vec<f32>> {
    let mut vectors = talk.iter().filter_map(|utterance| utterance.vector.as_ref());
    let mut sum = vectors.next()?.clone();
    for vector in vectors.filter(|vector| vector.len() == sum.len()).collect::<Vec<_>>() {
        sum.iter_mut().zip(vector).for_each(|(sum, part)| *sum += part);
    }
    Some(sum)
}

fn window(talk: &[Utterance], at: usize) -> Option<f32> {
    between(&talk[at.saturating_sub(WINDOW)..at], &talk[at..(at + WINDOW).min(talk.len())])
}

/// How far the curve of nearness rises to its next hill on both sides (Hearst's depth score).
fn depth(talk: &[Utterance], at: usize) -> f32 {
    let near = |at: usize| window(talk, at).unwrap_or(0.0);
    let here = near(at);
    let climb = |places: &mut dyn Iterator<Item = usize>| {
        let mut top = here;
        for next in places.take(HILL).map(near) {
            if next < top {
                break;
            }
            top = next;
        }
        top - here
    };
    climb(&mut (1..at).rev()) + climb(&mut (at + 1..talk.len()))
}

fn nearest(before: &[Utterance], this: &Utterance) -> f32 {
    let near = |other: &Utterance| nearness(other.vector.as_deref()?, this.vector.as_deref()?, this.floor);
    before.iter().filter_map(near).fold(0.0, f32::max)
}

fn words(talk: &[Utterance]) -> HashMap<&str, f32> {
    talk.iter().flat_map(|utterance| utterance.words.iter().map(|(word, weight)| (word.as_str(), *weight))).collect()
}

/// The share of `words` that are among the `known`, by weight.
fn share(words: &HashMap<&str, f32>, known: &HashMap<&str, f32>) -> f32 {
    let all = sorted_sum(words.values().copied().collect());
    let shared = words.iter().filter(|(word, _)| known.contains_key(*word)).map(|(_, weight)| *weight);
    if all > 0.0 { sorted_sum(shared.collect()) / all } else { 0.0 }
}

fn news(this: &Utterance, known: &HashMap<&str, f32>) -> f32 {
    let news = this.words.iter().filter(|(word, _)| !known.contains_key(word.as_str())).map(|(_, weight)| *weight);
    (sorted_sum(news.collect()) / ALL_NEW).min(1.0)
}

/// The sum in an order of its own: a map has none, and the same talk must give the same score to the bit.
fn sorted_sum(mut weights: Vec<f32>) -> f32 {
    weights.sort_by(f32::total_cmp);
    weights.iter().sum()
}

fn fields(talk: &[Utterance]) -> Vec<f32> {
    let mut all = vec![0.0; talk.first().map_or(0, |utterance| utterance.fields.len())];
    for utterance in talk {
        all.iter_mut().zip(&utterance.fields).for_each(|(all, count)| *all += f32::from(*count));
    }
    all
}

/// Half where one side names no field.
fn field_cosine(one: &[f32], other: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    let lengths = (dot(one, one) * dot(other, other)).sqrt();
    if lengths > 0.0 { dot(one, other) / lengths } else { 0.5 }
}
