//! Items: a row each.

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{ItemWriter, Items};
use omoide_core::{Item, ItemNumber, ItemState, MindName, NewItem, Resolution, Seq};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params};

use super::error::Result;
use super::rows;
use super::session::{MindNumber, Session};
use crate::sqlite::rows::{IfReadable, ReadableRows};

type Answer<T> = std::result::Result<T, StoreError>;

/// The first format that has the table.
const SINCE_FORMAT: u32 = 8;

const ITEM: &str =
    "SELECT number, text, person, opened_at, opened_offset, memory, resolved_at, resolved_offset, resolved_by,
    resolution FROM items WHERE mind = ?1";

impl Items for Session<'_> {
    fn items(&self, mind: &MindName, state: ItemState, limit: usize) -> Answer<Vec<Item>> {
        let which = match state {
            ItemState::Open => "resolved_at IS NULL ORDER BY opened_at, number",
            ItemState::Resolved => "resolved_at IS NOT NULL ORDER BY resolved_at DESC, number DESC",
        };
        let sql = format!("{ITEM} AND {which} LIMIT ?2");
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.in_items(mind, |c, n| {
            Ok(c.prepare_cached(&sql)?.query_map(params![n, limit], |row| item(row, mind))?.readable()?)
        })
    }

    fn item(&self, mind: &MindName, number: ItemNumber) -> Answer<Option<Item>> {
        let sql = format!("{ITEM} AND number = ?2");
        self.in_items(mind, |c, n| {
            Ok(c.prepare_cached(&sql)?.query_row(params![n, number.0], |row| item(row, mind)).if_readable()?)
        })
    }
}

impl ItemWriter for Session<'_> {
    fn add_item(&mut self, mind: &MindName, item: &NewItem) -> Answer<ItemNumber> {
        let outcome = self.mind_or_begin(mind).and_then(|n| add(self.connection, n, item));
        self.told(outcome)
    }

    fn resolve_item(&mut self, mind: &MindName, number: ItemNumber, resolution: Option<&Resolution>) -> Answer<bool> {
        self.change(mind, |s, n| resolve(s.connection, n, number, resolution))
    }

    fn drop_item(&mut self, mind: &MindName, number: ItemNumber) -> Answer<bool> {
        self.change(mind, |s, n| {
            let sql = "DELETE FROM items WHERE mind = ?1 AND number = ?2";
            let is_gone = s.connection.prepare_cached(sql)?.execute(params![n, number.0])? > 0;
            // Its words are to be gone from the file as well.
            s.has_erased.set(s.has_erased.get() || is_gone);
            Ok(is_gone)
        })
    }
}

impl Session<'_> {
    /// What is found in the table; nothing where the file has none yet.
    fn in_items<T: Default>(
        &self,
        mind: &MindName,
        look: impl FnOnce(&Connection, MindNumber) -> Result<T>,
    ) -> Answer<T> {
        self.look(mind, |c, n| if self.format < SINCE_FORMAT { Ok(T::default()) } else { look(c, n) })
    }
}

fn add(c: &Connection, n: MindNumber, item: &NewItem) -> Result<ItemNumber> {
    let (opened_at, opened_offset) = rows::split(item.opened_at);
    let resolution = item.resolution.as_ref();
    let (resolved_at, resolved_offset) = rows::split(resolution.map(|one| one.at));
    let sql = "INSERT INTO items (mind, text, person, opened_at, opened_offset, memory, resolved_at, resolved_offset,
                                  resolved_by, resolution)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    c.prepare_cached(sql)?.execute(params![
        n,
        item.text,
        item.person,
        opened_at,
        opened_offset,
        item.memory.map(|seq| seq.0),
        resolved_at,
        resolved_offset,
        resolution.and_then(|one| one.by).map(|seq| seq.0),
        resolution.map(|one| one.words.as_str()),
    ])?;
    Ok(ItemNumber(c.last_insert_rowid()))
}

