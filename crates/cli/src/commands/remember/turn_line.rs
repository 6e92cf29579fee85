//! The turn of a line: one that stands there by itself, or that of a line which `omoide export` wrote.

use std::collections::HashMap;

use omoide::EXPORT_FORMAT;
use omoide_server::wire::WitnessNames;
use serde::Deserialize;
use serde_json::Value;

/// The parts of an export, by the word that their lines have under `type`.
const EXPORTED: [&str; 8] = ["memory", "turn", "thread", "page", "night", "nights_paused", "change", "activity"];

/// A turn as a line gives it.
#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnLine {
    #[serde(default)]
    pub(super) said: String,
    #[serde(default)]
    pub(super) replied: String,
    pub(super) at: Option<String>,
    pub(super) person: Option<String>,
    pub(super) thread: Option<String>,
    pub(super) project: Option<String>,
    pub(super) uid: Option<String>,
    pub(super) revises: Option<String>,
    pub(super) retracts: Option<String>,
    pub(super) branch_of: Option<String>,
    pub(super) heard_until: Option<u32>,
    pub(super) witnesses: Option<WitnessNames>,
}

/// Reads lines one after the other. In an export, the line of a conversation comes before its turns and tells their
/// project.
#[derive(Default)]
pub(super) struct TurnReader {
    projects: HashMap<String, String>,
}

impl TurnReader {
    /// The turn of a line; none where a line of an export has none.
    pub(super) fn read(&mut self, line: &str) -> serde_json::Result<Option<TurnLine>> {
        let mut value: Value = serde_json::from_str(line)?;
        if value["format"] == EXPORT_FORMAT {
            return Ok(None);
        }
        let part = value["type"].as_str().filter(|part| EXPORTED.contains(part)).map(str::to_owned);
        let Some(part) = part else {
            // From the text, so that what is wrong is told with its place.
            return serde_json::from_str(line).map(Some);
        };
        let turn = match part.as_str() {
            "memory" => value["turn"].take(),
            "turn" => {
                value.as_object_mut().map(|fields| fields.remove("type"));
                value
            }
            "thread" => {
                if let (Some(name), Some(project)) = (value["name"].as_str(), value["place"]["project"].as_str()) {
                    self.projects.insert(name.to_owned(), project.to_owned());
                }
                Value::Null
            }
            _ => Value::Null,
        };
        if turn.is_null() {
            return Ok(None);
        }
        let mut turn: TurnLine = serde_json::from_value(turn)?;
        // It is read into this mind, whichever minds heard it.
        turn.witnesses.iter_mut().for_each(|witnesses| witnesses.minds.clear());
        turn.project = turn.thread.as_ref().and_then(|thread| self.projects.get(thread)).cloned();
        Ok(Some(turn))
    }
}
