//! The gate: whether a memory has to do with the prompt (SPEC C3).
//!
//! Each memory has a probability, by different measures for what is asked and for what is told (`formulas/gate.rs`). Among
//! many memories a question has weights of its own. A prompt that is a passage is judged by its bearing: the share of
//! its words, its wording and its similarity beside what can be expected.

use omoide_core::Parameters;
use omoide_core::formulas::gate::{Evidence, of_question, of_question_among_many, of_statement};
use omoide_language::asked_value;

use super::rank::closer::is_passage;
use super::{Asked, Candidate, GateTerms, Terms};

/// Words that tell so much together are all that can be asked for.
const MOST_TELLING: f64 = 16.0;

/// From this share of the prompt's words on, or of what they mean, it counts in full that the best stands out.
const ENOUGH_WORDS: f64 = 0.5;
const ENOUGH_MEANING: f64 = 0.25;

/// Whether a memory has anything of the prompt, from 0 to 1.
fn shared_at_all(gate: &GateTerms) -> f64 {
    (gate.coverage / ENOUGH_WORDS).max(gate.meaning / ENOUGH_MEANING).min(1.0)
}

/// So many spreads above the mean a similarity stands out in full.
const HIGHEST: f64 = 5.0;

/// What a memory shows by itself, whatever its place in the ranking.
fn evidence_of(gate: &GateTerms) -> Evidence {
    let wording = gate.wording.unwrap_or_default();
    Evidence {
        coverage: gate.coverage,
        telling: (gate.shared.telling / MOST_TELLING).min(1.0),
        rarest: gate.shared.rarest,
        person: f64::from(u8::from(gate.shared.has_person)),
        sentence: gate.sentence.max(0.0),
        touched: gate.touched,
        answers: gate.answers,
        height: (gate.height / HIGHEST).clamp(0.0, 1.0),
        lacking: gate.shared.lacking,
        wording: wording.weight * wording.share,
        japanese: wording.weight,
        ..Evidence::default()
    }
}

/// Judges the memories that were found for one prompt.
pub(super) struct Judge<'a> {
    parameters: &'a Parameters,
    is_question: bool,
    is_passage: bool,
    /// Whether the formulas rank; otherwise only the bearing is known.
    is_fused: bool,
    /// Whether more memories are wanted than a prompt usually brings: who asks for fifty wants to see what else there is.
    wants_many: bool,
    /// How much the measures for many memories, or the bearing of a passage, decide: from 0 to 1.
    by_bearing: f64,
    /// How large the mind is, from 0 for a small to 1 for a large one.
    size: f64,
    lead: f64,
}

impl<'a> Judge<'a> {
    pub(super) fn new(asked: &Asked<'_>, candidates: &[Candidate], parameters: &'a Parameters) -> Self {
        let is_question = asked_value::asks(&asked.prompt.text);
        let total = |place: usize| candidates.get(place).map_or(0.0, |candidate| candidate.terms.total().max(0.0));
        let best = total(0);
        let gate = &parameters.gate;
        let memories = candidates.first().map_or(0, |candidate| candidate.gate.among) as f64;
        let (small, large) = (f64::from(gate.small_mind).ln_1p(), f64::from(gate.large_mind).ln_1p());
        let by_size = ((memories.ln_1p() - small) / (large - small).max(f64::EPSILON)).clamp(0.0, 1.0);
        let is_fused = candidates.iter().all(|candidate| matches!(candidate.terms, Terms::Fused(_)));
        // In a small mind a long statement is judged like a short one: bearing shows too many memories there.
        let is_passage = is_passage(&asked.prompt.text, &parameters.fused) && (by_size > 0.0 || !is_fused);
        Self {
            parameters,
            is_question,
            is_passage,
            is_fused,
            wants_many: asked.wanted > parameters.retrieval.top_k as usize,
            by_bearing: if is_passage || !is_fused {
                1.0
            } else if is_question {
                by_size
            } else {
                0.0
            },
            size: by_size,
            lead: if best > 0.0 { (best - total(2)) / best } else { 0.0 },
        }
    }

