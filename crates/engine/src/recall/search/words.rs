//! What the prompt's words say for each memory: in itself, with its neighbours in the thread, in the thread.
//!
//! The counts of a word are summed over the window before they saturate, so a window is scored as one text
//! (BM25); how telling a word is, is told by single memories. What they say for a memory by itself is told of all;
//! with its neighbours, of candidates.

use std::collections::HashSet;
use std::ops::Range;

use omoide_core::formulas::ranking::bm25;
use omoide_core::formulas::ranking::gate::SharedWords;
use omoide_core::ports::store::{Posting, WordStatistics};
use omoide_core::{Field, FieldCounts, OtherForm, QueryTerm, QueryWords, Term, TermKind, parameters};

use omoide_language::embedding::rarity;

use super::candidates::Candidates;
use super::view::View;
use super::windows::{Lengths, Threads, WindowLengths, Windows};
use crate::recall::rank::alignment::telling;

/// How much a term of each kind counts beside a word.
fn kind_weight(kind: TermKind) -> f64 {
    match kind {
        // A name is among the words too; to the letter it counts for a little more.
        TermKind::Name => 0.3,
        // Single characters find what nothing else finds, and decide nothing else.
        TermKind::Character => 0.05,
        TermKind::Word | TermKind::Filler | TermKind::Pair | TermKind::Reading => 1.0,
        // Looked up apart from the words.
        TermKind::Date => 0.0,
    }
}

/// Two hiragana are mostly an ending, which talk is full of.
const HIRAGANA_PAIR: f64 = 0.5;

/// A prompt of more terms is a text of its own, which goes on in the tone of another.
const MANY_TERMS: usize = 80;

fn pair_weight(term: &Term) -> f64 {
    let is_hiragana = |c: char| ('ぁ'..='ゖ').contains(&c);
    if term.kind() == TermKind::Pair && term.text().chars().all(is_hiragana) { HIRAGANA_PAIR } else { 1.0 }
}

/// Another spelling of a word counts less than the word.
const VARIANT: f64 = 0.5;

/// A word of another script or language is as good as so much of the word: what means the same may mean more.
const OTHER_FORM: f32 = 0.7;

/// How many words of a prompt a memory should have for the prompt to be covered.
const TELLING_WORDS: usize = 8;

/// How many memories of everyday language are thought to be there too, of how many words each: in a mind of three, a
/// word that one of them has is not a common word, and "want" is one even if none has it.
const OTHERS: f64 = 100.0;
const WORDS_OF_OTHERS: f64 = 30.0;

/// In how many of those a term stands.
fn others_with(term: &Term) -> f64 {
    match term.kind() {
        TermKind::Word | TermKind::Name | TermKind::Filler => {
            let share = (-f64::from(rarity(term.text()))).exp();
            OTHERS * (1.0 - (1.0 - share).powf(WORDS_OF_OTHERS))
        }
        _ => 0.0,
    }
}

/// What a word that no memory has counts for the coverage, beside one that some have.
const UNKNOWN: f64 = 0.5;

/// A word of the prompt, as it is counted.
pub(in crate::recall) struct Weighed {
    pub term: Term,
    /// What it may be called in another language.
    pub others: Vec<Term>,
    /// How telling it is times what it counts in the prompt.
    pub weight: f64,
}

/// How much of the prompt candidates have.
#[derive(Default)]
pub(in crate::recall) struct Coverage {
    /// What each candidate by itself has of it.
    own: Vec<SharedWords>,
    /// What the words count that stand in the memory or beside it.
    covered: Vec<f32>,
    /// Whether any of the words stands in the memory itself.
    has_word: Vec<bool>,
    /// How many words of the prompt name people who do not speak in view, and how many of these stand in each
    /// candidate or beside it.
    people: u32,
    people_held: Vec<u32>,
    /// What the most telling words count that could stand there. A long prompt is about more than any memory,
    /// so not all of its words are asked for.
    coverable: f64,
    /// What the names of those count who speak in view: who is asked about someone known is asked about
    /// something known, though nobody says their own name.
    speaker: f64,
    /// The words that were counted.
    pub weighed: Vec<Weighed>,
}

