//! Doing a deed to rows. Changes and their reversals are done here and nowhere else.

use omoide_core::change::{
    BeforeAfter, Change, Deed, Facet, GroupNumber, NewText, Plan, Present, Start, Subject, TieStrength, Writing, merge,
};
use omoide_core::{Assessment, Feedback, Relation, Seq, SupersededSpan};
use rusqlite::params;

use super::{Packed, group, rows_of_memories};
use crate::sqlite::attic;
use crate::sqlite::error::Result;
use crate::sqlite::graph;
use crate::sqlite::ledger;
use crate::sqlite::pages;
use crate::sqlite::reader::{relations_of, superseded_of};
use crate::sqlite::rows::IfReadable;
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::sessions;
use crate::sqlite::vector_index::Touch;
use crate::sqlite::writer::{erase, insert, vectors};

/// A deed as it was really done: a list that others changed in the meantime comes out another than was planned.
pub(super) struct Performed {
    /// The place of the memory.
    pub(super) seq: Option<Seq>,
    /// What was done.
    pub(super) deed: Deed,
    /// What else has to be noted.
    pub(super) entries: Vec<Packed>,
}

/// Does one change of a plan; none where there was nothing to do or nobody to do it to.
pub(super) fn perform(
    session: &mut Session<'_>,
    n: MindNumber,
    plan: &Plan,
    group: GroupNumber,
    change: &Change,
) -> Result<Option<Performed>> {
    let done = |seq, deed| Some(Performed { seq, deed, entries: Vec::new() });
    match &change.deed {
        Deed::Begin(Start::New(new)) => {
            let placed = insert::insert(session, n, new)?;
            session.touch(placed.seq, Touch::Whole);
            let entries = placed.first_models.into_iter().map(|number| Packed::Model { number }).collect();
            Ok(Some(Performed { seq: Some(placed.seq), deed: Deed::Begin(Start::Kept), entries }))
        }
        Deed::End => {
            let Some(seq) = place(session, n, &change.subject)? else { return Ok(None) };
            end(session, n, plan, group, change, seq)?;
            Ok(done(Some(seq), Deed::End))
        }
        Deed::Write { version, text: Writing::New(new) } => {
            let Some(seq) = place(session, n, &change.subject)? else { return Ok(None) };
            let entries = write(session, seq, plan, new)?;
            Ok(Some(Performed {
                seq: Some(seq),
                deed: Deed::Write { version: *version, text: Writing::Kept },
                entries,
            }))
        }
        Deed::Set(Facet::PageVersion(step)) => {
            let Subject::Page(path) = &change.subject else { return Ok(None) };
            pages::show(session.connection, n, path, step.after)?;
            Ok(done(None, change.deed.clone()))
        }
        deed => {
            let Some(seq) = place(session, n, &change.subject)? else { return Ok(None) };
            Ok(do_to(session, n, seq, deed)?.and_then(|deed| done(Some(seq), deed)))
        }
    }
}

/// Does a deed to the memory at a place: all that can be done by itself, without a log.
pub(super) fn do_to(session: &Session<'_>, n: MindNumber, seq: Seq, deed: &Deed) -> Result<Option<Deed>> {
    let c = session.connection;
    match deed {
        Deed::Set(Facet::Shown(step)) => {
            if step.before == step.after || !rows_of_memories::show(c, n, seq, step)? {
                return Ok(None);
            }
            session.touch(seq, Touch::Condition);
        }
        Deed::Set(Facet::Life(step)) => {
            if step.before == step.after || !rows_of_memories::live(c, n, seq, step)? {
                return Ok(None);
            }
            session.touch(seq, Touch::Condition);
        }
        Deed::Set(Facet::Tie(tie)) => set_tie(session, n, seq, tie)?,
        Deed::Write { version, text: Writing::Gone } => unwrite(session, n, seq, *version)?,
        Deed::Relate(step) => return relate(session, n, seq, step),
        Deed::Set(Facet::Superseded(step)) => return supersede(session, n, seq, step),
        Deed::Set(Facet::Feedback(step)) => return rate(session, n, seq, step),
        Deed::Set(Facet::Assessment(step)) => return reassess(session, n, seq, step),
        Deed::Set(Facet::Tier(step)) => {
            if step.before == step.after || !is_there(session, n, seq)? {
                return Ok(None);
            }
            sessions::set_tier(c, seq, &step.after)?;
        }
        // Pages are no memories, beginnings and ends need more than a place, and the log repeats no text.
        Deed::Set(Facet::PageVersion(_)) | Deed::Begin(_) | Deed::End | Deed::Write { .. } => return Ok(None),
    }
    Ok(Some(deed.clone()))
}

