//! MCP, the protocol by which agents use tools: one message in, at most one out, whatever carries them.
//!
//! Two eras of the protocol are spoken: the one that begins with `initialize`, and the one in which every request
//! says its version itself (2026-07-28). No state is kept between messages, so both are answered by the same code.

mod prompts;
mod protocol;
mod resources;
mod stdio;
mod told;
mod tools;

use std::fmt;
use std::sync::{Arc, OnceLock};

use omoide::{Engine, Mind, Skill};
use omoide_core::MindName;
use serde_json::{Map, Value, json};

use crate::audit::Audit;
use crate::blunt::blunted;
use crate::keys::Right;
use crate::rights::Operation;
use crate::{Code, Failure};
use protocol::{McpRequest, Message, ProtocolFault};
use tools::ToolCall;

pub(crate) use protocol::{STATELESS, header_fault, status_of_answer};
pub use stdio::serve as serve_stdio;

/// What the agent is told of all tools together; hosts cut it off after two kilobytes.
const INSTRUCTIONS: &str = include_str!("mcp/instructions.md");

/// Which tools are offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ToolSet {
    /// The ten that an agent needs every day.
    #[default]
    Usual,
    /// All of them.
    Full,
}

/// How the engine is had when it is first needed.
pub type Opener = Box<dyn Fn() -> Result<Engine, Failure> + Send + Sync>;

/// An engine that is opened when it is first asked for. One that could not be opened is tried again.
pub struct LazyEngine {
    opener: Opener,
    engine: OnceLock<Engine>,
}

impl LazyEngine {
    /// An engine that is had by that way.
    pub fn new(opener: Opener) -> Self {
        Self { opener, engine: OnceLock::new() }
    }

    /// An engine that is there.
    pub fn of(engine: Engine) -> Self {
        let opener: Opener = Box::new(|| Err(Failure::ours(Code::Internal, "the engine was open")));
        Self { opener, engine: OnceLock::from(engine) }
    }

    /// The engine.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn get(&self) -> Result<&Engine, Failure> {
        if let Some(engine) = self.engine.get() {
            return Ok(engine);
        }
        let engine = (self.opener)()?;
        // Of two that were opened at once, one is enough.
        Ok(self.engine.get_or_init(|| engine))
    }
}

/// A mind as MCP shows it.
pub struct Mcp<'e> {
    engine: &'e LazyEngine,
    mind: MindName,
    tools: ToolSet,
    caller: McpCaller<'e>,
}

/// Who uses the tools.
#[derive(Clone, Debug)]
pub(crate) struct McpCaller<'a> {
    /// What they have.
    pub right: Right,
    /// Their key; none for a person at the machine.
    pub key: Option<String>,
    /// Whether they may see all minds.
    pub sees_all_minds: bool,
    /// Where acts of weight are put down.
    pub audit: Option<&'a Audit>,
    /// The minds that they may reach; none named means all.
    pub minds: Vec<String>,
    /// The skills that they have.
    pub skills: SkillShelf,
}

/// Where the skills of whoever uses the tools are read, each time anew.
#[derive(Clone)]
pub struct SkillShelf(Arc<dyn Fn() -> Vec<Skill> + Send + Sync>);

impl SkillShelf {
    /// Read in that way.
    pub fn new(read: impl Fn() -> Vec<Skill> + Send + Sync + 'static) -> Self {
        Self(Arc::new(read))
    }

    /// What is there now.
    pub fn skills(&self) -> Vec<Skill> {
        (self.0)()
    }
}

impl Default for SkillShelf {
    fn default() -> Self {
        Self::new(Vec::new)
    }
}

impl fmt::Debug for SkillShelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SkillShelf")
    }
}

impl McpCaller<'_> {
    /// Whether they may reach a mind.
    pub fn may_reach(&self, mind: &MindName) -> bool {
        self.minds.is_empty() || self.minds.iter().any(|name| name == mind.as_str())
    }
}

impl<'e> Mcp<'e> {
    /// That mind, with those tools.
    pub fn new(engine: &'e LazyEngine, mind: MindName, tools: ToolSet) -> Self {
        let caller = McpCaller {
            right: Right::Admin,
            key: None,
            sees_all_minds: true,
            audit: None,
            minds: Vec::new(),
            skills: SkillShelf::default(),
        };
        Self { engine, mind, tools, caller }
    }

    /// With only those tools that someone with that right may use.
    #[must_use]
    pub fn with_right(mut self, right: Right) -> Self {
        self.caller.right = right;
        self
    }

    /// For someone who may see this mind and no other, unless they may see all.
    #[must_use]
    pub fn seeing_all_minds(mut self, sees_all_minds: bool) -> Self {
        self.caller.sees_all_minds = sees_all_minds;
        self
    }

    /// For someone who may reach only these minds; none named means all.
    #[must_use]
    pub fn reaching(mut self, minds: &[String]) -> Self {
        self.caller.minds = minds.to_vec();
        self
    }

