//! Memories by place and by id, and what nights and ranking need of all of them.

use std::collections::HashMap;

use omoide_core::policy::episode::{Sleeper, TimeSpan};
use omoide_core::ports::store::MemoryLabels;
use omoide_core::{Kind, Making, Memory, MemoryId, MindName, Moment, Relation, Seq, SupersededSpan, Text, TextVersion};
use rusqlite::{Connection, Row, params};

use crate::sqlite::connection::header;
use crate::sqlite::error::Result;
use crate::sqlite::graph::SPANS_SINCE_FORMAT;
use crate::sqlite::rows;
use crate::sqlite::rows::{IfReadable, ReadableRows};
use crate::sqlite::session::MindNumber;

pub(super) fn by_id(c: &Connection, n: MindNumber, mind: &MindName, id: MemoryId) -> Result<Option<Memory>> {
    let sql = format!("SELECT {} FROM {} WHERE m.id = ?1 AND m.mind = ?2", rows::MEMORY, rows::MEMORY_TABLES);
    let mut statement = c.prepare_cached(&sql)?;
    let found = statement.query_row(params![id.to_string(), n], |row| rows::memory(row, mind)).if_readable()?;
    found.map(|memory| with_relations(c, memory)).transpose()
}

pub(super) fn by_seqs(c: &Connection, n: MindNumber, mind: &MindName, seqs: &[Seq]) -> Result<Vec<Memory>> {
    let sql = format!("SELECT {} FROM {} WHERE m.seq = ?1 AND m.mind = ?2", rows::MEMORY, rows::MEMORY_TABLES);
    let mut statement = c.prepare_cached(&sql)?;
    let mut memories = Vec::with_capacity(seqs.len());
    for seq in seqs {
        let found = statement.query_row(params![seq.0, n], |row| rows::memory(row, mind)).if_readable()?;
        memories.extend(found.map(|memory| with_relations(c, memory)).transpose()?);
    }
    Ok(memories)
}

pub(super) fn with_relations(c: &Connection, mut memory: Memory) -> Result<Memory> {
    memory.relations = relations_of(c, memory.seq)?;
    memory.superseded = superseded_of(c, memory.seq)?;
    Ok(memory)
}

/// What of a memory newer ones make out of date, in the order of its text. Spans are in bytes, and so is a blob.
pub(in crate::sqlite) fn superseded_of(c: &Connection, seq: Seq) -> Result<Vec<SupersededSpan>> {
    if header(c)?.format < SPANS_SINCE_FORMAT {
        return Ok(Vec::new());
    }
    let sql = "SELECT s.start, s.stop, o.id, o.created, o.created_offset,
                      (SELECT substr(CAST(t.said AS BLOB), s.start + 1, s.stop - s.start)
                       FROM memories m CROSS JOIN turns t ON t.seq = m.turn WHERE m.seq = s.memory)
               FROM supersessions s CROSS JOIN memories o ON o.seq = s.newer
               WHERE s.memory = ?1 ORDER BY s.start, s.stop, s.newer";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map([seq.0], |row| {
        let words: Option<Vec<u8>> = row.get(5)?;
        Ok(SupersededSpan {
            start: row.get(0)?,
            end: row.get(1)?,
            by: rows::id(row, 2)?,
            since: rows::moment(row, 3)?,
            words: words.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default(),
        })
    })?;
    Ok(found.readable()?)
}

/// The references that a memory holds, in order.
pub(in crate::sqlite) fn relations_of(c: &Connection, holder: Seq) -> Result<Vec<Relation>> {
    let sql = "SELECT target, type FROM relations WHERE holder = ?1 ORDER BY position";
    let mut statement = c.prepare_cached(sql)?;
    let held = statement.query_map([holder.0], |row| relation(row, 0))?;
    Ok(held.readable()?)
}

fn relation(row: &Row<'_>, at: usize) -> rusqlite::Result<Relation> {
    Ok(Relation { to: rows::id(row, at)?, kind: rows::relation_type(rows::text(row, at + 1)?) })
}

