//! Whether the index says what the rows say.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use omoide_core::Seq;

use super::blocks::{self, BlockHead, BlockNumber, BlockPosition, ModelNumber, Plane, SLOTS, heads};
use super::code::{CodeScale, VectorCode, row_length};
use super::codes::codes_of;
use super::order::Front;
use super::record::{RECORD, Record};
use crate::index::{Backing, Blobs, BlockKey, BlockSpace, IndexFault, KeyRange, MindNumber, Result, Rows};

/// How many entries of the index are wrong, missing or too many.
pub(crate) fn wrong_entries(backing: Backing<'_>) -> Result<u64> {
    let mut expected = BTreeMap::new();
    backing.rows.each_record(&mut |mind, record| {
        expected.insert(record.outline.seq, (mind, record));
    })?;
    let mut survey = VectorSurvey { backing, models: backing.rows.models()?.into_iter().collect(), expected, wrong: 0 };
    survey.stray_blocks()?;
    for mind in survey.minds()? {
        survey.mind(mind)?;
    }
    Ok(survey.wrong + survey.expected.len() as u64)
}

/// A look at the whole index.
struct VectorSurvey<'b> {
    backing: Backing<'b>,
    models: BTreeMap<ModelNumber, usize>,
    /// What the rows say of every memory that was not found to be right yet.
    expected: BTreeMap<Seq, (MindNumber, Record)>,
    wrong: u64,
}

