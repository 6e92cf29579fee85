//! A memory as mem0 shows it, and what mem0's callers attach to it.

use omoide::{Mind, Portion};
use omoide_core::Memory;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::blunt::blunted;
use crate::keys::hex;
use crate::{Code, Failure, wire};

/// What is attached to a memory beside what a memory has.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Attached {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiration_date: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<String>,
    /// Whether the memory was not added through this API: a hook, a command or an import brought it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub came_another_way: bool,
}

impl Attached {
    /// What is attached to a memory; what came another way has its person and its thread.
    pub fn to(mind: &Mind<'_>, memory: &Memory) -> Result<Self, Failure> {
        let note = mind.attachment(memory.id)?;
        Ok(note.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_else(|| Self {
            user_id: Some(memory.origin.person.clone()),
            run_id: memory.origin.thread.clone(),
            came_another_way: true,
            ..Self::default()
        }))
    }

    /// Attaches it.
    pub fn keep(&self, mind: &Mind<'_>, memory: omoide_core::MemoryId) -> Result<(), Failure> {
        let text = serde_json::to_string(self).map_err(|error| Failure::ours(Code::Internal, error.to_string()))?;
        Ok(mind.attach(memory, Some(&text))?)
    }

    /// Whether the day after which it is no longer shown has passed.
    pub fn is_expired(&self, today: &str) -> bool {
        self.expiration_date.as_deref().is_some_and(|date| date < today)
    }
}

/// The text of a memory, on one side of the arrow or both; clients of mem0 put it into prompts as it is.
pub fn text(memory: &Memory) -> String {
    blunted(&Portion::whole(memory).text).into_owned()
}

/// A memory as mem0 shows it, made from the form that all others are sent.
pub fn record(memory: &Memory, attached: &Attached) -> Value {
    let text = text(memory);
    let wire::Memory { id, category, created, .. } = wire::Memory::of(memory);
    json!({
        "id": id,
        "memory": text,
        "hash": &hex(&Sha256::digest(text.as_bytes()))[..32],
        "metadata": attached.metadata,
        "categories": [category],
        "created_at": created,
        "updated_at": attached.updated_at.as_deref().unwrap_or(&created),
        "expiration_date": attached.expiration_date,
        "user_id": attached.user_id,
        "agent_id": attached.agent_id,
        "run_id": attached.run_id,
        "app_id": attached.app_id,
    })
}
