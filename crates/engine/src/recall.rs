//! Recall: the memories that a prompt brings to mind, ranked by a profile, through the gate.
//!
//! Candidates come from vectors, words, connections and time; a profile ranks them; the gate decides whether
//! any of them has to do with the prompt at all; near-duplicates are shown once. Every hit carries all the
//! terms that its rank was computed from.

pub(crate) mod block;
pub(crate) mod briefing;
pub(crate) mod budget;
mod choose;
mod constants;
pub(crate) mod conversation_search;
mod earlier;
mod excerpts;
mod gate;
pub(crate) mod harmless;
mod hearing;
pub(crate) mod marks;
mod mmr;
mod monopoly;
mod plan;
pub(crate) mod planning;
mod prompt;
mod rank;
mod recalled;
mod related_count;
pub(crate) mod search;
mod sessions;
pub(crate) mod shown;
pub(crate) mod survey;

use std::borrow::Cow;
use std::collections::HashSet;

use omoide_core::parameters::Profile;
use omoide_core::ports::TimeHint;
use omoide_core::ports::store::Reader;
use omoide_core::{Memory, MemoryId, Moment, NamePrint, QueryWords, Scope};
use omoide_language::query_plan;
use omoide_language::strip;
use omoide_language::time_words::TimeAsk;

use self::choose::Chosen;
use self::rank::Ranked;
use self::related_count::RelatedCount;
use self::shown::Context;
use crate::{Error, Mind};

pub use omoide_core::formulas::ranking::gate::{GateTerms, HeldWording, SharedWords};
pub(crate) use prompt::Asked;
pub use prompt::Prompt;
pub(crate) use rank::readings::Readings;
pub(crate) use rank::voice::without_label;
pub(crate) use recalled::Candidate;
pub use recalled::{GaveWay, Hit, HitTerms, InCommon, Recalled, Related, Silence, Terms};
pub(crate) use search::views::Views;

