//! Counts.

use omoide_core::MindName;
use omoide_core::ports::store::Census;
use rusqlite::Connection;

use super::memories::span;
use crate::sqlite::connection::header;
use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::ReadableRows;
use crate::sqlite::session::MindNumber;

pub(super) fn minds(c: &Connection) -> Result<Vec<MindName>> {
    let sql = "SELECT name FROM minds o
               WHERE EXISTS (SELECT 1 FROM memories WHERE mind = o.number)
                  OR EXISTS (SELECT 1 FROM changes WHERE mind = o.number)
                  OR EXISTS (SELECT 1 FROM nights WHERE mind = o.number)
                  OR EXISTS (SELECT 1 FROM state WHERE mind = o.number)";
    let since_7 = "OR EXISTS (SELECT 1 FROM page_texts WHERE mind = o.number)
                   OR EXISTS (SELECT 1 FROM threads WHERE mind = o.number)";
    let since_7 = if header(c)?.format < 7 { "" } else { since_7 };
    let mut statement = c.prepare_cached(&format!("{sql} {since_7} ORDER BY name"))?;
    let names = statement.query_map([], |row| row.get::<_, String>(0))?;
    let mut minds = Vec::new();
    for name in names {
        // A name that cannot be one was not written by us; nobody could ask for it.
        minds.extend(rows::readable(name)?.and_then(|name| name.parse::<MindName>().ok()));
    }
    Ok(minds)
}

pub(super) fn census(c: &Connection, n: MindNumber) -> Result<Census> {
    let one = |sql: &str| -> Result<u64> { Ok(c.query_row(sql, [n], |row| rows::total(row, 0))?) };
    let mut levels = [0; 4];
    for (level, count) in groups(c, n, "CAST(current_level AS TEXT)")? {
        if let Some(place) = level.parse::<usize>().ok().and_then(|level| levels.get_mut(level.wrapping_sub(1))) {
            *place = count;
        }
    }
    Ok(Census {
        levels,
        kinds: groups(c, n, "kind")?,
        categories: groups(c, n, "category")?,
        valences: groups(c, n, "emotional_valence")?,
        protected: one("SELECT count(*) FROM memories WHERE mind = ?1 AND protected <> 0")?,
        relations: one("SELECT count(*) FROM relations r JOIN memories m ON m.seq = r.holder WHERE m.mind = ?1")?,
        texts: one("SELECT count(*) FROM texts t JOIN memories m ON m.seq = t.memory WHERE m.mind = ?1")?,
        turns: one("SELECT count(*) FROM turns WHERE mind = ?1")?,
        vectors: vectors(c, n)?,
        log: one("SELECT count(*) FROM changes WHERE mind = ?1")?,
        nights: one("SELECT count(*) FROM nights WHERE mind = ?1")?,
        span: span(c, n)?,
    })
}

/// Characters of the shown texts by level; they are counted where they lie.
pub(super) fn shown_characters(c: &Connection, n: MindNumber) -> Result<[u64; 4]> {
    let sql = "SELECT m.current_level, sum(length(t.\"trigger\") + length(t.content))
               FROM memories m JOIN texts t ON t.memory = m.seq AND t.version = m.version
               WHERE m.mind = ?1 GROUP BY 1";
    let mut statement = c.prepare_cached(sql)?;
    let mut characters = [0; 4];
    for found in statement.query_map([n], |row| Ok((rows::integer(row, 0)?, rows::total(row, 1)?)))? {
        let Some((level, count)) = rows::readable(found)? else { continue };
        let place = usize::try_from(level).ok().and_then(|level| characters.get_mut(level.wrapping_sub(1)));
        place.into_iter().for_each(|place| *place = count);
    }
    Ok(characters)
}

/// Memories by a column, by its name.
fn groups(c: &Connection, n: MindNumber, column: &str) -> Result<Vec<(String, u64)>> {
    let sql = format!("SELECT {column}, count(*) FROM memories WHERE mind = ?1 GROUP BY 1 ORDER BY 1");
    let mut statement = c.prepare_cached(&sql)?;
    let found = statement.query_map([n], |row| Ok((row.get(0)?, rows::total(row, 1)?)))?;
    Ok(found.readable()?)
}

fn vectors(c: &Connection, n: MindNumber) -> Result<Vec<(String, u32, u64)>> {
    let sql = "SELECT o.name, o.dimensions, count(*) FROM memories m
               JOIN vectors v ON v.memory = m.seq JOIN models o ON o.number = v.model
               WHERE m.mind = ?1 GROUP BY o.number ORDER BY o.name, o.dimensions";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map([n], |row| Ok((row.get(0)?, row.get(1)?, rows::total(row, 2)?)))?;
    Ok(found.readable()?)
}
