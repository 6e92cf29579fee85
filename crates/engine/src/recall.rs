//! Recall: the memories that a prompt brings to mind, by S0's priority, through the gate.

use std::collections::HashSet;

use omoide_core::formulas::priority::{PriorityTerms, priority};
use omoide_core::formulas::resonance::resonance;
use omoide_core::formulas::similarity::{above_floor, cosine};
use omoide_core::ports::TimeHint;
use omoide_core::ports::store::{Outline, Reader};
use omoide_core::{Category, Feeling, Memory, MemoryId, Moment, RelationType, Seq};
use omoide_language::strip;

use crate::likeness::Likenesses;
use crate::{Error, Mind, feeling};

/// How many memories are read to find those that pass the gate, for each one that is wanted.
const READ_PER_HIT: usize = 40;

/// How many words a prompt may have beside a time for the time alone to be its subject.
const WORDS_BESIDE_TIME: usize = 2;

/// What someone says, and how recall should answer.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// The words.
    pub text: String,
    /// Their vector under the engine's model, if the caller has it.
    pub embedding: Option<Vec<f32>>,
    /// When; now if not given.
    pub at: Option<Moment>,
    /// The conversation, whose last feeling colours the recall.
    pub thread: Option<String>,
    /// Whether it does.
    pub with_feeling: bool,
    /// Most memories to return; by the parameters if not given.
    pub top_k: Option<usize>,
    /// How far to follow relations from a hit; by the parameters if not given.
    pub depth: Option<u32>,
    /// Whether the hits count as recalled. Without it nothing changes.
    pub leaves_a_mark: bool,
}

impl Prompt {
    /// A prompt that recalls as usual.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            embedding: None,
            at: None,
            thread: None,
            with_feeling: true,
            top_k: None,
            depth: None,
            leaves_a_mark: true,
        }
    }
}

/// What came to mind.
#[derive(Clone, PartialEq, Debug)]
pub struct Recalled {
    /// The memories, the first to come to mind first.
    pub hits: Vec<Hit>,
    /// What the hits are related to, and are not themselves among the hits.
    pub related: Vec<Related>,
    /// The feeling that coloured the recall.
    pub feeling: Option<Feeling>,
    /// Why there is nothing, if there is nothing.
    pub silence: Option<Silence>,
}

/// Why recall says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The prompt is empty or a command to the host.
    NothingAsked,
    /// The mind has no memories yet.
    NothingKnown,
    /// Nothing known has to do with the prompt.
    NothingRelevant,
}

/// A memory that came to mind, with the whole reckoning.
#[derive(Clone, PartialEq, Debug)]
pub struct Hit {
    /// The memory, as it was when it was recalled.
    pub memory: Memory,
    /// How it was ranked.
    pub terms: HitTerms,
}

/// Every term of a hit's rank.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HitTerms {
    /// S0's priority and its parts.
    pub priority: PriorityTerms,
    /// Added because prompt and memory are of the same category.
    pub category_bonus: f64,
    /// Added because the memory is from the time that the prompt names.
    pub time_bonus: f64,
    /// The share of the prompt's words that the memory has; only the gate looks at it.
    pub shared_words: f64,
}

impl HitTerms {
    /// What hits are sorted by.
    pub fn total(&self) -> f64 {
        self.priority.sum() + self.category_bonus + self.time_bonus
    }
}

/// A memory that a hit leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Related {
    /// The memory.
    pub memory: Memory,
    /// The hit, or the memory on the way from it, that points here.
    pub via: MemoryId,
    /// Why.
    pub kind: RelationType,
}

struct Candidate {
    outline: Outline,
    terms: HitTerms,
    is_from_that_time: bool,
    /// The place of the model that its similarity comes from.
    model: Option<usize>,
}

