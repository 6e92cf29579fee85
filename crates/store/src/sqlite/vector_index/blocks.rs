//! Blocks in tables: how they are read, and what their parts look like.

use rusqlite::blob::Blob;
use rusqlite::{Connection, OptionalExtension, params};

use super::code::{Scale, row_length};
use super::order::Front;
use super::record::{RECORD, SIGHT, parts_of, put_together};
use crate::sqlite::error::{Fault, Result};
use crate::sqlite::session::MindNumber;

/// Memories that a block has room for.
pub(super) const SLOTS: usize = 256;

/// Bytes of the scales before the rows of plane 0.
pub(super) const SCALES: usize = SLOTS * Scale::LENGTH;

/// The number of a block.
pub(super) type BlockNumber = i64;

/// The number of a model.
pub(super) type ModelNumber = i64;

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
pub(super) struct Place {
    pub(super) block: BlockNumber,
    pub(super) position: usize,
}

impl Place {
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
pub(super) struct Head {
    pub(super) number: BlockNumber,
    pub(super) used: usize,
    pub(super) records_change: i64,
    pub(super) codes_change: i64,
    pub(super) front: Front,
}

/// The print of all that was written of a mind; none before anything was.
pub(super) fn change(c: &Connection, mind: MindNumber) -> Result<Option<i64>> {
    let mut statement = c.prepare_cached("SELECT change FROM vector_minds WHERE mind = ?1")?;
    Ok(statement.query_row([mind], |row| row.get(0)).optional()?)
}

/// The blocks of a mind.
pub(super) fn heads(c: &Connection, mind: MindNumber) -> Result<Vec<Head>> {
    let sql = "SELECT number, used, records_change, codes_change, front FROM vector_blocks WHERE mind = ?1
               ORDER BY number";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map([mind], |row| {
        Ok(Head {
            number: row.get(0)?,
            used: row.get::<_, i64>(1)?.clamp(0, SLOTS as i64) as usize,
            records_change: row.get(2)?,
            codes_change: row.get(3)?,
            front: Front::read(row.get_ref(4)?.as_blob().unwrap_or_default()),
        })
    })?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

/// Where the memory lies.
pub(super) fn place(c: &Connection, seq: i64) -> Result<Option<Place>> {
    let mut statement = c.prepare_cached("SELECT place FROM vector_slots WHERE memory = ?1")?;
    Ok(statement.query_row([seq], |row| row.get(0)).optional()?.map(Place::of_number))
}

/// The records of a block.
pub(super) fn records(c: &Connection, block: BlockNumber) -> Result<Vec<u8>> {
    let mut statement = c.prepare_cached("SELECT data FROM vector_records WHERE block = ?1")?;
    let data: Option<Vec<u8>> = statement.query_row([block], |row| row.get(0)).optional()?;
    let data = data.filter(|data| data.len() == SLOTS * RECORD).ok_or_else(|| broken(block, "records"))?;
    let mut records = Vec::with_capacity(data.len());
    put_together(&data, &mut records);
    Ok(records)
}

/// Reads records within one transaction, those of whole blocks into the same memory each time.
pub(super) struct RecordReader<'c> {
    c: &'c Connection,
    blob: Option<Blob<'c>>,
    spare: Vec<u8>,
}

impl<'c> RecordReader<'c> {
    pub(super) fn new(c: &'c Connection) -> Self {
        Self { c, blob: None, spare: Vec::new() }
    }

    /// The record at a position of a block.
    pub(super) fn read(&mut self, block: BlockNumber, position: usize) -> Result<[u8; RECORD]> {
        let mut data = [0; RECORD];
        let (sight, rest) = data.split_at_mut(SIGHT);
        let blob = self.open(block)?;
        for (part, place) in [sight, rest].into_iter().zip(parts_of(position, SLOTS)) {
            blob.read_at_exact(part, place.start)?;
        }
        Ok(data)
    }

    /// The sights of a block, or all of its records, as they lie in the file.
    pub(super) fn read_all(&mut self, block: BlockNumber, has_rests: bool) -> Result<Vec<u8>> {
        let mut data = std::mem::take(&mut self.spare);
        data.resize(SLOTS * if has_rests { RECORD } else { SIGHT }, 0);
        self.open(block)?.read_at_exact(&mut data, 0)?;
        Ok(data)
    }

    /// Takes memory back that is no longer needed.
    pub(super) fn give_back(&mut self, data: Vec<u8>) {
        self.spare = data;
    }

    fn open(&mut self, block: BlockNumber) -> Result<&Blob<'c>> {
        match &mut self.blob {
            Some(blob) => blob.reopen(block)?,
            None => self.blob = Some(self.c.blob_open(rusqlite::MAIN_DB, "vector_records", "data", block, true)?),
        }
        self.blob.as_ref().filter(|blob| blob.len() == SLOTS * RECORD).ok_or_else(|| broken(block, "records"))
    }
}

/// A plane of a block's codes under a model; none if no memory of the block has a code.
pub(super) fn plane(
    c: &Connection,
    block: BlockNumber,
    (model, dimensions): (ModelNumber, usize),
    plane: Plane,
) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT data FROM vector_codes WHERE block = ?1 AND model = ?2 AND plane = ?3";
    let mut statement = c.prepare_cached(sql)?;
    let found =
        statement.query_row(params![block, model, plane.number()], |row| row.get::<_, Vec<u8>>(0)).optional()?;
    match found {
        Some(data) if data.len() != plane.length(dimensions) => Err(broken(block, "codes")),
        found => Ok(found),
    }
}

/// The number of a model and size.
pub(super) fn model(c: &Connection, name: &str, dimensions: usize) -> Result<Option<ModelNumber>> {
    let size = i64::try_from(dimensions).unwrap_or(i64::MAX);
    let mut statement = c.prepare_cached("SELECT number FROM models WHERE name = ?1 AND dimensions = ?2")?;
    Ok(statement.query_row(params![name, size], |row| row.get(0)).optional()?)
}

pub(super) fn broken(block: BlockNumber, part: &str) -> Fault {
    Fault::Row(format!("the {part} of block {block} of the index over vectors are not whole"))
}
