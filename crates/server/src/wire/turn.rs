//! Turns as they come in, and what came of them.

use std::collections::BTreeMap;

use omoide::{Observation, Place, Protection, Remembered, UnsaidTurns};
use omoide_core::change::Actor;
use omoide_core::{MindName, Moment, Source, Witnesses};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::memory::Memory;
use super::request::past;
use crate::Failure;

/// A turn of conversation: what a person said, and the reply to it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnIn {
    /// What the person said; may be left out where `retracts` is all that is sent, or `revises` with `heard_until`.
    #[serde(default)]
    pub said: String,
    /// What the agent replied.
    #[serde(default)]
    pub replied: String,
    /// When: a time such as 2026-01-20T14:30:00+09:00, or words such as yesterday, which means its noon; now if not given.
    pub at: Option<String>,
    /// Who said it; "me" if not given.
    pub person: Option<String>,
    /// The conversation.
    pub thread: Option<String>,
    /// The project that it is about, such as the name of its folder.
    pub project: Option<String>,
    /// The name that its source gives it; the same turn sent twice is remembered once.
    pub uid: Option<String>,
    /// Where it comes from.
    #[serde(default)]
    pub source: SourceName,
    /// Whether to protect it; by the words of the person if not given.
    pub protect: Option<bool>,
    /// The turn that it takes the place of: an edited message, a reply that was made again. A turn is named by its uid, by the
    /// handle or id of its memory, or by its number.
    pub revises: Option<String>,
    /// A turn that is taken back, as if it had never been said.
    pub retracts: Option<String>,
    /// The turn that the conversation goes on from: what was said after it in the same thread is taken back.
    pub branch_of: Option<String>,
    /// How many characters of the reply were heard; the rest is not remembered.
    pub heard_until: Option<u32>,
    /// Who heard it; without any, the mind and the person who spoke.
    pub witnesses: Option<WitnessNames>,
}

/// Who heard a turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WitnessNames {
    /// Persons, beside the one who spoke.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub persons: Vec<String>,
    /// Minds: the turn is written to exactly these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minds: Vec<String>,
}

/// Most witnesses of one turn.
const MOST_WITNESSES: usize = 64;

impl WitnessNames {
    /// As they are sent; none where there are none.
    pub fn of(witnesses: &Witnesses) -> Option<Self> {
        let minds = witnesses.minds.iter().map(ToString::to_string).collect();
        (!witnesses.is_empty()).then(|| Self { persons: witnesses.persons.clone(), minds })
    }

    /// The witnesses that are meant.
    pub fn witnesses(self) -> Result<Witnesses, Failure> {
        if self.persons.len() + self.minds.len() > MOST_WITNESSES {
            return Err(Failure::invalid(format!("witnesses: must be at most {MOST_WITNESSES}")));
        }
        if self.persons.iter().any(|name| name.trim().is_empty()) {
            return Err(Failure::invalid("witnesses: a person needs a name"));
        }
        let minds: Result<_, omoide_core::BadName> = self.minds.iter().map(|name| name.parse()).collect();
        let minds = minds.map_err(|error| Failure::invalid(format!("witnesses: {error}")))?;
        Ok(Witnesses { persons: self.persons, minds }.in_order())
    }
}

/// Where a memory comes from, most trusted first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceName {
    /// A person said it.
    #[default]
    Person,
    /// The agent said or concluded it.
    Agent,
    /// A document said it.
    Document,
    /// A tool returned it.
    Tool,
}

impl From<SourceName> for Source {
    fn from(name: SourceName) -> Self {
        match name {
            SourceName::Person => Self::Person,
            SourceName::Agent => Self::Agent,
            SourceName::Document => Self::Document,
            SourceName::Tool => Self::Tool,
        }
    }
}

