//! Threads: what is kept of each, and which there are memories of.

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{ThreadStanding, ThreadSummary, ThreadWriter, Threads, UnrecordedTurn};
use omoide_core::{Feeling, LatestTurns, MemoryId, MindName, Moment, NamePrint, Place, Seq, Tag, Thread, Turn};
use rusqlite::{Connection, Row, ToSql, params};

use super::error::Result;
use super::session::{MindNumber, Session};
use super::{rows, talks};
use crate::sqlite::rows::{IfReadable, ReadableRows};

type Answer<T> = std::result::Result<T, StoreError>;

/// The first format that has the tables.
const SINCE_FORMAT: u32 = 7;

impl Threads for Session<'_> {
    fn threads(&self, mind: &MindName, after: Option<(i64, &str)>, limit: usize) -> Answer<Vec<ThreadSummary>> {
        self.look(mind, |c, n| with_memories(c, n, after, limit))
    }

    fn thread(&self, mind: &MindName, name: &str) -> Answer<Option<Thread>> {
        let sql = "SELECT host, project, folder, branch, repository, valence, arousal, tags, felt_at, felt_offset,
                          emptied_at, emptied_offset, shown
                   FROM threads WHERE mind = ?1 AND print = ?2";
        self.in_threads(mind, |c, n| {
            let read = |row: &Row<'_>| {
                Ok(Thread {
                    name: name.to_owned(),
                    feeling: feeling(row, 5)?,
                    place: place(row)?,
                    shown: ids(row.get_ref(12)?.as_str_or_null()?.unwrap_or_default()),
                    emptied_at: rows::moment_or_none(row, 10)?,
                })
            };
            Ok(c.prepare_cached(sql)?.query_row(params![n, bits(NamePrint::of(name))], read).if_readable()?)
        })
    }

    fn thread_standing(&self, mind: &MindName, name: &str) -> Answer<Option<ThreadStanding>> {
        self.in_talks(mind, |c, n| talks::standing(c, n, name))
    }

    fn open_threads(&self, mind: &MindName, before: Option<i64>, limit: usize) -> Answer<Vec<ThreadStanding>> {
        self.in_talks(mind, |c, n| talks::open(c, n, before, limit))
    }

    fn ruled_thread(&self, mind: &MindName, person: &str) -> Answer<Option<ThreadStanding>> {
        self.in_talks(mind, |c, n| talks::ruled(c, n, person))
    }

    fn latest_threads(&self, mind: &MindName, person: &str, limit: usize) -> Answer<Vec<String>> {
        self.in_talks(mind, |c, n| talks::latest(c, n, person, limit))
    }

    fn unrecorded(&self, mind: &MindName, thread: &str) -> Answer<Vec<UnrecordedTurn>> {
        self.in_talks(mind, |c, n| talks::unrecorded(c, n, thread))
    }

    fn recorded_to(&self, mind: &MindName, thread: &str) -> Answer<Seq> {
        let sql = "SELECT recorded_to FROM threads WHERE mind = ?1 AND name = ?2";
        let found = self.in_talks(mind, |c, n| {
            Ok(c.prepare_cached(sql)?.query_row(params![n, thread], |row| row.get(0).map(Seq)).if_readable()?)
        })?;
        Ok(found.unwrap_or(Seq(0)))
    }

    fn last_turns(&self, mind: &MindName, thread: &str, limit: usize) -> Answer<Vec<(Seq, Turn)>> {
        self.look(mind, |c, n| talks::last_turns(c, n, thread, limit))
    }

    fn place_of(&self, mind: &MindName, thread: NamePrint) -> Answer<Option<Place>> {
        let sql = "SELECT host, project, folder, branch, repository FROM threads WHERE mind = ?1 AND print = ?2";
        self.in_threads(mind, |c, n| {
            Ok(c.prepare_cached(sql)?.query_row(params![n, bits(thread)], place).if_readable()?.flatten())
        })
    }

    fn places(&self, mind: &MindName) -> Answer<Vec<(NamePrint, Place)>> {
        let sql = "SELECT host, project, folder, branch, repository, print FROM threads
                   WHERE mind = ?1 AND (project IS NOT NULL OR folder IS NOT NULL OR repository IS NOT NULL)";
        let found = self.in_threads(mind, |c, n| {
            let mut statement = c.prepare_cached(sql)?;
            let read = |row: &Row<'_>| Ok((print(row.get(5)?), place(row)?));
            let found: Vec<(NamePrint, Option<Place>)> = statement.query_map([n], read)?.readable()?;
            Ok(Some(found.into_iter().filter_map(|(print, place)| Some((print, place?))).collect()))
        })?;
        Ok(found.unwrap_or_default())
    }

    fn latest_turns(&self, mind: &MindName, project: NamePrint) -> Answer<Option<LatestTurns>> {
        let sql = "SELECT thread, at, at_offset, memories FROM latest_turns WHERE mind = ?1 AND project = ?2";
        self.in_threads(mind, |c, n| {
            let read = |row: &Row<'_>| {
                let memories = ids(rows::text(row, 3)?);
                Ok(LatestTurns { thread: row.get(0)?, at: rows::moment(row, 1)?, memories })
            };
            Ok(c.prepare_cached(sql)?.query_row(params![n, bits(project)], read).if_readable()?)
        })
    }
}

