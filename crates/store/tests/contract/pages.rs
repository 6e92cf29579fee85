//! Pages and their versions.

use omoide_core::plan::Actor;
use omoide_core::ports::store::Store;
use omoide_core::{Moment, Page};
use omoide_testkit::builders::{at, mind};

use crate::support::{me, read, write};

fn when() -> Moment {
    at("2026-02-01T12:00:00+09:00")
}

fn put(store: &dyn Store, path: &str, text: &str) -> u32 {
    write(store, |w| {
        let version = w.write_page(&me(), path, text, Actor::Agent, when())?;
        w.show_page(&me(), path, Some(version))?;
        Ok(version)
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
    write(store, |w| w.show_page(&me(), "/b", Some(1)));
    assert_eq!(shown(store), [of("/a", 1, "alone"), of("/b", 1, "first")]);
    write(store, |w| w.show_page(&me(), "/b", Some(9)));
    assert_eq!(shown(store)[1], of("/b", 1, "first"), "a version that is not there is passed over");
    write(store, |w| w.write_page(&me(), "/c", "written, not shown", Actor::Person, when()));
    assert_eq!(read(store, |r| r.page(&me(), "/c")), None);
    assert_eq!(read(store, |r| r.pages(&mind("other"))), []);
}

pub fn a_page_that_is_taken_away_keeps_its_versions(store: &dyn Store) {
    put(store, "/a", "first");
    write(store, |w| w.show_page(&me(), "/a", None));
    assert_eq!((shown(store), read(store, |r| r.page(&me(), "/a"))), (Vec::new(), None));
    assert_eq!(put(store, "/a", "again"), 2, "its numbers are not used twice");
    write(store, |w| w.show_page(&me(), "/a", Some(1)));
    assert_eq!(shown(store), [of("/a", 1, "first")]);
}
