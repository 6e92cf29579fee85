//! Nights and their steps in rows, and how what they did is forgotten in time.

use std::collections::{HashMap, HashSet};

use omoide_core::change::{Deed, Facet, GroupNumber};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::{NightRecord, StepRecord};
use omoide_core::{Date, Seq};
use rusqlite::{Connection, Row, params};

use super::encode::decode;
use super::group::packs;
use super::packed::{Pack, Packed};
use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::{IfReadable, ReadableRows};
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::threads;

const NIGHT: &str = "SELECT date, at, at_offset, ran_at, ran_offset FROM nights";

/// The nights that came to their end, oldest first.
pub(super) fn all(c: &Connection, n: MindNumber) -> Result<Vec<NightRecord>> {
    let mut statement = c.prepare_cached(&format!("{NIGHT} WHERE mind = ?1 ORDER BY date"))?;
    let mut found = statement.query([n])?;
    let mut nights = Vec::new();
    while let Some(row) = found.next()? {
        nights.extend(rows::understood(night(c, n, row))?);
    }
    Ok(nights)
}

/// The last night that came to its end.
pub(in crate::sqlite) fn last_night(c: &Connection, n: MindNumber) -> Result<Option<NightRecord>> {
    let mut statement = c.prepare_cached(&format!("{NIGHT} WHERE mind = ?1 ORDER BY date DESC"))?;
    let mut found = statement.query([n])?;
    while let Some(row) = found.next()? {
        if let Some(night) = rows::understood(night(c, n, row))? {
            return Ok(Some(night));
        }
    }
    Ok(None)
}

fn night(c: &Connection, n: MindNumber, row: &Row<'_>) -> Result<NightRecord> {
    let date = rows::text(row, 0)?;
    Ok(NightRecord {
        date: rows::date(date)?,
        at: rows::moment(row, 1)?,
        ran_at: rows::moment(row, 3)?,
        steps: steps(c, n, date)?,
    })
}

/// The steps of a night that were run, in their order.
pub(super) fn steps(c: &Connection, n: MindNumber, date: &str) -> Result<Vec<StepRecord>> {
    let sql = "SELECT step, ran_at, ran_offset, report, undoable FROM night_steps WHERE mind = ?1 AND date = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = statement.query(params![n, date])?;
    let mut steps = Vec::new();
    while let Some(row) = found.next()? {
        // A step of a later format is passed over.
        steps.extend(rows::readable(step(row))?.flatten());
    }
    steps.sort_by_key(|step| step.step);
    Ok(steps)
}

fn step(row: &Row<'_>) -> rusqlite::Result<Option<StepRecord>> {
    let Some(step) = Step::named(rows::text(row, 0)?) else { return Ok(None) };
    let (ran_at, report) = (rows::moment(row, 1)?, row.get(3)?);
    Ok(Some(StepRecord { step, ran_at, report, can_be_undone: row.get(4)? }))
}

/// Notes that a step was run.
pub(super) fn record_step(c: &Connection, n: MindNumber, date: Date, step: &StepRecord) -> Result<()> {
    let sql = "INSERT INTO night_steps (mind, date, step, ran_at, ran_offset, report, undoable)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
               ON CONFLICT (mind, date, step) DO UPDATE SET ran_at = excluded.ran_at,
                   ran_offset = excluded.ran_offset, report = excluded.report, undoable = excluded.undoable";
    let (at, offset) = (step.ran_at.unix_micros(), step.ran_at.offset_seconds());
    let date = date.to_string();
    c.prepare_cached(sql)?.execute(params![n, date, step.step.name(), at, offset, step.report, step.can_be_undone])?;
    Ok(())
}

