//! Conditions in rows: only the fields that differ are written.

use omoide_core::{Condition, Seq};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use crate::sqlite::error::Result;
use crate::sqlite::rows::{self, Request};
use crate::sqlite::session::MindNumber;

/// The condition of the memory at a place.
pub(super) fn read(c: &Connection, n: MindNumber, seq: Seq) -> Result<Option<Condition>> {
    let sql = format!("SELECT {} FROM memories m WHERE m.seq = ?1 AND m.mind = ?2", rows::CONDITION);
    let mut statement = c.prepare_cached(&sql)?;
    Ok(statement.query_row(params![seq.0, n], |row| rows::condition(row, 0)).optional()?)
}

/// Writes what differs between the two; false when the memory is not there.
pub(super) fn write(c: &Connection, n: MindNumber, seq: Seq, before: &Condition, after: &Condition) -> Result<bool> {
    if is_a_day(before, after) {
        let sql = "UPDATE memories SET memory_days = ?1, retention_score = ?2 WHERE seq = ?3 AND mind = ?4";
        let changed = c.prepare_cached(sql)?.execute(params![after.memory_days, after.retention_score, seq.0, n])?;
        return Ok(changed > 0);
    }
    let fields = differing(before, after);
    if fields.is_empty() {
        return Ok(read(c, n, seq)?.is_some());
    }
    let set: Vec<String> = fields.iter().map(|(name, _)| format!("{name} = ?")).collect();
    let sql = format!("UPDATE memories SET {} WHERE seq = ? AND mind = ?", set.join(", "));
    let values = fields.into_iter().map(|(_, value)| value).chain([Value::Integer(seq.0), Value::Integer(n)]);
    Ok(c.prepare_cached(&sql)?.execute(params_from_iter(values))? > 0)
}

/// Whether only days and score differ, as they do for nearly every memory every night.
fn is_a_day(before: &Condition, after: &Condition) -> bool {
    before.memory_days.to_bits() != after.memory_days.to_bits()
        && before.retention_score.to_bits() != after.retention_score.to_bits()
        && before.decay_coefficient.to_bits() == after.decay_coefficient.to_bits()
        && Condition { memory_days: after.memory_days, retention_score: after.retention_score, ..*before } == *after
}

/// The columns that differ, with what they will hold.
fn differing(before: &Condition, after: &Condition) -> Vec<(&'static str, Value)> {
    let mut fields = Vec::new();
    let mut field = |name: &'static str, differs: bool, value: Value| {
        if differs {
            fields.push((name, value));
        }
    };
    let mut real = |name: &'static str, old: f64, new: f64| {
        field(name, old.to_bits() != new.to_bits(), Value::Real(new));
    };
    real("memory_days", before.memory_days, after.memory_days);
    real("decay_coefficient", before.decay_coefficient, after.decay_coefficient);
    real("retention_score", before.retention_score, after.retention_score);
    let mut whole = |name: &'static str, old: i64, new: i64| field(name, old != new, Value::Integer(new));
    whole("recall_count", before.recall_count.into(), after.recall_count.into());
    whole("recalled_since_last_batch", before.recalled_since_last_batch.into(), after.recalled_since_last_batch.into());
    whole("current_level", before.current_level.number().into(), after.current_level.number().into());
    whole("protected", before.protected.into(), after.protected.into());
    whole("revival_requested", Request::of(before) as i64, Request::of(after) as i64);
    whole("version", before.version.into(), after.version.into());
    let mut moment = |name: &'static str, offset: &'static str, old, new| {
        let (micros, seconds) = rows::split(new);
        field(name, old != new, micros.map_or(Value::Null, Value::Integer));
        field(offset, old != new, seconds.map_or(Value::Null, |seconds| Value::Integer(seconds.into())));
    };
    moment("archived_at", "archived_offset", before.archived_at, after.archived_at);
    moment("revival_requested_at", "revival_requested_offset", before.revival_requested_at, after.revival_requested_at);
    fields
}

/// The condition without the change from `before` to `after`; what others changed since stays theirs.
///
/// Fields that mean something only together are taken back together: a level without its text, or an
/// archive date without its level, would be a state that nobody made.
pub(super) fn taken_back(now: &Condition, before: &Condition, after: &Condition) -> Condition {
    let mut then = *now;
    macro_rules! together {
        ($($field:ident),+) => {
            // Fields that the change left alone may have been set since, and stay.
            if $((before.$field == after.$field || now.$field == after.$field))&&+ {
                $(if before.$field != after.$field { then.$field = before.$field; })+
            }
        };
    }
    together!(memory_days, decay_coefficient, retention_score, recall_count);
    together!(current_level, archived_at, put_away, version);
    together!(recalled_since_last_batch);
    together!(protected);
    together!(revival_requested, revival_requested_at);
    // Asked for while it was in the archive: now that it never was there, it was simply recalled.
    if then.is_active() && !now.is_active() && now.revival_requested && !before.revival_requested {
        then.recalled_since_last_batch = true;
        then.revival_requested = false;
        then.revival_requested_at = before.revival_requested_at;
    }
    then
}

#[cfg(test)]
mod tests {
    use omoide_core::{Level, Moment};

    use super::*;

    fn full() -> Condition {
        Condition {
            memory_days: 3.0,
            decay_coefficient: 0.9,
            retention_score: 4.0,
            recall_count: 0,
            recalled_since_last_batch: false,
            current_level: Level::Trace,
            archived_at: None,
            protected: false,
            revival_requested: false,
            revival_requested_at: None,
            put_away: false,
            version: 3,
        }
    }

    fn archived() -> Condition {
        Condition { current_level: Level::Archived, archived_at: Some(Moment::new(7, 0)), ..full() }
    }

    #[test]
    fn a_change_that_nobody_followed_up_is_taken_back_whole() {
        assert_eq!(taken_back(&archived(), &full(), &archived()), full());
    }

    #[test]
    fn a_level_that_someone_set_since_stays_with_its_date() {
        let again = Condition { archived_at: Some(Moment::new(9, 0)), ..archived() };
        assert_eq!(taken_back(&again, &full(), &archived()), again);
    }

    #[test]
    fn protection_since_stays() {
        let now = Condition { protected: true, ..archived() };
        assert_eq!(taken_back(&now, &full(), &archived()), Condition { protected: true, ..full() });
    }

    #[test]
    fn a_request_for_what_was_never_archived_is_a_recall() {
        let asked = Condition { revival_requested: true, revival_requested_at: Some(Moment::new(8, 0)), ..archived() };
        let then = taken_back(&asked, &full(), &archived());
        assert_eq!(then, Condition { recalled_since_last_batch: true, ..full() });
    }
}
