//! Blocks: how they are read, and what their parts look like.

use std::ops::ControlFlow;

use omoide_core::Seq;

use super::code::{CodeScale, row_length};
use super::order::Front;
use super::record::{RECORD, SIGHT, parts_of, put_together};
use crate::index::{Blobs, BlockKey, BlockSpace, IndexFault, KeyRange, MindNumber, Result};

/// Memories that a block has room for.
pub(crate) const SLOTS: usize = 256;

/// Bytes of the scales before the rows of plane 0.
pub(super) const SCALES: usize = SLOTS * CodeScale::LENGTH;

/// The number of a block.
pub(super) type BlockNumber = i64;

/// The number of a model.
pub(crate) type ModelNumber = i64;

/// A half of the codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plane {
    /// Scales and high halves.
    Coarse,
    /// Low halves.
    Fine,
}

impl Plane {
    pub(super) fn number(self) -> i64 {
        match self {
            Self::Coarse => 0,
            Self::Fine => 1,
        }
    }

    /// Bytes before the first row.
    pub(super) fn head(self) -> usize {
        match self {
            Self::Coarse => SCALES,
            Self::Fine => 0,
        }
    }

    /// Bytes of the whole plane of a block.
    pub(super) fn length(self, dimensions: usize) -> usize {
        self.head() + SLOTS * row_length(dimensions)
    }
}

/// Where a memory lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockPosition {
    pub(super) block: BlockNumber,
    pub(super) position: usize,
}

impl BlockPosition {
    pub(super) fn number(self) -> i64 {
        self.block * SLOTS as i64 + self.position as i64
    }

    pub(super) fn of_number(number: i64) -> Self {
        let slots = SLOTS as i64;
        Self { block: number.div_euclid(slots), position: number.rem_euclid(slots) as usize }
    }
}

/// What is known of a block before it is read.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BlockHead {
    pub(super) number: BlockNumber,
    pub(super) used: usize,
    pub(super) records_print: i64,
    pub(super) codes_print: i64,
    pub(super) front: Front,
}

/// Bytes of a head before its front.
const BEFORE_FRONT: usize = 4 + 8 + 8;

impl BlockHead {
    /// A block without memories.
    pub(super) fn empty(number: BlockNumber) -> Self {
        Self { number, used: 0, records_print: 0, codes_print: 0, front: Front::default() }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let used = u32::try_from(self.used).unwrap_or(u32::MAX);
        let mut bytes = Vec::with_capacity(BEFORE_FRONT + 96);
        bytes.extend(used.to_le_bytes());
        bytes.extend(self.records_print.to_le_bytes());
        bytes.extend(self.codes_print.to_le_bytes());
        bytes.extend(self.front.to_bytes());
        bytes
    }

    fn read(number: BlockNumber, bytes: &[u8]) -> Result<Self> {
        let parts = || {
            let (used, rest) = bytes.split_first_chunk::<4>()?;
            let (records, rest) = rest.split_first_chunk::<8>()?;
            let (codes, front) = rest.split_first_chunk::<8>()?;
            Some(Self {
                number,
                used: (u32::from_le_bytes(*used) as usize).min(SLOTS),
                records_print: i64::from_le_bytes(*records),
                codes_print: i64::from_le_bytes(*codes),
                front: Front::read(front),
            })
        };
        parts().ok_or_else(|| broken(number, "numbers"))
    }

    /// Writes it in place of `before`, and notes whether the block has room.
    pub(super) fn put(&self, blobs: &dyn Blobs, mind: MindNumber, before: Option<&Self>) -> Result<()> {
        let room = |head: &Self| BlockKey::new(BlockSpace::VectorRoom, &[mind, head.used as i64, head.number]);
        if let Some(before) = before.filter(|before| before.used != self.used) {
            blobs.delete(room(before))?;
        }
        blobs.put(BlockKey::new(BlockSpace::VectorHeads, &[mind, self.number]), &self.to_bytes())?;
        if self.used < SLOTS && before.is_none_or(|before| before.used != self.used) {
            blobs.put(room(self), &[])?;
        }
        Ok(())
    }

