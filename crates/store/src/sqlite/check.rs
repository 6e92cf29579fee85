//! Looking for damage, and mending what can be mended without guessing.

use std::path::Path;

use omoide_core::ports::store::Finding;
use rusqlite::{Connection, TransactionBehavior, params};

use super::bad_rows::{self, SetAside};
use super::changes::Pack;
use super::connection::{PATIENCE, beside, header, patiently};
use super::error::Result;
use super::file;
use super::rows;
use super::threads;
use super::vector_index;
use super::word_index;
use crate::sqlite::rows::ReadableRows;

/// Rows that should not be as they are, and what is done about them.
struct Rule {
    area: &'static str,
    problem: &'static str,
    table: &'static str,
    rows: &'static str,
    mend: Mend,
}

enum Mend {
    /// The rows are removed.
    Delete,
    /// Columns are set.
    Set(&'static str),
    /// A statement that makes up for what the rows lack; it ends where they are named.
    Add(&'static str),
    /// The memories are set aside with everything that belongs to them.
    SetAside,
}

const NO_MEMORY: &str = "memory NOT IN (SELECT seq FROM memories)";

/// In this order: what is mended first may be what a later rule looks at.
const RULES: [Rule; 19] = [
    Rule {
        area: "texts",
        problem: "texts of memories that no longer exist",
        table: "texts",
        rows: NO_MEMORY,
        mend: Mend::Delete,
    },
    Rule {
        area: "texts",
        problem: "keywords of memories that no longer exist",
        table: "descriptions",
        rows: NO_MEMORY,
        mend: Mend::Delete,
    },
    // What was said word for word is what the text was made from.
    Rule {
        area: "texts",
        problem: "memories whose texts are lost, but not their turns",
        table: "memories",
        rows: "turn IN (SELECT seq FROM turns) AND NOT EXISTS (SELECT 1 FROM texts WHERE memory = memories.seq)",
        mend: Mend::Add(
            "INSERT INTO texts (memory, version, level, \"trigger\", content, made_by, made_at, made_offset)
             SELECT seq, 1, 1, (SELECT said FROM turns t WHERE t.seq = turn), (SELECT replied FROM turns t WHERE t.seq = turn),
                    'original', recorded_at, recorded_offset FROM memories",
        ),
    },
    Rule {
        area: "texts",
        problem: "memories whose texts are all lost",
        table: "memories",
        rows: "NOT EXISTS (SELECT 1 FROM texts WHERE memory = seq)
               AND (turn IS NULL OR turn NOT IN (SELECT seq FROM turns))",
        mend: Mend::SetAside,
    },
    Rule {
        area: "texts",
        problem: "memories that show a text that no longer exists",
        table: "memories",
        rows: "EXISTS (SELECT 1 FROM texts WHERE memory = seq)
               AND NOT EXISTS (SELECT 1 FROM texts t WHERE t.memory = seq AND t.version = memories.version)",
        mend: Mend::Set("version = (SELECT max(t.version) FROM texts t WHERE t.memory = seq)"),
    },
    Rule {
        area: "texts",
        problem: "memories whose last text is unknown",
        table: "memories",
        rows: "last_version < (SELECT max(t.version) FROM texts t WHERE t.memory = seq)",
        mend: Mend::Set("last_version = (SELECT max(t.version) FROM texts t WHERE t.memory = seq)"),
    },
    Rule {
        area: "texts",
        problem: "memories of turns that no longer exist",
        table: "memories",
        rows: "turn IS NOT NULL AND turn NOT IN (SELECT seq FROM turns)",
        mend: Mend::Set("turn = NULL"),
    },
    Rule {
        area: "vectors",
        problem: "vectors of texts that no longer exist",
        table: "vectors",
        rows: "NOT EXISTS (SELECT 1 FROM texts t WHERE t.memory = vectors.memory AND t.version = vectors.version)",
        mend: Mend::Delete,
    },
    Rule {
        area: "vectors",
        problem: "vectors that do not have the size of their model",
        table: "vectors",
        rows: "length(data) IS NOT (SELECT 4 * dimensions FROM models WHERE number = vectors.model)",
        mend: Mend::Delete,
    },
    Rule {
        area: "relations",
        problem: "references of memories that no longer exist",
        table: "relations",
        rows: "holder NOT IN (SELECT seq FROM memories)",
        mend: Mend::Delete,
    },
    Rule {
        area: "relations",
        problem: "replacements of memories that no longer exist",
        table: "supersessions",
        rows: "memory NOT IN (SELECT seq FROM memories) OR newer NOT IN (SELECT seq FROM memories)",
        mend: Mend::Delete,
    },
    Rule {
        area: "relations",
        problem: "connections of memories that no longer exist",
        table: "ties",
        rows: "low NOT IN (SELECT seq FROM memories) OR high NOT IN (SELECT seq FROM memories)",
        mend: Mend::Delete,
    },
    Rule {
        area: "relations",
        problem: "names of memories that no longer exist",
        table: "names",
        rows: NO_MEMORY,
        mend: Mend::Delete,
    },
    Rule {
        area: "database",
        problem: "feedback on memories that no longer exist",
        table: "feedback",
        rows: NO_MEMORY,
        mend: Mend::Delete,
    },
    Rule {
        area: "database",
        problem: "recalls of memories that no longer exist",
        table: "recalls",
        rows: NO_MEMORY,
        mend: Mend::Delete,
    },
    Rule {
        area: "database",
        problem: "memories without a known valence",
        table: "memories",
        rows: "emotional_valence NOT IN ('positive', 'negative', 'neutral')",
        mend: Mend::Set("emotional_valence = 'neutral'"),
    },
    Rule {
        area: "database",
        problem: "archived memories at the level of active ones",
        table: "memories",
        rows: "archived_at IS NOT NULL AND current_level <> 4",
        mend: Mend::Set("current_level = 4"),
    },
    // Without a date it cannot be told when it may be erased; as a trace it is found again.
    Rule {
        area: "database",
        problem: "memories at the archive's level without a date",
        table: "memories",
        rows: "archived_at IS NULL AND current_level = 4",
        mend: Mend::Set("current_level = 3"),
    },
    Rule {
        area: "nights",
        problem: "undo data of nights that can no longer be undone",
        table: "attic",
        rows: "NOT EXISTS (SELECT 1 FROM change_groups g JOIN night_steps s
                               ON s.mind = g.mind AND s.date = g.night AND s.step = g.step
                           WHERE g.number = attic.group_number AND g.mind = attic.mind AND s.undoable = 1)
               AND NOT EXISTS (SELECT 1 FROM change_groups g JOIN changes c ON c.group_number = g.number
                               WHERE g.number = attic.group_number AND g.mind = attic.mind AND g.night IS NULL
                                 AND c.reason = 'unsaid' AND c.undone = 0)",
        mend: Mend::Delete,
    },
];

/// What cannot be read of the sentences of long texts is made again.
const SENTENCES: Rule = Rule {
    area: "vectors",
    problem: "sentence vectors that do not have the size of their model",
    table: "vectors",
    rows: "sentences IS NOT NULL
           AND length(sentences) % (SELECT dimensions FROM models WHERE number = vectors.model) IS NOT 0",
    mend: Mend::Set("sentences = NULL"),
};

/// The first format that has them.
const SENTENCES_SINCE: u32 = 4;

/// Rules for the tables of format 7.
const OF_FORMAT_7: [Rule; 6] = [
    Rule {
        area: "database",
        problem: "calls about memories that no longer exist",
        table: "tasks",
        rows: "subject IN ('memory', 'pair') AND (one NOT IN (SELECT seq FROM memories)
               OR (subject = 'pair' AND other NOT IN (SELECT seq FROM memories)))",
        mend: Mend::Delete,
    },
    Rule {
        area: "database",
        problem: "calls that were shown memories that no longer exist",
        table: "call_sources",
        rows: NO_MEMORY,
        mend: Mend::Delete,
    },
    Rule {
        area: "texts",
        problem: "notes of sessions that no longer exist",
        table: "sessions",
        rows: NO_MEMORY,
        mend: Mend::Delete,
    },
    Rule {
        area: "texts",
        problem: "sessions of memories that no longer exist",
        table: "session_memories",
        rows: "memory NOT IN (SELECT seq FROM memories) OR session NOT IN (SELECT seq FROM memories)",
        mend: Mend::Delete,
    },
    Rule {
        area: "texts",
        problem: "attachments of memories that no longer exist",
        table: "attachments",
        rows: NO_MEMORY,
        mend: Mend::Delete,
    },
    // The last version that is left is nearer to what was lost than no page at all.
    Rule {
        area: "texts",
        problem: "pages that show a version that no longer exists",
        table: "pages",
        rows: "version IS NOT NULL AND NOT EXISTS (SELECT 1 FROM page_texts t
               WHERE t.mind = pages.mind AND t.path = pages.path AND t.version = pages.version)",
        mend: Mend::Set(
            "version = (SELECT max(t.version) FROM page_texts t WHERE t.mind = pages.mind AND t.path = pages.path)",
        ),
    },
];

