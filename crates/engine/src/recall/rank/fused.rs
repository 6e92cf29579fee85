//! The default ranking: every way of searching gives each memory a clue, and the clues are weighed together.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::sync::Arc;

use omoide_core::formulas::ranking::clue::{Clue, Clues};
use omoide_core::formulas::ranking::gate;
use omoide_core::ports::store::{Outline, Posting, Reader, WordStatistics};
use omoide_core::{NamePrint, OtherForm, QueryTerm, QueryWords, Seq, Term, TermKind, parameters};
use omoide_language::lasting::LastingKind;
use omoide_language::message::{MessageType, message_type};
use omoide_language::{fold, own_facts, pronunciation, query_plan, tellers, terms};

use super::closer::is_passage;
use super::feeling::Felt;
use super::shares::{Column, Shares};
use super::standing::Standing;
use crate::recall::search::candidates::{self, Candidates};
use crate::recall::search::sights::{Asking, Sights};
use crate::recall::search::time::OfTime;
use crate::recall::search::view::View;
use crate::recall::search::words::{self, Counts, Coverage};
use crate::recall::{Asked, Candidate, GateTerms};
use crate::{Error, Mind};

/// How many memories that are not in the index over words are read instead, the newest first.
const READ_FOR_WORDS: usize = 2_000;

/// In a mind of more memories than these, common pairs of characters are passed over.
const LARGE: usize = 10_000;

/// There, a form in another language that a larger share of the memories has is passed over: it says little, and who
/// has it would take long to read.
const COMMON_OTHER: f64 = 0.05;

/// How many texts are read for each memory that is wanted, and at least.
const READ_PER_HIT: usize = 4;
const LEAST_READ: usize = 20;

/// Similarities, and the clues that those of the memories before and behind are.
const BESIDE: [(Clue, Clue, Clue); 2] =
    [(Clue::Similarity, Clue::Before, Clue::After), (Clue::Neural, Clue::NeuralBefore, Clue::NeuralAfter)];

/// What is known of memories, clue by clue.
pub(in crate::recall) struct Columns {
    pub view: Arc<View>,
    /// Of all in view.
    of_all: [Option<Shares>; Clue::COUNT],
    /// Of candidates, and of those who stand around them.
    of_candidates: [Option<Shares>; Clue::COUNT],
    pub candidates: Candidates,
    /// The places of those that whoever asks has in their context.
    pub in_context: HashSet<usize>,
    /// How memories stand under a neural model, and how far the best stands out.
    neural: Option<(Standing, f32)>,
    /// How they stand under the built-in one.
    plain: Option<Standing>,
}

impl Columns {
    fn put(&mut self, clue: Clue, column: Option<Shares>) {
        self.of_candidates[clue as usize] = column;
    }

    /// What memories have of a clue before it is a share; nothing when no memory has anything.
    pub(in crate::recall) fn raw(&self, clue: Clue, place: usize) -> f32 {
        self.of_all[clue as usize].as_ref().and_then(|shares| shares.raw(place)).unwrap_or(0.0)
    }

    /// What so much of it is worth beside what others have.
    pub(in crate::recall) fn share(&self, clue: Clue, value: f32) -> f32 {
        self.of_all[clue as usize].as_ref().map_or(0.0, |shares| shares.of(value))
    }

    /// Sense counts by as much as the prompt's words are not found in any of the best.
    fn weigh_sense(&mut self, words: &Coverage, weights: &[f64; Clue::COUNT]) {
        let Some(sense) = self.of_all[Clue::Sense as usize].take() else { return };
        let found = |place: usize| words.of(self.candidates.number(place));
        let most = self.best(weights, SEEN_FOR_WORDS).into_iter().map(found).fold(0.0, f64::max);
        self.of_all[Clue::Sense as usize] = Some(sense.scaled((1.0 - most) as f32));
    }

    /// How like the prompt a memory is for the gate.
    fn likeness(&self, place: usize, p: &parameters::Gate) -> f64 {
        let above_the_mean = |all: Standing| (self.raw(Clue::Neural, place) - all.mean).max(0.0);
        let (neural, far) = self.neural.map_or((0.0, 0.0), |(all, far)| (above_the_mean(all), far));
        gate::likeness(self.raw(Clue::Similarity, place), neural, far, self.view.len(), p)
    }