/// How to go through a mind's memories in order of insertion: past all rows where the mind is the only
/// one, else by the index, which costs a search a row.
pub(super) fn passage(c: &Connection) -> Result<&'static str> {
    let minds: i64 = c.prepare_cached("SELECT count(*) FROM minds")?.query_row([], |row| row.get(0))?;
    Ok(if minds > 1 { "INDEXED BY memories_by_kind" } else { "NOT INDEXED" })
}

pub(super) fn sleepers(c: &Connection, n: MindNumber, since: Option<Moment>) -> Result<Vec<Sleeper>> {
    let recalls = recalls(c, since)?;
    let sql = format!(
        "SELECT {}, m.seq, m.id, m.created, m.created_offset, m.emotional_intensity, m.last_version,
                m.recorded_at, m.recorded_offset
         FROM memories m {} WHERE m.mind = ?1 AND m.kind = ?2 ORDER BY m.seq",
        rows::STATE,
        passage(c)?,
    );
    let mut statement = c.prepare_cached(&sql)?;
    let mut found = statement.query(params![n, Kind::Episode.name()])?;
    let mut sleepers = Vec::new();
    while let Some(row) = found.next()? {
        sleepers.extend(rows::readable(sleeper(row, &recalls))?);
    }
    Ok(sleepers)
}

fn sleeper(row: &Row<'_>, recalls: &HashMap<i64, TimeSpan>) -> rusqlite::Result<Sleeper> {
    let at = rows::STATE_WIDTH;
    let seq = rows::integer(row, at)?;
    Ok(Sleeper {
        seq: Seq(seq),
        id: rows::id(row, at + 1)?,
        created: rows::moment(row, at + 2)?,
        intensity: rows::small(row, at + 4)?,
        shown: rows::shown(row, 0)?,
        retention: rows::retention(row, 0)?,
        last_version: rows::count(row, at + 5)?,
        recorded_at: rows::moment(row, at + 6)?,
        recalls: recalls.get(&seq).copied(),
    })
}

/// The first and last recall of each memory after `since`.
fn recalls(c: &Connection, since: Option<Moment>) -> Result<HashMap<i64, TimeSpan>> {
    let mut statement = c.prepare_cached("SELECT at, memory FROM recalls WHERE at > ?1 ORDER BY at")?;
    let mut found = statement.query([since.map_or(i64::MIN, Moment::unix_micros)])?;
    let mut spans: HashMap<i64, TimeSpan> = HashMap::new();
    while let Some(row) = found.next()? {
        let recall = rows::integer(row, 0).and_then(|at| Ok((Moment::new(at, 0), rows::integer(row, 1)?)));
        let Some((at, memory)) = rows::readable(recall)? else { continue };
        spans.entry(memory).or_insert(TimeSpan { first: at, last: at }).last = at;
    }
    Ok(spans)
}

pub(super) fn relations(c: &Connection, n: MindNumber) -> Result<Vec<(Seq, Relation)>> {
    let sql = "SELECT r.holder, r.target, r.type FROM relations r CROSS JOIN memories m ON m.seq = r.holder
               WHERE m.mind = ?1 AND m.kind = ?2 ORDER BY r.holder, r.position";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement
        .query_map(params![n, Kind::Episode.name()], |row| Ok((Seq(rows::integer(row, 0)?), relation(row, 1)?)))?;
    Ok(found.readable()?)
}

pub(super) fn referencing(c: &Connection, n: MindNumber, target: MemoryId) -> Result<Vec<(MemoryId, Relation)>> {
    let sql = "SELECT m.id, r.target, r.type FROM relations r JOIN memories m ON m.seq = r.holder
               WHERE r.target = ?1 AND m.mind = ?2 ORDER BY r.holder, r.position";
    let mut statement = c.prepare_cached(sql)?;
    let found =
        statement.query_map(params![target.to_string(), n], |row| Ok((rows::id(row, 0)?, relation(row, 1)?)))?;
    Ok(found.readable()?)
}

