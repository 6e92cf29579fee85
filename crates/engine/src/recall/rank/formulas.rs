//! Ranking by the seeds' own formulas, each exact: S0's priority, S3's composite, S4's final score.

use std::collections::HashMap;

use omoide_core::formulas::ranking::composite::{CompositeTerms, composite, distance_of_cosine};
use omoide_core::formulas::ranking::final_score::{FinalScoreTerms, final_score};
use omoide_core::formulas::ranking::priority::{PriorityTerms, priority, priority_ceiling};
use omoide_core::formulas::ranking::resonance::{highest_resonance, resonance_between};
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::parameters::Parameters;
use omoide_core::ports::TimeHint;
use omoide_core::ports::store::{Outline, Reader, Scoring, VectorMatch, VectorQuery};
use omoide_core::{Category, Moment, Mood, NamePrint, Seq};

use crate::recall::constants::formulas::{RANKED_PER_HIT, SEEDS};
use crate::recall::{Asked, Candidate, GateTerms, HitTerms, Terms};
use crate::{Error, Mind};

impl Mind<'_> {
    /// By S0's priority; none when there is nothing to rank.
    pub(super) fn rank_by_priority(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
    ) -> Result<Option<Vec<Candidate>>, Error> {
        let ranking = ByPriority::new(self, asked);
        self.best_by(reader, asked, &ranking, |outline, similarity| {
            Terms::Resonance(ranking.terms(outline, similarity))
        })
    }

    /// By S3's composite.
    pub(super) fn rank_by_intent(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
    ) -> Result<Option<Vec<Candidate>>, Error> {
        let ranking = ByIntent { mind: self, asked };
        self.best_by(reader, asked, &ranking, |outline, similarity| Terms::Intent(ranking.terms(outline, similarity)))
    }

    /// By S4's final score: the best without the graph are the seeds, and activation spreads from them.
    pub(super) fn rank_by_activation(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
    ) -> Result<Option<Vec<Candidate>>, Error> {
        let ranking = ByActivation { mind: self, asked };
        let found = self.best_by(reader, asked, &ranking, |outline, similarity| {
            Terms::Activation(ranking.terms(outline, similarity, None))
        })?;
        let Some(mut candidates) = found else { return Ok(None) };
        let seeds: Vec<_> = candidates
            .iter()
            .take(SEEDS)
            .filter(|candidate| candidate.gate.similarity > 0.0)
            .map(|candidate| (candidate.outline.seq, candidate.gate.similarity))
            .collect();
        if seeds.is_empty() {
            return Ok(Some(candidates));
        }
        let reached = self.spread(reader, &seeds, self.parameters().graph.most_looked_up as usize)?;
        let is_known = |seq: Seq| candidates.iter().any(|candidate| candidate.outline.seq == seq);
        let further: Vec<Seq> = reached.iter().map(|reached| reached.seq).filter(|seq| !is_known(*seq)).collect();
        candidates.extend(self.reached_by(reader, asked, &ranking, &further)?);
        let amounts: HashMap<Seq, f64> = reached.iter().map(|reached| (reached.seq, reached.amount)).collect();
        for candidate in &mut candidates {
            let amount = amounts.get(&candidate.outline.seq).copied();
            candidate.terms = Terms::Activation(ranking.terms(&candidate.outline, candidate.gate.similarity, amount));
        }
        candidates.sort_by(in_order);
        Ok(Some(candidates))
    }

    /// Memories that only activation led to. They are as like the prompt as they are, however they were found.
    fn reached_by(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        ranking: &ByActivation<'_>,
        seqs: &[Seq],
    ) -> Result<Vec<Candidate>, Error> {
        let mut outlines = reader.outlines_of(&self.name, seqs)?;
        outlines.retain(|outline| ranking.admits(outline));
        let similarities: HashMap<Seq, f64> = if outlines.is_empty() {
            HashMap::new()
        } else if self.has_one_model(reader)? {
            let active = self.engine.parts.embedders.active();
            let asked = asked.embedding.as_deref().unwrap_or_default();
            let vectors = reader.vectors(&self.name, active.model(), seqs)?.into_iter();
            vectors
                .filter(|(_, vector)| vector.len() == asked.len())
                .map(|(seq, vector)| (seq, above_floor(cosine(asked, &vector), active.floor())))
                .collect()
        } else {
            let known = self.likenesses(reader, asked.prompt, asked.embedding.clone(), &outlines)?;
            known.into_iter().map(|(seq, likeness)| (seq, likeness.similarity)).collect()
        };
        let candidate = |outline: Outline| {
            let similarity = similarities.get(&outline.seq).copied().unwrap_or(0.0);
            let terms = Terms::Activation(ranking.terms(&outline, similarity, None));
            Candidate { outline, terms, gate: GateTerms { similarity, ..GateTerms::default() } }
        };
        Ok(outlines.into_iter().map(candidate).collect())
    }

    /// The best by a scoring, with their terms. Memories that have no vector under the active model are
    /// like nothing, to the letter of the seeds, unless another model or their words can tell.
    fn best_by(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        scoring: &dyn Scoring,
        terms: impl Fn(&Outline, f64) -> Terms,
    ) -> Result<Option<Vec<Candidate>>, Error> {
        let wanted = asked.wanted.saturating_mul(RANKED_PER_HIT);
        let candidate = |outline: Outline, similarity: f64| Candidate {
            terms: terms(&outline, similarity),
            gate: GateTerms { similarity, ..GateTerms::default() },
            outline,
        };
        let active = self.engine.parts.embedders.active();
        let has_one_model = self.has_one_model(reader)?;
        if let (Some(vector), true) = (&asked.embedding, has_one_model) {
            let query = VectorQuery { model: active.model(), vector, floor: active.floor() };
            let found = reader.best(&self.name, &query, wanted, scoring)?;
            if found.is_empty() && reader.count(&self.name, &Default::default())? == 0 {
                return Ok(None);
            }
            let found = found.into_iter().map(|VectorMatch { outline, similarity, .. }| candidate(outline, similarity));
            return Ok(Some(found.collect()));
        }
        let mut outlines = Vec::new();
        reader.visit_outlines(&self.name, &mut |outline| outlines.push(*outline))?;
        if outlines.is_empty() {
            return Ok(None);
        }
        let likenesses = self.likenesses(reader, asked.prompt, asked.embedding.clone(), &outlines)?;
        let mut candidates: Vec<Candidate> = outlines
            .into_iter()
            .filter_map(|outline| {
                let similarity = likenesses.get(&outline.seq).map_or(0.0, |likeness| likeness.similarity);
                scoring.score(&outline, similarity).map(|_| candidate(outline, similarity))
            })
            .collect();
        candidates.sort_by(in_order);
        candidates.truncate(wanted);
        Ok(Some(candidates))
    }

    /// Whether all memories have vectors under the active model, so that no other need be asked.
    fn has_one_model(&self, reader: &dyn Reader) -> Result<bool, Error> {
        let active = self.engine.parts.embedders.active();
        let counts = reader.vector_counts(&self.name)?;
        let is_active = |(name, size, _): &&(String, u32, u64)| {
            name == active.model() && usize::try_from(*size).is_ok_and(|size| size == active.dimensions())
        };
        let under_active = counts.iter().find(is_active).map_or(0, |(_, _, count)| *count);
        // To the letter of S0, which has no gate, a memory without a vector is like nothing.
        Ok(!self.parameters().retrieval.gate || under_active == reader.count(&self.name, &Default::default())?)
    }
}

