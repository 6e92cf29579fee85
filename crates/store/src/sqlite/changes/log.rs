//! Reading the change log.

use omoide_core::change::{Entry, GroupNumber, NightStep, Subject};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::Faded;
use omoide_core::{MemoryId, Seq};
use rusqlite::{Connection, Row, params};

use super::encode::decode;
use super::packed::{Pack, Packed};
use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::IfReadable;
use crate::sqlite::session::MindNumber;

const ENTRY: &str =
    "SELECT c.number, c.group_number, g.at, g.at_offset, g.who, g.night, g.step, c.subject_sort, c.subject,
                            c.deed, c.before, c.after, c.reason, c.undone
                     FROM changes c JOIN change_groups g ON g.number = c.group_number";

/// The entries about a subject, or of the mind, without what happens to nearly every memory every night.
pub(super) fn of_subject(c: &Connection, n: MindNumber, subject: Option<&Subject>) -> Result<Vec<Entry>> {
    let about = if subject.is_some() { "c.subject = ?2 AND c.subject_sort = ?3" } else { "?2 IS NULL AND ?3 IS NULL" };
    let sql =
        format!("{ENTRY} WHERE c.mind = ?1 AND {about} AND c.reason NOT IN ('faded', 'recalled') ORDER BY c.number");
    let mut statement = c.prepare_cached(&sql)?;
    let mut found = statement.query(params![n, subject.map(Subject::name), subject.map(Subject::sort)])?;
    let mut entries = Vec::new();
    while let Some(row) = found.next()? {
        entries.extend(rows::understood(entry(row))?.flatten());
    }
    Ok(entries)
}

/// The entries of a group that have rows, in the order in which they were done.
pub(in crate::sqlite) fn of_group(c: &Connection, n: MindNumber, group: GroupNumber) -> Result<Vec<Entry>> {
    let sql = format!("{ENTRY} WHERE c.group_number = ?2 AND c.mind = ?1 ORDER BY c.number");
    let mut statement = c.prepare_cached(&sql)?;
    let mut found = statement.query(params![n, group.0])?;
    let mut entries = Vec::new();
    while let Some(row) = found.next()? {
        entries.extend(rows::understood(entry(row))?.flatten());
    }
    Ok(entries)
}

/// The last entry of a group before a number, if it has one: read one at a time, because bringing a memory back brings its
/// entries back.
pub(super) fn last_before(c: &Connection, n: MindNumber, group: GroupNumber, number: i64) -> Result<Option<Entry>> {
    let sql = format!("{ENTRY} WHERE c.group_number = ?2 AND c.mind = ?1 AND c.number < ?3 ORDER BY c.number DESC");
    let mut statement = c.prepare_cached(&sql)?;
    let mut found = statement.query(params![n, group.0, number])?;
    while let Some(row) = found.next()? {
        if let Some(entry) = rows::understood(entry(row))?.flatten() {
            return Ok(Some(entry));
        }
    }
    Ok(None)
}

/// An entry; one that a later format wrote is passed over.
fn entry(row: &Row<'_>) -> Result<Option<Entry>> {
    let before: Option<String> = row.get(10)?;
    let after: Option<String> = row.get(11)?;
    let deed = decode(rows::text(row, 9)?, before.as_deref(), after.as_deref());
    let (Some(subject), Some(deed)) = (Subject::named(rows::text(row, 7)?, rows::text(row, 8)?), deed) else {
        return Ok(None);
    };
    let (night, step): (Option<String>, Option<String>) = (row.get(5)?, row.get(6)?);
    let date = night.as_deref().map(rows::date).transpose()?;
    let step = step.as_deref().and_then(Step::named);
    Ok(Some(Entry {
        number: row.get(0)?,
        group: GroupNumber(row.get(1)?),
        at: rows::moment(row, 2)?,
        by: row.get(4)?,
        step: date.zip(step).map(|(date, step)| NightStep { date, step }),
        subject,
        deed,
        reason: row.get(12)?,
        is_undone: row.get::<_, i64>(13)? != 0,
    }))
}

pub(super) fn fadings(c: &Connection, n: MindNumber, memory: MemoryId) -> Result<Vec<Faded>> {
    let find = "SELECT seq FROM memories WHERE id = ?1 AND mind = ?2";
    let seq = c.query_row(find, params![memory.to_string(), n], |row| row.get::<_, i64>(0)).if_readable()?;
    let Some(seq) = seq.map(Seq) else { return Ok(Vec::new()) };
    let sql = "SELECT g.night, p.data FROM change_groups g JOIN change_packs p ON p.group_number = g.number
               WHERE g.mind = ?1 AND g.night IS NOT NULL ORDER BY g.night, p.number";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = statement.query([n])?;
    let mut fadings = Vec::new();
    while let Some(row) = found.next()? {
        let date = rows::text(row, 0).map_err(Into::into).and_then(rows::date);
        let Some(date) = rows::understood(date)? else { continue };
        for entry in Pack::entries(row.get_ref(1)?.as_blob().unwrap_or_default()) {
            if let Some(Packed::Life { seq: of, step, is_recall }) = rows::understood(entry)?
                && of == seq
            {
                let before = step.before.retention();
                let (memory_days, retention_score) = (before.memory_days, before.retention_score);
                fadings.push(Faded { date, memory_days, retention_score, was_recalled: is_recall });
            }
        }
    }
    Ok(fadings)
}
