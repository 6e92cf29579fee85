//! The activity log: a row a line.

use std::ops::RangeInclusive;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{ActivityLog, ActivityPart, ActivityWriter};
use omoide_core::{
    ActivityFields, ActivityLine, ActivityType, DEFAULT_PERSON, Date, MindName, Moment, NewActivity, Seq,
};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params, params_from_iter};

use super::changes::Request;
use super::error::{Result, SqliteFault};
use super::reader::heard_condition;
use super::rows;
use super::session::{MindNumber, Session};
use crate::sqlite::rows::{IfReadable, ReadableRows};

type Answer<T> = std::result::Result<T, StoreError>;

/// The first format that has the table.
const SINCE_FORMAT: u32 = 8;

/// A line with the turn that it tells of, and with the memory of that turn; of several, one that nobody put away.
const LINES: &str = "SELECT a.date, a.line, a.at, a.at_offset, a.type, a.fields, a.turn, t.said, t.replied, t.person,
        m.id, m.revival_requested
    FROM activity a LEFT JOIN turns t ON t.seq = a.turn AND t.mind = a.mind
    LEFT JOIN memories m ON m.seq =
        (SELECT k.seq FROM memories k WHERE k.turn = a.turn ORDER BY k.revival_requested = 2, k.seq LIMIT 1)
    WHERE a.mind = ?1";

