//! All that a recall may find, as ranking sees it: a few numbers each, and who stands beside whom in a thread.
//!
//! A fresh process spends more time on getting memory than on filling it, so what is kept of each memory is small.

mod viewing;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use omoide_core::{Moment, NamePrint, Seq};

use crate::recall::constants::view::MOST_TABLE_SPAN;

pub(in crate::recall) use viewing::Viewing;

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
    /// How many sessions were seen and left out: the index counts them among those that have words.
    sessions: usize,
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

/// ThreadSteps from memories to others of their threads: nothing where there is none.
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

/// What is kept of a memory.
#[derive(Clone, Copy)]
struct ViewRow {
    thread: u32,
    person: u8,
    minute: i32,
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

    /// How many sessions were left out.
    pub(in crate::recall) fn sessions(&self) -> usize {
        self.sessions
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
mod tests;
