//! Changes: plans, nights, erasures, vectors and the log of it all.

use omoide_core::change::{
    Action, Actor, BeforeAfter, Change, Deed, Facet, GroupNumber, NightStep, Plan, Reason, Start, Subject,
};
use omoide_core::policy::night::Step;
use omoide_core::ports::store::{Filter, StepRecord, Store, StoreError, Undoing};
use omoide_core::{Assessment, Category, Date, Emotion, Kind, Level, Life, Retention, Seq, Shown, Text, Vector};
use omoide_testkit::builders::{a_memory, a_turn, archived, at, fresh, id, relation};

use crate::support::{
    about, by_hand, day, end_night, insert, living, me, memory, of_night, read, showing, undo_night, version, wanted,
    write,
};

/// The group of the last entry about a memory.
fn group(store: &dyn Store, number: u128) -> GroupNumber {
    read(store, |r| r.log(&me(), Some(&about(number)))).last().expect("an entry").group
}

fn fade(store: &dyn Store, number: u128, date: Date, undo_nights: u32) {
    let now = memory(store, number);
    let before = now.life.retention();
    let older =
        Retention { memory_days: before.memory_days + 1.0, retention_score: before.retention_score * 0.9, ..before };
    write(store, |w| {
        w.apply(&of_night(date, vec![living(now.seq, now.id, before, older, Reason::Faded)]))?;
        end_night(w, date, undo_nights)
    });
}

fn erase_by_night(store: &dyn Store, number: u128, date: Date, undo_nights: u32) {
    let found = memory(store, number);
    let change = Change { subject: Subject::memory(found.id, found.seq), deed: Deed::End, reason: Reason::Expired };
    write(store, |w| {
        w.apply(&of_night(date, vec![change.clone()]))?;
        end_night(w, date, undo_nights)
    });
}

fn scan(store: &dyn Store, dimensions: usize) -> Vec<(Seq, Vec<f32>)> {
    read(store, |r| {
        let mut seen = Vec::new();
        r.scan_vectors(&me(), "m", dimensions, &mut |seq, vector| seen.push((seq, vector.to_vec())))?;
        Ok(seen)
    })
}

fn rewrite(store: &dyn Store, number: u128, date: Date, undo_nights: u32) {
    let now = memory(store, number);
    let next = now.shown.version + 1;
    let vector = Vector::new("m", vec![next as f32, 0.0]);
    let deed = Deed::write(version(next, "short"), vec![vector]);
    let after = Shown { version: next, level: Level::Summary, ..now.shown };
    let changes = vec![
        Change { subject: Subject::memory(now.id, now.seq), deed, reason: Reason::Threshold },
        showing(now.seq, now.id, now.shown, after, Reason::Threshold),
    ];
    write(store, |w| {
        w.apply(&of_night(date, changes.clone()))?;
        end_night(w, date, undo_nights)
    });
}

pub fn a_list_finds_words_of_originals_that_a_night_has_shortened(store: &dyn Store) {
    insert(
        store,
        &a_memory(1).saying("The Blue lantern").of_turn(a_turn("Aki", "青いﾗﾝﾀﾝ in full", "a reply")).build(),
    );
    insert(store, &a_memory(2).build());
    rewrite(store, 1, day(1), 1);
    assert!(!memory(store, 1).text.trigger.contains("lantern"));
    let containing = |words: &str| {
        let filter = Filter { containing: Some(words.to_owned()), ..Filter::default() };
        let found = read(store, |r| r.list(&me(), &filter));
        assert_eq!(read(store, |r| r.count(&me(), &filter)), found.len() as u64);
        found.into_iter().map(|memory| memory.id).collect::<Vec<_>>()
    };
    for words in ["blue LANTERN", "青いランタン", "IN FULL", "A Reply", "short"] {
        assert_eq!(containing(words), [id(1)], "{words}");
    }
    assert_eq!(containing("red lantern"), []);
}

