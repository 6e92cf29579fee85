//! Rows as types and types as rows.
//!
//! Reading is lenient where a row can still be understood: one odd word must not hide a mind. What is
//! odd is found by a check.

use std::cell::Cell;

use omoide_core::{
    Category, Date, Emotion, Feeling, Kind, Level, Life, Memory, MemoryId, MindName, Moment, Origin, Relation,
    RelationType, Retention, Seq, Shown, Source, Tag, Text, Valence,
};
use rusqlite::types::{FromSqlError, Type};
use rusqlite::{Connection, Row};
use serde::{Deserialize, Serialize};

use super::changes::Request;
use super::error::{Result, SqliteFault};

type RowResult<T> = rusqlite::Result<T>;

thread_local! {
    /// How many rows this thread has passed over because they cannot be read.
    static PASSED_OVER: Cell<u64> = const { Cell::new(0) };
}

/// How many rows this thread has passed over so far.
pub(super) fn passed_over() -> u64 {
    PASSED_OVER.get()
}

/// What was read of a row; none if the row cannot be read. It costs itself and nothing else: a check names it, and a repair
/// sets it aside.
pub(super) fn readable<T>(read: RowResult<T>) -> RowResult<Option<T>> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(error) if is_unreadable(&error) => {
            PASSED_OVER.set(PASSED_OVER.get() + 1);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Whether it is the row that cannot be read, and not the file.
pub(super) fn is_unreadable(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error};
    matches!(error, FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..) | Utf8Error(..))
}

/// The same of what more than a row is read for.
pub(super) fn understood<T>(read: Result<T>) -> Result<Option<T>> {
    match read {
        Err(SqliteFault::Sqlite(error)) => Ok(readable(Err(error))?),
        Err(SqliteFault::Row(_)) => {
            PASSED_OVER.set(PASSED_OVER.get() + 1);
            Ok(None)
        }
        read => read.map(Some),
    }
}

/// One row that was asked for.
pub(super) trait IfReadable<T> {
    /// The row; none if there is none, or if it cannot be read.
    fn if_readable(self) -> RowResult<Option<T>>;
}

impl<T> IfReadable<T> for RowResult<T> {
    fn if_readable(self) -> RowResult<Option<T>> {
        match self {
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            read => readable(read),
        }
    }
}

/// Rows that were asked for.
pub(super) trait ReadableRows<T>: Iterator<Item = RowResult<T>> + Sized {
    /// Every row that can be read.
    fn readable<C: FromIterator<T>>(self) -> RowResult<C> {
        self.filter_map(|read| readable(read).transpose()).collect()
    }
}

impl<T, I: Iterator<Item = RowResult<T>>> ReadableRows<T> for I {}

/// The columns of a table, in quotes.
pub(super) fn columns(c: &Connection, table: &str) -> RowResult<Vec<String>> {
    let statement = c.prepare(&format!("SELECT * FROM {table}"))?;
    Ok(statement.column_names().map(|name| format!("\"{name}\"")).collect())
}

/// The columns of what a memory shows and how it lives, as [`shown`] and [`retention`] read them; the table is called `m`.
pub(super) const STATE: &str = "m.memory_days, m.decay_coefficient, m.retention_score, m.recall_count, \
     m.recalled_since_last_batch, m.current_level, m.archived_at, m.archived_offset, m.protected, \
     m.revival_requested, m.revival_requested_at, m.revival_requested_offset, m.version";

/// How many columns [`STATE`] has.
pub(super) const STATE_WIDTH: usize = 13;

/// All of a memory but its references, as [`memory`] reads it.
pub(super) const MEMORY: &str = "m.memory_days, m.decay_coefficient, m.retention_score, m.recall_count, \
     m.recalled_since_last_batch, m.current_level, m.archived_at, m.archived_offset, m.protected, \
     m.revival_requested, m.revival_requested_at, m.revival_requested_offset, m.version, \
     m.seq, m.id, m.handle, m.kind, m.person, m.thread, m.source, m.created, m.created_offset, m.recorded_at, \
     m.recorded_offset, m.emotional_intensity, m.emotional_valence, m.emotional_arousal, m.emotional_tags, \
     m.category, d.keywords, t.\"trigger\", t.content";

/// The column of the thread in [`MEMORY`], after those of [`STATE`].
pub(super) const THREAD: usize = 5;

/// The column of keywords and tags.
pub(super) const KEYWORDS: usize = 16;

/// Where [`MEMORY`] comes from.
pub(super) const MEMORY_TABLES: &str = "memories m \
     LEFT JOIN texts t ON t.memory = m.seq AND t.version = m.version \
     LEFT JOIN descriptions d ON d.memory = m.seq";

