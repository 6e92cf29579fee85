//! The line that says that memories are a sample (C24): what is not shown may still be known.

use std::cell::Cell;

use omoide_core::Moment;
use omoide_core::ports::store::{Posting, Reader};
use omoide_core::{Term, TermKind, fold};
use omoide_language::message::{MessageType, message_kind};
use omoide_language::sentences::sentences;
use omoide_language::{keywords, people, query_plan};

use super::person::one_line;
use crate::{Error, Mind};

/// How many words of a message are looked up, and how many unknown ones are named.
const LOOKED_UP: usize = 6;
const NAMED: usize = 3;
/// How much of the message stands in the line.
const LONGEST_QUERY: usize = 60;

/// How much of what is related was shown.
#[derive(Clone, PartialEq, Debug)]
pub struct MemorySample {
    /// How many memories are shown.
    pub shown: usize,
    /// How many have to do with the message.
    pub related: usize,
    /// When the oldest and the newest of those happened.
    pub span: Option<(Moment, Moment)>,
    /// What the message names and no memory does.
    pub unknown: Vec<String>,
    /// What more can be asked for with.
    pub query: String,
}

impl MemorySample {
    /// The line: `3 of 41 related memories, 2 days to 8 months old; more: recall "…"; nothing known about: X`.
    pub fn line(&self, now: Moment) -> String {
        let mut parts = Vec::new();
        if self.related > 0 {
            let span = self.span.map_or(String::new(), |(oldest, newest)| ages(oldest, newest, now));
            parts.push(format!("{} of {} related memories{span}", self.shown, self.related));
        }
        if self.related > self.shown {
            parts.push(format!("more: recall \"{}\"", one_line(&self.query).replace('"', "'")));
        }
        if !self.unknown.is_empty() {
            parts.push(format!("nothing known about: {}", one_line(&self.unknown.join(", "))));
        }
        parts.join("; ")
    }
}

/// How old memories are, the newest first.
fn ages(oldest: Moment, newest: Moment, now: Moment) -> String {
    let (from, to) = (age(newest, now), age(oldest, now));
    if from == to { format!(", {from} old") } else { format!(", {from} to {to} old") }
}

fn age(at: Moment, now: Moment) -> String {
    let days = now.days_since(at).max(0.0);
    let (count, unit) = match days {
        days if days < 1.0 => return "less than a day".to_owned(),
        days if days < 31.0 => (days as u64, "day"),
        days if days < 366.0 => ((days / 30.44) as u64, "month"),
        days => ((days / 365.25) as u64, "year"),
    };
    let count = count.max(1);
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

/// What a message asks about: the subjects of its questions, and whom or what its orders name. Of the other words of an order
/// ("wear a mask in her room") nobody expects that they are known.
fn asked_about(text: &str, now: Moment) -> Vec<String> {
    let of_kind = |kind: MessageType| {
        let found: Vec<&str> = sentences(text).into_iter().filter(|sentence| message_kind(sentence) == kind).collect();
        found.join(" ")
    };
    let (questions, orders) = (of_kind(MessageType::Question), of_kind(MessageType::Request));
    // Words for times are no subjects.
    let words = |text: &str| keywords::ranked(&query_plan::gist(text, now).searched, LOOKED_UP);
    let names: Vec<String> = people::names(&orders).iter().map(|name| fold(name)).collect();
    let is_named = |word: &String| {
        let word = fold(word);
        names.iter().any(|name| name.contains(&word) || word.contains(name.as_str()))
    };
    let mut asked = if questions.is_empty() { Vec::new() } else { words(&questions) };
    asked.retain(|word| keywords::names_something(word) && !keywords::is_verb_in(word, &questions));
    if !names.is_empty() {
        asked.extend(words(&orders).into_iter().filter(is_named));
    }
    // With hiragana it is no name, and mostly a form of a verb.
    asked.retain(|word| !word.chars().any(|c| ('ぁ'..='ゖ').contains(&c)));
    asked.truncate(LOOKED_UP);
    asked
}

/// As much of a message as is asked with again, in whole words.
pub(super) fn query_of(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, next)) = line.char_indices().nth(LONGEST_QUERY) else { return line };
    let short = &line[..end];
    // Japanese has no spaces between words.
    let is_torn = next.is_ascii_alphanumeric() && short.ends_with(|c: char| c.is_ascii_alphanumeric());
    let whole = short.rsplit_once(' ').map_or(short, |(words, _)| words);
    if is_torn { whole.to_owned() } else { short.trim_end().to_owned() }
}

