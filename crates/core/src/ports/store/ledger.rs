//! The ledger: every call of a provider, what it cost, and what came of each of its tasks.
//!
//! A call is written down before it is made, with the most that it can cost and with its tasks; its answer is written down
//! before anything is done with it. So limits hold between processes, and whoever is killed leaves behind what was paid
//! for. A task is a purpose and a subject: a memory is asked about once for each purpose.

use std::ops::Range;

use super::StoreError;
use crate::ports::{FailureKind, Tokens};
use crate::{Assessment, Date, MindName, Moment, Seq};

/// What a provider is called for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Purpose {
    /// Understanding a turn.
    Analyse,
    /// A summary of a memory: level 1 to 2.
    Summarise,
    /// A memory's keywords: level 2 to 3.
    Trace,
    /// A summary of a session.
    Session,
    /// What a prompt asks for.
    Plan,
    /// A short text for the archive.
    Compress,
    /// Whether a statement follows.
    Judge,
    /// Vectors of texts.
    Embed,
    /// Trying a provider out.
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

    /// The word for it in the ledger.
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

/// The number of a call; later calls have larger ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallNumber(pub i64);

/// A call that is about to be made.
#[derive(Clone, PartialEq, Debug)]
pub struct Intent {
    /// When.
    pub at: Moment,
    /// The provider.
    pub provider: String,
    /// Its model.
    pub model: String,
    /// What for.
    pub purpose: Purpose,
    /// Who made what comes of it: the model and the prompt.
    pub made_by: String,
    /// The most that it can take.
    pub tokens: Tokens,
    /// The most that it can cost, in billionths of a dollar.
    pub nanodollars: u64,
}

/// How a call came out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// What it took.
    pub tokens: Tokens,
    /// What it cost, in billionths of a dollar.
    pub nanodollars: u64,
    /// Whether the provider said so; else it is an estimate.
    pub is_measured: bool,
    /// How long it lasted.
    pub duration_ms: u64,
}

/// A call as the ledger has it.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// Its number.
    pub number: CallNumber,
    /// When it was begun.
    pub at: Moment,
    /// The provider.
    pub provider: String,
    /// Its model.
    pub model: String,
    /// What for.
    pub purpose: Purpose,
    /// How it ended.
    pub ending: Ending,
    /// What it took, or the most that it can take while nobody knows.
    pub tokens: Tokens,
    /// What it cost, likewise, in billionths of a dollar.
    pub nanodollars: u64,
    /// Whether the provider said so.
    pub is_measured: bool,
    /// How long it lasted.
    pub duration_ms: u64,
    /// How many memories it is about.
    pub memories: u64,
}

/// How a call ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It is being made, or whoever made it was killed.
    Open,
    /// It was answered.
    Answered,
    /// It failed.
    Failed(FailureKind),
}

/// Sums over calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spending {
    /// How many calls.
    pub calls: u64,
    /// Of those, how many failed.
    pub failed: u64,
    /// What they took.
    pub tokens: Tokens,
    /// What they cost, in billionths of a dollar.
    pub nanodollars: u64,
    /// How many memories they were about.
    pub memories: u64,
    /// Of those, how many answers had to be repaired.
    pub repaired: u64,
    /// Of those, for how many no answer could be used.
    pub replaced: u64,
}

impl Spending {
    /// In dollars.
    pub fn usd(&self) -> f64 {
        self.nanodollars as f64 / 1e9
    }
}

/// An answer that nobody has looked at yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Unread {
    /// The call.
    pub call: CallNumber,
    /// What for.
    pub purpose: Purpose,
    /// Who made it.
    pub made_by: String,
    /// Its tasks, in the order they were asked about.
    pub subjects: Vec<TaskSubject>,
    /// The memories that are its tasks, or whose words it was shown, in that order.
    pub memories: Vec<Seq>,
    /// The answer, as it came.
    pub text: String,
}