/// The rules for a file of its format.
fn rules(c: &Connection) -> Result<impl Iterator<Item = &'static Rule>> {
    let format = header(c)?.format;
    let of_format_7: &[Rule] = if format >= 7 { &OF_FORMAT_7 } else { &[] };
    Ok(RULES.iter().chain((format >= SENTENCES_SINCE).then_some(&SENTENCES)).chain(of_format_7))
}

/// Looks for damage.
pub(super) fn check(c: &Connection, path: &Path) -> Result<Vec<Finding>> {
    let mut findings = integrity(c)?;
    findings.extend(bad_rows::check(c)?);
    for rule in rules(c)? {
        findings.extend(rule.finding(rule.count(c)?));
    }
    findings.extend(nameless_minds(c)?.finding());
    findings.extend(missing_threads(c)?.finding());
    findings.extend(word_index::check(c)?);
    findings.extend(wrong_index(c)?);
    findings.extend(unreadable_packs(c)?.finding());
    findings.extend(open_files(path).finding());
    Ok(findings)
}

/// Mends what can be mended; returns what it mended. What is set aside lies beside `store`.
pub(super) fn repair(c: &mut Connection, path: &Path, store: &Path) -> Result<Vec<Finding>> {
    // What rows refer to may be among what is set aside.
    c.execute_batch("PRAGMA foreign_keys = OFF")?;
    let mended = repair_all(c, path, store);
    c.execute_batch("PRAGMA foreign_keys = ON")?;
    mended
}

