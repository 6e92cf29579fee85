//! What tasks are about, in columns.

use omoide_core::Seq;
use omoide_core::ports::store::{CallNumber, TaskSubject};
use rusqlite::{Connection, Row};

use crate::sqlite::error::Result;
use crate::sqlite::rows;

/// A subject as the columns `subject`, `one`, `other` and `name` have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SubjectColumns {
    pub(super) subject: &'static str,
    pub(super) one: i64,
    pub(super) other: i64,
    pub(super) name: String,
}

impl SubjectColumns {
    pub(super) fn of(subject: &TaskSubject) -> Self {
        let columns = |subject, one, other, name| Self { subject, one, other, name };
        match subject {
            TaskSubject::Memory(seq) => columns("memory", seq.0, 0, String::new()),
            TaskSubject::Pair(a, b) => columns("pair", a.0.min(b.0), a.0.max(b.0), String::new()),
            TaskSubject::Thread(name) => columns("thread", 0, 0, name.clone()),
            TaskSubject::Date(date) => columns("date", 0, 0, date.to_string()),
        }
    }
}

/// The subjects of a call's tasks, in their order.
pub(super) fn of_call(c: &Connection, call: CallNumber) -> Result<Vec<TaskSubject>> {
    let sql = "SELECT subject, one, other, name FROM tasks WHERE call = ?1 ORDER BY place";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = statement.query([call.0])?;
    let mut subjects = Vec::new();
    while let Some(row) = found.next()? {
        subjects.extend(rows::understood(read(row))?.flatten());
    }
    Ok(subjects)
}

/// A subject from a later version is none that anything can be made of here.
fn read(row: &Row<'_>) -> Result<Option<TaskSubject>> {
    let (one, other) = (Seq(rows::integer(row, 1)?), Seq(rows::integer(row, 2)?));
    Ok(match rows::text(row, 0)? {
        "memory" => Some(TaskSubject::Memory(one)),
        "pair" => Some(TaskSubject::Pair(one, other)),
        "thread" => Some(TaskSubject::Thread(row.get(3)?)),
        "date" => Some(TaskSubject::Date(rows::date(rows::text(row, 3)?)?)),
        _ => None,
    })
}
