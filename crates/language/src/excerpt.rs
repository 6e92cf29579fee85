//! The sentences of an original that a prompt asks for, where what is shown of it no longer says them.
//!
//! ```text
//! score = words of the prompt that the shown text lacks + 0.4 · those that it has
//!         + 1.2 · cosine with the prompt + 0.8 if it has the kind of value that is asked for + 0.2 · what it carries
//! ```
//!
//! The best sentence is shown if it says anything that the shown text does not, and up to two more that are not far behind.

use std::collections::HashSet;

use omoide_core::Text;

use crate::asked_value::{AskedValue, asked_value};
use crate::embedding::{DIMENSIONS, cosine, vector};
use crate::fold::is_japanese;
use crate::sentences::sentences;
use crate::shorten::{points, value};
use crate::tokens::content_words;

/// How much of an original is shown beside its short text, in characters: about two long sentences.
const ROOM: usize = 300;
const JAPANESE_ROOM: usize = 150;
const MOST_SENTENCES: usize = 3;
/// Further sentences have at least this share of the best one's score.
const NEARLY: f32 = 0.25;
const LACKED: f32 = 1.0;
const HELD: f32 = 0.4;
const SIMILAR: f32 = 1.2;
const ASKED: f32 = 0.8;
const CARRIED: f32 = 0.2;
/// What the person said goes before what was replied.
const SAID: f32 = 0.1;
/// Sentences beyond these are not looked at, so that the time stays short.
const MOST_READ: usize = 200;

/// What a prompt looks for in an original.
pub struct ExcerptQuery {
    words: HashSet<String>,
    vector: Option<[f32; DIMENSIONS]>,
    asks: Option<AskedValue>,
}

/// A sentence of an original.
struct OriginalSentence<'a> {
    text: &'a str,
    is_reply: bool,
    place: usize,
    score: f32,
}

impl ExcerptQuery {
    /// What the prompt looks for.
    pub fn of(prompt: &str) -> Self {
        Self { words: content_words(prompt).into_iter().collect(), vector: vector(prompt), asks: asked_value(prompt) }
    }

    /// The shown text with the sentences of the original that the prompt asks for and the shown text lacks; `None`
    /// where it lacks nothing.
    pub fn shown_with(&self, shown: &Text, original: &Text) -> Option<Text> {
        let has: HashSet<String> = content_words(&shown.joined()).into_iter().collect();
        let mut candidates = self.candidates(original, &has);
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.place.cmp(&b.place)));
        let best = candidates.first()?.score;
        let room = if is_japanese(candidates[0].text) { JAPANESE_ROOM } else { ROOM };
        let mut left = room;
        let mut chosen: Vec<(usize, bool, String)> = Vec::new();
        for candidate in candidates.iter().take_while(|c| c.score >= best * NEARLY) {
            let length = candidate.text.chars().count();
            let text = if length <= left {
                candidate.text.to_owned()
            } else if chosen.is_empty() {
                self.within(candidate.text, left)
            } else {
                continue;
            };
            left = left.saturating_sub(text.chars().count());
            chosen.push((candidate.place, candidate.is_reply, text));
            if chosen.len() == MOST_SENTENCES {
                break;
            }
        }
        chosen.sort_by_key(|(place, ..)| *place);
        let of = |wanted: bool| -> Vec<&str> {
            chosen.iter().filter(|(_, is_reply, _)| *is_reply == wanted).map(|(.., text)| text.as_str()).collect()
        };
        Some(Text {
            trigger: beside(&shown.trigger, &of(false), &original.trigger),
            content: beside(&shown.content, &of(true), &original.content),
        })
    }

    fn candidates<'a>(&self, original: &'a Text, has: &HashSet<String>) -> Vec<OriginalSentence<'a>> {
        let halves = [(&original.trigger, false), (&original.content, true)];
        let all = halves
            .into_iter()
            .flat_map(|(half, is_reply)| sentences(half).into_iter().map(move |sentence| (sentence, is_reply)));
        let mut found = Vec::new();
        for (place, (text, is_reply)) in all.take(MOST_READ).enumerate() {
            let words = content_words(text);
            // What the shown text says already need not be said again.
            if words.iter().all(|word| has.contains(word)) {
                continue;
            }
            let score = self.score(text, &words, has) + if is_reply { 0.0 } else { SAID };
            found.push(OriginalSentence { text, is_reply, place, score });
        }
        found
    }

    fn score(&self, text: &str, words: &[String], has: &HashSet<String>) -> f32 {
        let shared = words.iter().filter(|word| self.words.contains(*word));
        let told: f32 = shared.map(|word| if has.contains(word) { HELD } else { LACKED }).sum();
        let similar = match (&self.vector, vector(text)) {
            (Some(prompt), Some(sentence)) => cosine(prompt, &sentence).max(0.0),
            _ => 0.0,
        };
        let asked = if self.asks.as_ref().is_some_and(|asked| asked.is_in(text)) { ASKED } else { 0.0 };
        let is_question = text.ends_with(['?', '？']);
        let sum = told + SIMILAR * similar + asked + CARRIED * value(text);
        // A question never stands above its answer.
        if is_question { sum * 0.5 } else { sum }
    }

    /// The points of a long sentence that the prompt asks for most, in at most `room` characters.
    fn within(&self, sentence: &str, room: usize) -> String {
        let points = points(sentence);
        let none = HashSet::new();
        let mut order: Vec<(usize, f32)> = points
            .iter()
            .enumerate()
            .map(|(index, point)| (index, self.score(point, &content_words(point), &none)))
            .collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut left = room;
        let mut kept: Vec<usize> = Vec::new();
        for (index, _) in order {
            let length = points[index].chars().count() + 2;
            if length <= left {
                left -= length;
                kept.push(index);
            }
        }
        if kept.is_empty() {
            return crate::shorten::cut(sentence, room);
        }
        kept.sort_unstable();
        kept.iter().map(|index| points[*index].as_str()).collect::<Vec<_>>().join(" … ")
    }
}

