//! All that a recall may find, as ranking sees it: a few numbers each, and who stands beside whom in a thread.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use omoide_core::ports::store::{Outline, Posting};
use omoide_core::{Moment, NamePrint, Seq};

/// How many times as many numbers as memories there may be for each memory to get a number's place.
const MOST_SPAN: usize = 8;

/// What is looked at of every memory; the rest only of the best.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub seq: Seq,
    pub person: NamePrint,
    pub thread: Option<NamePrint>,
    pub created: Moment,
}

impl From<&Outline> for Sight {
    fn from(outline: &Outline) -> Self {
        Self { seq: outline.seq, person: outline.person, thread: outline.thread, created: outline.created }
    }
}

/// The places of the memories around one in its thread; the end of the view where there is none, so that a
/// column with one more entry than there are memories can be read everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbours {
    pub previous: u32,
    pub next: u32,
    pub second_previous: u32,
    pub second_next: u32,
}

/// The memories that a recall may find, in order of their places in the store.
#[derive(Default)]
pub(super) struct View {
    /// What is known of each.
    pub sights: Vec<Sight>,
    /// Their places in the store, by themselves: they are looked through all the time.
    seqs: Vec<Seq>,
    neighbours: Vec<Neighbours>,
    /// The number of each one's thread; one without a thread is a thread by itself.
    threads: Vec<u32>,
    thread_sizes: Vec<u32>,
}

impl View {
    /// The view of those memories, which come in any order.
    pub(super) fn of(sights: Vec<Sight>) -> Self {
        let sights = in_order(sights);
        let nobody = number(sights.len());
        let alone = Neighbours { previous: nobody, next: nobody, second_previous: nobody, second_next: nobody };
        let mut neighbours = vec![alone; sights.len()];
        let mut threads = Vec::with_capacity(sights.len());
        let mut thread_sizes: Vec<u32> = Vec::new();
        // The last memory of each thread so far, and the number of the thread.
        let mut last: HashMap<NamePrint, (u32, u32), BuildHasherDefault<AsItIs>> = HashMap::default();
        for (place, sight) in (0_u32..).zip(&sights) {
            let mut thread = number(thread_sizes.len());
            if let Some(name) = sight.thread {
                let known = last.entry(name).or_insert((nobody, thread));
                let previous = std::mem::replace(&mut known.0, place);
                thread = known.1;
                if previous != nobody {
                    let second = neighbours[previous as usize].previous;
                    neighbours[previous as usize].next = place;
                    if second != nobody {
                        neighbours[second as usize].second_next = place;
                    }
                    neighbours[place as usize].previous = previous;
                    neighbours[place as usize].second_previous = second;
                }
            }
            match thread_sizes.get_mut(thread as usize) {
                Some(size) => *size += 1,
                None => thread_sizes.push(1),
            }
            threads.push(thread);
        }
        let seqs = sights.iter().map(|sight| sight.seq).collect();
        Self { sights, seqs, neighbours, threads, thread_sizes }
    }

    pub(super) fn len(&self) -> usize {
        self.sights.len()
    }

    /// The place of a memory in the store.
    pub(super) fn seq(&self, place: usize) -> Seq {
        self.seqs[place]
    }

    /// Where the memory stands in the view.
    pub(super) fn place(&self, seq: Seq) -> Option<usize> {
        let from = self.least(0, seq)?;
        (self.seqs[from] == seq).then_some(from)
    }

    /// The first place from `from` on whose memory does not come before `seq`, if it is there.
    fn least(&self, from: usize, seq: Seq) -> Option<usize> {
        let first = self.seqs.get(from)?;
        // Numbers rise by one at least, so it stands no further on than the numbers are apart; and just there
        // where none is missing.
        let apart = usize::try_from(seq.0.saturating_sub(first.0)).unwrap_or(0);
        let furthest = from.saturating_add(apart).min(self.seqs.len() - 1);
        if self.seqs[furthest] <= seq {
            return Some(furthest);
        }
        Some(from + self.seqs[from..furthest].partition_point(|other| *other < seq))
    }

