//! What every column of every table may hold, as those who read it need it.
//!
//! Reading is lenient and passes over what it cannot read; this is strict, so that a check names whatever reading passes over.

use std::ops::RangeInclusive;

use omoide_core::{Date, MemoryId, MindName};
use rusqlite::types::ValueRef;

/// What a column holds.
#[derive(Clone, Debug)]
pub(super) enum ColumnForm {
    /// A whole number.
    Number(RangeInclusive<i64>),
    /// A number that is neither infinite nor none.
    Real,
    /// Text, which may be empty.
    Text,
    /// Text that is not empty.
    Word,
    /// The id of a memory.
    Id,
    /// A date.
    Date,
    /// The name of a mind.
    Mind,
    /// A JSON array of texts.
    List,
    /// Any JSON.
    Json,
    /// Bytes.
    Bytes,
    /// One of these, or nothing.
    Maybe(&'static ColumnForm),
}

impl ColumnForm {
    /// Whether a value can be read as such.
    pub(super) fn fits(&self, value: ValueRef<'_>) -> bool {
        let text = || value.as_str().ok();
        match self {
            Self::Number(range) => matches!(value, ValueRef::Integer(number) if range.contains(&number)),
            Self::Real => match value {
                ValueRef::Real(number) => number.is_finite(),
                ValueRef::Integer(_) => true,
                _ => false,
            },
            Self::Text => text().is_some(),
            Self::Word => text().is_some_and(|text| !text.is_empty()),
            Self::Id => text().is_some_and(|text| text.parse::<MemoryId>().is_ok()),
            Self::Date => text().is_some_and(|text| text.parse::<Date>().is_ok()),
            Self::Mind => text().is_some_and(|text| text.parse::<MindName>().is_ok()),
            Self::List => text().is_some_and(|text| serde_json::from_str::<Vec<String>>(text).is_ok()),
            Self::Json => text().is_some_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()),
            Self::Bytes => matches!(value, ValueRef::Blob(_)),
            Self::Maybe(form) => matches!(value, ValueRef::Null) || form.fits(value),
        }
    }
}

/// A column.
#[derive(Clone, Debug)]
pub(super) struct ColumnRule {
    pub(super) name: &'static str,
    pub(super) form: ColumnForm,
    /// What stands for a value that cannot be read, as SQL; without it, the row cannot do without the value.
    pub(super) instead: Option<&'static str>,
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct TableRules {
    pub(super) table: &'static str,
    /// The columns that tell rows apart; none where rows have numbers.
    pub(super) key: &'static [&'static str],
    /// Whether it belongs to an index, and is made anew from the rows.
    pub(super) is_index: bool,
    pub(super) columns: &'static [ColumnRule],
}

use self::ColumnForm::{Bytes, Date as Day, Id, Json, List, Maybe, Mind, Number, Real, Text, Word};

const ANY: ColumnForm = Number(i64::MIN..=i64::MAX);
const COUNT: ColumnForm = Number(0..=u32::MAX as i64);
const TOTAL: ColumnForm = Number(0..=i64::MAX / 1_000_000);
const VERSION: ColumnForm = Number(1..=u32::MAX as i64);
const FLAG: ColumnForm = Number(0..=1);
/// Not undone, undone, or undone as long as its memory is taken back.
const UNDONE: ColumnForm = Number(0..=2);
const PERCENT: ColumnForm = Number(0..=100);
/// The times that a calendar can show, as `Moment` has them.
const TIME: ColumnForm = Number(-62_000_000_000_000_000..=253_000_000_000_000_000);
const OFFSET: ColumnForm = Number(-64_800..=64_800);
const LEVEL: ColumnForm = Number(1..=4);

/// A column that its row cannot do without.
const fn needed(name: &'static str, form: ColumnForm) -> ColumnRule {
    ColumnRule { name, form, instead: None }
}

/// A column that something else can stand for.
const fn or(name: &'static str, form: ColumnForm, instead: &'static str) -> ColumnRule {
    ColumnRule { name, form, instead: Some(instead) }
}

const fn numbered(table: &'static str, columns: &'static [ColumnRule]) -> TableRules {
    TableRules { table, key: &[], is_index: false, columns }
}

