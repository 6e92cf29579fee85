//! What the prompt's words say for each memory: in itself, with its neighbours in the thread, in the thread.
//!
//! The counts of a word are summed over the window before they saturate, so a window is scored as one text
//! (BM25); how telling a word is, is told by single memories.

use omoide_core::formulas::bm25;
use omoide_core::ports::store::Lookup;
use omoide_core::{Field, FieldCounts, QueryTerm, QueryWords, Term, TermKind, parameters};

use super::view::{Neighbours, View};

/// How much a term of each kind counts beside a word.
fn kind_weight(kind: TermKind) -> f64 {
    match kind {
        // A name is among the words too; to the letter it counts for a little more.
        TermKind::Name => 0.3,
        // Single characters find what nothing else finds, and decide nothing else.
        TermKind::Character => 0.05,
        TermKind::Word | TermKind::Filler | TermKind::Pair => 1.0,
    }
}

/// Another spelling of a word counts less than the word.
const VARIANT: f64 = 0.5;

/// How many words of a prompt a memory should have for the prompt to be covered.
const TELLING_WORDS: usize = 8;

/// How many memories without any of the words are thought to be there too: in a mind of three, a word that one
/// of them has is not a common word.
const OTHERS: u64 = 100;

/// What a word that no memory has counts for the coverage, beside one that some have.
const UNKNOWN: f64 = 0.5;

/// A word of the prompt, as it is counted.
pub(super) struct Weighed {
    pub term: Term,
    /// How telling it is times what it counts in the prompt.
    pub weight: f64,
    /// Who in view has it, in order.
    pub holders: Vec<Count>,
}

/// Scores by words, one for each memory in view; not yet shares of the best.
#[derive(Default)]
pub(super) struct WordScores {
    pub words: Vec<f32>,
    pub near: Vec<f32>,
    pub around: Vec<f32>,
    pub thread: Vec<f32>,
    pub pairs: Vec<f32>,
}

/// How much of the prompt memories have.
#[derive(Default)]
pub(super) struct Coverage {
    /// What the words count that stand in the memory or beside it.
    covered: Vec<f32>,
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
    /// The share of the prompt's words, by what they count, that the memory and its neighbours have.
    pub(super) fn of(&self, place: usize) -> f64 {
        let all = self.coverable + self.speaker;
        if all > 0.0 { ((f64::from(self.covered[place]) + self.speaker) / all).min(1.0) } else { 0.0 }
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
        TermKind::Name | TermKind::Pair => false,
    }
}

