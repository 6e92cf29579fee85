//! Pages and their versions.

use omoide_core::change::{Actor, BeforeAfter, Change, Deed, Facet, GroupNumber, Plan, Reason, Subject};
use omoide_core::ports::store::{Store, StoreError, Undoing, Writer};
use omoide_core::{Moment, Page};
use omoide_testkit::builders::{at, mind};

use crate::support::{by_hand, me, read, write};

fn when() -> Moment {
    at("2026-02-01T12:00:00+09:00")
}

fn put(store: &dyn Store, path: &str, text: &str) -> u32 {
    write(store, |w| {
        let version = w.write_page(&me(), path, text, Actor::Agent, when())?;
        w.apply(&showing(store_version(w, path)?, path, Some(version)))?;
        Ok(version)
    })
}

fn store_version(w: &dyn Writer, path: &str) -> Result<Option<u32>, StoreError> {
    Ok(w.page(&me(), path)?.map(|page| page.version))
}

fn showing(before: Option<u32>, path: &str, after: Option<u32>) -> Plan {
    let deed = Deed::Set(Facet::PageVersion(BeforeAfter { before, after }));
    by_hand(vec![Change { subject: Subject::Page(path.to_owned()), deed, reason: Reason::ByHand }])
}

fn show(store: &dyn Store, path: &str, version: Option<u32>) -> GroupNumber {
    write(store, |w| {
        let plan = showing(store_version(w, path)?, path, version);
        w.apply(&plan)
    })
}

fn shown(store: &dyn Store) -> Vec<(String, u32, String)> {
    read(store, |r| r.pages(&me())).into_iter().map(|page| (page.path, page.version, page.text)).collect()
}

fn of(path: &str, version: u32, text: &str) -> (String, u32, String) {
    (path.to_owned(), version, text.to_owned())
}

pub fn a_page_is_shown_in_the_version_that_was_chosen(store: &dyn Store) {
    assert_eq!((put(store, "/b", "first"), put(store, "/a", "alone"), put(store, "/b", "second")), (1, 1, 2));
    assert_eq!(shown(store), [of("/a", 1, "alone"), of("/b", 2, "second")]);
    let page =
        Page { path: "/b".to_owned(), version: 2, text: "second".to_owned(), at: when(), by: "agent".to_owned() };
    assert_eq!(read(store, |r| r.page(&me(), "/b")), Some(page));
    show(store, "/b", Some(1));
    assert_eq!(shown(store), [of("/a", 1, "alone"), of("/b", 1, "first")]);
    show(store, "/b", Some(9));
    assert_eq!(shown(store)[1], of("/b", 1, "first"), "a version that is not there is passed over");
    write(store, |w| w.write_page(&me(), "/c", "written, not shown", Actor::Person, when()));
    assert_eq!(read(store, |r| r.page(&me(), "/c")), None);
    assert_eq!(read(store, |r| r.pages(&mind("other"))), []);
}

pub fn a_page_that_is_taken_away_keeps_its_versions(store: &dyn Store) {
    put(store, "/a", "first");
    show(store, "/a", None);
    assert_eq!((shown(store), read(store, |r| r.page(&me(), "/a"))), (Vec::new(), None));
    assert_eq!(put(store, "/a", "again"), 2, "its numbers are not used twice");
    show(store, "/a", Some(1));
    assert_eq!(shown(store), [of("/a", 1, "first")]);
}

pub fn a_change_to_a_page_is_taken_back_unless_someone_changed_it_since(store: &dyn Store) {
    put(store, "/a", "first");
    let taken_away = show(store, "/a", None);
    let undoing = Undoing { at: when(), by: Actor::Person };
    assert_eq!(write(store, |w| w.reverse(&me(), taken_away, undoing, &mut |_| true)).len(), 1);
    assert_eq!(shown(store), [of("/a", 1, "first")]);
    let back = show(store, "/a", None);
    put(store, "/a", "someone else's");
    write(store, |w| w.reverse(&me(), back, undoing, &mut |_| true));
    assert_eq!(shown(store), [of("/a", 2, "someone else's")]);
    let log = read(store, |r| r.log(&me(), Some(&Subject::Page("/a".to_owned()))));
    assert_eq!(log.iter().filter(|entry| entry.is_undone).count(), 2);
}
