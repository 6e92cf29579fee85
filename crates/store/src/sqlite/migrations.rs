//! Formats of the file, and how an older one becomes the present one.

mod attachments;
mod changes;
mod format_7;
mod format_8;
mod journals;
mod ledger;
mod pages;
mod threads;

use std::fs;
use std::path::{Path, PathBuf};

use omoide_core::ports::StoreError;
use rusqlite::{Connection, TransactionBehavior};

use super::connection::{APPLICATION_ID, PATIENCE, beside, copy_to_file, header, patiently, peek};
use super::error::Result;
use super::file::Temporary;
use super::vector_index;

/// What makes a format of the one before it; the first one makes it of nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Migration {
    /// The format that comes out.
    pub(crate) format: u32,
    /// The statements that do it.
    pub(crate) sql: &'static str,
    /// What is made of the rows afterwards.
    pub(crate) fill: fn(&Connection) -> Result<()>,
}

/// All migrations, in order.
pub(crate) const MIGRATIONS: [Migration; 8] = [
    Migration { format: 1, sql: include_str!("schema_1.sql"), fill: nothing },
    Migration {
        format: 2,
        sql: concat!(
            include_str!("schema_2_vectors.sql"),
            include_str!("schema_2_words.sql"),
            include_str!("schema_2_graph.sql"),
            include_str!("schema_2_memories.sql")
        ),
        fill: nothing,
    },
    // Records lie in another way than in the format before, and the index that has them is made anew.
    Migration {
        format: 3,
        sql: concat!(include_str!("schema_3_vectors.sql"), include_str!("schema_3_ledger.sql")),
        fill: vector_index::build,
    },
    Migration { format: 4, sql: include_str!("schema_4_sentences.sql"), fill: nothing },
    Migration { format: 5, sql: include_str!("schema_5_put_away.sql"), fill: vector_index::note_put_away },
    Migration { format: 6, sql: include_str!("schema_6_supersessions.sql"), fill: nothing },
    Migration {
        format: 7,
        sql: concat!(
            include_str!("schema_7_attachments.sql"),
            include_str!("schema_7_pages.sql"),
            include_str!("schema_7_threads.sql"),
            include_str!("schema_7_turns.sql"),
            include_str!("schema_7_ledger.sql"),
            include_str!("schema_7_sessions.sql"),
            include_str!("schema_7_changes.sql")
        ),
        fill: format_7::fill,
    },
    Migration {
        format: 8,
        sql: concat!(
            include_str!("schema_8_threads.sql"),
            include_str!("schema_8_turns.sql"),
            include_str!("schema_8_activity.sql"),
            include_str!("schema_8_people.sql"),
            include_str!("schema_8_state.sql")
        ),
        fill: format_8::fill,
    },
];

fn nothing(_: &Connection) -> Result<()> {
    Ok(())
}

/// Brings the file to the last format of `migrations`.
///
/// Each migration is one transaction that also sets the format, so an interruption leaves a format as
/// it was. Before a file of an older format is touched, a copy is put beside it.
pub(crate) fn migrate(connection: &mut Connection, path: &Path, migrations: &[Migration]) -> Result<()> {
    let last = migrations.last().map_or(0, |migration| migration.format);
    let found = header(connection)?.format;
    if found > last {
        return Err(StoreError::Newer { location: path.into(), found, known: last }.into());
    }
    // Nothing to do is the usual case, and must not wait for others who write.
    if found == last {
        return Ok(());
    }
    if found > 0 {
        keep_copy(connection, path, found, last)?;
    }
    migrations.iter().try_for_each(|migration| step(connection, migration))
}

/// Brings a file to the last format without a copy of it: for one that nobody has used yet.
pub(crate) fn bring_up(connection: &mut Connection) -> Result<()> {
    MIGRATIONS.iter().try_for_each(|migration| step(connection, migration))
}

