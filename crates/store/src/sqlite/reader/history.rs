//! What was done: the lifecycle log, the nights, and the words that are kept.

use omoide_core::ports::store::{Action, Faded, LogEntry, NightRecord};
use omoide_core::{Assessment, Condition, Feedback, MemoryId, SupersededSpan};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::sqlite::error::Result;
use crate::sqlite::journal::{Entry, Journal};
use crate::sqlite::ledger;
use crate::sqlite::rows;
use crate::sqlite::session::MindNumber;

pub(super) fn log(c: &Connection, n: MindNumber, memory: Option<MemoryId>) -> Result<Vec<LogEntry>> {
    let of_memory = if memory.is_some() { "AND memory_id = ?2" } else { "AND ?2 IS NULL" };
    let sql = format!(
        "SELECT number, at, at_offset, memory_id, night, who, action, reason, before, after,
                relations_before, relations_after, undone, feedback_before, feedback_after,
                assessment_before, assessment_after, superseded_before, superseded_after
         FROM lifecycle WHERE mind = ?1 {of_memory} ORDER BY number"
    );
    let mut statement = c.prepare_cached(&sql)?;
    let mut found = statement.query(params![n, memory.map(|id| id.to_string())])?;
    let mut entries = Vec::new();
    while let Some(row) = found.next()? {
        entries.push(entry(row)?);
    }
    Ok(entries)
}

fn entry(row: &Row<'_>) -> Result<LogEntry> {
    let night: Option<String> = row.get(4)?;
    let lists = row.get::<_, Option<String>>(10)?.zip(row.get::<_, Option<String>>(11)?);
    Ok(LogEntry {
        number: row.get(0)?,
        at: rows::moment(row, 1)?,
        memory: rows::id(row, 3)?,
        night: night.as_deref().map(rows::date).transpose()?,
        by: row.get(5)?,
        action: Action::named(rows::text(row, 6)?),
        reason: row.get(7)?,
        before: condition(row, 8)?,
        after: condition(row, 9)?,
        relations: lists.map(|(before, after)| (rows::relations(&before), rows::relations(&after))),
        superseded: superseded(row, 17)?.zip(superseded(row, 18)?),
        feedback: feedback(row, 13)?.zip(feedback(row, 14)?),
        assessment: assessment(row, 15)?.zip(assessment(row, 16)?),
        is_undone: row.get::<_, i64>(12)? != 0,
    })
}

fn assessment(row: &Row<'_>, at: usize) -> Result<Option<Assessment>> {
    let json: Option<String> = row.get(at)?;
    Ok(json.as_deref().and_then(ledger::from_json))
}

fn superseded(row: &Row<'_>, at: usize) -> Result<Option<Vec<SupersededSpan>>> {
    let json: Option<String> = row.get(at)?;
    Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
}

fn feedback(row: &Row<'_>, at: usize) -> Result<Option<Feedback>> {
    let json: Option<String> = row.get(at)?;
    Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
}

fn condition(row: &Row<'_>, at: usize) -> Result<Option<Condition>> {
    let json: Option<String> = row.get(at)?;
    Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
}

pub(super) fn fadings(c: &Connection, n: MindNumber, memory: MemoryId) -> Result<Vec<Faded>> {
    let find = "SELECT seq FROM memories WHERE id = ?1 AND mind = ?2";
    let Some(seq) = c.query_row(find, params![memory.to_string(), n], |row| row.get::<_, i64>(0)).optional()? else {
        return Ok(Vec::new());
    };
    let mut statement =
        c.prepare_cached("SELECT date, fades FROM nights WHERE mind = ?1 AND fades IS NOT NULL ORDER BY date")?;
    let mut found = statement.query([n])?;
    let mut fadings = Vec::new();
    while let Some(row) = found.next()? {
        let date = rows::date(rows::text(row, 0)?)?;
        for entry in Journal::entries(row.get_ref(1)?.as_blob().unwrap_or_default()) {
            if let Entry::Fade(fade) = entry?
                && fade.seq.0 == seq
            {
                fadings.push(Faded {
                    date,
                    memory_days: fade.before.memory_days,
                    retention_score: fade.before.retention_score,
                    was_recalled: fade.was_recalled,
                });
            }
        }
    }
    Ok(fadings)
}

const NIGHT: &str = "SELECT date, at, at_offset, ran_at, ran_offset, report, fades IS NOT NULL FROM nights";

fn night(row: &Row<'_>) -> Result<NightRecord> {
    Ok(NightRecord {
        date: rows::date(rows::text(row, 0)?)?,
        at: rows::moment(row, 1)?,
        ran_at: rows::moment(row, 3)?,
        report: row.get(5)?,
        can_be_undone: row.get(6)?,
    })
}

pub(super) fn nights(c: &Connection, n: MindNumber) -> Result<Vec<NightRecord>> {
    let mut statement = c.prepare_cached(&format!("{NIGHT} WHERE mind = ?1 ORDER BY date"))?;
    let mut found = statement.query([n])?;
    let mut nights = Vec::new();
    while let Some(row) = found.next()? {
        nights.push(night(row)?);
    }
    Ok(nights)
}

/// The last night that was run.
pub(in crate::sqlite) fn last_night(c: &Connection, n: MindNumber) -> Result<Option<NightRecord>> {
    let mut statement = c.prepare_cached(&format!("{NIGHT} WHERE mind = ?1 ORDER BY date DESC LIMIT 1"))?;
    let mut found = statement.query([n])?;
    found.next()?.map(night).transpose()
}

pub(super) fn state(c: &Connection, n: MindNumber, key: &str) -> Result<Option<String>> {
    let mut statement = c.prepare_cached("SELECT value FROM state WHERE mind = ?1 AND key = ?2")?;
    Ok(statement.query_row(params![n, key], |row| row.get(0)).optional()?)
}
