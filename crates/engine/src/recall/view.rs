//! All that a recall may find, as ranking sees it: a few numbers each, and who stands beside whom in a thread.
//!
//! A fresh process spends more time on getting memory than on filling it, so what is kept of each memory is small, and
//! stays in the order in which the store tells it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use omoide_core::ports::store::Sight;
use omoide_core::{Moment, NamePrint, Seq};

/// How many times as many numbers as memories there may be for each number to have a place.
const MOST_SPAN: usize = 8;

/// How many persons are told apart; a mind that talks with more has no use for who spoke.
const MOST_PERSONS: usize = 64;

/// About how many memories a thread has.
const MEMORIES_OF_A_THREAD: usize = 16;

const MICROS_OF_A_MINUTE: i64 = 60_000_000;

/// The places of the memories around one in its thread; the end of the view where there is none, so that a
/// column with one more entry than there are memories can be read everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Neighbours {
    pub previous: u32,
    pub next: u32,
    pub second_previous: u32,
    pub second_next: u32,
}

impl Neighbours {
    /// All four, the nearest first.
    pub(super) fn all(self) -> [u32; 4] {
        [self.previous, self.next, self.second_previous, self.second_next]
    }
}

/// The memories that a recall may find.
#[derive(Debug, Default)]
pub(super) struct View {
    /// Their places in the store.
    seqs: Vec<Seq>,
    places: Places,
    /// Who stands before each in its thread, and behind it; one more at the end, of nobody.
    previous: Vec<u32>,
    next: Vec<u32>,
    /// The number of each one's thread; one without a thread is a thread by itself.
    threads: Vec<u32>,
    thread_sizes: Vec<u32>,
    /// When each happened, in minutes.
    created: Vec<i32>,
    /// The number of the person who said it; none when there are too many to tell apart.
    persons: Vec<u8>,
    /// Who that is, and a memory of theirs.
    known_persons: Vec<(NamePrint, Seq)>,
}

/// Where in view the memories at the places of the store stand.
#[derive(Debug)]
enum Places {
    /// By how far their numbers are from the least.
    Near { least: i64, places: Vec<u32> },
    /// In order, where numbers are far apart.
    Apart(Vec<(Seq, u32)>),
}

impl Default for Places {
    fn default() -> Self {
        Self::Apart(Vec::new())
    }
}

impl Places {
    fn of(seqs: &[Seq]) -> Self {
        let (least, most) =
            seqs.iter().fold((i64::MAX, i64::MIN), |(least, most), seq| (least.min(seq.0), most.max(seq.0)));
        let span = usize::try_from(most.saturating_sub(least)).unwrap_or(usize::MAX).saturating_add(1);
        if span > seqs.len().saturating_mul(MOST_SPAN) {
            let mut places: Vec<(Seq, u32)> = seqs.iter().copied().zip(0..).collect();
            places.sort_unstable();
            return Self::Apart(places);
        }
        let mut places = vec![u32::MAX; span];
        for (place, seq) in (0_u32..).zip(seqs) {
            places[usize::try_from(seq.0 - least).unwrap_or(0)] = place;
        }
        Self::Near { least, places }
    }

    #[inline]
    fn get(&self, seq: Seq) -> Option<usize> {
        match self {
            Self::Near { least, places } => {
                let place = *places.get(usize::try_from(seq.0.checked_sub(*least)?).ok()?)?;
                (place != u32::MAX).then_some(place as usize)
            }
            Self::Apart(places) => {
                let found = places.binary_search_by_key(&seq, |(seq, _)| *seq).ok()?;
                Some(places[found].1 as usize)
            }
        }
    }

    /// All of them in the order of the store.
    fn in_order(&self, mut visit: impl FnMut(u32)) {
        match self {
            Self::Near { places, .. } => places.iter().copied().filter(|place| *place != u32::MAX).for_each(visit),
            Self::Apart(places) => places.iter().for_each(|(_, place)| visit(*place)),
        }
    }
}

/// A view in the making.
#[derive(Default)]
pub(super) struct Viewing {
    view: View,
    /// The numbers of the threads.
    threads: HashMap<NamePrint, u32, BuildHasherDefault<AsItIs>>,
    /// The thread of the one before: as a rule a thread goes on.
    present: Option<(NamePrint, u32)>,
    has_too_many_persons: bool,
}

