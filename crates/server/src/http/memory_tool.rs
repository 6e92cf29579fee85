//! The route of the Claude API's memory tool.

use omoide_core::change::Actor;
use schemars::JsonSchema;
use serde::Serialize;

use super::route::{Route, RouteInfo, Verb};
use crate::Failure;
use crate::blunt::blunted;
use crate::memory_tool::{MemoryCommand, run};
use crate::rights::Operation;

/// What the tool says.
#[derive(Serialize, JsonSchema)]
struct MemoryToolAnswer {
    /// The text of the tool's result.
    content: String,
    /// Whether it says why not.
    is_error: bool,
}

/// The route.
pub fn routes() -> Vec<Route> {
    let place = RouteInfo(
        Verb::Post,
        "/v1/minds/{mind}/memory-tool",
        "memory_tool",
        "A command of the Claude API's memory tool (memory_20250818), as the model sent it; all but `view` need `write`.",
    );
    vec![
        Route::new(place, Operation::Look, |app, call| -> Result<MemoryToolAnswer, Failure> {
            let mind = call.mind(app)?;
            let command: MemoryCommand = call.json()?;
            let command = command.with_paths(|path| mind.kept_name(path).into_owned());
            let told = match &command {
                MemoryCommand::View { .. } => run(&command, &mut mind.pages()?),
                _ => {
                    call.access.demand(Operation::Change)?;
                    mind.change_pages(Actor::Agent, |files| run(&command, files))?
                }
            };
            let is_error = told.is_err();
            let (Ok(content) | Err(content)) = told;
            Ok(MemoryToolAnswer { content: blunted(&content).into_owned(), is_error })
        })
        .taking::<MemoryCommand>(),
    ]
}
