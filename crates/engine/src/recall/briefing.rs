//! What a session should know when it begins: what was left open in its project, the project's rules, and what is
//! protected. What was merely said last is no news, and what is personal does not open a session of work.

use std::collections::HashMap;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{Category, Item, ItemState, Memory, Moment, NamePrint, Seq};
use omoide_language::lasting::{self, LastingKind};
use omoide_language::same_thing::same_thing;
use omoide_language::sentences::sentences;
use omoide_language::{open_end, personal};

use crate::observe::place;
use crate::recall::constants::briefing::{LOOKED_AT, OPEN, PROTECTED, READ_FOR_RULES, RESOLVED, RULES};
use crate::{Error, Mind, Place};

/// The categories of what holds until someone says otherwise.
pub(crate) const LASTING: [&str; 2] = ["decision", "lasting"];

impl Mind<'_> {
    /// What a session in that place should know: the last turns of its project that left something undone, oldest first,
    /// unless they are of `thread` itself; then what stands there, see [`Mind::ground_rules`]. Nothing is marked: being told
    /// is not being recalled.
    ///
    /// # Errors
    /// When the store fails.
    pub fn briefing(&self, place: &Place, thread: &str) -> Result<Vec<Memory>, Error> {
        let (place, thread) = (self.engine.kept_place(place), self.engine.kept_name(thread));
        self.engine.look(|r| {
            let mut told = self.left_open(r, &place, &thread)?;
            for memory in self.standing_in(r, &place)? {
                if told.iter().all(|other| other.id != memory.id) {
                    told.push(memory);
                }
            }
            Ok(told)
        })
    }

    /// What stands in that place: the rules and decisions of its project, and what is protected; outside of a project, all
    /// that is protected.
    ///
    /// # Errors
    /// When the store fails.
    pub fn ground_rules(&self, place: &Place) -> Result<Vec<Memory>, Error> {
        let place = self.engine.kept_place(place);
        self.engine.look(|r| self.standing_in(r, &place))
    }

    fn left_open(&self, reader: &dyn Reader, place: &Place, thread: &str) -> Result<Vec<Memory>, Error> {
        let Some(latest) = place::latest_in(reader, &self.name, place)? else { return Ok(Vec::new()) };
        if latest.thread == thread {
            return Ok(Vec::new());
        }
        let mut told = Vec::new();
        let resolved = reader.items(&self.name, ItemState::Resolved, RESOLVED)?;
        for id in latest.memories {
            let memory = match reader.memory(&self.name, id) {
                Ok(memory) if memory.shown.is_active() => memory,
                // It was erased or archived since.
                Ok(_) | Err(StoreError::NotFound { .. }) => continue,
                Err(error) => return Err(error.into()),
            };
            let is_open = match reader.turn(&self.name, id)? {
                Some(turn) => open_end::leaves_open(&turn.said, &turn.replied),
                None => open_end::leaves_open(&memory.text.trigger, &memory.text.content),
            };
            if is_open && !is_resolved(&resolved, &memory) {
                told.push(memory);
            }
        }
        told.drain(..told.len().saturating_sub(OPEN));
        Ok(told)
    }

    fn standing_in(&self, reader: &dyn Reader, place: &Place) -> Result<Vec<Memory>, Error> {
        let mut projects = Projects { mind: self, reader, place, known: HashMap::new() };
        let mut told = if place.has_project() { self.rules_of(reader, &mut projects)? } else { Vec::new() };
        let mut kept = reader.protected(&self.name)?;
        kept.sort_by(|a, b| b.created.unix_micros().cmp(&a.created.unix_micros()).then(b.id.cmp(&a.id)));
        let mut count = 0;
        for memory in kept {
            let is_new = !memory.shown.is_put_away() && told.iter().all(|other| other.id != memory.id);
            if count < PROTECTED && is_new && projects.may_be_told(&memory)? {
                count += 1;
                told.push(memory);
            }
        }
        Ok(told)
    }

    /// The decisions and lasting facts of a project that hold, the strongest first.
    fn rules_of(&self, reader: &dyn Reader, projects: &mut Projects<'_>) -> Result<Vec<Memory>, Error> {
        let lasting = LASTING.map(NamePrint::of);
        let mut found: Vec<Outline> = Vec::new();
        reader.visit_outlines(&self.name, &mut |outline| {
            if !outline.is_archived && lasting.contains(&outline.category) {
                found.push(*outline);
            }
        })?;
        found.sort_by(|a, b| {
            b.strength.total_cmp(&a.strength).then_with(|| b.created.unix_micros().cmp(&a.created.unix_micros()))
        });
        found.truncate(LOOKED_AT);
        let mut seqs: Vec<Seq> = Vec::new();
        for outline in &found {
            if projects.is_here(outline.place_print())? == Some(true) {
                seqs.push(outline.seq);
            }
        }
        let superseded = reader.superseded(&self.name, &seqs)?;
        seqs.retain(|seq| superseded.iter().all(|other| other.seq != *seq));
        seqs.truncate(READ_FOR_RULES);
        let mut rules = reader.memories(&self.name, &seqs)?;
        rules.retain(is_rule);
        rules.truncate(RULES);
        Ok(rules)
    }
}

