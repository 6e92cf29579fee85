//! Journals of streamed replies, a file each, in a folder of their own (S4 ストリーミングジャーナル).
//!
//! A writer holds an OS lock on its file, which ends with its process: who gets the lock knows that the writer is gone. A
//! file is locked before it gets its name and loses its name before it is unlocked, and no name is used twice. So whoever
//! has the lock and still sees the name has an orphan, and nobody else has it.
//!
//! `ULID.N.jsonl` is a journal that was written anew N times, `.ULID.N.jsonl` one that is just being begun, and
//! `ULID.N.aside` a file that is no journal.

mod codec;

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, UNIX_EPOCH};

use omoide_core::ports::store::StoreError;
use omoide_core::ports::{JournalCensus, JournalWriter, Journals, OrphanFate};
use omoide_core::{MemoryId, Moment, StreamEvent, StreamJournal, StreamStart};

use crate::lock;
use crate::sqlite::{create_folder, create_private};
use codec::Unreadable;

/// How a journal ends.
const JOURNAL: &str = "jsonl";

/// How a file ends that was set aside.
const ASIDE: &str = "aside";

/// How large a journal may be that is read.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// How long a file may stay that was never begun.
const HALF_BEGUN_DAYS: i64 = 1;

type Answer<T> = Result<T, StoreError>;

/// A folder of journals.
#[derive(Clone, Debug)]
pub struct JournalFolder {
    folder: PathBuf,
}

impl JournalFolder {
    /// The journals in that folder, which is made with the first of them.
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The journals, oldest first; of one that was written anew, the newest comes first.
    fn files(&self) -> io::Result<Vec<PathBuf>> {
        let mut files: Vec<(String, u32, PathBuf)> = Vec::new();
        for file in self.all()? {
            if let Some((id, number)) = name_of(&file) {
                files.push((id, u32::MAX - number, file));
            }
        }
        files.sort();
        Ok(files.into_iter().map(|(_, _, file)| file).collect())
    }