/// Reads the columns of [`MEMORY`]; the references are read apart.
pub(super) fn memory(row: &Row<'_>, mind: &MindName) -> RowResult<Memory> {
    let at = STATE_WIDTH;
    let kind = kind(text(row, at + 3)?);
    let person = row.get(at + 4)?;
    let (keywords, tags) = keywords(row.get_ref(at + KEYWORDS)?.as_str_or_null()?.unwrap_or_default());
    Ok(Memory {
        seq: Seq(row.get(at)?),
        id: id(row, at + 1)?,
        handle: row.get(at + 2)?,
        mind: mind.clone(),
        kind,
        origin: Origin { person, thread: row.get(at + THREAD)?, source: Source::named(text(row, at + 6)?) },
        created: moment(row, at + 7)?,
        recorded_at: moment(row, at + 9)?,
        emotion: Emotion { intensity: small(row, at + 11)?, feeling: feeling(row, at + 12)? },
        category: Category::named(text(row, at + 15)?),
        keywords,
        tags,
        text: Text {
            trigger: row.get_ref(at + 17)?.as_str_or_null()?.unwrap_or_default().to_owned(),
            content: row.get_ref(at + 18)?.as_str_or_null()?.unwrap_or_default().to_owned(),
        },
        shown: shown(row, 0)?,
        life: Life::of(kind, retention(row, 0)?),
        relations: Vec::new(),
        superseded: Vec::new(),
    })
}

/// Reads what a memory shows from the columns of [`STATE`], which begin at `at`.
pub(super) fn shown(row: &Row<'_>, at: usize) -> RowResult<Shown> {
    let archived_at = moment_or_none(row, at + 6)?;
    Ok(Shown {
        version: count(row, at + 12)?,
        level: level(integer(row, at + 5)?, archived_at.is_some()),
        archived_at,
        protected: flag(row, at + 8)?,
        revival: Request::revival(integer(row, at + 9)?, moment_or_none(row, at + 10)?),
    })
}

/// Reads what S0 counts of a memory from the columns of [`STATE`], which begin at `at`.
pub(super) fn retention(row: &Row<'_>, at: usize) -> RowResult<Retention> {
    Ok(Retention {
        memory_days: row.get(at)?,
        decay_coefficient: row.get(at + 1)?,
        retention_score: row.get(at + 2)?,
        recall_count: count(row, at + 3)?,
        recalled_since_last_batch: flag(row, at + 4)?,
    })
}

/// Reads valence, arousal and tags from `at` on.
pub(super) fn feeling(row: &Row<'_>, at: usize) -> RowResult<Feeling> {
    let tags = text(row, at + 2)?;
    let valence = text(row, at)?.parse().unwrap_or(Valence::Neutral);
    let tags = words(tags).iter().filter_map(|name| name.parse::<Tag>().ok()).collect();
    Ok(Feeling { valence, arousal: small(row, at + 1)?, tags })
}

pub(super) fn id(row: &Row<'_>, at: usize) -> RowResult<MemoryId> {
    text(row, at)?.parse().map_err(|error| rusqlite::Error::FromSqlConversionFailure(at, Type::Text, Box::new(error)))
}

/// Reads a time and, from the column after it, its offset.
pub(super) fn moment(row: &Row<'_>, at: usize) -> RowResult<Moment> {
    Ok(Moment::new(integer(row, at)?, offset(integer(row, at + 1)?)))
}

/// The same where there may be none.
pub(super) fn moment_or_none(row: &Row<'_>, at: usize) -> RowResult<Option<Moment>> {
    let Some(micros) = row.get::<_, Option<i64>>(at)? else { return Ok(None) };
    let offset_seconds = row.get::<_, Option<i64>>(at + 1)?.unwrap_or(0);
    Ok(Some(Moment::new(micros, offset(offset_seconds))))
}

fn offset(seconds: i64) -> i32 {
    i32::try_from(seconds).unwrap_or(0)
}

pub(super) fn text<'r>(row: &'r Row<'_>, at: usize) -> RowResult<&'r str> {
    let value = row.get_ref(at)?;
    value.as_str().map_err(|error| match error {
        FromSqlError::InvalidType => rusqlite::Error::InvalidColumnType(at, String::new(), value.data_type()),
        other => rusqlite::Error::FromSqlConversionFailure(at, value.data_type(), Box::new(other)),
    })
}

pub(super) fn integer(row: &Row<'_>, at: usize) -> RowResult<i64> {
    row.get(at)
}

