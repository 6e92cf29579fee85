//! The windows around memories in their threads: how often a word stands in them, and how long they are.

use super::candidates::Candidates;
use super::view::View;

/// How often a term stands in the windows around a memory.
#[derive(Clone, Copy, Default)]
pub(in crate::recall) struct WindowCounts {
    pub near: f32,
    pub around: f32,
    /// Whether it is in the near window at all: a count in a field that counts nothing is nothing.
    pub is_near: bool,
    is_touched: bool,
}

/// How long they are.
pub(in crate::recall) struct WindowLengths {
    pub near: f32,
    pub around: f32,
}

/// The counts of one term in the windows around candidates. One entry more than there are takes what would go to
/// neighbours that are not there.
pub(in crate::recall) struct Windows<'c> {
    candidates: &'c Candidates,
    counts: Vec<WindowCounts>,
    touched: NumberSet,
}

/// Numbers, each once, in a list that has room for all. Whether a number is new cannot be foreseen, so it is written
/// behind the others in any case and counted only if it is.
struct NumberSet {
    numbers: Vec<u32>,
    count: usize,
}

impl NumberSet {
    fn of(size: usize) -> Self {
        Self { numbers: vec![0; size + 1], count: 0 }
    }

    #[inline]
    fn add(&mut self, number: u32, is_new: bool) {
        self.numbers[self.count] = number;
        self.count += usize::from(is_new);
    }

    /// All of them, to begin anew.
    fn take(&mut self) -> &[u32] {
        &self.numbers[..std::mem::take(&mut self.count)]
    }
}

impl<'c> Windows<'c> {
    pub(in crate::recall) fn new(candidates: &'c Candidates) -> Self {
        let size = candidates.len_with_others() + 1;
        Self { candidates, counts: vec![WindowCounts::default(); size], touched: NumberSet::of(size) }
    }

    /// Counts a memory in its own windows and in those of its neighbours.
    pub(in crate::recall) fn add(&mut self, number: usize, count: f32) {
        let [previous, next, second_previous, second_next] = self.candidates.around(number);
        for near in [number as u32, previous, next] {
            let counts = self.touch(near);
            counts.near += count;
            counts.around += count;
            counts.is_near = true;
        }
        for far in [second_previous, second_next] {
            self.touch(far).around += count;
        }
    }

    #[inline]
    fn touch(&mut self, number: u32) -> &mut WindowCounts {
        let counts = &mut self.counts[number as usize];
        self.touched.add(number, !counts.is_touched);
        counts.is_touched = true;
        counts
    }

    /// Calls `score` with every memory that was counted, and begins anew.
    pub(in crate::recall) fn settle(&mut self, mut score: impl FnMut(usize, WindowCounts)) {
        for number in self.touched.take().iter().map(|number| *number as usize) {
            let counts = std::mem::take(&mut self.counts[number]);
            if number < self.candidates.len_with_others() {
                score(number, counts);
            }
        }
    }
}

/// The counts of one term in threads, and the scores of all terms.
pub(in crate::recall) struct ThreadScores {
    counts: Vec<f32>,
    scores: Vec<f32>,
    touched: NumberSet,
    /// The thread that was counted last and what it has since: as a rule a thread goes on.
    present: (usize, f32),
}

impl ThreadScores {
    pub(in crate::recall) fn new(size: usize) -> Self {
        Self { counts: vec![0.0; size], scores: vec![0.0; size], touched: NumberSet::of(size), present: (0, 0.0) }
    }

    #[inline]
    pub(in crate::recall) fn add(&mut self, thread: usize, count: f32) {
        if thread != self.present.0 {
            self.put_down();
            self.present.0 = thread;
        }
        self.present.1 += count;
    }

    /// A count of nothing is from a field that counts nothing.
    fn put_down(&mut self) {
        let (thread, count) = (self.present.0, std::mem::take(&mut self.present.1));
        if count > 0.0 {
            self.touched.add(thread as u32, self.counts[thread] == 0.0);
            self.counts[thread] += count;
        }
    }

    pub(in crate::recall) fn settle(&mut self, score: impl Fn(usize, f32) -> f32) {
        self.put_down();
        for thread in self.touched.take().iter().map(|thread| *thread as usize) {
            self.scores[thread] += score(thread, std::mem::take(&mut self.counts[thread]));
        }
    }

    pub(in crate::recall) fn score(&self, thread: usize) -> f32 {
        self.scores[thread]
    }
}

/// How long memories, windows and threads are. Where no term tells the length of a memory, it counts as one of
/// mean length.
pub(in crate::recall) struct Lengths {
    /// Of each memory; one more at the end, of a neighbour that is not there.
    own: Vec<f32>,
    threads: Vec<f32>,
    mean: f32,
    mean_near: f32,
    mean_around: f32,
    mean_thread: f32,
}

impl Lengths {
    /// The length of a memory of which none is known.
    pub(in crate::recall) const UNKNOWN: f32 = -1.0;

    /// From the lengths that are known, one more than there are places in view, and the mean of all.
    pub(in crate::recall) fn new(view: &View, mut own: Vec<f32>, mean: f32) -> Self {
        let mut threads = vec![0.0; view.thread_sizes().len()];
        // As a rule a thread goes on: what it has is put down when the next one begins.
        let (mut thread, mut long) = (0, 0.0);
        for (place, length) in own[..view.span()].iter_mut().enumerate() {
            *length = if *length == Self::UNKNOWN { mean } else { *length };
            if view.thread(place) != thread {
                threads[thread] += std::mem::take(&mut long);
                thread = view.thread(place);
            }
            long += *length;
        }
        threads[thread] += long;
        own[view.span()] = 0.0;
        let size = view.len().max(1) as f32;
        // Each but the last of a thread has one behind it, and each but the last two a second one; and likewise before.
        let pairs = |apart: u32| -> f32 {
            view.thread_sizes().iter().map(|size| 2.0 * size.saturating_sub(apart) as f32).sum()
        };
        let near = mean * (1.0 + pairs(1) / size);
        let around = near + mean * pairs(2) / size;
        // Every memory tells the length of its thread.
        let told = |(length, size): (&f32, &u32)| length * *size as f32;
        let thread: f32 = threads.iter().zip(view.thread_sizes()).map(told).sum();
        Self { own, threads, mean, mean_near: near, mean_around: around, mean_thread: thread / size }
    }

    #[inline]
    pub(in crate::recall) fn own(&self, place: usize) -> f32 {
        self.own[place]
    }

    pub(in crate::recall) fn thread(&self, thread: usize) -> f32 {
        self.threads[thread]
    }

    pub(in crate::recall) fn mean(&self) -> f32 {
        self.mean
    }

    pub(in crate::recall) fn mean_near(&self) -> f32 {
        self.mean_near
    }

    pub(in crate::recall) fn mean_around(&self) -> f32 {
        self.mean_around
    }

    pub(in crate::recall) fn mean_thread(&self) -> f32 {
        self.mean_thread
    }

    /// The lengths of the windows around the memory at that place in view.
    pub(in crate::recall) fn windows(&self, view: &View, place: usize) -> WindowLengths {
        let [previous, next, second_previous, second_next] =
            view.neighbours(place).all().map(|at| self.own[at as usize]);
        let near = self.own[place] + previous + next;
        WindowLengths { near, around: near + second_previous + second_next }
    }
}
