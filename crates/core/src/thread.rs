//! A conversation, and what is known of it beside its turns and memories.

use serde::{Deserialize, Serialize};

use crate::{Feeling, MemoryId, Moment, NamePrint};

/// What is kept of one conversation. What is said outside any has the thread with the empty name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thread {
    /// Its name.
    pub name: String,
    /// The feeling that its next recall starts with, and since when.
    pub feeling: Option<(Feeling, Moment)>,
    /// Where it last took place.
    pub place: Option<Place>,
    /// The memories that it was shown and still has in its context, oldest first.
    pub shown: Vec<MemoryId>,
    /// When its context was last emptied or made shorter.
    pub emptied_at: Option<Moment>,
}

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

/// The last turns of a project: those of the thread that spoke of it last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LatestTurns {
    /// The thread.
    pub thread: String,
    /// When the last of them was said.
    pub at: Moment,
    /// The memories of the turns, oldest first.
    pub memories: Vec<MemoryId>,
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

    /// Whether its project is meant by a word that a person writes: the name of the project in any case, the repository or
    /// the end of it, or the path of the folder or of one above it.
    pub fn is_called(&self, wanted: &str) -> bool {
        let wanted = wanted.trim_end_matches('/');
        let is_it = |name: &str| !wanted.is_empty() && name.to_lowercase() == wanted.to_lowercase();
        let has_end = |path: &str| path.match_indices('/').any(|(at, _)| is_it(&path[at + 1..]));
        let is_below = |folder: &str| {
            let is_path = wanted.starts_with('/') || wanted.get(1..3).is_some_and(|drive| drive.starts_with(':'));
            let rest = folder.strip_prefix(wanted).filter(|_| is_path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '\\']))
        };
        self.has_project()
            && (self.project.as_deref().is_some_and(is_it)
                || self.repository.as_deref().is_some_and(|path| is_it(path) || has_end(path))
                || self.folder.as_deref().is_some_and(is_below))
    }

    /// The print of the name that its project is known by: the repository's, or its own where it has none.
    pub fn project_print(&self) -> Option<NamePrint> {
        self.repository.as_deref().or(self.project.as_deref()).map(NamePrint::of)
    }
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

    #[test]
    fn a_project_is_called_by_its_name_its_repository_or_its_folder() {
        let folder = Some("/srv/me/plots/Garden/src".to_owned());
        let here = Place { folder, ..place("Garden", Some("example.org/me/garden-plan")) };
        for name in ["garden", "GARDEN", "garden-plan", "me/garden-plan", "example.org/me/garden-plan"] {
            assert!(here.is_called(name), "{name}");
        }
        for folder in ["/srv/me/plots/Garden/src", "/srv/me/plots/Garden/", "/srv/me"] {
            assert!(here.is_called(folder), "{folder}");
        }
        for other in ["", "/", "gard", "plan", "src", "/srv/me/plots/Gard", "/srv/me/plots/Garden/src/deep"] {
            assert!(!here.is_called(other), "{other}");
        }
        assert!(!Place { folder: Some("/srv/me".to_owned()), ..Place::default() }.is_called("/srv/me"));
    }
}
