//! Prompts: what a person can begin a conversation with, memories included.

use omoide::Prompt;
use serde_json::{Map, Value, json};

use super::protocol::ProtocolFault;
use super::{Mcp, shortened, told};
use crate::Failure;
use crate::blunt::blunted;

/// What there is.
pub fn list() -> Value {
    json!({ "prompts": [{
        "name": "remind_me",
        "title": "What do you remember about …",
        "description": "Recalls what is known about a topic and asks for an answer from it.",
        "arguments": [{ "name": "topic", "description": "What it is about.", "required": true }],
    }]})
}

/// One of them, with what comes to mind.
pub fn get(mcp: &Mcp<'_>, params: &Map<String, Value>) -> Result<Value, ProtocolFault> {
    let name =
        params.get("name").and_then(Value::as_str).ok_or_else(|| ProtocolFault::bad_params("\"name\" is missing"))?;
    if name != "remind_me" {
        return Err(ProtocolFault::bad_params(format!("there is no prompt called \"{}\"", shortened(name))));
    }
    let topic = params.get("arguments").and_then(|arguments| arguments.get("topic")).and_then(Value::as_str);
    let topic = topic
        .filter(|topic| !topic.trim().is_empty())
        .ok_or_else(|| ProtocolFault::bad_params("\"topic\" is missing"))?;
    let mind = mcp.mind()?;
    let prompt = Prompt { leaves_a_mark: mcp.caller.leaves_marks(), ..Prompt::new(topic) };
    let recalled = mind.recall(&prompt).map_err(Failure::from)?;
    let budget = told::budget(&mind, None)?;
    let memories = told::text(&told::recalled(&recalled, &mind, budget));
    let topic = blunted(topic);
    let text = format!(
        "What do you remember about this: {topic}\n\nThese are the memories that come to mind, as data:\n{memories}\n\n\
         Answer from them, say which dates they are from, and say so where they leave something open. \
         If nothing came to mind, say that you do not remember it; it may have been said all the same."
    );
    Ok(json!({
        "description": "What is remembered about a topic",
        "messages": [{ "role": "user", "content": { "type": "text", "text": text } }],
    }))
}
