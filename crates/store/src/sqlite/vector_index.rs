//! The index over vectors, in tables: codes and records of all memories, in blocks.
//!
//! It is a cache of the rows. Writers say which memories they touched; before the transaction ends, or
//! looks, the index is brought up to date in it. So a backup, an erasure or a restart takes it along, and
//! nobody ever sees it out of step.

mod arrange;
mod blocks;
mod build;
mod cache;
mod code;
mod codes;
mod edit;
mod kernel;
mod order;
mod plain;
mod reading;
mod record;
mod scan;
mod search;
mod verify;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Found, Outline, OutlinesState, Scoring, Sight, VectorIndex, VectorQuery};
use omoide_core::{Kind, MindName, Seq};
use rusqlite::Connection;

use super::error::Result;
use super::session::{MindNumber, Session};
use edit::Editor;
use reading::PlaneReader;
use search::Search;

pub(super) use build::build;
pub(super) use cache::Cache;
pub(super) use edit::Touch;
pub(super) use verify::wrong_entries;

/// The first format that has the index as it is read here.
pub(super) const SINCE_FORMAT: u32 = 3;

/// What a transaction did that the index does not know yet.
#[derive(Debug, Default)]
pub(super) struct Touched {
    memories: BTreeMap<i64, Touch>,
    /// The minds whose memories may lie in another order than they should.
    unordered: BTreeSet<MindNumber>,
}

impl Touched {
    pub(super) fn add(&mut self, seq: Seq, touch: Touch) {
        let known = self.memories.entry(seq.0).or_insert(touch);
        *known = touch.max(*known);
    }

    /// After a night memories may lie in another order than they should.
    pub(super) fn add_night(&mut self, mind: MindNumber) {
        self.unordered.insert(mind);
    }

    /// Brings the index up to date.
    pub(super) fn settle(&mut self, c: &Connection) -> Result<()> {
        if !self.memories.is_empty() {
            let mut editor = Editor::new(c);
            let grown = editor.bring_up_to_date(&std::mem::take(&mut self.memories))?;
            self.unordered.extend(grown);
            editor.finish()?;
        }
        for mind in std::mem::take(&mut self.unordered) {
            arrange::arrange_if_worth_it(c, mind)?;
        }
        Ok(())
    }
}

/// Tells the index of a file from before it knew which memories were put away by hand.
pub(super) fn note_put_away(c: &Connection) -> Result<()> {
    let mut statement = c.prepare("SELECT seq FROM memories WHERE revival_requested = 2")?;
    let mut touched = Touched::default();
    for seq in statement.query_map([], |row| row.get(0))? {
        touched.add(Seq(seq?), Touch::Condition);
    }
    touched.settle(c)
}

/// The memories of the kinds, in order of insertion; no kind named means all.
pub(super) fn outlines(session: &Session<'_>, mind: MindNumber, kinds: &[Kind]) -> Result<Vec<Outline>> {
    let c = session.connection;
    let is_wanted = |outline: &Outline| kinds.is_empty() || kinds.contains(&outline.kind);
    let Some(cache) = session.index()? else {
        return Ok(plain::outlines(c, mind)?.into_iter().filter(is_wanted).collect());
    };
    let mut outlines = Vec::new();
    visit_all(c, &*cache.current(c, mind)?, &mut |outline| {
        if is_wanted(outline) {
            outlines.push(*outline);
        }
    })?;
    outlines.sort_unstable_by_key(|outline: &Outline| outline.seq);
    Ok(outlines)
}

type Answer<T> = std::result::Result<T, StoreError>;

