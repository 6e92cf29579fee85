//! The change log as it is read: what was done, when, by whom, and what it amounts to.

use super::{Deed, Facet, NightStep, Reason, Subject};
use crate::{Moment, Shown};

/// The number of a group of changes; later groups have larger ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroupNumber(pub i64);

/// One entry of the change log.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its number; later entries have larger ones.
    pub number: i64,
    /// The group that it belongs to.
    pub group: GroupNumber,
    /// When it counts as done.
    pub at: Moment,
    /// Who did it.
    pub by: String,
    /// The step of the night that did it, if one did.
    pub step: Option<NightStep>,
    /// What it is about.
    pub subject: Subject,
    /// What was done.
    pub deed: Deed,
    /// Why: the word of a [`Reason`], or what a person gave as one.
    pub reason: String,
    /// Whether it was undone.
    pub is_undone: bool,
}

/// What a change amounts to, in the words of the lifecycle log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// It was written down.
    Remembered,
    /// It went down a level above the archive.
    Compressed,
    /// It went into the archive.
    Archived,
    /// It came back because it was recalled.
    Revived,
    /// It was recalled, but there was no room.
    RevivalPostponed,
    /// It came back by hand.
    Restored,
    /// It will never fade.
    Protected,
    /// It may fade again.
    Unprotected,
    /// What it points to changed.
    Linked,
    /// A newer memory makes something of it out of date.
    Superseded,
    /// Someone said whether it helped.
    Rated,
    /// It was understood anew.
    Reassessed,
    /// Someone put its text right.
    Edited,
    /// Someone gave it tags, or took some away.
    Tagged,
    /// It is gone for good.
    Erased,
    /// Its turn was taken back, and it with it.
    Unsaid,
    /// An earlier change was undone.
    Undone,
    /// Something else about it changed.
    Changed,
}

impl Action {
    /// The word for it in the log.
    pub fn name(self) -> &'static str {
        match self {
            Self::Remembered => "remembered",
            Self::Compressed => "compressed",
            Self::Archived => "archived",
            Self::Revived => "revived",
            Self::RevivalPostponed => "revival_postponed",
            Self::Restored => "restored",
            Self::Protected => "protected",
            Self::Unprotected => "unprotected",
            Self::Linked => "linked",
            Self::Superseded => "superseded",
            Self::Rated => "rated",
            Self::Reassessed => "reassessed",
            Self::Erased => "erased",
            Self::Unsaid => "unsaid",
            Self::Undone => "undone",
            Self::Tagged => "tagged",
            // Programs know an edit by this word.
            Self::Edited | Self::Changed => "changed",
        }
    }

    fn of_showing(before: &Shown, after: &Shown, reason: &str) -> Self {
        if reason == Reason::RevivalPostponed.name() {
            Self::RevivalPostponed
        } else if (before.is_active() && !after.is_active()) || (after.is_put_away() && !before.is_put_away()) {
            Self::Archived
        } else if !before.is_active() && after.is_active() {
            if reason == Reason::Revived.name() { Self::Revived } else { Self::Restored }
        } else if after.level > before.level {
            Self::Compressed
        } else if after.protected != before.protected {
            if after.protected { Self::Protected } else { Self::Unprotected }
        } else if after.version != before.version && reason == Reason::ByHand.name() {
            Self::Edited
        } else {
            Self::Changed
        }
    }
}

impl Entry {
    /// What it amounts to.
    pub fn action(&self) -> Action {
        match &self.deed {
            Deed::Begin(_) if self.reason == Reason::Undone.name() => Action::Undone,
            Deed::Begin(_) => Action::Remembered,
            Deed::End if self.reason == Reason::Unsaid.name() => Action::Unsaid,
            Deed::End => Action::Erased,
            _ if self.reason == Reason::Undone.name() => Action::Undone,
            Deed::Set(Facet::Shown(step)) => Action::of_showing(&step.before, &step.after, &self.reason),
            Deed::Set(Facet::Superseded(_)) => Action::Superseded,
            Deed::Set(Facet::Feedback(_)) => Action::Rated,
            Deed::Set(Facet::Assessment(step)) if step.before.tags != step.after.tags => Action::Tagged,
            Deed::Set(Facet::Assessment(_)) if self.reason == Reason::ByHand.name() => Action::Edited,
            Deed::Set(Facet::Assessment(_)) => Action::Reassessed,
            Deed::Set(Facet::Tie(_)) | Deed::Relate(_) => Action::Linked,
            _ => Action::Changed,
        }
    }
}
