//! What newer memories have made out of date, as far as a prompt asks for it.
//!
//! A memory whose span is superseded ranks behind only for what that span answers. There its successor takes over
//! what spoke for it: score and bearing, so that whoever would have found the old finds the new before it.

use std::collections::{HashMap, HashSet};

use omoide_core::ports::TimeHint;
use omoide_core::ports::store::Reader;
use omoide_core::{Seq, Superseded};
use omoide_language::embedding::rarity;
use omoide_language::update;

use crate::recall::constants::outdated::{MOST_STEPS, NAME};
use crate::recall::{Asked, Candidate, Terms};
use crate::{Error, Mind};

/// The corrections that bear on a prompt, the earliest first.
#[derive(Debug, Default)]
pub(in crate::recall) struct Outdated {
    corrections: Vec<Superseded>,
}

impl Outdated {
    /// Whether what the prompt asks of a memory is out of date.
    pub(in crate::recall) fn has(&self, seq: Seq) -> bool {
        self.corrections.iter().any(|correction| correction.seq == seq)
    }

    /// The memories that came in the place of others.
    pub(in crate::recall) fn successors(&self) -> impl Iterator<Item = Seq> + '_ {
        self.corrections.iter().map(|correction| correction.by)
    }

    /// Lets every successor take over what speaks for the memory before it.
    pub(in crate::recall) fn pass_on(&self, candidates: &mut [Candidate]) {
        let places: HashMap<Seq, usize> =
            candidates.iter().enumerate().map(|(place, candidate)| (candidate.outline.seq, place)).collect();
        for correction in &self.corrections {
            let (Some(&old), Some(&new)) = (places.get(&correction.seq), places.get(&correction.by)) else { continue };
            let (score, gate) = (unpenalised(&candidates[old].terms), candidates[old].gate);
            let heir = &mut candidates[new];
            if let Terms::Fused(terms) = &mut heir.terms {
                terms.inherited = terms.inherited.max(score);
            }
            heir.gate = heir.gate.joined(&gate);
        }
    }
}

/// What a memory would score if it were not out of date.
fn unpenalised(terms: &Terms) -> f64 {
    match terms {
        Terms::Fused(terms) => {
            (terms.relevance * terms.factor() / terms.superseded.max(f64::EPSILON)).max(terms.inherited)
        }
        other => other.total(),
    }
}

impl Mind<'_> {
    /// The corrections of those memories, and of their successors, that bear on what is asked.
    pub(in crate::recall) fn outdated(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        seqs: &[Seq],
    ) -> Result<Outdated, Error> {
        let mut found = Vec::new();
        let mut seen: HashSet<Seq> = seqs.iter().copied().collect();
        let mut ring = seqs.to_vec();
        for _ in 0..MOST_STEPS {
            let corrections = reader.superseded(&self.name, &ring)?;
            if corrections.is_empty() {
                break;
            }
            if found.is_empty() && update::asks_for_the_past(&asked.prompt.text) {
                break;
            }
            ring = corrections.iter().map(|correction| correction.by).filter(|seq| seen.insert(*seq)).collect();
            found.extend(self.that_bear(reader, asked, corrections)?);
        }
        found.sort_by_key(|correction| (correction.since.unix_micros(), correction.by));
        Ok(Outdated { corrections: found })
    }

    fn that_bear(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        corrections: Vec<Superseded>,
    ) -> Result<Vec<Superseded>, Error> {
        let spans = corrections.iter().filter(|correction| correction.span.is_some());
        let with_span: Vec<Seq> = spans.flat_map(|one| [one.seq, one.by]).collect();
        let said: HashMap<Seq, String> = reader
            .wordings(&self.name, &with_span)?
            .into_iter()
            .map(|(seq, wording)| (seq, wording.said.unwrap_or(wording.trigger)))
            .collect();
        let understanding = &self.engine.parts.understanding;
        let asked_for = understanding.content_words(asked.text());
        // Who asks by a name that only the older one has means the older one.
        let is_old_meant = |correction: &Superseded| {
            let words = |seq: &Seq| said.get(seq).map(|said| understanding.content_words(said)).unwrap_or_default();
            let (old, new) = (words(&correction.seq), words(&correction.by));
            let mut known = asked_for.iter().filter(|word| old.contains(word)).peekable();
            known.peek().is_some() && known.all(|word| !new.contains(word) && rarity(word) >= NAME)
        };
        let bears = |correction: &Superseded| {
            // At that time the older one still held.
            let asked_before = match asked.gist.time {
                Some(TimeHint::Within(_, to)) => to.unix_micros() <= correction.since.unix_micros(),
                _ => false,
            };
            let was_known =
                asked.prompt.scope.as_of.is_none_or(|as_of| correction.since.unix_micros() <= as_of.unix_micros());
            let is_asked = correction.span.as_ref().is_none_or(|span| {
                let span = span.start as usize..span.end as usize;
                said.get(&correction.seq).is_some_and(|said| update::answers(asked.text(), said, span))
            });
            was_known && !asked_before && is_asked && !is_old_meant(correction)
        };
        Ok(corrections.into_iter().filter(bears).collect())
    }
}
