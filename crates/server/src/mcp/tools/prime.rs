//! What an agent has in mind before it reads a message: `prime`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{ADDS, Tool, ToolName};
use crate::mcp::told;
use crate::rights::Operation;
use crate::wire::{PrimeRequest, SkillIn};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PrimeArguments {
    /// The message; empty for a heartbeat.
    message: String,
    /// Who is speaking.
    person: Option<String>,
    /// The current conversation; what was said in it is left out.
    open_thread: Option<String>,
    /// What the person said before in it, oldest first, where it is not remembered yet: "and then?" means that.
    #[serde(default)]
    earlier: Vec<String>,
    /// The current project.
    project: Option<String>,
    /// Only what this person heard.
    heard_by: Option<String>,
    /// Whether nobody spoke, and a clock did.
    #[serde(default)]
    heartbeat: bool,
    /// Only the turn block, because the stable block is known.
    #[serde(default)]
    turn_only: bool,
    /// Also memories that the conversation was shown before.
    #[serde(default)]
    repeat: bool,
}

/// The tool that primes.
pub fn prime() -> Tool {
    let named = ToolName(
        "prime",
        "Prime",
        "Get everything that should be in mind before a message is read: who is speaking, what happened lately, memories that \
         have to do with it, and what stands. Each part says why it is there, and what was left out is named.",
    );
    let hints = super::Hints { is_idempotent: true, ..ADDS };
    super::further(super::tool(named, Operation::Recall, hints, |call, args: PrimeArguments| {
        let wish = PrimeRequest {
            message: args.message,
            person: args.person,
            open_thread: args.open_thread,
            earlier: args.earlier,
            project: args.project,
            heard_by: args.heard_by,
            heartbeat: args.heartbeat,
            turn_only: args.turn_only,
            repeat: args.repeat,
            skills: call.caller.skills.skills().into_iter().map(SkillIn::from).collect(),
            ..PrimeRequest::default()
        };
        Ok(told::as_value(&wish.answer(&call.mind, call.caller.leaves_marks())?))
    }))
}
