//! The ledger in rows: calls, their tasks, and what came of them.

mod assessment;
mod subject;
mod writing;

use std::ops::Range;

use omoide_core::ports::store::{CallNumber, Ending, Ledger, ModelCall, Purpose, Spending, StoreError, Unread};
use omoide_core::ports::{FailureKind, Tokens};
use omoide_core::{Assessment, MindName, Moment, Seq};
use rusqlite::{Connection, Row, params};

use super::error::Result;
use super::rows;
use super::session::{MindNumber, Session};
use crate::sqlite::rows::ReadableRows;

pub(super) use assessment::{from_json, of as assessments_of, to_json, write as write_assessment};

type Answer<T> = std::result::Result<T, StoreError>;

/// A call that is being made, or whose maker was killed.
const OPEN: &str = "open";

/// A call that was answered.
const ANSWERED: &str = "answered";

/// The sums of [`Spending`], in its order. `sum` fails where a number is so damaged that it overflows.
const SUMS: &str =
    "count(*), coalesce(sum(state NOT IN ('open', 'answered')), 0), CAST(total(input_tokens) AS INTEGER),
    CAST(total(output_tokens) AS INTEGER), CAST(total(nanodollars) AS INTEGER), CAST(total(memories) AS INTEGER),
    CAST(total(repaired) AS INTEGER), CAST(total(replaced) AS INTEGER)";

impl Ledger for Session<'_> {
    fn spent(&self, range: Range<i64>) -> Answer<Spending> {
        let sql = format!("SELECT {SUMS} FROM calls WHERE at >= ?1 AND at < ?2");
        let look = || -> Result<Spending> {
            let mut statement = self.connection.prepare_cached(&sql)?;
            Ok(statement.query_row(params![range.start, range.end], |row| spending(row, 0))?)
        };
        self.told(look())
    }

    fn spent_by_purpose(&self, range: Range<i64>) -> Answer<Vec<(String, String, Purpose, Spending)>> {
        let sql = format!(
            "SELECT provider, model, purpose, {SUMS} FROM calls WHERE at >= ?1 AND at < ?2
             GROUP BY provider, model, purpose ORDER BY provider, model, purpose"
        );
        let look = || -> Result<Vec<_>> {
            let mut statement = self.connection.prepare_cached(&sql)?;
            let found = statement.query_map(params![range.start, range.end], |row| {
                Ok((row.get(0)?, row.get(1)?, purpose(rows::text(row, 2)?), spending(row, 3)?))
            })?;
            Ok(found.readable()?)
        };
        self.told(look())
    }

    fn calls(&self, provider: Option<&str>, limit: usize) -> Answer<Vec<ModelCall>> {
        let sql = "SELECT number, at, at_offset, provider, model, purpose, state, input_tokens, output_tokens,
                          nanodollars, is_measured, duration_ms, memories
                   FROM calls WHERE ?1 IS NULL OR provider = ?1 ORDER BY number DESC LIMIT ?2";
        let look = || -> Result<Vec<ModelCall>> {
            let mut statement = self.connection.prepare_cached(sql)?;
            let found = statement.query_map(params![provider, whole(limit)], call)?;
            Ok(found.readable()?)
        };
        self.told(look())
    }

    fn first_call(&self) -> Answer<Option<Moment>> {
        let look = || -> Result<Option<Moment>> {
            let mut statement =
                self.connection.prepare_cached("SELECT at, at_offset FROM calls ORDER BY at LIMIT 1")?;
            let mut found = statement.query([])?;
            Ok(found.next()?.map(|row| rows::readable(rows::moment(row, 0))).transpose()?.flatten())
        };
        self.told(look())
    }

    fn never_asked(&self, mind: &MindName, purpose: Purpose, limit: usize) -> Answer<Vec<Seq>> {
        let sql = format!("SELECT m.seq FROM memories m WHERE {NEVER_ASKED} ORDER BY m.seq DESC LIMIT ?3");
        self.look_at_tasks(mind, |c, n| {
            let mut statement = c.prepare_cached(&sql)?;
            let found = statement.query_map(params![n, purpose.name(), whole(limit)], |row| Ok(Seq(row.get(0)?)))?;
            Ok(found.readable()?)
        })
    }

    fn count_never_asked(&self, mind: &MindName, purpose: Purpose) -> Answer<u64> {
        let sql = format!("SELECT count(*) FROM memories m WHERE {NEVER_ASKED}");
        self.look_at_tasks(mind, |c, n| {
            Ok(c.prepare_cached(&sql)?.query_row(params![n, purpose.name()], |row| rows::total(row, 0))?)
        })
    }

    fn asked(&self, mind: &MindName, purpose: Purpose, seqs: &[Seq]) -> Answer<Vec<Seq>> {
        let sql = "SELECT EXISTS (SELECT 1 FROM tasks WHERE subject = 'memory' AND one = ?1 AND purpose = ?2)
                       OR EXISTS (SELECT 1 FROM call_sources s JOIN calls c ON c.number = s.call
                                  WHERE s.memory = ?1 AND c.purpose = ?2)";
        self.look_at_tasks(mind, |c, _| {
            let mut statement = c.prepare_cached(sql)?;
            let mut asked = Vec::new();
            for seq in seqs {
                if statement.query_row(params![seq.0, purpose.name()], |row| row.get::<_, bool>(0))? {
                    asked.push(*seq);
                }
            }
            Ok(asked)
        })
    }

    fn made(&self, mind: &MindName, purpose: Purpose, seqs: &[Seq]) -> Answer<Vec<(Seq, String, String)>> {
        let sql = "SELECT t.made, c.made_by FROM tasks t JOIN calls c ON c.number = t.call
                   WHERE t.subject = 'memory' AND t.one = ?1 AND t.purpose = ?2 AND t.made IS NOT NULL
                     AND t.mind = ?3";
        self.look_at_tasks(mind, |c, n| {
            let mut statement = c.prepare_cached(sql)?;
            let mut made = Vec::new();
            for seq in seqs {
                let mut found = statement.query(params![seq.0, purpose.name(), n])?;
                if let Some(row) = found.next()? {
                    made.extend(rows::readable(row.get(0).and_then(|text| Ok((*seq, text, row.get(1)?))))?);
                }
            }
            Ok(made)
        })
    }

    fn unread(&self, mind: &MindName) -> Answer<Vec<Unread>> {
        self.look_at_tasks(mind, |c, n| {
            let sql = "SELECT number, purpose, made_by, answer FROM calls
                       WHERE mind = ?1 AND answer IS NOT NULL ORDER BY number";
            let mut statement = c.prepare_cached(sql)?;
            let mut found = statement.query([n])?;
            let mut unread = Vec::new();
            while let Some(row) = found.next()? {
                unread.extend(rows::understood(unread_answer(c, row))?);
            }
            Ok(unread)
        })
    }

    fn assessments(&self, mind: &MindName, seqs: &[Seq]) -> Answer<Vec<(Seq, Assessment)>> {
        self.look(mind, |c, n| assessment::of(c, n, seqs))
    }
}

