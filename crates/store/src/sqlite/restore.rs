//! Putting a backup in the place of a store.
//!
//! The store that comes out of it is prepared in a file of its own: the backup in the present format, without what was
//! erased since, and with what is to be kept of the present store. Only then is the present store replaced, in one
//! transaction. Whoever is killed on the way leaves the present store as it was.

mod carry;
mod erased;
mod newer;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use omoide_core::ports::StoreError;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::connection::{
    Access, PATIENCE, beside, connect, copy_to_file, furnish, header, judge, patiently, refuse_others,
};
use super::error::{Result, SqliteFault};
use super::file::{COMPANIONS, Temporary, create_folder, free_name, set_aside};
use super::migrations::bring_up;
use super::open::is_missing;
use super::rows;
use super::{SqliteStore, check};
use erased::ErasedMemory;

/// What becomes of what only the present store has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NewerRows {
    /// It goes; the copy of the present store has it.
    #[default]
    Drop,
    /// Memories and pages are carried over.
    Keep,
}

/// What becomes of memories in the backup that were erased since.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ErasedRows {
    /// They stay erased.
    #[default]
    StayErased,
    /// They come back with the backup.
    ComeBack,
}

/// What a restore is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RestoreOptions {
    /// What becomes of what only the present store has.
    pub newer: NewerRows,
    /// What becomes of what was erased since the backup.
    pub erased: ErasedRows,
}

/// How the store that a backup replaces was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PresentStore {
    /// There was none.
    #[default]
    Missing,
    /// It was whole.
    Whole,
    /// It was damaged, or is no store. What could be read of it was used.
    Damaged,
}

/// How much of the present store a backup lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NewerCounts {
    /// Memories whose id the backup does not have.
    pub memories: u64,
    /// Verbatim turns that the backup does not have.
    pub turns: u64,
    /// Pages that show something else in the backup, or that it does not have.
    pub pages: u64,
    /// Entries of the change log that the backup does not have.
    pub changes: u64,
}

/// How a store and a backup differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BackupComparison {
    /// How the present store was found.
    pub present: PresentStore,
    /// What the backup lacks; all zero where the present store cannot be compared.
    pub newer: NewerCounts,
    /// How many memories of the backup were erased since.
    pub erased: u64,
    /// Whether all that was erased could be read. A store that is missing or damaged may have known of more.
    pub knows_all_erased: bool,
}

/// What a restore did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RestoreReport {
    /// How the store and the backup differed.
    pub compared: BackupComparison,
    /// Where the present store is kept; `None` if there was none.
    pub copy: Option<PathBuf>,
    /// How many memories were carried over from the present store.
    pub kept_memories: u64,
    /// How many pages were carried over from the present store.
    pub kept_pages: u64,
}

/// Compares a store with a backup; nothing is changed.
pub(super) fn compare(path: &Path, backup: &Path) -> std::result::Result<BackupComparison, StoreError> {
    let prepared = PreparedStore::of(backup, path).map_err(|fault| fault.at(backup))?;
    let compare = || -> Result<BackupComparison> {
        let present = look(path)?;
        let c = prepared.connect()?;
        Ok(match present {
            StoreInPlace::Missing => BackupComparison::default(),
            StoreInPlace::Damaged => damaged(&c, &erased::of_damaged(path))?,
            StoreInPlace::Whole(_) => {
                attach(&c, path)?;
                whole(&c)?.0
            }
        })
    };
    compare().map_err(|fault| fault.at(path))
}

/// Puts a backup in the place of a store.
pub(super) fn restore(
    path: &Path,
    backup: &Path,
    options: RestoreOptions,
) -> std::result::Result<RestoreReport, StoreError> {
    let prepared = PreparedStore::of(backup, path).map_err(|fault| fault.at(backup))?;
    let over = || match look(path)? {
        StoreInPlace::Missing => {
            put(prepared, path)?;
            Ok(RestoreReport::default())
        }
        StoreInPlace::Damaged => over_damaged(path, prepared, options),
        StoreInPlace::Whole(live) => over_whole(path, prepared, live, options),
    };
    over().map_err(|fault: SqliteFault| fault.at(path))
}

/// The store that is to come, in a file beside the one that it replaces.
struct PreparedStore {
    file: Temporary,
}

impl PreparedStore {
    /// Copies a backup once it is sure that it is a whole store, and brings the copy to the present format.
    fn of(backup: &Path, path: &Path) -> Result<Self> {
        let source = open_backup(backup)?;
        if let Some(folder) = path.parent() {
            create_folder(folder).map_err(|error| SqliteFault::Io(error).at(folder))?;
        }
        let file = Temporary::beside(path)?;
        copy_to_file(&source, file.path())?;
        let prepared = Self { file };
        bring_up(&mut prepared.connect()?)?;
        Ok(prepared)
    }

    fn connect(&self) -> Result<Connection> {
        let mut connection = Connection::open(self.file.path())?;
        furnish(&mut connection, PATIENCE)?;
        Ok(connection)
    }
}

/// Opens the backup once it is sure that it is a whole store.
fn open_backup(backup: &Path) -> Result<Connection> {
    if !backup.exists() {
        return Err(StoreError::Missing { location: backup.into() }.into());
    }
    refuse_others(backup)?;
    let (source, _) = connect(backup, PATIENCE)?;
    judge(header(&source)?, backup)?;
    let answer: String = source.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if answer == "ok" || check::is_about_a_value(&answer) { Ok(source) } else { Err(SqliteFault::Row(answer)) }
}

/// What is in the place that the backup goes to.
enum StoreInPlace {
    Missing,
    Whole(Connection),
    Damaged,
}

