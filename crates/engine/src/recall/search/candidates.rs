//! Which memories are looked at together with those around them: in a large mind not all.

use super::view::{Neighbours, View};
use crate::recall::constants::candidates::{ALL, MOST};

/// The number of no candidate. There are never so many: each has four around it, and each of those four more.
const NOBODY: u16 = u16::MAX;
const _: () = assert!(MOST * 5 * 5 < NOBODY as usize);

/// Memories that may be among the best.
#[derive(Default)]
pub(in crate::recall) struct Candidates {
    /// Their places in view; those behind the first `count` only stand around others.
    places: Vec<u32>,
    count: usize,
    /// Their numbers here by their places in view; one more, of nobody.
    numbers: Vec<u16>,
    /// The numbers of the memories around each; the end where there is none.
    around: Vec<[u32; 4]>,
}

impl Candidates {
    /// The memories with the highest totals, and those around them.
    pub(in crate::recall) fn of(view: &View, totals: impl FnOnce() -> Vec<f32>) -> Self {
        let size = view.span();
        let mut candidates = Self { places: Vec::new(), count: 0, numbers: vec![NOBODY; size + 1], around: Vec::new() };
        if view.len() <= ALL {
            (0..size).filter(|place| view.is_there(*place)).for_each(|place| candidates.add(place as u32));
        } else {
            let totals = totals();
            let least = about_the_least_of(&totals, MOST);
            let places = (0..size as u32).filter(|place| totals[*place as usize] >= least).collect();
            let best = first(places, MOST, |place| totals[place as usize], |place| place as usize);
            best.into_iter().for_each(|place| candidates.add(place));
            candidates.add_those_around(view);
        }
        candidates.count = candidates.places.len();
        candidates.add_those_around(view);
        let nobody = candidates.places.len() as u32;
        let number = |place: u32| u32::from(candidates.numbers[place as usize]).min(nobody);
        let around = |place: &u32| view.neighbours(*place as usize).all().map(number);
        candidates.around = candidates.places.iter().map(around).collect();
        candidates
    }

    fn add(&mut self, place: u32) {
        let number = &mut self.numbers[place as usize];
        if *number == NOBODY {
            *number = self.places.len() as u16;
            self.places.push(place);
        }
    }

    fn add_those_around(&mut self, view: &View) {
        for number in 0..self.places.len() {
            let around: Neighbours = view.neighbours(self.places[number] as usize);
            around.all().into_iter().filter(|place| (*place as usize) < view.span()).for_each(|place| self.add(place));
        }
    }

    /// How many candidates there are.
    pub(in crate::recall) fn len(&self) -> usize {
        self.count
    }

    /// How many there are with those that only stand around them.
    pub(in crate::recall) fn len_with_others(&self) -> usize {
        self.places.len()
    }

    /// The number of the memory at that place in view, be it a candidate or one that stands around one.
    #[inline]
    pub(in crate::recall) fn number(&self, place: usize) -> Option<usize> {
        Some(usize::from(self.numbers[place])).filter(|number| *number < self.places.len())
    }

    /// The place in view of a number.
    #[inline]
    pub(in crate::recall) fn place(&self, number: usize) -> usize {
        self.places[number] as usize
    }

    /// The numbers of those around, as [`Neighbours::all`] gives them; that of nobody is the first that is not given.
    #[inline]
    pub(in crate::recall) fn around(&self, number: usize) -> [u32; 4] {
        self.around[number]
    }
}

/// The bits of a total that tell its class: its exponent and three bits of its mantissa.
const CLASS_SHIFT: u32 = f32::MANTISSA_DIGITS - 1 - 3;
const CLASSES: usize = 1 << (31 - CLASS_SHIFT);

/// At most the lowest of the `wanted` highest totals, and not much less. Totals above 0 are in the order of their bits, so
/// it is enough to count how many there are of each class, which is sooner done than to sort them.
fn about_the_least_of(totals: &[f32], wanted: usize) -> f32 {
    let class = |total: f32| (total.to_bits() >> CLASS_SHIFT) as usize;
    let mut counts = vec![0_usize; CLASSES];
    totals.iter().filter(|total| **total > 0.0).for_each(|total| counts[class(*total)] += 1);
    let mut found = 0;
    for (class, count) in counts.iter().enumerate().rev() {
        found += count;
        if found >= wanted {
            return f32::from_bits((class as u32) << CLASS_SHIFT).max(f32::MIN_POSITIVE);
        }
    }
    f32::MIN_POSITIVE
}

/// The first of those numbers by what they have, the highest first; of equals the one whose place in view is lower.
pub(in crate::recall) fn first(
    mut numbers: Vec<u32>,
    wanted: usize,
    total: impl Fn(u32) -> f32,
    place: impl Fn(u32) -> usize,
) -> Vec<u32> {
    let by_total = |a: &u32, b: &u32| total(*b).total_cmp(&total(*a)).then_with(|| place(*a).cmp(&place(*b)));
    if numbers.len() > wanted && wanted > 0 {
        numbers.select_nth_unstable_by(wanted - 1, by_total);
        numbers.truncate(wanted);
    }
    numbers.sort_unstable_by(by_total);
    numbers
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn none_of_the_highest_is_below_about_the_least_of_them(
            totals in prop::collection::vec(prop_oneof![-1.0_f32..5.0, Just(0.0), 0.5_f32..0.6], 0..300),
            wanted in 1_usize..50,
        ) {
            let least = about_the_least_of(&totals, wanted);
            let mut sorted: Vec<f32> = totals.iter().copied().filter(|total| *total > 0.0).collect();
            sorted.sort_by(|a, b| b.total_cmp(a));
            let highest = &sorted[..wanted.min(sorted.len())];
            prop_assert!(highest.iter().all(|total| *total >= least), "{least} {highest:?}");
            if sorted.len() >= wanted {
                prop_assert!(least >= sorted[wanted - 1] * 0.8, "{least} {}", sorted[wanted - 1]);
            }
        }
    }
}