/// What is there now of that which the deed changed.
pub(super) fn present(
    session: &Session<'_>,
    n: MindNumber,
    seq: Option<Seq>,
    subject: &Subject,
    deed: &Deed,
) -> Result<Present> {
    let c = session.connection;
    if let Subject::Page(path) = subject {
        return Ok(Present::PageVersion(pages::shown_version(c, n, path)?));
    }
    let Some(seq) = seq else { return Ok(Present::Gone) };
    Ok(match deed {
        Deed::Begin(_) | Deed::End => Present::There,
        Deed::Write { .. } | Deed::Set(Facet::Shown(_) | Facet::Life(_)) => rows_of_memories::present(c, n, seq)?,
        Deed::Relate(_) => Present::Relations(relations_of(c, seq)?),
        Deed::Set(Facet::Superseded(_)) => Present::Superseded(superseded_of(c, seq)?),
        Deed::Set(Facet::Feedback(_)) => {
            let said: Option<Feedback> = graph::feedback_of(c, n, &[seq])?.pop().map(|(_, said)| said);
            Present::Feedback(said.unwrap_or_default())
        }
        Deed::Set(Facet::Assessment(_)) => match ledger::assessments_of(c, n, &[seq])?.pop() {
            Some((_, assessment)) => Present::Assessment(Box::new(assessment)),
            None => Present::Gone,
        },
        Deed::Set(Facet::Tie(tie)) => Present::Tie(graph::tie_strength(c, seq, tie.with, tie.kind)?),
        Deed::Set(Facet::Tier(_)) => sessions::tier(c, seq)?.map_or(Present::Gone, Present::Tier),
        Deed::Set(Facet::PageVersion(_)) => Present::Gone,
    })
}

/// The place of the memory that a change is about, if it is there.
pub(super) fn place(session: &Session<'_>, n: MindNumber, subject: &Subject) -> Result<Option<Seq>> {
    let Subject::Memory { id, seq } = subject else { return Ok(None) };
    match seq {
        Some(seq) => Ok(is_there(session, n, *seq)?.then_some(*seq)),
        None => {
            let sql = "SELECT seq FROM memories WHERE id = ?1 AND mind = ?2";
            let mut statement = session.connection.prepare_cached(sql)?;
            Ok(statement.query_row(params![id.to_string(), n], |row| row.get(0).map(Seq)).if_readable()?)
        }
    }
}

fn is_there(session: &Session<'_>, n: MindNumber, seq: Seq) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM memories WHERE seq = ?1 AND mind = ?2)";
    Ok(session.connection.prepare_cached(sql)?.query_row(params![seq.0, n], |row| row.get(0))?)
}

/// A night's end puts the rows into the attic; any other is for good.
fn end(
    session: &mut Session<'_>,
    n: MindNumber,
    plan: &Plan,
    group: GroupNumber,
    change: &Change,
    seq: Seq,
) -> Result<()> {
    let Some(id) = change.subject.memory_id() else { return Ok(()) };
    if plan.step.is_none() {
        let wish = erase::Wish { by: plan.by, reason: change.reason.name(), at: plan.at };
        return erase::erase(session, n, &[id], &wish).map(|_| ());
    }
    // The entry comes first, so that its number is larger than any that goes to the attic: numbers
    // given out later cannot be in the way when it is taken back.
    let entry = group::note(session.connection, n, group, &change.subject, &Deed::End, change.reason.name())?;
    attic::keep(session.connection, n, group, seq, id, entry)?;
    erase::remove(session.connection, seq, entry)?;
    session.touch(seq, Touch::Whole);
    Ok(())
}