impl Coverage {
    /// The share of the prompt's words, by what they count, that a memory and its neighbours have; it is given by its
    /// number among the candidates.
    pub(in crate::recall) fn of(&self, number: Option<usize>) -> f64 {
        let all = self.coverable + self.speaker;
        let covered = number.map_or(0.0, |number| f64::from(self.covered[number]));
        if all > 0.0 { ((covered + self.speaker) / all).min(1.0) } else { 0.0 }
    }

    /// What a memory by itself shares with the prompt.
    pub(in crate::recall) fn shared(&self, number: Option<usize>) -> SharedWords {
        let Some(own) = number.map(|number| self.own[number]) else { return SharedWords::default() };
        let held = number.map_or(0, |number| self.people_held[number]);
        SharedWords {
            share: if self.coverable > 0.0 { (own.share / self.coverable).min(1.0) } else { 0.0 },
            lacking: if self.people > 0 { 1.0 - f64::from(held) / f64::from(self.people) } else { 0.0 },
            ..own
        }
    }

    /// Whether a memory itself has any of the words.
    pub(in crate::recall) fn has_word(&self, number: Option<usize>) -> bool {
        number.is_some_and(|number| self.has_word[number])
    }
}

/// Whether the gate asks for the term: for words, and for a kanji that is a word of the prompt and is in texts
/// only as a part of other words.
fn counts_for_coverage(term: &Term, is_unknown: bool, terms: &[QueryTerm]) -> bool {
    let is_also = |kind: TermKind| terms.iter().any(|t| t.term.kind() == kind && t.term.text() == term.text());
    match term.kind() {
        TermKind::Word => !(is_unknown && is_also(TermKind::Character)),
        TermKind::Filler => true,
        TermKind::Character => !is_unknown && is_also(TermKind::Word),
        TermKind::Name | TermKind::Pair | TermKind::Reading | TermKind::Date => false,
    }
}

/// The terms that a query asks for, and those that its beginnings stand for.
pub(in crate::recall) fn terms_of(query: &QueryWords, begun: &[Term]) -> Vec<QueryTerm> {
    let begun = begun.iter().map(|term| QueryTerm { term: term.clone(), count: 1, is_variant: true });
    query.terms.iter().cloned().chain(begun).collect()
}

/// What each term of the query counts, whatever memories have it.
fn query_weights(terms: &[QueryTerm], p: &parameters::Fused) -> Vec<f64> {
    let mut weights = Vec::with_capacity(terms.len());
    let mut whole = "";
    for term in terms {
        let text = term.term.text();
        let is_word = term.term.kind() == TermKind::Word;
        let is_part = is_word && text.len() < whole.len() && whole.contains(text);
        if is_word && !is_part {
            whole = text;
        }
        let part = if is_part { p.part_weight } else { 1.0 };
        let variant = if term.is_variant { VARIANT } else { 1.0 };
        weights.push(kind_weight(term.term.kind()) * part * variant * (1.0 + f64::from(term.count.max(1)).ln()));
    }
    weights
}

/// A memory in view that has a term, and how often.
#[derive(Clone, Copy)]
struct Count {
    place: u32,
    count: f32,
}

/// Who in view has each of some terms. All counts lie in one place, which grows without being copied.
#[derive(Default)]
struct Lists {
    counts: Vec<Count>,
    /// The stretches of the counts that are of one term.
    runs: Vec<(usize, Range<usize>)>,
}

impl Lists {
    fn add(&mut self, term: usize, counts: impl Iterator<Item = Count>) {
        let begin = self.counts.len();
        self.counts.extend(counts);
        let end = self.counts.len();
        match self.runs.last_mut() {
            Some((last, run)) if *last == term => run.end = end,
            _ => self.runs.push((term, begin..end)),
        }
    }

    fn of(&self, term: usize) -> impl Iterator<Item = &Count> {
        let runs = self.runs.iter().filter(move |(other, _)| *other == term);
        runs.flat_map(|(_, run)| &self.counts[run.clone()])
    }
}

