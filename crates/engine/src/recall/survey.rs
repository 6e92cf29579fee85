//! One look over the outlines of a mind: who speaks in it, and what in it lasts.
//!
//! A cold process takes milliseconds to go through the outlines of a large mind, so whoever needs several things of them
//! goes through them once.

use std::collections::{HashMap, HashSet};

use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{Kind, Memory, MindName, Moment, NamePrint, Seq, fold};

use super::briefing::LASTING;
use crate::Error;

/// Of a mind with more persons, those who are called so are looked up in the store: the name of each person here is read from
/// a memory.
pub(crate) const MOST_NAMES_READ: usize = 64;

/// Those of the names that are spellings of the person called so, or other names of theirs.
pub(crate) fn called_so(r: &dyn Reader, names: &[String], name: &str) -> Result<Vec<String>, Error> {
    let person = r.person(name)?;
    let is_theirs = |met: &&String| {
        let met = fold(met.trim());
        met == fold(name.trim()) || person.names.iter().any(|name| fold(name.trim()) == met)
    };
    Ok(names.iter().filter(is_theirs).cloned().collect())
}

/// What was seen.
#[derive(Default)]
pub(crate) struct Survey {
    people: HashMap<NamePrint, MetPerson>,
    /// The decisions and lasting facts that are not archived, in no order.
    pub lasting: Vec<Outline>,
}

/// The memories of what one person said, under one spelling of their name.
#[derive(Clone, Copy)]
pub(crate) struct MetPerson {
    /// The first of them.
    first_memory: Seq,
    pub first: Moment,
    pub last: Moment,
    pub turns: usize,
}

impl MetPerson {
    fn of(outline: &Outline) -> Self {
        Self { first_memory: outline.seq, first: outline.created, last: outline.created, turns: 0 }
    }

    fn add(&mut self, outline: &Outline) {
        let key = |at: Moment, seq: Seq| (at.unix_micros(), seq);
        if key(outline.created, outline.seq) < key(self.first, self.first_memory) {
            (self.first, self.first_memory) = (outline.created, outline.seq);
        }
        if outline.created.unix_micros() > self.last.unix_micros() {
            self.last = outline.created;
        }
        self.turns += 1;
    }

    /// Both together.
    pub fn with(self, other: Self) -> Self {
        let is_first = (self.first.unix_micros(), self.first_memory) <= (other.first.unix_micros(), other.first_memory);
        let (first, first_memory) =
            if is_first { (self.first, self.first_memory) } else { (other.first, other.first_memory) };
        let is_last = self.last.unix_micros() >= other.last.unix_micros();
        let last = if is_last { self.last } else { other.last };
        Self { first_memory, first, last, turns: self.turns + other.turns }
    }
}

impl Survey {
    /// Looks over a mind; with `heard`, persons are met only in those memories.
    pub fn of(r: &dyn Reader, mind: &MindName, heard: Option<&HashSet<Seq>>) -> Result<Self, Error> {
        let lasting = LASTING.map(NamePrint::of);
        let mut survey = Self::default();
        r.visit_outlines(mind, &mut |outline| {
            if !outline.is_archived && lasting.contains(&outline.category) {
                survey.lasting.push(*outline);
            }
            let is_said = outline.kind == Kind::Episode && !outline.is_put_away;
            if is_said && heard.is_none_or(|heard| heard.contains(&outline.seq)) {
                survey.people.entry(outline.person).or_insert_with(|| MetPerson::of(outline)).add(outline);
            }
        })?;
        Ok(survey)
    }

    /// What was met under those names together; nothing where none of them was met.
    pub fn met(&self, prints: &[NamePrint]) -> Option<MetPerson> {
        prints.iter().filter_map(|print| self.people.get(print)).copied().reduce(MetPerson::with)
    }

    /// The spellings of the person called so that were met, in the order of names.
    pub fn spellings(&self, r: &dyn Reader, mind: &MindName, name: &str) -> Result<Vec<String>, Error> {
        let mut names = if self.people.len() > MOST_NAMES_READ {
            r.persons_called(mind, name)?
        } else {
            called_so(r, &self.names(r, mind, usize::MAX)?, name)?
        };
        names.retain(|name| self.people.contains_key(&NamePrint::of(name)));
        names.sort();
        Ok(names)
    }

    /// The names of those who were met first, in that order.
    pub fn names(&self, r: &dyn Reader, mind: &MindName, most: usize) -> Result<Vec<String>, Error> {
        let mut met: Vec<&MetPerson> = self.people.values().collect();
        met.sort_by_key(|person| (person.first.unix_micros(), person.first_memory));
        let seqs: Vec<Seq> = met.iter().take(most).map(|person| person.first_memory).collect();
        let memories: HashMap<Seq, Memory> =
            r.memories(mind, &seqs)?.into_iter().map(|memory| (memory.seq, memory)).collect();
        Ok(seqs.iter().filter_map(|seq| Some(memories.get(seq)?.origin.person.clone())).collect())
    }
}
