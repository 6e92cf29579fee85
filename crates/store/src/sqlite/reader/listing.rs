//! Memories by what they are like, and by the beginning of their name.

use std::collections::{BTreeMap, HashSet};

use omoide_core::ports::store::Filter;
use omoide_core::{Memory, MemoryId, MindName, NamePrint, Seq, fold};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params, params_from_iter};

use super::memories::with_relations;
use crate::sqlite::error::Result;
use crate::sqlite::people;
use crate::sqlite::rows;
use crate::sqlite::rows::ReadableRows;
use crate::sqlite::session::MindNumber;

/// Sorts after everything that a name may go on with.
const LAST_SIGN: char = char::MAX;

pub(super) fn resolve(c: &Connection, n: MindNumber, reference: &str, limit: usize) -> Result<Vec<(MemoryId, String)>> {
    let id = reference.parse::<MemoryId>().map_or_else(|_| reference.to_ascii_uppercase(), |id| id.to_string());
    let exact = "SELECT id, handle FROM memories WHERE mind = ?1 AND (id = ?2 OR handle = ?3)
                 ORDER BY id = ?2 DESC LIMIT 1";
    let found = names(c, exact, params![n, id, reference])?;
    if !found.is_empty() {
        return Ok(found);
    }
    // Ranges and no patterns: `_` is in every handle, and in a pattern it means any sign.
    let beginning = "SELECT id, handle FROM memories WHERE mind = ?1 AND id >= ?2 AND id < ?2 || ?4
                     UNION
                     SELECT id, handle FROM memories WHERE mind = ?1 AND handle >= ?3 AND handle < ?3 || ?4
                     ORDER BY handle LIMIT ?5";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    names(c, beginning, params![n, reference.to_ascii_uppercase(), reference, LAST_SIGN.to_string(), limit])
}

fn names(c: &Connection, sql: &str, params: impl rusqlite::Params) -> Result<Vec<(MemoryId, String)>> {
    let mut statement = c.prepare_cached(sql)?;
    let found = statement.query_map(params, |row| Ok((rows::id(row, 0)?, row.get(1)?)))?;
    Ok(found.readable()?)
}

pub(super) fn list(c: &Connection, n: MindNumber, mind: &MindName, filter: &Filter) -> Result<Vec<Memory>> {
    let limit = filter.limit.unwrap_or(usize::MAX);
    let mut found = Vec::new();
    if limit == 0 {
        return Ok(found);
    }
    visit(c, n, filter, &mut |row| {
        found.extend(rows::readable(rows::memory(row, mind))?);
        Ok(found.len() < limit)
    })?;
    found.into_iter().map(|memory| with_relations(c, memory)).collect()
}

pub(super) fn count(c: &Connection, n: MindNumber, filter: &Filter) -> Result<u64> {
    if is_told_by_sql(filter) {
        let (conditions, values) = conditions(c, n, filter)?;
        let sql = format!("SELECT count(*) FROM memories m WHERE {conditions}");
        return Ok(c.prepare(&sql)?.query_row(params_from_iter(values), |row| rows::total(row, 0))?);
    }
    let mut count = 0;
    visit(c, n, filter, &mut |_| {
        count += 1;
        Ok(true)
    })?;
    Ok(count)
}

/// Whether SQL alone can tell which memories the filter means.
fn is_told_by_sql(filter: &Filter) -> bool {
    filter.containing.is_none() && filter.places.is_none()
}

