//! What was erased from a store: its change log keeps the id of every memory that someone erased, and nothing else of it.
//!
//! What a night let go is not meant: its night comes back with a backup, and lets it go again.

use std::collections::BTreeMap;
use std::path::Path;

use omoide_core::change::Actor;
use omoide_core::ports::store::Store;
use omoide_core::{MemoryId, MindName, Moment};
use rusqlite::{Connection, Row};

use crate::sqlite::SqliteStore;
use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::salvage::open_damaged;

/// A memory that someone erased.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ErasedMemory {
    mind: MindName,
    id: MemoryId,
    by: Actor,
    reason: String,
    at: Moment,
}

/// The endings that no night made, of memories that are not there. `{}` is the name of the database.
const ENDINGS: &str = "SELECT o.name, c.subject, g.who, c.reason, g.at, g.at_offset
    FROM {}.changes c JOIN {}.change_groups g ON g.number = c.group_number JOIN {}.minds o ON o.number = c.mind
    WHERE c.deed = 'end' AND c.subject_sort = 'memory' AND g.night IS NULL AND c.undone = 0
      AND c.subject NOT IN (SELECT id FROM {}.memories)";

/// What was erased from the store that is attached as `present`.
pub(super) fn of_attached(c: &Connection) -> Result<Vec<ErasedMemory>> {
    let mut statement = c.prepare(&ENDINGS.replace("{}", "present"))?;
    let mut found = statement.query([])?;
    let mut erasures = Vec::new();
    while let Some(row) = found.next()? {
        erasures.extend(rows::readable(read(row))?.flatten());
    }
    Ok(erasures)
}

/// What can be read of it in a damaged store, and whether that is all.
pub(super) fn of_damaged(path: &Path) -> (Vec<ErasedMemory>, bool) {
    let mut erasures = Vec::new();
    let mut look = || -> Result<()> {
        let source = open_damaged(path)?;
        let mut statement = source.prepare(&ENDINGS.replace("{}", "main"))?;
        let mut found = statement.query([])?;
        while let Some(row) = found.next()? {
            erasures.extend(rows::readable(read(row))?.flatten());
        }
        let answer: String = source.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
        if answer == "ok" { Ok(()) } else { Err(crate::sqlite::error::SqliteFault::Row(answer)) }
    };
    let is_all = look().is_ok();
    (erasures, is_all)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Option<ErasedMemory>> {
    let Ok(mind) = rows::text(row, 0)?.parse() else { return Ok(None) };
    let by = match rows::text(row, 2)? {
        "agent" => Actor::Agent,
        "night" => Actor::Night,
        _ => Actor::Person,
    };
    Ok(Some(ErasedMemory { mind, id: rows::id(row, 1)?, by, reason: row.get(3)?, at: rows::moment(row, 4)? }))
}

/// How many of them the backup has.
pub(super) fn count_in(c: &Connection, erasures: &[ErasedMemory]) -> Result<u64> {
    let mut statement = c.prepare("SELECT EXISTS (SELECT 1 FROM main.memories WHERE id = ?1)")?;
    let mut count = 0;
    for erasure in erasures {
        count += u64::from(statement.query_row([erasure.id.to_string()], |row| row.get::<_, bool>(0))?);
    }
    Ok(count)
}

/// Erases them from a store, also from the attic of its nights.
pub(super) fn erase(path: &Path, erasures: &[ErasedMemory]) -> Result<()> {
    if erasures.is_empty() {
        return Ok(());
    }
    let store = SqliteStore::open(path)?;
    // Those that were erased together are erased together again.
    let mut together: BTreeMap<(&str, i64, &str), Vec<&ErasedMemory>> = BTreeMap::new();
    for erasure in erasures {
        let key = (erasure.mind.as_str(), erasure.at.unix_micros(), erasure.reason.as_str());
        together.entry(key).or_default().push(erasure);
    }
    for group in together.values() {
        let Some(ErasedMemory { mind, by, reason, at, .. }) = group.first() else { continue };
        let ids: Vec<MemoryId> = group.iter().map(|erasure| erasure.id).collect();
        store.write(mind, &mut |w| w.erase(mind, &ids, *by, reason, *at).map(drop))?;
    }
    Ok(())
}
