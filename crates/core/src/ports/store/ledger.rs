//! The ledger: every call to a provider, its cost, and the result of each of its tasks.
//!
//! A call is recorded before it is made, together with its maximum cost and its tasks. Its answer is recorded before it is
//! used. So spending limits hold across processes, and a killed process loses no answer that was paid for. A task is a
//! purpose and a subject: each memory is asked about once per purpose.

use std::ops::Range;

use super::StoreError;
use crate::ports::{FailureKind, Tokens};
use crate::{Assessment, Date, MindName, Moment, Seq};

/// Why a provider is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purpose {
    /// Analyse a turn.
    Analyse,
    /// Summarise a memory: level 1 to 2.
    Summarise,
    /// Reduce a memory to its trace: level 2 to 3.
    Trace,
    /// Summarise a session.
    Session,
    /// Plan the search for a prompt.
    Plan,
    /// Shorten a memory for the archive.
    Compress,
    /// Judge whether a statement follows.
    Judge,
    /// Embed texts.
    Embed,
    /// Test a provider.
    Test,
}

impl Purpose {
    /// All purposes.
    pub const ALL: [Self; 9] = [
        Self::Analyse,
        Self::Summarise,
        Self::Trace,
        Self::Session,
        Self::Plan,
        Self::Compress,
        Self::Judge,
        Self::Embed,
        Self::Test,
    ];

    /// The name in the ledger.
    pub fn name(self) -> &'static str {
        match self {
            Self::Analyse => "analyse",
            Self::Summarise => "summarise",
            Self::Trace => "trace",
            Self::Session => "session",
            Self::Plan => "plan",
            Self::Compress => "compress",
            Self::Judge => "judge",
            Self::Embed => "embed",
            Self::Test => "test",
        }
    }

    /// The purpose called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.name() == name)
    }
}

/// The number of a call. Numbers increase with time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallNumber(pub i64);

/// A call that is about to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct CallIntent {
    /// When it begins.
    pub at: Moment,
    /// The provider.
    pub provider: String,
    /// Its model.
    pub model: String,
    /// Why it is made.
    pub purpose: Purpose,
    /// The author of its result: the model and the prompt version.
    pub made_by: String,
    /// The maximum number of tokens.
    pub tokens: Tokens,
    /// The maximum cost, in billionths of a dollar.
    pub nanodollars: u64,
}

/// The result of a call.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CallOutcome {
    /// The tokens used.
    pub tokens: Tokens,
    /// The cost, in billionths of a dollar.
    pub nanodollars: u64,
    /// Whether the provider reported the tokens; otherwise they are estimated.
    pub is_measured: bool,
    /// The duration.
    pub duration_ms: u64,
}

/// A recorded call.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelCall {
    /// Its number.
    pub number: CallNumber,
    /// When it began.
    pub at: Moment,
    /// The provider.
    pub provider: String,
    /// Its model.
    pub model: String,
    /// Why it is made.
    pub purpose: Purpose,
    /// How it ended.
    pub ending: Ending,
    /// The tokens used, or the maximum while the call is open.
    pub tokens: Tokens,
    /// The cost, or the maximum while the call is open, in billionths of a dollar.
    pub nanodollars: u64,
    /// Whether the provider reported the tokens.
    pub is_measured: bool,
    /// The duration.
    pub duration_ms: u64,
    /// The number of memories it concerns.
    pub memories: u64,
}

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The call is running, or its process was killed.
    Open,
    /// The provider answered.
    Answered,
    /// The call failed.
    Failed(FailureKind),
}

/// Totals of several calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spending {
    /// The number of calls.
    pub calls: u64,
    /// The number of failed calls.
    pub failed: u64,
    /// The tokens used.
    pub tokens: Tokens,
    /// The cost, in billionths of a dollar.
    pub nanodollars: u64,
    /// The number of memories they concern.
    pub memories: u64,
    /// The number of tasks whose answer had to be repaired.
    pub repaired: u64,
    /// The number of tasks without a usable answer.
    pub replaced: u64,
}

impl Spending {
    /// The cost in dollars.
    pub fn usd(&self) -> f64 {
        self.nanodollars as f64 / 1e9
    }
}

/// An answer that has not been used yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Unread {
    /// The call.
    pub call: CallNumber,
    /// Why it is made.
    pub purpose: Purpose,
    /// Its author: the model and the prompt version.
    pub made_by: String,
    /// The subjects of its tasks, in the order of the question.
    pub subjects: Vec<TaskSubject>,
    /// The memories it concerns: the subjects of its tasks, or the sources of the question, in that order.
    pub memories: Vec<Seq>,
    /// The answer, unchanged.
    pub text: String,
}

