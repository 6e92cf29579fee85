//! Attachments, a row each.

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{AttachmentWriter, Attachments};
use omoide_core::{MemoryId, MindName};
use rusqlite::params;

use super::session::Session;
use crate::sqlite::rows::IfReadable;

/// The first format that has the table.
const SINCE_FORMAT: u32 = 7;

impl Attachments for Session<'_> {
    fn attachment(&self, mind: &MindName, memory: MemoryId) -> Result<Option<String>, StoreError> {
        self.look(mind, |c, n| {
            if self.format < SINCE_FORMAT {
                return Ok(None);
            }
            let sql = "SELECT a.text FROM memories m JOIN attachments a ON a.memory = m.seq
                       WHERE m.id = ?1 AND m.mind = ?2";
            let mut statement = c.prepare_cached(sql)?;
            Ok(statement.query_row(params![memory.to_string(), n], |row| row.get(0)).if_readable()?)
        })
    }
}

impl AttachmentWriter for Session<'_> {
    fn attach(&mut self, mind: &MindName, memory: MemoryId, text: Option<&str>) -> Result<(), StoreError> {
        let put = "INSERT INTO attachments (memory, text) SELECT seq, ?3 FROM memories WHERE id = ?1 AND mind = ?2
                   ON CONFLICT (memory) DO UPDATE SET text = excluded.text";
        let take = "DELETE FROM attachments WHERE memory = (SELECT seq FROM memories WHERE id = ?1 AND mind = ?2)";
        self.change(mind, |session, n| {
            match text {
                Some(text) => session.connection.prepare_cached(put)?.execute(params![memory.to_string(), n, text])?,
                None => session.connection.prepare_cached(take)?.execute(params![memory.to_string(), n])?,
            };
            Ok(())
        })
    }
}