const fn keyed(table: &'static str, key: &'static [&'static str], columns: &'static [ColumnRule]) -> TableRules {
    TableRules { table, key, is_index: false, columns }
}

const fn index(table: &'static str, key: &'static [&'static str], columns: &'static [ColumnRule]) -> TableRules {
    TableRules { table, key, is_index: true, columns }
}

/// Every table of the present format. Columns that are the number of their row can only hold a number.
pub(super) const TABLES: &[TableRules] = &[
    numbered("minds", &[needed("name", Mind)]),
    numbered(
        "memories",
        &[
            needed("id", Id),
            needed("mind", ANY),
            needed("handle", Word),
            or("kind", Word, "'episode'"),
            needed("created", TIME),
            or("created_offset", OFFSET, "0"),
            or("recorded_at", TIME, "created"),
            or("recorded_offset", OFFSET, "0"),
            or("memory_days", Real, "0"),
            or("recalled_since_last_batch", FLAG, "0"),
            or("recall_count", COUNT, "0"),
            or("emotional_intensity", PERCENT, "0"),
            or("emotional_valence", Word, "'neutral'"),
            or("emotional_arousal", PERCENT, "0"),
            or("emotional_tags", List, "'[]'"),
            needed("decay_coefficient", Real),
            or("category", Word, "'casual'"),
            or("current_level", LEVEL, "CASE WHEN archived_at IS NULL THEN 1 ELSE 4 END"),
            needed("retention_score", Real),
            or("archived_at", Maybe(&TIME), "NULL"),
            or("archived_offset", Maybe(&OFFSET), "0"),
            or("protected", FLAG, "0"),
            or("revival_requested", Number(0..=2), "0"),
            or("revival_requested_at", Maybe(&TIME), "NULL"),
            or("revival_requested_offset", Maybe(&OFFSET), "0"),
            or("version", VERSION, "coalesce((SELECT max(version) FROM texts WHERE memory = seq), 1)"),
            or("last_version", VERSION, "coalesce((SELECT max(version) FROM texts WHERE memory = seq), 1)"),
            or("person", Text, "''"),
            or("thread", Maybe(&Text), "NULL"),
            or("source", Word, "'person'"),
            or("turn", Maybe(&ANY), "NULL"),
        ],
    ),
    numbered(
        "texts",
        &[
            needed("memory", ANY),
            needed("version", VERSION),
            or("level", LEVEL, "1"),
            needed("trigger", Text),
            needed("content", Text),
            or("made_by", Word, "'original'"),
            or("made_at", TIME, "0"),
            or("made_offset", OFFSET, "0"),
            or("night", Maybe(&Day), "NULL"),
        ],
    ),
    numbered("descriptions", &[or("keywords", List, "'[]'"), or("analysed_by", Maybe(&Text), "NULL")]),
    numbered("models", &[needed("name", Word), needed("dimensions", Number(1..=1 << 24))]),
    numbered(
        "vectors",
        &[
            needed("model", ANY),
            needed("memory", ANY),
            needed("version", VERSION),
            needed("data", Bytes),
            or("sentences", Maybe(&Bytes), "NULL"),
        ],
    ),
    keyed(
        "relations",
        &["holder", "position"],
        &[needed("holder", ANY), needed("position", ANY), needed("target", Id), or("type", Word, "'same_topic'")],
    ),
    numbered(
        "turns",
        &[
            needed("mind", ANY),
            needed("said", Text),
            needed("replied", Text),
            needed("at", TIME),
            or("at_offset", OFFSET, "0"),
            or("person", Text, "''"),
            or("thread", Maybe(&Text), "NULL"),
            or("uid", Maybe(&Text), "NULL"),
            or("digest", ANY, "0"),
            or("heard_until", Maybe(&COUNT), "NULL"),
        ],
    ),
    keyed("witnesses", &["turn", "sort", "name"], &[needed("turn", ANY), needed("sort", Word), needed("name", Text)]),
    keyed(
        "activity",
        &["mind", "date", "line"],
        &[
            needed("mind", ANY),
            needed("date", Day),
            needed("line", VERSION),
            needed("at", TIME),
            or("at_offset", OFFSET, "0"),
            needed("type", Word),
            or("turn", Maybe(&ANY), "NULL"),
            or("fields", Maybe(&Json), "NULL"),
        ],
    ),
    keyed(
        "persons",
        &["name"],
        &[
            needed("name", Text),
            needed("spelling", Text),
            or("chosen", Maybe(&ANY), "NULL"),
            or("joined_to", Maybe(&Text), "NULL"),
            or("joined", Maybe(&ANY), "NULL"),
        ],
    ),
    numbered(
        "items",
        &[
            needed("mind", ANY),
            needed("text", Text),
            or("person", Text, "''"),
            or("opened_at", Maybe(&TIME), "NULL"),
            or("opened_offset", Maybe(&OFFSET), "NULL"),
            or("memory", Maybe(&ANY), "NULL"),
            or("resolved_at", Maybe(&TIME), "NULL"),
            or("resolved_offset", Maybe(&OFFSET), "NULL"),
            or("resolved_by", Maybe(&ANY), "NULL"),
            or("resolution", Maybe(&Text), "NULL"),
        ],
    ),
    keyed("recalls", &["at", "memory"], &[needed("at", TIME), needed("memory", ANY)]),
    numbered(
        "nights",
        &[
            needed("mind", ANY),
            needed("date", Day),
            needed("at", TIME),
            or("at_offset", OFFSET, "0"),
            or("ran_at", TIME, "at"),
            or("ran_offset", OFFSET, "0"),
        ],
    ),
    keyed(
        "night_steps",
        &["mind", "date", "step"],
        &[
            needed("mind", ANY),
            needed("date", Day),
            needed("step", Word),
            or("ran_at", TIME, "0"),
            or("ran_offset", OFFSET, "0"),
            or("report", Text, "''"),
            or("undoable", FLAG, "0"),
        ],
    ),
    numbered(
        "attic",
        &[
            needed("mind", ANY),
            needed("memory", ANY),
            needed("memory_id", Id),
            needed("table_name", Word),
            needed("row", Bytes),
            needed("group_number", Maybe(&ANY)),
        ],
    ),
    keyed("state", &["mind", "key"], &[needed("mind", ANY), needed("key", Word), needed("value", Text)]),
    keyed("handles", &["mind", "prefix"], &[needed("mind", ANY), needed("prefix", Text), needed("last", TOTAL)]),
    keyed("places", &["name"], &[needed("name", Word), needed("last", TOTAL)]),
    keyed(
        "ties",
        &["low", "high", "kind"],
        &[needed("low", ANY), needed("high", ANY), needed("kind", Word), needed("strength", Real)],
    ),
    keyed(
        "names",
        &["memory", "name", "is_own"],
        &[needed("memory", ANY), needed("name", Text), needed("is_own", FLAG), needed("mind", ANY)],
    ),
    numbered(
        "feedback",
        &[
            needed("ups", Real),
            needed("downs", Real),
            or("arousal", Maybe(&Real), "NULL"),
            or("at", Maybe(&TIME), "NULL"),
            or("at_offset", Maybe(&OFFSET), "0"),
        ],
    ),
    keyed(
        "supersessions",
        &["memory", "start", "stop", "newer"],
        &[needed("memory", ANY), needed("start", COUNT), needed("stop", COUNT), needed("newer", ANY)],
    ),
    numbered("attachments", &[needed("text", Text)]),
    numbered(
        "change_groups",
        &[
            needed("mind", ANY),
            needed("at", TIME),
            or("at_offset", OFFSET, "0"),
            needed("who", Word),
            or("night", Maybe(&Day), "NULL"),
            or("step", Maybe(&Word), "NULL"),
        ],
    ),
    numbered(
        "changes",
        &[
            needed("group_number", ANY),
            needed("mind", ANY),
            needed("subject_sort", Word),
            needed("subject", Text),
            needed("deed", Word),
            needed("reason", Text),
            needed("before", Maybe(&Json)),
            needed("after", Maybe(&Json)),
            or("undone", UNDONE, "0"),
        ],
    ),
    numbered("change_packs", &[needed("group_number", ANY), needed("data", Bytes)]),
    numbered(
        "calls",
        &[
            needed("mind", ANY),
            needed("at", TIME),
            or("at_offset", OFFSET, "0"),
            needed("provider", Text),
            needed("model", Text),
            needed("purpose", Word),
            needed("made_by", Text),
            needed("state", Word),
            or("input_tokens", TOTAL, "0"),
            or("output_tokens", TOTAL, "0"),
            needed("nanodollars", Number(0..=i64::MAX)),
            or("is_measured", FLAG, "0"),
            or("duration_ms", TOTAL, "0"),
            or("memories", TOTAL, "0"),
            or("repaired", TOTAL, "0"),
            or("replaced", TOTAL, "0"),
            or("answer", Maybe(&Text), "NULL"),
        ],
    ),
    keyed(
        "tasks",
        &["subject", "one", "other", "name", "mind", "purpose"],
        &[
            needed("subject", Word),
            needed("one", ANY),
            needed("other", ANY),
            needed("name", Text),
            needed("mind", ANY),
            needed("purpose", Word),
            needed("call", ANY),
            needed("place", ANY),
            needed("state", Word),
            or("made", Maybe(&Text), "NULL"),
        ],
    ),
    keyed("call_sources", &["call", "place"], &[needed("call", ANY), needed("place", ANY), needed("memory", ANY)]),
    numbered("pages", &[needed("mind", ANY), needed("path", Word), needed("version", Maybe(&VERSION))]),
    numbered(
        "page_texts",
        &[
            needed("mind", ANY),
            needed("path", Word),
            needed("version", VERSION),
            needed("text", Text),
            or("at", TIME, "0"),
            or("at_offset", OFFSET, "0"),
            or("who", Word, "'agent'"),
        ],
    ),
    numbered(
        "sessions",
        &[
            or("resolved", List, "'[]'"),
            or("tasks", List, "'[]'"),
            or("tier", Word, "'warm'"),
            or("tier_at", Maybe(&TIME), "NULL"),
            or("tier_offset", Maybe(&OFFSET), "NULL"),
            or("salience", Maybe(&Real), "NULL"),
        ],
    ),
    keyed("session_memories", &["memory", "session"], &[needed("memory", ANY), needed("session", ANY)]),
    numbered(
        "threads",
        &[
            needed("mind", ANY),
            needed("print", ANY),
            or("name", Maybe(&Text), "NULL"),
            or("valence", Maybe(&Text), "NULL"),
            or("arousal", Maybe(&PERCENT), "NULL"),
            or("tags", Maybe(&List), "NULL"),
            or("felt_at", Maybe(&TIME), "NULL"),
            or("felt_offset", Maybe(&OFFSET), "0"),
            or("host", Maybe(&Text), "NULL"),
            or("project", Maybe(&Text), "NULL"),
            or("folder", Maybe(&Text), "NULL"),
            or("branch", Maybe(&Text), "NULL"),
            or("repository", Maybe(&Text), "NULL"),
            or("emptied_at", Maybe(&TIME), "NULL"),
            or("emptied_offset", Maybe(&OFFSET), "0"),
            or("shown", Maybe(&Text), "NULL"),
            or("person", Maybe(&Text), "NULL"),
            or("is_ruled", FLAG, "0"),
            or("topic", Maybe(&Text), "NULL"),
            or("last_at", Maybe(&TIME), "NULL"),
            or("last_offset", Maybe(&OFFSET), "0"),
            or("closed_at", Maybe(&TIME), "NULL"),
            or("closed_offset", Maybe(&OFFSET), "0"),
            or("recorded_to", ANY, "0"),
        ],
    ),
    numbered(
        "latest_turns",
        &[
            needed("mind", ANY),
            needed("project", ANY),
            needed("thread", Text),
            needed("at", TIME),
            or("at_offset", OFFSET, "0"),
            or("memories", Text, "''"),
        ],
    ),
    index("vector_slots", &[], &[needed("place", ANY)]),
    index("vector_minds", &[], &[needed("change", ANY)]),
    index(
        "vector_blocks",
        &[],
        &[
            needed("mind", ANY),
            needed("used", COUNT),
            needed("records_change", ANY),
            needed("codes_change", ANY),
            needed("front", Bytes),
        ],
    ),
    index("vector_records", &[], &[needed("data", Bytes)]),
    index(
        "vector_codes",
        &[],
        &[needed("block", ANY), needed("model", ANY), needed("plane", ANY), needed("data", Bytes)],
    ),
    index(
        "word_fresh",
        &["mind", "memory"],
        &[needed("mind", ANY), needed("memory", ANY), needed("version", COUNT), needed("data", Bytes)],
    ),
    index(
        "word_segments",
        &[],
        &[
            needed("mind", ANY),
            needed("version", COUNT),
            needed("size", TOTAL),
            needed("memories", TOTAL),
            needed("said", TOTAL),
            needed("replied", TOTAL),
            needed("keywords", TOTAL),
            needed("documents", Bytes),
        ],
    ),
    index("word_blocks", &[], &[needed("segment", ANY), needed("first", Bytes), needed("data", Bytes)]),
    index("word_gaps", &["mind", "memory"], &[needed("mind", ANY), needed("memory", ANY)]),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rusqlite::Connection;

    use super::*;
    use crate::sqlite::create;

    /// Every column of a fresh store but those that are the numbers of their rows, each with its table.
    fn columns() -> BTreeSet<(String, String)> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("store.db");
        create::build(&path).expect("a store");
        let connection = Connection::open(&path).expect("opens");
        let sql = "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
                   WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
                     AND NOT (c.pk = 1 AND c.type = 'INTEGER' AND t.sql LIKE '%INTEGER PRIMARY KEY%')";
        let mut statement = connection.prepare(sql).expect("prepares");
        let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("reads");
        found.map(|column| column.expect("a column")).collect()
    }

    #[test]
    fn every_column_of_every_table_is_known() {
        let known: BTreeSet<(String, String)> = TABLES
            .iter()
            .flat_map(|table| table.columns.iter().map(|rule| (table.table.to_owned(), rule.name.to_owned())))
            .collect();
        assert_eq!(known, columns());
    }
}