/// Notes that a night came to its end, and forgets how to undo all but the last `undo_nights`; nights of one go
/// count as one.
pub(super) fn record(session: &mut Session<'_>, n: MindNumber, night: &NightRecord, undo_nights: u32) -> Result<()> {
    let sql = "INSERT INTO nights (mind, date, at, at_offset, ran_at, ran_offset) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT (mind, date) DO UPDATE SET at = excluded.at, at_offset = excluded.at_offset,
                   ran_at = excluded.ran_at, ran_offset = excluded.ran_offset";
    let (at, ran_at) = (night.at, night.ran_at);
    session.connection.execute(
        sql,
        params![
            n,
            night.date.to_string(),
            at.unix_micros(),
            at.offset_seconds(),
            ran_at.unix_micros(),
            ran_at.offset_seconds()
        ],
    )?;
    session.touch_night(n);
    threads::forget_unsaid(session.connection, n)?;
    forget_taken_back(session, n, undo_nights)?;
    forget_old(session, n, undo_nights)
}

/// Forgets that a night was run.
pub(super) fn forget(c: &Connection, n: MindNumber, date: &str) -> Result<()> {
    c.execute("DELETE FROM night_steps WHERE mind = ?1 AND date = ?2", params![n, date])?;
    c.execute("DELETE FROM nights WHERE mind = ?1 AND date = ?2", params![n, date])?;
    Ok(())
}

/// The groups of a night, or of one step of it, the last first.
pub(super) fn groups(c: &Connection, n: MindNumber, date: &str, step: Option<Step>) -> Result<Vec<GroupNumber>> {
    let sql = "SELECT number FROM change_groups WHERE mind = ?1 AND night = ?2 AND (?3 IS NULL OR step = ?3)
               ORDER BY number DESC";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![n, date, step.map(Step::name)], |row| row.get(0).map(GroupNumber))?;
    Ok(found.readable()?)
}

/// Forgets the rows of what was taken back before the nights that can still be undone.
fn forget_taken_back(session: &Session<'_>, n: MindNumber, undo_nights: u32) -> Result<()> {
    let c = session.connection;
    let sql = "SELECT DISTINCT ran_at FROM nights WHERE mind = ?1 ORDER BY ran_at DESC LIMIT 1 OFFSET ?2";
    let oldest = c
        .prepare_cached(sql)?
        .query_row(params![n, undo_nights.saturating_sub(1)], |row| row.get::<_, i64>(0))
        .if_readable()?;
    let Some(oldest) = oldest else { return Ok(()) };
    let sql = "DELETE FROM attic WHERE mind = ?1 AND group_number IN (
                   SELECT number FROM change_groups WHERE mind = ?1 AND night IS NULL AND (at < ?2 OR ?3 = 0))";
    if c.prepare_cached(sql)?.execute(params![n, oldest, undo_nights])? > 0 {
        session.has_erased.set(true);
    }
    Ok(())
}

