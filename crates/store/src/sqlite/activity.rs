//! The activity log: a row a line.

use std::ops::RangeInclusive;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{ActivityLog, ActivityWriter};
use omoide_core::{ActivityFields, ActivityLine, ActivityType, Date, MindName, NewActivity, Seq};
use rusqlite::{Connection, Row, params};

use super::error::{Result, SqliteFault};
use super::rows;
use super::session::{MindNumber, Session};
use crate::sqlite::rows::{IfReadable, ReadableRows};

type Answer<T> = std::result::Result<T, StoreError>;

/// The first format that has the table.
const SINCE_FORMAT: u32 = 8;

const LINES: &str = "SELECT a.date, a.line, a.at, a.at_offset, a.type, a.fields, a.turn, t.said, t.replied, t.person
    FROM activity a LEFT JOIN turns t ON t.seq = a.turn AND t.mind = a.mind WHERE a.mind = ?1";

impl ActivityLog for Session<'_> {
    fn activity(&self, mind: &MindName, date: Date, lines: RangeInclusive<u32>) -> Answer<Vec<ActivityLine>> {
        let sql = format!("{LINES} AND a.date = ?2 AND a.line BETWEEN ?3 AND ?4 ORDER BY a.line");
        self.in_activity(mind, |c, n| {
            let mut statement = c.prepare_cached(&sql)?;
            let found = statement.query_map(params![n, date.to_string(), lines.start(), lines.end()], read)?;
            Ok(found.readable()?)
        })
    }

    fn latest_activity(&self, mind: &MindName, before: Option<(Date, u32)>, limit: usize) -> Answer<Vec<ActivityLine>> {
        let sql = format!(
            "{LINES} AND (?2 IS NULL OR (a.date, a.line) < (?2, ?3)) ORDER BY a.date DESC, a.line DESC LIMIT ?4"
        );
        let (date, line) = before.map_or((None, 0), |(date, line)| (Some(date.to_string()), line));
        self.in_activity(mind, |c, n| {
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let mut statement = c.prepare_cached(&sql)?;
            let mut found: Vec<ActivityLine> = statement.query_map(params![n, date, line, limit], read)?.readable()?;
            found.reverse();
            Ok(found)
        })
    }

    fn activity_dates(&self, mind: &MindName) -> Answer<Vec<(Date, u32)>> {
        self.in_activity(mind, |c, n| {
            let sql = "SELECT date, max(line) FROM activity WHERE mind = ?1 GROUP BY date ORDER BY date";
            let mut statement = c.prepare_cached(sql)?;
            let found = statement.query_map([n], |row| Ok((date(row, 0)?, rows::count(row, 1)?)))?;
            Ok(found.readable()?)
        })
    }
}

impl ActivityWriter for Session<'_> {
    fn log_activity(&mut self, mind: &MindName, line: &NewActivity, memory: Option<Seq>) -> Answer<(Date, u32)> {
        let outcome = self.mind_or_begin(mind).and_then(|n| append(self.connection, n, line, memory));
        self.told(outcome)
    }
}

impl Session<'_> {
    /// What is found in the table; nothing where the file has none yet.
    fn in_activity<T: Default>(
        &self,
        mind: &MindName,
        look: impl FnOnce(&Connection, MindNumber) -> Result<T>,
    ) -> Answer<T> {
        self.look(mind, |c, n| if self.format < SINCE_FORMAT { Ok(T::default()) } else { look(c, n) })
    }
}

fn append(c: &Connection, n: MindNumber, line: &NewActivity, memory: Option<Seq>) -> Result<(Date, u32)> {
    let turn: Option<i64> = match memory {
        Some(seq) => {
            let sql = "SELECT turn FROM memories WHERE seq = ?1 AND mind = ?2";
            c.prepare_cached(sql)?.query_row(params![seq.0, n], |row| row.get(0)).if_readable()?.flatten()
        }
        None => None,
    };
    let fields = match &line.fields {
        fields if *fields == ActivityFields::default() => None,
        fields => Some(serde_json::to_string(fields).map_err(|error| SqliteFault::Row(error.to_string()))?),
    };
    let sql = "INSERT INTO activity (mind, date, line, at, at_offset, type, turn, fields)
               VALUES (?1, ?2, (SELECT coalesce(max(line), 0) + 1 FROM activity WHERE mind = ?1 AND date = ?2),
                       ?3, ?4, ?5, ?6, ?7)
               RETURNING line";
    let (date, at) = (line.at.date(), line.at);
    let values = params![n, date.to_string(), at.unix_micros(), at.offset_seconds(), line.what.name(), turn, fields];
    let number = c.prepare_cached(sql)?.query_row(values, |row| rows::count(row, 0))?;
    Ok((date, number))
}

fn date(row: &Row<'_>, column: usize) -> rusqlite::Result<Date> {
    rows::date(rows::text(row, column)?)
        .map_err(|_| rusqlite::Error::InvalidColumnType(column, "date".to_owned(), rusqlite::types::Type::Text))
}

fn read(row: &Row<'_>) -> rusqlite::Result<ActivityLine> {
    let what = ActivityType::named(rows::text(row, 4)?)
        .ok_or_else(|| rusqlite::Error::InvalidColumnType(4, "type".to_owned(), rusqlite::types::Type::Text))?;
    let fields: Option<String> = row.get(5)?;
    // Odd JSON costs its own words only.
    let mut fields: ActivityFields = fields.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    if row.get::<_, Option<i64>>(6)?.is_some() {
        let (said, replied, person): (Option<String>, Option<String>, Option<String>) =
            (row.get(7)?, row.get(8)?, row.get(9)?);
        match what {
            ActivityType::MessageReceived => {
                fields.content = said.unwrap_or_default();
                fields.from = person.unwrap_or_default();
            }
            ActivityType::ResponseSent => {
                fields.content = replied.unwrap_or_default();
                fields.to = person.unwrap_or_default();
            }
            // What else was noted of a turn goes with it.
            _ if said.is_none() => fields = ActivityFields { tool: fields.tool, ..ActivityFields::default() },
            _ => {}
        }
    }
    Ok(ActivityLine { date: date(row, 0)?, line: rows::count(row, 1)?, at: rows::moment(row, 2)?, what, fields })
}
