//! What an agent has in mind before it reads a message, as it is asked for and told.

use std::collections::BTreeMap;
use std::time::Duration;

use omoide::{Cue, MemorySample, Mind, Place, Primed, PrimedBlock, Skill};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// How many skills may be sent, and how long one may be.
const MOST_SKILLS: usize = 1_000;
const LONGEST_SKILL: usize = 65_536;

/// A message that an agent is about to read.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PrimeRequest {
    /// The message; empty for a heartbeat.
    pub message: String,
    /// Who is speaking; the default person if not given.
    pub person: Option<String>,
    /// The open conversation: what was said in it is before the agent already.
    pub open_thread: Option<String>,
    /// What the person said before in it, oldest first, where it is not remembered yet: a message that refers back to it is
    /// searched for with the last five.
    pub earlier: Vec<String>,
    /// The open project.
    pub project: Option<String>,
    /// Only what this person heard.
    pub heard_by: Option<String>,
    /// Whether nobody spoke, and a clock did.
    pub heartbeat: bool,
    /// Whether only the turn block is wanted, because the stable block is in the prompt already.
    pub turn_only: bool,
    /// Whether memories are shown again that the open conversation was shown: for a host that keeps no earlier blocks.
    pub repeat: bool,
    /// Most UTF-16 units that each block may have, where the host takes no more.
    pub most_characters: Option<usize>,
    /// Whether the memories of the turn block count as recalled; true if not given.
    pub mark: Option<bool>,
    /// Skills of the agent, from which those are named that fit.
    pub skills: Vec<SkillIn>,
}

/// A skill of an agent.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkillIn {
    /// Its name.
    pub name: String,
    /// What it is for.
    #[serde(default)]
    pub description: String,
    /// How it is done.
    #[serde(default)]
    pub body: String,
    /// Where it is read, such as a path.
    #[serde(default)]
    pub pointer: String,
}

impl From<Skill> for SkillIn {
    fn from(skill: Skill) -> Self {
        let Skill { name, description, body, pointer } = skill;
        Self { name, description, body, pointer }
    }
}

impl PrimeRequest {
    /// The cue that is meant. It leaves no mark: whoever asks does, where that is allowed.
    pub fn cue(&self) -> Result<Cue, Failure> {
        let is_long = |skill: &SkillIn| {
            skill.name.len() + skill.description.len() + skill.body.len() + skill.pointer.len() > LONGEST_SKILL
        };
        if self.skills.len() > MOST_SKILLS || self.skills.iter().any(is_long) {
            return Err(Failure::invalid(format!(
                "skills: at most {MOST_SKILLS}, of at most {LONGEST_SKILL} bytes each"
            )));
        }
        let skill = |skill: &SkillIn| Skill {
            name: skill.name.clone(),
            description: skill.description.clone(),
            body: skill.body.clone(),
            pointer: skill.pointer.clone(),
        };
        Ok(Cue {
            person: self.person.clone().filter(|name| !name.trim().is_empty()),
            thread: self.open_thread.clone(),
            earlier: self.earlier.clone(),
            place: self.project.as_deref().and_then(Place::in_project),
            heard_by: self.heard_by.clone(),
            is_heartbeat: self.heartbeat,
            has_stable: self.turn_only,
            repeats: self.repeat,
            most_characters: self.most_characters,
            skills: self.skills.iter().map(skill).collect(),
            ..Cue::said(self.message.clone())
        })
    }

    /// What is in mind then; marks are left where `may_mark` says so.
    pub fn answer(&self, mind: &Mind<'_>, may_mark: bool) -> Result<PrimeAnswer, Failure> {
        let cue = Cue { leaves_a_mark: may_mark && self.mark.unwrap_or(true), ..self.cue()? };
        let primed = if self.turn_only { mind.prime_turn(&cue)? } else { mind.prime(&cue)? };
        Ok(PrimeAnswer::from(&primed))
    }
}

impl From<&Primed> for PrimeAnswer {
    fn from(primed: &Primed) -> Self {
        Self {
            kind: primed.kind.name(),
            stable: WireBlock::from(&primed.stable),
            turn: WireBlock::from(&primed.turn),
            sample: primed.sample.as_ref().map(WireSample::from),
            times_ms: primed.times.iter().map(|(channel, time)| (channel.name(), milliseconds(*time))).collect(),
            unmarked: primed.unmarked.clone(),
        }
    }
}

/// To a tenth of a millisecond.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

/// What an agent has in mind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PrimeAnswer {
    /// greeting, question, request, statement or heartbeat.
    pub kind: &'static str,
    /// First in the prompt; empty where it was not asked for.
    pub stable: WireBlock,
    /// Last in the prompt.
    pub turn: WireBlock,
    /// How much of what is related the turn block has; null where nothing is.
    pub sample: Option<WireSample>,
    /// How long each channel of the turn block took, in milliseconds.
    pub times_ms: BTreeMap<&'static str, f64>,
    /// Why it could not be noted that the memories were recalled: the store cannot be written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unmarked: Option<String>,
}

/// A block for a prompt.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WireBlock {
    /// The text; empty when there is nothing to say.
    pub text: String,
    /// Its tokens.
    pub tokens: usize,
    /// Most tokens that it may have.
    pub most_tokens: usize,
    /// What it has, in its order.
    pub parts: Vec<WirePart>,
    /// What it does not have.
    pub left_out: Vec<WireLeftOut>,
}

/// A part of a block.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WirePart {
    /// person, activity, related, skills, pages, rules, open or index.
    pub channel: &'static str,
    /// A handle, a pointer, a path or a name.
    pub what: String,
    /// Why it is there.
    pub why: String,
    /// Its tokens.
    pub tokens: usize,
}

/// Something that a block does not have.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WireLeftOut {
    /// The channel that it would come from.
    pub channel: &'static str,
    /// What it is, or how many.
    pub what: String,
    /// Why it is not there.
    pub why: String,
}

/// How much of what is related was shown.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WireSample {
    /// How many memories are shown.
    pub shown: usize,
    /// How many have to do with the message.
    pub related: usize,
    /// What the message names and no memory does.
    pub unknown: Vec<String>,
}

impl From<&PrimedBlock> for WireBlock {
    fn from(block: &PrimedBlock) -> Self {
        let parts = block.parts.iter().map(|part| WirePart {
            channel: part.channel.name(),
            what: part.what.clone(),
            why: part.why.clone(),
            tokens: part.tokens,
        });
        let left_out = block.left_out.iter().map(|left| WireLeftOut {
            channel: left.channel.name(),
            what: left.what.clone(),
            why: left.why.clone(),
        });
        Self {
            text: block.text.clone(),
            tokens: block.tokens,
            most_tokens: block.most_tokens,
            parts: parts.collect(),
            left_out: left_out.collect(),
        }
    }
}

impl From<&MemorySample> for WireSample {
    fn from(sample: &MemorySample) -> Self {
        Self { shown: sample.shown, related: sample.related, unknown: sample.unknown.clone() }
    }
}