impl Session<'_> {
    /// What `look` finds in the tables of threads; nothing in a file that has none.
    fn in_threads<T>(
        &self,
        mind: &MindName,
        look: impl FnOnce(&Connection, MindNumber) -> Result<Option<T>>,
    ) -> Answer<Option<T>> {
        self.look(mind, |c, n| if self.format < SINCE_FORMAT { Ok(None) } else { look(c, n) })
    }

    /// The same of what threads know since format 8.
    fn in_talks<T: Default>(
        &self,
        mind: &MindName,
        look: impl FnOnce(&Connection, MindNumber) -> Result<T>,
    ) -> Answer<T> {
        self.look(mind, |c, n| if self.format < talks::SINCE_FORMAT { Ok(T::default()) } else { look(c, n) })
    }

    /// Updates the row of a thread, if it has one.
    fn update(&self, mind: &MindName, thread: &str, sql: &str, values: &[&dyn ToSql]) -> Answer<()> {
        let write = || -> Result<()> {
            let (n, print) = (self.mind_or_begin(mind)?, bits(NamePrint::of(thread)));
            let own: [&dyn ToSql; 2] = [&n, &print];
            let all: Vec<&dyn ToSql> = own.into_iter().chain(values.iter().copied()).collect();
            self.connection.prepare_cached(sql)?.execute(all.as_slice())?;
            Ok(())
        };
        self.told(write())
    }

    /// Sets columns of a thread, which begins with it where it is not there yet.
    fn keep(&self, mind: &MindName, thread: &str, columns: &[&str], values: &[&dyn ToSql]) -> Answer<()> {
        let write = || -> Result<()> {
            let (n, print) = (self.mind_or_begin(mind)?, bits(NamePrint::of(thread)));
            let names = columns.join(", ");
            let marks: String = (4..4 + columns.len()).map(|number| format!(", ?{number}")).collect();
            let set: Vec<String> = columns.iter().map(|name| format!("{name} = excluded.{name}")).collect();
            let sql = format!(
                "INSERT INTO threads (mind, print, name, {names}) VALUES (?1, ?2, ?3{marks})
                 ON CONFLICT (mind, print) DO UPDATE SET name = excluded.name, {}",
                set.join(", ")
            );
            let own: [&dyn ToSql; 3] = [&n, &print, &thread];
            let all: Vec<&dyn ToSql> = own.into_iter().chain(values.iter().copied()).collect();
            self.connection.prepare_cached(&sql)?.execute(all.as_slice())?;
            Ok(())
        };
        self.told(write())
    }
}

