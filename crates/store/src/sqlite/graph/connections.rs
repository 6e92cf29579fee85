//! What a memory is connected with, from all the tables that know something of it.

use omoide_core::{Connection, ConnectionKind, Seq, Superseded, TieKind};
use rusqlite::{Connection as Database, Row, Statement, params};

use crate::sqlite::connection::header;
use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::{IfReadable, ReadableRows};
use crate::sqlite::session::MindNumber;

/// Relations held, relations of others to it, ties to larger and to smaller places, and what came to mind in
/// the last 16 recalls: some are recalled every day for years, and what came with them lately is what they
/// belong to. ?1 is the place, ?2 its id and ?3 the mind. Ties never leave a mind and go with their memories,
/// so their other ends need not be looked at.
const OF: &str = "\
    SELECT o.seq, 'r', r.type, 1.0 FROM relations r CROSS JOIN memories o ON o.id = r.target
    WHERE r.holder = ?1 AND o.mind = ?3
    UNION ALL
    SELECT o.seq, 'r', r.type, 1.0 FROM relations r CROSS JOIN memories o ON o.seq = r.holder
    WHERE r.target = ?2 AND o.mind = ?3
    UNION ALL
    SELECT high, 't', kind, strength FROM ties WHERE low = ?1
    UNION ALL
    SELECT low, 't', kind, strength FROM ties WHERE high = ?1
    UNION ALL
    SELECT o.seq, 'c', '', CAST(t.times AS REAL)
    FROM (SELECT a.memory AS memory, count(*) AS times
          FROM (SELECT at FROM recalls WHERE memory = ?1 ORDER BY at DESC LIMIT 16) l
          CROSS JOIN recalls a ON a.at = l.at WHERE a.memory <> ?1 GROUP BY a.memory) t
    CROSS JOIN memories o ON o.seq = t.memory WHERE o.mind = ?3";

pub(super) fn of(c: &Database, n: MindNumber, seqs: &[Seq]) -> Result<Vec<Vec<Connection>>> {
    let mut find = c.prepare_cached("SELECT id FROM memories WHERE seq = ?1 AND mind = ?2")?;
    let mut statement = c.prepare_cached(OF)?;
    let mut all = Vec::with_capacity(seqs.len());
    for seq in seqs {
        let id: Option<String> = find.query_row(params![seq.0, n], |row| row.get(0)).if_readable()?;
        all.push(id.map_or(Ok(Vec::new()), |id| of_one(&mut statement, n, *seq, &id))?);
    }
    Ok(all)
}

fn of_one(statement: &mut Statement<'_>, n: MindNumber, seq: Seq, id: &str) -> Result<Vec<Connection>> {
    let mut found = statement.query(params![seq.0, id, n])?;
    let mut connections = Vec::new();
    while let Some(row) = found.next()? {
        connections.extend(rows::readable(connection(row))?.flatten().filter(|connection| connection.to != seq));
    }
    // A relation may be held by both ends; it is one connection all the same.
    connections.sort_by_key(|connection| (connection.to, order(connection.kind)));
    connections.dedup_by_key(|connection| (connection.to, connection.kind));
    Ok(connections)
}

fn connection(row: &Row<'_>) -> rusqlite::Result<Option<Connection>> {
    let word = rows::text(row, 2)?;
    let kind = match rows::text(row, 1)? {
        "r" => Some(ConnectionKind::Relation(rows::relation_type(word))),
        "t" => TieKind::named(word).map(ConnectionKind::Tie),
        _ => Some(ConnectionKind::RecalledTogether),
    };
    let (to, strength) = (Seq(rows::integer(row, 0)?), row.get(3)?);
    Ok(kind.map(|kind| Connection { to, kind, strength }))
}

fn order(kind: ConnectionKind) -> (u8, &'static str) {
    match kind {
        ConnectionKind::Relation(kind) => (0, kind.name()),
        ConnectionKind::Tie(kind) => (1, kind.name()),
        ConnectionKind::RecalledTogether => (2, ""),
    }
}

/// The format that has spans which newer memories make out of date; a file that cannot be written may have none.
pub(in crate::sqlite) const SPANS_SINCE_FORMAT: u32 = 6;

/// Corrections of memories by later ones, whichever of the two holds the relation. ?1 are the places, ?2 the
/// mind.
const BY_RELATIONS: &str = "\
    SELECT m.seq, o.seq, o.created, o.created_offset, NULL, NULL FROM json_each(?1) j
    CROSS JOIN memories m ON m.seq = j.value
    CROSS JOIN relations r ON r.holder = m.seq CROSS JOIN memories o ON o.id = r.target
    WHERE m.mind = ?2 AND o.mind = ?2 AND r.type = 'contradicts' AND (o.created, o.seq) > (m.created, m.seq)
    UNION
    SELECT m.seq, o.seq, o.created, o.created_offset, NULL, NULL FROM json_each(?1) j
    CROSS JOIN memories m ON m.seq = j.value
    CROSS JOIN relations r ON r.target = m.id CROSS JOIN memories o ON o.seq = r.holder
    WHERE m.mind = ?2 AND o.mind = ?2 AND r.type = 'contradicts' AND (o.created, o.seq) > (m.created, m.seq)";

const BY_SPANS: &str = "\
    SELECT m.seq, o.seq, o.created, o.created_offset, s.start, s.stop FROM json_each(?1) j
    CROSS JOIN supersessions s ON s.memory = j.value
    CROSS JOIN memories m ON m.seq = s.memory CROSS JOIN memories o ON o.seq = s.newer
    WHERE m.mind = ?2 AND o.mind = ?2";

pub(super) fn superseded(c: &Database, n: MindNumber, seqs: &[Seq]) -> Result<Vec<Superseded>> {
    let mut superseded = corrections(c, n, seqs, BY_RELATIONS)?;
    if header(c)?.format >= SPANS_SINCE_FORMAT {
        superseded.extend(corrections(c, n, seqs, BY_SPANS)?);
    }
    let place = |of: Seq| seqs.iter().position(|seq| *seq == of);
    superseded.sort_by_key(|correction| (place(correction.seq), correction.since.unix_micros(), correction.by));
    Ok(superseded)
}

fn corrections(c: &Database, n: MindNumber, seqs: &[Seq], sql: &str) -> Result<Vec<Superseded>> {
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![rows::list(seqs), n], |row| {
        let seq = |at: usize| rows::integer(row, at).map(Seq);
        let span = row.get::<_, Option<u32>>(4)?.zip(row.get::<_, Option<u32>>(5)?).map(|(start, end)| start..end);
        Ok(Superseded { seq: seq(0)?, by: seq(1)?, since: rows::moment(row, 2)?, span })
    })?;
    Ok(found.readable()?)
}

pub(super) fn supersedes(c: &Database, n: MindNumber, seq: Seq) -> Result<Vec<Seq>> {
    if header(c)?.format < SPANS_SINCE_FORMAT {
        return Ok(Vec::new());
    }
    let sql = "SELECT DISTINCT m.seq FROM supersessions s CROSS JOIN memories m ON m.seq = s.memory
               WHERE s.newer = ?1 AND m.mind = ?2 ORDER BY m.seq";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![seq.0, n], |row| rows::integer(row, 0).map(Seq))?;
    Ok(found.readable()?)
}
