//! Format 7: the lifecycle log and the journals of nights become one log of changes in groups.

use std::collections::HashMap;

use omoide_core::change::{BeforeAfter, Deed};
use omoide_core::policy::night::Step;
use omoide_core::{Level, Life, Moment, Retention, Revival, Seq, Shown};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Deserialize;

use super::journals::{self, JournalEntry, OldStrength};
use crate::sqlite::attic;
use crate::sqlite::changes::{EncodedDeed, Pack, Packed, encode};
use crate::sqlite::error::Result;
use crate::sqlite::rows;

/// Carries the log, the journals and the reports over, and drops what held them.
pub(super) fn fill(c: &Connection) -> Result<()> {
    let mut groups = Groups::default();
    let mut statement = c.prepare("SELECT * FROM lifecycle ORDER BY number")?;
    let mut found = statement.query([])?;
    while let Some(row) = found.next()? {
        let line = Line::read(row)?;
        let group = groups.number(c, &line)?;
        line.write(c, group)?;
    }
    drop(found);
    drop(statement);
    carry_nights_over(c, &mut groups)?;
    carry_attic_over(c, &mut groups)?;
    keep_adopted_nights(c)?;
    c.execute_batch(include_str!("../schema_7_changes_done.sql"))?;
    Ok(())
}

/// One row of the lifecycle log.
struct Line {
    number: i64,
    mind: i64,
    memory_id: String,
    at: (i64, i64),
    night: Option<String>,
    who: String,
    action: String,
    reason: String,
    condition: Option<(String, String)>,
    relations: Option<(String, String)>,
    feedback: Option<(String, String)>,
    assessment: Option<(String, String)>,
    superseded: Option<(String, String)>,
    undone: i64,
}

impl Line {
    fn read(row: &Row<'_>) -> Result<Self> {
        let pair = |before: &str, after: &str| -> rusqlite::Result<Option<(String, String)>> {
            Ok(row.get::<_, Option<String>>(before)?.zip(row.get::<_, Option<String>>(after)?))
        };
        Ok(Self {
            number: row.get("number")?,
            mind: row.get("mind")?,
            memory_id: row.get("memory_id")?,
            at: (row.get("at")?, row.get("at_offset")?),
            night: row.get("night")?,
            who: row.get("who")?,
            action: row.get("action")?,
            reason: row.get("reason")?,
            condition: pair("before", "after")?,
            relations: pair("relations_before", "relations_after")?,
            feedback: pair("feedback_before", "feedback_after")?,
            assessment: pair("assessment_before", "assessment_after")?,
            superseded: pair("superseded_before", "superseded_after")?,
            undone: row.get("undone")?,
        })
    }

    /// The same from a row in the attic, whose columns are known by their names.
    fn of_columns(columns: &[(String, Value)]) -> Self {
        let value = |name: &str| columns.iter().find(|(column, _)| column == name).map(|(_, value)| value);
        let text = |name: &str| match value(name) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let number = |name: &str| match value(name) {
            Some(Value::Integer(number)) => *number,
            _ => 0,
        };
        let pair = |before: &str, after: &str| text(before).zip(text(after));
        Self {
            number: number("number"),
            mind: number("mind"),
            memory_id: text("memory_id").unwrap_or_default(),
            at: (number("at"), number("at_offset")),
            night: text("night"),
            who: text("who").unwrap_or_default(),
            action: text("action").unwrap_or_default(),
            reason: text("reason").unwrap_or_default(),
            condition: pair("before", "after"),
            relations: pair("relations_before", "relations_after"),
            feedback: pair("feedback_before", "feedback_after"),
            assessment: pair("assessment_before", "assessment_after"),
            superseded: pair("superseded_before", "superseded_after"),
            undone: number("undone"),
        }
    }

    /// What it says was done; a change of condition may be two deeds.
    fn deeds(&self) -> Result<Vec<EncodedDeed>> {
        let as_it_is = |deed, pair: &Option<(String, String)>| {
            pair.as_ref().map(|(before, after)| EncodedDeed {
                deed,
                before: Some(before.clone()),
                after: Some(after.clone()),
            })
        };
        let bare = |deed| EncodedDeed { deed, before: None, after: None };
        let mut deeds: Vec<EncodedDeed> = match self.action.as_str() {
            "remembered" => vec![bare("begin")],
            "erased" => vec![bare("end")],
            _ => Vec::new(),
        };
        deeds.extend(as_it_is("relations", &self.relations));
        deeds.extend(as_it_is("feedback", &self.feedback));
        deeds.extend(as_it_is("assessment", &self.assessment));
        deeds.extend(as_it_is("superseded", &self.superseded));
        let condition = |text: &str| serde_json::from_str::<Condition>(text).ok();
        if let Some((before, after)) =
            self.condition.as_ref().and_then(|(before, after)| condition(before).zip(condition(after)))
        {
            if before.shown() != after.shown() {
                deeds.push(encode(&Deed::show(before.shown(), after.shown()))?);
            }
            if before.life() != after.life() {
                deeds.push(encode(&Deed::live(before.life(), after.life()))?);
            }
        }
        Ok(deeds)
    }

