//! What is done to a subject.

use crate::ports::store::NewMemory;
use crate::{
    Assessment, Feedback, Life, Relation, Seq, SessionTier, Shown, SupersededSpan, TextVersion, TieKind, Vector,
};

/// What is done to a subject.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    /// It begins.
    Begin(Start),
    /// It ends. A night's end can be taken back while the night can be undone; a person's erasure cannot.
    End,
    /// One of its facets is set. Only what differs between before and after is written, so that what someone else set
    /// in the meantime (a recall flag, say) stays.
    Set(Facet),
    /// A version of its text is written.
    Write {
        /// The version's number.
        version: u32,
        /// Its text.
        text: Writing,
    },
    /// The references that it holds change.
    Relate(BeforeAfter<Vec<Relation>>),
}

/// What a subject begins with.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    /// A new memory.
    New(Box<NewMemory>),
    /// As the store has it: in the log, what began; in a reversal, what an end had put aside.
    Kept,
}

/// What is written as a version of a text.
#[derive(Clone, PartialEq, Debug)]
pub enum Writing {
    /// A new text.
    New(Box<NewText>),
    /// As the store has it: the log does not repeat the text.
    Kept,
    /// Nothing: the version is taken away again.
    Gone,
}

/// A further version of a text, with its vectors.
#[derive(Clone, PartialEq, Debug)]
pub struct NewText {
    /// The text.
    pub text: TextVersion,
    /// Its vectors, one a model.
    pub vectors: Vec<Vector>,
}

/// A facet of a subject, as it was and as it will be.
#[derive(Clone, PartialEq, Debug)]
pub enum Facet {
    /// What a memory shows of itself.
    Shown(BeforeAfter<Shown>),
    /// How a memory lives.
    Life(BeforeAfter<Life>),
    /// What of a memory newer ones make out of date.
    Superseded(BeforeAfter<Vec<SupersededSpan>>),
    /// What was said of a memory after it came to mind.
    Feedback(BeforeAfter<Feedback>),
    /// How a memory is understood.
    Assessment(Box<BeforeAfter<Assessment>>),
    /// What ties a memory to another.
    Tie(TieStrength),
    /// The tier of a session.
    Tier(BeforeAfter<SessionTier>),
    /// The version of a page that is shown; none where there is no page.
    PageVersion(BeforeAfter<Option<u32>>),
}

/// Something as it was and as it will be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BeforeAfter<T> {
    /// As it was.
    pub before: T,
    /// As it will be.
    pub after: T,
}

/// How strongly a memory is tied to another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TieStrength {
    /// The other memory, which was written down later.
    pub with: Seq,
    /// Why they are tied.
    pub kind: TieKind,
    /// How strongly; none where they are not tied.
    pub strength: BeforeAfter<Option<f64>>,
}

impl Deed {
    /// The deed that sets what a memory shows.
    pub fn show(before: Shown, after: Shown) -> Self {
        Self::Set(Facet::Shown(BeforeAfter { before, after }))
    }

    /// The deed that sets how a memory lives.
    pub fn live(before: Life, after: Life) -> Self {
        Self::Set(Facet::Life(BeforeAfter { before, after }))
    }

    /// The deed that writes a text.
    pub fn write(text: TextVersion, vectors: Vec<Vector>) -> Self {
        Self::Write { version: text.version, text: Writing::New(Box::new(NewText { text, vectors })) }
    }

    /// The deed that sets the references of a memory.
    pub fn relate(before: Vec<Relation>, after: Vec<Relation>) -> Self {
        Self::Relate(BeforeAfter { before, after })
    }
}
