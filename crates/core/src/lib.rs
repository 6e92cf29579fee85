//! What a memory is: the nouns of Omoide, its formulas, its policies and the ports that others fill.
//!
//! Nothing here does IO, reads a clock or the environment, or knows a database, a wire format or a
//! prompt. Time is always an argument.

mod category;
mod emotion;
pub mod formulas;
mod id;
mod kind;
mod level;
mod memory;
mod mind;
mod moment;
pub mod parameters;
pub mod plan;
pub mod policy;
pub mod ports;
mod relation;
mod turn;
mod vector;

pub use category::Category;
pub use emotion::{Emotion, Feeling, Tag, UnknownTag, UnknownValence, Valence};
pub use id::{MemoryId, NotAnId, Seq, handle_prefix};
pub use kind::{Kind, UnknownKind};
pub use level::Level;
pub use memory::{Condition, Memory, Origin, Source, Text, TextVersion};
pub use mind::{BadName, MindName};
pub use moment::{Date, Moment, NotAMoment};
pub use parameters::Parameters;
pub use relation::{Relation, RelationType, UnknownRelationType};
pub use turn::Turn;
pub use vector::Vector;
