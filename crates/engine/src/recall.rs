//! Recall: the memories that a prompt brings to mind, ranked by a profile, through the gate.
//!
//! Candidates come from vectors, words, connections and time; a profile ranks them; the gate decides whether
//! any of them has to do with the prompt at all; near-duplicates are shown once. Every hit carries all the
//! terms that its rank was computed from.

pub(crate) mod block;
pub(crate) mod briefing;
pub(crate) mod budget;
mod choose;
pub(crate) mod conversation_search;
mod excerpts;
mod gate;
pub(crate) mod marks;
mod mmr;
pub(crate) mod planning;
mod rank;
pub(crate) mod search;
pub(crate) mod shown;

use std::collections::HashSet;

use omoide_core::formulas::ranking::composite::CompositeTerms;
use omoide_core::formulas::ranking::final_score::FinalScoreTerms;
use omoide_core::formulas::ranking::fused::FusedTerms;
use omoide_core::formulas::ranking::priority::PriorityTerms;
use omoide_core::parameters::{Parameters, Profile};
use omoide_core::ports::TimeHint;
use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{Feeling, Memory, MemoryId, Moment, NamePrint, QueryPlan, RelationType, Scope, Text};
use omoide_language::query_plan::{self, Gist};
use omoide_language::strip;
use omoide_language::time_words::TimeAsk;

use crate::recall::budget::ShownMemory;
use crate::recall::shown::Context;
use crate::{Error, Mind, OwnTurns, Place};

pub use omoide_core::formulas::ranking::gate::{GateTerms, HeldWording, SharedWords};
pub(crate) use rank::readings::Readings;
pub(crate) use rank::voice::without_label;
pub(crate) use search::views::Views;

/// What someone says, and how recall should answer.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The words.
    pub text: String,
    /// Their vector under the engine's model, if the caller has it.
    pub embedding: Option<Vec<f32>>,
    /// When; now if not given.
    pub at: Option<Moment>,
    /// The conversation, whose last feeling colours the recall, and whose own turns are left out.
    pub thread: Option<String>,
    /// Whether its feeling does.
    pub with_feeling: bool,
    /// Where it is said; what was said in the same project comes to mind a little sooner, and what was said in another
    /// one only when the prompt names it or clearly asks for it.
    pub place: Option<Place>,
    /// Memories that are not to be shown, because whoever asks has them before them.
    pub without: Vec<MemoryId>,
    /// Which turns of the thread itself they have before them as well.
    pub own_turns: OwnTurns,
    /// Which memories may be found.
    pub scope: Scope,
    /// Whether all archived memories may be found, those that someone put away among them.
    pub with_archived: bool,
    /// How they are ranked; by the parameters if not given.
    pub profile: Option<Profile>,
    /// Whether what has nothing to do with the prompt is left out; by the parameters if not given.
    pub gate: Option<bool>,
    /// Most memories to return; by the parameters if not given.
    pub top_k: Option<usize>,
    /// How far to follow relations from a hit; by the parameters if not given.
    pub depth: Option<u32>,
    /// Whether the hits count as recalled. Without it nothing changes.
    pub leaves_a_mark: bool,
    /// Whether the answer tells how the prompt was understood; ranking needs only a part of it.
    pub tells_plan: bool,
}

impl Prompt {
    /// A prompt that recalls as usual.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            embedding: None,
            at: None,
            thread: None,
            with_feeling: true,
            place: None,
            without: Vec::new(),
            own_turns: OwnTurns::default(),
            scope: Scope::default(),
            with_archived: false,
            profile: None,
            gate: None,
            top_k: None,
            depth: None,
            leaves_a_mark: true,
            tells_plan: false,
        }
    }
}

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
}

impl Recalled {
    /// All that came to mind as it is to be shown, what was hit first.
    pub fn shown(&self) -> impl Iterator<Item = ShownMemory<'_>> {
        self.hits.iter().map(ShownMemory::from).chain(self.related.iter().map(|related| (&related.memory).into()))
    }

    /// Nothing came to mind.
    pub fn nothing(silence: Silence) -> Self {
        Self { hits: Vec::new(), related: Vec::new(), feeling: None, plan: None, silence: Some(silence) }
    }
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

/// A prompt, ready to be searched for.
pub(crate) struct Asked<'p> {
    pub prompt: &'p Prompt,
    /// What it says of time and people, and what is left of it to search for.
    pub gist: Gist,
    /// The vector under the active model of what is searched for.
    pub embedding: Option<Vec<f32>>,
    pub feeling: Option<Feeling>,
    /// What is in the context of whoever asks.
    pub context: Option<Context>,
    pub now: Moment,
    pub wanted: usize,
    pub has_gate: bool,
}

impl Asked<'_> {
    /// Whether archived memories may be found: those that faded, and those that someone put away.
    pub(crate) fn archive(&self, parameters: &Parameters) -> (bool, bool) {
        let with_archived = self.prompt.with_archived;
        (with_archived || parameters.archive.enable_archive_recall, with_archived)
    }
}

