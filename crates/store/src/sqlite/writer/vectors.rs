//! Vectors and the models that made them.

use omoide_core::{Sentences, Seq, Vector};
use rusqlite::{Connection, params};

use crate::sqlite::error::Result;
use crate::sqlite::rows::{IfReadable, ReadableRows};
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::vector_index::Touch;

/// A model's number, and whether it was seen for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::sqlite) enum Model {
    /// It has been here before.
    Known(i64),
    /// It has not.
    First(i64),
}

impl Model {
    fn number(self) -> i64 {
        match self {
            Self::Known(number) | Self::First(number) => number,
        }
    }
}

/// Adds vectors to texts that are there; one that is there already is replaced.
pub(super) fn add(session: &Session<'_>, n: MindNumber, vectors: &[(Seq, u32, Vector)]) -> Result<()> {
    let c = session.connection;
    let mut exists = c.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM memories m JOIN texts t ON t.memory = m.seq
                        WHERE m.seq = ?1 AND m.mind = ?2 AND t.version = ?3)",
    )?;
    // A vector of another size under the same name would hide that this one was missing.
    let mut replace = c.prepare_cached(
        "DELETE FROM vectors WHERE memory = ?1 AND version = ?2
         AND model IN (SELECT number FROM models WHERE name = ?3)",
    )?;
    for (seq, version, vector) in vectors {
        if exists.query_row(params![seq.0, n, version], |row| row.get(0))? {
            replace.execute(params![seq.0, version, &*vector.model])?;
            put(c, *seq, *version, vector)?;
            session.touch(*seq, Touch::Whole);
        }
    }
    Ok(())
}

/// Removes the vectors under other models, of memories whose shown text has one under the first of `kept`.
///
/// The models keep their numbers: rows in the attic may still name them.
pub(super) fn drop_all_but(session: &Session<'_>, n: MindNumber, kept: &[&str]) -> Result<u64> {
    let c = session.connection;
    let Some(first) = kept.first() else { return Ok(0) };
    let mut find = c.prepare_cached("SELECT number FROM models WHERE name = ?1")?;
    let mut list = |name: &str| -> Result<Vec<i64>> { Ok(find.query_map([name], |row| row.get(0))?.readable()?) };
    let active = list(first)?;
    let mut numbers = Vec::new();
    for name in kept {
        numbers.extend(list(name)?);
    }
    let json = |numbers: &[i64]| format!("{numbers:?}");
    let which = "FROM vectors WHERE model NOT IN (SELECT value FROM json_each(?2)) AND memory IN (
                     SELECT m.seq FROM memories m WHERE m.mind = ?1 AND EXISTS (
                         SELECT 1 FROM vectors v WHERE v.memory = m.seq AND v.version = m.version
                         AND v.model IN (SELECT value FROM json_each(?3))))";
    let mut find = c.prepare_cached(&format!("SELECT DISTINCT memory {which}"))?;
    for seq in find.query_map(params![n, json(&numbers), json(&active)], |row| row.get(0))? {
        session.touch(Seq(seq?), Touch::Whole);
    }
    let gone = c.execute(&format!("DELETE {which}"), params![n, json(&numbers), json(&active)])?;
    Ok(gone as u64)
}

/// Writes the vector of a text that has none under its model.
pub(in crate::sqlite) fn put(c: &Connection, seq: Seq, version: u32, vector: &Vector) -> Result<Model> {
    let model = model(c, vector)?;
    let data: Vec<u8> = vector.values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let sentences = vector.sentences.as_ref().map(Sentences::as_bytes);
    let sql = "INSERT INTO vectors (model, memory, version, data, sentences) VALUES (?1, ?2, ?3, ?4, ?5)";
    c.prepare_cached(sql)?.execute(params![model.number(), seq.0, version, data, sentences])?;
    Ok(model)
}

fn model(c: &Connection, vector: &Vector) -> Result<Model> {
    let dimensions = i64::try_from(vector.values.len()).unwrap_or(i64::MAX);
    let mut find = c.prepare_cached("SELECT number FROM models WHERE name = ?1 AND dimensions = ?2")?;
    if let Some(number) = find.query_row(params![&*vector.model, dimensions], |row| row.get(0)).if_readable()? {
        return Ok(Model::Known(number));
    }
    c.execute("INSERT INTO models (name, dimensions) VALUES (?1, ?2)", params![&*vector.model, dimensions])?;
    Ok(Model::First(c.last_insert_rowid()))
}
