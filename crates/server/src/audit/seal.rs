//! The seal of the audit log: the key of its prints, and how it ends. It is a file of its own, whose name begins
//! otherwise than that of the log, so that whoever takes the log away does not take it as well.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use omoide_core::Moment;
use serde::{Deserialize, Serialize};

use super::line::{Act, AuditLine};
use crate::keys::random_hex;
use crate::replace::replace;

/// The key of the log's prints, and how it ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Seal {
    /// The key of its prints.
    key: String,
    /// How many lines without numbers it begins with, which an earlier version wrote.
    pub unnumbered: u64,
    /// How many lines it has, with those.
    pub count: u64,
    /// The print of the last one.
    pub print: String,
    /// The last line, which may not have been written yet.
    pub line: Option<String>,
}

impl Seal {
    /// The seal of a log that has none: whatever stands there is sealed as it is.
    pub fn over(log: &[u8]) -> Self {
        let text = String::from_utf8_lossy(log);
        let count = text.lines().count() as u64;
        let print = text.lines().rev().find_map(AuditLine::parse).map(|line| line.print).unwrap_or_default();
        Self { key: random_hex::<32>(), unnumbered: count, count, print, line: None }
    }

    pub fn read(folder: &Path) -> io::Result<Option<Self>> {
        match fs::read(file(folder)) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(io::Error::other),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub fn write(&self, folder: &Path) -> io::Result<()> {
        replace(&file(folder), &serde_json::to_vec(self)?)
    }

    /// The key of the prints.
    pub fn key(&self) -> &[u8] {
        self.key.as_bytes()
    }

    /// The next line, which the seal then ends with.
    pub fn next(&mut self, at: Moment, act: Act<'_>) -> io::Result<String> {
        let line = AuditLine::made(at, act, self.count + 1, self.print.clone(), self.key());
        let text = serde_json::to_string(&line)?;
        self.count += 1;
        self.print = line.print;
        self.line = Some(text.clone());
        Ok(text)
    }

    /// The last line, where the log ends with the one before it: someone was killed before it was written.
    pub fn left_by_a_crash(&self, last: Option<&AuditLine>) -> Option<&str> {
        let text = self.line.as_deref()?;
        let line = AuditLine::parse(text)?;
        let is_next = line.before == last.map(|last| last.print.as_str()).unwrap_or_default();
        is_next.then_some(text)
    }

    /// Takes notice of the last line of the log, where it is good and behind what the seal knows of.
    pub fn learn(&mut self, last: &AuditLine) {
        if let Some(number) = last.number.filter(|number| *number > self.count)
            && last.is_as_written(self.key())
        {
            (self.count, self.print) = (number, last.print.clone());
        }
    }
}

/// Moves the seal aside with the log that it belongs to.
pub(super) fn put_aside(folder: &Path, number: u32) -> io::Result<()> {
    match fs::rename(file(folder), folder.join(format!("log-seal.{number}.json"))) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("log-seal.json")
}
