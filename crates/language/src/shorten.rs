//! Making a memory's text shorter without inventing anything: a summary of a few of its own sentences, or
//! a trace of its keywords (S0 圧縮方法).

mod choose;
mod clauses;
mod condense;
mod dialogue;
mod essence;
mod fit;
mod prune;
mod report;
mod session;
mod summarise;
mod verbs;
mod vocabulary;

use omoide_core::Text;

use crate::fold::is_japanese;
use crate::keywords::{Keyword, weighed};
use condense::condense;
use essence::{Limit, Telling};

pub use fit::fit;
pub use session::session;
pub use summarise::summarise;

/// Of a summary, in characters: S0's level 2.
const SUMMARY: usize = 200;
const SUMMARY_OF_TRIGGER: usize = 80;
/// The same in an alphabet, whose characters say less each than Japanese ones do.
const SUMMARY_OF_LATIN_TRIGGER: usize = 100;
const SENTENCES_OF_TRIGGER: usize = 2;
const SENTENCES_OF_CONTENT: usize = 3;
const TRACE_KEYWORDS: usize = 3;
const LEAST_TRACE_KEYWORDS: usize = 2;
/// A text below this length, in characters, keeps its keywords: it has few.
const SHORT: usize = 60;
/// A trace has at most this share of its original, in hundredths, if two keywords a half allow it.
const TRACE_SHARE: usize = 30;
/// How much of a text without keywords is its trace, in characters.
const TRACE_HEAD: usize = 12;

/// The text in a few of its own sentences: at most two of what was said and three of the reply, at most
/// 200 characters together. Code and stack traces become what they were about; greetings, thanks and fillers go;
/// names, terms, numbers and the strongest feeling stay.
pub fn summary(original: &Text) -> Text {
    let said = Telling::of(&condense(original.trigger.trim()));
    let replied = Telling::of(&condense(original.content.trim()));
    let is_japanese = is_japanese(head_of(&original.trigger));
    let share = if is_japanese { SUMMARY_OF_TRIGGER } else { SUMMARY_OF_LATIN_TRIGGER };
    let (for_trigger, for_content) = shares_of(said.length(), replied.length(), SUMMARY, share);
    let felt = said.strongest();
    let trigger = said.essence(Limit { characters: for_trigger, sentences: SENTENCES_OF_TRIGGER }, felt);
    let for_content = for_content.max(SUMMARY.saturating_sub(length(&trigger)));
    // The reply's feeling is its own only when the person showed none.
    let felt = if felt.is_none() { replied.strongest() } else { None };
    let content = replied.essence(Limit { characters: for_content, sentences: SENTENCES_OF_CONTENT }, felt);
    Text {
        trigger: or_head(trigger, &original.trigger, for_trigger),
        content: or_head(content, &original.content, for_content),
    }
}

/// The keywords of each half, two or three, in the order of the text. `preferred` are the memory's own.
pub fn trace(original: &Text, preferred: &[String]) -> Text {
    let mut trigger = trace_words(&original.trigger, preferred, &[]);
    let mut content = trace_words(&original.content, preferred, &trigger);
    // Two keywords a half rather than three, where three would not be the 70 % smaller that S2 asks for.
    let before = length(&original.trigger) + length(&original.content);
    let most = if before < SHORT { before } else { before * TRACE_SHARE / 100 };
    for is_content in [true, false] {
        if written(&trigger) + written(&content) > most {
            lighten(if is_content { &mut content } else { &mut trigger });
        }
    }
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

/// How long the words are one behind the other, in characters.
fn written(words: &[Keyword]) -> usize {
    words.iter().map(|word| length(&word.surface) + 2).sum::<usize>().saturating_sub(2)
}

/// Takes out the lightest word, if more than the least are there.
fn lighten(words: &mut Vec<Keyword>) {
    let lightest = words.iter().enumerate().min_by(|a, b| a.1.weight.total_cmp(&b.1.weight)).map(|(index, _)| index);
    if let Some(index) = lightest.filter(|_| words.len() > LEAST_TRACE_KEYWORDS) {
        words.remove(index);
    }
}

fn trace_words(half: &str, preferred: &[String], used: &[Keyword]) -> Vec<Keyword> {
    let mut words = weighed(&condense::names(&Telling::of(&condense(half)).joined()));
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

/// How the characters are shared: the first half gets `first_share`, and each gets what the other leaves.
fn shares_of(first: usize, second: usize, total: usize, first_share: usize) -> (usize, usize) {
    if first + second <= total {
        return (first, second);
    }
    let for_first = first.min(first_share.max(total.saturating_sub(second)));
    (for_first, total - for_first)
}

fn or_head(selected: String, original: &str, most: usize) -> String {
    if selected.is_empty() && most > 0 { head(original.trim(), most.min(SUMMARY_OF_TRIGGER)) } else { selected }
}

/// Enough of a text to tell in which language it is.
fn head_of(text: &str) -> &str {
    &text[..text.char_indices().nth(2_000).map_or(text.len(), |(at, _)| at)]
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

#[cfg(test)]
mod tests;
