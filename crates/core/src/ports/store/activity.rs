//! The activity log of a mind.
//!
//! Lines are added and never removed or renumbered. A line about a turn has the words of the turn: it is bare while the turn
//! is gone or was put away, and has them again when it comes back.

use std::ops::RangeInclusive;

use super::StoreError;
use crate::{ActivityLine, ActivityType, Date, MindName, NewActivity, Seq};

/// A part of the activity log; by default all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActivityPart<'a> {
    /// Only lines before this date and line.
    pub before: Option<(Date, u32)>,
    /// Only lines of this date and of later ones.
    pub since: Option<Date>,
    /// Of lines about turns only those that this person heard, see [`super::Unsayings::heard_by`].
    pub heard_by: Option<&'a str>,
    /// Only lines of these types.
    pub types: Option<&'a [ActivityType]>,
}

/// Reads the activity log.
pub trait ActivityLog {
    /// Returns those lines of a date that are there, by number.
    fn activity(
        &self,
        mind: &MindName,
        date: Date,
        lines: RangeInclusive<u32>,
    ) -> Result<Vec<ActivityLine>, StoreError>;

    /// Returns the last `limit` lines of that part of the log, the oldest first.
    fn latest_activity(
        &self,
        mind: &MindName,
        part: &ActivityPart<'_>,
        limit: usize,
    ) -> Result<Vec<ActivityLine>, StoreError>;

    /// Returns the dates that have lines with the number of their last line, oldest first.
    fn activity_dates(&self, mind: &MindName) -> Result<Vec<(Date, u32)>, StoreError>;
}

/// Writes the activity log.
pub trait ActivityWriter {
    /// Adds a line to the log of its local date and returns the date and the line's number, which is one more than the last.
    /// With `memory`, the line tells of the turn that this memory remembers, and goes with it. What was said is the content
    /// of a message and of a memory that was written on purpose, what was replied is that of a response; such lines need no
    /// content of their own.
    fn log_activity(
        &mut self,
        mind: &MindName,
        line: &NewActivity,
        memory: Option<Seq>,
    ) -> Result<(Date, u32), StoreError>;

    /// Adds a line of another log under its own date and number, if no line has that, else after the last line of the date.
    /// It is not added where more than `earlier` lines of the date say the same already: so many lines that say
    /// the same came before it. Returns whether it was added.
    fn import_activity(
        &mut self,
        mind: &MindName,
        line: &ActivityLine,
        memory: Option<Seq>,
        earlier: u32,
    ) -> Result<bool, StoreError>;
}
