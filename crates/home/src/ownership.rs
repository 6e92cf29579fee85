//! Whose a file is: what others own or can write is not trusted.

use std::path::Path;

/// Whether a file is the person's own, and nobody else may read or write it.
pub fn is_ours_alone(path: &Path) -> bool {
    #[cfg(unix)]
    return unix::is_held(path, 0o077);
    // Elsewhere a person's folders are closed to others unless they opened them.
    #[cfg(not(unix))]
    path.exists()
}

/// Whether a folder is the person's own, and nobody else may write into it.
pub fn is_not_writable(path: &Path) -> bool {
    #[cfg(unix)]
    return unix::is_held(path, 0o022);
    #[cfg(not(unix))]
    path.exists()
}

/// Whether there is a socket of the person's own, which nobody else may use.
#[cfg(unix)]
pub fn is_own_socket(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|found| found.file_type().is_socket());
    is_socket && is_ours_alone(path)
}

#[cfg(unix)]
mod unix {
    use std::fs::Metadata;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    /// Whether a file is that of whoever runs this process, and others have none of those permissions.
    pub fn is_held(path: &Path, others: u32) -> bool {
        let me = rustix::process::geteuid().as_raw();
        std::fs::metadata(path).is_ok_and(|found: Metadata| is_held_by(found.uid(), found.mode(), me, others))
    }

    pub fn is_held_by(owner: u32, mode: u32, me: u32, others: u32) -> bool {
        owner == me && mode & others == 0
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn what_belongs_to_another_is_not_ours_whatever_its_mode() {
        assert!(unix::is_held_by(1000, 0o100_600, 1000, 0o077));
        assert!(!unix::is_held_by(1001, 0o100_600, 1000, 0o077));
        assert!(!unix::is_held_by(0, 0o140_600, 1000, 0o077));
    }

    #[test]
    fn what_others_may_use_is_not_ours_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("server.json");
        fs::write(&file, "{}").expect("written");
        for (mode, is_alone) in [(0o600, true), (0o640, false), (0o602, false)] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("set");
            assert_eq!(is_ours_alone(&file), is_alone, "{mode:o}");
        }
        assert!(!is_own_socket(&file), "it is no socket");
        for (mode, is_closed) in [(0o700, true), (0o755, true), (0o775, false), (0o777, false)] {
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).expect("set");
            assert_eq!(is_not_writable(folder.path()), is_closed, "{mode:o}");
        }
        assert!(!is_ours_alone(&folder.path().join("nothing")));
    }
}
