//! Which of the ranked memories are shown: the gate, duplicates, and how many.

use std::cell::OnceCell;
use std::collections::HashMap;

use omoide_core::formulas::ranking::gate::Gate;
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::parameters::Profile;
use omoide_core::ports::store::Reader;
use omoide_core::{JudgedAs, Memory, Seq};
use omoide_language::{empty_talk, personal, update};

use super::gate::gate;
use super::monopoly::Crowd;
use super::related_count::JudgedCandidates;
use super::{Asked, Candidate, GateTerms, Hit, Terms, mmr, searchable, share};
use crate::recall::constants::choose::{OUT_OF, READ_PER_HIT};
use crate::{Error, Mind};

/// A memory's vector, and the model that it is under, by its place.
type Placed = (usize, Vec<f32>);

/// The gate, and the prompt's words for where the ranking looked none up.
struct Door<'p> {
    gate: Gate<'p>,
    words: OnceCell<Vec<String>>,
}

impl Door<'_> {
    /// Whether the gate has to see a candidate's memory: that of one which it turns away by its terms alone is not read.
    fn lets_look_at(&self, asked: &Asked<'_>, candidate: &Candidate, place: usize) -> bool {
        if asked.profile != Profile::Fused {
            return true;
        }
        let gate = GateTerms { probability: self.gate.probability(&candidate.gate, place), ..candidate.gate };
        self.gate.may_be_shown(&gate) && (!gate.is_elsewhere || self.gate.is_question())
    }
}

/// Memories that are read together.
#[derive(Default)]
struct CandidatePage {
    /// All that were asked for.
    seqs: Vec<Seq>,
    memories: HashMap<Seq, Memory>,
    vectors: HashMap<Seq, Placed>,
}

/// A memory that is shown, unless others are shown in its place.
struct Passed {
    hit: Hit,
    vector: Option<Placed>,
}

/// The memories that are shown.
pub(super) struct Chosen {
    /// They, in their order.
    pub hits: Vec<Hit>,
    /// Others that passed the gate and have no room, the best first; none where nobody asks for them.
    pub waiting: Vec<Hit>,
    /// What the gate took the prompt for, if there was something to judge.
    pub judged_as: Option<JudgedAs>,
    /// What the gate made of all candidates; nothing where nobody counts them.
    pub judged: JudgedCandidates,
}

