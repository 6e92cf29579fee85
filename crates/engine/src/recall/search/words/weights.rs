//! What the terms of a prompt count, whatever memories have them.

use omoide_core::{QueryTerm, QueryWords, Term, TermKind, parameters};
use omoide_language::embedding::rarity;

use crate::recall::constants::words::{
    CHARACTER_TERM, HIRAGANA_PAIR, NAME_TERM, OTHERS, SAID_BEFORE, VARIANT, WORDS_OF_OTHERS,
};

/// How much a term of each kind counts beside a word.
pub(super) fn kind_weight(kind: TermKind) -> f64 {
    match kind {
        TermKind::Name => NAME_TERM,
        TermKind::Character => CHARACTER_TERM,
        TermKind::Word | TermKind::Filler | TermKind::Pair | TermKind::Reading => 1.0,
        // Looked up apart from the words.
        TermKind::Date => 0.0,
    }
}

pub(super) fn pair_weight(term: &Term) -> f64 {
    let is_hiragana = |c: char| ('ぁ'..='ゖ').contains(&c);
    if term.kind() == TermKind::Pair && term.text().chars().all(is_hiragana) { HIRAGANA_PAIR } else { 1.0 }
}

/// In how many of those a term stands.
pub(super) fn others_with(term: &Term) -> f64 {
    match term.kind() {
        TermKind::Word | TermKind::Name | TermKind::Filler => {
            let share = (-f64::from(rarity(term.text()))).exp();
            OTHERS * (1.0 - (1.0 - share).powf(WORDS_OF_OTHERS))
        }
        _ => 0.0,
    }
}

/// The terms that a query asks for, and those that its beginnings stand for.
pub(in crate::recall) fn terms_of(query: &QueryWords, begun: &[Term]) -> Vec<QueryTerm> {
    let begun = begun.iter().map(|term| QueryTerm { term: term.clone(), count: 1, is_variant: true, messages_back: 0 });
    query.terms.iter().cloned().chain(begun).collect()
}

/// What each term of the query counts, whatever memories have it.
pub(super) fn query_weights(terms: &[QueryTerm], p: &parameters::Fused) -> Vec<f64> {
    let mut weights = Vec::with_capacity(terms.len());
    let mut whole = "";
    for term in terms {
        let text = term.term.text();
        let is_word = term.term.kind() == TermKind::Word;
        let is_part = is_word && text.len() < whole.len() && whole.contains(text);
        if is_word && !is_part {
            whole = text;
        }
        let part = if is_part { p.part_weight } else { 1.0 };
        let variant = if term.is_variant { VARIANT } else { 1.0 };
        let said_before = SAID_BEFORE.powi(term.messages_back.into());
        let count = 1.0 + f64::from(term.count.max(1)).ln();
        weights.push(kind_weight(term.term.kind()) * part * variant * said_before * count);
    }
    weights
}
