//! Which of the ranked memories are shown: the gate, duplicates, and how many.

use omoide_core::Memory;
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::ports::store::Reader;

use super::{Asked, Candidate, GateTerms, Hit, Terms, searchable, share};
use crate::{Error, Mind};

/// How many memories are read to find those that pass the gate, for each one that is wanted.
const READ_PER_HIT: usize = 40;

impl Mind<'_> {
    /// Reads candidates from the top until enough have passed the gate. Near-duplicates pass once.
    pub(super) fn choose(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        candidates: Vec<Candidate>,
    ) -> Result<Vec<Hit>, Error> {
        if !asked.has_gate {
            return self.read_all(reader, asked, candidates);
        }
        let mut hits: Vec<Hit> = Vec::new();
        let mut shown: Vec<Vec<f32>> = Vec::new();
        let mut is_relevant = false;
        let words = self.engine.parts.understanding.content_words(&asked.prompt.text);
        let is_about_a_time = self.is_about_a_time(asked);
        for candidate in candidates.into_iter().take(asked.wanted.saturating_mul(READ_PER_HIT)) {
            if hits.len() == asked.wanted {
                break;
            }
            let is_fused = matches!(candidate.terms, Terms::Fused(_));
            if is_fused && !self.may_be_shown(&candidate.gate) {
                continue;
            }
            let Some(memory) = reader.memories(&self.name, &[candidate.outline.seq])?.pop() else { continue };
            let gate = if is_fused {
                candidate.gate
            } else {
                self.seen_by_gate(asked, &candidate, &memory, (&words, is_about_a_time))
            };
            let is_new = |hit: &Hit| hit.memory.text != memory.text;
            if asked.prompt.scope.admits(&memory)
                && !asked.prompt.without.contains(&memory.id)
                && self.may_be_shown(&gate)
                && hits.iter().all(is_new)
                && self.takes(reader, &memory, &mut shown)?
            {
                is_relevant |= self.is_relevant(&gate);
                hits.push(Hit { memory, terms: candidate.terms, gate });
            }
        }
        if !is_relevant {
            hits.clear();
        }
        Ok(hits)
    }

    /// What the gate looks at where the ranking did not: the words of the memory as it is shown.
    fn seen_by_gate(
        &self,
        asked: &Asked<'_>,
        candidate: &Candidate,
        memory: &Memory,
        (words, is_about_a_time): (&[String], bool),
    ) -> GateTerms {
        let understanding = &self.engine.parts.understanding;
        GateTerms {
            coverage: share(words, &understanding.content_words(&searchable(memory))),
            is_meant: candidate.gate.is_meant || (is_about_a_time && self.is_of_the_time_meant(asked, memory)),
            ..candidate.gate
        }
    }

    fn is_of_the_time_meant(&self, asked: &Asked<'_>, memory: &Memory) -> bool {
        let Some(hint @ omoide_core::ports::TimeHint::Within(..)) = asked.time else { return false };
        self.nearness(hint, memory.created, asked.now) > 0.0
    }

    /// Whether a memory shows that the prompt is about something known.
    fn is_relevant(&self, gate: &GateTerms) -> bool {
        let retrieval = &self.parameters().retrieval;
        gate.is_meant || gate.similarity >= retrieval.gate_similarity || self.bearing(gate) >= retrieval.gate_relevance
    }

    /// Whether a memory may be shown beside one that is relevant.
    fn may_be_shown(&self, gate: &GateTerms) -> bool {
        gate.is_meant || self.bearing(gate) >= self.parameters().retrieval.gate_floor
    }

    /// How much a memory has to do with the prompt.
    fn bearing(&self, gate: &GateTerms) -> f64 {
        gate.coverage + self.parameters().retrieval.gate_similarity_weight * gate.similarity.max(0.0)
    }

    fn read_all(&self, reader: &dyn Reader, asked: &Asked<'_>, candidates: Vec<Candidate>) -> Result<Vec<Hit>, Error> {
        let mut hits = Vec::with_capacity(candidates.len().min(asked.wanted));
        for candidate in candidates {
            if hits.len() == asked.wanted {
                break;
            }
            let memory = reader.memories(&self.name, &[candidate.outline.seq])?.pop();
            if let Some(memory) = memory.filter(|memory| !asked.prompt.without.contains(&memory.id)) {
                hits.push(Hit { memory, terms: candidate.terms, gate: candidate.gate });
            }
        }
        Ok(hits)
    }

    /// Whether a memory is not nearly the same as one that is shown already, by the first model that it has a
    /// vector under.
    fn takes(&self, reader: &dyn Reader, memory: &Memory, shown: &mut Vec<Vec<f32>>) -> Result<bool, Error> {
        let limit = self.parameters().retrieval.duplicate_similarity;
        for embedder in self.engine.parts.embedders.all() {
            let Some((_, vector)) = reader.vectors(&self.name, embedder.model(), &[memory.seq])?.pop() else {
                continue;
            };
            let is_repeat = shown.iter().any(|other| above_floor(cosine(other, &vector), embedder.floor()) >= limit);
            if !is_repeat {
                shown.push(vector);
            }
            return Ok(!is_repeat);
        }
        Ok(true)
    }
}
