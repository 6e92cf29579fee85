//! What decides whether a memory is shown at all.

use serde::{Deserialize, Serialize};

use super::sections::{UNIT, section};
use super::table::{Limits, Parameter, Setting, Value};

const WEIGHT: Limits = Limits::Between(-20.0, 20.0);

section! {
    /// How likely a memory must be to have to do with the prompt; the weights are fitted on the dev lives of `evals/lived`.
    Gate "gate" {
        question_opens: f64 = 0.3, UNIT, "probability", "SPEC C3", "From this probability on the best memory answers a question.";
        question_beside: f64 = 0.25, UNIT, "probability", "SPEC C3", "From this probability on a memory is shown beside a better one.";
        statement_opens: f64 = 0.33, UNIT, "probability", "SPEC C3", "From this probability on a statement brings a memory to mind.";
        statement_beside: f64 = 0.25, UNIT, "probability", "SPEC C3", "From this probability on a memory is shown beside a better one.";
        statement_large: f64 = 0.2, UNIT, "probability", "SPEC C3", "How much more a statement needs in a large mind.";
        // A mind of a few months is asked by these measures alone; among more memories some have much of any question by chance.
        small_mind: u32 = 130, Limits::Between(0.0, 1e9), "memories", "SPEC C3", "Up to this many memories a question is judged by its probability alone.";
        large_mind: u32 = 270, Limits::Between(1.0, 1e9), "memories", "SPEC C3", "From this many memories on a question is judged as one of many (`gate.many_opens`); between the two by both.";
        // A memory that has a few rare words of the prompt has all that can be asked for; this is about two of the rarest.
        most_telling: f64 = 16.0, Limits::Between(0.01, 1e3), "nats", "SPEC C3", "Words in common that tell so much together count in full.";
        // Less in common than this is had by chance: of a few memories one always stands out.
        enough_words: f64 = 0.5, Limits::Between(0.01, 1.0), "share", "SPEC C3", "From this share of the prompt's words on it counts in full that the best stands above the third.";
        enough_meaning: f64 = 0.25, Limits::Between(0.01, 1.0), "share", "SPEC C3", "The same for the share of what its words mean.";
        // The nearest of some hundred memories that have nothing to do with a prompt is 2.5 to 3.5 spreads above their mean.
        highest: f64 = 5.0, Limits::Between(0.01, 100.0), "spreads", "SPEC C3", "A similarity that is so far above the mean of all memories counts in full.";
        // Each doubling of the memories makes it likelier that one is near by chance; the evaluation sets have about so many.
        many_memories: f64 = 1000.0, Limits::Between(1.0, 1e9), "memories", "SPEC C3", "Among so many memories some are near to any prompt by chance.";
        some_memories: f64 = 100.0, Limits::Between(1.0, 1e9), "memories", "SPEC C3", "Among so many memories one has some words of any prompt by chance; `retrieval.gate_few_ease` ends there.";
        // Similarity under a neural model is counted from the mean of all, so it is smaller than that of the built-in vectors.
        neural_bearing: f64 = 2.3, Limits::Between(0.0, 20.0), "weight", "SPEC C16", "What similarity under a neural model counts, beside that of the built-in vectors.";
        neural_chance: f64 = 1.5, Limits::Between(0.0, 20.0), "weight", "SPEC C16", "How much less it counts among very many memories, of which some are near to any prompt.";
        // Enough that a dinner of another day does not answer for the one that is asked for.
        other_time_bearing: f64 = 0.3, UNIT, "share", "S0 時系列参照", "What is left of the bearing of a memory of another time than the prompt asks for.";
        // A passage that goes on where a memory ends needs few of its words.
        talk_ease: f64 = 0.08, UNIT, "share", "SPEC C16", "How much less bearing is asked of the memory that a passage goes on from under a neural model.";
        question_bias: f64 = -4.66, WEIGHT, "log odds", "SPEC C3", "A question: where the sum begins.";
        question_first: f64 = 1.91, WEIGHT, "log odds", "SPEC C3", "A question: what being first by rank counts, half as much being second.";
        question_lead: f64 = 1.55, WEIGHT, "log odds", "SPEC C3", "A question: what it counts that the best stands above the third.";
        question_coverage: f64 = 1.41, WEIGHT, "log odds", "SPEC C3", "A question: what the share of its words counts.";
        question_telling: f64 = 1.13, WEIGHT, "log odds", "SPEC C3", "A question: what telling words in common count.";
        question_sentence: f64 = 0.61, WEIGHT, "log odds", "SPEC C3", "A question: what the likest sentence's similarity counts.";
        question_answers: f64 = 0.85, WEIGHT, "log odds", "SPEC C3", "A question: what it counts that a value of the kind that is asked for is there.";
        question_lacking: f64 = -0.37, WEIGHT, "log odds", "SPEC C3", "A question: what it counts that people whom it names are not named.";
        // Fitted on LoCoMo, LiHua-World and JSQuAD, with prompts about what was not stored.
        many_opens: f64 = 0.68, UNIT, "probability", "SPEC C3", "Among many memories: from this probability on the best answers a question.";
        many_bias: f64 = -6.6, WEIGHT, "log odds", "SPEC C3", "A question among many memories: where the sum begins.";
        many_coverage: f64 = 5.66, WEIGHT, "log odds", "SPEC C3", "A question among many memories: what the share of its words counts.";
        many_wording: f64 = 3.65, WEIGHT, "log odds", "SPEC C3", "A question among many memories: what the share of its own Japanese wording counts.";
        many_japanese: f64 = -3.79, WEIGHT, "log odds", "SPEC C3", "A question among many memories: what it counts that it has such wording.";
        many_telling: f64 = 2.1, WEIGHT, "log odds", "SPEC C3", "A question among many memories: what telling words in common count.";
        many_sentence: f64 = 1.26, WEIGHT, "log odds", "SPEC C3", "A question among many memories: what the likest sentence's similarity counts.";
        many_touched: f64 = 3.4, WEIGHT, "log odds", "SPEC C3", "A question among many memories: what the share counts that it has of the memory's nearest sentence.";
        many_height: f64 = 2.78, WEIGHT, "log odds", "SPEC C3", "A question among many memories: what it counts that the similarity stands above that of all memories.";
        many_lacking: f64 = -4.59, WEIGHT, "log odds", "SPEC C3", "A question among many memories: what it counts that people whom it names are not named.";
        statement_bias: f64 = -3.6, WEIGHT, "log odds", "SPEC C3", "A statement: where the sum begins.";
        statement_first: f64 = 0.98, WEIGHT, "log odds", "SPEC C3", "A statement: what being first by rank counts, half as much being second.";
        statement_coverage: f64 = 0.51, WEIGHT, "log odds", "SPEC C3", "A statement: what the share of its words counts.";
        statement_telling: f64 = 1.54, WEIGHT, "log odds", "SPEC C3", "A statement: what telling words in common count.";
        statement_rarest: f64 = 0.88, WEIGHT, "log odds", "SPEC C3", "A statement: what the rarity among memories of the rarest word in common counts.";
        statement_person: f64 = 0.95, WEIGHT, "log odds", "SPEC C3", "A statement: what it counts that both name a person.";
        statement_touched: f64 = 0.6, WEIGHT, "log odds", "SPEC C3", "A statement: what the share counts that it has of the memory's nearest sentence.";
        statement_height: f64 = 0.34, WEIGHT, "log odds", "SPEC C3", "A statement: what it counts that the similarity stands above that of all memories.";
    }
}
