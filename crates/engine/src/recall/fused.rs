//! The default ranking: every way of searching gives each memory a clue, and the clues are weighed together.

use std::collections::{HashMap, HashSet};

use omoide_core::formulas::fused::{Clue, Clues, Standing, fused, relevance};
use omoide_core::formulas::resonance::resonance_between;
use omoide_core::ports::TimeHint;
use omoide_core::ports::store::{Lookup, Outline, Posting, Reader, VectorQuery};
use omoide_core::{NamePrint, QueryWords, Seq, Source, Term, TermKind};
use omoide_language::{fold, query_plan, terms};

use super::by_formula::in_order;
use super::closer::CloserLook;
use super::lexical::{self, Coverage};
use super::view::{Neighbours, Sight, View};
use super::{Asked, Candidate, GateTerms, Terms};
use crate::{Error, Mind, place};

/// How many of the best memories activation starts from.
const SEEDS: usize = 8;

/// How many persons are looked up by name; a mind that talks with more has no use for the clue.
const MOST_PERSONS: usize = 64;

/// How many memories that are not in the index over words are read instead, the newest first.
const READ_FOR_WORDS: usize = 2_000;

/// How many memories are looked at for each one that is wanted.
const RANKED_PER_HIT: usize = 8;

/// How many memories are weighed at last, for each one that is wanted; and how many at least.
const WEIGHED_PER_HIT: usize = 4;
const LEAST_WEIGHED: usize = 24;

/// One number for each memory in view.
type Column = Vec<f32>;

struct Columns<'v> {
    view: &'v View,
    by_clue: [Option<Column>; Clue::COUNT],
}

impl<'v> Columns<'v> {
    fn new(view: &'v View) -> Self {
        Self { view, by_clue: [const { None }; Clue::COUNT] }
    }

    /// Takes a column as shares of its best.
    fn put_share(&mut self, clue: Clue, mut column: Column) {
        let best = column.iter().copied().fold(0.0_f32, f32::max);
        if best > 0.0 {
            column.iter_mut().for_each(|value| *value = (*value / best).max(0.0));
            self.put(clue, column);
        }
    }

    fn put(&mut self, clue: Clue, column: Column) {
        self.by_clue[clue as usize] = Some(column);
    }

    /// A column of what stands at each one's neighbour.
    fn beside(&self, clue: Clue, neighbour: fn(Neighbours) -> u32) -> Option<Column> {
        let column = self.by_clue[clue as usize].as_ref()?;
        let at = |place: u32| column.get(place as usize).copied().unwrap_or(0.0);
        Some((0..self.view.len()).map(|place| at(neighbour(self.view.neighbours(place)))).collect())
    }

    fn clues(&self, place: usize) -> Clues {
        let mut clues = [0.0; Clue::COUNT];
        for (clue, column) in clues.iter_mut().zip(&self.by_clue) {
            *clue = column.as_ref().map_or(0.0, |column| f64::from(column[place]));
        }
        clues
    }

    /// The sum of the weighted columns.
    fn totals(&self, weights: &[f64; Clue::COUNT]) -> Column {
        let mut totals = vec![0.0_f32; self.view.len()];
        for (column, weight) in self.by_clue.iter().zip(weights) {
            if let Some(column) = column {
                for (total, value) in totals.iter_mut().zip(column) {
                    *total += value * *weight as f32;
                }
            }
        }
        totals
    }
}

/// Similarities under one model or several, of those who have one.
struct Similar {
    /// Under the built-in vectors, or the only model.
    plain: Vec<(Seq, f32)>,
    /// Under a neural model beside them.
    neural: Vec<(Seq, f32)>,
}

