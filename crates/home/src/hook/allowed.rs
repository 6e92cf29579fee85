//! Which minds `.omoide` files may choose. A file may have come with someone else's project, so a person allows each choice
//! once: the folder of the file, and the mind that it names. A file that names another mind asks again.
//!
//! What waits to be allowed is noted apart, by hooks; they never write what is allowed.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::rules;

/// The file of what is allowed.
const ALLOWED: &str = "allowed_minds.json";

/// The file of what waits.
const WAITING: &str = "waiting_minds.json";

/// How many choices may wait; then the oldest is forgotten.
const MOST_WAITING: usize = 100;

/// The form of both files.
const VERSION: u32 = 1;

/// That the `.omoide` file of a folder names a mind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct MindChoice {
    /// The folder, without links.
    pub folder: PathBuf,
    /// The mind.
    pub mind: String,
}

#[derive(Serialize, Deserialize)]
struct ChoiceFile {
    version: u32,
    choices: Vec<MindChoice>,
}

/// What is allowed, and what waits for it, beside a memory.
#[derive(Clone, Debug)]
pub struct AllowedMinds {
    data_dir: PathBuf,
}

impl AllowedMinds {
    /// What is allowed in the folder of a memory.
    pub fn below(data_dir: &Path) -> Self {
        Self { data_dir: data_dir.to_owned() }
    }

    /// Whether a choice is allowed. Where that cannot be read, nothing is.
    pub fn allows(&self, choice: &MindChoice) -> bool {
        self.all().is_ok_and(|all| all.contains(choice))
    }

    /// All that is allowed, by folder.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn all(&self) -> io::Result<Vec<MindChoice>> {
        read(&self.data_dir.join(ALLOWED))
    }

    /// Allows a choice, in the place of an earlier one of the same folder; says whether it was not allowed before.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn allow(&self, choice: &MindChoice) -> io::Result<bool> {
        self.change(|all| {
            let is_new = !all.contains(choice);
            all.retain(|other| other.folder != choice.folder);
            all.push(choice.clone());
            all.sort();
            is_new
        })
    }

    /// Takes back what was allowed to a folder; says what it was.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn take_back(&self, folder: &Path) -> io::Result<Option<MindChoice>> {
        self.change(|all| {
            let place = all.iter().position(|choice| choice.folder == folder)?;
            Some(all.remove(place))
        })
    }

    /// What hooks met that is not allowed, as far as its file still says so.
    pub fn waiting(&self) -> Vec<MindChoice> {
        let mut waiting = read(&self.data_dir.join(WAITING)).unwrap_or_default();
        waiting.retain(|choice| rules::mind_named_in(&choice.folder).as_ref() == Some(&choice.mind));
        waiting.retain(|choice| !self.allows(choice));
        waiting
    }

    /// Notes what waits to be allowed; says whether that was not known.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn note_waiting(&self, choice: &MindChoice) -> io::Result<bool> {
        let file = self.data_dir.join(WAITING);
        // One that cannot be read tells nothing worth keeping.
        let mut waiting = read(&file).unwrap_or_default();
        if waiting.contains(choice) {
            return Ok(false);
        }
        waiting.push(choice.clone());
        let surplus = waiting.len().saturating_sub(MOST_WAITING);
        waiting.drain(..surplus);
        write(&file, waiting)?;
        Ok(true)
    }

    fn change<T>(&self, change: impl FnOnce(&mut Vec<MindChoice>) -> T) -> io::Result<T> {
        crate::private::create_folder(&self.data_dir)?;
        let file = self.data_dir.join(ALLOWED);
        let lock: File = super::spool::open_own(&file.with_extension("lock"))?;
        lock.lock()?;
        let mut all = read(&file)?;
        let answer = change(&mut all);
        write(&file, all)?;
        Ok(answer)
    }
}

fn read(file: &Path) -> io::Result<Vec<MindChoice>> {
    let bytes = match fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let told = |why: String| io::Error::new(ErrorKind::InvalidData, format!("{}: {why}", file.display()));
    let kept: ChoiceFile = serde_json::from_slice(&bytes).map_err(|error| told(error.to_string()))?;
    if kept.version == VERSION { Ok(kept.choices) } else { Err(told(format!("version {} is not known", kept.version))) }
}

/// Writes a file that only its owner may read, as a whole or not at all.
fn write(file: &Path, choices: Vec<MindChoice>) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut temporary = tempfile::Builder::new().prefix(".").tempfile_in(folder)?;
    temporary.write_all(&serde_json::to_vec_pretty(&ChoiceFile { version: VERSION, choices })?)?;
    temporary.as_file().sync_all()?;
    temporary.persist(file)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(folder: &Path, mind: &str) -> MindChoice {
        MindChoice { folder: folder.to_owned(), mind: mind.to_owned() }
    }

    #[test]
    fn a_choice_is_allowed_once_for_its_folder_and_its_mind() {
        let data = tempfile::tempdir().expect("a folder");
        let allowed = AllowedMinds::below(&data.path().join("not/there/yet"));
        let work = choice(Path::new("/w"), "work");
        assert!(!allowed.allows(&work));
        assert_eq!((allowed.allow(&work).expect("kept"), allowed.allow(&work).expect("kept")), (true, false));
        assert!(allowed.allows(&work) && !allowed.allows(&choice(Path::new("/w/x"), "work")));
        assert!(!allowed.allows(&choice(Path::new("/w"), "diary")), "another mind asks again");
        assert!(allowed.allow(&choice(Path::new("/w"), "diary")).expect("kept"));
        assert!(!allowed.allows(&work), "a folder has one choice");
        assert!(allowed.take_back(Path::new("/w")).expect("kept").is_some());
        assert_eq!((allowed.take_back(Path::new("/w")).expect("kept"), allowed.all().expect("read").len()), (None, 0));
    }

    #[test]
    fn a_file_that_cannot_be_read_allows_nothing_and_is_not_overwritten() {
        let data = tempfile::tempdir().expect("a folder");
        let allowed = AllowedMinds::below(data.path());
        let work = choice(Path::new("/w"), "work");
        for text in ["{", "{\"version\":2,\"choices\":[{\"folder\":\"/w\",\"mind\":\"work\"}]}"] {
            fs::write(data.path().join(ALLOWED), text).expect("written");
            assert!(!allowed.allows(&work) && allowed.allow(&work).is_err());
            assert_eq!(fs::read_to_string(data.path().join(ALLOWED)).expect("read"), text);
        }
    }

    #[test]
    fn what_waits_is_told_as_long_as_the_file_says_so_and_is_bounded() {
        let data = tempfile::tempdir().expect("a folder");
        let allowed = AllowedMinds::below(data.path());
        let folder = data.path().join("site");
        fs::create_dir(&folder).expect("made");
        fs::write(folder.join(".omoide"), "mind = \"work\"").expect("written");
        let work = choice(&folder, "work");
        assert!(allowed.note_waiting(&work).expect("noted") && !allowed.note_waiting(&work).expect("known"));
        assert_eq!(allowed.waiting(), std::slice::from_ref(&work));
        fs::write(folder.join(".omoide"), "mind = \"other\"").expect("written");
        assert_eq!(allowed.waiting(), []);
        fs::write(folder.join(".omoide"), "mind = \"work\"").expect("written");
        allowed.allow(&work).expect("kept");
        assert_eq!(allowed.waiting(), []);
        for number in 0..2 * MOST_WAITING {
            allowed.note_waiting(&choice(&folder, &format!("m{number}"))).expect("noted");
        }
        assert_eq!(read(&data.path().join(WAITING)).expect("read").len(), MOST_WAITING);
    }
}
