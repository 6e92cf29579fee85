//! What persons said to a mind.

use omoide_core::{Category, Moment, SaidMemory, Seq, SpeakerContact, Valence};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use crate::sqlite::error::Result;
use crate::sqlite::rows::{self, ReadableRows};
use crate::sqlite::session::MindNumber;

/// Episodes that nobody put away by hand.
const SAID: &str = "m.mind = ? AND m.kind = 'episode' AND NOT (m.archived_at IS NOT NULL AND m.revival_requested = 2)";

pub(super) fn speakers(c: &Connection, n: MindNumber, witnessed: &str) -> Result<Vec<SpeakerContact>> {
    // A column beside `min` or `max` is of the row that has it; beside both it would be of either.
    let ends = |end: &str| -> Result<Vec<(String, u64, Moment)>> {
        let sql = format!(
            "SELECT m.person, count(*), {end}(m.created), m.created_offset
             FROM memories m WHERE {SAID} AND {witnessed} GROUP BY m.person ORDER BY m.person"
        );
        let mut statement = c.prepare_cached(&sql)?;
        let found = statement.query_map([n], |row| Ok((row.get(0)?, rows::total(row, 1)?, rows::moment(row, 2)?)))?;
        Ok(found.readable()?)
    };
    let lasts = ends("max")?;
    let contact = |(name, turns, first): (String, u64, Moment)| {
        let last = lasts.iter().find(|(other, ..)| *other == name)?.2;
        Some(SpeakerContact { name, turns, first, last })
    };
    Ok(ends("min")?.into_iter().filter_map(contact).collect())
}

pub(super) fn visit(
    c: &Connection,
    n: MindNumber,
    witnessed: &str,
    speakers: &[String],
    visit: &mut dyn FnMut(SaidMemory),
) -> Result<()> {
    let marks = vec!["?"; speakers.len()].join(", ");
    let sql = format!(
        "SELECT m.seq, m.id, m.created, m.created_offset, m.thread, m.category, m.emotional_valence,
                (SELECT d.keywords FROM descriptions d WHERE d.memory = m.seq),
                coalesce((SELECT t.said FROM turns t WHERE t.seq = m.turn),
                         (SELECT x.\"trigger\" FROM texts x WHERE x.memory = m.seq AND x.version = 1))
         FROM memories m WHERE {SAID} AND {witnessed} AND m.person IN ({marks}) ORDER BY m.created, m.seq"
    );
    let mut statement = c.prepare(&sql)?;
    let values = std::iter::once(Value::Integer(n)).chain(speakers.iter().cloned().map(Value::Text));
    let mut found = statement.query(params_from_iter(values))?;
    while let Some(row) = found.next()? {
        if let Some(said) = rows::readable(said_memory(row))? {
            visit(said);
        }
    }
    Ok(())
}

fn said_memory(row: &Row<'_>) -> rusqlite::Result<SaidMemory> {
    let keywords = row.get_ref(7)?.as_str_or_null()?.map(|json| rows::keywords(json).0);
    Ok(SaidMemory {
        seq: Seq(rows::integer(row, 0)?),
        id: rows::id(row, 1)?,
        created: rows::moment(row, 2)?,
        thread: row.get(4)?,
        category: Category::named(rows::text(row, 5)?),
        valence: rows::text(row, 6)?.parse().unwrap_or(Valence::Neutral),
        keywords: keywords.unwrap_or_default(),
        said: row.get::<_, Option<String>>(8)?.unwrap_or_default(),
    })
}
