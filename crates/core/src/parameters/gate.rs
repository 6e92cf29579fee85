//! What decides whether a memory is shown at all.

use serde::{Deserialize, Serialize};

use super::sections::{UNIT, section};
use super::table::{Limits, Parameter, Setting, Value};

const WEIGHT: Limits = Limits::Between(-20.0, 20.0);

section! {
    /// How likely a memory must be to have to do with the prompt; the weights are fitted on the dev lives of `evals/lived`.
    Gate "gate" {
        question_opens: f64 = 0.33, UNIT, "probability", "SPEC C3", "From this probability on the best memory answers a question.";
        question_beside: f64 = 0.25, UNIT, "probability", "SPEC C3", "From this probability on a memory is shown beside a better one.";
        statement_opens: f64 = 0.34, UNIT, "probability", "SPEC C3", "From this probability on a statement brings a memory to mind.";
        statement_beside: f64 = 0.25, UNIT, "probability", "SPEC C3", "From this probability on a memory is shown beside a better one.";
        statement_large: f64 = 0.2, UNIT, "probability", "SPEC C3", "How much more a statement needs in a large mind.";
        // A mind of a few months is asked by these measures alone; among more memories some have much of any question by chance.
        small_mind: u32 = 130, Limits::Between(0.0, 1e9), "memories", "SPEC C3", "Up to this many memories a question is judged by its probability alone.";
        large_mind: u32 = 270, Limits::Between(1.0, 1e9), "memories", "SPEC C3", "From this many memories on a question is judged by `retrieval.gate_relevance`; between the two by both.";
        question_bias: f64 = -5.4, WEIGHT, "log odds", "SPEC C3", "A question: where the sum begins.";
        question_first: f64 = 1.47, WEIGHT, "log odds", "SPEC C3", "A question: what being first by rank counts, half as much being second.";
        question_relative: f64 = 1.1, WEIGHT, "log odds", "SPEC C3", "A question: what the score counts as a share of the best's.";
        question_lead: f64 = 1.55, WEIGHT, "log odds", "SPEC C3", "A question: what it counts that the best stands above the third.";
        question_coverage: f64 = 2.2, WEIGHT, "log odds", "SPEC C3", "A question: what the share of its words counts.";
        question_telling: f64 = 1.4, WEIGHT, "log odds", "SPEC C3", "A question: what telling words in common count.";
        question_sentence: f64 = 0.85, WEIGHT, "log odds", "SPEC C3", "A question: what the likest sentence's similarity counts.";
        question_answers: f64 = 0.55, WEIGHT, "log odds", "SPEC C3", "A question: what it counts that a value of the kind that is asked for is there.";
        statement_bias: f64 = -4.24, WEIGHT, "log odds", "SPEC C3", "A statement: where the sum begins.";
        statement_first: f64 = 1.5, WEIGHT, "log odds", "SPEC C3", "A statement: what being first by rank counts, half as much being second.";
        statement_coverage: f64 = 0.7, WEIGHT, "log odds", "SPEC C3", "A statement: what the share of its words counts.";
        statement_telling: f64 = 1.75, WEIGHT, "log odds", "SPEC C3", "A statement: what telling words in common count.";
        statement_rarest: f64 = 0.9, WEIGHT, "log odds", "SPEC C3", "A statement: what the rarity among memories of the rarest word in common counts.";
        statement_person: f64 = 0.75, WEIGHT, "log odds", "SPEC C3", "A statement: what it counts that both name a person.";
        statement_touched: f64 = 0.8, WEIGHT, "log odds", "SPEC C3", "A statement: what the share counts that it has of the memory's nearest sentence.";
        statement_height: f64 = 0.3, WEIGHT, "log odds", "SPEC C3", "A statement: what it counts that the similarity stands above that of all memories.";
    }
}