    /// By how many spreads a memory's similarity is above that of all.
    fn height(&self, place: usize) -> f64 {
        self.plain.map_or(0.0, |all| f64::from(all.height(self.raw(Clue::Similarity, place))))
    }

    /// Whether a neural model shows that the memory is meant. The built-in vectors do not: nearly as many prompts about
    /// nothing that is stored as paraphrases have one memory that stands out by them.
    fn is_alone_under_model(&self, place: usize) -> bool {
        let is_asked = self.of_all[Clue::Sense as usize].is_some();
        is_asked && self.neural.is_some_and(|(all, _)| all.lone_of(self.raw(Clue::Neural, place)) >= SENSE_ENOUGH)
    }

    /// What a memory has of each clue; one that is no candidate has only what it has by itself.
    pub(in crate::recall) fn clues(&self, place: usize) -> Clues {
        let mut clues = [0.0; Clue::COUNT];
        let number = self.candidates.number(place);
        for ((clue, all), candidates) in clues.iter_mut().zip(&self.of_all).zip(&self.of_candidates) {
            let of_all = all.as_ref().and_then(|shares| shares.get(place));
            let of_candidate = || candidates.as_ref()?.get(number?);
            *clue = of_all.or_else(of_candidate).map_or(0.0, f64::from);
        }
        for (clue, before, after) in BESIDE {
            if let Some(shares) = &self.of_all[clue as usize] {
                let at = |place: u32| shares.get(place as usize).map_or(0.0, f64::from);
                let around = self.view.neighbours(place);
                clues[before as usize] = at(around.previous);
                clues[after as usize] = at(around.next);
            }
        }
        clues
    }

    /// The places of the candidates with the highest sums of weighted clues above 0, the highest first.
    pub(in crate::recall) fn best(&self, weights: &[f64; Clue::COUNT], wanted: usize) -> Vec<usize> {
        let mut totals = vec![0.0_f32; self.candidates.len()];
        let mut add = |shares: &Shares, weight: f64, place: &dyn Fn(usize) -> usize| {
            for (number, total) in totals.iter_mut().enumerate() {
                *total += shares.get(place(number)).unwrap_or(0.0) * weight as f32;
            }
        };
        for ((of_all, of_candidates), weight) in self.of_all.iter().zip(&self.of_candidates).zip(weights) {
            match (of_all, of_candidates) {
                (Some(shares), _) => add(shares, *weight, &|number| self.candidates.place(number)),
                (None, Some(shares)) => add(shares, *weight, &|number| number),
                (None, None) => {}
            }
        }
        for (clue, before, after) in BESIDE {
            if let Some(shares) = &self.of_all[clue as usize] {
                let around = |number: usize| self.view.neighbours(self.candidates.place(number));
                add(shares, weights[before as usize], &|number| around(number).previous as usize);
                add(shares, weights[after as usize], &|number| around(number).next as usize);
            }
        }
        let place = |number: u32| self.candidates.place(number as usize);
        let is_found = |number: &u32| totals[*number as usize] > 0.0 && !self.in_context.contains(&place(*number));
        let numbers = (0..totals.len() as u32).filter(is_found).collect();
        let best = candidates::first(numbers, wanted, |number| totals[number as usize], place);
        best.into_iter().map(|number| self.candidates.place(number as usize)).collect()
    }
}

/// The sums of weighted columns; nothing where no memory is.
fn totals(view: &View, columns: &[Option<Shares>; Clue::COUNT], weights: &[f64; Clue::COUNT]) -> Column {
    let mut totals = vec![0.0_f32; view.span()];
    for (shares, weight) in columns.iter().zip(weights) {
        if let Some(shares) = shares {
            for (total, share) in totals.iter_mut().zip(shares.each()) {
                *total += share * *weight as f32;
            }
        }
    }
    if view.len() < view.span() {
        for (place, total) in totals.iter_mut().enumerate() {
            if !view.is_there(place) {
                *total = 0.0;
            }
        }
    }
    totals
}

