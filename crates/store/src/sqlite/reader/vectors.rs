//! Vectors of shown texts.

use std::collections::HashSet;

use omoide_core::ports::store::WantedVector;
use omoide_core::{Sentences, Seq, Text};
use rusqlite::{Connection, params};

use crate::sqlite::connection::header;
use crate::sqlite::error::Result;
use crate::sqlite::rows;
use crate::sqlite::rows::{IfReadable, ReadableRows};
use crate::sqlite::session::MindNumber;

/// A mind with fewer memories than one in so many vectors is looked up instead of scanned for.
const SCAN_SHARE: i64 = 8;

/// The first format whose vectors have sentences.
const SENTENCES_SINCE_FORMAT: u32 = 4;

/// One pass over the file in its own order: a search for each memory would jump about in it.
pub(in crate::sqlite) fn scan(
    c: &Connection,
    n: MindNumber,
    model: &str,
    dimensions: usize,
    visit: &mut dyn FnMut(Seq, &[f32]),
) -> Result<()> {
    let Some(model) = number(c, model, dimensions)? else { return Ok(()) };
    let shown = shown_versions(c, n)?;
    let vectors: i64 = c.query_row("SELECT coalesce(max(number), 0) FROM vectors", [], |row| row.get(0))?;
    let mut buffer = Vec::with_capacity(dimensions);
    let mut show = |seq: i64, data: &[u8]| {
        if data.len() == dimensions * 4 {
            decode(data, &mut buffer);
            visit(Seq(seq), &buffer);
        }
    };
    if i64::try_from(shown.len()).unwrap_or(i64::MAX).saturating_mul(SCAN_SHARE) < vectors {
        let mut statement =
            c.prepare_cached("SELECT data FROM vectors WHERE memory = ?1 AND model = ?2 AND version = ?3")?;
        for (seq, version) in shown {
            let mut found = statement.query(params![seq, model, version])?;
            if let Some(row) = found.next()? {
                show(seq, row.get_ref(0)?.as_blob().unwrap_or_default());
            }
        }
        return Ok(());
    }
    let mut statement = c.prepare_cached("SELECT memory, version, data FROM vectors NOT INDEXED WHERE model = ?1")?;
    let mut found = statement.query([model])?;
    let mut place = 0;
    while let Some(row) = found.next()? {
        let Some((seq, version)) =
            rows::readable(rows::integer(row, 0).and_then(|seq| Ok((seq, rows::integer(row, 1)?))))?
        else {
            continue;
        };
        // Most vectors follow each other as their memories do.
        if shown.get(place).is_none_or(|(other, _)| *other != seq) {
            match shown.binary_search_by_key(&seq, |(seq, _)| *seq) {
                Ok(found) => place = found,
                Err(_) => continue,
            }
        }
        if shown[place].1 == version {
            show(seq, row.get_ref(2)?.as_blob().unwrap_or_default());
        }
        place += 1;
    }
    Ok(())
}

/// Which version each memory of the mind shows, by place.
fn shown_versions(c: &Connection, n: MindNumber) -> Result<Vec<(i64, i64)>> {
    let sql = "SELECT seq, version FROM memories INDEXED BY memories_by_version WHERE mind = ?1";
    let mut statement = c.prepare_cached(sql)?;
    let mut shown: Vec<(i64, i64)> = statement.query_map([n], |row| Ok((row.get(0)?, row.get(1)?)))?.readable()?;
    shown.sort_unstable();
    Ok(shown)
}

/// The vectors of those memories under a model.
pub(super) fn of(c: &Connection, n: MindNumber, model: &str, seqs: &[Seq]) -> Result<Vec<(Seq, Vec<f32>)>> {
    let mut vectors = Vec::with_capacity(seqs.len());
    each(c, n, (model, "data"), seqs, |seq, data| {
        let mut values = Vec::new();
        decode(data, &mut values);
        vectors.push((seq, values));
    })?;
    Ok(vectors)
}

/// The sentences under a model of those that are long.
pub(super) fn sentences(c: &Connection, n: MindNumber, model: &str, seqs: &[Seq]) -> Result<Vec<(Seq, Sentences)>> {
    let mut sentences = Vec::new();
    if header(c)?.format >= SENTENCES_SINCE_FORMAT {
        each(c, n, (model, "sentences"), seqs, |seq, data| {
            if !data.is_empty() {
                sentences.push((seq, Sentences::from_bytes(data.to_vec())));
            }
        })?;
    }
    Ok(sentences)
}

