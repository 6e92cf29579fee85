//! Something to be done, in Japanese. The weights are set by hand: there is no public set to fit them on.

use super::ActionCues;
use crate::fold::fold;

const ASK: f32 = 2.0;
const PROPOSE: f32 = 1.6;
const PROMISE: f32 = 1.5;
const NEED: f32 = 1.2;
/// What tells of the past, and thanks for what was done, outweighs a request that it only quotes.
const PAST: f32 = -1.5;
const DONE: f32 = -3.0;
/// "Nice to meet you" asks for nothing.
const COURTESY: f32 = -2.5;
const BASE: f32 = -1.0;

pub(super) fn score(sentence: &str) -> f32 {
    let cues = ActionCues::of(sentence);
    let sum = |parts: &[(&str, f32)]| parts.iter().filter(|(cue, _)| cues.has(cue)).map(|(_, w)| w).sum::<f32>();
    let for_it = sum(&[("ja_ask", ASK), ("ja_propose", PROPOSE), ("ja_promise", PROMISE), ("ja_need", NEED)]);
    let is_past = fold(sentence).trim_end_matches(|c: char| !c.is_alphanumeric()).ends_with(['た']);
    let against = sum(&[("ja_courtesy", COURTESY), ("ja_no", DONE)]) + if is_past { PAST } else { 0.0 };
    BASE + for_it + against
}
