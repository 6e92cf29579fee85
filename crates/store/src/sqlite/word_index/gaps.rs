//! Memories that are not in the index: never indexed, or by the rules of another version.

use omoide_core::Seq;
use rusqlite::{Connection, params};

use super::segment;
use crate::sqlite::error::Result;
use crate::sqlite::session::MindNumber;

pub(super) fn insert(c: &Connection, n: MindNumber, seq: Seq) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO word_gaps (mind, memory) VALUES (?1, ?2)";
    c.prepare_cached(sql)?.execute(params![n, seq.0])?;
    Ok(())
}

pub(super) fn delete(c: &Connection, n: MindNumber, seq: Seq) -> Result<()> {
    c.prepare_cached("DELETE FROM word_gaps WHERE mind = ?1 AND memory = ?2")?.execute(params![n, seq.0])?;
    Ok(())
}

/// Notes that a memory which came back without words has none.
pub(in crate::sqlite) fn note_if_missing(c: &Connection, n: MindNumber, seq: Seq) -> Result<()> {
    let sql = "INSERT OR IGNORE INTO word_gaps (mind, memory) SELECT mind, seq FROM memories
               WHERE seq = ?2 AND mind = ?1
               AND NOT EXISTS (SELECT 1 FROM word_fresh WHERE mind = ?1 AND memory = ?2)";
    c.prepare_cached(sql)?.execute(params![n, seq.0])?;
    Ok(())
}

/// How many memories are not indexed under the version.
pub(super) fn count(c: &Connection, n: MindNumber, version: u32) -> Result<u64> {
    let sql = "SELECT (SELECT count(*) FROM word_gaps WHERE mind = ?1)
                    + (SELECT count(*) FROM word_fresh WHERE mind = ?1 AND version <> ?2)
                    + (SELECT coalesce(sum(memories), 0) FROM word_segments WHERE mind = ?1 AND version <> ?2)";
    let count: i64 = c.prepare_cached(sql)?.query_row(params![n, version], |row| row.get(0))?;
    Ok(u64::try_from(count).unwrap_or(0))
}

/// The memories before `before` that are not indexed under the version, the last one first.
pub(super) fn without(
    c: &Connection,
    n: MindNumber,
    version: u32,
    before: Option<Seq>,
    limit: usize,
) -> Result<Vec<Seq>> {
    // Nothing has a larger number, and a store gives none as large.
    let before = before.map_or(i64::MAX, |seq| seq.0);
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut seqs = Vec::new();
    for sql in [
        "SELECT memory FROM word_gaps WHERE mind = ?1 AND ?2 = ?2 AND memory < ?3 ORDER BY memory DESC LIMIT ?4",
        "SELECT memory FROM word_fresh WHERE mind = ?1 AND version <> ?2 AND memory < ?3 ORDER BY memory DESC LIMIT ?4",
    ] {
        let mut statement = c.prepare_cached(sql)?;
        for seq in statement.query_map(params![n, version, before, most], |row| row.get(0))? {
            seqs.push(Seq(seq?));
        }
    }
    for segment in segment::all(c, n)?.iter().filter(|segment| segment.version != version) {
        let documents = segment.documents(c)?;
        seqs.extend(documents.iter().filter_map(|document| document.seq()).filter(|seq| seq.0 < before));
    }
    seqs.sort_unstable_by_key(|seq| std::cmp::Reverse(seq.0));
    seqs.truncate(limit);
    Ok(seqs)
}
