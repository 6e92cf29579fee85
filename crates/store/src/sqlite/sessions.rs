//! Sessions: what they have beside their texts, and what they sum up.

use std::collections::BTreeMap;

use omoide_core::policy::session::TieredSession;
use omoide_core::ports::StoreError;
use omoide_core::ports::store::{SessionNotes, SessionWriter, Sessions};
use omoide_core::{MemoryId, MindName, Moment, Seq, SessionTier, Tier};
use rusqlite::{Connection, Row, params};

use super::error::Result;
use super::rows;
use super::session::{MindNumber, Session};
use crate::sqlite::rows::{IfReadable, ReadableRows};

/// The first format that has the tables.
const SINCE_FORMAT: u32 = 7;

/// The first format in which sessions have tiers.
const TIERS_SINCE_FORMAT: u32 = 8;

impl Sessions for Session<'_> {
    fn session(&self, mind: &MindName, session: Seq) -> std::result::Result<Option<SessionNotes>, StoreError> {
        self.look(mind, |c, n| if self.format < SINCE_FORMAT { Ok(None) } else { notes(c, n, session) })
    }

    fn sessions_of(&self, mind: &MindName, memories: &[Seq]) -> std::result::Result<Vec<(Seq, MemoryId)>, StoreError> {
        self.look(mind, |c, n| if self.format < SINCE_FORMAT { Ok(Vec::new()) } else { of(c, n, memories) })
    }

    fn sessions_in(&self, mind: &MindName, thread: &str) -> std::result::Result<Vec<Seq>, StoreError> {
        let sql = "SELECT m.seq FROM memories m JOIN sessions s ON s.memory = m.seq
                   WHERE m.mind = ?1 AND m.thread = ?2 ORDER BY m.seq";
        self.in_tiers(mind, |c, n| {
            let mut statement = c.prepare_cached(sql)?;
            let found = statement.query_map(params![n, thread], |row| row.get(0).map(Seq))?;
            Ok(found.readable()?)
        })
    }

    fn tier(&self, mind: &MindName, session: Seq) -> std::result::Result<Option<SessionTier>, StoreError> {
        self.in_tiers(mind, |c, _| tier(c, session))
    }

    fn tiered_sessions(&self, mind: &MindName, since: Moment) -> std::result::Result<Vec<TieredSession>, StoreError> {
        self.in_tiers(mind, |c, n| tiered(c, n, since))
    }
}

impl Session<'_> {
    fn in_tiers<T: Default>(
        &self,
        mind: &MindName,
        look: impl FnOnce(&Connection, MindNumber) -> Result<T>,
    ) -> std::result::Result<T, StoreError> {
        self.look(mind, |c, n| if self.format < TIERS_SINCE_FORMAT { Ok(T::default()) } else { look(c, n) })
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

    fn keep_tier(&mut self, mind: &MindName, session: Seq, tier: &SessionTier) -> std::result::Result<(), StoreError> {
        self.change(mind, |s, _| set_tier(s.connection, session, tier))
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

/// The tier of a session; none of what is no session.
pub(super) fn tier(c: &Connection, session: Seq) -> Result<Option<SessionTier>> {
    let sql = "SELECT tier, tier_at, tier_offset, salience FROM sessions WHERE memory = ?1";
    Ok(c.prepare_cached(sql)?.query_row([session.0], |row| read_tier(row, 0)).if_readable()?)
}

/// Sets the tier of a session.
pub(super) fn set_tier(c: &Connection, session: Seq, tier: &SessionTier) -> Result<()> {
    let (at, offset) = rows::split(tier.since);
    let sql = "UPDATE sessions SET tier = ?2, tier_at = ?3, tier_offset = ?4, salience = ?5 WHERE memory = ?1";
    c.prepare_cached(sql)?.execute(params![session.0, tier.tier.name(), at, offset, tier.salience])?;
    Ok(())
}

fn tiered(c: &Connection, n: MindNumber, since: Moment) -> Result<Vec<TieredSession>> {
    let sql = format!(
        "SELECT m.seq, m.id, m.created, m.created_offset, {}, s.tier, s.tier_at, s.tier_offset, s.salience
         FROM sessions s CROSS JOIN memories m ON m.seq = s.memory
         WHERE m.mind = ?1 AND (s.tier IN ('hot', 'warm') OR s.tier_at >= ?2 OR m.revival_requested = 1)
         ORDER BY m.seq",
        rows::STATE
    );
    let mut statement = c.prepare_cached(&sql)?;
    let shown = 4;
    let tier = shown + rows::STATE_WIDTH;
    let found = statement.query_map(params![n, since.unix_micros()], |row| {
        Ok(TieredSession {
            seq: Seq(rows::integer(row, 0)?),
            id: rows::id(row, 1)?,
            ended: rows::moment(row, 2)?,
            shown: rows::shown(row, shown)?,
            tier: read_tier(row, tier)?,
        })
    })?;
    Ok(found.readable()?)
}

/// A word of a later version counts as warm: nothing is decided about it.
fn read_tier(row: &Row<'_>, at: usize) -> rusqlite::Result<SessionTier> {
    Ok(SessionTier {
        tier: Tier::named(rows::text(row, at)?).unwrap_or(Tier::Warm),
        since: rows::moment_or_none(row, at + 1)?,
        salience: row.get(at + 3)?,
    })
}

fn keep(c: &Connection, n: MindNumber, session: Seq, notes: &SessionNotes) -> Result<()> {
    let sql = "INSERT INTO sessions (memory, resolved, tasks, tier)
               SELECT seq, ?3, ?4, 'hot' FROM memories WHERE seq = ?1 AND mind = ?2
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
