//! Groups of changes in rows.

use omoide_core::Moment;
use omoide_core::change::{Actor, Deed, GroupNumber, NightStep, Subject};
use rusqlite::{Connection, params};

use super::encode::encode;
use super::packed::Pack;
use crate::sqlite::error::Result;
use crate::sqlite::rows::ReadableRows;
use crate::sqlite::session::MindNumber;

/// Who makes changes, when, and in which step of a night.
#[derive(Clone, Copy, Debug)]
pub(in crate::sqlite) struct Group {
    pub(in crate::sqlite) at: Moment,
    pub(in crate::sqlite) by: Actor,
    pub(in crate::sqlite) step: Option<NightStep>,
}

/// Begins a group; its number is larger than that of any other.
pub(in crate::sqlite) fn begin(c: &Connection, n: MindNumber, group: &Group) -> Result<GroupNumber> {
    let sql = "INSERT INTO change_groups (mind, at, at_offset, who, night, step) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    c.prepare_cached(sql)?.execute(params![
        n,
        group.at.unix_micros(),
        group.at.offset_seconds(),
        group.by.name(),
        group.step.map(|step| step.date.to_string()),
        group.step.map(|step| step.step.name()),
    ])?;
    Ok(GroupNumber(c.last_insert_rowid()))
}

/// Notes a change; its number is larger than that of any other.
pub(in crate::sqlite) fn note(
    c: &Connection,
    n: MindNumber,
    group: GroupNumber,
    subject: &Subject,
    deed: &Deed,
    reason: &str,
) -> Result<i64> {
    let words = encode(deed)?;
    let sql = "INSERT INTO changes (group_number, mind, subject_sort, subject, deed, reason, before, after)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    c.prepare_cached(sql)?.execute(params![
        group.0,
        n,
        subject.sort(),
        subject.name(),
        words.deed,
        reason,
        words.before,
        words.after,
    ])?;
    Ok(c.last_insert_rowid())
}

/// Keeps what was packed with its group.
pub(in crate::sqlite) fn keep_pack(c: &Connection, group: GroupNumber, pack: &Pack) -> Result<()> {
    if !pack.bytes().is_empty() {
        let sql = "INSERT INTO change_packs (group_number, data) VALUES (?1, ?2)";
        c.prepare_cached(sql)?.execute(params![group.0, pack.bytes()])?;
    }
    Ok(())
}

/// The packs of a group, the first one first.
pub(super) fn packs(c: &Connection, group: GroupNumber) -> Result<Vec<(i64, Vec<u8>)>> {
    let sql = "SELECT number, data FROM change_packs WHERE group_number = ?1 ORDER BY number";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map([group.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.readable()?)
}
