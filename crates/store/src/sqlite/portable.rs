//! Whole memories and the change log in rows, as they are carried from one store into another.

use std::ops::Range;

use omoide_core::change::{Actor, GroupNumber, NightStep};
use omoide_core::policy::night::Step;
use omoide_core::ports::StoreError;
use omoide_core::ports::store::{
    Attachments, EarlierTie, Graph, GraphWriter, LoggedChange, Names, NewMemory, Portable, PortableWriter, Reader,
    Sessions, WholeMemory, WholeSession,
};
use omoide_core::{Making, Memory, MemoryId, MindName, Moment, Seq, Text, TextVersion, TieKind, Turn, TurnId};
use rusqlite::{Connection, Row, params};

use super::error::Result;
use super::graph::write_feedback;
use super::reader::complete_turn;
use super::rows::{self, ReadableRows};
use super::session::{MindNumber, Session};
use super::vector_index::Touch;
use super::writer::{handles, insert};

type Answer<T> = std::result::Result<T, StoreError>;

/// The first format that has the change log.
const LOG_SINCE_FORMAT: u32 = 7;

impl Portable for Session<'_> {
    fn whole_memories(&self, mind: &MindName, after: Option<Seq>, limit: usize) -> Answer<Vec<WholeMemory>> {
        let seqs = self.look(mind, |c, n| seqs_after(c, n, after, limit))?;
        self.memories(mind, &seqs)?.into_iter().map(|memory| self.whole(mind, memory)).collect()
    }

    fn turns_without_memory(
        &self,
        mind: &MindName,
        after: Option<TurnId>,
        limit: usize,
    ) -> Answer<Vec<(TurnId, Turn)>> {
        let mut turns = self.look(mind, |c, n| lonely_turns(c, n, after, limit))?;
        for (id, turn) in &mut turns {
            self.look(mind, |c, _| complete_turn(c, *id, turn, self.format))?;
        }
        Ok(turns)
    }

    fn logged_changes(&self, mind: &MindName, after: i64, limit: usize) -> Answer<Vec<LoggedChange>> {
        self.look(
            mind,
            |c, n| {
                if self.format < LOG_SINCE_FORMAT { Ok(Vec::new()) } else { changes_after(c, n, after, limit) }
            },
        )
    }

    fn is_of_another_mind(&self, mind: &MindName, id: MemoryId) -> Answer<bool> {
        let look = || -> Result<bool> {
            let sql = "SELECT EXISTS (SELECT 1 FROM memories WHERE id = ?1 AND mind IS NOT ?2)";
            let mut statement = self.connection.prepare_cached(sql)?;
            Ok(statement.query_row(params![id.to_string(), self.mind(mind)?], |row| row.get(0))?)
        };
        self.told(look())
    }
}

impl PortableWriter for Session<'_> {
    fn reserve_handles(&mut self, mind: &MindName, handles: &[String]) -> Answer<()> {
        let outcome = self.mind_or_begin(mind).and_then(|n| handles::reserve(self.connection, n, handles));
        self.told(outcome)
    }

    fn insert_whole(&mut self, mind: &MindName, memory: &WholeMemory) -> Answer<(Seq, String)> {
        let outcome = self.mind_or_begin(mind).and_then(|n| write_whole(self, n, memory));
        let (seq, handle) = self.told(outcome)?;
        self.touch(seq, Touch::Whole);
        self.note_names(mind, seq, &memory.names)?;
        Ok((seq, handle))
    }

    fn insert_turn(&mut self, mind: &MindName, turn: &Turn) -> Answer<bool> {
        let write = || -> Result<bool> {
            let (c, n) = (self.connection, self.mind_or_begin(mind)?);
            if insert::find_turn(c, n, turn)?.is_some() {
                return Ok(false);
            }
            insert::place_turn(c, n, turn)?;
            Ok(true)
        };
        self.told(write())
    }

    fn add_superseded(&mut self, mind: &MindName, memory: Seq, spans: &[(Range<u32>, Seq)]) -> Answer<()> {
        let sql = "INSERT OR IGNORE INTO supersessions (memory, start, stop, newer)
                   SELECT m.seq, ?2, ?3, o.seq FROM memories m, memories o
                   WHERE m.seq = ?1 AND m.mind = ?5 AND o.seq = ?4 AND o.mind = ?5 AND o.seq <> m.seq";
        self.change(mind, |session, n| {
            let mut statement = session.connection.prepare_cached(sql)?;
            for (span, newer) in spans {
                statement.execute(params![memory.0, span.start, span.end, newer.0, n])?;
            }
            Ok(())
        })
    }

    fn add_logged_change(
        &mut self,
        mind: &MindName,
        group: Option<GroupNumber>,
        change: &LoggedChange,
    ) -> Answer<GroupNumber> {
        let write = || -> Result<GroupNumber> {
            let (c, n) = (self.connection, self.mind_or_begin(mind)?);
            let group = group.map_or_else(|| begin_group(c, n, change), Ok)?;
            let sql = "INSERT INTO changes
                           (group_number, mind, subject_sort, subject, deed, reason, before, after, undone)
                       VALUES (?1, ?2, 'memory', ?3, ?4, ?5, ?6, ?7, ?8)";
            let LoggedChange { memory, deed, reason, before, after, is_undone, .. } = change;
            c.prepare_cached(sql)?.execute(params![
                group.0,
                n,
                memory.to_string(),
                deed,
                reason,
                before,
                after,
                is_undone
            ])?;
            Ok(group)
        };
        self.told(write())
    }
}

