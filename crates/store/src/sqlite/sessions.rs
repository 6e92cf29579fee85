//! Sessions: what they have beside their texts, and what they sum up.

use std::collections::BTreeMap;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{SessionNotes, SessionWriter, Sessions};
use omoide_core::{MemoryId, MindName, Seq};
use rusqlite::{Connection, params};

use super::error::Result;
use super::rows;
use super::session::{MindNumber, Session};
use crate::sqlite::rows::{IfReadable, ReadableRows};

/// The first format that has the tables.
const SINCE_FORMAT: u32 = 7;

impl Sessions for Session<'_> {
    fn session(&self, mind: &MindName, session: Seq) -> std::result::Result<Option<SessionNotes>, StoreError> {
        self.look(mind, |c, n| if self.format < SINCE_FORMAT { Ok(None) } else { notes(c, n, session) })
    }

    fn sessions_of(&self, mind: &MindName, memories: &[Seq]) -> std::result::Result<Vec<(Seq, MemoryId)>, StoreError> {
        self.look(mind, |c, n| if self.format < SINCE_FORMAT { Ok(Vec::new()) } else { of(c, n, memories) })
    }
}

impl SessionWriter for Session<'_> {
    fn keep_session(
        &mut self,
        mind: &MindName,
        session: Seq,
        notes: &SessionNotes,
    ) -> std::result::Result<(), StoreError> {
        self.change(mind, |s, n| keep(s.connection, n, session, notes))
    }
}

fn notes(c: &Connection, n: MindNumber, session: Seq) -> Result<Option<SessionNotes>> {
    let sql = "SELECT s.resolved, s.tasks FROM sessions s CROSS JOIN memories m ON m.seq = s.memory
               WHERE s.memory = ?1 AND m.mind = ?2";
    let found = c.prepare_cached(sql)?.query_row(params![session.0, n], |row| {
        let (resolved, tasks) = (rows::words(rows::text(row, 0)?), rows::words(rows::text(row, 1)?));
        Ok(SessionNotes { resolved, tasks, memories: Vec::new() })
    });
    let Some(mut notes) = found.if_readable()? else { return Ok(None) };
    let mut statement = c.prepare_cached("SELECT memory FROM session_memories WHERE session = ?1 ORDER BY memory")?;
    let memories = statement.query_map([session.0], |row| Ok(Seq(row.get(0)?)))?;
    notes.memories = memories.readable()?;
    Ok(Some(notes))
}

fn of(c: &Connection, n: MindNumber, memories: &[Seq]) -> Result<Vec<(Seq, MemoryId)>> {
    let sql = "SELECT m.seq, m.id FROM session_memories s CROSS JOIN memories m ON m.seq = s.session
               WHERE s.memory = ?1 AND m.mind = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let mut sessions = BTreeMap::new();
    for memory in memories {
        let mut found = statement.query(params![memory.0, n])?;
        while let Some(row) = found.next()? {
            let session = rows::integer(row, 0).and_then(|seq| Ok((Seq(seq), rows::id(row, 1)?)));
            sessions.extend(rows::readable(session)?);
        }
    }
    Ok(sessions.into_iter().collect())
}

fn keep(c: &Connection, n: MindNumber, session: Seq, notes: &SessionNotes) -> Result<()> {
    let sql = "INSERT INTO sessions (memory, resolved, tasks)
               SELECT seq, ?3, ?4 FROM memories WHERE seq = ?1 AND mind = ?2
               ON CONFLICT (memory) DO UPDATE SET resolved = excluded.resolved, tasks = excluded.tasks";
    let (resolved, tasks) = (rows::words_json(&notes.resolved)?, rows::words_json(&notes.tasks)?);
    if c.prepare_cached(sql)?.execute(params![session.0, n, resolved, tasks])? == 0 {
        return Ok(());
    }
    c.prepare_cached("DELETE FROM session_memories WHERE session = ?1")?.execute([session.0])?;
    let sql = "INSERT OR IGNORE INTO session_memories (memory, session)
               SELECT seq, ?2 FROM memories WHERE seq = ?1 AND mind = ?3";
    let mut statement = c.prepare_cached(sql)?;
    for memory in &notes.memories {
        statement.execute(params![memory.0, session.0, n])?;
    }
    Ok(())
}