/// The highest first; of equals the active before the archived, the older before the newer.
pub(super) fn in_order(a: &Candidate, b: &Candidate) -> std::cmp::Ordering {
    let by_rank = b.terms.total().total_cmp(&a.terms.total());
    by_rank.then_with(|| (a.outline.is_archived, a.outline.seq).cmp(&(b.outline.is_archived, b.outline.seq)))
}

fn may_be_found(mind: &Mind<'_>, asked: &Asked<'_>, outline: &Outline) -> bool {
    let (with_archive, with_put_away) = asked.archive(mind.parameters());
    (with_archive || !outline.is_archived)
        && (with_put_away || !outline.is_put_away)
        && asked.context.is_none_or(|context| !context.has(outline.thread, outline.created))
        && asked.prompt.scope.admits_outline(outline)
}

/// S0's priority with the bonuses for category and time.
struct ByPriority<'a> {
    mind: &'a Mind<'a>,
    asked: &'a Asked<'a>,
    parameters: &'a Parameters,
    category: Option<NamePrint>,
    time: Option<TimeHint>,
    current: Option<Mood>,
    highest_resonance: f64,
}

impl<'a> ByPriority<'a> {
    fn new(mind: &'a Mind<'a>, asked: &'a Asked<'a>) -> Self {
        let parameters = mind.parameters();
        let retrieval = &parameters.retrieval;
        let understanding = &mind.engine.parts.understanding;
        let category = (retrieval.category_weight > 0.0)
            .then(|| understanding.category(&asked.prompt.text))
            .filter(|category| *category != Category::Casual)
            .map(|category| NamePrint::of(category.name()));
        let time = (retrieval.time_word_weight > 0.0)
            .then(|| understanding.time_hint(&asked.prompt.text, asked.now))
            .flatten();
        Self {
            mind,
            asked,
            parameters,
            category,
            time,
            current: asked.feeling.as_ref().map(Into::into),
            highest_resonance: highest_resonance(&parameters.resonance),
        }
    }

