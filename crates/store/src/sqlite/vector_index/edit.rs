//! Bringing the index up to date: what rows say of the memories that were touched goes into their blocks.
//!
//! Nothing is handed over but the places of memories: what stands in the index is always made from the rows,
//! by the same steps as when it is made anew.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use omoide_core::Level;
use rusqlite::{Connection, OptionalExtension, params};

use super::blocks::{self, BlockNumber, Place, SLOTS};
use super::codes;
use super::order::{Front, key};
use super::record::{COLUMNS, MIND_COLUMN, RECORD, Record, SIGHT, parts_of, sights_first, understood};
use crate::sqlite::digest::Fnv;
use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::session::MindNumber;

/// Up to so many records of a block are written by themselves instead of the whole block.
const FEW_RECORDS: usize = 4;

/// How much of a memory may have changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::sqlite) enum Touch {
    /// Its condition.
    Condition,
    /// Anything, its vectors and whether it is there at all included.
    Whole,
}

/// A block that is being changed.
#[derive(Debug)]
pub(super) struct Edit {
    pub(super) mind: MindNumber,
    pub(super) records: Vec<u8>,
    pub(super) records_change: i64,
    pub(super) codes_change: i64,
    /// The positions whose record differs from what is in the file.
    changed: Vec<usize>,
    /// The positions whose codes have to be made anew, with the version that they are of.
    pub(super) recoded: BTreeMap<usize, Option<(i64, u32)>>,
    is_new: bool,
}

impl Edit {
    pub(super) fn record(&self, position: usize) -> Option<Record> {
        Record::read(&self.records[position * RECORD..(position + 1) * RECORD])
    }

    /// Sets a record; its codes are made anew if they are of another text or memory.
    fn set(&mut self, position: usize, record: Option<Record>, touch: Touch) {
        let bytes = record.map_or([0; RECORD], Record::to_bytes);
        let place = position * RECORD..(position + 1) * RECORD;
        let text = |record: Option<Record>| record.map(|record| (record.outline.seq.0, record.version));
        if touch == Touch::Whole || text(self.record(position)) != text(record) {
            self.recoded.insert(position, text(record));
        }
        if self.records[place.clone()] != bytes {
            self.records[place].copy_from_slice(&bytes);
            self.changed.push(position);
        }
    }

    fn used(&self) -> usize {
        (0..SLOTS).filter(|position| self.is_used(*position)).count()
    }

    fn is_used(&self, position: usize) -> bool {
        self.records[position * RECORD..][..8] != [0; 8]
    }

    fn front(&self) -> Front {
        let records = (0..SLOTS).filter_map(|position| self.record(position));
        Front::of(records.map(|record| (record.outline.retention_score, record.outline.recall_count)))
    }
}

/// Changes blocks; nothing is in the file before [`Editor::finish`].
#[derive(Debug)]
pub(super) struct Editor<'c> {
    c: &'c Connection,
    edits: BTreeMap<BlockNumber, Edit>,
    /// The blocks of a mind that have room, the one to be filled next last.
    roomy: HashMap<MindNumber, Vec<BlockNumber>>,
    changes: BTreeMap<MindNumber, Fnv>,
}

impl<'c> Editor<'c> {
    pub(super) fn new(c: &'c Connection) -> Self {
        Self { c, edits: BTreeMap::new(), roomy: HashMap::new(), changes: BTreeMap::new() }
    }

    /// Makes the index say of memories what the rows say; returns the minds that many were added to.
    pub(super) fn bring_up_to_date(&mut self, touched: &BTreeMap<i64, Touch>) -> Result<BTreeSet<MindNumber>> {
        let mut without_place = Vec::new();
        for (seq, touch) in touched {
            match blocks::place(self.c, *seq)? {
                Some(place) if *touch == Touch::Condition => self.update(place, *seq)?,
                Some(place) => self.rewrite(Some(place), *seq)?,
                None => without_place.push(*seq),
            }
        }
        if without_place.len() > SLOTS {
            return self.take_in(without_place);
        }
        without_place.into_iter().try_for_each(|seq| self.rewrite(None, seq))?;
        Ok(BTreeSet::new())
    }

    /// Takes many memories in at once, in order and into blocks of their own.
    fn take_in(&mut self, seqs: Vec<i64>) -> Result<BTreeSet<MindNumber>> {
        let sql = "SELECT mind, retention_score, recall_count FROM memories WHERE seq = ?1";
        let mut statement = self.c.prepare_cached(sql)?;
        let mut ordered = Vec::with_capacity(seqs.len());
        for seq in seqs {
            let found = statement
                .query_row([seq], |row| Ok((row.get::<_, MindNumber>(0)?, key(row.get(1)?, rows::count(row, 2)?))));
            ordered.extend(understood(found)?.map(|(mind, key)| (mind, key, seq)));
        }
        ordered.sort_unstable();
        for (mind, _, seq) in ordered {
            self.roomy.entry(mind).or_default();
            self.rewrite(None, seq)?;
        }
        Ok(self.roomy.keys().copied().collect())
    }

