//! Whole memories and the change log, as they are carried over.

use omoide_core::change::{Actor, Change, Deed, Facet, Reason, Subject};
use omoide_core::ports::store::{EarlierTie, Names, SessionNotes, Store, WholeMemory, WholeSession};
use omoide_core::{Feedback, Kind, Level, MemoryId, Relation, RelationType, Seq, Shown, Tie, TieKind, Turn, TurnId};
use omoide_testkit::builders::{a_memory, a_turn, at, id, mind};

use crate::support::{about, by_hand, insert, me, memory, read, showing, version, write, write_to};

/// Four memories with something of everything; the last is a session of the first two.
fn furnished(store: &dyn Store) -> [Seq; 4] {
    let turn = a_turn("Aki", "the meeting is on Monday", "noted");
    let one = insert(store, &a_memory(1).of_turn(turn).build()).seq;
    let relation = Relation { to: id(1), kind: RelationType::Continues };
    let two = insert(store, &a_memory(2).with(|m| m.relations = vec![relation]).build()).seq;
    let three = insert(store, &a_memory(3).build()).seq;
    let session = insert(store, &a_memory(4).with(|m| m.kind = Kind::Session).build()).seq;
    let now = memory(store, 1);
    let shorter = Shown { version: 2, level: Level::Summary, ..now.shown };
    let deed = Deed::write(version(2, "Monday"), Vec::new());
    let write_it = Change { subject: Subject::memory(id(1), one), deed, reason: Reason::Threshold };
    let show_it = showing(one, id(1), now.shown, shorter, Reason::Threshold);
    write(store, |w| {
        w.apply(&by_hand(vec![write_it.clone(), show_it.clone()]))?;
        w.tie(&me(), None, &[Tie { a: two, b: one, kind: TieKind::Similarity, strength: Some(0.75) }])?;
        w.note_names(
            &me(),
            two,
            &Names { borne: Some("rex".to_owned()), named: vec!["b".to_owned(), "a".to_owned()] },
        )?;
        w.mark_recalled(&me(), &[two], at("2026-02-02T10:00:00+09:00"))?;
        w.attach(&me(), id(3), Some("a note"))?;
        w.add_superseded(&me(), one, &[(4..11, three)])?;
        let notes = SessionNotes { resolved: vec!["when".to_owned()], tasks: Vec::new(), memories: vec![one, two] };
        w.keep_session(&me(), session, &notes)
    });
    [one, two, three, session]
}

fn whole(store: &dyn Store) -> Vec<WholeMemory> {
    read(store, |r| r.whole_memories(&me(), None, 10))
}

pub fn a_whole_memory_has_all_that_is_kept_of_it(store: &dyn Store) {
    furnished(store);
    let all = whole(store);
    assert_eq!(all.iter().map(|whole| whole.memory.id).collect::<Vec<_>>(), [id(1), id(2), id(3), id(4)]);
    let [one, two, three, session] = &all[..] else { panic!("four") };
    assert_eq!((one.versions.len(), one.last_version, one.memory.shown.version), (2, 2, 2));
    assert_eq!(one.turn.as_ref().map(|turn| turn.said.as_str()), Some("the meeting is on Monday"));
    assert_eq!(one.memory.superseded[0].words, "meeting");
    assert_eq!(two.ties, [EarlierTie { to: id(1), kind: TieKind::Similarity, strength: 0.75 }]);
    assert_eq!(one.ties, []);
    assert_eq!(two.names, Names { borne: Some("rex".to_owned()), named: vec!["a".to_owned(), "b".to_owned()] });
    assert_eq!(two.recalls.iter().map(|at| at.to_string()).collect::<Vec<_>>(), ["2026-02-02T01:00:00+00:00"]);
    assert_eq!(three.attachment.as_deref(), Some("a note"));
    let summed_up = WholeSession {
        resolved: vec!["when".to_owned()],
        tasks: Vec::new(),
        memories: vec![id(1), id(2)],
        ..WholeSession::default()
    };
    assert_eq!(session.session, Some(summed_up));
    assert_eq!(read(store, |r| r.whole_memories(&mind("other"), None, 10)), []);
}

pub fn whole_memories_are_read_in_parts(store: &dyn Store) {
    let [one, two, ..] = furnished(store);
    let ids = |after, limit| -> Vec<MemoryId> {
        read(store, |r| r.whole_memories(&me(), after, limit)).iter().map(|whole| whole.memory.id).collect()
    };
    assert_eq!(ids(None, 2), [id(1), id(2)]);
    assert_eq!(ids(Some(two), 2), [id(3), id(4)]);
    assert_eq!(ids(Some(one), 1), [id(2)]);
    assert_eq!(ids(Some(Seq(99)), 2), []);
}