impl VectorSurvey<'_> {
    /// The minds that have blocks.
    fn minds(&self) -> Result<BTreeSet<MindNumber>> {
        Ok(self.keys(BlockSpace::VectorHeads)?.into_iter().map(|key| key[0]).collect())
    }

    fn keys(&self, space: BlockSpace) -> Result<Vec<[i64; 3]>> {
        let mut keys = Vec::new();
        self.backing.blobs.lengths(KeyRange::of(space, &[]), &mut |key, _| {
            keys.push(key.numbers);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(keys)
    }

    /// Counts parts that belong to no block, and places without a memory.
    fn stray_blocks(&mut self) -> Result<()> {
        let blocks: BTreeSet<BlockNumber> = self.keys(BlockSpace::VectorHeads)?.into_iter().map(|key| key[1]).collect();
        let codes = self.keys(BlockSpace::VectorCodes)?.into_iter();
        let stray = codes.filter(|key| !blocks.contains(&key[0]) || !self.models.contains_key(&key[1])).count();
        let records = self.keys(BlockSpace::VectorRecords)?.into_iter().filter(|key| !blocks.contains(&key[0])).count();
        let mut places = 0;
        for key in self.keys(BlockSpace::VectorPlaces)? {
            // Most are expected; only of the others the rows are asked.
            let is_known = self.expected.contains_key(&Seq(key[0])) || self.backing.rows.has_row(Seq(key[0]))?;
            places += usize::from(!is_known);
        }
        self.wrong += (stray + records + places) as u64;
        Ok(())
    }

    fn mind(&mut self, mind: MindNumber) -> Result<()> {
        let blobs = self.backing.blobs;
        if blocks::print(blobs, mind)?.is_none() {
            self.wrong += 1;
        }
        for head in heads(blobs, mind)? {
            // A block that cannot be read hides its memories, which are counted in the end.
            let records = match blocks::records(blobs, head.number) {
                Err(IndexFault::Unreadable(_)) => continue,
                records => records?,
            };
            let records: Vec<Option<Record>> = records.chunks_exact(RECORD).map(Record::read).collect();
            let pairs = records.iter().flatten().map(|r| (r.outline.strength, r.outline.uses));
            let has_used = records.iter().flatten().count() == head.used;
            if Front::of(pairs) != head.front || !has_used || !is_room_known(blobs, mind, &head)? {
                self.wrong += 1;
            }
            self.block(mind, head.number, &records)?;
        }
        Ok(())
    }

    /// Counts the wrong entries of a block; those that are right are no longer expected.
    fn block(&mut self, mind: MindNumber, block: BlockNumber, records: &[Option<Record>]) -> Result<()> {
        let Backing { blobs, rows } = self.backing;
        let planes = match self.planes(block) {
            Err(IndexFault::Unreadable(_)) => {
                self.wrong += 1;
                return Ok(());
            }
            planes => planes?,
        };
        for (position, record) in records.iter().enumerate() {
            let stored = stored_codes(&planes, position);
            let Some(record) = record else {
                self.wrong += u64::from(!stored.is_empty());
                continue;
            };
            let seq = record.outline.seq;
            let is_right = blocks::place(blobs, seq)? == Some(BlockPosition { block, position })
                && self.expected.get(&seq) == Some(&(mind, *record))
                && stored == made_codes(rows, seq, record.version)?;
            if is_right {
                self.expected.remove(&seq);
            } else if !self.expected.contains_key(&seq) {
                self.wrong += 1;
            }
        }
        Ok(())
    }

    /// The planes of a block; those of models that are not known were counted before.
    fn planes(&self, block: BlockNumber) -> Result<PlanesByModel> {
        let mut models: BTreeSet<ModelNumber> = BTreeSet::new();
        self.backing.blobs.lengths(KeyRange::of(BlockSpace::VectorCodes, &[block]), &mut |key, _| {
            models.insert(key.numbers[1]);
            Ok(ControlFlow::Continue(()))
        })?;
        let mut planes = BTreeMap::new();
        for model in models {
            let Some(dimensions) = self.models.get(&model).copied() else { continue };
            let plane = |which| -> Result<Vec<u8>> {
                let found = blocks::plane(self.backing.blobs, block, (model, dimensions), which)?;
                found.ok_or_else(|| blocks::broken(block, "codes"))
            };
            planes.insert(model, (row_length(dimensions), plane(Plane::Coarse)?, plane(Plane::Fine)?));
        }
        Ok(planes)
    }
}

/// Whether the block is found among those with room exactly if it has some.
fn is_room_known(blobs: &dyn Blobs, mind: MindNumber, head: &BlockHead) -> Result<bool> {
    let key = BlockKey::new(BlockSpace::VectorRoom, &[mind, head.used as i64, head.number]);
    Ok(blobs.get(key, &mut |_| Ok(()))? == (head.used < SLOTS))
}

/// The planes of a block by model, coarse and fine, with the length of their rows.
type PlanesByModel = BTreeMap<ModelNumber, (usize, Vec<u8>, Vec<u8>)>;

/// A code as it lies in its block.
type Stored = (Vec<u8>, Vec<u8>, Vec<u8>);

/// What the block has of a position under each model; nothing at all where all is zero.
fn stored_codes(planes: &PlanesByModel, position: usize) -> BTreeMap<ModelNumber, Stored> {
    debug_assert!(position < SLOTS);
    let mut codes = BTreeMap::new();
    for (model, (length, coarse, fine)) in planes {
        let scale = coarse[position * CodeScale::LENGTH..][..CodeScale::LENGTH].to_vec();
        let coarse = coarse[Plane::Coarse.head() + position * length..][..*length].to_vec();
        let fine = fine[position * length..][..*length].to_vec();
        if [&scale, &coarse, &fine].iter().any(|bytes| bytes.iter().any(|byte| *byte != 0)) {
            codes.insert(*model, (scale, coarse, fine));
        }
    }
    codes
}

/// What it should have.
fn made_codes(rows: &dyn Rows, seq: Seq, version: u32) -> Result<BTreeMap<ModelNumber, Stored>> {
    let stored = |code: VectorCode| (code.scale.to_bytes().to_vec(), code.coarse, code.fine);
    Ok(codes_of(rows, seq, version)?.into_iter().map(|(model, (_, code))| (model, stored(code))).collect())
}
