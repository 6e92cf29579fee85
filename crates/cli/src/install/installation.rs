//! Our part put into the files of a host, and taken out again.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use omoide_home::errors::UserError;
use omoide_home::lang::{Lang, say};

use super::files::{self, FileAccess, Lock};
use super::hosts::PartFile;
use super::program::Program;
use super::receipt::{KeptFile, Receipt, backup_of, fingerprint};
use super::settings::SettingsProblem;

/// How often a file that someone else changes at the same moment is tried again.
const TRIES: usize = 5;

/// Puts our part into files, and takes it out.
#[derive(Clone, Debug)]
pub struct Installation<'a> {
    /// The program that hosts are told to run.
    pub program: &'a Program,
    /// The folder of our own data, where receipts are.
    pub data_dir: &'a Path,
    /// The language of failures.
    pub lang: Lang,
}

/// What is to be done with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstallTask {
    /// Put our part in.
    Install,
    /// Take it out.
    Uninstall,
}

/// What becomes of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileChange {
    /// The file, with links followed.
    pub file: PathBuf,
    /// What is there; none if there is no file.
    pub before: Option<String>,
    /// What will be there; none if there will be no file.
    pub after: Option<String>,
    /// Whether `after` is the file as it was before we came, to the byte.
    pub is_original: bool,
    receipt: Option<Receipt>,
}

impl FileChange {
    /// Whether it changes anything.
    pub fn is_any(&self) -> bool {
        self.before != self.after
    }

    /// What will be kept beside the file.
    pub fn backup(&self) -> Option<PathBuf> {
        self.before.is_some().then(|| backup_of(&self.file))
    }
}

