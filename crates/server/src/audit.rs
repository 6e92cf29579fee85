//! The audit log: who did what of weight, one line each, chained so that a line that was changed or taken out shows.
//!
//! Each line holds the print of the line before it and of itself. No line holds a memory's text.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use omoide_core::Moment;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::keys::{hex, owners_file};

/// More than an entry is long.
const TAIL: u64 = 16 * 1024;

/// An entry of the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditLine {
    /// When.
    pub at: Moment,
    /// Which key; none for a person at the machine.
    pub key: Option<String>,
    /// The mind, if it was one's.
    pub mind: Option<String>,
    /// What was done.
    pub act: String,
    /// To what: ids, never texts.
    pub what: String,
    /// The print of the entry before.
    before: String,
    /// The print of this one.
    print: String,
}

/// What was done, for the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act<'a> {
    /// Which key.
    pub key: Option<&'a str>,
    /// The mind.
    pub mind: Option<&'a str>,
    /// What was done.
    pub act: &'a str,
    /// To what.
    pub what: &'a str,
}

/// The log of an installation.
#[derive(Debug)]
pub struct Audit {
    path: PathBuf,
    turn: Mutex<()>,
}

impl AuditLine {
    fn made(at: Moment, act: Act<'_>, before: String) -> Self {
        let mut entry = Self {
            at,
            key: act.key.map(str::to_owned),
            mind: act.mind.map(str::to_owned),
            act: act.act.to_owned(),
            what: act.what.to_owned(),
            before,
            print: String::new(),
        };
        entry.print = entry.computed();
        entry
    }

    fn computed(&self) -> String {
        let parts = (&self.at, &self.key, &self.mind, &self.act, &self.what, &self.before);
        let text = serde_json::to_string(&parts).expect("strings and times are always JSON");
        hex(&Sha256::digest(text.as_bytes()))
    }
}

impl Audit {
    /// The log of the installation whose data are in that folder.
    pub fn below(folder: &Path) -> Self {
        Self { path: folder.join("audit.jsonl"), turn: Mutex::new(()) }
    }

    /// Adds an entry; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&self, at: Moment, act: Act<'_>) -> io::Result<()> {
        let _turn = self.turn.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut file = owners_file(&self.path)?;
        file.lock()?;
        let text = tail(&mut file)?;
        let last = text.lines().last().and_then(|line| serde_json::from_str::<AuditLine>(line).ok());
        let entry = AuditLine::made(at, act, last.map(|entry| entry.print).unwrap_or_default());
        // A line that was cut off by a crash must not swallow this one.
        let torn = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        let line = serde_json::to_string(&entry).map_err(io::Error::other)?;
        file.write_all(format!("{torn}{line}\n").as_bytes())?;
        file.sync_data()
    }

    /// All entries, and the number of the first line that does not fit, if one does not.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(&self) -> io::Result<(Vec<AuditLine>, Option<usize>)> {
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let (mut entries, mut before) = (Vec::<AuditLine>::new(), String::new());
        for (number, line) in text.lines().enumerate() {
            match serde_json::from_str::<AuditLine>(line) {
                Ok(entry) if entry.before == before && entry.print == entry.computed() => {
                    before.clone_from(&entry.print);
                    entries.push(entry);
                }
                _ => return Ok((entries, Some(number + 1))),
            }
        }
        Ok((entries, None))
    }
}

/// What a file ends with.
fn tail(file: &mut File) -> io::Result<String> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Moment {
        "2026-03-01T12:00:00+09:00".parse().expect("a time")
    }

    fn act<'a>(what: &'a str) -> Act<'a> {
        Act { key: Some("k"), mind: Some("default"), act: "erase", what }
    }

    #[test]
    fn a_line_that_was_changed_or_taken_out_shows() {
        let folder = tempfile::tempdir().expect("a folder");
        let audit = Audit::below(folder.path());
        for number in 0..5 {
            audit.add(now(), act(&format!("mem_{number}"))).expect("added");
        }
        let (entries, wrong) = audit.read().expect("read");
        assert_eq!((entries.len(), wrong), (5, None));
        let path = folder.path().join("audit.jsonl");
        let text = std::fs::read_to_string(&path).expect("the file");
        std::fs::write(&path, text.replace("mem_2", "mem_9")).expect("written");
        assert_eq!(audit.read().expect("read").1, Some(3));
        let without: Vec<&str> = text.lines().enumerate().filter(|(at, _)| *at != 1).map(|(_, line)| line).collect();
        std::fs::write(&path, without.join("\n")).expect("written");
        assert_eq!(audit.read().expect("read").1, Some(2));
    }

    #[test]
    fn entries_of_many_make_one_chain() {
        let folder = tempfile::tempdir().expect("a folder");
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let audit = Audit::below(folder.path());
                scope.spawn(move || {
                    for number in 0..10 {
                        audit.add(now(), act(&format!("{writer} {number}"))).expect("added");
                    }
                });
            }
        });
        let (entries, wrong) = Audit::below(folder.path()).read().expect("read");
        assert_eq!((entries.len(), wrong), (40, None));
    }
}