/// What a task of the ledger is about. A subject is asked about once for each purpose.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TaskSubject {
    /// A memory.
    Memory(Seq),
    /// Two memories, whichever is named first.
    Pair(Seq, Seq),
    /// A thread, by its name. It goes on, so it may be asked about again; the later call takes the place of the one before.
    Thread(String),
    /// A date.
    Date(Date),
}

/// What came of a task.
///
/// The text waits in the ledger until it is used; there is none where it was used at once.
#[derive(Clone, PartialEq, Debug)]
pub enum Made {
    /// The answer was as it should be.
    Good(Option<String>),
    /// The answer had to be repaired.
    Repaired(Option<String>),
    /// It could not be used; the language layer's stands.
    Replaced,
}

/// Reading the ledger. Calls are those of all minds: there is one account.
pub trait Ledger {
    /// What was spent between two instants, in microseconds since 1970; open calls count with the most they can take.
    fn spent(&self, range: Range<i64>) -> Result<Spending, StoreError>;

    /// The same by provider, model and purpose, in this order.
    fn spent_by_purpose(&self, range: Range<i64>) -> Result<Vec<(String, String, Purpose, Spending)>, StoreError>;

    /// The last calls, the last first; of one provider, if it is named.
    fn calls(&self, provider: Option<&str>, limit: usize) -> Result<Vec<Call>, StoreError>;

    /// When the first call was made.
    fn first_call(&self) -> Result<Option<Moment>, StoreError>;

    /// Active episodes that no call for that purpose was about or was shown, the last first.
    fn never_asked(&self, mind: &MindName, purpose: Purpose, limit: usize) -> Result<Vec<Seq>, StoreError>;

    /// How many those are.
    fn count_never_asked(&self, mind: &MindName, purpose: Purpose) -> Result<u64, StoreError>;

    /// Which of those memories a call for that purpose was about or was shown.
    fn asked(&self, mind: &MindName, purpose: Purpose, seqs: &[Seq]) -> Result<Vec<Seq>, StoreError>;

    /// What was made of those memories for that purpose, and by whom; those without are left out.
    fn made(&self, mind: &MindName, purpose: Purpose, seqs: &[Seq]) -> Result<Vec<(Seq, String, String)>, StoreError>;

    /// Answers that nobody has looked at, because whoever got them was killed.
    fn unread(&self, mind: &MindName) -> Result<Vec<Unread>, StoreError>;

    /// What was understood of those memories, and by whom, in the order of `seqs`.
    fn assessments(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<(Seq, Assessment)>, StoreError>;
}

/// Writing the ledger.
pub trait LedgerWriter {
    /// Writes a call down before it is made, with its tasks. `sources` are the memories whose words it is shown, where its
    /// tasks are about something else. Fails when a task other than a thread's was begun for that purpose before.
    fn begin_call(
        &mut self,
        mind: &MindName,
        intent: &Intent,
        subjects: &[TaskSubject],
        sources: &[Seq],
    ) -> Result<CallNumber, StoreError>;

    /// Writes down what a call was answered with. `text` is kept until [`LedgerWriter::settle`]; none where nothing
    /// has to be made of it.
    fn answer_call(&mut self, call: CallNumber, outcome: &Outcome, text: Option<&str>) -> Result<(), StoreError>;

    /// Writes down that a call failed. Unless it may have been paid, its memories count as not asked about.
    fn fail_call(&mut self, call: CallNumber, outcome: &Outcome, kind: FailureKind) -> Result<(), StoreError>;

    /// Lets memories be asked about again whose calls began before that instant, in microseconds since 1970, and never
    /// ended. Returns how many; the calls still count.
    fn give_back(&mut self, mind: &MindName, before: i64) -> Result<u64, StoreError>;

    /// Writes down what came of the tasks of a call, and forgets its answer.
    fn settle(&mut self, mind: &MindName, call: CallNumber, made: &[(TaskSubject, Made)]) -> Result<(), StoreError>;
}
