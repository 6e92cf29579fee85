//! What came to mind, with the whole reckoning.

use omoide_core::formulas::ranking::composite::CompositeTerms;
use omoide_core::formulas::ranking::final_score::FinalScoreTerms;
use omoide_core::formulas::ranking::fused::FusedTerms;
use omoide_core::formulas::ranking::gate::GateTerms;
use omoide_core::formulas::ranking::priority::PriorityTerms;
use omoide_core::parameters::Profile;
use omoide_core::ports::store::Outline;
use omoide_core::{Feeling, Memory, MemoryId, Moment, QueryPlan, RelationType, Seq, Text};

use super::budget::ShownMemory;

/// What came to mind.
#[derive(Clone, PartialEq, Debug)]
pub struct Recalled {
    /// The memories, the first to come to mind first.
    pub hits: Vec<Hit>,
    /// What the hits are related to, and are not themselves among the hits.
    pub related: Vec<Related>,
    /// The feeling that coloured the recall.
    pub feeling: Option<Feeling>,
    /// How the prompt was understood, if the prompt wants to know.
    pub plan: Option<QueryPlan>,
    /// Why there is nothing, if there is nothing.
    pub silence: Option<Silence>,
    /// How many memories have to do with the prompt, shown or not, as far as can be told without reading them; 0 where the
    /// prompt does not ask for it.
    pub related_count: usize,
    /// When the oldest and the newest of those happened.
    pub span: Option<(Moment, Moment)>,
    /// Whether others that have to do with it are before whoever asks already; only where related ones are counted.
    pub has_shown_before: bool,
    /// What is not shown because its conversation or its project has half of the answer; only where the prompt asks for that.
    pub gave_way: Vec<GaveWay>,
    /// Why the recall left no mark although it was to: the store could not be written. The answer is the same.
    pub unmarked: Option<String>,
}

impl Recalled {
    /// All that came to mind as it is to be shown, what was hit first.
    pub fn shown(&self) -> impl Iterator<Item = ShownMemory<'_>> {
        self.hits.iter().map(ShownMemory::from).chain(self.related.iter().map(|related| (&related.memory).into()))
    }

    /// Nothing came to mind.
    pub fn nothing(silence: Silence) -> Self {
        Self {
            hits: Vec::new(),
            related: Vec::new(),
            feeling: None,
            plan: None,
            silence: Some(silence),
            related_count: 0,
            span: None,
            has_shown_before: false,
            gave_way: Vec::new(),
            unmarked: None,
        }
    }
}

/// A memory that is not shown because others of its conversation or its project are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GaveWay {
    /// Its id.
    pub id: MemoryId,
    /// Its handle.
    pub handle: String,
    /// What half of the answer has in common with it.
    pub in_common: InCommon,
}

/// What memories have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InCommon {
    /// They are of one conversation.
    Thread,
    /// They are of one project.
    Project,
}

/// Why recall says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The prompt is empty or a command to the host.
    NothingAsked,
    /// The mind has no memories yet.
    NothingKnown,
    /// Nothing known has to do with the prompt.
    NothingRelevant,
}

/// A memory that came to mind, with the whole reckoning.
#[derive(Clone, PartialEq, Debug)]
pub struct Hit {
    /// The memory, as it was when it was recalled.
    pub memory: Memory,
    /// How it was ranked.
    pub terms: Terms,
    /// What the gate saw.
    pub gate: GateTerms,
    /// The memory's text with the sentences of its original that the prompt asks for, where the text itself no longer
    /// has them.
    pub text_with_excerpt: Option<Text>,
    /// The turns that a session stands for: they came to mind, and it says what they say.
    pub stands_for: Vec<Seq>,
}

/// Every term of a hit's rank, by the profile that ranked it.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(clippy::large_enum_variant, reason = "the largest is the usual one, and there are only a few hits")]
pub enum Terms {
    /// The default.
    Fused(FusedTerms),
    /// S0's priority.
    Resonance(HitTerms),
    /// S3's composite.
    Intent(CompositeTerms),
    /// S4's final score.
    Activation(FinalScoreTerms),
}

impl Terms {
    /// What hits are sorted by, the highest first.
    pub fn total(&self) -> f64 {
        match self {
            Self::Fused(terms) => terms.score(),
            Self::Resonance(terms) => terms.total(),
            // S3 counts what speaks against a memory.
            Self::Intent(terms) => -terms.sum(),
            Self::Activation(terms) => terms.sum(),
        }
    }

    /// The profile that ranked it.
    pub fn profile(&self) -> Profile {
        match self {
            Self::Fused(_) => Profile::Fused,
            Self::Resonance(_) => Profile::Resonance,
            Self::Intent(_) => Profile::Intent,
            Self::Activation(_) => Profile::Activation,
        }
    }
}

/// Every term of a rank by S0's priority.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HitTerms {
    /// S0's priority and its parts.
    pub priority: PriorityTerms,
    /// Added because prompt and memory are of the same category.
    pub category_bonus: f64,
    /// Added because the memory is from the time that the prompt names.
    pub time_bonus: f64,
}

impl HitTerms {
    /// What hits are sorted by.
    pub fn total(&self) -> f64 {
        self.priority.sum() + self.category_bonus + self.time_bonus
    }
}

/// A memory that a hit leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Related {
    /// The memory.
    pub memory: Memory,
    /// The hit, or the memory on the way from it, that points here.
    pub via: MemoryId,
    /// Why.
    pub kind: RelationType,
}

/// A memory that is ranked and not yet read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Candidate {
    pub outline: Outline,
    pub terms: Terms,
    pub gate: GateTerms,
}