fn write(session: &Session<'_>, seq: Seq, plan: &Plan, new: &NewText) -> Result<Vec<Packed>> {
    let c = session.connection;
    let NewText { text, vectors: new_vectors } = new;
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
        plan.step.map(|step| step.date.to_string()),
    ])?;
    c.prepare_cached("UPDATE memories SET last_version = max(last_version, ?2) WHERE seq = ?1")?
        .execute(params![seq.0, text.version])?;
    session.touch(seq, Touch::Whole);
    let mut first_seen = Vec::new();
    for vector in new_vectors {
        if let vectors::Model::First(number) = vectors::put(c, seq, text.version, vector)? {
            first_seen.push(Packed::Model { number });
        }
    }
    Ok(first_seen)
}

fn unwrite(session: &Session<'_>, n: MindNumber, seq: Seq, version: u32) -> Result<()> {
    let c = session.connection;
    c.prepare_cached("DELETE FROM vectors WHERE memory = ?1 AND version = ?2")?.execute(params![seq.0, version])?;
    c.prepare_cached("DELETE FROM texts WHERE memory = ?1 AND version = ?2")?.execute(params![seq.0, version])?;
    let sql = "UPDATE memories SET last_version = (SELECT coalesce(max(version), 1) FROM texts WHERE memory = ?1)
               WHERE seq = ?1 AND mind = ?2 AND last_version = ?3";
    c.prepare_cached(sql)?.execute(params![seq.0, n, version])?;
    session.touch(seq, Touch::Whole);
    Ok(())
}

fn set_tie(session: &Session<'_>, n: MindNumber, low: Seq, tie: &TieStrength) -> Result<()> {
    // The other end may have been erased since, and then no trace of it is to come back.
    if is_there(session, n, low)? && is_there(session, n, tie.with)? {
        graph::set_tie(session.connection, low, tie)?;
    }
    Ok(())
}

fn relate(session: &Session<'_>, n: MindNumber, seq: Seq, step: &BeforeAfter<Vec<Relation>>) -> Result<Option<Deed>> {
    if step.before == step.after || !is_there(session, n, seq)? {
        return Ok(None);
    }
    let held = relations_of(session.connection, seq)?;
    let merged = merge(&held, &step.before, &step.after);
    insert::relate(session.connection, seq, &merged)?;
    Ok(Some(Deed::relate(held, merged)))
}

fn supersede(
    session: &Session<'_>,
    n: MindNumber,
    seq: Seq,
    step: &BeforeAfter<Vec<SupersededSpan>>,
) -> Result<Option<Deed>> {
    if step.before == step.after || !is_there(session, n, seq)? {
        return Ok(None);
    }
    let c = session.connection;
    let held = superseded_of(c, seq)?;
    let merged = merge(&held, &step.before, &step.after);
    c.prepare_cached("DELETE FROM supersessions WHERE memory = ?1")?.execute([seq.0])?;
    let sql = "INSERT OR IGNORE INTO supersessions (memory, start, stop, newer)
               SELECT ?1, ?2, ?3, seq FROM memories WHERE id = ?4 AND mind = ?5 AND seq <> ?1";
    let mut insert = c.prepare_cached(sql)?;
    for span in &merged {
        insert.execute(params![seq.0, span.start, span.end, span.by.to_string(), n])?;
    }
    Ok(Some(Deed::Set(Facet::Superseded(BeforeAfter { before: held, after: merged }))))
}

fn rate(session: &Session<'_>, n: MindNumber, seq: Seq, step: &BeforeAfter<Feedback>) -> Result<Option<Deed>> {
    if step.before == step.after || !is_there(session, n, seq)? {
        return Ok(None);
    }
    graph::write_feedback(session.connection, seq, &step.after)?;
    Ok(Some(Deed::Set(Facet::Feedback(*step))))
}

fn reassess(session: &Session<'_>, n: MindNumber, seq: Seq, step: &BeforeAfter<Assessment>) -> Result<Option<Deed>> {
    if step.before == step.after || !is_there(session, n, seq)? {
        return Ok(None);
    }
    ledger::write_assessment(session.connection, seq, &step.after)?;
    session.touch(seq, Touch::Whole);
    Ok(Some(Deed::Set(Facet::Assessment(Box::new(step.clone())))))
}
