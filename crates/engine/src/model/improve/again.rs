//! Improvements of a night that is taken back: taken back with it, and made again from what is kept when it is slept again.

use omoide_core::plan::{Actor, Change, Deed, Plan, Reason};
use omoide_core::ports::store::{Action, LogEntry, Purpose, Writer};
use omoide_core::{Moment, Seq};

use super::apply;
use crate::keep::undo::take_back;
use crate::sleep::night::Improved;
use crate::{Error, Mind};

/// Where it is kept whose improvements were taken back.
const TAKEN_BACK: &str = "improvements_taken_back";

impl Mind<'_> {
    /// Takes back what a language model understood anew for a night. A memory that someone has changed by hand since keeps
    /// what they said. The rest is done again by the next night, and nobody is paid for it twice.
    pub(crate) fn take_back_improvements(&self, w: &mut dyn Writer, improved: &Improved) -> Result<(), Error> {
        let now = self.engine.now();
        let seqs: Vec<Seq> = improved.memories.iter().copied().map(Seq).collect();
        let (mut changes, mut taken_back) = (Vec::new(), Vec::new());
        for memory in w.memories(&self.name, &seqs)? {
            let log = w.log(&self.name, Some(memory.id))?;
            let entries = improvement(&log, improved.since);
            let Some((was, became)) = entries.iter().find_map(|entry| entry.assessment.clone()) else { continue };
            let Some((_, present)) = w.assessments(&self.name, &[memory.seq])?.pop() else { continue };
            if present != became {
                continue;
            }
            let change = |deed| Change { seq: memory.seq, memory: memory.id, deed, reason: Reason::Undone };
            changes.push(change(Deed::Reassess { before: present, after: was }));
            let mut after = memory.condition;
            for (was, became) in entries.iter().filter_map(|entry| entry.before.as_ref().zip(entry.after.as_ref())) {
                take_back(&mut after, was, became);
            }
            if after != memory.condition {
                changes.push(change(Deed::Become { before: memory.condition, after }));
            }
            taken_back.push(memory.seq);
            for entry in &entries {
                w.mark_undone(&self.name, entry.number)?;
            }
        }
        w.apply(&Plan { mind: self.name.clone(), at: now, by: Actor::Night, night: None, changes })?;
        let numbers: Vec<i64> = taken_back.iter().map(|seq| seq.0).collect();
        let list = serde_json::to_string(&numbers).expect("numbers are always JSON");
        w.set_state(&self.name, TAKEN_BACK, Some(&list))?;
        self.index_anew(w, &taken_back)
    }

    /// Does again what was taken back with a night; returns which memories are understood so again.
    pub(crate) fn improve_again(&self) -> Result<Vec<Seq>, Error> {
        if self.engine.read(|r| r.state(&self.name, TAKEN_BACK))?.is_none() {
            return Ok(Vec::new());
        }
        let now = self.engine.now();
        self.write(|w| {
            let list = w.state(&self.name, TAKEN_BACK)?.unwrap_or_default();
            let numbers: Vec<i64> = serde_json::from_str(&list).unwrap_or_default();
            let seqs: Vec<Seq> = numbers.into_iter().map(Seq).collect();
            let (mut changes, mut again) = (Vec::new(), Vec::new());
            for (seq, json, by) in w.made(&self.name, Purpose::Analyse, &seqs)? {
                let memory = w.memories(&self.name, &[seq])?.pop();
                let before = w.assessments(&self.name, &[seq])?.pop();
                let (Some(memory), Some((_, before))) = (memory, before) else { continue };
                let Some(after) = apply::understood(&json, &by) else { continue };
                changes.extend(self.changes(&memory, before, after));
                again.push(seq);
            }
            w.apply(&Plan { mind: self.name.clone(), at: now, by: Actor::Night, night: None, changes })?;
            self.index_anew(w, &again)?;
            w.set_state(&self.name, TAKEN_BACK, None)?;
            Ok(again)
        })
    }
}

/// The entries of what a language model understood anew since then, the last first.
fn improvement(log: &[LogEntry], since: Moment) -> Vec<&LogEntry> {
    let is_later = |entry: &&LogEntry| entry.at.unix_micros() >= since.unix_micros();
    let of_model = |entry: &&LogEntry| !entry.is_undone && entry.night.is_none() && entry.by == Actor::Night.name();
    let mut entries = log.iter().rev().filter(is_later).filter(of_model);
    let Some(last) = entries.clone().find(|entry| entry.action == Action::Reassessed) else { return Vec::new() };
    entries.by_ref().filter(|entry| entry.at == last.at && entry.reason == last.reason).collect()
}