pub fn a_whole_memory_is_written_as_it_was_read(store: &dyn Store) {
    furnished(store);
    let other = mind("other");
    let renamed = |number: u128| id(number + 100);
    let all = whole(store);
    write_to(store, &other, |w| {
        for (whole, number) in all.iter().zip(1..) {
            let mut whole = whole.clone();
            whole.memory.id = renamed(number);
            w.insert_whole(&other, &whole)?;
        }
        Ok(())
    });
    let written = read(store, |r| r.whole_memories(&other, None, 10));
    for ((before, after), number) in all.iter().zip(&written).zip(1..) {
        let mut expected = before.clone();
        // These refer to other memories, and are written apart.
        expected.memory.superseded.clear();
        expected.ties.clear();
        expected.session = None;
        expected.memory =
            omoide_core::Memory { id: renamed(number), seq: after.memory.seq, mind: other.clone(), ..expected.memory };
        assert_eq!(*after, expected);
    }
    assert_eq!(read(store, |r| r.log(&other, None)), [], "nothing is noted in the log");
    assert_eq!(read(store, |r| r.without_words_count(&other, 1)), 4);
    assert!(read(store, |r| r.is_of_another_mind(&other, id(1))));
    assert!(!read(store, |r| r.is_of_another_mind(&me(), id(1))));
    assert!(!read(store, |r| r.is_of_another_mind(&me(), id(77))));
    assert!(read(store, |r| r.is_of_another_mind(&mind("nobody"), id(1))));
    assert!(store.upkeep().check().expect("checked").is_empty());
}

pub fn a_taken_handle_is_replaced(store: &dyn Store) {
    furnished(store);
    let mut again = whole(store).remove(0);
    again.memory.id = id(50);
    let (_, handle) = write(store, |w| w.insert_whole(&me(), &again));
    assert_ne!(handle, again.memory.handle);
    assert_eq!(read(store, |r| r.memory(&me(), id(50))).handle, handle);
    let (day, number) = handle.split_at(handle.len() - 3);
    let number: u32 = number.parse().expect("a number");
    let reserved = format!("{day}{:03}", number + 4);
    write(store, |w| w.reserve_handles(&me(), &[reserved.clone(), "a name".to_owned()]));
    again.memory.id = id(51);
    let (_, next) = write(store, |w| w.insert_whole(&me(), &again));
    assert_eq!(next, format!("{day}{:03}", number + 5));
    again.memory.id = id(52);
    again.memory.handle.clone_from(&reserved);
    assert_eq!(write(store, |w| w.insert_whole(&me(), &again)).1, reserved, "whoever brings it gets it");
}

pub fn a_turn_without_a_memory_is_written_once(store: &dyn Store) {
    let turn: Turn = a_turn("Aki", "nobody remembers this", "");
    assert!(write(store, |w| w.insert_turn(&me(), &turn)));
    assert!(!write(store, |w| w.insert_turn(&me(), &turn)));
    insert(store, &a_memory(1).of_turn(a_turn("Aki", "but this", "")).build());
    let later = Turn { uid: Some("u".to_owned()), ..turn.clone() };
    assert!(write(store, |w| w.insert_turn(&me(), &later)));
    let alone = |after: Option<TurnId>, limit| read(store, |r| r.turns_without_memory(&me(), after, limit));
    let all = alone(None, 10);
    assert_eq!(all.iter().map(|(_, turn)| turn.clone()).collect::<Vec<_>>(), [turn.clone(), later]);
    assert_eq!(alone(None, 1), all[..1]);
    assert_eq!(alone(Some(all[0].0), 10), all[1..]);
}

pub fn the_log_is_carried_without_being_done_again(store: &dyn Store) {
    furnished(store);
    write(store, |w| w.erase(&me(), &[id(3)], Actor::Person, "by_hand", at("2026-02-05T12:00:00+09:00")));
    let changes = read(store, |r| r.logged_changes(&me(), 0, 100));
    assert_eq!(changes.iter().filter(|change| change.memory == id(1)).count(), 2);
    assert!(changes.iter().any(|change| change.memory == id(3) && change.deed == "end"));
    let first = read(store, |r| r.logged_changes(&me(), 0, 1));
    assert_eq!(first, changes[..1]);
    assert_eq!(read(store, |r| r.logged_changes(&me(), first[0].number, 100)), changes[1..]);
    let other = mind("other");
    write_to(store, &other, |w| {
        let of_one: Vec<_> = changes.iter().filter(|change| change.memory == id(1)).collect();
        let group = w.add_logged_change(&other, None, of_one[0])?;
        let same = w.add_logged_change(&other, Some(group), of_one[1])?;
        assert_eq!(group, same);
        Ok(())
    });
    let log = |mind| read(store, |r| r.log(&mind, Some(&about(1))));
    let said = |entries: Vec<omoide_core::change::Entry>| {
        entries.into_iter().map(|entry| (entry.at, entry.by, entry.deed, entry.reason)).collect::<Vec<_>>()
    };
    let carried = said(log(other.clone()));
    assert_eq!(carried[0].2, said(log(me()))[0].2);
    assert!(matches!(carried[1].2, Deed::Set(Facet::Shown(_))));
    assert!(read(store, |r| r.memory(&me(), id(1))).shown.version == 2, "nothing else has happened");
}

pub fn spans_stay_within_a_mind(store: &dyn Store) {
    let [one, two, ..] = furnished(store);
    let other = mind("other");
    write_to(store, &other, |w| w.add_superseded(&other, one, &[(0..3, two)]));
    write(store, |w| w.add_superseded(&me(), one, &[(0..3, Seq(99)), (0..3, one), (4..11, two)]));
    let spans = memory(store, 1).superseded;
    assert_eq!(spans.iter().map(|span| span.by).collect::<Vec<_>>(), [id(2), id(3)]);
    assert_eq!(whole(store)[0].feedback, Feedback::default());
}
