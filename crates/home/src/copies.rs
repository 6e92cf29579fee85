//! The files beside a store that may hold the same words: its backups and other copies that we made, and what hooks noted.
//! Copies that a person put elsewhere are not known here.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use omoide_core::Moment;
use omoide_core::ports::store::{Sweeper, SweptText, TextSort};
use omoide_store::SweepMode;
use serde_json::Value;

/// The folder of backups beside a store.
const BACKUPS: &str = "backups";

/// What the names of backups end with.
const ENDING: &str = ".db";

/// What SQLite keeps beside a database; it goes with it.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// What hooks leave in the folder of a memory: notes of sessions, and a log.
const NOTES: &str = "spool";
const LOG: &str = "hooks.log";

/// The copies of a store that we made, by name: backups in its folder, copies from before another format, files that were
/// moved aside, and what a killed process left in the making.
pub fn of(store: &Path) -> Vec<PathBuf> {
    let name = store.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_copy = |file: &str| file.starts_with(&format!("{name}.")) || file.starts_with(&format!(".{name}."));
    let mut copies: Vec<PathBuf> = files_in(store.parent().unwrap_or(Path::new(".")))
        .into_iter()
        .filter(|(_, file)| is_copy(file))
        .collect_paths();
    let is_backup = |file: &str| file.ends_with(".db") || file.contains(".db.");
    let backups = files_in(&store.with_file_name(BACKUPS));
    copies.extend(backups.into_iter().filter(|(_, file)| is_backup(file)).collect_paths());
    copies.sort();
    copies
}

/// The name of a backup that is made at a time.
pub fn backup_name(store: &Path, now: Moment) -> String {
    let stamp: String = now.to_string().chars().take(19).filter(char::is_ascii_digit).collect();
    let (day, time) = stamp.split_at(stamp.len().min(8));
    format!("{}{day}-{time}{ENDING}", beginning(store))
}

/// Removes the oldest backups of a store in a folder, but for the last `keep`. Only files count whose names are as
/// [`backup_name`] gives them and that are stores; whatever else lies there stays. Returns those that went, oldest first.
///
/// # Errors
/// When one cannot be removed.
pub fn rotate(store: &Path, folder: &Path, keep: usize) -> io::Result<Vec<PathBuf>> {
    let beginning = beginning(store);
    let is_stamp = |stamp: &str| {
        let is_sign = |(at, sign): (usize, char)| if at == 8 { sign == '-' } else { sign.is_ascii_digit() };
        stamp.len() == 15 && stamp.chars().enumerate().all(is_sign)
    };
    let is_ours =
        |name: &str| name.strip_prefix(&beginning).and_then(|rest| rest.strip_suffix(ENDING)).is_some_and(is_stamp);
    let found = files_in(folder).into_iter().filter(|(path, name)| is_ours(name) && omoide_store::is_store(path));
    let mut backups = found.collect_paths();
    // The names have the time in them.
    backups.sort();
    backups.truncate(backups.len().saturating_sub(keep));
    for backup in &backups {
        fs::remove_file(backup)?;
        for ending in COMPANIONS {
            let mut companion = backup.clone().into_os_string();
            companion.push(ending);
            match fs::remove_file(&companion) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(backups)
}

/// What the names of a store's backups begin with.
fn beginning(store: &Path) -> String {
    format!("{}-", store.file_stem().unwrap_or_default().to_string_lossy())
}

/// Sweeps what hooks left in the folder of a memory. Returns the files that hold secrets, with their kinds.
///
/// # Errors
/// When a file cannot be written.
pub fn sweep_notes(
    data_dir: &Path,
    sweeper: &dyn Sweeper,
    mode: SweepMode,
) -> io::Result<Vec<(PathBuf, Vec<&'static str>)>> {
    let mut files = files_in(&data_dir.join(NOTES)).into_iter().collect_paths();
    files.push(data_dir.join(LOG));
    let mut found = Vec::new();
    for file in files {
        // A note may be worked off meanwhile; what is no text has no words.
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let Some(SweptText { text: after, secrets }) = sweep_note(sweeper, &text) else { continue };
        let mut kinds: Vec<&'static str> = secrets.iter().map(|secret| secret.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if mode == SweepMode::Clean {
            replace(&file, &after)?;
        }
        found.push((file, kinds));
    }
    Ok(found)
}

/// A note without its secrets. Where its transcript lies has to stay, or nothing of it could be remembered any more.
fn sweep_note(sweeper: &dyn Sweeper, text: &str) -> Option<SweptText> {
    let mut swept = sweeper.sweep(TextSort::Json, text)?;
    if let (Ok(before), Ok(mut after)) =
        (serde_json::from_str::<Value>(text), serde_json::from_str::<Value>(&swept.text))
        && before.is_object()
    {
        for field in ["transcript", "folder"] {
            if let (Some(before), Some(after)) = (before.get(field), after.get_mut(field)) {
                *after = before.clone();
            }
        }
        swept.text = after.to_string();
    }
    (swept.text != text).then_some(swept)
}

/// Puts another text in the place of a file's, as a whole. What was there is overwritten first.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    temporary.write_all(text.as_bytes())?;
    temporary.as_file().sync_all()?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}

/// The regular files of a folder, with their names; none where there is no folder.
fn files_in(folder: &Path) -> Vec<(PathBuf, String)> {
    let is_companion = |name: &str| COMPANIONS.iter().any(|ending| name.ends_with(ending));
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let named = files.map(|entry| (entry.path(), entry.file_name().to_string_lossy().into_owned()));
    named.filter(|(_, name)| !is_companion(name)).collect()
}

trait CollectPaths {
    fn collect_paths(self) -> Vec<PathBuf>;
}

impl<I: Iterator<Item = (PathBuf, String)>> CollectPaths for I {
    fn collect_paths(self) -> Vec<PathBuf> {
        self.map(|(path, _)| path).collect()
    }
}
