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

/// A thread as it stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ThreadStands {
    /// Its name.
    pub thread: String,
    /// Whether it is open: something was said in it since it was closed last.
    pub is_open: bool,
    /// Whether a rule began it, since the client named no thread.
    pub is_ruled: bool,
    /// When something was said in it last.
    pub last: String,
    /// When it was closed; null while it is open.
    pub closed_at: Option<String>,
    /// What the turns in working memory are about; null when they are about nothing in particular.
    pub topic: Option<&'static str>,
    /// Who spoke how often in working memory: persons by their names, and the mind.
    pub speakers: Vec<SpeakerCount>,
    /// Working memory: the last turns, in the order in which they were said.
    pub working: Vec<WorkingTurn>,
    /// How many turns are in no session yet.
    pub waiting: usize,
    /// Its sessions, oldest first.
    pub sessions: Vec<SessionOfThread>,
}

/// How often someone spoke.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SpeakerCount {
    /// The person, or the mind.
    pub name: String,
    /// How often.
    pub count: usize,
}

/// A turn in working memory.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WorkingTurn {
    /// The readable name of its memory.
    pub memory: String,
    /// When it was said.
    pub at: String,
    /// Who said it.
    pub person: String,
    /// What was said.
    pub said: String,
    /// What was replied.
    pub replied: String,
}

/// A session of a thread.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SessionOfThread {
    /// Its readable name.
    pub handle: String,
    /// When its last turn was said.
    pub created: String,
    /// `hot`, `warm`, `long_term` or `archived`.
    pub tier: &'static str,
    /// How salient it is, 0 to 1; null until a night has compared it with others.
    pub salience: Option<f64>,
    /// How many turns it has.
    pub turns: usize,
    /// What it says.
    pub summary: String,
    /// Names and terms.
    pub keywords: Vec<String>,
}

impl From<omoide::ThreadView> for ThreadStands {
    fn from(view: omoide::ThreadView) -> Self {
        let working = |(memory, turn): (String, omoide_core::Turn)| WorkingTurn {
            memory,
            at: turn.at.to_string(),
            person: turn.person,
            said: turn.said,
            replied: turn.replied,
        };
        Self {
            thread: view.name,
            is_open: view.closed_at.is_none(),
            is_ruled: view.is_ruled,
            last: view.last_at.to_string(),
            closed_at: view.closed_at.map(|at| at.to_string()),
            topic: view.topic,
            speakers: view.speakers.into_iter().map(|(name, count)| SpeakerCount { name, count }).collect(),
            working: view.working.into_iter().map(working).collect(),
            waiting: view.waiting,
            sessions: view.sessions.into_iter().map(SessionOfThread::from).collect(),
        }
    }
}

impl From<omoide::ThreadSession> for SessionOfThread {
    fn from(session: omoide::ThreadSession) -> Self {
        let omoide::ThreadSession { memory, tier, turns } = session;
        Self {
            handle: memory.handle,
            created: memory.created.to_string(),
            tier: tier.tier.name(),
            salience: tier.salience,
            turns,
            summary: memory.text.content,
            keywords: memory.keywords,
        }
    }
}
