//! What a store has that a backup of it lacks.
//!
//! Numbers of rows are given out anew after a restore, so rows are told apart by what they say.

use rusqlite::Connection;

use super::NewerCounts;
use crate::sqlite::error::Result;
use crate::sqlite::rows;

/// Turns by what they say. `{}` is the name of the database.
const TURNS: &str =
    "SELECT o.name, t.at, t.digest, t.person, t.uid FROM {}.turns t JOIN {}.minds o ON o.number = t.mind";

/// What pages show.
const PAGES: &str = "SELECT o.name, p.path, t.text FROM {}.pages p JOIN {}.minds o ON o.number = p.mind
    LEFT JOIN {}.page_texts t ON t.mind = p.mind AND t.path = p.path AND t.version = p.version";

/// Entries of the change log.
const CHANGES: &str = "SELECT o.name, g.at, g.who, c.subject_sort, c.subject, c.deed, c.reason, c.before, c.after
    FROM {}.changes c JOIN {}.change_groups g ON g.number = c.group_number JOIN {}.minds o ON o.number = c.mind";

/// Counts what the store attached as `present` has and the backup does not.
pub(super) fn count(c: &Connection) -> Result<NewerCounts> {
    let one = |sql: &str| -> Result<u64> { Ok(c.query_row(sql, [], |row| rows::total(row, 0))?) };
    let except = |rows: &str| {
        let (present, backup) = (rows.replace("{}", "present"), rows.replace("{}", "main"));
        one(&format!("SELECT count(*) FROM ({present} EXCEPT {backup})"))
    };
    Ok(NewerCounts {
        memories: one("SELECT count(*) FROM present.memories WHERE id NOT IN (SELECT id FROM main.memories)")?,
        turns: except(TURNS)?,
        pages: except(PAGES)?,
        changes: except(CHANGES)?,
    })
}
