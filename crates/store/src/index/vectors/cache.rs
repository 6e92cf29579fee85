//! What was read of the index, kept for those who read next.
//!
//! Every part has a print of all that was ever written to it. A transaction looks at the prints that it
//! sees, takes the parts that have them, and reads the others itself, so that what it sees is its own
//! moment, whoever writes meanwhile. Parts are read when they are first needed, and kept when they are
//! needed again: a process that asks once reads little and keeps nothing.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use omoide_core::Seq;
use omoide_core::ports::store::{Outline, OutlineSight, OutlinesState};

use super::blocks::{self, BlockNumber, ModelNumber, Plane, RecordReader, SCALES, SLOTS};
use super::code::{CodeScale, row_length};
use super::order::Front;
use super::reading::PlaneReader;
use super::record::{RECORD, Record, SIGHT, put_together, sight};
use crate::index::{Blobs, MindNumber, Result};
use crate::lock;

/// The place of no memory.
pub(super) const NOBODY: Seq = Seq(0);

/// The parts of the index that were read, of every mind.
#[derive(Debug, Default)]
pub(crate) struct Cache {
    minds: Mutex<HashMap<MindNumber, Arc<MindIndex>>>,
}

/// A mind's index as one transaction sees it.
#[derive(Debug, Default)]
pub(super) struct MindIndex {
    print: i64,
    pub(super) blocks: Vec<CachedBlock>,
}

/// A block, as far as it was read.
#[derive(Clone, Debug)]
pub(super) struct CachedBlock {
    pub(super) number: BlockNumber,
    /// How many memories it has.
    used: usize,
    pub(super) front: Front,
    records: Arc<Records>,
    codes: Arc<Codes>,
}

#[derive(Debug)]
struct Records {
    print: i64,
    was_asked_for: AtomicBool,
    outlines: OnceLock<Box<[Option<Outline>]>>,
    /// The places of the memories alone, with [`NOBODY`] at free positions: a recall looks at nothing else of most.
    seqs: OnceLock<Box<[Seq]>>,
}

#[derive(Debug)]
struct Codes {
    print: i64,
    models: Mutex<BTreeMap<ModelNumber, CodeReading>>,
}

/// What became of the codes of a block under a model.
#[derive(Clone, Debug)]
enum CodeReading {
    /// They were looked at once and let go.
    Passed,
    /// They were asked for again, and stay; there may be none.
    Kept(Option<Arc<Planes>>),
}

/// What is known of the memories of a block.
#[derive(Debug)]
pub(super) enum Outlines<'b> {
    /// As it is kept.
    Kept(&'b [Option<Outline>]),
    /// As it was read, put together.
    Passing(Vec<u8>),
}

/// The sights of the memories of a block.
#[derive(Debug)]
pub(super) enum Sights<'b> {
    /// What is kept has them too.
    Kept(&'b [Option<Outline>]),
    /// As they lie in the file.
    Passing(Vec<u8>),
}

impl Sights<'_> {
    /// All of them, with their positions.
    pub(super) fn each(&self, mut visit: impl FnMut(usize, &OutlineSight)) {
        match self {
            Self::Kept(outlines) => {
                for (position, outline) in outlines.iter().enumerate() {
                    if let Some(outline) = outline {
                        visit(position, &outline.into());
                    }
                }
            }
            Self::Passing(bytes) => {
                for (position, bytes) in bytes.chunks_exact(SIGHT).enumerate() {
                    if let Some(sight) = sight(bytes) {
                        visit(position, &sight);
                    }
                }
            }
        }
    }

    /// Lets the memory be used for others.
    pub(super) fn let_go(self, reader: &mut RecordReader<'_>) {
        if let Self::Passing(bytes) = self {
            reader.give_back(bytes);
        }
    }
}

impl Outlines<'_> {
    /// What is known of the memory at a position; none of a free place.
    pub(super) fn get(&self, position: usize) -> Option<Outline> {
        match self {
            Self::Kept(outlines) => outlines[position],
            Self::Passing(bytes) => {
                Record::read(&bytes[position * RECORD..(position + 1) * RECORD]).map(|record| record.outline)
            }
        }
    }

    /// All of them, with their positions.
    pub(super) fn each(&self, mut visit: impl FnMut(usize, &Outline)) {
        match self {
            Self::Kept(outlines) => {
                let known =
                    outlines.iter().enumerate().filter_map(|(position, outline)| Some((position, outline.as_ref()?)));
                known.for_each(|(position, outline)| visit(position, outline));
            }
            Self::Passing(bytes) => {
                for (position, bytes) in bytes.chunks_exact(RECORD).enumerate() {
                    if let Some(record) = Record::read(bytes) {
                        visit(position, &record.outline);
                    }
                }
            }
        }
    }
}

