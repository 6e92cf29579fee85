//! Files: made private from the first byte, put in place as a whole, and moved aside.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::connection::beside;
use super::error::Result;

/// Files in the making that are older than this belong to nobody any more, where no lock can tell.
#[cfg(not(unix))]
const STALE_AFTER: std::time::Duration = std::time::Duration::from_secs(24 * 3600);

/// The files that SQLite keeps beside a database.
pub(super) const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Makes an empty file that only its owner may read; it must not be there yet.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    // Whatever is kept from new files here: the owner needs all of it.
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    Ok(file)
}

/// Makes the folder and those above it; the new ones are their owner's only, whatever is kept from new folders here.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    if let Some(above) = path.parent() {
        create_folder(above)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(path) {
        Ok(()) => close_folder(path),
        // Another was faster.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Lets only the owner into a folder.
pub(super) fn close_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
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

/// A file in the making, in the same folder as what it becomes.
///
/// Its process holds a lock on it, which ends with the process. It takes its companions with it when it is dropped.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
    /// Closing it would drop SQLite's own locks on the file, so it stays open for as long as the file is used.
    _held: File,
}

impl Temporary {
    /// Makes an empty file for what is to become `path`, and removes those that nobody holds any more.
    pub(super) fn beside(path: &Path) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        if let Some(folder) = path.parent() {
            remove_stale(folder);
        }
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let own = path.file_name().unwrap_or_default().to_string_lossy();
            let path = path.with_file_name(format!(".{own}{MARK}{}-{count}", std::process::id()));
            let held = match create_private(&path) {
                // A process of the same number left it, or has it in another container.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                held => held?,
            };
            // Another may take it for one that nobody holds, before it is locked. Where there are no locks, nobody does.
            let is_taken = cfg!(unix) && matches!(held.try_lock(), Err(TryLockError::WouldBlock));
            if !is_taken && path.exists() {
                return Ok(Self { path, _held: held });
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
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

/// What the names of files in the making have before the numbers of their process and of the file.
const MARK: &str = ".new-";

/// Removes files in the making whose process is gone. Whatever cannot be removed harms nobody.
pub(super) fn remove_stale(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        match COMPANIONS.iter().find_map(|ending| name.strip_suffix(ending)) {
            // A companion goes with its file, or alone when that one is gone.
            Some(own) if is_in_the_making(own) && !path.with_file_name(own).exists() => drop(fs::remove_file(&path)),
            None if is_in_the_making(name) => {
                // Until it is gone, so that a maker who has not locked it yet sees that it is taken.
                let Some(_held) = hold_abandoned(&path) else { continue };
                let _ = fs::remove_file(&path);
                for ending in COMPANIONS {
                    let _ = fs::remove_file(beside(&path, ending));
                }
            }
            _ => {}
        }
    }
}

/// Whether a file in the making has that name.
fn is_in_the_making(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    name.starts_with('.')
        && name
            .rsplit_once(MARK)
            .and_then(|(_, numbers)| numbers.split_once('-'))
            .is_some_and(|(process, count)| is_number(process) && is_number(count))
}

/// Takes hold of a file in the making that nobody holds. Windows keeps others from reading what is locked, so there it is
/// not locked, and only its age tells.
#[cfg(unix)]
fn hold_abandoned(path: &Path) -> Option<File> {
    File::open(path).ok().filter(|file| file.try_lock().is_ok())
}

#[cfg(not(unix))]
fn hold_abandoned(path: &Path) -> Option<()> {
    let age = fs::metadata(path).and_then(|metadata| metadata.modified()).map(|then| then.elapsed());
    matches!(age, Ok(Ok(age)) if age > STALE_AFTER).then_some(())
}

/// The first free name beside a file that goes on with `ending` and a number.
pub(super) fn free_name(path: &Path, ending: &str) -> PathBuf {
    (1_u64..)
        .map(|number| beside(path, &format!("{ending}{number}")))
        .find(|name| fs::symlink_metadata(name).is_err())
        .unwrap_or_else(|| beside(path, ending))
}

/// Keeps a file and its companions under the first free `<name>.damaged-N` as well, so that another can be put in its place.
/// The file itself stays where it is until then; its companions go.
pub(super) fn set_aside(path: &Path) -> Result<PathBuf> {
    let aside = free_name(path, ".damaged-");
    link_or_copy(path, &aside)?;
    for ending in COMPANIONS {
        match link_or_copy(&beside(path, ending), &beside(&aside, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    // Beside another file they would be taken for that one's.
    for ending in COMPANIONS {
        match fs::remove_file(beside(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(aside)
}

/// Some file systems have no links.
fn link_or_copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::hard_link(from, to).or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => Err(error),
        _ => fs::copy(from, to).map(drop),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_file_in_the_making_is_not_taken_from_its_maker() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        let is_done = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    while !is_done.load(Ordering::Relaxed) {
                        remove_stale(folder.path());
                    }
                });
            }
            let lost = (0..4_000).find(|_| {
                let made = Temporary::beside(&path).expect("makes it");
                // Time for whoever saw it before it was locked.
                thread::sleep(Duration::from_micros(20));
                !made.path().exists()
            });
            is_done.store(true, Ordering::Relaxed);
            assert_eq!(lost, None);
        });
        assert_eq!(fs::read_dir(folder.path()).expect("reads").count(), 0);
    }
}
