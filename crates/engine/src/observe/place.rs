//! Where a conversation takes place: the host, the project, the folder and the branch.
//!
//! A place is a fact about a thread, not about each of its memories, so it is kept once a thread. A memory
//! leads to it through its thread; one without a thread has its own. For a project, its last turns are kept, so that the next session knows what
//! was open.

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Outline, Reader, Writer};
use omoide_core::{MemoryId, MindName, Moment, NamePrint};
use omoide_language::query_plan;
use serde::{Deserialize, Serialize};

use crate::{Error, Mind};

/// How many of a project's last turns are known.
const LATEST: usize = 8;

/// Where a conversation takes place.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// The program that the agent works in, `claude-code` say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The name of the project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The branch of the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// Where the repository comes from, `github.com/someone/project` say: the same on every machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
}

/// The last turns of a project, of one thread.
#[derive(Serialize, Deserialize)]
struct Latest {
    thread: String,
    at: Moment,
    memories: Vec<MemoryId>,
}

impl Place {
    /// Somewhere in a project; none where its name is empty.
    pub fn in_project(name: &str) -> Option<Self> {
        let name = name.trim();
        (!name.is_empty()).then(|| Self { project: Some(name.to_owned()), ..Self::default() })
    }

    /// Whether both are in one project: of the same repository, or of the same name where one has none.
    pub fn is_same_project(&self, other: &Self) -> bool {
        match (&self.repository, &other.repository) {
            (Some(one), Some(another)) => one == another,
            _ => self.project.is_some() && self.project == other.project,
        }
    }

    /// Whether it is in a project at all.
    pub fn has_project(&self) -> bool {
        self.project.is_some() || self.repository.is_some()
    }

    /// Whether a text names its project.
    pub(crate) fn is_named_in(&self, text: &str) -> bool {
        let of_repository = self.repository.as_deref().and_then(|path| path.rsplit('/').next());
        [self.project.as_deref(), of_repository].into_iter().flatten().any(|name| query_plan::is_named(text, name))
    }

    /// Keeps it for a thread, or for the memory where there is no thread; what was kept before gives way. The memory is
    /// the project's last one, unless a later one is known.
    pub(crate) fn keep(
        &self,
        writer: &mut dyn Writer,
        mind: &MindName,
        thread: Option<&str>,
        (memory, at): (MemoryId, Moment),
    ) -> Result<(), Error> {
        let text = serde_json::to_string(self).expect("strings are always JSON");
        let alone = memory.to_string();
        let thread = thread.unwrap_or(&alone);
        writer.set_state(mind, &key(NamePrint::of(thread)), Some(&text))?;
        let Some(project) = self.project_key() else { return Ok(()) };
        let before = latest(&*writer, mind, &project)?;
        if before.as_ref().is_some_and(|before| before.at.unix_micros() > at.unix_micros()) {
            return Ok(());
        }
        let mut memories = before.filter(|before| before.thread == thread).map(|it| it.memories).unwrap_or_default();
        memories.push(memory);
        memories.drain(..memories.len().saturating_sub(LATEST));
        let latest = Latest { thread: thread.to_owned(), at, memories };
        let text = serde_json::to_string(&latest).expect("strings and times are always JSON");
        Ok(writer.set_state(mind, &project, Some(&text))?)
    }

    fn project_key(&self) -> Option<String> {
        let name = self.repository.as_deref().or(self.project.as_deref())?;
        Some(format!("latest:{:016x}", NamePrint::of(name).to_bits()))
    }
}

impl Mind<'_> {
    /// Where a thread last took place, if that is known; where a memory without a thread did, by its id.
    ///
    /// # Errors
    /// When the store fails.
    pub fn place_of(&self, thread: &str) -> Result<Option<Place>, Error> {
        self.engine.read(|r| of(r, &self.name, NamePrint::of(thread)))
    }
}

/// The name that a memory's place is kept under.
pub(crate) fn name_of(outline: &Outline) -> NamePrint {
    outline.thread.unwrap_or_else(|| NamePrint::of(&outline.id.to_string()))
}

/// Where a thread last took place, by the print of its name.
pub(crate) fn of(reader: &dyn Reader, mind: &MindName, thread: NamePrint) -> Result<Option<Place>, StoreError> {
    // What cannot be read, from a later version say, is not known.
    Ok(reader.state(mind, &key(thread))?.and_then(|text| serde_json::from_str(&text).ok()))
}

/// The last turns of the place's project, oldest first, with their thread.
pub(crate) fn latest_in(
    reader: &dyn Reader,
    mind: &MindName,
    place: &Place,
) -> Result<Option<(String, Vec<MemoryId>)>, StoreError> {
    let Some(project) = place.project_key() else { return Ok(None) };
    Ok(latest(reader, mind, &project)?.map(|latest| (latest.thread, latest.memories)))
}

fn latest(reader: &(impl Reader + ?Sized), mind: &MindName, project: &str) -> Result<Option<Latest>, StoreError> {
    Ok(reader.state(mind, project)?.and_then(|text| serde_json::from_str(&text).ok()))
}

fn key(thread: NamePrint) -> String {
    format!("place:{:016x}", thread.to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(project: &str, repository: Option<&str>) -> Place {
        Place { project: Some(project.to_owned()), repository: repository.map(str::to_owned), ..Place::default() }
    }

    #[test]
    fn a_project_is_known_by_its_repository_and_else_by_its_name() {
        let here = place("garden", Some("example.org/me/garden"));
        assert!(here.is_same_project(&place("copy", Some("example.org/me/garden"))));
        assert!(!here.is_same_project(&place("garden", Some("example.org/you/garden"))));
        assert!(here.is_same_project(&place("garden", None)));
        assert!(!Place::default().is_same_project(&Place::default()));
    }
}