impl Mind<'_> {
    /// By all clues; none when there is nothing to rank.
    pub(super) fn rank_fused(&self, reader: &dyn Reader, asked: &Asked<'_>) -> Result<Option<Vec<Candidate>>, Error> {
        let parameters = self.parameters();
        let (sights, similar, is_empty) = self.sights_and_similarities(reader, asked)?;
        if is_empty {
            return Ok(None);
        }
        let view = View::of(sights);
        let mut columns = Columns::new(&view);
        let (before, after) = (|around: Neighbours| around.previous, |around: Neighbours| around.next);
        let column = |of: &[(Seq, f32)]| -> Column {
            let mut column = vec![0.0; view.len()];
            // From the last, so that the first model that knows a memory has the last word.
            for (seq, similarity) in of.iter().rev() {
                if let Some(place) = view.place(*seq) {
                    column[place] = *similarity;
                }
            }
            column
        };
        let similarity = column(&similar.plain);
        columns.put_share(Clue::Similarity, similarity.clone());
        for (clue, step) in [(Clue::Before, before as fn(Neighbours) -> u32), (Clue::After, after)] {
            if let Some(beside) = columns.beside(Clue::Similarity, step) {
                columns.put(clue, beside);
            }
        }
        if !similar.neural.is_empty() {
            columns.put_share(Clue::Neural, column(&similar.neural));
        }
        let speakers = self.speakers(reader, asked, &view)?;
        let query = self.engine.parts.understanding.query_words(asked.prompt.text.trim());
        let words = self.word_columns(reader, asked, &query, &speakers, &mut columns)?;
        self.put_what_is_known(asked, &speakers, &mut columns);
        let phrases = self.put_phrases(reader, &query, &mut columns)?;
        let neural = column(&similar.neural);
        let seen = Seen {
            asked,
            columns: &columns,
            words: &words,
            similarity: &similarity,
            neural: &neural,
            phrases,
            is_about_a_time: self.is_about_a_time(asked),
        };
        self.rank_the_best(reader, &seen, parameters.fused.passages_read as usize).map(Some)
    }

    fn sights_and_similarities(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
    ) -> Result<(Vec<Sight>, Similar, bool), Error> {
        let embedders = &self.engine.parts.embedders;
        let is_alone = embedders.all().count() == 1;
        let with_archive = self.parameters().archive.enable_archive_recall;
        let admits =
            |outline: &Outline| (with_archive || !outline.is_archived) && asked.prompt.scope.admits_outline(outline);
        let (mut sights, mut has_any): (Vec<Sight>, bool) = (Vec::new(), false);
        let mut similar = Similar { plain: Vec::new(), neural: Vec::new() };
        let mut is_all_seen = false;
        for (place, embedder) in embedders.all().enumerate() {
            // A model on standby is asked only about those whom no other knows: asking may load it.
            if is_all_seen && place >= embedders.kept().count() {
                let known: HashSet<Seq> = similar.plain.iter().chain(&similar.neural).map(|(seq, _)| *seq).collect();
                if sights.iter().all(|sight| known.contains(&sight.seq)) {
                    break;
                }
            }
            let vector = match place {
                0 => asked.embedding.clone(),
                _ => embedder.embed_query(asked.prompt.text.trim()).ok().flatten(),
            };
            let Some(vector) = vector else { continue };
            let into = if place == 0 && !is_alone { &mut similar.neural } else { &mut similar.plain };
            let query = VectorQuery { model: embedder.model(), vector: &vector, floor: embedder.floor() };
            reader.similarities(&self.name, &query, &mut |outline, similarity| {
                has_any = true;
                if !admits(outline) {
                    return;
                }
                if !is_all_seen {
                    sights.push(outline.into());
                }
                if let Some(similarity) = similarity {
                    into.push((outline.seq, similarity as f32));
                }
            })?;
            is_all_seen = true;
        }
        if !is_all_seen {
            reader.visit_outlines(&self.name, &mut |outline| {
                has_any = true;
                if admits(outline) {
                    sights.push(outline.into());
                }
            })?;
        }
        Ok((sights, similar, !has_any))
    }

    /// The persons in view whom the prompt names; nobody when there is only one to tell apart.
    fn speakers(&self, reader: &dyn Reader, asked: &Asked<'_>, view: &View) -> Result<Vec<(NamePrint, String)>, Error> {
        let mut first: Vec<(NamePrint, Seq)> = Vec::new();
        for sight in &view.sights {
            if first.iter().all(|(person, _)| *person != sight.person) {
                first.push((sight.person, sight.seq));
            }
            if first.len() > MOST_PERSONS {
                return Ok(Vec::new());
            }
        }
        if first.len() < 2 {
            return Ok(Vec::new());
        }
        let seqs: Vec<Seq> = first.into_iter().map(|(_, seq)| seq).collect();
        let named = reader.memories(&self.name, &seqs)?.into_iter().map(|memory| memory.origin.person);
        Ok(named
            .filter(|person| query_plan::is_named(&asked.prompt.text, person))
            .map(|person| (NamePrint::of(&person), person))
            .collect())
    }

    fn word_columns(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        query: &QueryWords,
        speakers: &[(NamePrint, String)],
        columns: &mut Columns<'_>,
    ) -> Result<Coverage, Error> {
        let mut wanted: Vec<Term> = query.terms.iter().map(|asked| asked.term.clone()).collect();
        for prefix in &query.prefixes {
            let found = reader.terms_beginning(&self.name, query.version, prefix, PREFIX_TERMS)?;
            wanted.extend(found.into_iter().map(|(term, _)| term));
        }
        wanted.push(Term::new(TermKind::Filler, terms::LONE_QUESTION));
        let mut found = reader.lookup(&self.name, query.version, &wanted)?;
        self.add_what_is_not_indexed(reader, query.version, &wanted, &mut found)?;
        let questions = found.lists.pop().unwrap_or_default();
        let is_speaker = |term: &Term| speakers.iter().any(|(_, person)| is_of_name(term, person));
        let is_person = |term: &Term| asked.plan.people.iter().any(|person| is_of_name(term, person));
        let asked_terms = lexical::terms_of(query, &wanted[query.terms.len()..wanted.len() - 1]);
        let (scores, coverage) =
            lexical::score(columns.view, &asked_terms, &found, &self.parameters().fused, (is_speaker, is_person));
        columns.put_share(Clue::Words, scores.words);
        columns.put_share(Clue::Near, scores.near);
        columns.put_share(Clue::Around, scores.around);
        columns.put_share(Clue::Thread, scores.thread);
        columns.put_share(Clue::Pairs, scores.pairs);
        let mut asks = vec![0.0; columns.view.len()];
        for (place, _) in columns.view.placed(&questions) {
            asks[place] = 1.0;
        }
        columns.put(Clue::Question, asks);
        Ok(coverage)
    }

    /// Memories that the index over words does not have yet are read.
    fn add_what_is_not_indexed(
        &self,
        reader: &dyn Reader,
        version: u32,
        wanted: &[Term],
        found: &mut Lookup,
    ) -> Result<(), Error> {
        if reader.without_words_count(&self.name, version)? == 0 {
            return Ok(());
        }
        let missing = reader.without_words(&self.name, version, None, READ_FOR_WORDS)?;
        for (seq, wording) in reader.wordings(&self.name, &missing)? {
            let words = self.engine.parts.understanding.words(&wording);
            found.statistics.memories += 1;
            for (sum, length) in found.statistics.lengths.iter_mut().zip(words.lengths) {
                *sum += u64::from(length);
            }
            for (term, list) in wanted.iter().zip(&mut found.lists) {
                if let Ok(place) = words.terms.binary_search_by(|(other, _)| other.cmp(term)) {
                    list.push(Posting { seq, counts: words.terms[place].1, lengths: words.lengths });
                }
            }
        }
        for list in &mut found.lists {
            list.sort_unstable_by_key(|posting| posting.seq);
        }
        Ok(())
    }

    fn put_what_is_known(&self, asked: &Asked<'_>, speakers: &[(NamePrint, String)], columns: &mut Columns<'_>) {
        let sights = &columns.view.sights;
        if !speakers.is_empty() {
            let is_speaker = |sight: &Sight| speakers.iter().any(|(print, _)| *print == sight.person);
            let column = sights.iter().map(|sight| f32::from(u8::from(is_speaker(sight)))).collect();
            columns.put(Clue::Speaker, column);
        }
        if let Some(hint) = asked.plan.time {
            let nearness = |sight: &Sight| self.nearness(hint, sight.created, asked.now) as f32;
            let column = sights.iter().map(nearness).collect();
            columns.put(Clue::Time, column);
        }
    }

    /// Who holds what the prompt has in quotes; only those with all its words are read.
    fn put_phrases(
        &self,
        reader: &dyn Reader,
        query: &QueryWords,
        columns: &mut Columns<'_>,
    ) -> Result<HashSet<usize>, Error> {
        let understanding = &self.engine.parts.understanding;
        let mut holders = HashSet::new();
        for phrase in &query.phrases {
            let found = reader.lookup(&self.name, query.version, &phrase.terms)?;
            let mut lists = found.lists.iter();
            let mut common: Vec<Seq> = match lists.next() {
                Some(list) => list.iter().map(|posting| posting.seq).collect(),
                None => continue,
            };
            for list in lists {
                common.retain(|seq| list.binary_search_by_key(seq, |posting| posting.seq).is_ok());
            }
            common.retain(|seq| columns.view.place(*seq).is_some());
            // The best by words first: a phrase of common words may stand in thousands.
            let words = columns.by_clue[Clue::Words as usize].as_deref().unwrap_or_default();
            let rank = |seq: &Seq| columns.view.place(*seq).and_then(|place| words.get(place)).copied().unwrap_or(0.0);
            common.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(a.cmp(b)));
            common.truncate(MOST_PHRASE_READ);
            for (seq, wording) in reader.wordings(&self.name, &common)? {
                let texts =
                    [Some(&wording.trigger), Some(&wording.content), wording.said.as_ref(), wording.replied.as_ref()];
                let holds = texts.into_iter().flatten().any(|text| understanding.contains_phrase(text, &phrase.text));
                if let (true, Some(place)) = (holds, columns.view.place(seq)) {
                    holders.insert(place);
                }
            }
        }
        if !holders.is_empty() {
            let held = |place: usize| f32::from(u8::from(holders.contains(&place)));
            let column = (0..columns.view.len()).map(held).collect();
            columns.put(Clue::Phrase, column);
        }
        Ok(holders)
    }

    /// Ranks by what every memory has, then looks closer at the best.
    fn rank_the_best(&self, reader: &dyn Reader, seen: &Seen<'_>, read: usize) -> Result<Vec<Candidate>, Error> {
        let p = &self.parameters().fused;
        let weights: [f64; Clue::COUNT] = Clue::ALL.map(|clue| clue.weight(p));
        let totals = seen.columns.totals(&weights);
        let looked_at = read.max(seen.asked.wanted.saturating_mul(RANKED_PER_HIT)).max(SEEDS);
        let mut best = the_best(&totals, looked_at);
        let mut closer: HashMap<usize, Clues> = best.iter().map(|place| (*place, seen.columns.clues(*place))).collect();
        self.add_passages(reader, seen, &best[..best.len().min(read)], &mut closer)?;
        self.add_connections(reader, seen, &mut best, &mut closer)?;
        // Activation may reach thousands; factors are bounded, so those far behind stay there.
        let by_relevance: HashMap<usize, f64> =
            closer.iter().map(|(place, clues)| (*place, relevance(clues, p))).collect();
        best.sort_by(|a, b| by_relevance[b].total_cmp(&by_relevance[a]).then(a.cmp(b)));
        best.truncate(seen.asked.wanted.saturating_mul(WEIGHED_PER_HIT).max(LEAST_WEIGHED));
        let mut candidates = Vec::with_capacity(best.len());
        let seqs: Vec<Seq> = best.iter().map(|place| seen.columns.view.seq(*place)).collect();
        let superseded: HashSet<Seq> =
            reader.superseded(&self.name, &seqs)?.into_iter().map(|superseded| superseded.seq).collect();
        let feedback: HashMap<Seq, f64> = reader
            .feedback(&self.name, &seqs)?
            .into_iter()
            .map(|(seq, feedback)| (seq, feedback.factor(seen.asked.now, &self.parameters().feedback)))
            .collect();
        let outlines = reader.outlines_of(&self.name, &seqs)?;
        let here = self.threads_here(reader, seen.asked, &outlines)?;
        for outline in outlines {
            let Some(place) = seen.columns.view.place(outline.seq) else { continue };
            let clues = closer.get(&place).copied().unwrap_or([0.0; Clue::COUNT]);
            let standing = Standing {
                feedback: feedback.get(&outline.seq).copied().unwrap_or(1.0),
                is_superseded: superseded.contains(&outline.seq),
                is_of_this_project: outline.thread.is_some_and(|thread| here.contains(&thread)),
                ..self.standing(seen.asked, &outline)
            };
            let terms = fused(clues, &standing, p);
            if terms.relevance > 0.0 {
                candidates.push(Candidate {
                    outline,
                    terms: Terms::Fused(terms),
                    gate: seen.gate_terms(place, &closer),
                });
            }
        }
        candidates.sort_by(in_order);
        Ok(candidates)
    }

    fn standing(&self, asked: &Asked<'_>, outline: &Outline) -> Standing {
        let parameters = self.parameters();
        let age = asked.now.days_since(outline.created).max(0.0);
        let resonance = asked
            .feeling
            .as_ref()
            .map_or(0.0, |feeling| resonance_between(outline.feeling, feeling.into(), &parameters.resonance).sum());
        let recalls = f64::from(outline.recall_count);
        let thread = asked.prompt.thread.as_deref().map(NamePrint::of);
        Standing {
            retention: outline.retention_score / 100.0,
            recency: 0.5_f64.powf(age / parameters.activation.recency_half_life_days),
            usage: recalls / (recalls + 3.0),
            resonance,
            feedback: 1.0,
            is_superseded: false,
            is_from_outside: matches!(outline.source, Source::Document | Source::Tool),
            is_of_this_thread: thread.is_some() && outline.thread == thread,
            is_of_this_project: false,
        }
    }

    /// The threads of these memories that took place in the prompt's project.
    fn threads_here(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        outlines: &[Outline],
    ) -> Result<HashSet<NamePrint>, Error> {
        let mut here = HashSet::new();
        let Some(place) = &asked.prompt.place else { return Ok(here) };
        let threads: HashSet<NamePrint> = outlines.iter().filter_map(|outline| outline.thread).collect();
        for thread in threads {
            if place::of(reader, &self.name, thread)?.is_some_and(|other| other.is_same_project(place)) {
                here.insert(thread);
            }
        }
        Ok(here)
    }

    fn add_passages(
        &self,
        reader: &dyn Reader,
        seen: &Seen<'_>,
        best: &[usize],
        closer: &mut HashMap<usize, Clues>,
    ) -> Result<(), Error> {
        let p = &self.parameters().fused;
        let mut look = CloserLook::new(&seen.asked.prompt.text, &seen.words.weighed, p);
        if look.is_empty() {
            return Ok(());
        }
        let seqs: Vec<Seq> = best.iter().map(|place| seen.columns.view.seq(*place)).collect();
        for (seq, wording) in reader.wordings(&self.name, &seqs)? {
            if let Some(place) = seen.columns.view.place(seq) {
                look.read(place, &wording, &*self.engine.parts.understanding);
            }
        }
        for (clue, shares) in look.clues() {
            for (place, share) in shares {
                if let Some(clues) = closer.get_mut(&place) {
                    clues[clue as usize] = share;
                }
            }
        }
        Ok(())
    }

    /// What the best are connected with comes nearer, and may come into view.
    fn add_connections(
        &self,
        reader: &dyn Reader,
        seen: &Seen<'_>,
        best: &mut Vec<usize>,
        closer: &mut HashMap<usize, Clues>,
    ) -> Result<(), Error> {
        let p = &self.parameters().fused;
        if p.connected_weight == 0.0 {
            return Ok(());
        }
        let mut seeds: Vec<(Seq, f64)> = best
            .iter()
            .map(|place| (seen.columns.view.seq(*place), relevance(&closer[place], p)))
            .filter(|(_, relevance)| *relevance > 0.0)
            .collect();
        seeds.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        seeds.truncate(SEEDS);
        let reached = self.spread(reader, &seeds, p.connections_read as usize)?;
        // Seeds hold most of the activation; what matters is what goes beyond them.
        let is_seed = |seq: Seq| seeds.iter().any(|(seed, _)| *seed == seq);
        let most = reached.iter().filter(|a| !is_seed(a.seq)).map(|a| a.amount).fold(0.0, f64::max);
        for activation in reached.iter().filter(|a| most > 0.0 && !is_seed(a.seq)) {
            let Some(place) = seen.columns.view.place(activation.seq) else { continue };
            if !closer.contains_key(&place) {
                best.push(place);
            }
            let clues = closer.entry(place).or_insert_with(|| seen.columns.clues(place));
            clues[Clue::Connected as usize] = activation.amount / most;
        }
        Ok(())
    }
}

