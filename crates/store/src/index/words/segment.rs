//! Segments: the words of many memories, term by term, in blocks.

use std::ops::ControlFlow;

use omoide_core::{Field, FieldCounts, FieldLengths, Seq};

use super::codec::{ListReader, ListWriter, part, put_number, put_term, read_term};
use crate::index::{Blobs, BlockKey, BlockSpace, IndexFault, KeyRange, MindNumber, Result};

/// How large a block gets before the next one begins, in bytes: two of them fill a page of a file.
const BLOCK_BYTES: usize = 4000;

/// What a segment says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Segment {
    pub(super) number: i64,
    pub(super) version: u32,
    /// How often its memories were joined; see [`super::merge`].
    pub(super) size: u32,
    pub(super) memories: u64,
    pub(super) lengths: [u64; Field::COUNT],
}

/// The segments of a mind, the oldest first.
pub(super) fn all(blobs: &dyn Blobs, n: MindNumber) -> Result<Vec<Segment>> {
    let mut segments = Vec::new();
    blobs.list(KeyRange::of(BlockSpace::WordSegments, &[n]), &mut |key, bytes| {
        segments.push(Segment::read(key.numbers[1], bytes).ok_or_else(unreadable)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(segments)
}

impl Segment {
    /// Of those documents.
    fn of(number: i64, version: u32, size: u32, documents: &[Document]) -> Self {
        let (memories, lengths) = totals(documents);
        Self { number, version, size, memories, lengths }
    }

    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(8 + 8 * (1 + Field::COUNT));
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(self.size.to_le_bytes());
        bytes.extend(self.memories.to_le_bytes());
        self.lengths.iter().for_each(|length| bytes.extend(length.to_le_bytes()));
        bytes
    }

    fn read(number: i64, bytes: &[u8]) -> Option<Self> {
        let (version, rest) = bytes.split_first_chunk::<4>()?;
        let (size, rest) = rest.split_first_chunk::<4>()?;
        let (memories, rest) = rest.split_first_chunk::<8>()?;
        let (sums, []) = rest.as_chunks::<8>() else { return None };
        let lengths: &[[u8; 8]; Field::COUNT] = sums.try_into().ok()?;
        Some(Self {
            number,
            version: u32::from_le_bytes(*version),
            size: u32::from_le_bytes(*size),
            memories: u64::from_le_bytes(*memories),
            lengths: lengths.map(u64::from_le_bytes),
        })
    }

    /// Writes what it says of itself, and its memories.
    fn put(&self, blobs: &dyn Blobs, n: MindNumber, documents: &[Document]) -> Result<()> {
        blobs.put(BlockKey::new(BlockSpace::WordSegments, &[n, self.number]), &self.to_bytes())?;
        blobs.put(BlockKey::new(BlockSpace::WordDocuments, &[self.number]), &Document::write_all(documents))
    }

    /// The same segment with other memories.
    pub(super) fn put_documents(&self, blobs: &dyn Blobs, n: MindNumber, documents: &[Document]) -> Result<()> {
        Self::of(self.number, self.version, self.size, documents).put(blobs, n, documents)
    }

    /// Shows its memories as they lie in their block.
    pub(super) fn with_documents(&self, blobs: &dyn Blobs, visit: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<()> {
        let is_there = blobs.get(BlockKey::new(BlockSpace::WordDocuments, &[self.number]), visit)?;
        if is_there { Ok(()) } else { Err(unreadable()) }
    }

    /// Its memories, by their index; those that were taken out are still counted.
    pub(super) fn documents(&self, blobs: &dyn Blobs) -> Result<Vec<Document>> {
        let mut documents = Vec::new();
        self.with_documents(blobs, &mut |bytes| {
            documents = Document::read_all(bytes);
            Ok(())
        })?;
        Ok(documents)
    }

    /// Calls `visit` with each block in order: its first term and its bytes.
    pub(super) fn each_block(
        &self,
        blobs: &dyn Blobs,
        mut visit: impl FnMut(&[u8], &[u8]) -> Result<()>,
    ) -> Result<()> {
        blobs.list(KeyRange::of(BlockSpace::WordBlocks, &[self.number]), &mut |key, data| {
            visit(key.term, data)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Removes it with its blocks.
    pub(super) fn delete(&self, blobs: &dyn Blobs, n: MindNumber) -> Result<()> {
        blobs.delete_all(BlockSpace::WordBlocks, &[self.number])?;
        blobs.delete(BlockKey::new(BlockSpace::WordDocuments, &[self.number]))?;
        blobs.delete(BlockKey::new(BlockSpace::WordSegments, &[n, self.number]))
    }
}

/// A memory in a segment. Each takes the same bytes, so that it is found by its index without reading
/// those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Document {
    place: u64,
    pub(super) lengths: FieldLengths,
}

impl Document {
    const BYTES: usize = 12;
    const GONE: u64 = (1 << 48) - 1;

    /// Whether the place can be written in the bytes that there are; all that a store gives out can.
    pub(super) fn can_hold(seq: Seq) -> bool {
        u64::try_from(seq.0).is_ok_and(|place| place < Self::GONE)
    }

    pub(super) fn new(seq: Seq, lengths: FieldLengths) -> Self {
        Self { place: u64::try_from(seq.0).unwrap_or(Self::GONE).min(Self::GONE), lengths }
    }

    /// What stays of a memory that was taken out.
    pub(super) fn gone() -> Self {
        Self { place: Self::GONE, lengths: [0; Field::COUNT] }
    }

    /// Its place, unless it was taken out.
    pub(super) fn seq(&self) -> Option<Seq> {
        (self.place != Self::GONE).then(|| Seq(self.place.cast_signed()))
    }

    fn put(&self, bytes: &mut Vec<u8>) {
        bytes.extend(&self.place.to_le_bytes()[..6]);
        self.lengths.iter().for_each(|length| bytes.extend(length.to_le_bytes()));
    }

    fn read(bytes: &[u8; Self::BYTES]) -> Self {
        let [a, b, c, d, e, f, ..] = *bytes;
        let length = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Self { place: u64::from_le_bytes([a, b, c, d, e, f, 0, 0]), lengths: [length(6), length(8), length(10)] }
    }

    /// The one with that index among all in the bytes.
    #[inline]
    pub(super) fn at(bytes: &[u8], index: u32) -> Option<Self> {
        bytes.as_chunks::<{ Self::BYTES }>().0.get(index as usize).map(Self::read)
    }

    pub(super) fn read_all(bytes: &[u8]) -> Vec<Self> {
        bytes.as_chunks::<{ Self::BYTES }>().0.iter().map(Self::read).collect()
    }

    pub(super) fn write_all(documents: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(documents.len() * Self::BYTES);
        documents.iter().for_each(|document| document.put(&mut bytes));
        bytes
    }
}

/// A segment in the making; terms are added in their order.
pub(super) struct SegmentWriter<'b> {
    blobs: &'b dyn Blobs,
    number: i64,
    block: BlockWriter,
    list: ListWriter,
}

impl<'b> SegmentWriter<'b> {
    pub(super) fn begin(
        blobs: &'b dyn Blobs,
        n: MindNumber,
        version: u32,
        size: u32,
        documents: &[Document],
    ) -> Result<Self> {
        let number = blobs.next_number(BlockSpace::WordSegments)?;
        Segment::of(number, version, size, documents).put(blobs, n, documents)?;
        Ok(Self { blobs, number, block: BlockWriter::default(), list: ListWriter::default() })
    }

    /// Adds a term with the memories that have it, by index and in order.
    pub(super) fn add(&mut self, term: &[u8], entries: &[(u32, FieldCounts)]) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        self.list.clear();
        entries.iter().for_each(|(index, counts)| self.list.push(*index, *counts));
        if !self.block.is_empty() && self.block.bytes.len() + self.list.bytes.len() + term.len() > BLOCK_BYTES {
            self.write_block()?;
        }
        self.block.add(term, &self.list.bytes);
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<()> {
        if self.block.is_empty() { Ok(()) } else { self.write_block() }
    }

    fn write_block(&mut self) -> Result<()> {
        self.blobs.put(BlockKey::of_words(self.number, &self.block.first), &self.block.bytes)?;
        self.block.clear();
        Ok(())
    }
}

/// How many memories are there, and the sums of their lengths.
pub(super) fn totals(documents: &[Document]) -> (u64, [u64; Field::COUNT]) {
    let mut lengths = [0; Field::COUNT];
    let mut count = 0;
    for document in documents.iter().filter(|document| document.seq().is_some()) {
        count += 1;
        lengths.iter_mut().zip(document.lengths).for_each(|(sum, length)| *sum += u64::from(length));
    }
    (count, lengths)
}

/// A block in the making: terms in their order, each with its list.
#[derive(Default)]
pub(super) struct BlockWriter {
    pub(super) first: Vec<u8>,
    pub(super) bytes: Vec<u8>,
    last: Vec<u8>,
}

impl BlockWriter {
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn add(&mut self, term: &[u8], list: &[u8]) {
        if self.is_empty() {
            self.first.clear();
            self.first.extend(term);
        }
        put_term(&mut self.bytes, &self.last, term);
        put_number(&mut self.bytes, list.len() as u64);
        self.bytes.extend(list);
        self.last.clear();
        self.last.extend(term);
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.last.clear();
    }
}

/// Reads a block term by term.
pub(super) struct BlockReader<'a> {
    bytes: &'a [u8],
    term: Vec<u8>,
}

impl<'a> BlockReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, term: Vec::with_capacity(omoide_core::Term::MOST_BYTES) }
    }

    /// Goes to the next term; its list, or nothing at the end.
    pub(super) fn advance(&mut self) -> Result<Option<&'a [u8]>> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let list = read_term(&mut self.bytes, &mut self.term).and_then(|()| part(&mut self.bytes));
        list.map(Some).ok_or_else(unreadable)
    }

    /// The term that it is at.
    pub(super) fn term(&self) -> &[u8] {
        &self.term
    }
}

