//! What is sent and taken over HTTP, as types: schemas, answers and checks are all made from them.

mod memory;
mod nights;
mod recall;
mod request;
mod turn;

pub use memory::{
    Changed, Edit, Erased, FeedbackReport, History, Link, Linked, ListQuery, Listed, Memory, MemoryDetails,
    RatedMemory, RelatedQuery, Relations, UndoneChange,
};
pub use nights::{Cost, MindSummary, Minds, Nights, SleepDone, SleepRequest, Stats, UndoNight, UndoneNight};
pub use recall::{RecallAnswer, RecallRequest};
pub use request::Nothing;
pub use turn::{Batch, BatchAnswer, Observed, StreamAnswer, StreamRefusal, TurnIn};
