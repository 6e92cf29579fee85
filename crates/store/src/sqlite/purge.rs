//! Erasing memories from copies of a store, of whatever format.

use std::path::Path;

use omoide_core::ports::StoreError;
use omoide_core::{MemoryId, Seq};
use rusqlite::{Connection, OptionalExtension, params};

use super::error::Result;
use super::session::with_backing;
use super::sweep::{SweepMode, open, rework};
use super::{attic, vector_index};
use crate::index::words;

/// Rows of a memory in formats before the present one, by its place and its id; those of the present one are known to the
/// attic.
const EARLIER: [&str; 3] = [
    "DELETE FROM tasks WHERE memory = ?1 AND ?2 = ?2",
    "DELETE FROM lifecycle WHERE memory_id = ?2 AND ?1 = ?1",
    "DELETE FROM relations WHERE (holder = ?1 OR target = ?2)",
];

/// Erases memories from a copy of a store, with the sessions that sum them up. Returns which of them were in it.
pub(crate) fn purge(path: &Path, ids: &[MemoryId], mode: SweepMode) -> std::result::Result<Vec<MemoryId>, StoreError> {
    let purge = || -> Result<Vec<MemoryId>> {
        let found = present(&open(path, SweepMode::Look)?, ids)?;
        if mode == SweepMode::Clean && !found.is_empty() {
            rework(path, |copy| {
                let transaction = copy.transaction()?;
                transaction.execute_batch("PRAGMA defer_foreign_keys = ON")?;
                for id in &found {
                    erase(&transaction, &id.to_string())?;
                }
                Ok(transaction.commit()?)
            })?;
        }
        Ok(found)
    };
    purge().map_err(|fault| fault.at(path))
}

fn present(c: &Connection, ids: &[MemoryId]) -> Result<Vec<MemoryId>> {
    let sql =
        "SELECT EXISTS (SELECT 1 FROM memories WHERE id = ?1) OR EXISTS (SELECT 1 FROM attic WHERE memory_id = ?1)";
    let mut statement = c.prepare(sql)?;
    let mut found = Vec::new();
    for id in ids {
        if statement.query_row([id.to_string()], |row| row.get(0))? {
            found.push(*id);
        }
    }
    Ok(found)
}

fn erase(c: &Connection, id: &str) -> Result<()> {
    c.execute("DELETE FROM attic WHERE memory_id = ?1", [id])?;
    let find = "SELECT seq, mind FROM memories WHERE id = ?1";
    let place: Option<(i64, i64)> = c.query_row(find, [id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let Some((seq, mind)) = place else { return Ok(()) };
    // A session has words of all its turns.
    let sessions = "SELECT m.id FROM session_memories s JOIN memories m ON m.seq = s.session WHERE s.memory = ?1";
    let sessions: Vec<String> = match c.prepare(sessions) {
        Ok(mut statement) => statement.query_map([seq], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?,
        Err(_) => Vec::new(),
    };
    for session in sessions.iter().filter(|session| *session != id) {
        erase(c, session)?;
    }
    let format: u32 = c.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if format >= 2 {
        with_backing(c, |backing| Ok(words::remove(backing.blobs, mind, &[Seq(seq)])?))?;
    }
    if format >= 7 {
        super::ledger::forget_answers(c, Seq(seq))?;
    }
    if format >= 8 {
        super::items::take_back_resolutions(c, Seq(seq))?;
    }
    for sql in EARLIER {
        if let Ok(mut statement) = c.prepare(sql) {
            statement.execute(params![seq, id])?;
        }
    }
    for table in attic::TABLES.into_iter().rev() {
        // A table or a column that this format does not have holds nothing of it.
        if let Ok(mut statement) = c.prepare(&attic::removal(table)) {
            statement.execute(params![seq, 0])?;
        }
    }
    if format >= vector_index::SINCE_FORMAT {
        vector_index::note_whole(c, &[(mind, Seq(seq))])?;
    }
    Ok(())
}
