//! Verbatim turns, and whether one is known already.

use omoide_core::{MemoryId, Turn};
use rusqlite::{Connection, OptionalExtension, params};

use crate::sqlite::digest::of_turn;
use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::session::MindNumber;

pub(super) fn turn(c: &Connection, n: MindNumber, id: MemoryId) -> Result<Option<Turn>> {
    let sql = "SELECT t.said, t.replied, t.at, t.at_offset, t.person, t.thread, t.uid
               FROM memories m JOIN turns t ON t.seq = m.turn WHERE m.id = ?1 AND m.mind = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_row(params![id.to_string(), n], |row| {
        Ok(Turn {
            said: row.get(0)?,
            replied: row.get(1)?,
            at: rows::moment(row, 2)?,
            person: row.get(4)?,
            thread: row.get(5)?,
            uid: row.get(6)?,
        })
    });
    Ok(found.optional()?)
}

pub(super) fn same_turn(c: &Connection, n: MindNumber, turn: &Turn) -> Result<Option<(MemoryId, String)>> {
    let by_uid = "SELECT m.id, m.handle FROM turns t JOIN memories m ON m.turn = t.seq
                  WHERE t.mind = ?1 AND t.uid = ?2 ORDER BY m.seq LIMIT 1";
    let by_words = "SELECT m.id, m.handle FROM turns t JOIN memories m ON m.turn = t.seq
                    WHERE t.mind = ?1 AND t.digest = ?2 AND t.person = ?3 AND t.said = ?4 AND t.replied = ?5
                    ORDER BY m.seq LIMIT 1";
    let read = |row: &rusqlite::Row<'_>| Ok((rows::id(row, 0)?, row.get(1)?));
    let found = match &turn.uid {
        Some(uid) => c.prepare_cached(by_uid)?.query_row(params![n, uid], read),
        None => {
            let words = params![n, of_turn(turn), turn.person, turn.said, turn.replied];
            c.prepare_cached(by_words)?.query_row(words, read)
        }
    };
    Ok(found.optional()?)
}
