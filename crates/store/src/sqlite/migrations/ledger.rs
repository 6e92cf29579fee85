//! Format 7: tasks get subjects, and what models made of sessions and archived memories leaves the ledger.
//!
//! The summary of a session lay with each of its turns, and becomes a memory of its own. The short text of an archived
//! memory becomes a version of its text.

use omoide_core::{Kind, MemoryId, Moment, NamePrint, Seq, Text};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};
use serde::Deserialize;

use crate::sqlite::error::Result;
use crate::sqlite::session::MindNumber;
use crate::sqlite::writer::{handles, next_number};
use crate::sqlite::{attic, rows, vector_index};

/// The summary of a session as the ledger had it.
#[derive(Deserialize)]
struct KeptSession {
    content: String,
    keywords: Vec<String>,
    resolved: Vec<String>,
    tasks: Vec<String>,
}

/// A text as the ledger had it.
#[derive(Deserialize)]
struct KeptText {
    text: Option<Text>,
}

/// Moves everything that the ledger has of memories, also of those that a night erased and that may come back.
pub(super) fn fill(c: &Connection) -> Result<()> {
    c.execute_batch(
        "INSERT INTO tasks (subject, one, other, name, mind, purpose, call, place, state, made)
         SELECT 'memory', t.memory, 0, '', m.mind, t.purpose, t.call, t.place, t.state, t.made
         FROM tasks_of_format_6 t JOIN memories m ON m.seq = t.memory WHERE t.purpose <> 'session';
         INSERT OR IGNORE INTO call_sources (call, place, memory)
         SELECT t.call, t.place, t.memory FROM tasks_of_format_6 t JOIN memories m ON m.seq = t.memory
         WHERE t.purpose = 'session';
         INSERT OR REPLACE INTO tasks (subject, one, other, name, mind, purpose, call, place, state)
         SELECT 'thread', 0, 0, m.thread, m.mind, t.purpose, t.call, 0, t.state
         FROM tasks_of_format_6 t JOIN memories m ON m.seq = t.memory
         WHERE t.purpose = 'session' AND m.thread IS NOT NULL GROUP BY t.call ORDER BY t.call;",
    )?;
    let sessions = move_sessions(c)?;
    vector_index::note_whole(c, &sessions)?;
    move_archive_texts(c)?;
    repack_attic(c)?;
    c.execute_batch("DROP TABLE tasks_of_format_6")?;
    Ok(())
}

fn move_sessions(c: &Connection) -> Result<Vec<(MindNumber, Seq)>> {
    let sql = "SELECT t.call, max(t.made), c.made_by, c.at, c.at_offset
               FROM tasks_of_format_6 t JOIN calls c ON c.number = t.call
               WHERE t.purpose = 'session' AND t.made IS NOT NULL GROUP BY t.call ORDER BY t.call";
    let mut statement = c.prepare(sql)?;
    let found = statement.query_map([], |row| {
        Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?, rows::moment(row, 3)?))
    })?;
    let found: Vec<(i64, String, String, Moment)> = found.collect::<rusqlite::Result<_>>()?;
    let mut sessions = Vec::new();
    for (call, json, made_by, at) in found {
        if let Ok(session) = serde_json::from_str::<KeptSession>(&json) {
            sessions.extend(insert_session(c, call, &session, &made_by, at)?);
        }
    }
    Ok(sessions)
}

