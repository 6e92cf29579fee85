//! The spool: what happened in sessions and is not remembered yet, a file each.
//!
//! A hook has milliseconds, so it writes down that a session has something new, and leaves; the worker remembers it. A
//! note is on the disk before the hook ends, and goes only when its turns are in the store, so that whoever is killed
//! loses nothing. Taking a note twice does no harm: turns are known by their uuid.
//!
//! Notes lie there for a while, so nothing stands in them that would not stand in a memory.

mod note;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use omoide::transcript::{cleaned, fingerprint};
use omoide_core::Moment;

pub use note::{Note, SpooledEvent};

use crate::private;

/// The folder.
const FOLDER: &str = "spool";

/// The file that the worker holds.
const LOCK: &str = "spool.lock";

/// How a note ends that waits for its session's next event.
const WAITING: &str = "waiting";

/// How a note ends whose transcript cannot be read.
const ASIDE: &str = "aside";

/// How a file ends that says of a session that its last prompt may not be remembered.
const UNHEARD: &str = "unheard";

/// How many notes of a session are kept for its next event. Older ones tell nothing that the transcript does not.
const MOST_LEFT: usize = 4;

/// How many notes may be set aside.
const MOST_ASIDE: usize = 100;

/// For how many days a note is kept that is set aside: as long as hosts keep their transcripts.
const ASIDE_DAYS: i64 = 30;

/// How many notes there may be. Where so many wait, nothing can be remembered, and doctor tells why.
const MOST: usize = 2_000;

/// How large a note may be that is read.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A note with its file.
#[derive(Clone, Debug)]
pub struct Spooled {
    /// The note.
    pub note: Note,
    /// Whether it waits for its session's next event.
    pub is_waiting: bool,
    /// Whether its transcript could not be read.
    pub is_aside: bool,
    /// Whether the file holds what a memory would not, as those of an earlier version may.
    is_in_clear: bool,
    file: PathBuf,
}

/// The spool.
#[derive(Clone, Debug)]
pub struct Spool {
    folder: PathBuf,
    lock: PathBuf,
}

impl Spool {
    /// The spool in the folder of the memory.
    pub fn below(data_dir: &Path) -> Self {
        Self { folder: data_dir.join(FOLDER), lock: data_dir.join(LOCK) }
    }

    /// Writes a note; it is on the disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written, or too many wait already.
    pub fn add(&self, note: &Note) -> io::Result<()> {
        private::create_folder(&self.folder)?;
        if fs::read_dir(&self.folder)?.take(MOST).count() == MOST {
            return Err(io::Error::other(format!("{MOST} notes wait in the spool already")));
        }
        let (time, chance) = (note.at.unix_micros(), chance()?);
        write(note, &self.folder.join(format!("{time:020}-{chance:016x}.json")))
    }

    /// Notes that the last prompt of a session may not be remembered. What answers it must not be written down either,
    /// wherever the session has gone meanwhile.
    ///
    /// # Errors
    /// When that cannot be noted.
    pub fn set_unheard(&self, session: &str) -> io::Result<()> {
        private::create_folder(&self.folder)?;
        open_own(&self.unheard(session)).map(drop)
    }

    /// The last prompt of a session may be remembered.
    pub fn set_heard(&self, session: &str) {
        let _ = fs::remove_file(self.unheard(session));
    }

    /// Whether the last prompt of a session may not be remembered.
    pub fn is_unheard(&self, session: &str) -> bool {
        self.unheard(session).exists()
    }

    fn unheard(&self, session: &str) -> PathBuf {
        self.folder.join(format!("{:016x}.{UNHEARD}", fingerprint(session.as_bytes())))
    }

    /// Whether a worker has something to do.
    pub fn has_work(&self) -> bool {
        let Ok(mut files) = fs::read_dir(&self.folder) else { return false };
        files.any(|file| file.is_ok_and(|file| is_work(&file.path())))
    }

    /// Whether a worker is at work.
    pub fn is_being_worked_off(&self) -> bool {
        File::open(&self.lock).is_ok_and(|file| file.try_lock_shared().is_err())
    }

