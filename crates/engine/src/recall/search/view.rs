//! All that a recall may find, as ranking sees it: a few numbers each, and who stands beside whom in a thread.
//!
//! A fresh process spends more time on getting memory than on filling it, so what is kept of each memory is small.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use omoide_core::ports::store::Sight;
use omoide_core::{Moment, NamePrint, Seq};

use crate::recall::constants::view::{MEMORIES_OF_A_THREAD, MOST_PERSONS, MOST_SPAN, MOST_TABLE_SPAN};

/// The number of the thread of a place where no memory is.
const NO_THREAD: u32 = 0;

/// A step that is too long to be written down in a byte.
const LONG_STEP: u8 = u8::MAX;

const MICROS_OF_A_MINUTE: i64 = 60_000_000;

/// The places of the memories around one in its thread; the end of the view where there is none, so that a
/// column with one more entry than there are places can be read everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::recall) struct Neighbours {
    pub previous: u32,
    pub next: u32,
    pub second_previous: u32,
    pub second_next: u32,
}

impl Neighbours {
    /// All four, the nearest first.
    pub(in crate::recall) fn all(self) -> [u32; 4] {
        [self.previous, self.next, self.second_previous, self.second_next]
    }
}

/// The memories that a recall may find, at places in the order of the store; there may be places without a memory.
#[derive(Debug, Default)]
pub(in crate::recall) struct View {
    order: ViewOrder,
    count: usize,
    /// The number of the thread of the memory at each place; one without a thread is a thread by itself.
    threads: Vec<u32>,
    thread_sizes: Vec<u32>,
    /// The numbers of the threads that have a name.
    thread_numbers: ThreadNumbers,
    /// How far back in each one's thread is the one before, and how far on the next.
    back: ThreadSteps,
    on: ThreadSteps,
    /// When each happened, in minutes; nothing when nobody asked.
    created: Vec<i32>,
    /// The number of the person who said it; none when there are too many to tell apart.
    persons: Vec<u8>,
    /// Who that is, and a memory of theirs.
    known_persons: Vec<(NamePrint, Seq)>,
}

/// How the places in view follow from those in the store.
#[derive(Debug)]
enum ViewOrder {
    /// By how far their numbers are from the least.
    ByNumber { least: i64 },
    /// By rank.
    Ranked { seqs: Vec<Seq>, table: RankTable },
}

impl Default for ViewOrder {
    fn default() -> Self {
        Self::Ranked { seqs: Vec::new(), table: RankTable::default() }
    }
}

/// The ranks of numbers that are not too far apart, by how far they are from the least.
#[derive(Debug, Default)]
struct RankTable {
    least: i64,
    /// Empty where numbers are far apart.
    ranks: Vec<u32>,
}

impl RankTable {
    /// Of numbers in order.
    fn of(seqs: &[Seq]) -> Self {
        let (Some(least), Some(most)) = (seqs.first(), seqs.last()) else { return Self::default() };
        let span = span_of(least.0, most.0);
        if span > seqs.len().saturating_mul(MOST_TABLE_SPAN) {
            return Self::default();
        }
        let mut ranks = vec![u32::MAX; span];
        for (rank, seq) in (0_u32..).zip(seqs) {
            ranks[usize::try_from(seq.0 - least.0).unwrap_or(0)] = rank;
        }
        Self { least: least.0, ranks }
    }
}

fn span_of(least: i64, most: i64) -> usize {
    usize::try_from(most.saturating_sub(least)).unwrap_or(usize::MAX).saturating_add(1)
}

/// Steps from memories to others of their threads: nothing where there is none.
#[derive(Debug, Default)]
struct ThreadSteps {
    steps: Vec<u8>,
    long: HashMap<u32, u32>,
}

impl ThreadSteps {
    fn of(size: usize) -> Self {
        Self { steps: vec![0; size], long: HashMap::new() }
    }

    fn put(&mut self, place: u32, step: u32) {
        let short = u8::try_from(step).unwrap_or(LONG_STEP);
        self.steps[place as usize] = short;
        if short == LONG_STEP {
            self.long.insert(place, step);
        }
    }