/// Who has the prompt's words, and how long those memories are.
pub(in crate::recall) struct Counts<'v> {
    view: &'v View,
    fields: [f64; Field::COUNT],
    lists: Lists,
    /// Who has other forms of terms, by the term.
    others: Vec<(usize, Vec<Count>)>,
    /// Of each term, how many have it, in view or not.
    holders: Vec<u64>,
    /// Of terms that were passed over, the share of the memories that have them.
    passed_over: Vec<(usize, f64)>,
    lengths: Vec<f32>,
}

impl<'v> Counts<'v> {
    pub(in crate::recall) fn new(view: &'v View, terms: usize, p: &parameters::Fused) -> Self {
        Self {
            view,
            fields: [1.0, p.replied_field, p.keywords_field],
            lists: Lists::default(),
            others: Vec::new(),
            holders: vec![0; terms],
            passed_over: Vec::new(),
            lengths: vec![Lengths::UNKNOWN; view.span() + 1],
        }
    }

    /// Takes note of memories that have a term.
    pub(in crate::recall) fn add(&mut self, term: usize, postings: &[Posting]) {
        self.holders[term] += postings.len() as u64;
        let counts = in_view(self.view, &mut self.lengths, self.fields, postings);
        self.lists.add(term, counts);
    }

    /// Takes note of memories that have another form of a term.
    pub(in crate::recall) fn add_other(&mut self, term: usize, postings: &[Posting]) {
        let counts = in_view(self.view, &mut self.lengths, self.fields, postings);
        let counts = counts.map(|counted| Count { count: counted.count * OTHER_FORM, ..counted });
        match self.others.iter_mut().find(|(of, _)| *of == term) {
            Some((_, known)) => known.extend(counts),
            None => self.others.push((term, counts.collect())),
        }
    }

    /// Makes those who have another form of a term holders of the term; of several forms the best counts.
    fn settle_others(&mut self) {
        for (term, mut others) in std::mem::take(&mut self.others) {
            let own: HashSet<u32> = self.lists.of(term).map(|counted| counted.place).collect();
            others.retain(|counted| !own.contains(&counted.place));
            others.sort_by(|a, b| a.place.cmp(&b.place).then(b.count.total_cmp(&a.count)));
            others.dedup_by_key(|counted| counted.place);
            self.holders[term] += others.len() as u64;
            self.lists.add(term, others.into_iter());
        }
    }

    /// Takes note of a term that such a share of the memories has, and that nobody is told of.
    pub(in crate::recall) fn pass_over(&mut self, term: usize, share: f64) {
        self.passed_over.push((term, share));
    }

    /// Takes the last term out; the places in view of those who have it.
    pub(in crate::recall) fn take_last(&mut self) -> Vec<usize> {
        self.holders.pop();
        self.lists.of(self.holders.len()).map(|count| count.place as usize).collect()
    }

