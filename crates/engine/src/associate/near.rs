//! What memories carry together with the cue.

use std::collections::{HashMap, HashSet};

use omoide_core::formulas::association::{AssociationStrength, EverydayShares, Occurrences, association, joined};
use omoide_core::ports::store::{MemoryLabels, Reader};
use omoide_core::{DEFAULT_PERSON, NamePrint, Term, fold};

use super::carriers::{Carriers, CommonTerms, MemoryView};
use super::concept::{Concept, is_concept};
use super::constants::{CAUTION, LEAST_STRENGTH, MOST_CONCEPTS, MOST_LABELS};
use super::cues::KnownCues;
use crate::{Error, Mind};

/// A concept that goes together with the cue.
#[derive(Clone, Debug)]
pub(super) struct NearConcept {
    pub concept: Concept,
    /// Who carries it.
    pub carriers: Carriers,
    /// Those of them who carry the cue.
    pub together: Carriers,
    /// How strongly it goes with concepts of the cue, by their places, the strongest first.
    pub bonds: Vec<(usize, AssociationStrength)>,
    pub strength: f64,
}

impl Mind<'_> {
    /// The concepts that go together with the cue, the strongest first. One that says what a stronger one says, in the same
    /// memories, is left out.
    pub(super) fn near_concepts(
        &self,
        r: &dyn Reader,
        view: &MemoryView,
        known: &KnownCues,
    ) -> Result<Vec<NearConcept>, Error> {
        let share = MOST_LABELS / known.cues.len().max(1);
        let read: HashSet<u32> =
            known.cues.iter().flat_map(|cue| view.strongest(cue.carriers.iter().copied(), share)).collect();
        let concepts = self.concepts_carried(r, view, read, (&known.terms, &known.speakers))?;
        let carriers = self.carriers(r, view, &concepts, CommonTerms::PassedOver)?;
        let found = concepts.into_iter().zip(carriers);
        let mut near: Vec<NearConcept> =
            found.filter_map(|(concept, carriers)| near_concept(concept, carriers, view, known)).collect();
        near.sort_by(|a, b| {
            let order = b.strength.total_cmp(&a.strength).then(b.together.len().cmp(&a.together.len()));
            order.then_with(|| a.concept.name.cmp(&b.concept.name))
        });
        Ok(without_repeats(near))
    }

    /// The concepts that some memories carry, those of most memories first; each without the words that are given, and without
    /// the persons.
    pub(super) fn concepts_carried(
        &self,
        r: &dyn Reader,
        view: &MemoryView,
        places: HashSet<u32>,
        (terms, persons): (&HashSet<Term>, &[NamePrint]),
    ) -> Result<Vec<Concept>, Error> {
        let mut places: Carriers = places.into_iter().collect();
        places.sort_unstable();
        let labels = r.labels(&self.name, &view.seqs(&places))?;
        let mut found: HashMap<Vec<Term>, Concept> = HashMap::new();
        let mut order = Vec::new();
        for name in written(&labels).into_iter().take(MOST_CONCEPTS) {
            let Some(concept) = Concept::of(&*self.engine.parts.understanding, name) else { continue };
            let Some(mut concept) = concept.without(terms) else { continue };
            if view.speakers.contains_key(&NamePrint::of(name)) {
                concept.speakers = self.prints_of(r, view, name)?;
            }
            if concept.speakers.iter().any(|print| persons.contains(print)) {
                continue;
            }
            let key = concept.key();
            match found.get_mut(&key) {
                Some(known) => known.speakers.extend(concept.speakers),
                None => {
                    order.push(key.clone());
                    found.insert(key, concept);
                }
            }
        }
        Ok(order.iter().filter_map(|key| found.remove(key)).collect())
    }
}

/// What the labels have, however the letters are written, each once: what most of them have comes first. A spelling that
/// more have than others stands for all.
fn written(labels: &[MemoryLabels]) -> Vec<&str> {
    let mut spellings: HashMap<String, HashMap<&str, usize>> = HashMap::new();
    for one in labels {
        let person = Some(one.person.trim()).filter(|name| !name.is_empty() && *name != DEFAULT_PERSON);
        let keywords = one.keywords.iter().map(String::as_str).filter(|word| is_concept(word));
        let all: HashSet<&str> = keywords.chain(one.tags.iter().map(String::as_str)).chain(person).collect();
        for name in all {
            *spellings.entry(fold(name)).or_default().entry(name).or_default() += 1;
        }
    }
    let mut counted: Vec<(usize, &str)> = Vec::new();
    for of_one in spellings.values() {
        let usual = of_one.iter().min_by_key(|(name, count)| (std::cmp::Reverse(**count), **name));
        counted.extend(usual.map(|(name, _)| (of_one.values().sum(), *name)));
    }
    counted.sort_unstable_by_key(|(count, name)| (std::cmp::Reverse(*count), name.chars().count(), *name));
    counted.into_iter().map(|(_, name)| name).collect()
}

fn near_concept(concept: Concept, carriers: Carriers, view: &MemoryView, known: &KnownCues) -> Option<NearConcept> {
    let everyday = concept.everyday();
    let mut bonds = Vec::new();
    let mut together: Carriers = Vec::new();
    for (number, cue) in known.cues.iter().enumerate() {
        let before = together.len();
        together.extend(cue.places.among(&carriers));
        let strength = association(
            &Occurrences {
                memories: view.memories.len() as u64,
                one: cue.carriers.len() as u64,
                other: carriers.len() as u64,
                together: (together.len() - before) as u64,
            },
            &EverydayShares { one: cue.everyday, other: everyday },
            &CAUTION,
        );
        if strength.strength > 0.0 {
            bonds.push((number, strength));
        }
    }
    bonds.sort_by(|(_, a), (_, b)| b.strength.total_cmp(&a.strength));
    together.sort_unstable();
    together.dedup();
    let strength = joined(bonds.iter().map(|(_, bond)| bond.strength));
    (strength >= LEAST_STRENGTH).then_some(NearConcept { concept, carriers, together, bonds, strength })
}

/// Leaves out what shares a word with a stronger concept and is carried by no other memories: a part of a compound.
fn without_repeats(near: Vec<NearConcept>) -> Vec<NearConcept> {
    let mut kept: Vec<NearConcept> = Vec::new();
    for one in near {
        let key = one.concept.key();
        let repeats = |other: &NearConcept| {
            other.concept.key().iter().any(|term| key.contains(term))
                && one.together.iter().all(|place| other.together.binary_search(place).is_ok())
        };
        if !kept.iter().any(repeats) {
            kept.push(one);
        }
    }
    kept
}
