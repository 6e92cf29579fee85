//! What the words of a memory are taken from.

use omoide_core::{Kind, Seq, Wording};
use rusqlite::{Connection, Row, params};

use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::ReadableRows;
use crate::sqlite::session::MindNumber;

pub(super) fn wordings(c: &Connection, n: MindNumber, seqs: &[Seq]) -> Result<Vec<(Seq, Wording)>> {
    let sql = "SELECT t.\"trigger\", t.content, u.said, u.replied, d.keywords, m.seq, m.created, m.created_offset, m.kind
               FROM json_each(?1) j CROSS JOIN memories m ON m.seq = j.value
               LEFT JOIN texts t ON t.memory = m.seq AND t.version = (SELECT min(version) FROM texts WHERE memory = m.seq)
               LEFT JOIN turns u ON u.seq = m.turn
               LEFT JOIN descriptions d ON d.memory = m.seq
               WHERE m.mind = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![rows::list(seqs), n], |row| Ok((Seq(row.get(5)?), wording(row)?)))?;
    Ok(found.readable()?)
}

fn wording(row: &Row<'_>) -> rusqlite::Result<Wording> {
    // What a person calls it, it is found by.
    let (mut keywords, tags) = rows::keywords(row.get_ref(4)?.as_str_or_null()?.unwrap_or_default());
    keywords.extend(tags);
    let text = |column: usize| Ok::<_, rusqlite::Error>(row.get_ref(column)?.as_str_or_null()?.map(str::to_owned));
    Ok(Wording {
        trigger: text(0)?.unwrap_or_default(),
        content: text(1)?.unwrap_or_default(),
        said: text(2)?,
        replied: text(3)?,
        keywords,
        at: Some(rows::moment(row, 6)?),
        says_again: rows::kind(rows::text(row, 8)?) == Kind::Session,
    })
}
