//! Persons by all their names, and what they said.

use omoide_core::Person;
use omoide_core::ports::store::{Filter, Store};
use omoide_testkit::builders::{a_memory, at, mind};

use crate::support::{insert, me, read, write, write_to};

fn person(store: &dyn Store, name: &str) -> (String, Vec<String>) {
    let Person { shown, names } = read(store, |r| r.person(name));
    (shown, names)
}

fn join(store: &dyn Store, one: &str, other: &str) -> bool {
    write(store, |w| w.join_persons(one, other))
}

fn part(store: &dyn Store, one: &str, other: &str) -> bool {
    write(store, |w| w.part_persons(one, other))
}

fn told(store: &dyn Store, number: u128, person: &str) {
    insert(store, &a_memory(number).with(|m| m.origin.person = person.to_owned()).build());
}

pub fn a_name_that_was_never_joined_is_a_person_of_its_own(store: &dyn Store) {
    assert_eq!(person(store, " Ben "), ("Ben".into(), vec!["Ben".into()]));
    assert_eq!(read(store, |r| r.person_names()), []);
    assert!(!part(store, "Ben", "Anna"));
    assert!(!join(store, "Ben", "ＢＥＮ"), "one name is not joined to itself");
    assert_eq!(read(store, |r| r.person_names()), []);
}

pub fn the_names_of_a_person_mean_the_same_in_every_mind(store: &dyn Store) {
    for (number, name) in [(1, "Ben"), (2, "ベンさん"), (3, "Anna"), (4, "BEN")] {
        told(store, number, name);
    }
    assert!(join(store, "Ben", "ベンさん"));
    let called = |name: &str| read(store, |r| r.persons_called(&me(), name));
    assert_eq!(called("ben"), ["BEN", "Ben", "ベンさん"]);
    assert_eq!(called("ベンさん"), ["BEN", "Ben", "ベンさん"]);
    assert_eq!(called("anna"), ["Anna"]);
    let of = |name: &str| Filter { person: Some(name.to_owned()), ..Filter::default() };
    assert_eq!(read(store, |r| r.count(&me(), &of("ベンさん"))), 3);
    let other = mind("other");
    write_to(store, &other, |w| {
        w.insert(&other, &a_memory(9).with(|m| m.origin.person = "ben".to_owned()).build())?;
        Ok(())
    });
    assert_eq!(read(store, |r| r.persons_called(&other, "ベンさん")), ["ben"]);
    // What the memories say of their person is left alone.
    assert_eq!(read(store, |r| r.list(&me(), &of("ben"))).last().map(|m| m.origin.person.clone()), Some("BEN".into()));
}

pub fn parting_takes_back_the_join_and_nothing_else(store: &dyn Store) {
    join(store, "Ben", "Benny");
    join(store, "Anna", "Ann");
    let (ben, anna, rows) = (person(store, "Ben"), person(store, "Anna"), read(store, |r| r.person_names()));
    assert!(join(store, "benny", "ann"));
    assert!(!join(store, "Ben", "ANNA"), "they are one already");
    assert_eq!(person(store, "Ann"), ("Ben".into(), ["Ann", "Anna", "Ben", "Benny"].map(str::to_owned).to_vec()));
    // Whichever names of the two say so.
    assert!(part(store, "Anna", "Benny"));
    assert_eq!((person(store, "Benny"), person(store, "Ann")), (ben, anna));
    assert_eq!(read(store, |r| r.person_names()), rows);
    assert!(!part(store, "Anna", "Benny"));
    assert!(part(store, "Ben", "Benny") && part(store, "Ann", "Anna"));
    assert_eq!(read(store, |r| r.person_names()), [], "nothing is left of them");
}

pub fn a_later_join_stays_when_an_earlier_one_is_taken_back(store: &dyn Store) {
    join(store, "A", "B");
    join(store, "B", "C");
    assert!(part(store, "A", "B"));
    assert_eq!(person(store, "A").1, ["A", "C"], "C was joined to the person that A is the first name of");
    assert_eq!(person(store, "B").1, ["B"]);
}

