//! What a session should know when it begins: what was left open in its project, the project's rules, and what is
//! protected. What was merely said last is no news, and what is personal does not open a session of work.

use std::collections::{HashMap, HashSet};

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{Category, Item, ItemState, Memory, Moment, NamePrint, Seq};
use omoide_language::lasting::{self, LastingKind};
use omoide_language::same_thing::same_thing;
use omoide_language::sentences::sentences;
use omoide_language::{open_end, personal};

use crate::observe::place::{self, LATEST};
use crate::recall::constants::briefing::{LOOKED_AT, LOOKED_BACK, OPEN, PROTECTED, READ_FOR_RULES, RESOLVED, RULES};
use crate::recall::survey::Survey;
use crate::{Error, Mind, Place};

/// The categories of what holds until someone says otherwise.
pub(crate) const LASTING: [&str; 2] = ["decision", "lasting"];

/// What is worth knowing in a place before anything is said there.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Briefing {
    /// The last turns of the place's project that left something undone, but for those of the open thread, the oldest first.
    pub left_open: Vec<Memory>,
    /// The rules and decisions of the project, and what is protected; outside of a project, all that is protected.
    pub standing: Vec<Memory>,
}

impl Briefing {
    /// All of it, what was left open first.
    pub fn memories(&self) -> impl Iterator<Item = &Memory> {
        self.left_open.iter().chain(&self.standing)
    }
}

impl Mind<'_> {
    /// What a session in that place should know. Nothing is marked: being told is not being recalled. With `heard_by`, it is
    /// only what that person heard.
    ///
    /// # Errors
    /// When the store fails.
    pub fn briefing(&self, place: &Place, thread: Option<&str>, heard_by: Option<&str>) -> Result<Briefing, Error> {
        let place = self.engine.kept_place(place);
        let thread = thread.map(|thread| self.engine.kept_name(thread));
        let hearer = heard_by.map(|name| self.engine.kept_name(name));
        self.engine.look(|r| {
            let heard = hearer.as_deref().map(|hearer| r.heard_by(&self.name, hearer)).transpose()?;
            let survey =
                if place.has_project() { Survey::of(r, &self.name, heard.as_ref())? } else { Survey::default() };
            self.briefing_in(r, &survey, (&place, thread.as_deref()), heard.as_ref())
        })
    }

    /// The same from a survey of the mind.
    pub(crate) fn briefing_in(
        &self,
        r: &dyn Reader,
        survey: &Survey,
        (place, thread): (&Place, Option<&str>),
        heard: Option<&HashSet<Seq>>,
    ) -> Result<Briefing, Error> {
        let mut left_open = self.left_open(r, place, thread)?;
        let mut standing = self.standing_in(r, place, survey)?;
        if let Some(heard) = heard {
            left_open.retain(|memory| heard.contains(&memory.seq));
            standing.retain(|memory| heard.contains(&memory.seq));
        }
        standing.retain(|memory| left_open.iter().all(|other| other.id != memory.id));
        Ok(Briefing { left_open, standing })
    }

    fn left_open(&self, reader: &dyn Reader, place: &Place, thread: Option<&str>) -> Result<Vec<Memory>, Error> {
        let mut told = Vec::new();
        let resolved = reader.items(&self.name, ItemState::Resolved, RESOLVED)?;
        for memory in self.last_turns_elsewhere(reader, place, thread)? {
            let id = memory.id;
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

    /// The last turns of the place's project that are not of `thread`, as far as their memories are active, the oldest first.
    fn last_turns_elsewhere(
        &self,
        reader: &dyn Reader,
        place: &Place,
        thread: Option<&str>,
    ) -> Result<Vec<Memory>, Error> {
        let Some(latest) = place::latest_in(reader, &self.name, place)? else { return Ok(Vec::new()) };
        let mut memories = Vec::new();
        if thread != Some(latest.thread.as_str()) {
            for id in latest.memories {
                match reader.memory(&self.name, id) {
                    Ok(memory) => memories.push(memory),
                    // It was erased since.
                    Err(StoreError::NotFound { .. }) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        } else {
            // What was open when the thread began is open while it goes on.
            let mut before = None;
            for other in reader.threads(&self.name, None, LOOKED_BACK)? {
                let is_other = Some(other.name.as_str()) != thread;
                if is_other
                    && reader
                        .place_of(&self.name, NamePrint::of(&other.name))?
                        .is_some_and(|it| it.is_same_project(place))
                {
                    before = Some(other.name);
                    break;
                }
            }
            let Some(before) = before else { return Ok(Vec::new()) };
            let seqs: Vec<Seq> =
                reader.last_turns(&self.name, &before, LATEST)?.into_iter().map(|(seq, _)| seq).collect();
            memories = reader.memories(&self.name, &seqs)?;
            memories.sort_by_key(|memory| (memory.created.unix_micros(), memory.seq));
        }
        memories.retain(|memory| memory.shown.is_active());
        Ok(memories)
    }

    fn standing_in(&self, reader: &dyn Reader, place: &Place, survey: &Survey) -> Result<Vec<Memory>, Error> {
        let mut projects = Projects::of(self, reader, place);
        let mut told = if place.has_project() { self.rules_of(reader, survey, &mut projects)? } else { Vec::new() };
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
    fn rules_of(
        &self,
        reader: &dyn Reader,
        survey: &Survey,
        projects: &mut Projects<'_>,
    ) -> Result<Vec<Memory>, Error> {
        let mut found: Vec<Outline> = survey.lasting.clone();
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
pub(crate) struct Projects<'a> {
    mind: &'a Mind<'a>,
    reader: &'a dyn Reader,
    place: &'a Place,
    known: HashMap<NamePrint, Option<bool>>,
}

impl<'a> Projects<'a> {
    /// Seen from that place.
    pub(crate) fn of(mind: &'a Mind<'a>, reader: &'a dyn Reader, place: &'a Place) -> Self {
        Self { mind, reader, place, known: HashMap::new() }
    }

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

    /// Whether a memory is of another project than the place's.
    pub(crate) fn is_elsewhere(&mut self, memory: &Memory) -> Result<bool, Error> {
        Ok(self.place.has_project() && self.is_here(memory.place_print())? == Some(false))
    }

    /// Whether a memory may be told here though nobody asked: outside of a project all may, in one those that are of it, and
    /// those of no project that are not personal.
    pub(crate) fn may_be_told(&mut self, memory: &Memory) -> Result<bool, Error> {
        if !self.place.has_project() {
            return Ok(true);
        }
        Ok(self.is_here(memory.place_print())?.unwrap_or_else(|| !is_personal(memory)))
    }
}

/// Whether a memory that is of no project is about the person, and so does not open a session of work.
fn is_personal(memory: &Memory) -> bool {
    memory.category == Category::Emotional || personal::is_personal(&memory.text.trigger)
}
