//! Rows that cannot be read: named by a check, set aside by a repair.
//!
//! What is set aside goes into a file beside the store, a row a line, with every byte that it had. A memory goes with
//! everything that belongs to it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use omoide_core::Seq;
use omoide_core::ports::store::Finding;
use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, Row, params_from_iter};
use serde_json::json;

use super::attic;
use super::error::Result;
use super::file;
use super::rows;
use super::values::{ColumnRule, TABLES, TableRules};
use super::writer::erase;

/// What is said of memories that cannot be read.
pub(super) const MEMORIES: &str = "memories that cannot be read";

/// What is said of other values that cannot be read, before the table and its columns.
const VALUES: &str = "values that cannot be read:";

/// Looks at every row of every table that the file has.
pub(super) fn check(c: &Connection) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for table in tables(c)? {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        each(c, table, |bad| {
            let names: Vec<&str> = bad.columns.iter().map(|column| column.name).collect();
            *counts.entry(names.join(", ")).or_default() += 1;
            Ok(())
        })?;
        for (columns, rows) in counts {
            findings.push(finding(table, &columns, rows));
        }
    }
    Ok(findings)
}

/// How many memories cannot be read, or show a text that cannot.
pub(super) fn unreadable_memories(c: &Connection) -> Result<u64> {
    let sql =
        format!("SELECT {}, o.name FROM {} LEFT JOIN minds o ON o.number = m.mind", rows::MEMORY, rows::MEMORY_TABLES);
    let mind = omoide_core::MindName::default();
    let mut statement = c.prepare(&sql)?;
    let mut found = statement.query([])?;
    let mut count = 0;
    while let Some(row) = found.next()? {
        count += u64::from(rows::readable(rows::memory(row, &mind))?.is_none());
    }
    Ok(count)
}

/// Sets aside what cannot be read. Where something else can stand for it, the row stays; returns what was found.
pub(super) fn set_aside(c: &Connection, path: &Path) -> Result<SetAside> {
    let mut aside = SetAside::beside(path);
    for table in tables(c)? {
        let mut found = Vec::new();
        each(c, table, |bad| {
            found.push(bad);
            Ok(())
        })?;
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for bad in found {
            let names: Vec<&str> = bad.columns.iter().map(|column| column.name).collect();
            *counts.entry(names.join(", ")).or_default() += 1;
            if !table.is_index {
                aside.row(table.table, &bad.values)?;
            }
            if bad.columns.iter().all(|column| column.instead.is_some()) {
                bad.replace(c, table)?;
            } else if table.table == "memories" {
                aside.memory(c, bad.number)?;
            } else {
                bad.delete(c, table)?;
            }
        }
        aside.found.extend(counts.iter().map(|(columns, rows)| finding(table, columns, *rows)));
    }
    Ok(aside)
}

fn finding(table: &TableRules, columns: &str, rows: u64) -> Finding {
    let is_needed = |rule: &&ColumnRule| rule.instead.is_none() && columns.split(", ").any(|name| name == rule.name);
    let problem = match table.table {
        "memories" if table.columns.iter().any(|rule| is_needed(&rule)) => format!("{MEMORIES} ({columns})"),
        name => format!("{VALUES} {name} ({columns})"),
    };
    Finding { area: "database", problem, rows, can_be_repaired: true }
}

/// The tables that are there; a file that cannot be written may be of an earlier format.
fn tables(c: &Connection) -> Result<Vec<&'static TableRules>> {
    let mut exists = c.prepare("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)")?;
    let mut tables = Vec::new();
    for table in TABLES {
        if exists.query_row([table.table], |row| row.get::<_, bool>(0))? {
            tables.push(table);
        }
    }
    Ok(tables)
}

/// A row that cannot be read.
struct BadRow {
    /// The number of the row; 0 in a table whose rows have none.
    number: i64,
    /// The columns that hold what they may not.
    columns: Vec<&'static ColumnRule>,
    values: Vec<(String, RawValue)>,
}

/// Calls `visit` with every row of a table that cannot be read.
fn each(c: &Connection, table: &'static TableRules, mut visit: impl FnMut(BadRow) -> Result<()>) -> Result<()> {
    let number = if table.key.is_empty() { "rowid" } else { "0" };
    let mut statement = c.prepare(&format!("SELECT {number}, * FROM {}", table.table))?;
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let place = |rule: &'static ColumnRule| {
        let place = names.iter().skip(1).position(|name| *name == rule.name)?;
        Some((place + 1, rule))
    };
    let rules: Vec<(usize, &'static ColumnRule)> = table.columns.iter().filter_map(place).collect();
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let mut columns = Vec::new();
        for (place, rule) in &rules {
            if !rule.form.fits(row.get_ref(*place)?) {
                columns.push(*rule);
            }
        }
        if !columns.is_empty() {
            visit(BadRow { number: row.get(0)?, columns, values: raw(row, &names)? })?;
        }
    }
    Ok(())
}