/// Calls `visit` with each memory of a list.
#[inline]
pub(super) fn each_entry(list: &[u8], mut visit: impl FnMut(u32, FieldCounts)) -> Result<()> {
    let mut reader = ListReader::new(list);
    reader.each(&mut visit);
    if reader.is_whole() { Ok(()) } else { Err(unreadable()) }
}

pub(super) fn unreadable() -> IndexFault {
    IndexFault::Unreadable("a part of the index over words cannot be read".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_reads_back() {
        let segment = Segment { number: 9, version: 3, size: 2, memories: 4096, lengths: [1, u64::MAX, 0] };
        assert_eq!(Segment::read(9, &segment.to_bytes()), Some(segment));
        assert_eq!(Segment::read(9, &segment.to_bytes()[1..]), None);
    }

    #[test]
    fn a_document_takes_its_bytes_and_reads_back() {
        let documents =
            [Document::new(Seq(1), [1, 2, 65_535]), Document::gone(), Document::new(Seq((1 << 48) - 2), [0, 300, 7])];
        let bytes = Document::write_all(&documents);
        assert_eq!(bytes.len(), 3 * Document::BYTES);
        assert_eq!(Document::read_all(&bytes), documents);
        assert_eq!(documents.map(|d| d.seq().map(|seq| seq.0)), [Some(1), None, Some((1 << 48) - 2)]);
        assert!(!Document::can_hold(Seq(-1)) && !Document::can_hold(Seq(1 << 48)) && Document::can_hold(Seq(0)));
    }
}