    fn update(&mut self, place: Place, seq: i64) -> Result<()> {
        let sql = "SELECT retention_score, recall_count, current_level, archived_at IS NOT NULL, protected, version,
                          revival_requested = 2
                   FROM memories WHERE seq = ?1";
        let found = self.c.prepare_cached(sql)?.query_row([seq], |row| {
            let is_archived = row.get(3)?;
            let level: Level = rows::level(rows::integer(row, 2)?, is_archived);
            let is_protected = rows::integer(row, 4)? != 0;
            let is_put_away = row.get(6)?;
            Ok((row.get(0)?, rows::count(row, 1)?, level, is_archived, is_protected, rows::count(row, 5)?, is_put_away))
        });
        let found: Option<(f64, u32, Level, bool, bool, u32, bool)> = understood(found)?;
        let edit = self.edit(place.block)?;
        let (Some(found), Some(mut record)) = (found, edit.record(place.position)) else {
            return self.rewrite(Some(place), seq);
        };
        let outline = &mut record.outline;
        (outline.retention_score, outline.recall_count, outline.level) = (found.0, found.1, found.2);
        (outline.is_archived, outline.is_protected, record.version) = (found.3, found.4, found.5);
        outline.is_put_away = found.6;
        edit.set(place.position, Some(record), Touch::Condition);
        Ok(())
    }

    fn rewrite(&mut self, place: Option<Place>, seq: i64) -> Result<()> {
        let sql = format!("SELECT {COLUMNS} FROM memories m WHERE m.seq = ?1");
        let found = self
            .c
            .prepare_cached(&sql)?
            .query_row([seq], |row| Ok((Record::of_row(row)?, row.get::<_, MindNumber>(MIND_COLUMN)?)));
        match (understood(found)?, place) {
            (None, None) => Ok(()),
            (None, Some(place)) => {
                self.c.prepare_cached("DELETE FROM vector_slots WHERE memory = ?1")?.execute([seq])?;
                self.edit(place.block)?.set(place.position, None, Touch::Whole);
                Ok(())
            }
            (Some((record, mind)), place) => {
                let place = match place {
                    Some(place) => place,
                    None => self.free_place(mind)?,
                };
                self.put(place, record)
            }
        }
    }

    fn put(&mut self, place: Place, record: Record) -> Result<()> {
        let sql = "INSERT INTO vector_slots (memory, place) VALUES (?1, ?2)
                   ON CONFLICT (memory) DO UPDATE SET place = excluded.place WHERE place <> excluded.place";
        self.c.prepare_cached(sql)?.execute(params![record.outline.seq.0, place.number()])?;
        self.edit(place.block)?.set(place.position, Some(record), Touch::Whole);
        Ok(())
    }

    /// Adds a block with those memories, in that order, and finishes it.
    pub(super) fn add_block(&mut self, mind: MindNumber, seqs: &[i64]) -> Result<()> {
        let block = self.begin_block(mind)?;
        for (position, seq) in seqs.iter().enumerate() {
            self.rewrite(Some(Place { block, position }), *seq)?;
        }
        self.finish_block(block)
    }

    /// A block of the mind without memories.
    fn begin_block(&mut self, mind: MindNumber) -> Result<BlockNumber> {
        let sql = "INSERT INTO vector_blocks (mind, used, records_change, codes_change, front)
                   VALUES (?1, 0, 0, 0, x'')";
        self.c.prepare_cached(sql)?.execute([mind])?;
        let number = self.c.last_insert_rowid();
        let records = vec![0; SLOTS * RECORD];
        let (changed, recoded) = (Vec::new(), BTreeMap::new());
        let edit = Edit { mind, records, records_change: 0, codes_change: 0, changed, recoded, is_new: true };
        self.edits.insert(number, edit);
        Ok(number)
    }

    /// A place that is free; memories that come together lie together.
    fn free_place(&mut self, mind: MindNumber) -> Result<Place> {
        if !self.roomy.contains_key(&mind) {
            let sql = "SELECT number FROM vector_blocks WHERE mind = ?1 AND used < ?2 ORDER BY used DESC, number DESC";
            let mut statement = self.c.prepare_cached(sql)?;
            let found = statement.query_map(params![mind, SLOTS as i64], |row| row.get(0))?;
            self.roomy.insert(mind, found.collect::<rusqlite::Result<_>>()?);
        }
        loop {
            let Some(block) = self.roomy.get(&mind).and_then(|blocks| blocks.last()).copied() else {
                let block = self.begin_block(mind)?;
                self.roomy.entry(mind).or_default().push(block);
                continue;
            };
            let edit = self.edit(block)?;
            if let Some(position) = (0..SLOTS).find(|position| !edit.is_used(*position)) {
                return Ok(Place { block, position });
            }
            self.roomy.entry(mind).or_default().pop();
        }
    }

