//! Persons by their names: listed, joined, parted and renamed (W5, C32). Memories keep the name that was said.

use std::collections::BTreeMap;

use omoide_core::ports::store::Reader;
use omoide_core::{MindName, Moment, Person, fold};

use crate::redaction::TakenKinds;
use crate::{Error, Mind};

/// A name has at most so many characters.
const LONGEST_NAME: usize = 100;

/// A person whom a mind knows, in short.
#[derive(Clone, PartialEq, Debug)]
pub struct PersonSummary {
    /// The person by all names.
    pub person: Person,
    /// How many turns are remembered.
    pub turns: u64,
    /// The first of them.
    pub first: Moment,
    /// The last of them.
    pub last: Moment,
}

impl Mind<'_> {
    /// The persons whom the mind, or one that shares with it, has heard, the last heard first. Who may not see all minds is
    /// told only the names that these have heard.
    ///
    /// # Errors
    /// When the store fails.
    pub fn persons(&self, may_see: &dyn Fn(&MindName) -> bool) -> Result<Vec<PersonSummary>, Error> {
        self.engine.look(|r| {
            let sees_all = r.minds()?.iter().all(may_see);
            let mut found: BTreeMap<String, PersonSummary> = BTreeMap::new();
            for mind in self.knowing_minds(r)? {
                for speaker in r.speakers(&mind)? {
                    let person = r.person(&speaker.name)?;
                    let (turns, first, last) = (0, speaker.first, speaker.last);
                    let new = || PersonSummary { person: person.clone(), turns, first, last };
                    let one = found.entry(fold(&person.shown)).or_insert_with(new);
                    one.turns += speaker.turns;
                    one.first = earlier(one.first, speaker.first);
                    one.last = later(one.last, speaker.last);
                }
            }
            let mut all: Vec<PersonSummary> = found.into_values().collect();
            for one in all.iter_mut().filter(|_| !sees_all) {
                self.keep_heard_names(r, &mut one.person)?;
            }
            all.sort_by_key(|one| std::cmp::Reverse(one.last.unix_micros()));
            Ok(all)
        })
    }

    /// Joins the persons of two names; the first one's is shown from then on. One of them must be known here.
    ///
    /// # Errors
    /// [`Error::BadPersonName`], [`Error::UnknownPerson`], [`Error::SamePerson`], or when the store fails.
    pub fn join_persons(&self, one: &str, other: &str) -> Result<Person, Error> {
        let (one, other) = (self.person_name(one)?, self.person_name(other)?);
        self.write(|w| {
            if !self.is_known(w, &one)? && !self.is_known(w, &other)? {
                return Err(Error::UnknownPerson { name: one.clone() });
            }
            if !w.join_persons(&one, &other)? {
                return Err(Error::SamePerson { one: one.clone(), other: other.clone() });
            }
            Ok(w.person(&one)?)
        })
    }

    /// Takes back the join by which two names came to be one person, and returns both.
    ///
    /// # Errors
    /// [`Error::BadPersonName`], [`Error::NotJoined`], or when the store fails.
    pub fn part_persons(&self, one: &str, other: &str) -> Result<[Person; 2], Error> {
        let (one, other) = (self.person_name(one)?, self.person_name(other)?);
        self.write(|w| {
            if !w.part_persons(&one, &other)? {
                return Err(Error::NotJoined { one: one.clone(), other: other.clone() });
            }
            Ok([w.person(&one)?, w.person(&other)?])
        })
    }

    /// Has a person shown by another name; the name before stays one of theirs.
    ///
    /// # Errors
    /// [`Error::BadPersonName`], [`Error::UnknownPerson`], [`Error::PersonTaken`], or when the store fails.
    pub fn rename_person(&self, name: &str, to: &str) -> Result<Person, Error> {
        let (name, to) = (self.person_name(name)?, self.person_name(to)?);
        self.write(|w| {
            if !self.is_known(w, &name)? {
                return Err(Error::UnknownPerson { name: name.clone() });
            }
            let own = w.person(&name)?.names;
            let is_own = own.iter().any(|known| fold(known) == fold(&to));
            if !is_own && self.is_known(w, &to)? {
                return Err(Error::PersonTaken { name: to.clone() });
            }
            w.rename_person(&name, &to)?;
            Ok(w.person(&to)?)
        })
    }

    /// The mind itself, and those that share with it.
    pub(super) fn knowing_minds(&self, r: &dyn Reader) -> Result<Vec<MindName>, Error> {
        let share = &self.parameters().people.share;
        let mut minds = vec![self.name.clone()];
        minds.extend(share.shared_with(&self.name, &r.minds()?));
        Ok(minds)
    }

    /// Leaves of a person's names those that the mind, or one that shares with it, has heard.
    pub(super) fn keep_heard_names(&self, r: &dyn Reader, person: &mut Person) -> Result<(), Error> {
        let mut heard: Vec<String> = Vec::new();
        for mind in self.knowing_minds(r)? {
            heard.extend(r.persons_called(&mind, &person.shown)?.iter().map(|name| fold(name.trim())));
        }
        person.names.retain(|name| heard.contains(&fold(name)));
        if !heard.contains(&fold(&person.shown))
            && let Some(first) = person.names.first()
        {
            person.shown.clone_from(first);
        }
        Ok(())
    }

    /// Whether one of the minds has heard the person, or the name was joined to another.
    fn is_known(&self, r: &dyn Reader, name: &str) -> Result<bool, Error> {
        if r.person(name)?.names.len() > 1 {
            return Ok(true);
        }
        for mind in self.knowing_minds(r)? {
            if !r.persons_called(&mind, name)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A name that a person can have, as it is kept.
    pub(super) fn person_name(&self, name: &str) -> Result<String, Error> {
        let mut taken = TakenKinds::new();
        let kept = self.engine.redactor().name(name.trim(), &mut taken).into_owned();
        let is_fit = !kept.is_empty() && kept.chars().count() <= LONGEST_NAME && !kept.contains(char::is_control);
        if is_fit && taken.is_empty() {
            Ok(kept)
        } else {
            Err(Error::BadPersonName { name: kept, limit: LONGEST_NAME })
        }
    }
}

pub(super) fn earlier(one: Moment, other: Moment) -> Moment {
    if other.unix_micros() < one.unix_micros() { other } else { one }
}

pub(super) fn later(one: Moment, other: Moment) -> Moment {
    if other.unix_micros() > one.unix_micros() { other } else { one }
}
