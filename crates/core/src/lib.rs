//! What a memory is: the nouns of Omoide, its formulas, its policies and the ports that others fill.
//!
//! Nothing here does IO, reads a clock or the environment, or knows a database, a wire format or a
//! prompt. Time is always an argument.

mod activity;
mod assessment;
mod category;
pub mod change;
mod connection;
mod emotion;
mod feedback;
mod fold;
pub mod formulas;
mod id;
mod intent;
mod item;
mod kind;
mod level;
mod life;
mod memory;
mod mind;
mod moment;
mod name_print;
mod page;
pub mod parameters;
mod person;
pub mod policy;
pub mod ports;
mod query;
mod relation;
mod scope;
mod stream;
mod text;
mod thread;
mod tier;
mod turn;
mod vector;
mod witnesses;
mod words;

pub use activity::{
    ActivityFields, ActivityGroup, ActivityLine, ActivityPointer, ActivityType, GroupKind, NewActivity, NotAPointer,
    groups,
};
pub use assessment::Assessment;
pub use category::Category;
pub use connection::{Connection, ConnectionKind, Superseded, SupersededSpan, Tie, TieKind};
pub use emotion::{Emotion, Feeling, Mood, Tag, TagSet, UnknownTag, UnknownValence, Valence};
pub use feedback::Feedback;
pub use fold::fold;
pub use id::{MemoryId, NotAnId, Seq, handle_prefix};
pub use intent::Intent;
pub use item::{Item, ItemNumber, ItemState, NewItem, Resolution};
pub use kind::{Kind, UnknownKind};
pub use level::Level;
pub use life::{Life, Retention, Revival, Shown};
pub use memory::{EndedSpan, Memory, Origin, Source};
pub use mind::{BadName, MindName};
pub use moment::{Date, Moment, NotAMoment};
pub use name_print::NamePrint;
pub use page::Page;
pub use parameters::Parameters;
pub use person::{DEFAULT_PERSON, Person, PersonName, SaidMemory, SpeakerContact};
pub use query::{JudgedAs, QueryPlan, WantedFeeling};
pub use relation::{Relation, RelationType, UnknownRelationType};
pub use scope::Scope;
pub use stream::{StreamEvent, StreamJournal, StreamStart, StreamedTool, streamed_text, streamed_tools};
pub use text::{Making, Text, TextVersion};
pub use thread::{LatestTurns, Place, Thread};
pub use tier::{SessionTier, Tier};
pub use turn::{Turn, TurnId};
pub use vector::{Sentences, Vector};
pub use witnesses::Witnesses;
pub use words::{
    Field, FieldCounts, FieldLengths, OtherForm, Phrase, QueryTerm, QueryWords, Term, TermKind, Wording, Words,
};
