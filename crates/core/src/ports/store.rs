//! Where memories live.
//!
//! A store is read in [`Store::read`] and changed in [`Store::write`], each a transaction: what is read
//! inside belongs to one moment, and what is written is there as a whole or not at all. All reads and
//! writes name a mind and see nothing of another. What keeps the database in good order is [`Upkeep`]. A store decides nothing about memories; it does what
//! a plan says and writes the lifecycle log from it.

mod activity;
mod attachments;
mod changes;
mod graph;
mod items;
mod ledger;
mod location;
mod pages;
mod people;
mod portable;
mod sessions;
mod sweep;
mod threads;
mod turns;
mod unsaying;
mod upkeep;
mod vectors;
mod words;

use std::collections::HashSet;
use std::ops::Range;

use super::BoxError;
use crate::change::{Actor, GroupNumber};
use crate::policy::episode::Sleeper;
use crate::{
    Category, Emotion, Kind, Level, Life, Making, Memory, MemoryId, MindName, Moment, NamePrint, Origin, Relation,
    Sentences, Seq, Shown, Tag, Text, TextVersion, Turn, Valence, Vector, Words,
};

pub use activity::{ActivityLog, ActivityPart, ActivityWriter};
pub use attachments::{AttachmentWriter, Attachments};
pub use changes::{Changes, ChangesWriter, Faded, NightRecord, StepRecord, Undoing};
pub use graph::{Graph, GraphWriter, Named, Names};
pub use items::{ItemWriter, Items};
pub use ledger::{
    CallIntent, CallNumber, CallOutcome, Ending, Ledger, LedgerWriter, Made, ModelCall, Purpose, Spending, TaskSubject,
    Unread,
};
pub use location::Location;
pub use pages::{PageWriter, Pages};
pub use people::{People, PeopleWriter};
pub use portable::{EarlierTie, LoggedChange, Portable, PortableWriter, WholeMemory, WholeSession};
pub use sessions::{SessionNotes, SessionWriter, Sessions};
pub use sweep::{SecretPlace, StoredSecret, Sweeper, SweptText, TextSort};
pub use threads::{ThreadStanding, ThreadSummary, ThreadWriter, Threads, UnrecordedTurn};
pub use turns::{KeptTurn, PastTurn, Turns};
pub use unsaying::{UnsaidMemory, UnsayingWriter, Unsayings};
pub use upkeep::{Finding, Size, Upkeep};
pub use vectors::{Outline, OutlineSight, OutlinesState, Scoring, VectorIndex, VectorMatch, VectorQuery, WantedVector};
pub use words::{Lookup, Posting, WordIndex, WordIndexWriter, WordStatistics};

/// Why a store could not answer.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Nothing of that name in this mind.
    #[error("there is no memory called \"{reference}\"")]
    NotFound {
        /// What was asked for.
        reference: String,
    },
    /// Others kept it locked for longer than anyone should wait.
    #[error("another process is using the store and does not release it")]
    Busy,
    /// The disk or the quota is full.
    #[error("the disk is full")]
    Full,
    /// The store, or a file or folder that it needs, must not be written.
    #[error("{location} cannot be written")]
    ReadOnly {
        /// What cannot be written.
        location: Location,
    },
    /// There is no store there.
    #[error("there is no store at {location}")]
    Missing {
        /// Where it was looked for.
        location: Location,
    },
    /// Something is there, but it is not ours.
    #[error("{location} is not an Omoide store")]
    Foreign {
        /// Where it is.
        location: Location,
    },
    /// No database that is known here is reached by such a URL.
    #[error("{location} is an unknown kind of URL; a store can be opened with: {known}")]
    UnknownScheme {
        /// The URL.
        location: Location,
        /// What is known.
        known: &'static str,
    },
    /// The store was written by a later version of Omoide.
    #[error("{location} was written by a newer Omoide (format {found}; this one can read up to {known})")]
    Newer {
        /// Where it is.
        location: Location,
        /// Its format.
        found: u32,
        /// The highest format known here.
        known: u32,
    },
    /// The store is damaged.
    #[error("{location} is damaged")]
    Damaged {
        /// Where it is.
        location: Location,
        /// What the database said.
        #[source]
        cause: BoxError,
    },
    /// Anything else that the database said.
    #[error("the store could not be used")]
    Broken {
        /// What the database said.
        #[source]
        cause: BoxError,
    },
    /// A step of the caller's failed inside a transaction, which was taken back.
    #[error(transparent)]
    Caller(BoxError),
}

