//! The best memories by what every memory has: they are looked at more closely, which would take too long for all.

use std::collections::{HashMap, HashSet};

use omoide_core::Seq;
use omoide_core::formulas::ranking::clue::{Clue, Clues};
use omoide_core::formulas::ranking::fused::relevance;
use omoide_core::formulas::ranking::gate::{self, GateTerms, HeldWording};
use omoide_core::ports::store::Outline;

use super::alignment::Aligned;
use super::closer::is_passage;
use super::evidence::Ranking;
use crate::Error;
use crate::recall::constants::best::{
    LEAST_OTHERS, LEAST_READ, LEAST_WEIGHED, RANKED_PER_HIT, READ_PER_HIT, SEEDS, WEIGHED_PER_HIT,
};

/// The best memories, and what is known of them.
pub(super) struct Best {
    /// Their places in view, the best first; those to which connections led are behind them.
    pub places: Vec<usize>,
    /// How many of them are read.
    pub read: usize,
    /// What each has of every clue.
    pub clues: HashMap<usize, Clues>,
    /// How far a model compared the prompt with whole memories by their sentences, from 0 to 1.
    pub talks: f64,
    /// How much of the prompt's own wording those have that were read.
    pub wording: HashMap<usize, HeldWording>,
    /// What they have of it by the meaning of words, and how like it their likest sentence is.
    pub aligned: HashMap<usize, (Aligned, f64)>,
}

impl Best {
    /// The best of a ranking, looked at closely, in their order.
    pub(super) fn of(ranking: &Ranking<'_>) -> Result<Self, Error> {
        let read = texts_read(ranking);
        let ranked = read.max(ranking.asked.wanted.saturating_mul(RANKED_PER_HIT)).max(SEEDS);
        let places = ranking.columns.best(&ranking.weights, ranked);
        let clues = places.iter().map(|place| (*place, ranking.columns.clues(*place))).collect();
        let (wording, aligned) = (HashMap::new(), HashMap::new());
        let mut best = Self { read: read.min(places.len()), places, clues, talks: 0.0, wording, aligned };
        ranking.look_closer(&mut best)?;
        best.sort(ranking);
        if !ranking.asked.has_gate {
            best.add_others(ranking);
        }
        Ok(best)
    }

    /// Adds memories that nothing speaks for, the newest first: whoever asks without a gate wants as many as they said.
    fn add_others(&mut self, ranking: &Ranking<'_>) {
        let columns = &ranking.columns;
        let known: HashSet<usize> = self.places.iter().copied().collect();
        let is_other = |place: &usize| {
            columns.view.is_there(*place) && !known.contains(place) && !columns.in_context.contains(place)
        };
        let most = ranking.asked.wanted.saturating_mul(RANKED_PER_HIT).max(LEAST_OTHERS).saturating_sub(known.len());
        self.places.extend((0..columns.view.span()).rev().filter(is_other).take(most));
    }

    /// The memories that are read, by their places in the store.
    pub(super) fn looked_at(&self, ranking: &Ranking<'_>) -> Vec<Seq> {
        self.places[..self.read].iter().map(|place| ranking.columns.view.seq(*place)).collect()
    }

    /// Puts what a clue says for a memory, if it is one of the best.
    pub(super) fn put(&mut self, place: usize, clue: Clue, share: f64) {
        if let Some(clues) = self.clues.get_mut(&place) {
            clues[clue as usize] = share;
        }
    }

    /// What one has of every clue.
    pub(super) fn clues(&self, place: usize, ranking: &Ranking<'_>) -> Clues {
        self.clues.get(&place).copied().unwrap_or_else(|| ranking.columns.clues(place))
    }

    /// Leaves those that are weighed, the most relevant first. Activation may reach thousands; factors are bounded, so
    /// those far behind stay there.
    fn sort(&mut self, ranking: &Ranking<'_>) {
        let p = &ranking.mind.parameters().fused;
        let by_relevance: HashMap<usize, f64> =
            self.clues.iter().map(|(place, clues)| (*place, relevance(clues, p))).collect();
        let seq = |place: usize| ranking.columns.view.seq(place);
        self.places.sort_by(|a, b| by_relevance[b].total_cmp(&by_relevance[a]).then_with(|| seq(*a).cmp(&seq(*b))));
        self.places.truncate(ranking.asked.wanted.saturating_mul(WEIGHED_PER_HIT).max(LEAST_WEIGHED));
    }

    /// What the gate looks at.
    pub(super) fn gate_terms(&self, ranking: &Ranking<'_>, outline: &Outline, place: usize) -> GateTerms {
        let parameters = ranking.mind.parameters();
        let memories = ranking.columns.view.len();
        let chance = || gate::chance(memories, &parameters.gate);
        let weight = |held: &HeldWording| if outline.is_protected { 0.0 } else { held.weight * chance() };
        let wording = self.wording.get(&place).map(|held| HeldWording { weight: weight(held), ..*held });
        let talk = self.clues.get(&place).map_or(0.0, |clues| clues[Clue::NeuralTalk as usize]);
        let ease = gate::ease(memories, outline.is_protected, talk, parameters);
        let (Aligned { meaning, touched, answers, .. }, sentence) =
            self.aligned.get(&place).copied().unwrap_or_default();
        GateTerms { wording, ease, meaning, touched, answers, sentence, ..ranking.gate_terms(place) }
    }
}

/// How many texts are read: a few for each memory that is wanted, but no fewer than it takes for them to be compared.
/// What is itself a passage shares words with many, so that more have to be read to tell them apart; and more still where
/// a model has put others before those that would have been read without it.
fn texts_read(ranking: &Ranking<'_>) -> usize {
    let p = &ranking.mind.parameters().fused;
    let most = p.passages_read as usize;
    if is_passage(&ranking.asked.prompt.text, p) {
        if ranking.distributions.has_model() { most.saturating_mul(3) / 2 } else { most }
    } else {
        ranking.asked.wanted.saturating_mul(READ_PER_HIT).max(LEAST_READ).min(most)
    }
}
