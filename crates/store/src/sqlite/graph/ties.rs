//! Ties in rows, and in the packs of the changes that made them.

use omoide_core::change::{BeforeAfter, GroupNumber, TieStrength};
use omoide_core::{Seq, Tie, TieKind};
use rusqlite::{Connection, params};

use crate::sqlite::changes::{self, Pack, Packed};
use crate::sqlite::error::Result;
use crate::sqlite::rows::IfReadable;
use crate::sqlite::session::{MindNumber, Session};

pub(super) fn tie(session: &Session<'_>, n: MindNumber, group: Option<GroupNumber>, ties: &[Tie]) -> Result<usize> {
    let c = session.connection;
    let mut pack = Pack::default();
    let mut changed = 0;
    for tie in ties {
        let (low, with) = (tie.a.min(tie.b), tie.a.max(tie.b));
        if low == with || !are_there(c, n, low, with)? {
            continue;
        }
        let before = strength(c, low, with, tie.kind)?;
        if before == tie.strength {
            continue;
        }
        let tie = TieStrength { with, kind: tie.kind, strength: BeforeAfter { before, after: tie.strength } };
        set(c, low, &tie)?;
        pack.push(&Packed::Tie { low, tie });
        changed += 1;
    }
    if let Some(group) = group {
        changes::keep_pack(c, group, &pack)?;
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
        Ok(usize::try_from(found.if_readable()?.unwrap_or(0)).unwrap_or(0))
    };
    seqs.iter().map(&mut count).collect()
}

fn are_there(c: &Connection, n: MindNumber, low: Seq, high: Seq) -> Result<bool> {
    let mut count =
        c.prepare_cached("SELECT count(*) FROM memories NOT INDEXED WHERE seq IN (?1, ?2) AND mind = ?3")?;
    Ok(count.query_row(params![low.0, high.0, n], |row| row.get::<_, i64>(0))? == 2)
}

/// How strongly two memories are tied, the one that was written down first first.
pub(in crate::sqlite) fn strength(c: &Connection, low: Seq, high: Seq, kind: TieKind) -> Result<Option<f64>> {
    let sql = "SELECT strength FROM ties WHERE low = ?1 AND high = ?2 AND kind = ?3";
    Ok(c.prepare_cached(sql)?.query_row(params![low.0, high.0, kind.name()], |row| row.get(0)).if_readable()?)
}

/// Ties a memory to a later one as strongly as the change says, or no longer.
pub(in crate::sqlite) fn set(c: &Connection, low: Seq, tie: &TieStrength) -> Result<()> {
    let TieStrength { with, kind, strength } = tie;
    let kind = kind.name();
    match strength.after {
        Some(strength) => {
            let sql = "INSERT INTO ties (low, high, kind, strength) VALUES (?1, ?2, ?3, ?4)
                       ON CONFLICT (low, high, kind) DO UPDATE SET strength = excluded.strength";
            c.prepare_cached(sql)?.execute(params![low.0, with.0, kind, strength])?;
        }
        None => {
            let sql = "DELETE FROM ties WHERE low = ?1 AND high = ?2 AND kind = ?3";
            c.prepare_cached(sql)?.execute(params![low.0, with.0, kind])?;
        }
    }
    Ok(())
}
