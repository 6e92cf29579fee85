//! Rows that cannot be read, one at a time, in every column of every table: each costs itself and nothing else, a check names
//! it, and a repair sets it aside.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;

use omoide::core::Category;
use omoide::core::change::Actor;
use omoide::core::ports::store::{Filter, Finding};
use omoide::{Observation, Prompt, SleepMode};
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use rusqlite::Connection;

/// A column of a table, and what is put into it.
#[derive(Clone, Debug)]
struct BadValue {
    table: String,
    column: String,
    /// The type that the column was declared with.
    declared: String,
    may_be_null: bool,
    value: &'static str,
}

const NULL: &str = "NULL";
const BLOB: &str = "x'00ff'";
const NO_TEXT: &str = "CAST(x'c328ff' AS TEXT)";
const WORDS: &str = "'no number'";
const HUGE: &str = "9223372036854775807";
const EMPTY: &str = "''";
const VALUES: [&str; 6] = [NULL, BLOB, NO_TEXT, WORDS, HUGE, EMPTY];

impl BadValue {
    /// Whether no reader can do anything with it, whatever the column means.
    fn is_of_another_type(&self) -> bool {
        match (self.declared.as_str(), self.value) {
            (_, NULL) => !self.may_be_null,
            ("BLOB", value) => value != BLOB,
            ("TEXT", value) => matches!(value, BLOB | NO_TEXT),
            (_, value) => value != HUGE,
        }
    }
}

/// A store with something in every table.
fn lived() -> (Sandbox, i64) {
    let sandbox = Sandbox::default();
    let mind = sandbox.mind();
    let mut ids = Vec::new();
    for day in 0..4 {
        for turn in 0..3 {
            let words = format!("on day {day} we talked about [[topic {turn}]] in the harbour");
            let thread = Some(format!("thread {turn}"));
            let observation = Observation { thread, ..Observation::said(&words) };
            mind.remember(observation).expect("remembered");
        }
        ids.push(sandbox.remember(&format!("day {day} at the lake"), Category::Work, 40).id);
        mind.recall(&Prompt::new("what about the harbour")).expect("recalled");
        sandbox.clock.pass_days(1);
        mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    }
    mind.protect(&ids[1].to_string(), Actor::Person).expect("protected");
    mind.archive(&ids[2].to_string(), Actor::Person).expect("archived");
    mind.attach(ids[3], Some("attached")).expect("attached");
    let connection = Connection::open(sandbox.path()).expect("opens");
    connection
        .execute_batch(
            "INSERT OR IGNORE INTO feedback VALUES (1, 1.0, 0.0, 0.5, 0, 0);
             INSERT OR IGNORE INTO names VALUES (1, 'harbour', 1, 1);
             INSERT OR IGNORE INTO supersessions VALUES (1, 0, 2, 2);
             INSERT INTO calls VALUES (1, 1, 0, 0, 'p', 'm', 'summary', 'p/m', 'answered', 1, 1, 1, 1, 1, 1, 0, 0, NULL);
             INSERT INTO tasks VALUES ('memory', 1, 0, '', 1, 'summary', 1, 0, 'good', NULL);
             INSERT INTO call_sources VALUES (1, 0, 2);
             INSERT INTO sessions (memory, resolved, tasks) VALUES (3, '[\"done\"]', '[]');
             INSERT INTO session_memories VALUES (1, 3);
             INSERT INTO page_texts VALUES (1, '/notes', 1, 'a page', 0, 0, 'agent');
             INSERT INTO pages VALUES (1, '/notes', 1);
             INSERT INTO state VALUES (1, 'import:transcript', '17');
             INSERT OR IGNORE INTO latest_turns VALUES (1, 7, 'thread 0', 0, 0, '');
             INSERT INTO attic (mind, memory, memory_id, table_name, row, group_number)
             SELECT 1, 900, '01KFCY6W40000DT3KJKVJ1C487', 'recalls', x'',
                    (SELECT max(g.number) FROM change_groups g JOIN night_steps s
                     ON s.mind = g.mind AND s.date = g.night AND s.step = g.step WHERE s.undoable = 1);",
        )
        .expect("the rest is put in");
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("all in one file");
    let findings = sandbox.engine.store().upkeep().check().expect("checks");
    assert_eq!(findings, vec![]);
    (sandbox, 4)
}

/// Every value in every column, of which SQLite does not refuse some.
fn cases(connection: &Connection) -> Vec<BadValue> {
    let sql = "SELECT t.name, c.name, c.type, c.\"notnull\" FROM sqlite_schema t, pragma_table_info(t.name) c
               WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' ORDER BY t.name, c.cid";
    let mut statement = connection.prepare(sql).expect("prepares");
    let columns: Vec<(String, String, String, bool)> = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
        .expect("reads")
        .map(|column| column.expect("a column"))
        .collect();
    let of_column = |(table, column, declared, not_null): (String, String, String, bool)| {
        VALUES.map(|value| BadValue {
            table: table.clone(),
            column: column.clone(),
            declared: declared.clone(),
            may_be_null: !not_null,
            value,
        })
    };
    columns.into_iter().flat_map(of_column).collect()
}

