//! The indexes over vectors and over words, as pure code over blocks of bytes.
//!
//! A database keeps the blocks ([`Blobs`]) and tells what its rows say ([`Rows`]), both inside one transaction; everything
//! else is here and names no database. So two databases that hold the same rows have the same blocks and give the same
//! answers, to the last bit.

mod blobs;
mod fault;
mod fnv;
#[cfg(test)]
pub(crate) mod memory;
mod rows;
pub(crate) mod vectors;
pub(crate) mod words;

pub(crate) use blobs::{Blobs, BlockKey, BlockSpace, KeyOrder, KeyRange, VisitBlock, VisitLength};
pub(crate) use fault::{IndexFault, Result};
pub(crate) use fnv::Fnv;
pub(crate) use rows::{RowCondition, Rows};

/// The number of a mind in its store.
pub(crate) type MindNumber = i64;

/// What an index works on: the blocks and the rows of one transaction.
#[derive(Clone, Copy)]
pub(crate) struct Backing<'b> {
    pub(crate) blobs: &'b dyn Blobs,
    pub(crate) rows: &'b dyn Rows,
}
