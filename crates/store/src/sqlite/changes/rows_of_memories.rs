//! What a memory shows and how it lives, in its row: only what differs is written.

use omoide_core::change::{BeforeAfter, Present};
use omoide_core::{Life, Moment, Retention, Revival, Seq, Shown};
use rusqlite::types::Value;
use rusqlite::{Connection, params, params_from_iter};

use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::IfReadable;
use crate::sqlite::session::MindNumber;

/// What the column `revival_requested` says: whether a recall asked for the memory back from the archive, or cannot,
/// because someone put it there by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sqlite) enum Request {
    None = 0,
    Made = 1,
    Barred = 2,
}

impl Request {
    pub(in crate::sqlite) fn of(revival: Revival) -> Self {
        match revival {
            Revival::NotAsked { .. } => Self::None,
            Revival::Asked { .. } => Self::Made,
            Revival::Barred => Self::Barred,
        }
    }

    /// What the two columns mean.
    pub(in crate::sqlite) fn revival(number: i64, at: Option<Moment>) -> Revival {
        match number {
            number if number == Self::Made as i64 => Revival::Asked { at },
            number if number == Self::Barred as i64 => Revival::Barred,
            _ => Revival::NotAsked { last_at: at },
        }
    }
}

/// What is there of the memory at a place.
pub(super) fn present(c: &Connection, n: MindNumber, seq: Seq) -> Result<Present> {
    let sql = format!("SELECT {}, m.kind FROM memories m WHERE m.seq = ?1 AND m.mind = ?2", rows::STATE);
    let mut statement = c.prepare_cached(&sql)?;
    let found = statement
        .query_row(params![seq.0, n], |row| {
            let kind = rows::kind(rows::text(row, rows::STATE_WIDTH)?);
            Ok(Present::Memory { shown: rows::shown(row, 0)?, life: Life::of(kind, rows::retention(row, 0)?) })
        })
        .if_readable()?;
    Ok(found.unwrap_or(Present::Gone))
}

/// Writes what a memory shows, as far as it differs; false when the memory is not there.
pub(super) fn show(c: &Connection, n: MindNumber, seq: Seq, step: &BeforeAfter<Shown>) -> Result<bool> {
    let BeforeAfter { before, after } = step;
    let mut fields = Fields::default();
    fields.whole("current_level", before.level.number().into(), after.level.number().into());
    fields.whole("protected", before.protected.into(), after.protected.into());
    fields.whole("version", before.version.into(), after.version.into());
    fields.moment("archived_at", "archived_offset", before.archived_at, after.archived_at);
    fields.whole("revival_requested", Request::of(before.revival) as i64, Request::of(after.revival) as i64);
    fields.moment("revival_requested_at", "revival_requested_offset", before.revival.at(), after.revival.at());
    fields.write(c, n, seq)
}

/// Writes how a memory lives, as far as it differs; false when the memory is not there.
pub(super) fn live(c: &Connection, n: MindNumber, seq: Seq, step: &BeforeAfter<Life>) -> Result<bool> {
    let (before, after) = (step.before.retention(), step.after.retention());
    if is_a_day(&before, &after) {
        let sql = "UPDATE memories SET memory_days = ?1, retention_score = ?2 WHERE seq = ?3 AND mind = ?4";
        let changed = c.prepare_cached(sql)?.execute(params![after.memory_days, after.retention_score, seq.0, n])?;
        return Ok(changed > 0);
    }
    let mut fields = Fields::default();
    fields.real("memory_days", before.memory_days, after.memory_days);
    fields.real("decay_coefficient", before.decay_coefficient, after.decay_coefficient);
    fields.real("retention_score", before.retention_score, after.retention_score);
    fields.whole("recall_count", before.recall_count.into(), after.recall_count.into());
    let flag = |retention: &Retention| i64::from(retention.recalled_since_last_batch);
    fields.whole("recalled_since_last_batch", flag(&before), flag(&after));
    fields.write(c, n, seq)
}

/// Whether only days and score differ, as they do for nearly every memory every night.
fn is_a_day(before: &Retention, after: &Retention) -> bool {
    before.memory_days.to_bits() != after.memory_days.to_bits()
        && before.retention_score.to_bits() != after.retention_score.to_bits()
        && before.decay_coefficient.to_bits() == after.decay_coefficient.to_bits()
        && before.recall_count == after.recall_count
        && before.recalled_since_last_batch == after.recalled_since_last_batch
}

/// The columns that differ, with what they will hold.
#[derive(Default)]
struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    fn real(&mut self, name: &'static str, before: f64, after: f64) {
        if before.to_bits() != after.to_bits() {
            self.0.push((name, Value::Real(after)));
        }
    }

    fn whole(&mut self, name: &'static str, before: i64, after: i64) {
        if before != after {
            self.0.push((name, Value::Integer(after)));
        }
    }

    fn moment(&mut self, name: &'static str, offset: &'static str, before: Option<Moment>, after: Option<Moment>) {
        if before != after {
            let (micros, seconds) = rows::split(after);
            self.0.push((name, micros.map_or(Value::Null, Value::Integer)));
            self.0.push((offset, seconds.map_or(Value::Null, |seconds| Value::Integer(seconds.into()))));
        }
    }

    fn write(self, c: &Connection, n: MindNumber, seq: Seq) -> Result<bool> {
        if self.0.is_empty() {
            return Ok(present(c, n, seq)? != Present::Gone);
        }
        let set: Vec<String> = self.0.iter().map(|(name, _)| format!("{name} = ?")).collect();
        let sql = format!("UPDATE memories SET {} WHERE seq = ? AND mind = ?", set.join(", "));
        let values = self.0.into_iter().map(|(_, value)| value).chain([Value::Integer(seq.0), Value::Integer(n)]);
        Ok(c.prepare_cached(&sql)?.execute(params_from_iter(values))? > 0)
    }
}
