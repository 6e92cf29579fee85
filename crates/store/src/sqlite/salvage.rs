//! Saving what can still be read of a damaged file.

use std::collections::VecDeque;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use omoide_core::ports::StoreError;
use omoide_core::ports::store::Finding;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OpenFlags, Statement, params_from_iter};

use super::connection::{PATIENCE, beside, furnish, header, refuse_others};
use super::error::{Result, SqliteFault};
use super::file::{Temporary, set_aside};
use super::migrations::bring_up;
use super::open::{absolute, refuse_missing};
use super::{FORMAT, SqliteStore, check, create};

/// What became of a damaged store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SalvageReport {
    /// Where the damaged file is now; nothing when it was not damaged and stayed where it was.
    pub damaged_file: Option<PathBuf>,
    /// What was saved, table by table.
    pub tables: Vec<SalvagedTable>,
    /// What was mended in what was saved.
    pub mended: Vec<Finding>,
}

/// What was saved of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SalvagedTable {
    /// Its name.
    pub table: &'static str,
    /// Rows that were saved.
    pub rows: u64,
    /// Whether parts of it could not be read.
    pub has_losses: bool,
}

/// How a table can be gone through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By row number, so that what cannot be read can be passed over.
    ByNumber,
    /// From both ends.
    FromEnds,
}

/// The tables, those that others point to first, with the first and the last format that has them.
const TABLES: [(&str, Way, RangeInclusive<u32>); 37] = [
    ("minds", Way::ByNumber, 1..=FORMAT),
    ("memories", Way::ByNumber, 1..=FORMAT),
    ("texts", Way::ByNumber, 1..=FORMAT),
    ("descriptions", Way::ByNumber, 1..=FORMAT),
    ("turns", Way::ByNumber, 1..=FORMAT),
    ("models", Way::ByNumber, 1..=FORMAT),
    ("vectors", Way::ByNumber, 1..=FORMAT),
    ("lifecycle", Way::ByNumber, 1..=6),
    ("change_groups", Way::ByNumber, 7..=FORMAT),
    ("changes", Way::ByNumber, 7..=FORMAT),
    ("change_packs", Way::ByNumber, 7..=FORMAT),
    ("nights", Way::ByNumber, 1..=FORMAT),
    ("night_steps", Way::FromEnds, 7..=FORMAT),
    ("attic", Way::ByNumber, 1..=FORMAT),
    ("relations", Way::FromEnds, 1..=FORMAT),
    ("supersessions", Way::FromEnds, 6..=FORMAT),
    ("recalls", Way::FromEnds, 1..=FORMAT),
    ("feedback", Way::ByNumber, 2..=FORMAT),
    ("attachments", Way::ByNumber, 7..=FORMAT),
    ("threads", Way::ByNumber, 7..=FORMAT),
    ("latest_turns", Way::ByNumber, 7..=FORMAT),
    ("pages", Way::ByNumber, 7..=FORMAT),
    ("page_texts", Way::ByNumber, 7..=FORMAT),
    ("calls", Way::ByNumber, 3..=FORMAT),
    ("tasks", Way::FromEnds, 3..=FORMAT),
    ("call_sources", Way::FromEnds, 7..=FORMAT),
    ("sessions", Way::ByNumber, 7..=FORMAT),
    ("session_memories", Way::FromEnds, 7..=FORMAT),
    ("witnesses", Way::FromEnds, 8..=FORMAT),
    ("activity", Way::FromEnds, 8..=FORMAT),
    ("persons", Way::FromEnds, 8..=FORMAT),
    ("items", Way::ByNumber, 8..=FORMAT),
    ("ties", Way::FromEnds, 2..=FORMAT),
    ("names", Way::FromEnds, 2..=FORMAT),
    ("state", Way::FromEnds, 1..=FORMAT),
    ("handles", Way::FromEnds, 1..=FORMAT),
    ("places", Way::FromEnds, 1..=FORMAT),
];

/// How often a table is looked into before the rest of it counts as lost.
const ATTEMPTS: usize = 10_000;

/// Saves what can be read of a damaged store into a fresh one, which takes its place; the damaged file
/// stays beside it as `<name>.damaged-N`. A store that is whole is left alone.
///
/// # Errors
/// [`StoreError::Missing`], [`StoreError::Newer`], [`StoreError::Foreign`] when it is not a store or
/// nothing of it can be read, and whatever keeps the fresh one from being written.
pub fn salvage(path: impl AsRef<Path>) -> std::result::Result<SalvageReport, StoreError> {
    let path = absolute(path.as_ref())?;
    refuse_missing(&path)?;
    salvage_present(&path).map_err(|fault| fault.at(&path))
}

