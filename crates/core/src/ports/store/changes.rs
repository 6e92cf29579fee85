//! The change log and the nights: what was done to a mind, and how it is taken back.

use super::StoreError;
use crate::change::{Actor, Entry, GroupNumber, NightStep, Plan, Subject};
use crate::policy::night::Step;
use crate::{Date, MemoryId, MindName, Moment};

/// A night that was run.
#[derive(Clone, PartialEq, Debug)]
pub struct NightRecord {
    /// The date that it belongs to.
    pub date: Date,
    /// Its hour.
    pub at: Moment,
    /// When the go began that really ran it. Nights that were caught up in one go have the same.
    pub ran_at: Moment,
    /// The steps that it ran and that were not undone, in the order of [`Step`].
    pub steps: Vec<StepRecord>,
}

impl NightRecord {
    /// Whether it can still be undone: all that its steps did.
    pub fn can_be_undone(&self) -> bool {
        !self.steps.is_empty() && self.steps.iter().all(|step| step.can_be_undone)
    }

    /// What a step reported, if the night ran it.
    pub fn report_of(&self, step: Step) -> Option<&str> {
        self.steps.iter().find(|record| record.step == step).map(|record| record.report.as_str())
    }
}

/// A step of a night that was run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepRecord {
    /// The step.
    pub step: Step,
    /// When it was run.
    pub ran_at: Moment,
    /// What it did, as the engine's own text.
    pub report: String,
    /// Whether it can still be undone.
    pub can_be_undone: bool,
}

/// What one night's fading did to a memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Faded {
    /// The night.
    pub date: Date,
    /// How old the memory felt before.
    pub memory_days: f64,
    /// The score before.
    pub retention_score: f64,
    /// Whether a recall strengthened it instead.
    pub was_recalled: bool,
}

/// Who undoes something, and when.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Undoing {
    /// When.
    pub at: Moment,
    /// Who.
    pub by: Actor,
}

/// Reading the change log.
pub trait Changes {
    /// The entries about a subject, or all of the mind, oldest first. What a night does to nearly every memory is not
    /// among them. An erased memory has one entry left.
    fn log(&self, mind: &MindName, subject: Option<&Subject>) -> Result<Vec<Entry>, StoreError>;

    /// The entries that a step of a night left, in the order in which they were done, without those that are kept packed.
    fn step_entries(&self, mind: &MindName, step: NightStep) -> Result<Vec<Entry>, StoreError>;

    /// What the nights that can still be undone did to a memory's retention, oldest first.
    fn fadings(&self, mind: &MindName, memory: MemoryId) -> Result<Vec<Faded>, StoreError>;

    /// The nights that were run to their end, oldest first.
    fn nights(&self, mind: &MindName) -> Result<Vec<NightRecord>, StoreError>;

    /// The last of them.
    fn last_night(&self, mind: &MindName) -> Result<Option<NightRecord>, StoreError>;

    /// The steps of a night that were run, whether or not the night came to its end.
    fn steps_run(&self, mind: &MindName, date: Date) -> Result<Vec<StepRecord>, StoreError>;
}

/// Writing the change log.
pub trait ChangesWriter {
    /// Does what the plan says, in order, and keeps it as a group of the change log: the one that the plan names, or a new
    /// one. Memories that are not there any more are passed over. A night's `End` can be taken back as long as the night
    /// can be undone; any other is for good.
    fn apply(&mut self, plan: &Plan) -> Result<GroupNumber, StoreError>;

    /// Takes back those entries of a group that `is_meant`, the last first, by [`crate::change::reverse`]. The entries are
    /// marked as undone, and what takes them back is a group of its own. Returns the entries, the last first.
    fn reverse(
        &mut self,
        mind: &MindName,
        group: GroupNumber,
        undoing: Undoing,
        is_meant: &mut dyn FnMut(&Entry) -> bool,
    ) -> Result<Vec<Entry>, StoreError>;

    /// Notes that a step of a night was run.
    fn record_step(&mut self, mind: &MindName, date: Date, step: &StepRecord) -> Result<(), StoreError>;

    /// Notes that a night was run to its end. Forgets how to undo all but the last `undo_nights`, where nights with the
    /// same `ran_at` count as one, and the threads that nothing was said in. The steps of the record are not written; each
    /// was by [`ChangesWriter::record_step`].
    fn record_night(&mut self, mind: &MindName, night: &NightRecord, undo_nights: u32) -> Result<(), StoreError>;

    /// Takes a step of the last night back, so that everything is as if it had never been run, except for what others did
    /// since; its entries leave the log. Returns which memories it was about; `None` when it can no longer be undone.
    fn undo_step(&mut self, mind: &MindName, step: NightStep) -> Result<Option<Vec<MemoryId>>, StoreError>;

    /// Forgets that a night was run, once its steps are undone.
    fn forget_night(&mut self, mind: &MindName, date: Date) -> Result<(), StoreError>;
}