    /// The step from a place; none from one that is not there either.
    #[inline]
    fn get(&self, place: u32) -> Option<u32> {
        match self.steps.get(place as usize) {
            None | Some(0) => None,
            Some(&LONG_STEP) => self.long.get(&place).copied(),
            Some(step) => Some(u32::from(*step)),
        }
    }
}

/// The numbers of threads by the prints of their names.
type ThreadNumbers = HashMap<NamePrint, u32, BuildHasherDefault<AsItIs>>;

/// A view in the making.
pub(in crate::recall) struct Viewing {
    view: View,
    /// What was told of memories whose places will be their ranks.
    unranked: Vec<(Seq, ViewRow)>,
    has_times: bool,
    /// The numbers of the threads.
    threads: ThreadNumbers,
    /// The thread of the one before: as a rule a thread goes on.
    present: Option<(NamePrint, u32)>,
    has_too_many_persons: bool,
}

/// What is kept of a memory.
#[derive(Clone, Copy)]
struct ViewRow {
    thread: u32,
    person: u8,
    minute: i32,
}

impl Viewing {
    /// A view of memories in any order, and of when they happened if that is asked.
    pub(in crate::recall) fn ranked(has_times: bool) -> Self {
        Self {
            view: View { thread_sizes: vec![0], ..View::default() },
            unranked: Vec::new(),
            has_times,
            threads: HashMap::default(),
            present: None,
            has_too_many_persons: false,
        }
    }

    /// A view of about so many memories in which the place of each is known at once; none where their numbers, which
    /// are not beyond those bounds, are too far apart for that.
    pub(in crate::recall) fn by_number((least, most): (Seq, Seq), count: usize, has_times: bool) -> Option<Self> {
        let span = span_of(least.0, most.0);
        if span > count.saturating_mul(MOST_SPAN) || u32::try_from(span).is_err() {
            return None;
        }
        let mut viewing = Self::ranked(has_times);
        viewing.view.order = ViewOrder::ByNumber { least: least.0 };
        viewing.view.make_room(span, has_times);
        viewing.threads.reserve(count / MEMORIES_OF_A_THREAD);
        Some(viewing)
    }

    /// How many places there are so far.
    pub(in crate::recall) fn span(&self) -> usize {
        self.view.span()
    }

    /// Takes a memory into view; its place, if it is known already.
    pub(in crate::recall) fn add(&mut self, sight: &Sight) -> Option<usize> {
        let known = match &self.view.order {
            ViewOrder::ByNumber { least } => Some(offset(*least, sight.seq).filter(|place| *place < self.span())?),
            ViewOrder::Ranked { .. } => None,
        };
        let minute = if self.has_times { minute_of(sight.created) } else { 0 };
        let told = ViewRow { thread: self.thread(sight.thread), person: self.person(sight), minute };
        match known {
            Some(place) => self.view.put(place, told),
            None => self.unranked.push((sight.seq, told)),
        }
        self.view.count += 1;
        known
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

    fn person(&mut self, sight: &Sight) -> u8 {
        if self.has_too_many_persons {
            return 0;
        }
        let persons = &mut self.view.known_persons;
        let known = persons.iter().position(|(person, _)| *person == sight.person);
        let person = known.unwrap_or_else(|| {
            persons.push((sight.person, sight.seq));
            persons.len() - 1
        });
        self.has_too_many_persons = persons.len() > MOST_PERSONS;
        u8::try_from(person).unwrap_or(u8::MAX)
    }

    /// The view of all that were taken.
    pub(in crate::recall) fn done(mut self) -> View {
        let mut view = self.view;
        if let ViewOrder::Ranked { seqs, table } = &mut view.order {
            self.unranked.sort_unstable_by_key(|(seq, _)| *seq);
            *seqs = self.unranked.iter().map(|(seq, _)| *seq).collect();
            *table = RankTable::of(seqs);
            view.make_room(self.unranked.len(), self.has_times);
            for (place, (_, told)) in self.unranked.into_iter().enumerate() {
                view.put(place, told);
            }
        }
        if self.has_too_many_persons {
            (view.persons, view.known_persons) = (Vec::new(), Vec::new());
        }
        view.thread_numbers = self.threads;
        view.find_neighbours();
        view
    }
}

impl View {
    fn make_room(&mut self, span: usize, has_times: bool) {
        self.threads = vec![NO_THREAD; span];
        self.persons = vec![0; span];
        self.created = vec![0; if has_times { span } else { 0 }];
    }

