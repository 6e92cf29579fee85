//! What a person wants of an assistant with a message: contact, an answer, a deed, or nothing.
//!
//! [`message_type`](super::message_type) asks how much memory a prompt deserves, so thanks count as a greeting for it and
//! 「冗談を教えて」 as a question. Here a message is sorted by what it asks for, in whatever form: "I'm looking for a flight" and
//! 「アラームを設定する」 are requests, thanks and answers are statements. A message of several clauses is what its most
//! demanding clause is: a request, else a question; it is a greeting only if nothing else is said.

mod english;
mod japanese;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::LazyLock;

use super::MessageType;
use crate::fold::is_japanese;
use crate::lexicon::data_lines;
use crate::prose::prose;

/// Only the beginning of a long text is read.
const LOOKED_AT: usize = 1_000;

/// What the message wants: a greeting, a question, a request, or a statement where it wants nothing.
pub fn message_kind(text: &str) -> MessageType {
    let end = text.char_indices().nth(LOOKED_AT).map_or(text.len(), |(at, _)| at);
    let written = prose(&text[..end]);
    if is_japanese(&written) { japanese::kind(&written) } else { english::kind(&written) }
}

/// The kind of a whole, given those of its parts; `None` is a part that says nothing by itself, such as "ok".
fn most_demanding(parts: &[Option<MessageType>]) -> MessageType {
    let has = |kind: MessageType| parts.contains(&Some(kind));
    if has(MessageType::Request) {
        MessageType::Request
    } else if has(MessageType::Question) {
        MessageType::Question
    } else if has(MessageType::Greeting) && !has(MessageType::Statement) {
        MessageType::Greeting
    } else {
        MessageType::Statement
    }
}

/// The phrases of a kind, as the table has them.
fn phrases(kind: &str) -> &'static [&'static str] {
    PHRASES.get(kind).map_or(&[], Vec::as_slice)
}

static PHRASES: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let lines = data_lines(include_str!("../../data/message_kind.tsv")).filter_map(|line| line.split_once('\t'));
    lines
        .map(|(kind, words)| (kind, words.split(',').map(str::trim).filter(|word| !word.is_empty()).collect()))
        .collect()
});