impl TurnIn {
    /// The observation that is meant.
    pub fn observation(self, now: Moment) -> Result<Observation, Failure> {
        let named = |name: Option<String>| name.filter(|name| !name.trim().is_empty());
        let at = self.at.as_deref().map(|text| past("at", text, now)).transpose()?;
        let source: Source = self.source.into();
        Ok(Observation {
            finds_thread: source == Source::Person,
            replied: self.replied,
            at,
            person: self.person.filter(|name| !name.is_empty()),
            thread: self.thread.filter(|name| !name.is_empty()),
            place: self.project.as_deref().and_then(Place::in_project),
            uid: self.uid.filter(|name| !name.is_empty()),
            source,
            protect: self.protect,
            revises: named(self.revises),
            retracts: named(self.retracts),
            branch_of: named(self.branch_of),
            heard_until: self.heard_until,
            witnesses: self.witnesses.map_or_else(|| Ok(Witnesses::default()), WitnessNames::witnesses)?,
            by: Actor::Agent,
            ..Observation::said(self.said)
        })
    }
}

/// Several turns.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The turns, in their order.
    #[schemars(length(min = 1, max = 1000))]
    pub turns: Vec<TurnIn>,
}

/// What came of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It is a memory now.
    Remembered,
    /// It was remembered before.
    AlreadyRemembered,
    /// It is a command to a host, which is no memory.
    Command,
    /// Nothing was left without private and injected parts.
    NothingLeft,
    /// The person asked not to be remembered; `handle` is the turn before it, where that was put away.
    Unsaid,
    /// It only took turns back, which are in `unsaid`; none where they had been taken back before.
    TookBack,
    /// It was taken back before, and does not come back.
    TakenBackBefore,
    /// It cannot be taken in.
    Refused,
}

/// What came of a turn, and the memory of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Observed {
    /// What came of it.
    pub outcome: Outcome,
    /// The id of the memory.
    pub id: Option<String>,
    /// The readable name of the memory.
    pub handle: Option<String>,
    /// The memory, if it is a new one.
    pub memory: Option<Memory>,
    /// Whether it was to be protected and could not be.
    pub is_left_unprotected: bool,
    /// What came of protecting it, if it is a new one.
    pub protection: Option<ProtectionDone>,
    /// The kinds of secrets that were taken out before it was stored, such as github-token.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub redacted: Vec<&'static str>,
    /// In how many places a secret of each kind stood. What was kept is in `memory`, with `[redacted:…]` in those places.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub redacted_counts: BTreeMap<&'static str, usize>,
    /// The memories whose turns were taken back, by their handles; `undo` brings one back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsaid: Vec<String>,
    /// The turn that it was to take the place of, where no turn is called so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown_turn: Option<String>,
    /// What came of it in each mind, where its witnesses name minds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minds: Vec<ObservedByMind>,
    /// Why it was refused: the word of the table of errors.
    pub code: Option<&'static str>,
    /// Why it was refused, in words.
    pub detail: Option<String>,
}

/// What came of a turn in one of several minds.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ObservedByMind {
    /// The mind.
    pub mind: String,
    /// What came of it there.
    pub outcome: Outcome,
    /// The id of the memory.
    pub id: Option<String>,
    /// The readable name of the memory.
    pub handle: Option<String>,
}

/// What came of protecting a memory.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProtectionDone {
    /// not_asked, given or full: as many are protected as may be.
    pub outcome: &'static str,
    /// How many may be protected, where they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// The oldest of those that are protected: one of them could be released.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub oldest: Vec<ProtectedMemory>,
}

/// A memory that is protected.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProtectedMemory {
    /// Its readable name.
    pub handle: String,
    /// When it happened.
    pub created: String,
    /// Its text.
    pub text: String,
}

impl ProtectionDone {
    fn of(protection: &Protection) -> Self {
        let plain = |outcome| Self { outcome, limit: None, oldest: Vec::new() };
        match protection {
            Protection::NotAsked => plain("not_asked"),
            Protection::Given => plain("given"),
            Protection::Full { limit, oldest } => {
                let shown = |(handle, created, text): &(String, Moment, String)| ProtectedMemory {
                    handle: handle.clone(),
                    created: created.to_string(),
                    text: text.clone(),
                };
                Self { limit: Some(*limit), oldest: oldest.iter().map(shown).collect(), ..plain("full") }
            }
        }
    }
}

