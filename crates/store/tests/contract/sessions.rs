//! Sessions and the memories that they sum up.

use omoide_core::change::{Actor, Change, Deed, Reason, Subject};
use omoide_core::ports::store::{SessionNotes, Store};
use omoide_core::{Kind, Seq};
use omoide_testkit::builders::{a_memory, at, id, mind};

use crate::support::{day, end_night, insert, me, of_night, read, undo_night, write};

fn notes(memories: &[Seq]) -> SessionNotes {
    SessionNotes {
        resolved: vec!["the key is under the pot".to_owned()],
        tasks: vec!["call Aki".to_owned(), "buy bulbs".to_owned()],
        memories: memories.to_vec(),
    }
}

/// Two memories and the session that sums them up, which is the third.
fn summed_up(store: &dyn Store) -> [Seq; 3] {
    let (a, b) = (insert(store, &a_memory(1).build()).seq, insert(store, &a_memory(2).build()).seq);
    let session = insert(store, &a_memory(3).with(|m| m.kind = Kind::Session).build()).seq;
    write(store, |w| w.keep_session(&me(), session, &notes(&[a, b])));
    [a, b, session]
}

pub fn a_session_knows_what_it_sums_up(store: &dyn Store) {
    let [a, b, session] = summed_up(store);
    assert_eq!(read(store, |r| r.session(&me(), session)), Some(notes(&[a, b])));
    assert_eq!(read(store, |r| r.session(&me(), a)), None);
    assert_eq!(read(store, |r| r.sessions_of(&me(), &[b, a])), [(session, id(3))]);
    assert_eq!(read(store, |r| r.sessions_of(&me(), &[session])), []);
    let other = mind("other");
    assert_eq!(read(store, |r| r.session(&other, session)), None);
    assert_eq!(read(store, |r| r.sessions_of(&other, &[a])), []);
    write(store, |w| w.keep_session(&me(), session, &SessionNotes { memories: vec![b, Seq(99)], ..notes(&[]) }));
    assert_eq!(read(store, |r| r.session(&me(), session)), Some(notes(&[b])), "what is not there is passed over");
    write(store, |w| w.keep_session(&me(), Seq(99), &notes(&[a])));
    assert_eq!(read(store, |r| r.session(&me(), Seq(99))), None);
}

pub fn a_session_goes_and_comes_with_its_memory(store: &dyn Store) {
    let [a, b, session] = summed_up(store);
    let erase = |seq: Seq, number: u128| Change {
        subject: Subject::memory(id(number), seq),
        deed: Deed::End,
        reason: Reason::Expired,
    };
    write(store, |w| {
        w.apply(&of_night(day(21), vec![erase(a, 1), erase(session, 3)]))?;
        end_night(w, day(21), 3)
    });
    assert_eq!(read(store, |r| r.session(&me(), session)), None);
    assert_eq!(read(store, |r| r.sessions_of(&me(), &[a, b])), []);
    assert!(write(store, |w| undo_night(w, day(21))));
    assert_eq!(read(store, |r| r.session(&me(), session)), Some(notes(&[a, b])));
    write(store, |w| w.erase(&me(), &[id(3)], Actor::Person, "by_hand", at("2026-02-22T12:00:00Z")));
    assert_eq!(read(store, |r| r.session(&me(), session)), None);
    assert_eq!(read(store, |r| r.sessions_of(&me(), &[a, b])), []);
}
