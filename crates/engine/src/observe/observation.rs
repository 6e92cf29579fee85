//! A turn as it comes in.

use omoide_core::change::Actor;
use omoide_core::ports::Analysis;
use omoide_core::{MemoryId, Moment, Source, Witnesses};

use crate::{Place, ToolUse};

/// A turn as it comes in; the fields that are left open are filled in by the engine.
#[derive(Clone, Debug)]
pub struct Observation {
    /// What the person said.
    pub said: String,
    /// What the agent replied; empty when there was no reply.
    pub replied: String,
    /// When; now if not given.
    pub at: Option<Moment>,
    /// Who said it; `me` if not given.
    pub person: Option<String>,
    /// The conversation.
    pub thread: Option<String>,
    /// Whether rules find its thread where none is given: it is talk, and nobody names the conversation.
    pub finds_thread: bool,
    /// Where the conversation takes place; kept for its thread, or for the memory where there is none.
    pub place: Option<Place>,
    /// The name that the source gives the turn; the same turn is remembered once.
    pub uid: Option<String>,
    /// The kind of place it comes from.
    pub source: Source,
    /// Whether to protect it; by the words of the person if not given.
    pub protect: Option<bool>,
    /// Whether someone stores it on purpose; else it is talk that is overheard.
    pub is_on_purpose: bool,
    /// What was understood of it, if someone else has analysed it.
    pub analysis: Option<Analysis>,
    /// Its vector under the engine's model, if the caller has it.
    pub embedding: Option<Vec<f32>>,
    /// Its id, if it comes with one.
    pub id: Option<MemoryId>,
    /// Its handle, if it comes with one.
    pub handle: Option<String>,
    /// Whether the reply broke off: `replied` is what came of it.
    pub is_interrupted: bool,
    /// Who hands it in.
    pub by: Actor,
    /// The tools that the agent used before it replied, in their order.
    pub tools: Vec<ToolUse>,
    /// When the reply was given; with what was said if not given.
    pub replied_at: Option<Moment>,
    /// The turn that it takes the place of: an edited message, a reply that was made again.
    pub revises: Option<String>,
    /// A turn that is taken back. Such an observation may have no text.
    pub retracts: Option<String>,
    /// The turn that the conversation goes on from. What was said after it is taken back, unless this is another thread.
    pub branch_of: Option<String>,
    /// How many characters of the reply were heard; the rest is not remembered.
    pub heard_until: Option<u32>,
    /// Who heard it; without any, the mind and the person who spoke. Whoever writes to several minds hands it in to each.
    pub witnesses: Witnesses,
}

impl Observation {
    /// What a person said, now, with nothing else known.
    pub fn said(text: impl Into<String>) -> Self {
        Self {
            said: text.into(),
            replied: String::new(),
            at: None,
            person: None,
            thread: None,
            finds_thread: false,
            place: None,
            uid: None,
            source: Source::Person,
            protect: None,
            is_on_purpose: false,
            analysis: None,
            embedding: None,
            id: None,
            handle: None,
            is_interrupted: false,
            by: Actor::Person,
            tools: Vec::new(),
            replied_at: None,
            revises: None,
            retracts: None,
            branch_of: None,
            heard_until: None,
            witnesses: Witnesses::default(),
        }
    }

    /// With the reply to it.
    #[must_use]
    pub fn replied(self, text: impl Into<String>) -> Self {
        Self { replied: text.into(), ..self }
    }
}
