//! Whether the index over words holds every memory once, and nothing else.

use std::collections::{HashMap, HashSet};

use omoide_core::ports::store::Finding;
use omoide_core::{Seq, Term};
use rusqlite::{Connection, params};

use super::segment::{self, BlockReader, Segment, each_entry, unreadable};
use super::{fresh, remove};
use crate::sqlite::error::{Fault, Result};
use crate::sqlite::session::MindNumber;

const UNREADABLE: &str = "parts of the index over words that cannot be read";
const STRANGERS: &str = "words of memories that are not there";
const LOST: &str = "memories that the index over words has lost";

/// What is wrong with the index of one mind.
#[derive(Default)]
struct Survey {
    /// Segments that cannot be read.
    broken_segments: Vec<Segment>,
    /// Rows of fresh memories that cannot be read.
    broken_rows: Vec<Seq>,
    /// Places in the index where no memory is, or where one is twice.
    strangers: HashSet<Seq>,
    /// Memories that are neither in the index nor known to be missing.
    lost: HashSet<Seq>,
}

/// Looks for what is wrong.
pub(in crate::sqlite) fn check(c: &Connection) -> Result<Vec<Finding>> {
    let surveys: Vec<Survey> = minds(c)?.into_iter().map(|n| survey(c, n)).collect::<Result<_>>()?;
    Ok(findings(&surveys))
}

/// Takes out what is wrong; what is lost is noted as not indexed. Returns what was found.
pub(in crate::sqlite) fn repair(c: &Connection) -> Result<Vec<Finding>> {
    let mut surveys = Vec::new();
    for n in minds(c)? {
        let found = survey(c, n)?;
        found.broken_segments.iter().try_for_each(|segment| segment.delete(c))?;
        let mut delete = c.prepare_cached("DELETE FROM word_fresh WHERE mind = ?1 AND memory = ?2")?;
        for seq in &found.broken_rows {
            delete.execute(params![n, seq.0])?;
        }
        remove(c, n, &found.strangers.iter().copied().collect::<Vec<_>>())?;
        // What was taken out for any reason is lost now, too.
        for seq in survey(c, n)?.lost {
            super::gaps::insert(c, n, seq)?;
        }
        surveys.push(found);
    }
    Ok(findings(&surveys))
}

fn findings(surveys: &[Survey]) -> Vec<Finding> {
    let count = |of: &dyn Fn(&Survey) -> usize| surveys.iter().map(|s| of(s) as u64).sum::<u64>();
    let all = [
        (UNREADABLE, count(&|s| s.broken_segments.len() + s.broken_rows.len())),
        (STRANGERS, count(&|s| s.strangers.len())),
        (LOST, count(&|s| s.lost.len())),
    ];
    let found = all.into_iter().filter(|(_, rows)| *rows > 0);
    found
        .map(|(problem, rows)| Finding { area: "words", problem: problem.to_owned(), rows, can_be_repaired: true })
        .collect()
}

fn minds(c: &Connection) -> Result<Vec<MindNumber>> {
    let sql = "SELECT mind FROM memories UNION SELECT mind FROM word_segments UNION SELECT mind FROM word_fresh
               UNION SELECT mind FROM word_gaps ORDER BY 1";
    Ok(c.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

fn survey(c: &Connection, n: MindNumber) -> Result<Survey> {
    let mut survey = Survey::default();
    let memories: HashSet<Seq> = seqs(c, "SELECT seq FROM memories WHERE mind = ?1", n)?.into_iter().collect();
    let mut places: HashMap<Seq, u32> = HashMap::new();
    for seq in seqs(c, "SELECT memory FROM word_gaps WHERE mind = ?1", n)? {
        *places.entry(seq).or_default() += 1;
    }
    for segment in segment::all(c, n)? {
        match verified(c, &segment) {
            Ok(held) => held.into_iter().for_each(|seq| *places.entry(seq).or_default() += 1),
            Err(Fault::Row(_)) => survey.broken_segments.push(segment),
            Err(fault) => return Err(fault),
        }
    }
    let mut rows = c.prepare_cached("SELECT memory, data FROM word_fresh WHERE mind = ?1")?;
    let mut rows = rows.query([n])?;
    while let Some(row) = rows.next()? {
        let seq = Seq(row.get(0)?);
        if row.get_ref(1)?.as_blob().is_ok_and(|data| is_row_whole(data).is_ok()) {
            *places.entry(seq).or_default() += 1;
        } else {
            survey.broken_rows.push(seq);
        }
    }
    survey.lost = memories.iter().filter(|seq| !places.contains_key(seq)).copied().collect();
    let is_stranger = |(seq, times): &(&Seq, &u32)| **times > 1 || !memories.contains(seq);
    survey.strangers = places.iter().filter(is_stranger).map(|(seq, _)| *seq).collect();
    Ok(survey)
}

fn seqs(c: &Connection, sql: &str, n: MindNumber) -> Result<Vec<Seq>> {
    let mut statement = c.prepare(sql)?;
    let found = statement.query_map([n], |row| row.get(0).map(Seq))?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

/// The memories that a segment holds, once all of it has been read.
fn verified(c: &Connection, segment: &Segment) -> Result<Vec<Seq>> {
    let documents = segment.documents(c)?;
    let (count, lengths) = segment::totals(&documents);
    let claimed = segment.lengths.map(|length| i64::try_from(length).unwrap_or(-1));
    let mut is_whole = i64::try_from(segment.memories).is_ok_and(|memories| memories == count) && claimed == lengths;
    let mut last: Vec<u8> = Vec::new();
    segment.each_block(c, |_, first, data| {
        let mut reader = BlockReader::new(data);
        let mut is_first = true;
        while let Some(list) = reader.advance()? {
            is_whole &= !is_first || reader.term() == first;
            is_whole &= reader.term() > last.as_slice() && Term::from_bytes(reader.term()).is_some();
            is_first = false;
            each_entry(list, |index, _| {
                is_whole &= documents.get(index as usize).is_some_and(|document| document.seq().is_some());
            })?;
            last.clear();
            last.extend(reader.term());
        }
        Ok(())
    })?;
    if is_whole { Ok(documents.iter().filter_map(|document| document.seq()).collect()) } else { Err(unreadable()) }
}

fn is_row_whole(data: &[u8]) -> Result<()> {
    let mut row = fresh::FreshRow::open(data)?;
    let mut last: Vec<u8> = Vec::new();
    while let Some((term, _)) = row.next()? {
        if term <= last.as_slice() || Term::from_bytes(term).is_none() {
            return Err(unreadable());
        }
        last.clear();
        last.extend(term);
    }
    Ok(())
}
