//! Tasks: what is open and what was resolved.

use omoide::Mind;
use omoide_core::Item;

use super::super::route::{Route, RouteInfo, Verb};
use crate::rights::Operation;
use crate::wire::{ChangedTask, NewTask, Nothing, TasksQuery, tasks_of};

type Change = fn(&Mind<'_>, &str) -> Result<Item, omoide::Error>;

/// The routes.
pub fn routes() -> Vec<Route> {
    let change = |verb, path, name, summary, what: Change| {
        Route::new(RouteInfo(verb, path, name, summary), Operation::Change, move |app, call| {
            let mind = call.mind(app)?;
            call.json::<Nothing>()?;
            Ok(ChangedTask::of(&what(&mind, call.param("number"))?))
        })
    };
    vec![
        Route::new(
            RouteInfo(Verb::Get, "/v1/minds/{mind}/tasks", "list_tasks", "What is open, or what was resolved."),
            Operation::Look,
            |app, call| {
                let query: TasksQuery = call.query()?;
                Ok(tasks_of(&call.mind(app)?, query.state.unwrap_or_default(), query.size()?)?)
            },
        )
        .asking::<TasksQuery>(),
        Route::new(
            RouteInfo(Verb::Post, "/v1/minds/{mind}/tasks", "add_task", "Note a task."),
            Operation::Change,
            |app, call| {
                let task: NewTask = call.json()?;
                Ok(ChangedTask::from(call.mind(app)?.add_task(&task.text, task.person.as_deref())?))
            },
        )
        .taking::<NewTask>(),
        change(Verb::Post, "/v1/minds/{mind}/tasks/{number}/done", "finish_task", "Resolve a task.", |mind, number| {
            mind.finish_task(number)
        }),
        change(
            Verb::Post,
            "/v1/minds/{mind}/tasks/{number}/reopen",
            "reopen_task",
            "Open a resolved task again.",
            |mind, number| mind.reopen_task(number),
        ),
        change(
            Verb::Delete,
            "/v1/minds/{mind}/tasks/{number}",
            "drop_task",
            "Remove a task for good.",
            |mind, number| mind.drop_task(number),
        ),
    ]
}
