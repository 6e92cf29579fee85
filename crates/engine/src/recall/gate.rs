//! The gate before an answer: what it takes the prompt for, and by which ranking (`formulas/ranking/gate.rs` in core).

use omoide_core::Parameters;
use omoide_core::formulas::ranking::gate::{Gate, GatePrompt, GateRanking};
use omoide_language::asked_value;

use super::rank::closer::is_passage;
use super::{Asked, Candidate, Terms};

/// The gate for a prompt and the memories that were found for it, the best first.
pub(super) fn gate<'p>(asked: &Asked<'_>, candidates: &[Candidate], parameters: &'p Parameters) -> Gate<'p> {
    let total = |place: usize| candidates.get(place).map_or(0.0, |candidate| candidate.terms.total().max(0.0));
    let prompt = GatePrompt {
        is_question: asked_value::asks(&asked.prompt.text),
        is_passage: is_passage(&asked.prompt.text, &parameters.fused),
        wants_many: asked.wanted > parameters.retrieval.top_k as usize,
    };
    let ranking = GateRanking {
        best: total(0),
        third: total(2),
        among: candidates.first().map_or(0, |candidate| candidate.gate.among),
        is_fused: candidates.iter().all(|candidate| matches!(candidate.terms, Terms::Fused(_))),
    };
    Gate::new(prompt, ranking, parameters)
}
