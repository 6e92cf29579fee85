//! What an agent has in mind before it reads a message (S4 プライミング, SPEC P1, P2, P5).
//!
//! Two blocks, for the prompt cache of the host (C25). The *stable* block stands first in a prompt and is the same to the byte
//! until something in it changes. The *turn* block stands last: who is speaking, what happened lately, which memories have to
//! do with the message, and which skills. Each of these channels has a share of the tokens that the kind of message allows;
//! what one leaves goes to the memories, then to what happened lately.
//!
//! Channels are asked beside whoever waits. One that has not answered by the deadline is left out and named.

mod activity;
mod channels;
mod draft;
mod earlier;
mod person;
mod sample;
mod skills;
mod stable;
mod turn;

use std::time::Duration;

use omoide_core::formulas::channel_budget::{ChannelTokens, channel_budget};
use omoide_core::parameters::Prime;
use omoide_core::{MemoryId, Moment};
use omoide_language::message::{MessageType, message_kind};
use omoide_language::refers_back::refers_back;

pub use sample::MemorySample;
pub use skills::Skill;

use crate::recall::shown::ShownMark;
use crate::{Error, Mind, Place, Portion, Prompt};

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
    /// Memories that the agent has before it, beside those that the conversation was shown.
    pub without: Vec<MemoryId>,
    /// Whether memories are shown again that the conversation was shown: for a host that keeps no earlier blocks.
    pub repeats: bool,
    /// Whether nobody spoke, and a clock did. A message is never taken for one by its words.
    pub is_heartbeat: bool,
    /// Whether the stable block is before the agent: what it says of the person is not said again.
    pub has_stable: bool,
    /// Only what this person heard.
    pub heard_by: Option<String>,
    /// Skills that the agent has, from which those are named that fit.
    pub skills: Vec<Skill>,
    /// Most UTF-16 units that a block may have, where the host takes no more.
    pub most_characters: Option<usize>,
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
    /// The channels of the turn block that were late or failed. They are among what it does not have, too.
    pub missing: Vec<LeftOut>,
    /// How long each channel of the turn block took that was in time.
    pub times: Vec<(Channel, Duration)>,
    /// Why no mark was left although one was to be: the store could not be written. The answer is the same.
    pub unmarked: Option<String>,
    /// What [`Mind::note_primed`] writes down.
    mark: Option<ShownMark>,
}

impl Primed {
    /// What is in mind where nothing was ever remembered.
    pub fn nothing(cue: &Cue) -> Self {
        Self {
            kind: kind_of(cue),
            stable: PrimedBlock::default(),
            turn: PrimedBlock::default(),
            sample: None,
            missing: Vec::new(),
            times: Vec::new(),
            unmarked: None,
            mark: None,
        }
    }
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
    /// The memories in it that have a line of their own.
    pub memories: Vec<PrimedMemory>,
}

impl PrimedBlock {
    /// The memories of which it has all: what was cut short may still come to mind as a whole.
    pub fn whole_memories(&self) -> Vec<MemoryId> {
        self.memories.iter().filter(|memory| memory.is_whole).map(|memory| memory.id).collect()
    }
}

/// A memory in a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrimedMemory {
    /// Which one.
    pub id: MemoryId,
    /// Its text, as the agent reads it.
    pub text: String,
    /// Whether that is all of it.
    pub is_whole: bool,
}

impl From<&Portion<'_>> for PrimedMemory {
    fn from(portion: &Portion<'_>) -> Self {
        Self { id: portion.memory.id, text: portion.text.clone(), is_whole: portion.is_whole }
    }
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

/// Why something could not be written, if it could not.
fn why_not(written: Result<(), Error>) -> Option<String> {
    written.err().map(|error| error.to_string())
}

/// What `write` makes within so many tokens; within fewer, until its text has no more than those UTF-16 units.
fn within_characters<T>(
    most_characters: Option<usize>,
    mut most_tokens: usize,
    text: impl Fn(&T) -> &str,
    write: impl Fn(usize) -> T,
) -> T {
    loop {
        let written = write(most_tokens);
        let is_short = most_characters.is_none_or(|most| text(&written).encode_utf16().count() <= most);
        if is_short || most_tokens == 0 {
            return written;
        }
        most_tokens = most_tokens * 3 / 4;
    }
}

impl Mind<'_> {
    /// What an agent should have in mind before it reads a message.
    ///
    /// # Errors
    /// When the store fails.
    pub fn prime(&self, cue: &Cue) -> Result<Primed, Error> {
        let stable = self.stable_block(cue)?;
        let told = stable.whole_memories();
        let mut cue = Cue { has_stable: true, ..cue.clone() };
        cue.without.extend(&told);
        let mut primed = Primed { stable, ..self.prime_turn(&cue)? };
        // It stays before the agent, who may ask for the next turn block alone.
        if let Some(thread) = cue.thread.as_deref().filter(|_| cue.leaves_a_mark) {
            let shown = self.shown(thread)?;
            if told.iter().any(|id| !shown.contains(id)) {
                primed.unmarked = primed.unmarked.or(why_not(self.note_shown(thread, &told)));
            }
        }
        Ok(primed)
    }

    /// The same without the stable block, for whoever has it.
    ///
    /// # Errors
    /// When the store fails.
    pub fn prime_turn(&self, cue: &Cue) -> Result<Primed, Error> {
        let kind = kind_of(cue);
        let (most, shares) = turn_tokens(kind, &self.parameters().prime);
        let cue = self.with_what_was_shown(cue)?;
        let found = self.ask_channels(&cue, kind)?;
        let now = cue.at.unwrap_or_else(|| self.engine.now());
        // What only refers back names nothing.
        let asks = matches!(kind, MessageType::Question | MessageType::Request) && !refers_back(&cue.text);
        let unknown = if asks { self.engine.look(|r| self.unknown_words(r, &cue.text, now))? } else { Vec::new() };
        let write = |most: usize| self.turn_block((&cue, kind), &found, &unknown, (most, shares));
        let (turn, sample) = within_characters(cue.most_characters, most, |(block, _)| &block.text, write);
        let turn = PrimedBlock { most_tokens: most, ..turn };
        let shown: Vec<MemoryId> = turn.memories.iter().map(|memory| memory.id).collect();
        let mark = found.related.as_ref().filter(|_| !shown.is_empty());
        let mark = mark.map(|(prompt, recalled)| ShownMark::of(prompt, recalled, &shown, now));
        let (missing, times) = (found.missing, found.times);
        let primed = Primed { turn, sample, missing, times, mark, ..Primed::nothing(&cue) };
        // A disk that is full, or a store that may only be read, keeps nobody from having something in mind.
        let unmarked = if cue.leaves_a_mark { why_not(self.note_primed(&primed)) } else { None };
        Ok(Primed { unmarked, ..primed })
    }

    /// Marks the memories of a turn block as recalled, where priming itself left no mark.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_primed(&self, primed: &Primed) -> Result<(), Error> {
        primed.mark.as_ref().map_or(Ok(()), |mark| self.leave_shown_mark(mark))
    }

    /// The cue, in which what its conversation was shown is among what is before the agent.
    fn with_what_was_shown(&self, cue: &Cue) -> Result<Cue, Error> {
        let mut cue = cue.clone();
        if let Some(thread) = cue.thread.as_deref().filter(|_| !cue.repeats) {
            cue.without.extend(self.shown(thread)?);
        }
        Ok(cue)
    }
}
