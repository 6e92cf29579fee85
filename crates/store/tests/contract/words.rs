//! The index over words: as current as the memories, and gone with them.

use omoide_core::change::{Actor, Change, Deed, Reason, Subject};
use omoide_core::ports::store::{Posting, Store};
use omoide_core::{Level, Seq, Shown, Term, TermKind, Wording, Words};
use omoide_testkit::builders::{a_memory, a_turn, at, id, mind};

use crate::support::{
    by_hand, day, end_night, insert, me, memory, of_night, read, showing, undo_night, version, write,
};

const VERSION: u32 = 3;

fn term(text: &str) -> Term {
    Term::new(TermKind::Word, text)
}

/// Words that stand once each in what was said.
fn saying(texts: &[&str]) -> Words {
    let mut terms: Vec<(Term, [u16; 3])> = texts.iter().map(|text| (term(text), [1, 0, 0])).collect();
    terms.sort();
    Words { version: VERSION, lengths: [u16::try_from(texts.len()).expect("few"), 0, 0], terms }
}

/// So many memories that most of them are no longer fresh; every tenth says "ten".
fn fill(store: &dyn Store, count: u128) {
    write(store, |w| {
        for number in 1..=count {
            let own = format!("own{number}");
            let words = if number % 10 == 0 { saying(&["all", "ten", &own]) } else { saying(&["all", &own]) };
            w.insert(&me(), &a_memory(number).words(words).build())?;
        }
        Ok(())
    });
}

fn found(store: &dyn Store, text: &str) -> Vec<Seq> {
    let looked = read(store, |r| r.lookup(&me(), VERSION, &[term(text)]));
    looked.lists[0].iter().map(|posting| posting.seq).collect()
}

fn missing(store: &dyn Store) -> Vec<Seq> {
    let seqs = read(store, |r| r.without_words(&me(), VERSION, None, usize::MAX));
    let count = read(store, |r| r.without_words_count(&me(), VERSION));
    assert_eq!(seqs.len() as u64, count);
    seqs
}

pub fn words_are_found_where_they_stand(store: &dyn Store) {
    let words = Words {
        version: VERSION,
        lengths: [5, 700, 2],
        terms: vec![(term("cat"), [2, 0, 1]), (term("東京"), [0, 300, 0])],
    };
    let one = insert(store, &a_memory(1).words(words.clone()).build()).seq;
    let two = insert(store, &a_memory(2).words(saying(&["cat"])).build()).seq;
    let looked = read(store, |r| r.lookup(&me(), VERSION, &[term("東京"), term("dog"), term("cat")]));
    assert_eq!((looked.statistics.memories, looked.statistics.lengths), (2, [6, 700, 2]));
    assert_eq!(looked.lists[0], [Posting { seq: one, counts: [0, 300, 0], lengths: words.lengths }]);
    assert_eq!(looked.lists[1], []);
    assert_eq!(
        looked.lists[2].iter().map(|p| (p.seq, p.counts)).collect::<Vec<_>>(),
        [(one, [2, 0, 1]), (two, [1, 0, 0])]
    );
    let nobody = read(store, |r| r.lookup(&mind("other"), VERSION, &[term("cat")]));
    assert_eq!((nobody.statistics.memories, nobody.lists), (0, vec![Vec::new()]));
}

pub fn many_memories_are_found_as_few_are(store: &dyn Store) {
    fill(store, 1_500);
    assert_eq!(found(store, "all"), (1..=1_500).map(Seq).collect::<Vec<_>>());
    assert_eq!(found(store, "ten"), (1..=150).map(|n| Seq(10 * n)).collect::<Vec<_>>());
    for number in [1, 255, 256, 257, 1_024, 1_500] {
        assert_eq!(found(store, &format!("own{number}")), [Seq(number)]);
    }
    let begins = read(store, |r| r.terms_beginning(&me(), VERSION, &term("own149"), 50));
    assert_eq!(begins.len(), 11);
    assert!(begins.iter().all(|(_, count)| *count == 1) && begins.is_sorted());
    assert_eq!(store.upkeep().check().expect("it can be checked"), []);
}

pub fn nobody_is_told_of_a_common_term_that_is_not_wanted(store: &dyn Store) {
    fill(store, 1_500);
    let terms = [term("ten"), term("all"), term("own20"), term("own1499")];
    let mut told = [0; 4];
    let statistics = read(store, |r| {
        let mut is_wanted = |place: usize, share: f64| {
            assert!((share > 0.9) == (place == 1), "{share} of them have term {place}");
            share < 0.9
        };
        r.each_posting(&me(), VERSION, &terms, &mut is_wanted, &mut |place, postings| told[place] += postings.len())
    });
    assert_eq!((statistics.memories, told), (1_500, [150, 0, 1, 1]));
}

