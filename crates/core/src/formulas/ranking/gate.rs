//! The gate: whether a memory has to do with a prompt (SPEC C3), by what recall knows of the two.
//!
//! ```text
//! probability = 1 / (1 + e^−(bias + Σ weight × evidence))                 each piece of evidence from 0 to 1
//! bearing     = (coverage + wording + weight × similarity) / (1 + weight × how much wording can be expected)
//! strength    = the highest of similarity and bearing, each as a share of what lets an answer through
//! size        = ln of the memories, from 0 at `small_mind` to 1 at `large_mind`
//! ```
//!
//! Who asks names what is asked for, so for a question it counts how much of the prompt a memory has. Who tells news
//! uses new words, so for a statement it counts which memory is touched: rare words and names in common, a sentence of
//! which the prompt has much. The weights were fitted on lives that were played turn by turn (`evals/lived`), each
//! judged by the others.
//!
//! Among many memories some have much of any question by chance, and one always stands out. There a question is judged by
//! weights that were fitted on public sets, with prompts about what was never stored (`evals/gate`). A prompt that is a
//! passage is judged by its bearing alone.

mod probability;
mod terms;

pub use terms::{GateTerms, HeldWording, SharedWords};

use self::probability::{Evidence, of_question, of_question_among_many, of_statement};
use crate::JudgedAs;
use crate::parameters::{self, Parameters};

/// What the gate takes a prompt for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GatePrompt {
    /// Whether it asks for something; else it tells something or wants something done.
    pub is_question: bool,
    /// Whether it is a piece of a talk or of a text.
    pub is_passage: bool,
    /// Whether more memories are wanted than a prompt usually brings: who asks for fifty wants to see what else there is.
    pub wants_many: bool,
}

/// What the gate must know of a ranking.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GateRanking {
    /// The score of the best memory, at least 0.
    pub best: f64,
    /// The score of the third.
    pub third: f64,
    /// How many memories it was found among.
    pub among: usize,
    /// Whether the default profile ranked; otherwise only the bearing is known.
    pub is_fused: bool,
}

/// The measures by which the memories are judged that were found for one prompt.
#[derive(Clone, Copy, Debug)]
pub struct Gate<'p> {
    parameters: &'p Parameters,
    is_question: bool,
    is_passage: bool,
    is_fused: bool,
    wants_many: bool,
    /// How much the measures for many memories, or the bearing of a passage, decide: from 0 to 1.
    by_bearing: f64,
    /// How large the mind is, from 0 for a small to 1 for a large one.
    size: f64,
    lead: f64,
}

impl<'p> Gate<'p> {
    /// The gate for a prompt and what was found for it.
    pub fn new(prompt: GatePrompt, ranking: GateRanking, parameters: &'p Parameters) -> Self {
        let GateRanking { best, third, among, is_fused } = ranking;
        let gate = &parameters.gate;
        let (small, large) = (f64::from(gate.small_mind).ln_1p(), f64::from(gate.large_mind).ln_1p());
        let size = (((among as f64).ln_1p() - small) / (large - small).max(f64::EPSILON)).clamp(0.0, 1.0);
        // In a small mind a long statement is judged like a short one: bearing shows too many memories there.
        let is_passage = prompt.is_passage && (size > 0.0 || !is_fused);
        let by_bearing = if is_passage || !is_fused {
            1.0
        } else if prompt.is_question {
            size
        } else {
            0.0
        };
        Self {
            parameters,
            is_question: prompt.is_question,
            is_passage,
            is_fused,
            wants_many: prompt.wants_many,
            by_bearing,
            size,
            lead: if best > 0.0 { (best - third) / best } else { 0.0 },
        }
    }

    /// Whether the prompt is judged as a question.
    pub fn is_question(&self) -> bool {
        self.is_question
    }

    /// What the prompt is judged as.
    pub fn judged_as(&self) -> JudgedAs {
        match (self.is_passage, self.is_question) {
            (true, _) => JudgedAs::Passage,
            (false, true) => JudgedAs::Question,
            (false, false) => JudgedAs::Statement,
        }
    }

    /// The probability that the memory at that place of the ranking has to do with the prompt.
    pub fn probability(&self, terms: &GateTerms, place: usize) -> f64 {
        let p = &self.parameters.gate;
        let evidence = Evidence::of(terms, p).at(place, self.lead * shared_at_all(terms, p));
        if self.is_question { of_question(&evidence, p) } else { of_statement(&evidence, p) }
    }

