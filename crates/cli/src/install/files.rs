//! Files of others, read and replaced as a whole: an interruption leaves the old file or the new one.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How the name of a file that is being written begins, and how it ends.
const PREFIX: &str = ".omoide-";
const SUFFIX: &str = ".tmp";

/// The file that a path leads to: a link is followed, so that it stays a link when the file is replaced.
pub fn real(path: &Path) -> PathBuf {
    if let Ok(found) = fs::canonicalize(path) {
        return found;
    }
    // A link to a file that is not there yet says where that file belongs.
    match fs::read_link(path) {
        Ok(target) => path.parent().map_or_else(|| target.clone(), |folder| folder.join(&target)),
        Err(_) => path.to_owned(),
    }
}

/// The bytes of a file; none if it is not there.
///
/// # Errors
/// When it is there and cannot be read.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a file is there and says that it is not to be written.
pub fn is_read_only(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().readonly())
}

/// Who may read a file that is written.
#[derive(Clone, Copy, Debug)]
pub enum FileAccess<'a> {
    /// Those who may read this file; if it is not there, whom the system lets.
    Like(&'a Path),
    /// Its owner only.
    Owner,
}

/// Puts a file in the place of another, if that one is still what it was.
///
/// # Errors
/// When it cannot be written. [`ErrorKind::ResourceBusy`] says that it was changed meanwhile.
pub fn replace(path: &Path, expected: Option<&[u8]>, bytes: &[u8], access: FileAccess<'_>) -> io::Result<()> {
    let temporary = beside(path, bytes, access)?;
    if read(path)?.as_deref() != expected {
        return Err(ErrorKind::ResourceBusy.into());
    }
    temporary.persist(path).map(|_| ()).map_err(|error| error.error)
}

/// Writes a file, whatever was there.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, bytes: &[u8], access: FileAccess<'_>) -> io::Result<()> {
    beside(path, bytes, access)?.persist(path).map(|_| ()).map_err(|error| error.error)
}

/// Removes a file; one that is not there is removed already.
///
/// # Errors
/// When it is there and cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes a folder and those above it; which of them were not there, the outermost first.
///
/// # Errors
/// When they cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let missing = folder.ancestors().take_while(|above| !above.as_os_str().is_empty() && !above.exists());
    let mut made: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    made.reverse();
    fs::create_dir_all(folder)?;
    Ok(made)
}

/// Removes what an interrupted write left in a folder; only who has the folder's [`Lock`] may.
pub fn clear_leftovers(folder: &Path) {
    let is_leftover = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_leftover) {
            // One that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Keeps others of us away from the files of a folder, as long as it lives.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Waits until nobody else has it.
    ///
    /// # Errors
    /// When there is nothing that can be locked.
    pub fn of(folder: &Path, data_dir: &Path) -> io::Result<Self> {
        // The folder itself is locked, so that no file is left behind; where the system cannot do that, a
        // file among our own data serves.
        let lock = |file: File| file.lock().map(|()| Self { _file: file });
        File::open(folder).and_then(lock).or_else(|_| {
            fs::create_dir_all(data_dir)?;
            let file = File::options().create(true).truncate(false).write(true).open(data_dir.join("install.lock"))?;
            lock(file)
        })
    }
}

/// The bytes in a file of another name in the same folder, safe on the disk.
fn beside(path: &Path, bytes: &[u8], access: FileAccess<'_>) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Of a file that is there, its own rights; of a new one, what the person's mask leaves.
        let mode = match access {
            FileAccess::Like(other) => {
                fs::metadata(other).map_or(0o666, |metadata| metadata.permissions().mode() & 0o7777)
            }
            FileAccess::Owner => 0o600,
        };
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let FileAccess::Like(other) = access
        && let Ok(metadata) = fs::metadata(other)
    {
        fs::set_permissions(file.path(), metadata.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_changed_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings.json");
        replace(&path, None, b"{}", FileAccess::Like(&path)).expect("a new file");
        let late = replace(&path, None, b"[]", FileAccess::Like(&path)).map_err(|error| error.kind());
        assert_eq!(late, Err(ErrorKind::ResourceBusy));
        assert_eq!(read(&path).expect("readable").as_deref(), Some(b"{}".as_slice()));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
    }

    #[test]
    fn folders_that_were_made_are_known() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("a/b");
        assert_eq!(make_folder(&inner).expect("made"), [folder.path().join("a"), inner.clone()]);
        assert!(make_folder(&inner).expect("there").is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one_and_rights_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let (link, target) = (folder.path().join("link"), folder.path().join("target"));
        symlink("target", &link).expect("a link");
        assert_eq!(real(&link), target, "to a file that is not there yet");
        fs::write(&target, "1").expect("written");
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("set");
        let found = real(&link);
        write(&found, b"2", FileAccess::Like(&found)).expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&link).expect("readable"), b"2");
        assert_eq!(fs::metadata(&target).expect("there").permissions().mode() & 0o777, 0o640);
    }
}