    fn write(&self, c: &Connection, group: i64) -> Result<()> {
        let sql = "INSERT INTO changes (number, group_number, mind, subject_sort, subject, deed, reason, before, after,
                                        undone)
                   VALUES (?1, ?2, ?3, 'memory', ?4, ?5, ?6, ?7, ?8, ?9)";
        let mut insert = c.prepare_cached(sql)?;
        for (number, deed) in self.numbered()? {
            insert.execute(params![
                number,
                group,
                self.mind,
                self.memory_id,
                deed.deed,
                self.reason,
                deed.before,
                deed.after,
                self.undone
            ])?;
        }
        Ok(())
    }

    /// The deeds with their numbers: those of a line stand together, in the order of the lines.
    fn numbered(&self) -> Result<Vec<(i64, EncodedDeed)>> {
        Ok((self.number * 8..).zip(self.deeds()?).collect())
    }

    fn columns(&self, group: i64) -> Result<Vec<Vec<(String, Value)>>> {
        let text = |value: Option<String>| value.map_or(Value::Null, Value::Text);
        let columns = self.numbered()?.into_iter().map(|(number, deed)| {
            let named = [
                ("number", Value::Integer(number)),
                ("group_number", Value::Integer(group)),
                ("mind", Value::Integer(self.mind)),
                ("subject_sort", Value::Text("memory".to_owned())),
                ("subject", Value::Text(self.memory_id.clone())),
                ("deed", Value::Text(deed.deed.to_owned())),
                ("reason", Value::Text(self.reason.clone())),
                ("before", text(deed.before)),
                ("after", text(deed.after)),
                ("undone", Value::Integer(self.undone)),
            ];
            named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
        });
        Ok(columns.collect())
    }
}

/// A condition as the lifecycle log wrote it.
#[derive(Deserialize)]
struct Condition {
    memory_days: f64,
    decay_coefficient: f64,
    retention_score: f64,
    recall_count: u32,
    recalled_since_last_batch: bool,
    current_level: u8,
    archived_at: Option<Moment>,
    protected: bool,
    revival_requested: bool,
    revival_requested_at: Option<Moment>,
    #[serde(default)]
    put_away: bool,
    version: u32,
}

impl Condition {
    fn shown(&self) -> Shown {
        let revival = match (self.put_away, self.revival_requested) {
            (true, _) => Revival::Barred,
            (false, true) => Revival::Asked { at: self.revival_requested_at },
            (false, false) => Revival::NotAsked { last_at: self.revival_requested_at },
        };
        Shown {
            version: self.version,
            level: Level::from_number(self.current_level).unwrap_or(Level::Full),
            archived_at: self.archived_at,
            protected: self.protected,
            revival,
        }
    }

    fn life(&self) -> Life {
        Life::Episode(Retention {
            memory_days: self.memory_days,
            decay_coefficient: self.decay_coefficient,
            retention_score: self.retention_score,
            recall_count: self.recall_count,
            recalled_since_last_batch: self.recalled_since_last_batch,
        })
    }
}

/// The groups so far: what was done in one night, or at one time by one person, belongs together.
#[derive(Default)]
struct Groups {
    of_nights: HashMap<(i64, String), i64>,
    others: HashMap<(i64, i64, String), i64>,
}

impl Groups {
    fn number(&mut self, c: &Connection, line: &Line) -> Result<i64> {
        if let Some(night) = &line.night {
            return self.of_night(c, line.mind, night, line.at);
        }
        let key = (line.mind, line.at.0, line.who.clone());
        if let Some(number) = self.others.get(&key) {
            return Ok(*number);
        }
        let number = insert_group(c, line.mind, line.at, &line.who, None)?;
        self.others.insert(key, number);
        Ok(number)
    }

    fn of_night(&mut self, c: &Connection, mind: i64, night: &str, at: (i64, i64)) -> Result<i64> {
        if let Some(number) = self.of_nights.get(&(mind, night.to_owned())) {
            return Ok(*number);
        }
        let number = insert_group(c, mind, at, "night", Some(night))?;
        self.of_nights.insert((mind, night.to_owned()), number);
        Ok(number)
    }
}

