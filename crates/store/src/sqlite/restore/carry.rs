//! Carrying memories and pages from one store into another, with everything that belongs to them.
//!
//! Both stores are in one connection: `main` is the one that is written, `present` the one that is read. Memories are told
//! apart by their ids; their places, the places of their turns, and the numbers of minds, models and groups are given anew.

use omoide_core::{Kind, Moment, Seq};
use rusqlite::{Connection, params};

use crate::sqlite::error::Result;
use crate::sqlite::rows::{self, ReadableRows};
use crate::sqlite::vector_index;
use crate::sqlite::writer::{handles, next_number};

/// Which row of `main` each row of `present` is, or becomes. `is_new` says that it is carried over.
const MAPS: &str = "
    CREATE TEMP TABLE carried_minds (old INTEGER PRIMARY KEY, place INTEGER);
    CREATE TEMP TABLE carried_models (old INTEGER PRIMARY KEY, place INTEGER);
    CREATE TEMP TABLE carried_turns (old INTEGER PRIMARY KEY, place INTEGER, is_new INTEGER);
    CREATE TEMP TABLE carried (old INTEGER PRIMARY KEY, place INTEGER, mind INTEGER, handle TEXT, is_new INTEGER);
    CREATE TEMP TABLE carried_groups (old INTEGER PRIMARY KEY, place INTEGER);

    INSERT OR IGNORE INTO main.minds (name) SELECT name FROM present.minds;
    INSERT INTO carried_minds SELECT p.number, m.number FROM present.minds p JOIN main.minds m ON m.name = p.name;
    INSERT OR IGNORE INTO main.models (name, dimensions) SELECT name, dimensions FROM present.models;
    INSERT INTO carried_models SELECT p.number, m.number FROM present.models p
        JOIN main.models m ON m.name = p.name AND m.dimensions = p.dimensions;
    INSERT INTO carried SELECT p.seq, m.seq, m.mind, m.handle, 0 FROM present.memories p JOIN main.memories m ON m.id = p.id;
    INSERT OR IGNORE INTO carried_turns SELECT p.seq, m.seq, 0 FROM present.turns p
        JOIN carried_minds o ON o.old = p.mind
        JOIN main.turns m ON m.mind = o.place AND m.digest = p.digest AND m.at = p.at AND m.uid IS p.uid;";

const UNMAP: &str = "DROP TABLE carried_minds; DROP TABLE carried_models; DROP TABLE carried_turns;
    DROP TABLE carried; DROP TABLE carried_groups;";

/// Carries over what `present` has and `main` lacks; returns how many memories and pages.
pub(super) fn carry_over(c: &Connection) -> Result<(u64, u64)> {
    c.execute_batch("PRAGMA foreign_keys = OFF; BEGIN")?;
    c.execute_batch(MAPS)?;
    place_turns(c)?;
    let memories = place_memories(c)?;
    copy_memories(c)?;
    copy_log(c)?;
    copy_activity(c)?;
    let pages = copy_pages(c)?;
    vector_index::note_whole(c, &memories)?;
    c.execute_batch(UNMAP)?;
    c.execute_batch("COMMIT; PRAGMA foreign_keys = ON")?;
    Ok((u64::try_from(memories.len()).unwrap_or(u64::MAX), pages))
}

/// Keeps how far transcripts were read: whoever read them again would remember what was erased.
pub(super) fn keep_import_marks(c: &Connection) -> Result<()> {
    c.execute(
        "INSERT OR REPLACE INTO main.state (mind, key, value)
         SELECT m.number, s.key, s.value FROM present.state s JOIN present.minds p ON p.number = s.mind
         JOIN main.minds m ON m.name = p.name WHERE s.key LIKE 'import:%'",
        [],
    )?;
    Ok(())
}

fn place_turns(c: &Connection) -> Result<()> {
    let sql = "SELECT seq FROM present.turns WHERE seq NOT IN (SELECT old FROM carried_turns) ORDER BY seq";
    let turns: Vec<i64> = c.prepare(sql)?.query_map([], |row| row.get(0))?.readable()?;
    for old in turns {
        let place = next_number(c, "turns")?;
        c.prepare_cached("INSERT INTO carried_turns VALUES (?1, ?2, 1)")?.execute(params![old, place])?;
    }
    Ok(())
}

