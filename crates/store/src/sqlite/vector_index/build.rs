//! Making the index of nothing but the rows.

use rusqlite::Connection;

use super::blocks::SLOTS;
use super::edit::Editor;
use super::order::key;
use super::record::understood;
use crate::sqlite::error::{Fault, Result};
use crate::sqlite::rows;
use crate::sqlite::session::MindNumber;

/// Makes the index of all minds, in order.
pub(in crate::sqlite) fn build(c: &Connection) -> Result<()> {
    for table in ["vector_codes", "vector_records", "vector_blocks", "vector_minds", "vector_slots"] {
        c.execute(&format!("DELETE FROM {table}"), [])?;
    }
    let mut statement = c.prepare("SELECT DISTINCT mind FROM memories ORDER BY mind")?;
    let minds: Vec<MindNumber> = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for mind in minds {
        build_mind(c, mind)?;
    }
    Ok(())
}

fn build_mind(c: &Connection, mind: MindNumber) -> Result<()> {
    let mut statement = c.prepare("SELECT retention_score, recall_count, seq FROM memories WHERE mind = ?1")?;
    let mut found = statement.query([mind])?;
    let mut memories: Vec<(_, i64)> = Vec::new();
    while let Some(row) = found.next()? {
        let order = understood(row.get(0).and_then(|retention| Ok(key(retention, rows::count(row, 1)?))))?;
        memories.extend(order.map(|order| Ok::<_, Fault>((order, row.get(2)?))).transpose()?);
    }
    memories.sort_unstable();
    let seqs: Vec<i64> = memories.into_iter().map(|(_, seq)| seq).collect();
    let mut editor = Editor::new(c);
    for seqs in seqs.chunks(SLOTS) {
        editor.add_block(mind, seqs)?;
    }
    editor.finish()
}
