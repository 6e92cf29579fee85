//! Files: made private from the first byte, put in place as a whole, and moved aside.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::connection::beside;
use super::error::Result;

/// Temporary files that are older than this when another is made belong to nobody any more.
const STALE_AFTER: Duration = Duration::from_secs(3600);

/// The files that SQLite keeps beside a database.
pub(super) const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Makes an empty file that only its owner may read; it must not be there yet.
pub(super) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes the folder and those above it; the new ones are their owner's only.
pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Whether others than the owner may do anything with the file.
pub(super) fn is_open_to_others(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Lets only the owner read and write the file.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// A name in the same folder that nobody else uses, for a file in the making.
///
/// It takes its companions with it when it is dropped.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// A name for what is to become `path`.
    pub(super) fn beside(path: &Path) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}{}-{count}", prefix(path), std::process::id());
        Self { path: path.with_file_name(name) }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what others left behind while making the same file long before this one was made.
    pub(super) fn remove_stale(&self, of: &Path) {
        let Some(folder) = of.parent() else { return };
        let (Ok(entries), Ok(made)) = (fs::read_dir(folder), fs::metadata(&self.path).and_then(|m| m.modified()))
        else {
            return;
        };
        for entry in entries.flatten() {
            let is_ours = entry.file_name().to_string_lossy().starts_with(&prefix(of));
            let age = entry.metadata().and_then(|m| m.modified()).map(|then| made.duration_since(then));
            if is_ours && matches!(age, Ok(Ok(age)) if age > STALE_AFTER) {
                // Another may be cleaning too; a leftover that stays harms nobody.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        for ending in COMPANIONS {
            let _ = fs::remove_file(beside(&self.path, ending));
        }
    }
}

fn prefix(path: &Path) -> String {
    format!(".{}.new-", path.file_name().unwrap_or_default().to_string_lossy())
}

/// Moves a file and its companions aside, to the first free `<name>.damaged-N`.
pub(super) fn move_aside(path: &Path) -> Result<PathBuf> {
    let aside = (1..)
        .map(|number| beside(path, &format!(".damaged-{number}")))
        .find(|aside| fs::symlink_metadata(aside).is_err())
        .unwrap_or_else(|| beside(path, ".damaged"));
    // The journal goes first: alone beside a new file it would be taken for that one's.
    for ending in COMPANIONS {
        match fs::rename(beside(path, ending), beside(&aside, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    fs::rename(path, &aside)?;
    Ok(aside)
}