/// Gives every memory that is carried over a place and a handle.
fn place_memories(c: &Connection) -> Result<Vec<(i64, Seq)>> {
    let sql = "SELECT p.seq, o.place, p.handle, p.kind, p.created, p.created_offset
               FROM present.memories p JOIN carried_minds o ON o.old = p.mind
               WHERE p.seq NOT IN (SELECT old FROM carried) ORDER BY p.seq";
    let found: Vec<(i64, i64, String, Kind, Moment)> = c
        .prepare(sql)?
        .query_map([], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, rows::kind(rows::text(row, 3)?), rows::moment(row, 4)?))
        })?
        .readable()?;
    let mut memories = Vec::new();
    for (old, mind, handle, kind, created) in found {
        let place = next_number(c, "memories")?;
        let handle = handles::choose(c, mind, Some(&handle), kind, created)?;
        // It has its handle as soon as it has its place: the next one may wish for the same.
        let sql = "INSERT INTO carried VALUES (?1, ?2, ?3, ?4, 1)";
        c.prepare_cached(sql)?.execute(params![old, place, mind, handle])?;
        copy(c, &MEMORIES, &format!("k.old = {old}"))?;
        memories.push((mind, Seq(place)));
    }
    Ok(memories)
}

/// A table whose rows are carried over.
struct CarriedTable {
    table: &'static str,
    /// What becomes of columns that refer to something.
    columns: &'static [(&'static str, &'static str)],
    /// Where that is looked up; the table itself is `p`.
    joins: &'static str,
    /// Which rows are meant.
    rows: &'static str,
}

const TURN: &str = "(SELECT t.place FROM carried_turns t WHERE t.old = p.turn)";

/// Nights that the other store lacks are run again, so the days that they added are taken off first.
const DAYS: &str =
    "max(0.0, p.memory_days - (SELECT count(*) FROM present.nights n WHERE n.mind = p.mind AND n.at > p.created
    AND NOT EXISTS (SELECT 1 FROM main.nights m WHERE m.mind = k.mind AND m.date = n.date)))";

const BY_MEMORY: &str = "JOIN carried k ON k.old = p.memory";
const BY_MIND: &str = "JOIN carried_minds o ON o.old = p.mind";
const OF_NEW: &str = "k.is_new";
const OF_ONE_NEW: &str = "(k.is_new OR l.is_new)";

/// The threads of memories that are carried over.
const THREADS: &str =
    "(SELECT coalesce(m.thread, m.id) FROM present.memories m JOIN carried k ON k.old = m.seq WHERE k.is_new)";

const MEMORIES: CarriedTable = CarriedTable {
    table: "memories",
    columns: &[("seq", "k.place"), ("mind", "k.mind"), ("handle", "k.handle"), ("turn", TURN), ("memory_days", DAYS)],
    joins: "JOIN carried k ON k.old = p.seq",
    rows: OF_NEW,
};

