//! A trace: of a whole turn the one to four points that carry most, as telegrams (S0 level 3).
//!
//! ```text
//! room   = 30 % of the turn, 56 to 160 characters (28 to 80 of Japanese, whose characters say about twice as much)
//! weight = (words + 3 · value) · (1 + 0.15 · feeling) · 1.1 for the first · 0.7 for a question · 0.6 for the reply
//! ```
//!
//! The share is what S2 asks of an archive; the floor lets a short fact stay whole, and the ceiling is what a person reads
//! at a glance. What the person said comes first; the reply is there for what it adds.

use std::collections::HashSet;

use omoide_core::Text;

use super::choose::{Choosable, choose_some, gain};
use super::condense::condense;
use super::points::points;
use super::telegram::{squeezed, telegram};
use super::value::{is_turned, value};
use super::vocabulary::{Vocabulary, information};
use super::{head_of, length};
use crate::emotion;
use crate::fold::is_japanese;
use crate::tokens::{Token, scan};

/// The share of the turn that a trace may have, in hundredths.
const SHARE: usize = 30;
/// The least and the most room that a trace has, in characters.
const ROOM: (usize, usize) = (56, 160);
const JAPANESE_ROOM: (usize, usize) = (28, 80);
const MOST_POINTS: usize = 4;
/// Where there are several points, one takes at most this share of the room, in hundredths.
const POINT_SHARE: usize = 60;
/// But never less than this share of the least room: a fact needs so much.
const LEAST_SHARE: usize = 80;
/// What is kept of what was said where it tells nothing, in characters.
const NOTHING_SAID: usize = 24;
/// How much a point of the reply counts beside one of the person's; more if the person asked.
const REPLY: f32 = 0.6;
const ANSWER: f32 = 0.9;
const QUESTION: f32 = 0.7;
const OPENING: f32 = 1.1;
const FEELING: f32 = 0.15;
/// A point that loses more than half of its telegram reads badly.
const HALF_LOST: f32 = 0.4;
/// From this on a word tells as much as a name or a number.
const TELLING: f32 = 1.5;
/// How much of what may not be lost counts beside the words: as much as a name, for a negation with its verb.
const VALUE: f32 = 3.0;
/// Points beyond these are weighed without their feeling, so that the time stays short.
const FELT_POINTS: usize = 60;

/// A point as it could stand in the trace.
struct TracePoint {
    text: String,
    is_reply: bool,
    value: f32,
    piece: Choosable,
}

/// The turn as a telegram; no half that was there becomes empty, but for a reply that adds nothing.
pub(super) fn telegraphed(original: &Text) -> Text {
    let room = room(original);
    let (said, replied) = (points(&condense(original.trigger.trim())), points(&condense(original.content.trim())));
    let is_asked = said.iter().any(|point| is_question(point));
    let least = least_room(original) * LEAST_SHARE / 100;
    let for_one = if said.len() + replied.len() > 1 { (room * POINT_SHARE / 100).max(least) } else { room };
    let has_said = !said.is_empty();
    let told: HashSet<String> = scan(&original.trigger).iter().map(Token::folded).collect();
    let mut vocabulary = Vocabulary::default();
    let halves = [(said, 1.0, false), (replied, if is_asked { ANSWER } else { REPLY }, true)];
    let mut candidates: Vec<TracePoint> = halves
        .into_iter()
        .flat_map(|(points, share, is_reply)| {
            points.into_iter().enumerate().map(move |(index, point)| (index, point, share, is_reply))
        })
        // A reply is there for what it adds, not for its manners.
        .filter(|(_, point, _, is_reply)| !is_reply || is_asked || !has_said || adds(point, &told))
        .map(|(index, point, share, is_reply)| {
            let whole = telegram(&point);
            let text = squeezed(&whole, for_one);
            let kept = if length(&text) * 2 < length(&whole) { HALF_LOST } else { 1.0 };
            let felt = if index < FELT_POINTS { emotion::read(&point).strength.min(4.0) } else { 0.0 };
            let opening = if index == 0 { OPENING } else { 1.0 };
            let asked = if is_question(&point) { QUESTION } else { 1.0 };
            let prior = (1.0 + FEELING * felt) * opening * asked * share * kept;
            let piece = Choosable { length: length(&text) + 2, words: vocabulary.read(&text), prior };
            TracePoint { text, is_reply, value: value(&point), piece }
        })
        .collect();
    let mut weights = vocabulary.weights();
    for candidate in &mut candidates {
        candidate.piece.words.push(weights.len());
        weights.push(VALUE * candidate.value);
    }
    let none = vec![0; weights.len()];
    let best = candidates.iter().enumerate().filter(|(_, c)| !c.is_reply).max_by(|a, b| {
        let gain = |c: &TracePoint| gain(&c.piece, &weights, &none);
        gain(a.1).total_cmp(&gain(b.1)).then(b.0.cmp(&a.0))
    });
    let wanted = best.map(|(index, _)| index);
    let (texts, pieces): (Vec<(String, bool)>, Vec<Choosable>) =
        candidates.into_iter().map(|c| ((c.text, c.is_reply), c.piece)).unzip();
    let chosen = choose_some(&pieces, &weights, room + 2, MOST_POINTS, wanted);
    let half = |wanted: bool| joined(chosen.iter().map(|index| &texts[*index]).filter(|(_, is)| *is == wanted));
    let (trigger, content) = (half(false), half(true));
    let nothing = |half: &str, most: usize| squeezed(&telegram(half), most);
    let trigger = if trigger.is_empty() { nothing(&original.trigger, NOTHING_SAID) } else { trigger };
    let content = if trigger.is_empty() && content.is_empty() { nothing(&original.content, room) } else { content };
    Text { trigger, content }
}

/// Whether a point has a number, a name or a term that was not told yet, or turns something round.
fn adds(point: &str, told: &HashSet<String>) -> bool {
    let is_new = |token: &Token<'_>| information(point, token) >= TELLING && !told.contains(&token.folded());
    is_turned(point) || scan(point).iter().any(is_new)
}

fn is_question(point: &str) -> bool {
    point.ends_with(['?', '？'])
}

fn room(original: &Text) -> usize {
    let (least, most) = rooms(original);
    ((length(&original.trigger) + length(&original.content)) * SHARE / 100).clamp(least, most)
}

fn least_room(original: &Text) -> usize {
    rooms(original).0
}

fn rooms(original: &Text) -> (usize, usize) {
    let trigger = original.trigger.trim();
    let half = if trigger.is_empty() { &original.content } else { trigger };
    if is_japanese(head_of(half)) { JAPANESE_ROOM } else { ROOM }
}

fn joined<'a>(points: impl Iterator<Item = &'a (String, bool)>) -> String {
    let mut joined = String::new();
    for (point, _) in points {
        if !joined.is_empty() {
            let is_closed = joined.ends_with(['?', '？', ']', '」', '…']);
            joined.push_str(if is_japanese(point) {
                if is_closed { "" } else { "。" }
            } else if is_closed {
                " "
            } else {
                "; "
            });
        }
        joined.push_str(point);
    }
    joined
}
