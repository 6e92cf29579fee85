//! What hooks may do in a folder: by the `.omoide` files from there up to the home, and by `folders` of the configuration.
//!
//! What both say about privacy holds together, so that neither a file nor the configuration can open what the other
//! closes. A file that cannot be read closes everything: whoever put it there wanted something to be closed.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use omoide_core::MindName;

use crate::config::folders::{FolderRule, Folders};

/// The name of the file.
const FILE: &str = ".omoide";

/// How large it may be.
const MOST_BYTES: u64 = 64 * 1024;

/// What holds in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whose memory it is, if that is not the usual one.
    pub mind: Option<MindName>,
    /// Whether turns may be remembered.
    pub may_remember: bool,
    /// Whether anything may be recalled.
    pub may_recall: bool,
    /// What is wrong with a file, for the log.
    pub trouble: Option<String>,
}

impl Rules {
    /// What holds in a folder.
    pub fn of(folder: &Path, home: Option<&Path>, configured: &Folders) -> Self {
        let rules = Self::of_path(folder, home, configured);
        // A link may lead into a folder that has other rules.
        match fs::canonicalize(folder) {
            Ok(real) if real != folder => rules.and(&Self::of_path(&real, home, configured)),
            _ => rules,
        }
    }

    fn of_path(folder: &Path, home: Option<&Path>, configured: &Folders) -> Self {
        let (by_file, trouble) = match by_files(folder, home) {
            Ok(rule) => (rule, None),
            Err(trouble) => (FolderRule { private: Some(true), ..FolderRule::default() }, Some(trouble)),
        };
        let by_configuration = by_configuration(folder, home, configured);
        let both = [&by_file, &by_configuration];
        let is_open = both.iter().all(|rule| rule.private != Some(true));
        Self {
            may_remember: is_open && both.iter().all(|rule| rule.remember != Some(false)),
            may_recall: is_open && both.iter().all(|rule| rule.recall != Some(false)),
            // The configuration is the person's own; a file may have come with someone else's project.
            mind: by_configuration.mind.or(by_file.mind).and_then(|name| name.parse().ok()),
            trouble,
        }
    }

    fn and(self, other: &Self) -> Self {
        Self {
            may_remember: self.may_remember && other.may_remember,
            may_recall: self.may_recall && other.may_recall,
            mind: self.mind.or_else(|| other.mind.clone()),
            trouble: self.trouble.or_else(|| other.trouble.clone()),
        }
    }
}

/// What the files say, the nearest first.
fn by_files(folder: &Path, home: Option<&Path>) -> Result<FolderRule, String> {
    let mut all = FolderRule::default();
    for above in folder.ancestors() {
        let file = above.join(FILE);
        let told = |why: String| format!("{}: {why}; treated as private", file.display());
        match read(&file) {
            Ok(Some(text)) => all = all.or(FolderRule::read(&text).map_err(told)?),
            Ok(None) => {}
            Err(error) => return Err(told(error.to_string())),
        }
        if home == Some(above) {
            break;
        }
    }
    Ok(all)
}

/// The text of a file; none where there is none. A folder of that name is someone's folder.
fn read(file: &Path) -> std::io::Result<Option<String>> {
    let input = match File::open(file) {
        Ok(input) => input,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
        Err(error) => return Err(error),
    };
    if input.metadata()?.is_dir() {
        return Ok(None);
    }
    let mut text = String::new();
    input.take(MOST_BYTES).read_to_string(&mut text)?;
    Ok(Some(text.trim_start_matches('\u{feff}').to_owned()))
}

/// What the configuration says, the nearest folder first.
fn by_configuration(folder: &Path, home: Option<&Path>, configured: &Folders) -> FolderRule {
    let whole = |path: &str| -> PathBuf {
        match (path.strip_prefix('~'), home) {
            (Some(rest), Some(home)) => home.join(rest.trim_start_matches(['/', '\\'])),
            _ => PathBuf::from(path),
        }
    };
    let mut above: Vec<(PathBuf, &FolderRule)> = configured.iter().map(|(path, rule)| (whole(path), rule)).collect();
    above.retain(|(path, _)| folder.starts_with(path));
    above.sort_by_key(|(path, _)| std::cmp::Reverse(path.components().count()));
    above.into_iter().fold(FolderRule::default(), |all, (_, rule)| all.or(rule.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(files: &[(&str, &str)], at: &str, configured: &str) -> Rules {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join(at);
        fs::create_dir_all(&folder).expect("made");
        for (path, text) in files {
            let file = home.path().join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            fs::write(file, text).expect("written");
        }
        let configured = if configured.is_empty() {
            Folders::default()
        } else {
            crate::config::folders::read(configured).expect("folders")
        };
        Rules::of(&folder, Some(home.path()), &configured)
    }

    #[test]
    fn without_a_word_everything_is_allowed() {
        let free = rules(&[], "work/site", "");
        assert_eq!((free.may_remember, free.may_recall, free.mind, free.trouble), (true, true, None, None));
    }

    #[test]
    fn a_file_holds_for_all_below_it_and_a_nearer_one_before_it() {
        let files = [(".omoide", "mind = \"home\"\nremember = false"), ("work/.omoide", "mind = \"work\"")];
        let below = rules(&files, "work/site", "");
        assert_eq!(below.mind.expect("a mind").as_str(), "work");
        assert_eq!((below.may_remember, below.may_recall), (false, true));
        let private = rules(&[("work/.omoide", "private = true")], "work/site", "");
        assert_eq!((private.may_remember, private.may_recall), (false, false));
        let beside = rules(&[("work/.omoide", "private = true")], "garden", "x = 1\n[folders]");
        assert!(beside.may_remember);
    }

    #[test]
    fn a_file_that_makes_no_sense_closes_the_folder() {
        for wrong in ["privat = true", "private = ", "{", "mind = 3"] {
            let closed = rules(&[("work/.omoide", wrong)], "work", "");
            assert!(!closed.may_remember && !closed.may_recall && closed.trouble.is_some(), "{wrong}");
        }
    }

    #[test]
    fn the_configuration_closes_too_and_names_the_mind_first() {
        let configured = "[folders.\"~/work\"]\nrecall = false\nmind = \"mine\"\n";
        let both = rules(&[("work/.omoide", "mind = \"theirs\"\nrecall = true")], "work/site", configured);
        assert_eq!(both.mind.expect("a mind").as_str(), "mine");
        assert_eq!((both.may_remember, both.may_recall), (true, false));
        assert!(rules(&[], "workshop", configured).may_recall, "another folder, though its name begins alike");
    }
}
