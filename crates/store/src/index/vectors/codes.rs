//! Writing codes: a few are put in place, many are written with their whole block.

use std::collections::BTreeMap;

use omoide_core::Seq;

use super::blocks::{BlockNumber, ModelNumber, Plane, SCALES, SLOTS, broken, models_of, plane, plane_key};
use super::code::{CodeScale, VectorCode, row_length};
use super::edit::BlockEdit;
use crate::index::{Backing, Blobs, BlockSpace, Fnv, Result, Rows};

/// Up to so many codes of a block are put in place one by one.
const FEW_CODES: usize = 8;

/// The codes of one model that change in a block.
struct CodeChanges {
    dimensions: usize,
    codes: Vec<(usize, Option<VectorCode>)>,
}

/// Writes the codes that an edit has to make anew.
pub(super) fn write(backing: Backing<'_>, block: BlockNumber, edit: &mut BlockEdit) -> Result<()> {
    if edit.recoded.is_empty() {
        return Ok(());
    }
    let present: BTreeMap<ModelNumber, usize> = models_of(backing.blobs, block)?.into_iter().collect();
    let mut changes: BTreeMap<ModelNumber, CodeChanges> = BTreeMap::new();
    for (model, dimensions) in &present {
        changes.insert(*model, CodeChanges { dimensions: *dimensions, codes: Vec::new() });
    }
    for (position, text) in &edit.recoded {
        let mut made = match text {
            Some((seq, version)) => codes_of(backing.rows, *seq, *version)?,
            None => BTreeMap::new(),
        };
        for (model, (dimensions, _)) in &made {
            changes.entry(*model).or_insert(CodeChanges { dimensions: *dimensions, codes: Vec::new() });
        }
        for (model, changes) in &mut changes {
            changes.codes.push((*position, made.remove(model).map(|(_, code)| code)));
        }
    }
    let mut print = Fnv::default();
    print.add(&edit.head.codes_print.to_le_bytes());
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
            put_in_place(backing.blobs, block, *model, changes)?;
        } else {
            write_whole(backing.blobs, block, *model, changes, is_present)?;
        }
    }
    edit.head.codes_print = print.finish().cast_signed();
    Ok(())
}

/// The codes of a text under all models.
pub(super) fn codes_of(rows: &dyn Rows, seq: Seq, version: u32) -> Result<BTreeMap<ModelNumber, (usize, VectorCode)>> {
    let mut codes = BTreeMap::new();
    rows.each_vector(seq, version, &mut |model, dimensions, vector| {
        if vector.len() == dimensions
            && let Some(code) = VectorCode::of(vector)
        {
            codes.insert(model, (dimensions, code));
        }
    })?;
    Ok(codes)
}

fn put_in_place(blobs: &dyn Blobs, block: BlockNumber, model: ModelNumber, changes: &CodeChanges) -> Result<()> {
    let length = row_length(changes.dimensions);
    let nothing = vec![0; length];
    let coarse_key = plane_key(block, model, Plane::Coarse);
    let mut scales = vec![0; SCALES];
    if blobs.read(coarse_key, 0, &mut scales)?.is_none() {
        return Err(broken(block, "codes"));
    }
    for (position, code) in &changes.codes {
        let scale = code.as_ref().map_or([0; CodeScale::LENGTH], |code| code.scale.to_bytes());
        scales[position * CodeScale::LENGTH..][..CodeScale::LENGTH].copy_from_slice(&scale);
    }
    if !has_codes(&scales) {
        return remove(blobs, block, model);
    }
    let mut coarse: Vec<(usize, &[u8])> = Vec::new();
    let mut fine: Vec<(usize, &[u8])> = Vec::new();
    for (position, code) in &changes.codes {
        let place = position * CodeScale::LENGTH;
        coarse.push((place, &scales[place..][..CodeScale::LENGTH]));
        let row = code.as_ref().map_or(&nothing, |code| &code.coarse);
        coarse.push((Plane::Coarse.head() + position * length, row));
        fine.push((position * length, code.as_ref().map_or(&nothing, |code| &code.fine)));
    }
    blobs.write(coarse_key, &coarse)?;
    blobs.write(plane_key(block, model, Plane::Fine), &fine)
}

fn write_whole(
    blobs: &dyn Blobs,
    block: BlockNumber,
    model: ModelNumber,
    changes: &CodeChanges,
    is_present: bool,
) -> Result<()> {
    let length = row_length(changes.dimensions);
    let read = |which: Plane| -> Result<Vec<u8>> {
        // What is replaced as a whole need not be read.
        let found = if is_present && changes.codes.len() < SLOTS {
            plane(blobs, block, (model, changes.dimensions), which)?
        } else {
            None
        };
        Ok(found.unwrap_or_else(|| vec![0; which.length(changes.dimensions)]))
    };
    let (mut coarse, mut fine) = (read(Plane::Coarse)?, read(Plane::Fine)?);
    for (position, code) in &changes.codes {
        let (from, place) = (Plane::Coarse.head() + position * length, position * length);
        let scale = &mut coarse[position * CodeScale::LENGTH..][..CodeScale::LENGTH];
        scale.copy_from_slice(&code.as_ref().map_or([0; CodeScale::LENGTH], |code| code.scale.to_bytes()));
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
        return remove(blobs, block, model);
    }
    blobs.put(plane_key(block, model, Plane::Coarse), &coarse)?;
    blobs.put(plane_key(block, model, Plane::Fine), &fine)
}

fn has_codes(scales: &[u8]) -> bool {
    scales.chunks_exact(CodeScale::LENGTH).any(|scale| CodeScale::read(scale).has_code())
}

/// A block without codes under a model has no planes under it: the model itself may be gone.
fn remove(blobs: &dyn Blobs, block: BlockNumber, model: ModelNumber) -> Result<()> {
    blobs.delete_all(BlockSpace::VectorCodes, &[block, model])
}
