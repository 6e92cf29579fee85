//! `unsay`: turns are taken back, as if they had never been said.

use omoide_core::change::Actor;
use serde_json::json;

use super::{SETS, Tool, ToolName, further};
use crate::rights::Operation;
use crate::wire::{UnsaidAnswer, UnsayRequest};

/// The tool.
pub fn tool() -> Tool {
    let named = ToolName(
        "unsay",
        "Take a turn back",
        "Take back a turn of conversation as if it had never been said: the memory of it goes, with everything that came of \
         it. undo with its handle brings it back for some nights.",
    );
    further(super::tool(named, Operation::Change, SETS, |mind, args: UnsayRequest| {
        let unsaid = mind.unsay(&args.wish()?, Actor::Agent)?;
        let minds = mind.unsay_elsewhere(&unsaid.turns, &|other| mind.caller.may_reach(other), Actor::Agent)?;
        let answer = UnsaidAnswer::of(&unsaid, &minds);
        let handles: Vec<&str> = answer.unsaid.iter().map(|turn| turn.handle.as_str()).collect();
        let outcome = if handles.is_empty() { "already_unsaid" } else { "unsaid" };
        let mut told = json!({ "outcome": outcome, "handles": handles });
        if answer.sessions > 0 {
            told["sessions"] = json!(answer.sessions);
        }
        if !answer.minds.is_empty() {
            told["minds"] = json!(answer.minds);
        }
        Ok(told)
    }))
}
