//! Turns that are taken back.

use omoide::{TurnsToUnsay, UnsaidTurn, UnsaidTurns};
use omoide_core::MindName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// Which turns to take back: one, what was said after it, or the last one of a thread.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnsayRequest {
    /// The turn: its uid, the handle or id of its memory, or its number.
    pub turn: Option<String>,
    /// Take back what was said after the turn in its thread, and leave the turn itself.
    #[serde(default)]
    pub after: bool,
    /// Take back the last turn of this thread.
    pub thread: Option<String>,
}

impl UnsayRequest {
    /// What is meant.
    pub fn wish(self) -> Result<TurnsToUnsay, Failure> {
        let given = |name: Option<String>| name.filter(|name| !name.trim().is_empty());
        match (given(self.turn), given(self.thread), self.after) {
            (Some(turn), None, false) => Ok(TurnsToUnsay::This(turn)),
            (Some(turn), None, true) => Ok(TurnsToUnsay::After(turn)),
            (None, Some(thread), false) => Ok(TurnsToUnsay::LastOf(thread)),
            (None, Some(_), true) => Err(Failure::invalid("after: needs a turn, not a thread")),
            (Some(_), Some(_), _) => Err(Failure::invalid("give a turn or a thread, not both")),
            (None, None, _) => Err(Failure::invalid("give a turn, or a thread whose last turn is meant")),
        }
    }
}

/// What was taken back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnsaidAnswer {
    /// The turns, the last one first; none where they had been taken back before. `undo` with the handle brings one back.
    pub unsaid: Vec<UnsaidTurnOut>,
    /// How many sessions went with them.
    pub sessions: usize,
    /// The other minds in which they were taken back, because those heard them too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minds: Vec<String>,
}

/// A turn that was taken back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnsaidTurnOut {
    /// The id of its memory.
    pub id: String,
    /// The readable name of its memory.
    pub handle: String,
    /// The name that its source gives it.
    pub uid: Option<String>,
    /// The conversation.
    pub thread: Option<String>,
    /// When it was said.
    pub at: String,
}

impl UnsaidAnswer {
    /// As it is sent.
    pub fn of(unsaid: &UnsaidTurns, minds: &[MindName]) -> Self {
        Self {
            unsaid: unsaid.turns.iter().map(UnsaidTurnOut::of).collect(),
            sessions: unsaid.sessions,
            minds: minds.iter().map(ToString::to_string).collect(),
        }
    }
}

impl UnsaidTurnOut {
    fn of(one: &UnsaidTurn) -> Self {
        Self {
            id: one.id.to_string(),
            handle: one.handle.clone(),
            uid: one.turn.uid.clone(),
            thread: one.turn.thread.clone(),
            at: one.turn.at.to_string(),
        }
    }
}
