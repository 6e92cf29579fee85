//! A mind as a whole: renamed, or erased with everything that belongs to it.

use omoide_core::{MemoryId, MindName};
use rusqlite::{Connection, params};

use super::erase::{self, Wish};
use crate::sqlite::error::Result;
use crate::sqlite::rows::ReadableRows;
use crate::sqlite::session::{MindNumber, Session};

/// Gives the mind another name. A row of that name that has nothing gives way.
pub(in crate::sqlite) fn rename(session: &Session<'_>, n: MindNumber, to: &MindName) -> Result<()> {
    let c = session.connection;
    c.execute(&format!("{RETIRE} name = ?1 AND number <> ?2"), params![to.as_str(), n])?;
    let heard = "UPDATE OR REPLACE witnesses SET name = ?2
                 WHERE sort = 'mind' AND name = (SELECT name FROM minds WHERE number = ?1)";
    c.execute(heard, params![n, to.as_str()])?;
    c.execute("UPDATE minds SET name = ?2 WHERE number = ?1", params![n, to.as_str()])?;
    session.forget_mind();
    Ok(())
}

/// Erases all rows of a mind. What its calls cost stays in the ledger, without a word of theirs.
pub(in crate::sqlite) fn erase(session: &mut Session<'_>, n: MindNumber, wish: &Wish<'_>) -> Result<Vec<MemoryId>> {
    let ids = all_memories(session.connection, n)?;
    erase::erase(session, n, &ids, wish)?;
    let c = session.connection;
    c.execute_batch("PRAGMA defer_foreign_keys = ON")?;
    let packs = "DELETE FROM change_packs WHERE group_number IN (SELECT number FROM change_groups WHERE mind = ?1)";
    c.execute(packs, [n])?;
    c.execute("UPDATE calls SET answer = NULL WHERE mind = ?1", [n])?;
    for table in tables(c)? {
        c.execute(&format!("DELETE FROM \"{table}\" WHERE mind = ?1"), [n])?;
    }
    c.execute(&format!("{RETIRE} number = ?1"), [n])?;
    session.has_erased.set(true);
    session.forget_mind();
    Ok(ids)
}

/// Takes the name from a row. The row stays, so that no other mind is ever given its number: whoever still knows the number would
/// mix the two up. Chance keeps its new name from being that of another.
const RETIRE: &str = "UPDATE minds SET name = '.erased-' || number || '-' || hex(randomblob(8)) WHERE";

/// All memories of the mind, also those in the attic.
fn all_memories(c: &Connection, n: MindNumber) -> Result<Vec<MemoryId>> {
    let sql = "SELECT id FROM memories WHERE mind = ?1 UNION SELECT memory_id FROM attic WHERE mind = ?1";
    let mut statement = c.prepare(sql)?;
    let found: Vec<String> = statement.query_map([n], |row| row.get(0))?.readable()?;
    Ok(found.into_iter().filter_map(|id| id.parse().ok()).collect())
}

/// The tables with rows of minds, but for calls. The indexes over words and vectors have followed the memories.
fn tables(c: &Connection) -> Result<Vec<String>> {
    let sql = "SELECT s.name FROM sqlite_schema s JOIN pragma_table_info(s.name) i ON i.name = 'mind'
               WHERE s.type = 'table' AND s.name <> 'calls' AND s.name NOT LIKE 'word\\_%' ESCAPE '\\'
               AND s.name NOT LIKE 'vector%' ORDER BY s.name";
    let mut statement = c.prepare(sql)?;
    Ok(statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}
