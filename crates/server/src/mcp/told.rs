//! How memories are told to an agent: as JSON, which no text of theirs can get out of, within a budget.

use std::fmt::Display;
use std::ops::RangeInclusive;

use omoide::{MemoryBlock, Mind, Portion, Recalled, ShownMemory, Silence};
use omoide_core::Memory;
use serde::Serialize;
use serde_json::{Value, json};

use crate::Failure;
use crate::blunt::blunt;
use crate::wire::{self, RecallAnswer, RecallParts, ShownText};

/// Most tokens of an answer: hosts warn of more than ten thousand.
const MOST_TOKENS: usize = 8_000;
/// Least tokens that an answer can be asked for.
const LEAST_TOKENS: usize = 100;
/// Characters of a memory where only its beginning is told.
const BEGINNING: usize = 160;

/// A value as text: members of a list on lines of their own, so that a person can read it too. Every tool, resource and
/// prompt tells what it tells by this, so nothing in it means anything to a host.
pub fn text(value: &Value) -> String {
    let mut value = value.clone();
    blunt(&mut value);
    let Value::Object(fields) = value else { return value.to_string() };
    let members: Vec<String> = fields
        .iter()
        .map(|(name, value)| match value {
            Value::Array(members) if members.iter().any(Value::is_object) => {
                let lines: Vec<String> = members.iter().map(|member| format!("\n  {member}")).collect();
                format!("{}:[{}]", json!(name), lines.join(","))
            }
            other => format!("{}:{other}", json!(name)),
        })
        .collect();
    format!("{{{}}}", members.join(",\n"))
}

/// Tokens that names, dates and quotes around a text cost.
const AROUND: usize = 38;

/// What an agent is told of every memory; of the rest of its form, only what says something.
const TOLD: [&str; 5] = ["handle", "created", "current_level", "person", "source"];
const WHERE_IT_SAYS_SOMETHING: [&str; 4] = ["protected", "archived_at", "superseded", "tags"];

/// What came to mind, as much of it as fits: the form that HTTP sends, without what an agent has no use for.
pub fn recalled(recalled: &Recalled, mind: &Mind<'_>, budget: usize) -> Value {
    let budget = mind.budget().with_tokens(for_texts(budget, recalled.shown().count()));
    let answer = RecallAnswer::of(recalled, budget, RecallParts::default());
    let (mut hits, mut related, mut left_out) = (Vec::new(), Vec::new(), 0);
    for hit in &answer.hits {
        match &hit.shown {
            Some(shown) => hits.push(json!({ "memory": brief(&hit.memory), "shown": portion(shown) })),
            None => left_out += 1,
        }
    }
    for hit in &answer.related {
        match &hit.shown {
            Some(shown) => {
                related.push(json!({ "memory": brief(&hit.memory), "shown": portion(shown), "type": hit.r#type }))
            }
            None => left_out += 1,
        }
    }
    let mut told = json!({ "hits": hits });
    if let Some(silence) = recalled.silence {
        told["note"] = json!(of_silence(silence));
    }
    for (name, value) in
        [("related", json!(related)), ("silence", json!(answer.silence)), ("left_out", json!(left_out))]
    {
        if says_something(&value) {
            told[name] = value;
        }
    }
    told
}

/// What an agent is to make of an empty answer: that nothing comes to mind is no proof that nothing was said.
fn of_silence(silence: Silence) -> &'static str {
    match silence {
        Silence::NothingAsked => "the query has no words to look for; ask with the words of the question",
        Silence::NothingKnown => {
            "there is no memory to look through here yet. It may have been said before this memory began: say that you do not \
             remember, not that it was never said."
        }
        Silence::NothingRelevant => NOT_FOUND,
    }
}

/// What an agent is told where a search finds nothing.
pub const NOT_FOUND: &str = "nothing came to mind; that does not mean that it was never said. Try other words, \
                             search_conversations or list_recent. If those find nothing either, say that you do not remember \
                             it and ask; do not tell the person that they never said it.";

/// Memories of a list, as much of them as fits.
pub fn memories(memories: &[Memory], mind: &Mind<'_>, budget: usize) -> Value {
    let budget = mind.budget().with_tokens(for_texts(budget, memories.len()));
    let portions = MemoryBlock::within(memories.iter().map(ShownMemory::from), budget).portions;
    let left_out = memories.len() - portions.len();
    let one = |shown: &Portion<'_>| {
        let mut told = brief(&wire::Memory::of(shown.memory));
        told["shown"] = portion(&ShownText::of(shown));
        told
    };
    let mut told = json!({ "memories": portions.iter().map(one).collect::<Vec<_>>() });
    if left_out > 0 {
        told["left_out"] = json!(left_out);
    }
    told
}

/// The tokens that are left for the texts of so many memories.
fn for_texts(budget: usize, count: usize) -> usize {
    budget.saturating_sub(AROUND * count.min(budget / (3 * AROUND)))
}

fn portion(shown: &ShownText) -> Value {
    if shown.is_whole { json!({ "text": shown.text }) } else { json!({ "text": shown.text, "is_whole": false }) }
}

/// What an agent is told of a memory beside its text.
pub fn brief(memory: &wire::Memory) -> Value {
    let mut told = as_value(memory);
    if let Value::Object(fields) = &mut told {
        fields.retain(|name, value| {
            let name = name.as_str();
            TOLD.contains(&name) || WHERE_IT_SAYS_SOMETHING.contains(&name) && says_something(value)
        });
    }
    told
}

/// A part of the form that programs are sent, as JSON.
pub fn as_value(part: &impl Serialize) -> Value {
    serde_json::to_value(part).expect("these types hold only names, numbers, texts and lists of them")
}

/// Whether a value says more than that there is none.
pub fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(members) => !members.is_empty(),
        Value::Number(number) => number.as_u64() != Some(0),
        _ => true,
    }
}

/// What a memory begins with.
pub fn beginning(memory: &Memory) -> String {
    let text = Portion::whole(memory).text;
    let mut beginning: String = text.chars().take(BEGINNING).collect();
    if beginning.len() < text.len() {
        beginning.push('…');
    }
    beginning
}

/// The tokens that an answer may have.
pub fn budget(mind: &Mind<'_>, wanted: Option<usize>) -> Result<usize, Failure> {
    let usual = mind.budget_tokens();
    Ok(within("budget_tokens", wanted, LEAST_TOKENS..=MOST_TOKENS)?.unwrap_or(usual).min(MOST_TOKENS))
}

/// A number, if it is within its limits.
pub fn within<T: PartialOrd + Display>(
    name: &str,
    given: Option<T>,
    limits: RangeInclusive<T>,
) -> Result<Option<T>, Failure> {
    match given {
        Some(number) if !limits.contains(&number) => {
            Err(Failure::invalid(format!("\"{name}\" must be {} to {}", limits.start(), limits.end())))
        }
        other => Ok(other),
    }
}
