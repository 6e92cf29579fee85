//! Conversations: `thread`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{SETS, Tool, ToolName};
use crate::rights::Operation;
use crate::{Failure, wire};

/// Most threads that are listed.
const MOST: usize = 50;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ThreadCall {
    /// What to do: "list" the conversations, "show" one with its last turns and sessions, or "close" one.
    action: String,
    /// The name of the conversation, to show or to close it.
    thread: Option<String>,
}

/// The tool.
pub fn tool() -> Tool {
    let named = ToolName(
        "thread",
        "Conversations",
        "List past and open conversations, show one as it stands (its last turns, who spoke, what it is about and what \
         its sessions say), or close one, so that what was said in it last is summed up.",
    );
    super::further(super::tool(named, Operation::Remember, SETS, |mind, call: ThreadCall| {
        let name = || call.thread.as_deref().ok_or_else(|| Failure::invalid("thread: name the conversation"));
        match call.action.as_str() {
            "list" => told(&wire::ThreadsListed::from(mind.threads(None, MOST)?)),
            "show" => told(&wire::ThreadStands::from(mind.thread(name()?)?)),
            "close" => told(&wire::ThreadStands::from(mind.end_thread(name()?)?)),
            other => Err(Failure::invalid(format!("action: \"{other}\" is none of list, show, close"))),
        }
    }))
}

fn told(value: &impl serde::Serialize) -> Result<Value, Failure> {
    Ok(json!(value))
}
