//! How much of the prompt's words memories have: what the gate asks for.

use omoide_core::formulas::ranking::gate::SharedWords;
use omoide_core::{QueryTerm, Term, TermKind};

/// A word of the prompt, as it is counted.
pub(in crate::recall) struct Weighed {
    pub term: Term,
    /// What it may be called in another language.
    pub others: Vec<Term>,
    /// How telling it is times what it counts in the prompt.
    pub weight: f64,
}

/// How much of the prompt candidates have.
#[derive(Default)]
pub(in crate::recall) struct Coverage {
    /// What each candidate by itself has of it.
    pub(super) own: Vec<SharedWords>,
    /// What the words count that stand in the memory or beside it.
    pub(super) covered: Vec<f32>,
    /// Whether any of the words stands in the memory itself.
    pub(super) has_word: Vec<bool>,
    /// How many words of the prompt name people who do not speak in view, and how many of these stand in each
    /// candidate or beside it.
    pub(super) people: u32,
    pub(super) people_held: Vec<u32>,
    /// What the most telling words count that could stand there. A long prompt is about more than any memory,
    /// so not all of its words are asked for.
    pub(super) coverable: f64,
    /// What the names of those count who speak in view: who is asked about someone known is asked about
    /// something known, though nobody says their own name.
    pub(super) speaker: f64,
    /// The words that were counted.
    pub weighed: Vec<Weighed>,
}

impl Coverage {
    /// The share of the prompt's words, by what they count, that a memory and its neighbours have; it is given by its
    /// number among the candidates.
    pub(in crate::recall) fn of(&self, number: Option<usize>) -> f64 {
        let all = self.coverable + self.speaker;
        let covered = number.map_or(0.0, |number| f64::from(self.covered[number]));
        if all > 0.0 { ((covered + self.speaker) / all).min(1.0) } else { 0.0 }
    }

    /// What a memory by itself shares with the prompt.
    pub(in crate::recall) fn shared(&self, number: Option<usize>) -> SharedWords {
        let Some(own) = number.map(|number| self.own[number]) else { return SharedWords::default() };
        let held = number.map_or(0, |number| self.people_held[number]);
        SharedWords {
            share: if self.coverable > 0.0 { (own.share / self.coverable).min(1.0) } else { 0.0 },
            lacking: if self.people > 0 { 1.0 - f64::from(held) / f64::from(self.people) } else { 0.0 },
            ..own
        }
    }

    /// Whether a memory itself has any of the words.
    pub(in crate::recall) fn has_word(&self, number: Option<usize>) -> bool {
        number.is_some_and(|number| self.has_word[number])
    }
}

/// Whether the gate asks for the term: for words, and for a kanji that is a word of the prompt and is in texts
/// only as a part of other words.
pub(super) fn counts_for_coverage(term: &Term, is_unknown: bool, terms: &[QueryTerm]) -> bool {
    let is_also = |kind: TermKind| terms.iter().any(|t| t.term.kind() == kind && t.term.text() == term.text());
    match term.kind() {
        TermKind::Word => !(is_unknown && is_also(TermKind::Character)),
        TermKind::Filler => true,
        TermKind::Character => !is_unknown && is_also(TermKind::Word),
        TermKind::Name | TermKind::Pair | TermKind::Reading | TermKind::Date => false,
    }
}