/// Calls `take` with every row that the filter means, in its order, until it returns false.
fn visit(c: &Connection, n: MindNumber, filter: &Filter, take: &mut dyn FnMut(&Row<'_>) -> Result<bool>) -> Result<()> {
    let (conditions, values) = conditions(c, n, filter)?;
    let order = if filter.newest_first { "DESC" } else { "ASC" };
    let sql = format!(
        "SELECT {} FROM {} WHERE {conditions} ORDER BY m.created {order}, m.seq {order}",
        rows::MEMORY,
        rows::MEMORY_TABLES,
    );
    let needle = filter.containing.as_deref().map(fold);
    let mut statement = c.prepare(&sql)?;
    let mut found = statement.query(params_from_iter(values))?;
    while let Some(row) = found.next()? {
        let holds_words = match &needle {
            None => true,
            Some(needle) => {
                holds(row, needle) || original_holds(c, Seq(rows::integer(row, rows::STATE_WIDTH)?), needle)?
            }
        };
        let is_meant = holds_words && filter.places.as_ref().is_none_or(|places| is_of(row, places));
        if is_meant && !take(row)? {
            break;
        }
    }
    Ok(())
}

/// Whether id, handle, keywords or the shown text hold the words, which come folded.
///
/// SQLite only knows the small letters of ASCII, and no widths.
fn holds(row: &Row<'_>, needle: &str) -> bool {
    let columns = [1, 2, 17, 18].map(|column| rows::STATE_WIDTH + column);
    let (keywords, tags) = rows::text(row, rows::STATE_WIDTH + rows::KEYWORDS).map(rows::keywords).unwrap_or_default();
    columns.into_iter().any(|column| rows::text(row, column).is_ok_and(|text| fold(text).contains(needle)))
        || keywords.iter().chain(&tags).any(|word| fold(word).contains(needle))
}

/// Whether the first version of a memory's text, or the turn that it remembers, holds the words, which come folded.
fn original_holds(c: &Connection, memory: Seq, needle: &str) -> Result<bool> {
    let sql = "SELECT t.\"trigger\", t.content, u.said, u.replied FROM memories m
               LEFT JOIN texts t ON t.memory = m.seq AND t.version = 1
               LEFT JOIN turns u ON u.seq = m.turn WHERE m.seq = ?1";
    let holds =
        |row: &Row<'_>| Ok((0..4).any(|column| rows::text(row, column).is_ok_and(|text| fold(text).contains(needle))));
    Ok(c.prepare_cached(sql)?.query_row([memory.0], holds)?)
}

pub(super) fn persons_called(c: &Connection, n: MindNumber, name: &str) -> Result<Vec<String>> {
    let wanted = people::names_of(c, name)?;
    let mut statement = c.prepare_cached("SELECT DISTINCT person FROM memories WHERE mind = ?1 ORDER BY person")?;
    let persons: Vec<String> = statement.query_map([n], |row| row.get(0))?.readable()?;
    Ok(persons.into_iter().filter(|person| wanted.contains(&fold(person.trim()))).collect())
}

/// The condition that a person heard the memory `m`, with its values: they said it or are named as a witness of its turn. A
/// session was heard by those who heard all its turns.
pub(in crate::sqlite) fn heard_condition(c: &Connection, n: MindNumber, person: &str) -> Result<(String, Vec<Value>)> {
    let mut names = persons_called(c, n, person)?;
    let mut sought: HashSet<String> = names.iter().map(|name| fold(name.trim())).collect();
    sought.insert(fold(person.trim()));
    let format: u32 = c.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let has_witnesses = format >= WITNESSES_SINCE_FORMAT;
    if has_witnesses {
        let sql = "SELECT DISTINCT w.name FROM witnesses w JOIN turns t ON t.seq = w.turn
                   WHERE t.mind = ?1 AND w.sort = 'person' ORDER BY w.name";
        let mut statement = c.prepare_cached(sql)?;
        let named: Vec<String> = statement.query_map([n], |row| row.get(0))?.readable()?;
        names.extend(named.into_iter().filter(|name| sought.contains(&fold(name.trim()))));
        names.dedup();
    }
    let marks = vec!["?"; names.len()].join(", ");
    let heard = |memory: &str| {
        let witnessed = format!(
            " OR EXISTS (SELECT 1 FROM witnesses w WHERE w.turn = {memory}.turn AND w.sort = 'person'
                         AND w.name IN ({marks}))"
        );
        format!("({memory}.person IN ({marks}){})", if has_witnesses { &witnessed } else { "" })
    };
    let condition = format!(
        "CASE WHEN m.kind <> 'session' THEN {} ELSE NOT EXISTS (
             SELECT 1 FROM session_memories s JOIN memories x ON x.seq = s.memory
             WHERE s.session = m.seq AND NOT {}) END",
        heard("m"),
        heard("x")
    );
    let times = if has_witnesses { 4 } else { 2 };
    let values = std::iter::repeat_n(names, times).flatten().map(Value::Text).collect();
    Ok((condition, values))
}