    /// Weighs the terms, given what is known of all memories of the index.
    ///
    /// The name of someone who speaks in view says little by being in a text: `is_speaker` tells it from other
    /// words, and `is_person` the names of all people that the prompt names.
    pub(in crate::recall) fn weigh(
        mut self,
        terms: &[QueryTerm],
        statistics: WordStatistics,
        p: &parameters::Fused,
        (is_speaker, is_person): (impl Fn(&Term) -> bool, impl Fn(&Term) -> bool),
        others: &[OtherForm],
    ) -> Search<'v> {
        self.settle_others();
        let memories = statistics.memories.max(1) as f64;
        for (term, share) in &self.passed_over {
            self.holders[*term] = (memories * share) as u64;
        }
        let all =
            Field::ALL.iter().map(|field| statistics.lengths[*field as usize] as f64 * self.fields[*field as usize]);
        let lengths = Lengths::new(self.view, self.lengths, (all.sum::<f64>() / memories) as f32);
        let mut coverage = Coverage::default();
        let mut coverable: Vec<f64> = Vec::new();
        let mut found = Vec::with_capacity(terms.len());
        for (((number, term), holders), weight) in
            terms.iter().enumerate().zip(self.holders).zip(query_weights(terms, p))
        {
            let all = statistics.memories as f64 + OTHERS;
            let idf = bm25::idf_of(all, holders as f64 + others_with(&term.term));
            let gate_weight = weight / kind_weight(term.term.kind()) * idf;
            let weight = weight * idf * if terms.len() > MANY_TERMS { 1.0 } else { pair_weight(&term.term) };
            let is_pair = term.term.kind() == TermKind::Pair;
            let is_speaker = is_speaker(&term.term);
            let mut covered = 0.0;
            if counts_for_coverage(&term.term, holders == 0, terms) {
                if is_speaker {
                    coverage.speaker += bm25::idf_of(all, 0.0);
                } else {
                    // A common word that nobody ever used may only be said otherwise; an unknown name is not.
                    let unknown = if holders == 0 && !is_person(&term.term) { UNKNOWN } else { 1.0 };
                    coverable.push(gate_weight * unknown);
                    covered = gate_weight as f32;
                    coverage.people += u32::from(is_person(&term.term));
                }
            }
            if !is_pair {
                let of_term = others.iter().filter(|other| other.of == number);
                let others = of_term.map(|other| other.term.clone()).collect();
                coverage.weighed.push(Weighed { term: term.term.clone(), others, weight });
            }
            let is_word = term.term.kind() == TermKind::Word;
            let is_passed_over = self.passed_over.iter().any(|(passed, _)| *passed == number);
            let rarest = idf / bm25::idf_of(all, 1.0);
            found.push(Found {
                number,
                weight: weight as f32,
                covered,
                rarity: rarest.min(1.0),
                telling: if covered > 0.0 { telling(term.term.text()) } else { 0.0 },
                is_person: is_person(&term.term),
                is_pair,
                is_speaker,
                is_word,
                is_passed_over,
            });
        }
        coverable.sort_by(|a, b| b.total_cmp(a));
        coverage.coverable = coverable.iter().take(TELLING_WORDS).sum();
        Search { view: self.view, found, lists: self.lists, lengths, k1: p.k1 as f32, b: p.b as f32, coverage }
    }
}

/// A term of the prompt and who has it.
struct Found {
    /// Its number among the terms of the lists.
    number: usize,
    weight: f32,
    /// What it counts for the coverage.
    covered: f32,
    /// How rare it is among memories, from 0 to 1.
    rarity: f64,
    /// How telling it is in everyday language.
    telling: f64,
    is_person: bool,
    is_pair: bool,
    is_speaker: bool,
    is_word: bool,
    is_passed_over: bool,
}

/// The prompt's words, weighed.
pub(in crate::recall) struct Search<'v> {
    view: &'v View,
    found: Vec<Found>,
    lists: Lists,
    lengths: Lengths,
    k1: f32,
    b: f32,
    coverage: Coverage,
}

/// What words say for each memory by itself; not yet shares of the best.
pub(in crate::recall) struct OwnScores {
    pub words: Vec<f32>,
    pub pairs: Vec<f32>,
    /// What the pairs that were passed over would say for a memory of mean length that has them all.
    pub passed_over: f32,
}

/// What words say for each candidate with those around it.
pub(in crate::recall) struct NearScores {
    pub near: Vec<f32>,
    pub around: Vec<f32>,
    pub thread: Vec<f32>,
}

