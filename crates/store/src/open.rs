//! Opening a store by its URL: here, and nowhere else, it is decided which database serves it.

use std::ffi::OsStr;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use omoide_core::MemoryId;
use omoide_core::ports::store::{Location, SecretPlace, Store, StoreError, Sweeper};

use crate::sqlite::{self, SqliteStore};
use crate::{BackupComparison, RestoreOptions, RestoreReport, SalvageReport, SweepMode};

/// What a store can be opened by, as a person is told.
const KNOWN: &str = "a path or sqlite:PATH";

/// What is done where there is no store yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IfMissing {
    /// Opening fails with [`StoreError::Missing`].
    #[default]
    Fail,
    /// A new store is made.
    Create,
}

/// Who uses the store in this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Users {
    /// One at a time; a search may use several threads.
    #[default]
    One,
    /// Many at once. More is kept in memory, and each search has one thread.
    Many,
}

/// How a store is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// What is done where there is none.
    pub if_missing: IfMissing,
    /// Who uses it.
    pub users: Users,
    /// How many threads a search may use; what suits the machine if not said.
    pub threads: Option<NonZero<usize>>,
}

impl Options {
    /// A store is made where there is none.
    pub const CREATE: Self = Self { if_missing: IfMissing::Create, users: Users::One, threads: None };

    /// A store that is there.
    pub const EXISTING: Self = Self { if_missing: IfMissing::Fail, users: Users::One, threads: None };
}

/// Whether a file is a store of ours in a format that is known here. It is only looked at.
pub fn is_store(file: &Path) -> bool {
    sqlite::is_store(file)
}

/// Opens the store at a path, or at a URL (`sqlite:PATH`). One of an earlier format is brought to the present one first, and
/// a copy of it stays beside.
///
/// # Errors
/// [`StoreError::UnknownScheme`] for a URL of another database; [`StoreError::Missing`], [`StoreError::Foreign`],
/// [`StoreError::Newer`] and [`StoreError::Damaged`] by what is there, and nothing is changed then;
/// [`StoreError::ReadOnly`] or [`StoreError::Full`] when a new store cannot be made.
pub fn open(url: impl AsRef<OsStr>, options: Options) -> Result<Arc<dyn Store>, StoreError> {
    let path = sqlite_path(url.as_ref())?;
    let mut store = match options.if_missing {
        IfMissing::Create => SqliteStore::create(path)?,
        IfMissing::Fail => SqliteStore::open(path)?,
    };
    if options.users == Users::Many {
        store = store.for_many()?;
    }
    if let Some(threads) = options.threads {
        store = store.with_threads(threads);
    }
    Ok(Arc::new(store))
}

/// Opens a store for someone who cannot wait: locks of others are waited for half a second at most, and what is written is
/// safe from a process that dies, but not from a machine that does. `None` for a store of an earlier format, which is left
/// as it is.
///
/// # Errors
/// As [`open`].
pub fn open_in_haste(url: impl AsRef<OsStr>) -> Result<Option<Arc<dyn Store>>, StoreError> {
    let store = SqliteStore::open_in_haste(sqlite_path(url.as_ref())?)?;
    Ok(store.map(|store| Arc::new(store) as Arc<dyn Store>))
}

/// Compares a store with a backup of it; nothing is changed.
///
/// # Errors
/// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::Newer`] and [`StoreError::Damaged`] about the backup.
pub fn compare_with_backup(url: impl AsRef<OsStr>, backup: &Path) -> Result<BackupComparison, StoreError> {
    SqliteStore::compare_with_backup(sqlite_path(url.as_ref())?, backup)
}

/// Puts a backup in the place of a store, also while others have it open. The present store is kept beside it.
///
/// # Errors
/// [`StoreError::Missing`], [`StoreError::Foreign`], [`StoreError::Newer`] and [`StoreError::Damaged`] about the backup,
/// before anything is changed.
pub fn restore(url: impl AsRef<OsStr>, backup: &Path, options: RestoreOptions) -> Result<RestoreReport, StoreError> {
    SqliteStore::restore(sqlite_path(url.as_ref())?, backup, options)
}

