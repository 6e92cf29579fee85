//! The attic: whole rows of memories that a night erased or that were taken back, kept while nights can be undone.

use omoide_core::change::GroupNumber;
use omoide_core::{MemoryId, Seq};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, ErrorCode, Params, Row, params, params_from_iter};

use super::activity;
use super::error::{Result, SqliteFault};
use super::items;
use super::rows::{self, ReadableRows};
use super::session::MindNumber;
use super::word_index;
use super::writer::handles;

/// The tables that hold something of a memory, and which rows: ?1 is its place and ?2 the number of a
/// log entry that is left alone. What others point to comes first.
pub(super) const TABLES: [(&str, &str); 25] = [
    ("memories", "seq = ?1 AND ?2 = ?2"),
    (
        "turns",
        "seq = (SELECT turn FROM memories WHERE seq = ?1) AND ?2 = ?2
         AND NOT EXISTS (SELECT 1 FROM memories WHERE turn = turns.seq AND seq <> ?1)",
    ),
    (
        "witnesses",
        "turn = (SELECT turn FROM memories WHERE seq = ?1) AND ?2 = ?2
         AND NOT EXISTS (SELECT 1 FROM memories WHERE turn = witnesses.turn AND seq <> ?1)",
    ),
    (
        ACTIVITY,
        "turn = (SELECT turn FROM memories WHERE seq = ?1) AND ?2 = ?2
         AND NOT EXISTS (SELECT 1 FROM memories WHERE turn = activity.turn AND seq <> ?1)",
    ),
    ("threads", THREAD),
    ("latest_turns", LATEST_TURNS),
    ("texts", "memory = ?1 AND ?2 = ?2"),
    ("descriptions", "memory = ?1 AND ?2 = ?2"),
    ("vectors", "memory = ?1 AND ?2 = ?2"),
    ("relations", "holder = ?1 AND ?2 = ?2"),
    ("recalls", "memory = ?1 AND ?2 = ?2"),
    ("ties", "(low = ?1 OR high = ?1) AND ?2 = ?2"),
    ("names", "memory = ?1 AND ?2 = ?2"),
    ("supersessions", "(memory = ?1 OR newer = ?1) AND ?2 = ?2"),
    ("feedback", "memory = ?1 AND ?2 = ?2"),
    ("tasks", "((subject IN ('memory', 'pair') AND one = ?1) OR (other = ?1 AND other <> 0)) AND ?2 = ?2"),
    ("tasks", THREAD_TASKS),
    ("call_sources", "memory = ?1 AND ?2 = ?2"),
    ("sessions", "memory = ?1 AND ?2 = ?2"),
    ("session_memories", "(memory = ?1 OR session = ?1) AND ?2 = ?2"),
    ("attachments", "memory = ?1 AND ?2 = ?2"),
    ("items", "(memory = ?1 OR resolved_by = ?1) AND ?2 = ?2"),
    ("word_fresh", "mind = (SELECT mind FROM memories WHERE seq = ?1) AND memory = ?1 AND ?2 = ?2"),
    ("word_gaps", "mind = (SELECT mind FROM memories WHERE seq = ?1) AND memory = ?1 AND ?2 = ?2"),
    (
        "changes",
        "mind = (SELECT mind FROM memories WHERE seq = ?1) AND subject_sort = 'memory'
         AND subject = (SELECT id FROM memories WHERE seq = ?1) AND number <> ?2",
    ),
];

/// The lines about a turn stay when the turn goes, so that pointers to other lines hold. Only what they say goes.
const ACTIVITY: &str = "activity";

/// How the rows of a table go.
pub(super) fn removal((table, rows): (&str, &str)) -> String {
    match table {
        ACTIVITY => format!("UPDATE {ACTIVITY} SET turn = NULL, fields = NULL WHERE {rows}"),
        _ => format!("DELETE FROM {table} WHERE {rows}"),
    }
}