/// Nothing where all turns of the session are gone.
fn insert_session(
    c: &Connection,
    call: i64,
    session: &KeptSession,
    made_by: &str,
    at: Moment,
) -> Result<Option<(MindNumber, Seq)>> {
    // The columns beside a maximum are those of its row: the last turn's.
    let sql = "SELECT max(m.created), m.created_offset, m.mind, m.person, m.thread,
                      CAST(round(avg(m.emotional_intensity)) AS INTEGER)
               FROM tasks_of_format_6 t JOIN memories m ON m.seq = t.memory
               WHERE t.call = ?1 AND t.purpose = 'session' GROUP BY t.call";
    let read =
        |row: &Row<'_>| Ok((rows::moment(row, 0)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get::<_, i64>(5)?));
    let last: Option<(Moment, i64, String, Option<String>, i64)> =
        c.prepare_cached(sql)?.query_map([call], read)?.next().transpose()?;
    let Some((created, mind, person, thread, intensity)) = last else { return Ok(None) };
    let seq = next_number(c, "memories")?;
    let handle = handles::choose(c, mind, None, Kind::Session, created)?;
    // A migration that is begun again makes the same ids.
    let random = NamePrint::of(&format!("session of call {call}")).to_bits();
    let id = MemoryId::new(created, u128::from(random));
    let sql = "INSERT INTO memories (
                   seq, id, mind, handle, kind, created, created_offset, recorded_at, recorded_offset, memory_days,
                   recalled_since_last_batch, recall_count, emotional_intensity, emotional_valence, emotional_arousal,
                   emotional_tags, decay_coefficient, category, current_level, retention_score, protected,
                   revival_requested, version, last_version, person, thread, source)
               VALUES (?1, ?2, ?3, ?4, 'session', ?5, ?6, ?7, ?8, 0, 0, 0, ?9, 'neutral', 0, '[]', 1, 'casual', 1, ?9, 0,
                       0, 1, 1, ?10, ?11, 'agent')";
    c.prepare_cached(sql)?.execute(params![
        seq,
        id.to_string(),
        mind,
        handle,
        created.unix_micros(),
        created.offset_seconds(),
        at.unix_micros(),
        at.offset_seconds(),
        intensity,
        person,
        thread,
    ])?;
    let sql = "INSERT INTO texts (memory, version, level, \"trigger\", content, made_by, made_at, made_offset)
               VALUES (?1, 1, 1, '', ?2, ?3, ?4, ?5)";
    c.execute(sql, params![seq, session.content, made_by, at.unix_micros(), at.offset_seconds()])?;
    let sql = "INSERT INTO descriptions (memory, keywords, analysed_by) VALUES (?1, ?2, ?3)";
    c.execute(sql, params![seq, rows::words_json(&session.keywords)?, made_by])?;
    c.execute("INSERT INTO word_gaps (mind, memory) VALUES (?1, ?2)", params![mind, seq])?;
    let (resolved, tasks) = (rows::words_json(&session.resolved)?, rows::words_json(&session.tasks)?);
    c.execute("INSERT INTO sessions (memory, resolved, tasks) VALUES (?1, ?2, ?3)", params![seq, resolved, tasks])?;
    let sql = "INSERT INTO session_memories (memory, session) SELECT memory, ?2 FROM call_sources WHERE call = ?1";
    c.execute(sql, params![call, seq])?;
    Ok(Some((mind, Seq(seq))))
}

fn move_archive_texts(c: &Connection) -> Result<()> {
    let sql = "SELECT t.one, t.made, c.made_by, c.at, c.at_offset FROM tasks t JOIN calls c ON c.number = t.call
               WHERE t.subject = 'memory' AND t.purpose = 'compress' AND t.made IS NOT NULL";
    let mut statement = c.prepare(sql)?;
    let found = statement.query_map([], |row| {
        Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?, rows::moment(row, 3)?))
    })?;
    let found: Vec<(i64, String, String, Moment)> = found.collect::<rusqlite::Result<_>>()?;
    for (memory, json, made_by, at) in found {
        let Some(text) = serde_json::from_str::<KeptText>(&json).ok().and_then(|kept| kept.text) else { continue };
        let sql = "UPDATE memories SET last_version = last_version + 1 WHERE seq = ?1 RETURNING last_version";
        let version: i64 = c.prepare_cached(sql)?.query_row([memory], |row| row.get(0))?;
        let sql = "INSERT INTO texts (memory, version, level, \"trigger\", content, made_by, made_at, made_offset)
                   VALUES (?1, ?2, 4, ?3, ?4, ?5, ?6, ?7)";
        let (at, offset) = (at.unix_micros(), at.offset_seconds());
        c.execute(sql, params![memory, version, text.trigger, text.content, made_by, at, offset])?;
    }
    c.execute("UPDATE tasks SET made = NULL WHERE purpose = 'compress'", [])?;
    Ok(())
}

