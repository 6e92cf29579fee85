//! Tasks: what is open and what was resolved.

use omoide_core::{Item, ItemState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::listing::part_size;
use crate::Failure;

/// Which tasks are listed.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TasksQuery {
    /// Which ones; open by default.
    pub state: Option<WantedTasks>,
    /// Most tasks of each state in the answer, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<usize>,
}

/// A state of tasks, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum WantedTasks {
    /// Those that are open.
    #[default]
    Open,
    /// Those that were resolved, also in minds that share.
    Resolved,
    /// Both.
    All,
}

impl WantedTasks {
    /// The states that are meant.
    pub fn states(self) -> &'static [ItemState] {
        match self {
            Self::Open => &[ItemState::Open],
            Self::Resolved => &[ItemState::Resolved],
            Self::All => &[ItemState::Open, ItemState::Resolved],
        }
    }
}

impl TasksQuery {
    /// How many tasks of each state an answer has.
    pub fn size(&self) -> Result<usize, Failure> {
        part_size(self.limit)
    }
}

/// A list of tasks.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TasksListed {
    /// The tasks: open ones the oldest first, then resolved ones the last resolved first.
    pub tasks: Vec<Task>,
}

/// Something that is open or was resolved.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Task {
    /// Its number.
    pub number: i64,
    /// The mind that noted it.
    pub mind: String,
    /// What is to be done, or what was resolved.
    pub text: String,
    /// Who said it.
    pub person: String,
    /// Whether it is open or resolved.
    pub state: &'static str,
    /// Since when it is open; null for a resolution of something that nobody noted.
    pub opened: Option<String>,
    /// When it was resolved; null while it is open.
    pub resolved: Option<String>,
    /// The words that say that it was resolved; empty if someone did so by hand.
    pub resolution: Option<String>,
}

impl Task {
    /// As it is sent.
    pub fn of(item: &Item) -> Self {
        let resolution = item.entry.resolution.as_ref();
        Self {
            number: item.number.0,
            mind: item.mind.to_string(),
            text: item.entry.text.clone(),
            person: item.entry.person.clone(),
            state: if item.is_open() { "open" } else { "resolved" },
            opened: item.entry.opened_at.map(|at| at.to_string()),
            resolved: resolution.map(|one| one.at.to_string()),
            resolution: resolution.map(|one| one.words.clone()),
        }
    }
}

/// The tasks of those states, as they are sent.
pub fn tasks_of(mind: &omoide::Mind<'_>, wanted: WantedTasks, limit: usize) -> Result<TasksListed, omoide::Error> {
    let mut tasks = Vec::new();
    for state in wanted.states() {
        tasks.extend(mind.tasks(*state, limit)?.iter().map(Task::of));
    }
    Ok(TasksListed { tasks })
}

/// A task to be noted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTask {
    /// What is to be done.
    pub text: String,
    /// Who wants it; me if nobody is named.
    pub person: Option<String>,
}

/// A task after a change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChangedTask {
    /// The task.
    pub task: Task,
    /// The kinds of secrets that were taken out of its words.
    pub redacted: Vec<&'static str>,
}

impl ChangedTask {
    /// A task out of which nothing was taken.
    pub fn of(item: &Item) -> Self {
        Self { task: Task::of(item), redacted: Vec::new() }
    }
}

impl From<omoide::NotedTask> for ChangedTask {
    fn from(noted: omoide::NotedTask) -> Self {
        let redacted = noted.taken.iter().map(|taken| taken.kind).collect();
        Self { task: Task::of(&noted.item), redacted }
    }
}
