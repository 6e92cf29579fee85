//! Files that are replaced as a whole by whoever holds the lock that goes with them.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Puts bytes in the place of a file, which only its owner may read then. What a killed process left in the making goes
/// first: the caller holds the lock, so nobody else is making one.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let own = path.file_name().unwrap_or_default().to_string_lossy();
    let beginning = format!(".{own}.making-");
    for entry in fs::read_dir(folder)?.flatten() {
        if entry.file_name().to_string_lossy().starts_with(&beginning) {
            let _ = fs::remove_file(entry.path());
        }
    }
    // Files made by tempfile are readable by their owner only.
    let mut file = tempfile::Builder::new().prefix(&beginning).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_goes_and_other_files_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in [".keys.json.making-Ab1", ".other.json.making-Ab1", "keys.json.bak"] {
            fs::write(at(name), "x").expect("written");
        }
        replace(&at("keys.json"), b"new").expect("replaced");
        assert_eq!(fs::read(at("keys.json")).expect("read"), b"new");
        assert!(!at(".keys.json.making-Ab1").exists());
        assert!(at(".other.json.making-Ab1").exists() && at("keys.json.bak").exists());
    }
}
