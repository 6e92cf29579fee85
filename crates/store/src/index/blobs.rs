//! Blocks of bytes under keys: what an index needs of a database.

use std::ops::ControlFlow;

use super::Result;

/// What a block is a part of. Each space says what the numbers of its keys are, in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum BlockSpace {
    /// The place of a memory among the blocks of vectors, in eight bytes. Key: memory.
    VectorPlaces,
    /// A print of all that was written of a mind's vectors, in eight bytes. Key: mind.
    VectorPrints,
    /// What is known of a block of vectors before it is read. Key: mind, block.
    VectorHeads,
    /// The blocks of vectors that have room, by how many memories they have; the blocks are empty. Key: mind, memories, block.
    VectorRoom,
    /// What ranking needs to know of the memories of a block. Key: block.
    VectorRecords,
    /// Half of the codes of a block under a model. Key: block, model, half.
    VectorCodes,
    /// The words of a memory that is in no segment yet. Key: mind, memory, version of the words.
    FreshWords,
    /// The memories that are not in the index over words; the blocks are empty. Key: mind, memory.
    WordGaps,
    /// What is known of a segment of words before it is read. Key: mind, segment.
    WordSegments,
    /// The memories of a segment. Key: segment.
    WordDocuments,
    /// Terms in their order, each with its memories. Key: segment, and the first term.
    WordBlocks,
}

impl BlockSpace {
    /// How many numbers a key has.
    pub(crate) fn width(self) -> usize {
        match self {
            Self::VectorPlaces | Self::VectorPrints | Self::VectorRecords | Self::WordDocuments | Self::WordBlocks => 1,
            Self::VectorHeads | Self::WordGaps | Self::WordSegments => 2,
            Self::VectorRoom | Self::VectorCodes | Self::FreshWords => 3,
        }
    }
}

/// The key of a block. Keys of a space are ordered by their numbers, then by the bytes of the term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct BlockKey<'k> {
    pub(crate) space: BlockSpace,
    /// Those that the space does not have are 0.
    pub(crate) numbers: [i64; 3],
    /// Empty where the space has no terms.
    pub(crate) term: &'k [u8],
}

impl BlockKey<'static> {
    pub(crate) fn new(space: BlockSpace, numbers: &[i64]) -> Self {
        debug_assert_eq!(numbers.len(), space.width());
        let mut all = [0; 3];
        all[..numbers.len()].copy_from_slice(numbers);
        Self { space, numbers: all, term: &[] }
    }
}

impl<'k> BlockKey<'k> {
    /// The block of words of a segment that begins with that term.
    pub(crate) fn of_words(segment: i64, term: &'k [u8]) -> Self {
        Self { term, ..BlockKey::new(BlockSpace::WordBlocks, &[segment]) }
    }
}

/// In which order keys are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyOrder {
    Ascending,
    Descending,
}

/// Which keys are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeyRange<'l> {
    pub(crate) space: BlockSpace,
    /// The numbers that the keys begin with.
    pub(crate) prefix: &'l [i64],
    /// Only keys whose next number is below this one.
    pub(crate) below: Option<i64>,
    /// Only keys from this term on.
    pub(crate) from_term: &'l [u8],
    pub(crate) order: KeyOrder,
}

impl<'l> KeyRange<'l> {
    /// All keys that begin with those numbers, in their order.
    pub(crate) fn of(space: BlockSpace, prefix: &'l [i64]) -> Self {
        Self { space, prefix, below: None, from_term: &[], order: KeyOrder::Ascending }
    }

    /// The same from the end.
    pub(crate) fn descending(space: BlockSpace, prefix: &'l [i64]) -> Self {
        Self { order: KeyOrder::Descending, ..Self::of(space, prefix) }
    }
}

/// Calls with a key and its block; [`ControlFlow::Break`] ends the listing.
pub(crate) type VisitBlock<'v> = dyn FnMut(BlockKey<'_>, &[u8]) -> Result<ControlFlow<()>> + 'v;

/// Calls with a key and the length of its block; [`ControlFlow::Break`] ends the listing.
pub(crate) type VisitLength<'v> = dyn FnMut(BlockKey<'_>, usize) -> Result<ControlFlow<()>> + 'v;

/// Blocks of bytes under keys, inside a transaction of the store.
///
/// Whoever looks sees what was written before in the same transaction. Bytes that a visitor is shown are good during the
/// call only; it may look for other blocks meanwhile, but must not write.
pub(crate) trait Blobs {
    /// Shows the block to `visit`; false if there is none.
    fn get(&self, key: BlockKey<'_>, visit: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<bool>;

    /// Fills `into` with the part of the block that begins at `at`, without reading the rest of it. Returns the length of
    /// the block; `None` if there is none. Of a block that does not reach so far nothing is read.
    fn read(&self, key: BlockKey<'_>, at: usize, into: &mut [u8]) -> Result<Option<usize>>;

    /// Shows the block with the highest key that is not above `key` and has its numbers; nothing if there is none.
    fn at_or_before(&self, key: BlockKey<'_>, visit: &mut dyn FnMut(BlockKey<'_>, &[u8]) -> Result<()>) -> Result<()>;

    /// Shows blocks in the order of their keys.
    fn list(&self, listing: KeyRange<'_>, visit: &mut VisitBlock<'_>) -> Result<()>;

    /// Tells keys in their order, and how long their blocks are, without reading those.
    fn lengths(&self, listing: KeyRange<'_>, visit: &mut VisitLength<'_>) -> Result<()>;

    /// How many keys begin with those numbers.
    fn count(&self, space: BlockSpace, prefix: &[i64]) -> Result<u64>;

    /// A number that no key of the space ends with: higher than all that do.
    fn next_number(&self, space: BlockSpace) -> Result<i64>;

    /// Writes a block, in place of the one that was there.
    fn put(&self, key: BlockKey<'_>, bytes: &[u8]) -> Result<()>;

    /// Writes over parts of a block that is there: each begins at its place and lies within the block.
    fn write(&self, key: BlockKey<'_>, parts: &[(usize, &[u8])]) -> Result<()>;

    /// Removes a block, if it is there.
    fn delete(&self, key: BlockKey<'_>) -> Result<()>;

    /// Removes all blocks whose keys begin with those numbers.
    fn delete_all(&self, space: BlockSpace, prefix: &[i64]) -> Result<()>;
}
