//! Changes that are made together, and why.

use super::{Deed, GroupNumber, Subject};
use crate::policy::night::Step;
use crate::{Date, MindName, Moment};

/// Changes to one mind, to be made together and in order.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Whose memories.
    pub mind: MindName,
    /// When the changes count as made.
    pub at: Moment,
    /// Who makes them.
    pub by: Actor,
    /// The step of a night that makes them, if one does.
    pub step: Option<NightStep>,
    /// The group of the change log that they join; none begins a group of their own.
    pub group: Option<GroupNumber>,
    /// The changes.
    pub changes: Vec<Change>,
}

/// One step of one night.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NightStep {
    /// The date that the night belongs to.
    pub date: Date,
    /// The step.
    pub step: Step,
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

/// One change to one subject.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// What it is about.
    pub subject: Subject,
    /// What is done.
    pub deed: Deed,
    /// Why.
    pub reason: Reason,
}

/// Why a change is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A turn was remembered.
    Encoded,
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
    /// A stretch of conversation was over.
    Recorded,
    /// It is among the salient ones of its time.
    Salient,
    /// Others of its time are more salient.
    NotSalient,
    /// Someone wished it.
    ByHand,
    /// Someone took an earlier change back.
    Undone,
    /// The turn was taken back.
    Unsaid,
}

impl Reason {
    /// The word for it in the log and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Encoded => "encoded",
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
            Self::Recorded => "recorded",
            Self::Salient => "salient",
            Self::NotSalient => "not_salient",
            Self::ByHand => "by_hand",
            Self::Undone => "undone",
            Self::Unsaid => "unsaid",
        }
    }

    /// Whether the change happens to nearly every memory every night. The change log keeps such changes packed, and the
    /// lifecycle log leaves them out.
    pub fn is_everyday(self) -> bool {
        matches!(self, Self::Faded | Self::Recalled)
    }
}
