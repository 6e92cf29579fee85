//! Threads cut anew after a turn was taken back or came back: as if they had always been cut so.

use std::collections::HashSet;

use omoide_core::change::{Actor, Reason};
use omoide_core::ports::store::Writer;
use omoide_core::{Memory, MemoryId, Seq};

use super::sessions::{LastStretch, ThreadDraft};
use crate::{Error, Mind};

impl Mind<'_> {
    /// The sessions that go with a turn, so that its thread can be cut anew without it: the one that has it, and those
    /// around and after it which no night has moved, for the turn may be why they were cut. Their other turns wait from
    /// then on.
    pub(super) fn uncut(&self, w: &mut dyn Writer, memory: &Memory) -> Result<Vec<MemoryId>, Error> {
        let mut ending: Vec<(Seq, MemoryId)> = self.other_sessions_of(w, &[memory.seq])?;
        let Some(thread) = &memory.origin.thread else { return Ok(ending.into_iter().map(|(_, id)| id).collect()) };
        let all = w.sessions_in(&self.name, thread)?;
        let mut before = None;
        for session in w.memories(&self.name, &all)? {
            let is_moved = w.tier(&self.name, session.seq)?.is_some_and(|tier| tier.since.is_some());
            if is_moved || ending.iter().any(|(seq, _)| *seq == session.seq) {
                continue;
            }
            let last = w.session(&self.name, session.seq)?.and_then(|notes| notes.memories.into_iter().max());
            if last.is_some_and(|last| last > memory.seq) {
                ending.push((session.seq, session.id));
            } else {
                before = Some((session.seq, session.id));
            }
        }
        ending.extend(before);
        for (session, _) in &ending {
            if let Some(first) = w.session(&self.name, *session)?.and_then(|notes| notes.memories.into_iter().min()) {
                let to = w.recorded_to(&self.name, thread)?.min(Seq(first.0 - 1));
                w.keep_recorded(&self.name, thread, to)?;
            }
        }
        Ok(ending.into_iter().map(|(_, id)| id).collect())
    }

    /// Makes sessions again of what is left of threads whose turns were taken back.
    pub(super) fn record_again(&self, threads: &[String]) -> Result<(), Error> {
        let drafts: Vec<ThreadDraft> =
            threads.iter().map(|thread| self.draft_again(thread)).collect::<Result<_, _>>()?;
        self.write_drafts(&drafts)?;
        Ok(())
    }

    /// The sessions of what is left of a thread whose turns were taken back.
    pub(super) fn draft_again(&self, thread: &str) -> Result<ThreadDraft, Error> {
        let standing = self.engine.read(|r| r.thread_standing(&self.name, thread))?;
        let is_closed = standing.is_some_and(|standing| standing.closed_at.is_some());
        self.draft_thread(thread, if is_closed { LastStretch::IsOver } else { LastStretch::IsOpen })
    }

    /// Sets who spoke last in a thread, and when, from the turns that are left.
    pub(super) fn spoken_before(&self, w: &mut dyn Writer, thread: &str) -> Result<(), Error> {
        let turns = w.last_turns(&self.name, thread, usize::MAX)?;
        // Turns that came late do not set the time back.
        let (latest, written_last) = (turns.last(), turns.iter().max_by_key(|(seq, _)| *seq));
        match (latest, written_last) {
            (Some((_, latest)), Some((_, last))) => {
                Ok(w.set_last_spoken(&self.name, thread, &last.person, latest.at)?)
            }
            _ => Ok(()),
        }
    }

    /// Ends the sessions that were made without a turn which came back with its own: no turn may be in two. Those that came
    /// back are the older ones.
    pub(super) fn recut_for(&self, w: &mut dyn Writer, memory: &Memory) -> Result<(), Error> {
        let Some(thread) = &memory.origin.thread else { return Ok(()) };
        let (mut covered, mut ending): (HashSet<Seq>, Vec<(Seq, MemoryId)>) = Default::default();
        let mut uncovered = Vec::new();
        let sessions = w.sessions_in(&self.name, thread)?;
        for session in w.memories(&self.name, &sessions)? {
            let turns = w.session(&self.name, session.seq)?.map(|notes| notes.memories).unwrap_or_default();
            if turns.iter().any(|turn| covered.contains(turn)) {
                ending.push((session.seq, session.id));
                uncovered.extend(turns);
            } else {
                covered.extend(turns);
            }
        }
        uncovered.retain(|turn| !covered.contains(turn));
        if !uncovered.is_empty() {
            self.let_record_again(w, &ending)?;
        }
        let ids: Vec<MemoryId> = ending.into_iter().map(|(_, id)| id).collect();
        if !ids.is_empty() {
            w.erase(&self.name, &ids, Actor::Agent, Reason::Undone.name(), self.engine.now())?;
        }
        self.spoken_before(w, thread)
    }
}
