//! Whether the index says what the rows say.

use std::collections::BTreeMap;

use rusqlite::Connection;

use super::blocks::{self, BlockNumber, ModelNumber, Place, Plane, SLOTS, heads};
use super::code::{Scale, row_length};
use super::codes::codes_of;
use super::order::Front;
use super::record::{COLUMNS, MIND_COLUMN, RECORD, Record, understood};
use crate::sqlite::error::Result;
use crate::sqlite::session::MindNumber;

/// How many entries of the index are wrong, missing or too many.
pub(in crate::sqlite) fn wrong_entries(c: &Connection) -> Result<u64> {
    let mut wrong = stray_rows(c)?;
    let mut expected = rows(c)?;
    let mut statement = c.prepare("SELECT DISTINCT mind FROM vector_blocks")?;
    let minds: Vec<MindNumber> = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    for mind in minds {
        if blocks::change(c, mind)?.is_none() {
            wrong += 1;
        }
        for head in heads(c, mind)? {
            // A block that cannot be read hides its memories, which are counted below.
            let Ok(records) = blocks::records(c, head.number) else { continue };
            let records: Vec<Option<Record>> = records.chunks_exact(RECORD).map(Record::read).collect();
            let pairs = records.iter().flatten().map(|r| (r.outline.retention_score, r.outline.recall_count));
            if Front::of(pairs) != head.front || records.iter().flatten().count() != head.used {
                wrong += 1;
            }
            wrong += wrong_in_block(c, mind, head.number, &records, &mut expected)?;
        }
    }
    Ok(wrong + expected.len() as u64)
}

/// What the rows say of every memory.
fn rows(c: &Connection) -> Result<BTreeMap<i64, (MindNumber, Record)>> {
    let mut statement = c.prepare(&format!("SELECT {COLUMNS} FROM memories m"))?;
    let mut found = statement.query([])?;
    let mut expected = BTreeMap::new();
    while let Some(row) = found.next()? {
        if let Some(record) = understood(Record::of_row(row))? {
            expected.insert(record.outline.seq.0, (row.get(MIND_COLUMN)?, record));
        }
    }
    Ok(expected)
}

/// Rows that belong to no block, and places without a memory.
fn stray_rows(c: &Connection) -> Result<u64> {
    let sql = "SELECT (SELECT count(*) FROM vector_codes WHERE block NOT IN (SELECT number FROM vector_blocks)
                       OR model NOT IN (SELECT number FROM models))
                    + (SELECT count(*) FROM vector_records WHERE block NOT IN (SELECT number FROM vector_blocks))
                    + (SELECT count(*) FROM vector_slots WHERE memory NOT IN (SELECT seq FROM memories))";
    Ok(c.query_row(sql, [], |row| crate::sqlite::rows::total(row, 0))?)
}

/// Wrong entries of a block; those that are right are taken out of `expected`.
fn wrong_in_block(
    c: &Connection,
    mind: MindNumber,
    block: BlockNumber,
    records: &[Option<Record>],
    expected: &mut BTreeMap<i64, (MindNumber, Record)>,
) -> Result<u64> {
    let Ok(planes) = planes(c, block) else { return Ok(1) };
    let mut wrong = 0;
    for (position, record) in records.iter().enumerate() {
        let stored = stored_codes(&planes, position);
        let Some(record) = record else {
            wrong += u64::from(!stored.is_empty());
            continue;
        };
        let seq = record.outline.seq.0;
        let is_right = blocks::place(c, seq)? == Some(Place { block, position })
            && expected.get(&seq) == Some(&(mind, *record))
            && stored == made_codes(c, seq, record.version)?;
        if is_right {
            expected.remove(&seq);
        } else if !expected.contains_key(&seq) {
            wrong += 1;
        }
    }
    Ok(wrong)
}

/// The planes of a block by model, coarse and fine.
type PlanesByModel = BTreeMap<ModelNumber, (usize, Vec<u8>, Vec<u8>)>;

fn planes(c: &Connection, block: BlockNumber) -> Result<PlanesByModel> {
    let sql = "SELECT DISTINCT v.model, o.dimensions FROM vector_codes v JOIN models o ON o.number = v.model
               WHERE v.block = ?1";
    let mut statement = c.prepare_cached(sql)?;
    let models = statement.query_map([block], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)))?;
    let models: Vec<(ModelNumber, i64)> = models.collect::<rusqlite::Result<_>>()?;
    let mut planes = BTreeMap::new();
    for (model, dimensions) in models {
        let dimensions = usize::try_from(dimensions).unwrap_or(0);
        let plane = |which| -> Result<Vec<u8>> {
            let found = blocks::plane(c, block, (model, dimensions), which)?;
            found.ok_or_else(|| blocks::broken(block, "codes"))
        };
        planes.insert(model, (row_length(dimensions), plane(Plane::Coarse)?, plane(Plane::Fine)?));
    }
    Ok(planes)
}

/// A code as it lies in the file.
type Stored = (Vec<u8>, Vec<u8>, Vec<u8>);

/// What the block has of a position under each model; nothing at all where all is zero.
fn stored_codes(planes: &PlanesByModel, position: usize) -> BTreeMap<ModelNumber, Stored> {
    debug_assert!(position < SLOTS);
    let mut codes = BTreeMap::new();
    for (model, (length, coarse, fine)) in planes {
        let scale = coarse[position * Scale::LENGTH..][..Scale::LENGTH].to_vec();
        let coarse = coarse[Plane::Coarse.head() + position * length..][..*length].to_vec();
        let fine = fine[position * length..][..*length].to_vec();
        if [&scale, &coarse, &fine].iter().any(|bytes| bytes.iter().any(|byte| *byte != 0)) {
            codes.insert(*model, (scale, coarse, fine));
        }
    }
    codes
}

/// What it should have.
fn made_codes(c: &Connection, seq: i64, version: u32) -> Result<BTreeMap<ModelNumber, Stored>> {
    let made = codes_of(c, seq, version)?;
    let stored = |code: super::code::Code| (code.scale.to_bytes().to_vec(), code.coarse, code.fine);
    Ok(made.into_iter().map(|(model, (_, code))| (model, stored(code))).collect())
}