impl Session<'_> {
    /// Everything that is kept of a memory.
    fn whole(&self, mind: &MindName, memory: Memory) -> Answer<WholeMemory> {
        let (seq, id) = (memory.seq, memory.id);
        let feedback = self.feedback(mind, &[seq])?.pop().map(|(_, feedback)| feedback).unwrap_or_default();
        let session = match self.session(mind, seq)? {
            Some(notes) => {
                let memories = self.look(mind, |c, _| ids_of(c, &notes.memories))?;
                let tier = self.tier(mind, seq)?.unwrap_or_default();
                Some(WholeSession { resolved: notes.resolved, tasks: notes.tasks, memories, tier })
            }
            None => None,
        };
        let (last_version, analysed_by) = self.look(mind, |c, _| numbers(c, seq))?;
        Ok(WholeMemory {
            versions: self.versions(mind, id)?,
            last_version,
            analysed_by,
            turn: self.turn(mind, id)?,
            recalls: self.look(mind, |c, _| recalls_of(c, seq))?,
            feedback,
            names: self.look(mind, |c, _| names_of(c, seq))?,
            ties: self.look(mind, |c, _| ties_of(c, seq))?,
            attachment: self.attachment(mind, id)?,
            session,
            memory,
        })
    }
}

/// The places of a mind's next memories. All rows are passed, so that no list of a whole mind has to be sorted.
fn seqs_after(c: &Connection, n: MindNumber, after: Option<Seq>, limit: usize) -> Result<Vec<Seq>> {
    let sql = "SELECT seq FROM memories NOT INDEXED WHERE seq > ?2 AND mind = ?1 ORDER BY seq LIMIT ?3";
    let (after, limit) = (after.map_or(i64::MIN, |seq| seq.0), i64::try_from(limit).unwrap_or(i64::MAX));
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![n, after, limit], |row| row.get(0).map(Seq))?;
    Ok(found.readable()?)
}

fn numbers(c: &Connection, seq: Seq) -> Result<(u32, Option<String>)> {
    let sql = "SELECT m.last_version, d.analysed_by FROM memories m LEFT JOIN descriptions d ON d.memory = m.seq
               WHERE m.seq = ?1";
    let mut statement = c.prepare_cached(sql)?;
    Ok(statement.query_row([seq.0], |row| Ok((rows::count(row, 0)?, row.get(1)?)))?)
}

fn recalls_of(c: &Connection, seq: Seq) -> Result<Vec<Moment>> {
    let mut statement = c.prepare_cached("SELECT at FROM recalls WHERE memory = ?1 ORDER BY at")?;
    let found = statement.query_map([seq.0], |row| Ok(Moment::new(row.get(0)?, 0)))?;
    Ok(found.readable()?)
}

