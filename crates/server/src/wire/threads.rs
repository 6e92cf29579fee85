//! Lists of threads, part by part.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::listing::part_size;
use crate::Failure;

/// Which threads are listed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ThreadsQuery {
    /// Most threads in the answer, 1 to 200; 50 by default.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<usize>,
    /// Where to go on: `next_cursor` of the answer before.
    pub cursor: Option<String>,
}

impl ThreadsQuery {
    /// How many threads an answer has.
    pub fn size(&self) -> Result<usize, Failure> {
        part_size(self.limit)
    }
}

/// A part of a list of threads.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ThreadsListed {
    /// The threads, by their last memory, the newest first.
    pub threads: Vec<Thread>,
    /// Where the list goes on; null at its end.
    pub next_cursor: Option<String>,
}

/// A conversation, as far as there are memories of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Thread {
    /// Its name.
    pub thread: String,
    /// How many memories are of it, archived ones included.
    pub memories: u64,
    /// How many of them remember a turn word for word.
    pub turns: u64,
    /// When the first of them happened.
    pub first: String,
    /// When the last of them happened.
    pub last: String,
}

impl From<omoide::ThreadList> for ThreadsListed {
    fn from(part: omoide::ThreadList) -> Self {
        let thread = |summary: omoide_core::ports::store::ThreadSummary| Thread {
            thread: summary.name,
            memories: summary.memories,
            turns: summary.turns,
            first: summary.first.to_string(),
            last: summary.last.to_string(),
        };
        Self {
            threads: part.threads.into_iter().map(thread).collect(),
            next_cursor: part.next.map(|next| next.to_string()),
        }
    }
}
