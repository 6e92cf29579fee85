//! Taking a memory back as if it had never been written down, and bringing it back.
//!
//! What a memory's beginning did to others stands in the group in which it began, and is reversed from there. The rows go to
//! the attic in a group of their own, which can be reversed until the nights since can no longer be undone.

use omoide_core::change::{Deed, Entry, Facet, GroupNumber, Reason, Subject};
use omoide_core::ports::store::Undoing;
use omoide_core::{MemoryId, Seq};
use rusqlite::{Connection, params};

use super::group::{self, Group};
use super::perform::{do_to, place};
use super::{log, undo};
use crate::index::words;
use crate::sqlite::error::Result;
use crate::sqlite::reader::relations_of;
use crate::sqlite::rows::{IfReadable, ReadableRows};
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::vector_index::Touch;
use crate::sqlite::writer::erase;
use crate::sqlite::{attic, threads};

/// What the column `undone` says of a change that counts again once the memory is brought back.
const WITH_ITS_MEMORY: i64 = 2;

/// A memory that is being taken back.
struct Leaving {
    id: MemoryId,
    seq: Seq,
    /// The group that takes it back.
    group: GroupNumber,
}

/// Takes memories back in one group; none where none of them is there.
pub(in crate::sqlite) fn unsay(
    session: &mut Session<'_>,
    n: MindNumber,
    memories: &[MemoryId],
    undoing: Undoing,
) -> Result<Option<GroupNumber>> {
    let mut there = Vec::new();
    for id in memories {
        let found = place(session, n, &Subject::Memory { id: *id, seq: None })?;
        there.extend(found.map(|seq| (*id, seq)));
    }
    if there.is_empty() {
        return Ok(None);
    }
    words::loosen(session.backing.blobs, n, &there.iter().map(|(_, seq)| *seq).collect::<Vec<_>>())?;
    let group = group::begin(session.connection, n, &Group { at: undoing.at, by: undoing.by, step: None })?;
    for (id, seq) in there {
        take_back(session, n, &Leaving { id, seq, group })?;
    }
    Ok(Some(group))
}

fn take_back(session: &mut Session<'_>, n: MindNumber, leaving: &Leaving) -> Result<()> {
    unbegin(session, n, leaving)?;
    let_go(session, n, leaving)?;
    let c = session.connection;
    threads::forget_shown(c, n, leaving.id)?;
    let subject = Subject::memory(leaving.id, leaving.seq);
    let entry = group::note(c, n, leaving.group, &subject, &Deed::End, Reason::Unsaid.name())?;
    attic::keep(c, n, leaving.group, leaving.seq, leaving.id, entry)?;
    erase::remove(c, leaving.seq, entry)?;
    session.touch(leaving.seq, Touch::Whole);
    Ok(())
}

/// Reverses what the beginning of a memory did to others.
fn unbegin(session: &mut Session<'_>, n: MindNumber, leaving: &Leaving) -> Result<()> {
    let Some(birth) = birth_of(session.connection, n, leaving.id)? else { return Ok(()) };
    let mut entries = log::of_group(session.connection, n, birth)?;
    entries.retain(|entry| !entry.is_undone && entry.subject.memory_id() != Some(leaving.id));
    for entry in entries.iter().rev() {
        for (_, deed) in undo::take_back(session, n, entry)? {
            group::note(session.connection, n, leaving.group, &entry.subject, &deed, Reason::Undone.name())?;
        }
        if entry.reason == Reason::Recalled.name() {
            unrecall(session, n, leaving, entry)?;
        }
        let mark = "UPDATE changes SET undone = ?2 WHERE number = ?1";
        session.connection.prepare_cached(mark)?.execute(params![entry.number, WITH_ITS_MEMORY])?;
    }
    Ok(())
}

/// The group in which a memory began by itself; one that a night began has it from the night.
fn birth_of(c: &Connection, n: MindNumber, id: MemoryId) -> Result<Option<GroupNumber>> {
    let sql = "SELECT c.group_number FROM changes c JOIN change_groups g ON g.number = c.group_number
               WHERE c.mind = ?1 AND c.subject = ?2 AND c.subject_sort = 'memory' AND c.deed = 'begin'
                 AND g.night IS NULL ORDER BY c.number LIMIT 1";
    let find = |row: &rusqlite::Row<'_>| row.get(0).map(GroupNumber);
    Ok(c.prepare_cached(sql)?.query_row(params![n, id.to_string()], find).if_readable()?)
}

