//! Who has the prompt's words, and how often.

use std::collections::HashSet;
use std::ops::Range;

use omoide_core::formulas::ranking::bm25;
use omoide_core::ports::store::{Posting, WordStatistics};
use omoide_core::{Field, FieldCounts, OtherForm, QueryTerm, Term, TermKind, parameters};

use super::coverage::{Coverage, Weighed, counts_for_coverage};
use super::scores::{WeighedTerm, WordSearch};
use super::weights::{kind_weight, others_with, pair_weight, query_weights};
use crate::recall::constants::words::{MANY_TERMS, OTHER_FORM, OTHERS, TELLING_WORDS, UNKNOWN};
use crate::recall::rank::alignment::telling;
use crate::recall::search::view::View;
use crate::recall::search::windows::Lengths;

/// A memory in view that has a term, and how often.
#[derive(Clone, Copy)]
pub(super) struct TermCount {
    pub(super) place: u32,
    pub(super) count: f32,
}

/// Who in view has each of some terms. All counts lie in one place, which grows without being copied.
#[derive(Default)]
pub(super) struct Lists {
    counts: Vec<TermCount>,
    /// The stretches of the counts that are of one term.
    runs: Vec<(usize, Range<usize>)>,
}

impl Lists {
    fn add(&mut self, term: usize, counts: impl Iterator<Item = TermCount>) {
        let begin = self.counts.len();
        self.counts.extend(counts);
        let end = self.counts.len();
        match self.runs.last_mut() {
            Some((last, run)) if *last == term => run.end = end,
            _ => self.runs.push((term, begin..end)),
        }
    }

    pub(super) fn of(&self, term: usize) -> impl Iterator<Item = &TermCount> {
        let runs = self.runs.iter().filter(move |(other, _)| *other == term);
        runs.flat_map(|(_, run)| &self.counts[run.clone()])
    }
}

/// Who has the prompt's words, and how long those memories are.
pub(in crate::recall) struct WordCounts<'v> {
    view: &'v View,
    fields: [f64; Field::COUNT],
    lists: Lists,
    /// Who has other forms of terms, by the term.
    others: Vec<(usize, Vec<TermCount>)>,
    /// Of each term, how many have it, in view or not.
    holders: Vec<u64>,
    /// Of terms that were passed over, the share of the memories that have them.
    passed_over: Vec<(usize, f64)>,
    lengths: Vec<f32>,
}

impl<'v> WordCounts<'v> {
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
        let counts = counts.map(|counted| TermCount { count: counted.count * OTHER_FORM, ..counted });
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
        mut statistics: WordStatistics,
        p: &parameters::Fused,
        (is_speaker, is_person): (impl Fn(&Term) -> bool, impl Fn(&Term) -> bool),
        others: &[OtherForm],
    ) -> WordSearch<'v> {
        self.settle_others();
        // Sessions are in the index without words.
        statistics.memories = statistics.memories.saturating_sub(self.view.sessions() as u64);
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
            found.push(WeighedTerm {
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
        WordSearch { view: self.view, found, lists: self.lists, lengths, k1: p.k1 as f32, b: p.b as f32, coverage }
    }
}

/// The counts of those of the memories that are in view, whose lengths are noted.
fn in_view<'p>(
    view: &'p View,
    lengths: &'p mut [f32],
    fields: [f64; Field::COUNT],
    postings: &'p [Posting],
) -> impl Iterator<Item = TermCount> + 'p {
    let fields = fields.map(|field| field as f32);
    postings.iter().filter_map(move |posting| {
        let place = view.place(posting.seq)?;
        lengths[place] = weighted(posting.lengths, &fields);
        Some(TermCount { place: place as u32, count: weighted(posting.counts, &fields) })
    })
}

fn weighted(values: FieldCounts, fields: &[f32; Field::COUNT]) -> f32 {
    values.iter().zip(fields).map(|(value, field)| f32::from(*value) * field).sum()
}