impl Mind<'_> {
    /// The memories that a prompt brings to mind. Those that are active are marked as recalled, for
    /// the next night to strengthen; archived ones that faded are asked back.
    ///
    /// # Errors
    /// [`Error::WrongDimensions`], or when a part fails.
    pub fn recall(&self, prompt: &Prompt) -> Result<Recalled, Error> {
        let mut prompt = self.engine.kept_prompt(prompt);
        if !prompt.scope.tags.is_empty() {
            self.resolve_tags(&mut prompt.to_mut().scope)?;
        }
        if prompt.scope.heard_by.is_some() {
            self.resolve_hearer(&mut prompt.to_mut().scope)?;
        }
        let prompt = &*prompt;
        let text = prompt.text.trim();
        if text.is_empty() || strip::is_command(text) {
            return Ok(Recalled::nothing(Silence::NothingAsked));
        }
        let prompt = &*self.with_spellings(prompt)?;
        let now = prompt.at.unwrap_or_else(|| self.engine.now());
        // Before anything is taken out of it: a part alone may not show that it is private or secret.
        let gist = query_plan::gist(&self.engine.sendable(text), now);
        let before = self.messages_before(prompt, &gist);
        let searched = self.searched(prompt, &gist, &before);
        let (meaning, embedding) = self.meaning(prompt, &searched)?;
        let profile = self.profile_of(prompt);
        let retrieval = &self.parameters().retrieval;
        let is_fused = profile == Profile::Fused;
        let mut asked = Asked {
            prompt,
            profile,
            query: if is_fused { self.query_words(prompt, &gist, &before) } else { QueryWords::default() },
            letters: if is_fused { self.letters(prompt) } else { Vec::new() },
            intent: self.intent_of(prompt),
            gist,
            searched,
            meaning,
            embedding,
            feeling: None,
            context: None,
            now,
            wanted: prompt.top_k.unwrap_or(retrieval.top_k as usize),
            has_gate: prompt.gate.unwrap_or(retrieval.gate),
        };
        let mut recalled = self.engine.look(|r| self.search(r, &mut asked))?;
        if prompt.leaves_a_mark
            && let Some(mark) = recalled.mark(prompt, now)
        {
            // A disk that is full, or a store that may only be read, keeps nobody from remembering.
            recalled.unmarked = self.leave_marks(&[mark]).err().map(|error| error.to_string());
        }
        Ok(recalled)
    }

    /// The prompt with the spellings of the person that it is about: outlines know only prints of names as they are spelt.
    fn with_spellings<'p>(&self, prompt: &'p Prompt) -> Result<Cow<'p, Prompt>, Error> {
        let Some(person) = prompt.scope.person.as_deref().filter(|_| prompt.scope.person_spellings.is_empty()) else {
            return Ok(Cow::Borrowed(prompt));
        };
        let person_spellings = self.engine.read(|r| r.persons_called(&self.name, person))?;
        Ok(Cow::Owned(Prompt { scope: Scope { person_spellings, ..prompt.scope.clone() }, ..prompt.clone() }))
    }

    fn search(&self, reader: &dyn Reader, asked: &mut Asked<'_>) -> Result<Recalled, Error> {
        let prompt = asked.prompt;
        let thread = prompt.thread.as_deref();
        asked.feeling = if prompt.with_feeling { self.carried_over(reader, thread, asked.now)? } else { None };
        asked.context = Context::of(reader, &self.name, prompt)?;
        let asked = &*asked;
        let tell = |speakers: &[String], judged| prompt.tells_plan.then(|| asked.plan(speakers, judged));
        let feeling = asked.feeling.clone();
        let Some(Ranked { candidates, speakers, relevances }) = self.rank(reader, asked)? else {
            let nothing = Recalled::nothing(Silence::NothingKnown);
            return Ok(Recalled { feeling, plan: tell(&[], None), ..nothing });
        };
        let Chosen { mut hits, waiting, judged_as, judged } = self.choose(reader, asked, candidates)?;
        let RelatedCount { count: related_count, span, has_shown_before } = match prompt.counts_related {
            true => self.count_related(reader, asked, judged, (&hits, &relevances))?,
            false => RelatedCount::default(),
        };
        self.leave_out_unheard(reader, &prompt.scope, &mut hits)?;
        self.add_excerpts(reader, asked, &mut hits)?;
        let mut hits = self.with_sessions(reader, asked, hits)?;
        let depth = prompt.depth.unwrap_or(self.parameters().relations.relation_traversal_depth);
        let mut related = self.related_to_hits(reader, &hits, depth)?;
        related.retain(|Related { memory, .. }| {
            let thread = memory.origin.thread.as_deref().map(NamePrint::of);
            let is_in_context = asked.context.is_some_and(|context| context.has(thread, memory.created));
            !is_in_context && !prompt.without.contains(&memory.id) && prompt.scope.is_heard(memory.seq)
        });
        let gave_way = self.without_monopoly(reader, asked, (&mut hits, &mut related), waiting)?;
        let silence = hits.is_empty().then_some(Silence::NothingRelevant);
        Ok(Recalled {
            hits,
            related,
            feeling,
            plan: tell(&speakers, judged_as),
            silence,
            related_count,
            span,
            has_shown_before,
            gave_way,
            unmarked: None,
        })
    }

    /// How near a memory is to the time that the prompt names, 0 to 1.
    pub(crate) fn nearness(&self, hint: TimeHint, created: Moment, now: Moment) -> f64 {
        match hint {
            TimeHint::Within(from, to) => {
                let is_within = (from.unix_micros()..to.unix_micros()).contains(&created.unix_micros());
                f64::from(u8::from(is_within))
            }
            TimeHint::Recent => {
                let half_life = self.parameters().retrieval.recency_half_life_days;
                0.5_f64.powf(now.days_since(created).max(0.0) / half_life)
            }
        }
    }

    /// Whether the prompt asks for a time and for nothing else.
    fn is_about_a_time(&self, asked: &Asked<'_>) -> bool {
        matches!(asked.gist.time, Some(TimeHint::Within(..)))
            && asked.gist.asked.as_ref().is_some_and(|asked| asked.asks == TimeAsk::All)
    }

    fn related_to_hits(&self, reader: &dyn Reader, hits: &[Hit], depth: u32) -> Result<Vec<Related>, Error> {
        let mut seen: HashSet<MemoryId> = hits.iter().map(|hit| hit.memory.id).collect();
        let mut related = Vec::new();
        for hit in hits {
            for neighbour in self.reachable(reader, hit.memory.id, depth, &mut seen)? {
                related.push(Related { memory: neighbour.memory, via: neighbour.via, kind: neighbour.kind });
            }
        }
        Ok(related)
    }
}

/// All words by which a memory can be found.
pub(crate) fn searchable(memory: &Memory) -> String {
    let mut text = memory.text.joined();
    for keyword in memory.keywords.iter().chain(&memory.tags) {
        text.push(' ');
        text.push_str(keyword);
    }
    text
}

/// The share of `words` that are among `others`.
pub(crate) fn share(words: &[String], others: &[String]) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    let others: HashSet<&str> = others.iter().map(String::as_str).collect();
    words.iter().filter(|word| others.contains(word.as_str())).count() as f64 / words.len() as f64
}
