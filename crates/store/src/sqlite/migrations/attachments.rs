//! Format 7: attachments leave `state`, where they lay under `attached:` and the id of their memory.

use rusqlite::{Connection, params};

use crate::sqlite::attic;
use crate::sqlite::error::Result;

/// Moves every attachment to its memory, or into the attic when a night erased the memory and can still be undone.
/// Attachments of memories that are gone for good had been left behind by mistake, and go.
pub(super) fn fill(c: &Connection) -> Result<()> {
    c.execute_batch(
        "INSERT INTO attachments (memory, text)
         SELECT m.seq, s.value FROM state s JOIN memories m ON m.id = substr(s.key, 10) AND m.mind = s.mind
         WHERE s.key LIKE 'attached:%';",
    )?;
    to_the_attic(c)?;
    c.execute("DELETE FROM state WHERE key LIKE 'attached:%'", [])?;
    Ok(())
}

fn to_the_attic(c: &Connection) -> Result<()> {
    let names = ["memory".to_owned(), "text".to_owned()];
    let sql = "SELECT a.memory, s.value, a.mind, a.night, a.memory_id
               FROM attic a JOIN state s ON s.mind = a.mind AND s.key = 'attached:' || a.memory_id
               WHERE a.table_name = 'memories'";
    let mut erased = Vec::new();
    let mut statement = c.prepare(sql)?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let place: (i64, i64, String, String) = (row.get(0)?, row.get(2)?, row.get(3)?, row.get(4)?);
        erased.push((place, attic::pack(row, &names)?));
    }
    for ((memory, mind, night, id), row) in erased {
        let sql = "INSERT INTO attic (mind, night, memory, memory_id, table_name, row)
                   VALUES (?1, ?2, ?3, ?4, 'attachments', ?5)";
        c.execute(sql, params![mind, night, memory, id, row])?;
    }
    Ok(())
}
