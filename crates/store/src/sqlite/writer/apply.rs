//! Doing what a plan says.

use omoide_core::plan::{Change, Deed, Plan, Reason};
use omoide_core::ports::store::Action;
use omoide_core::{Assessment, Condition, Feedback, Relation, Seq, SupersededSpan, TextVersion, Vector};
use rusqlite::{OptionalExtension, params};

use super::erase::{self, Wish};
use super::lifecycle::{self, Line};
use super::vectors::{Model, put};
use super::{condition, insert};
use crate::index::words;
use crate::sqlite::attic;
use crate::sqlite::error::Result;
use crate::sqlite::graph;
use crate::sqlite::journal::{Entry, Fade};
use crate::sqlite::ledger;
use crate::sqlite::reader::{relations_of, superseded_of};
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::vector_index::Touch;

/// Makes the changes in order. A further text is not logged by itself: the condition that shows it is.
pub(super) fn apply(session: &mut Session<'_>, n: MindNumber, plan: &Plan) -> Result<()> {
    if plan.night.is_some() {
        let is_erased = |change: &&Change| matches!(change.deed, Deed::Erase);
        let erased: Vec<Seq> = plan.changes.iter().filter(is_erased).map(|change| change.seq).collect();
        words::loosen(session.backing.blobs, n, &erased)?;
    }
    for change in &plan.changes {
        match &change.deed {
            Deed::Become { before, after } => become_other(session, n, plan, change, before, after)?,
            Deed::Write { text, vectors } => write(session, n, plan, change.seq, text, vectors)?,
            Deed::Unwrite { text, .. } => unwrite(session, n, change.seq, text.version)?,
            Deed::Relate { before, after } => relate(session, n, plan, change, before, after)?,
            Deed::Supersede { before, after } => supersede(session, n, plan, change, before, after)?,
            Deed::Rate { before, after } => rate(session, n, plan, change, before, after)?,
            Deed::Reassess { before, after } => reassess(session, n, plan, change, before, after)?,
            Deed::Erase => erase_change(session, n, plan, change)?,
            Deed::Unerase => unerase(session, n, change)?,
        }
    }
    Ok(())
}

fn become_other(
    session: &mut Session<'_>,
    n: MindNumber,
    plan: &Plan,
    change: &Change,
    before: &Condition,
    after: &Condition,
) -> Result<()> {
    if before == after || !condition::write(session.connection, n, change.seq, before, after)? {
        return Ok(());
    }
    session.touch(change.seq, Touch::Condition);
    let is_everyday = change.reason.is_everyday() && plan.night.is_some();
    if let Some(night) = plan.night {
        let was_recalled = change.reason == Reason::Recalled;
        let fade = is_everyday.then(|| Fade::between(change.seq, before, after, was_recalled)).flatten();
        let entry = fade.map_or(Entry::Become { seq: change.seq, before: *before, after: *after }, Entry::Fade);
        session.journal(n, night).push(&entry);
    }
    if !is_everyday {
        let action = Action::of_becoming(before, after, change.reason);
        let line = Line { before: Some(before), after: Some(after), ..line(plan, change, action) };
        lifecycle::write(session.connection, n, &line)?;
    }
    Ok(())
}

fn write(
    session: &mut Session<'_>,
    n: MindNumber,
    plan: &Plan,
    seq: Seq,
    text: &TextVersion,
    vectors: &[Vector],
) -> Result<()> {
    let c = session.connection;
    let Some(last_version_before) = last_version(session, n, seq)? else { return Ok(()) };
    let sql = "INSERT INTO texts (memory, version, level, \"trigger\", content, made_by, made_at, made_offset, night)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    c.prepare_cached(sql)?.execute(params![
        seq.0,
        text.version,
        text.level.number(),
        text.text.trigger,
        text.text.content,
        text.made.word(),
        text.made_at.unix_micros(),
        text.made_at.offset_seconds(),
        plan.night.map(|night| night.to_string()),
    ])?;
    c.prepare_cached("UPDATE memories SET last_version = max(last_version, ?2) WHERE seq = ?1")?
        .execute(params![seq.0, text.version])?;
    session.touch(seq, Touch::Whole);
    let mut models = Vec::with_capacity(vectors.len());
    for vector in vectors {
        models.push(put(c, seq, text.version, vector)?);
    }
    if let Some(night) = plan.night {
        let journal = session.journal(n, night);
        for model in models {
            if let Model::First(number) = model {
                journal.push(&Entry::Model { number });
            }
        }
        journal.push(&Entry::Write { seq, version: text.version, last_version_before });
    }
    Ok(())
}

