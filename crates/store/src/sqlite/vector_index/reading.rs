//! Reading planes one after the other, into the same memory.
//!
//! A fresh process spends more time on getting memory than on reading into it, so what a plane was read into
//! is used again for the next one.

use rusqlite::blob::Blob;
use rusqlite::{Connection, OptionalExtension, params};

use super::blocks::{BlockNumber, ModelNumber, Plane, broken};
use crate::sqlite::error::Result;

/// Reads planes within one transaction.
pub(super) struct PlaneReader<'c> {
    c: &'c Connection,
    blob: Option<Blob<'c>>,
    spare: Vec<Vec<u8>>,
}

impl<'c> PlaneReader<'c> {
    pub(super) fn new(c: &'c Connection) -> Self {
        Self { c, blob: None, spare: Vec::new() }
    }

    pub(super) fn connection(&self) -> &'c Connection {
        self.c
    }

    /// A plane of a block's codes under a model; none if no memory of the block has a code.
    pub(super) fn read(
        &mut self,
        block: BlockNumber,
        (model, dimensions): (ModelNumber, usize),
        plane: Plane,
    ) -> Result<Option<Vec<u8>>> {
        let sql = "SELECT number FROM vector_codes WHERE block = ?1 AND model = ?2 AND plane = ?3";
        let mut statement = self.c.prepare_cached(sql)?;
        let number = statement.query_row(params![block, model, plane.number()], |row| row.get::<_, i64>(0));
        let Some(number) = number.optional()? else { return Ok(None) };
        match &mut self.blob {
            Some(blob) => blob.reopen(number)?,
            None => self.blob = Some(self.c.blob_open(rusqlite::MAIN_DB, "vector_codes", "data", number, true)?),
        }
        let length = plane.length(dimensions);
        let blob = self.blob.as_ref().filter(|blob| blob.len() == length).ok_or_else(|| broken(block, "codes"))?;
        let mut data = self.spare.pop().unwrap_or_default();
        data.resize(length, 0);
        blob.read_at_exact(&mut data, 0)?;
        Ok(Some(data))
    }

    /// Takes memory back that is no longer needed.
    pub(super) fn give_back(&mut self, data: Vec<u8>) {
        self.spare.push(data);
    }
}