/// Takes the note of a recall away that the turn made. Whoever recalled the memory since has recalled it all the same.
fn unrecall(session: &Session<'_>, n: MindNumber, leaving: &Leaving, entry: &Entry) -> Result<()> {
    let c = session.connection;
    let Some(seq) = place(session, n, &entry.subject)? else { return Ok(()) };
    let (at, which) = (entry.at.unix_micros(), "memory = ?1 AND at = ?2");
    attic::keep_rows(c, n, (leaving.group, leaving.seq, leaving.id), ("recalls", which), params![seq.0, at])?;
    c.prepare_cached(&format!("DELETE FROM recalls WHERE {which}"))?.execute(params![seq.0, at])?;
    if matches!(entry.deed, Deed::Set(Facet::Life(_))) {
        let sql = "UPDATE memories SET recalled_since_last_batch = 1 WHERE seq = ?1 AND archived_at IS NULL
                   AND EXISTS (SELECT 1 FROM recalls WHERE memory = ?1 AND at > ?2)
                   AND NOT EXISTS (SELECT 1 FROM nights WHERE mind = ?3 AND at > ?2)";
        if c.prepare_cached(sql)?.execute(params![seq.0, at, n])? > 0 {
            session.touch(seq, Touch::Condition);
        }
    }
    Ok(())
}

/// Takes away the references that others hold to a memory.
fn let_go(session: &Session<'_>, n: MindNumber, leaving: &Leaving) -> Result<()> {
    let c = session.connection;
    let sql = "SELECT DISTINCT m.seq, m.id FROM relations r CROSS JOIN memories m ON m.seq = r.holder
               WHERE r.target = ?1 AND m.mind = ?2 ORDER BY m.seq";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![leaving.id.to_string(), n], |row| {
        Ok((Seq(row.get(0)?), crate::sqlite::rows::id(row, 1)?))
    })?;
    let holders: Vec<(Seq, MemoryId)> = found.readable()?;
    for (seq, id) in holders {
        let held = relations_of(c, seq)?;
        let rest = held.iter().filter(|relation| relation.to != leaving.id).cloned().collect();
        if let Some(done) = do_to(session, n, seq, &Deed::relate(held, rest))? {
            group::note(c, n, leaving.group, &Subject::memory(id, seq), &done, Reason::TargetGone.name())?;
        }
    }
    Ok(())
}

/// Brings back what a group took back, but for sessions of which a turn is missing.
pub(in crate::sqlite) fn bring_back(
    session: &mut Session<'_>,
    n: MindNumber,
    group: GroupNumber,
    undoing: Undoing,
) -> Result<Vec<MemoryId>> {
    let entries = log::of_group(session.connection, n, group)?;
    let ended = |entry: &Entry| matches!(entry.deed, Deed::End);
    let mut left_out = Vec::new();
    for id in entries.iter().filter(|entry| ended(entry)).filter_map(|entry| entry.subject.memory_id()) {
        if !attic::has_its_turns(session.connection, n, group, id)? {
            left_out.push(id);
        }
    }
    let is_meant =
        |entry: &Entry| !(ended(entry) && entry.subject.memory_id().is_some_and(|id| left_out.contains(&id)));
    let reversed = undo::reverse(session, n, group, undoing, &mut { is_meant })?;
    let back: Vec<MemoryId> =
        reversed.iter().filter(|entry| ended(entry)).filter_map(|entry| entry.subject.memory_id()).collect();
    for id in &back {
        if let Some(birth) = birth_of(session.connection, n, *id)? {
            let sql = "UPDATE changes SET undone = 0 WHERE group_number = ?1 AND undone = ?2";
            session.connection.prepare_cached(sql)?.execute(params![birth.0, WITH_ITS_MEMORY])?;
        }
    }
    Ok(back)
}