fn step(connection: &mut Connection, migration: &Migration) -> Result<()> {
    patiently(PATIENCE, || {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have done it while this one waited.
        if header(&transaction)?.format >= migration.format {
            return Ok(());
        }
        transaction.execute_batch(migration.sql)?;
        (migration.fill)(&transaction)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", migration.format)?;
        Ok(transaction.commit()?)
    })
}

/// Where the copy of the file goes before it becomes `format`.
pub(crate) fn copy_path(path: &Path, format: u32) -> PathBuf {
    beside(path, &format!(".before-format-{format}"))
}

/// Keeps the file as it is in format `found`. A whole copy from an earlier attempt is left as it is.
fn keep_copy(connection: &Connection, path: &Path, found: u32, format: u32) -> Result<()> {
    let target = copy_path(path, format);
    if is_whole(&target, found) {
        return Ok(());
    }
    let temporary = Temporary::beside(&target)?;
    copy_to_file(connection, temporary.path())?;
    // When another process was faster, what was copied is no longer the old format.
    if is_whole(temporary.path(), found) {
        fs::rename(temporary.path(), &target)?;
    }
    Ok(())
}

fn is_whole(copy: &Path, format: u32) -> bool {
    let is_of_format = peek(copy).is_ok_and(|header| header.format == format);
    is_of_format
        && Connection::open(copy)
            .and_then(|copy| copy.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0)))
            .is_ok_and(|answer| answer == "ok")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::{FORMAT, SqliteStore};

    const NEXT: Migration =
        Migration { format: FORMAT + 1, sql: "ALTER TABLE minds ADD COLUMN note TEXT;", fill: nothing };
    const BROKEN: Migration = Migration {
        format: FORMAT + 1,
        sql: "ALTER TABLE minds ADD COLUMN note TEXT; CREATE TABLE minds (x);",
        fill: nothing,
    };

    fn and(next: Migration) -> Vec<Migration> {
        MIGRATIONS.into_iter().chain([next]).collect()
    }

    fn store() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        SqliteStore::create(&path).expect("a store");
        (folder, path)
    }

    fn has_note(connection: &Connection) -> bool {
        connection.prepare("SELECT note FROM minds").is_ok()
    }

    #[test]
    fn a_migration_keeps_a_copy_of_the_format_before() {
        let (_folder, path) = store();
        let mut connection = Connection::open(&path).expect("opens");
        migrate(&mut connection, &path, &and(NEXT)).expect("migrates");
        assert_eq!(header(&connection).expect("reads").format, FORMAT + 1);
        assert!(has_note(&connection));
        let copy = Connection::open(copy_path(&path, FORMAT + 1)).expect("opens");
        assert_eq!(header(&copy).expect("reads").format, FORMAT);
        assert!(!has_note(&copy));
        assert!(!super::super::file::is_open_to_others(&copy_path(&path, FORMAT + 1)));
    }

    #[test]
    fn a_migration_that_fails_in_the_middle_leaves_the_old_format_and_can_be_done_again() {
        let (_folder, path) = store();
        let mut connection = Connection::open(&path).expect("opens");
        assert!(migrate(&mut connection, &path, &and(BROKEN)).is_err());
        assert_eq!(header(&connection).expect("reads").format, FORMAT);
        assert!(!has_note(&connection));
        assert!(copy_path(&path, FORMAT + 1).exists());
        migrate(&mut connection, &path, &and(NEXT)).expect("migrates");
        assert!(has_note(&connection));
    }

    #[test]
    fn a_copy_that_is_not_whole_is_replaced() {
        let (_folder, path) = store();
        fs::write(copy_path(&path, FORMAT + 1), b"SQLite format 3\0 and then the power went").expect("writes");
        let mut connection = Connection::open(&path).expect("opens");
        migrate(&mut connection, &path, &and(NEXT)).expect("migrates");
        assert!(is_whole(&copy_path(&path, FORMAT + 1), FORMAT));
    }
}
