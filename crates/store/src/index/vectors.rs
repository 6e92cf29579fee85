//! The index over vectors: codes and records of all memories, in blocks.
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
mod reading;
mod record;
mod scan;
mod search;
mod verify;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use omoide_core::Seq;
use omoide_core::ports::store::{Outline, OutlineSight, OutlinesState, Scoring, VectorMatch, VectorQuery};

use super::{Backing, MindNumber, Result};
use blocks::RecordReader;
use edit::Editor;
use reading::PlaneReader;
use search::VectorSearch;

pub(crate) use blocks::{ModelNumber, SLOTS};
pub(crate) use build::build;
pub(crate) use cache::Cache;
pub(crate) use edit::Touch;
pub(crate) use record::Record;
pub(crate) use search::is_before;
pub(crate) use verify::wrong_entries;

/// What a transaction did that the index does not know yet.
#[derive(Debug, Default)]
pub(crate) struct ChangedMemories {
    memories: BTreeMap<(MindNumber, Seq), Touch>,
    /// The minds whose memories may lie in another order than they should.
    unordered: BTreeSet<MindNumber>,
}

impl ChangedMemories {
    /// Takes note of a memory.
    pub(crate) fn add(&mut self, mind: MindNumber, seq: Seq, touch: Touch) {
        let known = self.memories.entry((mind, seq)).or_insert(touch);
        *known = touch.max(*known);
    }

    /// After a night memories may lie in another order than they should.
    pub(crate) fn add_night(&mut self, mind: MindNumber) {
        self.unordered.insert(mind);
    }

    /// Brings the index up to date.
    pub(crate) fn settle(&mut self, backing: Backing<'_>) -> Result<()> {
        if !self.memories.is_empty() {
            let mut editor = Editor::new(backing);
            let grown = editor.bring_up_to_date(&std::mem::take(&mut self.memories))?;
            self.unordered.extend(grown);
            editor.finish()?;
        }
        for mind in std::mem::take(&mut self.unordered) {
            arrange::arrange_if_worth_it(backing.blobs, mind)?;
        }
        Ok(())
    }
}

/// The index of one mind, as current as the transaction that looks.
#[derive(Clone, Copy)]
pub(crate) struct Index<'i> {
    pub(crate) backing: Backing<'i>,
    pub(crate) cache: &'i Cache,
    pub(crate) mind: MindNumber,
    /// How many threads a search may use.
    pub(crate) threads: usize,
}

impl Index<'_> {
    /// The best memories, the best first.
    pub(crate) fn best(
        &self,
        query: &VectorQuery<'_>,
        wanted: usize,
        scoring: &dyn Scoring,
    ) -> Result<Vec<VectorMatch>> {
        let Backing { blobs, rows } = self.backing;
        let (reader, records) = (RefCell::new(PlaneReader::new(blobs)), RefCell::new(RecordReader::new(blobs)));
        let search = VectorSearch { rows, reader, records, query, scoring, wanted, threads: self.threads };
        search.best(&*self.cache.current(blobs, self.mind)?)
    }

    /// Calls `visit` with every memory and the estimate of its similarity.
    pub(crate) fn similarities(
        &self,
        query: &VectorQuery<'_>,
        visit: &mut dyn FnMut(&OutlineSight, Option<f64>),
    ) -> Result<()> {
        search::similarities(self.backing, &*self.cache.current(self.backing.blobs, self.mind)?, query, visit)
    }

    /// Calls `visit` with the places of many memories at a time and the estimates of their similarities.
    pub(crate) fn similarities_of_known(
        &self,
        query: &VectorQuery<'_>,
        visit: &mut dyn FnMut(&[Seq], &[f64]),
    ) -> Result<()> {
        search::similarities_of_known(self.backing, &*self.cache.current(self.backing.blobs, self.mind)?, query, visit)
    }

    /// What is known of all outlines together.
    pub(crate) fn state(&self) -> Result<OutlinesState> {
        Ok(self.cache.current(self.backing.blobs, self.mind)?.state())
    }

    /// Calls `visit` with every memory, in no particular order.
    pub(crate) fn visit_outlines(&self, visit: &mut dyn FnMut(&Outline)) -> Result<()> {
        let blobs = self.backing.blobs;
        let mut reader = RecordReader::new(blobs);
        for block in &self.cache.current(blobs, self.mind)?.blocks {
            block.outlines(&mut reader)?.each(|_, outline| visit(outline));
        }
        Ok(())
    }

    /// The memories at those places, in the order of `seqs`.
    pub(crate) fn outlines_of(&self, seqs: &[Seq]) -> Result<Vec<Outline>> {
        let blobs = self.backing.blobs;
        let index = self.cache.current(blobs, self.mind)?;
        let mut outlines = Vec::with_capacity(seqs.len());
        let mut reader = RecordReader::new(blobs);
        for seq in seqs {
            let Some(place) = blocks::place(blobs, *seq)? else { continue };
            // A place in a block of another mind is not found here.
            let Ok(found) = index.blocks.binary_search_by_key(&place.block, |block| block.number) else { continue };
            let outline = index.blocks[found].outline(&mut reader, place.position)?;
            outlines.extend(outline.filter(|outline| outline.seq == *seq));
        }
        Ok(outlines)
    }
}

/// The least and the highest memory that has a place, of all minds.
pub(crate) fn bounds(backing: Backing<'_>) -> Result<Option<(Seq, Seq)>> {
    blocks::bounds(backing.blobs)
}