impl ThreadWriter for Session<'_> {
    fn keep_feeling(&mut self, mind: &MindName, thread: &str, feeling: Option<(&Feeling, Moment)>) -> Answer<()> {
        // A feeling that is dropped begins no thread.
        if feeling.is_none() && self.thread(mind, thread)?.is_none() {
            return Ok(());
        }
        let columns = ["valence", "arousal", "tags", "felt_at", "felt_offset"];
        let (feeling, at) = feeling.unzip();
        let tags = feeling.map(|feeling| feeling.tags.iter().copied().map(Tag::name).collect::<Vec<_>>());
        let tags = self.told(tags.map(|tags| rows::words_json(&tags)).transpose())?;
        let (at, offset) = rows::split(at);
        let (valence, arousal) =
            (feeling.map(|feeling| feeling.valence.name()), feeling.map(|feeling| feeling.arousal));
        self.keep(mind, thread, &columns, params![valence, arousal, tags, at, offset])
    }

    fn keep_place(&mut self, mind: &MindName, thread: &str, place: &Place) -> Answer<()> {
        let Place { host, project, folder, branch, repository } = place;
        let columns = ["host", "project", "folder", "branch", "repository"];
        self.keep(mind, thread, &columns, params![host, project, folder, branch, repository])
    }

    fn keep_shown(&mut self, mind: &MindName, thread: &str, memories: &[MemoryId]) -> Answer<()> {
        let text = (!memories.is_empty()).then(|| id_list(memories));
        self.keep(mind, thread, &["shown"], params![text])
    }

    fn keep_emptied(&mut self, mind: &MindName, thread: &str, at: Moment) -> Answer<()> {
        let (at, offset) = (at.unix_micros(), at.offset_seconds());
        self.keep(mind, thread, &["emptied_at", "emptied_offset"], params![at, offset])
    }

    fn keep_spoken(&mut self, mind: &MindName, thread: &str, person: &str, at: Moment, is_ruled: bool) -> Answer<()> {
        let outcome = self.mind_or_begin(mind).and_then(|n| {
            talks::spoken(self.connection, n, bits(NamePrint::of(thread)), thread, (person, at, is_ruled))
        });
        self.told(outcome)
    }

    fn set_last_spoken(&mut self, mind: &MindName, thread: &str, person: &str, at: Moment) -> Answer<()> {
        let sql = "UPDATE threads SET person = ?3, last_at = ?4, last_offset = ?5
                   WHERE mind = ?1 AND print = ?2 AND last_at IS NOT NULL";
        self.update(mind, thread, sql, params![person, at.unix_micros(), at.offset_seconds()])
    }

    fn close_thread(&mut self, mind: &MindName, thread: &str, at: Moment) -> Answer<()> {
        let sql = "UPDATE threads SET closed_at = ?3, closed_offset = ?4 WHERE mind = ?1 AND print = ?2";
        self.update(mind, thread, sql, params![at.unix_micros(), at.offset_seconds()])
    }

    fn keep_recorded(&mut self, mind: &MindName, thread: &str, to: Seq) -> Answer<()> {
        self.update(mind, thread, "UPDATE threads SET recorded_to = ?3 WHERE mind = ?1 AND print = ?2", params![to.0])
    }

    fn reopen_thread(&mut self, mind: &MindName, thread: &str, to: Seq) -> Answer<()> {
        let sql = "UPDATE threads SET recorded_to = min(recorded_to, ?3), closed_at = NULL, closed_offset = NULL
                   WHERE mind = ?1 AND print = ?2";
        self.update(mind, thread, sql, params![to.0])
    }

    fn keep_latest_turns(&mut self, mind: &MindName, project: NamePrint, latest: &LatestTurns) -> Answer<()> {
        let sql = "INSERT INTO latest_turns (mind, project, thread, at, at_offset, memories)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                   ON CONFLICT (mind, project) DO UPDATE SET thread = excluded.thread, at = excluded.at,
                       at_offset = excluded.at_offset, memories = excluded.memories";
        let write = || -> Result<()> {
            let n = self.mind_or_begin(mind)?;
            let (at, offset) = (latest.at.unix_micros(), latest.at.offset_seconds());
            let values = params![n, bits(project), latest.thread, at, offset, id_list(&latest.memories)];
            self.connection.prepare_cached(sql)?.execute(values)?;
            Ok(())
        };
        self.told(write())
    }
}

/// Begins the thread of a memory that is written down, where it is not there yet.
pub(super) fn begin(c: &Connection, n: MindNumber, name: &str) -> Result<()> {
    let sql = "INSERT INTO threads (mind, print, name) VALUES (?1, ?2, ?3)
               ON CONFLICT (mind, print) DO UPDATE SET name = excluded.name WHERE name IS NULL";
    c.prepare_cached(sql)?.execute(params![n, bits(NamePrint::of(name)), name])?;
    Ok(())
}

/// Forgets the threads that nothing was said in: whoever only asks leaves a row each time. What is said outside any thread
/// stays.
pub(super) fn forget_unsaid(c: &Connection, n: MindNumber) -> Result<()> {
    let threads = "DELETE FROM threads WHERE mind = ?1 AND name IS NOT ''
                   AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.mind = ?1 AND m.thread = threads.name)
                   AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.mind = ?1 AND m.id = threads.name)
                   AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.mind = ?1 AND t.thread = threads.name)";
    let latest = "DELETE FROM latest_turns WHERE mind = ?1
                  AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.mind = ?1 AND m.thread = latest_turns.thread)
                  AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.mind = ?1 AND m.id = latest_turns.thread)
                  AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.mind = ?1 AND t.thread = latest_turns.thread)";
    for sql in [threads, latest] {
        c.prepare_cached(sql)?.execute([n])?;
    }
    Ok(())
}