fn repair_all(c: &mut Connection, path: &Path, store: &Path) -> Result<Vec<Finding>> {
    let mut mended: Vec<Finding> = integrity(c)?.into_iter().filter(|finding| finding.can_be_repaired).collect();
    if !mended.is_empty() {
        patiently(PATIENCE, || Ok(c.execute_batch("REINDEX")?))?;
    }
    let transaction = c.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut aside = bad_rows::set_aside(&transaction, store)?;
    mended.append(&mut aside.found);
    let nameless = nameless_minds(&transaction)?;
    for number in &nameless.items {
        name_mind(&transaction, *number)?;
    }
    mended.extend(nameless.finding());
    for rule in rules(&transaction)? {
        let count = rule.count(&transaction)?;
        if count > 0 {
            rule.mend(&transaction, &mut aside)?;
            mended.extend(rule.finding(count));
        }
    }
    let threads = missing_threads(&transaction)?;
    for (mind, name) in &threads.items {
        threads::name(&transaction, *mind, name)?;
    }
    mended.extend(threads.finding());
    mended.extend(word_index::repair(&transaction)?);
    let packs = unreadable_packs(&transaction)?;
    for (pack, group) in &packs.items {
        transaction.execute("DELETE FROM change_packs WHERE number = ?1", [pack])?;
        // What is left of a step cannot be taken back alone.
        let sql = "UPDATE night_steps SET undoable = 0 WHERE (mind, date, step) IN (
                       SELECT mind, night, step FROM change_groups WHERE number = ?1)";
        transaction.execute(sql, [group])?;
    }
    mended.extend(packs.finding());
    // After all else: what was mended above is in it too.
    let index = wrong_index(&transaction)?;
    if index.is_some() {
        vector_index::build(&transaction)?;
    }
    mended.extend(index);
    // On the disk before the rows are gone.
    let missing = aside.memories;
    if let Some(file) = aside.finish()? {
        mended.push(kept_in(&file, missing));
    }
    transaction.commit()?;
    let files = open_files(path);
    for path in &files.items {
        file::make_private(path)?;
    }
    mended.extend(files.finding());
    Ok(mended)
}

