//! The same answers from the rows alone, for files of a format without the index that cannot be written.

use std::collections::HashMap;

use omoide_core::Seq;
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::ports::store::{Outline, Scoring, VectorMatch, VectorQuery};
use rusqlite::Connection;

use crate::index::vectors::is_before;
use crate::sqlite::error::Result;
use crate::sqlite::index_rows::{COLUMNS, record};
use crate::sqlite::reader::scan_vectors;
use crate::sqlite::rows;
use crate::sqlite::session::MindNumber;

/// Every memory of a mind, in order of insertion.
pub(super) fn outlines(c: &Connection, mind: MindNumber) -> Result<Vec<Outline>> {
    let sql = format!("SELECT {COLUMNS} FROM memories m WHERE m.mind = ?1 ORDER BY m.seq");
    let mut statement = c.prepare_cached(&sql)?;
    let mut found = statement.query([mind])?;
    let mut outlines = Vec::new();
    while let Some(row) = found.next()? {
        outlines.extend(rows::readable(record(row))?.map(|record| record.outline));
    }
    Ok(outlines)
}

/// The similarity of every memory that has a vector under the model.
pub(super) fn similarities(c: &Connection, mind: MindNumber, query: &VectorQuery<'_>) -> Result<HashMap<Seq, f64>> {
    let mut known = HashMap::new();
    scan_vectors(c, mind, query.model, query.vector.len(), &mut |seq, vector| {
        known.insert(seq, above_floor(cosine(query.vector, vector), query.floor));
    })?;
    Ok(known)
}

/// The best memories, the best first.
pub(super) fn best(
    c: &Connection,
    mind: MindNumber,
    query: &VectorQuery<'_>,
    wanted: usize,
    scoring: &dyn Scoring,
) -> Result<Vec<VectorMatch>> {
    let known = similarities(c, mind, query)?;
    let mut found: Vec<VectorMatch> = Vec::new();
    for outline in outlines(c, mind)? {
        let similarity = known.get(&outline.seq).copied().unwrap_or(0.0);
        if let Some(score) = scoring.score(&outline, similarity) {
            found.push(VectorMatch { outline, similarity, score });
        }
    }
    found.sort_by(|a, b| if is_before(a, b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater });
    found.truncate(wanted);
    Ok(found)
}