/// Whether what a memory left open was resolved since: the item that it opened, or something that it names.
fn is_resolved(resolved: &[Item], memory: &Memory) -> bool {
    resolved.iter().any(|item| {
        let is_later = |at: Moment| at.unix_micros() > memory.created.unix_micros();
        let is_since = item.entry.resolution.as_ref().is_some_and(|resolution| is_later(resolution.at));
        let names =
            || [&memory.text.trigger, &memory.text.content].into_iter().any(|text| names_it(text, &item.entry.text));
        is_since && (item.entry.memory == Some(memory.seq) || names())
    })
}

/// Whether one of the sentences of a text is about the thing.
fn names_it(text: &str, thing: &str) -> bool {
    sentences(text).into_iter().any(|sentence| same_thing(sentence, thing) > 0.0)
}

/// Whether a memory tells what was decided or what is to be done from now on; a fact comes when it is asked for.
fn is_rule(memory: &Memory) -> bool {
    let said = &memory.text.trigger;
    let tells_rule = || lasting::lasting(said).iter().any(|fact| fact.kind == LastingKind::Rule);
    memory.category == Category::Decision || (tells_rule() && !personal::is_personal(said))
}

/// Which project memories are of, seen from a place.
struct Projects<'a> {
    mind: &'a Mind<'a>,
    reader: &'a dyn Reader,
    place: &'a Place,
    known: HashMap<NamePrint, Option<bool>>,
}

impl Projects<'_> {
    /// Whether what is kept under that name is of the place's project; nothing of what is of no project.
    fn is_here(&mut self, name: NamePrint) -> Result<Option<bool>, Error> {
        if let Some(known) = self.known.get(&name) {
            return Ok(*known);
        }
        let other = self.reader.place_of(&self.mind.name, name)?.filter(Place::has_project);
        let is_here = other.map(|other| other.is_same_project(self.place));
        self.known.insert(name, is_here);
        Ok(is_here)
    }

    /// Whether a protected memory may be told here: outside of a project all may, in one those that are of it, and those
    /// of no project that are not personal.
    fn may_be_told(&mut self, memory: &Memory) -> Result<bool, Error> {
        if !self.place.has_project() {
            return Ok(true);
        }
        let name = memory.origin.thread.clone().unwrap_or_else(|| memory.id.to_string());
        Ok(self.is_here(NamePrint::of(&name))?.unwrap_or_else(|| !is_personal(memory)))
    }
}

/// Whether a memory that is of no project is about the person, and so does not open a session of work.
fn is_personal(memory: &Memory) -> bool {
    memory.category == Category::Emotional || personal::is_personal(&memory.text.trigger)
}
