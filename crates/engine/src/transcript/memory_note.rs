//! Notes that the host keeps about a project on its own: Markdown with a few fields before it.

use omoide_core::change::Actor;
use omoide_core::{MindName, Moment, Source};

use super::HOST;
use super::key::print;
use super::observed::memory_id;
use crate::{Observation, Place};

/// The note that lists the others.
const INDEX: &str = "MEMORY.md";

/// A note of the host.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemoryNote {
    /// The file's name.
    pub file: String,
    /// What it is called or about.
    pub title: String,
    /// The host's word for what it is: user, feedback, project, reference.
    pub kind: Option<String>,
    /// When it was last changed, as it is written there.
    pub modified: Option<String>,
    /// What it says.
    pub text: String,
}

impl MemoryNote {
    /// Reads a note; one that says nothing of its own is none.
    pub fn read(file: &str, text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').replace(['\r', '\0'], "");
        let (fields, body) = parted(&text);
        let field = |name: &str| fields.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        // The list of notes says nothing that the notes do not say.
        let is_pointer = |line: &&str| file == INDEX && line.trim_start().starts_with("- [") && line.contains(".md)");
        let body: Vec<&str> = body.lines().filter(|line| !is_pointer(line)).collect();
        let says_something = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        if !body.iter().any(says_something) {
            return None;
        }
        let body = body.join("\n").trim().to_owned();
        let heading = || body.lines().next()?.strip_prefix("# ").map(str::to_owned);
        let name = || file.trim_end_matches(".md").replace(['_', '-'], " ");
        Some(Self {
            file: file.to_owned(),
            title: field("description").or_else(|| field("name")).or_else(heading).unwrap_or_else(name),
            kind: field("type"),
            modified: field("modified"),
            text: body,
        })
    }

    /// The note as an observation of a mind: the agent wrote it, about that project. `shelf` is the name of the
    /// folder that the host keeps the project's things in. A note that was changed is another one.
    pub fn observation(&self, mind: &MindName, shelf: &str, project: &str, at: Moment) -> Observation {
        let content = print(self.text.as_bytes(), print(self.title.as_bytes(), 3));
        let uid = format!("{HOST}:memory:{shelf}/{}:{content:016x}", self.file);
        Observation {
            at: Some(at),
            thread: Some(format!("{HOST}:memory:{shelf}")),
            place: Some(Place { host: Some(HOST.to_owned()), project: Some(project.to_owned()), ..Place::default() }),
            source: Source::Agent,
            protect: Some(false),
            id: Some(memory_id(mind, &uid, at)),
            uid: Some(uid),
            by: Actor::Agent,
            ..Observation::said(&self.title).replied(&self.text)
        }
    }
}

/// The fields before a text, and the text. Fields of a group count as fields.
fn parted(text: &str) -> (Vec<(&str, &str)>, &str) {
    let Some(rest) = text.strip_prefix("---\n") else { return (Vec::new(), text) };
    let Some(end) = rest.find("\n---") else { return (Vec::new(), text) };
    let body = rest[end + 4..].split_once('\n').map_or("", |(_, body)| body);
    let fields = rest[..end].lines().filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        let value = value.trim().trim_matches(['"', '\'']);
        (!value.is_empty()).then_some((key.trim(), value))
    });
    (fields.collect(), body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_has_a_title_a_kind_and_a_text() {
        let text = "---\nname: tests\ndescription: \"How tests are run: quickly\"\nmetadata:\n  type: feedback\n  modified: 2026-01-20T10:00:00Z\n---\n\nRun one crate.\n\nNever all.\n";
        let note = MemoryNote::read("feedback_tests.md", text).expect("a note");
        assert_eq!((note.title.as_str(), note.kind.as_deref()), ("How tests are run: quickly", Some("feedback")));
        assert_eq!(
            (note.modified.as_deref(), note.text.as_str()),
            (Some("2026-01-20T10:00:00Z"), "Run one crate.\n\nNever all.")
        );
    }

    #[test]
    fn a_note_without_fields_is_called_by_its_heading_or_its_file() {
        assert_eq!(MemoryNote::read("a.md", "# Build\nUse just.").expect("a note").title, "Build");
        assert_eq!(MemoryNote::read("user_role.md", "a Rust developer").expect("a note").title, "user role");
        assert_eq!(MemoryNote::read("a.md", "---\nnot closed").expect("a note").text, "---\nnot closed");
    }

    #[test]
    fn a_list_of_notes_says_nothing_of_its_own() {
        assert_eq!(MemoryNote::read("MEMORY.md", "# Index\n- [Tests](feedback_tests.md) — how\n"), None);
        let own = MemoryNote::read("MEMORY.md", "# Index\n- [Tests](t.md) — how\n- We use SQLite.\n").expect("a note");
        assert!(own.text.contains("SQLite") && !own.text.contains("t.md"));
        assert_eq!(MemoryNote::read("empty.md", "---\nname: x\n---\n\n"), None);
    }
}