/// The highest version of a memory's text, if the memory is there.
pub(super) fn last_version(session: &Session<'_>, n: MindNumber, seq: Seq) -> Result<Option<u32>> {
    let sql = "SELECT last_version FROM memories WHERE seq = ?1 AND mind = ?2";
    Ok(session.connection.prepare_cached(sql)?.query_row(params![seq.0, n], |row| row.get(0)).optional()?)
}

fn unwrite(session: &Session<'_>, n: MindNumber, seq: Seq, version: u32) -> Result<()> {
    let c = session.connection;
    if last_version(session, n, seq)?.is_none() {
        return Ok(());
    }
    session.touch(seq, Touch::Whole);
    c.prepare_cached("DELETE FROM vectors WHERE memory = ?1 AND version = ?2")?.execute(params![seq.0, version])?;
    c.prepare_cached("DELETE FROM texts WHERE memory = ?1 AND version = ?2")?.execute(params![seq.0, version])?;
    let sql = "UPDATE memories SET last_version = (SELECT coalesce(max(version), 1) FROM texts WHERE memory = ?1)
               WHERE seq = ?1";
    c.prepare_cached(sql)?.execute([seq.0])?;
    Ok(())
}

fn relate(
    session: &mut Session<'_>,
    n: MindNumber,
    plan: &Plan,
    change: &Change,
    before: &[Relation],
    after: &[Relation],
) -> Result<()> {
    if last_version(session, n, change.seq)?.is_none() || before == after {
        return Ok(());
    }
    let held = relations_of(session.connection, change.seq)?;
    let merged = merge(&held, before, after);
    insert::relate(session.connection, change.seq, &merged)?;
    if let Some(night) = plan.night {
        session.journal(n, night).push(&Entry::Relate { seq: change.seq, before: held.clone(), after: merged.clone() });
    }
    let action = if change.reason == Reason::Undone { Action::Undone } else { Action::Linked };
    let line = Line { relations: Some((&held, &merged)), ..line(plan, change, action) };
    lifecycle::write(session.connection, n, &line)?;
    Ok(())
}

/// Spans that a newer memory outdates; those of a memory that is not there any more are passed over. No night makes
/// such a change, so no journal has it.
fn supersede(
    session: &Session<'_>,
    n: MindNumber,
    plan: &Plan,
    change: &Change,
    before: &[SupersededSpan],
    after: &[SupersededSpan],
) -> Result<()> {
    if last_version(session, n, change.seq)?.is_none() || before == after {
        return Ok(());
    }
    let c = session.connection;
    let held = superseded_of(c, change.seq)?;
    let merged = merge(&held, before, after);
    c.prepare_cached("DELETE FROM supersessions WHERE memory = ?1")?.execute([change.seq.0])?;
    let sql = "INSERT OR IGNORE INTO supersessions (memory, start, stop, newer)
               SELECT ?1, ?2, ?3, seq FROM memories WHERE id = ?4 AND mind = ?5 AND seq <> ?1";
    let mut insert = c.prepare_cached(sql)?;
    for span in &merged {
        insert.execute(params![change.seq.0, span.start, span.end, span.by.to_string(), n])?;
    }
    let action = if change.reason == Reason::Undone { Action::Undone } else { Action::Superseded };
    let line = Line { superseded: Some((&held, &merged)), ..line(plan, change, action) };
    lifecycle::write(c, n, &line)?;
    Ok(())
}

fn rate(
    session: &Session<'_>,
    n: MindNumber,
    plan: &Plan,
    change: &Change,
    before: &Feedback,
    after: &Feedback,
) -> Result<()> {
    if before == after || last_version(session, n, change.seq)?.is_none() {
        return Ok(());
    }
    graph::write_feedback(session.connection, change.seq, after)?;
    let action = if change.reason == Reason::Undone { Action::Undone } else { Action::Rated };
    let line = Line { feedback: Some((before, after)), ..line(plan, change, action) };
    lifecycle::write(session.connection, n, &line)?;
    Ok(())
}

