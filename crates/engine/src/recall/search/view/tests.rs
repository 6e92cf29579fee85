//! Views of memories in any order, and who stands where in them.

use omoide_core::ports::store::OutlineSight;
use proptest::prelude::*;

use super::*;

fn sight(seq: i64, thread: Option<u8>, person: &str) -> OutlineSight {
    OutlineSight {
        kind: omoide_core::Kind::Episode,
        seq: Seq(seq),
        person: NamePrint::of(person),
        thread: thread.map(|thread| NamePrint::of(&thread.to_string())),
        created: seq * 90_000_000,
        is_archived: false,
        is_put_away: false,
    }
}

/// The same memories in both orders, where both can be had.
fn views(sights: &[OutlineSight]) -> Vec<View> {
    let seqs = || sights.iter().map(|sight| sight.seq);
    let bounds = (seqs().min().unwrap_or(Seq(0)), seqs().max().unwrap_or(Seq(0)));
    let viewings = [Some(Viewing::ranked(true)), Viewing::by_number(bounds, sights.len(), true)];
    let done = |mut viewing: Viewing| {
        let is_ranked = matches!(viewing.order(), ViewOrder::Ranked { .. });
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
        let mut told: Vec<OutlineSight> = seqs.iter().map(|seq| sight(*seq, None, "Aki")).collect();
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
        let mut sights: Vec<OutlineSight> = memories.iter().map(|(seq, thread)| sight(*seq, *thread, "Aki")).collect();
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
    let few: Vec<OutlineSight> =
        (0..10).map(|seq| sight(2 * seq, None, if seq % 2 == 0 { "Aki" } else { "Ben" })).collect();
    let few = views(&few);
    assert_eq!(few.len(), 2);
    for view in few {
        assert_eq!(view.persons(), [(NamePrint::of("Aki"), Seq(0)), (NamePrint::of("Ben"), Seq(2))]);
        let person = |seq: i64| view.place(Seq(seq)).and_then(|place| view.person(place));
        assert_eq!((person(8), person(14)), (Some(0), Some(1)));
    }
    let many: Vec<OutlineSight> = (0..100).map(|seq| sight(seq, None, &seq.to_string())).collect();
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
    assert_eq!((viewing.add(&below), viewing.add(&beyond), viewing.add(&sight(7, None, "Aki"))), (None, None, Some(2)));
    let view = viewing.done();
    assert_eq!((view.len(), view.span(), view.created(2), view.has_times()), (1, 5, None, false));
}
