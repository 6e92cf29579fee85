//! What the prompt's words say for each memory: in itself, with its neighbours in the thread, in the thread.
//!
//! The counts of a word are summed over the window before they saturate, so a window is scored as one text
//! (BM25); how telling a word is, is told by single memories.

use omoide_core::formulas::bm25;
use omoide_core::ports::store::Lookup;
use omoide_core::{Field, FieldCounts, QueryTerm, QueryWords, Term, TermKind, parameters};

use super::view::View;

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
}

/// Scores by words, one for each memory in view; not yet shares of the best.
#[derive(Default)]
pub(super) struct WordScores {
    pub words: Vec<f32>,
    pub near: Vec<f32>,
    pub around: Vec<f32>,
    pub thread: Vec<f32>,
    pub pairs: Vec<f32>,
    /// What the words count that stand in the memory or beside it.
    pub covered: Vec<f32>,
    /// What the most telling words count that could stand there. A long prompt is about more than any memory,
    /// so not all of its words are asked for.
    coverable: f64,
    /// What the names of those count who speak in view: who is asked about someone known is asked about
    /// something known, though nobody says their own name.
    speaker: f64,
    /// The words that were counted.
    pub weighed: Vec<Weighed>,
}

impl WordScores {
    /// The share of the prompt's words, by what they count, that the memory and its neighbours have.
    pub(super) fn coverage(&self, place: usize) -> f64 {
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
) -> WordScores {
    let count = view.len();
    let statistics = found.statistics;
    let fields = [1.0, p.replied_field, p.keywords_field];
    let mean: f64 = {
        let memories = statistics.memories.max(1) as f64;
        Field::ALL.iter().map(|field| statistics.lengths[*field as usize] as f64 * fields[*field as usize]).sum::<f64>()
            / memories
    };
    let mut scores = WordScores {
        words: vec![0.0; count],
        near: vec![0.0; count],
        around: vec![0.0; count],
        thread: vec![0.0; view.thread_sizes().len()],
        pairs: vec![0.0; count],
        covered: vec![0.0; count],
        coverable: 0.0,
        speaker: 0.0,
        weighed: Vec::new(),
    };
    // Where no term tells the length of a memory, it counts as one of mean length.
    let mut lengths = vec![mean as f32; count];
    for list in &found.lists {
        for (place, posting) in view.placed(list) {
            lengths[place] = weighted(posting.lengths, &fields) as f32;
        }
    }
    let mut coverable: Vec<f64> = Vec::new();
    let sizes = Lengths::new(view, &lengths);
    let mut near = Gathered::new(count);
    let mut around = Gathered::new(count);
    let mut thread = Gathered::new(view.thread_sizes().len());
    for ((term, list), weight) in terms.iter().zip(&found.lists).zip(query_weights(terms, p)) {
        let kind = kind_weight(term.term.kind());
        let gate_weight = weight / kind * bm25::idf(statistics.memories + OTHERS, list.len() as u64);
        let weight = weight * bm25::idf(statistics.memories, list.len() as u64);
        let is_pair = term.term.kind() == TermKind::Pair;
        let is_speaker = is_speaker(&term.term);
        let counts_for_coverage = counts_for_coverage(&term.term, list.is_empty(), terms);
        let weighed = Weighed { term: term.term.clone(), weight };
        for (place, posting) in view.placed(list) {
            let count = weighted(posting.counts, &fields) as f32;
            let own = saturated(count, lengths[place], mean as f32, p) * weight as f32;
            if is_pair {
                scores.pairs[place] += own;
                continue;
            }
            if !is_speaker {
                scores.words[place] += own;
            }
            gather(view, place, count, &mut near, &mut around);
            thread.add(view.thread(place), count);
        }
        if !is_pair {
            if is_speaker && counts_for_coverage {
                scores.speaker += bm25::idf(statistics.memories + OTHERS, 0);
            } else if counts_for_coverage {
                // A common word that nobody ever used may only be said otherwise; an unknown name is not.
                let unknown = if list.is_empty() && !is_person(&term.term) { UNKNOWN } else { 1.0 };
                coverable.push(gate_weight * unknown);
                for place in &near.touched {
                    scores.covered[*place as usize] += gate_weight as f32;
                }
            }
            near.settle(&mut scores.near, |place, count| {
                saturated(count, sizes.near(view, place), sizes.mean_near, p) * weight as f32
            });
            around.settle(&mut scores.around, |place, count| {
                let own = if is_speaker { 0.0 } else { weight as f32 };
                saturated(count, sizes.around(view, place), sizes.mean_around, p) * own
            });
            thread.settle(&mut scores.thread, |number, count| {
                saturated(count, sizes.threads[number], sizes.mean_thread, p) * weight as f32
            });
        }
        scores.weighed.push(weighed);
    }
    coverable.sort_by(|a, b| b.total_cmp(a));
    scores.coverable = coverable.iter().take(TELLING_WORDS).sum();
    scores.thread = (0..count).map(|place| scores.thread[view.thread(place)]).collect();
    scores
}

fn weighted(values: FieldCounts, fields: &[f64; Field::COUNT]) -> f64 {
    values.iter().zip(fields).map(|(value, field)| f64::from(*value) * field).sum()
}

fn saturated(count: f32, length: f32, mean: f32, p: &parameters::Fused) -> f32 {
    let (k1, b) = (p.k1 as f32, p.b as f32);
    let relative = if mean > 0.0 { length / mean } else { 1.0 };
    count * (k1 + 1.0) / (count + k1 * (1.0 - b + b * relative)).max(f32::MIN_POSITIVE)
}

/// Adds the count to the memory's windows and to those of its neighbours.
fn gather(view: &View, place: usize, count: f32, near: &mut Gathered, around: &mut Gathered) {
    near.add(place, count);
    around.add(place, count);
    let steps: [fn(&View, usize) -> Option<usize>; 2] = [View::previous, View::next];
    for step in steps {
        if let Some(one) = step(view, place) {
            near.add(one, count);
            around.add(one, count);
            if let Some(two) = step(view, one) {
                around.add(two, count);
            }
        }
    }
}

/// Counts of one term, gathered and then settled into scores.
struct Gathered {
    counts: Vec<f32>,
    touched: Vec<u32>,
}

impl Gathered {
    fn new(size: usize) -> Self {
        Self { counts: vec![0.0; size], touched: Vec::new() }
    }

