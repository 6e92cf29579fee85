//! Writing the ledger.

use omoide_core::ports::store::{CallNumber, Intent, LedgerWriter, Made, Outcome};
use omoide_core::ports::{FailureKind, Tokens};
use omoide_core::{MindName, Seq};
use rusqlite::{Connection, params};

use super::{ANSWERED, Answer, OPEN, number_of, whole};
use crate::sqlite::error::Result;
use crate::sqlite::session::Session;

impl LedgerWriter for Session<'_> {
    fn begin_call(&mut self, mind: &MindName, intent: &Intent, memories: &[Seq]) -> Answer<CallNumber> {
        let outcome = number_of(self, mind).and_then(|n| begin(self.connection, n, intent, memories));
        self.told(outcome)
    }

    fn answer_call(&mut self, call: CallNumber, outcome: &Outcome, text: Option<&str>) -> Answer<()> {
        let sql = "UPDATE calls SET answer = ?2 WHERE number = ?1";
        let write = || -> Result<()> {
            end(self.connection, call, outcome, ANSWERED)?;
            self.connection.prepare_cached(sql)?.execute(params![call.0, text])?;
            Ok(())
        };
        self.told(write())
    }

    fn fail_call(&mut self, call: CallNumber, outcome: &Outcome, kind: FailureKind) -> Answer<()> {
        let write = || -> Result<()> {
            end(self.connection, call, outcome, kind.name())?;
            if kind.may_be_paid() {
                let sql = "UPDATE tasks SET state = 'replaced' WHERE call = ?1";
                self.connection.prepare_cached(sql)?.execute([call.0])?;
                let sql = "UPDATE calls SET replaced = memories WHERE number = ?1";
                self.connection.prepare_cached(sql)?.execute([call.0])?;
            } else {
                self.connection
                    .prepare_cached("DELETE FROM tasks WHERE call = ?1 AND state = 'asked'")?
                    .execute([call.0])?;
            }
            Ok(())
        };
        self.told(write())
    }

    fn give_back(&mut self, mind: &MindName, before: i64) -> Answer<u64> {
        let sql = "DELETE FROM tasks WHERE state = 'asked' AND call IN (
                       SELECT number FROM calls WHERE mind = ?1 AND at < ?2 AND state = 'open')";
        self.change(mind, |session, n| Ok(session.connection.prepare_cached(sql)?.execute(params![n, before])? as u64))
    }

    fn settle(&mut self, mind: &MindName, call: CallNumber, made: &[(Seq, Made)]) -> Answer<()> {
        self.change(mind, |session, _| settle(session.connection, call, made))
    }
}

fn begin(c: &Connection, n: i64, intent: &Intent, memories: &[Seq]) -> Result<CallNumber> {
    let sql = "INSERT INTO calls (mind, at, at_offset, provider, model, purpose, made_by, state, input_tokens,
                                  output_tokens, nanodollars, is_measured, duration_ms, memories)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 0, 0, ?12)";
    c.prepare_cached(sql)?.execute(params![
        n,
        intent.at.unix_micros(),
        intent.at.offset_seconds(),
        intent.provider,
        intent.model,
        intent.purpose.name(),
        intent.made_by,
        OPEN,
        whole(intent.tokens.input),
        whole(intent.tokens.output),
        whole(intent.nanodollars),
        whole(memories.len()),
    ])?;
    let call = CallNumber(c.last_insert_rowid());
    let sql = "INSERT INTO tasks (memory, purpose, call, place, state) VALUES (?1, ?2, ?3, ?4, 'asked')";
    let mut statement = c.prepare_cached(sql)?;
    for (place, seq) in (0_i64..).zip(memories) {
        statement.execute(params![seq.0, intent.purpose.name(), call.0, place])?;
    }
    Ok(call)
}

fn end(c: &Connection, call: CallNumber, outcome: &Outcome, state: &str) -> Result<()> {
    let sql = "UPDATE calls SET state = ?2, input_tokens = ?3, output_tokens = ?4, nanodollars = ?5,
                                is_measured = ?6, duration_ms = ?7 WHERE number = ?1";
    let Tokens { input, output } = outcome.tokens;
    c.prepare_cached(sql)?.execute(params![
        call.0,
        state,
        whole(input),
        whole(output),
        whole(outcome.nanodollars),
        outcome.is_measured,
        whole(outcome.duration_ms),
    ])?;
    Ok(())
}

fn settle(c: &Connection, call: CallNumber, made: &[(Seq, Made)]) -> Result<()> {
    let sql = "UPDATE tasks SET state = ?3, made = ?4 WHERE memory = ?1 AND call = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let (mut repaired, mut replaced) = (0_i64, 0_i64);
    for (seq, made) in made {
        let (state, text) = match made {
            Made::Good(text) => ("good", Some(text)),
            Made::Repaired(text) => {
                repaired += 1;
                ("repaired", Some(text))
            }
            Made::Replaced => {
                replaced += 1;
                ("replaced", None)
            }
        };
        statement.execute(params![seq.0, call.0, state, text])?;
    }
    let sql = "UPDATE calls SET answer = NULL, repaired = ?2, replaced = ?3 WHERE number = ?1";
    c.prepare_cached(sql)?.execute(params![call.0, repaired, replaced])?;
    Ok(())
}
