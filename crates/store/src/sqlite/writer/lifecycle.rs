//! The lifecycle log.

use omoide_core::plan::Actor;
use omoide_core::ports::store::Action;
use omoide_core::{Assessment, Condition, Date, Feedback, MemoryId, Moment, Relation, SupersededSpan};
use rusqlite::{Connection, params};

use crate::sqlite::error::Result;
use crate::sqlite::ledger;
use crate::sqlite::rows;
use crate::sqlite::session::MindNumber;

/// An entry to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub(super) memory: MemoryId,
    pub(super) at: Moment,
    pub(super) night: Option<Date>,
    pub(super) by: Actor,
    pub(super) action: Action,
    pub(super) reason: &'a str,
    pub(super) before: Option<&'a Condition>,
    pub(super) after: Option<&'a Condition>,
    pub(super) relations: Option<(&'a [Relation], &'a [Relation])>,
    pub(super) superseded: Option<(&'a [SupersededSpan], &'a [SupersededSpan])>,
    pub(super) feedback: Option<(&'a Feedback, &'a Feedback)>,
    pub(super) assessment: Option<(&'a Assessment, &'a Assessment)>,
}

impl<'a> Line<'a> {
    /// An entry without content.
    pub(super) fn bare(memory: MemoryId, at: Moment, by: Actor, action: Action, reason: &'a str) -> Self {
        let (night, before, after) = (None, None, None);
        let (relations, superseded, feedback, assessment) = (None, None, None, None);
        Self { memory, at, night, by, action, reason, before, after, relations, superseded, feedback, assessment }
    }
}

/// Writes an entry and returns its number, which is larger than that of any other.
pub(super) fn write(c: &Connection, n: MindNumber, line: &Line<'_>) -> Result<i64> {
    let sql = "INSERT INTO lifecycle (mind, memory_id, at, at_offset, night, who, action, reason, before, after,
                                      relations_before, relations_after, feedback_before, feedback_after,
                                      assessment_before, assessment_after, superseded_before, superseded_after)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)";
    let (held_before, held_after) = line.relations.unzip();
    let (said_before, said_after) = line.feedback.unzip();
    let (dated_before, dated_after) = line.superseded.unzip();
    let (understood_before, understood_after) = line.assessment.unzip();
    c.prepare_cached(sql)?.execute(params![
        n,
        line.memory.to_string(),
        line.at.unix_micros(),
        line.at.offset_seconds(),
        line.night.map(|night| night.to_string()),
        line.by.name(),
        line.action.name(),
        line.reason,
        line.before.map(rows::json).transpose()?,
        line.after.map(rows::json).transpose()?,
        held_before.map(rows::relations_json).transpose()?,
        held_after.map(rows::relations_json).transpose()?,
        said_before.map(rows::json).transpose()?,
        said_after.map(rows::json).transpose()?,
        understood_before.map(ledger::to_json).transpose()?,
        understood_after.map(ledger::to_json).transpose()?,
        dated_before.map(rows::json).transpose()?,
        dated_after.map(rows::json).transpose()?,
    ])?;
    Ok(c.last_insert_rowid())
}