fn reassess(
    session: &Session<'_>,
    n: MindNumber,
    plan: &Plan,
    change: &Change,
    before: &Assessment,
    after: &Assessment,
) -> Result<()> {
    if before == after || last_version(session, n, change.seq)?.is_none() {
        return Ok(());
    }
    ledger::write_assessment(session.connection, change.seq, after)?;
    session.touch(change.seq, Touch::Whole);
    let action = if change.reason == Reason::Undone { Action::Undone } else { Action::Reassessed };
    let line = Line { assessment: Some((before, after)), ..line(plan, change, action) };
    lifecycle::write(session.connection, n, &line)?;
    Ok(())
}

/// The step from `before` to `after`, made from what is held now: what others added since stays, and
/// what they took away stays away.
pub(super) fn merge<T: PartialEq + Clone>(held: &[T], before: &[T], after: &[T]) -> Vec<T> {
    if held == before {
        return after.to_vec();
    }
    let taken_by_others = before.iter().filter(|r| !held.contains(r));
    let added_by_others = held.iter().filter(|r| !before.contains(r));
    let gone: Vec<&T> = taken_by_others.collect();
    let mut merged: Vec<T> = after.iter().filter(|r| !gone.contains(r)).cloned().collect();
    for added in added_by_others {
        if !merged.contains(added) {
            merged.push(added.clone());
        }
    }
    merged
}

fn erase_change(session: &mut Session<'_>, n: MindNumber, plan: &Plan, change: &Change) -> Result<()> {
    let Some(night) = plan.night else {
        let wish = Wish { by: plan.by, reason: change.reason.name(), at: plan.at };
        return erase::erase(session, n, &[change.memory], &wish).map(|_| ());
    };
    if last_version(session, n, change.seq)?.is_none() {
        return Ok(());
    }
    // The entry comes first, so that its number is larger than any that goes to the attic: numbers
    // given out later cannot be in the way when it is taken back.
    let entry = lifecycle::write(session.connection, n, &line(plan, change, Action::Erased))?;
    attic::keep(session.connection, n, &night.to_string(), change.seq, change.memory, entry)?;
    erase::remove(session.connection, change.seq, entry)?;
    session.touch(change.seq, Touch::Whole);
    session.journal(n, night).push(&Entry::Erase { seq: change.seq, id: change.memory });
    Ok(())
}

fn unerase(session: &Session<'_>, n: MindNumber, change: &Change) -> Result<()> {
    let sql = "SELECT max(night) FROM attic WHERE mind = ?1 AND memory_id = ?2";
    let id = change.memory.to_string();
    let night: Option<String> = session.connection.query_row(sql, params![n, id], |row| row.get(0))?;
    if let Some(night) = night
        && attic::bring_back(session.connection, n, &night, change.memory)?
    {
        let sql = "DELETE FROM lifecycle WHERE mind = ?1 AND memory_id = ?2 AND action = ?3";
        session.connection.execute(sql, params![n, id, Action::Erased.name()])?;
        session.touch(change.seq, Touch::Whole);
    }
    Ok(())
}

fn line<'a>(plan: &Plan, change: &Change, action: Action) -> Line<'a> {
    Line { night: plan.night, ..Line::bare(change.memory, plan.at, plan.by, action, change.reason.name()) }
}

#[cfg(test)]
mod tests {
    use omoide_core::{MemoryId, RelationType};

    use super::*;

    fn to(numbers: &[u128]) -> Vec<Relation> {
        let relation = |n: &u128| Relation { to: MemoryId::from_u128(*n), kind: RelationType::SameTopic };
        numbers.iter().map(relation).collect()
    }

    #[test]
    fn references_are_changed_from_what_is_held_now() {
        assert_eq!(merge(&to(&[1, 2]), &to(&[1, 2]), &to(&[2, 3])), to(&[2, 3]));
        assert_eq!(merge(&to(&[1, 2, 9]), &to(&[1, 2]), &to(&[2, 3])), to(&[2, 3, 9]));
        assert_eq!(merge(&to(&[1]), &to(&[1, 2]), &to(&[2, 3])), to(&[3]));
    }
}