/// Which memories alone are like the prompt under any of the models; none when there is no such memory. A prompt that
/// is a passage is about too much for one memory to be like all of it.
fn sense(models: &[&Column], asked: &Asked<'_>, p: &parameters::Fused) -> Option<Shares> {
    if is_passage(&asked.prompt.text, p) {
        return None;
    }
    let mut sense: Option<Column> = None;
    for similarities in models {
        let Some(standing) = Standing::of(similarities).filter(|standing| standing.lone() > 0.0) else { continue };
        let of_all = sense.get_or_insert_with(|| vec![0.0; similarities.len()]);
        for (sense, similarity) in of_all.iter_mut().zip(similarities.iter()) {
            *sense = sense.max(standing.lone_of(*similarity));
        }
    }
    sense.map(Shares::whole)
}

/// Whether something is to be done in a project.
fn is_work(asked: &Asked<'_>) -> bool {
    let is_in_project = asked.prompt.place.as_ref().is_some_and(|place| place.project.is_some());
    is_in_project && message_type(&asked.prompt.text) == MessageType::Request
}

impl Mind<'_> {
    /// By all clues; none when there is nothing to rank.
    pub(in crate::recall) fn rank_fused(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
    ) -> Result<Option<Vec<Candidate>>, Error> {
        let parameters = self.parameters();
        let Some(mut sights) = self.sights(reader, asked)? else { return Ok(None) };
        let speakers = self.speakers(reader, asked, &sights.view)?;
        self.look_as_a_speaker(reader, asked, &speakers, &mut sights)?;
        let Sights { view, asked: asking, plain, neural } = sights;
        let weights = Clue::weights(&parameters.fused);
        let p = &parameters.fused;
        // Who gives a model no weight does without it.
        let neural = if p.neural_weight > 0.0 { neural } else { Vec::new() };
        let mut of_all = [const { None }; Clue::COUNT];
        of_all[Clue::Sense as usize] = sense(&[&plain, &neural], asked, p);
        let standing = Standing::of(&neural).map(|all| (all, all.prominence(p.neural_ground, p.neural_span)));
        let plain_standing = Standing::of(&plain);
        of_all[Clue::Similarity as usize] = Shares::of_the_best(plain);
        of_all[Clue::Neural as usize] = standing.and_then(|(all, far)| Shares::standing_out(neural, all, far));
        of_all[Clue::Speaker as usize] = of_speakers(&speakers, &view).map(Shares::whole);
        of_all[Clue::Time as usize] = self.of_the_time(asked, &view);
        let mut query = self.engine.parts.understanding.query_words(&asked.gist.searched);
        if is_work(asked) {
            // Who wants something done in a project is reminded of its rules, and of what is always done there.
            let [rule, habit] = [LastingKind::Rule, LastingKind::Habit]
                .map(|kind| Term::new(TermKind::Filler, &own_facts::term_of(kind)));
            query.others.push(OtherForm { term: habit, of: query.terms.len(), needs: None });
            query.terms.push(QueryTerm { term: rule, count: 1, is_variant: false });
        }
        of_all[Clue::Date as usize] = self.speaking_of_the_time(reader, asked, query.version, &view)?;
        let (search, questions) = self.look_words_up(reader, asked, &query, &speakers, &view)?;
        let own = search.own();
        of_all[Clue::Words as usize] = Shares::of_the_best(own.words);
        of_all[Clue::Pairs as usize] = Shares::of_the_best_and(own.pairs, own.passed_over);
        let felt = self.felt(reader, asked, &view)?;
        of_all[Clue::Felt as usize] = felt.column(&view);
        let candidates = Candidates::of(&view, || totals(&view, &of_all, &weights));
        let (near, words) = search.near(&candidates);
        let of_candidates = [const { None }; Clue::COUNT];
        let in_context = self.places_in_context(reader, asked, &view)?;
        let view = Arc::clone(&view);
        let (neural, plain) = (standing, plain_standing);
        let mut columns = Columns { view, of_all, of_candidates, candidates, in_context, neural, plain };
        columns.put(Clue::Near, Shares::of_the_best(near.near));
        columns.put(Clue::Around, Shares::of_the_best(near.around));
        columns.put(Clue::Thread, Shares::of_the_best(near.thread));
        let mut asks = vec![0.0; columns.candidates.len_with_others()];
        for number in questions.into_iter().filter_map(|place| columns.candidates.number(place)) {
            asks[number] = 1.0;
        }
        columns.put(Clue::Question, Some(Shares::whole(asks)));
        columns.weigh_sense(&words, &weights);
        let phrases = self.put_phrases(reader, &query, &mut columns)?;
        let time = asked.gist.asked.as_ref().map(|asked| OfTime::new(asked, &columns));
        let seen = Seen {
            asked,
            columns: &columns,
            words: &words,
            phrases,
            time,
            felt,
            is_about_the_other: speakers.iter().any(|speaker| !speaker.tells),
            asking: &asking,
        };
        self.rank_the_best(reader, &seen, texts_read(asked, standing.is_some(), p)).map(Some)
    }

    /// The places of memories that are still in the context of whoever asks.
    fn places_in_context(&self, reader: &dyn Reader, asked: &Asked<'_>, view: &View) -> Result<HashSet<usize>, Error> {
        let Some(context) = asked.context else { return Ok(HashSet::new()) };
        let places = view.of_thread(context.thread());
        if places.is_empty() || context.is_whole() {
            return Ok(places.into_iter().collect());
        }
        let seqs: Vec<Seq> = places.into_iter().map(|place| view.seq(place)).collect();
        let outlines = reader.outlines_of(&self.name, &seqs)?;
        let is_in_it = |outline: &&Outline| context.has(outline.thread, outline.created);
        Ok(outlines.iter().filter(is_in_it).filter_map(|outline| view.place(outline.seq)).collect())
    }

    /// The persons in view whom the prompt names; nobody when there is only one to tell apart.
    fn speakers(&self, reader: &dyn Reader, asked: &Asked<'_>, view: &View) -> Result<Vec<Speaker>, Error> {
        if view.persons().len() < 2 {
            return Ok(Vec::new());
        }
        let prompt = &asked.prompt.text;
        let seqs: Vec<Seq> = view.persons().iter().map(|(_, seq)| *seq).collect();
        let persons = reader.memories(&self.name, &seqs)?.into_iter().map(|memory| memory.origin.person);
        let soundings = LazyCell::new(|| pronunciation::soundings(prompt));
        let named: Vec<(NamePrint, String)> = persons
            .filter_map(|person| {
                let print = NamePrint::of(&person);
                if query_plan::is_named(prompt, &person) {
                    return Some((print, person));
                }
                query_plan::named_otherwise(prompt, &soundings, &person).map(|name| (print, name.to_owned()))
            })
            .collect();
        let names: Vec<&str> = named.iter().map(|(_, name)| name.as_str()).collect();
        let tells = tellers::tellers(prompt, &names);
        let speaker = |((print, name), tells): ((NamePrint, String), bool)| Speaker { print, name, tells };
        Ok(named.into_iter().zip(tells).map(speaker).collect())
    }

    /// The prompt's words, weighed, and the places of memories that only ask.
    fn look_words_up<'v>(
        &self,
        reader: &dyn Reader,
        asked: &Asked<'_>,
        query: &QueryWords,
        speakers: &[Speaker],
        view: &'v View,
    ) -> Result<(words::Search<'v>, Vec<usize>), Error> {
        let p = &self.parameters().fused;
        let mut wanted: Vec<Term> = query.terms.iter().map(|asked| asked.term.clone()).collect();
        for prefix in &query.prefixes {
            let found = reader.terms_beginning(&self.name, query.version, prefix, PREFIX_TERMS)?;
            wanted.extend(found.into_iter().map(|(term, _)| term));
        }
        wanted.push(Term::new(TermKind::Filler, terms::LONE_QUESTION));
        let asked_for = wanted.len();
        let others = self.others_that_may_be_found(reader, query)?;
        wanted.extend(others.iter().map(|other| other.term.clone()));
        let mut counts = Counts::new(view, asked_for, p);
        let is_large = view.len() > LARGE;
        let mut passed_over = Vec::new();
        let mut is_wanted = |term: usize, share: f64| {
            if term >= asked_for {
                return !is_large || share <= COMMON_OTHER;
            }
            let is_common = is_large && wanted[term].kind() == TermKind::Pair && share > p.common_pair;
            if is_common {
                passed_over.push((term, share));
            }
            !is_common
        };
        let mut note = |term: usize, postings: &[Posting]| match term.checked_sub(asked_for) {
            Some(other) => counts.add_other(others[other].of, postings),
            None => counts.add(term, postings),
        };
        let mut statistics = reader.each_posting(&self.name, query.version, &wanted, &mut is_wanted, &mut note)?;
        self.add_what_is_not_indexed(reader, query.version, &wanted, &mut note, &mut statistics)?;
        passed_over.into_iter().for_each(|(term, share)| counts.pass_over(term, share));
        let questions = counts.take_last();
        let is_speaker = |term: &Term| speakers.iter().any(|speaker| is_of_name(term, &speaker.name));
        let is_person = |term: &Term| asked.gist.people.iter().any(|person| is_of_name(term, person));
        let asked_terms = words::terms_of(query, &wanted[query.terms.len()..asked_for - 1]);
        Ok((counts.weigh(&asked_terms, statistics, p, (is_speaker, is_person), &others), questions))
    }

    /// The other forms of the prompt's words that memories may have: none of a language that no memory is in.
    fn others_that_may_be_found(&self, reader: &dyn Reader, query: &QueryWords) -> Result<Vec<OtherForm>, Error> {
        let mut needed: Vec<Term> = query.others.iter().filter_map(|other| other.needs.clone()).collect();
        needed.sort_unstable();
        needed.dedup();
        let mut has = vec![false; needed.len()];
        if !needed.is_empty() {
            // Not even the index has to be read for how many have the mark of a language.
            let mut seen = Vec::new();
            let mut is_wanted = |term: usize, _: f64| {
                seen.push(term);
                false
            };
            let mut note = |term: usize, postings: &[Posting]| has[term] |= !postings.is_empty();
            reader.each_posting(&self.name, query.version, &needed, &mut is_wanted, &mut note)?;
            seen.into_iter().for_each(|term| has[term] = true);
            // What is not indexed yet may be in any language.
            if reader.without_words_count(&self.name, query.version)? > 0 {
                has.fill(true);
            }
        }
        let is_there = |term: &Term| needed.binary_search(term).is_ok_and(|place| has[place]);
        let others = query.others.iter().filter(|other| other.needs.as_ref().is_none_or(is_there));
        Ok(others.cloned().collect())
    }

    /// Memories that the index over words does not have yet are read.
    fn add_what_is_not_indexed(
        &self,
        reader: &dyn Reader,
        version: u32,
        wanted: &[Term],
        note: &mut dyn FnMut(usize, &[Posting]),
        statistics: &mut WordStatistics,
    ) -> Result<(), Error> {
        if reader.without_words_count(&self.name, version)? == 0 {
            return Ok(());
        }
        let missing = reader.without_words(&self.name, version, None, READ_FOR_WORDS)?;
        for (seq, wording) in reader.wordings(&self.name, &missing)? {
            let words = self.engine.parts.understanding.words(&wording);
            statistics.memories += 1;
            for (sum, length) in statistics.lengths.iter_mut().zip(words.lengths) {
                *sum += u64::from(length);
            }
            for (number, term) in wanted.iter().enumerate() {
                if let Ok(place) = words.terms.binary_search_by(|(other, _)| other.cmp(term)) {
                    note(number, &[Posting { seq, counts: words.terms[place].1, lengths: words.lengths }]);
                }
            }
        }
        Ok(())
    }

    /// Who holds what the prompt has in quotes; only those with all its words are read.
    fn put_phrases(
        &self,
        reader: &dyn Reader,
        query: &QueryWords,
        columns: &mut Columns,
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
            let rank = |seq: &Seq| columns.view.place(*seq).map_or(0.0, |place| columns.raw(Clue::Words, place));
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
            columns.of_all[Clue::Phrase as usize] = Some(Shares::whole((0..columns.view.span()).map(held).collect()));
        }
        Ok(holders)
    }
}