fn salvage_present(path: &Path) -> Result<SalvageReport> {
    let graft = Temporary::beside(path)?;
    let headless = |fault| open_headless(path, &graft).map(|source| (source, true)).map_err(|_| fault);
    let (source, is_headless) = match refuse_others(path) {
        Ok(()) if is_whole(path) => return Ok(SalvageReport::default()),
        // A file that was cut off claims more pages than it has, and is not even opened.
        Err(SqliteFault::Store(StoreError::Damaged { .. })) | Ok(()) => {
            open_damaged(path).map(|source| (source, false)).or_else(headless)?
        }
        Err(fault) => headless(fault)?,
    };
    // Rows are saved as they lie, into a store of the format that they have, and brought up afterwards. Where the first
    // page was lost with the number of the format, it is taken for the present one.
    let format = match header(&source) {
        Ok(header) if !is_headless && (1..=FORMAT).contains(&header.format) => header.format,
        Ok(_) if !is_headless => format_of_tables(&source),
        _ => FORMAT,
    };
    let temporary = Temporary::beside(path)?;
    create::build_format(temporary.path(), format)?;
    let mut fresh = Connection::open(temporary.path())?;
    furnish(&mut fresh, PATIENCE)?;
    fresh.execute_batch("PRAGMA foreign_keys = OFF; BEGIN")?;
    let mut tables = Vec::new();
    for (table, way, formats) in TABLES {
        if formats.contains(&format) {
            let (rows, has_losses) = save(&source, &fresh, table, way)?;
            tables.push(SalvagedTable { table, rows, has_losses });
        }
    }
    fresh.execute_batch("COMMIT")?;
    drop(source);
    bring_up(&mut fresh)?;
    let mended = check::repair(&mut fresh, temporary.path(), path)?;
    fresh.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    fresh.close().map_err(|(_, error)| error)?;
    let damaged_file = Some(set_aside(path)?);
    fs::rename(temporary.path(), path)?;
    Ok(SalvageReport { damaged_file, tables, mended })
}

/// The format that the tables are of, where its number is damaged.
fn format_of_tables(c: &Connection) -> u32 {
    let marks = [
        (7, "SELECT number FROM change_groups"),
        (6, "SELECT memory FROM supersessions"),
        (4, "SELECT sentences FROM vectors"),
        (3, "SELECT number FROM calls"),
        (2, "SELECT low FROM ties"),
    ];
    marks.into_iter().find(|(_, sql)| c.prepare(sql).is_ok()).map_or(1, |(format, _)| format)
}

fn is_whole(path: &Path) -> bool {
    SqliteStore::open(path).is_ok_and(|store| {
        let answer = store.reader().and_then(|connection| {
            Ok(connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0))?)
        });
        answer.is_ok_and(|answer| answer == "ok")
    })
}

pub(super) fn open_damaged(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut source = Connection::open_with_flags(path, flags)?;
    furnish(&mut source, PATIENCE)?;
    // An index that is broken, or a schema that is odd, is no reason to give up on a table.
    source.execute_batch("PRAGMA writable_schema = ON")?;
    source.prepare("SELECT * FROM memories")?;
    Ok(source)
}

/// Opens a copy of a file whose tables cannot be found, with the first page of a fresh store.
///
/// Stores all begin as the first format, made by the same statements, so its tables begin on the same pages
/// in each.
fn open_headless(path: &Path, graft: &Temporary) -> Result<Connection> {
    const PAGE: usize = 8192;
    let mut bytes = fs::read(path)?;
    let pages = bytes.len() / PAGE;
    create::build_format(graft.path(), 1)?;
    let mut head = fs::read(graft.path())?;
    head.truncate(PAGE);
    if pages < 2 || head.len() < PAGE {
        return Err(SqliteFault::Row("too little is left of it".to_owned()));
    }
    let count = u32::try_from(pages).map_err(|error| SqliteFault::Row(error.to_string()))?;
    // The number of pages, and no list of free ones.
    head[28..32].copy_from_slice(&count.to_be_bytes());
    head[32..40].fill(0);
    bytes[..PAGE].copy_from_slice(&head);
    fs::write(graft.path(), bytes)?;
    // The journal may hold the very page that is lost.
    let wal = beside(path, "-wal");
    if wal.exists() {
        fs::copy(wal, beside(graft.path(), "-wal"))?;
    }
    let source = open_damaged(graft.path())?;
    // One end of the table may be among what is lost.
    let has_any = ["min", "max"].iter().any(|end| {
        let found = source.query_row(&format!("SELECT {end}(seq) FROM memories"), [], |row| row.get(0));
        matches!(found, Ok(Some::<i64>(_)))
    });
    if has_any { Ok(source) } else { Err(SqliteFault::Row("there are no memories in it".to_owned())) }
}

