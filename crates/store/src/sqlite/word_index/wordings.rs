//! What the words of a memory are taken from.

use omoide_core::{Seq, Wording};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::session::MindNumber;

pub(super) fn wordings(c: &Connection, n: MindNumber, seqs: &[Seq]) -> Result<Vec<(Seq, Wording)>> {
    let sql = "SELECT t.\"trigger\", t.content, u.said, u.replied, d.keywords FROM memories m
               LEFT JOIN texts t ON t.memory = m.seq AND t.version = (SELECT min(version) FROM texts WHERE memory = m.seq)
               LEFT JOIN turns u ON u.seq = m.turn
               LEFT JOIN descriptions d ON d.memory = m.seq
               WHERE m.seq = ?1 AND m.mind = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = Vec::with_capacity(seqs.len());
    for seq in seqs {
        let wording = statement.query_row(params![seq.0, n], wording).optional()?;
        found.extend(wording.map(|wording| (*seq, wording)));
    }
    Ok(found)
}

fn wording(row: &Row<'_>) -> rusqlite::Result<Wording> {
    let text = |column: usize| Ok::<_, rusqlite::Error>(row.get_ref(column)?.as_str_or_null()?.map(str::to_owned));
    Ok(Wording {
        trigger: text(0)?.unwrap_or_default(),
        content: text(1)?.unwrap_or_default(),
        said: text(2)?,
        replied: text(3)?,
        keywords: rows::words(row.get_ref(4)?.as_str_or_null()?.unwrap_or_default()),
    })
}