/// How many terms a beginning stands for.
const PREFIX_TERMS: usize = 16;

/// How much of sense shows that a memory is meant, whatever its words are.
const SENSE_ENOUGH: f32 = 0.5;

/// In how many of the best the prompt's words are looked for, to see whether they are found at all.
const SEEN_FOR_WORDS: usize = 40;

/// How many texts are read for a phrase.
const MOST_PHRASE_READ: usize = 500;

/// All that was found out about the memories in view.
pub(in crate::recall) struct Seen<'a> {
    pub asked: &'a Asked<'a>,
    pub columns: &'a Columns,
    pub words: &'a Coverage,
    phrases: HashSet<usize>,
    /// What of the time that the prompt asks for is meant.
    time: Option<OfTime>,
    /// Who felt as it asks for.
    felt: Felt,
    /// Whether the prompt names someone whom another would speak of.
    pub is_about_the_other: bool,
    pub asking: &'a [Asking],
}

impl Seen<'_> {
    /// Whether the prompt asks for something of a time of which there is something, and the memory is of another.
    pub(in crate::recall) fn is_of_another_time(&self, place: usize) -> bool {
        self.time.as_ref().is_some_and(|time| time.excludes(self.columns, place))
    }

    pub(in crate::recall) fn gate_terms(&self, place: usize, p: &parameters::Gate) -> GateTerms {
        let is_alone = self.columns.is_alone_under_model(place);
        let coverage = self.words.of(self.columns.candidates.number(place));
        let is_of_time = self.time.as_ref().is_some_and(|time| time.is_meant(self.columns, place, coverage));
        let bears = if self.is_of_another_time(place) { p.other_time_bearing } else { 1.0 };
        GateTerms {
            similarity: bears * self.columns.likeness(place, p),
            coverage: bears * coverage,
            shared: self.words.shared(self.columns.candidates.number(place)),
            height: self.columns.height(place),
            among: self.columns.view.len(),
            is_known_to_model: self.asking.iter().any(|asking| asking.model != omoide_language::embedding::MODEL),
            is_meant: is_of_time || self.felt.is_meant(place) || self.phrases.contains(&place) || is_alone,
            ..GateTerms::default()
        }
    }
}