/// The thread of a memory that is its last: there is no other, and no turn but its own.
const THREAD: &str = "mind = (SELECT mind FROM memories WHERE seq = ?1) AND ?2 = ?2
    AND name = (SELECT coalesce(thread, id) FROM memories WHERE seq = ?1)
    AND NOT EXISTS (SELECT 1 FROM memories m
                    WHERE m.mind = threads.mind AND m.thread = threads.name AND m.seq <> ?1)
    AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.mind = threads.mind AND t.thread = threads.name
                    AND t.seq IS NOT (SELECT turn FROM memories WHERE seq = ?1))";

/// What such a thread said last of projects.
const LATEST_TURNS: &str = "mind = (SELECT mind FROM memories WHERE seq = ?1) AND ?2 = ?2
    AND thread = (SELECT coalesce(thread, id) FROM memories WHERE seq = ?1)
    AND NOT EXISTS (SELECT 1 FROM memories m
                    WHERE m.mind = latest_turns.mind AND m.thread = latest_turns.thread AND m.seq <> ?1)";

/// What was asked about such a thread.
const THREAD_TASKS: &str = "subject = 'thread' AND one = 0 AND other = 0 AND ?2 = ?2
    AND name = (SELECT thread FROM memories WHERE seq = ?1) AND mind = (SELECT mind FROM memories WHERE seq = ?1)
    AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.mind = tasks.mind AND m.thread = tasks.name AND m.seq <> ?1)";

/// Copies every row of a memory into the attic; the log entry `except` is not one of them.
pub(super) fn keep(
    c: &Connection,
    mind: MindNumber,
    group: GroupNumber,
    seq: Seq,
    id: MemoryId,
    except: i64,
) -> Result<()> {
    for (table, rows) in TABLES {
        keep_rows(c, mind, (group, seq, id), (table, rows), params![seq.0, except])?;
    }
    Ok(())
}

const INSERT: &str =
    "INSERT INTO attic (mind, group_number, memory, memory_id, table_name, row) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

/// Copies other rows into the attic that go and come back with a memory: the table, and which rows.
pub(super) fn keep_rows(
    c: &Connection,
    mind: MindNumber,
    (group, seq, id): (GroupNumber, Seq, MemoryId),
    (table, which): (&str, &str),
    values: impl Params,
) -> Result<()> {
    let mut statement = c.prepare_cached(&format!("SELECT * FROM {table} WHERE {which}"))?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut insert = c.prepare_cached(INSERT)?;
    let mut found = statement.query(values)?;
    while let Some(row) = found.next()? {
        insert.execute(params![mind, group.0, seq.0, id.to_string(), table, pack(row, &names)?])?;
    }
    Ok(())
}