impl Search<'_> {
    /// The scores of all memories in view by themselves.
    pub(in crate::recall) fn own(&self) -> OwnScores {
        let size = self.view.span();
        let has_pairs = self.found.iter().any(|found| found.is_pair && self.lists.of(found.number).next().is_some());
        let saturation = Saturation::new(self.k1, self.b, self.lengths.mean());
        let passed_over: f32 = self.found.iter().filter(|found| found.is_passed_over).map(|found| found.weight).sum();
        let mut scores = OwnScores {
            words: vec![0.0; size],
            pairs: vec![0.0; if has_pairs { size } else { 0 }],
            passed_over: passed_over * saturation.of(1.0, self.lengths.mean()),
        };
        for found in self.found.iter().filter(|found| !found.is_speaker) {
            let own = if found.is_pair { &mut scores.pairs } else { &mut scores.words };
            self.lists.of(found.number).for_each(|Count { place, count }| {
                let place = *place as usize;
                own[place] += saturation.of(*count, self.lengths.own(place)) * found.weight;
            });
        }
        scores
    }

    /// The scores of candidates with those around them, and how much of the prompt they have.
    pub(in crate::recall) fn near(self, candidates: &Candidates) -> (NearScores, Coverage) {
        let Self { view, found, lists, lengths, k1, b, mut coverage } = self;
        let size = candidates.len_with_others();
        let of_mean = |mean: f32| Saturation::new(k1, b, mean);
        let in_near = of_mean(lengths.mean_near());
        let (in_around, in_thread) = (of_mean(lengths.mean_around()), of_mean(lengths.mean_thread()));
        let long: Vec<WindowLengths> = (0..size).map(|n| lengths.windows(view, candidates.place(n))).collect();
        let mut scores = NearScores { near: vec![0.0; size], around: vec![0.0; size], thread: Vec::new() };
        coverage.covered = vec![0.0; size];
        coverage.has_word = vec![false; size];
        coverage.people_held = vec![0; size];
        coverage.own = vec![SharedWords::default(); size];
        let mut windows = Windows::new(candidates);
        let mut threads = Threads::new(view.thread_sizes().len());
        for found in found.into_iter().filter(|found| !found.is_pair) {
            let around = if found.is_speaker { 0.0 } else { found.weight };
            lists.of(found.number).for_each(|Count { place, count }| {
                threads.add(view.thread(*place as usize), *count);
                if let Some(number) = candidates.number(*place as usize) {
                    windows.add(number, *count);
                    coverage.has_word[number] |= found.is_word;
                    if found.covered > 0.0 {
                        let own = &mut coverage.own[number];
                        own.share += f64::from(found.covered);
                        own.rarest = own.rarest.max(found.rarity);
                        own.most_telling = own.most_telling.max(found.telling);
                        own.telling += found.telling;
                        own.count += 1;
                        own.has_person |= found.is_person;
                    }
                }
            });
            windows.settle(|number, counts| {
                if counts.is_near {
                    coverage.covered[number] += found.covered;
                    coverage.people_held[number] += u32::from(found.is_person && found.covered > 0.0);
                }
                scores.near[number] += in_near.of(counts.near, long[number].near) * found.weight;
                scores.around[number] += in_around.of(counts.around, long[number].around) * around;
            });
            threads.settle(|thread, count| in_thread.of(count, lengths.thread(thread)) * found.weight);
        }
        scores.thread = (0..size).map(|number| threads.score(view.thread(candidates.place(number)))).collect();
        (scores, coverage)
    }
}

/// The counts of those of the memories that are in view, whose lengths are noted.
fn in_view<'p>(
    view: &'p View,
    lengths: &'p mut [f32],
    fields: [f64; Field::COUNT],
    postings: &'p [Posting],
) -> impl Iterator<Item = Count> + 'p {
    let fields = fields.map(|field| field as f32);
    postings.iter().filter_map(move |posting| {
        let place = view.place(posting.seq)?;
        lengths[place] = weighted(posting.lengths, &fields);
        Some(Count { place: place as u32, count: weighted(posting.counts, &fields) })
    })
}

fn weighted(values: FieldCounts, fields: &[f32; Field::COUNT]) -> f32 {
    values.iter().zip(fields).map(|(value, field)| f32::from(*value) * field).sum()
}

/// How a count in a text becomes a score, by how long such texts are.
#[derive(Clone, Copy)]
struct Saturation {
    most: f32,
    /// What half of the most takes, in a text of no length, and more with every word.
    half: f32,
    half_per_word: f32,
}

impl Saturation {
    fn new(k1: f32, b: f32, mean: f32) -> Self {
        let most = k1 + 1.0;
        if mean > 0.0 {
            Self { most, half: k1 * (1.0 - b), half_per_word: k1 * b / mean }
        } else {
            Self { most, half: k1, half_per_word: 0.0 }
        }
    }

    #[inline]
    fn of(self, count: f32, length: f32) -> f32 {
        count * self.most / (count + self.half + self.half_per_word * length).max(f32::MIN_POSITIVE)
    }
}