/// How many texts are read: a few for each memory that is wanted, but no fewer than it takes for them to be compared.
/// What is itself a passage shares words with many, so that more have to be read to tell them apart; and more still where
/// a model has put others before those that would have been read without it.
fn texts_read(asked: &Asked<'_>, has_model: bool, p: &parameters::Fused) -> usize {
    let most = p.passages_read as usize;
    if is_passage(&asked.prompt.text, p) {
        if has_model { most.saturating_mul(3) / 2 } else { most }
    } else {
        asked.wanted.saturating_mul(READ_PER_HIT).max(LEAST_READ).min(most)
    }
}

/// A person whose memories are in view, and whom the prompt names.
pub(in crate::recall) struct Speaker {
    print: NamePrint,
    /// As the prompt calls that person.
    pub name: String,
    /// Whether that person would say what is asked for.
    tells: bool,
}

/// Which memories were said by someone who would say what is asked for.
fn of_speakers(speakers: &[Speaker], view: &View) -> Option<Column> {
    if speakers.is_empty() {
        return None;
    }
    let tells = |(print, _): &(NamePrint, Seq)| speakers.iter().any(|other| other.tells && other.print == *print);
    let spoke: Vec<f32> = view.persons().iter().map(|person| f32::from(u8::from(tells(person)))).collect();
    let of = |place: usize| view.person(place).and_then(|person| spoke.get(person)).copied().unwrap_or(0.0);
    Some((0..view.span()).map(of).collect())
}

/// Whether a term is of a person's name.
fn is_of_name(term: &Term, person: &str) -> bool {
    let folded = fold(person);
    match term.kind() {
        TermKind::Word | TermKind::Name => folded
            .split_whitespace()
            .any(|name| name == term.text() || omoide_language::tokens::stem(name) == term.text()),
        TermKind::Pair => folded.contains(term.text()),
        TermKind::Filler | TermKind::Character | TermKind::Reading | TermKind::Date => false,
    }
}