pub fn a_plan_passes_over_what_is_not_there(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let older = Retention { memory_days: 1.0, retention_score: 49.0, ..fresh() };
    let lower = Shown { level: Level::Summary, ..Shown::NEW };
    let gone = Seq(seq.0 + 100);
    let change = |deed, reason| Change { subject: Subject::memory(id(2), gone), deed, reason };
    let changes = vec![
        change(Deed::write(version(2, "x"), vec![]), Reason::Threshold),
        living(gone, id(2), fresh(), older, Reason::Faded),
        showing(gone, id(2), Shown::NEW, lower, Reason::Threshold),
        change(Deed::relate(vec![], vec![relation(1)]), Reason::Similar),
        change(Deed::End, Reason::Expired),
        living(seq, id(1), fresh(), older, Reason::Faded),
    ];
    write(store, |w| {
        w.apply(&of_night(day(1), changes.clone()))?;
        end_night(w, day(1), 1)
    });
    assert_eq!(memory(store, 1).life, Life::Episode(older));
    assert_eq!(read(store, |r| r.log(&me(), Some(&about(2)))), vec![]);
}

pub fn only_fields_that_differ_are_written(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    write(store, |w| w.mark_recalled(&me(), &[seq], at("2026-01-22T00:00:00Z")));
    let protected = Shown { protected: true, ..Shown::NEW };
    write(store, |w| w.apply(&by_hand(vec![showing(seq, id(1), Shown::NEW, protected, Reason::ByHand)])));
    // Whoever fades it now did not see the recall.
    let older = Retention { memory_days: 1.0, ..fresh() };
    write(store, |w| w.apply(&by_hand(vec![living(seq, id(1), fresh(), older, Reason::ByHand)])));
    let expected = Retention { memory_days: 1.0, recalled_since_last_batch: true, ..fresh() };
    assert_eq!((memory(store, 1).shown, memory(store, 1).life), (protected, Life::Episode(expected)));
    let log = read(store, |r| r.log(&me(), Some(&about(1))));
    assert_eq!((log[1].action(), log[1].by.as_str(), log[1].reason.as_str()), (Action::Protected, "person", "by_hand"));
}

pub fn everyday_changes_are_packed_and_others_are_in_the_log(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let older = Retention { memory_days: 1.0, retention_score: 4.0 + 1.0 / 3.0, ..fresh() };
    let gone = archived(at("2026-02-01T03:00:00+09:00"));
    let changes = vec![
        living(seq, id(1), fresh(), older, Reason::Faded),
        showing(seq, id(1), Shown::NEW, gone, Reason::Threshold),
    ];
    write(store, |w| {
        w.apply(&of_night(day(1), changes.clone()))?;
        end_night(w, day(1), 1)
    });
    assert_eq!((memory(store, 1).shown, memory(store, 1).life), (gone, Life::Episode(older)));
    let log = read(store, |r| r.log(&me(), None));
    assert_eq!(log.iter().map(|e| e.action()).collect::<Vec<_>>(), [Action::Remembered, Action::Archived]);
    assert_eq!(log[1].deed, Deed::show(Shown::NEW, gone));
    assert_eq!(log[1].step, Some(NightStep { date: day(1), step: Step::Episodes }));
    assert!(log[0].number < log[1].number);
}

pub fn a_written_version_is_shown_once_a_change_says_so(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let vector = Vector::new("m", vec![2.0]);
    let write_it = Change {
        subject: Subject::memory(id(1), seq),
        deed: Deed::write(version(2, "short"), vec![vector]),
        reason: Reason::ByHand,
    };
    write(store, |w| w.apply(&by_hand(vec![write_it.clone()])));
    assert_eq!(memory(store, 1).text.trigger, "trigger 1");
    let shown = Shown { version: 2, level: Level::Summary, ..Shown::NEW };
    write(store, |w| w.apply(&by_hand(vec![showing(seq, id(1), Shown::NEW, shown, Reason::ByHand)])));
    assert_eq!(memory(store, 1).text.trigger, "short");
    assert_eq!(read(store, |r| r.versions(&me(), id(1)))[1], version(2, "short"));
    assert_eq!(read(store, |r| r.sleepers(&me(), None))[0].last_version, 2);
    assert_eq!(read(store, |r| r.vectors(&me(), "m", &[seq])), vec![(seq, vec![2.0])]);
    assert_eq!(read(store, |r| r.originals(&me(), &[seq]))[0].1.trigger, "trigger 1");
    let undoing = Undoing { at: at("2026-02-03T00:00:00Z"), by: Actor::Person };
    write(store, |w| w.reverse(&me(), group(store, 1), undoing, &mut |_| true));
    assert_eq!(memory(store, 1).text.trigger, "trigger 1");
    assert_eq!(read(store, |r| r.versions(&me(), id(1))).len(), 2, "the text was written by another group");
}