fn look(path: &Path) -> Result<StoreInPlace> {
    if is_missing(path) && !super::open::is_emptied(path) {
        return Ok(StoreInPlace::Missing);
    }
    match open_live(path) {
        Ok(live) => Ok(StoreInPlace::Whole(live)),
        Err(fault) => match fault.at(path) {
            StoreError::Damaged { .. } | StoreError::Foreign { .. } => Ok(StoreInPlace::Damaged),
            error => Err(error.into()),
        },
    }
}

/// Opens what is there, if it is a whole store that can be written; it is brought to the present format.
fn open_live(path: &Path) -> Result<Connection> {
    drop(SqliteStore::open(path)?);
    let (live, access) = patiently(PATIENCE, || connect(path, PATIENCE))?;
    if access != Access::Full {
        return Err(StoreError::ReadOnly { location: path.into() }.into());
    }
    let answer: String = live.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if answer == "ok" || check::is_about_a_value(&answer) { Ok(live) } else { Err(SqliteFault::Row(answer)) }
}

fn attach(c: &Connection, path: &Path) -> Result<()> {
    c.execute("ATTACH ?1 AS present", [path.to_string_lossy()])?;
    Ok(())
}

/// Compares the backup with the store that is attached to it; what was erased comes with it.
fn whole(c: &Connection) -> Result<(BackupComparison, Vec<ErasedMemory>)> {
    let erasures = erased::of_attached(c)?;
    let erased = erased::count_in(c, &erasures)?;
    let newer = newer::count(c)?;
    Ok((BackupComparison { present: PresentStore::Whole, newer, erased, knows_all_erased: true }, erasures))
}

/// Compares the backup with what was read of a damaged store.
fn damaged(c: &Connection, (erasures, is_all): &(Vec<ErasedMemory>, bool)) -> Result<BackupComparison> {
    Ok(BackupComparison {
        present: PresentStore::Damaged,
        newer: NewerCounts::default(),
        erased: erased::count_in(c, erasures)?,
        knows_all_erased: *is_all,
    })
}

/// Replaces a whole store. Nobody else writes between the copy and the end, and others who have it open see the change as
/// one of many.
fn over_whole(
    path: &Path,
    prepared: PreparedStore,
    live: Connection,
    options: RestoreOptions,
) -> Result<RestoreReport> {
    live.execute_batch("PRAGMA foreign_keys = OFF")?;
    let transaction =
        patiently(PATIENCE, || Ok(rusqlite::Transaction::new_unchecked(&live, TransactionBehavior::Immediate)?))?;
    let mut report = RestoreReport { copy: Some(keep_copy(path)?), ..RestoreReport::default() };
    let c = prepared.connect()?;
    attach(&c, path)?;
    let (compared, erasures) = whole(&c)?;
    report.compared = compared;
    if options.newer == NewerRows::Keep {
        (report.kept_memories, report.kept_pages) = carry::carry_over(&c)?;
    }
    carry::keep_import_marks(&c)?;
    c.execute_batch("DETACH present")?;
    drop(c);
    if options.erased == ErasedRows::StayErased {
        erased::erase(prepared.file.path(), &erasures)?;
    }
    transaction.execute("ATTACH ?1 AS prepared", [prepared.file.path().to_string_lossy()])?;
    fill(&transaction)?;
    transaction.commit()?;
    live.execute_batch("DETACH prepared")?;
    // Only to keep the journal small; whoever reads it may go on.
    let _ = live.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    Ok(report)
}

/// Replaces the rows of every table by those of the prepared store.
fn fill(c: &Connection) -> Result<()> {
    let sql = "SELECT name FROM prepared.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let tables: Vec<String> = c.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for table in tables {
        let columns = rows::columns(c, &format!("prepared.\"{table}\""))?;
        let columns = columns.join(", ");
        c.execute_batch(&format!(
            "DELETE FROM main.\"{table}\";
             INSERT INTO main.\"{table}\" ({columns}) SELECT {columns} FROM prepared.\"{table}\";"
        ))?;
    }
    Ok(())
}

/// Copies the present store to the first free `<name>.before-restore-N`.
fn keep_copy(path: &Path) -> Result<PathBuf> {
    let (source, _) = connect(path, PATIENCE)?;
    let temporary = Temporary::beside(path)?;
    copy_to_file(&source, temporary.path())?;
    loop {
        let copy = free_name(path, ".before-restore-");
        match fs::hard_link(temporary.path(), &copy) {
            Ok(()) => return Ok(copy),
            // Another restore was faster.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // Some file systems have no links.
            Err(_) => {
                fs::rename(temporary.path(), &copy)?;
                return Ok(copy);
            }
        }
    }
}

/// Replaces a damaged store, or what is none; it is kept beside.
fn over_damaged(path: &Path, prepared: PreparedStore, options: RestoreOptions) -> Result<RestoreReport> {
    let known = erased::of_damaged(path);
    let compared = damaged(&prepared.connect()?, &known)?;
    if options.erased == ErasedRows::StayErased {
        erased::erase(prepared.file.path(), &known.0)?;
    }
    let copy = Some(set_aside(path)?);
    put(prepared, path)?;
    Ok(RestoreReport { compared, copy, ..RestoreReport::default() })
}

/// Puts the prepared store in place as a whole.
fn put(prepared: PreparedStore, path: &Path) -> Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let copied = Connection::open_with_flags(prepared.file.path(), flags)?;
    copied.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    copied.close().map_err(|(_, error)| error)?;
    // A journal that is left beside the file would be taken for that of the new one.
    for ending in COMPANIONS {
        match fs::remove_file(beside(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    fs::rename(prepared.file.path(), path)?;
    Ok(())
}
