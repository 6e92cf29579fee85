//! Recall: what is asked, and what came to mind.

use omoide::{Budget, MemoryBlock, Mind, OwnTurns, Place, Portion, Prompt, Recalled, Silence};
use omoide_core::parameters::Profile;
use omoide_core::{Category, Kind, Level, Scope, Source, Tag, Valence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::memory::Memory;
use super::request::{beginning, end, invalid, stretch};
use crate::Failure;
use crate::blunt::blunted;
use crate::reckoning::{hit_terms, plan};

/// Most memories that one recall returns.
const MOST_HITS: usize = 100;
/// Most tokens that a block of memories may have.
const MOST_TOKENS: usize = 100_000;

/// What to recall.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecallRequest {
    /// The question or the topic.
    pub query: String,
    /// Most memories to return, 1 to 100; by the configuration if not given.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<usize>,
    /// Most tokens of `block` and of the texts in `hits`, 64 to 100000; by the configuration if not given.
    #[schemars(range(min = 64, max = 100_000))]
    pub budget_tokens: Option<usize>,
    /// The open conversation: its feeling colours the recall, and its own turns are left out, because they are still in
    /// its context.
    pub open_thread: Option<String>,
    /// Since when its turns are in its context, if that was made shorter; all of them if not given.
    pub context_since: Option<String>,
    /// Whether its own turns may be found as well.
    #[serde(default)]
    pub own_turns: bool,
    /// The open project: memories of another one come only when it is named or clearly asked for.
    pub project: Option<String>,
    /// fused, resonance, intent or activation.
    pub profile: Option<String>,
    /// Whether what has nothing to do with the query is left out.
    pub gate: Option<bool>,
    /// Whether the hits count as recalled; true if not given.
    pub mark: Option<bool>,
    /// Whether archived memories are found that someone put away; those that faded are found in any case.
    #[serde(default)]
    pub archived: bool,
    /// Whether the answer has a block of text for a prompt.
    #[serde(default)]
    pub block: bool,
    /// Whether every term of each hit's rank is told, and how the query was understood.
    #[serde(default)]
    pub explain: bool,
    /// Of these kinds: episode, session.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// At these levels.
    #[serde(default)]
    pub levels: Vec<u8>,
    /// Of this person; case and width of letters do not count.
    pub person: Option<String>,
    /// Heard by this person: what they said, and what names them as a witness. What others said in private stays private.
    pub heard_by: Option<String>,
    /// Of this conversation.
    pub thread: Option<String>,
    /// Only of this project: its name, its repository, or the path of its folder.
    pub in_project: Option<String>,
    /// Of this category.
    pub category: Option<String>,
    /// positive, negative or neutral.
    pub valence: Option<String>,
    /// With all these tags of one's own.
    #[serde(default)]
    pub tags: Vec<String>,
    /// With this feeling among others.
    pub tag: Option<String>,
    /// From a source that is trusted at least as much: person, agent, document or tool.
    pub trusted: Option<super::turn::SourceName>,
    /// Happened at this time or later: a time, or words such as "last week".
    pub since: Option<String>,
    /// Happened before this time, or up to the end of what words such as yesterday name.
    pub until: Option<String>,
    /// As the mind knew it at this time, or at the end of what words such as "last March" name.
    pub as_of: Option<String>,
}

/// Tags of one's own as they are kept; a feeling is asked for by `tag`.
pub fn own_tags(mind: &Mind<'_>, tags: &[String]) -> Result<Vec<String>, Failure> {
    let wanted = mind.wanted_tags(tags)?;
    match wanted.feelings.first() {
        Some(feeling) => Err(omoide::Error::FeelingAsTag { name: feeling.name().to_owned() }.into()),
        None => Ok(wanted.own),
    }
}

impl RecallRequest {
    /// The prompt that is meant.
    pub fn prompt(&self, mind: &Mind<'_>) -> Result<Prompt, Failure> {
        let now = mind.now();
        let since =
            |name: &str, text: &Option<String>| text.as_deref().map(|text| beginning(name, text, now)).transpose();
        let as_of = self.as_of.as_deref().map(|text| stretch("as_of", text, now)).transpose()?;
        let level = |number: &u8| Level::from_number(*number).ok_or_else(|| Failure::invalid("levels: must be 1 to 4"));
        if self.limit.is_some_and(|limit| !(1..=MOST_HITS).contains(&limit)) {
            return Err(Failure::invalid(format!("limit: must be 1 to {MOST_HITS}")));
        }
        let scope = Scope {
            kinds: self.kinds.iter().map(|n| Kind::offered(n)).collect::<Result<_, _>>().map_err(invalid("kinds"))?,
            levels: self.levels.iter().map(level).collect::<Result<_, _>>()?,
            person: self.person.clone(),
            heard_by: self.heard_by.clone(),
            thread: self.thread.clone(),
            places: self.in_project.as_deref().map(|name| mind.places_in_project(name)).transpose()?,
            category: self.category.as_deref().map(Category::named),
            valence: self.valence.as_deref().map(str::parse::<Valence>).transpose().map_err(invalid("valence"))?,
            tags: own_tags(mind, &self.tags)?,
            only: None,
            tag: self.tag.as_deref().map(str::parse::<Tag>).transpose().map_err(invalid("tag"))?,
            trusted: self.trusted.map(Source::from),
            since: since("since", &self.since)?,
            until: self.until.as_deref().map(|text| end("until", text, now)).transpose()?,
            as_of: as_of.map(|stretch| stretch.last),
            ..Scope::default()
        };
        let profile = |name: &String| {
            let found = Profile::named(name);
            found.ok_or_else(|| Failure::invalid("profile: must be fused, resonance, intent or activation"))
        };
        Ok(Prompt {
            thread: self.open_thread.clone(),
            own_turns: match since("context_since", &self.context_since)? {
                _ if self.own_turns => OwnTurns::Gone,
                Some(since) => OwnTurns::InContextSince(since),
                None => OwnTurns::InContext,
            },
            place: self.project.as_deref().and_then(Place::in_project),
            scope,
            with_archived: self.archived,
            profile: self.profile.as_ref().map(profile).transpose()?,
            gate: self.gate,
            top_k: self.limit,
            leaves_a_mark: self.mark.unwrap_or(true),
            tells_plan: self.explain,
            ..Prompt::new(self.query.clone())
        })
    }

