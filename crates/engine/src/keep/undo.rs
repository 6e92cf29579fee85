//! Undo: the last change to one memory taken back.

use omoide_core::plan::{Actor, Change, Deed, Plan, Reason};
use omoide_core::ports::store::{Action, LogEntry, Writer};
use omoide_core::{Condition, Memory, Moment, SupersededSpan};

use crate::engine::find;
use crate::{Error, Mind};

/// What was taken back.
#[derive(Clone, PartialEq, Debug)]
pub struct Undone {
    /// The memory, as it is now.
    pub memory: Memory,
    /// What had been done, the last first.
    pub actions: Vec<Action>,
    /// Whether its retention is so low that the next night will do it again.
    pub will_fade_again: bool,
}

impl Mind<'_> {
    /// Takes the last change to a memory back: one by hand, or all that one night did to it, or that a newer memory made
    /// something of it out of date. Of a memory to which nothing was done, what it made out of date itself.
    ///
    /// # Errors
    /// [`Error::NothingToUndo`], [`Error::ProtectionFull`] when it would have to be protected again,
    /// and as [`Mind::find`].
    pub fn undo(&self, reference: &str, by: Actor) -> Result<Undone, Error> {
        let now = self.engine.now();
        self.write(|w| {
            let memory = find(w, &self.name, reference)?;
            let log = w.log(&self.name, Some(memory.id))?;
            let entries = last_change(&log);
            if entries.is_empty() {
                return self.take_corrections_back(w, memory, by, now);
            }
            let mut after = memory.condition;
            let mut superseded = memory.superseded.clone();
            let mut relations = memory.relations.clone();
            for entry in &entries {
                if let (Some(was), Some(became)) = (&entry.before, &entry.after) {
                    take_back(&mut after, was, became);
                }
                if let Some((before, _)) = &entry.superseded {
                    superseded.clone_from(before);
                }
                if let Some((before, _)) = &entry.relations {
                    relations.clone_from(before);
                }
            }
            if after.protected && !memory.condition.protected {
                let limit = self.parameters().protection.max_protected_memories as usize;
                let protected = w.protected(&self.name)?;
                if protected.len() >= limit {
                    let oldest = protected.iter().map(crate::keep::protect::beginning).collect();
                    return Err(Error::ProtectionFull { limit, oldest });
                }
            }
            let mut deeds = Vec::new();
            // Of several that are taken back together the earliest is where it began.
            if let Some((was, _)) = entries.iter().filter_map(|entry| entry.feedback).next_back() {
                deeds.push(Deed::Rate { before: self.feedback_of(w, memory.seq)?, after: was });
            }
            if let Some((was, _)) = entries.iter().filter_map(|entry| entry.assessment.clone()).next_back()
                && let Some((_, before)) = w.assessments(&self.name, &[memory.seq])?.pop()
            {
                deeds.push(Deed::Reassess { before, after: was });
            }
            if after != memory.condition {
                deeds.push(Deed::Become { before: memory.condition, after });
            }
            if relations != memory.relations {
                deeds.push(Deed::Relate { before: memory.relations.clone(), after: relations });
            }
            if superseded != memory.superseded {
                deeds.push(Deed::Supersede { before: memory.superseded.clone(), after: superseded });
            }
            let changes = deeds
                .into_iter()
                .map(|deed| Change { seq: memory.seq, memory: memory.id, deed, reason: Reason::Undone })
                .collect();
            w.apply(&Plan { mind: self.name.clone(), at: now, by, night: None, changes })?;
            for entry in &entries {
                w.mark_undone(&self.name, entry.number)?;
            }
            if entries.iter().any(|entry| entry.assessment.is_some()) {
                self.index_anew(w, &[memory.seq])?;
            }
            let version_before = memory.condition.version;
            let memory = w.memory(&self.name, memory.id)?;
            self.ensure_vector(w, &memory)?;
            if memory.condition.version != version_before {
                self.reword(w, &memory)?;
            }
            Ok(Undone {
                actions: entries.iter().map(|entry| entry.action).collect(),
                will_fade_again: self.will_fade_again(&memory),
                memory,
            })
        })
    }

    /// Takes back what a memory made out of date: its own writing cannot be undone, but that can.
    fn take_corrections_back(
        &self,
        w: &mut dyn Writer,
        memory: Memory,
        by: Actor,
        now: Moment,
    ) -> Result<Undone, Error> {
        let older = w.supersedes(&self.name, memory.seq)?;
        let older = w.memories(&self.name, &older)?;
        if older.is_empty() {
            return Err(Error::NothingToUndo { handle: memory.handle });
        }
        let mut changes = Vec::new();
        for one in &older {
            let after = one.superseded.iter().filter(|span| span.by != memory.id).cloned().collect();
            let deed = Deed::Supersede { before: one.superseded.clone(), after };
            changes.push(Change { seq: one.seq, memory: one.id, deed, reason: Reason::Undone });
        }
        w.apply(&Plan { mind: self.name.clone(), at: now, by, night: None, changes })?;
        for one in &older {
            let made_it = |entry: &&LogEntry| {
                let is_by = |spans: &[SupersededSpan]| spans.iter().any(|span| span.by == memory.id);
                !entry.is_undone
                    && entry.action == Action::Superseded
                    && entry.superseded.as_ref().is_some_and(|(before, after)| !is_by(before) && is_by(after))
            };
            for entry in w.log(&self.name, Some(one.id))?.iter().filter(made_it) {
                w.mark_undone(&self.name, entry.number)?;
            }
        }
        Ok(Undone { actions: vec![Action::Superseded], will_fade_again: self.will_fade_again(&memory), memory })
    }

    fn will_fade_again(&self, memory: &Memory) -> bool {
        let condition = &memory.condition;
        let entitled = omoide_core::formulas::level::level_for(condition.retention_score, &self.parameters().levels);
        condition.is_active() && !condition.protected && entitled > condition.current_level
    }
}

/// The entries of the last change that was not undone, the last first; what one night did to a memory
/// counts as one change.
fn last_change(log: &[LogEntry]) -> Vec<LogEntry> {
    let can_be_undone = |entry: &&LogEntry| {
        !entry.is_undone && !matches!(entry.action, Action::Remembered | Action::Undone | Action::Erased)
    };
    let mut entries = log.iter().rev().filter(can_be_undone).peekable();
    let Some(last) = entries.peek().copied() else { return Vec::new() };
    entries.take_while(|entry| entry.night == last.night && entry.at == last.at).cloned().collect()
}

/// Sets the fields that the change had set back to what they were.
pub(crate) fn take_back(now: &mut Condition, was: &Condition, became: &Condition) {
    macro_rules! back {
        ($($field:ident),+) => { $( if was.$field != became.$field { now.$field = was.$field; } )+ };
    }
    back!(
        memory_days,
        decay_coefficient,
        retention_score,
        recall_count,
        recalled_since_last_batch,
        current_level,
        archived_at,
        protected,
        revival_requested,
        revival_requested_at,
        put_away,
        version
    );
}
