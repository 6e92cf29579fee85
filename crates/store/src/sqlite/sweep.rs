//! Sweeping secrets out of a file: what earlier versions stored, in the store and in copies of it.
//!
//! A secret is known by the words around it, but it may also stand where those words do not: among the keywords of its
//! memory, in a summary. So a file is gone through twice: what is found the first time is looked for everywhere the second
//! time. Short secrets (a PIN, say) are looked for only in what belongs to the same memory, because the same digits mean
//! something else in others.

mod columns;
mod follow;
mod known;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{SecretPlace, Sweeper, TextSort};
use rusqlite::types::Value;
use rusqlite::{Connection, TransactionBehavior, params, params_from_iter};

use super::attic;
use super::connection::{Access, PATIENCE, connect, copy_to_file, furnish, header, judge, patiently, refuse_others};
use super::error::Result;
use super::file::Temporary;
use columns::{WordyTable, sort_of, tables};
use follow::Followed;
use known::KnownSecrets;

/// Whether anything is changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SweepMode {
    /// It is only looked.
    Look,
    /// What is found is taken out.
    Clean,
}

/// Sweeps the store at `path`, in its place, while others may use it.
pub(crate) fn sweep(
    path: &Path,
    sweeper: &dyn Sweeper,
    mode: SweepMode,
) -> std::result::Result<Vec<SecretPlace>, StoreError> {
    let sweep = || -> Result<Vec<SecretPlace>> {
        let mut connection = open(path, mode)?;
        let found = sweep_connection(&mut connection, sweeper, mode)?;
        if mode == SweepMode::Clean && !found.is_empty() {
            wipe(&connection)?;
        }
        Ok(found)
    };
    sweep().map_err(|fault| fault.at(path))
}

/// Sweeps a copy of a store: it is written anew beside, and put in its place as a whole.
pub(crate) fn sweep_copy(
    path: &Path,
    sweeper: &dyn Sweeper,
    mode: SweepMode,
) -> std::result::Result<Vec<SecretPlace>, StoreError> {
    let sweep = || -> Result<Vec<SecretPlace>> {
        let found = sweep_connection(&mut open(path, SweepMode::Look)?, sweeper, SweepMode::Look)?;
        if mode == SweepMode::Clean && !found.is_empty() {
            rework(path, |copy| sweep_connection(copy, sweeper, SweepMode::Clean).map(drop))?;
        }
        Ok(found)
    };
    sweep().map_err(|fault| fault.at(path))
}

/// Writes a copy of a store anew and puts it in place as a whole.
pub(super) fn rework(path: &Path, change: impl FnOnce(&mut Connection) -> Result<()>) -> Result<()> {
    let temporary = Temporary::beside(path)?;
    copy_to_file(&open(path, SweepMode::Look)?, temporary.path())?;
    let mut copy = Connection::open(temporary.path())?;
    furnish(&mut copy, PATIENCE)?;
    change(&mut copy)?;
    copy.execute_batch("VACUUM")?;
    copy.close().map_err(|(_, error)| error)?;
    fs::File::open(temporary.path())?.sync_all()?;
    Ok(fs::rename(temporary.path(), path)?)
}

/// Opens a store or a copy of one, of whatever format.
pub(super) fn open(path: &Path, mode: SweepMode) -> Result<Connection> {
    if super::open::is_missing(path) {
        return Err(StoreError::Missing { location: path.into() }.into());
    }
    refuse_others(path)?;
    let (connection, access) = patiently(PATIENCE, || connect(path, PATIENCE))?;
    judge(header(&connection)?, path)?;
    if mode == SweepMode::Clean && access == Access::ReadOnly {
        return Err(StoreError::ReadOnly { location: path.into() }.into());
    }
    Ok(connection)
}

/// Writes every page anew and empties the journal, so that no free page has what was there.
fn wipe(c: &Connection) -> Result<()> {
    patiently(PATIENCE, || Ok(c.execute_batch("VACUUM")?))?;
    patiently(PATIENCE, || {
        let is_busy: i64 = c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
        if is_busy == 0 { Ok(()) } else { Err(StoreError::Busy.into()) }
    })
}