    fn put(&mut self, place: usize, told: ViewRow) {
        self.threads[place] = told.thread;
        self.persons[place] = told.person;
        if let Some(created) = self.created.get_mut(place) {
            *created = told.minute;
        }
    }

    fn find_neighbours(&mut self) {
        (self.back, self.on) = (ThreadSteps::of(self.span()), ThreadSteps::of(self.span()));
        // The last memory of each thread so far, counted from one.
        let mut last: Vec<u32> = vec![0; self.thread_sizes.len()];
        for (place, thread) in (0_u32..).zip(&self.threads) {
            if *thread != NO_THREAD {
                let before = std::mem::replace(&mut last[*thread as usize], place + 1);
                if let Some(before) = before.checked_sub(1) {
                    self.on.put(before, place - before);
                    self.back.put(place, place - before);
                }
            }
        }
    }

    /// How many memories there are.
    pub(in crate::recall) fn len(&self) -> usize {
        self.count
    }

    /// How many places there are, with those where no memory is.
    pub(in crate::recall) fn span(&self) -> usize {
        self.threads.len()
    }

    /// Whether there is a memory at that place.
    #[inline]
    pub(in crate::recall) fn is_there(&self, place: usize) -> bool {
        self.threads[place] != NO_THREAD
    }

    /// The place in the store of the memory at a place.
    pub(in crate::recall) fn seq(&self, place: usize) -> Seq {
        match &self.order {
            ViewOrder::ByNumber { least } => Seq(least.saturating_add_unsigned(place as u64)),
            ViewOrder::Ranked { seqs, .. } => seqs[place],
        }
    }

    /// Where the memory stands in the view.
    #[inline]
    pub(in crate::recall) fn place(&self, seq: Seq) -> Option<usize> {
        match &self.order {
            ViewOrder::ByNumber { least } => {
                offset(*least, seq).filter(|place| self.threads.get(*place).is_some_and(|thread| *thread != NO_THREAD))
            }
            ViewOrder::Ranked { seqs, table } if table.ranks.is_empty() => seqs.binary_search(&seq).ok(),
            ViewOrder::Ranked { table, .. } => {
                let rank = *table.ranks.get(offset(table.least, seq)?)?;
                (rank != u32::MAX).then_some(rank as usize)
            }
        }
    }

    /// The places of a thread's memories.
    pub(in crate::recall) fn of_thread(&self, name: NamePrint) -> Vec<usize> {
        let Some(wanted) = self.thread_numbers.get(&name) else { return Vec::new() };
        (0..).zip(&self.threads).filter(|(_, thread)| *thread == wanted).map(|(place, _)| place).collect()
    }

    /// Calls `visit` with the place in view of each memory that has one, and with its number among those given.
    pub(in crate::recall) fn each_place(&self, seqs: &[Seq], mut visit: impl FnMut(usize, usize)) {
        match &self.order {
            // Where there is a memory at every place, each need not be asked.
            ViewOrder::ByNumber { least } if self.count == self.span() => {
                for (number, seq) in seqs.iter().enumerate() {
                    if let Some(place) = offset(*least, *seq).filter(|place| *place < self.span()) {
                        visit(number, place);
                    }
                }
            }
            _ => {
                for (number, seq) in seqs.iter().enumerate() {
                    if let Some(place) = self.place(*seq) {
                        visit(number, place);
                    }
                }
            }
        }
    }