/// The subject of a task. Each subject is asked about once per purpose.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TaskSubject {
    /// A memory.
    Memory(Seq),
    /// Two memories, in either order.
    Pair(Seq, Seq),
    /// A thread, by name. It can be asked about again as it grows; the latest call replaces the one before.
    Thread(String),
    /// A date.
    Date(Date),
}

/// The result of a task. A text waits in the ledger until it is used; it is `None` if it was used at once.
#[derive(Clone, PartialEq, Debug)]
pub enum Made {
    /// The answer was valid.
    Good(Option<String>),
    /// The answer was valid after a repair.
    Repaired(Option<String>),
    /// The answer was unusable; the result of the language layer stays.
    Replaced,
}

/// Reads the ledger. It holds the calls of all minds, because they share one account.
pub trait Ledger {
    /// Returns the spending in a range of instants (microseconds since 1970). An open call counts with its maximum.
    fn spent(&self, range: Range<i64>) -> Result<Spending, StoreError>;

    /// Returns the same per provider, model and purpose, sorted by these.
    fn spent_by_purpose(&self, range: Range<i64>) -> Result<Vec<(String, String, Purpose, Spending)>, StoreError>;

    /// Returns the latest calls, newest first, optionally of one provider.
    fn calls(&self, provider: Option<&str>, limit: usize) -> Result<Vec<ModelCall>, StoreError>;

    /// Returns when the first call was made.
    fn first_call(&self) -> Result<Option<Moment>, StoreError>;

    /// Returns active episodes that no call for this purpose concerned, newest first.
    fn never_asked(&self, mind: &MindName, purpose: Purpose, limit: usize) -> Result<Vec<Seq>, StoreError>;

    /// Counts the memories that [`Ledger::never_asked`] would return without a limit.
    fn count_never_asked(&self, mind: &MindName, purpose: Purpose) -> Result<u64, StoreError>;

    /// Returns the memories among `seqs` that a call for this purpose concerned.
    fn asked(&self, mind: &MindName, purpose: Purpose, seqs: &[Seq]) -> Result<Vec<Seq>, StoreError>;

    /// Returns the waiting texts for this purpose with their authors; memories without one are left out.
    fn made(&self, mind: &MindName, purpose: Purpose, seqs: &[Seq]) -> Result<Vec<(Seq, String, String)>, StoreError>;

    /// Returns answers that were never used because their process was killed.
    fn unread(&self, mind: &MindName) -> Result<Vec<Unread>, StoreError>;

    /// Returns the analyses of these memories with their authors, in the order of `seqs`.
    fn assessments(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<(Seq, Assessment)>, StoreError>;
}

/// Writes the ledger.
pub trait LedgerWriter {
    /// Records a call and its tasks before it is made. `sources` are the memories whose text the model sees if its tasks are
    /// not memories. Fails if one of the tasks, other than a thread's, was already begun for this purpose.
    fn begin_call(
        &mut self,
        mind: &MindName,
        intent: &CallIntent,
        subjects: &[TaskSubject],
        sources: &[Seq],
    ) -> Result<CallNumber, StoreError>;

    /// Records the answer of a call. `text` is kept until [`LedgerWriter::settle`]; `None` if nothing is left to do.
    fn answer_call(&mut self, call: CallNumber, outcome: &CallOutcome, text: Option<&str>) -> Result<(), StoreError>;

    /// Records the failure of a call. Unless the call may be billed, its tasks can be begun again.
    fn fail_call(&mut self, call: CallNumber, outcome: &CallOutcome, kind: FailureKind) -> Result<(), StoreError>;

    /// Releases the tasks of calls that began before an instant (microseconds since 1970) and never ended, so that they can
    /// be begun again. Returns their number. The calls still count as spending.
    fn give_back(&mut self, mind: &MindName, before: i64) -> Result<u64, StoreError>;

    /// Releases those memories for a purpose, so that they can be asked about again: what came of the calls was taken back.
    /// The calls still count as spending.
    fn release(&mut self, mind: &MindName, purpose: Purpose, memories: &[Seq]) -> Result<(), StoreError>;

    /// Records the results of the tasks of a call and drops its answer.
    fn settle(&mut self, mind: &MindName, call: CallNumber, made: &[(TaskSubject, Made)]) -> Result<(), StoreError>;
}