pub fn a_person_is_shown_by_the_name_that_was_chosen_last(store: &dyn Store) {
    let rename = |name: &str, to: &str| write(store, |w| w.rename_person(name, to));
    assert!(rename("ben", "Benjamin"));
    assert!(!rename("BEN", "Benjamin"));
    assert_eq!(person(store, "ben"), ("Benjamin".into(), vec!["ben".into(), "Benjamin".into()]));
    assert!(rename("Benjamin", "ben"), "back again");
    assert_eq!(person(store, "Benjamin").0, "ben");
    assert!(rename("ben", "Ben"), "another spelling of the same name");
    assert_eq!(person(store, "benjamin"), ("Ben".into(), vec!["Ben".into(), "Benjamin".into()]));
    rename("Anna", "Ann");
    rename("Benjamin", "Benno");
    join(store, "Ann", "Ben");
    assert_eq!(person(store, "Ben").0, "Ann", "the first of the two is shown");
    assert!(part(store, "Anna", "Benno"));
    assert_eq!((person(store, "Ben").0, person(store, "Anna").0), ("Benno".into(), "Ann".into()));
}

pub fn names_are_joined_anew_in_their_order(store: &dyn Store) {
    for (one, other) in [("A", "B"), ("C", "D"), ("A", "C"), ("E", "A")] {
        join(store, one, other);
    }
    write(store, |w| w.rename_person("D", "Dee"));
    let rows = read(store, |r| r.person_names());
    let (_folder, copy) = crate::support::sqlite();
    for name in &rows {
        if let Some(to) = &name.joined_to {
            assert!(write(&*copy, |w| w.join_persons(to, &name.name)));
        }
    }
    for name in rows.iter().filter(|name| name.chosen.is_some()) {
        write(&*copy, |w| w.rename_person(&name.name, &name.name));
    }
    assert_eq!(person(&*copy, "B"), person(store, "B"));
    assert!(part(store, "A", "D") && part(&*copy, "A", "D"));
    for name in ["A", "D", "E"] {
        assert_eq!(person(&*copy, name), person(store, name), "{name}");
    }
}

pub fn who_speaks_and_what_was_said_is_told_oldest_first(store: &dyn Store) {
    for (number, person, day) in [
        (1, "Ben", "2026-01-03T10:00:00+09:00"),
        (2, "Ben", "2026-01-01T10:00:00Z"),
        (3, "Anna", "2026-01-02T10:00:00Z"),
    ] {
        insert(store, &a_memory(number).on(day).with(|m| m.origin.person = person.to_owned()).build());
    }
    let speakers = read(store, |r| r.speakers(&me()));
    assert_eq!(speakers.iter().map(|s| (s.name.as_str(), s.turns)).collect::<Vec<_>>(), [("Anna", 1), ("Ben", 2)]);
    assert_eq!((speakers[1].first, speakers[1].last), (at("2026-01-01T10:00:00Z"), at("2026-01-03T10:00:00+09:00")));
    let said = |names: &[&str]| -> Vec<String> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        read(store, |r| {
            let mut days = Vec::new();
            r.visit_said(&me(), &names, &mut |said| days.push(said.created.date().to_string()))?;
            Ok(days)
        })
    };
    assert_eq!(said(&["Ben"]), ["2026-01-01", "2026-01-03"]);
    assert_eq!(said(&["Ben", "Anna"]), ["2026-01-01", "2026-01-02", "2026-01-03"]);
    assert_eq!(said(&[]), [""; 0]);
    assert_eq!(read(store, |r| r.speakers(&mind("other"))), []);
}

pub fn two_who_join_at_once_make_one_person(store: &dyn Store) {
    std::thread::scope(|scope| {
        for at in 0..4 {
            scope.spawn(move || {
                for other in 0..8 {
                    join(store, &format!("name {}", (at + other) % 8), &format!("name {}", (at * 3 + other + 1) % 8));
                }
            });
        }
    });
    let rows = read(store, |r| r.person_names());
    let edges = rows.iter().filter(|name| name.joined_to.is_some()).count();
    let roots = rows.len() - edges;
    let mut trees: Vec<Vec<String>> = (0..8).map(|at| person(store, &format!("name {at}")).1).collect();
    trees.sort();
    trees.dedup();
    assert_eq!(trees.iter().map(Vec::len).sum::<usize>(), 8, "every name is of one person");
    assert!(roots <= trees.len() && edges == rows.len() - roots);
}
