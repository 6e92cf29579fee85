//! The log of what hooks could not do, a line each, in two files of bounded size.
//!
//! Hooks say nothing to the host when they fail, so this is where it is found: `omoide doctor` and `omoide status` show
//! the last lines. Lines tell what failed, never what was said.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use omoide_core::Moment;

use crate::private;

/// The name of the log; the one before it ends with `.1`.
const FILE: &str = "hooks.log";

/// How large a log gets before it becomes the one before.
const MOST_BYTES: u64 = 256 * 1024;

/// How long a line may be, in characters.
const MOST_CHARACTERS: usize = 400;

/// How much of the end is read for the last lines.
const READ_BYTES: u64 = 16 * 1024;

/// For how many days a failure is worth telling.
const TOLD_DAYS: f64 = 7.0;

/// A line of the log.
#[derive(Clone, PartialEq, Debug)]
pub struct LogLine {
    /// When.
    pub at: Moment,
    /// The hook's word.
    pub hook: String,
    /// What it could not do.
    pub message: String,
}

/// The log in a folder.
#[derive(Clone, Debug)]
pub struct HookLog {
    file: PathBuf,
}

impl HookLog {
    /// The log in the folder of the memory.
    pub fn below(data_dir: &Path) -> Self {
        Self { file: data_dir.join(FILE) }
    }

    /// Adds a line; where that cannot be done, there is nobody left to tell.
    pub fn add(&self, at: Moment, hook: &str, message: &str) {
        let seen = |c: char| if c.is_control() { ' ' } else { c };
        let message: String = message.chars().map(seen).take(MOST_CHARACTERS).collect();
        let _ = self.append(&format!("{at} {hook}: {message}\n"));
    }

    fn append(&self, line: &str) -> std::io::Result<()> {
        if let Some(folder) = self.file.parent() {
            private::create_folder(folder)?;
        }
        let mut file = self.open()?;
        if file.metadata()?.len() + line.len() as u64 > MOST_BYTES {
            self.turn_over(&file, line.len() as u64);
            file = self.open()?;
        }
        // One write, so that lines of several hooks do not mix.
        file.write_all(line.as_bytes())
    }

    fn open(&self) -> std::io::Result<File> {
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.file)
    }

    /// Makes the log the one before, unless another hook is doing or has done it.
    fn turn_over(&self, file: &File, more: u64) {
        let is_full = || fs::metadata(&self.file).is_ok_and(|metadata| metadata.len() + more > MOST_BYTES);
        if file.try_lock().is_ok() && is_full() {
            let _ = fs::rename(&self.file, self.before());
        }
    }

    fn before(&self) -> PathBuf {
        self.file.with_extension("log.1")
    }

    /// The last lines of the last days, newest first.
    pub fn last(&self, most: usize, now: Moment) -> Vec<LogLine> {
        let mut lines: Vec<LogLine> = Vec::new();
        for file in [self.before(), self.file.clone()] {
            lines.extend(end_of(&file).unwrap_or_default().lines().filter_map(LogLine::read));
        }
        lines.retain(|line| now.days_since(line.at) < TOLD_DAYS);
        lines.reverse();
        lines.truncate(most);
        lines
    }
}

impl LogLine {
    fn read(text: &str) -> Option<Self> {
        let (at, rest) = text.split_once(' ')?;
        let (hook, message) = rest.split_once(": ")?;
        Some(Self { at: Moment::from_str(at).ok()?, hook: hook.to_owned(), message: message.to_owned() })
    }
}

fn end_of(file: &Path) -> std::io::Result<String> {
    let mut file = File::open(file)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(READ_BYTES)))?;
    let mut bytes = Vec::new();
    file.take(READ_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: u32) -> Moment {
        Moment::from_str(&format!("2026-01-{day:02}T10:00:00+09:00")).expect("a time")
    }

    #[test]
    fn the_last_lines_come_first_and_old_ones_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = HookLog::below(folder.path());
        assert_eq!(log.last(3, at(20)), []);
        for day in [1, 18, 19, 20] {
            log.add(at(day), "stop", &format!("day {day}\nand\u{1b}more"));
        }
        let last = log.last(9, at(20));
        assert_eq!(
            last.iter().map(|line| line.message.as_str()).collect::<Vec<_>>(),
            ["day 20 and more", "day 19 and more", "day 18 and more"]
        );
        assert_eq!((last[0].hook.as_str(), last[0].at), ("stop", at(20)));
    }

    #[test]
    fn many_who_write_at_once_stay_within_two_files_of_whole_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = HookLog::below(folder.path());
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let log = &log;
                scope.spawn(move || {
                    for number in 0..600 {
                        log.add(at(20), "stop", &format!("writer {writer} line {number} {}", "x".repeat(300)));
                    }
                });
            }
        });
        let size = |name: &str| fs::metadata(folder.path().join(name)).expect("there").len();
        // Who opened the file before it turned over may still add to it.
        assert!(size("hooks.log") <= MOST_BYTES && size("hooks.log.1") <= MOST_BYTES + 8 * 400);
        let text = fs::read_to_string(folder.path().join("hooks.log.1")).expect("read");
        assert!(text.lines().all(|line| LogLine::read(line).is_some() && line.ends_with('x')), "whole lines");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}
