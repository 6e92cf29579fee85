//! Putting memories in order again: records and codes are moved as they are, and nothing is computed anew.

use rusqlite::{Connection, params};

use super::blocks::{BlockNumber, Head, ModelNumber, Place, Plane, SCALES, SLOTS, heads, plane, records};
use super::code::{Scale, row_length};
use super::edit::{note_change, remove_block};
use super::order::{Front, is_worth_arranging, key};
use super::record::{RECORD, Record, sights_first};
use crate::sqlite::digest::Fnv;
use crate::sqlite::error::Result;
use crate::sqlite::session::MindNumber;

/// Puts the memories of a mind in order, if searches gain enough by it.
pub(super) fn arrange_if_worth_it(c: &Connection, mind: MindNumber) -> Result<()> {
    let heads = heads(c, mind)?;
    let mut blocks = Vec::with_capacity(heads.len());
    for head in &heads {
        blocks.push(records(c, head.number)?);
    }
    let pairs: Vec<Vec<(f64, u32)>> = blocks.iter().map(|records| pairs(records).collect()).collect();
    if is_worth_arranging(&pairs, SLOTS) { arrange(c, mind, &heads, &blocks) } else { Ok(()) }
}

fn pairs(records: &[u8]) -> impl Iterator<Item = (f64, u32)> {
    let records = records.chunks_exact(RECORD).filter_map(Record::read);
    records.map(|record| (record.outline.retention_score, record.outline.recall_count))
}

/// Where a memory was: the block by its place among the blocks, and the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Source {
    block: usize,
    position: usize,
}

impl Source {
    fn record(self, blocks: &[Vec<u8>]) -> &[u8] {
        &blocks[self.block][self.position * RECORD..(self.position + 1) * RECORD]
    }
}

fn arrange(c: &Connection, mind: MindNumber, heads: &[Head], blocks: &[Vec<u8>]) -> Result<()> {
    let mut ordered = Vec::new();
    for (block, records) in blocks.iter().enumerate() {
        for (position, record) in records.chunks_exact(RECORD).enumerate() {
            if let Some(record) = Record::read(record) {
                let outline = record.outline;
                let order = (key(outline.retention_score, outline.recall_count), outline.seq);
                ordered.push((order, Source { block, position }));
            }
        }
    }
    ordered.sort_unstable();
    let ordered: Vec<Source> = ordered.into_iter().map(|(_, source)| source).collect();
    let targets: Vec<(BlockNumber, &[Source])> =
        heads.iter().map(|head| head.number).zip(ordered.chunks(SLOTS)).collect();
    for (model, dimensions) in models(c, mind)? {
        for which in [Plane::Coarse, Plane::Fine] {
            move_plane(c, heads, &targets, (model, dimensions), which)?;
        }
    }
    let mut print = Fnv::default();
    for head in heads {
        print.add(&head.records_change.to_le_bytes());
        print.add(&head.codes_change.to_le_bytes());
    }
    for (block, sources) in &targets {
        move_records(c, *block, sources, blocks, &mut print)?;
    }
    for head in &heads[targets.len()..] {
        remove_block(c, head.number)?;
    }
    note_change(c, mind, print)
}

/// The models of a mind's codes, with sizes whose rows are as long.
fn models(c: &Connection, mind: MindNumber) -> Result<Vec<(ModelNumber, usize)>> {
    let sql = "SELECT v.model, max(length(v.data)) FROM vector_blocks b JOIN vector_codes v ON v.block = b.number
               WHERE b.mind = ?1 AND v.plane = ?2 GROUP BY v.model ORDER BY v.model";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params![mind, Plane::Fine.number()], |row| {
        let length: i64 = row.get(1)?;
        Ok((row.get(0)?, usize::try_from(length).unwrap_or(0) / SLOTS * 2))
    })?;
    Ok(found.collect::<rusqlite::Result<_>>()?)
}

/// Moves one plane of all blocks at a time, so that no more than that has to fit into memory.
fn move_plane(
    c: &Connection,
    heads: &[Head],
    targets: &[(BlockNumber, &[Source])],
    model: (ModelNumber, usize),
    which: Plane,
) -> Result<()> {
    let mut planes = Vec::with_capacity(heads.len());
    for head in heads {
        planes.push(plane(c, head.number, model, which)?);
    }
    let (head, length) = (which.head(), row_length(model.1));
    let write = "INSERT INTO vector_codes (block, model, plane, data) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (block, model, plane) DO UPDATE SET data = excluded.data";
    let remove = "DELETE FROM vector_codes WHERE block = ?1 AND model = ?2 AND plane = ?3";
    for (block, sources) in targets {
        let mut moved = vec![0; which.length(model.1)];
        let mut has_codes = false;
        for (position, source) in sources.iter().enumerate() {
            let Some(from) = &planes[source.block] else { continue };
            if which == Plane::Coarse {
                let scale = &from[source.position * Scale::LENGTH..][..Scale::LENGTH];
                moved[position * Scale::LENGTH..][..Scale::LENGTH].copy_from_slice(scale);
            }
            let row = &from[head + source.position * length..][..length];
            moved[head + position * length..][..length].copy_from_slice(row);
            has_codes |= row.iter().any(|byte| *byte != 0);
        }
        if has_codes || moved[..head.min(SCALES)].iter().any(|byte| *byte != 0) {
            c.prepare_cached(write)?.execute(params![block, model.0, which.number(), moved])?;
        } else {
            c.prepare_cached(remove)?.execute(params![block, model.0, which.number()])?;
        }
    }
    Ok(())
}

fn move_records(
    c: &Connection,
    block: BlockNumber,
    sources: &[Source],
    blocks: &[Vec<u8>],
    print: &mut Fnv,
) -> Result<()> {
    let mut moved = vec![0; SLOTS * RECORD];
    let mut slot = c.prepare_cached("UPDATE vector_slots SET place = ?2 WHERE memory = ?1 AND place <> ?2")?;
    for (position, source) in sources.iter().enumerate() {
        let record = source.record(blocks);
        moved[position * RECORD..(position + 1) * RECORD].copy_from_slice(record);
        print.add(record);
        if let Some(record) = Record::read(record) {
            slot.execute(params![record.outline.seq.0, Place { block, position }.number()])?;
        }
    }
    c.prepare_cached("UPDATE vector_records SET data = ?2 WHERE block = ?1")?
        .execute(params![block, sights_first(&moved)])?;
    // All that went into codes before, and who lies where now, says what is in them.
    let change = print.finish().cast_signed();
    let front = Front::of(pairs(&moved)).to_bytes();
    let sql =
        "UPDATE vector_blocks SET used = ?2, records_change = ?3, codes_change = ?3, front = ?4 WHERE number = ?1";
    let used = i64::try_from(sources.len()).unwrap_or(0);
    c.prepare_cached(sql)?.execute(params![block, used, change, front])?;
    Ok(())
}