    /// For someone who has those skills.
    #[must_use]
    pub fn with_skills(mut self, skills: SkillShelf) -> Self {
        self.caller.skills = skills;
        self
    }

    /// With erasures and nights put down in that log, as those of the key; without one, of a person at the machine.
    #[must_use]
    pub fn audited(mut self, audit: &'e Audit, key: Option<&str>) -> Self {
        (self.caller.audit, self.caller.key) = (Some(audit), key.map(str::to_owned));
        self
    }

    /// The answer to what was sent: a message, or several in a list; none where none is wanted.
    pub fn answer(&self, text: &str) -> Option<String> {
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            // The message of the error has a place, and never what stands there.
            Err(error) => {
                return Some(
                    ProtocolFault::parse(format!("this is not JSON: {error}")).message(&Value::Null).to_string(),
                );
            }
        };
        match value {
            Value::Array(messages) if messages.is_empty() => {
                Some(ProtocolFault::invalid_request("the list of messages is empty").message(&Value::Null).to_string())
            }
            Value::Array(messages) => {
                let answers: Vec<Value> = messages.into_iter().filter_map(|message| self.answer_one(message)).collect();
                (!answers.is_empty()).then(|| Value::Array(answers).to_string())
            }
            message => self.answer_one(message).map(|answer| answer.to_string()),
        }
    }

    /// The answer to one message.
    pub fn answer_one(&self, message: Value) -> Option<Value> {
        match Message::of(message) {
            Message::Request(request) => Some(match self.respond(&request) {
                Ok(result) => json!({ "jsonrpc": "2.0", "id": request.id, "result": result }),
                Err(fault) => fault.message(&request.id),
            }),
            Message::Nothing => None,
            Message::Bad { id, fault } => Some(fault.message(&id)),
        }
    }

    fn respond(&self, request: &McpRequest) -> Result<Value, ProtocolFault> {
        let era = request.era()?;
        let params = &request.params;
        let result = match request.method.as_str() {
            "initialize" => Ok(protocol::initialized(params, INSTRUCTIONS)),
            "server/discover" => Ok(protocol::discovered(INSTRUCTIONS)),
            "ping" | "logging/setLevel" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": self.listed() })),
            "tools/call" => self.call(params),
            "resources/list" => Ok(resources::list()),
            "resources/templates/list" => Ok(resources::templates()),
            "resources/read" => resources::read(self, params),
            "prompts/list" => Ok(prompts::list()),
            "prompts/get" => prompts::get(self, params),
            other => Err(ProtocolFault::unknown_method(other)),
        }?;
        Ok(era.complete(&request.method, result))
    }

    fn tools(&self) -> Vec<tools::Tool> {
        let mut tools = tools::all();
        tools.retain(|tool| {
            let is_offered = self.tools == ToolSet::Full || tool.is_usual;
            is_offered && self.caller.right >= tool.operation.right()
        });
        tools
    }

    fn listed(&self) -> Vec<Value> {
        // Who may not write leaves no marks, so none of their tools changes anything.
        let is_looking = !self.caller.leaves_marks();
        let mut tools = self.tools();
        tools.iter_mut().for_each(|tool| tool.hints.is_read_only |= is_looking);
        tools.iter().map(tools::Tool::listed).collect()
    }

    fn call(&self, params: &Map<String, Value>) -> Result<Value, ProtocolFault> {
        let name = params
            .get("name")
            .and_then(Value::as_str)
            .ok_or_else(|| ProtocolFault::bad_params("\"name\" is missing"))?;
        let arguments = match params.get("arguments") {
            None | Some(Value::Null) => Value::Object(Map::new()),
            Some(arguments @ Value::Object(_)) => arguments.clone(),
            Some(_) => return Err(ProtocolFault::bad_params("\"arguments\" is not an object")),
        };
        let tools = self.tools();
        let tool = tools
            .iter()
            .find(|tool| tool.name == name)
            .ok_or_else(|| ProtocolFault::bad_params(format!("there is no tool called \"{}\"", shortened(name))))?;
        let outcome = self.mind().and_then(|mind| tool.run(&ToolCall { mind, caller: &self.caller }, arguments));
        let (text, is_error) = match outcome {
            Ok(text) => (text, false),
            Err(failure) => (format!("{}: {}", failure.code.name(), blunted(&failure.detail)), true),
        };
        Ok(json!({ "content": [{ "type": "text", "text": text }], "isError": is_error }))
    }

    fn mind(&self) -> Result<Mind<'e>, Failure> {
        Ok(self.engine.get()?.mind(self.mind.clone()))
    }
}

impl McpCaller<'_> {
    /// Whether their recalls leave marks: a mark is a change.
    pub fn leaves_marks(&self) -> bool {
        self.right >= Operation::Change.right()
    }
}

/// As much of what someone sent as is told back.
fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

/// What every tool does.
#[cfg(test)]
pub(crate) fn tool_operations() -> Vec<(&'static str, Operation)> {
    tools::all().iter().map(|tool| (tool.name, tool.operation)).collect()
}