/// The codes of a block under one model.
#[derive(Debug)]
pub(super) struct Planes {
    pub(super) scales: Box<[CodeScale]>,
    coarse: Vec<u8>,
    fine: OnceLock<Vec<u8>>,
    row_length: usize,
}

impl Cache {
    /// The mind's index as the transaction sees it.
    pub(super) fn current(&self, blobs: &dyn Blobs, mind: MindNumber) -> Result<Arc<MindIndex>> {
        let Some(print) = blocks::print(blobs, mind)? else { return Ok(Arc::default()) };
        let known = lock(&self.minds).get(&mind).cloned();
        if let Some(known) = &known
            && known.print == print
        {
            return Ok(Arc::clone(known));
        }
        let known: HashMap<BlockNumber, CachedBlock> =
            known.iter().flat_map(|known| &known.blocks).map(|block| (block.number, block.clone())).collect();
        let heads = blocks::heads(blobs, mind)?;
        let blocks = heads.into_iter().map(|head| CachedBlock::current(head, &known)).collect();
        let index = Arc::new(MindIndex { print, blocks });
        lock(&self.minds).insert(mind, Arc::clone(&index));
        Ok(index)
    }
}

impl MindIndex {
    /// What is known of all its outlines together.
    pub(super) fn state(&self) -> OutlinesState {
        OutlinesState { print: self.print, count: self.blocks.iter().map(|block| block.used).sum() }
    }
}

impl CachedBlock {
    fn current(head: blocks::BlockHead, known: &HashMap<BlockNumber, Self>) -> Self {
        let known = known.get(&head.number);
        let records = known.map(|block| &block.records).filter(|records| records.print == head.records_print);
        let codes = known.map(|block| &block.codes).filter(|codes| codes.print == head.codes_print);
        let new_records = || {
            let (outlines, seqs) = (OnceLock::new(), OnceLock::new());
            Arc::new(Records { print: head.records_print, was_asked_for: AtomicBool::new(false), outlines, seqs })
        };
        let new_codes = || Arc::new(Codes { print: head.codes_print, models: Mutex::default() });
        Self {
            number: head.number,
            used: head.used,
            front: head.front,
            records: records.cloned().unwrap_or_else(new_records),
            codes: codes.cloned().unwrap_or_else(new_codes),
        }
    }

