//! What something reminds of: `associate`.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{LOOKS, Tool, ToolName};
use crate::mcp::told;
use crate::rights::Operation;
use crate::wire::AssociateRequest;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AssociateArguments {
    /// A word, a name or a whole message.
    text: String,
    /// Only what this person said.
    person: Option<String>,
    /// Only what this person heard.
    heard_by: Option<String>,
    /// Also what begins another subject.
    #[serde(default)]
    far: bool,
    /// Most associations of each sort; 8 by default.
    #[schemars(range(min = 1, max = 50))]
    limit: Option<usize>,
}

/// The tool that associates.
pub fn associate() -> Tool {
    let named = ToolName(
        "associate",
        "Associate",
        "Find out what a word, a name or a message reminds of, to develop a subject (near) or to begin another one (far). Each \
         association says how strong it is and through which memories it goes. To answer a question, use recall.",
    );
    super::further(super::tool(named, Operation::Look, LOOKS, |call, args: AssociateArguments| {
        let wish = AssociateRequest {
            text: args.text,
            person: args.person,
            heard_by: args.heard_by,
            far: args.far,
            limit: args.limit,
        };
        let answer = wish.answer(&call.mind)?;
        let mut told = told::as_value(&answer);
        if answer.near.is_empty() && answer.far.is_empty() {
            told["note"] = json!("it reminds of nothing: try one word or name of it, or recall");
        }
        Ok(told)
    }))
}
