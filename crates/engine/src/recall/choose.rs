//! Which of the ranked memories are shown: the gate, duplicates, and how many.

use omoide_core::Memory;
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::ports::store::Reader;
use omoide_language::{empty_talk, personal, update};

use super::gate::gate;
use super::{Asked, Candidate, GateTerms, Hit, Terms, mmr, searchable, share};
use crate::{Error, Mind};

/// How many memories are read to find those that pass the gate, for each one that is wanted.
const READ_PER_HIT: usize = 40;

/// Of how many memories that pass the gate one is left out for being like the others.
const OUT_OF: usize = 3;

/// A memory's vector, and the model that it is under, by its place.
type Placed = (usize, Vec<f32>);

/// Whether a question is about how things are, and not about a time, a feeling or what was before.
fn asks_how_things_are(asked: &Asked<'_>) -> bool {
    asked.gist.asked.is_none() && asked.gist.feeling.is_none() && !update::asks_for_the_past(&asked.prompt.text)
}

/// Of memories that answer a question about equally well, the newer comes first: what was said last holds.
fn newer_first(hits: &mut [Hit], share: f64) {
    let comes_before = |newer: &Hit, older: &Hit| {
        let is_newer = newer.memory.created.unix_micros() > older.memory.created.unix_micros();
        let is_as_good = |newer: f64, older: f64| newer >= share * older;
        is_newer
            && matches!(newer.terms, Terms::Fused(_))
            && is_as_good(newer.terms.total(), older.terms.total())
            && is_as_good(newer.gate.answers, older.gate.answers)
    };
    for end in 1..hits.len() {
        let mut place = end;
        while place > 0 && comes_before(&hits[place], &hits[place - 1]) {
            hits.swap(place, place - 1);
            place -= 1;
        }
    }
}