pub fn a_group_is_taken_back_with_the_texts_that_it_wrote(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let shown = Shown { version: 2, level: Level::Summary, ..Shown::NEW };
    let deed = Deed::write(version(2, "short"), vec![Vector::new("m", vec![2.0])]);
    let changes = vec![
        Change { subject: Subject::memory(id(1), seq), deed, reason: Reason::ByHand },
        showing(seq, id(1), Shown::NEW, shown, Reason::ByHand),
    ];
    let group = write(store, |w| w.apply(&by_hand(changes.clone())));
    assert_eq!(memory(store, 1).text.trigger, "short");
    let undoing = Undoing { at: at("2026-02-03T00:00:00Z"), by: Actor::Person };
    let undone = write(store, |w| w.reverse(&me(), group, undoing, &mut |_| true));
    assert_eq!(undone.len(), 1, "the text is not told by itself");
    assert_eq!(memory(store, 1).text.trigger, "trigger 1");
    assert_eq!(read(store, |r| r.versions(&me(), id(1))).len(), 1);
    assert_eq!(read(store, |r| r.sleepers(&me(), None))[0].last_version, 1);
}

pub fn relations_are_replaced_and_logged(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).pointing_to(2).build()).seq;
    let (before, after) = (vec![relation(2)], vec![relation(3), relation(2)]);
    let deed = Deed::relate(before.clone(), after.clone());
    write(store, |w| {
        w.apply(&by_hand(vec![Change {
            subject: Subject::memory(id(1), seq),
            deed: deed.clone(),
            reason: Reason::ByHand,
        }]))
    });
    assert_eq!(memory(store, 1).relations, after);
    assert_eq!(read(store, |r| r.relations(&me())), vec![(seq, relation(3)), (seq, relation(2))]);
    assert_eq!(read(store, |r| r.referencing(&me(), id(3))), vec![(id(1), relation(3))]);
    let log = read(store, |r| r.log(&me(), Some(&about(1))));
    assert_eq!((log[1].action(), &log[1].deed), (Action::Linked, &Deed::relate(before, after)));
}

pub fn erasing_leaves_one_entry_without_content(store: &dyn Store) {
    let given = a_memory(1).pointing_to(2).vector("m", &[1.0]).of_turn(a_turn("Aki", "a", "b")).build();
    let seq = insert(store, &given).seq;
    insert(store, &a_memory(2).pointing_to(1).build());
    let older = Retention { memory_days: 1.0, ..fresh() };
    write(store, |w| {
        w.mark_recalled(&me(), &[seq], at("2026-02-01T00:00:00Z"))?;
        w.apply(&of_night(day(1), vec![living(seq, id(1), fresh(), older, Reason::Faded)]))?;
        end_night(w, day(1), 1)
    });
    let when = at("2026-02-02T00:00:00+09:00");
    assert_eq!(write(store, |w| w.erase(&me(), &[id(1), id(77)], Actor::Agent, "wished", when)), 1);
    let log = read(store, |r| r.log(&me(), Some(&about(1))));
    assert_eq!(log.len(), 1);
    assert_eq!((log[0].action(), log[0].reason.as_str(), log[0].at), (Action::Erased, "wished", when));
    assert_eq!(log[0].deed, Deed::End);
    assert_eq!(memory(store, 2).relations, [relation(1)]);
    let census = read(store, |r| r.census(&me()));
    assert_eq!((census.texts, census.turns, census.relations, census.vectors.len()), (1, 0, 1, 0));
    assert!(write(store, |w| undo_night(w, day(1))));
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    assert_eq!(read(store, |r| r.count(&me(), &Filter::default())), 1);
}