impl Installation<'_> {
    /// What a task would do to a file; nothing is changed.
    ///
    /// # Errors
    /// When the file cannot be read or edited.
    pub fn plan(&self, place: &PartFile, task: InstallTask) -> Result<FileChange, UserError> {
        let file = files::real(&place.file);
        let before = self.text(&file)?;
        let receipt = Receipt::of(&file, self.data_dir);
        let (after, is_original) = match task {
            InstallTask::Install => (Some(self.with(place, &file, before.as_deref())?), false),
            InstallTask::Uninstall => self.without(place, &file, before.as_deref(), receipt.as_ref())?,
        };
        Ok(FileChange { file, before, after, is_original, receipt })
    }

    /// Whether a change can be made, as far as that can be known before.
    ///
    /// # Errors
    /// When the file is not to be written.
    pub fn check(&self, change: &FileChange) -> Result<(), UserError> {
        if change.is_any() && files::is_read_only(&change.file) { Err(self.read_only(&change.file)) } else { Ok(()) }
    }

    /// Does a task; what was changed.
    ///
    /// # Errors
    /// When the file cannot be read, edited or written. It is as it was then.
    pub fn run(&self, place: &PartFile, task: InstallTask) -> Result<FileChange, UserError> {
        let first = self.plan(place, task)?;
        if !first.is_any() && (task == InstallTask::Install || first.receipt.is_none()) {
            return Ok(first);
        }
        self.check(&first)?;
        let file = first.file;
        let failed = |error: &io::Error| self.io(&file, error);
        let folder = file.parent().unwrap_or(Path::new(".")).to_owned();
        let made_folders = match task {
            InstallTask::Install => files::make_folder(&folder).map_err(|error| failed(&error))?,
            InstallTask::Uninstall => Vec::new(),
        };
        let _lock = Lock::of(&folder, self.data_dir).map_err(|error| failed(&error))?;
        files::clear_leftovers(&folder);
        let mut tries = 0;
        loop {
            let change = self.plan(place, task)?;
            let done = match task {
                InstallTask::Install => self.put(place, &change, &made_folders)?,
                InstallTask::Uninstall => self.take(&change),
            };
            match done {
                Ok(()) => return Ok(change),
                Err(error) if error.kind() == ErrorKind::ResourceBusy && tries < TRIES => tries += 1,
                Err(error) => return Err(failed(&error)),
            }
        }
    }

    fn with(&self, place: &PartFile, file: &Path, before: Option<&str>) -> Result<String, UserError> {
        let text = before.unwrap_or_default();
        place.part.with(text, self.program).map_err(|problem| self.told(file, &problem))
    }

    /// What the file is without us, and whether that is known to be what it was before us.
    fn without(
        &self,
        place: &PartFile,
        file: &Path,
        before: Option<&str>,
        receipt: Option<&Receipt>,
    ) -> Result<(Option<String>, bool), UserError> {
        let Some(text) = before else { return Ok((None, false)) };
        let original = receipt.and_then(Receipt::original);
        let original = original.and_then(|bytes| match bytes {
            Some(bytes) => String::from_utf8(bytes).ok().map(Some),
            None => Some(None),
        });
        if let (Some(receipt), Some(original)) = (receipt, &original)
            && receipt.wrote(text.as_bytes())
        {
            return Ok((original.clone(), true));
        }
        // A file that was not there before us said nothing.
        let said = original.as_ref().map(|original| original.as_deref().unwrap_or_default());
        let trimmed = place.part.without(text, self.program, said).map_err(|problem| self.told(file, &problem))?;
        let is_ours = matches!(original, Some(None)) && place.part.is_nothing(&trimmed);
        Ok(if is_ours { (None, true) } else { (Some(trimmed), false) })
    }

    fn put(
        &self,
        place: &PartFile,
        change: &FileChange,
        made_folders: &[PathBuf],
    ) -> Result<io::Result<()>, UserError> {
        let Some(after) = change.after.as_deref().filter(|_| change.is_any()) else { return Ok(Ok(())) };
        // What is kept is the file as it would be without us, also when an older part of ours is mended.
        let (original, _) = self.without(place, &change.file, change.before.as_deref(), change.receipt.as_ref())?;
        Ok(self.write(change, after, original.as_deref(), made_folders))
    }

    fn write(
        &self,
        change: &FileChange,
        after: &str,
        original: Option<&str>,
        made_folders: &[PathBuf],
    ) -> io::Result<()> {
        let before = match original {
            Some(text) => {
                let backup = backup_of(&change.file);
                files::write(&backup, text.as_bytes(), FileAccess::Like(&change.file))?;
                Some(KeptFile { backup, fingerprint: fingerprint(text.as_bytes()) })
            }
            None => None,
        };
        let earlier = change.receipt.as_ref().map(|receipt| receipt.made_folders.clone()).unwrap_or_default();
        let receipt = Receipt {
            file: change.file.clone(),
            written: fingerprint(after.as_bytes()),
            before,
            made_folders: earlier.into_iter().chain(made_folders.iter().cloned()).collect(),
        };
        receipt.save(self.data_dir)?;
        let expected = change.before.as_deref().map(str::as_bytes);
        files::replace(&change.file, expected, after.as_bytes(), FileAccess::Like(&change.file))
    }

    fn take(&self, change: &FileChange) -> io::Result<()> {
        match &change.after {
            _ if !change.is_any() => {}
            Some(after) => {
                let expected = change.before.as_deref().map(str::as_bytes);
                files::replace(&change.file, expected, after.as_bytes(), FileAccess::Like(&change.file))?;
            }
            None => files::remove(&change.file)?,
        }
        change.receipt.as_ref().map_or(Ok(()), |receipt| receipt.discard(self.data_dir))
    }

    fn text(&self, file: &Path) -> Result<Option<String>, UserError> {
        let bytes = files::read(file).map_err(|error| self.io(file, &error))?;
        let Some(bytes) = bytes else { return Ok(None) };
        String::from_utf8(bytes).map(Some).map_err(|error| {
            let sound = error.utf8_error().valid_up_to();
            let before = &error.as_bytes()[..sound];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
            self.told(file, &SettingsProblem::Invalid { line, column, reason: "not UTF-8".to_owned() })
        })
    }

    fn told(&self, file: &Path, problem: &SettingsProblem) -> UserError {
        problem.told(&file.display().to_string(), self.lang)
    }

    fn read_only(&self, file: &Path) -> UserError {
        let path = file.display();
        UserError::theirs(
            "settings_read_only",
            say!(
                self.lang,
                "{path} is read-only; nothing was changed",
                "{path}は読み取り専用です。何も変更していません"
            ),
        )
        .hint(say!(
            self.lang,
            "make it writable: chmod u+w {path}; to see what would change: --dry-run",
            "書き込めるようにしてください：chmod u+w {path}（変更内容を見るだけなら --dry-run）"
        ))
    }

    fn io(&self, file: &Path, error: &io::Error) -> UserError {
        let path = file.display();
        UserError::theirs(
            "settings_io",
            say!(
                self.lang,
                "{path} could not be read or written: {error}; it is unchanged",
                "{path}を読み書きできませんでした（{error}）。変更はありません"
            ),
        )
        .hint(
            self.lang
                .pick("check the permissions of the file and its folder", "ファイルとフォルダの権限を確かめてください"),
        )
    }
}