/// Whether every memory that one in the attic sums up is there; one that sums up none has them all.
pub(super) fn has_its_turns(c: &Connection, mind: MindNumber, group: GroupNumber, id: MemoryId) -> Result<bool> {
    for (seq, columns) in kept_rows(c, mind, group, id, "session_memories")? {
        let number = |wanted: &str| columns.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
        let (Some(session), Some(Value::Integer(memory))) = (number("session"), number("memory")) else { continue };
        if session != Value::Integer(seq) {
            continue;
        }
        // A turn that comes back with the same group counts as there.
        let sql = "SELECT EXISTS (SELECT 1 FROM memories WHERE seq = ?1 AND mind = ?2)
                       OR EXISTS (SELECT 1 FROM attic WHERE mind = ?2 AND group_number = ?3 AND memory = ?1)";
        if !c.prepare_cached(sql)?.query_row(params![memory, mind, group.0], |row| row.get::<_, bool>(0))? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The memories that were taken back, with their handles and groups, in the order in which they were taken back.
pub(super) fn unsaid(c: &Connection, mind: MindNumber) -> Result<Vec<(MemoryId, String, GroupNumber)>> {
    let sql = "SELECT a.memory_id, a.group_number FROM attic a JOIN change_groups g ON g.number = a.group_number
               WHERE a.mind = ?1 AND a.table_name = 'memories' AND g.night IS NULL ORDER BY a.number";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map([mind], |row| Ok((rows::id(row, 0)?, GroupNumber(row.get(1)?))))?;
    let mut unsaid = Vec::new();
    for (id, group) in found.readable::<Vec<(MemoryId, GroupNumber)>>()? {
        for (_, columns) in kept_rows(c, mind, group, id, "memories")? {
            let handle = columns.into_iter().find(|(name, _)| name == "handle").map(|(_, value)| value);
            if let Some(Value::Text(handle)) = handle {
                unsaid.push((id, handle, group));
            }
        }
    }
    Ok(unsaid)
}

/// The columns of a row, by name.
type KeptColumns = Vec<(String, Value)>;

/// The rows of a table that the attic has of a memory, each with the memory's place.
fn kept_rows(
    c: &Connection,
    mind: MindNumber,
    group: GroupNumber,
    id: MemoryId,
    table: &str,
) -> Result<Vec<(i64, KeptColumns)>> {
    let sql = "SELECT memory, row FROM attic
               WHERE mind = ?1 AND memory_id = ?2 AND group_number = ?3 AND table_name = ?4 ORDER BY number";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = statement.query(params![mind, id.to_string(), group.0, table])?;
    let mut kept = Vec::new();
    while let Some(row) = found.next()? {
        let columns = unpack(row.get_ref(1)?.as_blob().unwrap_or_default());
        if let Some(columns) = rows::understood(columns)? {
            kept.push((row.get(0)?, columns));
        }
    }
    Ok(kept)
}

/// Brings a memory back from the attic, to exactly the rows that it had; false when it is not there.
pub(super) fn bring_back(c: &Connection, mind: MindNumber, group: GroupNumber, id: MemoryId) -> Result<bool> {
    let id = id.to_string();
    let is_taken: bool =
        c.query_row("SELECT EXISTS (SELECT 1 FROM memories WHERE id = ?1)", [&id], |row| row.get(0))?;
    let mut statement = c.prepare_cached(
        "SELECT table_name, row FROM attic WHERE mind = ?1 AND memory_id = ?2 AND group_number = ?3 ORDER BY number",
    )?;
    let mut found = statement.query(params![mind, id, group.0])?;
    let mut is_there = false;
    while let Some(row) = found.next()? {
        // Someone wrote a memory with the same id down again since; theirs stays.
        let kept =
            || -> Result<_> { Ok((rows::text(row, 0)?, unpack(row.get_ref(1)?.as_blob().unwrap_or_default())?)) };
        if !is_taken && let Some((table, columns)) = rows::understood(kept())? {
            put_back(c, mind, table, columns)?;
            is_there = true;
        }
    }
    c.execute(
        "DELETE FROM attic WHERE mind = ?1 AND memory_id = ?2 AND group_number = ?3",
        params![mind, id, group.0],
    )?;
    if is_there {
        let seq = c.prepare_cached("SELECT seq FROM memories WHERE id = ?1")?.query_row([&id], |row| row.get(0))?;
        // It went to the attic before there was an index.
        word_index::note_if_missing(c, mind, Seq(seq))?;
    }
    Ok(is_there)
}

fn put_back(c: &Connection, mind: MindNumber, table: &str, mut columns: Vec<(String, Value)>) -> Result<()> {
    if table == ACTIVITY {
        return activity::fill_again(c, &columns);
    }
    if table == "memories" {
        handles::keep_or_replace(c, mind, &mut columns)?;
    }
    // The other end may have been erased since, and then no trace of it is to come back.
    let ends = match table {
        "ties" => Some(["low", "high"]),
        "supersessions" => Some(["memory", "newer"]),
        "session_memories" => Some(["memory", "session"]),
        "recalls" => Some(["memory", "memory"]),
        _ => None,
    };
    if table == "items" {
        let Some(kept) = items::put_back(c, columns)? else { return Ok(()) };
        columns = kept;
    }
    if let Some(ends) = ends
        && !are_there(c, mind, &columns, ends)?
    {
        return Ok(());
    }
    match insert(c, table, &columns) {
        // The number of a vector means nothing, and another may have it by now.
        Err(fault) if table == "vectors" && fault.code() == Some(ErrorCode::ConstraintViolation) => {
            columns.retain(|(name, _)| name != "number");
            insert(c, table, &columns)
        }
        outcome => outcome,
    }
}

fn are_there(c: &Connection, mind: MindNumber, columns: &[(String, Value)], ends: [&str; 2]) -> Result<bool> {
    let end = |wanted: &str| columns.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    let sql = "SELECT EXISTS (SELECT 1 FROM memories WHERE seq = ?1 AND mind = ?3)
                  AND EXISTS (SELECT 1 FROM memories WHERE seq = ?2 AND mind = ?3)";
    let [one, other] = ends.map(end);
    Ok(c.prepare_cached(sql)?.query_row(params![one, other, mind], |row| row.get(0))?)
}

fn insert(c: &Connection, table: &str, columns: &[(String, Value)]) -> Result<()> {
    let names: Vec<String> = columns.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    let marks = vec!["?"; columns.len()].join(", ");
    // Someone may have gone on with the thread since; theirs stays.
    let is_shared = matches!(table, "threads" | "latest_turns" | "tasks" | "call_sources" | "recalls" | "items");
    let or = if is_shared { "OR IGNORE " } else { "" };
    let sql = format!("INSERT {or}INTO \"{table}\" ({}) VALUES ({marks})", names.join(", "));
    c.prepare_cached(&sql)?.execute(params_from_iter(columns.iter().map(|(_, value)| value)))?;
    Ok(())
}

const NULL: u8 = 0;
const INTEGER: u8 = 1;
const REAL: u8 = 2;
const TEXT: u8 = 3;
const BLOB: u8 = 4;

/// A row with the names of its columns, so that it fits a table that has grown since.
pub(super) fn pack(row: &Row<'_>, names: &[String]) -> Result<Vec<u8>> {
    let mut columns = Vec::with_capacity(names.len());
    for (column, name) in names.iter().enumerate() {
        columns.push((name.as_str(), row.get_ref(column)?));
    }
    Ok(pack_columns(&columns))
}

/// The same from values.
pub(super) fn pack_values(columns: &[(String, Value)]) -> Vec<u8> {
    pack_columns(&columns.iter().map(|(name, value)| (name.as_str(), ValueRef::from(value))).collect::<Vec<_>>())
}

/// Text is packed as it lies: bytes that are no text do not keep the row from being kept.
fn pack_columns(columns: &[(&str, ValueRef<'_>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, value) in columns {
        part(&mut bytes, name.as_bytes());
        match value {
            ValueRef::Null => bytes.push(NULL),
            ValueRef::Integer(number) => {
                bytes.push(INTEGER);
                bytes.extend(number.to_le_bytes());
            }
            ValueRef::Real(number) => {
                bytes.push(REAL);
                bytes.extend(number.to_bits().to_le_bytes());
            }
            ValueRef::Text(text) => {
                bytes.push(TEXT);
                part(&mut bytes, text);
            }
            ValueRef::Blob(blob) => {
                bytes.push(BLOB);
                part(&mut bytes, blob);
            }
        }
    }
    bytes
}

fn part(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend(u64::try_from(part.len()).unwrap_or(u64::MAX).to_le_bytes());
    bytes.extend(part);
}

/// The columns of a row that was packed.
pub(super) fn unpack(mut bytes: &[u8]) -> Result<Vec<(String, Value)>> {
    let mut columns = Vec::new();
    while !bytes.is_empty() {
        let column = unpack_column(&mut bytes);
        columns.push(column.ok_or_else(|| SqliteFault::Row("a row in the attic cannot be read".to_owned()))?);
    }
    Ok(columns)
}

fn unpack_column(bytes: &mut &[u8]) -> Option<(String, Value)> {
    let name = String::from_utf8(unpack_part(bytes)?).ok()?;
    let [kind] = take(bytes)?;
    let value = match kind {
        NULL => Value::Null,
        INTEGER => Value::Integer(i64::from_le_bytes(take(bytes)?)),
        REAL => Value::Real(f64::from_bits(u64::from_le_bytes(take(bytes)?))),
        TEXT => Value::Text(String::from_utf8_lossy(&unpack_part(bytes)?).into_owned()),
        BLOB => Value::Blob(unpack_part(bytes)?),
        _ => return None,
    };
    Some((name, value))
}

fn unpack_part(bytes: &mut &[u8]) -> Option<Vec<u8>> {
    let length = usize::try_from(u64::from_le_bytes(take(bytes)?)).ok()?;
    let (head, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(head.to_vec())
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*head)
}