pub fn a_night_can_be_undone_only_while_it_is_the_last_and_not_too_old(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    for date in [day(1), day(2), day(3)] {
        fade(store, 1, date, 2);
    }
    let nights = read(store, |r| r.nights(&me()));
    assert_eq!(nights.iter().map(|n| n.can_be_undone()).collect::<Vec<_>>(), [false, true, true]);
    assert_eq!(read(store, |r| r.last_night(&me())), nights.last().cloned());
    let undo = |date| write(store, |w| undo_night(w, date));
    assert!(!undo(day(2)));
    assert!(undo(day(3)));
    assert!(undo(day(2)));
    assert!(!undo(day(1)));
    assert_eq!(memory(store, 1).life.retention().memory_days, 1.0);
    fade(store, 1, day(2), 0);
    assert!(!undo(day(2)));
}

pub fn undoing_keeps_what_others_did_since(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    fade(store, 1, day(1), 3);
    write(store, |w| {
        w.mark_recalled(&me(), &[seq], at("2026-02-01T12:00:00Z"))?;
        let protected = Shown { protected: true, ..Shown::NEW };
        w.apply(&by_hand(vec![showing(seq, id(1), Shown::NEW, protected, Reason::ByHand)]))
    });
    insert(store, &a_memory(2).build());
    assert!(write(store, |w| undo_night(w, day(1))));
    let expected = Retention { recalled_since_last_batch: true, ..fresh() };
    assert_eq!(memory(store, 1).life, Life::Episode(expected));
    assert!(memory(store, 1).shown.protected);
    assert_eq!(read(store, |r| r.count(&me(), &Filter::default())), 2);
    assert_eq!(read(store, |r| r.log(&me(), Some(&about(1)))).len(), 2);
}

pub fn what_a_night_erased_comes_back(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    let given = a_memory(2).pointing_to(1).vector("m", &[1.5]).of_turn(a_turn("Aki", "a", "b")).build();
    let seq = insert(store, &given).seq;
    write(store, |w| w.mark_recalled(&me(), &[seq], at("2026-01-30T00:00:00Z")));
    let (before, log) = (memory(store, 2), read(store, |r| r.log(&me(), Some(&about(2)))));
    erase_by_night(store, 2, day(1), 2);
    assert!(matches!(store.read(&mut |r| r.memory(&me(), id(2)).map(|_| ())), Err(StoreError::NotFound { .. })));
    assert_eq!(read(store, |r| r.log(&me(), Some(&about(2)))).len(), 1);
    // Whoever comes meanwhile takes no place, number or name that would be needed again.
    let next = insert(store, &a_memory(3).vector("m", &[2.5]).build());
    assert_ne!((next.seq, &next.handle), (before.seq, &before.handle));
    assert!(write(store, |w| undo_night(w, day(1))));
    assert_eq!(memory(store, 2), before);
    assert_eq!(read(store, |r| r.log(&me(), Some(&about(2)))), log);
    assert_eq!(read(store, |r| r.turn(&me(), id(2))), given.turn);
    assert_eq!(read(store, |r| r.vectors(&me(), "m", &[seq, next.seq])), [(seq, vec![1.5]), (next.seq, vec![2.5])]);
    assert!(read(store, |r| r.sleepers(&me(), None))[1].recalls.is_some());
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

pub fn erasing_reaches_the_attic(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    erase_by_night(store, 1, day(1), 2);
    assert_eq!(write(store, |w| w.erase(&me(), &[id(1)], Actor::Person, "now", at("2026-02-02T00:00:00Z"))), 1);
    assert!(write(store, |w| undo_night(w, day(1))));
    assert_eq!(read(store, |r| r.count(&me(), &Filter::default())), 0);
    let log = read(store, |r| r.log(&me(), Some(&about(1))));
    assert_eq!((log.len(), log[0].reason.as_str()), (1, "now"));
}

pub fn vectors_are_those_of_the_shown_text(store: &dyn Store) {
    let first = insert(store, &a_memory(1).vector("m", &[1.0, 0.0]).vector("n", &[9.0]).build()).seq;
    let second = insert(store, &a_memory(2).vector("m", &[5.0, 0.0]).build()).seq;
    let third = insert(store, &a_memory(3).build()).seq;
    rewrite(store, 1, day(1), 3);
    let mut seen = scan(store, 2);
    seen.sort_by_key(|(seq, _)| *seq);
    assert_eq!(seen, [(first, vec![2.0, 0.0]), (second, vec![5.0, 0.0])]);
    assert_eq!(
        read(store, |r| r.vectors(&me(), "m", &[second, third, first])),
        [(second, vec![5.0, 0.0]), (first, vec![2.0, 0.0])]
    );
    let missing = read(store, |r| r.without_vector(&me(), &wanted("m", 2), None, 9));
    assert_eq!(missing, [(third, 1, Text { trigger: "trigger 3".to_owned(), content: "content 3".to_owned() })]);
    assert_eq!(read(store, |r| r.without_vector(&me(), &wanted("n", 1), None, 9)).len(), 3);
    let vector = Vector::new("m", vec![7.0, 0.0]);
    write(store, |w| w.add_vectors(&me(), &[(third, 1, vector.clone()), (Seq(99), 1, vector.clone())]));
    assert_eq!(read(store, |r| r.without_vector(&me(), &wanted("m", 2), None, 9)), vec![]);
    assert!(write(store, |w| undo_night(w, day(1))));
    assert_eq!(scan(store, 2).len(), 3);
    assert!(scan(store, 2).contains(&(first, vec![1.0, 0.0])));
}

pub fn vectors_of_another_size_are_left_out(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).vector("m", &[1.0, 0.0]).build()).seq;
    assert_eq!(scan(store, 3), vec![]);
    let longer = Vector::new("m", vec![1.0, 2.0, 3.0]);
    write(store, |w| w.add_vectors(&me(), &[(seq, 1, longer.clone())]));
    assert_eq!(scan(store, 3), [(seq, vec![1.0, 2.0, 3.0])]);
    assert_eq!(scan(store, 2), vec![]);
    assert_eq!(read(store, |r| r.vectors(&me(), "m", &[seq])), [(seq, vec![1.0, 2.0, 3.0])]);
}