fn insert_group(c: &Connection, mind: i64, at: (i64, i64), who: &str, night: Option<&str>) -> Result<i64> {
    let sql = "INSERT INTO change_groups (mind, at, at_offset, who, night, step) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let step = night.map(|_| Step::Episodes.name());
    c.prepare_cached(sql)?.execute(params![mind, at.0, at.1, who, night, step])?;
    Ok(c.last_insert_rowid())
}

/// A night as formats 1 to 6 kept it.
struct OldNight {
    mind: i64,
    date: String,
    at: (i64, i64),
    ran_at: (i64, i64),
    report: String,
    journal: Option<Vec<u8>>,
}

/// What a report said of the memories that a language model understood anew for its night.
#[derive(Deserialize, Default)]
struct Improved {
    since: Option<Moment>,
}

#[derive(Deserialize, Default)]
struct OldReport {
    #[serde(default)]
    improved: Option<Improved>,
}

fn carry_nights_over(c: &Connection, groups: &mut Groups) -> Result<()> {
    let sql =
        "SELECT mind, date, at, at_offset, ran_at, ran_offset, report, fades FROM nights ORDER BY mind, date DESC";
    let mut statement = c.prepare(sql)?;
    let nights = statement.query_map([], |row| {
        Ok(OldNight {
            mind: row.get(0)?,
            date: row.get(1)?,
            at: (row.get(2)?, row.get(3)?),
            ran_at: (row.get(4)?, row.get(5)?),
            report: row.get(6)?,
            journal: row.get(7)?,
        })
    })?;
    let nights: Vec<OldNight> = nights.collect::<rusqlite::Result<_>>()?;
    let mut strengths: HashMap<Seq, Option<OldStrength>> = HashMap::new();
    // From the last night to the first: what a night left is what the next one found.
    for night in nights {
        let entries = night.journal.as_deref().and_then(journals::read);
        let is_undoable = entries.is_some();
        if let Some(entries) = entries {
            let group = groups.of_night(c, night.mind, &night.date, night.at)?;
            let pack = repack(c, &entries, &mut strengths)?;
            let sql = "INSERT INTO change_packs (group_number, data) VALUES (?1, ?2)";
            c.execute(sql, params![group, pack.bytes()])?;
            carry_understanding_over(c, &night)?;
        }
        note_step(c, &night, Step::Episodes, &night.report, is_undoable)?;
    }
    Ok(())
}

fn note_step(c: &Connection, night: &OldNight, step: Step, report: &str, is_undoable: bool) -> Result<()> {
    let sql = "INSERT INTO night_steps (mind, date, step, ran_at, ran_offset, report, undoable)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let (ran_at, offset) = night.ran_at;
    c.execute(sql, params![night.mind, night.date, step.name(), ran_at, offset, report, is_undoable])?;
    Ok(())
}

/// Gives what a language model did for a night to that night, so that it is taken back with it.
fn carry_understanding_over(c: &Connection, night: &OldNight) -> Result<()> {
    let report: OldReport = serde_json::from_str(&night.report).unwrap_or_default();
    let Some(since) = report.improved.and_then(|improved| improved.since) else { return Ok(()) };
    let sql = "UPDATE change_groups SET night = ?2, step = ?3
               WHERE mind = ?1 AND night IS NULL AND who = 'night' AND at BETWEEN ?4 AND ?5";
    let step = Step::Understand;
    c.execute(sql, params![night.mind, night.date, step.name(), since.unix_micros(), night.ran_at.0])?;
    note_step(c, night, step, "{}", true)
}

/// What of a journal has no row in the log, packed. Journals knew only the print of what a fading left, so that is taken
/// from what the next night found, or from what is there now.
fn repack(c: &Connection, entries: &[JournalEntry], strengths: &mut HashMap<Seq, Option<OldStrength>>) -> Result<Pack> {
    let mut packed = Vec::new();
    for entry in entries.iter().rev() {
        match *entry {
            JournalEntry::Fade { seq, memory_days, retention_score, growth, had_flag, was_recalled, print_after } => {
                let Some(left) = strength_of(c, seq, strengths)? else { continue };
                // Where someone changed it since, only the flag is left to be taken back.
                let is_untouched = left.print(growth.is_some()) == print_after;
                let found = match (is_untouched, growth) {
                    (true, Some((decay_coefficient, recall_count))) => {
                        OldStrength { memory_days, retention_score, decay_coefficient, recall_count }
                    }
                    (true, None) => OldStrength { memory_days, retention_score, ..left },
                    (false, _) => left,
                };
                strengths.insert(seq, Some(found));
                let step = BeforeAfter { before: life(found, had_flag), after: life(left, had_flag && !was_recalled) };
                packed.push(Packed::Life { seq, step, is_recall: was_recalled });
            }
            JournalEntry::Become { seq, before, after } => {
                if strength_of(c, seq, strengths)? == Some(after) {
                    strengths.insert(seq, Some(before));
                }
            }
            JournalEntry::Write { seq, version } => packed.push(Packed::Write { seq, version }),
            JournalEntry::Model { number } => packed.push(Packed::Model { number }),
            JournalEntry::Tie { low, tie } => packed.push(Packed::Tie { low, tie }),
            JournalEntry::Logged => {}
        }
    }
    let mut pack = Pack::default();
    packed.iter().rev().for_each(|entry| pack.push(entry));
    Ok(pack)
}