impl Viewing {
    /// A view of about so many.
    pub(super) fn of(count: usize) -> Self {
        let mut viewing = Self::default();
        viewing.view.seqs.reserve_exact(count);
        viewing.view.threads.reserve_exact(count);
        viewing.threads.reserve(count / MEMORIES_OF_A_THREAD);
        viewing.view.created.reserve_exact(count);
        viewing.view.persons.reserve_exact(count);
        viewing
    }

    /// Takes a memory into view; its place is how many were taken before.
    pub(super) fn add(&mut self, sight: &Sight) {
        let thread = self.thread(sight.thread);
        let view = &mut self.view;
        view.seqs.push(sight.seq);
        view.threads.push(thread);
        let minutes = sight.created.div_euclid(MICROS_OF_A_MINUTE);
        view.created.push(i32::try_from(minutes).unwrap_or(if minutes < 0 { i32::MIN } else { i32::MAX }));
        if !self.has_too_many_persons {
            self.add_person(sight);
        }
    }

    /// The number of a thread, with one memory more than before; one without a name is a new one.
    fn thread(&mut self, name: Option<NamePrint>) -> u32 {
        let new = number(self.view.thread_sizes.len());
        let thread = match (name, self.present) {
            (Some(name), Some((print, thread))) if print == name => thread,
            (Some(name), _) => *self.threads.entry(name).or_insert(new),
            (None, _) => new,
        };
        self.present = name.map(|name| (name, thread));
        if thread == new {
            self.view.thread_sizes.push(0);
        }
        self.view.thread_sizes[thread as usize] += 1;
        thread
    }

    fn add_person(&mut self, sight: &Sight) {
        let view = &mut self.view;
        let known = view.known_persons.iter().position(|(person, _)| *person == sight.person);
        let person = known.unwrap_or_else(|| {
            view.known_persons.push((sight.person, sight.seq));
            view.known_persons.len() - 1
        });
        view.persons.push(u8::try_from(person).unwrap_or(u8::MAX));
        if view.known_persons.len() > MOST_PERSONS {
            self.has_too_many_persons = true;
            (view.persons, view.known_persons) = (Vec::new(), Vec::new());
        }
    }

    /// The view of all that were taken.
    pub(super) fn done(self) -> View {
        let mut view = self.view;
        let size = view.seqs.len();
        view.places = Places::of(&view.seqs);
        let nobody = number(size);
        (view.previous, view.next) = (vec![nobody; size + 1], vec![nobody; size + 1]);
        // The last memory of each thread so far.
        let mut last: Vec<u32> = vec![nobody; view.thread_sizes.len()];
        let (threads, previous, next) = (&view.threads, &mut view.previous, &mut view.next);
        view.places.in_order(|place| {
            let before = std::mem::replace(&mut last[threads[place as usize] as usize], place);
            if before != nobody {
                next[before as usize] = place;
                previous[place as usize] = before;
            }
        });
        view
    }
}

impl View {
    pub(super) fn len(&self) -> usize {
        self.seqs.len()
    }

    /// The place of a memory in the store.
    pub(super) fn seq(&self, place: usize) -> Seq {
        self.seqs[place]
    }

    /// Where the memory stands in the view.
    #[inline]
    pub(super) fn place(&self, seq: Seq) -> Option<usize> {
        self.places.get(seq)
    }

    /// Where the memory stands; it is looked for at a likely place first.
    #[inline]
    pub(super) fn place_from(&self, likely: usize, seq: Seq) -> Option<usize> {
        if self.seqs.get(likely) == Some(&seq) { Some(likely) } else { self.place(seq) }
    }

    /// Who stands around it in its thread.
    #[inline]
    pub(super) fn neighbours(&self, place: usize) -> Neighbours {
        let (previous, next) = (self.previous[place], self.next[place]);
        Neighbours {
            previous,
            next,
            second_previous: self.previous[previous as usize],
            second_next: self.next[next as usize],
        }
    }

    /// The number of its thread.
    #[inline]
    pub(super) fn thread(&self, place: usize) -> usize {
        self.threads[place] as usize
    }