pub fn vectors_of_several_models_lie_side_by_side(store: &dyn Store) {
    for number in 1..=3 {
        insert(store, &a_memory(number).vector("old", &[number as f32]).build());
    }
    let fourth = insert(store, &a_memory(4).vector("new", &[4.0, 4.0]).vector("kept", &[4.0]).build()).seq;
    let missing = |before, limit| {
        let found = read(store, |r| r.without_vector(&me(), &wanted("new", 2), before, limit));
        found.into_iter().map(|(seq, _, _)| seq).collect::<Vec<_>>()
    };
    let all = missing(None, 9);
    assert_eq!(all.len(), 3);
    assert!(all.is_sorted_by(|a, b| a > b), "the last one first: {all:?}");
    assert_eq!(missing(None, 2), all[..2]);
    assert_eq!(missing(Some(all[1]), 2), all[2..]);
    assert_eq!(read(store, |r| r.without_vector(&me(), &wanted("new", 3), None, 9)).len(), 4, "the size is part of it");

    write(store, |w| w.add_vectors(&me(), &[(all[0], 1, Vector::new("new", vec![3.0, 3.0]))]));
    let counts = || read(store, |r| r.vector_counts(&me()));
    let count = |name: &str, dimensions, memories| (name.to_owned(), dimensions, memories);
    assert_eq!(counts(), [count("kept", 1, 1), count("new", 2, 2), count("old", 1, 3)]);
    assert_eq!(write(store, |w| w.drop_vectors(&me(), &["new", "kept"])), 1, "only who has another loses the old one");
    assert_eq!(counts(), [count("kept", 1, 1), count("new", 2, 2), count("old", 1, 2)]);
    assert_eq!(read(store, |r| r.vectors(&me(), "kept", &[fourth])), [(fourth, vec![4.0])]);
    assert_eq!(write(store, |w| w.drop_vectors(&me(), &[])), 0);
}

pub fn old_vectors_go_when_the_night_is_forgotten(store: &dyn Store) {
    insert(store, &a_memory(1).vector("m", &[1.0, 0.0]).build());
    let vectors = || read(store, |r| r.census(&me())).vectors.iter().map(|(_, _, count)| *count).sum::<u64>();
    rewrite(store, 1, day(1), 2);
    rewrite(store, 1, day(2), 2);
    assert_eq!(vectors(), 3);
    fade(store, 1, day(3), 2);
    assert_eq!(vectors(), 2, "the second night can still be undone to version 2");
    fade(store, 1, day(4), 2);
    assert_eq!(vectors(), 1);
    rewrite(store, 1, day(5), 0);
    assert_eq!(vectors(), 1);
    assert_eq!(scan(store, 2).len(), 1);
    assert_eq!(read(store, |r| r.versions(&me(), id(1))).len(), 4);
}

