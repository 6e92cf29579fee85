//! Changes to memories: what is asked, and what came of it.

use omoide::{Edited, MemoryEdit, Rated, TagChange, Undone};
use omoide_core::Category;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::memory::Memory;

/// Another text or category for a memory. What is left out stays.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// What the person said or did.
    pub trigger: Option<String>,
    /// The reaction to it.
    pub content: Option<String>,
    /// What it was about: casual, work, decision, emotional, lasting, or a word of one's own.
    pub category: Option<String>,
}

impl From<Edit> for MemoryEdit {
    fn from(edit: Edit) -> Self {
        let category = edit.category.as_deref().map(Category::named);
        Self { trigger: edit.trigger, content: edit.content, category }
    }
}

/// A memory after an edit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EditedMemory {
    /// The memory.
    pub memory: Memory,
    /// What is another now than before: text, category.
    pub changed: Vec<&'static str>,
    /// The kinds of secrets that were taken out before it was stored, such as github-token.
    pub redacted: Vec<&'static str>,
}

impl From<Edited> for EditedMemory {
    fn from(edited: Edited) -> Self {
        let changed = [("text", edited.has_new_text()), ("category", edited.has_new_category())];
        Self {
            memory: Memory::of(&edited.memory),
            changed: changed.into_iter().filter(|(_, is_new)| *is_new).map(|(name, _)| name).collect(),
            redacted: edited.taken.iter().map(|secret| secret.kind).collect(),
        }
    }
}

/// Tags of one's own for a memory.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retag {
    /// Tags that it is to have.
    #[serde(default)]
    pub add: Vec<String>,
    /// Tags that it is no longer to have.
    #[serde(default)]
    pub remove: Vec<String>,
}

impl From<Retag> for TagChange {
    fn from(wish: Retag) -> Self {
        Self { add: wish.add, remove: wish.remove }
    }
}

/// A memory after a change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Changed {
    /// The memory.
    pub memory: Memory,
}

/// What is gone for good.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Erased {
    /// The readable names.
    pub erased: Vec<String>,
}

/// Whether a memory helped.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedbackReport {
    /// True if it did.
    pub helped: bool,
}

/// A memory after a report.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RatedMemory {
    /// The memory.
    pub memory: Memory,
    /// What was said of it so far.
    #[serde(flatten)]
    pub reports: Reports,
    /// What its rank is multiplied with now.
    pub rank_factor: f64,
}

/// What was said of a memory: whether it helped.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Reports {
    /// Reports for it, each counting less as it grows old.
    pub ups: f64,
    /// Reports against it.
    pub downs: f64,
    /// 0 to 1: the arousal that it has come to; null as long as it is that which it was felt with.
    pub arousal: Option<f64>,
    /// When it was last reported.
    pub at: Option<String>,
}

impl Reports {
    /// As they are sent.
    pub fn of(feedback: &omoide_core::Feedback) -> Self {
        Self {
            ups: feedback.ups,
            downs: feedback.downs,
            arousal: feedback.arousal,
            at: feedback.at.map(|at| at.to_string()),
        }
    }
}

impl From<Rated> for RatedMemory {
    fn from(rated: Rated) -> Self {
        Self { memory: Memory::of(&rated.memory), reports: Reports::of(&rated.feedback), rank_factor: rated.factor }
    }
}

/// What was taken back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UndoneChange {
    /// The memory, as it is now.
    pub memory: Memory,
    /// What had been done, the last first.
    pub actions: Vec<&'static str>,
    /// Whether the next night will do it again.
    pub will_fade_again: bool,
}

impl From<Undone> for UndoneChange {
    fn from(undone: Undone) -> Self {
        Self {
            memory: Memory::of(&undone.memory),
            actions: undone.actions.iter().map(|action| action.name()).collect(),
            will_fade_again: undone.will_fade_again,
        }
    }
}