/// A memory to be written.
#[derive(Clone, PartialEq, Debug)]
pub struct NewMemory {
    /// Its id.
    pub id: MemoryId,
    /// Its readable name, if it comes with one; else the store gives the next of its day.
    pub handle: Option<String>,
    /// Its memory system.
    pub kind: Kind,
    /// Where it came from.
    pub origin: Origin,
    /// When it happened.
    pub created: Moment,
    /// When it is written down.
    pub recorded_at: Moment,
    /// What it felt like.
    pub emotion: Emotion,
    /// What it was about.
    pub category: Category,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// The text at its level. For a memory that arrives below level 1 it counts as its original.
    pub text: Text,
    /// How the text came to be.
    pub made: Making,
    /// What it shows of itself; the version is set to 1.
    pub shown: Shown,
    /// How it lives.
    pub life: Life,
    /// The references that it holds.
    pub relations: Vec<Relation>,
    /// Its vectors, one a model.
    pub vectors: Vec<Vector>,
    /// The turn that it remembers, word for word.
    pub turn: Option<Turn>,
    /// Its words, for the index over them; without them it counts as not indexed.
    pub words: Option<Words>,
    /// Who writes it down.
    pub by: Actor,
}

impl NewMemory {
    /// The memory that it becomes, as it reads back from the mind that it was written to.
    pub fn into_memory(self, mind: MindName, placed: Placed) -> Memory {
        Memory {
            seq: placed.seq,
            id: self.id,
            handle: placed.handle,
            mind,
            kind: self.kind,
            origin: self.origin,
            created: self.created,
            recorded_at: self.recorded_at,
            emotion: self.emotion,
            category: self.category,
            keywords: self.keywords,
            tags: Vec::new(),
            text: self.text,
            shown: Shown { version: 1, ..self.shown },
            life: self.life,
            relations: self.relations,
            superseded: Vec::new(),
        }
    }
}

/// What a store gave to a new memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Its place.
    pub seq: Seq,
    /// Its readable name.
    pub handle: String,
    /// The group of the change log in which it began; what belongs to its beginning joins it.
    pub group: GroupNumber,
}

/// What a memory is about, in the few words that it carries beside its texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryLabels {
    /// The memory.
    pub seq: Seq,
    /// Who said it.
    pub person: String,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// The tags that people gave it.
    pub tags: Vec<String>,
}

/// Which memories are meant; the default means all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Filter {
    /// Of these kinds; none named means all.
    pub kinds: Vec<Kind>,
    /// At these levels; none named means all.
    pub levels: Vec<Level>,
    /// Of this category.
    pub category: Option<Category>,
    /// With this valence.
    pub valence: Option<Valence>,
    /// Of this person, as [`Reader::persons_called`] compares names.
    pub person: Option<String>,
    /// Heard by this person, see [`Unsayings::heard_by`].
    pub heard_by: Option<String>,
    /// Of this thread.
    pub thread: Option<String>,
    /// Of these conversations, by [`Memory::place_print`].
    pub places: Option<HashSet<NamePrint>>,
    /// With all these tags of one's own, as they are kept.
    pub tags: Vec<String>,
    /// With all these feelings.
    pub feelings: Vec<Tag>,
    /// Protected or not.
    pub protected: Option<bool>,
    /// Happened at or after the first and before the second, in microseconds since 1970.
    pub created: Option<Range<i64>>,
    /// Whose id or handle, keywords, shown text, original or verbatim turn hold this, compared as [`crate::fold()`] has it.
    pub containing: Option<String>,
    /// Newest first instead of oldest first.
    pub newest_first: bool,
    /// At most so many.
    pub limit: Option<usize>,
}

/// Counts of a mind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Census {
    /// Memories by level, 1 to 4.
    pub levels: [u64; 4],
    /// Memories by kind name.
    pub kinds: Vec<(String, u64)>,
    /// Memories by category name.
    pub categories: Vec<(String, u64)>,
    /// Memories by valence name.
    pub valences: Vec<(String, u64)>,
    /// Protected memories.
    pub protected: u64,
    /// References.
    pub relations: u64,
    /// Versions of texts.
    pub texts: u64,
    /// Verbatim turns.
    pub turns: u64,
    /// Vectors by model name and size.
    pub vectors: Vec<(String, u32, u64)>,
    /// Entries of the lifecycle log.
    pub log: u64,
    /// Nights.
    pub nights: u64,
    /// The first and the last memory's time.
    pub span: Option<(Moment, Moment)>,
}

