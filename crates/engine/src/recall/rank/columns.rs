//! What is known of memories, clue by clue: a column each.

use std::collections::HashSet;

use omoide_core::formulas::ranking::clue::{Clue, Clues};

use super::shares::{Column, Shares};
use crate::recall::related_count::Relevances;
use crate::recall::search::candidates::{self, Candidates};
use crate::recall::search::view::View;

/// Similarities, and the clues that those of the memories before and behind are.
pub(super) const BESIDE: [(Clue, Clue, Clue); 2] =
    [(Clue::Similarity, Clue::Before, Clue::After), (Clue::Neural, Clue::NeuralBefore, Clue::NeuralAfter)];

/// The columns of one prompt.
pub(in crate::recall) struct Columns<'v> {
    pub view: &'v View,
    /// Of all in view.
    of_all: [Option<Shares>; Clue::COUNT],
    /// Of candidates, and of those who stand around them.
    of_candidates: [Option<Shares>; Clue::COUNT],
    /// None before [`Columns::choose_candidates`].
    pub candidates: Candidates,
    /// The places of those that whoever asks has in their context.
    pub in_context: HashSet<usize>,
}

impl<'v> Columns<'v> {
    /// No columns yet.
    pub(super) fn new(view: &'v View, in_context: HashSet<usize>) -> Self {
        let none = || [const { None }; Clue::COUNT];
        Self { view, of_all: none(), of_candidates: none(), candidates: Candidates::default(), in_context }
    }

    /// Puts what a clue says for every memory in view.
    pub(super) fn put(&mut self, clue: Clue, column: Option<Shares>) {
        self.of_all[clue as usize] = column;
    }

    /// Puts what a clue says for candidates and those around them.
    pub(super) fn put_of_candidates(&mut self, clue: Clue, column: Option<Shares>) {
        self.of_candidates[clue as usize] = column;
    }

    /// Takes out what a clue says for every memory.
    pub(super) fn take(&mut self, clue: Clue) -> Option<Shares> {
        self.of_all[clue as usize].take()
    }

    /// Whether a clue says anything for any memory.
    pub(super) fn has(&self, clue: Clue) -> bool {
        self.of_all[clue as usize].is_some()
    }

    /// What memories have of a clue before it is a share; nothing when no memory has anything.
    pub(in crate::recall) fn raw(&self, clue: Clue, place: usize) -> f32 {
        self.of_all[clue as usize].as_ref().and_then(|shares| shares.raw(place)).unwrap_or(0.0)
    }

    /// What so much of it is worth beside what others have.
    pub(super) fn share(&self, clue: Clue, value: f32) -> f32 {
        self.of_all[clue as usize].as_ref().map_or(0.0, |shares| shares.of(value))
    }

    /// Makes the best by what all memories have the candidates.
    pub(super) fn choose_candidates(&mut self, weights: &Clues) {
        self.candidates = Candidates::of(self.view, || self.totals(weights));
    }

    /// The sums of the weighted columns of all; nothing where no memory is.
    fn totals(&self, weights: &Clues) -> Column {
        let mut totals = vec![0.0_f32; self.view.span()];
        for (shares, weight) in self.of_all.iter().zip(weights) {
            if let Some(shares) = shares {
                for (total, share) in totals.iter_mut().zip(shares.each()) {
                    *total += share * *weight as f32;
                }
            }
        }
        if self.view.len() < self.view.span() {
            for (place, total) in totals.iter_mut().enumerate() {
                if !self.view.is_there(place) {
                    *total = 0.0;
                }
            }
        }
        totals
    }

    /// What a memory has of each clue; one that is no candidate has only what it has by itself.
    pub(super) fn clues(&self, place: usize) -> Clues {
        let mut clues = [0.0; Clue::COUNT];
        let number = self.candidates.number(place);
        for ((clue, all), candidates) in clues.iter_mut().zip(&self.of_all).zip(&self.of_candidates) {
            let of_all = all.as_ref().and_then(|shares| shares.get(place));
            let of_candidate = || candidates.as_ref()?.get(number?);
            *clue = of_all.or_else(of_candidate).map_or(0.0, f64::from);
        }
        for (clue, before, after) in BESIDE {
            if let Some(shares) = &self.of_all[clue as usize] {
                let at = |place: u32| shares.get(place as usize).map_or(0.0, f64::from);
                let around = self.view.neighbours(place);
                clues[before as usize] = at(around.previous);
                clues[after as usize] = at(around.next);
            }
        }
        clues
    }

    /// The sums of the weighted clues of candidates, as far as they are above 0 and not in the context.
    pub(super) fn relevances(&self, weights: &Clues) -> Relevances {
        let places = |number: usize| self.candidates.place(number);
        let totals = self.candidate_totals(weights).into_iter().enumerate();
        let found = totals.map(|(number, total)| (places(number), total));
        let found = found.filter(|(place, total)| *total > 0.0 && !self.in_context.contains(place));
        found.map(|(place, total)| (self.view.seq(place), total)).collect()
    }

    /// The places of the candidates with the highest sums of weighted clues above 0, the highest first.
    pub(super) fn best(&self, weights: &Clues, wanted: usize) -> Vec<usize> {
        let totals = self.candidate_totals(weights);
        let place = |number: u32| self.candidates.place(number as usize);
        let is_found = |number: &u32| totals[*number as usize] > 0.0 && !self.in_context.contains(&place(*number));
        let numbers = (0..totals.len() as u32).filter(is_found).collect();
        let best = candidates::first(numbers, wanted, |number| totals[number as usize], place);
        best.into_iter().map(|number| self.candidates.place(number as usize)).collect()
    }

    /// The sums of the weighted clues of all candidates.
    fn candidate_totals(&self, weights: &Clues) -> Vec<f32> {
        let mut totals = vec![0.0_f32; self.candidates.len()];
        let mut add = |shares: &Shares, weight: f64, place: &dyn Fn(usize) -> usize| {
            for (number, total) in totals.iter_mut().enumerate() {
                *total += shares.get(place(number)).unwrap_or(0.0) * weight as f32;
            }
        };
        for ((of_all, of_candidates), weight) in self.of_all.iter().zip(&self.of_candidates).zip(weights) {
            match (of_all, of_candidates) {
                (Some(shares), _) => add(shares, *weight, &|number| self.candidates.place(number)),
                (None, Some(shares)) => add(shares, *weight, &|number| number),
                (None, None) => {}
            }
        }
        for (clue, before, after) in BESIDE {
            if let Some(shares) = &self.of_all[clue as usize] {
                let around = |number: usize| self.view.neighbours(self.candidates.place(number));
                add(shares, weights[before as usize], &|number| around(number).previous as usize);
                add(shares, weights[after as usize], &|number| around(number).next as usize);
            }
        }
        totals
    }
}
