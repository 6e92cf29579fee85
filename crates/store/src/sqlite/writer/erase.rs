//! Erasing for good.

use std::collections::HashSet;

use omoide_core::change::{Actor, Deed, Subject};
use omoide_core::{MemoryId, Moment, Seq};
use rusqlite::{Connection, params};

use crate::index::words;
use crate::sqlite::attic;
use crate::sqlite::changes;
use crate::sqlite::error::Result;
use crate::sqlite::items;
use crate::sqlite::ledger;
use crate::sqlite::rows::{IfReadable, ReadableRows};
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::vector_index::Touch;

/// Who wants something erased, why and when.
#[derive(Clone, Copy, Debug)]
pub(in crate::sqlite) struct Wish<'a> {
    pub(in crate::sqlite) by: Actor,
    pub(in crate::sqlite) reason: &'a str,
    pub(in crate::sqlite) at: Moment,
}

/// Erases memories, also from the attic and from the packs of the change log; returns how many there were.
pub(in crate::sqlite) fn erase(
    session: &mut Session<'_>,
    n: MindNumber,
    ids: &[MemoryId],
    wish: &Wish<'_>,
) -> Result<u64> {
    let mut places = HashSet::new();
    let mut count = 0;
    for id in ids {
        let found = places_of(session.connection, n, *id)?;
        if found.is_empty() {
            continue;
        }
        count += 1;
        let group = changes::begin(session.connection, n, &changes::Group { at: wish.at, by: wish.by, step: None })?;
        let subject = Subject::Memory { id: *id, seq: None };
        let entry = changes::note(session.connection, n, group, &subject, &Deed::End, wish.reason)?;
        for seq in &found {
            remove(session.connection, *seq, entry)?;
            session.touch(*seq, Touch::Whole);
        }
        let id = id.to_string();
        // What a night left in the log when it moved the memory to the attic.
        session.connection.execute(
            "DELETE FROM changes WHERE mind = ?1 AND subject_sort = 'memory' AND subject = ?2 AND number <> ?3",
            params![n, id, entry],
        )?;
        session.connection.execute("DELETE FROM attic WHERE mind = ?1 AND memory_id = ?2", params![n, id])?;
        places.extend(found);
    }
    if count > 0 {
        words::remove(session.backing.blobs, n, &places.iter().copied().collect::<Vec<_>>())?;
        changes::strike_out(session.connection, n, &places)?;
        session.has_erased.set(true);
    }
    Ok(count)
}

/// Removes every row of a memory; the log entry `except` is not one of them.
pub(in crate::sqlite) fn remove(c: &Connection, seq: Seq, except: i64) -> Result<()> {
    ledger::forget_answers(c, seq)?;
    items::take_back_resolutions(c, seq)?;
    for table in attic::TABLES.into_iter().rev() {
        c.prepare_cached(&attic::removal(table))?.execute(params![seq.0, except])?;
    }
    Ok(())
}

/// Where a memory is, or was before a night erased it.
fn places_of(c: &Connection, n: MindNumber, id: MemoryId) -> Result<Vec<Seq>> {
    let id = id.to_string();
    let find = "SELECT seq FROM memories WHERE id = ?1 AND mind = ?2";
    let present: Option<i64> = c.prepare_cached(find)?.query_row(params![id, n], |row| row.get(0)).if_readable()?;
    let mut statement = c.prepare_cached("SELECT DISTINCT memory FROM attic WHERE mind = ?1 AND memory_id = ?2")?;
    let kept = statement.query_map(params![n, id], |row| row.get(0))?;
    let mut places: Vec<i64> = kept.readable()?;
    places.extend(present);
    Ok(places.into_iter().map(Seq).collect())
}
