//! The skills that hosts keep in folders: a `SKILL.md` each, with its name and its use at the top. They are only read.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use omoide::Skill;

/// Where hosts keep them, below the person's folder and below a project's.
const FOLDER: &str = ".claude/skills";
const FILE: &str = "SKILL.md";

/// More are not read, and no more of each.
const MOST: usize = 500;
const MOST_BYTES: u64 = 16_384;

/// The skills of a person and of a project, by name. Of two with one name the person's is taken, as hosts do. What cannot be
/// read is no skill.
pub fn skills(person: Option<&Path>, project: Option<&Path>) -> Vec<Skill> {
    let mut found: Vec<Skill> = Vec::new();
    for folder in [person, project].into_iter().flatten() {
        for path in folders_in(&folder.join(FOLDER)) {
            if found.len() >= MOST {
                return found;
            }
            if let Some(skill) = read(&path)
                && found.iter().all(|known| known.name != skill.name)
            {
                found.push(skill);
            }
        }
    }
    found
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn read(folder: &Path) -> Option<Skill> {
    let path = folder.join(FILE);
    // A pipe would be waited for.
    if !fs::metadata(&path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(&path).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
    let text = text.trim_start_matches('\u{feff}');
    let (front, body) = match text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---")) {
        Some((front, body)) => (front, body),
        None => ("", text),
    };
    let name = value(front, "name").or_else(|| Some(folder.file_name()?.to_string_lossy().into_owned()))?;
    let description = value(front, "description").unwrap_or_default();
    let body = body.trim().to_owned();
    (!description.is_empty() || !body.is_empty()).then(|| Skill {
        name,
        description,
        body,
        pointer: path.display().to_string(),
    })
}

/// A value of the front matter: behind its key, in quotation marks or not, or set in on the lines below.
fn value(front: &str, key: &str) -> Option<String> {
    let mut lines = front.lines();
    let first = lines.find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix(':'))?.trim();
    let is_below = first.is_empty() || matches!(first, ">" | "|" | ">-" | "|-" | ">+" | "|+");
    let mut words: Vec<&str> = if is_below { Vec::new() } else { vec![first] };
    let set_in = lines.take_while(|line| line.starts_with([' ', '\t']) || (is_below && line.trim().is_empty()));
    words.extend(set_in.map(str::trim).filter(|line| !line.is_empty()));
    let whole = words.join(" ");
    let unquoted = ['"', '\''].iter().find_map(|mark| whole.strip_prefix(*mark)?.strip_suffix(*mark)).unwrap_or(&whole);
    Some(unquoted.trim().to_owned()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, name: &str, text: &str) {
        let folder = root.join(FOLDER).join(name);
        fs::create_dir_all(&folder).expect("made");
        fs::write(folder.join(FILE), text).expect("written");
    }

    #[test]
    fn skills_are_read_from_both_folders_and_the_persons_come_first() {
        let (person, project) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        write(
            person.path(),
            "notes",
            "---\nname: release-notes\ndescription: \"Write release notes: short ones\"\n---\n# Steps\n1. Look.",
        );
        write(
            person.path(),
            "folded",
            "---\nname: folded\ndescription: >\n  Send invoices\n  at the end of the month.\nlicense: x\n---\nBody.",
        );
        write(project.path(), "notes", "---\nname: release-notes\ndescription: another\n---\n");
        write(project.path(), "bare", "Just do it.\r\nThen rest.");
        write(project.path(), "empty", "");
        fs::create_dir_all(project.path().join(FOLDER).join("nothing")).expect("made");
        let found = skills(Some(person.path()), Some(project.path()));
        let told: Vec<(&str, &str)> =
            found.iter().map(|skill| (skill.name.as_str(), skill.description.as_str())).collect();
        let want = [
            ("folded", "Send invoices at the end of the month."),
            ("release-notes", "Write release notes: short ones"),
            ("bare", ""),
        ];
        assert_eq!(told, want);
        assert_eq!(found[1].body, "# Steps\n1. Look.");
        assert!(found[1].pointer.ends_with("notes/SKILL.md"));
        assert!(skills(None, None).is_empty() && skills(Some(Path::new("/nowhere")), None).is_empty());
    }
}