    /// Removes the block with all of its parts.
    pub(super) fn remove(&self, blobs: &dyn Blobs, mind: MindNumber) -> Result<()> {
        blobs.delete_all(BlockSpace::VectorCodes, &[self.number])?;
        blobs.delete(BlockKey::new(BlockSpace::VectorRecords, &[self.number]))?;
        blobs.delete(BlockKey::new(BlockSpace::VectorRoom, &[mind, self.used as i64, self.number]))?;
        blobs.delete(BlockKey::new(BlockSpace::VectorHeads, &[mind, self.number]))
    }
}

/// The number that a block of eight bytes holds.
fn number(blobs: &dyn Blobs, key: BlockKey<'_>) -> Result<Option<i64>> {
    let mut number = None;
    blobs.get(key, &mut |bytes| {
        number = bytes.try_into().ok().map(i64::from_le_bytes);
        Ok(())
    })?;
    Ok(number)
}

/// The print of all that was written of a mind; none before anything was.
pub(super) fn print(blobs: &dyn Blobs, mind: MindNumber) -> Result<Option<i64>> {
    number(blobs, BlockKey::new(BlockSpace::VectorPrints, &[mind]))
}

/// Keeps the print of all that was written of a mind.
pub(super) fn put_print(blobs: &dyn Blobs, mind: MindNumber, print: i64) -> Result<()> {
    blobs.put(BlockKey::new(BlockSpace::VectorPrints, &[mind]), &print.to_le_bytes())
}

