//! The log of what hooks could not do, a line each, in two files of bounded size.
//!
//! Hooks say nothing to the host when they fail, so this is where it is found: `omoide doctor` and `omoide status` show
//! the last lines. Lines tell what failed, never what was said.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
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

/// How the line begins that tells of secrets, which is no failure.
pub(super) const SECRETS_REMOVED: &str = "secrets were removed before ";

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

/// Where a reading of the log stopped: in the file that begins so, after so many bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LogMark {
    beginning: u64,
    offset: u64,
}

impl LogMark {
    fn parse(text: &str) -> Option<Self> {
        let (beginning, offset) = text.split_once(':')?;
        Some(Self { beginning: u64::from_str_radix(beginning, 16).ok()?, offset: offset.parse().ok()? })
    }
}

impl fmt::Display for LogMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}:{}", self.beginning, self.offset)
    }
}

impl HookLog {
    /// The whole lines that came since a reading left `mark`, and the mark of this one; none where nothing came. Without a
    /// mark, all lines of the present file are meant.
    pub(super) fn read_on(&self, mark: Option<&str>) -> io::Result<Option<(Vec<LogLine>, String)>> {
        let bytes = match fs::read(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes?,
        };
        let mark = mark.and_then(LogMark::parse);
        let beginning = beginning_of(&bytes);
        let mut lines = Vec::new();
        let from = match mark {
            Some(mark) if mark.beginning == beginning => mark.offset,
            Some(mark) => {
                let before = fs::read(self.before()).unwrap_or_default();
                if beginning_of(&before) == mark.beginning {
                    lines.extend(lines_from(&before, mark.offset));
                }
                0
            }
            None => 0,
        };
        let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at as u64 + 1);
        let here = LogMark { beginning, offset: end };
        if end == 0 || Some(here) == mark {
            return Ok(None);
        }
        lines.extend(lines_from(&bytes[..usize::try_from(end).unwrap_or(usize::MAX)], from));
        Ok(Some((lines, here.to_string())))
    }
}

/// The print of the first line, by which a file is known again that got another name.
fn beginning_of(bytes: &[u8]) -> u64 {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    omoide::transcript::fingerprint(&bytes[..end])
}

fn lines_from(bytes: &[u8], offset: u64) -> Vec<LogLine> {
    let from = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
    String::from_utf8_lossy(&bytes[from..]).lines().filter_map(LogLine::read).collect()
}

impl LogLine {
    /// Whether it tells of something that could not be done.
    pub(super) fn is_failure(&self) -> bool {
        !self.message.starts_with(SECRETS_REMOVED)
    }

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
    fn a_reading_goes_on_where_the_last_one_stopped_also_when_the_file_turned_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = HookLog::below(folder.path());
        assert_eq!(log.read_on(None).expect("reads"), None);
        let messages = |read: &Option<(Vec<LogLine>, String)>| {
            let lines = read.iter().flat_map(|(lines, _)| lines);
            lines.map(|line| line.message.clone()).collect::<Vec<_>>()
        };
        log.add(at(20), "stop", "one");
        let first = log.read_on(None).expect("reads");
        assert_eq!(messages(&first), ["one"]);
        let mark = first.expect("a line").1;
        assert_eq!(log.read_on(Some(&mark)).expect("reads"), None);
        log.add(at(20), "stop", "two");
        fs::rename(folder.path().join("hooks.log"), folder.path().join("hooks.log.1")).expect("turns over");
        log.add(at(21), "stop", "three");
        let second = log.read_on(Some(&mark)).expect("reads");
        assert_eq!(messages(&second), ["two", "three"]);
        let mark = second.expect("lines").1;
        log.append("2026-01-21T10:00:00+09:00 stop: half").expect("appends");
        assert_eq!(log.read_on(Some(&mark)).expect("reads"), None, "a line that is still written is left for later");
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
