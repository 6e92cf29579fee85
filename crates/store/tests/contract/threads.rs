//! What is kept of threads, and how long.

use omoide_core::change::{Actor, Change, Deed, Reason, Subject};
use omoide_core::ports::store::{Filter, Store};
use omoide_core::{Feeling, LatestTurns, MemoryId, Moment, NamePrint, Place, Seq, Tag, Thread, Valence};
use omoide_testkit::builders::{a_memory, a_turn, at, id, mind};

use crate::support::{day, end_night, insert, me, of_night, read, undo_night, write};

fn when() -> Moment {
    at("2026-02-01T12:00:00+09:00")
}

fn feeling() -> Feeling {
    Feeling { valence: Valence::Negative, arousal: 70, tags: [Tag::Anger, Tag::Fear].into_iter().collect() }
}

fn place() -> Place {
    Place {
        host: Some("claude-code".to_owned()),
        branch: Some("main".to_owned()),
        ..Place::in_project("shop").expect("a project")
    }
}

fn print(name: &str) -> NamePrint {
    NamePrint::of(name)
}

fn thread(store: &dyn Store, name: &str) -> Option<Thread> {
    read(store, |r| r.thread(&me(), name))
}

/// A memory of a thread, with a turn of it.
fn told(store: &dyn Store, number: u128, name: Option<&str>) -> Seq {
    let name = name.map(str::to_owned);
    let turn = omoide_core::Turn { thread: name.clone(), ..a_turn("me", &format!("turn {number}"), "yes") };
    insert(store, &a_memory(number).of_turn(turn).with(|m| m.origin.thread = name).build()).seq
}

fn keep_all(store: &dyn Store, name: &str, memories: &[MemoryId]) {
    write(store, |w| {
        w.keep_feeling(&me(), name, Some((&feeling(), when())))?;
        w.keep_place(&me(), name, &place())?;
        w.keep_shown(&me(), name, memories)?;
        w.keep_emptied(&me(), name, when())?;
        let latest = LatestTurns { thread: name.to_owned(), at: when(), memories: memories.to_vec() };
        w.keep_latest_turns(&me(), print("shop"), &latest)
    });
}

pub fn what_is_kept_of_a_thread_reads_back(store: &dyn Store) {
    assert_eq!(thread(store, "t"), None);
    keep_all(store, "t", &[id(2), id(1)]);
    let whole = Thread {
        name: "t".to_owned(),
        feeling: Some((feeling(), when())),
        place: Some(place()),
        shown: vec![id(2), id(1)],
        emptied_at: Some(when()),
    };
    assert_eq!(thread(store, "t"), Some(whole.clone()));
    assert_eq!(read(store, |r| r.place_of(&me(), print("t"))), Some(place()));
    let latest = LatestTurns { thread: "t".to_owned(), at: when(), memories: vec![id(2), id(1)] };
    assert_eq!(read(store, |r| r.latest_turns(&me(), print("shop"))), Some(latest));
    write(store, |w| {
        w.keep_shown(&me(), "t", &[])?;
        w.keep_feeling(&me(), "t", None)
    });
    assert_eq!(thread(store, "t"), Some(Thread { shown: Vec::new(), feeling: None, ..whole }), "the rest stays");
    write(store, |w| w.keep_feeling(&me(), "nobody's", None));
    assert_eq!(thread(store, "nobody's"), None, "dropping a feeling begins no thread");
    let other = mind("other");
    assert_eq!(read(store, |r| r.thread(&other, "t")), None);
    assert_eq!(read(store, |r| r.place_of(&other, print("t"))), None);
    assert_eq!(read(store, |r| r.latest_turns(&other, print("shop"))), None);
}

pub fn memories_are_listed_by_where_they_were_said(store: &dyn Store) {
    told(store, 1, Some("t"));
    told(store, 2, None);
    told(store, 3, Some("elsewhere"));
    told(store, 4, None);
    let alone = id(2).to_string();
    write(store, |w| {
        w.keep_place(&me(), "t", &place())?;
        w.keep_place(&me(), &alone, &place())?;
        w.keep_feeling(&me(), "elsewhere", Some((&feeling(), when())))
    });
    let mut places = read(store, |r| r.places(&me()));
    places.sort_unstable_by_key(|(print, _)| *print);
    let mut kept = vec![(print("t"), place()), (print(&alone), place())];
    kept.sort_unstable_by_key(|(print, _)| *print);
    assert_eq!(places, kept, "a thread without a place is not among them");
    assert_eq!(read(store, |r| r.places(&mind("other"))), []);
    let filter =
        |names: &[&str]| Filter { places: Some(names.iter().map(|name| print(name)).collect()), ..Filter::default() };
    let listed = |names: &[&str]| {
        let filter = filter(names);
        let found: Vec<_> = read(store, |r| r.list(&me(), &filter)).into_iter().map(|memory| memory.id).collect();
        assert_eq!(read(store, |r| r.count(&me(), &filter)), found.len() as u64);
        found
    };
    assert_eq!(listed(&["t", &alone]), [id(1), id(2)], "a memory without a thread has a place of its own");
    assert_eq!(listed(&[]), [] as [MemoryId; 0]);
    let first = Filter { limit: Some(1), newest_first: true, ..filter(&["t", "elsewhere"]) };
    assert_eq!(read(store, |r| r.list(&me(), &first)).len(), 1);
}