/// The first format whose tasks have subjects.
const SUBJECTS_SINCE_FORMAT: u32 = 7;

impl Session<'_> {
    /// What `look` finds among the tasks of a mind; nothing in a file of an earlier format, in whose name nobody asks.
    fn look_at_tasks<T: Default>(
        &self,
        mind: &MindName,
        look: impl FnOnce(&Connection, MindNumber) -> Result<T>,
    ) -> Answer<T> {
        if self.format < SUBJECTS_SINCE_FORMAT { Ok(T::default()) } else { self.look(mind, look) }
    }
}

/// Active episodes of a mind (?1) with a turn that nobody was asked about for a purpose (?2).
const NEVER_ASKED: &str = "m.mind = ?1 AND m.kind = 'episode' AND m.archived_at IS NULL AND m.turn IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.subject = 'memory' AND t.one = m.seq AND t.purpose = ?2)
    AND NOT EXISTS (SELECT 1 FROM call_sources s JOIN calls c ON c.number = s.call
                    WHERE s.memory = m.seq AND c.purpose = ?2)";

fn unread_answer(c: &Connection, row: &Row<'_>) -> Result<Unread> {
    let call = CallNumber(row.get(0)?);
    Ok(Unread {
        call,
        purpose: purpose(rows::text(row, 1)?),
        made_by: row.get(2)?,
        memories: memories_of(c, call)?,
        subjects: subject::of_call(c, call)?,
        text: row.get(3)?,
    })
}

fn memories_of(c: &Connection, call: CallNumber) -> Result<Vec<Seq>> {
    let sql = "SELECT one FROM (SELECT 0 AS part, one, place FROM tasks WHERE call = ?1 AND subject = 'memory'
                               UNION ALL SELECT 1, memory, place FROM call_sources WHERE call = ?1)
               ORDER BY part, place";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map([call.0], |row| Ok(Seq(row.get(0)?)))?;
    Ok(found.readable()?)
}

fn spending(row: &Row<'_>, at: usize) -> rusqlite::Result<Spending> {
    Ok(Spending {
        calls: rows::total(row, at)?,
        failed: rows::total(row, at + 1)?,
        tokens: Tokens { input: rows::total(row, at + 2)?, output: rows::total(row, at + 3)? },
        nanodollars: rows::total(row, at + 4)?,
        memories: rows::total(row, at + 5)?,
        repaired: rows::total(row, at + 6)?,
        replaced: rows::total(row, at + 7)?,
    })
}

fn call(row: &Row<'_>) -> rusqlite::Result<ModelCall> {
    let ending = match rows::text(row, 6)? {
        OPEN => Ending::Open,
        ANSWERED => Ending::Answered,
        // A kind from a later version is a failure of whatever kind.
        name => Ending::Failed(FailureKind::named(name).unwrap_or(FailureKind::Unavailable)),
    };
    Ok(ModelCall {
        number: CallNumber(row.get(0)?),
        at: rows::moment(row, 1)?,
        provider: row.get(3)?,
        model: row.get(4)?,
        purpose: purpose(rows::text(row, 5)?),
        ending,
        tokens: Tokens { input: rows::total(row, 7)?, output: rows::total(row, 8)? },
        nanodollars: rows::total(row, 9)?,
        is_measured: row.get(10)?,
        duration_ms: rows::total(row, 11)?,
        memories: rows::total(row, 12)?,
    })
}

/// A purpose from a later version is shown as a test, which nothing is made of.
fn purpose(name: &str) -> Purpose {
    Purpose::named(name).unwrap_or(Purpose::Test)
}

fn whole(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// Forgets the answers that may hold words of a memory that is erased.
pub(super) fn forget_answers(c: &Connection, seq: Seq) -> Result<()> {
    let sql = "UPDATE calls SET answer = NULL
               WHERE answer IS NOT NULL
                 AND number IN (SELECT call FROM tasks WHERE subject IN ('memory', 'pair') AND one = ?1
                                UNION ALL SELECT call FROM tasks WHERE other = ?1 AND other <> 0
                                UNION ALL SELECT call FROM call_sources WHERE memory = ?1)";
    c.prepare_cached(sql)?.execute([seq.0])?;
    Ok(())
}

/// The number of a mind, for calls that are made in its name.
fn number_of(session: &Session<'_>, mind: &MindName) -> Result<MindNumber> {
    session.mind_or_begin(mind)
}