    /// How many memories each thread has.
    pub(super) fn thread_sizes(&self) -> &[u32] {
        &self.thread_sizes
    }

    /// When it happened, to the minute.
    pub(super) fn created(&self, place: usize) -> Moment {
        Moment::new(i64::from(self.created[place]) * MICROS_OF_A_MINUTE, 0)
    }

    /// The persons who speak in view, each with a memory of theirs; nobody when there are too many to tell apart.
    pub(super) fn persons(&self) -> &[(NamePrint, Seq)] {
        &self.known_persons
    }

    /// Who said it, as a place among [`View::persons`].
    pub(super) fn person(&self, place: usize) -> Option<usize> {
        self.persons.get(place).map(|person| usize::from(*person))
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
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

    fn sight(seq: i64, thread: Option<u8>, person: &str) -> Sight {
        Sight {
            seq: Seq(seq),
            person: NamePrint::of(person),
            thread: thread.map(|thread| NamePrint::of(&thread.to_string())),
            created: seq * 90_000_000,
            is_archived: false,
        }
    }

    fn view(sights: impl IntoIterator<Item = Sight>) -> View {
        let mut viewing = Viewing::default();
        sights.into_iter().for_each(|sight| viewing.add(&sight));
        viewing.done()
    }

    proptest! {
        #[test]
        fn a_memory_is_found_where_it_stands_whatever_is_missing_between(
            seqs in prop::collection::btree_set(prop_oneof![1_i64..60, 1_i64..100_000], 1..40),
            sought in prop::collection::btree_set(prop_oneof![0_i64..62, 0_i64..100_001], 0..40),
            is_turned in any::<bool>(),
        ) {
            let mut seqs: Vec<i64> = seqs.into_iter().collect();
            if is_turned {
                seqs.reverse();
            }
            let view = view(seqs.iter().map(|seq| sight(*seq, None, "Aki")));
            for seq in sought.iter().chain(&[i64::MIN, i64::MAX]) {
                prop_assert_eq!(view.place(Seq(*seq)), seqs.iter().position(|other| other == seq));
            }
            for (place, seq) in seqs.iter().enumerate() {
                prop_assert_eq!(view.seq(place), Seq(*seq));
                prop_assert_eq!(view.created(place).unix_micros(), seq * 90_000_000 / 60_000_000 * 60_000_000);
            }
        }

        #[test]
        fn neighbours_are_those_of_the_same_thread(
            threads in prop::collection::vec(prop::option::of(0_u8..3), 1..30),
            is_turned in any::<bool>(),
        ) {
            let count = threads.len();
            let place = |number: usize| if is_turned { count - 1 - number } else { number };
            let mut sights: Vec<Sight> =
                (1_i64..).zip(&threads).map(|(seq, thread)| sight(seq, *thread, "Aki")).collect();
            if is_turned {
                sights.reverse();
            }
            let view = view(sights);
            for number in 0..count {
                let of_thread: Vec<usize> = match threads[number] {
                    Some(_) => (0..count).filter(|other| threads[*other] == threads[number]).collect(),
                    None => vec![number],
                };
                let at = of_thread.iter().position(|other| *other == number).unwrap_or(0);
                let step = |by: isize| {
                    let other = at.checked_add_signed(by).and_then(|at| of_thread.get(at));
                    u32::try_from(other.map_or(count, |other| place(*other))).unwrap_or(0)
                };
                prop_assert_eq!(view.neighbours(place(number)).all(), [step(-1), step(1), step(-2), step(2)]);
                prop_assert_eq!(view.thread_sizes()[view.thread(place(number))] as usize, of_thread.len());
            }
        }
    }

    #[test]
    fn persons_are_told_apart_as_long_as_they_are_few() {
        let few = view((0..10).map(|seq| sight(seq, None, if seq % 2 == 0 { "Aki" } else { "Ben" })));
        assert_eq!(few.persons(), [(NamePrint::of("Aki"), Seq(0)), (NamePrint::of("Ben"), Seq(1))]);
        assert_eq!((few.person(4), few.person(7)), (Some(0), Some(1)));
        let many = view((0..100).map(|seq| sight(seq, None, &seq.to_string())));
        assert_eq!((many.persons(), many.person(3)), (&[][..], None));
    }
}
