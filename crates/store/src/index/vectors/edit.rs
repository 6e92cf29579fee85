//! Bringing the index up to date: what rows say of the memories that were touched goes into their blocks.
//!
//! Nothing is handed over but the places of memories: what stands in the index is always made from the rows,
//! by the same steps as when it is made anew.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use omoide_core::Seq;

use super::blocks::{self, BlockHead, BlockNumber, BlockPosition, SLOTS};
use super::codes;
use super::order::{Front, key};
use super::record::{RECORD, Record, SIGHT, parts_of, sights_first};
use crate::index::{Backing, Blobs, BlockKey, BlockSpace, Fnv, MindNumber, Result};

/// Up to so many records of a block are written by themselves instead of the whole block.
const FEW_RECORDS: usize = 4;

/// How much of a memory may have changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Touch {
    /// Its condition.
    Condition,
    /// Anything, its vectors and whether it is there at all included.
    Whole,
}

/// A block that is being changed.
#[derive(Debug)]
pub(super) struct BlockEdit {
    mind: MindNumber,
    /// What was known of it before; the prints grow with what is written.
    pub(super) head: BlockHead,
    records: Vec<u8>,
    /// The positions whose record differs from what is in the block.
    changed: Vec<usize>,
    /// The positions whose codes have to be made anew, with the version that they are of.
    pub(super) recoded: BTreeMap<usize, Option<(Seq, u32)>>,
    is_new: bool,
}

impl BlockEdit {
    fn record(&self, position: usize) -> Option<Record> {
        Record::read(&self.records[position * RECORD..(position + 1) * RECORD])
    }

    /// Sets a record; its codes are made anew if they are of another text or memory.
    fn set(&mut self, position: usize, record: Option<Record>, touch: Touch) {
        let bytes = record.map_or([0; RECORD], Record::to_bytes);
        let place = position * RECORD..(position + 1) * RECORD;
        let text = |record: Option<Record>| record.map(|record| (record.outline.seq, record.version));
        if touch == Touch::Whole || text(self.record(position)) != text(record) {
            self.recoded.insert(position, text(record));
        }
        if self.records[place.clone()] != bytes {
            self.records[place].copy_from_slice(&bytes);
            self.changed.push(position);
        }
    }

    fn used(&self) -> usize {
        (0..SLOTS).filter(|position| self.is_used(*position)).count()
    }

    fn is_used(&self, position: usize) -> bool {
        self.records[position * RECORD..][..8] != [0; 8]
    }

    fn front(&self) -> Front {
        let records = (0..SLOTS).filter_map(|position| self.record(position));
        Front::of(records.map(|record| (record.outline.strength, record.outline.uses)))
    }
}

/// Changes blocks; nothing is written before [`Editor::finish`].
pub(super) struct Editor<'b> {
    backing: Backing<'b>,
    edits: BTreeMap<BlockNumber, BlockEdit>,
    /// The blocks of a mind that have room, the one to be filled next last.
    roomy: HashMap<MindNumber, Vec<BlockNumber>>,
    prints: BTreeMap<MindNumber, Fnv>,
}

impl<'b> Editor<'b> {
    pub(super) fn new(backing: Backing<'b>) -> Self {
        Self { backing, edits: BTreeMap::new(), roomy: HashMap::new(), prints: BTreeMap::new() }
    }

    /// Makes the index say of memories what the rows say; returns the minds that many were added to.
    pub(super) fn bring_up_to_date(
        &mut self,
        touched: &BTreeMap<(MindNumber, Seq), Touch>,
    ) -> Result<BTreeSet<MindNumber>> {
        let mut without_place = Vec::new();
        for ((mind, seq), touch) in touched {
            match blocks::place(self.backing.blobs, *seq)? {
                Some(place) if *touch == Touch::Condition => self.update(*mind, place, *seq)?,
                Some(place) => self.rewrite(*mind, Some(place), *seq)?,
                None => without_place.push((*mind, *seq)),
            }
        }
        if without_place.len() > SLOTS {
            return self.take_in(without_place);
        }
        without_place.into_iter().try_for_each(|(mind, seq)| self.rewrite(mind, None, seq))?;
        Ok(BTreeSet::new())
    }

