//! Reading: each question of the port, answered from one transaction.

mod census;
mod listing;
mod memories;
mod turns;
mod vectors;

pub(super) use listing::heard_condition;
pub(super) use memories::{relations_of, superseded_of};
pub(super) use turns::{MIND, PERSON, complete as complete_turn, read as read_turn};
pub(super) use vectors::{decode, scan as scan_vectors};

use omoide_core::policy::episode::Sleeper;
use omoide_core::ports::StoreError;
use omoide_core::ports::store::{Census, Filter, MemoryLabels, Outline, Reader, WantedVector};
use omoide_core::{Kind, Memory, MemoryId, MindName, Moment, Relation, Sentences, Seq, Text, TextVersion, Turn};

use rusqlite::{Connection, params};

use super::session::{MindNumber, Session};
use super::vector_index;
use crate::sqlite::rows::IfReadable;

type Answer<T> = Result<T, StoreError>;

impl Reader for Session<'_> {
    fn minds(&self) -> Answer<Vec<MindName>> {
        self.told(census::minds(self.connection))
    }

    fn memory(&self, mind: &MindName, id: MemoryId) -> Answer<Memory> {
        let found = self.look(mind, |c, n| memories::by_id(c, n, mind, id))?;
        found.ok_or_else(|| StoreError::NotFound { reference: id.to_string() })
    }

    fn memories(&self, mind: &MindName, seqs: &[Seq]) -> Answer<Vec<Memory>> {
        self.look(mind, |c, n| memories::by_seqs(c, n, mind, seqs))
    }

    fn resolve(&self, mind: &MindName, reference: &str, limit: usize) -> Answer<Vec<(MemoryId, String)>> {
        self.look(mind, |c, n| listing::resolve(c, n, reference, limit))
    }

    fn persons_called(&self, mind: &MindName, name: &str) -> Answer<Vec<String>> {
        self.look(mind, |c, n| listing::persons_called(c, n, name))
    }

    fn list(&self, mind: &MindName, filter: &Filter) -> Answer<Vec<Memory>> {
        self.look(mind, |c, n| listing::list(c, n, mind, filter))
    }

    fn count(&self, mind: &MindName, filter: &Filter) -> Answer<u64> {
        self.look(mind, |c, n| listing::count(c, n, filter))
    }

    fn sleepers(&self, mind: &MindName, since: Option<Moment>) -> Answer<Vec<Sleeper>> {
        self.look(mind, |c, n| memories::sleepers(c, n, since))
    }

    fn relations(&self, mind: &MindName) -> Answer<Vec<(Seq, Relation)>> {
        self.look(mind, memories::relations)
    }

    fn referencing(&self, mind: &MindName, target: MemoryId) -> Answer<Vec<(MemoryId, Relation)>> {
        self.look(mind, |c, n| memories::referencing(c, n, target))
    }

    fn outlines(&self, mind: &MindName, kinds: &[Kind]) -> Answer<Vec<Outline>> {
        self.look(mind, |_, n| vector_index::outlines(self, n, kinds))
    }

    fn scan_vectors(
        &self,
        mind: &MindName,
        model: &str,
        dimensions: usize,
        visit: &mut dyn FnMut(Seq, &[f32]),
    ) -> Answer<()> {
        self.look(mind, |c, n| vectors::scan(c, n, model, dimensions, visit))
    }

    fn vectors(&self, mind: &MindName, model: &str, seqs: &[Seq]) -> Answer<Vec<(Seq, Vec<f32>)>> {
        self.look(mind, |c, n| vectors::of(c, n, model, seqs))
    }

    fn sentence_vectors(&self, mind: &MindName, model: &str, seqs: &[Seq]) -> Answer<Vec<(Seq, Sentences)>> {
        self.look(mind, |c, n| vectors::sentences(c, n, model, seqs))
    }

    fn without_vector(
        &self,
        mind: &MindName,
        wanted: &WantedVector<'_>,
        before: Option<Seq>,
        limit: usize,
    ) -> Answer<Vec<(Seq, u32, Text)>> {
        self.look(mind, |c, n| vectors::without(c, n, wanted, before, limit))
    }

    fn vector_counts(&self, mind: &MindName) -> Answer<Vec<(String, u32, u64)>> {
        self.look(mind, vectors::counts)
    }

    fn versions(&self, mind: &MindName, id: MemoryId) -> Answer<Vec<TextVersion>> {
        self.look(mind, |c, n| memories::versions(c, n, id))
    }

    fn labels(&self, mind: &MindName, seqs: &[Seq]) -> Answer<Vec<MemoryLabels>> {
        self.look(mind, |c, n| memories::labels(c, n, seqs))
    }

    fn originals(&self, mind: &MindName, seqs: &[Seq]) -> Answer<Vec<(Seq, Text, Vec<String>)>> {
        self.look(mind, |c, n| memories::originals(c, n, seqs))
    }

    fn turn(&self, mind: &MindName, id: MemoryId) -> Answer<Option<Turn>> {
        self.look(mind, |c, n| turns::turn(c, n, id, self.format))
    }

    fn same_turn(&self, mind: &MindName, turn: &Turn) -> Answer<Option<(MemoryId, String)>> {
        self.look(mind, |c, n| turns::same_turn(c, n, turn))
    }

    fn protected(&self, mind: &MindName) -> Answer<Vec<Memory>> {
        let filter = Filter { protected: Some(true), ..Filter::default() };
        self.look(mind, |c, n| listing::list(c, n, mind, &filter))
    }

    fn first_created(&self, mind: &MindName) -> Answer<Option<Moment>> {
        self.look(mind, |c, n| Ok(memories::span(c, n)?.map(|(first, _)| first)))
    }

    fn first_recorded(&self, mind: &MindName) -> Answer<Option<Moment>> {
        self.look(mind, memories::first_recorded)
    }

    fn recorded_times(&self, mind: &MindName, before: Option<Seq>, limit: usize) -> Answer<Vec<(Seq, Moment)>> {
        self.look(mind, |c, n| memories::recorded_times(c, n, before, limit))
    }

    fn tags(&self, mind: &MindName) -> Answer<Vec<(String, u64)>> {
        self.look(mind, listing::tags)
    }

    fn state(&self, mind: &MindName, key: &str) -> Answer<Option<String>> {
        self.look(mind, |c, n| state(c, n, key))
    }

    fn states(&self, mind: &MindName, prefix: &str) -> Answer<Vec<(String, String)>> {
        self.look(mind, |c, n| states(c, n, prefix))
    }

    fn shown_characters(&self, mind: &MindName) -> Answer<[u64; 4]> {
        self.look(mind, census::shown_characters)
    }

    fn census(&self, mind: &MindName) -> Answer<Census> {
        self.look(mind, census::census)
    }
}

fn state(c: &Connection, n: MindNumber, key: &str) -> super::error::Result<Option<String>> {
    let mut statement = c.prepare_cached("SELECT value FROM state WHERE mind = ?1 AND key = ?2")?;
    Ok(statement.query_row(params![n, key], |row| row.get(0)).if_readable()?)
}

fn states(c: &Connection, n: MindNumber, prefix: &str) -> super::error::Result<Vec<(String, String)>> {
    // No character sorts after the last one, so this is a stretch of the index.
    let end = format!("{prefix}{}", char::MAX);
    let sql = "SELECT key, value FROM state WHERE mind = ?1 AND key >= ?2 AND key < ?3 ORDER BY key";
    let mut statement = c.prepare_cached(sql)?;
    let rows = statement.query_map(params![n, prefix, end], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
