//! Ties in rows, and in the journals of the nights that made them.

use omoide_core::{Date, Seq, Tie, TieKind};
use rusqlite::{Connection, OptionalExtension, params};

use crate::sqlite::error::Result;
use crate::sqlite::journal::{Entry, TieChange};
use crate::sqlite::session::{MindNumber, Session};

pub(super) fn tie(session: &mut Session<'_>, n: MindNumber, night: Option<Date>, ties: &[Tie]) -> Result<usize> {
    let mut changed = 0;
    for tie in ties {
        let (low, high) = (tie.a.min(tie.b), tie.a.max(tie.b));
        if low == high || !are_there(session.connection, n, low, high)? {
            continue;
        }
        let before = strength(session.connection, low, high, tie.kind.name())?;
        let change = TieChange { low, high, kind: tie.kind, before, after: tie.strength };
        if before == tie.strength {
            continue;
        }
        set(session.connection, &change, tie.strength)?;
        if let Some(night) = night {
            session.journal(n, night).push(&Entry::Tie(change));
        }
        changed += 1;
    }
    Ok(changed)
}

pub(super) fn counts(c: &Connection, n: MindNumber, seqs: &[Seq], kind: TieKind) -> Result<Vec<usize>> {
    let sql = "SELECT (SELECT count(*) FROM ties WHERE low = ?1 AND kind = ?2)
                    + (SELECT count(*) FROM ties WHERE high = ?1 AND kind = ?2)
               FROM memories WHERE seq = ?1 AND mind = ?3";
    let mut statement = c.prepare_cached(sql)?;
    let mut count = |seq: &Seq| -> Result<usize> {
        let found = statement.query_row(params![seq.0, kind.name(), n], |row| row.get::<_, i64>(0));
        Ok(usize::try_from(found.optional()?.unwrap_or(0)).unwrap_or(0))
    };
    seqs.iter().map(&mut count).collect()
}

/// Makes a tie what it was before a night, unless someone changed it since.
pub(in crate::sqlite) fn take_back(c: &Connection, n: MindNumber, change: &TieChange) -> Result<()> {
    let now = strength(c, change.low, change.high, change.kind.name())?;
    if now == change.after && are_there(c, n, change.low, change.high)? {
        set(c, change, change.before)?;
    }
    Ok(())
}

fn are_there(c: &Connection, n: MindNumber, low: Seq, high: Seq) -> Result<bool> {
    let mut count =
        c.prepare_cached("SELECT count(*) FROM memories NOT INDEXED WHERE seq IN (?1, ?2) AND mind = ?3")?;
    Ok(count.query_row(params![low.0, high.0, n], |row| row.get::<_, i64>(0))? == 2)
}

fn strength(c: &Connection, low: Seq, high: Seq, kind: &str) -> Result<Option<f64>> {
    let sql = "SELECT strength FROM ties WHERE low = ?1 AND high = ?2 AND kind = ?3";
    Ok(c.prepare_cached(sql)?.query_row(params![low.0, high.0, kind], |row| row.get(0)).optional()?)
}

fn set(c: &Connection, change: &TieChange, strength: Option<f64>) -> Result<()> {
    let TieChange { low, high, kind, .. } = change;
    let kind = kind.name();
    match strength {
        Some(strength) => {
            let sql = "INSERT INTO ties (low, high, kind, strength) VALUES (?1, ?2, ?3, ?4)
                       ON CONFLICT (low, high, kind) DO UPDATE SET strength = excluded.strength";
            c.prepare_cached(sql)?.execute(params![low.0, high.0, kind, strength])?;
        }
        None => {
            let sql = "DELETE FROM ties WHERE low = ?1 AND high = ?2 AND kind = ?3";
            c.prepare_cached(sql)?.execute(params![low.0, high.0, kind])?;
        }
    }
    Ok(())
}