fn names_of(c: &Connection, seq: Seq) -> Result<Names> {
    let mut statement = c.prepare_cached("SELECT name, is_own FROM names WHERE memory = ?1 ORDER BY name")?;
    let found = statement.query_map([seq.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (own, named): (Vec<_>, Vec<_>) = found.readable::<Vec<(String, bool)>>()?.into_iter().partition(|name| name.1);
    let names = |list: Vec<(String, bool)>| list.into_iter().map(|(name, _)| name);
    Ok(Names { borne: names(own).next(), named: names(named).collect() })
}

fn ties_of(c: &Connection, seq: Seq) -> Result<Vec<EarlierTie>> {
    let sql = "SELECT o.id, t.kind, t.strength FROM ties t CROSS JOIN memories o ON o.seq = t.low
               WHERE t.high = ?1 ORDER BY t.low, t.kind";
    let mut statement = c.prepare_cached(sql)?;
    let read = |row: &Row<'_>| {
        let (to, strength) = (rows::id(row, 0)?, row.get(2)?);
        Ok(TieKind::named(rows::text(row, 1)?).map(|kind| EarlierTie { to, kind, strength }))
    };
    let found = statement.query_map([seq.0], read)?;
    Ok(found.readable::<Vec<_>>()?.into_iter().flatten().collect())
}

fn ids_of(c: &Connection, seqs: &[Seq]) -> Result<Vec<MemoryId>> {
    let sql = "SELECT m.id FROM json_each(?1) j CROSS JOIN memories m ON m.seq = j.value ORDER BY j.key";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map([rows::list(seqs)], |row| rows::id(row, 0))?;
    Ok(found.readable()?)
}

fn lonely_turns(c: &Connection, n: MindNumber, after: Option<TurnId>, limit: usize) -> Result<Vec<(TurnId, Turn)>> {
    let sql = "SELECT t.said, t.replied, t.at, t.at_offset, t.person, t.thread, t.uid, t.seq
               FROM turns t NOT INDEXED WHERE t.seq > ?2 AND t.mind = ?1
                 AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.turn = t.seq)
               ORDER BY t.seq LIMIT ?3";
    let (after, limit) = (after.map_or(i64::MIN, |id| id.0), i64::try_from(limit).unwrap_or(i64::MAX));
    let mut statement = c.prepare_cached(sql)?;
    let found = statement
        .query_map(params![n, after, limit], |row| Ok((TurnId(row.get(7)?), super::reader::read_turn(row)?)))?;
    Ok(found.readable()?)
}

fn changes_after(c: &Connection, n: MindNumber, after: i64, limit: usize) -> Result<Vec<LoggedChange>> {
    let sql = "SELECT c.number, c.group_number, g.at, g.at_offset, g.who, g.night, g.step, c.subject, c.deed, c.reason,
                      c.before, c.after, c.undone
               FROM changes c NOT INDEXED CROSS JOIN change_groups g ON g.number = c.group_number
               WHERE c.number > ?2 AND c.mind = ?1 AND c.subject_sort = 'memory'
                 AND c.reason NOT IN ('faded', 'recalled')
               ORDER BY c.number LIMIT ?3";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![n, after, limit], |row| {
        let (night, step): (Option<String>, Option<String>) = (row.get(5)?, row.get(6)?);
        let date = night.as_deref().and_then(|date| rows::date(date).ok());
        let step = date.zip(step.as_deref().and_then(Step::named)).map(|(date, step)| NightStep { date, step });
        Ok(LoggedChange {
            number: row.get(0)?,
            group: GroupNumber(row.get(1)?),
            at: rows::moment(row, 2)?,
            by: row.get(4)?,
            step,
            memory: rows::id(row, 7)?,
            deed: row.get(8)?,
            reason: row.get(9)?,
            before: row.get(10)?,
            after: row.get(11)?,
            is_undone: row.get::<_, i64>(12)? != 0,
        })
    })?;
    Ok(found.readable()?)
}

fn begin_group(c: &Connection, n: MindNumber, change: &LoggedChange) -> Result<GroupNumber> {
    let sql = "INSERT INTO change_groups (mind, at, at_offset, who, night, step) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let (night, step) = (change.step.map(|step| step.date.to_string()), change.step.map(|step| step.step.name()));
    let (at, offset) = (change.at.unix_micros(), change.at.offset_seconds());
    c.prepare_cached(sql)?.execute(params![n, at, offset, change.by, night, step])?;
    Ok(GroupNumber(c.last_insert_rowid()))
}

