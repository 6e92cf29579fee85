//! Taking groups of changes back, the last change first, by core's one rule.

use std::collections::{BTreeSet, HashSet};

use omoide_core::change::{
    Deed, Entry, Facet, GroupNumber, NightStep, Present, Reason, Start, Subject, Writing, reverse as reversal,
};
use omoide_core::ports::store::Undoing;
use omoide_core::{MemoryId, Seq};
use rusqlite::{Connection, params};

use super::group::{self, Group, packs};
use super::packed::{Pack, Packed};
use super::perform::{do_to, place, present};
use super::{log, nights, rows_of_memories};
use crate::sqlite::error::Result;
use crate::sqlite::rows::IfReadable;
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::vector_index::Touch;
use crate::sqlite::writer::{erase, handles};
use crate::sqlite::{attic, graph, pages};

/// Takes back what is meant of a group, and notes that as a group of its own.
pub(super) fn reverse(
    session: &mut Session<'_>,
    n: MindNumber,
    group: GroupNumber,
    undoing: Undoing,
    is_meant: &mut dyn FnMut(&Entry) -> bool,
) -> Result<Vec<Entry>> {
    let mut entries = log::of_group(session.connection, n, group)?;
    entries.retain(|entry| !entry.is_undone && is_meant(entry));
    entries.reverse();
    if entries.is_empty() {
        return Ok(entries);
    }
    let step = entries[0].step;
    let own = group::begin(session.connection, n, &Group { at: undoing.at, by: undoing.by, step: None })?;
    let mut mark = session.connection.prepare_cached("UPDATE changes SET undone = 1 WHERE number = ?1")?;
    let mut touched = HashSet::new();
    for entry in &entries {
        for (seq, deed) in take_back(session, n, entry)? {
            group::note(session.connection, n, own, &entry.subject, &deed, Reason::Undone.name())?;
            touched.extend(seq);
        }
        mark.execute([entry.number])?;
    }
    // A night's texts stay with it until it is undone as a whole.
    if step.is_none() {
        take_packs_back(session, n, group, Some(&touched))?;
    }
    Ok(entries)
}

/// Takes a step of the last night back as if it had never been run.
pub(super) fn undo_step(session: &mut Session<'_>, n: MindNumber, step: NightStep) -> Result<Option<Vec<MemoryId>>> {
    let c = session.connection;
    let date = step.date.to_string();
    let is_last = nights::last_night(c, n)?.is_none_or(|last| last.date <= step.date);
    let record = nights::steps(c, n, &date)?.into_iter().find(|record| record.step == step.step);
    if !is_last || !record.is_some_and(|record| record.can_be_undone) {
        return Ok(None);
    }
    let mut memories = BTreeSet::new();
    for number in nights::groups(c, n, &date, Some(step.step))? {
        let mut place = i64::MAX;
        while let Some(entry) = log::last_before(c, n, number, place)? {
            place = entry.number;
            if !entry.is_undone {
                take_back(session, n, &entry)?;
                memories.extend(entry.subject.memory_id());
            }
        }
        take_packs_back(session, n, number, None)?;
        c.execute("DELETE FROM change_packs WHERE group_number = ?1", [number.0])?;
        c.execute("DELETE FROM changes WHERE group_number = ?1", [number.0])?;
        c.execute("DELETE FROM change_groups WHERE number = ?1", [number.0])?;
    }
    let sql = "DELETE FROM night_steps WHERE mind = ?1 AND date = ?2 AND step = ?3";
    c.execute(sql, params![n, date, step.step.name()])?;
    Ok(Some(memories.into_iter().collect()))
}

