//! What a text is about, as far as memories carry it.

use std::collections::HashSet;

use omoide_core::ports::store::Reader;
use omoide_core::{NamePrint, Scope, Seq, Term};
use omoide_language::keywords::ranked;
use omoide_language::strip;

use super::carriers::{Carriers, CommonTerms, MemoryView, PlaceSet};
use super::concept::{Concept, is_concept};
use super::constants::{LONGEST_TEXT, LONGEST_WORD, MOST_CUES, MOST_RECALLED};
use super::told::one_line;
use super::{AssociationCue, CueConcept};
use crate::recall::survey::called_so;
use crate::{Error, Mind, Prompt};

/// A concept of the text with those who carry it.
#[derive(Clone, Debug)]
pub(super) struct KnownCue {
    /// How it is written.
    pub name: String,
    /// In which share of everyday memories it stands.
    pub everyday: f64,
    /// Who carries it.
    pub carriers: Carriers,
    /// The same as a set.
    pub places: PlaceSet,
}

/// What a text is about.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownCues {
    /// The concepts that memories carry.
    pub cues: Vec<KnownCue>,
    /// Their terms, which remind of nothing further.
    pub terms: HashSet<Term>,
    /// The names of the persons among them.
    pub speakers: Vec<NamePrint>,
    /// The concepts that no memory carries.
    pub unknown: Vec<String>,
    is_recalled: bool,
}

impl KnownCues {
    /// What recall found for a text of which no memory has the words.
    pub(super) fn recalled(cue: &AssociationCue, unknown: &[String], recalled: &[Seq], view: &MemoryView) -> Self {
        let mut places: Carriers = recalled.iter().filter_map(|seq| view.place(*seq)).collect();
        places.sort_unstable();
        let name: String = strip::strip(&cue.text).chars().take(LONGEST_TEXT).collect();
        let cues = if places.is_empty() { Vec::new() } else { vec![KnownCue::of(name, 0.0, places, view)] };
        Self { cues, unknown: unknown.to_vec(), is_recalled: true, ..Self::default() }
    }

    /// Whether no memory carries any.
    pub(super) fn is_empty(&self) -> bool {
        self.cues.is_empty()
    }

    /// The concepts as they are told.
    pub(super) fn about(&self) -> Vec<CueConcept> {
        let told = |cue: &KnownCue| CueConcept {
            concept: one_line(&cue.name),
            memories: cue.carriers.len(),
            is_recalled: self.is_recalled,
        };
        self.cues.iter().map(told).collect()
    }
}

impl KnownCue {
    fn of(name: String, everyday: f64, carriers: Carriers, view: &MemoryView) -> Self {
        let places = PlaceSet::of(carriers.iter().copied(), view.memories.len());
        Self { name, everyday, carriers, places }
    }
}

impl Mind<'_> {
    /// The concepts of a text, with those who carry them. A compound that nobody carries is looked for by its words.
    pub(super) fn known_cues(
        &self,
        r: &dyn Reader,
        cue: &AssociationCue,
        view: &MemoryView,
    ) -> Result<KnownCues, Error> {
        let mut concepts = self.concepts_of(&cue.text);
        for concept in &mut concepts {
            concept.speakers = self.prints_of(r, view, &concept.name)?;
        }
        let mut known = KnownCues::default();
        let mut apart = Vec::new();
        let carriers = self.carriers(r, view, &concepts, CommonTerms::Read)?;
        for (concept, carriers) in concepts.into_iter().zip(carriers) {
            if !carriers.is_empty() {
                known.add(concept, carriers, view);
            } else if concept.words.len() > 1 {
                apart.extend(concept.apart());
            } else {
                known.unknown.push(one_line(&concept.name));
            }
        }
        apart.retain(|concept| !concept.terms().any(|term| known.terms.contains(term)));
        apart.truncate(MOST_CUES);
        let carriers = self.carriers(r, view, &apart, CommonTerms::Read)?;
        for (concept, carriers) in apart.into_iter().zip(carriers) {
            match carriers.is_empty() {
                true => known.unknown.push(one_line(&concept.name)),
                false => known.add(concept, carriers, view),
            }
        }
        Ok(known)
    }

    /// The concepts of a text: its keywords; without any its words; of a single word without content, the word.
    fn concepts_of(&self, text: &str) -> Vec<Concept> {
        let understanding = &*self.engine.parts.understanding;
        let text = strip::strip(text);
        let text = text.trim();
        let mut names: Vec<String> = ranked(text, MOST_CUES).into_iter().filter(|word| is_concept(word)).collect();
        if names.is_empty() {
            names = understanding.content_words(text);
            names.truncate(MOST_CUES);
        }
        if names.is_empty() && text.chars().nth(LONGEST_WORD).is_none() {
            names.push(text.to_owned());
        }
        let mut seen = HashSet::new();
        let concepts = names.iter().filter_map(|name| Concept::of(understanding, name));
        concepts.filter(|concept| seen.insert(concept.key())).collect()
    }

    /// The prints of the names of the person who is called so, if one speaks.
    pub(super) fn prints_of(&self, r: &dyn Reader, view: &MemoryView, name: &str) -> Result<Vec<NamePrint>, Error> {
        let name = self.engine.kept_name(name);
        let spellings = match &view.names {
            Some(names) => called_so(r, names, &name)?,
            None => r.persons_called(&self.name, &name)?,
        };
        Ok(spellings.iter().map(|name| NamePrint::of(name)).collect())
    }

    /// The memories that recall finds for a text. They do not count as recalled.
    pub(super) fn recalled_for(&self, cue: &AssociationCue) -> Result<Vec<Seq>, Error> {
        let scope = Scope { person: cue.person.clone(), heard_by: cue.heard_by.clone(), ..Scope::default() };
        let prompt = Prompt {
            scope,
            with_feeling: false,
            gate: Some(true),
            top_k: Some(MOST_RECALLED),
            leaves_a_mark: false,
            ..Prompt::new(cue.text.clone())
        };
        Ok(self.recall(&prompt)?.hits.iter().map(|hit| hit.memory.seq).collect())
    }
}

impl KnownCues {
    fn add(&mut self, concept: Concept, carriers: Carriers, view: &MemoryView) {
        self.terms.extend(concept.terms().cloned());
        self.speakers.extend(&concept.speakers);
        let everyday = concept.everyday();
        self.cues.push(KnownCue::of(concept.name, everyday, carriers, view));
    }
}
