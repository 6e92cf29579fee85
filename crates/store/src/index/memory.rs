//! Blocks in a map: the second keeper of blocks, for tests. It is what [`Blobs`] promises, and nothing else.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Blobs, BlockKey, BlockSpace, IndexFault, KeyOrder, KeyRange, Result, VisitBlock, VisitLength};

type OwnKey = (BlockSpace, [i64; 3], Vec<u8>);

/// All blocks of a store.
pub(crate) type Blocks = BTreeMap<OwnKey, Vec<u8>>;

/// The blocks that a transaction sees; what it writes is its own until someone keeps it.
pub(crate) struct MemoryBlobs(RefCell<Arc<Blocks>>);

impl MemoryBlobs {
    pub(crate) fn of(blocks: Arc<Blocks>) -> Self {
        Self(RefCell::new(blocks))
    }

    pub(crate) fn into_blocks(self) -> Arc<Blocks> {
        self.0.into_inner()
    }

    fn change<T>(&self, change: impl FnOnce(&mut Blocks) -> T) -> T {
        change(Arc::make_mut(&mut *self.0.borrow_mut()))
    }

    fn each(&self, listing: KeyRange<'_>, visit: &mut VisitBlock<'_>) -> Result<()> {
        let blocks = Arc::clone(&*self.0.borrow());
        let is_meant = |(space, numbers, term): &OwnKey| {
            let width = listing.prefix.len();
            *space == listing.space
                && numbers[..width] == *listing.prefix
                && listing.below.is_none_or(|below| numbers[width] < below)
                && term.as_slice() >= listing.from_term
        };
        let mut meant: Vec<(&OwnKey, &Vec<u8>)> = blocks.iter().filter(|(key, _)| is_meant(key)).collect();
        if listing.order == KeyOrder::Descending {
            meant.reverse();
        }
        for ((space, numbers, term), bytes) in meant {
            if visit(BlockKey { space: *space, numbers: *numbers, term }, bytes)?.is_break() {
                break;
            }
        }
        Ok(())
    }
}

fn own(key: BlockKey<'_>) -> OwnKey {
    (key.space, key.numbers, key.term.to_vec())
}

impl Blobs for MemoryBlobs {
    fn get(&self, key: BlockKey<'_>, visit: &mut dyn FnMut(&[u8]) -> Result<()>) -> Result<bool> {
        let blocks = Arc::clone(&*self.0.borrow());
        match blocks.get(&own(key)) {
            Some(bytes) => visit(bytes).map(|()| true),
            None => Ok(false),
        }
    }

    fn read(&self, key: BlockKey<'_>, at: usize, into: &mut [u8]) -> Result<Option<usize>> {
        let mut length = None;
        self.get(key, &mut |bytes| {
            length = Some(bytes.len());
            if let Some(part) = bytes.get(at..at + into.len()) {
                into.copy_from_slice(part);
            }
            Ok(())
        })?;
        Ok(length)
    }

    fn at_or_before(&self, key: BlockKey<'_>, visit: &mut dyn FnMut(BlockKey<'_>, &[u8]) -> Result<()>) -> Result<()> {
        let blocks = Arc::clone(&*self.0.borrow());
        match blocks.range((key.space, key.numbers, Vec::new())..=own(key)).next_back() {
            Some(((space, numbers, term), bytes)) => visit(BlockKey { space: *space, numbers: *numbers, term }, bytes),
            None => Ok(()),
        }
    }

    fn list(&self, listing: KeyRange<'_>, visit: &mut VisitBlock<'_>) -> Result<()> {
        self.each(listing, visit)
    }

    fn lengths(&self, listing: KeyRange<'_>, visit: &mut VisitLength<'_>) -> Result<()> {
        self.each(listing, &mut |key, bytes| visit(key, bytes.len()))
    }

    fn count(&self, space: BlockSpace, prefix: &[i64]) -> Result<u64> {
        let mut count = 0;
        self.each(KeyRange::of(space, prefix), &mut |_, _| {
            count += 1;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(count)
    }

    fn next_number(&self, space: BlockSpace) -> Result<i64> {
        let mut last = 0;
        self.each(KeyRange::of(space, &[]), &mut |key, _| {
            last = last.max(key.numbers[space.width() - 1]);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(last + 1)
    }

    fn put(&self, key: BlockKey<'_>, bytes: &[u8]) -> Result<()> {
        self.change(|blocks| blocks.insert(own(key), bytes.to_vec()));
        Ok(())
    }

    fn write(&self, key: BlockKey<'_>, parts: &[(usize, &[u8])]) -> Result<()> {
        self.change(|blocks| {
            let block = blocks.get_mut(&own(key)).ok_or_else(|| missing(key))?;
            for (at, part) in parts {
                block.get_mut(*at..at + part.len()).ok_or_else(|| missing(key))?.copy_from_slice(part);
            }
            Ok(())
        })
    }

    fn delete(&self, key: BlockKey<'_>) -> Result<()> {
        self.change(|blocks| blocks.remove(&own(key)));
        Ok(())
    }

    fn delete_all(&self, space: BlockSpace, prefix: &[i64]) -> Result<()> {
        let is_meant = |(other, numbers, _): &OwnKey| *other == space && numbers[..prefix.len()] == *prefix;
        self.change(|blocks| blocks.retain(|key, _| !is_meant(key)));
        Ok(())
    }
}

fn missing(key: BlockKey<'_>) -> IndexFault {
    IndexFault::Unreadable(format!("there is no such part of {key:?}"))
}

/// Every block that is kept, in the order of the keys.
pub(crate) fn all_blocks(blobs: &dyn Blobs) -> Result<Blocks> {
    use BlockSpace::*;
    let mut blocks = Blocks::new();
    for space in [
        VectorPlaces,
        VectorPrints,
        VectorHeads,
        VectorRoom,
        VectorRecords,
        VectorCodes,
        FreshWords,
        WordGaps,
        WordSegments,
        WordDocuments,
        WordBlocks,
    ] {
        blobs.list(KeyRange::of(space, &[]), &mut |key, bytes| {
            blocks.insert(own(key), bytes.to_vec());
            Ok(ControlFlow::Continue(()))
        })?;
    }
    Ok(blocks)
}