pub fn fadings_are_told_while_the_night_can_be_undone(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    insert(store, &a_memory(2).build());
    for date in [day(1), day(2), day(3)] {
        fade(store, 1, date, 2);
    }
    let fadings = read(store, |r| r.fadings(&me(), id(1)));
    assert_eq!(fadings.iter().map(|f| (f.date, f.memory_days)).collect::<Vec<_>>(), [(day(2), 1.0), (day(3), 2.0)]);
    assert_eq!(fadings[0].retention_score, 45.0);
    assert!(fadings.iter().all(|fading| !fading.was_recalled));
    assert_eq!(read(store, |r| r.fadings(&me(), id(2))), vec![]);
}

pub fn what_is_taken_back_is_marked_and_noted(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let protected = Shown { protected: true, ..Shown::NEW };
    let plan = by_hand(vec![showing(seq, id(1), Shown::NEW, protected, Reason::ByHand)]);
    let group = write(store, |w| w.apply(&plan));
    let undoing = Undoing { at: at("2026-02-03T00:00:00Z"), by: Actor::Agent };
    assert_eq!(write(store, |w| w.reverse(&me(), group, undoing, &mut |_| true)).len(), 1);
    assert_eq!(memory(store, 1).shown, Shown::NEW);
    let log = read(store, |r| r.log(&me(), Some(&about(1))));
    let told: Vec<_> = log.iter().map(|entry| (entry.action(), entry.by.as_str(), entry.is_undone)).collect();
    let expected = [(Action::Protected, "person", true), (Action::Undone, "agent", false)];
    assert_eq!(told[1..], expected);
    assert_eq!(write(store, |w| w.reverse(&me(), group, undoing, &mut |_| true)), [], "once is enough");
}

pub fn what_a_night_began_is_gone_when_it_is_undone(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    let new = a_memory(2).vector("m", &[1.0]).of_turn(a_turn("Aki", "a", "b")).build();
    let begin = Change {
        subject: Subject::Memory { id: id(2), seq: None },
        deed: Deed::Begin(Start::New(Box::new(new))),
        reason: Reason::Encoded,
    };
    write(store, |w| {
        w.apply(&of_night(day(1), vec![begin.clone()]))?;
        end_night(w, day(1), 3)
    });
    let handle = memory(store, 2).handle;
    assert_eq!(read(store, |r| r.turn(&me(), id(2))).map(|turn| turn.said), Some("a".to_owned()));
    assert!(write(store, |w| undo_night(w, day(1))));
    assert_eq!(read(store, |r| r.count(&me(), &Filter::default())), 1);
    assert_eq!(read(store, |r| r.log(&me(), Some(&about(2)))), []);
    assert_eq!(insert(store, &a_memory(3).build()).handle, handle, "it has never been");
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
}

pub fn a_step_can_be_undone_alone(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let step = |step| NightStep { date: day(1), step };
    let felt = |intensity| Assessment {
        emotion: Emotion { intensity, feeling: memory(store, 1).emotion.feeling },
        category: Category::Casual,
        keywords: vec!["weather".to_owned()],
        tags: Vec::new(),
        made_by: None,
    };
    let deed = Deed::Set(Facet::Assessment(Box::new(BeforeAfter { before: felt(50), after: felt(80) })));
    let understood = Change { subject: Subject::memory(id(1), seq), deed, reason: Reason::Understood };
    let plan = Plan { step: Some(step(Step::Understand)), ..of_night(day(1), vec![understood]) };
    let report = "{}".to_owned();
    let record = StepRecord { step: Step::Understand, ran_at: at("2026-02-01T03:00:00Z"), report, can_be_undone: true };
    write(store, |w| {
        w.apply(&plan)?;
        w.record_step(&me(), day(1), &record)
    });
    assert_eq!(read(store, |r| r.nights(&me())), [], "the night is not over");
    assert_eq!(read(store, |r| r.steps_run(&me(), day(1))), [record]);
    fade(store, 1, day(1), 3);
    assert_eq!(read(store, |r| r.last_night(&me())).expect("a night").steps.len(), 2);
    assert_eq!(read(store, |r| r.step_entries(&me(), step(Step::Understand))).len(), 1);
    assert_eq!(write(store, |w| w.undo_step(&me(), step(Step::Understand))), Some(vec![id(1)]));
    assert_eq!(memory(store, 1).emotion.intensity, 50);
    assert_eq!(memory(store, 1).life.retention().memory_days, 1.0, "the other step stays");
    assert_eq!(read(store, |r| r.last_night(&me())).expect("a night").steps.len(), 1);
    assert_eq!(write(store, |w| w.undo_step(&me(), step(Step::Understand))), None);
}