    /// Who stands around it in its thread.
    #[inline]
    pub(in crate::recall) fn neighbours(&self, place: usize) -> Neighbours {
        let nobody = number(self.span());
        let back = |place: u32| self.back.get(place).map_or(nobody, |step| place - step);
        let on = |place: u32| self.on.get(place).map_or(nobody, |step| place + step);
        let (previous, next) = (back(number(place)), on(number(place)));
        Neighbours { previous, next, second_previous: back(previous), second_next: on(next) }
    }

    /// The number of its thread.
    #[inline]
    pub(in crate::recall) fn thread(&self, place: usize) -> usize {
        self.threads[place] as usize
    }

    /// How many memories each thread has; the first is the thread of places where none is.
    pub(in crate::recall) fn thread_sizes(&self) -> &[u32] {
        &self.thread_sizes
    }

    /// Whether it is known when memories happened.
    pub(in crate::recall) fn has_times(&self) -> bool {
        self.created.len() == self.span()
    }

    /// When it happened, to the minute, if that is known.
    pub(in crate::recall) fn created(&self, place: usize) -> Option<Moment> {
        let minute = self.created.get(place).filter(|_| self.is_there(place))?;
        Some(Moment::new(i64::from(*minute) * MICROS_OF_A_MINUTE, 0))
    }

    /// The persons who speak in view, each with a memory of theirs; nobody when there are too many to tell apart.
    pub(in crate::recall) fn persons(&self) -> &[(NamePrint, Seq)] {
        &self.known_persons
    }