/// Saves what can be read of a damaged store into a new one, which takes its place; the damaged one is kept beside it. A
/// store that is whole is left alone.
///
/// # Errors
/// [`StoreError::Missing`], [`StoreError::Newer`], [`StoreError::Foreign`] when it is not a store or nothing of it can be
/// read, and whatever keeps the new one from being written.
pub fn salvage(url: impl AsRef<OsStr>) -> Result<SalvageReport, StoreError> {
    sqlite::salvage(sqlite_path(url.as_ref())?)
}

/// Looks for secrets that a store holds, and takes them out in its place if it is to be cleaned: texts, names, words and
/// vectors follow, and no free page keeps what was there. Others may use it meanwhile.
///
/// # Errors
/// As [`open`], or [`StoreError::Busy`] when others keep the journal from being emptied.
pub fn sweep(url: impl AsRef<OsStr>, sweeper: &dyn Sweeper, mode: SweepMode) -> Result<Vec<SecretPlace>, StoreError> {
    sqlite::sweep_store(&sqlite_path(url.as_ref())?, sweeper, mode)
}

/// The same for a copy of a store, of whatever format, which is written anew and put in place as a whole.
///
/// # Errors
/// As [`open`]; the copy is as it was then.
pub fn sweep_copy(
    path: impl AsRef<Path>,
    sweeper: &dyn Sweeper,
    mode: SweepMode,
) -> Result<Vec<SecretPlace>, StoreError> {
    sqlite::sweep_copy_of_store(path.as_ref(), sweeper, mode)
}

/// Looks which of those memories a copy of a store holds, and erases them there if it is to be cleaned, with the sessions
/// that sum them up. The copy is written anew and put in place as a whole.
///
/// # Errors
/// As [`open`]; the copy is as it was then.
pub fn purge(path: impl AsRef<Path>, ids: &[MemoryId], mode: SweepMode) -> Result<Vec<MemoryId>, StoreError> {
    sqlite::purge_copy(path.as_ref(), ids, mode)
}

/// The path that a URL means.
fn sqlite_path(url: &OsStr) -> Result<PathBuf, StoreError> {
    // A name that is not Unicode can only be a path.
    let Some(text) = url.to_str() else { return Ok(url.into()) };
    if let Some(path) = text.strip_prefix("sqlite:") {
        return Ok(path.strip_prefix("//").unwrap_or(path).into());
    }
    match text.split_once("://") {
        Some((scheme, _)) if is_scheme(scheme) => {
            Err(StoreError::UnknownScheme { location: Location::of_url(text), known: KNOWN })
        }
        _ => Ok(text.into()),
    }
}

/// Whether it can be the scheme of a URL; one letter is a drive.
fn is_scheme(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|sign| sign.is_ascii_alphanumeric() || "+-.".contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_of(url: &str) -> Result<String, String> {
        let path = sqlite_path(OsStr::new(url)).map_err(|error| error.to_string())?;
        Ok(path.to_string_lossy().into_owned())
    }

    #[test]
    fn a_path_and_a_url_of_it_are_the_same_store() {
        for (url, path) in [
            ("/a/b.db", "/a/b.db"),
            ("b.db", "b.db"),
            ("sqlite:/a/b.db", "/a/b.db"),
            ("sqlite:///a/b.db", "/a/b.db"),
            ("sqlite:b.db", "b.db"),
            ("notes:2026/b.db", "notes:2026/b.db"),
            (r"C://a/b.db", r"C://a/b.db"),
            ("a b://c.db", "a b://c.db"),
        ] {
            assert_eq!(path_of(url), Ok(path.to_owned()), "{url}");
        }
    }

    #[test]
    fn a_url_of_another_database_is_refused_by_name_and_without_its_password() {
        let told =
            "postgres://ann@host/omoide is an unknown kind of URL; a store can be opened with: a path or sqlite:PATH";
        assert_eq!(path_of("postgres://ann:s3cret@host/omoide"), Err(told.to_owned()));
    }
}