fn sweep_connection(c: &mut Connection, sweeper: &dyn Sweeper, mode: SweepMode) -> Result<Vec<SecretPlace>> {
    let behaviour = match mode {
        SweepMode::Look => TransactionBehavior::Deferred,
        SweepMode::Clean => TransactionBehavior::Immediate,
    };
    let transaction = c.transaction_with_behavior(behaviour)?;
    transaction.execute_batch("PRAGMA defer_foreign_keys = ON")?;
    let tables = tables(&transaction)?;
    let mut known = KnownSecrets::default();
    for table in &tables {
        each_row(&transaction, table, |row| {
            for (sort, text) in row.texts(table) {
                known.add(sweeper.sweep(sort, text), row.memory);
            }
            Ok(())
        })?;
    }
    each_kept_row(&transaction, |_, memory, _, columns| {
        for (sort, text) in columns {
            known.add(sweeper.sweep(sort, text), Some(memory));
        }
        Ok(())
    })?;
    let mut found = FoundPlaces::default();
    let mut followed = Followed::default();
    for table in &tables {
        sweep_table(&transaction, table, sweeper, &known, mode, &mut found, &mut followed)?;
    }
    sweep_attic(&transaction, sweeper, &known, mode, &mut found)?;
    if mode == SweepMode::Clean {
        followed.follow(&transaction)?;
        transaction.commit()?;
    }
    Ok(found.into_places())
}

fn sweep_table(
    c: &Connection,
    table: &WordyTable,
    sweeper: &dyn Sweeper,
    known: &KnownSecrets,
    mode: SweepMode,
    found: &mut FoundPlaces,
    followed: &mut Followed,
) -> Result<()> {
    let mut changed: Vec<(WordyRow, Vec<Option<String>>)> = Vec::new();
    each_row(c, table, |row| {
        let mut kinds = BTreeSet::new();
        let mut swept = |(_, sort): &(String, TextSort), text: &Option<String>| {
            known.sweep(sweeper, *sort, text.as_deref()?, row.memory, &mut kinds)
        };
        let after: Vec<Option<String>> =
            table.columns.iter().zip(&row.values).map(|(column, text)| swept(column, text)).collect();
        if after.iter().any(Option::is_some) {
            found.add(c, &table.name, row, kinds)?;
            changed.push((row.clone(), after));
        }
        Ok(())
    })?;
    if mode == SweepMode::Look {
        return Ok(());
    }
    for (row, after) in &changed {
        followed.note(&table.name, row, &table.columns, after);
        let set = table.columns.iter().zip(after).filter(|(_, after)| after.is_some());
        let columns: Vec<String> = set.map(|((column, _), _)| format!("\"{column}\" = ?")).collect();
        let is: Vec<String> = table.key.iter().map(|column| format!("\"{column}\" IS ?")).collect();
        // A row of the same name that was stored since stays as it is; this one takes its place only where nothing is lost.
        let or = if matches!(table.name.as_str(), "threads" | "latest_turns" | "state" | "names") {
            "OR REPLACE "
        } else {
            ""
        };
        let sql = format!("UPDATE {or}\"{}\" SET {} WHERE {}", table.name, columns.join(", "), is.join(" AND "));
        let values = after.iter().flatten().cloned().map(Value::Text).chain(row.key.iter().cloned());
        c.prepare(&sql)?.execute(params_from_iter(values))?;
    }
    Ok(())
}

/// Rows of memories that a night erased and that can be brought back: whole rows in bytes.
fn sweep_attic(
    c: &Connection,
    sweeper: &dyn Sweeper,
    known: &KnownSecrets,
    mode: SweepMode,
    found: &mut FoundPlaces,
) -> Result<()> {
    let mut changed: Vec<(i64, i64, Vec<u8>)> = Vec::new();
    each_kept_row(c, |number, memory, table, _| {
        let row: Vec<u8> = c.query_row("SELECT row FROM attic WHERE number = ?1", [number], |row| row.get(0))?;
        let mut kinds = BTreeSet::new();
        let mut columns = attic::unpack(&row)?;
        for (name, value) in &mut columns {
            if let (Value::Text(text), Some(sort)) = (&*value, sort_of(table, name))
                && let Some(after) = known.sweep(sweeper, sort, text, Some(memory), &mut kinds)
            {
                *value = Value::Text(after);
            }
        }
        if !kinds.is_empty() {
            found.put("attic", memory.to_string(), kinds);
            changed.push((number, memory, attic::pack_values(&columns)));
        }
        Ok(())
    })?;
    if mode == SweepMode::Look {
        return Ok(());
    }
    for (number, memory, row) in &changed {
        c.execute("UPDATE attic SET row = ?1 WHERE number = ?2", params![row, number])?;
        // Made of the words as they were; whoever brings the memory back makes them anew.
        let made = "DELETE FROM attic WHERE memory = ?1 AND table_name IN ('word_fresh', 'vectors')";
        c.execute(made, [memory])?;
    }
    Ok(())
}