    /// Takes many memories in at once, in order and into blocks of their own.
    fn take_in(&mut self, seqs: Vec<(MindNumber, Seq)>) -> Result<BTreeSet<MindNumber>> {
        let mut ordered = Vec::with_capacity(seqs.len());
        for (_, seq) in seqs {
            let found = self.backing.rows.standing(seq)?;
            ordered.extend(found.map(|(mind, retention, recalls)| (mind, key(retention, recalls), seq)));
        }
        ordered.sort_unstable();
        for (mind, _, seq) in ordered {
            self.roomy.entry(mind).or_default();
            self.rewrite(mind, None, seq)?;
        }
        Ok(self.roomy.keys().copied().collect())
    }

    fn update(&mut self, mind: MindNumber, place: BlockPosition, seq: Seq) -> Result<()> {
        let found = self.backing.rows.condition(seq)?;
        let edit = self.edit(mind, place.block)?;
        let (Some(found), Some(mut record)) = (found, edit.record(place.position)) else {
            return self.rewrite(mind, Some(place), seq);
        };
        let outline = &mut record.outline;
        (outline.strength, outline.uses) = (found.retention_score, found.recall_count);
        (outline.level, outline.is_archived) = (found.level, found.is_archived);
        (outline.is_protected, outline.is_put_away) = (found.is_protected, found.is_put_away);
        record.version = found.version;
        edit.set(place.position, Some(record), Touch::Condition);
        Ok(())
    }

    fn rewrite(&mut self, mind: MindNumber, place: Option<BlockPosition>, seq: Seq) -> Result<()> {
        match (self.backing.rows.record(seq)?, place) {
            (None, None) => Ok(()),
            (None, Some(place)) => {
                self.backing.blobs.delete(BlockKey::new(BlockSpace::VectorPlaces, &[seq.0]))?;
                self.edit(mind, place.block)?.set(place.position, None, Touch::Whole);
                Ok(())
            }
            (Some((mind, record)), Some(place)) => self.put(mind, place, record),
            (Some((mind, record)), None) => {
                let place = self.free_place(mind)?;
                self.put_anew(mind, place, record)
            }
        }
    }

    /// Gives a memory its place.
    fn put_anew(&mut self, mind: MindNumber, place: BlockPosition, record: Record) -> Result<()> {
        blocks::put_place(self.backing.blobs, record.outline.seq, place)?;
        self.put(mind, place, record)
    }

    fn put(&mut self, mind: MindNumber, place: BlockPosition, record: Record) -> Result<()> {
        self.edit(mind, place.block)?.set(place.position, Some(record), Touch::Whole);
        Ok(())
    }

    /// Adds a block with those memories, in that order, and finishes it.
    pub(super) fn add_block(&mut self, mind: MindNumber, seqs: &[Seq]) -> Result<()> {
        let block = self.begin_block(mind)?;
        for (position, seq) in seqs.iter().enumerate() {
            if let Some((mind, record)) = self.backing.rows.record(*seq)? {
                self.put_anew(mind, BlockPosition { block, position }, record)?;
            }
        }
        self.finish_block(block)
    }

    /// A block of the mind without memories.
    fn begin_block(&mut self, mind: MindNumber) -> Result<BlockNumber> {
        let number = self.backing.blobs.next_number(BlockSpace::VectorHeads)?;
        let head = BlockHead::empty(number);
        // At once, so that the next block has another number.
        head.put(self.backing.blobs, mind, None)?;
        let records = vec![0; SLOTS * RECORD];
        let (changed, recoded) = (Vec::new(), BTreeMap::new());
        self.edits.insert(number, BlockEdit { mind, head, records, changed, recoded, is_new: true });
        Ok(number)
    }

