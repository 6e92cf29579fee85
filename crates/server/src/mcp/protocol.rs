//! The protocol's messages as they are sent, its versions, and what each of its two eras wants in an answer.

use serde_json::{Map, Value, json};

/// The versions that begin with `initialize`, the latest first.
pub const HANDSHAKE: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The versions in which every request says its version itself.
pub const STATELESS: [&str; 1] = ["2026-07-28"];

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// How long, in milliseconds, an answer that never changes in a process may be kept.
const KEPT_FOR_MS: u64 = 3_600_000;

/// A message that someone sent.
#[derive(Debug)]
pub enum Message {
    /// It wants an answer.
    Request(McpRequest),
    /// It wants none: a notification, or an answer to what nobody asked.
    Nothing,
    /// It cannot be understood.
    Bad {
        /// Its id, as far as it has one.
        id: Value,
        /// Why.
        fault: ProtocolFault,
    },
}

/// A message that wants an answer.
#[derive(Debug)]
pub struct McpRequest {
    pub id: Value,
    pub method: String,
    pub params: Map<String, Value>,
}

/// Which era of the protocol a request belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Era {
    /// It began with `initialize`.
    Handshake,
    /// Each request stands for itself.
    Stateless,
}

/// Why a message is not answered with a result.
#[derive(Clone, PartialEq, Debug)]
pub struct ProtocolFault {
    pub code: i64,
    pub message: String,
    pub data: Option<Value>,
}

impl Message {
    /// A message of what was sent.
    pub fn of(value: Value) -> Self {
        let Value::Object(mut fields) = value else {
            return Self::Bad { id: Value::Null, fault: ProtocolFault::invalid_request("a message must be an object") };
        };
        let id = fields.remove("id");
        let is_id = |id: &Value| id.is_string() || id.is_i64() || id.is_u64();
        let told = id.clone().filter(is_id).unwrap_or(Value::Null);
        let bad = |why: &str| Self::Bad { id: told.clone(), fault: ProtocolFault::invalid_request(why) };
        if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return bad("\"jsonrpc\" must be \"2.0\"");
        }
        let method = match fields.remove("method") {
            Some(Value::String(method)) => method,
            Some(_) => return bad("\"method\" must be a string"),
            None if fields.contains_key("result") || fields.contains_key("error") => return Self::Nothing,
            None => return bad("\"method\" is missing"),
        };
        let Some(id) = id else { return Self::Nothing };
        if !is_id(&id) {
            return bad("\"id\" must be a string or a whole number");
        }
        match fields.remove("params") {
            None => Self::Request(McpRequest { id, method, params: Map::new() }),
            Some(Value::Object(params)) => Self::Request(McpRequest { id, method, params }),
            Some(_) => Self::Bad { id, fault: ProtocolFault::bad_params("\"params\" must be an object") },
        }
    }
}

impl McpRequest {
    /// The era that the request belongs to.
    ///
    /// # Errors
    /// When it names a version that is not spoken.
    pub fn era(&self) -> Result<Era, ProtocolFault> {
        let Some(version) = self.version() else { return Ok(Era::Handshake) };
        if STATELESS.contains(&version) { Ok(Era::Stateless) } else { Err(ProtocolFault::unsupported_version(version)) }
    }

    /// The version that the request names for itself.
    pub fn version(&self) -> Option<&str> {
        self.params.get("_meta")?.get(VERSION_KEY)?.as_str()
    }
}

impl Era {
    /// A result with all that the era wants in it.
    pub fn complete(self, method: &str, result: Value) -> Value {
        let Value::Object(mut fields) = result else { return result };
        if self == Self::Stateless || method == "server/discover" {
            fields.insert("resultType".to_owned(), json!("complete"));
            fields.insert("_meta".to_owned(), json!({ SERVER_KEY: server_info() }));
            if let Some(milliseconds) = kept_for(method) {
                fields.insert("ttlMs".to_owned(), json!(milliseconds));
                fields.insert("cacheScope".to_owned(), json!("private"));
            }
        }
        Value::Object(fields)
    }
}

