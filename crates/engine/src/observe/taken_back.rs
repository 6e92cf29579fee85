//! Taking turns back: after it, the mind is as if they had never been said (C26). The rows wait in the attic, and
//! [`Mind::undo`] brings a turn back while nights can be undone.

use std::collections::HashSet;

use omoide_core::change::{Actor, Plan};
use omoide_core::ports::store::{Filter, Reader, Undoing, Writer};
use omoide_core::{Kind, Memory, MemoryId, NamePrint, Place, Turn};

use super::refer::{Reference, tombstone};
use super::supersede::NEAR;
use super::{feeling, place};
use crate::{Error, Mind};

/// How many of the turns after one are looked through for corrections.
const FOLLOWING: usize = 4 * NEAR;

/// Which turns to take back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnsToUnsay {
    /// The turn with this uid, handle, id or number.
    This(String),
    /// What was said after that turn in its thread. The turn itself stays.
    After(String),
    /// The last turn of this thread.
    LastOf(String),
}

/// A turn that was taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsaidTurn {
    /// The id of its memory.
    pub id: MemoryId,
    /// The handle of its memory, by which [`Mind::undo`] brings it back.
    pub handle: String,
    /// The turn.
    pub turn: Turn,
}

/// What came of taking turns back.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnsaidTurns {
    /// The turns, the last one first.
    pub turns: Vec<UnsaidTurn>,
    /// How many sessions went with them.
    pub sessions: usize,
    /// The threads that they were said in, whose other turns are to be recorded again.
    pub(crate) threads: Vec<String>,
    /// The turn that was to be revised, where no turn is called so; for a turn that several minds hear, any that was meant.
    pub unknown: Option<String>,
}

impl UnsaidTurns {
    /// Whether nothing was taken back.
    pub fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    pub(super) fn add(&mut self, other: Self) {
        self.turns.extend(other.turns);
        self.sessions += other.sessions;
        self.threads.extend(other.threads);
    }
}

