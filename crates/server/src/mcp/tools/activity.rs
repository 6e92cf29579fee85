//! `activity` and `log_activity`: what happened lately, and a further line of it.

use omoide::activity_text;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ADDS, LOOKS, Tool, ToolName};
use crate::mcp::told;
use crate::rights::Operation;
use crate::wire::{ActivityAdded, ActivityIn, ActivityListQuery};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ActivityArguments {
    /// Only of this day: 2026-02-17, or words such as yesterday.
    date: Option<String>,
    /// Only from this time on: a time, or words such as "last week".
    since: Option<String>,
    /// Only of these types, with commas between them, such as message_received,tool_use.
    r#type: Option<String>,
    /// Only from or to this person or mind, by any of their names.
    person: Option<String>,
    /// Only what this person heard.
    heard_by: Option<String>,
    /// The last so many lines, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    limit: Option<usize>,
    /// Most tokens of the answer, 100 to 8000; 1300 by default.
    #[schemars(range(min = 100, max = 8000))]
    budget_tokens: Option<usize>,
}

/// The tool that tells what happened.
pub fn activity() -> Tool {
    let named = ToolName(
        "activity",
        "What happened lately",
        "Show the activity log: messages, replies, tools, memory writes, nights and errors, oldest first. Read a pointer such as \
         activity_log/2026-02-17.jsonl#L12-18 with the tool read.",
    );
    super::further(super::tool(named, Operation::Look, LOOKS, |mind, args: ActivityArguments| {
        let budget = match args.budget_tokens {
            None => mind.activity_tokens(),
            tokens => told::budget(mind, tokens)?,
        };
        let query = ActivityListQuery {
            date: args.date,
            since: args.since,
            r#type: args.r#type,
            person: args.person,
            heard_by: args.heard_by,
            limit: args.limit,
        };
        let lines = mind.activity(&query.query(mind.now())?)?;
        let mut told = json!({ "activity": activity_text(&lines, budget) });
        if lines.is_empty() {
            told["note"] = json!("the log has no such line");
        }
        Ok(told)
    }))
}

/// The tool that adds a line.
pub fn log_activity() -> Tool {
    let named = ToolName(
        "log_activity",
        "Add to the activity log",
        "Add a line to the activity log: a message to or from another agent, a channel, a notification, a round or a scheduled \
         task. Messages of the person and replies are logged by themselves.",
    );
    super::further(super::tool(named, Operation::Remember, ADDS, |mind, line: ActivityIn| {
        let added = ActivityAdded::of(&mind.log_activity(line.line(mind.now())?)?);
        let mut told: Value = json!({ "pointer": added.pointer });
        if !added.redacted_counts.is_empty() {
            told["redacted"] = json!(added.redacted_counts);
        }
        Ok(told)
    }))
}
