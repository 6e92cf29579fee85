//! How many memories have to do with a prompt, shown or not (SPEC C24): who is shown three must know whether there are forty.
//!
//! Only the best are read and judged by the gate. Of the others those count that are about as relevant, by what is known of
//! every memory, as the weakest that is shown.

use std::collections::{HashMap, HashSet};

use omoide_core::ports::store::Reader;
use omoide_core::{MemoryId, Moment, Seq};

use super::constants::related_count::AS_RELEVANT;
use super::{Asked, Hit};
use crate::{Error, Mind};

/// How relevant memories are by what is known of all of them.
pub(super) type Relevances = HashMap<Seq, f32>;

/// What the gate made of those that were read.
#[derive(Default)]
pub(super) struct JudgedCandidates {
    /// It lets them pass.
    pub passed: HashSet<Seq>,
    /// It does not.
    pub refused: HashSet<Seq>,
}

/// How many memories have to do with a prompt.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct RelatedCount {
    pub count: usize,
    /// Whether some more are before whoever asks already.
    pub has_shown_before: bool,
    /// When the oldest and the newest of them happened.
    pub span: Option<(Moment, Moment)>,
}

impl RelatedCount {
    fn add(&mut self, at: Moment) {
        let (oldest, newest) = self.span.unwrap_or((at, at));
        let is_older = at.unix_micros() < oldest.unix_micros();
        let is_newer = at.unix_micros() > newest.unix_micros();
        self.count += 1;
        self.span = Some((if is_older { at } else { oldest }, if is_newer { at } else { newest }));
    }
}

impl Mind<'_> {
    /// Counts them, but for those that whoever asks has before them.
    pub(super) fn count_related(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        judged: JudgedCandidates,
        (hits, relevances): (&[Hit], &Relevances),
    ) -> Result<RelatedCount, Error> {
        let JudgedCandidates { passed: mut related, refused } = judged;
        let shown = hits.iter().filter_map(|hit| relevances.get(&hit.memory.seq));
        if let Some(weakest) = shown.copied().reduce(f32::min) {
            let is_as_relevant =
                |(seq, relevance): &(&Seq, &f32)| **relevance >= AS_RELEVANT * weakest && !refused.contains(*seq);
            related.extend(relevances.iter().filter(is_as_relevant).map(|(seq, _)| *seq));
        }
        let seqs: Vec<Seq> = related.into_iter().collect();
        let outlines = reader.outlines_of(&self.name, &seqs)?;
        let without: HashSet<MemoryId> = asked.prompt.without.iter().copied().collect();
        let elsewhere = self.places_elsewhere(reader, asked, &outlines)?;
        let mut count = RelatedCount::default();
        for outline in &outlines {
            // What concerns the person is shown wherever it was said.
            let is_hit = hits.iter().any(|hit| hit.memory.seq == outline.seq);
            let is_here = is_hit || !elsewhere.contains(&outline.place_print());
            match without.contains(&outline.id) {
                true => count.has_shown_before = true,
                // Where nothing is shown, nothing stood out, and what might pass beside it has nothing to do with the prompt.
                false if is_here && !hits.is_empty() => count.add(outline.created),
                false => {}
            }
        }
        Ok(count)
    }
}
