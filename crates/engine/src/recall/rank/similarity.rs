//! Similarity under the built-in vectors, under a neural model, and whether one memory alone is like the prompt.

use omoide_core::formulas::ranking::clue::Clue;
use omoide_core::formulas::ranking::gate;
use omoide_core::parameters;

use super::closer::is_passage;
use super::distribution::Distribution;
use super::evidence::{Filled, Ranking};
use super::shares::{Column, Shares};
use crate::recall::Asked;
use crate::recall::constants::similarity::{SEEN_FOR_WORDS, SENSE_ENOUGH};

/// How memories stand under the models.
#[derive(Clone, Copy, Default)]
pub(super) struct Distributions {
    plain: Option<Distribution>,
    /// Under a neural model, and how far the best stands out.
    neural: Option<(Distribution, f32)>,
}

impl Distributions {
    /// Whether a neural model knows any memory.
    pub(super) fn has_model(&self) -> bool {
        self.neural.is_some()
    }
}

/// Fills the columns of similarity and sense.
pub(super) fn fill(ranking: &mut Ranking<'_>) -> Filled {
    let p = &ranking.mind.parameters().fused;
    let plain = std::mem::take(&mut ranking.similarities.plain);
    let neural = std::mem::take(&mut ranking.similarities.neural);
    // Who gives a model no weight does without it.
    let neural = if p.neural_weight > 0.0 { neural } else { Vec::new() };
    let sense = sense(&[&plain, &neural], ranking.asked, p);
    ranking.distributions = Distributions {
        plain: Distribution::of(&plain),
        neural: Distribution::of(&neural).map(|all| (all, all.prominence(p.neural_ground, p.neural_span))),
    };
    let standing_out = |(all, far)| Shares::standing_out(neural, all, far);
    let neural = ranking.distributions.neural.and_then(standing_out);
    Ok(vec![Shares::of_the_best(plain), neural, sense])
}

/// Which memories alone are like the prompt under any of the models; none when there is no such memory. A prompt that
/// is a passage is about too much for one memory to be like all of it.
fn sense(models: &[&Column], asked: &Asked<'_>, p: &parameters::Fused) -> Option<Shares> {
    if is_passage(&asked.prompt.text, p) {
        return None;
    }
    let mut sense: Option<Column> = None;
    for similarities in models {
        let Some(all) = Distribution::of(similarities).filter(|all| all.lone() > 0.0) else { continue };
        let of_all = sense.get_or_insert_with(|| vec![0.0; similarities.len()]);
        for (sense, similarity) in of_all.iter_mut().zip(similarities.iter()) {
            *sense = sense.max(all.lone_of(*similarity));
        }
    }
    sense.map(Shares::whole)
}

/// Sense counts by as much as the prompt's words are not found in any of the best.
pub(super) fn weigh_sense(ranking: &mut Ranking<'_>) -> Filled {
    let Some(sense) = ranking.columns.take(Clue::Sense) else { return Ok(vec![None]) };
    let columns = &ranking.columns;
    let found = |place: usize| ranking.coverage.of(columns.candidates.number(place));
    let most = columns.best(&ranking.weights, SEEN_FOR_WORDS).into_iter().map(found).fold(0.0, f64::max);
    Ok(vec![Some(sense.scaled((1.0 - most) as f32))])
}

impl Ranking<'_> {
    /// How like the prompt a memory is for the gate.
    pub(super) fn likeness(&self, place: usize) -> f64 {
        let above_the_mean = |all: Distribution| (self.columns.raw(Clue::Neural, place) - all.mean).max(0.0);
        let (neural, far) = self.distributions.neural.map_or((0.0, 0.0), |(all, far)| (above_the_mean(all), far));
        let (plain, p) = (self.columns.raw(Clue::Similarity, place), &self.mind.parameters().gate);
        gate::likeness(plain, neural, far, self.columns.view.len(), p)
    }

    /// By how many spreads a memory's similarity is above that of all.
    pub(super) fn height(&self, place: usize) -> f64 {
        let similarity = || self.columns.raw(Clue::Similarity, place);
        self.distributions.plain.map_or(0.0, |all| f64::from(all.height(similarity())))
    }

    /// Whether a neural model shows that the memory is meant. The built-in vectors do not: nearly as many prompts about
    /// nothing that is stored as paraphrases have one memory that stands out by them.
    pub(super) fn is_alone_under_model(&self, place: usize) -> bool {
        let lone = |all: Distribution| all.lone_of(self.columns.raw(Clue::Neural, place));
        self.columns.has(Clue::Sense) && self.distributions.neural.is_some_and(|(all, _)| lone(all) >= SENSE_ENOUGH)
    }
}