/// Tasks of memories that a night erased are brought back by the names of their columns, so those must be the present ones.
fn repack_attic(c: &Connection) -> Result<()> {
    let mut statement = c.prepare("SELECT number, mind, row FROM attic WHERE table_name = 'tasks' ORDER BY number")?;
    let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let found: Vec<(i64, i64, Vec<u8>)> = found.collect::<rusqlite::Result<_>>()?;
    for (number, mind, row) in found {
        let task = attic::unpack(&row)?;
        let of = |name: &str| value(&task, name);
        let text = |name: &str| Value::Text(name.to_owned());
        let is_archive_text = of("purpose") == text("compress");
        if is_archive_text && let Value::Text(json) = of("made") {
            move_archive_text_in_attic(c, number, &of("call"), &json)?;
        }
        let made = if is_archive_text { Value::Null } else { of("made") };
        let zero = Value::Integer(0);
        let (table, columns) = if of("purpose") == text("session") {
            ("call_sources", vec![("call", of("call")), ("place", of("place")), ("memory", of("memory"))])
        } else {
            let key = [("subject", text("memory")), ("one", of("memory")), ("other", zero), ("name", text(""))];
            let rest = ["purpose", "call", "place", "state"].map(|name| (name, of(name)));
            let all = key.into_iter().chain([("mind", Value::Integer(mind))]).chain(rest).chain([("made", made)]);
            ("tasks", all.collect())
        };
        let columns: Vec<(String, Value)> = columns.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let sql = "UPDATE attic SET table_name = ?2, row = ?3 WHERE number = ?1";
        c.execute(sql, params![number, table, pack(c, &columns)?])?;
    }
    Ok(())
}

/// The short text of a memory in the attic becomes a version of its text there.
fn move_archive_text_in_attic(c: &Connection, task: i64, call: &Value, json: &str) -> Result<()> {
    let Some(text) = serde_json::from_str::<KeptText>(json).ok().and_then(|kept| kept.text) else { return Ok(()) };
    let sql = "SELECT m.number, m.row FROM attic t JOIN attic m ON m.mind = t.mind AND m.memory_id = t.memory_id
                   AND m.night = t.night AND m.table_name = 'memories' WHERE t.number = ?1";
    let found = c.prepare_cached(sql)?.query_row([task], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let sql = "SELECT made_by, at, at_offset FROM calls WHERE number = ?1";
    let read = |row: &Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
    let call: Option<[Value; 3]> = c.prepare_cached(sql)?.query_row([call], read).optional()?;
    let (Some((number, row)), Some([made_by, at, offset])) = (found, call) else { return Ok(()) };
    let (number, row): (i64, Vec<u8>) = (number, row);
    let mut memory = attic::unpack(&row)?;
    let Value::Integer(last) = value(&memory, "last_version") else { return Ok(()) };
    for (name, value) in &mut memory {
        if name == "last_version" {
            *value = Value::Integer(last + 1);
        }
    }
    c.execute("UPDATE attic SET row = ?2 WHERE number = ?1", params![number, pack(c, &memory)?])?;
    let version = [
        ("memory", value(&memory, "seq")),
        ("version", Value::Integer(last + 1)),
        ("level", Value::Integer(4)),
        ("trigger", Value::Text(text.trigger)),
        ("content", Value::Text(text.content)),
        ("made_by", made_by),
        ("made_at", at),
        ("made_offset", offset),
    ];
    let version: Vec<(String, Value)> = version.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let sql = "INSERT INTO attic (mind, night, memory, memory_id, table_name, row)
               SELECT mind, night, memory, memory_id, 'texts', ?2 FROM attic WHERE number = ?1";
    c.execute(sql, params![task, pack(c, &version)?])?;
    Ok(())
}

fn value(columns: &[(String, Value)], name: &str) -> Value {
    columns.iter().find(|(column, _)| column == name).map_or(Value::Null, |(_, value)| value.clone())
}

/// A row of the attic with those columns.
fn pack(c: &Connection, columns: &[(String, Value)]) -> Result<Vec<u8>> {
    let marks: Vec<String> = (1..=columns.len()).map(|number| format!("?{number}")).collect();
    let names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
    let values = params_from_iter(columns.iter().map(|(_, value)| value));
    c.query_row(&format!("SELECT {}", marks.join(", ")), values, |row| Ok(attic::pack(row, &names)))?
}
