//! What is one concept away from the cue and never stands together with it.

use std::collections::HashSet;

use omoide_core::Term;
use omoide_core::formulas::association::{EverydayShares, Occurrences, association};
use omoide_core::ports::store::Reader;

use super::carriers::{Carriers, CommonTerms, MemoryView, PlaceSet};
use super::concept::Concept;
use super::constants::{CAUTION, FAR_PER_VIA, LABELS_OF_VIA, LEAST_STRENGTH, MOST_VIAS};
use super::cues::KnownCues;
use super::near::NearConcept;
use crate::{Error, Mind};

/// A way from the cue over a near concept to a far one.
#[derive(Clone, Debug)]
pub(super) struct FarPath {
    pub concept: Concept,
    /// The near concept, by its place.
    pub via: usize,
    pub strength: f64,
    /// The memory of the second step: it carries the concept in between and the far one.
    pub second: u32,
}

impl Mind<'_> {
    /// The far concepts, the strongest first; no two of them through one memory, and few over one concept.
    pub(super) fn far_paths(
        &self,
        r: &dyn Reader,
        view: &MemoryView,
        known: &KnownCues,
        near: &[NearConcept],
        limit: usize,
    ) -> Result<Vec<FarPath>, Error> {
        let span = view.memories.len();
        let vias = &near[..near.len().min(MOST_VIAS)];
        let of_cue = PlaceSet::of(known.cues.iter().flat_map(|cue| cue.carriers.iter().copied()), span);
        let beyond = |via: &NearConcept| -> Carriers {
            let beyond = via.carriers.iter().copied().filter(|place| !of_cue.has(*place));
            view.strongest(beyond, LABELS_OF_VIA)
        };
        let read: HashSet<u32> = vias.iter().flat_map(beyond).collect();
        let mut terms: HashSet<Term> = known.terms.clone();
        terms.extend(vias.iter().flat_map(|via| via.concept.terms().cloned()));
        let mut persons = known.speakers.clone();
        persons.extend(vias.iter().flat_map(|via| via.concept.speakers.iter().copied()));
        let concepts = self.concepts_carried(r, view, read, (&terms, &persons))?;
        let carriers = self.carriers(r, view, &concepts, CommonTerms::PassedOver)?;
        let places: Vec<PlaceSet> = vias.iter().map(|via| PlaceSet::of(via.carriers.iter().copied(), span)).collect();
        let mut paths = Vec::new();
        for (concept, carriers) in concepts.iter().zip(&carriers) {
            if of_cue.among(carriers).next().is_some() {
                continue;
            }
            for (number, (via, places)) in vias.iter().zip(&places).enumerate() {
                let both: Carriers = places.among(carriers).collect();
                let counts = Occurrences {
                    memories: span as u64,
                    one: via.carriers.len() as u64,
                    other: carriers.len() as u64,
                    together: both.len() as u64,
                };
                let everyday = EverydayShares { one: via.concept.everyday(), other: concept.everyday() };
                let strength = via.strength * association(&counts, &everyday, &CAUTION).strength;
                if strength >= LEAST_STRENGTH * LEAST_STRENGTH {
                    let steps = view.strongest(both, FAR_PER_VIA);
                    let path = |second| FarPath { concept: concept.clone(), via: number, strength, second };
                    paths.extend(steps.into_iter().map(path));
                }
            }
        }
        paths.sort_by(|a, b| b.strength.total_cmp(&a.strength).then_with(|| a.concept.name.cmp(&b.concept.name)));
        Ok(varied(paths, vias.len(), limit))
    }
}

/// The first of the paths that differ in their end, their last memory and, but for a few, in the concept in between.
fn varied(paths: Vec<FarPath>, vias: usize, limit: usize) -> Vec<FarPath> {
    let mut kept: Vec<FarPath> = Vec::new();
    let mut used = vec![0; vias];
    for path in paths {
        if kept.len() == limit {
            break;
        }
        let is_repeat = kept.iter().any(|one| one.second == path.second || one.concept.key() == path.concept.key());
        if !is_repeat && used[path.via] < FAR_PER_VIA {
            used[path.via] += 1;
            kept.push(path);
        }
    }
    kept
}
