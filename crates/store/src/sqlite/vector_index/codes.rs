//! Writing codes: a few are put in place, many are written with their whole block.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::blocks::{BlockNumber, ModelNumber, Plane, SCALES, SLOTS, plane};
use super::code::{Code, Scale, row_length};
use super::edit::Edit;
use crate::sqlite::digest::Fnv;
use crate::sqlite::error::Result;
use crate::sqlite::reader::decode;
use crate::sqlite::rows;

/// Up to so many codes of a block are put in place one by one.
const FEW_CODES: usize = 8;

/// The codes of one model that change in a block.
struct Changes {
    dimensions: usize,
    codes: Vec<(usize, Option<Code>)>,
}

/// Writes the codes that an edit has to make anew.
pub(super) fn write(c: &Connection, block: BlockNumber, edit: &mut Edit) -> Result<()> {
    if edit.recoded.is_empty() {
        return Ok(());
    }
    let present = models_of(c, block)?;
    let mut changes: BTreeMap<ModelNumber, Changes> = BTreeMap::new();
    for (model, dimensions) in &present {
        changes.insert(*model, Changes { dimensions: *dimensions, codes: Vec::new() });
    }
    for (position, text) in &edit.recoded {
        let mut made = match text {
            Some((seq, version)) => codes_of(c, *seq, *version)?,
            None => BTreeMap::new(),
        };
        for (model, (dimensions, _)) in &made {
            changes.entry(*model).or_insert(Changes { dimensions: *dimensions, codes: Vec::new() });
        }
        for (model, changes) in &mut changes {
            changes.codes.push((*position, made.remove(model).map(|(_, code)| code)));
        }
    }
    let mut print = Fnv::default();
    print.add(&edit.codes_change.to_le_bytes());
    for (model, changes) in &changes {
        print.add(&model.to_le_bytes());
        for (position, code) in &changes.codes {
            print.add(&position.to_le_bytes());
            if let Some(code) = code {
                print.add(&code.scale.to_bytes());
                print.add(&code.coarse);
                print.add(&code.fine);
            }
        }
        let is_present = present.contains_key(model);
        if is_present && changes.codes.len() <= FEW_CODES {
            put_in_place(c, block, *model, changes)?;
        } else {
            write_whole(c, block, *model, changes, is_present)?;
        }
    }
    edit.codes_change = print.finish().cast_signed();
    Ok(())
}