impl ActivityLog for Session<'_> {
    fn activity(&self, mind: &MindName, date: Date, lines: RangeInclusive<u32>) -> Answer<Vec<ActivityLine>> {
        let sql = format!("{LINES} AND a.date = ?2 AND a.line BETWEEN ?3 AND ?4 ORDER BY a.line");
        self.in_activity(mind, |c, n| {
            let mut statement = c.prepare_cached(&sql)?;
            let found = statement.query_map(params![n, date.to_string(), lines.start(), lines.end()], read)?;
            Ok(found.readable()?)
        })
    }

    fn latest_activity(&self, mind: &MindName, part: &ActivityPart<'_>, limit: usize) -> Answer<Vec<ActivityLine>> {
        let ActivityPart { before, since, heard_by, types } = *part;
        // Two questions: with one that fits both, the database would look at every line.
        let earlier = if before.is_some() { "AND (a.date, a.line) < (?2, ?3)" } else { "AND ?2 IS ?2 AND ?3 = ?3" };
        let (date, line) = before.map_or((None, 0), |(date, line)| (Some(date.to_string()), line));
        self.in_activity(mind, |c, n| {
            let mut values = vec![n.into(), date.map_or(Value::Null, Value::Text), i64::from(line).into()];
            let mut heard = String::new();
            if let Some(person) = heard_by {
                let (condition, names) = heard_condition(c, n, person)?;
                heard = format!("AND (a.turn IS NULL OR {condition})");
                values.extend(names);
            }
            let mut chosen = String::new();
            if let Some(since) = since {
                chosen.push_str("AND a.date >= ? ");
                values.push(Value::Text(since.to_string()));
            }
            if let Some(types) = types {
                chosen.push_str(&format!("AND a.type IN ({})", vec!["?"; types.len()].join(", ")));
                values.extend(types.iter().map(|one| Value::Text(one.name().to_owned())));
            }
            values.push(i64::try_from(limit).unwrap_or(i64::MAX).into());
            let sql = format!("{LINES} {earlier} {heard} {chosen} ORDER BY a.date DESC, a.line DESC LIMIT ?");
            let mut statement = c.prepare_cached(&sql)?;
            let mut found: Vec<ActivityLine> = statement.query_map(params_from_iter(values), read)?.readable()?;
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
        let outcome = self.mind_or_begin(mind).and_then(|n| {
            let row = ActivityRow::of(self.connection, n, line, memory)?;
            Ok((line.at.date(), row.append(self.connection, n, line.at.date(), None)?))
        });
        self.told(outcome)
    }

    fn import_activity(
        &mut self,
        mind: &MindName,
        line: &ActivityLine,
        memory: Option<Seq>,
        earlier: u32,
    ) -> Answer<bool> {
        let new = NewActivity { at: line.at, what: line.what, fields: line.fields.clone() };
        let write = || -> Result<bool> {
            let (c, n) = (self.connection, self.mind_or_begin(mind)?);
            let row = ActivityRow::of(c, n, &new, memory)?;
            if row.count(c, n, line.date)? > earlier {
                return Ok(false);
            }
            let is_taken = "SELECT EXISTS (SELECT 1 FROM activity WHERE mind = ?1 AND date = ?2 AND line = ?3)";
            let values = params![n, line.date.to_string(), line.line];
            let is_taken: bool = c.prepare_cached(is_taken)?.query_row(values, |row| row.get(0))?;
            row.append(c, n, line.date, (!is_taken).then_some(line.line))?;
            Ok(true)
        };
        self.told(write())
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

/// A line as the table has it, without its place.
struct ActivityRow {
    at: Moment,
    what: ActivityType,
    turn: Option<i64>,
    fields: Option<String>,
}

impl ActivityRow {
    fn of(c: &Connection, n: MindNumber, line: &NewActivity, memory: Option<Seq>) -> Result<Self> {
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
        Ok(Self { at: line.at, what: line.what, turn, fields })
    }

    /// Adds the line under a number that no line of the date has, else after the last one.
    fn append(&self, c: &Connection, n: MindNumber, date: Date, number: Option<u32>) -> Result<u32> {
        let sql = "INSERT INTO activity (mind, date, line, at, at_offset, type, turn, fields)
                   VALUES (?1, ?2, coalesce(?8, 1 + (SELECT line FROM activity WHERE mind = ?1 AND date = ?2
                                                     ORDER BY line DESC LIMIT 1), 1), ?3, ?4, ?5, ?6, ?7)
                   RETURNING line";
        let (at, offset) = (self.at.unix_micros(), self.at.offset_seconds());
        let values = params![n, date.to_string(), at, offset, self.what.name(), self.turn, self.fields, number];
        Ok(c.prepare_cached(sql)?.query_row(values, |row| rows::count(row, 0))?)
    }

    /// How many lines of the date say the same.
    fn count(&self, c: &Connection, n: MindNumber, date: Date) -> Result<u32> {
        let sql = "SELECT count(*) FROM activity WHERE mind = ?1 AND date = ?2 AND at = ?3 AND at_offset = ?4
                   AND type = ?5 AND turn IS ?6 AND fields IS ?7";
        let (at, offset) = (self.at.unix_micros(), self.at.offset_seconds());
        let values = params![n, date.to_string(), at, offset, self.what.name(), self.turn, self.fields];
        Ok(c.prepare_cached(sql)?.query_row(values, |row| rows::count(row, 0))?)
    }
}

/// Gives a line that came back from the attic what it said. Its row is there: lines are never removed.
pub(super) fn fill_again(c: &Connection, columns: &[(String, Value)]) -> Result<()> {
    let column =
        |wanted: &str| columns.iter().find(|(name, _)| name == wanted).map_or(&Value::Null, |(_, value)| value);
    let [mind, date, line, turn, fields] = ["mind", "date", "line", "turn", "fields"].map(column);
    let sql = "UPDATE activity SET turn = ?4, fields = ?5 WHERE mind = ?1 AND date = ?2 AND line = ?3";
    c.prepare_cached(sql)?.execute(params![mind, date, line, turn, fields])?;
    Ok(())
}

fn date(row: &Row<'_>, column: usize) -> rusqlite::Result<Date> {
    rows::date(rows::text(row, column)?)
        .map_err(|_| rusqlite::Error::InvalidColumnType(column, "date".to_owned(), rusqlite::types::Type::Text))
}

fn read(row: &Row<'_>) -> rusqlite::Result<ActivityLine> {
    let what = ActivityType::named(rows::text(row, 4)?)
        .ok_or_else(|| rusqlite::Error::InvalidColumnType(4, "type".to_owned(), rusqlite::types::Type::Text))?;
    let memory: Option<String> = row.get(10)?;
    let is_put_away = row.get::<_, Option<i64>>(11)? == Some(Request::Barred as i64);
    let fields = match row.get::<_, Option<i64>>(6)? {
        // What someone took back is not told here either.
        Some(_) if is_put_away => ActivityFields::default(),
        Some(_) => fields_of_turn(row, what)?,
        None => own_fields(row)?,
    };
    Ok(ActivityLine {
        date: date(row, 0)?,
        line: rows::count(row, 1)?,
        at: rows::moment(row, 2)?,
        what,
        fields,
        memory: memory.and_then(|id| id.parse().ok()),
    })
}

/// What the row itself says. Odd JSON costs its own words only.
fn own_fields(row: &Row<'_>) -> rusqlite::Result<ActivityFields> {
    let fields: Option<String> = row.get(5)?;
    Ok(fields.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// The same with the words of the turn; nothing where the turn is gone.
fn fields_of_turn(row: &Row<'_>, what: ActivityType) -> rusqlite::Result<ActivityFields> {
    let (Some(said), Some(replied), Some(person)) = (row.get(7)?, row.get(8)?, row.get(9)?) else {
        return Ok(ActivityFields::default());
    };
    let own = own_fields(row)?;
    Ok(match what {
        ActivityType::MessageReceived => ActivityFields { content: said, from: person, ..own },
        ActivityType::ResponseSent => ActivityFields { content: replied, to: person, ..own },
        ActivityType::MemoryWrite => {
            let from = if person == DEFAULT_PERSON { String::new() } else { person };
            ActivityFields { content: said, from, ..own }
        }
        _ => own,
    })
}
