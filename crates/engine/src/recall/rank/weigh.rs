//! The score of the best: what speaks for each, times what is true of it whatever was asked.

use std::collections::{HashMap, HashSet};

use omoide_core::formulas::ranking::fused::{MemoryStanding, fused};
use omoide_core::formulas::ranking::gate::GateTerms;
use omoide_core::formulas::ranking::resonance::resonance_between;
use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{NamePrint, Seq, Source};

use super::best::Best;
use super::evidence::Ranking;
use super::formulas::in_order;
use crate::observe::place;
use crate::recall::constants::weigh::HALF_OF_USE;
use crate::recall::{Asked, Candidate, Terms};
use crate::{Error, Mind, Place};

/// Where a memory is of, seen from the prompt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Here,
    Elsewhere,
}

impl Mind<'_> {
    /// The best with their scores, the highest first.
    pub(super) fn weighed(&self, ranking: &Ranking<'_>, best: &Best) -> Result<Vec<Candidate>, Error> {
        let (reader, asked, view) = (ranking.reader, ranking.asked, ranking.columns.view);
        let mut seqs: Vec<Seq> = best.places.iter().map(|place| view.seq(*place)).collect();
        let outdated = self.outdated(reader, asked, &seqs)?;
        for successor in outdated.successors() {
            if !seqs.contains(&successor) {
                seqs.push(successor);
            }
        }
        let feedback: HashMap<Seq, f64> = reader
            .feedback(&self.name, &seqs)?
            .into_iter()
            .map(|(seq, feedback)| (seq, feedback.factor(asked.now, &self.parameters().feedback)))
            .collect();
        let outlines = reader.outlines_of(&self.name, &seqs)?;
        let projects = self.projects(reader, asked, &outlines)?;
        let mut candidates = Vec::with_capacity(best.places.len());
        for outline in outlines {
            let Some(place) = view.place(outline.seq) else { continue };
            let project = projects.get(&outline.place_print());
            let standing = MemoryStanding {
                feedback: feedback.get(&outline.seq).copied().unwrap_or(1.0),
                is_superseded: outdated.has(outline.seq),
                is_of_this_project: project == Some(&Where::Here),
                is_of_another_time: ranking.is_of_another_time(place),
                ..self.standing(asked, &outline)
            };
            let terms = fused(best.clues(place, ranking), &standing, &self.parameters().fused);
            let is_ranked = terms.relevance > 0.0 || !asked.has_gate;
            if is_ranked || outdated.successors().any(|successor| successor == outline.seq) {
                let gate = GateTerms {
                    is_here: standing.is_of_this_project,
                    is_elsewhere: project == Some(&Where::Elsewhere),
                    ..best.gate_terms(ranking, &outline, place)
                };
                candidates.push(Candidate { outline, terms: Terms::Fused(terms), gate });
            }
        }
        outdated.pass_on(&mut candidates);
        candidates.sort_by(in_order);
        // Of those that nothing speaks for, the newest come first.
        let first = candidates.partition_point(|candidate| candidate.terms.total() > 0.0);
        candidates[first..].sort_by_key(|candidate| std::cmp::Reverse(candidate.outline.seq));
        Ok(candidates)
    }

    fn standing(&self, asked: &Asked<'_>, outline: &Outline) -> MemoryStanding {
        let parameters = self.parameters();
        let age = asked.now.days_since(outline.created).max(0.0);
        let resonance = asked
            .feeling
            .as_ref()
            .map_or(0.0, |feeling| resonance_between(outline.feeling, feeling.into(), &parameters.resonance).sum());
        let recalls = f64::from(outline.uses);
        let thread = asked.prompt.thread.as_deref().map(NamePrint::of);
        MemoryStanding {
            retention: outline.strength / 100.0,
            recency: 0.5_f64.powf(age / parameters.activation.recency_half_life_days),
            usage: recalls / (recalls + HALF_OF_USE),
            resonance,
            feedback: 1.0,
            is_superseded: false,
            is_from_outside: matches!(outline.source, Source::Document | Source::Tool),
            is_of_this_thread: thread.is_some() && outline.thread == thread,
            is_of_this_project: false,
            is_of_another_time: false,
        }
    }

    /// The places that are of another project than the prompt's.
    pub(in crate::recall) fn places_elsewhere(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        outlines: &[Outline],
    ) -> Result<HashSet<NamePrint>, Error> {
        let projects = self.projects(reader, asked, outlines)?;
        Ok(projects.into_iter().filter(|(_, project)| *project == Where::Elsewhere).map(|(place, _)| place).collect())
    }

    /// Which of these memories are of the prompt's project, and which of another that it does not name; of those that are
    /// of none, and of a prompt that is of none, nothing is told.
    fn projects(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        outlines: &[Outline],
    ) -> Result<HashMap<NamePrint, Where>, Error> {
        let mut projects = HashMap::new();
        let Some(place) = asked.prompt.place.as_ref().filter(|place| place.has_project()) else { return Ok(projects) };
        let names: HashSet<NamePrint> = outlines.iter().map(Outline::place_print).collect();
        for name in names {
            let Some(other) = reader.place_of(&self.name, name)?.filter(Place::has_project) else { continue };
            if other.is_same_project(place) {
                projects.insert(name, Where::Here);
            } else if !place::is_named_in(&other, &asked.prompt.text) {
                projects.insert(name, Where::Elsewhere);
            }
        }
        Ok(projects)
    }
}