pub fn several_nights_fit_in_one_transaction(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    let days = |days: f64| Retention { memory_days: days, retention_score: 50.0 - days, ..fresh() };
    write(store, |w| {
        for (date, from) in [(day(1), 0.0), (day(2), 1.0)] {
            let change = living(seq, id(1), days(from), days(from + 1.0), Reason::Faded);
            w.apply(&of_night(date, vec![change]))?;
            end_night(w, date, 2)?;
        }
        Ok(())
    });
    assert_eq!(read(store, |r| r.fadings(&me(), id(1))).len(), 2);
    assert!(write(store, |w| Ok(undo_night(w, day(2))? && undo_night(w, day(1))?)));
    assert_eq!(memory(store, 1).life, Life::Episode(fresh()));
}

pub fn the_census_counts(store: &dyn Store) {
    insert(store, &a_memory(1).on("2026-01-02T00:00:00Z").pointing_to(2).vector("m", &[1.0]).build());
    insert(store, &a_memory(2).on("2026-01-01T00:00:00Z").shown(archived(at("2026-01-04T00:00:00Z"))).build());
    let protected = Shown { protected: true, ..Shown::NEW };
    insert(store, &a_memory(3).on("2026-01-03T00:00:00Z").kind(Kind::Day).shown(protected).build());
    fade(store, 1, day(1), 1);
    let census = read(store, |r| r.census(&me()));
    assert_eq!(census.levels, [2, 0, 0, 1]);
    assert_eq!(census.kinds, [("day".to_owned(), 1), ("episode".to_owned(), 2)]);
    assert_eq!(census.categories, [("casual".to_owned(), 3)]);
    assert_eq!(census.valences, [("positive".to_owned(), 3)]);
    assert_eq!((census.protected, census.relations, census.texts), (1, 1, 3));
    assert_eq!(census.vectors, [("m".to_owned(), 1, 1)]);
    assert_eq!((census.log, census.nights, census.turns), (3, 1, 0));
    assert_eq!(census.span, Some((at("2026-01-01T00:00:00Z"), at("2026-01-03T00:00:00Z"))));
}

pub fn characters_are_counted_of_shown_texts_by_level(store: &dyn Store) {
    insert(store, &a_memory(1).saying("これは猫です").build());
    insert(store, &a_memory(2).with(|m| m.shown.level = Level::Summary).saying("short").build());
    let before = [memory(store, 1), memory(store, 2)];
    let length = |m: &omoide_core::Memory| (m.text.trigger.chars().count() + m.text.content.chars().count()) as u64;
    let counted = read(store, |r| r.shown_characters(&me()));
    assert_eq!(counted, [length(&before[0]), length(&before[1]), 0, 0]);
    assert_eq!(read(store, |r| r.shown_characters(&omoide_testkit::builders::mind("nobody"))), [0; 4]);
}

pub fn a_whole_store_has_nothing_to_find(store: &dyn Store) {
    insert(store, &a_memory(1).pointing_to(2).vector("m", &[1.0]).of_turn(a_turn("Aki", "a", "b")).build());
    fade(store, 1, day(1), 1);
    assert_eq!(store.upkeep().check().expect("checks"), vec![]);
    assert_eq!(store.upkeep().repair().expect("repairs"), vec![]);
    store.upkeep().vacuum().expect("vacuums");
    let size = store.upkeep().size().expect("has a size");
    assert!(size.bytes > size.free_bytes);
    assert_eq!(memory(store, 1).text.trigger, "trigger 1");
}
