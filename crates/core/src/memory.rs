//! A memory: what it says, where it came from, and the versions of its text.

use crate::{
    Category, Date, Emotion, Kind, Life, MemoryId, MindName, Moment, NamePrint, Relation, Seq, Shown, SupersededSpan,
    Text,
};

/// Anything recallable.
#[derive(Clone, PartialEq, Debug)]
pub struct Memory {
    /// Its place in the store.
    pub seq: Seq,
    /// Its id.
    pub id: MemoryId,
    /// Its readable name, `mem_20260120_001`.
    pub handle: String,
    /// The mind that it belongs to.
    pub mind: MindName,
    /// The memory system that it lives in.
    pub kind: Kind,
    /// Where it came from.
    pub origin: Origin,
    /// When it happened.
    pub created: Moment,
    /// When it was written down.
    pub recorded_at: Moment,
    /// What it felt like.
    pub emotion: Emotion,
    /// What it was about.
    pub category: Category,
    /// Its keywords as first found; compression leaves them alone.
    pub keywords: Vec<String>,
    /// The tags that people gave it, folded, in the order of giving.
    pub tags: Vec<String>,
    /// What recall shows at its present level.
    pub text: Text,
    /// What it shows of itself.
    pub shown: Shown,
    /// How it lives.
    pub life: Life,
    /// The memories that it points to, in the order they were linked.
    pub relations: Vec<Relation>,
    /// What of it newer memories make out of date, in the order of its text.
    pub superseded: Vec<SupersededSpan>,
}

/// Until when something of a memory held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedSpan<'m> {
    /// The words that no longer hold; none when they are nearly all of it.
    pub words: Option<&'m str>,
    /// The day of the newer memory.
    pub until: Date,
}

impl Memory {
    /// The print of the name that its place is kept under: its thread, or its own id where it has none.
    pub fn place_print(&self) -> NamePrint {
        self.origin.thread.as_deref().map_or_else(|| NamePrint::of(&self.id.to_string()), NamePrint::of)
    }

    /// Until when what newer memories make out of date held, in the order of the text.
    pub fn ended_spans(&self) -> Vec<EndedSpan<'_>> {
        let mut ended: Vec<EndedSpan<'_>> = Vec::new();
        for span in &self.superseded {
            let is_most = span.words.len() * 10 >= self.text.trigger.len() * 6;
            let one = EndedSpan { words: (!is_most).then_some(span.words.as_str()), until: span.since.date() };
            if !ended.contains(&one) {
                ended.push(one);
            }
        }
        ended
    }
}

/// Where a memory came from and how far it is to be trusted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Who said it.
    pub person: String,
    /// The conversation, if known.
    pub thread: Option<String>,
    /// The kind of place it came from.
    pub source: Source,
}

/// The kind of place a memory came from, most trusted first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A person said it.
    Person,
    /// The agent said or concluded it.
    Agent,
    /// A document said it.
    Document,
    /// A tool returned it.
    Tool,
}

impl Source {
    /// All sources, most trusted first.
    pub const ALL: [Self; 4] = [Self::Person, Self::Agent, Self::Document, Self::Tool];

    /// The word for it in stores, commands and wires.
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Agent => "agent",
            Self::Document => "document",
            Self::Tool => "tool",
        }
    }

    /// The source called `name`; what is unknown is trusted least.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|s| s.name() == name).unwrap_or(Self::Tool)
    }
}
