//! Newer over older: what a turn corrects or updates is superseded as it is written down, in the same transaction.
//!
//! Older statements of the same thing are looked for among the last turns of the talk and by the index over words; the
//! language layer decides. Both memories are kept; `undo` takes a supersession back.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use omoide_core::change::{BeforeAfter, Change, Deed, Facet, Plan, Reason};
use omoide_core::ports::store::{Filter, NewMemory, Placed, Posting, Writer};
use omoide_core::{Kind, Memory, MemoryId, Moment, Origin, Seq, SupersededSpan, Term, TermKind};
use omoide_language::update::{self, Older, Statement};

use crate::engine::find;
use crate::{Error, Mind};

/// How many turns of the same talk are looked at, and how many memories that the index over words finds.
pub(super) const NEAR: usize = 6;
const FOUND: usize = 24;

/// How many turns of the same talk are listed where some of them may have been written down later.
const NEAR_AGAIN: usize = 4 * NEAR;

/// A term that a larger share of a large mind has says nothing about which thing is meant.
const COMMON: f64 = 0.02;
const LARGE: u64 = 500;

/// How many terms are looked up.
const MOST_TERMS: usize = 24;

/// What a memory makes out of date, and what makes it so.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Supersessions {
    /// What of it is out of date, each with the newer memory, in the order of its text.
    pub by: Vec<(SupersededSpan, Memory)>,
    /// The memories of which it makes something out of date, the oldest first.
    pub of: Vec<Memory>,
}