fn resolve(c: &Connection, n: MindNumber, number: ItemNumber, resolution: Option<&Resolution>) -> Result<bool> {
    let (at, offset) = rows::split(resolution.map(|one| one.at));
    let sql = "UPDATE items SET resolved_at = ?3, resolved_offset = ?4, resolved_by = ?5, resolution = ?6
               WHERE mind = ?1 AND number = ?2";
    let by = resolution.and_then(|one| one.by).map(|seq| seq.0);
    let words = resolution.map(|one| one.words.as_str());
    Ok(c.prepare_cached(sql)?.execute(params![n, number.0, at, offset, by, words])? > 0)
}

fn item(row: &Row<'_>, mind: &MindName) -> rusqlite::Result<Item> {
    let seq = |column: usize| Ok::<_, rusqlite::Error>(row.get::<_, Option<i64>>(column)?.map(Seq));
    let resolution = match rows::moment_or_none(row, 6)? {
        Some(at) => Some(Resolution { at, by: seq(8)?, words: row.get::<_, Option<String>>(9)?.unwrap_or_default() }),
        None => None,
    };
    let (text, person, opened_at) = (row.get(1)?, row.get(2)?, rows::moment_or_none(row, 3)?);
    let entry = NewItem { text, person, opened_at, memory: seq(5)?, resolution };
    Ok(Item { number: ItemNumber(rows::integer(row, 0)?), mind: mind.clone(), entry })
}

/// Opens again what only the memory at `seq` resolved, before its own items go with it.
pub(super) fn take_back_resolutions(c: &Connection, seq: Seq) -> Result<()> {
    let sql = "UPDATE items SET resolved_at = NULL, resolved_offset = NULL, resolved_by = NULL, resolution = NULL
               WHERE resolved_by = ?1 AND opened_at IS NOT NULL AND memory IS NOT ?1";
    c.prepare_cached(sql)?.execute([seq.0])?;
    Ok(())
}

/// Brings back a row of the attic. An item that is there and open is resolved again; one whose opening memory is gone stays
/// away; one whose resolving memory is gone comes back open.
pub(super) fn put_back(c: &Connection, mut columns: Vec<(String, Value)>) -> Result<Option<Vec<(String, Value)>>> {
    let of = |columns: &[(String, Value)], wanted: &str| -> Value {
        columns.iter().find(|(name, _)| name == wanted).map_or(Value::Null, |(_, value)| value.clone())
    };
    let is_there = |seq: Value| -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM memories WHERE seq = ?1)";
        Ok(seq != Value::Null && c.prepare_cached(sql)?.query_row([seq], |row| row.get(0))?)
    };
    let (memory, by) = (of(&columns, "memory"), of(&columns, "resolved_by"));
    if memory != Value::Null && !is_there(memory)? {
        return Ok(None);
    }
    if by != Value::Null && !is_there(by)? {
        for (_, value) in columns.iter_mut().filter(|(name, _)| name.starts_with("resol")) {
            *value = Value::Null;
        }
    }
    let sql = "UPDATE items SET resolved_at = ?4, resolved_offset = ?5, resolved_by = ?6, resolution = ?7
               WHERE number = ?1 AND mind = ?2 AND text = ?3 AND resolved_at IS NULL";
    let values = ["number", "mind", "text", "resolved_at", "resolved_offset", "resolved_by", "resolution"];
    let values = values.map(|name| of(&columns, name));
    if c.prepare_cached(sql)?.execute(rusqlite::params_from_iter(values))? > 0 {
        return Ok(None);
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM items WHERE number = ?1 AND (mind <> ?2 OR text <> ?3))";
    let key = ["number", "mind", "text"].map(|name| of(&columns, name));
    let is_taken: bool = c.prepare_cached(sql)?.query_row(rusqlite::params_from_iter(key), |row| row.get(0))?;
    if is_taken {
        columns.retain(|(name, _)| name != "number");
    }
    Ok(Some(columns))
}