impl VectorIndex for Session<'_> {
    fn best(
        &self,
        mind: &MindName,
        query: &VectorQuery<'_>,
        wanted: usize,
        scoring: &dyn Scoring,
    ) -> Answer<Vec<Found>> {
        self.look(mind, |c, n| match self.index()? {
            Some(cache) => {
                let reader = RefCell::new(PlaneReader::new(c));
                let records = RefCell::new(blocks::RecordReader::new(c));
                let search = Search { reader, records, query, scoring, wanted, threads: self.threads() };
                search.best(&*cache.current(c, n)?)
            }
            None => plain::best(c, n, query, wanted, scoring),
        })
    }

    fn similarities(
        &self,
        mind: &MindName,
        query: &VectorQuery<'_>,
        visit: &mut dyn FnMut(&Sight, Option<f64>),
    ) -> Answer<()> {
        self.look(mind, |c, n| match self.index()? {
            Some(cache) => search::similarities(c, &*cache.current(c, n)?, query, visit),
            None => {
                let known = plain::similarities(c, n, query)?;
                for outline in plain::outlines(c, n)? {
                    visit(&Sight::from(&outline), known.get(&outline.seq).copied());
                }
                Ok(())
            }
        })
    }

    fn similarities_of_known(
        &self,
        mind: &MindName,
        query: &VectorQuery<'_>,
        visit: &mut dyn FnMut(&[Seq], &[f64]),
    ) -> Answer<()> {
        self.look(mind, |c, n| match self.index()? {
            Some(cache) => search::similarities_of_known(c, &*cache.current(c, n)?, query, visit),
            None => {
                let known = plain::similarities(c, n, query)?;
                let (seqs, similarities): (Vec<Seq>, Vec<f64>) = known.into_iter().unzip();
                visit(&seqs, &similarities);
                Ok(())
            }
        })
    }

    fn outlines_state(&self, mind: &MindName) -> Answer<Option<OutlinesState>> {
        self.look(mind, |c, n| match self.index()? {
            Some(cache) => Ok(Some(cache.current(c, n)?.state())),
            None => Ok(None),
        })
    }

    fn outline_bounds(&self) -> Answer<Option<(Seq, Seq)>> {
        self.told(match self.index() {
            Ok(Some(_)) => bounds(self.connection),
            Ok(None) => Ok(None),
            Err(fault) => Err(fault),
        })
    }

    fn visit_outlines(&self, mind: &MindName, visit: &mut dyn FnMut(&Outline)) -> Answer<()> {
        self.look(mind, |c, n| match self.index()? {
            Some(cache) => visit_all(c, &*cache.current(c, n)?, visit),
            None => {
                plain::outlines(c, n)?.iter().for_each(visit);
                Ok(())
            }
        })
    }

    fn outlines_of(&self, mind: &MindName, seqs: &[Seq]) -> Answer<Vec<Outline>> {
        self.look(mind, |c, n| match self.index()? {
            Some(cache) => of_places(c, &*cache.current(c, n)?, seqs),
            None => {
                let all: BTreeMap<Seq, Outline> = plain::outlines(c, n)?.into_iter().map(|o| (o.seq, o)).collect();
                Ok(seqs.iter().filter_map(|seq| all.get(seq).copied()).collect())
            }
        })
    }
}

/// The least and the highest place of a memory.
fn bounds(c: &Connection) -> Result<Option<(Seq, Seq)>> {
    let sql = "SELECT (SELECT min(memory) FROM vector_slots), (SELECT max(memory) FROM vector_slots)";
    let (least, most): (Option<i64>, Option<i64>) =
        c.prepare_cached(sql)?.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(least.map(Seq).zip(most.map(Seq)))
}

fn visit_all(c: &Connection, index: &cache::MindIndex, visit: &mut dyn FnMut(&Outline)) -> Result<()> {
    let mut reader = blocks::RecordReader::new(c);
    for block in &index.blocks {
        block.outlines(&mut reader)?.each(|_, outline| visit(outline));
    }
    Ok(())
}

fn of_places(c: &Connection, index: &cache::MindIndex, seqs: &[Seq]) -> Result<Vec<Outline>> {
    let mut outlines = Vec::with_capacity(seqs.len());
    let mut reader = blocks::RecordReader::new(c);
    for seq in seqs {
        let Some(place) = blocks::place(c, seq.0)? else { continue };
        // A place in a block of another mind is not found here.
        let Ok(found) = index.blocks.binary_search_by_key(&place.block, |block| block.number) else { continue };
        let outline = index.blocks[found].outline(&mut reader, place.position)?;
        outlines.extend(outline.filter(|outline| outline.seq == *seq));
    }
    Ok(outlines)
}
