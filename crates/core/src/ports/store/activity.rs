//! The activity log of a mind. Lines are added and never removed; one whose turn was erased or unsaid has no words left.

use std::ops::RangeInclusive;

use super::StoreError;
use crate::{ActivityLine, Date, MindName, NewActivity, Seq};

/// Reads the activity log.
pub trait ActivityLog {
    /// Returns those lines of a date that are there, by number.
    fn activity(
        &self,
        mind: &MindName,
        date: Date,
        lines: RangeInclusive<u32>,
    ) -> Result<Vec<ActivityLine>, StoreError>;

    /// Returns at most `limit` lines before `before` (a date and a line; `None` is the end of the log), the oldest first.
    fn latest_activity(
        &self,
        mind: &MindName,
        before: Option<(Date, u32)>,
        limit: usize,
    ) -> Result<Vec<ActivityLine>, StoreError>;

    /// Returns the dates that have lines with the number of their last line, oldest first.
    fn activity_dates(&self, mind: &MindName) -> Result<Vec<(Date, u32)>, StoreError>;
}

/// Writes the activity log.
pub trait ActivityWriter {
    /// Adds a line and returns its date and number. With `memory`, the line tells of the turn that this memory remembers:
    /// a message what was said, a response what was replied, and its words are read from there.
    fn log_activity(
        &mut self,
        mind: &MindName,
        line: &NewActivity,
        memory: Option<Seq>,
    ) -> Result<(Date, u32), StoreError>;
}