impl Mind<'_> {
    /// Takes turns back, as if they had never been said. What was taken back before changes nothing.
    ///
    /// # Errors
    /// [`Error::UnknownTurn`], [`Error::NotATurn`], [`Error::TurnWithoutThread`], or when the store fails.
    pub fn unsay(&self, what: &TurnsToUnsay, by: Actor) -> Result<UnsaidTurns, Error> {
        let undoing = Undoing { at: self.engine.now(), by };
        let unsaid = self.write(|w| {
            let memories = match what {
                TurnsToUnsay::This(reference) => match self.refer(w, reference)? {
                    Reference::There(memories) => memories,
                    Reference::Unsaid => Vec::new(),
                    Reference::Unknown => return Err(unknown(reference)),
                },
                TurnsToUnsay::After(reference) => match self.refer(w, reference)? {
                    Reference::There(memories) => self.said_after(w, &memories)?,
                    Reference::Unsaid | Reference::Unknown => return Err(unknown(reference)),
                },
                TurnsToUnsay::LastOf(thread) => {
                    let thread = self.engine.kept_name(thread);
                    vec![self.last_turn(w, &thread)?.ok_or_else(|| Error::EmptyThread { name: thread.into_owned() })?]
                }
            };
            let threads: Vec<Option<String>> = memories.iter().map(|memory| memory.origin.thread.clone()).collect();
            let unsaid = self.take_back(w, memories, undoing)?;
            for thread in threads {
                self.forget_context(w, thread.as_deref())?;
            }
            Ok(unsaid)
        })?;
        self.engine.readings.forget();
        self.record_again(&unsaid.threads)?;
        Ok(unsaid)
    }

    /// Takes back turns of a thread that was rewound, by their uids. Those of other threads stay: a thread that was copied has
    /// the turns of the one that it comes from.
    ///
    /// # Errors
    /// When the store fails; nothing was changed then.
    pub fn unsay_in(&self, thread: &str, uids: &[String], by: Actor) -> Result<UnsaidTurns, Error> {
        let undoing = Undoing { at: self.engine.now(), by };
        let thread = self.engine.kept_name(thread);
        let unsaid = self.write(|w| {
            let mut memories = Vec::new();
            for uid in uids {
                if let Reference::There(found) = self.refer(w, uid)? {
                    memories.extend(found.into_iter().filter(|one| one.origin.thread.as_deref() == Some(&*thread)));
                }
            }
            let unsaid = self.take_back(w, memories, undoing)?;
            if !unsaid.is_empty() {
                self.forget_context(w, Some(&thread))?;
            }
            Ok(unsaid)
        })?;
        self.engine.readings.forget();
        self.record_again(&unsaid.threads)?;
        Ok(unsaid)
    }

    /// Brings back turns that were taken back, by their uids, as far as they can be.
    ///
    /// # Errors
    /// When the store fails.
    pub fn say_again(&self, uids: &[String], by: Actor) -> Result<usize, Error> {
        let mut count = 0;
        for uid in uids {
            let key = tombstone(&self.engine.kept_name(uid));
            if let Some(id) = self.engine.read(|r| r.state(&self.name, &key))? {
                match self.undo(&id, by) {
                    Ok(_) => count += 1,
                    Err(Error::NotFound { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(count)
    }

    /// What a thread was shown with turns that are gone is no longer in its context, and may be shown again.
    pub(super) fn forget_context(&self, w: &mut dyn Writer, thread: Option<&str>) -> Result<(), Error> {
        let Some(thread) = thread else { return Ok(()) };
        if w.thread(&self.name, thread)?.is_some_and(|thread| !thread.shown.is_empty()) {
            w.keep_shown(&self.name, thread, &[])?;
        }
        Ok(())
    }

    /// Takes the turns of these memories back, the last one first.
    pub(super) fn take_back(
        &self,
        w: &mut dyn Writer,
        mut memories: Vec<Memory>,
        undoing: Undoing,
    ) -> Result<UnsaidTurns, Error> {
        memories.sort_by_key(|memory| std::cmp::Reverse((memory.created.unix_micros(), memory.seq)));
        memories.dedup_by_key(|memory| memory.seq);
        let mut unsaid = UnsaidTurns::default();
        for memory in memories {
            // As it is now: what went before it may have changed it.
            if let Some(memory) = w.memories(&self.name, &[memory.seq])?.pop() {
                self.take_back_one(w, &memory, undoing, &mut unsaid)?;
            }
        }
        Ok(unsaid)
    }

    fn take_back_one(
        &self,
        w: &mut dyn Writer,
        memory: &Memory,
        undoing: Undoing,
        unsaid: &mut UnsaidTurns,
    ) -> Result<(), Error> {
        let Some(turn) = w.turn(&self.name, memory.id)? else {
            return Err(Error::NotATurn { handle: memory.handle.clone() });
        };
        let place = w.place_of(&self.name, memory.place_print())?;
        let (tellers, reports) = (self.following(w, memory)?, self.reports_of(w, memory)?);
        // A session has words of all its turns, so it goes with any of them. What is left of its turns waits for a new one.
        let sessions = self.uncut(w, memory)?;
        let all: Vec<MemoryId> = sessions.iter().copied().chain([memory.id]).collect();
        let Some(group) = w.unsay(&self.name, &all, undoing)? else { return Ok(()) };
        if let Some(uid) = &turn.uid {
            w.set_state(&self.name, &tombstone(uid), Some(&memory.id.to_string()))?;
        }
        self.felt_before(w, memory)?;
        if let Some(thread) = &memory.origin.thread {
            self.spoken_before(w, thread)?;
            unsaid.threads.push(thread.clone());
        }
        if let Some(project) = place.and_then(|place| place.project_print()) {
            self.renew_latest(w, project)?;
        }
        let mut changes = self.superseded_anew(w, &tellers)?;
        for report in &reports {
            changes.extend(self.rated_without(w, report)?);
        }
        if !changes.is_empty() {
            let (mind, at, by) = (self.name.clone(), undoing.at, undoing.by);
            w.apply(&Plan { mind, at, by, step: None, group: Some(group), changes })?;
        }
        unsaid.sessions += sessions.len();
        unsaid.turns.push(UnsaidTurn { id: memory.id, handle: memory.handle.clone(), turn });
        Ok(())
    }

    /// Sets what a turn that came back sets in its thread and its project.
    pub(crate) fn settle_again(&self, w: &mut dyn Writer, memory: &Memory) -> Result<(), Error> {
        if let Some(uid) = w.turn(&self.name, memory.id)?.and_then(|turn| turn.uid) {
            w.set_state(&self.name, &tombstone(&uid), None)?;
        }
        self.recut_for(w, memory)?;
        let thread = memory.origin.thread.as_deref();
        if w.last_written(&self.name, thread)? == Some(memory.seq) {
            feeling::keep(w, &self.name, thread, Some(&memory.emotion.feeling), memory.created)?;
        }
        match w.place_of(&self.name, memory.place_print())?.and_then(|place| place.project_print()) {
            Some(project) => self.renew_latest(w, project),
            None => Ok(()),
        }
    }

    /// The turns of a thread after the one that these memories remember.
    pub(super) fn said_after(&self, r: &dyn Reader, memories: &[Memory]) -> Result<Vec<Memory>, Error> {
        let order = |memory: &Memory| (memory.created.unix_micros(), memory.seq);
        let Some(last) = memories.iter().max_by_key(|memory| order(memory)) else { return Ok(Vec::new()) };
        let Some(thread) = &last.origin.thread else {
            return Err(Error::TurnWithoutThread { handle: last.handle.clone() });
        };
        let filter = Filter {
            kinds: vec![Kind::Episode],
            thread: Some(thread.clone()),
            created: Some(last.created.unix_micros()..i64::MAX),
            ..Filter::default()
        };
        let mut after = r.list(&self.name, &filter)?;
        after.retain(|memory| order(memory) > order(last));
        let mut turns = Vec::new();
        for memory in after {
            if r.turn_of(&self.name, memory.seq)?.is_some() {
                turns.push(memory);
            }
        }
        Ok(turns)
    }

    fn last_turn(&self, r: &dyn Reader, thread: &str) -> Result<Option<Memory>, Error> {
        let filter = Filter {
            kinds: vec![Kind::Episode],
            thread: Some(thread.to_owned()),
            newest_first: true,
            limit: Some(1),
            ..Filter::default()
        };
        Ok(r.list(&self.name, &filter)?.pop())
    }

    /// The later memories whose corrections may mean another turn once this one is gone, the oldest first.
    fn following(&self, r: &dyn Reader, memory: &Memory) -> Result<Vec<Memory>, Error> {
        let filter = Filter {
            created: Some(memory.created.unix_micros()..i64::MAX),
            kinds: vec![Kind::Episode],
            limit: Some(FOLLOWING),
            ..Filter::default()
        };
        let mut found = r.list(&self.name, &filter)?;
        found.retain(|one| one.origin.thread.is_none() || one.origin.thread == memory.origin.thread);
        for span in &memory.superseded {
            found.push(r.memory(&self.name, span.by)?);
        }
        let order = |one: &Memory| (one.created.unix_micros(), one.seq);
        found.retain(|one| order(one) > order(memory));
        found.sort_by_key(order);
        found.dedup_by_key(|one| one.seq);
        Ok(found)
    }

    /// Sets the feeling that a thread carries over to that of the last turn that is left, where this one had set it.
    fn felt_before(&self, w: &mut dyn Writer, memory: &Memory) -> Result<(), Error> {
        let thread = memory.origin.thread.as_deref();
        let Some(kept) = w.thread(&self.name, thread.unwrap_or_default())? else { return Ok(()) };
        if kept.feeling.is_some_and(|(_, at)| at.unix_micros() == memory.created.unix_micros()) {
            let last = self.last_in(w, thread)?;
            let felt = last.as_ref().map(|last| &last.emotion.feeling);
            feeling::keep(w, &self.name, thread, felt, last.as_ref().map_or(memory.created, |last| last.created))?;
        }
        Ok(())
    }

    fn last_in(&self, r: &dyn Reader, thread: Option<&str>) -> Result<Option<Memory>, Error> {
        match r.last_written(&self.name, thread)? {
            Some(seq) => Ok(r.memories(&self.name, &[seq])?.pop()),
            None => Ok(None),
        }
    }

    /// Makes the latest turns of a project from its memories, as they were made when those were written down.
    fn renew_latest(&self, w: &mut dyn Writer, project: NamePrint) -> Result<(), Error> {
        let of_project = |(print, place): (NamePrint, Place)| (place.project_print() == Some(project)).then_some(print);
        let places: HashSet<NamePrint> = w.places(&self.name)?.into_iter().filter_map(of_project).collect();
        let (kinds, limit) = (vec![Kind::Episode], Some(place::LATEST * place::LATEST));
        let filter = Filter { kinds, places: Some(places), newest_first: true, limit, ..Filter::default() };
        let mut memories = w.list(&self.name, &filter)?;
        memories.sort_by_key(|memory| memory.seq);
        let latest = memories.into_iter().fold(None, |latest, memory| {
            let thread = memory.origin.thread.unwrap_or_else(|| memory.id.to_string());
            place::with_turn(latest, &thread, (memory.id, memory.created))
        });
        match latest {
            Some(latest) => Ok(w.keep_latest_turns(&self.name, project, &latest)?),
            None => Ok(w.forget_latest_turns(&self.name, project)?),
        }
    }
}

pub(super) fn unknown(reference: &str) -> Error {
    Error::UnknownTurn { reference: cut(reference) }
}

/// As much of a reference as is told.
pub(super) fn cut(reference: &str) -> String {
    reference.chars().take(80).collect()
}
