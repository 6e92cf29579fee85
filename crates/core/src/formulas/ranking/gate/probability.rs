//! How likely it is that a memory has to do with a prompt: a question, one among many memories, or a statement.
//!
//! ```text
//! probability = 1 / (1 + e^−(bias + Σ weight × evidence))                 each piece of evidence from 0 to 1
//! ```

use super::terms::GateTerms;
use crate::parameters;

/// What is known of a memory and a prompt.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Evidence {
    /// 1 for the first by rank, a half for the second, and so on.
    first: f64,
    /// How far the best stands above the third, as a share of the best; it counts as far as anything is shared, because
    /// of a few memories one always stands out.
    lead: f64,
    /// The share of the prompt's words that the memory and its neighbours have.
    coverage: f64,
    /// How telling in everyday language the words are that both have.
    telling: f64,
    /// How rare among memories the rarest of them is.
    rarest: f64,
    /// Whether both name a person.
    person: f64,
    /// How like the prompt the memory's likest sentence is.
    sentence: f64,
    /// How much of the memory's nearest sentence the prompt has.
    touched: f64,
    /// Whether the memory has a value of the kind that is asked for.
    answers: f64,
    /// How far its similarity stands above that of all memories.
    height: f64,
    /// The share of the people whom the prompt names that it does not name.
    lacking: f64,
    /// How much of a Japanese prompt's own wording it has.
    wording: f64,
    /// How much of the prompt is Japanese wording.
    japanese: f64,
}

impl Evidence {
    /// The same of a memory at a place of the ranking, where the best stands so far above the third.
    pub(super) fn at(self, place: usize, lead: f64) -> Self {
        Self { first: 1.0 / (1.0 + place as f64), lead, ..self }
    }

    /// What a memory shows by itself, whatever its place in the ranking.
    pub(super) fn of(terms: &GateTerms, p: &parameters::Gate) -> Self {
        let wording = terms.wording.unwrap_or_default();
        Self {
            coverage: terms.coverage,
            telling: (terms.shared.telling / p.most_telling).min(1.0),
            rarest: terms.shared.rarest,
            person: f64::from(u8::from(terms.shared.has_person)),
            sentence: terms.sentence.max(0.0),
            touched: terms.touched,
            answers: terms.answers,
            height: (terms.height / p.highest).clamp(0.0, 1.0),
            lacking: terms.shared.lacking,
            wording: wording.weight * wording.share,
            japanese: wording.weight,
            ..Self::default()
        }
    }
}

/// The probability that a memory has to do with a question.
pub(super) fn of_question(evidence: &Evidence, p: &parameters::Gate) -> f64 {
    logistic(
        p.question_bias
            + p.question_first * evidence.first
            + p.question_lead * evidence.lead
            + p.question_coverage * evidence.coverage
            + p.question_telling * evidence.telling
            + p.question_sentence * evidence.sentence
            + p.question_answers * evidence.answers
            + p.question_lacking * evidence.lacking,
    )
}

/// The probability that a memory has to do with a question that is asked of many memories.
pub(super) fn of_question_among_many(evidence: &Evidence, p: &parameters::Gate) -> f64 {
    logistic(
        p.many_bias
            + p.many_coverage * evidence.coverage
            + p.many_wording * evidence.wording
            + p.many_japanese * evidence.japanese
            + p.many_telling * evidence.telling
            + p.many_sentence * evidence.sentence
            + p.many_touched * evidence.touched
            + p.many_height * evidence.height
            + p.many_lacking * evidence.lacking,
    )
}

/// The probability that a memory has to do with what someone tells or wants done.
pub(super) fn of_statement(evidence: &Evidence, p: &parameters::Gate) -> f64 {
    logistic(
        p.statement_bias
            + p.statement_first * evidence.first
            + p.statement_coverage * evidence.coverage
            + p.statement_telling * evidence.telling
            + p.statement_rarest * evidence.rarest
            + p.statement_person * evidence.person
            + p.statement_touched * evidence.touched
            + p.statement_height * evidence.height,
    )
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_evidence() -> impl Strategy<Value = Evidence> {
        prop::array::uniform13(0.0..=1.0_f64).prop_map(
            |[
                first,
                lead,
                coverage,
                telling,
                rarest,
                person,
                sentence,
                touched,
                answers,
                height,
                lacking,
                wording,
                japanese,
            ]| Evidence {
                first,
                lead,
                coverage,
                telling,
                rarest,
                person,
                sentence,
                touched,
                answers,
                height,
                lacking,
                wording,
                japanese,
            },
        )
    }

    #[test]
    fn a_memory_without_any_evidence_is_not_shown() {
        let p = parameters::Gate::default();
        assert!(of_question(&Evidence::default(), &p) < p.question_beside);
        assert!(of_question_among_many(&Evidence::default(), &p) < p.many_opens);
        assert!(of_statement(&Evidence::default(), &p) < p.statement_beside);
    }

    proptest! {
        #[test]
        fn more_words_in_common_never_make_a_memory_less_likely(evidence in any_evidence(), more in 0.0..=1.0_f64) {
            let p = parameters::Gate::default();
            let better = Evidence {
                coverage: evidence.coverage.max(more),
                telling: evidence.telling.max(more),
                ..evidence
            };
            prop_assert!(of_question(&better, &p) >= of_question(&evidence, &p));
            prop_assert!(of_question_among_many(&better, &p) >= of_question_among_many(&evidence, &p));
            prop_assert!(of_statement(&better, &p) >= of_statement(&evidence, &p));
            prop_assert!((0.0..=1.0).contains(&of_question(&evidence, &p)));
        }
    }
}
