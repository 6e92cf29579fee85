//! What is to be done to a mind, as data.
//!
//! A policy looks at memories and returns a plan; a store applies it in one transaction and writes the
//! lifecycle log from it. So a night can be tested without a database, shown before it is done, and
//! taken back: every change knows what was there before.

use crate::{
    Assessment, Condition, Date, Feedback, MemoryId, MindName, Moment, Relation, Seq, SupersededSpan, TextVersion,
    Vector,
};

/// Changes to the memories of one mind, to be made together and in order.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Whose memories.
    pub mind: MindName,
    /// When the changes count as made.
    pub at: Moment,
    /// Who makes them.
    pub by: Actor,
    /// The night that they belong to, if they do.
    pub night: Option<Date>,
    /// The changes.
    pub changes: Vec<Change>,
}

/// Who changes a memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A night.
    Night,
    /// A person, by hand.
    Person,
    /// An agent, through a tool.
    Agent,
}

impl Actor {
    /// The word for it in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Night => "night",
            Self::Person => "person",
            Self::Agent => "agent",
        }
    }
}

/// One change to one memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The memory's place in the store.
    pub seq: Seq,
    /// The memory.
    pub memory: MemoryId,
    /// What is done.
    pub deed: Deed,
    /// Why.
    pub reason: Reason,
}

/// What is done to a memory.
#[derive(Clone, PartialEq, Debug)]
pub enum Deed {
    /// Its condition changes. Only the fields that differ are written, so that what someone else
    /// set in the meantime (a recall flag, say) stays.
    Become {
        /// As it was.
        before: Condition,
        /// As it will be.
        after: Condition,
    },
    /// A further version of its text is written, with its vectors.
    Write {
        /// The text.
        text: TextVersion,
        /// Its vectors, one a model.
        vectors: Vec<Vector>,
    },
    /// A version of its text that a `Write` made is taken away again.
    Unwrite {
        /// The text.
        text: TextVersion,
        /// Its vectors.
        vectors: Vec<Vector>,
    },
    /// The references that it holds change.
    Relate {
        /// As they were.
        before: Vec<Relation>,
        /// As they will be.
        after: Vec<Relation>,
    },
    /// What of it is out of date changes.
    Supersede {
        /// As it was.
        before: Vec<SupersededSpan>,
        /// As it will be.
        after: Vec<SupersededSpan>,
    },
    /// What was said of it changes.
    Rate {
        /// As it was.
        before: Feedback,
        /// As it will be.
        after: Feedback,
    },
    /// It is understood anew.
    Reassess {
        /// As it was understood.
        before: Assessment,
        /// As it is understood now.
        after: Assessment,
    },
    /// It is erased; a night's erasures can be taken back while the night can be undone.
    Erase,
    /// An erasure is taken back.
    Unerase,
}

/// Why a change is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A day passed.
    Faded,
    /// It was recalled since the last night.
    Recalled,
    /// Its retention fell under a threshold.
    Threshold,
    /// Its level held more than its share.
    Ratio,
    /// It was asked for, and there was room.
    Revived,
    /// It was asked for, and there was no room.
    RevivalPostponed,
    /// A memory that it pointed to is archived or gone.
    TargetGone,
    /// The relation points the other way now.
    Redirected,
    /// The two are alike.
    Similar,
    /// It met the conditions of erasure.
    Expired,
    /// A reply told how much it had to do with it.
    Resonated,
    /// A language model understood it better.
    Understood,
    /// A newer memory says otherwise.
    Superseded,
    /// Someone wished it.
    ByHand,
    /// Someone took an earlier change back.
    Undone,
}

impl Reason {
    /// The word for it in the log and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Faded => "faded",
            Self::Recalled => "recalled",
            Self::Threshold => "threshold",
            Self::Ratio => "ratio",
            Self::Revived => "revived",
            Self::RevivalPostponed => "revival_postponed",
            Self::TargetGone => "target_gone",
            Self::Redirected => "redirected",
            Self::Similar => "similar",
            Self::Expired => "expired",
            Self::Resonated => "resonated",
            Self::Understood => "understood",
            Self::Superseded => "superseded",
            Self::ByHand => "by_hand",
            Self::Undone => "undone",
        }
    }

    /// Whether the change happens to nearly every memory every night, and so is kept in the night's
    /// journal instead of the lifecycle log.
    pub fn is_everyday(self) -> bool {
        matches!(self, Self::Faded | Self::Recalled)
    }
}

impl Deed {
    /// What takes it back.
    pub fn inverse(self) -> Self {
        match self {
            Self::Become { before, after } => Self::Become { before: after, after: before },
            Self::Write { text, vectors } => Self::Unwrite { text, vectors },
            Self::Unwrite { text, vectors } => Self::Write { text, vectors },
            Self::Relate { before, after } => Self::Relate { before: after, after: before },
            Self::Supersede { before, after } => Self::Supersede { before: after, after: before },
            Self::Rate { before, after } => Self::Rate { before: after, after: before },
            Self::Reassess { before, after } => Self::Reassess { before: after, after: before },
            Self::Erase => Self::Unerase,
            Self::Unerase => Self::Erase,
        }
    }
}

impl Plan {
    /// The plan that takes this one back: every change undone, last first.
    pub fn inverse(self) -> Self {
        let changes =
            self.changes.into_iter().rev().map(|change| Change { deed: change.deed.inverse(), ..change }).collect();
        Self { changes, ..self }
    }
}
