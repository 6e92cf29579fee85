//! What has to follow when stored texts change: prints of names and turns, stretches of turns, words and vectors.

use std::collections::{BTreeMap, BTreeSet};

use omoide_core::ports::store::TextSort;
use omoide_core::{Moment, NamePrint, Seq, Turn, Witnesses};
use rusqlite::{Connection, params};

use super::WordyRow;
use crate::index::words;
use crate::sqlite::error::Result;
use crate::sqlite::session::with_backing;
use crate::sqlite::{digest, vector_index};

/// The first format with an index over words.
const WORDS_SINCE: u32 = 2;

/// What was changed and has to be followed.
#[derive(Default)]
pub(super) struct Followed {
    /// Memories whose words changed, and so their vectors.
    reworded: BTreeSet<i64>,
    /// Memories whose names or keywords changed.
    renamed: BTreeSet<i64>,
    /// Turns, with what was said before and after.
    turns: Vec<(i64, String, String)>,
    /// Names of projects and repositories, before and after.
    projects: BTreeMap<String, String>,
    has_threads: bool,
}

impl Followed {
    pub(super) fn note(
        &mut self,
        table: &str,
        row: &WordyRow,
        columns: &[(String, TextSort)],
        after: &[Option<String>],
    ) {
        match (table, row.memory) {
            ("texts" | "turns" | "descriptions", Some(memory)) => {
                self.reworded.insert(memory);
            }
            (_, Some(memory)) => {
                self.renamed.insert(memory);
            }
            _ => {}
        }
        self.has_threads |= table == "threads";
        let changed = columns.iter().zip(&row.values).zip(after);
        for (((column, _), before), after) in changed {
            let (Some(before), Some(after)) = (before, after) else { continue };
            if table == "threads" && matches!(column.as_str(), "project" | "repository") {
                self.projects.insert(before.clone(), after.clone());
            }
        }
        if let ("turns", Some(rusqlite::types::Value::Integer(number))) = (table, row.key.first()) {
            let said = columns.iter().position(|(column, _)| column == "said");
            let before = said.and_then(|said| row.values[said].clone()).unwrap_or_default();
            let after = said.and_then(|said| after[said].clone()).unwrap_or_else(|| before.clone());
            self.turns.push((*number, before, after));
        }
    }

    pub(super) fn follow(&self, c: &Connection) -> Result<()> {
        let format: u32 = c.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        for (number, before, after) in &self.turns {
            print_turn(c, *number)?;
            move_stretches(c, *number, before, after)?;
        }
        if self.has_threads {
            print_threads(c)?;
        }
        for (before, after) in &self.projects {
            c.execute(
                "UPDATE OR REPLACE latest_turns SET project = ?1 WHERE project = ?2",
                params![print(after), print(before)],
            )?;
        }
        let all: BTreeSet<i64> = self.reworded.union(&self.renamed).copied().collect();
        let minds = minds_of(c, &all)?;
        if format >= WORDS_SINCE {
            for (mind, seqs) in &minds {
                let seqs: Vec<Seq> = seqs.iter().copied().map(Seq).collect();
                with_backing(c, |backing| Ok(words::remove(backing.blobs, *mind, &seqs)?))?;
                for seq in seqs {
                    c.execute("INSERT OR IGNORE INTO word_gaps (mind, memory) VALUES (?1, ?2)", params![mind, seq.0])?;
                }
            }
        }
        for memory in &self.reworded {
            // A vector was made of the words as they were. Texts are truth, and it can be made anew.
            c.execute("DELETE FROM vectors WHERE memory = ?1", [memory])?;
        }
        if format >= vector_index::SINCE_FORMAT {
            let touched: Vec<(i64, Seq)> =
                minds.iter().flat_map(|(mind, seqs)| seqs.iter().map(|seq| (*mind, Seq(*seq)))).collect();
            vector_index::note_whole(c, &touched)?;
        }
        Ok(())
    }
}

