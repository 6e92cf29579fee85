//! Resources: what a host can show to a person or put before an agent without a tool.

use omoide_core::ports::store::Filter;
use omoide_core::{Kind, Level};
use serde_json::{Map, Value, json};

use super::protocol::ProtocolFault;
use super::tools::{read_details, status_of};
use super::{Mcp, shortened, told};

const RECENT: &str = "omoide://memories/recent";
const PROTECTED: &str = "omoide://memories/protected";
const STATUS: &str = "omoide://status";
const MEMORY: &str = "omoide://memories/";

/// How many memories a resource holds at most.
const MOST: usize = 50;

/// What there is.
pub fn list() -> Value {
    let resource = |uri: &str, name: &str, title: &str, description: &str| {
        json!({
            "uri": uri, "name": name, "title": title, "description": description, "mimeType": "application/json",
        })
    };
    json!({ "resources": [
        resource(RECENT, "recent", "Recent memories", "The latest memories, newest first."),
        resource(PROTECTED, "protected", "Protected memories", "Memories that never fade."),
        resource(STATUS, "status", "How the memory is doing", "Counts by level, the last nights, and what is due."),
    ]})
}

/// What can be asked for by a name of its own.
pub fn templates() -> Value {
    json!({ "resourceTemplates": [{
        "uriTemplate": format!("{MEMORY}{{id}}"),
        "name": "memory",
        "title": "A memory",
        "description": "The full text of one memory.",
        "mimeType": "application/json",
    }]})
}

/// What one holds.
pub fn read(mcp: &Mcp<'_>, params: &Map<String, Value>) -> Result<Value, ProtocolFault> {
    let uri =
        params.get("uri").and_then(Value::as_str).ok_or_else(|| ProtocolFault::bad_params("\"uri\" is missing"))?;
    let mind = mcp.mind()?;
    let budget = told::budget(&mind, None)?;
    let active = vec![Level::Full, Level::Summary, Level::Trace];
    let kinds = Kind::listed([]);
    let usual = Filter { kinds, levels: active, newest_first: true, limit: Some(MOST), ..Filter::default() };
    let listed = |filter: &Filter| -> Result<Value, ProtocolFault> {
        let memories = mind.list(filter).map_err(crate::Failure::from)?;
        Ok(told::memories(&memories, &mind, budget))
    };
    let value = match uri {
        RECENT => listed(&usual)?,
        PROTECTED => listed(&Filter { protected: Some(true), ..usual })?,
        STATUS => status_of(&mind)?,
        other => match other.strip_prefix(MEMORY).filter(|id| !id.is_empty()) {
            Some(id) => read_details(&mind, id, 0)?,
            None => return Err(ProtocolFault::bad_params(format!("there is no resource \"{}\"", shortened(other)))),
        },
    };
    Ok(json!({ "contents": [{ "uri": uri, "mimeType": "application/json", "text": told::text(&value) }] }))
}
