//! Writing a memory down.

use omoide_core::change::{Deed, Reason, Start, Subject};
use omoide_core::ports::store::{NewMemory, Placed};
use omoide_core::{Relation, Seq, Tag, Turn, Witnesses};
use rusqlite::{Connection, params};

use super::{handles, vectors};
use crate::index::words;
use crate::sqlite::changes::{self, Request};
use crate::sqlite::digest;
use crate::sqlite::error::Result;
use crate::sqlite::reader::{MIND, PERSON};
use crate::sqlite::rows;
use crate::sqlite::rows::IfReadable;
use crate::sqlite::session::{MindNumber, Session};
use crate::sqlite::threads;

/// Writes a memory down in a group of changes of its own.
pub(super) fn remember(session: &Session<'_>, n: MindNumber, memory: &NewMemory) -> Result<Placed> {
    let (at, by) = (memory.recorded_at, memory.by);
    let c = session.connection;
    let group = changes::begin(c, n, &changes::Group { at, by, step: None })?;
    let NewRow { seq, handle, .. } = insert(session, n, memory)?;
    let subject = Subject::memory(memory.id, seq);
    changes::note(c, n, group, &subject, &Deed::Begin(Start::Kept), Reason::Encoded.name())?;
    Ok(Placed { seq, handle, group })
}

/// What a memory was given with its row.
pub(in crate::sqlite) struct NewRow {
    pub(in crate::sqlite) seq: Seq,
    pub(in crate::sqlite) handle: String,
    /// The models of vectors that were seen for the first time.
    pub(in crate::sqlite) first_models: Vec<i64>,
}

/// Writes the rows of a memory; that it began is noted by whoever asks.
pub(in crate::sqlite) fn insert(session: &Session<'_>, n: MindNumber, memory: &NewMemory) -> Result<NewRow> {
    let c = session.connection;
    let seq = Seq(next_number(c, "memories")?);
    let handle = handles::choose(c, n, memory.handle.as_deref(), memory.kind, memory.created)?;
    if let Some(thread) = &memory.origin.thread {
        threads::begin(c, n, thread)?;
    }
    let turn = memory.turn.as_ref().map(|turn| place_turn(c, n, turn)).transpose()?;
    insert_row(c, n, seq, &handle, turn, memory)?;
    insert_text(c, seq, memory)?;
    put_relations(c, seq, &memory.relations)?;
    let mut first_models = Vec::new();
    for vector in &memory.vectors {
        if let vectors::Model::First(number) = vectors::put(c, seq, 1, vector)? {
            first_models.push(number);
        }
    }
    words::put(session.backing.blobs, n, seq, memory.words.as_ref())?;
    Ok(NewRow { seq, handle, first_models })
}

/// The next number of a table. Numbers are never used again, so that a night's erasure can be taken back to its own.
pub(in crate::sqlite) fn next_number(c: &Connection, table: &str) -> Result<i64> {
    let sql = format!(
        "INSERT INTO places (name, last) VALUES (?1, (SELECT coalesce(max(seq), 0) + 1 FROM {table}))
         ON CONFLICT (name) DO UPDATE SET last = max(last + 1, excluded.last) RETURNING last"
    );
    Ok(c.prepare_cached(&sql)?.query_row([table], |row| row.get(0))?)
}

fn insert_row(
    c: &Connection,
    n: MindNumber,
    seq: Seq,
    handle: &str,
    turn: Option<i64>,
    memory: &NewMemory,
) -> Result<()> {
    let (shown, retention) = (&memory.shown, memory.life.retention());
    let (archived_at, archived_offset) = rows::split(shown.archived_at);
    let (requested_at, requested_offset) = rows::split(shown.revival.at());
    let feeling = &memory.emotion.feeling;
    let tags: Vec<&str> = feeling.tags.iter().copied().map(Tag::name).collect();
    let sql = "INSERT INTO memories (
                   seq, id, mind, handle, kind, created, created_offset, recorded_at, recorded_offset, memory_days,
                   recalled_since_last_batch, recall_count, emotional_intensity, emotional_valence,
                   emotional_arousal, emotional_tags, decay_coefficient, category, current_level, retention_score,
                   archived_at, archived_offset, protected, revival_requested, revival_requested_at,
                   revival_requested_offset, version, last_version, person, thread, source, turn)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
                       ?21, ?22, ?23, ?24, ?25, ?26, 1, 1, ?27, ?28, ?29, ?30)";
    c.prepare_cached(sql)?.execute(params![
        seq.0,
        memory.id.to_string(),
        n,
        handle,
        memory.kind.name(),
        memory.created.unix_micros(),
        memory.created.offset_seconds(),
        memory.recorded_at.unix_micros(),
        memory.recorded_at.offset_seconds(),
        retention.memory_days,
        retention.recalled_since_last_batch,
        retention.recall_count,
        memory.emotion.intensity,
        feeling.valence.name(),
        feeling.arousal,
        rows::words_json(&tags)?,
        retention.decay_coefficient,
        memory.category.name(),
        shown.level.number(),
        retention.retention_score,
        archived_at,
        archived_offset,
        shown.protected,
        Request::of(shown.revival) as i64,
        requested_at,
        requested_offset,
        memory.origin.person,
        memory.origin.thread,
        memory.origin.source.name(),
        turn,
    ])?;
    Ok(())
}

