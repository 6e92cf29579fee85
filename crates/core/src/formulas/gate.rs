//! How likely it is that a memory has to do with a prompt (SPEC C3), by what recall knows of the two.
//!
//! ```text
//! probability = 1 / (1 + e^−(bias + Σ weight × evidence))        each piece of evidence from 0 to 1
//! ```
//!
//! Who asks names what is asked for, so for a question it counts how much of the prompt a memory has. Who tells news
//! uses new words, so for a statement it counts which memory is touched: rare words and names in common, a sentence of
//! which the prompt has much. The weights were fitted on lives that were played turn by turn (`evals/lived`), each
//! judged by the others.
//!
//! Among many memories some have much of any question by chance, and one always stands out. There a question is judged by
//! weights that were fitted on public sets, with prompts about what was never stored (`evals/gate`).

use crate::parameters;

/// What is known of a memory and a prompt.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Evidence {
    /// 1 for the first by rank, a half for the second, and so on.
    pub first: f64,
    /// How far the best stands above the third, as a share of the best; it counts as far as anything is shared, because
    /// of a few memories one always stands out.
    pub lead: f64,
    /// The share of the prompt's words that the memory and its neighbours have.
    pub coverage: f64,
    /// How telling in everyday language the words are that both have.
    pub telling: f64,
    /// How rare among memories the rarest of them is.
    pub rarest: f64,
    /// Whether both name a person.
    pub person: f64,
    /// How like the prompt the memory's likest sentence is.
    pub sentence: f64,
    /// How much of the memory's nearest sentence the prompt has.
    pub touched: f64,
    /// Whether the memory has a value of the kind that is asked for.
    pub answers: f64,
    /// How far its similarity stands above that of all memories.
    pub height: f64,
    /// The share of the people whom the prompt names that it does not name.
    pub lacking: f64,
    /// How much of a Japanese prompt's own wording it has.
    pub wording: f64,
    /// How much of the prompt is Japanese wording.
    pub japanese: f64,
}

/// The probability that a memory has to do with a question.
pub fn of_question(evidence: &Evidence, p: &parameters::Gate) -> f64 {
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
pub fn of_question_among_many(evidence: &Evidence, p: &parameters::Gate) -> f64 {
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
pub fn of_statement(evidence: &Evidence, p: &parameters::Gate) -> f64 {
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
