//! What undoing gives back, and what it leaves alone.

use proptest::prelude::*;

use super::*;
use crate::{Level, MemoryId, Moment, RelationType, Revival};

fn moment() -> impl Strategy<Value = Moment> {
    (0_i64..4).prop_map(|hour| Moment::new(hour * 3_600_000_000, 0))
}

fn revival() -> impl Strategy<Value = Revival> {
    let at = || prop::option::of(moment());
    prop_oneof![
        at().prop_map(|last_at| Revival::NotAsked { last_at }),
        at().prop_map(|at| Revival::Asked { at }),
        Just(Revival::Barred)
    ]
}

fn shown() -> impl Strategy<Value = Shown> {
    (1_u32..4, 1_u8..=4, prop::option::of(moment()), any::<bool>(), revival()).prop_map(
        |(version, level, archived_at, protected, revival)| Shown {
            version,
            level: Level::from_number(level).unwrap_or(Level::Full),
            archived_at,
            protected,
            revival,
        },
    )
}

fn life() -> impl Strategy<Value = Life> {
    (0_u8..3, 0_u8..3, 0_u8..3, 0_u32..3, any::<bool>()).prop_map(|(days, coefficient, score, count, recalled)| {
        Life::Episode(Retention {
            memory_days: f64::from(days),
            decay_coefficient: f64::from(coefficient) / 4.0,
            retention_score: f64::from(score),
            recall_count: count,
            recalled_since_last_batch: recalled,
        })
    })
}

fn relations() -> impl Strategy<Value = Vec<Relation>> {
    prop::collection::btree_set(0_u128..6, 0..5).prop_map(|numbers| {
        let relation = |number| Relation { to: MemoryId::from_u128(number), kind: RelationType::SameTopic };
        numbers.into_iter().map(relation).collect()
    })
}

/// What is there after the deeds.
fn after(deeds: &[Deed], now: &Present) -> Present {
    let mut present = now.clone();
    for deed in deeds {
        match (deed, &mut present) {
            (Deed::Set(Facet::Shown(step)), Present::Memory { shown, .. }) => *shown = step.after,
            (Deed::Set(Facet::Life(step)), Present::Memory { life, .. }) => *life = step.after,
            (Deed::Relate(step), Present::Relations(held)) => held.clone_from(&step.after),
            _ => panic!("{deed:?} does not fit {now:?}"),
        }
    }
    present
}

fn show(before: Shown, after: Shown) -> Deed {
    Deed::Set(Facet::Shown(BeforeAfter { before, after }))
}

proptest! {
    #[test]
    fn what_nobody_touched_since_becomes_what_it_was(before in shown(), now in shown(), then in life(), life in life()) {
        let present = Present::Memory { shown: now, life };
        let Present::Memory { shown, .. } = after(&reverse(&show(before, now), &present), &present) else { unreachable!() };
        prop_assert_eq!(shown, before);
        let deed = Deed::Set(Facet::Life(BeforeAfter { before: then, after: life }));
        prop_assert_eq!(after(&reverse(&deed, &present), &present), Present::Memory { shown: now, life: then });
    }

    #[test]
    fn what_someone_else_set_stays(before in shown(), done in shown(), now in shown(), life in life()) {
        let present = Present::Memory { shown: now, life };
        let Present::Memory { shown: then, .. } = after(&reverse(&show(before, done), &present), &present) else {
            unreachable!()
        };
        // A placement is taken back whole or stays whole.
        let placement = |shown: &Shown| (shown.level, shown.archived_at, shown.version);
        let was_touched = (done.level != before.level && now.level != done.level)
            || (done.archived_at != before.archived_at && now.archived_at != done.archived_at)
            || (done.version != before.version && now.version != done.version);
        if was_touched {
            prop_assert_eq!(placement(&then), placement(&now));
        }
        // Where it was put aside, only the request that can no longer be one goes.
        let asked_in_vain = then.is_active() && !now.is_active() && now.revival.is_asked();
        if done.revival != before.revival && now.revival != done.revival && !asked_in_vain {
            prop_assert_eq!(then.revival, now.revival);
        }
        if done.protected == before.protected {
            prop_assert_eq!(then.protected, now.protected);
        }
    }

    #[test]
    fn a_strength_that_grew_since_stays_and_a_recall_is_never_lost(before in life(), done in life(), now in life()) {
        let present = Present::Memory { shown: Shown::NEW, life: now };
        let deed = Deed::Set(Facet::Life(BeforeAfter { before, after: done }));
        let Present::Memory { life, .. } = after(&reverse(&deed, &present), &present) else { unreachable!() };
        let (before, done, now, then) = (before.retention(), done.retention(), now.retention(), life.retention());
        if now.memory_days != done.memory_days && before.memory_days != done.memory_days {
            prop_assert_eq!((then.memory_days, then.recall_count), (now.memory_days, now.recall_count));
        }
        if now.recalled_since_last_batch && !done.recalled_since_last_batch {
            prop_assert!(then.recalled_since_last_batch);
        }
    }

    #[test]
    fn lists_keep_what_others_added_and_miss_what_others_took(
        before in relations(), done in relations(), now in relations(),
    ) {
        let present = Present::Relations(now.clone());
        let deed = Deed::relate(before.clone(), done.clone());
        let Present::Relations(then) = after(&reverse(&deed, &present), &present) else { unreachable!() };
        for relation in &then {
            prop_assert!(before.contains(relation) || now.contains(relation));
        }
        for added_by_others in now.iter().filter(|one| !done.contains(one)) {
            prop_assert!(then.contains(added_by_others));
        }
        for taken_by_others in done.iter().filter(|one| before.contains(one) && !now.contains(one)) {
            prop_assert!(!then.contains(taken_by_others));
        }
        if now == done {
            prop_assert_eq!(then, before);
        }
    }

    #[test]
    fn taking_back_twice_is_taking_back_once(before in shown(), done in shown(), now in shown(), life in life()) {
        let present = Present::Memory { shown: now, life };
        let once = after(&reverse(&show(before, done), &present), &present);
        // Where nothing is left of what was done there is nothing to take back.
        if let Present::Memory { shown, .. } = &once
            && [shown.level != done.level, shown.version != done.version].iter().all(|differs| *differs)
        {
            let Present::Memory { shown: twice, .. } = after(&reverse(&show(before, done), &once), &once) else {
                unreachable!()
            };
            prop_assert_eq!((twice.level, twice.version), (shown.level, shown.version));
        }
    }
}