/// Calls `visit` with a column of the vector of each of those memories that has one under the model.
fn each(
    c: &Connection,
    n: MindNumber,
    (model, column): (&str, &str),
    seqs: &[Seq],
    mut visit: impl FnMut(Seq, &[u8]),
) -> Result<()> {
    let mut numbers = c.prepare_cached("SELECT number FROM models WHERE name = ?1 ORDER BY number DESC")?;
    let numbers: Vec<i64> = numbers.query_map([model], |row| row.get(0))?.readable()?;
    let sql = format!(
        "SELECT m.seq, v.{column} FROM json_each(?1) j CROSS JOIN memories m ON m.seq = j.value
         CROSS JOIN vectors v ON v.memory = m.seq AND v.model = ?3 AND v.version = m.version
         WHERE m.mind = ?2"
    );
    let mut statement = c.prepare_cached(&sql)?;
    let mut left = seqs.to_vec();
    // A name may have had other dimensions before; what it has now counts.
    for number in numbers {
        let mut found = statement.query(params![rows::list(&left), n, number])?;
        let mut seen = HashSet::new();
        while let Some(row) = found.next()? {
            let seq = Seq(rows::integer(row, 0)?);
            visit(seq, row.get_ref(1)?.as_blob().unwrap_or_default());
            seen.insert(seq);
        }
        left.retain(|seq| !seen.contains(seq));
        if left.is_empty() {
            break;
        }
    }
    Ok(())
}

pub(super) fn without(
    c: &Connection,
    n: MindNumber,
    wanted: &WantedVector<'_>,
    before: Option<Seq>,
    limit: usize,
) -> Result<Vec<(Seq, u32, Text)>> {
    // No vector has a model without a number.
    let model = number(c, wanted.model, wanted.dimensions)?.unwrap_or(-1);
    let asks_sentences = wanted.with_sentences && header(c)?.format >= SENTENCES_SINCE_FORMAT;
    let sentences = if asks_sentences { "AND v.sentences IS NOT NULL" } else { "" };
    let sql = format!(
        "SELECT m.seq, m.version, coalesce(t.\"trigger\", ''), coalesce(t.content, '')
         FROM memories m LEFT JOIN texts t ON t.memory = m.seq AND t.version = m.version
         WHERE m.mind = ?1 AND m.seq < ?3 AND NOT EXISTS (
             SELECT 1 FROM vectors v WHERE v.memory = m.seq AND v.model = ?2 AND v.version = m.version {sentences})
         ORDER BY m.seq DESC LIMIT ?4"
    );
    let mut statement = c.prepare_cached(&sql)?;
    let before = before.map_or(i64::MAX, |seq| seq.0);
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let found = statement.query_map(params![n, model, before, limit], |row| {
        let text = Text { trigger: row.get(2)?, content: row.get(3)? };
        Ok((Seq(row.get(0)?), rows::count(row, 1)?, text))
    })?;
    Ok(found.readable()?)
}

pub(super) fn counts(c: &Connection, n: MindNumber) -> Result<Vec<(String, u32, u64)>> {
    let sql = "SELECT o.name, o.dimensions, count(*) FROM memories m
               JOIN vectors v ON v.memory = m.seq AND v.version = m.version
               JOIN models o ON o.number = v.model
               WHERE m.mind = ?1 GROUP BY o.number ORDER BY o.name, o.dimensions";
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map([n], |row| {
        let count: i64 = row.get(2)?;
        Ok((row.get(0)?, rows::count(row, 1)?, u64::try_from(count).unwrap_or(0)))
    })?;
    Ok(found.readable()?)
}

fn number(c: &Connection, model: &str, dimensions: usize) -> Result<Option<i64>> {
    let size = i64::try_from(dimensions).unwrap_or(i64::MAX);
    let find = "SELECT number FROM models WHERE name = ?1 AND dimensions = ?2";
    Ok(c.query_row(find, params![model, size], |row| row.get::<_, i64>(0)).if_readable()?)
}

/// Vectors lie in the file as little-endian `f32`, which most machines can take as they are.
pub(in crate::sqlite) fn decode(data: &[u8], values: &mut Vec<f32>) {
    if cfg!(target_endian = "little") {
        values.resize(data.len() / 4, 0.0);
        bytemuck::cast_slice_mut(values).copy_from_slice(&data[..data.len() / 4 * 4]);
    } else {
        values.clear();
        values.extend(data.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])));
    }
}