/// The blocks of a mind, in the order of their numbers.
pub(super) fn heads(blobs: &dyn Blobs, mind: MindNumber) -> Result<Vec<BlockHead>> {
    let mut heads = Vec::new();
    blobs.list(KeyRange::of(BlockSpace::VectorHeads, &[mind]), &mut |key, bytes| {
        heads.push(BlockHead::read(key.numbers[1], bytes)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(heads)
}

/// What is known of one block of a mind.
pub(super) fn head(blobs: &dyn Blobs, mind: MindNumber, block: BlockNumber) -> Result<BlockHead> {
    let mut head = None;
    blobs.get(BlockKey::new(BlockSpace::VectorHeads, &[mind, block]), &mut |bytes| {
        head = Some(BlockHead::read(block, bytes)?);
        Ok(())
    })?;
    head.ok_or_else(|| broken(block, "numbers"))
}

/// The blocks of a mind that have room, the fullest first.
pub(super) fn roomy(blobs: &dyn Blobs, mind: MindNumber) -> Result<Vec<BlockNumber>> {
    let mut blocks = Vec::new();
    blobs.lengths(KeyRange::descending(BlockSpace::VectorRoom, &[mind]), &mut |key, _| {
        blocks.push(key.numbers[2]);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(blocks)
}

/// Where the memory lies.
pub(super) fn place(blobs: &dyn Blobs, seq: Seq) -> Result<Option<BlockPosition>> {
    Ok(number(blobs, BlockKey::new(BlockSpace::VectorPlaces, &[seq.0]))?.map(BlockPosition::of_number))
}

/// Keeps where the memory lies.
pub(super) fn put_place(blobs: &dyn Blobs, seq: Seq, place: BlockPosition) -> Result<()> {
    blobs.put(BlockKey::new(BlockSpace::VectorPlaces, &[seq.0]), &place.number().to_le_bytes())
}

/// The least and the highest memory that has a place.
pub(super) fn bounds(blobs: &dyn Blobs) -> Result<Option<(Seq, Seq)>> {
    let first = |listing: KeyRange<'_>| -> Result<Option<Seq>> {
        let mut first = None;
        blobs.lengths(listing, &mut |key, _| {
            first = Some(Seq(key.numbers[0]));
            Ok(ControlFlow::Break(()))
        })?;
        Ok(first)
    };
    let least = first(KeyRange::of(BlockSpace::VectorPlaces, &[]))?;
    Ok(least.zip(first(KeyRange::descending(BlockSpace::VectorPlaces, &[]))?))
}

/// The records of a block, one behind the other.
pub(super) fn records(blobs: &dyn Blobs, block: BlockNumber) -> Result<Vec<u8>> {
    let mut records = Vec::with_capacity(SLOTS * RECORD);
    blobs.get(BlockKey::new(BlockSpace::VectorRecords, &[block]), &mut |bytes| {
        if bytes.len() == SLOTS * RECORD {
            put_together(bytes, &mut records);
        }
        Ok(())
    })?;
    if records.is_empty() { Err(broken(block, "records")) } else { Ok(records) }
}

/// Reads records within one transaction, those of whole blocks into the same memory each time.
pub(super) struct RecordReader<'b> {
    blobs: &'b dyn Blobs,
    spare: Vec<u8>,
}

impl<'b> RecordReader<'b> {
    pub(super) fn new(blobs: &'b dyn Blobs) -> Self {
        Self { blobs, spare: Vec::new() }
    }

    /// The record at a position of a block.
    pub(super) fn read(&self, block: BlockNumber, position: usize) -> Result<[u8; RECORD]> {
        let mut data = [0; RECORD];
        let (sight, rest) = data.split_at_mut(SIGHT);
        for (part, place) in [sight, rest].into_iter().zip(parts_of(position, SLOTS)) {
            self.fill(block, place.start, part)?;
        }
        Ok(data)
    }

    /// The sights of a block, or all of its records, as they lie in it.
    pub(super) fn read_all(&mut self, block: BlockNumber, has_rests: bool) -> Result<Vec<u8>> {
        let mut data = std::mem::take(&mut self.spare);
        data.resize(SLOTS * if has_rests { RECORD } else { SIGHT }, 0);
        self.fill(block, 0, &mut data)?;
        Ok(data)
    }

    /// Takes memory back that is no longer needed.
    pub(super) fn give_back(&mut self, data: Vec<u8>) {
        self.spare = data;
    }

    fn fill(&self, block: BlockNumber, at: usize, into: &mut [u8]) -> Result<()> {
        match self.blobs.read(BlockKey::new(BlockSpace::VectorRecords, &[block]), at, into)? {
            Some(length) if length == SLOTS * RECORD => Ok(()),
            _ => Err(broken(block, "records")),
        }
    }
}

/// The key of a plane of a block's codes.
pub(super) fn plane_key(block: BlockNumber, model: ModelNumber, plane: Plane) -> BlockKey<'static> {
    BlockKey::new(BlockSpace::VectorCodes, &[block, model, plane.number()])
}

/// A plane of a block's codes under a model; none if no memory of the block has a code.
pub(super) fn plane(
    blobs: &dyn Blobs,
    block: BlockNumber,
    (model, dimensions): (ModelNumber, usize),
    plane: Plane,
) -> Result<Option<Vec<u8>>> {
    let mut data = None;
    blobs.get(plane_key(block, model, plane), &mut |bytes| {
        data = Some(bytes.to_vec());
        Ok(())
    })?;
    match data {
        Some(data) if data.len() != plane.length(dimensions) => Err(broken(block, "codes")),
        data => Ok(data),
    }
}

/// The models under which a block has codes, with sizes whose rows are as long.
pub(super) fn models_of(blobs: &dyn Blobs, block: BlockNumber) -> Result<Vec<(ModelNumber, usize)>> {
    let mut models = Vec::new();
    blobs.lengths(KeyRange::of(BlockSpace::VectorCodes, &[block]), &mut |key, length| {
        if key.numbers[2] == Plane::Fine.number() {
            models.push((key.numbers[1], length / SLOTS * 2));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(models)
}

pub(super) fn broken(block: BlockNumber, part: &str) -> IndexFault {
    IndexFault::Unreadable(format!("the {part} of block {block} of the index over vectors are not whole"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_reads_back() {
        let front = Front::of([(80.5, 3), (20.0, 9)].into_iter());
        let head = BlockHead { number: 7, used: 255, records_print: -1, codes_print: i64::MAX, front };
        assert_eq!(BlockHead::read(7, &head.to_bytes()).ok(), Some(head));
        assert!(BlockHead::read(7, &[0; 19]).is_err());
    }
}
