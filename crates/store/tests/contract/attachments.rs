//! What other programs attach to memories.

use omoide_core::change::{Actor, Change, Deed, Reason, Subject};
use omoide_core::ports::store::Store;
use omoide_testkit::builders::{a_memory, at, id, mind};

use crate::support::{day, end_night, insert, me, of_night, read, undo_night, write};

fn attached(store: &dyn Store) -> Option<String> {
    read(store, |r| r.attachment(&me(), id(1)))
}

pub fn a_text_is_attached_replaced_and_taken_away(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    assert_eq!(attached(store), None);
    for text in [Some("{\"a\": 1}"), Some("two"), None] {
        write(store, |w| w.attach(&me(), id(1), text));
        assert_eq!(attached(store).as_deref(), text);
    }
    write(store, |w| w.attach(&me(), id(1), Some("mine")));
    write(store, |w| w.attach(&mind("other"), id(1), Some("another's")));
    write(store, |w| w.attach(&me(), id(9), Some("of nothing")));
    assert_eq!(attached(store).as_deref(), Some("mine"));
    assert_eq!(read(store, |r| r.attachment(&mind("other"), id(1))), None);
    assert_eq!(read(store, |r| r.attachment(&me(), id(9))), None);
}

pub fn what_is_attached_goes_and_comes_with_its_memory(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    write(store, |w| w.attach(&me(), id(1), Some("theirs")));
    let erase = Change { subject: Subject::memory(id(1), seq), deed: Deed::End, reason: Reason::Expired };
    write(store, |w| {
        w.apply(&of_night(day(21), vec![erase.clone()]))?;
        end_night(w, day(21), 3)
    });
    assert_eq!(attached(store), None, "a night's erasure takes it along");
    assert!(write(store, |w| undo_night(w, day(21))));
    assert_eq!(attached(store).as_deref(), Some("theirs"));
    write(store, |w| w.erase(&me(), &[id(1)], Actor::Person, "by_hand", at("2026-02-22T12:00:00Z")));
    insert(store, &a_memory(1).build());
    assert_eq!(attached(store), None, "and a person's takes it for good");
}