/// Puts the value into one row; false where SQLite does not let it in, or where the table is empty.
fn put(path: &std::path::Path, bad: &BadValue) -> bool {
    let schema = |connection: &Connection, sql: &str| {
        connection.execute_batch("PRAGMA writable_schema = ON").expect("may be written");
        let name = &bad.table;
        connection.execute("UPDATE sqlite_schema SET sql = ?1 WHERE name = ?2", [sql, name]).expect("is written");
    };
    let connection = Connection::open(path).expect("opens");
    let whole: String = connection
        .query_row("SELECT sql FROM sqlite_schema WHERE name = ?1", [&bad.table], |row| row.get(0))
        .expect("a table");
    // Nothing is kept from a column that was not declared so.
    schema(&connection, &whole.replace(" NOT NULL", ""));
    drop(connection);
    let connection = Connection::open(path).expect("opens");
    connection.execute_batch("PRAGMA foreign_keys = OFF").expect("off");
    let (table, column, value) = (&bad.table, &bad.column, bad.value);
    let key = if whole.contains("WITHOUT ROWID") {
        let first: String = connection
            .query_row("SELECT name FROM pragma_table_info(?1) WHERE pk = 1", [table], |row| row.get(0))
            .expect("a key");
        format!("\"{first}\" = (SELECT min(\"{first}\") FROM {table})")
    } else {
        format!("rowid = (SELECT min(rowid) FROM {table})")
    };
    let changed = connection.execute(&format!("UPDATE OR FAIL {table} SET \"{column}\" = {value} WHERE {key}"), []);
    schema(&connection, &whole);
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).expect("all in one file");
    matches!(changed, Ok(1..))
}

fn ids(sandbox: &Sandbox, bad: &BadValue) -> BTreeSet<String> {
    let found = sandbox.mind().list(&Filter::default()).unwrap_or_else(|error| panic!("{bad:?}: {error}"));
    found.into_iter().map(|memory| memory.id.to_string()).collect()
}

/// How many there are in all minds: a memory may have been found again in another.
fn count(sandbox: &Sandbox) -> u64 {
    let minds = sandbox.engine.minds().expect("minds");
    let of = |mind| sandbox.engine.mind(mind).list(&Filter::default()).expect("lists").len() as u64;
    minds.into_iter().map(of).sum()
}

fn check(sandbox: &Sandbox, bad: &BadValue) -> Vec<Finding> {
    sandbox.engine.store().upkeep().check().unwrap_or_else(|error| panic!("{bad:?}: {error:?}"))
}

fn rows(sandbox: &Sandbox) -> i64 {
    let connection = Connection::open(sandbox.path()).expect("opens");
    connection.query_row("SELECT count(*) FROM memories", [], |row| row.get(0)).expect("a number")
}

#[test]
fn one_bad_row_costs_itself_and_can_be_set_aside() {
    let (lived, days) = lived();
    let whole = fs::read(lived.path()).expect("reads");
    let all: BTreeSet<String> =
        lived.mind().list(&Filter::default()).expect("lists").into_iter().map(|memory| memory.id.to_string()).collect();
    let connection = Connection::open(lived.path()).expect("opens");
    let cases = cases(&connection);
    assert!(cases.len() > 1_000, "{}", cases.len());
    // A tenth, from all over the list; the long run tries all of them.
    let step = 10_usize.checked_div(scale::count(1)).unwrap_or(1).max(1);
    let (mut tried, mut failed) = (0, Vec::new());
    for bad in cases.iter().step_by(step) {
        match catch_unwind(|| try_one(&whole, &all, days, bad)) {
            Ok(is_tried) => tried += usize::from(is_tried),
            Err(_) => failed.push(bad),
        }
    }
    assert!(failed.is_empty(), "{} of {tried}: {failed:#?}", failed.len());
    assert!(tried * 2 > cases.len() / step, "only {tried} were tried");
}

/// Tries one bad value; false where SQLite does not let it in.
fn try_one(whole: &[u8], all: &BTreeSet<String>, days: i64, bad: &BadValue) -> bool {
    let base = Sandbox::default();
    for ending in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{ending}", base.path().display()));
    }
    fs::write(base.path(), whole).expect("writes");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(base.path(), fs::Permissions::from_mode(0o600)).expect("its owner's only");
    }
    if !put(&base.path(), bad) {
        return false;
    }
    base.clock.pass_days(days + 1);
    let sandbox = Sandbox::reopened(&base);
    let there = ids(&sandbox, bad);
    // Without the name of their mind, its memories are found by nobody until it has one again.
    if bad.table != "minds" {
        assert!(there.len() + 1 >= all.len(), "{bad:?}: {} of {}", there.len(), all.len());
    }
    // Before anything is written: a night makes an index anew that it cannot read.
    let findings = check(&sandbox, bad);
    let mind = sandbox.mind();
    mind.recall(&Prompt::new("what did we say about the harbour")).unwrap_or_else(|error| panic!("{bad:?}: {error}"));
    mind.stats().unwrap_or_else(|error| panic!("{bad:?}: {error}"));
    let before = rows(&sandbox);
    if !matches!(bad.table.as_str(), "minds" | "places") {
        let slept = mind.sleep(None, SleepMode::Real, &mut |_, _, _| {});
        slept.unwrap_or_else(|error| panic!("{bad:?}: {error}"));
    }
    assert_eq!(rows(&sandbox), before, "{bad:?}: a night removed it");
    let is_named = !findings.is_empty();
    assert!(is_named || !bad.is_of_another_type(), "{bad:?} is not found");
    if bad.table != "minds" {
        assert!(is_named || there.len() == all.len(), "{bad:?} hides a memory and is not found");
    }
    let mended = sandbox.engine.store().upkeep().repair().unwrap_or_else(|error| panic!("{bad:?}: {error:?}"));
    let left = check(&sandbox, bad);
    assert_eq!(left, vec![], "{bad:?} is left after {mended:?}");
    let there = count(&Sandbox::reopened(&base));
    let missing: u64 = mended
        .iter()
        .filter(|finding| finding.problem.starts_with("memories that are missing now"))
        .map(|finding| finding.rows)
        .sum();
    assert_eq!(there + missing, all.len() as u64, "{bad:?}: {mended:?}");
    assert!(missing <= 1, "{bad:?}: {mended:?}");
    true
}
