//! The default ranking: every way of searching gives each memory a clue, and the clues are weighed together.

use std::collections::{HashMap, HashSet};

use omoide_core::formulas::fused::{Clue, Clues};
use omoide_core::ports::TimeHint;
use omoide_core::ports::store::{Lookup, Outline, Posting, Reader, VectorQuery};
use omoide_core::{NamePrint, QueryWords, Seq, Term, TermKind};
use omoide_language::{fold, query_plan, terms};

use super::lexical::{self, Coverage};
use super::scale::Scale;
use super::view::{Neighbours, Sight, View};
use super::{Asked, Candidate, GateTerms};
use crate::{Error, Mind};

/// How many persons are looked up by name; a mind that talks with more has no use for the clue.
const MOST_PERSONS: usize = 64;

/// How many memories that are not in the index over words are read instead, the newest first.
const READ_FOR_WORDS: usize = 2_000;

/// One number for each memory in view.
type Column = Vec<f32>;

pub(super) struct Columns<'v> {
    pub view: &'v View,
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

    pub(super) fn clues(&self, place: usize) -> Clues {
        let mut clues = [0.0; Clue::COUNT];
        for (clue, column) in clues.iter_mut().zip(&self.by_clue) {
            *clue = column.as_ref().map_or(0.0, |column| f64::from(column[place]));
        }
        clues
    }

    /// The sum of the weighted columns.
    pub(super) fn totals(&self, weights: &[f64; Clue::COUNT]) -> Column {
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

/// A prompt under a model, and the clue that similarity under it is.
pub(super) struct Asking {
    pub model: String,
    pub vector: Vec<f32>,
    pub floor: f64,
    pub clue: Clue,
}

/// Similarities under one model or several, of those who have one.
struct Similar {
    /// How they were asked for.
    asked: Vec<Asking>,
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
        let scale = Scale::of(&similar.neural);
        if !similar.neural.is_empty() {
            let shares: Vec<(Seq, f32)> = similar.neural.iter().map(|(seq, x)| (*seq, scale.share(*x))).collect();
            columns.put(Clue::Neural, column(&shares));
            for (clue, step) in [(Clue::NeuralBefore, before as fn(Neighbours) -> u32), (Clue::NeuralAfter, after)] {
                if let Some(beside) = columns.beside(Clue::Neural, step) {
                    columns.put(clue, beside);
                }
            }
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
            scale,
            phrases,
            is_about_a_time: self.is_about_a_time(asked),
            asking: &similar.asked,
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
        let mut similar = Similar { asked: Vec::new(), plain: Vec::new(), neural: Vec::new() };
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
            let is_neural = place == 0 && !is_alone;
            let into = if is_neural { &mut similar.neural } else { &mut similar.plain };
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
            let clue = if is_neural { Clue::Neural } else { Clue::Similarity };
            let (model, floor) = (embedder.model().to_owned(), embedder.floor());
            similar.asked.push(Asking { model, vector, floor, clue });
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
        let is_person = |term: &Term| asked.people.iter().any(|person| is_of_name(term, person));
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
        if let Some(hint) = asked.time {
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
}

/// How many terms a beginning stands for.
const PREFIX_TERMS: usize = 16;

/// What similarity under a neural model counts for the gate: under such a model texts that have nothing to do
/// with each other are not alike at all, so less of it says as much.
const NEURAL_BEARING: f32 = 2.3;

/// How many texts are read for a phrase.
const MOST_PHRASE_READ: usize = 500;

/// All that was found out about the memories in view.
pub(super) struct Seen<'a> {
    pub asked: &'a Asked<'a>,
    pub columns: &'a Columns<'a>,
    pub words: &'a Coverage,
    pub similarity: &'a [f32],
    pub neural: &'a [f32],
    pub scale: Scale,
    phrases: HashSet<usize>,
    is_about_a_time: bool,
    pub asking: &'a [Asking],
}

impl Seen<'_> {
    pub(super) fn gate_terms(&self, place: usize, closer: &HashMap<usize, Clues>) -> GateTerms {
        let time = closer.get(&place).map_or(0.0, |clues| clues[Clue::Time as usize]);
        let is_within = matches!(self.asked.time, Some(TimeHint::Within(..))) && time > 0.0;
        GateTerms {
            similarity: f64::from(self.similarity[place].max(NEURAL_BEARING * self.neural[place])),
            coverage: self.words.of(place),
            is_meant: (is_within && self.is_about_a_time) || self.phrases.contains(&place),
            wording: None,
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
