//! What of a text stays true: facts about a person, a pet, a thing or a project, and rules that stand.
//!
//! "I'm Petra. I mend clocks for a living", 「弟は札幌で働いてる」, "never deploy on Fridays". Questions, conditions, wishes, what others
//! are quoted with and what was only so for a moment are no such facts. What the person said is read, never the reply.
//!
//! Each sentence is scanned once. Whatever is not clearly a fact is none: a fact that is missed fades like other talk, and
//! small talk that is taken for a fact stays for years.

mod english;
mod english_facts;
mod english_rules;
mod japanese;
mod japanese_rules;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::fold::is_japanese;
use crate::sentences::each_said;

/// Longer sentences are no talk.
const LONGEST_SENTENCE: usize = 1_000;

/// A clause that tells something lasting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasting {
    /// Where the clause stands in the text, in bytes.
    pub span: Range<usize>,
    /// What it tells.
    pub kind: LastingKind,
}

/// What a lasting clause tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LastingKind {
    /// What someone or something is called.
    Name,
    /// How old someone is.
    Age,
    /// Where someone lives or comes from.
    Home,
    /// What someone does for a living, or learns.
    Work,
    /// Who belongs to someone: relatives, partners, friends.
    Family,
    /// An animal that someone has.
    Pet,
    /// A day that comes back every year.
    Birthday,
    /// Allergies, illnesses, diets, medicines and doses.
    Health,
    /// What someone likes or dislikes.
    Taste,
    /// What someone always, usually or never does.
    Habit,
    /// A day or an hour that is agreed on.
    Appointment,
    /// What someone gave their word for.
    Promise,
    /// What a thing or a project is.
    Thing,
    /// What is to be done or left from now on.
    Rule,
}

impl LastingKind {
    /// Whether it tells who someone is, and not what they like, do or plan.
    pub fn says_who_someone_is(self) -> bool {
        use LastingKind::{Age, Birthday, Family, Health, Home, Name, Pet, Work};
        matches!(self, Name | Age | Home | Work | Family | Pet | Birthday | Health)
    }
}

/// The clauses of `text` that tell something lasting, in their order.
pub fn lasting(text: &str) -> Vec<Lasting> {
    let mut found = Vec::new();
    each_said(text, LONGEST_SENTENCE, |sentence, start| {
        let from = found.len();
        if is_japanese(sentence) {
            japanese::read(sentence, &mut found);
        } else {
            english::read(sentence, &mut found);
        }
        for one in &mut found[from..] {
            one.span = one.span.start + start..one.span.end + start;
        }
    });
    found
}

/// Whether the text tells anything lasting.
pub fn is_lasting(text: &str) -> bool {
    !lasting(text).is_empty()
}
