//! Pages: a row for what is shown, and a row for each version.

use omoide_core::change::Actor;
use omoide_core::ports::StoreError;
use omoide_core::ports::store::{PageWriter, Pages};
use omoide_core::{MindName, Moment, Page};
use rusqlite::{Connection, Row, params};

use super::error::Result;
use super::rows;
use super::session::{MindNumber, Session};
use crate::sqlite::rows::{IfReadable, ReadableRows};

/// The first format that has the tables.
const SINCE_FORMAT: u32 = 7;

const SHOWN: &str = "SELECT t.path, t.version, t.text, t.at, t.at_offset, t.who
    FROM pages p JOIN page_texts t ON t.mind = p.mind AND t.path = p.path AND t.version = p.version
    WHERE p.mind = ?1";

impl Pages for Session<'_> {
    fn page(&self, mind: &MindName, path: &str) -> std::result::Result<Option<Page>, StoreError> {
        self.look(mind, |c, n| {
            if self.format < SINCE_FORMAT {
                return Ok(None);
            }
            let sql = format!("{SHOWN} AND p.path = ?2");
            Ok(c.prepare_cached(&sql)?.query_row(params![n, path], read).if_readable()?)
        })
    }

    fn pages(&self, mind: &MindName) -> std::result::Result<Vec<Page>, StoreError> {
        self.look(mind, |c, n| {
            if self.format < SINCE_FORMAT {
                return Ok(Vec::new());
            }
            let mut statement = c.prepare_cached(&format!("{SHOWN} ORDER BY p.path"))?;
            let found = statement.query_map([n], read)?;
            Ok(found.readable()?)
        })
    }
}

/// Bytes that are no text must not keep the other pages from being read.
fn read(row: &Row<'_>) -> rusqlite::Result<Page> {
    let text = String::from_utf8_lossy(row.get_ref(2)?.as_bytes()?).into_owned();
    Ok(Page { path: row.get(0)?, version: rows::count(row, 1)?, text, at: rows::moment(row, 3)?, by: row.get(5)? })
}

impl PageWriter for Session<'_> {
    fn write_page(
        &mut self,
        mind: &MindName,
        path: &str,
        text: &str,
        by: Actor,
        at: Moment,
    ) -> std::result::Result<u32, StoreError> {
        let outcome = self.mind_or_begin(mind).and_then(|n| write(self.connection, n, path, text, by, at));
        self.told(outcome)
    }
}

/// The version of a page that is shown; none where there is no page.
pub(super) fn shown_version(c: &Connection, n: MindNumber, path: &str) -> Result<Option<u32>> {
    let sql = "SELECT version FROM pages WHERE mind = ?1 AND path = ?2";
    Ok(c.prepare_cached(sql)?.query_row(params![n, path], |row| rows::count(row, 0)).if_readable()?)
}

/// Shows that version of a page; none takes the page away and keeps its versions. A version that is not there is passed
/// over.
pub(super) fn show(c: &Connection, n: MindNumber, path: &str, version: Option<u32>) -> Result<()> {
    let show = "INSERT INTO pages (mind, path, version)
                SELECT mind, path, version FROM page_texts WHERE mind = ?1 AND path = ?2 AND version = ?3
                ON CONFLICT (mind, path) DO UPDATE SET version = excluded.version";
    match version {
        Some(version) => c.prepare_cached(show)?.execute(params![n, path, version])?,
        None => c.prepare_cached("DELETE FROM pages WHERE mind = ?1 AND path = ?2")?.execute(params![n, path])?,
    };
    Ok(())
}

fn write(c: &Connection, n: MindNumber, path: &str, text: &str, by: Actor, at: Moment) -> Result<u32> {
    let sql = "INSERT INTO page_texts (mind, path, version, text, at, at_offset, who)
               VALUES (?1, ?2, (SELECT coalesce(max(version), 0) + 1 FROM page_texts WHERE mind = ?1 AND path = ?2),
                       ?3, ?4, ?5, ?6)
               RETURNING version";
    let values = params![n, path, text, at.unix_micros(), at.offset_seconds(), by.name()];
    Ok(c.prepare_cached(sql)?.query_row(values, |row| rows::count(row, 0))?)
}
