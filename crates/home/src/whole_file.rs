//! Writing a file that is there as a whole or not at all, and that only its owner may read.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::private;

/// What is done where there is a file already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExistingFile {
    /// It stays, and the new one is refused.
    Keep,
    /// It is replaced.
    Replace,
}

/// A file that is being written beside its place. Unless [`WholeFile::finish`] puts it there, nothing is left of it.
#[derive(Debug)]
pub struct WholeFile {
    out: BufWriter<File>,
    temporary: PathBuf,
    path: PathBuf,
    existing: ExistingFile,
}

impl WholeFile {
    /// Begins a file; folders above it that are missing are made.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] if it is there and is to stay, [`ErrorKind::InvalidInput`] if a folder, a device or a
    /// pipe is there, or whatever the system says.
    pub fn create(path: &Path, existing: ExistingFile) -> io::Result<Self> {
        let name = path.file_name().ok_or(ErrorKind::InvalidInput)?;
        match fs::symlink_metadata(path) {
            Ok(there) if there.is_dir() || !(there.is_file() || there.is_symlink()) => {
                return Err(ErrorKind::InvalidInput.into());
            }
            Ok(_) if existing == ExistingFile::Keep => return Err(ErrorKind::AlreadyExists.into()),
            _ => {}
        }
        if let Some(folder) = path.parent() {
            private::create_folder(folder)?;
        }
        let name = format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id());
        let temporary = path.with_file_name(name);
        // One that a killed process of the same number left is nobody's.
        let _ = fs::remove_file(&temporary);
        let mut options = File::options();
        options.write(true).create_new(true);
        let out = BufWriter::new(private::owners(options).open(&temporary)?);
        Ok(Self { out, temporary, path: path.to_owned(), existing })
    }

    /// Puts the file in its place; returns how many bytes it has.
    ///
    /// # Errors
    /// When it cannot be written to its end, or another one came to be there and is to stay.
    pub fn finish(mut self) -> io::Result<u64> {
        self.out.flush()?;
        self.out.get_ref().sync_all()?;
        let bytes = self.out.get_ref().metadata()?.len();
        match self.existing {
            ExistingFile::Replace => fs::rename(&self.temporary, &self.path)?,
            // A link is refused where a file is; renaming would replace it.
            ExistingFile::Keep => match fs::hard_link(&self.temporary, &self.path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
                Ok(()) => {}
                // Some file systems have no links.
                Err(_) => fs::rename(&self.temporary, &self.path)?,
            },
        }
        Ok(bytes)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // It is gone already where it was renamed.
        let _ = fs::remove_file(&self.temporary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("below/file");
        let write = |existing, finish: bool| -> io::Result<u64> {
            let mut file = WholeFile::create(&path, existing)?;
            file.write_all(b"words")?;
            if finish { file.finish() } else { Ok(0) }
        };
        assert_eq!(write(ExistingFile::Keep, false).expect("written"), 0);
        assert!(!path.exists());
        assert_eq!(write(ExistingFile::Keep, true).expect("written"), 5);
        assert_eq!(write(ExistingFile::Keep, true).expect_err("there").kind(), ErrorKind::AlreadyExists);
        assert_eq!(write(ExistingFile::Replace, true).expect("written"), 5);
        assert_eq!(fs::read_dir(folder.path().join("below")).expect("read").count(), 1, "nothing else is left");
        let error = WholeFile::create(folder.path(), ExistingFile::Replace).expect_err("a folder");
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
    }

    #[cfg(unix)]
    #[test]
    fn only_its_owner_may_read_it_and_devices_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        WholeFile::create(&path, ExistingFile::Keep).expect("begun").finish().expect("written");
        assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o600);
        let error = WholeFile::create(Path::new("/dev/null"), ExistingFile::Replace).expect_err("a device");
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
    }
}
