//! Which columns hold words of others, in every format, and how they are to be read.

use omoide_core::ports::store::TextSort;
use rusqlite::Connection;

use crate::sqlite::error::Result;

/// Names that something is found by.
const NAMES: [(&str, &[&str]); 13] = [
    ("memories", &["person", "thread", "handle"]),
    ("turns", &["person", "thread", "uid"]),
    ("threads", &["name", "host", "project", "folder", "branch", "repository", "person"]),
    ("latest_turns", &["thread"]),
    ("names", &["name"]),
    ("pages", &["path"]),
    ("page_texts", &["path"]),
    ("tasks", &["name"]),
    ("changes", &["subject"]),
    ("state", &["key"]),
    ("witnesses", &["name"]),
    ("persons", &["name", "spelling", "joined_to"]),
    ("items", &["person"]),
];

/// JSON.
const JSON: [(&str, &[&str]); 9] = [
    ("attachments", &["text"]),
    ("descriptions", &["keywords"]),
    ("sessions", &["resolved", "tasks"]),
    ("changes", &["before", "after"]),
    ("state", &["value"]),
    ("calls", &["answer"]),
    ("activity", &["fields"]),
    ("nights", &["report"]),
    ("night_steps", &["report"]),
];

/// Ids, dates and words of ours, which nobody else writes; `*` is every column that is not named above.
const OURS: [(&str, &[&str]); 18] = [
    ("minds", &["*"]),
    ("memories", &["*"]),
    ("texts", &["made_by", "night"]),
    ("descriptions", &["analysed_by"]),
    ("models", &["*"]),
    ("relations", &["*"]),
    ("nights", &["*"]),
    ("night_steps", &["*"]),
    ("handles", &["*"]),
    ("places", &["*"]),
    ("calls", &["*"]),
    ("tasks", &["subject", "purpose", "state"]),
    ("change_groups", &["*"]),
    ("changes", &["*"]),
    ("ties", &["*"]),
    ("witnesses", &["sort"]),
    ("activity", &["date", "type"]),
    ("sessions", &["tier"]),
];

/// Columns of tables that are looked through otherwise, or hold nothing but what can be made anew.
const ELSEWHERE: [&str; 2] = ["attic", "feedback"];

/// A table with words of others in it.
pub(super) struct WordyTable {
    pub(super) name: String,
    /// What tells its rows apart.
    pub(super) key: Vec<String>,
    pub(super) columns: Vec<(String, TextSort)>,
    /// The column with the place of the memory that a row belongs to.
    pub(super) memory: Option<&'static str>,
}

/// The tables of a file that hold words of others.
pub(super) fn tables(c: &Connection) -> Result<Vec<WordyTable>> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
               AND name NOT LIKE 'word\\_%' ESCAPE '\\' AND name NOT LIKE 'vector%' ORDER BY name";
    let mut statement = c.prepare(sql)?;
    let names: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let mut tables = Vec::new();
    for name in names.into_iter().filter(|name| !ELSEWHERE.contains(&name.as_str())) {
        let mut statement = c.prepare(&format!("PRAGMA table_info(\"{name}\")"))?;
        let all: Vec<(String, String, i64)> = statement
            .query_map([], |row| Ok((row.get(1)?, row.get(2)?, row.get(5)?)))?
            .collect::<rusqlite::Result<_>>()?;
        let texts = all.iter().filter(|(_, kind, _)| kind == "TEXT");
        let columns: Vec<(String, TextSort)> =
            texts.filter_map(|(column, ..)| Some((column.clone(), sort_of(&name, column)?))).collect();
        if columns.is_empty() {
            continue;
        }
        let has_rowid = c.prepare(&format!("SELECT rowid FROM \"{name}\" LIMIT 0")).is_ok();
        let key = if has_rowid {
            vec!["rowid".to_owned()]
        } else {
            all.iter().filter(|(.., part)| *part > 0).map(|(column, ..)| column.clone()).collect()
        };
        let has = |wanted: &str| all.iter().any(|(column, ..)| column == wanted);
        let memory = match name.as_str() {
            "memories" => Some("seq"),
            "turns" => Some("(SELECT m.seq FROM memories m WHERE m.turn = turns.seq LIMIT 1)"),
            "tasks" if has("one") => Some("one"),
            _ if has("memory") => Some("memory"),
            _ => None,
        };
        tables.push(WordyTable { name, key, columns, memory });
    }
    Ok(tables)
}

/// How a column is to be read; none for one that holds no words of others. What is not known holds words.
pub(super) fn sort_of(table: &str, column: &str) -> Option<TextSort> {
    let is_in =
        |list: &[(&str, &[&str])]| list.iter().any(|(name, columns)| *name == table && columns.contains(&column));
    let is_ours = || {
        OURS.iter()
            .any(|(name, columns)| *name == table && columns.iter().any(|known| *known == column || *known == "*"))
    };
    match () {
        () if is_in(&NAMES) => Some(TextSort::Name),
        () if is_in(&JSON) => Some(TextSort::Json),
        () if table == "threads" && matches!(column, "valence" | "tags" | "shown") => None,
        () if is_ours() => None,
        // The log of formats before 7 has what it changed in JSON.
        () if table == "lifecycle" => Some(TextSort::Json),
        () => Some(TextSort::Text),
    }
}
