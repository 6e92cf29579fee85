//! Nights: noted with their journals, which are forgotten in time.

use std::collections::{HashMap, HashSet};

use omoide_core::Seq;
use omoide_core::ports::store::NightRecord;
use rusqlite::{Connection, OptionalExtension, params};

use crate::sqlite::error::Result;
use crate::sqlite::journal::{Entry, Journal};
use crate::sqlite::session::{MindNumber, Session};

/// Notes that a night was run, and forgets how to undo all but the last `undo_nights`.
pub(super) fn record(session: &mut Session<'_>, n: MindNumber, night: &NightRecord, undo_nights: u32) -> Result<()> {
    let date = night.date.to_string();
    let journal = session.take_journal(n, night.date);
    let c = session.connection;
    let earlier = "SELECT fades FROM nights WHERE mind = ?1 AND date = ?2";
    let earlier: Option<Option<Vec<u8>>> = c.query_row(earlier, params![n, date], |row| row.get(0)).optional()?;
    let journal = match earlier.flatten() {
        Some(bytes) => joined(&bytes, &journal)?,
        None => journal,
    };
    let sql = "INSERT INTO nights (mind, date, at, at_offset, ran_at, ran_offset, report, fades)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
               ON CONFLICT (mind, date) DO UPDATE SET at = excluded.at, at_offset = excluded.at_offset,
                   ran_at = excluded.ran_at, ran_offset = excluded.ran_offset, report = excluded.report,
                   fades = excluded.fades";
    c.execute(
        sql,
        params![
            n,
            date,
            night.at.unix_micros(),
            night.at.offset_seconds(),
            night.ran_at.unix_micros(),
            night.ran_at.offset_seconds(),
            night.report,
            journal.bytes(),
        ],
    )?;
    session.touch_night(n);
    forget(session, n, undo_nights)
}

fn joined(earlier: &[u8], later: &Journal) -> Result<Journal> {
    let mut journal = Journal::open(earlier)?;
    for entry in Journal::entries(later.bytes()) {
        journal.push(&entry?);
    }
    Ok(journal)
}

fn forget(session: &mut Session<'_>, n: MindNumber, undo_nights: u32) -> Result<()> {
    let c = session.connection;
    let kept = usize::try_from(undo_nights).unwrap_or(usize::MAX);
    let mut statement = c.prepare_cached("SELECT date FROM nights WHERE mind = ?1 ORDER BY date DESC")?;
    let dates: Vec<String> = statement.query_map([n], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let (kept, old) = dates.split_at(kept.min(dates.len()));
    let mut rewritten = HashSet::new();
    for date in old {
        let Some(bytes) = journal(c, n, date)? else { continue };
        for entry in Journal::entries(&bytes) {
            if let Entry::Write { seq, .. } = entry? {
                rewritten.insert(seq);
            }
        }
        c.execute("UPDATE nights SET fades = NULL WHERE mind = ?1 AND date = ?2", params![n, date])?;
        if c.execute("DELETE FROM attic WHERE mind = ?1 AND night = ?2", params![n, date])? > 0 {
            session.note_erasure();
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
        let hidden: Vec<(i64, u32)> = found.collect::<rusqlite::Result<_>>()?;
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
    for date in nights {
        let Some(bytes) = journal(c, n, date)? else { continue };
        for entry in Journal::entries(&bytes) {
            if let Entry::Become { seq, before, after } = entry?
                && rewritten.contains(&seq)
            {
                needed.entry(seq).or_default().extend([before.version, after.version]);
            }
        }
    }
    Ok(needed)
}

/// The journal of a night that can still be undone.
pub(super) fn journal(c: &Connection, n: MindNumber, date: &str) -> Result<Option<Vec<u8>>> {
    let mut statement = c.prepare_cached("SELECT fades FROM nights WHERE mind = ?1 AND date = ?2")?;
    let found: Option<Option<Vec<u8>>> = statement.query_row(params![n, date], |row| row.get(0)).optional()?;
    Ok(found.flatten())
}

/// Takes memories out of the journals of all nights.
pub(super) fn strike_out(session: &mut Session<'_>, n: MindNumber, seqs: &HashSet<Seq>) -> Result<()> {
    let c = session.connection;
    let mut statement = c.prepare_cached("SELECT date FROM nights WHERE mind = ?1 AND fades IS NOT NULL")?;
    let dates: Vec<String> = statement.query_map([n], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for date in dates {
        let Some(bytes) = journal(c, n, &date)? else { continue };
        if let Some(rest) = Journal::without(&bytes, seqs)? {
            let sql = "UPDATE nights SET fades = ?3 WHERE mind = ?1 AND date = ?2";
            c.execute(sql, params![n, date, rest.bytes()])?;
        }
    }
    session.strike_out(n, seqs)
}