/// Reading. Lists are in order of insertion unless it says otherwise.
pub trait Reader:
    Changes
    + VectorIndex
    + WordIndex
    + Graph
    + Turns
    + Ledger
    + Attachments
    + Pages
    + Threads
    + Sessions
    + Portable
    + ActivityLog
    + People
    + Items
    + Unsayings
{
    /// The minds that have anything, by name.
    fn minds(&self) -> Result<Vec<MindName>, StoreError>;

    /// The memory with that id.
    fn memory(&self, mind: &MindName, id: MemoryId) -> Result<Memory, StoreError>;

    /// The memories at those places, in the order of `seqs`; those that are not there are left out.
    fn memories(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<Memory>, StoreError>;

    /// The id and handle of the memory with exactly that id or handle, whatever its case; if there is
    /// none, of up to `limit` whose id or handle begins with it, by handle.
    fn resolve(&self, mind: &MindName, reference: &str, limit: usize) -> Result<Vec<(MemoryId, String)>, StoreError>;

    /// The persons of the mind's memories who are called this name or one that was joined to it ([`People::person`]), as
    /// [`crate::fold()`] has names, by name: "ben" and "ＢＥＮ" are "Ben". Space around a name does not count.
    fn persons_called(&self, mind: &MindName, name: &str) -> Result<Vec<String>, StoreError>;

    /// The memories that the filter means.
    fn list(&self, mind: &MindName, filter: &Filter) -> Result<Vec<Memory>, StoreError>;

    /// All tags of one's own with how many memories have each, in the order of their code points.
    fn tags(&self, mind: &MindName) -> Result<Vec<(String, u64)>, StoreError>;

    /// How many memories the filter means, whatever its limit.
    fn count(&self, mind: &MindName, filter: &Filter) -> Result<u64, StoreError>;

    /// All episodes, as a night needs them, archived ones included. `since` is the last night's hour:
    /// recalls noted after it make the span of each.
    fn sleepers(&self, mind: &MindName, since: Option<Moment>) -> Result<Vec<Sleeper>, StoreError>;

    /// All references that episodes hold, by holder and in their order.
    fn relations(&self, mind: &MindName) -> Result<Vec<(Seq, Relation)>, StoreError>;

    /// The memories that hold a reference to `target`, and why.
    fn referencing(&self, mind: &MindName, target: MemoryId) -> Result<Vec<(MemoryId, Relation)>, StoreError>;

    /// All memories of the kinds, as ranking needs them; no kind named means all.
    fn outlines(&self, mind: &MindName, kinds: &[Kind]) -> Result<Vec<Outline>, StoreError>;

    /// Calls `visit` with the vector of every memory's shown text under `model`. The slice is only
    /// good during the call. Vectors whose size is not `dimensions` are left out.
    fn scan_vectors(
        &self,
        mind: &MindName,
        model: &str,
        dimensions: usize,
        visit: &mut dyn FnMut(Seq, &[f32]),
    ) -> Result<(), StoreError>;

    /// The vectors under `model` of the shown texts of those memories; missing ones are left out.
    fn vectors(&self, mind: &MindName, model: &str, seqs: &[Seq]) -> Result<Vec<(Seq, Vec<f32>)>, StoreError>;

    /// The sentences under `model` of those shown texts that are long; others are left out.
    fn sentence_vectors(&self, mind: &MindName, model: &str, seqs: &[Seq])
    -> Result<Vec<(Seq, Sentences)>, StoreError>;

    /// The memories whose shown text has no such vector, with the version and that text, the last one first; at most
    /// `limit`, and only those before `before`.
    fn without_vector(
        &self,
        mind: &MindName,
        wanted: &WantedVector<'_>,
        before: Option<Seq>,
        limit: usize,
    ) -> Result<Vec<(Seq, u32, Text)>, StoreError>;

    /// How many memories' shown texts have a vector, by the name and size of the model.
    fn vector_counts(&self, mind: &MindName) -> Result<Vec<(String, u32, u64)>, StoreError>;

    /// All versions of a memory's text, the original first.
    fn versions(&self, mind: &MindName, id: MemoryId) -> Result<Vec<TextVersion>, StoreError>;

    /// The labels of those memories, in the order of `seqs`; those that are not there are left out. No text is read for it.
    fn labels(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<MemoryLabels>, StoreError>;

    /// The original texts and keywords of those memories, in the order of `seqs`.
    fn originals(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<(Seq, Text, Vec<String>)>, StoreError>;

    /// The verbatim turn that the memory remembers, if there is one.
    fn turn(&self, mind: &MindName, id: MemoryId) -> Result<Option<Turn>, StoreError>;

    /// The memory of a turn with the same uid, or, where `turn` has none, with the same person and
    /// words, unless that one was put away.
    fn same_turn(&self, mind: &MindName, turn: &Turn) -> Result<Option<(MemoryId, String)>, StoreError>;

    /// The protected memories, oldest first.
    fn protected(&self, mind: &MindName) -> Result<Vec<Memory>, StoreError>;

    /// When the mind's first memory happened.
    fn first_created(&self, mind: &MindName) -> Result<Option<Moment>, StoreError>;

    /// When the first of the mind's turns that are still there was written down.
    fn first_recorded(&self, mind: &MindName) -> Result<Option<Moment>, StoreError>;

    /// When turns were written down, from the last one back in the order of writing, at most `limit` of those before
    /// `before`.
    fn recorded_times(
        &self,
        mind: &MindName,
        before: Option<Seq>,
        limit: usize,
    ) -> Result<Vec<(Seq, Moment)>, StoreError>;

    /// A word that was kept under `key`.
    fn state(&self, mind: &MindName, key: &str) -> Result<Option<String>, StoreError>;

    /// All words that were kept under keys which begin with `prefix`, with their keys, by key.
    fn states(&self, mind: &MindName, prefix: &str) -> Result<Vec<(String, String)>, StoreError>;

    /// How many characters the shown texts have at each level, 1 to 4, triggers and contents together. Every text is read for
    /// it, so this is for those who ask, not for what runs by itself.
    fn shown_characters(&self, mind: &MindName) -> Result<[u64; 4], StoreError>;

    /// Counts of everything.
    fn census(&self, mind: &MindName) -> Result<Census, StoreError>;
}

/// Which state of a store something was read from, as the store itself can tell.
///
/// Two that are equal say that nothing was written in between, by anyone; two that differ say nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Revision(pub u64, pub u64);

/// Writing, inside a transaction.
pub trait Writer:
    Reader
    + ChangesWriter
    + GraphWriter
    + WordIndexWriter
    + LedgerWriter
    + AttachmentWriter
    + PageWriter
    + ThreadWriter
    + SessionWriter
    + PortableWriter
    + ActivityWriter
    + PeopleWriter
    + ItemWriter
    + UnsayingWriter
{
    /// The state that the transaction found, to be compared with [`Store::revision`]; asked before
    /// anything is written.
    fn revision(&self) -> Result<Revision, StoreError>;

    /// Writes a memory down, with its text, vectors, references, turn and first log entry.
    fn insert(&mut self, mind: &MindName, memory: &NewMemory) -> Result<Placed, StoreError>;

    /// Sets the recall flag of those that are active and the revival request of those that are
    /// archived, and notes the time. Flags are merged, never taken back. What was put away by hand is left alone.
    fn mark_recalled(&mut self, mind: &MindName, seqs: &[Seq], at: Moment) -> Result<(), StoreError>;

    /// Erases memories for good: rows, texts, vectors, turns, references that they hold, recall notes,
    /// log and night journals. One log entry without content stays for each.
    fn erase(
        &mut self,
        mind: &MindName,
        ids: &[MemoryId],
        by: Actor,
        reason: &str,
        at: Moment,
    ) -> Result<u64, StoreError>;

    /// Gives the mind another name, under which everything that belongs to it is found from then on. A mind of that name
    /// that has nothing gives way; whoever calls makes sure that there is none that has something.
    fn rename_mind(&mut self, mind: &MindName, to: &MindName) -> Result<(), StoreError>;

    /// Erases everything that belongs to the mind for good: memories, turns, pages, threads, log, nights and words that were
    /// kept. What calls to providers cost stays, without a text. Returns the ids of the memories that there were.
    fn erase_mind(&mut self, mind: &MindName, by: Actor, at: Moment) -> Result<Vec<MemoryId>, StoreError>;

    /// Adds vectors to shown texts: the memory, the version, the vector.
    fn add_vectors(&mut self, mind: &MindName, vectors: &[(Seq, u32, Vector)]) -> Result<(), StoreError>;

    /// Removes the vectors under all models but `kept`; a memory whose shown text has none under the
    /// first of them keeps its own. Returns how many went.
    fn drop_vectors(&mut self, mind: &MindName, kept: &[&str]) -> Result<u64, StoreError>;

    /// Keeps a word under `key`; `None` forgets it.
    fn set_state(&mut self, mind: &MindName, key: &str, value: Option<&str>) -> Result<(), StoreError>;
}

/// A store of many minds.
pub trait Store: Send + Sync {
    /// Reads in one transaction: all that `f` reads belongs to one moment.
    fn read(&self, f: &mut dyn FnMut(&dyn Reader) -> Result<(), StoreError>) -> Result<(), StoreError>;

    /// Writes to `mind` in one transaction, which is rolled back when `f` fails.
    ///
    /// Others who write to the same mind wait until it ends; a store may let those go on who write to another mind. So `f`
    /// writes to no mind but this one; it may read others, and it may write what belongs to no mind (the ledger's calls).
    ///
    /// `f` may be called again, in a new transaction, when the database rolled the first one back (two writers got in each
    /// other's way, say). It must not rely on what it did before: it sets what it returns anew each time, and does
    /// nothing outside of the transaction that must not happen twice.
    fn write(
        &self,
        mind: &MindName,
        f: &mut dyn FnMut(&mut dyn Writer) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;

    /// The state that a reader who begins after this call will find, or a later one.
    fn revision(&self) -> Result<Revision, StoreError>;

    /// What keeps this store in good order.
    fn upkeep(&self) -> &dyn Upkeep;
}