    fn edit(&mut self, block: BlockNumber) -> Result<&mut Edit> {
        if !self.edits.contains_key(&block) {
            let sql = "SELECT mind, records_change, codes_change FROM vector_blocks WHERE number = ?1";
            let mut statement = self.c.prepare_cached(sql)?;
            let found = statement.query_row([block], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
            let (mind, records_change, codes_change) = found.ok_or_else(|| blocks::broken(block, "numbers"))?;
            let records = blocks::records(self.c, block)?;
            let (changed, recoded) = (Vec::new(), BTreeMap::new());
            let edit = Edit { mind, records, records_change, codes_change, changed, recoded, is_new: false };
            self.edits.insert(block, edit);
        }
        self.edits.get_mut(&block).ok_or_else(|| blocks::broken(block, "records"))
    }

    /// Writes everything.
    pub(super) fn finish(mut self) -> Result<()> {
        while let Some(block) = self.edits.keys().next().copied() {
            self.finish_block(block)?;
        }
        self.changes.iter().try_for_each(|(mind, change)| note_change(self.c, *mind, *change))
    }

    fn finish_block(&mut self, block: BlockNumber) -> Result<()> {
        let Some(mut edit) = self.edits.remove(&block) else { return Ok(()) };
        edit.changed.sort_unstable();
        edit.changed.dedup();
        if edit.changed.is_empty() && edit.recoded.is_empty() && !edit.is_new {
            return Ok(());
        }
        let used = edit.used();
        if used == 0 {
            self.note(edit.mind, block, &[]);
            return remove_block(self.c, block);
        }
        write_records(self.c, block, &mut edit)?;
        codes::write(self.c, block, &mut edit)?;
        let sql = "UPDATE vector_blocks SET used = ?2, records_change = ?3, codes_change = ?4, front = ?5
                   WHERE number = ?1";
        let front = edit.front().to_bytes();
        let (records_change, codes_change) = (edit.records_change, edit.codes_change);
        self.c.prepare_cached(sql)?.execute(params![block, used as i64, records_change, codes_change, front])?;
        self.note(edit.mind, block, &[records_change, codes_change]);
        Ok(())
    }

    fn note(&mut self, mind: MindNumber, block: BlockNumber, changes: &[i64]) {
        let print = self.changes.entry(mind).or_default();
        for number in [block].iter().chain(changes) {
            print.add(&number.to_le_bytes());
        }
    }
}

fn write_records(c: &Connection, block: BlockNumber, edit: &mut Edit) -> Result<()> {
    if edit.changed.is_empty() && !edit.is_new {
        return Ok(());
    }
    let mut print = Fnv::default();
    print.add(&edit.records_change.to_le_bytes());
    for position in &edit.changed {
        print.add(&position.to_le_bytes());
        print.add(&edit.records[position * RECORD..(position + 1) * RECORD]);
    }
    edit.records_change = print.finish().cast_signed();
    if edit.is_new {
        let sql = "INSERT INTO vector_records (block, data) VALUES (?1, ?2)";
        c.prepare_cached(sql)?.execute(params![block, sights_first(&edit.records)])?;
    } else if edit.changed.len() <= FEW_RECORDS {
        let mut blob = c.blob_open(rusqlite::MAIN_DB, "vector_records", "data", block, false)?;
        for position in &edit.changed {
            let (sight, rest) = edit.records[position * RECORD..(position + 1) * RECORD].split_at(SIGHT);
            for (part, place) in [sight, rest].into_iter().zip(parts_of(*position, SLOTS)) {
                blob.write_all_at(part, place.start)?;
            }
        }
        blob.close()?;
    } else {
        let sql = "UPDATE vector_records SET data = ?2 WHERE block = ?1";
        c.prepare_cached(sql)?.execute(params![block, sights_first(&edit.records)])?;
    }
    Ok(())
}

/// Builds a mind's print on the one before.
pub(super) fn note_change(c: &Connection, mind: MindNumber, mut change: Fnv) -> Result<()> {
    change.add(&blocks::change(c, mind)?.unwrap_or(0).to_le_bytes());
    let sql = "INSERT INTO vector_minds (mind, change) VALUES (?1, ?2)
               ON CONFLICT (mind) DO UPDATE SET change = excluded.change";
    c.prepare_cached(sql)?.execute(params![mind, change.finish().cast_signed()])?;
    Ok(())
}

pub(super) fn remove_block(c: &Connection, block: BlockNumber) -> Result<()> {
    c.prepare_cached("DELETE FROM vector_codes WHERE block = ?1")?.execute([block])?;
    c.prepare_cached("DELETE FROM vector_records WHERE block = ?1")?.execute([block])?;
    c.prepare_cached("DELETE FROM vector_blocks WHERE number = ?1")?.execute([block])?;
    Ok(())
}