    /// Whether a memory shows that the prompt is about something known.
    pub fn is_relevant(&self, terms: &GateTerms) -> bool {
        let p = &self.parameters.gate;
        let opens = if self.is_question { p.question_opens } else { p.statement_opens };
        // Among more memories more have something of what is told by chance.
        let opens = if self.is_question { opens } else { opens + p.statement_large * self.size };
        let by_probability = if self.is_fused { terms.probability / opens.max(f64::EPSILON) } else { 0.0 };
        let among_many = if self.is_question && self.is_fused && !self.is_passage {
            of_question_among_many(&Evidence::of(terms, p), p) / p.many_opens.max(f64::EPSILON)
        } else {
            self.strength(terms)
        };
        let mut strength = (1.0 - self.by_bearing) * by_probability + self.by_bearing * among_many;
        if terms.is_known_to_model || !self.is_question {
            // What a model finds like the prompt, and what has nearly all of it in the prompt's own project or in a large
            // mind, needs no other evidence.
            let share = if terms.is_known_to_model || terms.is_here { 1.0 } else { self.size };
            let alone = if terms.is_known_to_model { self.strength(terms) } else { self.strength_alone(terms) };
            strength = strength.max(share * alone);
        }
        let asked_for = if terms.is_elsewhere { self.parameters.retrieval.gate_elsewhere } else { 1.0 - terms.ease };
        terms.is_meant || strength >= asked_for || terms.similarity >= self.alone() * asked_for
    }

    /// Whether a memory may be shown beside one that is relevant.
    pub fn may_be_shown(&self, terms: &GateTerms) -> bool {
        if terms.is_meant || terms.similarity >= self.alone() {
            return true;
        }
        if self.wants_many || self.is_passage || !self.is_fused || terms.is_known_to_model {
            return self.bearing(terms) >= self.parameters.retrieval.gate_floor;
        }
        let p = &self.parameters.gate;
        let has_all_here = terms.is_here && self.strength_alone(terms) >= 1.0;
        has_all_here || terms.probability >= if self.is_question { p.question_beside } else { p.statement_beside }
    }

    /// How much a memory has to do with the prompt, as a share of what lets an answer through.
    fn strength(&self, terms: &GateTerms) -> f64 {
        let by_similarity = terms.similarity / self.alone().max(f64::EPSILON);
        by_similarity.max(self.bearing(terms) / self.parameters.retrieval.gate_relevance.max(f64::EPSILON))
    }

    /// The same without what the memories beside it have.
    fn strength_alone(&self, terms: &GateTerms) -> f64 {
        self.strength(&GateTerms { coverage: terms.shared.share.min(terms.coverage), ..*terms })
    }

    /// The similarity that lets an answer through by itself.
    fn alone(&self) -> f64 {
        let retrieval = &self.parameters.retrieval;
        if self.is_passage { retrieval.gate_passage_similarity } else { retrieval.gate_similarity }
    }

    /// How much a memory has to do with the prompt: what speaks for it, beside what can be expected to.
    fn bearing(&self, terms: &GateTerms) -> f64 {
        let retrieval = &self.parameters.retrieval;
        let wording = terms.wording.unwrap_or_default();
        let found = terms.coverage
            + wording.weight * wording.share
            + retrieval.gate_similarity_weight * terms.similarity.max(0.0);
        found / (1.0 + retrieval.gate_wording_weight * wording.weight)
    }
}

/// How likely it is that one of so many memories is near a prompt by chance, from 0 to 1.
pub fn chance(memories: usize, p: &parameters::Gate) -> f64 {
    nearness(memories, p.many_memories)
}

/// How near to so many the memories are, from 0 to 1: each doubling as much as the one before.
fn nearness(memories: usize, many: f64) -> f64 {
    ((1.0 + memories as f64).ln() / (1.0 + many).ln()).min(1.0)
}

/// How much less bearing is asked of a memory: where few memories could have the prompt's words by chance, of what is
/// protected, which is missed the most, and of one from which a passage goes on, by so much, under a neural model.
pub fn ease(memories: usize, is_protected: bool, talk: f64, parameters: &Parameters) -> f64 {
    let (retrieval, p) = (&parameters.retrieval, &parameters.gate);
    let protected = if is_protected { retrieval.gate_protected_ease } else { 0.0 };
    let ease = retrieval.gate_few_ease * (1.0 - nearness(memories, p.some_memories)) + protected + p.talk_ease * talk;
    ease.min(1.0)
}

/// How like the prompt a memory is for the gate: under the built-in vectors, or under a neural model if that says more.
/// The model says how far the memory is above the mean of all and how far the best stands out, from 0 to 1. Of a few
/// memories none can stand out far, and hardly any is like the prompt by chance.
pub fn likeness(plain: f32, above_the_mean: f32, prominence: f32, memories: usize, p: &parameters::Gate) -> f64 {
    let chance = chance(memories, p) as f32;
    let few = 1.0 - chance;
    let neural = above_the_mean * (prominence + (1.0 - prominence) * few);
    let bearing = p.neural_bearing as f32 - p.neural_chance as f32 * chance;
    f64::from(plain.max(bearing * neural))
}

/// Whether a memory has anything of the prompt, from 0 to 1.
fn shared_at_all(terms: &GateTerms, p: &parameters::Gate) -> f64 {
    (terms.coverage / p.enough_words).max(terms.meaning / p.enough_meaning).min(1.0)
}
