//! Reading planes one after the other, into the same memory.
//!
//! A fresh process spends more time on getting memory than on reading into it, so what a plane was read into
//! is used again for the next one.

use super::blocks::{BlockNumber, ModelNumber, Plane, broken, plane_key};
use crate::index::{Blobs, Result};

/// Reads planes within one transaction.
pub(super) struct PlaneReader<'b> {
    blobs: &'b dyn Blobs,
    spare: Vec<Vec<u8>>,
}

impl<'b> PlaneReader<'b> {
    pub(super) fn new(blobs: &'b dyn Blobs) -> Self {
        Self { blobs, spare: Vec::new() }
    }

    /// A plane of a block's codes under a model; none if no memory of the block has a code.
    pub(super) fn read(
        &mut self,
        block: BlockNumber,
        (model, dimensions): (ModelNumber, usize),
        plane: Plane,
    ) -> Result<Option<Vec<u8>>> {
        let length = plane.length(dimensions);
        let mut data = self.spare.pop().unwrap_or_default();
        data.resize(length, 0);
        match self.blobs.read(plane_key(block, model, plane), 0, &mut data)? {
            Some(found) if found == length => Ok(Some(data)),
            Some(_) => Err(broken(block, "codes")),
            None => {
                self.spare.push(data);
                Ok(None)
            }
        }
    }

    /// Takes memory back that is no longer needed.
    pub(super) fn give_back(&mut self, data: Vec<u8>) {
        self.spare.push(data);
    }
}
