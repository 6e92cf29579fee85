//! Where Claude Code keeps things: session files and notes below a folder.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// How deep session files are looked for.
const DEEPEST: usize = 5;
/// Folders with what tools returned and what agents that were sent off said.
const PASSED_OVER: [&str; 3] = ["subagents", "tool-results", "workflows"];

/// A file that was found.
#[derive(Clone, Debug)]
pub(super) struct FoundFile {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    /// When it was changed, in microseconds since 1970.
    pub(super) modified: i64,
}

/// All that was found, oldest first: a session that was taken up again comes after the one that it repeats.
#[derive(Debug, Default)]
pub(super) struct FoundSessions {
    pub(super) sessions: Vec<FoundFile>,
    pub(super) notes: Vec<FoundFile>,
    /// Folders and files that could not be looked at.
    pub(super) closed: Vec<(PathBuf, io::Error)>,
}

impl FoundSessions {
    /// Looks below a folder: that of the configuration, of all projects, or of one. A file is itself.
    pub(super) fn below(folder: &Path) -> io::Result<Self> {
        let mut found = Self::default();
        let metadata = fs::metadata(folder)?;
        if metadata.is_file() {
            found.sessions.push(FoundFile::of(folder.to_owned(), &metadata));
            return Ok(found);
        }
        let projects = folder.join("projects");
        found.look_into(if projects.is_dir() { &projects } else { folder }, DEEPEST);
        let by_age = |file: &FoundFile| (file.modified, file.path.clone());
        found.sessions.sort_by_key(by_age);
        found.notes.sort_by_key(by_age);
        Ok(found)
    }

    fn look_into(&mut self, folder: &Path, depth: usize) {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.closed.push((folder.to_owned(), error)),
        };
        let is_of_notes = folder.file_name().is_some_and(|name| name == "memory");
        for entry in entries.filter_map(Result::ok) {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            // A link to a folder could lead round in a circle; one to a file is the file.
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder {
                if depth > 0 && !PASSED_OVER.contains(&name.as_str()) {
                    self.look_into(&path, depth - 1);
                }
                continue;
            }
            let is_session = name.ends_with(".jsonl") && !name.starts_with("agent-") && !is_of_notes;
            let is_note = is_of_notes && name.ends_with(".md");
            if !is_session && !is_note {
                continue;
            }
            match fs::metadata(&path) {
                Ok(metadata) if is_session => self.sessions.push(FoundFile::of(path, &metadata)),
                Ok(metadata) => self.notes.push(FoundFile::of(path, &metadata)),
                Err(error) => self.closed.push((path, error)),
            }
        }
    }
}

impl FoundFile {
    fn of(path: PathBuf, metadata: &Metadata) -> Self {
        let since_1970 = metadata.modified().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        let modified = since_1970.and_then(|since| i64::try_from(since.as_micros()).ok()).unwrap_or(0);
        Self { path, bytes: metadata.len(), modified }
    }
}
