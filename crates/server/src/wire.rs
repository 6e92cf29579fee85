//! What is sent and taken over HTTP, as types: schemas, answers and checks are all made from them.

mod changes;
mod history;
mod listing;
mod memory;
mod nights;
mod recall;
mod relations;
mod request;
mod threads;
mod turn;

pub use changes::{Changed, Edit, Erased, FeedbackReport, RatedMemory, UndoneChange};
pub use history::History;
pub use listing::{ListQuery, Listed};
pub use memory::{Memory, MemoryDetails};
pub use nights::{Cost, MindSummary, Minds, Nights, SleepDone, SleepRequest, Stats, UndoNight, UndoneNight};
pub use recall::{RecallAnswer, RecallRequest};
pub use relations::{Link, Linked, RelatedQuery, Relations};
pub use request::Nothing;
pub use threads::{ThreadsListed, ThreadsQuery};
pub use turn::{Batch, BatchAnswer, Observed, StreamAnswer, StreamRefusal, TurnIn};
