//! The one form in which memories, hits, silences, nights and histories are told to programs, and what is taken from them.
//!
//! HTTP sends it, `--json` of the command prints it, MCP tells an agent the part of it that an agent can use, and what
//! mem0's clients read is made from it. Schemas, answers and checks are all made from these types.

mod activity;
mod associate;
mod changes;
mod cost;
mod history;
mod listing;
mod memory;
mod nights;
mod people;
mod prime;
mod recall;
mod relations;
pub(crate) mod request;
mod streams;
mod tasks;
mod threads;
mod turn;
mod unsaying;

pub use activity::{
    ActivityAdded, ActivityEntry, ActivityIn, ActivityListQuery, ActivityListed, ActivityPointed, PointerQuery,
};
pub use associate::{
    AssociateAnswer, AssociateRequest, WireAssociation, WireConceptBond, WireCueConcept, WireFarAssociation,
    WireLinkingMemory,
};
pub use changes::{Changed, Edit, EditedMemory, Erased, FeedbackReport, RatedMemory, Retag, UndoneChange};
pub use cost::Cost;
pub use history::{Event, History};
pub use listing::{ListQuery, Listed};
pub use memory::{Memory, MemoryDetails, MemoryWords};
pub use nights::{
    MindSummary, Minds, NightDone, Nights, SleepDone, SleepRequest, Stats, UndoNight, UndoneNights, stop_name,
};
pub use people::{KnownPerson, OtherName, PersonNames, PersonPage, PersonsListed};
pub use prime::{PrimeAnswer, PrimeRequest, SkillIn, WireBlock, WireLeftOut, WirePart, WireSample};
pub use recall::{RecallAnswer, RecallParts, RecallRequest, ShownText, own_tags};
pub use relations::{Link, Linked, RelatedMemory, RelatedQuery, Relations, RelationsOf};
pub use request::Nothing;
pub use streams::{RecoveredStream, StreamEnd, StreamIn, StreamJournals, StreamPiece, StreamStanding, ToolEvent};
pub use tasks::{ChangedTask, NewTask, Task, TasksListed, TasksQuery, WantedTasks, tasks_of};
pub use threads::{ThreadStands, ThreadsListed, ThreadsQuery};
pub use turn::{Batch, BatchAnswer, Observed, StreamAnswer, StreamRefusal, TurnIn, WitnessNames};
pub use unsaying::{UnsaidAnswer, UnsayRequest};