pub fn what_has_no_words_is_told(store: &dyn Store) {
    let without = insert(store, &a_memory(1).build()).seq;
    let with = insert(store, &a_memory(2).words(saying(&["cat"])).build()).seq;
    assert_eq!(missing(store), [without]);
    assert_eq!(read(store, |r| r.without_words(&me(), VERSION, Some(without), 9)), []);
    write(store, |w| w.put_words(&me(), &[(without, saying(&["dog"])), (Seq(77), saying(&["dog"]))]));
    assert_eq!((missing(store), found(store, "dog")), (vec![], vec![without]));
    write(store, |w| w.put_words(&me(), &[(with, saying(&["bird"]))]));
    assert_eq!((found(store, "cat"), found(store, "bird")), (vec![], vec![with]));
    write(store, |w| w.drop_words(&me()));
    assert_eq!((missing(store), found(store, "dog")), (vec![with, without], vec![]));
}

pub fn words_by_other_rules_count_as_none(store: &dyn Store) {
    fill(store, 300);
    let newer = VERSION + 1;
    let others = read(store, |r| r.without_words(&me(), newer, None, usize::MAX));
    assert_eq!(others, (1..=300).rev().map(Seq).collect::<Vec<_>>());
    assert_eq!(read(store, |r| r.without_words(&me(), newer, Some(Seq(3)), 9)), [Seq(2), Seq(1)]);
    assert_eq!(read(store, |r| r.lookup(&me(), newer, &[term("all")])).statistics.memories, 0);
    let again: Vec<(Seq, Words)> =
        others.iter().map(|seq| (*seq, Words { version: newer, ..saying(&["all"]) })).collect();
    again.chunks(70).for_each(|some| write(store, |w| w.put_words(&me(), some)));
    assert_eq!(read(store, |r| r.without_words_count(&me(), newer)), 0);
    assert_eq!(read(store, |r| r.lookup(&me(), newer, &[term("all")])).lists[0].len(), 300);
    assert_eq!((missing(store).len(), found(store, "all")), (300, vec![]));
    assert_eq!(store.upkeep().check().expect("it can be checked"), []);
}

pub fn words_go_with_an_erased_memory(store: &dyn Store) {
    fill(store, 600);
    let when = at("2026-02-01T12:00:00+09:00");
    let gone = [20, 300, 599].map(id);
    write(store, |w| w.erase(&me(), &gone, Actor::Person, "asked", when));
    for number in [20, 300, 599] {
        assert_eq!(found(store, &format!("own{number}")), []);
    }
    assert_eq!(found(store, "all").len(), 597);
    assert_eq!(found(store, "ten").len(), 58);
    assert_eq!(missing(store), []);
    assert_eq!(store.upkeep().check().expect("it can be checked"), []);
}

pub fn words_come_back_with_an_undone_night(store: &dyn Store) {
    fill(store, 600);
    let before = read(store, |r| r.lookup(&me(), VERSION, &[term("all"), term("ten"), term("own20")]));
    let erase = |number: u128| {
        let found = memory(store, number);
        Change { subject: Subject::memory(found.id, found.seq), deed: Deed::End, reason: Reason::Expired }
    };
    let changes = vec![erase(20), erase(300), erase(599)];
    write(store, |w| {
        w.apply(&of_night(day(3), changes.clone()))?;
        end_night(w, day(3), 1)
    });
    assert_eq!((found(store, "own20"), found(store, "all").len()), (vec![], 597));
    assert!(write(store, |w| undo_night(w, day(3))));
    assert_eq!(read(store, |r| r.lookup(&me(), VERSION, &[term("all"), term("ten"), term("own20")])), before);
    assert_eq!(missing(store), []);
}

pub fn a_wording_is_what_was_said_at_first(store: &dyn Store) {
    let turn = a_turn("Aki", "Rex is my cat", "A fine name");
    let one = insert(store, &a_memory(1).saying("my cat").of_turn(turn).build()).seq;
    let two = insert(store, &a_memory(2).build()).seq;
    let now = memory(store, 1);
    let shorter = Shown { version: 2, level: Level::Summary, ..now.shown };
    let deed = Deed::write(version(2, "cat"), Vec::new());
    let write_it = Change { subject: Subject::memory(id(1), one), deed, reason: Reason::Threshold };
    let show_it = showing(one, id(1), now.shown, shorter, Reason::Threshold);
    write(store, |w| w.apply(&by_hand(vec![write_it.clone(), show_it.clone()])));
    assert_eq!(memory(store, 1).text.trigger, "cat");
    let wordings = read(store, |r| r.wordings(&me(), &[two, Seq(99), one]));
    let keywords = vec!["weather".to_owned()];
    let first = Wording {
        trigger: "my cat".to_owned(),
        content: "content 1".to_owned(),
        said: Some("Rex is my cat".to_owned()),
        replied: Some("A fine name".to_owned()),
        keywords: keywords.clone(),
        at: Some(memory(store, 1).created),
        says_again: false,
    };
    let second = Wording {
        trigger: "trigger 2".to_owned(),
        content: "content 2".to_owned(),
        said: None,
        replied: None,
        keywords,
        at: Some(memory(store, 2).created),
        says_again: false,
    };
    assert_eq!(wordings, [(two, second), (one, first)]);
}