    /// Whether the prompt asks for something.
    pub(super) fn is_question(&self) -> bool {
        self.is_question
    }

    /// The probability that the candidate at that place of the ranking has to do with the prompt.
    pub(super) fn probability(&self, candidate: &Candidate, place: usize) -> f64 {
        let evidence = Evidence {
            first: 1.0 / (1.0 + place as f64),
            lead: self.lead * shared_at_all(&candidate.gate),
            ..evidence_of(&candidate.gate)
        };
        let p = &self.parameters.gate;
        if self.is_question { of_question(&evidence, p) } else { of_statement(&evidence, p) }
    }

    /// Whether a memory shows that the prompt is about something known.
    pub(super) fn is_relevant(&self, gate: &GateTerms) -> bool {
        let p = &self.parameters.gate;
        let opens = if self.is_question { p.question_opens } else { p.statement_opens };
        // Among more memories more have something of what is told by chance.
        let opens = if self.is_question { opens } else { opens + p.statement_large * self.size };
        let by_probability = if self.is_fused { gate.probability / opens.max(f64::EPSILON) } else { 0.0 };
        let among_many = if self.is_question && self.is_fused && !self.is_passage {
            of_question_among_many(&evidence_of(gate), p) / p.many_opens.max(f64::EPSILON)
        } else {
            self.strength(gate)
        };
        let mut strength = (1.0 - self.by_bearing) * by_probability + self.by_bearing * among_many;
        if gate.is_known_to_model || !self.is_question {
            // What a model finds like the prompt, and what has nearly all of it in the prompt's own project or in a large
            // mind, needs no other evidence.
            let share = if gate.is_known_to_model || gate.is_here { 1.0 } else { self.size };
            let alone = if gate.is_known_to_model { self.strength(gate) } else { self.strength_alone(gate) };
            strength = strength.max(share * alone);
        }
        let asked_for = if gate.is_elsewhere { self.parameters.retrieval.gate_elsewhere } else { 1.0 - gate.ease };
        gate.is_meant || strength >= asked_for || gate.similarity >= self.alone() * asked_for
    }

    /// Whether a memory may be shown beside one that is relevant.
    pub(super) fn may_be_shown(&self, gate: &GateTerms) -> bool {
        if gate.is_meant || gate.similarity >= self.alone() {
            return true;
        }
        if self.wants_many || self.is_passage || !self.is_fused || gate.is_known_to_model {
            return self.bearing(gate) >= self.parameters.retrieval.gate_floor;
        }
        let p = &self.parameters.gate;
        let has_all_here = gate.is_here && self.strength_alone(gate) >= 1.0;
        has_all_here || gate.probability >= if self.is_question { p.question_beside } else { p.statement_beside }
    }

    /// How much a memory has to do with the prompt, as a share of what lets an answer through.
    fn strength(&self, gate: &GateTerms) -> f64 {
        let by_similarity = gate.similarity / self.alone().max(f64::EPSILON);
        by_similarity.max(self.bearing(gate) / self.parameters.retrieval.gate_relevance.max(f64::EPSILON))
    }

    /// The same without what the memories beside it have.
    fn strength_alone(&self, gate: &GateTerms) -> f64 {
        self.strength(&GateTerms { coverage: gate.shared.share.min(gate.coverage), ..*gate })
    }

    /// The similarity that lets an answer through by itself.
    fn alone(&self) -> f64 {
        let retrieval = &self.parameters.retrieval;
        if self.is_passage { retrieval.gate_passage_similarity } else { retrieval.gate_similarity }
    }

    /// How much a memory has to do with the prompt: what speaks for it, beside what can be expected to.
    fn bearing(&self, gate: &GateTerms) -> f64 {
        let retrieval = &self.parameters.retrieval;
        let wording = gate.wording.unwrap_or_default();
        let found = gate.coverage
            + wording.weight * wording.share
            + retrieval.gate_similarity_weight * gate.similarity.max(0.0);
        found / (1.0 + retrieval.gate_wording_weight * wording.weight)
    }
}