    /// A place that is free; memories that come together lie together.
    fn free_place(&mut self, mind: MindNumber) -> Result<BlockPosition> {
        if !self.roomy.contains_key(&mind) {
            self.roomy.insert(mind, blocks::roomy(self.backing.blobs, mind)?);
        }
        loop {
            let Some(block) = self.roomy.get(&mind).and_then(|blocks| blocks.last()).copied() else {
                let block = self.begin_block(mind)?;
                self.roomy.entry(mind).or_default().push(block);
                continue;
            };
            let edit = self.edit(mind, block)?;
            if let Some(position) = (0..SLOTS).find(|position| !edit.is_used(*position)) {
                return Ok(BlockPosition { block, position });
            }
            self.roomy.entry(mind).or_default().pop();
        }
    }

    fn edit(&mut self, mind: MindNumber, block: BlockNumber) -> Result<&mut BlockEdit> {
        if !self.edits.contains_key(&block) {
            let head = blocks::head(self.backing.blobs, mind, block)?;
            let records = blocks::records(self.backing.blobs, block)?;
            let (changed, recoded) = (Vec::new(), BTreeMap::new());
            self.edits.insert(block, BlockEdit { mind, head, records, changed, recoded, is_new: false });
        }
        self.edits.get_mut(&block).ok_or_else(|| blocks::broken(block, "records"))
    }

    /// Writes everything.
    pub(super) fn finish(mut self) -> Result<()> {
        while let Some(block) = self.edits.keys().next().copied() {
            self.finish_block(block)?;
        }
        self.prints.iter().try_for_each(|(mind, print)| note_change(self.backing.blobs, *mind, *print))
    }

    fn finish_block(&mut self, block: BlockNumber) -> Result<()> {
        let Some(mut edit) = self.edits.remove(&block) else { return Ok(()) };
        edit.changed.sort_unstable();
        edit.changed.dedup();
        if edit.changed.is_empty() && edit.recoded.is_empty() && !edit.is_new {
            return Ok(());
        }
        let (blobs, before) = (self.backing.blobs, edit.head.clone());
        let used = edit.used();
        if used == 0 {
            self.note(edit.mind, block, &[]);
            return before.remove(blobs, edit.mind);
        }
        write_records(blobs, block, &mut edit)?;
        codes::write(self.backing, block, &mut edit)?;
        let head = BlockHead { used, front: edit.front(), ..edit.head };
        head.put(blobs, edit.mind, Some(&before))?;
        self.note(edit.mind, block, &[head.records_print, head.codes_print]);
        Ok(())
    }

    fn note(&mut self, mind: MindNumber, block: BlockNumber, changes: &[i64]) {
        let print = self.prints.entry(mind).or_default();
        for number in [block].iter().chain(changes) {
            print.add(&number.to_le_bytes());
        }
    }
}

fn write_records(blobs: &dyn Blobs, block: BlockNumber, edit: &mut BlockEdit) -> Result<()> {
    if edit.changed.is_empty() && !edit.is_new {
        return Ok(());
    }
    let mut print = Fnv::default();
    print.add(&edit.head.records_print.to_le_bytes());
    for position in &edit.changed {
        print.add(&position.to_le_bytes());
        print.add(&edit.records[position * RECORD..(position + 1) * RECORD]);
    }
    edit.head.records_print = print.finish().cast_signed();
    let key = BlockKey::new(BlockSpace::VectorRecords, &[block]);
    if edit.is_new || edit.changed.len() > FEW_RECORDS {
        return blobs.put(key, &sights_first(&edit.records));
    }
    let mut parts: Vec<(usize, &[u8])> = Vec::with_capacity(2 * edit.changed.len());
    for position in &edit.changed {
        let (sight, rest) = edit.records[position * RECORD..(position + 1) * RECORD].split_at(SIGHT);
        parts.extend(parts_of(*position, SLOTS).map(|place| place.start).into_iter().zip([sight, rest]));
    }
    blobs.write(key, &parts)
}

/// Builds a mind's print on the one before.
pub(super) fn note_change(blobs: &dyn Blobs, mind: MindNumber, mut print: Fnv) -> Result<()> {
    print.add(&blocks::print(blobs, mind)?.unwrap_or(0).to_le_bytes());
    blocks::put_print(blobs, mind, print.finish().cast_signed())
}
