//! Tasks: `tasks` and `task`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{ADDS, LOOKS, Tool, ToolName};
use crate::mcp::told;
use crate::rights::Operation;
use crate::wire::{ChangedTask, WantedTasks, tasks_of};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TasksArguments {
    /// Which tasks: "open" (by default), "resolved" or "all".
    state: Option<TaskStateWord>,
    /// Most tasks of each state, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    limit: Option<usize>,
}

// Without a text for each, so that the schema is one list of words.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TaskStateWord {
    Open,
    Resolved,
    All,
}

impl From<TaskStateWord> for WantedTasks {
    fn from(word: TaskStateWord) -> Self {
        match word {
            TaskStateWord::Open => Self::Open,
            TaskStateWord::Resolved => Self::Resolved,
            TaskStateWord::All => Self::All,
        }
    }
}

/// The tool that lists tasks.
pub fn tasks() -> Tool {
    let named = ToolName(
        "tasks",
        "List tasks",
        "List the tasks that are open, or what was resolved, also in minds that share their resolutions.",
    );
    super::further(super::tool(named, Operation::Look, LOOKS, |call, args: TasksArguments| {
        let limit = told::within("limit", args.limit, 1..=200)?.unwrap_or(50);
        Ok(told::as_value(&tasks_of(&call.mind, args.state.map(WantedTasks::from).unwrap_or_default(), limit)?))
    }))
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TaskChange {
    Add,
    Done,
    Reopen,
    Drop,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TaskArguments {
    /// What to do: "add" a task, mark it as "done", "reopen" it, or "drop" it for good.
    change: TaskChange,
    /// To add: what is to be done. Else the number of the task, or words that only it holds.
    task: String,
}

/// The tool that notes and resolves tasks.
pub fn task() -> Tool {
    let named = ToolName(
        "task",
        "Note or resolve a task",
        "Note a task when the person asks for exactly that, mark it as done, reopen it, or drop it. Do not note what merely has \
         to be done.",
    );
    super::further(super::tool(named, Operation::Change, ADDS, |call, args: TaskArguments| {
        let changed = match args.change {
            TaskChange::Add => ChangedTask::from(call.add_task(&args.task, None)?),
            TaskChange::Done => ChangedTask::of(&call.finish_task(&args.task)?),
            TaskChange::Reopen => ChangedTask::of(&call.reopen_task(&args.task)?),
            TaskChange::Drop => ChangedTask::of(&call.drop_task(&args.task)?),
        };
        Ok(json!({ "task": told::as_value(&changed.task), "redacted": changed.redacted }))
    }))
}
