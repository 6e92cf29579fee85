//! What was said of memories, in rows.

use omoide_core::{Feedback, Moment, Seq};
use rusqlite::{Connection, Row, params};

use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::IfReadable;
use crate::sqlite::session::MindNumber;

pub(in crate::sqlite) fn of(c: &Connection, n: MindNumber, seqs: &[Seq]) -> Result<Vec<(Seq, Feedback)>> {
    let sql =
        "SELECT f.ups, f.downs, f.arousal, f.at, f.at_offset FROM feedback f CROSS JOIN memories m ON m.seq = f.memory
               WHERE f.memory = ?1 AND m.mind = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let mut all = Vec::new();
    for seq in seqs {
        all.extend(statement.query_row(params![seq.0, n], |row| Ok((*seq, read(row)?))).if_readable()?);
    }
    Ok(all)
}

fn read(row: &Row<'_>) -> rusqlite::Result<Feedback> {
    let at: Option<i64> = row.get(3)?;
    let offset: Option<i32> = row.get(4)?;
    let at = at.map(|micros| Moment::new(micros, offset.unwrap_or(0)));
    Ok(Feedback { ups: row.get(0)?, downs: row.get(1)?, arousal: row.get(2)?, at })
}

/// Sets what was said of a memory that is there; the default is kept as nothing.
pub(in crate::sqlite) fn write(c: &Connection, seq: Seq, feedback: &Feedback) -> Result<()> {
    if *feedback == Feedback::default() {
        c.prepare_cached("DELETE FROM feedback WHERE memory = ?1")?.execute([seq.0])?;
        return Ok(());
    }
    let (at, offset) = rows::split(feedback.at);
    let sql = "INSERT INTO feedback (memory, ups, downs, arousal, at, at_offset) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT (memory) DO UPDATE SET ups = excluded.ups, downs = excluded.downs,
                   arousal = excluded.arousal, at = excluded.at, at_offset = excluded.at_offset";
    c.prepare_cached(sql)?.execute(params![seq.0, feedback.ups, feedback.downs, feedback.arousal, at, offset])?;
    Ok(())
}
