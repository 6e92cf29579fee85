//! Which memories carry a concept, of those that may be told of.

use std::collections::HashMap;

use omoide_core::ports::store::{Posting, Reader};
use omoide_core::{NamePrint, Scope, Seq, Term};

use super::AssociationCue;
use super::concept::Concept;
use super::constants::{COMMON, LARGE, MOST_GAPS};
use crate::recall::survey::MOST_NAMES_READ;
use crate::{Error, Mind};

/// The place of no memory.
const NOWHERE: u32 = u32::MAX;

/// A memory that may be told of.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewedMemory {
    pub seq: Seq,
    pub person: NamePrint,
    pub strength: f64,
    pub created: i64,
}

/// The memories that may be told of, in the order of the store. Others are known by their places in it.
#[derive(Debug, Default)]
pub(super) struct MemoryView {
    pub memories: Vec<ViewedMemory>,
    /// The prints of all who speak, each with one of their memories.
    pub speakers: HashMap<NamePrint, Seq>,
    /// The names of all who speak; none where they are too many to be read each from a memory.
    pub names: Option<Vec<String>>,
    /// Where the memories stand, by how far their numbers are from the first; empty where those are far apart.
    table: Vec<u32>,
    /// Whether it is of all that the mind may recall.
    pub is_of_all: bool,
}

/// The places in view of the memories that carry something, in order, each once.
pub(super) type Carriers = Vec<u32>;

impl MemoryView {
    /// A view of memories in any order.
    fn of(mut memories: Vec<ViewedMemory>, is_of_all: bool) -> Self {
        memories.sort_unstable_by_key(|one| one.seq);
        let mut speakers = HashMap::new();
        let mut last = None;
        // As a rule the same person speaks again.
        for one in memories.iter().filter(|one| last.replace(one.person) != Some(one.person)) {
            speakers.entry(one.person).or_insert(one.seq);
        }
        let table = table_of(&memories);
        Self { memories, speakers, names: None, table, is_of_all }
    }

    /// The place of a memory.
    pub(super) fn place(&self, seq: Seq) -> Option<u32> {
        if self.table.is_empty() {
            let place = self.memories.binary_search_by_key(&seq, |one| one.seq).ok()?;
            return u32::try_from(place).ok();
        }
        let offset = usize::try_from(seq.0 - self.memories.first()?.seq.0).ok()?;
        self.table.get(offset).copied().filter(|place| *place != NOWHERE)
    }

    /// The memory at a place.
    pub(super) fn at(&self, place: u32) -> &ViewedMemory {
        &self.memories[place as usize]
    }

    /// The places of what the persons of these names said.
    fn said_by(&self, speakers: &[NamePrint]) -> Carriers {
        let places = (0..).zip(&self.memories);
        places.filter(|(_, one)| speakers.contains(&one.person)).map(|(place, _)| place).collect()
    }

    /// At most so many of the places: those that stay longest in mind, the newest of equals first.
    pub(super) fn strongest(&self, places: impl IntoIterator<Item = u32>, most: usize) -> Carriers {
        let mut places: Carriers = places.into_iter().collect();
        let order = |a: &u32, b: &u32| {
            let (one, other) = (self.at(*a), self.at(*b));
            other.strength.total_cmp(&one.strength).then((other.created, other.seq).cmp(&(one.created, one.seq)))
        };
        // The lists of common words are long, and few of their memories are wanted.
        if most > 0 && most < places.len() {
            places.select_nth_unstable_by(most - 1, order);
        }
        places.truncate(most);
        places.sort_unstable_by(order);
        places
    }

    /// The same as places in the store.
    pub(super) fn seqs(&self, places: &[u32]) -> Vec<Seq> {
        places.iter().map(|place| self.at(*place).seq).collect()
    }
}

/// The places of memories in order by how far their numbers are from the first; none where that would be mostly gaps.
fn table_of(memories: &[ViewedMemory]) -> Vec<u32> {
    let Some((first, last)) = memories.first().zip(memories.last()) else { return Vec::new() };
    let span = usize::try_from(last.seq.0 - first.seq.0).unwrap_or(usize::MAX).saturating_add(1);
    if span > memories.len().saturating_mul(MOST_GAPS) {
        return Vec::new();
    }
    let mut table = vec![NOWHERE; span];
    for (place, one) in (0..).zip(memories) {
        table[usize::try_from(one.seq.0 - first.seq.0).unwrap_or_default()] = place;
    }
    table
}

/// Places as a set that is quickly asked.
#[derive(Clone, Debug)]
pub(super) struct PlaceSet(Vec<bool>);

impl PlaceSet {
    /// The set of some places among so many.
    pub(super) fn of(places: impl IntoIterator<Item = u32>, span: usize) -> Self {
        let mut set = vec![false; span];
        places.into_iter().for_each(|place| set[place as usize] = true);
        Self(set)
    }

    /// Whether a place is in it.
    pub(super) fn has(&self, place: u32) -> bool {
        self.0.get(place as usize).copied().unwrap_or(false)
    }