    /// What is known of the memory at each position. It is kept when it is asked for again: a process that
    /// asks once need not find room for it.
    pub(super) fn outlines(&self, reader: &mut RecordReader<'_>) -> Result<Outlines<'_>> {
        if let Some(outlines) = self.records.outlines.get() {
            return Ok(Outlines::Kept(outlines));
        }
        if self.records.was_asked_for.swap(true, Ordering::Relaxed) {
            return Ok(Outlines::Kept(self.keep(reader)?));
        }
        Ok(Outlines::Passing(read_records(reader, self.number)?))
    }

    /// The sights of the memories at each position. Who asks for them again gets them from what is kept.
    pub(super) fn sights(&self, reader: &mut RecordReader<'_>) -> Result<Sights<'_>> {
        if self.records.outlines.get().is_none() && !self.records.was_asked_for.swap(true, Ordering::Relaxed) {
            return Ok(Sights::Passing(reader.read_all(self.number, false)?));
        }
        Ok(Sights::Kept(self.keep(reader)?))
    }

    /// The places of the memories at each position, which are kept; [`NOBODY`] where it is free.
    pub(super) fn seqs(&self, reader: &mut RecordReader<'_>) -> Result<&[Seq]> {
        if let Some(seqs) = self.records.seqs.get() {
            return Ok(seqs);
        }
        let sights = match self.records.outlines.get() {
            Some(outlines) => Sights::Kept(outlines),
            None => Sights::Passing(reader.read_all(self.number, false)?),
        };
        let mut seqs = vec![NOBODY; SLOTS];
        sights.each(|position, sight| seqs[position] = sight.seq);
        sights.let_go(reader);
        Ok(self.records.seqs.get_or_init(|| seqs.into()))
    }

    /// What is kept, or is from now on.
    fn keep(&self, reader: &mut RecordReader<'_>) -> Result<&[Option<Outline>]> {
        if let Some(outlines) = self.records.outlines.get() {
            return Ok(outlines);
        }
        let bytes = read_records(reader, self.number)?;
        let read = |bytes| Record::read(bytes).map(|record| record.outline);
        Ok(self.records.outlines.get_or_init(|| bytes.chunks_exact(RECORD).map(read).collect()))
    }

    /// What is known of the memory at one position. In a process that asks once that alone is read, and nothing is kept.
    pub(super) fn outline(&self, reader: &mut RecordReader<'_>, position: usize) -> Result<Option<Outline>> {
        if self.records.outlines.get().is_some() || self.records.seqs.get().is_some() {
            return Ok(self.keep(reader)?[position]);
        }
        Ok(Record::read(&reader.read(self.number, position)?).map(|record| record.outline))
    }

    /// What is known of them, if it is kept.
    pub(super) fn kept_outlines(&self) -> Option<Outlines<'_>> {
        self.records.outlines.get().map(|outlines| Outlines::Kept(outlines))
    }

    /// The codes under a model, kept likewise; none if no memory has one.
    pub(super) fn planes(
        &self,
        reader: &mut PlaneReader<'_>,
        model: (ModelNumber, usize),
    ) -> Result<Option<Arc<Planes>>> {
        let known = lock(&self.codes.models).get(&model.0).cloned();
        if let Some(CodeReading::Kept(planes)) = known {
            return Ok(planes);
        }
        let coarse = reader.read(self.number, model, Plane::Coarse)?;
        let planes = coarse.map(|coarse| Arc::new(Planes::new(coarse, model.1)));
        let reading = if known.is_some() { CodeReading::Kept(planes.clone()) } else { CodeReading::Passed };
        lock(&self.codes.models).insert(model.0, reading);
        Ok(planes)
    }

    /// The codes under a model, if they are kept.
    pub(super) fn kept_planes(&self, model: ModelNumber) -> Option<Option<Arc<Planes>>> {
        match lock(&self.codes.models).get(&model) {
            Some(CodeReading::Kept(planes)) => Some(planes.clone()),
            _ => None,
        }
    }
}

/// The records of a block, one behind the other.
fn read_records(reader: &mut RecordReader<'_>, block: BlockNumber) -> Result<Vec<u8>> {
    let lying = reader.read_all(block, true)?;
    let mut records = Vec::with_capacity(lying.len());
    put_together(&lying, &mut records);
    reader.give_back(lying);
    Ok(records)
}

impl Planes {
    fn new(data: Vec<u8>, dimensions: usize) -> Self {
        let scales = data[..SCALES].chunks_exact(CodeScale::LENGTH).map(CodeScale::read).collect();
        Self { scales, coarse: data, fine: OnceLock::new(), row_length: row_length(dimensions) }
    }

    /// The rows of high halves, one after the other.
    pub(super) fn coarse_rows(&self) -> &[u8] {
        &self.coarse[SCALES..]
    }

    /// The rows of low halves, one after the other.
    pub(super) fn fine_rows(
        &self,
        reader: &mut PlaneReader<'_>,
        block: BlockNumber,
        model: (ModelNumber, usize),
    ) -> Result<&[u8]> {
        if let Some(fine) = self.fine.get() {
            return Ok(fine);
        }
        let data = reader.read(block, model, Plane::Fine)?.ok_or_else(|| blocks::broken(block, "codes"))?;
        Ok(self.fine.get_or_init(|| data))
    }

    /// The rows of low halves, if they were read before.
    pub(super) fn fine_rows_if_read(&self) -> Option<&[u8]> {
        self.fine.get().map(Vec::as_slice)
    }

    /// Lets the memory be used for others, if nobody else has a hold of it.
    pub(super) fn let_go(planes: Arc<Self>, reader: &mut PlaneReader<'_>) {
        if let Some(planes) = Arc::into_inner(planes) {
            reader.give_back(planes.coarse);
            planes.fine.into_inner().into_iter().for_each(|fine| reader.give_back(fine));
        }
    }

    /// The row of one code among the rows of all.
    pub(super) fn row<'r>(&self, rows: &'r [u8], position: usize) -> &'r [u8] {
        &rows[position * self.row_length..(position + 1) * self.row_length]
    }
}