    fn all(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_dir(&self.folder) {
            Ok(files) => Ok(files.filter_map(|file| Some(file.ok()?.path())).collect()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Removes what a writer left that was killed before it had begun.
    fn sweep(&self, now: Moment) {
        let before = now.plus_days(-HALF_BEGUN_DAYS).unix_micros();
        let is_hidden = |file: &PathBuf| file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        for file in self.all().unwrap_or_default().into_iter().filter(is_hidden) {
            let modified = fs::metadata(&file).and_then(|found| found.modified()).ok();
            let since_1970 = modified.and_then(|at| at.duration_since(UNIX_EPOCH).ok()).unwrap_or(Duration::MAX);
            if i64::try_from(since_1970.as_micros()).is_ok_and(|at| at < before) {
                let _ = fs::remove_file(file);
            }
        }
    }

    fn visit(&self, file: &Path, visit: &mut dyn FnMut(&StreamJournal) -> Answer<OrphanFate>) -> Answer<()> {
        let Some(held) = take(file).map_err(|error| in_words(file, error))? else { return Ok(()) };
        let fate = match read(file).map_err(|error| in_words(file, error))? {
            Ok(journal) => visit(&journal)?,
            Err(Unreadable::Newer) => OrphanFate::Leave,
            Err(Unreadable::NotAJournal) => OrphanFate::SetAside,
        };
        let done = match fate {
            OrphanFate::Remove => remove(file),
            OrphanFate::SetAside => fs::rename(file, file.with_extension(ASIDE)),
            OrphanFate::Leave => Ok(()),
        };
        drop(held);
        done.map_err(|error| in_words(file, error))
    }
}

impl Journals for JournalFolder {
    fn begin(&self, id: MemoryId, start: &StreamStart) -> Answer<Option<Box<dyn JournalWriter>>> {
        let begin = || -> io::Result<Option<OpenFile>> {
            create_folder(&self.folder)?;
            let prefix = id.to_string();
            let is_its = |file: &PathBuf| name_of(file).is_some_and(|(known, _)| known == prefix);
            if self.all()?.iter().any(is_its) {
                return Ok(None);
            }
            let text = codec::start_line(id, start)?;
            match open_new(&self.folder, id, 0, &text) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(None),
                opened => opened.map(Some),
            }
        };
        let opened = begin().map_err(|error| in_words(&self.folder, error))?;
        Ok(opened.map(|file| {
            let writer = FileWriter { folder: self.folder.clone(), id, file: Mutex::new(file) };
            Box::new(writer) as Box<dyn JournalWriter>
        }))
    }

    fn has_orphans(&self) -> bool {
        self.files().is_ok_and(|files| files.iter().any(|file| is_orphan(file)))
    }

    fn visit_orphans(&self, now: Moment, visit: &mut dyn FnMut(&StreamJournal) -> Answer<OrphanFate>) -> Answer<()> {
        for file in self.files().map_err(|error| in_words(&self.folder, error))? {
            self.visit(&file, visit)?;
        }
        self.sweep(now);
        Ok(())
    }

    fn census(&self) -> Answer<JournalCensus> {
        let all = self.all().map_err(|error| in_words(&self.folder, error))?;
        let mut census = JournalCensus::default();
        for file in all {
            if file.extension().is_some_and(|ending| ending == ASIDE) {
                census.aside.push(file.display().to_string());
            } else if let Some((id, _)) = name_of(&file) {
                if is_orphan(&file) { census.orphans.push(id) } else { census.open += 1 }
            }
        }
        census.orphans.sort();
        census.orphans.dedup();
        census.aside.sort();
        Ok(census)
    }
}

/// The file of a writer, which holds its lock.
struct OpenFile {
    handle: File,
    path: PathBuf,
    /// How often it was written anew.
    number: u32,
    /// How long it is; what a failed write left behind it does not count.
    length: u64,
}

struct FileWriter {
    folder: PathBuf,
    id: MemoryId,
    file: Mutex<OpenFile>,
}

impl FileWriter {
    fn told<T>(&self, outcome: io::Result<T>) -> Answer<T> {
        outcome.map_err(|error| in_words(&self.folder, error))
    }
}

impl JournalWriter for FileWriter {
    fn append(&self, events: &[StreamEvent]) -> Answer<()> {
        let text = self.told(codec::event_lines(events).map_err(io::Error::from))?;
        let mut file = lock(&self.file);
        let written = file.handle.write_all(text.as_bytes());
        match written {
            Ok(()) => file.length += text.len() as u64,
            // Half a line must not stand before the next one.
            Err(_) => drop(file.handle.set_len(file.length).and_then(|()| seek_end(&mut file.handle))),
        }
        self.told(written)
    }

    fn sync(&self) -> Answer<()> {
        // Without the lock: who writes meanwhile need not wait for the disk.
        let handle = self.told(lock(&self.file).handle.try_clone())?;
        self.told(handle.sync_data())
    }

    fn replace(&self, start: &StreamStart, events: &[StreamEvent]) -> Answer<()> {
        let mut file = lock(&self.file);
        let number = file.number + 1;
        let lines = codec::start_line(self.id, start).and_then(|line| Ok(line + &codec::event_lines(events)?));
        let text = self.told(lines.map_err(io::Error::from))?;
        let fresh = self.told(open_new(&self.folder, self.id, number, &text))?;
        let before = std::mem::replace(&mut *file, fresh);
        self.told(remove(&before.path))
    }

    fn remove(&self) -> Answer<()> {
        self.told(remove(&lock(&self.file).path))
    }
}

/// Makes a journal that is locked and on the disk before it has its name.
fn open_new(folder: &Path, id: MemoryId, number: u32, text: &str) -> io::Result<OpenFile> {
    let hidden = folder.join(format!(".{id}.{number}.{JOURNAL}"));
    let path = folder.join(format!("{id}.{number}.{JOURNAL}"));
    let handle = create_private(&hidden)?;
    match fill(&handle, text, (&hidden, &path)) {
        Ok(()) => Ok(OpenFile { handle, path, number, length: text.len() as u64 }),
        Err(error) => {
            let _ = fs::remove_file(&hidden);
            Err(error)
        }
    }
}

fn fill(mut handle: &File, text: &str, (hidden, path): (&Path, &Path)) -> io::Result<()> {
    handle.try_lock().map_err(|_| io::Error::other("a file that was just made is locked by another"))?;
    handle.write_all(text.as_bytes())?;
    handle.sync_all()?;
    fs::rename(hidden, path)?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// Takes an orphan; none when its writer lives, another has it, or it is gone.
fn take(file: &Path) -> io::Result<Option<File>> {
    let held = match File::open(file) {
        Ok(held) => held,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match held.try_lock() {
        // Whoever had it before may have removed it in between.
        Ok(()) => Ok(file.exists().then_some(held)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

fn is_orphan(file: &Path) -> bool {
    File::open(file).is_ok_and(|held| held.try_lock_shared().is_ok() && file.exists())
}

/// What a file says. It is read anew, after it was locked.
fn read(file: &Path) -> io::Result<Result<StreamJournal, Unreadable>> {
    if fs::metadata(file)?.len() > MOST_BYTES {
        return Ok(Err(Unreadable::NotAJournal));
    }
    Ok(codec::read(&fs::read(file)?))
}

/// The id in the name of a journal, and how often it was written anew; none for other files.
fn name_of(file: &Path) -> Option<(String, u32)> {
    let name = file.file_name()?.to_str()?.strip_suffix(JOURNAL)?.strip_suffix('.')?;
    let (id, number) = name.split_once('.')?;
    if id.is_empty() {
        return None;
    }
    Some((id.to_owned(), number.parse().ok()?))
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

fn seek_end(handle: &mut File) -> io::Result<()> {
    io::Seek::seek(handle, io::SeekFrom::End(0)).map(drop)
}

/// A new name is on the disk only when its folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn in_words(path: &Path, error: io::Error) -> StoreError {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => StoreError::Full,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly { location: path.into() },
        _ => StoreError::Broken { cause: format!("{}: {error}", path.display()).into() },
    }
}

#[cfg(test)]
mod tests;