impl Mind<'_> {
    /// What a message asks about and no memory has a word for.
    pub(super) fn unknown_words(&self, r: &dyn Reader, text: &str, now: Moment) -> Result<Vec<String>, Error> {
        let words = asked_about(text, now);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let mut terms: Vec<(usize, Term)> = Vec::new();
        let mut version = None;
        for (place, word) in words.iter().enumerate() {
            let query = self.engine.parts.understanding.query_words(word);
            version = Some(query.version);
            let is_word = |term: &Term| matches!(term.kind(), TermKind::Word | TermKind::Name | TermKind::Reading);
            terms.extend(query.terms.into_iter().map(|asked| asked.term).filter(is_word).map(|term| (place, term)));
        }
        let Some(version) = version.filter(|_| !terms.is_empty()) else { return Ok(Vec::new()) };
        let all: Vec<Term> = terms.iter().map(|(_, term)| term.clone()).collect();
        let is_known: Vec<Cell<bool>> = vec![Cell::new(false); all.len()];
        // Where it is known how many memories have a word, none of them is read.
        let mut is_wanted = |term: usize, share: f64| {
            is_known[term].set(is_known[term].get() || share > 0.0);
            share <= 0.0
        };
        let mut note = |term: usize, postings: &[Posting]| {
            is_known[term].set(is_known[term].get() || !postings.is_empty());
        };
        r.each_posting(&self.name, version, &all, &mut is_wanted, &mut note)?;
        let unknown = words.into_iter().enumerate().filter(|(place, _)| {
            let mut own = terms.iter().zip(&is_known).filter(|((of, _), _)| of == place).peekable();
            own.peek().is_some() && own.all(|(_, is_known)| !is_known.get())
        });
        Ok(unknown.map(|(_, word)| word).take(NAMED).collect())
    }
}

#[cfg(test)]
mod tests {
    use omoide_testkit::builders::at;

    use super::*;

    #[test]
    fn no_word_of_the_query_is_torn_apart() {
        let long = "back up. forty minutes. and it was my query, Ingrid had to ring the two biggest customers";
        assert_eq!(query_of(long), "back up. forty minutes. and it was my query, Ingrid had to");
        assert_eq!(query_of("where\n is the key"), "where is the key");
        assert_eq!(query_of(&"鍵".repeat(80)), "鍵".repeat(LONGEST_QUERY));
        assert_eq!(query_of(&"x".repeat(80)), "x".repeat(LONGEST_QUERY));
    }

    #[test]
    fn a_sample_says_how_much_there_is_how_old_it_is_and_what_is_not_known() {
        let now = at("2026-09-20T12:00:00+09:00");
        let sample = MemorySample {
            shown: 3,
            related: 41,
            span: Some((at("2026-01-10T12:00:00+09:00"), at("2026-09-18T09:00:00+09:00"))),
            unknown: vec!["Kestrel".to_owned()],
            query: "where is the \"key\"".to_owned(),
        };
        let line = "3 of 41 related memories, 2 days to 8 months old; more: recall \"where is the 'key'\"; nothing known about: Kestrel";
        assert_eq!(sample.line(now), line);
        let all = MemorySample { shown: 41, unknown: Vec::new(), span: None, ..sample };
        assert_eq!(all.line(now), "41 of 41 related memories");
        assert_eq!(MemorySample { related: 0, shown: 0, ..all }.line(now), "");
    }
}
