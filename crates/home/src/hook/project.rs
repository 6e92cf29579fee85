//! The project of a folder, by what git keeps there: its files are read, git is not run.

use std::io::Read;
use std::path::{Path, PathBuf};

use omoide::Place;
use omoide::transcript::project_of;

use crate::session_file;

/// How much of a file of git's is read.
const MOST_BYTES: u64 = 64 * 1024;

/// Where a conversation in that folder takes place.
pub fn place(host: &str, folder: &Path) -> Place {
    let git = folder.ancestors().find_map(Git::at);
    let top =
        git.as_ref().and_then(|git| git.name()).or_else(|| project_of(&folder.to_string_lossy()).map(str::to_owned));
    Place {
        host: Some(host.to_owned()),
        project: top,
        folder: Some(folder.to_string_lossy().into_owned()),
        branch: git.as_ref().and_then(Git::branch),
        repository: git.as_ref().and_then(Git::repository),
    }
}

/// What git keeps of a working copy.
struct Git {
    /// The folder with `HEAD`.
    own: PathBuf,
    /// The folder with `config`; another one for a linked copy.
    common: PathBuf,
    /// The folder of the working copy.
    top: PathBuf,
}

impl Git {
    fn at(top: &Path) -> Option<Self> {
        let git = top.join(".git");
        let metadata = std::fs::metadata(&git).ok()?;
        let own = if metadata.is_dir() { git } else { top.join(read(&git)?.trim().strip_prefix("gitdir:")?.trim()) };
        let common = match read(&own.join("commondir")) {
            Some(path) => own.join(path.trim()),
            None => own.clone(),
        };
        Some(Self { own, common, top: top.to_owned() })
    }

    /// The name of the project: that of the folder which all working copies belong to.
    fn name(&self) -> Option<String> {
        let main = if self.own == self.common {
            self.top.clone()
        } else {
            let common = std::fs::canonicalize(&self.common).ok()?;
            if common.file_name()? == ".git" { common.parent()?.to_owned() } else { common }
        };
        Some(main.file_name()?.to_string_lossy().trim_end_matches(".git").to_owned())
    }

    fn branch(&self) -> Option<String> {
        let head = read(&self.own.join("HEAD"))?;
        head.trim().strip_prefix("ref:")?.trim().strip_prefix("refs/heads/").map(str::to_owned)
    }

    /// Where the repository comes from: its `origin`, or whatever remote stands first.
    fn repository(&self) -> Option<String> {
        let config = read(&self.common.join("config"))?;
        let (mut first, mut remote): (Option<&str>, Option<&str>) = (None, None);
        for line in config.lines().map(str::trim) {
            if let Some(section) = line.strip_prefix('[') {
                remote = section.strip_prefix("remote \"").and_then(|name| name.strip_suffix("\"]"));
            } else if let (Some(name), Some((key, url))) = (remote, line.split_once('='))
                && key.trim() == "url"
            {
                if name == "origin" {
                    return address(url.trim());
                }
                first = first.or(Some(url.trim()));
            }
        }
        address(first?)
    }
}

/// A remote's address without its scheme, without who logs in and with what: `github.com/someone/project`.
fn address(url: &str) -> Option<String> {
    let (rest, has_scheme) = match url.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => (rest, true),
        None => (url, false),
    };
    let (host, path) = match has_scheme {
        true => rest.split_once('/')?,
        // `git@host:path`; what has no colon is a folder of this machine, and so is `C:\…`.
        false => rest.split_once(':').filter(|(host, _)| host.len() > 1 && !host.contains('/'))?,
    };
    let host = host.rsplit('@').next()?.split(':').next()?.to_lowercase();
    let path = path.trim_matches('/').trim_end_matches(".git");
    (!host.is_empty() && !path.is_empty()).then(|| format!("{host}/{path}"))
}

fn read(file: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    session_file::open(file).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_address_has_no_scheme_and_no_secrets() {
        for url in [
            "https://github.com/me/garden.git",
            "https://me:hunter2@GitHub.com/me/garden",
            "git@github.com:me/garden.git",
            "ssh://git@github.com:22/me/garden.git/",
        ] {
            assert_eq!(address(url).as_deref(), Some("github.com/me/garden"), "{url}");
        }
        for url in ["/srv/garden.git", "../garden", "file:///srv/garden", "C:\\garden", ""] {
            assert_eq!(address(url), None, "{url}");
        }
    }

    #[test]
    fn a_folder_below_and_a_linked_copy_belong_to_the_project() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        for path in ["garden/.git/worktrees/beds", "garden/src/deep", "beds/src"] {
            fs::create_dir_all(at(path)).expect("made");
        }
        let config = "[core]\n\tbare = false\n[remote \"up\"]\n\turl = https://x.org/up\n[remote \"origin\"]\n\turl = git@x.org:me/garden.git\n";
        fs::write(at("garden/.git/config"), config).expect("written");
        fs::write(at("garden/.git/HEAD"), "ref: refs/heads/main\n").expect("written");
        fs::write(at("garden/.git/worktrees/beds/HEAD"), "ref: refs/heads/roses/red\n").expect("written");
        fs::write(at("garden/.git/worktrees/beds/commondir"), "../..\n").expect("written");
        fs::write(at("beds/.git"), format!("gitdir: {}\n", at("garden/.git/worktrees/beds").display()))
            .expect("written");
        let deep = place("host", &at("garden/src/deep"));
        assert_eq!(deep.project.as_deref(), Some("garden"));
        assert_eq!(deep.branch.as_deref(), Some("main"));
        assert_eq!(deep.repository.as_deref(), Some("x.org/me/garden"));
        let linked = place("host", &at("beds/src"));
        assert_eq!(linked.project.as_deref(), Some("garden"));
        assert_eq!(linked.branch.as_deref(), Some("roses/red"));
        assert!(linked.is_same_project(&deep));
    }

    #[test]
    fn without_git_a_project_is_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let plain = folder.path().join("思い出");
        fs::create_dir_all(&plain).expect("made");
        let place = place("host", &plain);
        assert_eq!((place.project.as_deref(), place.branch, place.repository), (Some("思い出"), None, None));
    }
}