/// The tables that belong to memories.
const TABLES: [CarriedTable; 18] = [
    CarriedTable {
        table: "turns",
        columns: &[("seq", "k.place"), ("mind", "o.place")],
        joins: "JOIN carried_turns k ON k.old = p.seq JOIN carried_minds o ON o.old = p.mind",
        rows: OF_NEW,
    },
    CarriedTable {
        table: "witnesses",
        columns: &[("turn", "k.place")],
        joins: "JOIN carried_turns k ON k.old = p.turn",
        rows: OF_NEW,
    },
    CarriedTable { table: "threads", columns: &[("mind", "o.place")], joins: BY_MIND, rows: "p.name IN {threads}" },
    CarriedTable {
        table: "latest_turns",
        columns: &[("mind", "o.place")],
        joins: BY_MIND,
        rows: "p.thread IN {threads}",
    },
    of_memory("texts"),
    of_memory("descriptions"),
    CarriedTable {
        table: "vectors",
        columns: &[("number", "NULL"), ("memory", "k.place"), ("model", "o.place")],
        joins: "JOIN carried k ON k.old = p.memory JOIN carried_models o ON o.old = p.model",
        rows: OF_NEW,
    },
    CarriedTable {
        table: "relations",
        columns: &[("holder", "k.place")],
        joins: "JOIN carried k ON k.old = p.holder",
        rows: OF_NEW,
    },
    of_memory("recalls"),
    CarriedTable {
        table: "ties",
        columns: &[("low", "min(k.place, l.place)"), ("high", "max(k.place, l.place)")],
        joins: "JOIN carried k ON k.old = p.low JOIN carried l ON l.old = p.high",
        rows: OF_ONE_NEW,
    },
    CarriedTable {
        table: "names",
        columns: &[("memory", "k.place"), ("mind", "k.mind")],
        joins: BY_MEMORY,
        rows: OF_NEW,
    },
    CarriedTable {
        table: "supersessions",
        columns: &[("memory", "k.place"), ("newer", "l.place")],
        joins: "JOIN carried k ON k.old = p.memory JOIN carried l ON l.old = p.newer",
        rows: OF_ONE_NEW,
    },
    of_memory("feedback"),
    of_memory("sessions"),
    CarriedTable {
        table: "session_memories",
        columns: &[("memory", "k.place"), ("session", "l.place")],
        joins: "JOIN carried k ON k.old = p.memory JOIN carried l ON l.old = p.session",
        rows: OF_ONE_NEW,
    },
    of_memory("attachments"),
    // Names that are there keep their person.
    CarriedTable { table: "persons", columns: &[], joins: "", rows: "1" },
    // Items of memories that are carried over, and those of no memory that are not there.
    CarriedTable {
        table: "items",
        columns: &[("number", "NULL"), ("mind", "o.place"), ("memory", "k.place"), ("resolved_by", "l.place")],
        joins: "JOIN carried_minds o ON o.old = p.mind LEFT JOIN carried k ON k.old = p.memory
                LEFT JOIN carried l ON l.old = p.resolved_by",
        rows: "(p.memory IS NULL OR k.place IS NOT NULL) AND (p.resolved_by IS NULL OR l.place IS NOT NULL)
               AND NOT EXISTS (SELECT 1 FROM main.items q WHERE q.mind = o.place AND q.text = p.text
                               AND q.opened_at IS p.opened_at AND q.memory IS k.place)",
    },
];

/// A table with a column `memory` and no other reference.
const fn of_memory(table: &'static str) -> CarriedTable {
    CarriedTable { table, columns: &[("memory", "k.place")], joins: BY_MEMORY, rows: OF_NEW }
}

fn copy_memories(c: &Connection) -> Result<()> {
    for carried in &TABLES {
        copy(c, carried, "1")?;
    }
    // The index over words is made from the texts.
    c.execute("INSERT OR IGNORE INTO main.word_gaps (mind, memory) SELECT mind, place FROM carried WHERE is_new", [])?;
    Ok(())
}

fn copy(c: &Connection, carried: &CarriedTable, condition: &str) -> Result<()> {
    let CarriedTable { table, columns, joins, rows: which } = carried;
    let names = rows::columns(c, &format!("main.{table}"))?;
    let values: Vec<String> = names
        .iter()
        .map(|name| {
            let replaced = columns.iter().find(|(column, _)| *column == name.trim_matches('"'));
            replaced.map_or_else(|| format!("p.{name}"), |(_, value)| (*value).to_owned())
        })
        .collect();
    let (names, values, which) = (names.join(", "), values.join(", "), which.replace("{threads}", THREADS));
    let sql = format!(
        "INSERT OR IGNORE INTO main.{table} ({names}) SELECT {values} FROM present.{table} p {joins}
         WHERE {which} AND {condition}"
    );
    c.execute(&sql, [])?;
    Ok(())
}