    fn add(&mut self, place: usize, count: f32) {
        if self.counts[place] == 0.0 {
            self.touched.push(u32::try_from(place).unwrap_or(u32::MAX));
        }
        self.counts[place] += count;
    }

    fn settle(&mut self, scores: &mut [f32], score: impl Fn(usize, f32) -> f32) {
        for place in self.touched.drain(..) {
            let place = place as usize;
            // A count of nothing, from a field that counts nothing, may have been touched twice.
            let count = std::mem::take(&mut self.counts[place]);
            if count > 0.0 {
                scores[place] += score(place, count);
            }
        }
    }
}

/// How long windows and threads are.
struct Lengths<'a> {
    own: &'a [f32],
    threads: Vec<f32>,
    mean_near: f32,
    mean_around: f32,
    mean_thread: f32,
}

impl<'a> Lengths<'a> {
    fn new(view: &View, own: &'a [f32]) -> Self {
        let mut threads = vec![0.0; view.thread_sizes().len()];
        for (place, length) in own.iter().enumerate() {
            threads[view.thread(place)] += length;
        }
        let count = own.len().max(1) as f32;
        let mut lengths = Self { own, mean_near: 0.0, mean_around: 0.0, mean_thread: 0.0, threads };
        let mean = |of: &dyn Fn(usize) -> f32| (0..own.len()).map(of).sum::<f32>() / count;
        let mean_near = mean(&|place| lengths.near(view, place));
        let mean_around = mean(&|place| lengths.around(view, place));
        let mean_thread = mean(&|place| lengths.threads[view.thread(place)]);
        (lengths.mean_near, lengths.mean_around, lengths.mean_thread) = (mean_near, mean_around, mean_thread);
        lengths
    }

    fn near(&self, view: &View, place: usize) -> f32 {
        let at = |place: Option<usize>| place.map_or(0.0, |place| self.own[place]);
        self.own[place] + at(view.previous(place)) + at(view.next(place))
    }

    fn around(&self, view: &View, place: usize) -> f32 {
        let at = |place: Option<usize>| place.map_or(0.0, |place| self.own[place]);
        let (before, after) = (view.previous(place), view.next(place));
        self.near(view, place)
            + at(before.and_then(|place| view.previous(place)))
            + at(after.and_then(|place| view.next(place)))
    }
}
