//! All that a recall may find, as ranking sees it: an outline each, and who stands beside whom in a thread.

use std::collections::HashMap;

use omoide_core::ports::store::{Outline, Posting};
use omoide_core::{NamePrint, Seq};

/// No neighbour.
const NOBODY: u32 = u32::MAX;

/// The memories that a recall may find, in order of their places.
#[derive(Default)]
pub(super) struct View {
    /// What is known of each.
    pub outlines: Vec<Outline>,
    previous: Vec<u32>,
    next: Vec<u32>,
    /// The number of each one's thread; one without a thread is a thread by itself.
    threads: Vec<u32>,
    thread_sizes: Vec<u32>,
}

impl View {
    /// The view of those memories, which come in any order.
    pub(super) fn of(mut outlines: Vec<Outline>) -> Self {
        if !outlines.is_sorted_by_key(|outline| outline.seq) {
            outlines.sort_unstable_by_key(|outline| outline.seq);
        }
        let mut view = Self {
            previous: vec![NOBODY; outlines.len()],
            next: vec![NOBODY; outlines.len()],
            threads: Vec::with_capacity(outlines.len()),
            thread_sizes: Vec::new(),
            outlines,
        };
        // The last memory of each thread so far, and the number of the thread.
        let mut last: HashMap<NamePrint, (u32, u32)> = HashMap::new();
        for (place, outline) in (0_u32..).zip(&view.outlines) {
            let fresh = u32::try_from(view.thread_sizes.len()).unwrap_or(NOBODY);
            let before = outline.thread.and_then(|thread| last.get(&thread).copied());
            let number = before.map_or(fresh, |(_, number)| number);
            if let Some((before, _)) = before {
                view.previous[place as usize] = before;
                view.next[before as usize] = place;
            }
            if let Some(thread) = outline.thread {
                last.insert(thread, (place, number));
            }
            if number == fresh {
                view.thread_sizes.push(0);
            }
            view.thread_sizes[number as usize] += 1;
            view.threads.push(number);
        }
        view
    }

    pub(super) fn len(&self) -> usize {
        self.outlines.len()
    }

    /// Where the memory stands in the view.
    pub(super) fn place(&self, seq: Seq) -> Option<usize> {
        self.outlines.binary_search_by_key(&seq, |outline| outline.seq).ok()
    }

    /// The memory before it in its thread.
    pub(super) fn previous(&self, place: usize) -> Option<usize> {
        some(self.previous[place])
    }

    /// The memory after it in its thread.
    pub(super) fn next(&self, place: usize) -> Option<usize> {
        some(self.next[place])
    }

    /// The number of its thread.
    pub(super) fn thread(&self, place: usize) -> usize {
        self.threads[place] as usize
    }

    /// How many memories each thread has.
    pub(super) fn thread_sizes(&self) -> &[u32] {
        &self.thread_sizes
    }

    /// The postings of memories that are in view, each with its place there.
    pub(super) fn placed<'p>(&'p self, postings: &'p [Posting]) -> impl Iterator<Item = (usize, &'p Posting)> {
        // Both are in order, so that each search begins where the last one ended.
        let mut from = 0;
        postings.iter().filter_map(move |posting| {
            from += gallop(&self.outlines[from..], posting.seq);
            (self.outlines.get(from)?.seq == posting.seq).then_some((from, posting))
        })
    }
}

fn some(place: u32) -> Option<usize> {
    (place != NOBODY).then_some(place as usize)
}

/// How many of the outlines come before `seq`.
fn gallop(outlines: &[Outline], seq: Seq) -> usize {
    let mut reach = 1;
    while reach < outlines.len() && outlines[reach].seq < seq {
        reach *= 2;
    }
    let from = reach / 2;
    let to = reach.saturating_add(1).min(outlines.len());
    from + outlines[from..to].partition_point(|outline| outline.seq < seq)
}