fn raw(row: &Row<'_>, names: &[String]) -> Result<Vec<(String, RawValue)>> {
    let mut values = Vec::with_capacity(names.len());
    for (place, name) in names.iter().enumerate().skip(1) {
        values.push((name.clone(), RawValue::from(row.get_ref(place)?)));
    }
    Ok(values)
}

impl BadRow {
    /// Puts what stands for them in the place of the values that cannot be read.
    fn replace(&self, c: &Connection, table: &TableRules) -> Result<()> {
        let set: Vec<String> =
            self.columns.iter().map(|rule| format!("\"{}\" = {}", rule.name, rule.instead.unwrap_or("NULL"))).collect();
        self.execute(c, table, &format!("UPDATE {} SET {}", table.table, set.join(", ")))
    }

    fn delete(&self, c: &Connection, table: &TableRules) -> Result<()> {
        self.execute(c, table, &format!("DELETE FROM {}", table.table))
    }

    fn execute(&self, c: &Connection, table: &TableRules, statement: &str) -> Result<()> {
        if table.key.is_empty() {
            c.execute(&format!("{statement} WHERE rowid = ?1"), [self.number])?;
            return Ok(());
        }
        let key: Vec<&RawValue> =
            self.values.iter().filter(|(name, _)| table.key.contains(&name.as_str())).map(|(_, value)| value).collect();
        let names = self.values.iter().map(|(name, _)| name).filter(|name| table.key.contains(&name.as_str()));
        let conditions: Vec<String> =
            names.enumerate().map(|(place, name)| format!("\"{name}\" IS ?{}", place + 1)).collect();
        c.execute(&format!("{statement} WHERE {}", conditions.join(" AND ")), params_from_iter(key))?;
        Ok(())
    }
}

/// A value as it lies in the file.
#[derive(Clone, Debug)]
enum RawValue {
    Null,
    Integer(i64),
    Real(f64),
    /// Bytes that ought to be text.
    Text(Vec<u8>),
    Blob(Vec<u8>),
}

impl From<ValueRef<'_>> for RawValue {
    fn from(value: ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Real(number) => Self::Real(number),
            ValueRef::Text(text) => Self::Text(text.to_vec()),
            ValueRef::Blob(blob) => Self::Blob(blob.to_vec()),
        }
    }
}

impl ToSql for RawValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Real(number) => ValueRef::Real(*number),
            Self::Text(text) => ValueRef::Text(text),
            Self::Blob(blob) => ValueRef::Blob(blob),
        }))
    }
}

impl RawValue {
    /// The value in JSON: bytes that no JSON has are written in hexadecimal digits.
    fn json(&self) -> serde_json::Value {
        match self {
            Self::Null => serde_json::Value::Null,
            Self::Integer(number) => json!(number),
            Self::Real(number) if number.is_finite() => json!(number),
            Self::Real(number) => json!({ "real": number.to_string() }),
            Self::Text(text) => match std::str::from_utf8(text) {
                Ok(text) => json!(text),
                Err(_) => json!({ "text": hexadecimal(text) }),
            },
            Self::Blob(blob) => json!({ "blob": hexadecimal(blob) }),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // A string takes whatever is written to it.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The file of rows that were set aside, and what they were.
pub(super) struct SetAside {
    store: PathBuf,
    file: Option<(PathBuf, File)>,
    /// What was found.
    pub(super) found: Vec<Finding>,
    /// How many memories were set aside.
    pub(super) memories: u64,
}

impl SetAside {
    fn beside(path: &Path) -> Self {
        Self { store: path.to_owned(), file: None, found: Vec::new(), memories: 0 }
    }

    /// Writes a row down.
    fn row(&mut self, table: &str, values: &[(String, RawValue)]) -> Result<()> {
        let columns: serde_json::Map<String, serde_json::Value> =
            values.iter().map(|(name, value)| (name.clone(), value.json())).collect();
        let line = format!("{}\n", json!({ "table": table, "row": columns }));
        if self.file.is_none() {
            let path = file::free_name(&self.store, ".set-aside-");
            self.file = Some((path.clone(), file::create_private(&path)?));
        }
        if let Some((_, file)) = &mut self.file {
            file.write_all(line.as_bytes())?;
        }
        Ok(())
    }

    /// Sets a memory aside with everything that belongs to it.
    pub(super) fn memory(&mut self, c: &Connection, seq: i64) -> Result<()> {
        for (table, which) in attic::TABLES {
            let mut statement = c.prepare_cached(&format!("SELECT 0, * FROM {table} WHERE {which}"))?;
            let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
            let mut found = statement.query([seq, -1])?;
            while let Some(row) = found.next()? {
                self.row(table, &raw(row, &names)?)?;
            }
        }
        erase::remove(c, Seq(seq), -1)?;
        self.memories += 1;
        Ok(())
    }

    /// Makes sure that what was set aside is on the disk; returns where.
    pub(super) fn finish(&mut self) -> Result<Option<PathBuf>> {
        match self.file.take() {
            Some((path, file)) => {
                file.sync_all()?;
                Ok(Some(path))
            }
            None => Ok(None),
        }
    }
}
