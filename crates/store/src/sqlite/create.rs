//! How a store comes to be: whole or not at all, also when two processes make it at once.

use std::fs;
use std::io;
use std::path::Path;

use rusqlite::Connection;

use super::connection::{PATIENCE, furnish, patiently};
use super::error::Result;
use super::file::{Temporary, create_folder, create_private, make_private};
use super::migrations::{MIGRATIONS, Migration, migrate};

/// Makes a store at `path`, unless another was faster.
pub(super) fn create(path: &Path) -> Result<()> {
    if let Some(folder) = path.parent() {
        create_folder(folder)?;
    }
    if path.exists() {
        return build_in_place(path);
    }
    let temporary = Temporary::beside(path)?;
    build(temporary.path())?;
    match fs::hard_link(temporary.path(), path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        // Some file systems have no links; there the file is made under its own name.
        Err(_) => match create_private(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error.into()),
            _ => build_in_place(path),
        },
    }
}

/// Makes an empty file a store; SQLite's locks keep others out meanwhile.
fn build_in_place(path: &Path) -> Result<()> {
    make_private(path)?;
    build(path)
}

/// Makes an empty file a store and leaves nothing beside it.
pub(super) fn build(path: &Path) -> Result<()> {
    build_by(path, &MIGRATIONS)
}

/// The same, of an earlier format. The tables of the first one are described on the first page alone, and begin on the
/// same pages in every store, whatever has come after them.
pub(super) fn build_format(path: &Path, format: u32) -> Result<()> {
    let known = MIGRATIONS.iter().filter(|migration| migration.format <= format).count();
    build_by(path, &MIGRATIONS[..known.max(1)])
}

fn build_by(path: &Path, migrations: &[Migration]) -> Result<()> {
    let mut connection = Connection::open(path)?;
    furnish(&mut connection, PATIENCE)?;
    connection.pragma_update(None, "page_size", 8192)?;
    // The tables come first: the file is empty until it is a store, and nobody takes it for another's.
    migrate(&mut connection, path, migrations)?;
    patiently(PATIENCE, || Ok(connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?))?;
    // Closing empties the journal and takes it away.
    connection.close().map_err(|(_, error)| error)?;
    Ok(())
}
