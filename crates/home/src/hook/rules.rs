//! What hooks may do in a folder: by the `.omoide` files from there up to the home, and by `folders` of the configuration.
//!
//! What both say about privacy holds together, so that neither a file nor the configuration can open what the other
//! closes. A file that cannot be read closes everything: whoever put it there wanted something to be closed. Whose memory it
//! is, a file may choose only if a person has allowed that: the file may have come with someone else's project.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use omoide_core::MindName;

use super::allowed::{AllowedMinds, MindChoice};
use crate::config::folders::{FolderRule, Folders};
use crate::session_file;

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
    /// The mind that the nearest file chooses, if nobody has allowed that and the configuration names none.
    pub waiting: Option<MindChoice>,
    /// What is wrong with a file, for the log.
    pub trouble: Option<String>,
}

/// What the files from a folder upwards say.
#[derive(Default)]
struct FileRules {
    rule: FolderRule,
    waiting: Option<MindChoice>,
}

impl Rules {
    /// What holds where no folder is known.
    pub const NONE: Self = Self { mind: None, may_remember: true, may_recall: true, waiting: None, trouble: None };

    /// What holds in a folder.
    pub fn of(folder: &Path, home: Option<&Path>, configured: &Folders, allowed: &AllowedMinds) -> Self {
        let rules = Self::of_path(folder, home, configured, allowed);
        // A link may lead into a folder that has other rules.
        match fs::canonicalize(folder) {
            Ok(real) if real != folder => rules.and(Self::of_path(&real, home, configured, allowed)),
            _ => rules,
        }
    }

    fn of_path(folder: &Path, home: Option<&Path>, configured: &Folders, allowed: &AllowedMinds) -> Self {
        let (FileRules { rule: by_file, waiting }, trouble) = match by_files(folder, home, allowed) {
            Ok(rules) => (rules, None),
            Err(trouble) => {
                let rule = FolderRule { private: Some(true), ..FolderRule::default() };
                (FileRules { rule, waiting: None }, Some(trouble))
            }
        };
        let by_configuration = by_configuration(folder, home, configured);
        let both = [&by_file, &by_configuration];
        let is_open = both.iter().all(|rule| rule.private != Some(true));
        Self {
            may_remember: is_open && both.iter().all(|rule| rule.remember != Some(false)),
            may_recall: is_open && both.iter().all(|rule| rule.recall != Some(false)),
            waiting: waiting.filter(|_| by_configuration.mind.is_none()),
            mind: by_configuration.mind.or(by_file.mind).and_then(|name| name.parse().ok()),
            trouble,
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            may_remember: self.may_remember && other.may_remember,
            may_recall: self.may_recall && other.may_recall,
            mind: self.mind.or(other.mind),
            waiting: self.waiting.or(other.waiting),
            trouble: self.trouble.or(other.trouble),
        }
    }
}

/// The choice of the nearest file, from a folder up to the home, that names a mind.
///
/// # Errors
/// When a file on the way cannot be understood.
pub fn nearest_choice(folder: &Path, home: Option<&Path>) -> Result<Option<MindChoice>, String> {
    for above in up_to(folder, home) {
        if let Some(mind) = rule_in(above)?.mind {
            return Ok(choice(above, mind));
        }
    }
    Ok(None)
}

/// The mind that the file of a folder names.
pub(super) fn mind_named_in(folder: &Path) -> Option<String> {
    rule_in(folder).ok()?.mind
}

/// What the files say, the nearest first.
fn by_files(folder: &Path, home: Option<&Path>, allowed: &AllowedMinds) -> Result<FileRules, String> {
    let mut all = FileRules::default();
    for above in up_to(folder, home) {
        let mut rule = rule_in(above)?;
        // What a nearer file names goes before it.
        if let Some(mind) = rule.mind.take_if(|_| all.rule.mind.is_none()) {
            match choice(above, mind) {
                Some(choice) if allowed.allows(&choice) => rule.mind = Some(choice.mind),
                choice => all.waiting = all.waiting.or(choice),
            }
        }
        all.rule = all.rule.or(rule);
    }
    Ok(all)
}

fn up_to<'f>(folder: &'f Path, home: Option<&Path>) -> impl Iterator<Item = &'f Path> {
    let below = home
        .filter(|home| folder.starts_with(home))
        .map_or(usize::MAX, |home| folder.components().count() - home.components().count() + 1);
    folder.ancestors().take(below)
}

