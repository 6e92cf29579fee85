//! Finding memories by their vectors, and the little that ranking needs to know of each.

use super::StoreError;
use crate::{Kind, Level, MemoryId, MindName, Moment, Mood, NamePrint, Seq, Source};

/// What ranking needs to know of a memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outline {
    /// Its place.
    pub seq: Seq,
    /// Its id.
    pub id: MemoryId,
    /// Its memory system.
    pub kind: Kind,
    /// How much of it is shown.
    pub level: Level,
    /// The kind of place it came from.
    pub source: Source,
    /// Who said it.
    pub person: NamePrint,
    /// The conversation, if known.
    pub thread: Option<NamePrint>,
    /// When it happened.
    pub created: Moment,
    /// When it was written down.
    pub recorded_at: Moment,
    /// What it felt like.
    pub feeling: Mood,
    /// What it was about: the print of the category's name.
    pub category: NamePrint,
    /// How strong it is, 0 to 100, whatever its kind.
    pub strength: f64,
    /// How often it was used.
    pub uses: u32,
    /// Whether it is archived.
    pub is_archived: bool,
    /// Whether someone put it into the archive by hand.
    pub is_put_away: bool,
    /// Whether it never fades.
    pub is_protected: bool,
}

impl Outline {
    /// The print of the name that its place is kept under: its thread, or its own id where it has none.
    pub fn place_print(&self) -> NamePrint {
        self.thread.unwrap_or_else(|| NamePrint::of(&self.id.to_string()))
    }
}

/// The little of an outline that a recall looks at of every memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutlineSight {
    /// Its place.
    pub seq: Seq,
    /// Its memory system.
    pub kind: Kind,
    /// Who said it.
    pub person: NamePrint,
    /// The conversation, if known.
    pub thread: Option<NamePrint>,
    /// When it happened, in microseconds since 1970.
    pub created: i64,
    /// Whether it is archived.
    pub is_archived: bool,
    /// Whether someone put it into the archive by hand.
    pub is_put_away: bool,
}

impl From<&Outline> for OutlineSight {
    fn from(outline: &Outline) -> Self {
        let Outline { seq, kind, person, thread, created, is_archived, is_put_away, .. } = *outline;
        Self { seq, kind, person, thread, created: created.unix_micros(), is_archived, is_put_away }
    }
}

/// A vector that a text should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WantedVector<'a> {
    /// The model.
    pub model: &'a str,
    /// How many components it has.
    pub dimensions: usize,
    /// Whether the text's sentences should have been looked at as well.
    pub with_sentences: bool,
}

/// A prompt as a point in a model's space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VectorQuery<'a> {
    /// The model.
    pub model: &'a str,
    /// The vector; vectors of another size are not compared with it.
    pub vector: &'a [f32],
    /// The cosine of texts that have nothing to do with each other: similarities are counted from it.
    pub floor: f64,
}

/// How memories are ranked by similarity and by what is known of them.
pub trait Scoring: Sync {
    /// The score of a memory at that similarity; none leaves it out. It never falls as the similarity
    /// rises, and what is left out at one similarity is left out at all lower ones.
    fn score(&self, outline: &Outline, similarity: f64) -> Option<f64>;

    /// At least the score of any memory at that similarity that has at most this retention and at most
    /// so many recalls. The tighter it is, the less has to be looked at.
    fn ceiling(&self, retention_score: f64, recall_count: u32, similarity: f64) -> f64;
}

/// A memory that was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VectorMatch {
    /// What is known of it.
    pub outline: Outline,
    /// Its similarity, from the full vectors and counted from the floor; 0 without a vector, or with one that has no
    /// direction.
    pub similarity: f64,
    /// Its score at that similarity.
    pub score: f64,
}

/// What is known of all outlines together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutlinesState {
    /// A print of all that was ever written of them.
    pub print: i64,
    /// How many there are, about.
    pub count: usize,
}

/// The index over vectors: a cache of them, always as current as the transaction that looks.
pub trait VectorIndex {
    /// The `wanted` memories with the highest scores, the highest first; of equals the active before
    /// the archived, the older before the newer. The answer is exact: as if every vector had been
    /// compared in double precision.
    fn best(
        &self,
        mind: &MindName,
        query: &VectorQuery<'_>,
        wanted: usize,
        scoring: &dyn Scoring,
    ) -> Result<Vec<VectorMatch>, StoreError>;

    /// Calls `visit` with every memory, in no particular order, and with its similarity, if its shown
    /// text has a vector under the model. The similarity is an estimate, wrong by a hundredth as a rule.
    fn similarities(
        &self,
        mind: &MindName,
        query: &VectorQuery<'_>,
        visit: &mut dyn FnMut(&OutlineSight, Option<f64>),
    ) -> Result<(), StoreError>;

    /// As [`VectorIndex::similarities`], for those who know the memories already: the places of many at a time and as many
    /// similarities, which are not numbers where there is none. Places where no memory is may be among them.
    fn similarities_of_known(
        &self,
        mind: &MindName,
        query: &VectorQuery<'_>,
        visit: &mut dyn FnMut(&[Seq], &[f64]),
    ) -> Result<(), StoreError>;

    /// How many memories [`VectorIndex::visit_outlines`] tells of, about, and a number that is another one whenever
    /// anything may have changed of what it tells; none where that is not known.
    fn outlines_state(&self, mind: &MindName) -> Result<Option<OutlinesState>, StoreError>;

    /// Two places with those of all memories of all minds between them; none where that is not known.
    fn outline_bounds(&self) -> Result<Option<(Seq, Seq)>, StoreError>;

    /// Calls `visit` with every memory, in no particular order.
    fn visit_outlines(&self, mind: &MindName, visit: &mut dyn FnMut(&Outline)) -> Result<(), StoreError>;

    /// The memories at those places, in the order of `seqs`; those that are not there are left out.
    fn outlines_of(&self, mind: &MindName, seqs: &[Seq]) -> Result<Vec<Outline>, StoreError>;
}
