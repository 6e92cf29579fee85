//! What the prompt's words say for memories: by themselves, and with those around them.

use omoide_core::formulas::ranking::gate::SharedWords;

use super::counts::{Lists, TermCount};
use super::coverage::Coverage;
use crate::recall::search::candidates::Candidates;
use crate::recall::search::view::View;
use crate::recall::search::windows::{Lengths, ThreadScores, WindowLengths, Windows};

/// A term of the prompt and who has it.
pub(super) struct WeighedTerm {
    /// Its number among the terms of the lists.
    pub(super) number: usize,
    pub(super) weight: f32,
    /// What it counts for the coverage.
    pub(super) covered: f32,
    /// How rare it is among memories, from 0 to 1.
    pub(super) rarity: f64,
    /// How telling it is in everyday language.
    pub(super) telling: f64,
    pub(super) is_person: bool,
    pub(super) is_pair: bool,
    pub(super) is_speaker: bool,
    pub(super) is_word: bool,
    pub(super) is_passed_over: bool,
}

/// The prompt's words, weighed.
pub(in crate::recall) struct WordSearch<'v> {
    pub(super) view: &'v View,
    pub(super) found: Vec<WeighedTerm>,
    pub(super) lists: Lists,
    pub(super) lengths: Lengths,
    pub(super) k1: f32,
    pub(super) b: f32,
    pub(super) coverage: Coverage,
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

impl WordSearch<'_> {
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
            self.lists.of(found.number).for_each(|TermCount { place, count }| {
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
        let mut threads = ThreadScores::new(view.thread_sizes().len());
        for found in found.into_iter().filter(|found| !found.is_pair) {
            let around = if found.is_speaker { 0.0 } else { found.weight };
            lists.of(found.number).for_each(|TermCount { place, count }| {
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