/// How many terms a beginning stands for.
const PREFIX_TERMS: usize = 16;

/// What similarity under a neural model counts for the gate: under such a model texts that have nothing to do
/// with each other are not alike at all, so less of it says as much.
const NEURAL_BEARING: f32 = 2.3;

/// How many texts are read for a phrase.
const MOST_PHRASE_READ: usize = 500;

/// All that was found out about the memories in view.
struct Seen<'a> {
    asked: &'a Asked<'a>,
    columns: &'a Columns<'a>,
    words: &'a Coverage,
    similarity: &'a [f32],
    neural: &'a [f32],
    phrases: HashSet<usize>,
    is_about_a_time: bool,
}

impl Seen<'_> {
    fn gate_terms(&self, place: usize, closer: &HashMap<usize, Clues>) -> GateTerms {
        let time = closer.get(&place).map_or(0.0, |clues| clues[Clue::Time as usize]);
        let is_within = matches!(self.asked.plan.time, Some(TimeHint::Within(..))) && time > 0.0;
        GateTerms {
            similarity: f64::from(self.similarity[place].max(NEURAL_BEARING * self.neural[place])),
            coverage: self.words.of(place),
            is_meant: (is_within && self.is_about_a_time) || self.phrases.contains(&place),
        }
    }
}

/// Whether a term is of a person's name.
fn is_of_name(term: &Term, person: &str) -> bool {
    if !matches!(term.kind(), TermKind::Word | TermKind::Name) {
        return false;
    }
    let folded = fold(person);
    folded.split_whitespace().any(|name| name == term.text() || omoide_language::tokens::stem(name) == term.text())
}

/// The places of the highest totals above 0, the highest first.
fn the_best(totals: &[f32], wanted: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..totals.len()).filter(|place| totals[*place] > 0.0).collect();
    let by_total = |a: &usize, b: &usize| totals[*b].total_cmp(&totals[*a]).then(a.cmp(b));
    if places.len() > wanted && wanted > 0 {
        places.select_nth_unstable_by(wanted - 1, by_total);
        places.truncate(wanted);
    }
    places.sort_by(by_total);
    places
}
