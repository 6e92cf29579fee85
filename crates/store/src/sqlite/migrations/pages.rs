//! Format 7: pages leave `state`, where all of a mind's were one JSON object from paths to texts.

use omoide_core::change::Actor;
use rusqlite::{Connection, params};
use serde_json::{Map, Value};

use crate::sqlite::error::Result;

/// Makes a first version of every page. An object that cannot be read stays in `state` under `pages:unreadable`, where a
/// person can look at it; nothing else uses that key.
pub(super) fn fill(c: &Connection) -> Result<()> {
    let mut statement = c.prepare("SELECT mind, value FROM state WHERE key = 'pages'")?;
    let minds = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let minds: Vec<(i64, String)> = minds.collect::<rusqlite::Result<_>>()?;
    for (mind, json) in minds {
        match serde_json::from_str::<Map<String, Value>>(&json) {
            Ok(pages) => {
                for (path, text) in pages {
                    insert(c, mind, &path, &text)?;
                }
                c.execute("DELETE FROM state WHERE mind = ?1 AND key = 'pages'", [mind])?;
            }
            Err(_) => {
                let sql = "UPDATE state SET key = 'pages:unreadable' WHERE mind = ?1 AND key = 'pages'";
                c.execute(sql, [mind])?;
            }
        }
    }
    Ok(())
}

/// What is no text is kept as the JSON that it is. Nobody noted when a page was written.
fn insert(c: &Connection, mind: i64, path: &str, text: &Value) -> Result<()> {
    let text = text.as_str().map_or_else(|| text.to_string(), str::to_owned);
    let sql = "INSERT INTO page_texts (mind, path, version, text, at, at_offset, who) VALUES (?1, ?2, 1, ?3, 0, 0, ?4)";
    c.execute(sql, params![mind, path, text, Actor::Agent.name()])?;
    c.execute("INSERT INTO pages (mind, path, version) VALUES (?1, ?2, 1)", params![mind, path])?;
    Ok(())
}