/// Places as SQLite's `json_each` reads them: a statement that looks for many at once costs less than one for each.
pub(super) fn list(seqs: &[Seq]) -> String {
    format!("{:?}", seqs.iter().map(|seq| seq.0).collect::<Vec<_>>())
}

pub(super) fn count(row: &Row<'_>, at: usize) -> RowResult<u32> {
    Ok(u32::try_from(integer(row, at)?).unwrap_or(0))
}

/// How many there are.
pub(super) fn total(row: &Row<'_>, at: usize) -> RowResult<u64> {
    Ok(u64::try_from(integer(row, at)?).unwrap_or(0))
}

pub(super) fn small(row: &Row<'_>, at: usize) -> RowResult<u8> {
    Ok(u8::try_from(integer(row, at)?.clamp(0, 100)).unwrap_or(0))
}

fn flag(row: &Row<'_>, at: usize) -> RowResult<bool> {
    Ok(integer(row, at)? != 0)
}

/// The level with that number; one that there is not is what the archive date makes it.
pub(super) fn level(number: i64, is_archived: bool) -> Level {
    let otherwise = if is_archived { Level::Archived } else { Level::Full };
    u8::try_from(number).ok().and_then(Level::from_number).unwrap_or(otherwise)
}

pub(super) fn kind(name: &str) -> Kind {
    name.parse().unwrap_or(Kind::Episode)
}

/// A JSON array of strings.
pub(super) fn words(json: &str) -> Vec<String> {
    serde_json::from_str(json).unwrap_or_default()
}

/// What a tag of one's own begins with among the keywords of a memory. No keyword does: it has no space after a colon.
const TAG: &str = "tag: ";

/// The keywords of a memory and the tags that people gave it, which share a column.
pub(super) fn keywords(json: &str) -> (Vec<String>, Vec<String>) {
    unmarked(words(json))
}

/// The two lists that [`marked`] joined.
pub(super) fn unmarked(words: Vec<String>) -> (Vec<String>, Vec<String>) {
    let (tags, keywords): (Vec<String>, _) = words.into_iter().partition(|word| word.starts_with(TAG));
    (keywords, tags.into_iter().map(|tag| tag[TAG.len()..].to_owned()).collect())
}

/// The column of keywords and tags. What looks like a tag among the keywords is none.
pub(super) fn keywords_json(keywords: &[String], tags: &[String]) -> Result<String> {
    json(&marked(keywords, tags))
}

/// Keywords and tags in one list, the tags marked.
pub(super) fn marked(keywords: &[String], tags: &[String]) -> Vec<String> {
    let plain = keywords.iter().map(|word| word.trim_start_matches(TAG).to_owned());
    plain.chain(tags.iter().map(|tag| format!("{TAG}{tag}"))).collect()
}

/// A tag as it stands in the column: nothing else in it reads so.
pub(super) fn tag_json(tag: &str) -> Result<String> {
    json(&format!("{TAG}{tag}"))
}

/// A JSON array of strings.
pub(super) fn words_json(words: &[impl AsRef<str> + Serialize]) -> Result<String> {
    json(&words)
}

pub(super) fn json(value: &(impl Serialize + ?Sized)) -> Result<String> {
    serde_json::to_string(value).map_err(|error| SqliteFault::Row(error.to_string()))
}

/// Micros and offset of a moment that may not be there.
pub(super) fn split(moment: Option<Moment>) -> (Option<i64>, Option<i32>) {
    (moment.map(Moment::unix_micros), moment.map(Moment::offset_seconds))
}

pub(super) fn date(text: &str) -> Result<Date> {
    text.parse().map_err(|error: jiff::Error| SqliteFault::Row(error.to_string()))
}

/// A reference as the log writes it.
#[derive(Serialize, Deserialize)]
struct WireRelation {
    id: MemoryId,
    r#type: String,
}

/// References as the log writes them.
pub(super) fn relations_json(relations: &[Relation]) -> Result<String> {
    let wire = |r: &Relation| WireRelation { id: r.to, r#type: r.kind.name().to_owned() };
    json(&relations.iter().map(wire).collect::<Vec<_>>())
}

/// References as the log wrote them.
pub(super) fn relations(json: &str) -> Vec<Relation> {
    let wire: Vec<WireRelation> = serde_json::from_str(json).unwrap_or_default();
    wire.into_iter().map(|r| Relation { to: r.id, kind: relation_type(&r.r#type) }).collect()
}

pub(super) fn relation_type(name: &str) -> RelationType {
    name.parse().unwrap_or(RelationType::SameTopic)
}
