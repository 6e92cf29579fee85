//! Taking the last night back.

use omoide_core::{Date, Relation, Seq};
use rusqlite::{Connection, OptionalExtension, params};

use super::{apply, condition, insert, night};
use crate::sqlite::attic;
use crate::sqlite::error::Result;
use crate::sqlite::graph;
use crate::sqlite::journal::{Entry, Journal};
use crate::sqlite::reader::{last_night, relations_of};
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::vector_index::Touch;

/// Undoes what the journal says, last first; false when it is not the last night or has no journal.
pub(super) fn undo_night(session: &Session<'_>, n: MindNumber, date: Date) -> Result<bool> {
    let c = session.connection;
    if last_night(c, n)?.is_none_or(|last| last.date != date) {
        return Ok(false);
    }
    let text = date.to_string();
    let Some(bytes) = night::journal(c, n, &text)? else { return Ok(false) };
    let entries: Vec<Entry> = Journal::entries(&bytes).collect::<Result<_>>()?;
    for entry in entries.iter().rev() {
        take_back(c, n, &text, entry)?;
        touch(session, entry);
    }
    c.execute("DELETE FROM lifecycle WHERE mind = ?1 AND night = ?2", params![n, text])?;
    c.execute("DELETE FROM nights WHERE mind = ?1 AND date = ?2", params![n, text])?;
    Ok(true)
}

/// Tells the index over vectors whom the entry was about.
fn touch(session: &Session<'_>, entry: &Entry) {
    match entry {
        Entry::Fade(fade) => session.touch(fade.seq, Touch::Condition),
        Entry::Become { seq, .. } => session.touch(*seq, Touch::Condition),
        Entry::Write { seq, .. } | Entry::Erase { seq, .. } => session.touch(*seq, Touch::Whole),
        Entry::Relate { .. } | Entry::Tie(_) | Entry::Model { .. } => {}
    }
}

fn take_back(c: &Connection, n: MindNumber, night: &str, entry: &Entry) -> Result<()> {
    match entry {
        Entry::Fade(fade) => {
            if let Some(now) = condition::read(c, n, fade.seq)? {
                condition::write(c, n, fade.seq, &now, &fade.taken_back(&now))?;
            }
        }
        Entry::Become { seq, before, after } => {
            if let Some(now) = condition::read(c, n, *seq)? {
                condition::write(c, n, *seq, &now, &condition::taken_back(&now, before, after))?;
            }
        }
        Entry::Write { seq, version, last_version_before } => unwrite(c, n, *seq, *version, *last_version_before)?,
        Entry::Relate { seq, before, after } => unrelate(c, n, *seq, before, after)?,
        Entry::Tie(change) => graph::take_back_tie(c, n, change)?,
        Entry::Erase { id, .. } => {
            attic::bring_back(c, n, night, *id)?;
        }
        Entry::Model { number } => {
            let sql = "DELETE FROM models WHERE number = ?1
                       AND NOT EXISTS (SELECT 1 FROM vectors WHERE model = ?1)";
            c.execute(sql, [number])?;
        }
    }
    Ok(())
}

/// Removes a text that the night wrote, unless someone made the memory show it since.
fn unwrite(c: &Connection, n: MindNumber, seq: Seq, version: u32, last_version_before: u32) -> Result<()> {
    let sql = "SELECT version, last_version FROM memories WHERE seq = ?1 AND mind = ?2";
    let found = c
        .prepare_cached(sql)?
        .query_row(params![seq.0, n], |row| Ok((row.get::<_, u32>(0)?, row.get::<_, u32>(1)?)))
        .optional()?;
    let Some((_, last)) = found.filter(|(shown, _)| *shown != version) else { return Ok(()) };
    c.prepare_cached("DELETE FROM vectors WHERE memory = ?1 AND version = ?2")?.execute(params![seq.0, version])?;
    c.prepare_cached("DELETE FROM texts WHERE memory = ?1 AND version = ?2")?.execute(params![seq.0, version])?;
    if last == version {
        c.prepare_cached("UPDATE memories SET last_version = ?2 WHERE seq = ?1")?
            .execute(params![seq.0, last_version_before])?;
    }
    Ok(())
}

fn unrelate(c: &Connection, n: MindNumber, seq: Seq, before: &[Relation], after: &[Relation]) -> Result<()> {
    if condition::read(c, n, seq)?.is_some() {
        let held = relations_of(c, seq)?;
        insert::relate(c, seq, &apply::merge(&held, after, before))?;
    }
    Ok(())
}