    fn terms(&self, outline: &Outline, similarity: f64) -> HitTerms {
        let parameters = self.parameters;
        let resonance = self.current.map(|current| resonance_between(outline.feeling, current, &parameters.resonance));
        let priority: PriorityTerms = priority(outline.strength, similarity, outline.uses, resonance, parameters);
        let is_same = self.category == Some(outline.category);
        let category_bonus = if is_same { parameters.retrieval.category_weight * priority.base() } else { 0.0 };
        let nearness = self.time.map_or(0.0, |hint| self.mind.nearness(hint, outline.created, self.asked.now));
        let time_bonus = parameters.retrieval.time_word_weight * nearness * outline.strength;
        HitTerms { priority, category_bonus, time_bonus }
    }
}

impl Scoring for ByPriority<'_> {
    fn score(&self, outline: &Outline, similarity: f64) -> Option<f64> {
        let total = self.terms(outline, similarity).total();
        (total > 0.0 && may_be_found(self.mind, self.asked, outline)).then_some(total)
    }

    fn ceiling(&self, retention_score: f64, recall_count: u32, similarity: f64) -> f64 {
        let parameters = self.parameters;
        let highest_resonance = self.current.map(|_| self.highest_resonance);
        let priority = priority_ceiling(retention_score, similarity, recall_count, highest_resonance, parameters);
        let category =
            if self.category.is_some() { parameters.retrieval.category_weight * priority.base() } else { 0.0 };
        let time = if self.time.is_some() { parameters.retrieval.time_word_weight * retention_score } else { 0.0 };
        priority.sum() + category + time
    }
}

/// S3's composite, turned round so that more is better.
struct ByIntent<'a> {
    mind: &'a Mind<'a>,
    asked: &'a Asked<'a>,
}

impl ByIntent<'_> {
    fn terms(&self, outline: &Outline, similarity: f64) -> CompositeTerms {
        let arousal = f64::from(outline.feeling.arousal) / 100.0;
        let parameters = &self.mind.parameters().intent;
        composite(distance_of_cosine(similarity), arousal, age(self.asked.now, outline), self.asked.intent, parameters)
    }
}

impl Scoring for ByIntent<'_> {
    fn score(&self, outline: &Outline, similarity: f64) -> Option<f64> {
        may_be_found(self.mind, self.asked, outline).then(|| -self.terms(outline, similarity).sum())
    }

    fn ceiling(&self, _: f64, _: u32, similarity: f64) -> f64 {
        -self.mind.parameters().intent.weights(self.asked.intent).distance * distance_of_cosine(similarity)
    }
}

/// S4's final score.
struct ByActivation<'a> {
    mind: &'a Mind<'a>,
    asked: &'a Asked<'a>,
}

impl ByActivation<'_> {
    fn terms(&self, outline: &Outline, similarity: f64, pagerank: Option<f64>) -> FinalScoreTerms {
        let parameters = &self.mind.parameters().activation;
        final_score(similarity, age(self.asked.now, outline), outline.uses, pagerank, parameters)
    }

    fn admits(&self, outline: &Outline) -> bool {
        may_be_found(self.mind, self.asked, outline)
    }
}

impl Scoring for ByActivation<'_> {
    fn score(&self, outline: &Outline, similarity: f64) -> Option<f64> {
        self.admits(outline).then(|| self.terms(outline, similarity, None).sum())
    }

    fn ceiling(&self, _: f64, recall_count: u32, similarity: f64) -> f64 {
        final_score(similarity, 0.0, recall_count, None, &self.mind.parameters().activation).sum()
    }
}

fn age(now: Moment, outline: &Outline) -> f64 {
    now.days_since(outline.created).max(0.0)
}