    /// Who stands around it in its thread.
    pub(super) fn neighbours(&self, place: usize) -> Neighbours {
        self.neighbours[place]
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
            from = self.least(from, posting.seq)?;
            (self.seqs[from] == posting.seq).then_some((from, posting))
        })
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// The sights by their places in the store. Those are numbers without many gaps, so as a rule each can be put
/// where it belongs.
fn in_order(mut sights: Vec<Sight>) -> Vec<Sight> {
    if sights.is_sorted_by_key(|sight| sight.seq) {
        return sights;
    }
    let (least, most) = sights
        .iter()
        .fold((i64::MAX, i64::MIN), |(least, most), sight| (least.min(sight.seq.0), most.max(sight.seq.0)));
    let span = usize::try_from(most.saturating_sub(least)).unwrap_or(usize::MAX).saturating_add(1);
    if span > sights.len().saturating_mul(MOST_SPAN) {
        sights.sort_unstable_by_key(|sight| sight.seq);
        return sights;
    }
    let nobody = number(sights.len());
    let mut places = vec![nobody; span];
    for (number, sight) in (0_u32..).zip(&sights) {
        places[usize::try_from(sight.seq.0 - least).unwrap_or(0)] = number;
    }
    let mut ordered = Vec::with_capacity(sights.len());
    for place in places.into_iter().filter(|place| *place != nobody) {
        ordered.push(sights[place as usize]);
    }
    ordered
}

/// A print is a hash already.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, print: u64) {
        self.0 = print;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sight(seq: i64, thread: Option<u8>) -> Sight {
        let thread = thread.map(|thread| NamePrint::of(&thread.to_string()));
        Sight { seq: Seq(seq), person: NamePrint::of("Aki"), thread, created: Moment::new(seq, 0) }
    }

    fn posting(seq: i64) -> Posting {
        Posting { seq: Seq(seq), counts: [1, 0, 0], lengths: [1, 0, 0] }
    }

    proptest! {
        #[test]
        fn a_memory_is_found_where_it_stands_whatever_is_missing_between(
            seqs in prop::collection::btree_set(prop_oneof![1_i64..60, 1_i64..100_000], 1..40),
            sought in prop::collection::btree_set(prop_oneof![0_i64..62, 0_i64..100_001], 0..40),
            is_turned in any::<bool>(),
        ) {
            let mut sights: Vec<Sight> = seqs.iter().map(|seq| sight(*seq, None)).collect();
            if is_turned {
                sights.reverse();
            }
            let view = View::of(sights);
            for seq in &sought {
                prop_assert_eq!(view.place(Seq(*seq)), seqs.iter().position(|other| other == seq));
            }
            let postings: Vec<Posting> = sought.iter().map(|seq| posting(*seq)).collect();
            let placed: Vec<(usize, Seq)> = view.placed(&postings).map(|(place, posting)| (place, posting.seq)).collect();
            let expected: Vec<(usize, Seq)> =
                sought.iter().filter_map(|seq| Some((view.place(Seq(*seq))?, Seq(*seq)))).collect();
            prop_assert_eq!(placed, expected);
        }

        #[test]
        fn neighbours_are_those_of_the_same_thread(threads in prop::collection::vec(prop::option::of(0_u8..3), 1..30)) {
            let sights = (1_i64..).zip(&threads).map(|(seq, thread)| sight(seq, *thread)).collect();
            let view = View::of(sights);
            for place in 0..threads.len() {
                let of_thread: Vec<usize> = match threads[place] {
                    Some(_) => (0..threads.len()).filter(|other| threads[*other] == threads[place]).collect(),
                    None => vec![place],
                };
                let at = of_thread.iter().position(|other| *other == place).unwrap_or(0);
                let step = |by: isize| {
                    let other = at.checked_add_signed(by).and_then(|at| of_thread.get(at));
                    u32::try_from(other.copied().unwrap_or(threads.len())).unwrap_or(0)
                };
                let found = view.neighbours(place);
                prop_assert_eq!((found.previous, found.next), (step(-1), step(1)));
                prop_assert_eq!((found.second_previous, found.second_next), (step(-2), step(2)));
                prop_assert_eq!(view.thread_sizes()[view.thread(place)] as usize, of_thread.len());
            }
        }
    }
}