/// How long an answer may be kept; none for those of which nothing is said.
fn kept_for(method: &str) -> Option<u64> {
    match method {
        "server/discover" | "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list" => {
            Some(KEPT_FOR_MS)
        }
        "resources/read" => Some(0),
        _ => None,
    }
}

/// The answer to `initialize`: the version that was asked for if it is spoken, else the latest that is.
pub fn initialized(params: &Map<String, Value>, instructions: &str) -> Value {
    let wanted = params.get("protocolVersion").and_then(Value::as_str);
    let version = wanted.filter(|wanted| HANDSHAKE.contains(wanted)).unwrap_or(HANDSHAKE[0]);
    json!({
        "protocolVersion": version,
        "capabilities": capabilities(),
        "serverInfo": server_info(),
        "instructions": instructions,
    })
}

/// The answer to `server/discover`.
pub fn discovered(instructions: &str) -> Value {
    let versions: Vec<&str> = STATELESS.iter().chain(&HANDSHAKE).copied().collect();
    json!({ "supportedVersions": versions, "capabilities": capabilities(), "instructions": instructions })
}

fn capabilities() -> Value {
    json!({ "tools": {}, "resources": {}, "prompts": {} })
}

fn server_info() -> Value {
    json!({ "name": "omoide", "title": "Omoide", "version": env!("CARGO_PKG_VERSION") })
}

impl ProtocolFault {
    fn new(code: i64, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// It is no JSON.
    pub fn parse(message: impl Into<String>) -> Self {
        Self::new(-32700, message)
    }

    /// It is no message.
    pub fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(-32600, message)
    }

    /// Nobody knows the method.
    pub fn unknown_method(method: &str) -> Self {
        Self::new(-32601, format!("there is no method called \"{}\"", super::shortened(method)))
    }

    /// The method is known, but not what was sent with it.
    pub fn bad_params(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    /// Something here failed.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(-32603, message)
    }

    /// Headers and message say different things.
    pub fn header_mismatch(message: impl Into<String>) -> Self {
        Self::new(-32020, message)
    }

    fn unsupported_version(requested: &str) -> Self {
        let supported: Vec<&str> = STATELESS.to_vec();
        let requested = super::shortened(requested);
        let message = format!("version \"{requested}\" is not spoken here");
        let data = json!({ "supported": supported, "requested": requested });
        Self { data: Some(data), ..Self::new(-32022, message) }
    }

    /// The message that says so.
    pub fn message(&self, id: &Value) -> Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(data) = &self.data {
            error["data"] = data.clone();
        }
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
    }
}

impl From<crate::Failure> for ProtocolFault {
    fn from(failure: crate::Failure) -> Self {
        if failure.code.is_ours() { Self::internal(failure.detail) } else { Self::bad_params(failure.detail) }
    }
}

/// The answer to a message whose headers say something else than it does; none if they agree.
///
/// Only the stateless era wants them: a proxy may route by them, so they must not be able to lie.
pub fn header_fault<'h>(message: &Value, header: &dyn Fn(&str) -> Option<&'h str>) -> Option<String> {
    let Message::Request(request) = Message::of(message.clone()) else { return None };
    let told = |why: &str| Some(ProtocolFault::header_mismatch(why).message(&request.id).to_string());
    if request.version() != header("mcp-protocol-version") {
        return told("the header mcp-protocol-version and the message name different versions");
    }
    if header("mcp-method") != Some(request.method.as_str()) {
        return told("the header mcp-method and the message name different methods");
    }
    let named = match request.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return None,
    };
    let wanted = request.params.get(named).and_then(Value::as_str)?;
    let given = header("mcp-name");
    // What no header can hold is sent in a code, which is not compared.
    if given != Some(wanted) && !given.is_some_and(|given| given.starts_with("=?")) {
        return told("the header mcp-name and the message name different things");
    }
    None
}

/// The status that the stateless era wants for an answer.
pub fn status_of_answer(answer: &str) -> u16 {
    let code = serde_json::from_str::<Value>(answer).ok().and_then(|answer| answer["error"]["code"].as_i64());
    match code {
        None | Some(-32603) => 200,
        Some(-32601) => 404,
        Some(_) => 400,
    }
}