/// The models under which a block has codes, with their sizes.
fn models_of(c: &Connection, block: BlockNumber) -> Result<BTreeMap<ModelNumber, usize>> {
    let sql = "SELECT model, length(data) FROM vector_codes WHERE block = ?1 AND plane = 1";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map([block], |row| Ok((row.get(0)?, rows::total(row, 1)?)))?;
    // Sizes with the same length of rows are written alike.
    let size = |length: u64| usize::try_from(length).unwrap_or(0) / SLOTS * 2;
    let found = found.map(|found| found.map(|(model, length)| (model, size(length))));
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

/// The codes of a text under all models.
pub(super) fn codes_of(c: &Connection, seq: i64, version: u32) -> Result<BTreeMap<ModelNumber, (usize, Code)>> {
    let sql = "SELECT v.model, v.data, o.dimensions FROM vectors v JOIN models o ON o.number = v.model
               WHERE v.memory = ?1 AND v.version = ?2";
    let mut statement = c.prepare_cached(sql)?;
    let mut found = statement.query(params![seq, version])?;
    let (mut codes, mut vector) = (BTreeMap::new(), Vec::new());
    while let Some(row) = found.next()? {
        let dimensions = usize::try_from(rows::integer(row, 2)?).unwrap_or(0);
        decode(row.get_ref(1)?.as_blob().unwrap_or_default(), &mut vector);
        if vector.len() == dimensions
            && let Some(code) = Code::of(&vector)
        {
            codes.insert(row.get(0)?, (dimensions, code));
        }
    }
    Ok(codes)
}

fn put_in_place(c: &Connection, block: BlockNumber, model: ModelNumber, changes: &Changes) -> Result<()> {
    let length = row_length(changes.dimensions);
    let nothing = vec![0; length];
    let sql = "SELECT number FROM vector_codes WHERE block = ?1 AND model = ?2 AND plane = ?3";
    let number = |plane: Plane| -> Result<i64> {
        Ok(c.prepare_cached(sql)?.query_row(params![block, model, plane.number()], |row| row.get(0))?)
    };
    let mut blob = c.blob_open(rusqlite::MAIN_DB, "vector_codes", "data", number(Plane::Coarse)?, false)?;
    let mut scales = vec![0; SCALES];
    blob.read_at_exact(&mut scales, 0)?;
    for (position, code) in &changes.codes {
        let scale = code.as_ref().map_or([0; Scale::LENGTH], |code| code.scale.to_bytes());
        let row = code.as_ref().map_or(&nothing, |code| &code.coarse);
        scales[position * Scale::LENGTH..][..Scale::LENGTH].copy_from_slice(&scale);
        blob.write_all_at(&scale, position * Scale::LENGTH)?;
        blob.write_all_at(row, Plane::Coarse.head() + position * length)?;
    }
    blob.close()?;
    if !has_codes(&scales) {
        return remove(c, block, model);
    }
    let mut blob = c.blob_open(rusqlite::MAIN_DB, "vector_codes", "data", number(Plane::Fine)?, false)?;
    for (position, code) in &changes.codes {
        let row = code.as_ref().map_or(&nothing, |code| &code.fine);
        blob.write_all_at(row, position * length)?;
    }
    blob.close()?;
    Ok(())
}

fn write_whole(
    c: &Connection,
    block: BlockNumber,
    model: ModelNumber,
    changes: &Changes,
    is_present: bool,
) -> Result<()> {
    let length = row_length(changes.dimensions);
    let read = |which: Plane| -> Result<Vec<u8>> {
        // What is replaced as a whole need not be read.
        let found = if is_present && changes.codes.len() < SLOTS {
            plane(c, block, (model, changes.dimensions), which)?
        } else {
            None
        };
        Ok(found.unwrap_or_else(|| vec![0; which.length(changes.dimensions)]))
    };
    let (mut coarse, mut fine) = (read(Plane::Coarse)?, read(Plane::Fine)?);
    for (position, code) in &changes.codes {
        let (from, place) = (Plane::Coarse.head() + position * length, position * length);
        let scale = &mut coarse[position * Scale::LENGTH..][..Scale::LENGTH];
        scale.copy_from_slice(&code.as_ref().map_or([0; Scale::LENGTH], |code| code.scale.to_bytes()));
        match code {
            Some(code) => {
                coarse[from..from + length].copy_from_slice(&code.coarse);
                fine[place..place + length].copy_from_slice(&code.fine);
            }
            None => {
                coarse[from..from + length].fill(0);
                fine[place..place + length].fill(0);
            }
        }
    }
    if !has_codes(&coarse[..SCALES]) {
        return remove(c, block, model);
    }
    let sql = "INSERT INTO vector_codes (block, model, plane, data) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (block, model, plane) DO UPDATE SET data = excluded.data";
    let mut statement = c.prepare_cached(sql)?;
    statement.execute(params![block, model, Plane::Coarse.number(), coarse])?;
    statement.execute(params![block, model, Plane::Fine.number(), fine])?;
    Ok(())
}

fn has_codes(scales: &[u8]) -> bool {
    scales.chunks_exact(Scale::LENGTH).any(|scale| Scale::read(scale).has_code())
}

/// A block without codes under a model has no planes under it: the model itself may be gone.
fn remove(c: &Connection, block: BlockNumber, model: ModelNumber) -> Result<()> {
    let sql = "DELETE FROM vector_codes WHERE block = ?1 AND model = ?2";
    c.prepare_cached(sql)?.execute(params![block, model])?;
    Ok(())
}
