//! Items: what is open, what was resolved, and what becomes of both with their memories.

use omoide_core::change::{Actor, Change, Deed, Reason, Subject};
use omoide_core::ports::store::{Store, Undoing};
use omoide_core::{Item, ItemNumber, ItemState, NewItem, Resolution, Seq};
use omoide_testkit::builders::{a_memory, at, id, mind};

use crate::support::{day, end_night, insert, me, of_night, read, undo_night, write};

fn task(text: &str, memory: Option<Seq>) -> NewItem {
    let opened_at = Some(at("2026-01-20T10:00:00+09:00"));
    NewItem { text: text.to_owned(), person: "me".to_owned(), opened_at, memory, resolution: None }
}

fn resolution(by: Option<Seq>) -> Resolution {
    Resolution { at: at("2026-01-21T10:00:00+09:00"), by, words: "fixed the sink".to_owned() }
}

fn all(store: &dyn Store, state: ItemState) -> Vec<(String, bool)> {
    let told = |item: Item| (item.entry.text.clone(), item.is_open());
    read(store, |r| r.items(&me(), state, 100)).into_iter().map(told).collect()
}

fn open(store: &dyn Store) -> Vec<String> {
    all(store, ItemState::Open).into_iter().map(|(text, _)| text).collect()
}

fn resolved(store: &dyn Store) -> Vec<String> {
    all(store, ItemState::Resolved).into_iter().map(|(text, _)| text).collect()
}

fn erase(store: &dyn Store, number: u128) {
    write(store, |w| w.erase(&me(), &[id(number)], Actor::Person, "by_hand", at("2026-02-22T12:00:00Z")));
}

pub fn an_item_is_noted_resolved_opened_again_and_dropped(store: &dyn Store) {
    let number = write(store, |w| w.add_item(&me(), &task("mend the sink", None)));
    let kept = read(store, |r| r.item(&me(), number)).expect("it is there");
    assert_eq!((kept.entry, kept.mind), (task("mend the sink", None), me()));
    assert_eq!(read(store, |r| r.item(&mind("other"), number)), None);
    assert!(write(store, |w| w.resolve_item(&me(), number, Some(&resolution(None)))));
    assert_eq!((open(store), resolved(store)), (vec![], vec!["mend the sink".to_owned()]));
    let kept = read(store, |r| r.item(&me(), number)).expect("it is there");
    assert_eq!(kept.entry.resolution, Some(resolution(None)));
    assert!(write(store, |w| w.resolve_item(&me(), number, None)));
    assert_eq!((open(store), resolved(store)), (vec!["mend the sink".to_owned()], vec![]));
    assert!(write(store, |w| w.drop_item(&me(), number)));
    assert!(!write(store, |w| w.drop_item(&me(), number)));
    assert!(!write(store, |w| w.resolve_item(&me(), ItemNumber(99), None)));
    assert_eq!(open(store), [""; 0]);
}

pub fn an_item_goes_with_the_memory_that_opened_it(store: &dyn Store) {
    let seq = insert(store, &a_memory(1).build()).seq;
    write(store, |w| w.add_item(&me(), &task("mend the sink", Some(seq))));
    write(store, |w| w.add_item(&me(), &task("water the fern", None)));
    erase(store, 1);
    assert_eq!(open(store), ["water the fern"]);
}

pub fn an_item_is_open_again_without_the_memory_that_resolved_it(store: &dyn Store) {
    let (asked, done) = (insert(store, &a_memory(1).build()).seq, insert(store, &a_memory(2).build()).seq);
    let number = write(store, |w| w.add_item(&me(), &task("mend the sink", Some(asked))));
    write(store, |w| w.resolve_item(&me(), number, Some(&resolution(Some(done)))));
    let alone = NewItem { opened_at: None, resolution: Some(resolution(Some(done))), ..task("the leak", None) };
    write(store, |w| w.add_item(&me(), &alone));
    assert_eq!(resolved(store).len(), 2);
    erase(store, 2);
    assert_eq!((open(store), resolved(store)), (vec!["mend the sink".to_owned()], vec![]));
}

pub fn what_a_night_erased_comes_back_with_its_items(store: &dyn Store) {
    let (asked, done) = (insert(store, &a_memory(1).build()).seq, insert(store, &a_memory(2).build()).seq);
    let number = write(store, |w| w.add_item(&me(), &task("mend the sink", Some(asked))));
    write(store, |w| w.resolve_item(&me(), number, Some(&resolution(Some(done)))));
    let alone = NewItem { opened_at: None, resolution: Some(resolution(Some(done))), ..task("the leak", None) };
    write(store, |w| w.add_item(&me(), &alone));
    let before = read(store, |r| r.items(&me(), ItemState::Resolved, 9));
    for gone in [vec![(asked, 1)], vec![(done, 2)], vec![(asked, 1), (done, 2)], vec![(done, 2), (asked, 1)]] {
        let end = |(seq, number): &(Seq, u128)| Change {
            subject: Subject::memory(id(*number), *seq),
            deed: Deed::End,
            reason: Reason::Expired,
        };
        write(store, |w| {
            w.apply(&of_night(day(21), gone.iter().map(end).collect()))?;
            end_night(w, day(21), 3)
        });
        assert_ne!(read(store, |r| r.items(&me(), ItemState::Resolved, 9)), before);
        assert!(write(store, |w| undo_night(w, day(21))));
        assert_eq!(read(store, |r| r.items(&me(), ItemState::Resolved, 9)), before, "{gone:?}");
        assert_eq!(open(store), [""; 0], "{gone:?}");
    }
}

pub fn what_is_unsaid_takes_its_items_along(store: &dyn Store) {
    let asked = insert(store, &a_memory(1).build()).seq;
    let number = write(store, |w| w.add_item(&me(), &task("mend the sink", Some(asked))));
    let done = insert(store, &a_memory(2).build());
    write(store, |w| w.resolve_item(&me(), number, Some(&resolution(Some(done.seq)))));
    let undoing = Undoing { at: at("2026-02-22T12:00:00Z"), by: Actor::Person };
    write(store, |w| w.reverse(&me(), done.group, undoing, &mut |_| true));
    assert_eq!((open(store), resolved(store)), (vec!["mend the sink".to_owned()], vec![]));
}

pub fn a_mind_is_erased_with_its_items(store: &dyn Store) {
    insert(store, &a_memory(1).build());
    write(store, |w| w.add_item(&me(), &task("mend the sink", None)));
    write(store, |w| w.erase_mind(&me(), Actor::Person, at("2026-02-22T12:00:00Z")));
    assert_eq!(open(store), [""; 0]);
}