/// The terms that a query asks for, and those that its beginnings stand for.
pub(super) fn terms_of(query: &QueryWords, begun: &[Term]) -> Vec<QueryTerm> {
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
pub(super) struct Count {
    pub place: u32,
    count: f32,
}

/// The scores of all memories in view.
///
/// The name of someone who speaks in view says little by being in a text: `is_speaker` tells it from other
/// words, and `is_person` the names of all people that the prompt names.
pub(super) fn score(
    view: &View,
    terms: &[QueryTerm],
    found: &Lookup,
    p: &parameters::Fused,
    (is_speaker, is_person): (impl Fn(&Term) -> bool, impl Fn(&Term) -> bool),
) -> (WordScores, Coverage) {
    let size = view.len();
    let statistics = found.statistics;
    let fields = [1.0, p.replied_field, p.keywords_field];
    let mean: f64 = {
        let memories = statistics.memories.max(1) as f64;
        Field::ALL.iter().map(|field| statistics.lengths[*field as usize] as f64 * fields[*field as usize]).sum::<f64>()
            / memories
    };
    let fields = fields.map(|field| field as f32);
    let mut lengths = Lengths::new(view, mean as f32);
    let mut counts: Vec<Vec<Count>> = Vec::with_capacity(found.lists.len());
    for list in &found.lists {
        let mut counted = Vec::with_capacity(list.len());
        for (place, posting) in view.placed(list) {
            lengths.own[place] = weighted(posting.lengths, &fields);
            counted.push(Count { place: place as u32, count: weighted(posting.counts, &fields) });
        }
        counts.push(counted);
    }
    lengths.add_up(view);
    let mut scores = WordScores {
        words: vec![0.0; size],
        near: vec![0.0; size],
        around: vec![0.0; size],
        thread: Vec::new(),
        pairs: vec![0.0; size],
    };
    let mut coverage = Coverage { covered: vec![0.0; size], ..Coverage::default() };
    let mut coverable: Vec<f64> = Vec::new();
    let saturation = Saturation { k1: p.k1 as f32, b: p.b as f32 };
    let mut windows = Windows::new(size);
    let mut threads = Threads::new(view.thread_sizes().len());
    for (((term, list), counted), weight) in terms.iter().zip(&found.lists).zip(counts).zip(query_weights(terms, p)) {
        let kind = kind_weight(term.term.kind());
        let gate_weight = weight / kind * bm25::idf(statistics.memories + OTHERS, list.len() as u64);
        let weight = weight * bm25::idf(statistics.memories, list.len() as u64);
        let is_pair = term.term.kind() == TermKind::Pair;
        let is_speaker = is_speaker(&term.term);
        let own = if is_pair { &mut scores.pairs } else { &mut scores.words };
        if is_pair || !is_speaker {
            for Count { place, count } in &counted {
                let place = *place as usize;
                own[place] += saturation.of(*count, lengths.own[place], mean as f32) * weight as f32;
            }
        }
        if is_pair {
            continue;
        }
        for Count { place, count } in &counted {
            windows.add(view.neighbours(*place as usize), *place, *count);
            threads.add(view.thread(*place as usize), *count);
        }
        let counts_for_coverage = counts_for_coverage(&term.term, list.is_empty(), terms);
        let mut covered = 0.0;
        if is_speaker && counts_for_coverage {
            coverage.speaker += bm25::idf(statistics.memories + OTHERS, 0);
        } else if counts_for_coverage {
            // A common word that nobody ever used may only be said otherwise; an unknown name is not.
            let unknown = if list.is_empty() && !is_person(&term.term) { UNKNOWN } else { 1.0 };
            coverable.push(gate_weight * unknown);
            covered = gate_weight as f32;
        }
        let around = if is_speaker { 0.0 } else { weight as f32 };
        windows.settle(view, &lengths, |place, counts, window| {
            if counts.is_near {
                coverage.covered[place] += covered;
            }
            scores.near[place] += saturation.of(counts.near, window.near, lengths.mean_near) * weight as f32;
            scores.around[place] += saturation.of(counts.around, window.around, lengths.mean_around) * around;
        });
        coverage.weighed.push(Weighed { term: term.term.clone(), weight, holders: counted });
        threads
            .settle(|thread, count| saturation.of(count, lengths.threads[thread], lengths.mean_thread) * weight as f32);
    }
    coverable.sort_by(|a, b| b.total_cmp(a));
    coverage.coverable = coverable.iter().take(TELLING_WORDS).sum();
    scores.thread = (0..size).map(|place| threads.scores[view.thread(place)]).collect();
    (scores, coverage)
}

fn weighted(values: FieldCounts, fields: &[f32; Field::COUNT]) -> f32 {
    values.iter().zip(fields).map(|(value, field)| f32::from(*value) * field).sum()
}

/// How a count becomes a score.
#[derive(Clone, Copy)]
struct Saturation {
    k1: f32,
    b: f32,
}

impl Saturation {
    #[inline]
    fn of(self, count: f32, length: f32, mean: f32) -> f32 {
        let relative = if mean > 0.0 { length / mean } else { 1.0 };
        count * (self.k1 + 1.0) / (count + self.k1 * (1.0 - self.b + self.b * relative)).max(f32::MIN_POSITIVE)
    }
}

/// How often a term stands in the windows around a memory.
#[derive(Clone, Copy, Default)]
struct WindowCounts {
    near: f32,
    around: f32,
    /// Whether it is in the near window at all: a count in a field that counts nothing is nothing.
    is_near: bool,
    is_touched: bool,
}

/// How long they are.
struct WindowLengths {
    near: f32,
    around: f32,
}

/// The counts of one term in all windows. One entry more than there are memories takes what would go to
/// neighbours that are not there.
struct Windows {
    counts: Vec<WindowCounts>,
    touched: Vec<u32>,
}

impl Windows {
    fn new(size: usize) -> Self {
        Self { counts: vec![WindowCounts::default(); size + 1], touched: Vec::new() }
    }

    /// Counts a memory in its own windows and in those of its neighbours.
    fn add(&mut self, around: Neighbours, place: u32, count: f32) {
        for near in [place, around.previous, around.next] {
            let counts = self.touch(near);
            counts.near += count;
            counts.around += count;
            counts.is_near = true;
        }
        for far in [around.second_previous, around.second_next] {
            self.touch(far).around += count;
        }
    }

    fn touch(&mut self, place: u32) -> &mut WindowCounts {
        let counts = &mut self.counts[place as usize];
        if !counts.is_touched {
            counts.is_touched = true;
            self.touched.push(place);
        }
        counts
    }

    fn settle(&mut self, view: &View, lengths: &Lengths, mut score: impl FnMut(usize, WindowCounts, WindowLengths)) {
        for place in self.touched.drain(..) {
            let counts = std::mem::take(&mut self.counts[place as usize]);
            if (place as usize) < view.len() {
                score(place as usize, counts, lengths.windows(view, place as usize));
            }
        }
    }
}

/// The counts of one term in threads, and the scores of all terms.
struct Threads {
    counts: Vec<f32>,
    scores: Vec<f32>,
    touched: Vec<usize>,
}

impl Threads {
    fn new(size: usize) -> Self {
        Self { counts: vec![0.0; size], scores: vec![0.0; size], touched: Vec::new() }
    }

    fn add(&mut self, thread: usize, count: f32) {
        if self.counts[thread] == 0.0 {
            self.touched.push(thread);
        }
        self.counts[thread] += count;
    }

    fn settle(&mut self, score: impl Fn(usize, f32) -> f32) {
        for thread in self.touched.drain(..) {
            // A count of nothing, from a field that counts nothing, may have been touched twice.
            let count = std::mem::take(&mut self.counts[thread]);
            if count > 0.0 {
                self.scores[thread] += score(thread, count);
            }
        }
    }
}

/// How long memories, windows and threads are. Where no term tells the length of a memory, it counts as one of
/// mean length.
struct Lengths {
    /// Of each memory; one more at the end, of a neighbour that is not there.
    own: Vec<f32>,
    threads: Vec<f32>,
    mean_near: f32,
    mean_around: f32,
    mean_thread: f32,
}

impl Lengths {
    fn new(view: &View, mean: f32) -> Self {
        let mut own = vec![mean; view.len() + 1];
        own[view.len()] = 0.0;
        Self { own, threads: Vec::new(), mean_near: 0.0, mean_around: 0.0, mean_thread: 0.0 }
    }

    /// Sums up what is known of memories.
    fn add_up(&mut self, view: &View) {
        self.threads = vec![0.0; view.thread_sizes().len()];
        let (mut near, mut around) = (0.0, 0.0);
        for place in 0..view.len() {
            self.threads[view.thread(place)] += self.own[place];
            let windows = self.windows(view, place);
            near += windows.near;
            around += windows.around;
        }
        let size = view.len().max(1) as f32;
        // Every memory tells the length of its thread.
        let told = |(length, size): (&f32, &u32)| length * *size as f32;
        let thread: f32 = self.threads.iter().zip(view.thread_sizes()).map(told).sum();
        (self.mean_near, self.mean_around, self.mean_thread) = (near / size, around / size, thread / size);
    }

    fn windows(&self, view: &View, place: usize) -> WindowLengths {
        let at = |place: u32| self.own[place as usize];
        let around = view.neighbours(place);
        let near = self.own[place] + at(around.previous) + at(around.next);
        WindowLengths { near, around: near + at(around.second_previous) + at(around.second_next) }
    }
}