impl ObservedByMind {
    fn of((mind, remembered): &(MindName, Remembered)) -> Self {
        let Observed { outcome, id, handle, .. } = Observed::of(remembered);
        Self { mind: mind.to_string(), outcome, id, handle }
    }
}

impl Observed {
    fn plain(outcome: Outcome) -> Self {
        Self {
            outcome,
            id: None,
            handle: None,
            memory: None,
            is_left_unprotected: false,
            protection: None,
            redacted: Vec::new(),
            redacted_counts: BTreeMap::new(),
            unsaid: Vec::new(),
            unknown_turn: None,
            minds: Vec::new(),
            code: None,
            detail: None,
        }
    }

    fn unsaying(outcome: Outcome, unsaid: &UnsaidTurns) -> Self {
        let handles = unsaid.turns.iter().map(|turn| turn.handle.clone()).collect();
        Self { unsaid: handles, unknown_turn: unsaid.unknown.clone(), ..Self::plain(outcome) }
    }

    /// As it was refused.
    pub fn refused(failure: &Failure) -> Self {
        let (code, detail) = (Some(failure.code.name()), Some(failure.detail.clone()));
        Self { code, detail, ..Self::plain(Outcome::Refused) }
    }

    /// What came of it in several minds; the first one is told whole.
    pub fn among(outcomes: &[(MindName, Remembered)]) -> Self {
        let Some((_, first)) = outcomes.first() else { return Self::plain(Outcome::NothingLeft) };
        let mut told = Self::of(first);
        if outcomes.len() > 1 {
            told.minds = outcomes.iter().map(ObservedByMind::of).collect();
        }
        told
    }

    /// As it is sent.
    pub fn of(remembered: &Remembered) -> Self {
        match remembered {
            Remembered::Anew { memory, protection, taken, unsaid } => Self {
                redacted: taken.iter().map(|secret| secret.kind).collect(),
                redacted_counts: taken.iter().map(|secret| (secret.kind, secret.count)).collect(),
                id: Some(memory.id.to_string()),
                handle: Some(memory.handle.clone()),
                memory: Some(Memory::of(memory)),
                is_left_unprotected: matches!(protection, Protection::Full { .. }),
                protection: Some(ProtectionDone::of(protection)),
                ..Self::unsaying(Outcome::Remembered, unsaid)
            },
            Remembered::Before { id, handle, unsaid } => Self {
                id: Some(id.to_string()),
                handle: Some(handle.clone()),
                ..Self::unsaying(Outcome::AlreadyRemembered, unsaid)
            },
            Remembered::TookBack { unsaid } => Self::unsaying(Outcome::TookBack, unsaid),
            Remembered::TakenBackBefore => Self::plain(Outcome::TakenBackBefore),
            Remembered::Command => Self::plain(Outcome::Command),
            Remembered::NothingLeft => Self::plain(Outcome::NothingLeft),
            Remembered::Unsaid { put_away } => {
                let (id, handle) = put_away.as_ref().map(|(id, handle)| (id.to_string(), handle.clone())).unzip();
                Self { id, handle, ..Self::plain(Outcome::Unsaid) }
            }
        }
    }
}

/// What came of several turns.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BatchAnswer {
    /// Of each, in their order.
    pub turns: Vec<Observed>,
}

/// What came of a stream of turns.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct StreamAnswer {
    /// How many lines there were.
    pub lines: u64,
    /// How many are memories now.
    pub remembered: u64,
    /// How many were remembered before.
    pub already_remembered: u64,
    /// How many are no memories: commands, nothing left, what a person asked not to remember, and what was taken back.
    pub nothing: u64,
    /// How many turns were taken back.
    #[serde(default, skip_serializing_if = "is_none")]
    pub unsaid: u64,
    /// How many could not be taken in.
    pub refused: u64,
    /// The first of those that could not be taken in.
    pub refusals: Vec<StreamRefusal>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it a reference")]
fn is_none(count: &u64) -> bool {
    *count == 0
}

/// A line of a stream that could not be taken in.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StreamRefusal {
    /// Its number, from 1.
    pub line: u64,
    /// The word of the table of errors.
    pub code: &'static str,
    /// Why, in words.
    pub detail: String,
}