/// The first format that knows witnesses.
const WITNESSES_SINCE_FORMAT: u32 = 8;

/// Whether the memory's thread, or the memory itself where it has none, is one of those.
fn is_of(row: &Row<'_>, places: &HashSet<NamePrint>) -> bool {
    let column = |at: usize| row.get::<_, Option<String>>(rows::STATE_WIDTH + at).ok().flatten();
    let name = column(rows::THREAD).or_else(|| column(1));
    name.is_some_and(|name| places.contains(&NamePrint::of(&name)))
}

/// The filter in SQL, as far as SQL can tell.
fn conditions(c: &Connection, n: MindNumber, filter: &Filter) -> Result<(String, Vec<Value>)> {
    let mut sql = String::from("m.mind = ?");
    let mut values = vec![Value::Integer(n)];
    let mut add = |condition: &str, new: Vec<Value>| {
        sql.push_str(" AND ");
        sql.push_str(condition);
        values.extend(new);
    };
    let marks = |count: usize| vec!["?"; count].join(", ");
    let word = |word: &str| Value::Text(word.to_owned());
    if !filter.kinds.is_empty() {
        let kinds = filter.kinds.iter().map(|kind| word(kind.name())).collect();
        add(&format!("m.kind IN ({})", marks(filter.kinds.len())), kinds);
    }
    if !filter.levels.is_empty() {
        let levels = filter.levels.iter().map(|level| Value::Integer(level.number().into())).collect();
        add(&format!("m.current_level IN ({})", marks(filter.levels.len())), levels);
    }
    if let Some(category) = &filter.category {
        add("m.category = ?", vec![word(category.name())]);
    }
    if let Some(valence) = filter.valence {
        add("m.emotional_valence = ?", vec![word(valence.name())]);
    }
    if let Some(person) = &filter.person {
        let persons = persons_called(c, n, person)?;
        add(&format!("m.person IN ({})", marks(persons.len())), persons.into_iter().map(Value::Text).collect());
    }
    if let Some(person) = &filter.heard_by {
        let (condition, names) = heard_condition(c, n, person)?;
        add(&condition, names);
    }
    if let Some(thread) = &filter.thread {
        add("m.thread = ?", vec![word(thread)]);
    }
    if let Some(protected) = filter.protected {
        // As it stands in the index over the protected ones.
        add(if protected { "m.protected = 1" } else { "m.protected = 0" }, Vec::new());
    }
    if let Some(range) = &filter.created {
        add("m.created >= ? AND m.created < ?", vec![Value::Integer(range.start), Value::Integer(range.end)]);
    }
    for tag in &filter.tags {
        let holds = "EXISTS (SELECT 1 FROM descriptions k WHERE k.memory = m.seq AND instr(k.keywords, ?) > 0)";
        add(holds, vec![Value::Text(rows::tag_json(tag)?)]);
    }
    for feeling in &filter.feelings {
        add("instr(m.emotional_tags, ?) > 0", vec![Value::Text(rows::json(feeling.name())?)]);
    }
    Ok((sql, values))
}

pub(super) fn tags(c: &Connection, n: MindNumber) -> Result<Vec<(String, u64)>> {
    let sql = "SELECT d.keywords FROM descriptions d JOIN memories m ON m.seq = d.memory
               WHERE m.mind = ?1 AND instr(d.keywords, ?2) > 0";
    let mut statement = c.prepare_cached(sql)?;
    // Every tag begins like the empty one.
    let beginning = rows::tag_json("")?;
    let found = statement
        .query_map(params![n, beginning.trim_end_matches('"')], |row| Ok(rows::keywords(rows::text(row, 0)?).1))?;
    let lists: Vec<Vec<String>> = found.readable()?;
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for tag in lists.into_iter().flatten() {
        *counts.entry(tag).or_default() += 1;
    }
    Ok(counts.into_iter().collect())
}
