//! The names that memories bear, and those that they name.

use omoide_core::Seq;
use omoide_core::ports::store::{Named, Names};
use rusqlite::{Connection, params};

use crate::sqlite::error::Result;
use crate::sqlite::rows::ReadableRows;
use crate::sqlite::session::MindNumber;

pub(super) fn named(c: &Connection, n: MindNumber, name: &str, limit: usize) -> Result<Named> {
    let sql = "SELECT memory FROM names WHERE mind = ?1 AND name = ?2 AND is_own = ?3 ORDER BY memory DESC LIMIT ?4";
    let mut statement = c.prepare_cached(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut list = |is_own: bool| -> Result<Vec<Seq>> {
        let found = statement.query_map(params![n, name, is_own, limit], |row| row.get(0).map(Seq))?;
        Ok(found.readable()?)
    };
    Ok(Named { bearers: list(true)?, namers: list(false)? })
}

pub(super) fn note(c: &Connection, n: MindNumber, seq: Seq, names: &Names) -> Result<()> {
    let mut exists = c.prepare_cached("SELECT EXISTS (SELECT 1 FROM memories WHERE seq = ?1 AND mind = ?2)")?;
    if !exists.query_row(params![seq.0, n], |row| row.get(0))? {
        return Ok(());
    }
    c.prepare_cached("DELETE FROM names WHERE memory = ?1")?.execute([seq.0])?;
    let mut insert =
        c.prepare_cached("INSERT OR IGNORE INTO names (memory, name, is_own, mind) VALUES (?1, ?2, ?3, ?4)")?;
    if let Some(name) = &names.borne {
        insert.execute(params![seq.0, name, true, n])?;
    }
    for name in &names.named {
        insert.execute(params![seq.0, name, false, n])?;
    }
    Ok(())
}
