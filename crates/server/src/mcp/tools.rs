//! The tools: what an agent can do, each with the schema of what it takes.

mod activity;
mod associate;
mod change;
mod look;
mod people;
mod prime;
mod recall;
mod remember;
mod sleep;
mod tasks;
mod thread;
mod unsay;

use std::io;
use std::ops::Deref;

use omoide::Mind;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::McpCaller;
use crate::Failure;
use crate::audit::Audit;
use crate::rights::Operation;

pub use look::details as read_details;
pub use sleep::told as status_of;

/// What hosts are told of a tool, so that they know when to ask the person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hints {
    /// It changes nothing.
    pub is_read_only: bool,
    /// What it does cannot be taken back.
    pub is_destructive: bool,
    /// Doing it twice is doing it once.
    pub is_idempotent: bool,
}

/// It only looks.
const LOOKS: Hints = Hints { is_read_only: true, is_destructive: false, is_idempotent: true };
/// It adds.
const ADDS: Hints = Hints { is_read_only: false, is_destructive: false, is_idempotent: false };
/// It sets something to what it may be already.
const SETS: Hints = Hints { is_read_only: false, is_destructive: false, is_idempotent: true };
/// It can take something away for good.
const TAKES: Hints = Hints { is_read_only: false, is_destructive: true, is_idempotent: true };

type Run = Box<dyn Fn(&ToolCall<'_>, Value) -> Result<String, Failure> + Send + Sync>;

/// A call of a tool: the mind that it is about, and who calls. Most tools need only the mind, and take it for that.
pub struct ToolCall<'a> {
    pub mind: Mind<'a>,
    pub caller: &'a McpCaller<'a>,
}

impl<'a> Deref for ToolCall<'a> {
    type Target = Mind<'a>;

    fn deref(&self) -> &Self::Target {
        &self.mind
    }
}

impl ToolCall<'_> {
    /// What came of an act of weight, which is put down. That it could not be put down is told: it was done all the same.
    fn audited(&self, mut told: Value, put_down: impl FnOnce(&Audit, Option<&str>) -> io::Result<()>) -> Value {
        let outcome = self.caller.audit.map(|audit| put_down(audit, self.caller.key.as_deref()));
        if let Some(Err(error)) = outcome {
            told["note"] = json!(format!("it was done, but the audit log could not be written: {error}"));
        }
        told
    }
}

/// A tool.
pub struct Tool {
    pub name: &'static str,
    /// What it does, which says who may use it.
    pub operation: Operation,
    title: &'static str,
    description: &'static str,
    pub hints: Hints,
    /// Whether it is among the ten of every day.
    pub is_usual: bool,
    schema: fn() -> Value,
    run: Run,
}

impl Tool {
    /// As it is listed.
    pub fn listed(&self) -> Value {
        json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": (self.schema)(),
            "annotations": {
                "title": self.title,
                "readOnlyHint": self.hints.is_read_only,
                "destructiveHint": self.hints.is_destructive,
                "idempotentHint": self.hints.is_idempotent,
                "openWorldHint": false,
            },
        })
    }

    /// Does it.
    ///
    /// # Errors
    /// When the arguments are not what it takes, or it cannot be done.
    pub fn run(&self, call: &ToolCall<'_>, arguments: Value) -> Result<String, Failure> {
        (self.run)(call, arguments)
    }
}

/// What a tool is called and what is said of it.
struct ToolName(&'static str, &'static str, &'static str);

fn tool<A, F>(ToolName(name, title, description): ToolName, operation: Operation, hints: Hints, run: F) -> Tool
where
    A: DeserializeOwned + JsonSchema + 'static,
    F: Fn(&ToolCall<'_>, A) -> Result<Value, Failure> + Send + Sync + 'static,
{
    let run: Run = Box::new(move |call, arguments| {
        let arguments = serde_json::from_value(arguments).map_err(|error| Failure::invalid(error.to_string()))?;
        Ok(super::told::text(&run(call, arguments)?))
    });
    Tool { name, operation, title, description, hints, is_usual: true, schema: schema_of::<A>, run }
}

/// A tool that is only in the full set.
fn further(tool: Tool) -> Tool {
    Tool { is_usual: false, ..tool }
}

fn schema_of<A: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<A>().to_value();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("$schema");
        fields.remove("title");
        fields.remove("description");
        fields.entry("properties").or_insert_with(|| json!({}));
    }
    leave_out_null(&mut schema);
    schema
}

/// Makes of everything that may be null something that may be left out. Null is still taken, but a type that is a list
/// of types is more than some hosts can tell their model.
fn leave_out_null(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for key in ["type", "enum", "anyOf"] {
                if let Some(Value::Array(kinds)) = fields.get_mut(key) {
                    kinds.retain(|kind| !kind.is_null() && kind != "null" && *kind != json!({ "type": "null" }));
                }
            }
            match fields.get_mut("type") {
                Some(Value::Array(kinds)) if kinds.len() == 1 => fields["type"] = kinds.remove(0),
                _ => {}
            }
            if let Some(Value::Array(kinds)) = fields.get_mut("anyOf")
                && kinds.len() == 1
                && let Value::Object(only) = kinds.remove(0)
            {
                fields.remove("anyOf");
                fields.extend(only.into_iter().filter(|(key, _)| key != "description"));
            }
            fields.values_mut().for_each(leave_out_null);
        }
        Value::Array(values) => values.iter_mut().for_each(leave_out_null),
        _ => {}
    }
}

/// All tools, those of every day first.
pub fn all() -> Vec<Tool> {
    let mut tools = vec![
        remember::tool(),
        recall::recall(),
        look::read(),
        change::update(),
        change::forget(),
        look::list_recent(),
        recall::search_conversations(),
        change::feedback(),
        change::undo(),
        sleep::status(),
        sleep::run(),
        thread::tool(),
        look::history(),
        look::related(),
        change::protect(),
        change::tag(),
        change::restore(),
        change::link(),
        unsay::tool(),
        recall::recall_memories(),
        recall::search_memory(),
        recall::search_past_conversations(),
        look::read_memory_context(),
        look::read_memory_file(),
        activity::activity(),
        activity::log_activity(),
        people::person(),
        people::person_names(),
        prime::prime(),
        associate::associate(),
        tasks::tasks(),
        tasks::task(),
    ];
    tools.sort_by_key(|tool| !tool.is_usual);
    tools
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_tools_for_every_day_and_each_says_what_it_takes() {
        let tools = all();
        assert_eq!(tools.iter().filter(|tool| tool.is_usual).count(), 10);
        for tool in tools {
            let listed = tool.listed();
            let schema = &listed["inputSchema"];
            assert_eq!(schema["type"], "object", "{listed}");
            assert_eq!(schema["additionalProperties"], false, "{listed}");
            for (name, property) in schema["properties"].as_object().expect("an object") {
                assert!(property["description"].is_string(), "{}: {name}", tool.name);
                assert!(property["type"].is_string(), "{}: {name} is {property}", tool.name);
            }
            assert!(listed.to_string().len() < 4_000, "{}: {}", tool.name, listed.to_string().len());
            assert!((40..600).contains(&tool.description.len()), "{}", tool.name);
            assert!(tool.name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", tool.name);
        }
    }

    #[test]
    fn all_tools_together_cost_an_agent_little() {
        let listed: String = all().iter().filter(|tool| tool.is_usual).map(|tool| tool.listed().to_string()).collect();
        assert!(listed.len() < 12_000, "{} bytes", listed.len());
    }
}