    /// Takes the spool for oneself; none when another worker has it. The lock ends with its process.
    ///
    /// # Errors
    /// When the file of the lock cannot be made.
    pub fn take(&self) -> io::Result<Option<File>> {
        if let Some(folder) = self.lock.parent() {
            private::create_folder(folder)?;
        }
        let file = open_own(&self.lock)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(error)) => Err(error),
        }
    }

    /// All notes, oldest first. One that cannot be read is put aside with what is wrong with it.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn notes(&self) -> io::Result<(Vec<Spooled>, Vec<String>)> {
        let mut files: Vec<PathBuf> = match fs::read_dir(&self.folder) {
            Ok(files) => files.filter_map(|file| Some(file.ok()?.path())).filter(|file| is_note(file)).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        files.sort();
        let (mut notes, mut troubles) = (Vec::new(), Vec::new());
        for file in files {
            match read(&file) {
                Ok(note) => notes.push(Spooled::of(note, file)),
                Err(error) => {
                    troubles.push(format!("a note in the spool cannot be read: {error}"));
                    fs::rename(&file, file.with_extension("unreadable"))?;
                }
            }
        }
        Ok((notes, troubles))
    }

    /// Removes what nobody will take any more: notes that waited too long, and what a killed hook left half written.
    pub fn sweep(&self, now: Moment, days: i64) {
        let Ok(files) = fs::read_dir(&self.folder) else { return };
        let before = |days: i64| now.plus_days(-days).unix_micros();
        let mut aside = Vec::new();
        for file in files.filter_map(Result::ok) {
            let path = file.path();
            let modified = file.metadata().ok().and_then(|metadata| metadata.modified().ok());
            let micros = modified.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
            let is_older = |than: i64| micros.is_some_and(|at| i64::try_from(at.as_micros()).is_ok_and(|at| at < than));
            let is_old = is_older(before(if ends_with(&path, ASIDE) { ASIDE_DAYS } else { days }));
            if is_old && !is_work(&path) {
                let _ = fs::remove_file(path);
            } else if ends_with(&path, ASIDE) {
                aside.push(path);
            }
        }
        // Their names begin with their times.
        aside.sort();
        for file in aside.iter().rev().skip(MOST_ASIDE) {
            let _ = fs::remove_file(file);
        }
    }
}

/// Leaves a session's notes to its next event; of many only the last.
///
/// # Errors
/// When a file cannot be renamed or removed.
pub fn let_wait(notes: &[Spooled]) -> io::Result<()> {
    leave(notes, WAITING)
}

/// Sets a session's notes aside, since its transcript cannot be read; of many only the last.
///
/// # Errors
/// When a file cannot be renamed or removed.
pub fn set_aside(notes: &[Spooled]) -> io::Result<()> {
    leave(notes, ASIDE)
}

fn leave(notes: &[Spooled], ending: &str) -> io::Result<()> {
    let (older, last) = notes.split_at(notes.len().saturating_sub(MOST_LEFT));
    older.iter().try_for_each(Spooled::remove)?;
    last.iter().try_for_each(|spooled| spooled.end_with(ending))
}

impl Spooled {
    fn of(mut note: Note, file: PathBuf) -> Self {
        let clean = note.answer.as_deref().map(cleaned);
        let is_in_clear = clean != note.answer;
        note.answer = clean;
        let (is_waiting, is_aside) = (!is_work(&file), ends_with(&file, ASIDE));
        Self { note, is_waiting, is_aside, is_in_clear, file }
    }

    /// Takes it out of the spool.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self) -> io::Result<()> {
        fs::remove_file(&self.file)
    }

    /// Gives its file another ending.
    fn end_with(&self, ending: &str) -> io::Result<()> {
        let file = self.file.with_extension(ending);
        if self.is_in_clear {
            write(&self.note, &file)?;
            return if file == self.file { Ok(()) } else { self.remove() };
        }
        if file == self.file { Ok(()) } else { fs::rename(&self.file, file) }
    }
}

fn is_note(file: &Path) -> bool {
    let is_hidden = file.file_name().is_none_or(|name| name.as_encoded_bytes().starts_with(b"."));
    !is_hidden && ["json", WAITING, ASIDE].iter().any(|ending| ends_with(file, ending))
}

fn is_work(file: &Path) -> bool {
    is_note(file) && ends_with(file, "json")
}

fn ends_with(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|own| own == ending)
}

/// Writes a note that only its owner may read; it is on the disk when this returns.
fn write(note: &Note, file: &Path) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let text = serde_json::to_vec(note).map_err(io::Error::other)?;
    let mut temporary = tempfile::Builder::new().prefix(".").tempfile_in(folder)?;
    temporary.write_all(&text)?;
    temporary.as_file().sync_all()?;
    temporary.persist(file)?;
    sync_folder(folder)
}

fn read(file: &Path) -> io::Result<Note> {
    let length = fs::metadata(file)?.len();
    if length > MOST_BYTES {
        return Err(io::Error::other(format!("it has {length} bytes")));
    }
    serde_json::from_slice(&fs::read(file)?).map_err(io::Error::other)
}

/// Opens a file that only its owner may read, and makes it if need be.
pub(super) fn open_own(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    private::owners(options).open(file)
}

/// A new name is on the disk only when its folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn chance() -> io::Result<u64> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests;
