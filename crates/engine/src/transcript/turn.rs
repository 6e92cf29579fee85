//! A turn of a session: what a person said, and what came of it.

use std::str::FromStr;

use omoide_core::Moment;
use serde::{Deserialize, Serialize};

use super::text;

/// How many things that were changed are told with a reply.
const CHANGES_TOLD: usize = 12;

/// The tools that change something which stays.
const CHANGING: [&str; 5] = ["Edit", "Write", "MultiEdit", "NotebookEdit", "Update"];

/// A turn of a session.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TranscriptTurn {
    /// Its place among the turns of the file, from 0.
    pub number: u64,
    /// The uuid of the person's line, the same in every file that repeats it. A line without one is named after
    /// its session, or its words, and number.
    pub uuid: String,
    /// The session, as the line names it.
    pub session: Option<String>,
    /// When it was said, as it is written there.
    pub timestamp: Option<String>,
    /// The folder that the host worked in.
    pub folder: Option<String>,
    /// The branch of the repository there.
    pub branch: Option<String>,
    /// Whether it was said while the agent was still at work on what was said before.
    pub is_steering: bool,
    /// What the person said.
    pub said: String,
    /// All that the agent answered until the next thing that the person said.
    pub answered: String,
    /// What the agent did, a line each: `Edit src/main.rs`.
    pub actions: Vec<String>,
    /// When it did each of them.
    #[serde(default)]
    pub acted_at: Vec<Option<Moment>>,
    /// When it answered last.
    #[serde(default)]
    pub answered_at: Option<Moment>,
}

impl TranscriptTurn {
    /// When it was said; none where the line does not tell, or tells what is no time.
    pub fn at(&self) -> Option<Moment> {
        Moment::from_str(self.timestamp.as_deref()?).ok()
    }

    /// The answer with what was changed, each thing once: what is worth remembering of the reply.
    pub fn reply(&self) -> String {
        let is_change = |action: &&String| CHANGING.contains(&action.split(' ').next().unwrap_or_default());
        let mut changes: Vec<&str> = Vec::new();
        for action in self.actions.iter().filter(is_change) {
            if !changes.contains(&action.as_str()) {
                changes.push(action);
            }
        }
        changes.truncate(CHANGES_TOLD);
        match (self.answered.is_empty(), changes.is_empty()) {
            (_, true) => self.answered.clone(),
            (true, false) => changes.join("\n"),
            (false, false) => format!("{}\n\n{}", self.answered, changes.join("\n")),
        }
    }

    /// Adds what the agent said last, where the file did not have it yet.
    pub fn add_answer(&mut self, answer: &str) {
        let answer = text::clean(answer.trim());
        if answer.is_empty() || self.answered.contains(&answer) {
            return;
        }
        if !self.answered.is_empty() {
            self.answered.push_str("\n\n");
        }
        self.answered.push_str(&answer);
    }

    /// The name of the project: the last part of the folder, whatever kind of path it is.
    pub fn project(&self) -> Option<&str> {
        project_of(self.folder.as_deref()?)
    }
}

/// The name of the project in a folder.
pub fn project_of(folder: &str) -> Option<&str> {
    let folder = folder.trim_end_matches(['/', '\\']);
    folder.rsplit(['/', '\\']).next().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_tells_what_was_changed_once_and_not_what_was_looked_at() {
        let actions =
            ["Read a.rs", "Edit a.rs", "Bash cargo test", "Edit a.rs", "Write b.rs"].map(str::to_owned).to_vec();
        let turn = TranscriptTurn { answered: "Done.".to_owned(), actions, ..TranscriptTurn::default() };
        assert_eq!(turn.reply(), "Done.\n\nEdit a.rs\nWrite b.rs");
        assert_eq!(TranscriptTurn { actions: vec!["Read x".to_owned()], ..TranscriptTurn::default() }.reply(), "");
    }

    #[test]
    fn an_answer_that_the_file_does_not_have_yet_is_added_once() {
        let mut turn = TranscriptTurn { answered: "Looking.".to_owned(), ..TranscriptTurn::default() };
        for _ in 0..2 {
            turn.add_answer(" It is in the\0 box. ");
        }
        assert_eq!(turn.answered, "Looking.\n\nIt is in the box.");
    }

    #[test]
    fn a_project_is_named_by_its_folder() {
        let project = |folder: &str| {
            TranscriptTurn { folder: Some(folder.to_owned()), ..TranscriptTurn::default() }.project().map(str::to_owned)
        };
        assert_eq!(project("/w/omoide/").as_deref(), Some("omoide"));
        assert_eq!(project(r"C:\work\思い出").as_deref(), Some("思い出"));
        assert_eq!(project("/"), None);
    }
}