impl Mind<'_> {
    /// Reads candidates from the top until enough have passed the gate. Near-duplicates pass once; of the others,
    /// those are shown that are relevant and unlike each other.
    pub(super) fn choose(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        candidates: Vec<Candidate>,
    ) -> Result<Vec<Hit>, Error> {
        if !asked.has_gate {
            return self.read_all(reader, asked, candidates);
        }
        let mut passed: Vec<(Hit, Option<Placed>)> = Vec::new();
        let words = self.engine.parts.understanding.content_words(&asked.prompt.text);
        let is_about_a_time = self.is_about_a_time(asked);
        let judge = gate(asked, &candidates, self.parameters());
        for (place, candidate) in candidates.into_iter().take(asked.wanted.saturating_mul(READ_PER_HIT)).enumerate() {
            let is_fused = matches!(candidate.terms, Terms::Fused(_));
            // The other profiles are formulas to the letter: what they rank highest is shown.
            let left_out = if is_fused { asked.wanted.div_ceil(OUT_OF - 1) } else { 0 };
            if passed.len() >= asked.wanted.saturating_add(left_out) {
                break;
            }
            let was_shown = asked.prompt.without.contains(&candidate.outline.id);
            let mut gate = candidate.gate;
            if is_fused {
                gate.probability = judge.probability(&candidate.gate, place);
            }
            if was_shown || (is_fused && !judge.may_be_shown(&gate)) {
                continue;
            }
            if gate.is_elsewhere && !judge.is_question() {
                continue;
            }
            let Some(memory) = self.that_tells(reader, &candidate)? else { continue };
            if !is_fused {
                gate = self.seen_by_gate(asked, &candidate, &memory, (&words, is_about_a_time));
            }
            if gate.is_elsewhere {
                // What concerns the person belongs to no project, wherever it was said.
                gate.is_elsewhere = !personal::is_personal(&memory.text.trigger);
                if gate.is_elsewhere && !judge.is_relevant(&GateTerms { is_meant: false, ..gate }) {
                    continue;
                }
            }
            let is_new = |(hit, _): &(Hit, _)| hit.memory.text != memory.text;
            if asked.prompt.scope.admits(&memory) && judge.may_be_shown(&gate) && passed.iter().all(is_new) {
                let vector = self.vector_of(reader, &memory)?;
                if !self.is_repeat(vector.as_ref(), &passed) {
                    passed.push((Hit { memory, terms: candidate.terms, gate, text_with_excerpt: None }, vector));
                }
            }
        }
        // Another project answers only what this one has no answer to.
        if passed.iter().any(|(hit, _)| hit.gate.is_here && judge.is_relevant(&hit.gate)) {
            passed.retain(|(hit, _)| !hit.gate.is_elsewhere);
        }
        let mut hits = self.unlike_each_other(passed, asked.wanted);
        if !hits.iter().any(|hit| judge.is_relevant(&hit.gate)) {
            hits.clear();
        }
        if judge.is_question() && asks_how_things_are(asked) {
            newer_first(&mut hits, self.parameters().retrieval.newer_first);
        }
        Ok(hits)
    }

    /// Those that are shown, in the order in which they are.
    fn unlike_each_other(&self, passed: Vec<(Hit, Option<Placed>)>, wanted: usize) -> Vec<Hit> {
        let is_fused = |(hit, _): &(Hit, _)| matches!(hit.terms, Terms::Fused(_));
        let lambda = self.parameters().retrieval.mmr_relevance;
        let order = if passed.iter().all(is_fused) {
            let relevances: Vec<f64> = passed.iter().map(|(hit, _)| hit.terms.total()).collect();
            let alike = |one: usize, other: usize| self.likeness(passed[one].1.as_ref(), passed[other].1.as_ref());
            mmr::order(&relevances, alike, lambda, wanted)
        } else {
            (0..passed.len().min(wanted)).collect()
        };
        let mut passed: Vec<Option<Hit>> = passed.into_iter().map(|(hit, _)| Some(hit)).collect();
        order.into_iter().filter_map(|at| passed[at].take()).collect()
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
        let Some(hint @ omoide_core::ports::TimeHint::Within(..)) = asked.gist.time else { return false };
        self.nearness(hint, memory.created, asked.now) > 0.0
    }

    fn read_all(&self, reader: &dyn Reader, asked: &Asked<'_>, candidates: Vec<Candidate>) -> Result<Vec<Hit>, Error> {
        let mut hits = Vec::with_capacity(candidates.len().min(asked.wanted));
        for candidate in candidates {
            if hits.len() == asked.wanted {
                break;
            }
            if asked.prompt.without.contains(&candidate.outline.id) {
                continue;
            }
            if let Some(memory) = self.that_tells(reader, &candidate)? {
                let (terms, gate) = (candidate.terms, candidate.gate);
                hits.push(Hit { memory, terms, gate, text_with_excerpt: None });
            }
        }
        Ok(hits)
    }

    /// The memory of a candidate, if it is there and says anything.
    fn that_tells(&self, reader: &dyn Reader, candidate: &Candidate) -> Result<Option<Memory>, Error> {
        let memory = reader.memories(&self.name, &[candidate.outline.seq])?.pop();
        let is_shown = self.parameters().retrieval.empty_talk;
        Ok(memory.filter(|memory| is_shown || !empty_talk::says_nothing(&memory.text.trigger, &memory.text.content)))
    }

    /// A memory's vector by the first model that it has one under.
    fn vector_of(&self, reader: &dyn Reader, memory: &Memory) -> Result<Option<Placed>, Error> {
        for (place, embedder) in self.engine.parts.embedders.all().enumerate() {
            if let Some((_, vector)) = reader.vectors(&self.name, embedder.model(), &[memory.seq])?.pop() {
                return Ok(Some((place, vector)));
            }
        }
        Ok(None)
    }

    /// Whether a memory is nearly the same as one that has passed.
    fn is_repeat(&self, vector: Option<&Placed>, passed: &[(Hit, Option<Placed>)]) -> bool {
        let limit = self.parameters().retrieval.duplicate_similarity;
        vector.is_some() && passed.iter().any(|(_, other)| self.likeness(other.as_ref(), vector) >= limit)
    }

    /// How alike two memories are; those under two models cannot be compared.
    fn likeness(&self, one: Option<&Placed>, other: Option<&Placed>) -> f64 {
        match (one, other) {
            (Some((model, one)), Some((same, other))) if model == same => {
                let floor = self.engine.parts.embedders.all().nth(*model).map_or(0.0, |embedder| embedder.floor());
                above_floor(cosine(one, other), floor)
            }
            _ => -1.0,
        }
    }
}
