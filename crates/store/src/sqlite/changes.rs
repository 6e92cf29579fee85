//! The change log in rows: what was done to a mind, in groups that are taken back together.
//!
//! A change is done and noted in one go, so that the log and the rows cannot part. What happens to nearly every memory
//! every night, the texts that were written and the ties are packed, many to a row ([`packed`]).

mod encode;
mod group;
mod log;
mod nights;
mod packed;
mod perform;
mod rows_of_memories;
mod undo;
mod unsay;

use std::collections::HashSet;

use omoide_core::change::{Change, Deed, Entry, Facet, GroupNumber, NightStep, Plan, Reason, Subject};
use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Changes, ChangesWriter, Faded, NightRecord, StepRecord, Undoing};
use omoide_core::{Date, MemoryId, MindName, Seq};

use super::error::Result;
use super::session::{MindNumber, Session};
use crate::index::words;
use perform::Performed;

pub(super) use encode::{DeedText as EncodedDeed, encode};
pub(super) use group::{Group, begin, keep_pack, note};
pub(super) use log::of_group;
pub(super) use nights::{last_night, strike_out};
pub(super) use packed::{Pack, Packed};
pub(super) use rows_of_memories::Request;
pub(super) use unsay::{bring_back, unsay};

type Answer<T> = std::result::Result<T, StoreError>;

impl Changes for Session<'_> {
    fn log(&self, mind: &MindName, subject: Option<&Subject>) -> Answer<Vec<Entry>> {
        self.look(mind, |c, n| log::of_subject(c, n, subject))
    }

    fn step_entries(&self, mind: &MindName, step: NightStep) -> Answer<Vec<Entry>> {
        self.look(mind, |c, n| {
            let mut groups = nights::groups(c, n, &step.date.to_string(), Some(step.step))?;
            groups.reverse();
            let mut entries = Vec::new();
            for group in groups {
                entries.extend(log::of_group(c, n, group)?);
            }
            Ok(entries)
        })
    }

    fn fadings(&self, mind: &MindName, memory: MemoryId) -> Answer<Vec<Faded>> {
        self.look(mind, |c, n| log::fadings(c, n, memory))
    }

    fn nights(&self, mind: &MindName) -> Answer<Vec<NightRecord>> {
        self.look(mind, nights::all)
    }

    fn last_night(&self, mind: &MindName) -> Answer<Option<NightRecord>> {
        self.look(mind, last_night)
    }

    fn steps_run(&self, mind: &MindName, date: Date) -> Answer<Vec<StepRecord>> {
        self.look(mind, |c, n| nights::steps(c, n, &date.to_string()))
    }
}

impl ChangesWriter for Session<'_> {
    fn apply(&mut self, plan: &Plan) -> Answer<GroupNumber> {
        let outcome = self.mind_or_begin(&plan.mind).and_then(|n| apply(self, n, plan));
        self.told(outcome)
    }

    fn reverse(
        &mut self,
        mind: &MindName,
        group: GroupNumber,
        undoing: Undoing,
        is_meant: &mut dyn FnMut(&Entry) -> bool,
    ) -> Answer<Vec<Entry>> {
        self.change(mind, |session, n| undo::reverse(session, n, group, undoing, is_meant))
    }

    fn record_step(&mut self, mind: &MindName, date: Date, step: &StepRecord) -> Answer<()> {
        let outcome = self.mind_or_begin(mind).and_then(|n| nights::record_step(self.connection, n, date, step));
        self.told(outcome)
    }

    fn record_night(&mut self, mind: &MindName, night: &NightRecord, undo_nights: u32) -> Answer<()> {
        let outcome = self.mind_or_begin(mind).and_then(|n| nights::record(self, n, night, undo_nights));
        self.told(outcome)
    }

    fn undo_step(&mut self, mind: &MindName, step: NightStep) -> Answer<Option<Vec<MemoryId>>> {
        self.change(mind, |session, n| undo::undo_step(session, n, step))
    }

    fn forget_night(&mut self, mind: &MindName, date: Date) -> Answer<()> {
        self.change(mind, |session, n| nights::forget(session.connection, n, &date.to_string()))
    }
}

/// Makes the changes in order and notes them in the plan's group.
fn apply(session: &mut Session<'_>, n: MindNumber, plan: &Plan) -> Result<GroupNumber> {
    if plan.step.is_some() {
        let is_end = |change: &&Change| matches!(change.deed, Deed::End);
        let ended: Vec<Seq> = plan.changes.iter().filter(is_end).filter_map(|change| change.subject.seq()).collect();
        words::loosen(session.backing.blobs, n, &ended)?;
    }
    let number = match plan.group {
        Some(group) => group,
        None => begin(session.connection, n, &Group { at: plan.at, by: plan.by, step: plan.step })?,
    };
    let mut pack = Pack::default();
    // A memory whose strength has a row of its own in this group gets a row for its fading too: rows are taken back
    // before packs, and its changes must be taken back in their order.
    let mut has_row: HashSet<Seq> = HashSet::new();
    for change in &plan.changes {
        let Some(Performed { seq, deed, entries }) = perform::perform(session, n, plan, number, change)? else {
            continue;
        };
        entries.iter().for_each(|entry| pack.push(entry));
        let is_everyday = change.reason.is_everyday() && plan.step.is_some();
        match (deed, seq) {
            (Deed::Set(Facet::Life(step)), Some(seq)) if is_everyday && !has_row.contains(&seq) => {
                pack.push(&Packed::Life { seq, step, is_recall: change.reason == Reason::Recalled });
            }
            (Deed::Write { version, .. }, Some(seq)) => pack.push(&Packed::Write { seq, version }),
            // Noted before it was done.
            (Deed::End, _) => {}
            (deed, seq) => {
                if matches!(deed, Deed::Set(Facet::Life(_))) {
                    has_row.extend(seq);
                }
                note(session.connection, n, number, &change.subject, &deed, change.reason.name())?;
            }
        }
    }
    group::keep_pack(session.connection, number, &pack)?;
    Ok(number)
}