pub fn a_mind_is_renamed_or_erased_as_a_whole(store: &dyn Store) {
    let seq = told(store, 1, Some("t"));
    keep_all(store, "t", &[id(1)]);
    write(store, |w| w.set_state(&me(), "key", Some("word")));
    let (old, new) = (me(), mind("renamed"));
    write(store, |w| w.rename_mind(&old, &new));
    assert_eq!(read(store, |r| r.minds()), std::slice::from_ref(&new));
    assert_eq!(read(store, |r| r.memory(&new, id(1))).seq, seq);
    assert_eq!(read(store, |r| r.place_of(&new, print("t"))), Some(place()));
    assert_eq!(read(store, |r| r.state(&new, "key")).as_deref(), Some("word"));
    assert!(read(store, |r| r.list(&old, &Filter::default())).is_empty());
    let mut erased = Vec::new();
    let erase = &mut |w: &mut dyn omoide_core::ports::store::Writer| {
        erased = w.erase_mind(&new, Actor::Person, when())?;
        Ok(())
    };
    store.write(&new, erase).expect("erased");
    assert_eq!(erased, [id(1)]);
    assert_eq!(read(store, |r| r.minds()), []);
    assert_eq!(read(store, |r| r.state(&new, "key")), None);
    assert_eq!(read(store, |r| r.log(&new, None)), []);
    assert_eq!(read(store, |r| r.places(&new)), []);
    told(store, 2, None);
    assert_eq!(read(store, |r| r.minds()), [old], "one that begins anew has nothing of the one before");
    assert_eq!(read(store, |r| r.list(&me(), &Filter::default())).len(), 1);
}

pub fn a_thread_is_there_from_its_first_memory(store: &dyn Store) {
    told(store, 1, Some("t"));
    assert_eq!(thread(store, "t"), Some(Thread { name: "t".to_owned(), ..Thread::default() }));
    assert_eq!(read(store, |r| r.minds()), [me()]);
}

pub fn a_thread_goes_with_its_last_memory(store: &dyn Store) {
    told(store, 1, Some("t"));
    told(store, 2, Some("t"));
    told(store, 3, None);
    keep_all(store, "t", &[id(1)]);
    write(store, |w| w.keep_place(&me(), &id(3).to_string(), &place()));
    let erase = |number: u128| {
        write(store, |w| w.erase(&me(), &[id(number)], Actor::Person, "by_hand", when()));
    };
    erase(1);
    assert!(thread(store, "t").is_some_and(|thread| thread.feeling.is_some()));
    erase(2);
    assert_eq!(thread(store, "t"), None);
    assert_eq!(read(store, |r| r.latest_turns(&me(), print("shop"))), None);
    assert!(thread(store, &id(3).to_string()).is_some());
    erase(3);
    assert_eq!(thread(store, &id(3).to_string()), None, "a memory without a thread has its own");
}

pub fn a_thread_comes_back_with_an_undone_night(store: &dyn Store) {
    let seqs = [told(store, 1, Some("t")), told(store, 2, Some("t"))];
    keep_all(store, "t", &[id(1)]);
    let before = thread(store, "t");
    let erase = |number: usize| Change {
        subject: Subject::memory(id(number as u128 + 1), seqs[number]),
        deed: Deed::End,
        reason: Reason::Expired,
    };
    let sleep = || {
        write(store, |w| {
            w.apply(&of_night(day(21), vec![erase(0), erase(1)]))?;
            end_night(w, day(21), 3)
        });
    };
    sleep();
    assert_eq!(thread(store, "t"), None);
    assert!(write(store, |w| undo_night(w, day(21))));
    assert_eq!(thread(store, "t"), before);
    assert!(read(store, |r| r.latest_turns(&me(), print("shop"))).is_some());
    sleep();
    write(store, |w| w.keep_shown(&me(), "t", &[id(9)]));
    assert!(write(store, |w| undo_night(w, day(21))));
    assert_eq!(thread(store, "t").map(|thread| thread.shown), Some(vec![id(9)]), "who went on with it meanwhile stays");
}

pub fn a_thread_that_nothing_was_said_in_goes_with_the_night(store: &dyn Store) {
    told(store, 1, Some("said"));
    told(store, 2, None);
    for name in ["said", "", &id(2).to_string(), "asked", "asked again"] {
        write(store, |w| w.keep_shown(&me(), name, &[id(1)]));
    }
    let latest = LatestTurns { thread: "asked".to_owned(), at: when(), memories: Vec::new() };
    write(store, |w| w.keep_latest_turns(&me(), print("shop"), &latest));
    write(store, |w| end_night(w, day(1), 14));
    for (name, is_kept) in [("said", true), ("", true), (&*id(2).to_string(), true), ("asked", false)] {
        assert_eq!(thread(store, name).is_some(), is_kept, "{name:?}");
    }
    assert_eq!(thread(store, "asked again"), None);
    assert_eq!(read(store, |r| r.latest_turns(&me(), print("shop"))), None);
}
