//! Writing the ledger.

use omoide_core::ports::store::{CallIntent, CallNumber, CallOutcome, LedgerWriter, Made, Purpose, TaskSubject};
use omoide_core::ports::{FailureKind, Tokens};
use omoide_core::{MindName, Seq};
use rusqlite::{Connection, params};

use super::subject::SubjectColumns;
use super::{ANSWERED, Answer, OPEN, number_of, whole};
use crate::sqlite::error::Result;
use crate::sqlite::session::Session;

impl LedgerWriter for Session<'_> {
    fn begin_call(
        &mut self,
        mind: &MindName,
        intent: &CallIntent,
        subjects: &[TaskSubject],
        sources: &[Seq],
    ) -> Answer<CallNumber> {
        let outcome = number_of(self, mind).and_then(|n| begin(self.connection, n, intent, subjects, sources));
        self.told(outcome)
    }

    fn answer_call(&mut self, call: CallNumber, outcome: &CallOutcome, text: Option<&str>) -> Answer<()> {
        let sql = "UPDATE calls SET answer = ?2 WHERE number = ?1";
        let write = || -> Result<()> {
            end(self.connection, call, outcome, ANSWERED)?;
            self.connection.prepare_cached(sql)?.execute(params![call.0, text])?;
            Ok(())
        };
        self.told(write())
    }

    fn fail_call(&mut self, call: CallNumber, outcome: &CallOutcome, kind: FailureKind) -> Answer<()> {
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
                let sql = "DELETE FROM call_sources
                           WHERE call = ?1 AND NOT EXISTS (SELECT 1 FROM tasks WHERE call = ?1)";
                self.connection.prepare_cached(sql)?.execute([call.0])?;
            }
            Ok(())
        };
        self.told(write())
    }

    fn give_back(&mut self, mind: &MindName, before: i64) -> Answer<u64> {
        let lost = "call IN (SELECT number FROM calls WHERE mind = ?1 AND at < ?2 AND state = 'open')";
        self.change(mind, |session, n| {
            let delete = |rows: &str| -> Result<usize> {
                let sql = format!("DELETE FROM {rows} AND {lost}");
                Ok(session.connection.prepare_cached(&sql)?.execute(params![n, before])?)
            };
            let memories = delete("tasks WHERE state = 'asked' AND subject = 'memory'")?;
            delete("tasks WHERE state = 'asked'")?;
            let sources =
                delete("call_sources WHERE NOT EXISTS (SELECT 1 FROM tasks t WHERE t.call = call_sources.call)")?;
            Ok((memories + sources) as u64)
        })
    }

    fn release(&mut self, mind: &MindName, purpose: Purpose, memories: &[Seq]) -> Answer<()> {
        self.change(mind, |session, n| {
            let calls = "SELECT number FROM calls WHERE mind = ?1 AND purpose = ?2";
            let own = format!("DELETE FROM tasks WHERE subject = 'memory' AND one = ?3 AND call IN ({calls})");
            let shown = format!("DELETE FROM call_sources WHERE memory = ?3 AND call IN ({calls})");
            for sql in [own, shown] {
                let mut statement = session.connection.prepare_cached(&sql)?;
                for seq in memories {
                    statement.execute(params![n, purpose.name(), seq.0])?;
                }
            }
            Ok(())
        })
    }

    fn settle(&mut self, mind: &MindName, call: CallNumber, made: &[(TaskSubject, Made)]) -> Answer<()> {
        self.change(mind, |session, _| settle(session.connection, call, made))
    }
}

fn begin(c: &Connection, n: i64, intent: &CallIntent, subjects: &[TaskSubject], sources: &[Seq]) -> Result<CallNumber> {
    let own = subjects.iter().filter(|subject| matches!(subject, TaskSubject::Memory(_))).count();
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
        whole(own + sources.len()),
    ])?;
    let call = CallNumber(c.last_insert_rowid());
    let purpose = intent.purpose.name();
    for (place, subject) in (0_i64..).zip(subjects) {
        // A thread goes on, and is asked about again.
        let or = if matches!(subject, TaskSubject::Thread(_)) { "OR REPLACE " } else { "" };
        let sql = format!(
            "INSERT {or}INTO tasks (subject, one, other, name, mind, purpose, call, place, state)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'asked')"
        );
        let SubjectColumns { subject, one, other, name } = SubjectColumns::of(subject);
        c.prepare_cached(&sql)?.execute(params![subject, one, other, name, n, purpose, call.0, place])?;
    }
    let mut statement = c.prepare_cached("INSERT INTO call_sources (call, place, memory) VALUES (?1, ?2, ?3)")?;
    for (place, memory) in (0_i64..).zip(sources) {
        statement.execute(params![call.0, place, memory.0])?;
    }
    Ok(call)
}

fn end(c: &Connection, call: CallNumber, outcome: &CallOutcome, state: &str) -> Result<()> {
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

fn settle(c: &Connection, call: CallNumber, made: &[(TaskSubject, Made)]) -> Result<()> {
    let sql = "UPDATE tasks SET state = ?6, made = ?7
               WHERE subject = ?1 AND one = ?2 AND other = ?3 AND name = ?4 AND call = ?5";
    let mut statement = c.prepare_cached(sql)?;
    let sources: i64 =
        c.prepare_cached("SELECT count(*) FROM call_sources WHERE call = ?1")?.query_row([call.0], |row| row.get(0))?;
    let (mut repaired, mut replaced) = (0_i64, 0_i64);
    for (subject, made) in made {
        // Counted are memories, also where the task is about all of them together.
        let memories = if matches!(subject, TaskSubject::Memory(_)) { 1 } else { sources };
        let (state, text) = match made {
            Made::Good(text) => ("good", text.as_ref()),
            Made::Repaired(text) => {
                repaired += memories;
                ("repaired", text.as_ref())
            }
            Made::Replaced => {
                replaced += memories;
                ("replaced", None)
            }
        };
        let SubjectColumns { subject, one, other, name } = SubjectColumns::of(subject);
        statement.execute(params![subject, one, other, name, call.0, state, text])?;
    }
    let sql = "UPDATE calls SET answer = NULL, repaired = ?2, replaced = ?3 WHERE number = ?1";
    c.prepare_cached(sql)?.execute(params![call.0, repaired, replaced])?;
    Ok(())
}
