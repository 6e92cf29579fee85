//! What becomes of the rows when a file comes to format 8.

use rusqlite::Connection;

use crate::sqlite::error::Result;

/// Threads of earlier formats are over: they get no sessions that nobody asked for.
pub(super) fn fill(c: &Connection) -> Result<()> {
    c.execute_batch(
        "UPDATE threads SET
             recorded_to = coalesce((SELECT max(m.seq) FROM memories m
                                     WHERE m.mind = threads.mind AND m.thread = threads.name), 0)
         WHERE name IS NOT NULL;",
    )?;
    Ok(())
}
