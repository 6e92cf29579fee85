//! Putting memories in order again: records and codes are moved as they are, and nothing is computed anew.

use std::collections::BTreeMap;

use super::blocks::{
    BlockHead, BlockNumber, BlockPosition, ModelNumber, Plane, SCALES, SLOTS, heads, models_of, plane, plane_key,
    put_place, records,
};
use super::code::{CodeScale, row_length};
use super::edit::note_change;
use super::order::{Front, is_worth_arranging, key};
use super::record::{RECORD, Record, sights_first};
use crate::index::{Blobs, BlockKey, BlockSpace, Fnv, MindNumber, Result};

/// Puts the memories of a mind in order, if searches gain enough by it.
pub(super) fn arrange_if_worth_it(blobs: &dyn Blobs, mind: MindNumber) -> Result<()> {
    let heads = heads(blobs, mind)?;
    let mut blocks = Vec::with_capacity(heads.len());
    for head in &heads {
        blocks.push(records(blobs, head.number)?);
    }
    let pairs: Vec<Vec<(f64, u32)>> = blocks.iter().map(|records| pairs(records).collect()).collect();
    let arrangement = Arrangement { blobs, mind, heads: &heads, blocks: &blocks };
    if is_worth_arranging(&pairs, SLOTS) { arrangement.arrange() } else { Ok(()) }
}

fn pairs(records: &[u8]) -> impl Iterator<Item = (f64, u32)> {
    let records = records.chunks_exact(RECORD).filter_map(Record::read);
    records.map(|record| (record.outline.strength, record.outline.uses))
}

/// Where a memory was: the block by its place among the blocks, and the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct FormerPosition {
    block: usize,
    position: usize,
}

/// A block, and what comes to lie in it.
type Target<'t> = (&'t BlockHead, &'t [FormerPosition]);

/// The blocks of a mind that are put in order.
struct Arrangement<'a> {
    blobs: &'a dyn Blobs,
    mind: MindNumber,
    heads: &'a [BlockHead],
    /// The records of each.
    blocks: &'a [Vec<u8>],
}

impl Arrangement<'_> {
    fn arrange(&self) -> Result<()> {
        let ordered = self.ordered();
        let targets: Vec<Target<'_>> = self.heads.iter().zip(ordered.chunks(SLOTS)).collect();
        for model in self.models()? {
            for which in [Plane::Coarse, Plane::Fine] {
                self.move_plane(&targets, model, which)?;
            }
        }
        let mut print = Fnv::default();
        for head in self.heads {
            print.add(&head.records_print.to_le_bytes());
            print.add(&head.codes_print.to_le_bytes());
        }
        targets.iter().try_for_each(|target| self.move_records(*target, &mut print))?;
        self.heads[targets.len()..].iter().try_for_each(|head| head.remove(self.blobs, self.mind))?;
        note_change(self.blobs, self.mind, print)
    }

    /// Where the memories lie now, in the order they should lie in.
    fn ordered(&self) -> Vec<FormerPosition> {
        let mut ordered = Vec::new();
        for (block, records) in self.blocks.iter().enumerate() {
            for (position, record) in records.chunks_exact(RECORD).enumerate() {
                if let Some(record) = Record::read(record) {
                    let outline = record.outline;
                    let order = (key(outline.strength, outline.uses), outline.seq);
                    ordered.push((order, FormerPosition { block, position }));
                }
            }
        }
        ordered.sort_unstable();
        ordered.into_iter().map(|(_, source)| source).collect()
    }

    /// The models of the codes, with sizes whose rows are as long.
    fn models(&self) -> Result<BTreeMap<ModelNumber, usize>> {
        let mut models = BTreeMap::new();
        for head in self.heads {
            models.extend(models_of(self.blobs, head.number)?);
        }
        Ok(models)
    }

    /// Moves one plane of all blocks at a time, so that no more than that has to fit into memory.
    fn move_plane(&self, targets: &[Target<'_>], model: (ModelNumber, usize), which: Plane) -> Result<()> {
        let mut planes = Vec::with_capacity(self.heads.len());
        for head in self.heads {
            planes.push(plane(self.blobs, head.number, model, which)?);
        }
        let (head, length) = (which.head(), row_length(model.1));
        for (target, sources) in targets {
            let mut moved = vec![0; which.length(model.1)];
            let mut has_codes = false;
            for (position, source) in sources.iter().enumerate() {
                let Some(from) = &planes[source.block] else { continue };
                if which == Plane::Coarse {
                    let scale = &from[source.position * CodeScale::LENGTH..][..CodeScale::LENGTH];
                    moved[position * CodeScale::LENGTH..][..CodeScale::LENGTH].copy_from_slice(scale);
                }
                let row = &from[head + source.position * length..][..length];
                moved[head + position * length..][..length].copy_from_slice(row);
                has_codes |= row.iter().any(|byte| *byte != 0);
            }
            let key = plane_key(target.number, model.0, which);
            if has_codes || moved[..head.min(SCALES)].iter().any(|byte| *byte != 0) {
                self.blobs.put(key, &moved)?;
            } else {
                self.blobs.delete(key)?;
            }
        }
        Ok(())
    }

    fn move_records(&self, (before, sources): Target<'_>, print: &mut Fnv) -> Result<()> {
        let block: BlockNumber = before.number;
        let mut moved = vec![0; SLOTS * RECORD];
        for (position, source) in sources.iter().enumerate() {
            let record = &self.blocks[source.block][source.position * RECORD..(source.position + 1) * RECORD];
            moved[position * RECORD..(position + 1) * RECORD].copy_from_slice(record);
            print.add(record);
            let was = BlockPosition { block: self.heads[source.block].number, position: source.position };
            let place = BlockPosition { block, position };
            if let Some(record) = Record::read(record).filter(|_| was != place) {
                put_place(self.blobs, record.outline.seq, place)?;
            }
        }
        self.blobs.put(BlockKey::new(BlockSpace::VectorRecords, &[block]), &sights_first(&moved))?;
        // All that went into codes before, and who lies where now, says what is in them.
        let print = print.finish().cast_signed();
        let (used, front) = (sources.len(), Front::of(pairs(&moved)));
        let head = BlockHead { number: block, used, records_print: print, codes_print: print, front };
        head.put(self.blobs, self.mind, Some(before))
    }
}