fn forget_old(session: &mut Session<'_>, n: MindNumber, undo_nights: u32) -> Result<()> {
    let c = session.connection;
    let kept = usize::try_from(undo_nights).unwrap_or(usize::MAX);
    let mut statement = c.prepare_cached("SELECT date, ran_at FROM nights WHERE mind = ?1 ORDER BY date DESC")?;
    let found = statement.query_map([n], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let nights: Vec<(String, i64)> = found.readable()?;
    // Nights that were run in one go are undone in one go, however many they are, and count once.
    let kept = nights.chunk_by(|later, earlier| later.1 == earlier.1).take(kept).map(<[_]>::len).sum();
    let dates: Vec<String> = nights.into_iter().map(|(date, _)| date).collect();
    let (kept, old) = dates.split_at(kept);
    let mut rewritten = HashSet::new();
    let mut close =
        c.prepare_cached("UPDATE night_steps SET undoable = 0 WHERE mind = ?1 AND date = ?2 AND undoable = 1")?;
    for date in old {
        if close.execute(params![n, date])? == 0 {
            continue;
        }
        for group in groups(c, n, date, None)? {
            for (_, bytes) in packs(c, group)? {
                // Of a pack that cannot be read, the vectors stay.
                for entry in Pack::entries(&bytes) {
                    if let Some(Packed::Write { seq, .. }) = rows::understood(entry)? {
                        rewritten.insert(seq);
                    }
                }
            }
            c.execute("DELETE FROM change_packs WHERE group_number = ?1", [group.0])?;
            if c.execute("DELETE FROM attic WHERE mind = ?1 AND group_number = ?2", params![n, group.0])? > 0 {
                session.has_erased.set(true);
            }
        }
    }
    if rewritten.is_empty() { Ok(()) } else { prune_vectors(c, n, &rewritten, kept) }
}

/// Removes the vectors of texts that are no longer shown and that no night can bring back.
fn prune_vectors(c: &Connection, n: MindNumber, rewritten: &HashSet<Seq>, kept: &[String]) -> Result<()> {
    let needed = needed_versions(c, n, rewritten, kept)?;
    let mut find = c.prepare_cached(
        "SELECT v.number, v.version FROM vectors v JOIN memories m ON m.seq = v.memory
         WHERE v.memory = ?1 AND v.version <> m.version",
    )?;
    let mut delete = c.prepare_cached("DELETE FROM vectors WHERE number = ?1")?;
    for seq in rewritten {
        let found = find.query_map([seq.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let hidden: Vec<(i64, u32)> = found.readable()?;
        for (number, version) in hidden {
            if !needed.get(seq).is_some_and(|versions| versions.contains(&version)) {
                delete.execute([number])?;
            }
        }
    }
    Ok(())
}

/// The versions that undoing one of the nights would show again.
fn needed_versions(
    c: &Connection,
    n: MindNumber,
    rewritten: &HashSet<Seq>,
    nights: &[String],
) -> Result<HashMap<Seq, HashSet<u32>>> {
    let mut needed: HashMap<Seq, HashSet<u32>> = HashMap::new();
    let sql = "SELECT m.seq, c.deed, c.before, c.after FROM changes c JOIN memories m ON m.id = c.subject
               WHERE c.group_number = ?1 AND c.deed = 'shown'";
    let mut statement = c.prepare_cached(sql)?;
    for date in nights {
        for group in groups(c, n, date, None)? {
            let mut found = statement.query([group.0])?;
            while let Some(row) = found.next()? {
                let seq = Seq(row.get(0)?);
                if !rewritten.contains(&seq) {
                    continue;
                }
                let text = |at: usize| row.get_ref(at)?.as_str_or_null().map_err(rusqlite::Error::from);
                let words = text(1).and_then(|deed| Ok((deed, text(2)?, text(3)?)));
                let deed = rows::readable(words)?
                    .and_then(|(deed, before, after)| decode(deed.unwrap_or_default(), before, after));
                if let Some(Deed::Set(Facet::Shown(step))) = deed {
                    needed.entry(seq).or_default().extend([step.before.version, step.after.version]);
                }
            }
        }
    }
    Ok(needed)
}

/// Takes memories out of all packs.
pub(in crate::sqlite) fn strike_out(c: &Connection, n: MindNumber, seqs: &HashSet<Seq>) -> Result<()> {
    let sql = "SELECT p.number, p.data FROM change_packs p JOIN change_groups g ON g.number = p.group_number
               WHERE g.mind = ?1";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = statement.query([n])?;
    let mut rests = Vec::new();
    while let Some(row) = found.next()? {
        let rest = Pack::without(row.get_ref(1)?.as_blob().unwrap_or_default(), seqs);
        match rows::understood(rest)? {
            Some(Some(rest)) => rests.push((row.get::<_, i64>(0)?, rest)),
            Some(None) => {}
            // What cannot be read may hold what is to go, and nothing can be taken back with it.
            None => rests.push((row.get::<_, i64>(0)?, Pack::default())),
        }
    }
    for (number, rest) in rests {
        c.execute("UPDATE change_packs SET data = ?2 WHERE number = ?1", params![number, rest.bytes()])?;
    }
    Ok(())
}
