//! Making a memory's text shorter without inventing anything: a summary of a few of its own sentences, or
//! a trace that says the points which carry most as a telegram (S0 圧縮方法).

mod choose;
mod clauses;
mod condense;
mod dialogue;
mod essence;
mod fit;
mod points;
mod prune;
mod report;
mod session;
mod summarise;
mod telegram;
mod trace;
mod value;
mod verbs;
mod vocabulary;

use omoide_core::Text;

use crate::fold::is_japanese;
use condense::condense;
use essence::{EssenceLimit, Telling};

pub(crate) use fit::cut;
pub use fit::fit;
pub(crate) use points::points;
pub use session::session;
pub use summarise::summarise;
pub(crate) use value::value;
pub(crate) use verbs::is_past as is_past_form;

/// Of a summary, in characters: S0's level 2, and how much of it what was said may take, where facts stand mostly.
const JAPANESE_SUMMARY: Room = Room { both: 200, said: 120 };
/// The same in an alphabet, whose characters say less each than Japanese ones do.
const LATIN_SUMMARY: Room = Room { both: 320, said: 200 };
const SENTENCES_OF_TRIGGER: usize = 3;
const SENTENCES_OF_CONTENT: usize = 3;
/// A text that is longer than this share of the one it would stand for, in hundredths, is not worth writing.
const WORTH_SUMMING_UP: usize = 90;
const WORTH_TRACING: usize = 80;
/// How much of a text that tells nothing is kept, in characters.
const HEAD: usize = 80;

/// How many characters a summary may have.
#[derive(Clone, Copy)]
struct Room {
    both: usize,
    said: usize,
}

/// The text in a few of its own sentences: at most three of what was said and three of the reply, at most 200
/// characters together, or 320 in an alphabet. Code and stack traces become what they were about; greetings, thanks and
/// fillers go; names, terms, numbers, negations and the strongest feeling stay. The text itself where that is hardly longer.
pub fn summary(original: &Text) -> Text {
    let full = Text { trigger: original.trigger.trim().to_owned(), content: original.content.trim().to_owned() };
    let summary = summed_up(&full);
    if both(&summary) * 100 <= both(&full) * WORTH_SUMMING_UP { summary } else { full }
}

fn summed_up(original: &Text) -> Text {
    let said = Telling::of(&condense(&original.trigger));
    let replied = Telling::of(&condense(&original.content));
    let first = if original.trigger.is_empty() { &original.content } else { &original.trigger };
    let room = if is_japanese(head_of(first)) { JAPANESE_SUMMARY } else { LATIN_SUMMARY };
    let (for_trigger, for_content) = shares_of(said.length(), replied.length(), room.both, room.said);
    let felt = said.strongest();
    let trigger = said.essence(EssenceLimit { characters: for_trigger, sentences: SENTENCES_OF_TRIGGER }, felt);
    let for_content = for_content.max(room.both.saturating_sub(length(&trigger)));
    // The reply's feeling is its own only when the person showed none.
    let felt = if felt.is_none() { replied.strongest() } else { None };
    let content = replied.essence(EssenceLimit { characters: for_content, sentences: SENTENCES_OF_CONTENT }, felt);
    Text {
        trigger: or_head(trigger, &original.trigger, for_trigger),
        content: or_head(content, &original.content, for_content),
    }
}

/// The points of the turn that carry most, as a telegram: who, what, the value, and every negation. Where that is hardly
/// shorter than the summary, the summary.
pub fn trace(original: &Text) -> Text {
    let summary = summary(original);
    let trace = trace::telegraphed(original);
    if both(&trace) * 100 <= both(&summary) * WORTH_TRACING { trace } else { summary }
}

/// Both halves verbatim if they fit into `max_characters`, else each cut down to its important sentences.
pub fn within(said: &str, replied: &str, max_characters: usize) -> Text {
    let (said, replied) = (said.trim(), replied.trim());
    let (for_said, for_reply) = shares_of(length(said), length(replied), max_characters, max_characters / 2);
    Text { trigger: fit(said, for_said), content: fit(replied, for_reply) }
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
    if selected.is_empty() && most > 0 { head(original.trim(), most.min(HEAD)) } else { selected }
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

/// How long both halves are, in characters.
fn both(text: &Text) -> usize {
    length(&text.trigger) + length(&text.content)
}

#[cfg(test)]
mod tests;
