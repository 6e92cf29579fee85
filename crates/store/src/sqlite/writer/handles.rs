//! Handles: readable names whose numbers are never used twice.

use omoide_core::{Kind, Moment, Seq, handle_prefix};
use rusqlite::types::Value;
use rusqlite::{Connection, params};

use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::IfReadable;
use crate::sqlite::session::MindNumber;

/// Numbers in handles from elsewhere that are larger than this do not move the count.
const HIGHEST_FOREIGN: i64 = 1_000_000_000;

/// The handle that a memory comes with, if nobody has it, else the next of its kind and day.
pub(in crate::sqlite) fn choose(
    c: &Connection,
    n: MindNumber,
    wish: Option<&str>,
    kind: Kind,
    created: Moment,
) -> Result<String> {
    match wish {
        Some(handle) if !handle.is_empty() && !is_taken(c, n, handle)? => {
            if let Some((prefix, number)) = parts(handle) {
                note(c, n, prefix, number)?;
            }
            Ok(handle.to_owned())
        }
        _ => next(c, n, &handle_prefix(kind, created.date())),
    }
}

/// Has those handles given to nobody who does not bring them.
pub(in crate::sqlite) fn reserve(c: &Connection, n: MindNumber, handles: &[String]) -> Result<()> {
    for (prefix, number) in handles.iter().filter_map(|handle| parts(handle)) {
        note(c, n, prefix, number)?;
    }
    Ok(())
}

/// Leaves the handle of a memory that comes back as it was, unless someone has it by now.
pub(in crate::sqlite) fn keep_or_replace(c: &Connection, n: MindNumber, columns: &mut [(String, Value)]) -> Result<()> {
    let get = |name: &str| columns.iter().find(|(column, _)| column == name).map(|(_, value)| value.clone());
    let (Some(Value::Text(handle)), Some(Value::Text(kind)), Some(Value::Integer(created))) =
        (get("handle"), get("kind"), get("created"))
    else {
        return Ok(());
    };
    if is_taken(c, n, &handle)? {
        let offset = match get("created_offset") {
            Some(Value::Integer(offset)) => i32::try_from(offset).unwrap_or(0),
            _ => 0,
        };
        let other = next(c, n, &handle_prefix(rows::kind(&kind), Moment::new(created, offset).date()))?;
        for (column, value) in columns {
            if column == "handle" {
                *value = Value::Text(other.clone());
            }
        }
    }
    Ok(())
}

/// Gives back the number in a memory's handle if it is the last one given out.
pub(in crate::sqlite) fn give_back(c: &Connection, n: MindNumber, seq: Seq) -> Result<()> {
    let sql = "SELECT handle FROM memories WHERE seq = ?1 AND mind = ?2";
    let handle: Option<String> = c.query_row(sql, params![seq.0, n], |row| row.get(0)).if_readable()?;
    if let Some((prefix, number)) = handle.as_deref().and_then(parts) {
        let is_it = "WHERE mind = ?1 AND prefix = ?2 AND last = ?3";
        c.execute(&format!("DELETE FROM handles {is_it} AND last = 1"), params![n, prefix, number])?;
        c.execute(&format!("UPDATE handles SET last = last - 1 {is_it}"), params![n, prefix, number])?;
    }
    Ok(())
}

fn next(c: &Connection, n: MindNumber, prefix: &str) -> Result<String> {
    let mut statement = c.prepare_cached("SELECT last FROM handles WHERE mind = ?1 AND prefix = ?2")?;
    let mut number = statement.query_row(params![n, prefix], |row| row.get::<_, i64>(0)).if_readable()?.unwrap_or(0);
    loop {
        number += 1;
        let handle = format!("{prefix}{number:03}");
        if !is_taken(c, n, &handle)? {
            note(c, n, prefix, number)?;
            return Ok(handle);
        }
    }
}

fn note(c: &Connection, n: MindNumber, prefix: &str, number: i64) -> Result<()> {
    let sql = "INSERT INTO handles (mind, prefix, last) VALUES (?1, ?2, ?3)
               ON CONFLICT (mind, prefix) DO UPDATE SET last = max(last, excluded.last)";
    c.prepare_cached(sql)?.execute(params![n, prefix, number])?;
    Ok(())
}

fn is_taken(c: &Connection, n: MindNumber, handle: &str) -> Result<bool> {
    let mut statement = c.prepare_cached("SELECT EXISTS (SELECT 1 FROM memories WHERE mind = ?1 AND handle = ?2)")?;
    Ok(statement.query_row(params![n, handle], |row| row.get(0))?)
}

/// Prefix and number of a handle that looks like those given out here.
fn parts(handle: &str) -> Option<(&str, i64)> {
    let cut = handle.rfind('_')? + 1;
    let (prefix, digits) = handle.split_at(cut);
    let is_number = digits.len() >= 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| digits.parse().ok()).flatten()?;
    (number <= HIGHEST_FOREIGN).then_some((prefix, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_taken_apart_before_its_number() {
        assert_eq!(parts("mem_20260120_007"), Some(("mem_20260120_", 7)));
        assert_eq!(parts("mem_20260120_1000"), Some(("mem_20260120_", 1000)));
        assert_eq!(parts("mem_20260120_7"), None);
        assert_eq!(parts("my own name"), None);
        assert_eq!(parts("mem_99999999999999999999"), None);
    }
}