impl Rule {
    fn count(&self, c: &Connection) -> Result<u64> {
        let sql = format!("SELECT count(*) FROM {} WHERE {}", self.table, self.rows);
        Ok(c.query_row(&sql, [], |row| rows::total(row, 0))?)
    }

    fn mend(&self, c: &Connection, aside: &mut SetAside) -> Result<()> {
        let sql = match self.mend {
            Mend::SetAside => {
                let seqs: Vec<i64> = {
                    let sql = format!("SELECT seq FROM {} WHERE {}", self.table, self.rows);
                    c.prepare(&sql)?.query_map([], |row| row.get(0))?.readable()?
                };
                return seqs.into_iter().try_for_each(|seq| aside.memory(c, seq));
            }
            Mend::Delete => format!("DELETE FROM {} WHERE {}", self.table, self.rows),
            Mend::Add(statement) => format!("{statement} WHERE {}", self.rows),
            Mend::Set(columns) => format!("UPDATE {} SET {columns} WHERE {}", self.table, self.rows),
        };
        c.execute(&sql, [])?;
        Ok(())
    }

    fn finding(&self, rows: u64) -> Option<Finding> {
        (rows > 0).then(|| Finding { area: self.area, problem: self.problem.to_owned(), rows, can_be_repaired: true })
    }
}

/// Where the rows are that were set aside.
fn kept_in(file: &Path, missing: u64) -> Finding {
    let file = file.display();
    let (problem, rows) = match missing {
        0 => (format!("{KEPT_ROWS}{file}"), 1),
        missing => (format!("{KEPT_MEMORIES}{file}"), missing),
    };
    Finding { area: "database", problem, rows, can_be_repaired: true }
}

/// What is said of rows that were set aside, before the name of the file.
const KEPT_ROWS: &str = "rows that could not be read are kept as they were in ";

/// What is said of memories that were set aside, before the name of the file.
const KEPT_MEMORIES: &str = "memories that are missing now and kept in ";

/// Whether SQLite speaks of a value that its column does not allow: that costs a row, not the file.
pub(super) fn is_about_a_value(problem: &str) -> bool {
    ["NULL value in ", "NUMERIC value in ", "TEXT value in "].iter().any(|words| problem.contains(words))
}

/// What SQLite finds. An index can be made anew from its table; a table cannot.
fn integrity(c: &Connection) -> Result<Vec<Finding>> {
    let mut statement = c.prepare("PRAGMA integrity_check")?;
    let problems = statement.query_map([], |row| row.get::<_, String>(0))?;
    let mut findings = Vec::new();
    for problem in problems {
        let problem = problem?;
        // Whatever a value is that its column does not allow, the rows are looked at one by one.
        if problem != "ok" && !is_about_a_value(&problem) {
            let can_be_repaired = ["missing from index", "entries in index", "entry in index"]
                .iter()
                .any(|words| problem.contains(words));
            findings.push(Finding { area: "database", problem, rows: 1, can_be_repaired });
        }
    }
    Ok(findings)
}

/// Things of one sort that are not as they should be and can be mended.
struct Defects<T> {
    area: &'static str,
    problem: &'static str,
    items: Vec<T>,
}

