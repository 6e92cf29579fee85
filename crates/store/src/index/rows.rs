//! What an index needs to know of the store's rows.

use omoide_core::{Level, Seq};

use super::vectors::{ModelNumber, Record};
use super::{MindNumber, Result};

/// What of a record a change of condition can change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct RowCondition {
    pub(crate) retention_score: f64,
    pub(crate) recall_count: u32,
    pub(crate) level: Level,
    pub(crate) is_archived: bool,
    pub(crate) is_put_away: bool,
    pub(crate) is_protected: bool,
    /// The version of the text that is shown.
    pub(crate) version: u32,
}

/// What the rows say, inside the same transaction. A memory whose row cannot be understood counts as not there.
pub(crate) trait Rows {
    /// What ranking needs to know of a memory, and its mind.
    fn record(&self, seq: Seq) -> Result<Option<(MindNumber, Record)>>;

    /// What of it changes with its condition.
    fn condition(&self, seq: Seq) -> Result<Option<RowCondition>>;

    /// The mind of a memory, its retention and how often it was recalled.
    fn standing(&self, seq: Seq) -> Result<Option<(MindNumber, f64, u32)>>;

    /// Calls `visit` with every memory of a mind, its retention and how often it was recalled.
    fn each_standing(&self, mind: MindNumber, visit: &mut dyn FnMut(Seq, f64, u32)) -> Result<()>;

    /// Calls `visit` with every memory of every mind.
    fn each_record(&self, visit: &mut dyn FnMut(MindNumber, Record)) -> Result<()>;

    /// The minds that have memories.
    fn minds(&self) -> Result<Vec<MindNumber>>;

    /// The memories of a mind, also those whose rows cannot be understood.
    fn seqs(&self, mind: MindNumber) -> Result<Vec<Seq>>;

    /// Whether the memory has a row, also one that cannot be understood.
    fn has_row(&self, seq: Seq) -> Result<bool>;

    /// Whether the memory is there and of that mind.
    fn is_there(&self, mind: MindNumber, seq: Seq) -> Result<bool>;

    /// The number of a model of that name and size.
    fn model(&self, name: &str, dimensions: usize) -> Result<Option<ModelNumber>>;

    /// All models, with their sizes.
    fn models(&self) -> Result<Vec<(ModelNumber, usize)>>;

    /// Calls `visit` with the vectors of a version of a memory's text: the model, its size and the components.
    fn each_vector(&self, seq: Seq, version: u32, visit: &mut dyn FnMut(ModelNumber, usize, &[f32])) -> Result<()>;

    /// Puts the vector of a memory's shown text under the model into `vector`; false if there is none.
    fn shown_vector(&self, seq: Seq, model: ModelNumber, vector: &mut Vec<f32>) -> Result<bool>;
}
