//! Files and folders that only their owner may read, whatever the machine takes from new ones (its umask).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// What others than the owner may do in a folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FolderAccess {
    /// Nothing.
    Closed,
    /// Look into it.
    Readable,
    /// Put files into it, but not take those of others away.
    Shared,
    /// Put files into it, and take others away.
    Writable,
}

/// Makes a folder and those above it; the new ones are their owner's only.
///
/// # Errors
/// When a folder cannot be made.
pub fn create_folder(path: &Path) -> io::Result<()> {
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
///
/// # Errors
/// When the folder is someone else's.
pub fn close_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// How a file is opened that is its owner's only once it is there: `options` say what else is wanted.
pub fn owners(mut options: OpenOptions) -> OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Writes a whole file, which is its owner's only if it was not there.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    owners(options).open(path)?.write_all(bytes.as_ref())
}

/// What others than the owner may do in a folder; nothing where a system has no such rights.
pub fn access(path: &Path) -> FolderAccess {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        const STICKY: u32 = 0o1000;
        let mode = fs::metadata(path).map_or(0, |metadata| metadata.permissions().mode());
        match mode & 0o077 {
            0 => FolderAccess::Closed,
            others if others & 0o022 == 0 => FolderAccess::Readable,
            _ if mode & STICKY != 0 => FolderAccess::Shared,
            _ => FolderAccess::Writable,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        FolderAccess::Closed
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn what_others_may_do_in_a_folder_is_known() {
        let folder = tempfile::tempdir().expect("a folder");
        for (mode, expected) in [
            (0o700, FolderAccess::Closed),
            (0o711, FolderAccess::Readable),
            (0o755, FolderAccess::Readable),
            (0o775, FolderAccess::Writable),
            (0o1777, FolderAccess::Shared),
        ] {
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).expect("sets");
            assert_eq!(access(folder.path()), expected, "{mode:o}");
        }
        close_folder(folder.path()).expect("closes");
        assert_eq!(access(folder.path()), FolderAccess::Closed);
    }
}
