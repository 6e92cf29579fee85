//! The index over vectors behind the port; files of the first format, which have none, are searched by their rows.

mod plain;

use std::collections::BTreeMap;

use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Outline, OutlineSight, OutlinesState, Scoring, VectorIndex, VectorMatch, VectorQuery};
use omoide_core::{Kind, MindName, Seq};
use rusqlite::Connection;

use super::error::Result;
use super::session::{MindNumber, Session, with_backing};
use crate::index::vectors;

pub(super) use crate::index::vectors::{Cache, ChangedMemories, Touch};

/// The first format that has the index as it is read here.
pub(super) const SINCE_FORMAT: u32 = 3;

/// Makes the index of all minds of nothing but the rows.
pub(super) fn build(c: &Connection) -> Result<()> {
    with_backing(c, |backing| Ok(vectors::build(backing)?))
}

/// How many entries of the index are wrong, missing or too many.
pub(super) fn wrong_entries(c: &Connection) -> Result<u64> {
    with_backing(c, |backing| Ok(vectors::wrong_entries(backing)?))
}

/// Tells the index of a file from before it knew which memories were put away by hand.
pub(super) fn note_put_away(c: &Connection) -> Result<()> {
    let mut statement = c.prepare("SELECT mind, seq FROM memories WHERE revival_requested = 2")?;
    let mut touched = ChangedMemories::default();
    for found in statement.query_map([], |row| Ok((row.get(0)?, Seq(row.get(1)?))))? {
        let (mind, seq) = found?;
        touched.add(mind, seq, Touch::Condition);
    }
    with_backing(c, |backing| Ok(touched.settle(backing)?))
}

/// Tells the index of memories that a migration wrote.
pub(super) fn note_whole(c: &Connection, memories: &[(MindNumber, Seq)]) -> Result<()> {
    let mut touched = ChangedMemories::default();
    for (mind, seq) in memories {
        touched.add(*mind, *seq, Touch::Whole);
    }
    with_backing(c, |backing| Ok(touched.settle(backing)?))
}

/// The memories of the kinds, in order of insertion; no kind named means all.
pub(super) fn outlines(session: &Session<'_>, mind: MindNumber, kinds: &[Kind]) -> Result<Vec<Outline>> {
    let is_wanted = |outline: &Outline| kinds.is_empty() || kinds.contains(&outline.kind);
    let Some(index) = session.index(mind)? else {
        return Ok(plain::outlines(session.connection, mind)?.into_iter().filter(is_wanted).collect());
    };
    let mut outlines = Vec::new();
    index.visit_outlines(&mut |outline| {
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
    ) -> Answer<Vec<VectorMatch>> {
        self.look(mind, |c, n| match self.index(n)? {
            Some(index) => Ok(index.best(query, wanted, scoring)?),
            None => plain::best(c, n, query, wanted, scoring),
        })
    }

    fn similarities(
        &self,
        mind: &MindName,
        query: &VectorQuery<'_>,
        visit: &mut dyn FnMut(&OutlineSight, Option<f64>),
    ) -> Answer<()> {
        self.look(mind, |c, n| match self.index(n)? {
            Some(index) => Ok(index.similarities(query, visit)?),
            None => {
                let known = plain::similarities(c, n, query)?;
                for outline in plain::outlines(c, n)? {
                    visit(&OutlineSight::from(&outline), known.get(&outline.seq).copied());
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
        self.look(mind, |c, n| match self.index(n)? {
            Some(index) => Ok(index.similarities_of_known(query, visit)?),
            None => {
                let known = plain::similarities(c, n, query)?;
                let (seqs, similarities): (Vec<Seq>, Vec<f64>) = known.into_iter().unzip();
                visit(&seqs, &similarities);
                Ok(())
            }
        })
    }

    fn outlines_state(&self, mind: &MindName) -> Answer<Option<OutlinesState>> {
        self.look(mind, |_, n| Ok(self.index(n)?.map(|index| index.state()).transpose()?))
    }

    fn outline_bounds(&self) -> Answer<Option<(Seq, Seq)>> {
        self.told(self.bounds())
    }

    fn visit_outlines(&self, mind: &MindName, visit: &mut dyn FnMut(&Outline)) -> Answer<()> {
        self.look(mind, |c, n| match self.index(n)? {
            Some(index) => Ok(index.visit_outlines(visit)?),
            None => {
                plain::outlines(c, n)?.iter().for_each(visit);
                Ok(())
            }
        })
    }

    fn outlines_of(&self, mind: &MindName, seqs: &[Seq]) -> Answer<Vec<Outline>> {
        self.look(mind, |c, n| match self.index(n)? {
            Some(index) => Ok(index.outlines_of(seqs)?),
            None => {
                let all: BTreeMap<Seq, Outline> = plain::outlines(c, n)?.into_iter().map(|o| (o.seq, o)).collect();
                Ok(seqs.iter().filter_map(|seq| all.get(seq).copied()).collect())
            }
        })
    }
}