impl Mind<'_> {
    /// The memories that a prompt brings to mind. Those that are active are marked as recalled, for
    /// the next night to strengthen; archived ones are asked back.
    ///
    /// # Errors
    /// [`Error::WrongDimensions`], or when a part fails.
    pub fn recall(&self, prompt: &Prompt) -> Result<Recalled, Error> {
        let silent =
            |silence| Recalled { hits: Vec::new(), related: Vec::new(), feeling: None, silence: Some(silence) };
        let text = prompt.text.trim();
        if text.is_empty() || strip::is_command(text) {
            return Ok(silent(Silence::NothingAsked));
        }
        let now = prompt.at.unwrap_or_else(|| self.engine.now());
        let embedding = self.embed_prompt(prompt)?;
        let recalled = self.engine.look(|r| self.search(r, prompt, embedding.clone(), now))?;
        if prompt.leaves_a_mark {
            self.leave_marks(prompt, &recalled, now)?;
        }
        Ok(recalled)
    }

    /// The prompt's vector under the active model; none when it has none, or when the model cannot be
    /// asked: then the others and the words have to do.
    fn embed_prompt(&self, prompt: &Prompt) -> Result<Option<Vec<f32>>, Error> {
        let embedders = &self.engine.parts.embedders;
        match &prompt.embedding {
            Some(given) => {
                embedders.check_size(given)?;
                Ok(Some(given.clone()))
            }
            None => Ok(embedders.active().embed_query(prompt.text.trim()).ok().flatten()),
        }
    }

    fn search(
        &self,
        reader: &dyn Reader,
        prompt: &Prompt,
        embedding: Option<Vec<f32>>,
        now: Moment,
    ) -> Result<Recalled, Error> {
        let parameters = self.parameters();
        let thread = prompt.thread.as_deref();
        let feeling = if prompt.with_feeling { self.carried_over(reader, thread, now)? } else { None };
        let outlines = reader.outlines(&self.name, &[])?;
        if outlines.is_empty() {
            let silence = Some(Silence::NothingKnown);
            return Ok(Recalled { hits: Vec::new(), related: Vec::new(), feeling, silence });
        }
        let likenesses = self.likenesses(reader, prompt, embedding, &outlines)?;
        let mut candidates = self.rank(prompt, outlines, &likenesses, feeling.as_ref(), now);
        let wanted = prompt.top_k.unwrap_or(parameters.retrieval.top_k as usize);
        let hits = if parameters.retrieval.gate {
            self.through_the_gate(reader, prompt, candidates, wanted)?
        } else {
            candidates.truncate(wanted);
            self.read_hits(reader, candidates)?
        };
        let depth = prompt.depth.unwrap_or(parameters.relations.relation_traversal_depth);
        let related = self.related_to_hits(reader, &hits, depth)?;
        let silence = hits.is_empty().then_some(Silence::NothingRelevant);
        Ok(Recalled { hits, related, feeling, silence })
    }

    /// All that have any priority, the highest first; of equals the active before the archived, the
    /// older before the newer.
    fn rank(
        &self,
        prompt: &Prompt,
        outlines: Vec<Outline>,
        likenesses: &Likenesses,
        feeling: Option<&Feeling>,
        now: Moment,
    ) -> Vec<Candidate> {
        let parameters = self.parameters();
        let retrieval = &parameters.retrieval;
        let understanding = &self.engine.parts.understanding;
        let category = (retrieval.category_weight > 0.0).then(|| understanding.category(&prompt.text));
        let time = (retrieval.time_word_weight > 0.0).then(|| understanding.time_hint(&prompt.text, now)).flatten();
        let with_archive = parameters.archive.enable_archive_recall;
        let mut candidates: Vec<Candidate> = outlines
            .into_iter()
            .filter(|outline| with_archive || !outline.is_archived)
            .map(|outline| {
                let likeness = likenesses.get(&outline.seq);
                let similarity = likeness.map_or(0.0, |likeness| likeness.similarity);
                let terms = feeling.map(|current| resonance(&outline.feeling, current, &parameters.resonance));
                let priority = priority(outline.retention_score, similarity, outline.recall_count, terms, parameters);
                let is_same = category.as_ref().is_some_and(|c| *c == outline.category && *c != Category::Casual);
                let category_bonus = if is_same { retrieval.category_weight * priority.base() } else { 0.0 };
                let nearness = time.map_or(0.0, |hint| self.nearness(hint, outline.created, now));
                let time_bonus = retrieval.time_word_weight * nearness * outline.retention_score;
                let terms = HitTerms { priority, category_bonus, time_bonus, shared_words: 0.0 };
                let is_from_that_time = matches!(time, Some(TimeHint::Within(..))) && nearness > 0.0;
                Candidate { outline, terms, is_from_that_time, model: likeness.and_then(|likeness| likeness.model) }
            })
            .filter(|candidate| candidate.terms.total() > 0.0)
            .collect();
        candidates.sort_by(|a, b| {
            let by_rank = b.terms.total().total_cmp(&a.terms.total());
            by_rank.then_with(|| (a.outline.is_archived, a.outline.seq).cmp(&(b.outline.is_archived, b.outline.seq)))
        });
        candidates
    }

    /// How near a memory is to the time that the prompt names, 0 to 1.
    fn nearness(&self, hint: TimeHint, created: Moment, now: Moment) -> f64 {
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

    /// Reads candidates from the top until enough have passed: those that are like the prompt, share
    /// its words, or are from the time that it is about. Near-duplicates pass once.
    fn through_the_gate(
        &self,
        reader: &dyn Reader,
        prompt: &Prompt,
        candidates: Vec<Candidate>,
        wanted: usize,
    ) -> Result<Vec<Hit>, Error> {
        let retrieval = &self.parameters().retrieval;
        let understanding = &self.engine.parts.understanding;
        let words = understanding.content_words(&prompt.text);
        let is_about_a_time = words.len() <= WORDS_BESIDE_TIME;
        let mut hits: Vec<Hit> = Vec::new();
        let mut shown = Shown::default();
        for candidate in candidates.into_iter().take(wanted.saturating_mul(READ_PER_HIT)) {
            if hits.len() == wanted {
                break;
            }
            let seq = candidate.outline.seq;
            let Some(memory) = reader.memories(&self.name, &[seq])?.pop() else { continue };
            let mut terms = candidate.terms;
            terms.shared_words = share(&words, &understanding.content_words(&searchable(&memory)));
            let passes = terms.priority.similarity >= retrieval.gate_similarity
                || (!words.is_empty() && terms.shared_words >= retrieval.gate_shared_words)
                || (candidate.is_from_that_time && is_about_a_time);
            if !passes {
                continue;
            }
            let is_same_text = hits.iter().any(|hit| hit.memory.text == memory.text);
            if !is_same_text && shown.takes(self, reader, seq, candidate.model)? {
                hits.push(Hit { memory, terms });
            }
        }
        Ok(hits)
    }

    fn read_hits(&self, reader: &dyn Reader, candidates: Vec<Candidate>) -> Result<Vec<Hit>, Error> {
        let seqs: Vec<Seq> = candidates.iter().map(|c| c.outline.seq).collect();
        let memories = reader.memories(&self.name, &seqs)?;
        Ok(memories.into_iter().zip(candidates).map(|(memory, c)| Hit { memory, terms: c.terms }).collect())
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

    fn leave_marks(&self, prompt: &Prompt, recalled: &Recalled, now: Moment) -> Result<(), Error> {
        let seqs: Vec<Seq> = recalled.hits.iter().map(|hit| hit.memory.seq).collect();
        let top = recalled.hits.first().map(|hit| &hit.memory.emotion.feeling);
        let next = top.or(recalled.feeling.as_ref());
        if seqs.is_empty() && prompt.with_feeling {
            return Ok(());
        }
        self.engine.write(|w| {
            w.mark_recalled(&self.name, &seqs, now)?;
            feeling::keep(w, &self.name, prompt.thread.as_deref(), next, now)
        })
    }
}

/// The vectors of the hits so far, each with the place of its model.
#[derive(Default)]
struct Shown(Vec<(usize, Vec<f32>)>);

impl Shown {
    /// Whether a memory is not nearly the same as one that is shown already.
    fn takes(&mut self, mind: &Mind<'_>, reader: &dyn Reader, seq: Seq, model: Option<usize>) -> Result<bool, Error> {
        let embedders = &mind.engine.parts.embedders;
        let Some((place, embedder)) = model.and_then(|place| Some((place, embedders.all().nth(place)?))) else {
            return Ok(true);
        };
        let found = reader.vectors(&mind.name, embedder.model(), &[seq])?.pop();
        let vector = found.map(|(_, vector)| vector).unwrap_or_default();
        let limit = mind.parameters().retrieval.duplicate_similarity;
        let is_repeat = self
            .0
            .iter()
            .filter(|(other, _)| *other == place)
            .any(|(_, shown)| above_floor(cosine(shown, &vector), embedder.floor()) >= limit);
        if !is_repeat {
            self.0.push((place, vector));
        }
        Ok(!is_repeat)
    }
}

/// All words by which a memory can be found.
pub(crate) fn searchable(memory: &Memory) -> String {
    let mut text = memory.text.joined();
    for keyword in &memory.keywords {
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
