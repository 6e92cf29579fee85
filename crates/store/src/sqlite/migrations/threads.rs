//! Format 7: what was kept of threads leaves `state`, where it lay under keys with their names or the prints of them.

use std::collections::HashMap;

use omoide_core::{MemoryId, Moment, NamePrint, Place};
use rusqlite::{Connection, params};
use serde::Deserialize;

use crate::sqlite::error::Result;
use crate::sqlite::rows;

/// A feeling as `state` had it.
#[derive(Deserialize)]
struct KeptFeeling {
    valence: String,
    arousal: u8,
    tags: Vec<String>,
    at: Moment,
}

/// The last turns of a project as `state` had them.
#[derive(Deserialize)]
struct KeptTurns {
    thread: String,
    at: Moment,
    memories: Vec<MemoryId>,
}

/// Makes a row of every thread that there are memories or notes of. A note that cannot be read counted as none before,
/// and goes.
pub(super) fn fill(c: &Connection) -> Result<()> {
    let names = begin_all(c)?;
    let mut statement = c.prepare("SELECT mind, key, value FROM state WHERE instr(key, ':') > 0")?;
    let notes = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let notes: Vec<(i64, String, String)> = notes.collect::<rusqlite::Result<_>>()?;
    for (mind, key, value) in notes {
        let Some((word, of)) = key.split_once(':') else { continue };
        let print = || u64::from_str_radix(of, 16).ok().map(NamePrint::from_bits);
        let note = match word {
            "feeling" => move_feeling(c, mind, of, &value),
            "place" => move_place(c, mind, print(), &value),
            "shown" => set(c, mind, print(), "shown = ?3", params![value]),
            "emptied" => move_emptied(c, mind, print(), &value),
            "latest" => move_latest(c, mind, print(), &value),
            _ => continue,
        };
        note?;
        c.execute("DELETE FROM state WHERE mind = ?1 AND key = ?2", params![mind, key])?;
    }
    for ((mind, print), name) in names {
        let sql = "UPDATE threads SET name = ?3 WHERE mind = ?1 AND print = ?2 AND name IS NULL";
        c.execute(sql, params![mind, print, name])?;
    }
    Ok(())
}

/// Begins the threads that have memories. Returns by their prints the names that notes may be under beside those: the
/// ids of memories without a thread, also of those that a night erased and that may come back.
fn begin_all(c: &Connection) -> Result<HashMap<(i64, i64), String>> {
    let sql = "SELECT mind, thread FROM memories WHERE thread IS NOT NULL
               UNION SELECT mind, thread FROM turns WHERE thread IS NOT NULL";
    for (mind, name) in pairs(c, sql)? {
        begin(c, mind, NamePrint::of(&name), Some(&name))?;
    }
    let sql = "SELECT mind, id FROM memories WHERE thread IS NULL
               UNION SELECT mind, memory_id FROM attic WHERE table_name = 'memories'";
    Ok(pairs(c, sql)?.into_iter().map(|(mind, id)| ((mind, bits(NamePrint::of(&id))), id)).collect())
}

fn pairs(c: &Connection, sql: &str) -> Result<Vec<(i64, String)>> {
    let mut statement = c.prepare(sql)?;
    let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

fn bits(print: NamePrint) -> i64 {
    print.to_bits().cast_signed()
}

fn begin(c: &Connection, mind: i64, print: NamePrint, name: Option<&str>) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO threads (mind, print, name) VALUES (?1, ?2, ?3)";
    c.prepare_cached(sql)?.execute(params![mind, bits(print), name])?;
    Ok(())
}

/// Sets columns of a thread, which begins with it where nothing else was known of it. `?3` and so on are `values`.
fn set(
    c: &Connection,
    mind: i64,
    print: Option<NamePrint>,
    columns: &str,
    values: &[&dyn rusqlite::ToSql],
) -> Result<()> {
    let Some(print) = print else { return Ok(()) };
    begin(c, mind, print, None)?;
    let print = bits(print);
    let all: Vec<&dyn rusqlite::ToSql> =
        [&mind as &dyn rusqlite::ToSql, &print].into_iter().chain(values.iter().copied()).collect();
    c.execute(&format!("UPDATE threads SET {columns} WHERE mind = ?1 AND print = ?2"), all.as_slice())?;
    Ok(())
}

fn move_feeling(c: &Connection, mind: i64, thread: &str, json: &str) -> Result<()> {
    let Ok(kept) = serde_json::from_str::<KeptFeeling>(json) else { return Ok(()) };
    begin(c, mind, NamePrint::of(thread), Some(thread))?;
    let columns = "valence = ?3, arousal = ?4, tags = ?5, felt_at = ?6, felt_offset = ?7";
    let (at, offset) = (kept.at.unix_micros(), kept.at.offset_seconds());
    let tags = rows::words_json(&kept.tags)?;
    set(c, mind, Some(NamePrint::of(thread)), columns, params![kept.valence, kept.arousal, tags, at, offset])
}

fn move_place(c: &Connection, mind: i64, print: Option<NamePrint>, json: &str) -> Result<()> {
    let Ok(place) = serde_json::from_str::<Place>(json) else { return Ok(()) };
    let columns = "host = ?3, project = ?4, folder = ?5, branch = ?6, repository = ?7";
    set(c, mind, print, columns, params![place.host, place.project, place.folder, place.branch, place.repository])
}

fn move_emptied(c: &Connection, mind: i64, print: Option<NamePrint>, text: &str) -> Result<()> {
    let Ok(at) = text.parse::<Moment>() else { return Ok(()) };
    set(c, mind, print, "emptied_at = ?3, emptied_offset = ?4", params![at.unix_micros(), at.offset_seconds()])
}

fn move_latest(c: &Connection, mind: i64, project: Option<NamePrint>, json: &str) -> Result<()> {
    let (Some(project), Ok(kept)) = (project, serde_json::from_str::<KeptTurns>(json)) else { return Ok(()) };
    let memories: Vec<String> = kept.memories.iter().map(MemoryId::to_string).collect();
    let sql = "INSERT OR IGNORE INTO latest_turns (mind, project, thread, at, at_offset, memories)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let (at, offset) = (kept.at.unix_micros(), kept.at.offset_seconds());
    c.execute(sql, params![mind, bits(project), kept.thread, at, offset, memories.join(" ")])?;
    Ok(())
}