    /// What the answer tells beside the memories.
    pub fn parts(&self) -> RecallParts {
        RecallParts { block: self.block, explain: self.explain }
    }

    /// The tokens that the answer may have.
    pub fn budget(&self, usual: Budget) -> Result<Budget, Failure> {
        match self.budget_tokens.unwrap_or(usual.tokens) {
            tokens @ 64..=MOST_TOKENS => Ok(usual.with_tokens(tokens)),
            _ => Err(Failure::invalid(format!("budget_tokens: must be 64 to {MOST_TOKENS}"))),
        }
    }
}

/// What came to mind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RecallAnswer {
    /// The memories, the first to come to mind first.
    pub hits: Vec<Hit>,
    /// What the hits are related to.
    pub related: Vec<RelatedHit>,
    /// Why there is nothing: nothing_asked, nothing_known or nothing_relevant.
    pub silence: Option<&'static str>,
    /// The feeling that coloured the recall.
    pub feeling: Option<Feeling>,
    /// The hits and what they lead to as a block of text for a prompt, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// How the query was understood, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Value>,
    /// Why it could not be noted that these were recalled: the store cannot be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmarked: Option<String>,
}

/// A memory that came to mind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Hit {
    /// The memory.
    pub memory: Memory,
    /// As much of it as the budget holds; null when it holds nothing of it.
    pub shown: Option<ShownText>,
    /// What hits are sorted by, the highest first; only good inside one answer.
    pub score: f64,
    /// How like the query it is, 0 to 1.
    pub similarity: f64,
    /// The share of the query's words that it has, by how telling they are.
    pub coverage: f64,
    /// Every term that the score was computed from, if it was asked for; which there are depends on the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<Value>,
}

/// What there is room for of a memory.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ShownText {
    /// The text.
    pub text: String,
    /// Whether it is all of it.
    pub is_whole: bool,
    /// The command that reads all of it, where it is not.
    pub continued: Option<String>,
}

impl ShownText {
    /// As it is sent.
    pub fn of(portion: &Portion<'_>) -> Self {
        let continued = (!portion.is_whole).then(|| portion.command());
        // It is what a model reads of the memory; the memory itself has the words as they were said.
        Self { text: blunted(&portion.text).into_owned(), is_whole: portion.is_whole, continued }
    }
}

/// A feeling.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Feeling {
    /// positive, negative or neutral.
    pub valence: &'static str,
    /// 0 calm to 100 agitated.
    pub arousal: u8,
    /// By name.
    pub tags: Vec<&'static str>,
}

impl Feeling {
    fn of(feeling: &omoide_core::Feeling) -> Self {
        let tags = feeling.tags.iter().map(|tag| tag.name()).collect();
        Self { valence: feeling.valence.name(), arousal: feeling.arousal, tags }
    }
}

/// A memory that a hit leads to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RelatedHit {
    /// The memory.
    pub memory: Memory,
    /// As much of it as the budget holds; null when it holds nothing of it.
    pub shown: Option<ShownText>,
    /// The id of the hit that points to it.
    pub via: String,
    /// Why.
    pub r#type: &'static str,
}

/// What an answer tells beside the memories.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecallParts {
    /// A block of text for a prompt.
    pub block: bool,
    /// Every term of each hit's rank, and how the query was understood.
    pub explain: bool,
}

impl RecallAnswer {
    /// What came to mind, within a budget.
    pub fn of(recalled: &Recalled, budget: Budget, parts: RecallParts) -> Self {
        let MemoryBlock { portions, text } = MemoryBlock::within(recalled.shown(), budget);
        let shown = |memory: &omoide_core::Memory| {
            portions.iter().find(|portion| portion.memory.id == memory.id).map(ShownText::of)
        };
        let hit = |hit: &omoide::Hit| Hit {
            memory: Memory::of(&hit.memory),
            shown: shown(&hit.memory),
            score: hit.terms.total(),
            similarity: hit.gate.similarity,
            coverage: hit.gate.coverage,
            terms: parts.explain.then(|| hit_terms(hit)),
        };
        let related = |related: &omoide::Related| RelatedHit {
            memory: Memory::of(&related.memory),
            shown: shown(&related.memory),
            via: related.via.to_string(),
            r#type: related.kind.name(),
        };
        Self {
            hits: recalled.hits.iter().map(hit).collect(),
            related: recalled.related.iter().map(related).collect(),
            silence: recalled.silence.map(silence_name),
            unmarked: recalled.unmarked.clone(),
            feeling: recalled.feeling.as_ref().map(Feeling::of),
            block: parts.block.then_some(text),
            plan: recalled.plan.as_ref().filter(|_| parts.explain).map(plan),
        }
    }
}

fn silence_name(silence: Silence) -> &'static str {
    match silence {
        Silence::NothingAsked => "nothing_asked",
        Silence::NothingKnown => "nothing_known",
        Silence::NothingRelevant => "nothing_relevant",
    }
}