fn minds_of(c: &Connection, memories: &BTreeSet<i64>) -> Result<BTreeMap<i64, Vec<i64>>> {
    let mut minds: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    let mut statement = c.prepare("SELECT mind FROM memories WHERE seq = ?1")?;
    for memory in memories {
        // A row may belong to a memory that a night erased.
        if let Ok(mind) = statement.query_row([memory], |row| row.get(0)) {
            minds.entry(mind).or_default().push(*memory);
        }
    }
    Ok(minds)
}

fn print(name: &str) -> i64 {
    NamePrint::of(name).to_bits().cast_signed()
}

/// The print by which a turn that is said again is known.
fn print_turn(c: &Connection, number: i64) -> Result<()> {
    let turn = c.query_row("SELECT said, replied, person FROM turns WHERE seq = ?1", [number], |row| {
        let at = Moment::new(0, 0);
        let (said, replied, person) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let witnesses = Witnesses::default();
        Ok(Turn { said, replied, person, at, thread: None, uid: None, heard_until: None, witnesses })
    })?;
    c.execute("UPDATE turns SET digest = ?1 WHERE seq = ?2", params![digest::of_turn(&turn), number])?;
    Ok(())
}

fn print_threads(c: &Connection) -> Result<()> {
    let mut statement = c.prepare("SELECT rowid, name, print FROM threads WHERE name IS NOT NULL")?;
    let rows: Vec<(i64, String, i64)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect::<rusqlite::Result<_>>()?;
    for (row, name, before) in rows {
        if before != print(&name) {
            c.execute("UPDATE OR REPLACE threads SET print = ?1 WHERE rowid = ?2", params![print(&name), row])?;
        }
    }
    Ok(())
}

/// Stretches of what was said that newer memories make out of date are counted in bytes, and move with the words.
fn move_stretches(c: &Connection, turn: i64, before: &str, after: &str) -> Result<()> {
    let Ok(mut statement) = c.prepare(
        "SELECT s.memory, s.start, s.stop, s.newer FROM supersessions s JOIN memories m ON m.seq = s.memory
         WHERE m.turn = ?1",
    ) else {
        return Ok(());
    };
    let rows: Vec<(i64, u32, u32, i64)> = statement
        .query_map([turn], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (memory, start, stop, newer) in rows {
        let moved = |place: u32| u32::try_from(moved(place as usize, before, after)).unwrap_or(place);
        let moved = (moved(start), moved(stop));
        if moved != (start, stop) {
            c.execute(
                "UPDATE OR REPLACE supersessions SET start = ?1, stop = ?2
                 WHERE memory = ?3 AND start = ?4 AND stop = ?5 AND newer = ?6",
                params![moved.0, moved.1, memory, start, stop, newer],
            )?;
        }
    }
    Ok(())
}

/// Where a place of a text is in the text after a part of it was replaced: before the part, behind it, or at its end.
fn moved(place: usize, before: &str, after: &str) -> usize {
    let same = |(one, other): &((usize, char), (usize, char))| one.1 == other.1;
    let head = before.char_indices().zip(after.char_indices()).take_while(same).last();
    let head = head.map_or(0, |((at, sign), _)| at + sign.len_utf8());
    let tail: usize = before[head..]
        .chars()
        .rev()
        .zip(after[head..].chars().rev())
        .take_while(|(one, other)| one == other)
        .map(|(sign, _)| sign.len_utf8())
        .sum();
    match place {
        _ if place <= head => place,
        _ if place + tail >= before.len() => place + after.len() - before.len(),
        _ => after.len() - tail,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_moves_with_the_words_around_it() {
        let (before, after) = ("鍵は abc です", "鍵は [redacted:x] です");
        assert_eq!(moved(0, before, after), 0);
        assert_eq!(moved("鍵は ".len(), before, after), "鍵は ".len());
        assert_eq!(moved("鍵は ab".len(), before, after), "鍵は [redacted:x]".len());
        assert_eq!(moved("鍵は abc".len(), before, after), "鍵は [redacted:x]".len());
        assert_eq!(moved(before.len(), before, after), after.len());
        assert_eq!(moved(3, before, before), 3);
    }
}
