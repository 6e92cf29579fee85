//! Where threads stand: what was said in them last, and which of their turns are in no session yet.

use omoide_core::ports::store::{ThreadStanding, UnrecordedTurn};
use omoide_core::{Moment, Seq, Turn};
use rusqlite::{Connection, Row, params};

use super::error::Result;
use super::reader::read_turn;
use super::rows;
use super::session::MindNumber;
use crate::sqlite::rows::{IfReadable, ReadableRows};

/// The first format in which threads know it.
pub(super) const SINCE_FORMAT: u32 = 8;

/// The waiting turns of a thread are counted up to here: a session never has as many.
const MOST_COUNTED: usize = 101;

fn standings(rest: &str) -> String {
    format!(
        "SELECT t.name, t.person, t.is_ruled, t.last_at, t.last_offset, t.closed_at, t.closed_offset,
                (SELECT count(*) FROM (SELECT 1 FROM memories m WHERE m.mind = t.mind AND m.thread = t.name
                 AND m.seq > t.recorded_to AND m.kind = 'episode' LIMIT {MOST_COUNTED}))
         FROM threads t WHERE t.mind = ?1 AND t.last_at IS NOT NULL AND {rest}"
    )
}

pub(super) fn standing(c: &Connection, n: MindNumber, name: &str) -> Result<Option<ThreadStanding>> {
    let sql = standings("t.name = ?2");
    Ok(c.prepare_cached(&sql)?.query_row(params![n, name], read).if_readable()?)
}

pub(super) fn open(c: &Connection, n: MindNumber, before: Option<i64>, limit: usize) -> Result<Vec<ThreadStanding>> {
    let sql = standings("t.closed_at IS NULL AND t.name IS NOT NULL AND t.last_at < ?2 ORDER BY t.last_at LIMIT ?3");
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = c.prepare_cached(&sql)?;
    let found = statement.query_map(params![n, before.unwrap_or(i64::MAX), limit], read)?;
    Ok(found.readable()?)
}

pub(super) fn ruled(c: &Connection, n: MindNumber, person: &str) -> Result<Option<ThreadStanding>> {
    let sql = standings(
        "t.closed_at IS NULL AND t.is_ruled = 1 AND t.person = ?2 AND t.name IS NOT NULL ORDER BY t.last_at DESC LIMIT 1",
    );
    Ok(c.prepare_cached(&sql)?.query_row(params![n, person], read).if_readable()?)
}

pub(super) fn latest(c: &Connection, n: MindNumber, person: &str, limit: usize) -> Result<Vec<String>> {
    let sql = "SELECT name FROM threads
               WHERE mind = ?1 AND person = ?2 AND last_at IS NOT NULL AND name IS NOT NULL
               ORDER BY last_at DESC, name LIMIT ?3";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![n, person, limit], |row| row.get(0))?;
    Ok(found.readable()?)
}

fn read(row: &Row<'_>) -> rusqlite::Result<ThreadStanding> {
    Ok(ThreadStanding {
        name: row.get(0)?,
        person: row.get(1)?,
        is_ruled: rows::integer(row, 2)? == 1,
        last_at: rows::moment(row, 3)?,
        closed_at: rows::moment_or_none(row, 5)?,
        waiting: usize::try_from(rows::integer(row, 7)?).unwrap_or(0),
    })
}

pub(super) fn unrecorded(c: &Connection, n: MindNumber, thread: &str) -> Result<Vec<UnrecordedTurn>> {
    let sql = "SELECT u.said, u.replied, u.at, u.at_offset, u.person, u.thread, u.uid, m.seq,
                      EXISTS (SELECT 1 FROM session_memories s WHERE s.memory = m.seq)
               FROM memories m JOIN turns u ON u.seq = m.turn
               WHERE m.mind = ?1 AND m.thread = ?2 AND m.kind = 'episode'
                 AND m.seq > coalesce((SELECT t.recorded_to FROM threads t WHERE t.mind = ?1 AND t.name = ?2), 0)
               ORDER BY m.seq";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![n, thread], |row| {
        Ok((Seq(rows::integer(row, 7)?), read_turn(row)?, rows::integer(row, 8)? == 1))
    })?;
    let found: Vec<(Seq, Turn, bool)> = found.readable()?;
    let (mut is_apart, mut turns) = (false, Vec::new());
    for (memory, turn, is_recorded) in found {
        if is_recorded {
            is_apart = true;
        } else {
            turns.push(UnrecordedTurn { memory, turn, is_apart: std::mem::take(&mut is_apart) });
        }
    }
    Ok(turns)
}

/// The turns that were written down last, in the order in which they were said: a thread may be long, and few are wanted.
pub(super) fn last_turns(c: &Connection, n: MindNumber, thread: &str, limit: usize) -> Result<Vec<(Seq, Turn)>> {
    let sql = "SELECT u.said, u.replied, u.at, u.at_offset, u.person, u.thread, u.uid, m.seq
               FROM memories m JOIN turns u ON u.seq = m.turn
               WHERE m.mind = ?1 AND m.thread = ?2 AND m.kind = 'episode' ORDER BY m.seq DESC LIMIT ?3";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = c.prepare_cached(sql)?;
    let found =
        statement.query_map(params![n, thread, limit], |row| Ok((Seq(rows::integer(row, 7)?), read_turn(row)?)))?;
    let mut turns: Vec<(Seq, Turn)> = found.readable()?;
    turns.sort_by_key(|(seq, turn)| (turn.at.unix_micros(), *seq));
    Ok(turns)
}

/// Notes who spoke and when. Turns that come late do not set the time back.
pub(super) fn spoken(
    c: &Connection,
    n: MindNumber,
    print: i64,
    name: &str,
    (person, at, is_ruled): (&str, Moment, bool),
) -> Result<()> {
    let sql = "INSERT INTO threads (mind, print, name, person, last_at, last_offset, is_ruled)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
               ON CONFLICT (mind, print) DO UPDATE SET name = excluded.name, person = excluded.person,
                   last_at = max(coalesce(last_at, excluded.last_at), excluded.last_at),
                   last_offset = CASE WHEN coalesce(last_at, excluded.last_at) > excluded.last_at
                                 THEN last_offset ELSE excluded.last_offset END,
                   is_ruled = max(is_ruled, excluded.is_ruled), closed_at = NULL, closed_offset = NULL";
    let values = params![n, print, name, person, at.unix_micros(), at.offset_seconds(), is_ruled];
    c.prepare_cached(sql)?.execute(values)?;
    Ok(())
}
