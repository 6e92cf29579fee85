//! Verbatim turns, and whether one is known already.

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{KeptTurn, PastTurn, Turns};
use omoide_core::{MemoryId, MindName, Turn, TurnId, Witnesses};
use rusqlite::{Connection, Row, params};

use crate::sqlite::digest::of_turn;
use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::{IfReadable, ReadableRows};
use crate::sqlite::session::{MindNumber, Session};

impl Turns for Session<'_> {
    fn visit_turns(&self, mind: &MindName, visit: &mut dyn FnMut(PastTurn<'_>)) -> std::result::Result<(), StoreError> {
        self.look(mind, |c, n| visit_all(c, n, visit))
    }

    fn turn_with(&self, mind: &MindName, id: TurnId) -> std::result::Result<Option<KeptTurn>, StoreError> {
        self.look(mind, |c, n| with(c, n, id, self.format))
    }
}

fn visit_all(c: &Connection, n: MindNumber, visit: &mut dyn FnMut(PastTurn<'_>)) -> Result<()> {
    let sql = "SELECT seq, said, replied, at, at_offset, thread FROM turns NOT INDEXED WHERE mind = ?1 ORDER BY seq";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = statement.query([n])?;
    while let Some(row) = found.next()? {
        if let Some(turn) = rows::readable(past_turn(row))? {
            visit(turn);
        }
    }
    Ok(())
}

fn past_turn<'r>(row: &'r Row<'_>) -> rusqlite::Result<PastTurn<'r>> {
    Ok(PastTurn {
        id: TurnId(rows::integer(row, 0)?),
        said: rows::text(row, 1)?,
        replied: rows::text(row, 2)?,
        at: rows::moment(row, 3)?,
        thread: row.get_ref(5)?.as_str_or_null().unwrap_or_default(),
    })
}

fn with(c: &Connection, n: MindNumber, id: TurnId, format: u32) -> Result<Option<KeptTurn>> {
    let sql = "SELECT t.said, t.replied, t.at, t.at_offset, t.person, t.thread, t.uid, m.id, m.handle
               FROM turns t LEFT JOIN memories m ON m.turn = t.seq
               WHERE t.seq = ?1 AND t.mind = ?2 ORDER BY m.seq LIMIT 1";
    let read = |row: &Row<'_>| {
        let handle: Option<String> = row.get(8)?;
        let memory = handle.map(|handle| Ok::<_, rusqlite::Error>((rows::id(row, 7)?, handle))).transpose()?;
        Ok(KeptTurn { turn: read(row)?, memory })
    };
    let mut kept = c.prepare_cached(sql)?.query_row(params![id.0, n], read).if_readable()?;
    if let Some(kept) = &mut kept {
        complete(c, id, &mut kept.turn, format)?;
    }
    Ok(kept)
}

/// Reads what stands beside the words of a turn: how much of it was heard, and by whom.
pub(in crate::sqlite) fn complete(c: &Connection, id: TurnId, turn: &mut Turn, format: u32) -> Result<()> {
    if format < SINCE_FORMAT {
        return Ok(());
    }
    let heard = "SELECT heard_until FROM turns WHERE seq = ?1";
    turn.heard_until = c.prepare_cached(heard)?.query_row([id.0], |row| row.get(0)).if_readable()?.flatten();
    let mut statement = c.prepare_cached("SELECT sort, name FROM witnesses WHERE turn = ?1 ORDER BY sort, name")?;
    let found = statement.query_map([id.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (sort, name) in found.readable::<Vec<(String, String)>>()? {
        match sort.as_str() {
            PERSON => turn.witnesses.persons.push(name),
            MIND => turn.witnesses.minds.extend(name.parse().ok()),
            _ => {}
        }
    }
    Ok(())
}

/// The first format that knows how much of a turn was heard, and by whom.
const SINCE_FORMAT: u32 = 8;

/// The sorts of witnesses.
pub(in crate::sqlite) const PERSON: &str = "person";
pub(in crate::sqlite) const MIND: &str = "mind";

/// Reads a turn from the first seven columns, without what [`complete`] adds.
pub(in crate::sqlite) fn read(row: &Row<'_>) -> rusqlite::Result<Turn> {
    Ok(Turn {
        said: row.get(0)?,
        replied: row.get(1)?,
        at: rows::moment(row, 2)?,
        person: row.get(4)?,
        thread: row.get(5)?,
        uid: row.get(6)?,
        heard_until: None,
        witnesses: Witnesses::default(),
    })
}

pub(super) fn turn(c: &Connection, n: MindNumber, id: MemoryId, format: u32) -> Result<Option<Turn>> {
    let sql = "SELECT t.said, t.replied, t.at, t.at_offset, t.person, t.thread, t.uid, t.seq
               FROM memories m JOIN turns t ON t.seq = m.turn WHERE m.id = ?1 AND m.mind = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let with_number = |row: &Row<'_>| Ok((TurnId(row.get(7)?), read(row)?));
    let found = statement.query_row(params![id.to_string(), n], with_number).if_readable()?;
    let Some((id, mut turn)) = found else { return Ok(None) };
    complete(c, id, &mut turn, format)?;
    Ok(Some(turn))
}

pub(super) fn same_turn(c: &Connection, n: MindNumber, turn: &Turn) -> Result<Option<(MemoryId, String)>> {
    let by_uid = "SELECT m.id, m.handle FROM turns t JOIN memories m ON m.turn = t.seq
                  WHERE t.mind = ?1 AND t.uid = ?2 ORDER BY m.seq LIMIT 1";
    let by_words = "SELECT m.id, m.handle FROM turns t JOIN memories m ON m.turn = t.seq
                    WHERE t.mind = ?1 AND t.digest = ?2 AND t.person = ?3 AND t.said = ?4 AND t.replied = ?5
                      AND m.revival_requested <> 2
                    ORDER BY m.seq LIMIT 1";
    let read = |row: &rusqlite::Row<'_>| Ok((rows::id(row, 0)?, row.get(1)?));
    let found = match &turn.uid {
        Some(uid) => c.prepare_cached(by_uid)?.query_row(params![n, uid], read),
        None => {
            let words = params![n, of_turn(turn), turn.person, turn.said, turn.replied];
            c.prepare_cached(by_words)?.query_row(words, read)
        }
    };
    Ok(found.if_readable()?)
}