fn life(strength: OldStrength, recalled_since_last_batch: bool) -> Life {
    let OldStrength { memory_days, retention_score, decay_coefficient, recall_count } = strength;
    Life::Episode(Retention {
        memory_days,
        decay_coefficient,
        retention_score,
        recall_count,
        recalled_since_last_batch,
    })
}

/// How strong a memory is, as far as the walk back through the nights has come; none for one that is gone.
fn strength_of(c: &Connection, seq: Seq, known: &mut HashMap<Seq, Option<OldStrength>>) -> Result<Option<OldStrength>> {
    if let Some(strength) = known.get(&seq) {
        return Ok(*strength);
    }
    let sql = "SELECT memory_days, retention_score, decay_coefficient, recall_count FROM memories WHERE seq = ?1";
    let read = |row: &Row<'_>| {
        let (memory_days, retention_score, decay_coefficient) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(OldStrength { memory_days, retention_score, decay_coefficient, recall_count: rows::count(row, 3)? })
    };
    let strength = c.prepare_cached(sql)?.query_row([seq.0], read).optional()?;
    known.insert(seq, strength);
    Ok(strength)
}

/// Rows in the attic belong to the group of their night, and those of the lifecycle log become changes.
fn carry_attic_over(c: &Connection, groups: &mut Groups) -> Result<()> {
    let mut statement = c.prepare("SELECT number, mind, night, table_name, row, memory, memory_id FROM attic")?;
    let mut found = statement.query([])?;
    let mut kept = Vec::new();
    while let Some(row) = found.next()? {
        let place: (i64, i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        let memory: (i64, String) = (row.get(5)?, row.get(6)?);
        kept.push((place, row.get::<_, Vec<u8>>(4)?, memory));
    }
    for ((number, mind, night, table), bytes, (memory, memory_id)) in kept {
        let sql = "SELECT at, at_offset FROM nights WHERE mind = ?1 AND date = ?2";
        let at = c.query_row(sql, params![mind, night], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let group = groups.of_night(c, mind, &night, at.unwrap_or_default())?;
        c.execute("UPDATE attic SET group_number = ?2 WHERE number = ?1", params![number, group])?;
        if table != "lifecycle" {
            continue;
        }
        let line = Line::of_columns(&attic::unpack(&bytes)?);
        let of_line = groups.number(c, &line)?;
        for columns in line.columns(of_line)? {
            let sql = "INSERT INTO attic (mind, night, group_number, memory, memory_id, table_name, row)
                       VALUES (?1, ?2, ?3, ?4, ?5, 'changes', ?6)";
            c.execute(sql, params![mind, night, group, memory, memory_id, attic::pack_values(&columns)])?;
        }
        c.execute("DELETE FROM attic WHERE number = ?1", [number])?;
    }
    Ok(())
}

/// A mind that was taken over from elsewhere knew when its last night was without having one of its own.
fn keep_adopted_nights(c: &Connection) -> Result<()> {
    let mut statement = c.prepare("SELECT mind, value FROM state WHERE key = 'last_compression_run'")?;
    let minds = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let minds: Vec<(i64, String)> = minds.collect::<rusqlite::Result<_>>()?;
    for (mind, text) in minds {
        let Ok(at) = text.parse::<Moment>() else { continue };
        let (micros, offset, date) = (at.unix_micros(), at.offset_seconds(), at.date().to_string());
        let sql = "INSERT INTO nights (mind, date, at, at_offset, ran_at, ran_offset, report)
                   SELECT ?1, ?2, ?3, ?4, ?3, ?4, '' WHERE NOT EXISTS (SELECT 1 FROM nights WHERE mind = ?1)";
        c.execute(sql, params![mind, date, micros, offset])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