/// A half of the shown text with sentences of its original beside it, or in its place where they say all of it.
fn beside(shown: &str, sentences: &[&str], original: &str) -> String {
    if sentences.is_empty() {
        return shown.to_owned();
    }
    let joined = sentences.join(" … ");
    if joined == original.trim() {
        return joined;
    }
    let said: HashSet<String> = content_words(&joined).into_iter().collect();
    if shown.is_empty() || content_words(shown).iter().all(|word| said.contains(word)) {
        return format!("“{joined}”");
    }
    format!("{shown} … “{joined}”")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(trigger: &str, content: &str) -> Text {
        Text { trigger: trigger.to_owned(), content: content.to_owned() }
    }

    fn shown(prompt: &str, shown: &Text, original: &Text) -> String {
        ExcerptQuery::of(prompt).shown_with(shown, original).map_or_else(|| shown.joined(), |text| text.joined())
    }

    #[test]
    fn the_sentence_that_is_asked_for_is_shown() {
        let original = text(
            "Saw Dr. Mori about my blood pressure. She put me on lisinopril, 10 mg once a day. The waiting room had a fish tank.",
            "I hope it helps. Take it at the same hour every day.",
        );
        let trace = text("saw Dr. Mori about blood pressure", "");
        for prompt in ["What's my dose of lisinopril?", "how many mg did she prescribe?", "薬は何ミリだった？"]
        {
            let all = shown(prompt, &trace, &original);
            assert!(all.contains("10 mg once a day") && all.contains("blood pressure"), "{prompt}: {all}");
        }
        let all = shown("what was in the waiting room?", &trace, &original);
        assert!(all.contains("fish tank"), "{all}");
    }

    #[test]
    fn what_is_there_already_is_not_said_again() {
        let original = text("I moved to Oslo in May.", "Noted.");
        assert_eq!(
            ExcerptQuery::of("where do I live?")
                .shown_with(&text("moved to Oslo in May", ""), &text("I moved to Oslo in May.", "")),
            None
        );
        assert_eq!(shown("where do I live?", &text("moved", ""), &original), "I moved to Oslo in May.");
    }

    #[test]
    fn a_long_sentence_is_shown_by_its_points() {
        let long = format!(
            "{}, and I keep the spare key under the blue pot, {}",
            "we walked and talked ".repeat(20),
            "it rained ".repeat(20)
        );
        let all = shown("where is the spare key?", &text("walk", ""), &text(&long, ""));
        assert!(all.contains("under the blue pot"), "{all}");
        assert!(all.chars().count() <= 10 + ROOM, "{}", all.chars().count());
    }
}
