//! Making a memory's text shorter without inventing anything: a summary of a few of its own sentences, or
//! a trace of its keywords (S0 圧縮方法).

mod condense;
mod fit;

use omoide_core::Text;

use crate::keywords::{Keyword, ranked};
use condense::condense;
use fit::{Limit, select};

pub use fit::fit;

/// Of a summary, in characters: S0's level 2.
const SUMMARY: usize = 200;
const SUMMARY_OF_TRIGGER: usize = 80;
/// A text up to this long is short enough as it is.
const SHORT: usize = 100;
const SENTENCES_OF_TRIGGER: usize = 2;
const SENTENCES_OF_CONTENT: usize = 3;
const TRACE_KEYWORDS: usize = 3;
const LEAST_TRACE_KEYWORDS: usize = 2;
/// How much of a text without keywords is its trace, in characters.
const TRACE_HEAD: usize = 12;

/// The text in a few of its own sentences: at most two of what was said and three of the reply, at most
/// 200 characters together. Code and stack traces become what they were about. A short text stays.
pub fn summary(original: &Text) -> Text {
    let (trigger, content) = (original.trigger.trim(), original.content.trim());
    if is_short(trigger, SHORT) && is_short(content, SHORT) && length(trigger) + length(content) <= SHORT {
        return Text { trigger: trigger.to_owned(), content: content.to_owned() };
    }
    let (prose_trigger, prose_content) = (condense(trigger), condense(content));
    let (for_trigger, for_content) = shares(length(&prose_trigger), length(&prose_content), SUMMARY);
    let limit = |characters, sentences| Limit { characters, sentences };
    Text {
        trigger: or_head(select(&prose_trigger, limit(for_trigger, SENTENCES_OF_TRIGGER)), trigger, for_trigger),
        content: or_head(select(&prose_content, limit(for_content, SENTENCES_OF_CONTENT)), content, for_content),
    }
}

/// The keywords of each half, two or three, in the order of the text. `preferred` are the memory's own.
pub fn trace(original: &Text, preferred: &[String]) -> Text {
    let trigger = trace_words(&original.trigger, preferred, &[]);
    let content = trace_words(&original.content, preferred, &trigger);
    let joined = |words: &[Keyword], half: &str| {
        let joined = words.iter().map(|k| k.surface.as_str()).collect::<Vec<_>>().join(", ");
        if joined.is_empty() { head(half.trim(), TRACE_HEAD) } else { joined }
    };
    Text { trigger: joined(&trigger, &original.trigger), content: joined(&content, &original.content) }
}

/// Both halves verbatim if they fit into `max_characters`, else each cut down to its important sentences.
pub fn within(said: &str, replied: &str, max_characters: usize) -> Text {
    let (said, replied) = (said.trim(), replied.trim());
    let (for_said, for_reply) = shares_of(length(said), length(replied), max_characters, max_characters / 2);
    Text { trigger: fit(said, for_said), content: fit(replied, for_reply) }
}

fn trace_words(half: &str, preferred: &[String], used: &[Keyword]) -> Vec<Keyword> {
    let mut words = ranked(half);
    words.truncate(24);
    for word in &mut words {
        if preferred.contains(&word.surface) {
            word.weight *= 1.2;
        }
        // What the first half already says tells little in the second.
        if used.iter().any(|u| u.key == word.key) {
            word.weight *= 0.4;
        }
    }
    words.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.place.cmp(&b.place)));
    let telling = words.iter().take_while(|word| word.is_telling()).count();
    words.truncate(telling.clamp(LEAST_TRACE_KEYWORDS, TRACE_KEYWORDS));
    words.sort_by_key(|word| word.place);
    words
}

fn shares(trigger: usize, content: usize, total: usize) -> (usize, usize) {
    shares_of(trigger, content, total, SUMMARY_OF_TRIGGER)
}

/// How the characters are shared: the first half gets `first_share`, and each gets what the other leaves.
fn shares_of(first: usize, second: usize, total: usize, first_share: usize) -> (usize, usize) {
    if first + second <= total {
        return (first, second);
    }
    let for_first = first.min(first_share.max(total.saturating_sub(second)));
    (for_first, total - for_first)
}

fn or_head(selected: String, original: &str, most: usize) -> String {
    if selected.is_empty() && most > 0 { head(original, most.min(SUMMARY_OF_TRIGGER)) } else { selected }
}

/// The first characters, with `…` where there were more.
fn head(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) if most <= 1 => text[..end].to_owned(),
        Some(_) => text.chars().take(most - 1).chain(['…']).collect(),
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn is_short(text: &str, most: usize) -> bool {
    text.char_indices().nth(most).is_none() && !text.contains("```")
}

#[cfg(test)]
mod tests;