impl<T> Defects<T> {
    fn finding(&self) -> Option<Finding> {
        let rows = u64::try_from(self.items.len()).unwrap_or(u64::MAX);
        let problem = self.problem.to_owned();
        (rows > 0).then_some(Finding { area: self.area, problem, rows, can_be_repaired: true })
    }
}

/// Makes what cannot be read of the indexes anew.
pub(super) fn rebuild_indexes(c: &Connection) -> Result<()> {
    word_index::repair(c)?;
    if header(c)?.format >= vector_index::SINCE_FORMAT {
        vector_index::build(c)?;
    }
    Ok(())
}

/// What of the index over vectors is not what the rows say; a file of a format without it has none.
fn wrong_index(c: &Connection) -> Result<Option<Finding>> {
    if header(c)?.format < vector_index::SINCE_FORMAT {
        return Ok(None);
    }
    let rows = vector_index::wrong_entries(c)?;
    let problem = "entries of the vector index that do not match their memories".to_owned();
    Ok((rows > 0).then_some(Finding { area: "vectors", problem, rows, can_be_repaired: true }))
}

fn nameless_minds(c: &Connection) -> Result<Defects<i64>> {
    let since_7 =
        if header(c)?.format < 7 { "" } else { "UNION SELECT mind FROM page_texts UNION SELECT mind FROM threads" };
    let sql = format!(
        "SELECT mind FROM memories UNION SELECT mind FROM nights UNION SELECT mind FROM state {since_7}
         EXCEPT SELECT number FROM minds ORDER BY 1"
    );
    let items = c.prepare(&sql)?.query_map([], |row| row.get(0))?.readable()?;
    Ok(Defects { area: "database", problem: "minds without a name", items })
}

/// Threads that memories are of and that have no row, by mind and name.
fn missing_threads(c: &Connection) -> Result<Defects<(i64, String)>> {
    let sql = "SELECT DISTINCT m.mind, m.thread FROM memories m WHERE m.thread IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM threads t WHERE t.mind = m.mind AND t.name = m.thread)";
    let items = match header(c)?.format < 7 {
        true => Vec::new(),
        false => c.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.readable()?,
    };
    Ok(Defects { area: "texts", problem: "threads of memories that no longer exist", items })
}

/// Most have one mind, and it has the usual name.
fn name_mind(c: &Connection, number: i64) -> Result<()> {
    let usual = omoide_core::MindName::default();
    // The number beside the name may be what is damaged.
    let unused = "DELETE FROM minds WHERE name = ?1 AND number NOT IN (SELECT mind FROM memories)
                  AND number NOT IN (SELECT mind FROM changes)";
    c.execute(unused, [usual.as_str()])?;
    let sql = "INSERT INTO minds (number, name) VALUES (?1,
               CASE WHEN EXISTS (SELECT 1 FROM minds WHERE name = ?2) THEN 'mind-' || ?1 ELSE ?2 END)";
    c.execute(sql, params![number, usual.as_str()])?;
    Ok(())
}

fn unreadable_packs(c: &Connection) -> Result<Defects<(i64, i64)>> {
    let mut statement = c.prepare("SELECT number, group_number, data FROM change_packs")?;
    let mut found = statement.query([])?;
    let mut items = Vec::new();
    while let Some(row) = found.next()? {
        let is_readable = row.get_ref(2)?.as_blob().is_ok_and(|bytes| Pack::entries(bytes).all(|entry| entry.is_ok()));
        if !is_readable {
            items.extend(rows::readable(row.get(0).and_then(|pack| Ok((pack, row.get(1)?))))?);
        }
    }
    Ok(Defects { area: "nights", problem: "changes of nights that cannot be read", items })
}

fn open_files(path: &Path) -> Defects<std::path::PathBuf> {
    let files = [""].iter().chain(&file::COMPANIONS).map(|ending| beside(path, ending));
    let items = files.filter(|path| file::is_open_to_others(path)).collect();
    Defects { area: "permissions", problem: "files that other users can read", items }
}
