//! The audit log: who did what of weight, one line each, chained so that a line that was changed or taken out shows.
//!
//! Each line holds the print of the line before it and of itself. No line holds a memory's text. Prints are made with a
//! key, and how the log ends is kept apart from it (`audit/seal.rs`), so that a cut end and a missing file show as well. Whoever
//! can read and write the person's files can forge both; the log is no proof against them.

mod line;
mod seal;
mod state;

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use omoide::SleepOutcome;
use omoide_core::{MindName, Moment};

use crate::keys::owners_file;
pub use line::{Act, AuditLine};
use seal::Seal;
pub use state::{AuditReport, AuditState};

/// More than a usual line is long.
const TAIL: usize = 16 * 1024;

/// The log of an installation.
#[derive(Debug)]
pub struct Audit {
    folder: PathBuf,
}

impl Audit {
    /// The log of the installation whose data are in that folder.
    pub fn below(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Adds a line; it is on the disk when this returns.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn add(&self, at: Moment, act: Act<'_>) -> io::Result<()> {
        let _lock = self.lock()?;
        self.append(at, act)
    }

    /// Adds the nights that were run, if there were any.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn add_nights(&self, at: Moment, key: Option<&str>, mind: &MindName, slept: &SleepOutcome) -> io::Result<()> {
        if slept.nights.is_empty() {
            return Ok(());
        }
        let dates: Vec<String> = slept.nights.iter().map(|night| night.date.to_string()).collect();
        self.add(at, Act { key, mind: Some(mind.as_str()), act: "sleep", what: &dates.join(" ") })
    }

    /// All lines, and whether the log is as it was written.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn read(&self) -> io::Result<AuditReport> {
        let text = match fs::read(self.file()) {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        Ok(AuditReport::of(text.as_deref(), Seal::read(&self.folder)?.as_ref()))
    }

    /// Puts the log aside with what is known of its end, and begins one anew, whose first line says so; returns where the
    /// earlier one is.
    ///
    /// # Errors
    /// When a file cannot be moved or written.
    pub fn begin_anew(&self, at: Moment) -> io::Result<String> {
        let _lock = self.lock()?;
        let aside = |number: u32| format!("audit.{number}.jsonl");
        let number = (1..u32::MAX).find(|number| !self.folder.join(aside(*number)).exists()).unwrap_or(u32::MAX);
        let name = aside(number);
        seal::put_aside(&self.folder, number)?;
        match fs::rename(self.file(), self.folder.join(&name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        self.append(at, Act { key: None, mind: None, act: "begin_audit", what: &name })?;
        Ok(name)
    }

    fn file(&self) -> PathBuf {
        self.folder.join("audit.jsonl")
    }

    /// Held by whoever adds, until it is dropped. It is a file of its own: the log may be taken away.
    fn lock(&self) -> io::Result<File> {
        let lock = owners_file(&self.folder.join("audit.lock"))?;
        lock.lock()?;
        Ok(lock)
    }

    fn append(&self, at: Moment, act: Act<'_>) -> io::Result<()> {
        let mut seal = match Seal::read(&self.folder)? {
            Some(seal) => seal,
            None => Seal::over(&fs::read(self.file()).or_else(none_if_missing)?),
        };
        let mut file = owners_file(&self.file())?;
        self.finish(&mut file, &mut seal)?;
        let line = seal.next(at, act)?;
        // Before the line: whoever is killed between the two leaves the line in the seal, and the next one writes it.
        seal.write(&self.folder)?;
        file.write_all(format!("{line}\n").as_bytes())?;
        file.sync_data()
    }

    /// Writes the line that someone who was killed has left in the seal. What is missing for another reason is not
    /// brought back: it shows that it is missing.
    fn finish(&self, file: &mut File, seal: &mut Seal) -> io::Result<()> {
        let end = tail(file, TAIL.max(seal.line.as_ref().map_or(0, String::len) + 2))?;
        let (whole, torn) = end.rsplit_once('\n').unwrap_or(("", &end));
        let last = whole.lines().last().and_then(AuditLine::parse);
        if let Some(rest) = seal.left_by_a_crash(last.as_ref()).and_then(|line| line.strip_prefix(torn)) {
            return file.write_all(format!("{rest}\n").as_bytes());
        }
        if let Some(last) = last {
            // The seal may have been put back from a backup, and know less than the log.
            seal.learn(&last);
        }
        // A line that was cut off must not swallow the next one.
        if torn.is_empty() { Ok(()) } else { file.write_all(b"\n") }
    }
}

fn none_if_missing(error: io::Error) -> io::Result<Vec<u8>> {
    if error.kind() == io::ErrorKind::NotFound { Ok(Vec::new()) } else { Err(error) }
}

/// What a file ends with.
fn tail(file: &mut File, most: usize) -> io::Result<String> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(most as u64)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests;
