//! A session in the place of its turns: where it says what those say that were found, and more.

use std::collections::HashSet;

use omoide_core::ports::store::Reader;
use omoide_core::{Memory, MemoryId, Seq};

use super::{Asked, Hit};
use crate::recall::constants::sessions::{COVERED, FEWEST_HITS};
use crate::{Error, Mind};

impl Mind<'_> {
    /// The hits, with a session in the place of those of its turns that it says itself. It is never shown beside them.
    pub(super) fn with_sessions(&self, r: &dyn Reader, asked: &Asked<'_>, hits: Vec<Hit>) -> Result<Vec<Hit>, Error> {
        if !asked.has_gate || !asked.prompt.scope.kinds.is_empty() || !has_common_thread(&hits) {
            return Ok(hits);
        }
        let mut hits = hits;
        let mut tried: HashSet<MemoryId> = HashSet::new();
        for place in 0..hits.len() {
            let Some(hit) = hits.get(place) else { break };
            let Some((seq, id)) = r.sessions_of(&self.name, &[hit.memory.seq])?.pop() else { continue };
            if tried.insert(id) {
                self.put_session(r, asked, (seq, id), &mut hits)?;
            }
        }
        Ok(hits)
    }

    fn put_session(
        &self,
        r: &dyn Reader,
        asked: &Asked<'_>,
        (seq, id): (Seq, MemoryId),
        hits: &mut Vec<Hit>,
    ) -> Result<(), Error> {
        let Some(notes) = r.session(&self.name, seq)? else { return Ok(()) };
        let is_its = |hit: &Hit| notes.memories.contains(&hit.memory.seq);
        let count = hits.iter().filter(|hit| is_its(hit)).count();
        // A session that has no other turns says nothing more.
        if count < FEWEST_HITS || count >= notes.memories.len() {
            return Ok(());
        }
        // It says all of its turns, so each of them must be one that may be found, and that the person heard.
        let scope = &asked.prompt.scope;
        let may_be_found = |turn: &Memory| scope.admits(turn) && scope.is_heard(turn.seq);
        if !r.memories(&self.name, &notes.memories)?.iter().all(may_be_found) {
            return Ok(());
        }
        let session = r.memory(&self.name, id)?;
        let is_free = session.shown.is_active() && !asked.prompt.without.contains(&session.id);
        if !is_free || !self.says_all(&session, hits.iter().filter(|hit| is_its(hit))) {
            return Ok(());
        }
        let first = hits.iter().position(is_its).unwrap_or_default();
        let stands_for: Vec<Seq> = hits.iter().filter(|hit| is_its(hit)).map(|hit| hit.memory.seq).collect();
        let kept = &mut hits[first];
        (kept.memory, kept.text_with_excerpt, kept.stands_for) = (session, None, stands_for);
        let mut place = 0;
        hits.retain(|hit| {
            let stays = place <= first || !is_its(hit);
            place += 1;
            stays
        });
        Ok(())
    }

    /// Whether a session has nearly all words of those turns as they are shown.
    fn says_all<'h>(&self, session: &Memory, turns: impl Iterator<Item = &'h Hit>) -> bool {
        let words = |text: &str| self.engine.parts.understanding.content_words(text);
        let own: HashSet<String> = words(&session.text.content).into_iter().collect();
        let (mut covered, mut all) = (0_usize, 0_usize);
        for hit in turns {
            let shown = hit.text_with_excerpt.as_ref().unwrap_or(&hit.memory.text);
            let said = words(&shown.trigger);
            all += said.len();
            covered += said.iter().filter(|word| own.contains(*word)).count();
        }
        covered as f64 >= all as f64 * COVERED
    }
}

/// Whether two of them are of one conversation.
fn has_common_thread(hits: &[Hit]) -> bool {
    let mut threads = HashSet::new();
    hits.iter().filter_map(|hit| hit.memory.origin.thread.as_deref()).any(|thread| !threads.insert(thread))
}
