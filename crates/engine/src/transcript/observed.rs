//! How a turn of a session comes to a mind: the same from every way in, so that none brings it twice.

use omoide_core::change::Actor;
use omoide_core::{MemoryId, MindName, Moment};

use super::TranscriptTurn;
use super::key::print;
use crate::{Observation, Place, ToolUse};

/// The host's name in places and uids.
pub const HOST: &str = "claude-code";

impl TranscriptTurn {
    /// The turn as an observation of a mind. `at` is when it was said, with the offset of the person's place.
    ///
    /// Its uid is made of the person's line, and so is its id: the turn is known again in every file that repeats
    /// it, and a memory that was erased can be told from one that never was.
    pub fn observation(&self, mind: &MindName, at: Moment) -> Observation {
        let uid = uid_of(&self.uuid);
        Observation {
            at: Some(at),
            thread: self.session.clone(),
            place: Some(Place {
                host: Some(HOST.to_owned()),
                project: self.project().map(str::to_owned),
                folder: self.folder.clone(),
                branch: self.branch.clone(),
                repository: None,
            }),
            id: Some(memory_id(mind, &uid, at)),
            uid: Some(uid),
            by: Actor::Agent,
            tools: self.tools(),
            replied_at: self.answered_at,
            ..Observation::said(&self.said).replied(self.reply())
        }
    }

    /// The tools that the agent used.
    fn tools(&self) -> Vec<ToolUse> {
        let times = self.acted_at.iter().copied().chain(std::iter::repeat(None));
        let used = |(action, at): (&String, Option<Moment>)| {
            let tool = action.split(' ').next().unwrap_or_default().to_owned();
            ToolUse { tool, summary: action.clone(), at }
        };
        self.actions.iter().zip(times).map(used).collect()
    }
}

/// The uid of the turn whose first line has that uuid.
pub fn uid_of(uuid: &str) -> String {
    format!("{HOST}:{uuid}")
}

/// The id of what a source calls `uid`.
pub(super) fn memory_id(mind: &MindName, uid: &str, at: Moment) -> MemoryId {
    let of_mind = print(mind.as_str().as_bytes(), 2);
    let (high, low) = (print(uid.as_bytes(), of_mind), print(uid.as_bytes(), !of_mind));
    MemoryId::new(at, u128::from(high) << 64 | u128::from(low))
}
