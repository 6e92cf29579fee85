//! What the rows of `memories` and `vectors` say to the indexes.

use omoide_core::ports::store::Outline;
use omoide_core::{Mood, NamePrint, Seq, Source};
use rusqlite::{Connection, Row, params};

use super::reader::decode;
use super::rows;
use crate::index::vectors::{ModelNumber, Record};
use crate::index::{MindNumber, Result, RowCondition, Rows};
use crate::sqlite::rows::{IfReadable, ReadableRows};

/// The columns of `memories` that [`record`] reads; the table is called `m`.
pub(super) const COLUMNS: &str = "m.seq, m.id, m.kind, m.current_level, m.archived_at, m.source, m.person, m.thread, \
     m.created, m.created_offset, m.recorded_at, m.recorded_offset, m.emotional_valence, m.emotional_arousal, \
     m.emotional_tags, m.category, m.retention_score, m.recall_count, m.protected, m.version, m.mind, m.revival_requested";

/// Where the mind stands among [`COLUMNS`].
const MIND_COLUMN: usize = 20;

/// What a row of `memories` says.
pub(super) fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    let is_archived = row.get_ref(4)? != rusqlite::types::ValueRef::Null;
    let feeling = rows::feeling(row, 12)?;
    let outline = Outline {
        seq: Seq(rows::integer(row, 0)?),
        id: rows::id(row, 1)?,
        kind: rows::kind(rows::text(row, 2)?),
        level: rows::level(rows::integer(row, 3)?, is_archived),
        source: Source::named(rows::text(row, 5)?),
        person: NamePrint::of(rows::text(row, 6)?),
        thread: row.get_ref(7)?.as_str_or_null()?.map(NamePrint::of),
        created: rows::moment(row, 8)?,
        recorded_at: rows::moment(row, 10)?,
        feeling: Mood::from(&feeling),
        category: NamePrint::of(rows::text(row, 15)?),
        strength: row.get(16)?,
        uses: rows::count(row, 17)?,
        is_archived,
        is_put_away: rows::integer(row, 21)? == super::changes::Request::Barred as i64,
        is_protected: rows::integer(row, 18)? != 0,
    };
    Ok(Record { outline, version: rows::count(row, 19)? })
}

/// How many components a vector has; none where the number is damaged, so that no vector is of that size.
fn size(dimensions: i64) -> usize {
    const MOST: usize = 1 << 24;
    usize::try_from(dimensions).ok().filter(|size| *size <= MOST).unwrap_or(0)
}

/// What the rows of a transaction say.
pub(super) struct SqliteRows<'c> {
    c: &'c Connection,
}

impl<'c> SqliteRows<'c> {
    pub(super) fn new(c: &'c Connection) -> Self {
        Self { c }
    }
}

