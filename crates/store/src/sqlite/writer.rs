//! Writing: each deed of the port, done inside one transaction.

pub(super) mod erase;
pub(super) mod handles;
pub(super) mod insert;
mod minds;
pub(super) mod vectors;

pub(super) use insert::next_number;

use omoide_core::change::Actor;
use omoide_core::ports::StoreError;
use omoide_core::ports::store::{NewMemory, Placed, Revision, Writer};
use omoide_core::{MemoryId, MindName, Moment, Seq, Vector};
use rusqlite::params;

use super::error::Result;
use super::session::{self, MindNumber, Session};
use super::vector_index::Touch;
use crate::sqlite::rows::IfReadable;

type Answer<T> = std::result::Result<T, StoreError>;

impl Writer for Session<'_> {
    fn insert(&mut self, mind: &MindName, memory: &NewMemory) -> Answer<Placed> {
        let outcome = self.mind_or_begin(mind).and_then(|n| insert::remember(self, n, memory));
        if let Ok(placed) = &outcome {
            self.touch(placed.seq, Touch::Whole);
        }
        self.told(outcome)
    }

    fn mark_recalled(&mut self, mind: &MindName, seqs: &[Seq], at: Moment) -> Answer<()> {
        self.change(mind, |session, n| mark_recalled(session, n, seqs, at))
    }

    fn erase(&mut self, mind: &MindName, ids: &[MemoryId], by: Actor, reason: &str, at: Moment) -> Answer<u64> {
        self.change(mind, |session, n| erase::erase(session, n, ids, &erase::Wish { by, reason, at }))
    }

    fn rename_mind(&mut self, mind: &MindName, to: &MindName) -> Answer<()> {
        self.change(mind, |session, n| minds::rename(session, n, to))
    }

    fn erase_mind(&mut self, mind: &MindName, by: Actor, at: Moment) -> Answer<Vec<MemoryId>> {
        self.change(mind, |session, n| minds::erase(session, n, &erase::Wish { by, reason: "by_hand", at }))
    }

    fn add_vectors(&mut self, mind: &MindName, vectors: &[(Seq, u32, Vector)]) -> Answer<()> {
        self.change(mind, |session, n| vectors::add(session, n, vectors))
    }

    fn drop_vectors(&mut self, mind: &MindName, kept: &[&str]) -> Answer<u64> {
        self.change(mind, |session, n| vectors::drop_all_but(session, n, kept))
    }

    fn revision(&self) -> Answer<Revision> {
        self.told(session::revision(self.connection))
    }

    fn set_state(&mut self, mind: &MindName, key: &str, value: Option<&str>) -> Answer<()> {
        let outcome = match value {
            Some(value) => self.mind_or_begin(mind).and_then(|n| keep_word(self, n, key, value)),
            None => self.mind(mind).and_then(|n| forget_word(self, n, key)),
        };
        self.told(outcome)
    }
}

impl Session<'_> {
    /// Does something in a mind; in one that is not there is nothing to do.
    pub(super) fn change<T: Default>(
        &mut self,
        mind: &MindName,
        change: impl FnOnce(&mut Self, MindNumber) -> Result<T>,
    ) -> Answer<T> {
        let outcome = match self.mind(mind) {
            Ok(Some(number)) => {
                self.write_to(mind, number);
                change(self, number)
            }
            Ok(None) => Ok(T::default()),
            Err(fault) => Err(fault),
        };
        self.told(outcome)
    }
}

fn mark_recalled(session: &Session<'_>, n: MindNumber, seqs: &[Seq], at: Moment) -> Result<()> {
    let c = session.connection;
    let mut find = c.prepare_cached(
        "SELECT archived_at IS NOT NULL, recalled_since_last_batch, revival_requested = 2
         FROM memories WHERE seq = ?1 AND mind = ?2",
    )?;
    let mut active = c.prepare_cached("UPDATE memories SET recalled_since_last_batch = 1 WHERE seq = ?1")?;
    let mut archived = c.prepare_cached(
        "UPDATE memories SET revival_requested = 1, revival_requested_at = ?2, revival_requested_offset = ?3
         WHERE seq = ?1",
    )?;
    let mut note = c.prepare_cached("INSERT OR IGNORE INTO recalls (at, memory) VALUES (?2, ?1)")?;
    for seq in seqs {
        let found =
            find.query_row(params![seq.0, n], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).if_readable()?;
        // Most were recalled before, and nothing is written of them but the time.
        match found {
            None | Some((_, _, true)) => continue,
            Some((true, ..)) => archived.execute(params![seq.0, at.unix_micros(), at.offset_seconds()])?,
            Some((false, false, _)) => active.execute([seq.0])?,
            Some((false, true, _)) => 0,
        };
        note.execute(params![seq.0, at.unix_micros()])?;
    }
    Ok(())
}

fn keep_word(session: &Session<'_>, n: MindNumber, key: &str, value: &str) -> Result<()> {
    let sql = "INSERT INTO state (mind, key, value) VALUES (?1, ?2, ?3)
               ON CONFLICT (mind, key) DO UPDATE SET value = excluded.value";
    session.connection.prepare_cached(sql)?.execute(params![n, key, value])?;
    Ok(())
}

fn forget_word(session: &Session<'_>, n: Option<MindNumber>, key: &str) -> Result<()> {
    session.connection.execute("DELETE FROM state WHERE mind = ?1 AND key = ?2", params![n, key])?;
    Ok(())
}