impl Mind<'_> {
    /// What a memory makes out of date, and what makes it so.
    ///
    /// # Errors
    /// As [`Mind::find`].
    pub fn supersessions(&self, reference: &str) -> Result<Supersessions, Error> {
        self.engine.look(|r| {
            let memory = find(r, &self.name, reference)?;
            let mut by = Vec::new();
            for span in &memory.superseded {
                by.push((span.clone(), r.memory(&self.name, span.by)?));
            }
            let of = r.memories(&self.name, &r.supersedes(&self.name, memory.seq)?)?;
            Ok(Supersessions { by, of })
        })
    }

    /// What was said, read as a statement that could make something out of date; none if it could not.
    pub(crate) fn telling(&self, said: &str) -> Option<Statement> {
        let is_wanted = self.parameters().encode.supersede && !said.is_empty();
        is_wanted.then(|| Statement::read(said)).filter(Statement::may_supersede)
    }

    /// Marks what the memory, which was just written down, makes out of date.
    pub(crate) fn supersede(
        &self,
        w: &mut dyn Writer,
        (new, placed): (&NewMemory, &Placed),
        statement: &Statement,
    ) -> Result<(), Error> {
        let teller = Teller {
            id: new.id,
            seq: placed.seq,
            said: new.turn.as_ref().map_or("", |turn| turn.said.as_str()),
            origin: &new.origin,
            created: new.created,
            near: NEAR,
        };
        let found = self.outdated_by(w, &teller, statement, &|memory| memory.superseded.clone())?;
        let changes: Vec<Change> = found.into_iter().map(|(memory, after)| change_spans(&memory, after)).collect();
        if changes.is_empty() {
            return Ok(());
        }
        let (mind, at, by) = (self.name.clone(), new.recorded_at, new.by);
        w.apply(&Plan { mind, at, by, step: None, group: Some(placed.group), changes })?;
        Ok(())
    }

    /// The memories that later turns correct or update, of which a turn in between is gone: what each of `tellers`, in their
    /// order, makes out of date now, as changes. Without that turn, a correction may mean an earlier one.
    pub(crate) fn superseded_anew(&self, w: &mut dyn Writer, tellers: &[Memory]) -> Result<Vec<Change>, Error> {
        let ids: HashSet<MemoryId> = tellers.iter().map(|memory| memory.id).collect();
        let others = |memory: &Memory| {
            memory.superseded.iter().filter(|span| !ids.contains(&span.by)).cloned().collect::<Vec<_>>()
        };
        let mut renewed: BTreeMap<Seq, (Memory, Vec<SupersededSpan>)> = BTreeMap::new();
        for teller in tellers {
            let outdated = w.supersedes(&self.name, teller.seq)?;
            for memory in w.memories(&self.name, &outdated)? {
                let spans = others(&memory);
                renewed.insert(memory.seq, (memory, spans));
            }
        }
        for memory in tellers {
            let Some(turn) = w.turn(&self.name, memory.id)? else { continue };
            let Some(statement) = self.telling(&turn.said) else { continue };
            let (said, origin) = (turn.said.as_str(), &memory.origin);
            let (id, seq, created) = (memory.id, memory.seq, memory.created);
            let teller = Teller { id, seq, said, origin, created, near: NEAR_AGAIN };
            let known = |one: &Memory| renewed.get(&one.seq).map_or_else(|| others(one), |(_, spans)| spans.clone());
            for (one, spans) in self.outdated_by(w, &teller, &statement, &known)? {
                renewed.insert(one.seq, (one, spans));
            }
        }
        let is_changed = |(memory, spans): &(Memory, Vec<SupersededSpan>)| memory.superseded != *spans;
        Ok(renewed.into_values().filter(is_changed).map(|(memory, spans)| change_spans(&memory, spans)).collect())
    }

    /// The memories of which a turn makes something out of date, with all that is then out of date of them; `known` says
    /// what was before.
    fn outdated_by(
        &self,
        w: &mut dyn Writer,
        teller: &Teller<'_>,
        statement: &Statement,
        known: &dyn Fn(&Memory) -> Vec<SupersededSpan>,
    ) -> Result<Vec<(Memory, Vec<SupersededSpan>)>, Error> {
        let candidates = self.older(w, teller, statement, known)?;
        let readings = &self.engine.readings;
        let read: Vec<Arc<Statement>> = candidates.iter().map(|one| readings.statement(&one.said)).collect();
        let older: Vec<Older<'_>> = candidates
            .iter()
            .zip(&read)
            .map(|(one, statement)| Older {
                statement,
                text: &one.said,
                steps_back: one.steps_back,
                is_same_person: one.memory.origin.person == teller.origin.person,
                taken: &one.taken,
            })
            .collect();
        let mut after: HashMap<usize, Vec<SupersededSpan>> = HashMap::new();
        for found in update::superseded(statement, teller.said, &older) {
            let one = &candidates[found.older];
            let spans = after.entry(found.older).or_insert_with(|| known(&one.memory));
            spans.push(SupersededSpan {
                start: u32::try_from(found.span.start).unwrap_or(u32::MAX),
                end: u32::try_from(found.span.end).unwrap_or(u32::MAX),
                words: one.said[found.span].to_owned(),
                by: teller.id,
                since: teller.created,
            });
        }
        let mut found: Vec<(Memory, Vec<SupersededSpan>)> = Vec::new();
        for (place, mut spans) in after {
            spans.sort_by_key(|span| (span.start, span.end));
            found.push((candidates[place].memory.clone(), spans));
        }
        found.sort_by_key(|(memory, _)| memory.seq);
        Ok(found)
    }

    /// The memories that may say what is out of date now, the newest first.
    fn older(
        &self,
        w: &mut dyn Writer,
        teller: &Teller<'_>,
        statement: &Statement,
        known: &dyn Fn(&Memory) -> Vec<SupersededSpan>,
    ) -> Result<Vec<SupersedeCandidate>, Error> {
        let Teller { seq, origin, created, .. } = *teller;
        let mut seqs: Vec<Seq> = Vec::new();
        let filter = Filter {
            kinds: vec![Kind::Episode],
            thread: origin.thread.clone(),
            newest_first: true,
            limit: Some(teller.near + 1),
            created: Some(i64::MIN..created.unix_micros().saturating_add(1)),
            ..Filter::default()
        };
        // What was written down later, though it happened before, was not known then.
        let mut near: Vec<Memory> = w.list(&self.name, &filter)?.into_iter().filter(|one| one.seq < seq).collect();
        near.truncate(NEAR);
        let steps: HashMap<Seq, usize> = near.iter().enumerate().map(|(step, one)| (one.seq, step)).collect();
        seqs.extend(near.iter().map(|one| one.seq));
        seqs.extend(self.by_words(w, statement)?);
        let mut seen = HashSet::from([seq]);
        seqs.retain(|one| seen.insert(*one));
        let said: HashMap<Seq, String> = w
            .wordings(&self.name, &seqs)?
            .into_iter()
            .filter_map(|(seq, wording)| Some((seq, wording.said?)))
            .collect();
        let mut candidates: Vec<SupersedeCandidate> = w
            .memories(&self.name, &seqs)?
            .into_iter()
            .filter(|memory| memory.seq < seq)
            .filter(|memory| (memory.created.unix_micros(), memory.seq) < (created.unix_micros(), seq))
            .filter_map(|memory| {
                let said = said.get(&memory.seq)?.clone();
                let taken = known(&memory).iter().map(|span| span.start as usize..span.end as usize).collect();
                Some(SupersedeCandidate { steps_back: steps.get(&memory.seq).copied(), said, taken, memory })
            })
            .collect();
        candidates.sort_by_key(|one| std::cmp::Reverse((one.memory.created.unix_micros(), one.memory.seq)));
        Ok(candidates)
    }

    /// The memories that share most of the telling words, the newest of equals first.
    fn by_words(&self, w: &dyn Writer, statement: &Statement) -> Result<Vec<Seq>, Error> {
        let query = self.engine.parts.understanding.query_words(&statement.search_words());
        let is_word = |term: &Term| matches!(term.kind(), TermKind::Word | TermKind::Name);
        let mut terms: Vec<Term> = query.terms.into_iter().map(|asked| asked.term).filter(is_word).collect();
        terms.truncate(MOST_TERMS);
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let mut lists: Vec<Vec<Seq>> = vec![Vec::new(); terms.len()];
        let mut is_wanted = |_: usize, share: f64| share <= COMMON;
        let mut note = |term: usize, postings: &[Posting]| lists[term].extend(postings.iter().map(|one| one.seq));
        let all = w.each_posting(&self.name, query.version, &terms, &mut is_wanted, &mut note)?.memories;
        let mut weights: HashMap<Seq, f64> = HashMap::new();
        for list in &lists {
            if all > LARGE && list.len() as f64 > COMMON * all as f64 {
                continue;
            }
            let weight = (1.0 + all as f64 / (1.0 + list.len() as f64)).ln();
            list.iter().for_each(|seq| *weights.entry(*seq).or_default() += weight);
        }
        let mut found: Vec<(Seq, f64)> = weights.into_iter().collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
        Ok(found.into_iter().take(FOUND).map(|(seq, _)| seq).collect())
    }
}

/// A turn that may make something out of date, and its memory.
#[derive(Clone, Copy)]
struct Teller<'t> {
    id: MemoryId,
    seq: Seq,
    said: &'t str,
    origin: &'t Origin,
    created: Moment,
    /// How many turns of the same talk are listed to find those that were written down before it.
    near: usize,
}

fn change_spans(memory: &Memory, after: Vec<SupersededSpan>) -> Change {
    let step = BeforeAfter { before: memory.superseded.clone(), after };
    Change { subject: memory.into(), deed: Deed::Set(Facet::Superseded(step)), reason: Reason::Superseded }
}

/// A memory that may say what is out of date now.
struct SupersedeCandidate {
    memory: Memory,
    said: String,
    /// How many turns before in the same talk.
    steps_back: Option<usize>,
    /// What of it is out of date already.
    taken: Vec<Range<usize>>,
}
