//! Fresh words become a segment, and segments of one size become a larger one.
//!
//! A segment of size s holds about [`FRESH`] × [`JOINED`]^s memories. When as many of one size are there as
//! are joined, they become one of the next; the largest stay as they are, which bounds how long one write
//! can take. A look into the index so has a few segments to look into, and each memory's words are written
//! a few times in all. When there is time, what is small is joined before its turn.

use omoide_core::{FieldCounts, Seq};

use super::fresh;
use super::segment::{self, BlockReader, Document, Segment, SegmentWriter, each_entry, unreadable};
use crate::index::{Blobs, MindNumber, Result};

/// How many fresh memories become a segment.
const FRESH: usize = if cfg!(test) { 5 } else { 256 };
/// How many of one size become one of the next.
const JOINED: usize = 4;
/// The largest size: 16,384 memories.
const LARGEST: u32 = 3;
/// What is of a lesser size, 4,096 memories, is small.
const SMALL: u32 = 2;
/// How many small ones there are for it to be worth joining them.
const WORTH_JOINING: usize = 3;

/// Joins what is due to be joined.
pub(super) fn merge_if_due(blobs: &dyn Blobs, n: MindNumber, version: u32) -> Result<()> {
    if fresh::count(blobs, n, version, FRESH)? < FRESH {
        return Ok(());
    }
    let mut segments = segment::all(blobs, n)?;
    segments.retain(|segment| segment.version == version);
    join(blobs, n, version, &segments, Vec::new(), 0)
}

/// Joins the fresh words and all that is small, if it is much in pieces.
pub(crate) fn join_small(blobs: &dyn Blobs, n: MindNumber, version: u32) -> Result<()> {
    let mut segments = segment::all(blobs, n)?;
    segments.retain(|segment| segment.version == version);
    let small: Vec<Segment> = segments.iter().filter(|segment| segment.size < SMALL).copied().collect();
    let fresh = fresh::count(blobs, n, version, FRESH)?;
    if small.len() + usize::from(fresh > 0) < WORTH_JOINING {
        return Ok(());
    }
    let memories = fresh as u64 + small.iter().map(|segment| segment.memories).sum::<u64>();
    let holds = |size: &u32| FRESH as u64 * (JOINED as u64).pow(*size) >= memories;
    let size = (0..SMALL).find(holds).unwrap_or(SMALL);
    segments.retain(|segment| segment.size >= SMALL);
    join(blobs, n, version, &segments, small, size)
}

/// Makes a segment of that size of the fresh words and of `joined`, and goes on with as many others as make a larger one.
fn join(
    blobs: &dyn Blobs,
    n: MindNumber,
    version: u32,
    others: &[Segment],
    mut joined: Vec<Segment>,
    mut size: u32,
) -> Result<()> {
    let mut inputs = vec![Input::of_fresh(blobs, n, version)?];
    for segment in &joined {
        inputs.push(Input::of_segment(blobs, segment)?);
    }
    loop {
        let same: Vec<&Segment> = others.iter().filter(|segment| segment.size == size).collect();
        if same.len() + 1 < JOINED || size == LARGEST {
            break;
        }
        for segment in same {
            inputs.push(Input::of_segment(blobs, segment)?);
            joined.push(*segment);
        }
        size += 1;
    }
    // Before the new one is written: pages that become free are used again.
    let fresh: Vec<Seq> = inputs[0].documents.iter().filter_map(Document::seq).collect();
    fresh.into_iter().try_for_each(|seq| fresh::delete(blobs, n, seq))?;
    joined.iter().try_for_each(|segment| segment.delete(blobs, n))?;
    write(blobs, n, version, size, inputs)
}

/// What is joined: memories with their terms in order.
struct Input {
    documents: Vec<Document>,
    /// The terms with their lists, as blocks have them.
    blocks: Vec<Vec<u8>>,
    /// The index of each memory in what comes out.
    moved: Vec<u32>,
}

impl Input {
    fn of_segment(blobs: &dyn Blobs, segment: &Segment) -> Result<Self> {
        let mut blocks = Vec::new();
        segment.each_block(blobs, |_, data| {
            blocks.push(data.to_vec());
            Ok(())
        })?;
        Ok(Self { documents: segment.documents(blobs)?, blocks, moved: Vec::new() })
    }