/// The choice of a folder's file; none where the folder cannot be told by its path.
fn choice(folder: &Path, mind: String) -> Option<MindChoice> {
    Some(MindChoice { folder: fs::canonicalize(folder).ok()?, mind })
}

/// What the file of a folder says; nothing where there is none.
fn rule_in(folder: &Path) -> Result<FolderRule, String> {
    let file = folder.join(FILE);
    let told = |why: String| format!("{}: {why}; treated as private", file.display());
    match read(&file) {
        Ok(Some(text)) => FolderRule::read(&text).map_err(told),
        Ok(None) => Ok(FolderRule::default()),
        Err(error) => Err(told(error.to_string())),
    }
}

/// The text of a file; none where there is none. A folder of that name is someone's folder.
fn read(file: &Path) -> std::io::Result<Option<String>> {
    let input = match session_file::open(file) {
        Ok(input) => input,
        Err(error) => {
            let is_none =
                matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::IsADirectory);
            return if is_none { Ok(None) } else { Err(error) };
        }
    };
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
        rules_allowing(&[], files, at, configured)
    }

    fn rules_allowing(allowing: &[&str], files: &[(&str, &str)], at: &str, configured: &str) -> Rules {
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
        let allowed = AllowedMinds::below(&home.path().join("data"));
        for path in allowing {
            let folder = fs::canonicalize(home.path().join(path)).expect("there");
            allowed.allow(&nearest_choice(&folder, Some(home.path())).expect("read").expect("a mind")).expect("kept");
        }
        let rules = Rules::of(&folder, Some(home.path()), &configured, &allowed);
        // Folders of this test are told without the place where it runs.
        let real = fs::canonicalize(home.path()).expect("there");
        let short = |choice: MindChoice| MindChoice {
            folder: choice.folder.strip_prefix(&real).expect("below").to_owned(),
            ..choice
        };
        Rules { waiting: rules.waiting.map(short), ..rules }
    }

    #[test]
    fn without_a_word_everything_is_allowed() {
        let free = rules(&[], "work/site", "");
        assert_eq!((free.may_remember, free.may_recall, free.mind, free.trouble), (true, true, None, None));
    }

    #[test]
    fn a_file_holds_for_all_below_it_and_a_nearer_one_before_it() {
        let files = [(".omoide", "mind = \"home\"\nremember = false"), ("work/.omoide", "mind = \"work\"")];
        let below = rules_allowing(&["", "work"], &files, "work/site", "");
        assert_eq!(below.mind.expect("a mind").as_str(), "work");
        assert_eq!((below.may_remember, below.may_recall), (false, true));
        let private = rules(&[("work/.omoide", "private = true")], "work/site", "");
        assert_eq!((private.may_remember, private.may_recall), (false, false));
        let beside = rules(&[("work/.omoide", "private = true")], "garden", "x = 1\n[folders]");
        assert!(beside.may_remember);
    }

    #[test]
    fn a_file_chooses_no_mind_until_that_is_allowed_but_closes_at_once() {
        let files = [(".omoide", "mind = \"home\""), ("work/.omoide", "mind = \"diary\"\nrecall = false")];
        let waits = |folder: &str, mind: &str| Some(MindChoice { folder: folder.into(), mind: mind.to_owned() });
        let of = |allowing: &[&str]| {
            let rules = rules_allowing(allowing, &files, "work/site", "");
            assert_eq!((rules.may_remember, rules.may_recall), (true, false));
            (rules.mind.map(|mind| mind.to_string()), rules.waiting)
        };
        assert_eq!(of(&[]), (None, waits("work", "diary")));
        assert_eq!(of(&[""]), (Some("home".to_owned()), waits("work", "diary")));
        assert_eq!(of(&["work"]), (Some("diary".to_owned()), None));
        let configured = "[folders.\"~/work\"]\nmind = \"mine\"\n";
        assert_eq!(rules(&files, "work", configured).waiting, None, "the configuration has decided");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_or_a_device_in_a_project_is_not_waited_for() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("site");
        fs::create_dir(&folder).expect("made");
        let allowed = AllowedMinds::below(home.path());
        let made = std::process::Command::new("mkfifo").arg(folder.join(FILE)).status();
        assert!(made.expect("it runs").success());
        let rules = || Rules::of(&folder, Some(home.path()), &Folders::default(), &allowed);
        assert!(!rules().may_remember && rules().trouble.is_some());
        fs::remove_file(folder.join(FILE)).expect("removed");
        std::os::unix::fs::symlink("/dev/zero", folder.join(FILE)).expect("linked");
        assert!(!rules().may_remember && rules().trouble.is_some());
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