/// Writes the rows of a memory.
fn write_whole(session: &Session<'_>, n: MindNumber, whole: &WholeMemory) -> Result<(Seq, String)> {
    let c = session.connection;
    let new = newborn(&whole.memory, whole.turn.clone());
    let insert::NewRow { seq, handle, .. } = insert::insert(session, n, &new)?;
    write_versions(c, seq, whole)?;
    let keywords = rows::keywords_json(&whole.memory.keywords, &whole.memory.tags)?;
    c.prepare_cached("UPDATE descriptions SET analysed_by = ?2, keywords = ?3 WHERE memory = ?1")?.execute(params![
        seq.0,
        whole.analysed_by,
        keywords
    ])?;
    let mut recall = c.prepare_cached("INSERT OR IGNORE INTO recalls (at, memory) VALUES (?2, ?1)")?;
    for at in &whole.recalls {
        recall.execute(params![seq.0, at.unix_micros()])?;
    }
    write_feedback(c, seq, &whole.feedback)?;
    if let Some(text) = &whole.attachment {
        c.prepare_cached("INSERT INTO attachments (memory, text) VALUES (?1, ?2)")?.execute(params![seq.0, text])?;
    }
    Ok((seq, handle))
}

/// The memory as it is first written, before its later versions.
fn newborn(memory: &Memory, turn: Option<Turn>) -> NewMemory {
    let Memory { id, handle, kind, origin, created, recorded_at, emotion, category, keywords, shown, life, .. } =
        memory.clone();
    NewMemory {
        id,
        handle: Some(handle),
        kind,
        origin,
        created,
        recorded_at,
        emotion,
        category,
        keywords,
        text: Text::default(),
        made: Making::Original,
        shown,
        life,
        relations: memory.relations.clone(),
        vectors: Vec::new(),
        turn,
        words: None,
        by: Actor::Person,
    }
}

/// Writes the versions in the place of the one that every new memory begins with.
fn write_versions(c: &Connection, seq: Seq, whole: &WholeMemory) -> Result<()> {
    c.prepare_cached("DELETE FROM texts WHERE memory = ?1")?.execute([seq.0])?;
    let sql = "INSERT INTO texts (memory, version, level, \"trigger\", content, made_by, made_at, made_offset)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let mut insert = c.prepare_cached(sql)?;
    for TextVersion { version, level, text, made, made_at } in &whole.versions {
        insert.execute(params![
            seq.0,
            version,
            level.number(),
            text.trigger,
            text.content,
            made.word(),
            made_at.unix_micros(),
            made_at.offset_seconds()
        ])?;
    }
    let shown = &whole.memory.shown;
    c.prepare_cached("UPDATE memories SET version = ?2, last_version = ?3 WHERE seq = ?1")?.execute(params![
        seq.0,
        shown.version,
        whole.last_version
    ])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::{Options, open};

    /// Tables whose rows an export has.
    const CARRIED: [&str; 28] = [
        "witnesses",
        "minds",
        "memories",
        "texts",
        "descriptions",
        "relations",
        "turns",
        "recalls",
        "nights",
        "night_steps",
        "state",
        "handles",
        "ties",
        "names",
        "feedback",
        "supersessions",
        "attachments",
        "change_groups",
        "changes",
        "pages",
        "page_texts",
        "threads",
        "latest_turns",
        "sessions",
        "session_memories",
        "activity",
        "persons",
        "items",
    ];

    /// Tables that are made anew from the others, number rows, say how a night is undone, or count what providers were asked.
    const NOT_CARRIED: [&str; 17] = [
        "vectors",
        "models",
        "vector_slots",
        "vector_minds",
        "vector_blocks",
        "vector_records",
        "vector_codes",
        "word_fresh",
        "word_segments",
        "word_blocks",
        "word_gaps",
        "places",
        "attic",
        "change_packs",
        "calls",
        "call_sources",
        "tasks",
    ];

    #[test]
    fn whoever_adds_a_table_says_whether_an_export_has_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        drop(open(path.as_path(), Options::CREATE).expect("a store"));
        let store = rusqlite::Connection::open(&path).expect("opens");
        let mut statement = store.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").expect("asks");
        let tables = statement.query_map([], |row| row.get(0)).expect("asks");
        let tables: BTreeSet<String> = tables.collect::<rusqlite::Result<_>>().expect("names");
        let known = |table: &&String| CARRIED.iter().chain(&NOT_CARRIED).any(|name| name == table);
        let unknown: Vec<&String> = tables.iter().filter(|table| !known(table)).collect();
        assert!(unknown.is_empty(), "add it to WholeMemory and to this list: {unknown:?}");
        let missing: Vec<&&str> = CARRIED.iter().filter(|name| !tables.contains(**name)).collect();
        assert!(missing.is_empty(), "no longer there: {missing:?}");
    }
}