/// What the gate makes of the candidates that were read, by their terms alone. One that is not shown because others stand before it
/// has to do with the prompt all the same.
fn judged(door: &Door<'_>, asked: &Asked<'_>, candidates: &[Candidate]) -> JudgedCandidates {
    let last = asked.wanted.saturating_sub(1);
    let mut judged = JudgedCandidates::default();
    for (place, candidate) in candidates.iter().enumerate() {
        let seq = candidate.outline.seq;
        if door.lets_look_at(asked, candidate, place.min(last)) {
            judged.passed.insert(seq);
        } else if candidate.gate.sentence > 0.0 {
            judged.refused.insert(seq);
        }
    }
    judged
}

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
    /// Reads candidates from the top until there are enough. Where there is a gate, near-duplicates pass it once, and of
    /// the others those are shown that are relevant and unlike each other.
    pub(super) fn choose(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        candidates: Vec<Candidate>,
    ) -> Result<Chosen, Error> {
        let opened = || Door { gate: gate(asked, &candidates, self.parameters()), words: OnceCell::new() };
        let door = asked.has_gate.then(opened);
        let judged_as = door.as_ref().filter(|_| !candidates.is_empty()).map(|door| door.gate.judged_as());
        let (most_read, most) = match (&door, asked.profile) {
            (None, _) => (usize::MAX, asked.wanted),
            // What is like the others is left out.
            (Some(_), Profile::Fused) => (READ_PER_HIT, asked.wanted.saturating_add(asked.wanted.div_ceil(OUT_OF - 1))),
            // The other profiles are formulas to the letter: what they rank highest is shown.
            (Some(_), _) => (READ_PER_HIT, asked.wanted),
        };
        let judging = door.as_ref().filter(|_| asked.prompt.counts_related);
        let judged = judging.map(|door| judged(door, asked, &candidates)).unwrap_or_default();
        let mut candidates = candidates;
        candidates.truncate(asked.wanted.saturating_mul(most_read));
        let wanted: Vec<Option<Seq>> = candidates
            .iter()
            .enumerate()
            .map(|(place, candidate)| {
                let is_wanted = !asked.prompt.without.contains(&candidate.outline.id)
                    && door.as_ref().is_none_or(|door| door.lets_look_at(asked, candidate, place));
                is_wanted.then_some(candidate.outline.seq)
            })
            .collect();
        let mut passed: Vec<Passed> = Vec::new();
        let mut crowd: Option<Crowd> = None;
        let mut page = CandidatePage::default();
        for (place, candidate) in candidates.into_iter().enumerate() {
            let has_enough = passed.len() >= most;
            if has_enough && (!asked.prompt.has_no_monopoly || door.is_none()) {
                break;
            }
            if has_enough && crowd.is_none() {
                let memories = passed.iter().map(|passed| &passed.hit.memory);
                crowd = Some(self.crowd(reader, memories, asked.wanted)?);
            }
            if let Some(crowd) = &mut crowd {
                if crowd.is_nobody() || passed.len() - most >= asked.wanted / 2 {
                    break;
                }
                if self.is_in_crowd(reader, crowd, &candidate.outline)? {
                    continue;
                }
            }
            let Some(seq) = wanted[place] else { continue };
            if !page.seqs.contains(&seq) {
                // As many as may still pass: all of them are looked at, whatever comes of it.
                let next = wanted[place..].iter().flatten().take(most.saturating_sub(passed.len()).max(1));
                page = self.page(reader, next.copied().collect(), door.is_some())?;
            }
            let Some(memory) = page.memories.remove(&seq) else { continue };
            let found = match &door {
                Some(door) => {
                    let read = (memory, page.vectors.remove(&seq));
                    self.through(door, asked, (&candidate, place), read, &passed)
                }
                None => Some((memory, candidate.gate, None)),
            };
            if let Some((memory, gate, vector)) = found {
                let hit = Hit { memory, terms: candidate.terms, gate, text_with_excerpt: None, stands_for: Vec::new() };
                passed.push(Passed { hit, vector });
            }
        }
        let (hits, waiting) = match &door {
            Some(door) => self.shown_of(&door.gate, asked, passed, most),
            None => (passed.into_iter().map(|passed| passed.hit).collect(), Vec::new()),
        };
        Ok(Chosen { hits, waiting, judged_as, judged })
    }

    /// What comes through the gate: the memory of a candidate, with what the gate saw of it and its vector, if it has to
    /// do with the prompt and is no repetition of one that has passed.
    fn through(
        &self,
        door: &Door<'_>,
        asked: &Asked<'_>,
        (candidate, place): (&Candidate, usize),
        (memory, vector): (Memory, Option<Placed>),
        passed: &[Passed],
    ) -> Option<(Memory, GateTerms, Option<Placed>)> {
        let judge = &door.gate;
        let mut gate = candidate.gate;
        if asked.profile == Profile::Fused {
            gate.probability = judge.probability(&gate, place);
        } else {
            gate = self.seen_by_gate(door, asked, candidate, &memory);
        }
        if gate.is_elsewhere {
            // What concerns the person belongs to no project, wherever it was said.
            gate.is_elsewhere = !personal::is_personal(&memory.text.trigger);
            if gate.is_elsewhere && !judge.is_relevant(&GateTerms { is_meant: false, ..gate }) {
                return None;
            }
        }
        let is_new = passed.iter().all(|other| other.hit.memory.text != memory.text);
        if !is_new || !asked.prompt.scope.admits(&memory) || !judge.may_be_shown(&gate) {
            return None;
        }
        (!self.is_repeat(vector.as_ref(), passed)).then_some((memory, gate, vector))
    }

    /// Those of the first so many memories that passed which are shown, and the others; none where none of them is relevant.
    fn shown_of(
        &self,
        judge: &Gate<'_>,
        asked: &Asked<'_>,
        mut passed: Vec<Passed>,
        most: usize,
    ) -> (Vec<Hit>, Vec<Hit>) {
        let mut others = passed.split_off(most.min(passed.len()));
        // Another project answers only what this one has no answer to.
        if passed.iter().any(|passed| passed.hit.gate.is_here && judge.is_relevant(&passed.hit.gate)) {
            passed.retain(|passed| !passed.hit.gate.is_elsewhere);
            others.retain(|passed| !passed.hit.gate.is_elsewhere);
        }
        let (mut hits, mut waiting) = self.unlike_each_other(passed, asked);
        if !hits.iter().any(|hit| judge.is_relevant(&hit.gate)) {
            return (Vec::new(), Vec::new());
        }
        waiting.extend(others.into_iter().map(|passed| passed.hit));
        if !asked.prompt.has_no_monopoly {
            waiting.clear();
        }
        if judge.is_question() && asks_how_things_are(asked) {
            newer_first(&mut hits, self.parameters().retrieval.newer_first);
        }
        (hits, waiting)
    }

    /// Those that are shown, in the order in which they are, and the others in theirs.
    fn unlike_each_other(&self, passed: Vec<Passed>, asked: &Asked<'_>) -> (Vec<Hit>, Vec<Hit>) {
        let order = if asked.profile == Profile::Fused {
            let relevances: Vec<f64> = passed.iter().map(|passed| passed.hit.terms.total()).collect();
            let vector = |at: usize| passed[at].vector.as_ref();
            let alike = |one: usize, other: usize| self.likeness(vector(one), vector(other));
            mmr::order(&relevances, alike, self.parameters().retrieval.mmr_relevance, asked.wanted)
        } else {
            (0..passed.len().min(asked.wanted)).collect()
        };
        let mut passed: Vec<Option<Hit>> = passed.into_iter().map(|passed| Some(passed.hit)).collect();
        let shown = order.into_iter().filter_map(|at| passed[at].take()).collect();
        (shown, passed.into_iter().flatten().collect())
    }

    /// What the gate looks at where the ranking did not: the words of the memory as it is shown.
    fn seen_by_gate(&self, door: &Door<'_>, asked: &Asked<'_>, candidate: &Candidate, memory: &Memory) -> GateTerms {
        let words = |text: &str| self.engine.parts.understanding.content_words(text);
        let asked_for = door.words.get_or_init(|| words(asked.text()));
        let is_of_time = || self.is_about_a_time(asked) && self.is_of_the_time_meant(asked, memory);
        GateTerms {
            coverage: share(asked_for, &words(&searchable(memory))),
            is_meant: candidate.gate.is_meant || is_of_time(),
            ..candidate.gate
        }
    }

    fn is_of_the_time_meant(&self, asked: &Asked<'_>, memory: &Memory) -> bool {
        let Some(hint @ omoide_core::ports::TimeHint::Within(..)) = asked.gist.time else { return false };
        self.nearness(hint, memory.created, asked.now) > 0.0
    }

    /// Those memories, as far as they are there and say anything; with their vectors where those are asked for.
    fn page(&self, reader: &dyn Reader, seqs: Vec<Seq>, has_vectors: bool) -> Result<CandidatePage, Error> {
        let is_shown = self.parameters().retrieval.empty_talk;
        let says_nothing = |memory: &Memory| empty_talk::says_nothing(&memory.text.trigger, &memory.text.content);
        let mut memories = reader.memories(&self.name, &seqs)?;
        memories.retain(|memory| is_shown || !says_nothing(memory));
        let mut left: Vec<Seq> = memories.iter().map(|memory| memory.seq).collect();
        let mut vectors = HashMap::new();
        // A memory's vector is that of the first model that it has one under.
        for (place, embedder) in self.engine.parts.embedders.all().enumerate() {
            if !has_vectors || left.is_empty() {
                break;
            }
            for (seq, vector) in reader.vectors(&self.name, embedder.model(), &left)? {
                vectors.insert(seq, (place, vector));
            }
            left.retain(|seq| !vectors.contains_key(seq));
        }
        Ok(CandidatePage { seqs, memories: memories.into_iter().map(|memory| (memory.seq, memory)).collect(), vectors })
    }

    /// Whether a memory is nearly the same as one that has passed.
    fn is_repeat(&self, vector: Option<&Placed>, passed: &[Passed]) -> bool {
        let limit = self.parameters().retrieval.duplicate_similarity;
        vector.is_some() && passed.iter().any(|other| self.likeness(other.vector.as_ref(), vector) >= limit)
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
