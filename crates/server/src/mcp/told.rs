//! How memories are told to an agent: as JSON, which no text of theirs can get out of, within a budget.

use std::fmt::Display;
use std::ops::RangeInclusive;

use omoide::{MemoryBlock, Mind, Portion, ShownMemory};
use omoide_core::{EndedSpan, Memory, Moment};
use serde_json::{Value, json};

use crate::Failure;

/// Most tokens of an answer: hosts warn of more than ten thousand.
const MOST_TOKENS: usize = 8_000;
/// Least tokens that an answer can be asked for.
const LEAST_TOKENS: usize = 100;
/// Characters of a memory where only its beginning is told.
const BEGINNING: usize = 160;

/// A value as text: members of a list on lines of their own, so that a person can read it too.
pub fn text(value: &Value) -> String {
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

/// As much of the memories as fits.
pub fn memories<'m, M: Into<ShownMemory<'m>>>(memories: impl IntoIterator<Item = M>, budget: usize) -> Value {
    let all: Vec<ShownMemory<'m>> = memories.into_iter().map(Into::into).collect();
    // Names, dates and quotes around a text cost about as much as twenty-four tokens.
    let budget = budget.saturating_sub(24 * all.len().min(budget / 72));
    let portions = MemoryBlock::within(all.iter().copied(), budget).portions;
    let left_out = all.len() - portions.len();
    let mut told = json!({ "memories": portions.iter().map(portion).collect::<Vec<_>>() });
    if left_out > 0 {
        told["left_out"] = json!(left_out);
    }
    told
}

fn portion(portion: &Portion<'_>) -> Value {
    let mut told = outline(portion.memory);
    told["text"] = json!(portion.text);
    if !portion.is_whole {
        told["continued"] = json!(true);
    }
    told
}

/// What a memory is, without its text.
pub fn outline(memory: &Memory) -> Value {
    let mut told = json!({
        "id": memory.handle,
        "date": memory.created.date().to_string(),
        "level": memory.condition.current_level.number(),
        "person": memory.origin.person,
        "source": memory.origin.source.name(),
    });
    if memory.condition.protected {
        told["protected"] = json!(true);
    }
    if !memory.condition.is_active() {
        told["archived"] = json!(true);
    }
    let ended = memory.ended_spans();
    if !ended.is_empty() {
        let words = |one: &EndedSpan<'_>| json!({ "words": one.words, "until": one.until.to_string() });
        told["out_of_date"] = ended.iter().map(words).collect();
    }
    told
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

/// A time that someone wrote.
pub fn moment(text: &str) -> Result<Moment, Failure> {
    text.trim().parse().map_err(|error: omoide_core::NotAMoment| Failure::invalid(error.to_string()))
}

/// A time that someone wrote and that has come.
pub fn past_moment<'m>(mind: &'m Mind<'_>) -> impl Fn(&str) -> Result<Moment, Failure> + 'm {
    |text| {
        let at = moment(text)?;
        if at.unix_micros() > mind.now().unix_micros() {
            return Err(Failure::invalid(format!("{at} is still to come")));
        }
        Ok(at)
    }
}
