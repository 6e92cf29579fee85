//! Who remembers which turn, who heard it, and turns that are taken back.

use std::collections::HashSet;

use omoide_core::change::{Entry, GroupNumber};
use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Undoing, UnsaidMemory, UnsayingWriter, Unsayings};
use omoide_core::{MemoryId, MindName, NamePrint, Seq, TurnId};
use rusqlite::{Connection, params};

use super::error::Result;
use super::reader::heard_condition;
use super::rows::{self, IfReadable, ReadableRows};
use super::session::{MindNumber, Session};
use super::{attic, changes};

type Answer<T> = std::result::Result<T, StoreError>;

impl Unsayings for Session<'_> {
    fn memories_of_uid(&self, mind: &MindName, uid: &str) -> Answer<Vec<MemoryId>> {
        let sql = "SELECT m.id FROM turns t JOIN memories m ON m.turn = t.seq
                   WHERE t.mind = ?1 AND t.uid = ?2 ORDER BY m.seq";
        self.look(mind, |c, n| ids(c, sql, params![n, uid]))
    }

    fn memories_of_turn(&self, mind: &MindName, turn: TurnId) -> Answer<Vec<MemoryId>> {
        let sql = "SELECT id FROM memories WHERE mind = ?1 AND turn = ?2 ORDER BY seq";
        self.look(mind, |c, n| ids(c, sql, params![n, turn.0]))
    }

    fn turn_of(&self, mind: &MindName, memory: Seq) -> Answer<Option<TurnId>> {
        let sql = "SELECT turn FROM memories WHERE seq = ?1 AND mind = ?2";
        self.look(mind, |c, n| {
            let found = c.prepare_cached(sql)?.query_row(params![memory.0, n], |row| row.get(0)).if_readable()?;
            Ok(found.flatten().map(TurnId))
        })
    }

    fn last_written(&self, mind: &MindName, thread: Option<&str>) -> Answer<Option<Seq>> {
        let sql = "SELECT seq FROM memories WHERE mind = ?1 AND thread IS ?2 AND turn IS NOT NULL
                   ORDER BY seq DESC LIMIT 1";
        self.look(mind, |c, n| {
            Ok(c.prepare_cached(sql)?.query_row(params![n, thread], |row| row.get(0).map(Seq)).if_readable()?)
        })
    }

    fn group_entries(&self, mind: &MindName, group: GroupNumber) -> Answer<Vec<Entry>> {
        self.look(mind, |c, n| changes::of_group(c, n, group))
    }

    fn unsaid(&self, mind: &MindName) -> Answer<Vec<UnsaidMemory>> {
        self.look(mind, |c, n| {
            let found = attic::unsaid(c, n)?.into_iter();
            Ok(found.map(|(id, handle, group)| UnsaidMemory { id, handle, group }).collect())
        })
    }

    fn heard_by(&self, mind: &MindName, person: &str) -> Answer<HashSet<Seq>> {
        self.look(mind, |c, n| heard(c, n, person))
    }
}

impl UnsayingWriter for Session<'_> {
    fn unsay(&mut self, mind: &MindName, memories: &[MemoryId], undoing: Undoing) -> Answer<Option<GroupNumber>> {
        self.change(mind, |session, n| changes::unsay(session, n, memories, undoing))
    }

    fn bring_back(&mut self, mind: &MindName, group: GroupNumber, undoing: Undoing) -> Answer<Vec<MemoryId>> {
        self.change(mind, |session, n| changes::bring_back(session, n, group, undoing))
    }

    fn forget_latest_turns(&mut self, mind: &MindName, project: NamePrint) -> Answer<()> {
        let sql = "DELETE FROM latest_turns WHERE mind = ?1 AND project = ?2";
        self.change(mind, |session, n| {
            session.connection.prepare_cached(sql)?.execute(params![n, project.to_bits().cast_signed()])?;
            Ok(())
        })
    }
}

fn ids(c: &Connection, sql: &str, values: impl rusqlite::Params) -> Result<Vec<MemoryId>> {
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(values, |row| rows::id(row, 0))?;
    Ok(found.readable()?)
}

fn heard(c: &Connection, n: MindNumber, person: &str) -> Result<HashSet<Seq>> {
    let (condition, names) = heard_condition(c, n, person)?;
    let sql = format!("SELECT m.seq FROM memories m WHERE {condition} AND m.mind = ?");
    let mut statement = c.prepare(&sql)?;
    let values = names.into_iter().chain([rusqlite::types::Value::Integer(n)]);
    let found = statement.query_map(rusqlite::params_from_iter(values), |row| row.get(0).map(Seq))?;
    let seqs: Vec<Seq> = found.readable()?;
    Ok(seqs.into_iter().collect())
}
