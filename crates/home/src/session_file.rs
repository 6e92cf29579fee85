//! Opening a file that a host keeps of a session, or that lies in a project. Either may be anything.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Opens a regular file, or what a link to one leads to. A pipe is not waited for, and devices are not read: they may
/// never end.
///
/// # Errors
/// When it cannot be opened, or is something else.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // Whoever opens a pipe would wait for a writer.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, nonblocking());
    let file = options.open(path)?;
    // Asked of what was opened: the path may lead elsewhere by now.
    let metadata = file.metadata()?;
    match () {
        () if metadata.is_file() => Ok(file),
        () if metadata.is_dir() => Err(ErrorKind::IsADirectory.into()),
        () => Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file")),
    }
}

/// The flag with which opening a pipe waits for nobody.
#[cfg(unix)]
fn nonblocking() -> i32 {
    i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or_default()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_opened_and_pipes_are_not_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "x").expect("written");
        std::os::unix::fs::symlink(at("file"), at("link")).expect("linked");
        assert!(std::process::Command::new("mkfifo").arg(at("pipe")).status().expect("it runs").success());
        assert!(open(&at("file")).is_ok() && open(&at("link")).is_ok());
        for other in [at("pipe"), at(""), "/dev/zero".into(), "/dev/null".into()] {
            assert!(open(&other).is_err_and(|error| error.kind() != ErrorKind::NotFound), "{}", other.display());
        }
        assert_eq!(open(&at("none")).expect_err("not there").kind(), ErrorKind::NotFound);
    }
}