    fn of_fresh(blobs: &dyn Blobs, n: MindNumber, version: u32) -> Result<Self> {
        let mut documents = Vec::new();
        let mut entries: Vec<(Vec<u8>, u32, FieldCounts)> = Vec::new();
        fresh::each(blobs, n, version, &mut |seq, mut row| {
            let index = u32::try_from(documents.len()).map_err(|_| unreadable())?;
            documents.push(Document::new(seq, row.lengths));
            while let Some((term, counts)) = row.next()? {
                entries.push((term.to_vec(), index, counts));
            }
            Ok(())
        })?;
        entries.sort_unstable();
        let mut block = segment::BlockWriter::default();
        let mut list = super::codec::ListWriter::default();
        for same in entries.chunk_by(|a, b| a.0 == b.0) {
            list.clear();
            same.iter().for_each(|(_, index, counts)| list.push(*index, *counts));
            block.add(&same[0].0, &list.bytes);
        }
        Ok(Self { documents, blocks: vec![block.bytes], moved: Vec::new() })
    }
}

fn write(blobs: &dyn Blobs, n: MindNumber, version: u32, size: u32, mut inputs: Vec<Input>) -> Result<()> {
    let documents = joined_documents(&mut inputs)?;
    if documents.is_empty() {
        return Ok(());
    }
    let mut writer = SegmentWriter::begin(blobs, n, version, size, &documents)?;
    let mut cursors: Vec<TermCursor<'_>> = inputs.iter().map(TermCursor::new).collect::<Result<_>>()?;
    let mut entries: Vec<(u32, FieldCounts)> = Vec::new();
    let mut term = Vec::new();
    while let Some(least) = cursors.iter().filter(|cursor| cursor.list.is_some()).map(TermCursor::term).min() {
        term.clear();
        term.extend(least);
        entries.clear();
        for cursor in &mut cursors {
            while let Some(list) = cursor.list.filter(|_| cursor.term() == term) {
                let moved = &cursor.input.moved;
                each_entry(list, |index, counts| {
                    // A list that names a memory which is not there is left to a check.
                    if let Some(index) = moved.get(index as usize).filter(|index| **index != GONE) {
                        entries.push((*index, counts));
                    }
                })?;
                cursor.advance()?;
            }
        }
        if !entries.is_sorted_by_key(|entry| entry.0) {
            entries.sort_unstable_by_key(|entry| entry.0);
        }
        writer.add(&term, &entries)?;
    }
    writer.finish()
}

const GONE: u32 = u32::MAX;

/// All memories that are there, by place, and in each input where they went.
fn joined_documents(inputs: &mut [Input]) -> Result<Vec<Document>> {
    let mut all: Vec<(Document, usize, usize)> = Vec::new();
    for (input, from) in inputs.iter_mut().enumerate() {
        from.moved = vec![GONE; from.documents.len()];
        let present = from.documents.iter().enumerate().filter(|(_, document)| document.seq().is_some());
        all.extend(present.map(|(index, document)| (*document, input, index)));
    }
    all.sort_by_key(|(document, ..)| document.seq());
    for (place, (_, input, index)) in all.iter().enumerate() {
        inputs[*input].moved[*index] = u32::try_from(place).map_err(|_| unreadable())?;
    }
    Ok(all.into_iter().map(|(document, ..)| document).collect())
}

/// Goes through the terms of an input.
struct TermCursor<'a> {
    input: &'a Input,
    next_block: usize,
    block: BlockReader<'a>,
    /// The list of the term that it is at; nothing at the end.
    list: Option<&'a [u8]>,
}

impl<'a> TermCursor<'a> {
    fn new(input: &'a Input) -> Result<Self> {
        let mut cursor = Self { input, next_block: 0, block: BlockReader::new(&[]), list: None };
        cursor.advance()?;
        Ok(cursor)
    }

    fn term(&self) -> &[u8] {
        self.block.term()
    }

    fn advance(&mut self) -> Result<()> {
        loop {
            self.list = self.block.advance()?;
            if self.list.is_some() {
                return Ok(());
            }
            let Some(bytes) = self.input.blocks.get(self.next_block) else { return Ok(()) };
            self.block = BlockReader::new(bytes);
            self.next_block += 1;
        }
    }
}
