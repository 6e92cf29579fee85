//! Which memories are looked at together with those around them: in a large mind not all.

use super::view::{Neighbours, View};

/// How many of the best by themselves are candidates, with whoever stands around them.
const MOST: usize = 500;

/// In a mind of at most so many memories all are candidates.
const ALL: usize = 4 * MOST;

/// Memories that may be among the best.
pub(super) struct Candidates {
    /// Their places in view; those behind the first `count` only stand around others.
    places: Vec<u32>,
    count: usize,
    /// Their numbers here by their places in view; one more, of nobody.
    numbers: Vec<u32>,
    /// The numbers of the memories around each; the end where there is none.
    around: Vec<[u32; 4]>,
}

impl Candidates {
    /// The memories with the highest totals, and those around them.
    pub(super) fn of(view: &View, totals: impl FnOnce() -> Vec<f32>) -> Self {
        let size = view.len();
        let mut candidates =
            Self { places: Vec::new(), count: 0, numbers: vec![u32::MAX; size + 1], around: Vec::new() };
        if size <= ALL {
            (0..size as u32).for_each(|place| candidates.add(place));
        } else {
            let totals = totals();
            let places = (0..size as u32).filter(|place| totals[*place as usize] > 0.0).collect();
            let best = first(places, MOST, |place| totals[place as usize], |place| view.seq(place as usize));
            best.into_iter().for_each(|place| candidates.add(place));
            candidates.add_those_around(view);
        }
        candidates.count = candidates.places.len();
        candidates.add_those_around(view);
        let nobody = candidates.places.len() as u32;
        let number = |place: u32| candidates.numbers[place as usize].min(nobody);
        let around = |place: &u32| view.neighbours(*place as usize).all().map(number);
        candidates.around = candidates.places.iter().map(around).collect();
        candidates
    }

    fn add(&mut self, place: u32) {
        let number = &mut self.numbers[place as usize];
        if *number == u32::MAX {
            *number = self.places.len() as u32;
            self.places.push(place);
        }
    }

    fn add_those_around(&mut self, view: &View) {
        for number in 0..self.places.len() {
            let around: Neighbours = view.neighbours(self.places[number] as usize);
            around.all().into_iter().filter(|place| (*place as usize) < view.len()).for_each(|place| self.add(place));
        }
    }

    /// How many candidates there are.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// How many there are with those that only stand around them.
    pub(super) fn len_with_others(&self) -> usize {
        self.places.len()
    }

    /// The number of the memory at that place in view, be it a candidate or one that stands around one.
    #[inline]
    pub(super) fn number(&self, place: usize) -> Option<usize> {
        Some(self.numbers[place] as usize).filter(|number| *number < self.places.len())
    }

    /// The place in view of a number.
    #[inline]
    pub(super) fn place(&self, number: usize) -> usize {
        self.places[number] as usize
    }

    /// The numbers of those around, as [`Neighbours::all`] gives them; that of nobody is the first that is not given.
    #[inline]
    pub(super) fn around(&self, number: usize) -> [u32; 4] {
        self.around[number]
    }
}

/// The first of those places by what they have, the highest first; of equals the one with the lower key.
pub(super) fn first<K: Ord>(
    mut places: Vec<u32>,
    wanted: usize,
    total: impl Fn(u32) -> f32,
    key: impl Fn(u32) -> K,
) -> Vec<u32> {
    let by_total = |a: &u32, b: &u32| total(*b).total_cmp(&total(*a)).then_with(|| key(*a).cmp(&key(*b)));
    if places.len() > wanted && wanted > 0 {
        places.select_nth_unstable_by(wanted - 1, by_total);
        places.truncate(wanted);
    }
    places.sort_unstable_by(by_total);
    places
}
