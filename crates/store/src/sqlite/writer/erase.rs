//! Erasing for good.

use std::collections::HashSet;

use omoide_core::plan::Actor;
use omoide_core::ports::store::Action;
use omoide_core::{MemoryId, Moment, Seq};
use rusqlite::{Connection, OptionalExtension, params};

use super::lifecycle::{self, Line};
use super::night;
use crate::index::words;
use crate::sqlite::attic;
use crate::sqlite::error::Result;
use crate::sqlite::ledger;
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::vector_index::Touch;

/// Who wants something erased, why and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish<'a> {
    pub(super) by: Actor,
    pub(super) reason: &'a str,
    pub(super) at: Moment,
}

/// Erases memories, also from the attic and from the nights' journals; returns how many there were.
pub(super) fn erase(session: &mut Session<'_>, n: MindNumber, ids: &[MemoryId], wish: &Wish<'_>) -> Result<u64> {
    let mut places = HashSet::new();
    let mut count = 0;
    for id in ids {
        let found = places_of(session.connection, n, *id)?;
        if found.is_empty() {
            continue;
        }
        count += 1;
        let line = Line::bare(*id, wish.at, wish.by, Action::Erased, wish.reason);
        let entry = lifecycle::write(session.connection, n, &line)?;
        for seq in &found {
            remove(session.connection, *seq, entry)?;
            session.touch(*seq, Touch::Whole);
        }
        let id = id.to_string();
        // What a night left in the log when it moved the memory to the attic.
        session.connection.execute(
            "DELETE FROM lifecycle WHERE mind = ?1 AND memory_id = ?2 AND number <> ?3",
            params![n, id, entry],
        )?;
        session.connection.execute("DELETE FROM attic WHERE mind = ?1 AND memory_id = ?2", params![n, id])?;
        places.extend(found);
    }
    if count > 0 {
        words::remove(session.backing.blobs, n, &places.iter().copied().collect::<Vec<_>>())?;
        night::strike_out(session, n, &places)?;
        session.note_erasure();
    }
    Ok(count)
}

/// Removes every row of a memory; the log entry `except` is not one of them.
pub(super) fn remove(c: &Connection, seq: Seq, except: i64) -> Result<()> {
    ledger::forget_answers(c, seq)?;
    for (table, rows) in attic::TABLES.iter().rev() {
        c.prepare_cached(&format!("DELETE FROM {table} WHERE {rows}"))?.execute(params![seq.0, except])?;
    }
    Ok(())
}

/// Where a memory is, or was before a night erased it.
fn places_of(c: &Connection, n: MindNumber, id: MemoryId) -> Result<Vec<Seq>> {
    let id = id.to_string();
    let find = "SELECT seq FROM memories WHERE id = ?1 AND mind = ?2";
    let present: Option<i64> = c.prepare_cached(find)?.query_row(params![id, n], |row| row.get(0)).optional()?;
    let mut statement = c.prepare_cached("SELECT DISTINCT memory FROM attic WHERE mind = ?1 AND memory_id = ?2")?;
    let kept = statement.query_map(params![n, id], |row| row.get(0))?;
    let mut places: Vec<i64> = kept.collect::<rusqlite::Result<_>>()?;
    places.extend(present);
    Ok(places.into_iter().map(Seq).collect())
}