    /// Those of the places that are in it.
    pub(super) fn among<'c>(&'c self, places: &'c [u32]) -> impl Iterator<Item = u32> + 'c {
        places.iter().copied().filter(|place| self.has(*place))
    }
}

/// How terms that stand everywhere are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CommonTerms {
    /// As all others.
    Read,
    /// A concept with such a term is carried by nobody.
    PassedOver,
}

impl Mind<'_> {
    /// The memories that may be told of: no session, because it says again what its turns say, and nothing that was put away
    /// or not heard.
    pub(super) fn view_for(&self, r: &dyn Reader, cue: &AssociationCue) -> Result<MemoryView, Error> {
        let mut scope = Scope::default();
        if let Some(person) = &cue.person {
            let person = self.engine.kept_name(person);
            scope.person_spellings = r.persons_called(&self.name, &person)?;
            scope.person = Some(person.into_owned());
        }
        if let Some(hearer) = &cue.heard_by {
            let hearer = self.engine.kept_name(hearer);
            scope.only = Some(r.heard_by(&self.name, &hearer)?);
            scope.heard_by = Some(hearer.into_owned());
        }
        let with_archived = self.parameters().archive.enable_archive_recall;
        let mut memories = Vec::new();
        r.visit_outlines(&self.name, &mut |outline| {
            let is_in_mind = !outline.is_put_away && (with_archived || !outline.is_archived);
            if is_in_mind && scope.admits_outline(outline) {
                memories.push(ViewedMemory {
                    seq: outline.seq,
                    person: outline.person,
                    strength: outline.strength,
                    created: outline.created.unix_micros(),
                });
            }
        })?;
        let mut view = MemoryView::of(memories, scope.is_everything());
        if view.speakers.len() <= MOST_NAMES_READ {
            let mut seqs: Vec<Seq> = view.speakers.values().copied().collect();
            seqs.sort_unstable();
            view.names = Some(r.labels(&self.name, &seqs)?.into_iter().map(|labels| labels.person).collect());
        }
        Ok(view)
    }

    /// Who carries each of the concepts.
    pub(super) fn carriers(
        &self,
        r: &dyn Reader,
        view: &MemoryView,
        concepts: &[Concept],
        common: CommonTerms,
    ) -> Result<Vec<Carriers>, Error> {
        let mut terms: Vec<Term> = concepts.iter().flat_map(Concept::terms).cloned().collect();
        terms.sort_unstable();
        terms.dedup();
        let mut lists: Vec<Carriers> = vec![Vec::new(); terms.len()];
        let mut is_common = vec![false; terms.len()];
        // Who heard little is not told what is common in all that was said.
        let passes_over = common == CommonTerms::PassedOver && view.is_of_all && view.memories.len() > LARGE;
        let mut is_wanted = |term: usize, share: f64| {
            is_common[term] = passes_over && share > COMMON;
            !is_common[term]
        };
        let mut note = |term: usize, postings: &[Posting]| {
            lists[term].extend(postings.iter().filter_map(|posting| view.place(posting.seq)));
        };
        let version = self.engine.parts.understanding.words_version();
        r.each_posting(&self.name, version, &terms, &mut is_wanted, &mut note)?;
        lists.iter_mut().for_each(in_order);
        let index: HashMap<&Term, usize> = terms.iter().zip(0..).collect();
        let holders = |term: &Term| index.get(term).map_or(&[][..], |place| &lists[*place]);
        let is_passed_over = |concept: &Concept| concept.terms().any(|term| is_common[index[term]]);
        let of = |concept: &Concept| match is_passed_over(concept) {
            true => Vec::new(),
            false => carriers_of(concept, view, holders),
        };
        Ok(concepts.iter().map(of).collect())
    }
}

/// Who carries a concept: those who have all of its words, or a part where nobody does, and those who are called so.
fn carriers_of<'l>(concept: &Concept, view: &MemoryView, holders: impl Fn(&Term) -> &'l [u32]) -> Carriers {
    let mut found: Option<Carriers> = None;
    for word in &concept.words {
        let forms = union(word.iter().map(&holders));
        found = Some(match found {
            None => forms,
            Some(known) => known.into_iter().filter(|place| forms.binary_search(place).is_ok()).collect(),
        });
    }
    let mut found = found.unwrap_or_default();
    if let Some(part) = concept.part.as_ref().filter(|_| found.is_empty()) {
        found = holders(part).to_vec();
    }
    if concept.speakers.is_empty() { found } else { union([&found[..], &view.said_by(&concept.speakers)].into_iter()) }
}

fn union<'l>(lists: impl Iterator<Item = &'l [u32]>) -> Carriers {
    let mut lists = lists.filter(|list| !list.is_empty());
    let mut all = lists.next().map(<[u32]>::to_vec).unwrap_or_default();
    let before = all.len();
    lists.for_each(|list| all.extend_from_slice(list));
    if all.len() > before {
        in_order(&mut all);
    }
    all
}

/// Sorts what comes in a few pieces that are in order, each of which is quickly merged, and takes out what is there twice.
fn in_order(places: &mut Carriers) {
    places.sort();
    places.dedup();
}