    /// Who said it, as a place among [`View::persons`].
    pub(in crate::recall) fn person(&self, place: usize) -> Option<usize> {
        self.persons.get(place).filter(|_| self.is_there(place)).map(|person| usize::from(*person))
    }
}

fn minute_of(micros: i64) -> i32 {
    let minutes = micros.div_euclid(MICROS_OF_A_MINUTE);
    i32::try_from(minutes).unwrap_or(if minutes < 0 { i32::MIN } else { i32::MAX })
}

#[inline]
fn offset(least: i64, seq: Seq) -> Option<usize> {
    usize::try_from(seq.0.checked_sub(least)?).ok()
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
            is_put_away: false,
        }
    }

    /// The same memories in both orders, where both can be had.
    fn views(sights: &[Sight]) -> Vec<View> {
        let seqs = || sights.iter().map(|sight| sight.seq);
        let bounds = (seqs().min().unwrap_or(Seq(0)), seqs().max().unwrap_or(Seq(0)));
        let viewings = [Some(Viewing::ranked(true)), Viewing::by_number(bounds, sights.len(), true)];
        let done = |mut viewing: Viewing| {
            let is_ranked = matches!(viewing.view.order, ViewOrder::Ranked { .. });
            for sight in sights {
                assert_eq!(viewing.add(sight).is_none(), is_ranked);
            }
            viewing.done()
        };
        viewings.into_iter().flatten().map(done).collect()
    }

    fn numbers() -> impl Strategy<Value = i64> {
        prop_oneof![4 => 1_i64..60, 1 => 1_i64..1_000, 1 => 1_i64..100_000]
    }

    proptest! {
        #[test]
        fn a_memory_is_found_where_it_stands_whatever_is_missing_between(
            seqs in prop::collection::btree_set(numbers(), 1..40).prop_map(|seqs| seqs.into_iter().collect::<Vec<_>>()),
            order in any::<prop::sample::Index>(),
            sought in prop::collection::btree_set(prop_oneof![0_i64..62, 0_i64..100_001], 0..40),
        ) {
            let mut told: Vec<Sight> = seqs.iter().map(|seq| sight(*seq, None, "Aki")).collect();
            told.rotate_left(order.index(seqs.len()));
            for view in views(&told) {
                prop_assert_eq!(view.len(), seqs.len());
                prop_assert_eq!((0..view.span()).filter(|place| view.is_there(*place)).count(), seqs.len());
                for seq in sought.iter().chain(&[i64::MIN, i64::MAX]) {
                    prop_assert_eq!(view.place(Seq(*seq)).is_some(), seqs.contains(seq));
                }
                let asked: Vec<Seq> = sought.iter().copied().chain(seqs.iter().copied()).map(Seq).collect();
                let mut told = Vec::new();
                view.each_place(&asked, |number, place| told.push((number, place)));
                let by_one = asked.iter().enumerate().filter_map(|(number, seq)| Some((number, view.place(*seq)?)));
                prop_assert_eq!(told, by_one.collect::<Vec<_>>());
                let places: Vec<usize> = seqs.iter().filter_map(|seq| view.place(Seq(*seq))).collect();
                prop_assert!(places.len() == seqs.len() && places.is_sorted());
                for (place, seq) in places.into_iter().zip(&seqs) {
                    prop_assert_eq!(view.seq(place), Seq(*seq));
                    let created = view.created(place).map(Moment::unix_micros);
                    prop_assert_eq!(created, Some(seq * 90_000_000 / 60_000_000 * 60_000_000));
                }
            }
        }

        #[test]
        fn neighbours_are_those_of_the_same_thread(
            memories in prop::collection::btree_map(numbers(), prop::option::of(0_u8..3), 1..30),
            is_turned in any::<bool>(),
        ) {
            let mut sights: Vec<Sight> = memories.iter().map(|(seq, thread)| sight(*seq, *thread, "Aki")).collect();
            if is_turned {
                sights.reverse();
            }
            for view in views(&sights) {
                for (seq, thread) in &memories {
                    let of_thread: Vec<i64> = match thread {
                        Some(_) => memories.iter().filter(|(_, other)| *other == thread).map(|(seq, _)| *seq).collect(),
                        None => vec![*seq],
                    };
                    let at = of_thread.iter().position(|other| other == seq).unwrap_or(0);
                    let step = |by: isize| {
                        let other = at.checked_add_signed(by).and_then(|at| of_thread.get(at));
                        number(other.map_or(Some(view.span()), |other| view.place(Seq(*other))).expect("a place"))
                    };
                    let place = view.place(Seq(*seq)).expect("a place");
                    prop_assert_eq!(view.neighbours(place).all(), [step(-1), step(1), step(-2), step(2)]);
                    prop_assert_eq!(view.thread_sizes()[view.thread(place)] as usize, of_thread.len());
                }
            }
        }
    }

    #[test]
    fn persons_are_told_apart_as_long_as_they_are_few() {
        let few: Vec<Sight> =
            (0..10).map(|seq| sight(2 * seq, None, if seq % 2 == 0 { "Aki" } else { "Ben" })).collect();
        let few = views(&few);
        assert_eq!(few.len(), 2);
        for view in few {
            assert_eq!(view.persons(), [(NamePrint::of("Aki"), Seq(0)), (NamePrint::of("Ben"), Seq(2))]);
            let person = |seq: i64| view.place(Seq(seq)).and_then(|place| view.person(place));
            assert_eq!((person(8), person(14)), (Some(0), Some(1)));
        }
        let many: Vec<Sight> = (0..100).map(|seq| sight(seq, None, &seq.to_string())).collect();
        for view in views(&many) {
            assert_eq!((view.persons(), view.person(3)), (&[][..], None));
        }
    }

    #[test]
    fn numbers_far_beyond_the_memories_get_no_places_of_their_own() {
        assert!(Viewing::by_number((Seq(1), Seq(40)), 10, false).is_some());
        assert!(Viewing::by_number((Seq(1), Seq(41)), 10, false).is_none());
        assert!(Viewing::by_number((Seq(i64::MIN), Seq(i64::MAX)), 10, false).is_none());
        let mut viewing = Viewing::by_number((Seq(5), Seq(9)), 5, false).expect("they are near");
        let (below, beyond) = (sight(4, None, "Aki"), sight(10, None, "Aki"));
        assert_eq!(
            (viewing.add(&below), viewing.add(&beyond), viewing.add(&sight(7, None, "Aki"))),
            (None, None, Some(2))
        );
        let view = viewing.done();
        assert_eq!((view.len(), view.span(), view.created(2), view.has_times()), (1, 5, None, false));
    }
}