/// Copies what can be read of a table; returns how many rows, and whether anything was lost.
fn save(from: &Connection, to: &Connection, table: &str, way: Way) -> Result<(u64, bool)> {
    let Ok(columns) = from.prepare(&format!("SELECT * FROM {table}")).map(|s| names(&s)) else {
        return Ok((0, true));
    };
    let known = to.prepare(&format!("SELECT * FROM {table}")).map(|statement| names(&statement))?;
    // A first page from elsewhere describes a table as it was in the first format.
    let common = columns.into_iter().filter(|column| known.contains(column));
    let quoted: Vec<String> = common.map(|name| format!("\"{name}\"")).collect();
    let (list, marks) = (quoted.join(", "), vec!["?"; quoted.len()].join(", "));
    let insert = format!("INSERT OR IGNORE INTO {table} ({list}) VALUES ({marks})");
    let mut saver = Saver { insert: to.prepare(&insert)?, rows: 0, has_losses: false };
    match way {
        Way::ByNumber => save_by_number(from, table, &list, &mut saver)?,
        Way::FromEnds => {
            let all = format!("SELECT {list} FROM {table}");
            if !saver.run(from, &all, &[])?.0 {
                let order: Vec<String> = quoted.iter().take(2).map(|name| format!("{name} DESC")).collect();
                saver.run(from, &format!("{all} ORDER BY {}", order.join(", ")), &[])?;
            }
        }
    }
    Ok((saver.rows, saver.has_losses))
}

fn save_by_number(from: &Connection, table: &str, list: &str, saver: &mut Saver<'_>) -> Result<()> {
    let query = |order: &str| {
        format!("SELECT rowid, {list} FROM {table} NOT INDEXED WHERE rowid BETWEEN ?1 AND ?2 ORDER BY rowid {order}")
    };
    let (up, down) = (query("ASC"), query("DESC"));
    let mut holes = VecDeque::from([(i64::MIN, i64::MAX)]);
    for _ in 0..ATTEMPTS {
        let Some((low, high)) = holes.pop_front() else { return Ok(()) };
        let (is_done, last) = saver.run(from, &up, &[low, high])?;
        if is_done {
            continue;
        }
        let low = last.map_or(low, |last| last.saturating_add(1));
        let (is_done, first) = saver.run(from, &down, &[low, high])?;
        let high = first.map_or(high, |first| first.saturating_sub(1));
        if !is_done && low < high {
            // Neither end goes further; beyond the damage there may be pages that can be read.
            let middle = low.midpoint(high);
            holes.extend([(low, middle), (middle + 1, high)]);
        }
    }
    Ok(())
}

struct Saver<'c> {
    insert: Statement<'c>,
    rows: u64,
    has_losses: bool,
}

impl Saver<'_> {
    /// Saves rows until the end, or until one cannot be read; the number of the last one that could.
    fn run(&mut self, from: &Connection, sql: &str, range: &[i64]) -> Result<(bool, Option<i64>)> {
        let has_number = !range.is_empty();
        let mut last = None;
        let Ok(mut statement) = from.prepare(sql) else { return Ok(self.lost(last)) };
        let count = statement.column_count();
        let Ok(mut found) = statement.query(params_from_iter(range)) else { return Ok(self.lost(last)) };
        loop {
            let row = match found.next() {
                Ok(Some(row)) => row,
                Ok(None) => return Ok((true, last)),
                Err(_) => return Ok(self.lost(last)),
            };
            let values: rusqlite::Result<Vec<Value>> =
                (usize::from(has_number)..count).map(|column| row.get_ref(column).map(owned)).collect();
            if has_number {
                last = row.get(0).ok();
            }
            // A row that does not fit the table is as good as lost.
            match values.and_then(|values| self.insert.execute(params_from_iter(values))) {
                Ok(changed) => self.rows += u64::try_from(changed).unwrap_or(0),
                Err(error) if SqliteFault::from_full(&error) => return Err(error.into()),
                Err(_) => self.has_losses = true,
            }
        }
    }

    fn lost(&mut self, last: Option<i64>) -> (bool, Option<i64>) {
        self.has_losses = true;
        (false, last)
    }
}

/// What was damaged inside a text is kept as far as it is text.
fn owned(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(blob) => Value::Blob(blob.to_vec()),
    }
}

fn names(statement: &Statement<'_>) -> Vec<String> {
    statement.column_names().map(str::to_owned).collect()
}