/// The log of the memories. Its groups no longer say of which night they are: that night is not in the other store.
fn copy_log(c: &Connection) -> Result<()> {
    c.execute_batch(
        "INSERT INTO carried_groups
         SELECT number, number + (SELECT coalesce(max(number), 0) FROM main.change_groups)
                        - (SELECT coalesce(min(number), 0) FROM present.change_groups) + 1
         FROM present.change_groups WHERE number IN (
             SELECT c.group_number FROM present.changes c JOIN present.memories m ON m.id = c.subject
             JOIN carried k ON k.old = m.seq WHERE k.is_new AND c.subject_sort = 'memory');
         INSERT INTO main.change_groups (number, mind, at, at_offset, who)
         SELECT g.place, o.place, p.at, p.at_offset, p.who
         FROM present.change_groups p JOIN carried_groups g ON g.old = p.number JOIN carried_minds o ON o.old = p.mind;
         INSERT INTO main.changes (group_number, mind, subject_sort, subject, deed, reason, before, after, undone)
         SELECT g.place, k.mind, p.subject_sort, p.subject, p.deed, p.reason, p.before, p.after, p.undone
         FROM present.changes p JOIN carried_groups g ON g.old = p.group_number
         JOIN present.memories m ON m.id = p.subject JOIN carried k ON k.old = m.seq
         WHERE k.is_new AND p.subject_sort = 'memory' ORDER BY p.number;",
    )?;
    Ok(())
}

/// Lines of the activity log. One that both stores have has the same number in both. Where another line has its number
/// since (a backup was restored before), it comes after the last one of its date.
fn copy_activity(c: &Connection) -> Result<()> {
    c.execute_batch(
        "INSERT INTO main.activity (mind, date, line, at, at_offset, type, turn, fields)
         SELECT mind, date, CASE WHEN is_free THEN line ELSE last + row_number() OVER (
                    PARTITION BY mind, date, is_free ORDER BY line) END, at, at_offset, type, turn, fields
         FROM (SELECT o.place AS mind, p.date, p.line, p.at, p.at_offset, p.type, p.fields,
                      (SELECT t.place FROM carried_turns t WHERE t.old = p.turn) AS turn,
                      NOT EXISTS (SELECT 1 FROM main.activity m
                                  WHERE m.mind = o.place AND m.date = p.date AND m.line = p.line) AS is_free,
                      max((SELECT max(line) FROM present.activity q WHERE q.mind = p.mind AND q.date = p.date),
                          coalesce((SELECT max(line) FROM main.activity m WHERE m.mind = o.place AND m.date = p.date), 0))
                          AS last
               FROM present.activity p JOIN carried_minds o ON o.old = p.mind
               WHERE NOT EXISTS (SELECT 1 FROM main.activity m WHERE m.mind = o.place AND m.date = p.date
                                 AND m.line = p.line AND m.at = p.at AND m.type = p.type));",
    )?;
    Ok(())
}

/// Pages that show something else: what they show becomes the last version.
fn copy_pages(c: &Connection) -> Result<u64> {
    let sql = "SELECT o.place, p.path, p.mind, p.version FROM present.pages p JOIN carried_minds o ON o.old = p.mind
               LEFT JOIN present.page_texts t ON t.mind = p.mind AND t.path = p.path AND t.version = p.version
               LEFT JOIN main.pages q ON q.mind = o.place AND q.path = p.path
               LEFT JOIN main.page_texts u ON u.mind = q.mind AND u.path = q.path AND u.version = q.version
               WHERE t.text IS NOT u.text OR q.path IS NULL";
    let pages: Vec<(i64, String, i64, Option<i64>)> =
        c.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?.readable()?;
    for (mind, path, old_mind, version) in &pages {
        let last = "SELECT coalesce(max(version), 0) FROM main.page_texts WHERE mind = ?1 AND path = ?2";
        let last: i64 = c.query_row(last, params![mind, path], |row| row.get(0))?;
        let number = version.map(|_| last + 1);
        c.execute(
            "INSERT INTO main.page_texts (mind, path, version, text, at, at_offset, who)
             SELECT ?1, path, ?5, text, at, at_offset, who FROM present.page_texts
             WHERE mind = ?3 AND path = ?2 AND version = ?4",
            params![mind, path, old_mind, version, number],
        )?;
        c.execute(
            "INSERT INTO main.pages (mind, path, version) VALUES (?1, ?2, ?3)
             ON CONFLICT (mind, path) DO UPDATE SET version = excluded.version",
            params![mind, path, number],
        )?;
    }
    Ok(u64::try_from(pages.len()).unwrap_or(u64::MAX))
}
