//! What an agent has in mind before it reads a message (S4 プライミング, SPEC P1, P2, P5).
//!
//! Two blocks, for the prompt cache of the host (C25). The *stable* block stands first in a prompt and is the same to the byte
//! until something in it changes. The *turn* block stands last: who is speaking, what happened lately, which memories have to
//! do with the message, and which skills. Each of these channels has a share of the tokens that the kind of message allows;
//! what one leaves goes to the memories, then to what happened lately.
//!
//! Channels are asked side by side. One that has not answered by the deadline is left out and named.

mod activity;
mod channels;
mod draft;
mod earlier;
mod person;
mod sample;
mod skills;
mod stable;
mod turn;

use omoide_core::formulas::channel_budget::{ChannelTokens, channel_budget};
use omoide_core::parameters::Prime;
use omoide_core::{MemoryId, Moment};
use omoide_language::message::{MessageType, message_kind};

pub use sample::MemorySample;
pub use skills::Skill;

use crate::{Error, Mind, Place, Prompt};

/// What priming is asked with.
#[derive(Clone, Debug, Default)]
pub struct Cue {
    /// The message; may be empty for a heartbeat, and where only the stable block is wanted.
    pub text: String,
    /// Who is speaking; the default person if not given.
    pub person: Option<String>,
    /// The conversation: what was said in it is before the agent already.
    pub thread: Option<String>,
    /// What the person said before in this conversation, the oldest first, where it is not remembered yet. A message that
    /// refers back to it ("and then?") is searched for with the last five; without this they come from the thread.
    pub earlier: Vec<String>,
    /// Where it is said.
    pub place: Option<Place>,
    /// Memories that the agent has before it.
    pub without: Vec<MemoryId>,
    /// Whether nobody spoke, and a clock did. A message is never taken for one by its words.
    pub is_heartbeat: bool,
    /// Whether the stable block is before the agent: what it says of the person is not said again.
    pub has_stable: bool,
    /// Only what this person heard.
    pub heard_by: Option<String>,
    /// Skills that the agent has, from which those are named that fit.
    pub skills: Vec<Skill>,
    /// When; now if not given.
    pub at: Option<Moment>,
    /// Whether the memories in the turn block count as recalled.
    pub leaves_a_mark: bool,
}

impl Cue {
    /// A message of the default person.
    pub fn said(text: impl Into<String>) -> Self {
        Self { text: text.into(), leaves_a_mark: true, ..Self::default() }
    }

    /// The recall that it asks for, given the messages that it refers back to.
    fn prompt(&self, earlier: Vec<String>) -> Prompt {
        let scope = omoide_core::Scope { heard_by: self.heard_by.clone(), ..omoide_core::Scope::default() };
        Prompt {
            thread: self.thread.clone(),
            place: self.place.clone(),
            without: self.without.clone(),
            scope,
            at: self.at,
            leaves_a_mark: false,
            counts_related: true,
            has_no_monopoly: true,
            earlier,
            ..Prompt::new(self.text.clone())
        }
    }
}

/// What an agent has in mind.
#[derive(Clone, PartialEq, Debug)]
pub struct Primed {
    /// What kind of message it is.
    pub kind: MessageType,
    /// First in the prompt.
    pub stable: PrimedBlock,
    /// Last in the prompt.
    pub turn: PrimedBlock,
    /// How much of what is related the turn block has, where there is something.
    pub sample: Option<MemorySample>,
}

/// One of the two blocks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PrimedBlock {
    /// It; empty when there is nothing to say.
    pub text: String,
    /// Its tokens.
    pub tokens: usize,
    /// Most tokens that it may have.
    pub most_tokens: usize,
    /// What it has, in its order.
    pub parts: Vec<PrimedPart>,
    /// What it does not have, and why.
    pub left_out: Vec<LeftOut>,
}

/// A part of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct PrimedPart {
    /// Where it comes from.
    pub channel: Channel,
    /// What it is: a handle, a pointer, a path or a name.
    pub what: String,
    /// Why it is there.
    pub why: String,
    /// Its tokens.
    pub tokens: usize,
}

/// What a block does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Where it would come from.
    pub channel: Channel,
    /// What it is, or how many.
    pub what: String,
    /// Why it is not there.
    pub why: String,
}

/// Where a part of a block comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Channel {
    /// Texts that the agent keeps.
    Pages,
    /// What stands in the project, and what is protected.
    Rules,
    /// What is open.
    Open,
    /// What can be asked for.
    Index,
    /// Who is speaking.
    Person,
    /// What happened lately.
    Activity,
    /// What has to do with the message.
    Related,
    /// What can be done about it.
    Skills,
}

impl Channel {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::Rules => "rules",
            Self::Open => "open",
            Self::Index => "index",
            Self::Person => "person",
            Self::Activity => "activity",
            Self::Related => "related",
            Self::Skills => "skills",
        }
    }
}

/// The most tokens of the turn block, and the share of each channel.
fn turn_tokens(kind: MessageType, parameters: &Prime) -> (usize, ChannelTokens) {
    let messages = parameters.messages();
    let (total, least_activity) = match kind {
        MessageType::Greeting => (messages.greeting, 0),
        MessageType::Request => (messages.request, 0),
        MessageType::Heartbeat => (messages.heartbeat, messages.heartbeat_activity),
        MessageType::Question | MessageType::Statement => (messages.question, 0),
    };
    let shares = channel_budget(total, &parameters.channels(), least_activity);
    (total.max(shares.sum()) as usize, shares)
}

/// What kind of message a cue is.
fn kind_of(cue: &Cue) -> MessageType {
    if cue.is_heartbeat {
        return MessageType::Heartbeat;
    }
    match message_kind(&cue.text) {
        // Only whoever calls knows that nobody spoke.
        MessageType::Heartbeat => MessageType::Statement,
        kind => kind,
    }
}

impl Mind<'_> {
    /// What an agent should have in mind before it reads a message.
    ///
    /// # Errors
    /// When the store fails.
    pub fn prime(&self, cue: &Cue) -> Result<Primed, Error> {
        let stable = self.stable_block(cue)?;
        let cue = Cue { has_stable: true, ..cue.clone() };
        Ok(Primed { stable, ..self.prime_turn(&cue)? })
    }

    /// The same without the stable block, for whoever has it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn prime_turn(&self, cue: &Cue) -> Result<Primed, Error> {
        let kind = kind_of(cue);
        let (most, shares) = turn_tokens(kind, &self.parameters().prime);
        let found = self.ask_channels(cue, kind);
        let (turn, sample) = self.turn_block(cue, found, (most, shares))?;
        Ok(Primed { kind, stable: PrimedBlock::default(), turn, sample })
    }
}