/// A row as it was found.
#[derive(Clone)]
pub(super) struct WordyRow {
    key: Vec<Value>,
    memory: Option<i64>,
    values: Vec<Option<String>>,
}

impl WordyRow {
    fn texts<'r>(&'r self, table: &'r WordyTable) -> impl Iterator<Item = (TextSort, &'r str)> {
        let text = |((_, sort), text): (&(String, TextSort), &'r Option<String>)| Some((*sort, text.as_deref()?));
        table.columns.iter().zip(&self.values).filter_map(text)
    }
}

fn each_row(c: &Connection, table: &WordyTable, mut visit: impl FnMut(&WordyRow) -> Result<()>) -> Result<()> {
    let key: Vec<String> = table.key.iter().map(|column| format!("\"{column}\"")).collect();
    let columns: Vec<String> = table.columns.iter().map(|(column, _)| format!("\"{column}\"")).collect();
    let memory = table.memory.unwrap_or("NULL");
    let sql = format!("SELECT {memory}, {}, {} FROM \"{}\"", key.join(", "), columns.join(", "), table.name);
    let mut statement = c.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let keys = 1..=table.key.len();
        let values = (keys.end() + 1..).take(table.columns.len());
        // A value that is no text, or no Unicode, is damage, and the doctor's other business.
        let text = |column: usize| row.get_ref(column).ok().and_then(|value| value.as_str().ok().map(str::to_owned));
        visit(&WordyRow {
            memory: row.get::<_, Option<i64>>(0).unwrap_or_default(),
            key: keys.map(|column| row.get(column)).collect::<rusqlite::Result<_>>()?,
            values: values.map(text).collect(),
        })?;
    }
    Ok(())
}

/// Every row of the attic: its number, its memory, its table, and its texts.
fn each_kept_row(
    c: &Connection,
    mut visit: impl FnMut(i64, i64, &str, Vec<(TextSort, &str)>) -> Result<()>,
) -> Result<()> {
    let Ok(mut statement) = c.prepare("SELECT number, memory, table_name, row FROM attic") else { return Ok(()) };
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (number, memory, table): (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let columns = attic::unpack(row.get_ref(3)?.as_blob().unwrap_or_default())?;
        let texts = columns.iter().filter_map(|(name, value)| match value {
            Value::Text(text) => Some((sort_of(&table, name)?, text.as_str())),
            _ => None,
        });
        visit(number, memory, &table, texts.collect())?;
    }
    Ok(())
}

/// Where secrets were found, each row once.
#[derive(Default)]
struct FoundPlaces(BTreeMap<(String, String), BTreeSet<&'static str>>);

impl FoundPlaces {
    fn add(&mut self, c: &Connection, table: &str, row: &WordyRow, kinds: BTreeSet<&'static str>) -> Result<()> {
        let handle = match row.memory {
            Some(seq) => c
                .prepare_cached("SELECT handle FROM memories WHERE seq = ?1")?
                .query_row([seq], |row| row.get::<_, String>(0))
                .ok()
                .filter(|_| table != "memories"),
            None => None,
        };
        // A key that is a number or an id tells nothing; a name may be what holds the secret.
        let number = row.key.iter().find_map(|value| match value {
            Value::Integer(number) => Some(number.to_string()),
            _ => None,
        });
        let subject = handle.or(number).unwrap_or_default();
        self.put(table, subject, kinds);
        Ok(())
    }

    fn put(&mut self, table: &str, subject: String, kinds: BTreeSet<&'static str>) {
        self.0.entry((table.to_owned(), subject)).or_default().extend(kinds);
    }

    fn into_places(self) -> Vec<SecretPlace> {
        let place = |((table, subject), kinds): ((String, String), BTreeSet<&'static str>)| SecretPlace {
            table,
            subject,
            kinds: kinds.into_iter().collect(),
        };
        self.0.into_iter().map(place).collect()
    }
}