fn insert_text(c: &Connection, seq: Seq, memory: &NewMemory) -> Result<()> {
    let sql = "INSERT INTO texts (memory, version, level, \"trigger\", content, made_by, made_at, made_offset)
               VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6, ?7)";
    c.prepare_cached(sql)?.execute(params![
        seq.0,
        memory.shown.level.number(),
        memory.text.trigger,
        memory.text.content,
        memory.made.word(),
        memory.recorded_at.unix_micros(),
        memory.recorded_at.offset_seconds(),
    ])?;
    c.prepare_cached("INSERT INTO descriptions (memory, keywords) VALUES (?1, ?2)")?
        .execute(params![seq.0, rows::keywords_json(&memory.keywords, &[])?])?;
    Ok(())
}

/// Sets the references that a memory holds.
pub(in crate::sqlite) fn relate(c: &Connection, holder: Seq, relations: &[Relation]) -> Result<()> {
    c.prepare_cached("DELETE FROM relations WHERE holder = ?1")?.execute([holder.0])?;
    put_relations(c, holder, relations)
}

/// Writes the references of a memory that has none yet.
fn put_relations(c: &Connection, holder: Seq, relations: &[Relation]) -> Result<()> {
    if relations.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO relations (holder, position, target, type) VALUES (?1, ?2, ?3, ?4)";
    let mut statement = c.prepare_cached(sql)?;
    for (position, relation) in (0_i64..).zip(relations) {
        statement.execute(params![holder.0, position, relation.to.to_string(), relation.kind.name()])?;
    }
    Ok(())
}

/// The turn that is there to the letter.
pub(in crate::sqlite) fn find_turn(c: &Connection, n: MindNumber, turn: &Turn) -> Result<Option<i64>> {
    let (at, offset) = (turn.at.unix_micros(), turn.at.offset_seconds());
    let same = "SELECT seq FROM turns WHERE mind = ?1 AND digest = ?2 AND person = ?3 AND said = ?4 AND replied = ?5
                AND at = ?6 AND at_offset = ?7 AND thread IS ?8 AND uid IS ?9
                AND heard_until IS ?10 ORDER BY seq LIMIT 1";
    let digest = digest::of_turn(turn);
    let Turn { said, replied, person, thread, uid, heard_until, .. } = turn;
    let words = params![n, digest, person, said, replied, at, offset, thread, uid, heard_until];
    Ok(c.prepare_cached(same)?.query_row(words, |row| row.get(0)).if_readable()?)
}

/// Writes the turn down; one that is there to the letter is shared.
pub(in crate::sqlite) fn place_turn(c: &Connection, n: MindNumber, turn: &Turn) -> Result<i64> {
    if let Some(found) = find_turn(c, n, turn)? {
        return Ok(found);
    }
    let digest = digest::of_turn(turn);
    let (at, offset) = (turn.at.unix_micros(), turn.at.offset_seconds());
    let id = next_number(c, "turns")?;
    let sql = "INSERT INTO turns (mind, digest, person, said, replied, at, at_offset, thread, uid, seq, heard_until)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    c.prepare_cached(sql)?.execute(params![
        n,
        digest,
        turn.person,
        turn.said,
        turn.replied,
        at,
        offset,
        turn.thread,
        turn.uid,
        id,
        turn.heard_until
    ])?;
    place_witnesses(c, id, &turn.witnesses)?;
    Ok(id)
}

fn place_witnesses(c: &Connection, turn: i64, witnesses: &Witnesses) -> Result<()> {
    if witnesses.is_empty() {
        return Ok(());
    }
    let persons = witnesses.persons.iter().map(|name| (PERSON, name.as_str()));
    let minds = witnesses.minds.iter().map(|name| (MIND, name.as_str()));
    let mut statement = c.prepare_cached("INSERT OR IGNORE INTO witnesses (turn, sort, name) VALUES (?1, ?2, ?3)")?;
    for (sort, name) in persons.chain(minds) {
        statement.execute(params![turn, sort, name])?;
    }
    Ok(())
}