/// Forgets that any thread was shown a memory.
pub(super) fn forget_shown(c: &Connection, n: MindNumber, memory: MemoryId) -> Result<()> {
    let sql = "SELECT print, shown FROM threads WHERE mind = ?1 AND instr(shown, ?2) > 0";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![n, memory.to_string()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let threads: Vec<(i64, String)> = found.readable()?;
    for (print, shown) in threads {
        let rest: Vec<MemoryId> = ids(&shown).into_iter().filter(|id| *id != memory).collect();
        let text = (!rest.is_empty()).then(|| id_list(&rest));
        let sql = "UPDATE threads SET shown = ?3 WHERE mind = ?1 AND print = ?2";
        c.prepare_cached(sql)?.execute(params![n, print, text])?;
    }
    Ok(())
}

/// Gives the row of a thread its name, whatever it is called.
pub(super) fn name(c: &Connection, n: MindNumber, name: &str) -> Result<()> {
    let sql = "INSERT INTO threads (mind, print, name) VALUES (?1, ?2, ?3)
               ON CONFLICT (mind, print) DO UPDATE SET name = excluded.name";
    c.execute(sql, params![n, bits(NamePrint::of(name)), name])?;
    Ok(())
}

fn bits(print: NamePrint) -> i64 {
    print.to_bits().cast_signed()
}

fn print(bits: i64) -> NamePrint {
    NamePrint::from_bits(bits.cast_unsigned())
}

fn ids(text: &str) -> Vec<MemoryId> {
    text.split(' ').filter_map(|id| id.parse().ok()).collect()
}

fn id_list(memories: &[MemoryId]) -> String {
    memories.iter().map(MemoryId::to_string).collect::<Vec<_>>().join(" ")
}

fn feeling(row: &Row<'_>, at: usize) -> rusqlite::Result<Option<(Feeling, Moment)>> {
    let Some(felt_at) = rows::moment_or_none(row, at + 3)? else { return Ok(None) };
    // Words of a later version count as a feeling that has passed.
    let is_known = rows::text(row, at)?.parse::<omoide_core::Valence>().is_ok();
    if is_known { Ok(Some((rows::feeling(row, at)?, felt_at))) } else { Ok(None) }
}

fn place(row: &Row<'_>) -> rusqlite::Result<Option<Place>> {
    let place = Place {
        host: row.get(0)?,
        project: row.get(1)?,
        folder: row.get(2)?,
        branch: row.get(3)?,
        repository: row.get(4)?,
    };
    Ok((place != Place::default()).then_some(place))
}

fn with_memories(
    c: &Connection,
    n: MindNumber,
    after: Option<(i64, &str)>,
    limit: usize,
) -> Result<Vec<ThreadSummary>> {
    // The plus keeps SQLite from the index over threads, which would look every memory up for its time. The offsets are
    // looked up only for those that are given out.
    let sql = "SELECT g.thread, g.memories, g.turns,
                      g.first, (SELECT m.created_offset FROM memories m
                                WHERE m.mind = ?1 AND m.created = g.first AND m.thread = g.thread LIMIT 1),
                      g.last, (SELECT m.created_offset FROM memories m
                               WHERE m.mind = ?1 AND m.created = g.last AND m.thread = g.thread LIMIT 1)
               FROM (SELECT thread, count(*) AS memories, count(turn) AS turns,
                            min(created) AS first, max(created) AS last
                     FROM memories WHERE mind = ?1 AND +thread IS NOT NULL AND kind <> 'session' GROUP BY thread
                     HAVING ?2 IS NULL OR max(created) < ?2 OR (max(created) = ?2 AND thread > ?3)
                     ORDER BY last DESC, thread LIMIT ?4) g
               ORDER BY g.last DESC, g.thread";
    let (last, name) = after.unzip();
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![n, last, name, limit], |row| {
        Ok(ThreadSummary {
            name: row.get(0)?,
            memories: rows::total(row, 1)?,
            turns: rows::total(row, 2)?,
            first: rows::moment(row, 3)?,
            last: rows::moment(row, 5)?,
        })
    })?;
    Ok(found.readable()?)
}