#[test]
fn a_beginning_ends_and_an_end_begins_again() {
    assert_eq!(reverse(&Deed::Begin(Start::Kept), &Present::There), [Deed::End]);
    assert_eq!(reverse(&Deed::End, &Present::Gone), [Deed::Begin(Start::Kept)]);
    assert_eq!(reverse(&Deed::Begin(Start::Kept), &Present::Gone), []);
    assert_eq!(reverse(&Deed::End, &Present::There), []);
}

#[test]
fn a_text_goes_unless_the_memory_shows_it() {
    let deed = Deed::Write { version: 2, text: Writing::Kept };
    let present =
        |version| Present::Memory { shown: Shown { version, ..Shown::NEW }, life: Life::Steady { strength: 1.0 } };
    assert_eq!(reverse(&deed, &present(1)), [Deed::Write { version: 2, text: Writing::Gone }]);
    assert_eq!(reverse(&deed, &present(2)), []);
}

#[test]
fn a_request_for_what_was_never_archived_is_a_recall() {
    let archived = Shown { level: Level::Archived, archived_at: Some(Moment::new(7, 0)), ..Shown::NEW };
    let asked = Shown { revival: Revival::Asked { at: Some(Moment::new(8, 0)) }, ..archived };
    let life = Life::Episode(Retention {
        memory_days: 3.0,
        decay_coefficient: 0.9,
        retention_score: 4.0,
        recall_count: 0,
        recalled_since_last_batch: false,
    });
    let present = Present::Memory { shown: asked, life };
    let recalled = Life::Episode(Retention { recalled_since_last_batch: true, ..life.retention() });
    let then = after(&reverse(&show(Shown::NEW, archived), &present), &present);
    assert_eq!(then, Present::Memory { shown: Shown::NEW, life: recalled });
}

#[test]
fn values_that_count_as_a_whole_stay_when_someone_set_them_since() {
    let said = |ups| Feedback { ups, ..Feedback::default() };
    let deed = Deed::Set(Facet::Feedback(BeforeAfter { before: said(0.0), after: said(1.0) }));
    assert_eq!(reverse(&deed, &Present::Feedback(said(2.0))), []);
    let back = Deed::Set(Facet::Feedback(BeforeAfter { before: said(1.0), after: said(0.0) }));
    assert_eq!(reverse(&deed, &Present::Feedback(said(1.0))), [back]);
    let page = |before, after| Deed::Set(Facet::PageVersion(BeforeAfter { before, after }));
    assert_eq!(reverse(&page(Some(1), None), &Present::PageVersion(None)), [page(None, Some(1))]);
    assert_eq!(reverse(&page(Some(1), Some(2)), &Present::PageVersion(Some(3))), []);
}