pub(super) fn versions(c: &Connection, n: MindNumber, id: MemoryId) -> Result<Vec<TextVersion>> {
    let sql = "SELECT t.version, t.level, t.\"trigger\", t.content, t.made_by, t.made_at, t.made_offset
               FROM memories m JOIN texts t ON t.memory = m.seq
               WHERE m.id = ?1 AND m.mind = ?2 ORDER BY t.version";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![id.to_string(), n], |row| {
        Ok(TextVersion {
            version: rows::count(row, 0)?,
            level: rows::level(rows::integer(row, 1)?, false),
            text: Text { trigger: row.get(2)?, content: row.get(3)? },
            made: Making::of_word(rows::text(row, 4)?),
            made_at: rows::moment(row, 5)?,
        })
    })?;
    Ok(found.readable()?)
}

pub(super) fn labels(c: &Connection, n: MindNumber, seqs: &[Seq]) -> Result<Vec<MemoryLabels>> {
    let sql = "SELECT m.person, coalesce(d.keywords, '[]') FROM memories m LEFT JOIN descriptions d ON d.memory = m.seq
               WHERE m.seq = ?1 AND m.mind = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = Vec::with_capacity(seqs.len());
    for seq in seqs {
        let labels = statement.query_row(params![seq.0, n], |row| {
            let (keywords, tags) = rows::keywords(rows::text(row, 1)?);
            Ok(MemoryLabels { seq: *seq, person: row.get(0)?, keywords, tags })
        });
        found.extend(labels.if_readable()?);
    }
    Ok(found)
}

pub(super) fn originals(c: &Connection, n: MindNumber, seqs: &[Seq]) -> Result<Vec<(Seq, Text, Vec<String>)>> {
    let sql = "SELECT t.\"trigger\", t.content, coalesce(d.keywords, '[]')
               FROM memories m JOIN texts t ON t.memory = m.seq LEFT JOIN descriptions d ON d.memory = m.seq
               WHERE m.seq = ?1 AND m.mind = ?2 ORDER BY t.version LIMIT 1";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = Vec::with_capacity(seqs.len());
    for seq in seqs {
        let original = statement.query_row(params![seq.0, n], |row| {
            let text = Text { trigger: row.get(0)?, content: row.get(1)? };
            Ok((*seq, text, rows::keywords(rows::text(row, 2)?).0))
        });
        found.extend(original.if_readable()?);
    }
    Ok(found)
}

/// When the first and the last memory happened.
pub(super) fn span(c: &Connection, n: MindNumber) -> Result<Option<(Moment, Moment)>> {
    let end = |order: &str| -> Result<Option<Moment>> {
        let sql = format!(
            "SELECT created, created_offset FROM memories INDEXED BY memories_by_time
             WHERE mind = ?1 ORDER BY created {order} LIMIT 1"
        );
        Ok(c.prepare_cached(&sql)?.query_row([n], |row| rows::moment(row, 0)).if_readable()?)
    };
    Ok(end("ASC")?.zip(end("DESC")?))
}

/// When the first turn was written down: places are given in the order of writing.
pub(super) fn first_recorded(c: &Connection, n: MindNumber) -> Result<Option<Moment>> {
    let sql = "SELECT recorded_at, recorded_offset FROM memories INDEXED BY memories_by_kind
               WHERE mind = ?1 AND kind = ?2 ORDER BY seq LIMIT 1";
    let mut statement = c.prepare_cached(sql)?;
    Ok(statement.query_row(params![n, Kind::Episode.name()], |row| rows::moment(row, 0)).if_readable()?)
}

/// When turns were written down, the last one first. The index by kind has them in the order of their places.
pub(super) fn recorded_times(
    c: &Connection,
    n: MindNumber,
    before: Option<Seq>,
    limit: usize,
) -> Result<Vec<(Seq, Moment)>> {
    let sql = "SELECT seq, recorded_at, recorded_offset FROM memories INDEXED BY memories_by_kind
               WHERE mind = ?1 AND kind = ?2 AND seq < ?3 ORDER BY seq DESC LIMIT ?4";
    let before = before.map_or(i64::MAX, |seq| seq.0);
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![n, Kind::Episode.name(), before, limit], |row| {
        Ok((Seq(row.get(0)?), rows::moment(row, 1)?))
    })?;
    Ok(found.readable()?)
}