impl Mind<'_> {
    /// The memories that a prompt brings to mind. Those that are active are marked as recalled, for
    /// the next night to strengthen; archived ones that faded are asked back.
    ///
    /// # Errors
    /// [`Error::WrongDimensions`], or when a part fails.
    pub fn recall(&self, prompt: &Prompt) -> Result<Recalled, Error> {
        let text = prompt.text.trim();
        if text.is_empty() || strip::is_command(text) {
            return Ok(Recalled::nothing(Silence::NothingAsked));
        }
        let now = prompt.at.unwrap_or_else(|| self.engine.now());
        let gist = query_plan::gist(text, now);
        let embedding = self.embed_prompt(prompt, &gist)?;
        let mut recalled = self.engine.look(|r| self.search(r, prompt, &gist, embedding.clone(), now))?;
        recalled.plan = prompt.tells_plan.then(|| query_plan::plan(text, now));
        if prompt.leaves_a_mark
            && let Some(mark) = recalled.mark(prompt, now)
        {
            self.leave_marks(&[mark])?;
        }
        Ok(recalled)
    }

    /// The prompt's vector under the active model; none when it has none, or when the model cannot be
    /// asked: then the others and the words have to do.
    fn embed_prompt(&self, prompt: &Prompt, gist: &Gist) -> Result<Option<Vec<f32>>, Error> {
        let embedders = &self.engine.parts.embedders;
        match &prompt.embedding {
            Some(given) => {
                embedders.check_size(given)?;
                Ok(Some(given.clone()))
            }
            // The seeds' formulas take the prompt to the letter.
            None if self.profile_of(prompt) != Profile::Fused => {
                Ok(embedders.active().embed_query(prompt.text.trim()).ok().flatten())
            }
            None if gist.searched.is_empty() => Ok(None),
            None => Ok(embedders.active().embed_query(&gist.searched).ok().flatten()),
        }
    }

    fn profile_of(&self, prompt: &Prompt) -> Profile {
        prompt.profile.unwrap_or(self.parameters().retrieval.profile)
    }

    fn search(
        &self,
        reader: &dyn Reader,
        prompt: &Prompt,
        gist: &Gist,
        embedding: Option<Vec<f32>>,
        now: Moment,
    ) -> Result<Recalled, Error> {
        let parameters = self.parameters();
        let feeling =
            if prompt.with_feeling { self.carried_over(reader, prompt.thread.as_deref(), now)? } else { None };
        let asked = Asked {
            prompt,
            gist: gist.clone(),
            embedding,
            feeling,
            context: Context::of(reader, &self.name, prompt)?,
            now,
            wanted: prompt.top_k.unwrap_or(parameters.retrieval.top_k as usize),
            has_gate: prompt.gate.unwrap_or(parameters.retrieval.gate),
        };
        let candidates = self.rank(reader, &asked, self.profile_of(prompt))?;
        let Some(candidates) = candidates else {
            return Ok(Recalled { feeling: asked.feeling, ..Recalled::nothing(Silence::NothingKnown) });
        };
        let mut hits = self.choose(reader, &asked, candidates)?;
        self.add_excerpts(reader, &asked, &mut hits)?;
        let depth = prompt.depth.unwrap_or(parameters.relations.relation_traversal_depth);
        let mut related = self.related_to_hits(reader, &hits, depth)?;
        related.retain(|Related { memory, .. }| {
            let thread = memory.origin.thread.as_deref().map(NamePrint::of);
            let is_in_context = asked.context.is_some_and(|context| context.has(thread, memory.created));
            !is_in_context && !prompt.without.contains(&memory.id)
        });
        let silence = hits.is_empty().then_some(Silence::NothingRelevant);
        Ok(Recalled { hits, related, feeling: asked.feeling, plan: None, silence })
    }

    /// How near a memory is to the time that the prompt names, 0 to 1.
    pub(crate) fn nearness(&self, hint: TimeHint, created: Moment, now: Moment) -> f64 {
        match hint {
            TimeHint::Within(from, to) => {
                let is_within = (from.unix_micros()..to.unix_micros()).contains(&created.unix_micros());
                f64::from(u8::from(is_within))
            }
            TimeHint::Recent => {
                let half_life = self.parameters().retrieval.recency_half_life_days;
                0.5_f64.powf(now.days_since(created).max(0.0) / half_life)
            }
        }
    }

    /// Whether the prompt asks for a time and for nothing else.
    fn is_about_a_time(&self, asked: &Asked<'_>) -> bool {
        matches!(asked.gist.time, Some(TimeHint::Within(..)))
            && asked.gist.asked.as_ref().is_some_and(|asked| asked.asks == TimeAsk::All)
    }

    fn related_to_hits(&self, reader: &dyn Reader, hits: &[Hit], depth: u32) -> Result<Vec<Related>, Error> {
        let mut seen: HashSet<MemoryId> = hits.iter().map(|hit| hit.memory.id).collect();
        let mut related = Vec::new();
        for hit in hits {
            for neighbour in self.reachable(reader, hit.memory.id, depth, &mut seen)? {
                related.push(Related { memory: neighbour.memory, via: neighbour.via, kind: neighbour.kind });
            }
        }
        Ok(related)
    }
}

/// All words by which a memory can be found.
pub(crate) fn searchable(memory: &Memory) -> String {
    let mut text = memory.text.joined();
    for keyword in &memory.keywords {
        text.push(' ');
        text.push_str(keyword);
    }
    text
}

/// The share of `words` that are among `others`.
pub(crate) fn share(words: &[String], others: &[String]) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    let others: HashSet<&str> = others.iter().map(String::as_str).collect();
    words.iter().filter(|word| others.contains(word.as_str())).count() as f64 / words.len() as f64
}