/// Takes one change back; returns what was done for it, and to which place.
pub(super) fn take_back(session: &mut Session<'_>, n: MindNumber, entry: &Entry) -> Result<Vec<(Option<Seq>, Deed)>> {
    let seq = place(session, n, &entry.subject)?;
    let now = present(session, n, seq, &entry.subject, &entry.deed)?;
    let mut done = Vec::new();
    for deed in reversal(&entry.deed, &now) {
        let performed = match (&deed, seq) {
            (Deed::Set(Facet::PageVersion(step)), _) => {
                if let Subject::Page(path) = &entry.subject {
                    pages::show(session.connection, n, path, step.after)?;
                }
                Some(deed)
            }
            (Deed::End, Some(seq)) => {
                unbegin(session, n, seq, entry.number)?;
                Some(deed)
            }
            (Deed::Begin(Start::Kept), None) => bring_back(session, n, entry)?.then_some(deed),
            (deed, Some(seq)) => do_to(session, n, seq, deed)?,
            (_, None) => None,
        };
        done.extend(performed.map(|deed| (seq, deed)));
    }
    Ok(done)
}

/// Removes a memory whose beginning is taken back. It has never been, so its numbers are free again if nobody has been
/// given later ones.
fn unbegin(session: &Session<'_>, n: MindNumber, seq: Seq, entry: i64) -> Result<()> {
    let c = session.connection;
    handles::give_back(c, n, seq)?;
    let turn = c.query_row("SELECT turn FROM memories WHERE seq = ?1", [seq.0], |row| row.get::<_, Option<i64>>(0))?;
    erase::remove(c, seq, entry)?;
    give_back(c, "memories", seq.0)?;
    if let Some(turn) = turn {
        give_back(c, "turns", turn)?;
    }
    session.touch(seq, Touch::Whole);
    Ok(())
}

/// Makes a number free again that was the last one given out for a table, unless its row is still there.
fn give_back(c: &Connection, table: &str, number: i64) -> Result<()> {
    let sql = format!(
        "UPDATE places SET last = last - 1
         WHERE name = ?1 AND last = ?2 AND NOT EXISTS (SELECT 1 FROM {table} WHERE seq = ?2)"
    );
    c.execute(&sql, params![table, number])?;
    Ok(())
}

/// Brings a memory back that a night ended.
fn bring_back(session: &Session<'_>, n: MindNumber, entry: &Entry) -> Result<bool> {
    let Some(id) = entry.subject.memory_id() else { return Ok(false) };
    if !attic::bring_back(session.connection, n, entry.group, id)? {
        return Ok(false);
    }
    let sql = "SELECT seq FROM memories WHERE id = ?1 AND mind = ?2";
    let seq = session.connection.query_row(sql, params![id.to_string(), n], |row| row.get(0).map(Seq)).if_readable()?;
    seq.into_iter().for_each(|seq| session.touch(seq, Touch::Whole));
    Ok(true)
}

/// Takes back what a group has packed: all of it, or what was done to some memories.
fn take_packs_back(
    session: &Session<'_>,
    n: MindNumber,
    group: GroupNumber,
    only: Option<&HashSet<Seq>>,
) -> Result<()> {
    let c = session.connection;
    for (_, bytes) in packs(c, group)?.into_iter().rev() {
        let entries: Vec<Packed> = Pack::entries(&bytes).collect::<Result<_>>()?;
        for entry in entries.iter().rev() {
            let (seq, deed, now) = match *entry {
                Packed::Life { seq, step, .. } => {
                    (seq, Deed::Set(Facet::Life(step)), rows_of_memories::present(c, n, seq)?)
                }
                Packed::Write { seq, version } => {
                    (seq, Deed::Write { version, text: Writing::Kept }, rows_of_memories::present(c, n, seq)?)
                }
                Packed::Tie { low, tie } => {
                    let strength = graph::tie_strength(c, low, tie.with, tie.kind)?;
                    (low, Deed::Set(Facet::Tie(tie)), Present::Tie(strength))
                }
                Packed::Model { number } => {
                    let sql = "DELETE FROM models WHERE number = ?1
                               AND NOT EXISTS (SELECT 1 FROM vectors WHERE model = ?1)";
                    c.execute(sql, [number])?;
                    continue;
                }
            };
            if only.is_none_or(|only| only.contains(&seq)) {
                for deed in reversal(&deed, &now) {
                    do_to(session, n, seq, &deed)?;
                }
            }
        }
    }
    Ok(())
}