impl Rows for SqliteRows<'_> {
    fn record(&self, seq: Seq) -> Result<Option<(MindNumber, Record)>> {
        let sql = format!("SELECT {COLUMNS} FROM memories m WHERE m.seq = ?1");
        let mut statement = self.c.prepare_cached(&sql)?;
        Ok(statement.query_row([seq.0], |row| Ok((row.get(MIND_COLUMN)?, record(row)?))).if_readable()?)
    }

    fn condition(&self, seq: Seq) -> Result<Option<RowCondition>> {
        let sql = "SELECT retention_score, recall_count, current_level, archived_at IS NOT NULL, protected, version,
                          revival_requested = 2
                   FROM memories WHERE seq = ?1";
        let found = self.c.prepare_cached(sql)?.query_row([seq.0], |row| {
            let is_archived = row.get(3)?;
            Ok(RowCondition {
                retention_score: row.get(0)?,
                recall_count: rows::count(row, 1)?,
                level: rows::level(rows::integer(row, 2)?, is_archived),
                is_archived,
                is_protected: rows::integer(row, 4)? != 0,
                version: rows::count(row, 5)?,
                is_put_away: row.get(6)?,
            })
        });
        Ok(found.if_readable()?)
    }

    fn standing(&self, seq: Seq) -> Result<Option<(MindNumber, f64, u32)>> {
        let sql = "SELECT mind, retention_score, recall_count FROM memories WHERE seq = ?1";
        let mut statement = self.c.prepare_cached(sql)?;
        Ok(statement.query_row([seq.0], |row| Ok((row.get(0)?, row.get(1)?, rows::count(row, 2)?))).if_readable()?)
    }

    fn each_standing(&self, mind: MindNumber, visit: &mut dyn FnMut(Seq, f64, u32)) -> Result<()> {
        let sql = "SELECT retention_score, recall_count, seq FROM memories WHERE mind = ?1";
        let mut statement = self.c.prepare(sql)?;
        let mut found = statement.query([mind])?;
        while let Some(row) = found.next()? {
            let standing = rows::readable(row.get(0).and_then(|retention| Ok((retention, rows::count(row, 1)?))))?;
            if let Some((retention, recalls)) = standing {
                visit(Seq(row.get(2)?), retention, recalls);
            }
        }
        Ok(())
    }

    fn each_record(&self, visit: &mut dyn FnMut(MindNumber, Record)) -> Result<()> {
        let mut statement = self.c.prepare(&format!("SELECT {COLUMNS} FROM memories m"))?;
        let mut found = statement.query([])?;
        while let Some(row) = found.next()? {
            let read = row.get(MIND_COLUMN).and_then(|mind| Ok((mind, record(row)?)));
            if let Some((mind, record)) = rows::readable(read)? {
                visit(mind, record);
            }
        }
        Ok(())
    }

    fn minds(&self) -> Result<Vec<MindNumber>> {
        let mut statement = self.c.prepare("SELECT DISTINCT mind FROM memories ORDER BY mind")?;
        Ok(statement.query_map([], |row| row.get(0))?.readable()?)
    }

    fn seqs(&self, mind: MindNumber) -> Result<Vec<Seq>> {
        let mut statement = self.c.prepare("SELECT seq FROM memories WHERE mind = ?1 ORDER BY seq")?;
        Ok(statement.query_map([mind], |row| row.get(0).map(Seq))?.readable()?)
    }

    fn has_row(&self, seq: Seq) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM memories WHERE seq = ?1)";
        Ok(self.c.prepare_cached(sql)?.query_row([seq.0], |row| row.get(0))?)
    }

    fn is_there(&self, mind: MindNumber, seq: Seq) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM memories WHERE seq = ?1 AND mind = ?2)";
        Ok(self.c.prepare_cached(sql)?.query_row(params![seq.0, mind], |row| row.get(0))?)
    }

    fn model(&self, name: &str, dimensions: usize) -> Result<Option<ModelNumber>> {
        let size = i64::try_from(dimensions).unwrap_or(i64::MAX);
        let mut statement = self.c.prepare_cached("SELECT number FROM models WHERE name = ?1 AND dimensions = ?2")?;
        Ok(statement.query_row(params![name, size], |row| row.get(0)).if_readable()?)
    }

    fn models(&self) -> Result<Vec<(ModelNumber, usize)>> {
        let mut statement = self.c.prepare("SELECT number, dimensions FROM models ORDER BY number")?;
        let found = statement.query_map([], |row| Ok((row.get(0)?, size(rows::integer(row, 1)?))))?;
        Ok(found.readable()?)
    }

    fn each_vector(&self, seq: Seq, version: u32, visit: &mut dyn FnMut(ModelNumber, usize, &[f32])) -> Result<()> {
        let sql = "SELECT v.model, v.data, o.dimensions FROM vectors v JOIN models o ON o.number = v.model
                   WHERE v.memory = ?1 AND v.version = ?2";
        let mut statement = self.c.prepare_cached(sql)?;
        let mut found = statement.query(params![seq.0, version])?;
        let mut vector = Vec::new();
        while let Some(row) = found.next()? {
            decode(row.get_ref(1)?.as_blob().unwrap_or_default(), &mut vector);
            let read = row.get(0).and_then(|model| Ok((model, rows::integer(row, 2)?)));
            if let Some((model, dimensions)) = rows::readable(read)? {
                visit(model, size(dimensions), &vector);
            }
        }
        Ok(())
    }

    fn shown_vector(&self, seq: Seq, model: ModelNumber, vector: &mut Vec<f32>) -> Result<bool> {
        let sql = "SELECT v.data FROM memories m JOIN vectors v ON v.memory = m.seq AND v.version = m.version
                   WHERE m.seq = ?1 AND v.model = ?2";
        let mut statement = self.c.prepare_cached(sql)?;
        let read = statement.query_row(params![seq.0, model], |row| {
            decode(row.get_ref(0)?.as_blob().unwrap_or_default(), vector);
            Ok(())
        });
        Ok(read.if_readable()?.is_some())
    }
}
