//! Connections: relations, ties, names, what came to mind together, and what was said of memories.

use omoide_core::change::{Action, Actor, BeforeAfter, Change, Deed, Facet, Plan, Reason, Subject};
use omoide_core::ports::store::{Named, Names, Store, Undoing};
use omoide_core::{
    Connection, ConnectionKind, Feedback, Relation, RelationType, Seq, Superseded, SupersededSpan, Tie, TieKind,
};
use omoide_testkit::builders::{a_memory, at, id, mind};

use crate::support::{about, by_hand, day, end_night, insert, me, memory, of_night, read, undo_night, write, write_to};

fn tied(a: Seq, b: Seq, strength: Option<f64>) -> Tie {
    Tie { a, b, kind: TieKind::Similarity, strength }
}

fn tie(store: &dyn Store, a: Seq, b: Seq, strength: Option<f64>) {
    write(store, |w| w.tie(&me(), None, &[tied(a, b, strength)]));
}

fn connections(store: &dyn Store, seq: Seq) -> Vec<Connection> {
    read(store, |r| r.connections(&me(), &[seq]).map(|mut all| all.remove(0)))
}

fn similar(to: Seq, strength: f64) -> Connection {
    Connection { to, kind: ConnectionKind::Tie(TieKind::Similarity), strength }
}

pub fn a_memory_is_connected_from_whichever_end(store: &dyn Store) {
    let a = insert(store, &a_memory(1).build()).seq;
    let b = insert(store, &a_memory(2).pointing_to(1).build()).seq;
    let c = insert(store, &a_memory(3).build()).seq;
    tie(store, c, a, Some(0.8));
    write(store, |w| w.mark_recalled(&me(), &[a, c], at("2026-01-22T00:00:00Z")));
    write(store, |w| w.mark_recalled(&me(), &[c, a], at("2026-01-23T00:00:00Z")));
    let related = |to| Connection { to, kind: ConnectionKind::Relation(RelationType::SameTopic), strength: 1.0 };
    let together = |to| Connection { to, kind: ConnectionKind::RecalledTogether, strength: 2.0 };
    assert_eq!(connections(store, a), [related(b), similar(c, 0.8), together(c)]);
    assert_eq!(connections(store, b), [related(a)]);
    assert_eq!(connections(store, c), [similar(a, 0.8), together(a)]);
    tie(store, a, c, Some(0.9));
    assert_eq!(connections(store, c), [similar(a, 0.9), together(a)], "a tie is one tie from both ends");
    let count = |seq, kind| read(store, |r| r.tie_counts(&me(), &[seq], kind))[0];
    assert_eq!([count(a, TieKind::Similarity), count(c, TieKind::Similarity), count(c, TieKind::Link)], [1, 1, 0]);
    tie(store, a, c, None);
    assert_eq!(connections(store, c), [together(a)]);
}

pub fn connections_do_not_leave_the_mind(store: &dyn Store) {
    let other = mind("other");
    let a = insert(store, &a_memory(1).pointing_to(2).build()).seq;
    let b = write_to(store, &other, |w| w.insert(&other, &a_memory(2).pointing_to(1).build())).seq;
    tie(store, a, b, Some(0.9));
    // Two minds recall at the same microsecond.
    for (mind, seq) in [(me(), a), (other.clone(), b)] {
        write_to(store, &mind, |w| w.mark_recalled(&mind, &[seq], at("2026-01-22T00:00:00Z")));
    }
    assert_eq!(connections(store, a), []);
    assert_eq!(connections(store, b), [], "what belongs to another mind is not there");
    assert_eq!(read(store, |r| r.connections(&other, &[b, a])), [[], []]);
    assert_eq!(read(store, |r| r.connections(&mind("nobody"), &[b, a])), [[], []]);
    let names = Names { borne: Some("rex".to_owned()), named: Vec::new() };
    write(store, |w| w.note_names(&me(), b, &names));
    assert_eq!(read(store, |r| r.named(&other, "rex", 9)), Named::default());
}

pub fn what_is_gone_is_connected_with_nothing(store: &dyn Store) {
    let a = insert(store, &a_memory(1).build()).seq;
    let b = insert(store, &a_memory(2).pointing_to(1).build()).seq;
    tie(store, a, b, Some(0.8));
    tie(store, a, a, Some(1.0));
    tie(store, a, Seq(77), Some(1.0));
    assert_eq!(connections(store, a).len(), 2);
    write(store, |w| w.erase(&me(), &[id(1)], Actor::Person, "by_hand", at("2026-02-01T00:00:00Z")));
    assert_eq!(connections(store, b), []);
    assert_eq!(connections(store, a), []);
    assert_eq!(store.upkeep().check().expect("checks"), []);
}

pub fn names_lead_to_those_who_bear_them_and_those_who_name_them(store: &dyn Store) {
    let a = insert(store, &a_memory(1).build()).seq;
    let b = insert(store, &a_memory(2).build()).seq;
    let c = insert(store, &a_memory(3).build()).seq;
    let names = |own: Option<&str>, named: &[&str]| Names {
        borne: own.map(str::to_owned),
        named: named.iter().map(|name| (*name).to_owned()).collect(),
    };
    write(store, |w| {
        w.note_names(&me(), a, &names(Some("田中さん"), &[]))?;
        w.note_names(&me(), b, &names(None, &["田中さん", "rex", "rex"]))?;
        w.note_names(&me(), c, &names(None, &["田中さん"]))
    });
    let named = |name: &str, limit| read(store, |r| r.named(&me(), name, limit));
    assert_eq!(named("田中さん", 9), Named { bearers: vec![a], namers: vec![c, b] });
    assert_eq!(named("田中さん", 1), Named { bearers: vec![a], namers: vec![c] });
    assert_eq!(named("rex", 9), Named { bearers: vec![], namers: vec![b] });
    assert_eq!(named("re", 9), Named::default());
    write(store, |w| w.note_names(&me(), b, &names(None, &[])));
    assert_eq!(named("rex", 9), Named::default());
    write(store, |w| w.erase(&me(), &[id(1)], Actor::Person, "by_hand", at("2026-02-01T00:00:00Z")));
    assert_eq!(named("田中さん", 9), Named { bearers: vec![], namers: vec![c] });
}

pub fn the_later_of_two_that_contradict_supersedes_the_other(store: &dyn Store) {
    let contradicting = |to: u128| Relation { to: id(to), kind: RelationType::Contradicts };
    let early = "2026-01-01T00:00:00Z";
    let late = "2026-01-05T00:00:00Z";
    // The older one of the first pair holds the relation, the newer one of the second.
    let a = insert(store, &a_memory(1).on(early).with(|m| m.relations.push(contradicting(2))).build()).seq;
    let b = insert(store, &a_memory(2).on(late).build()).seq;
    let c = insert(store, &a_memory(3).on(early).build()).seq;
    let d = insert(store, &a_memory(4).on(late).with(|m| m.relations.push(contradicting(3))).build()).seq;
    let e = insert(store, &a_memory(5).on(late).pointing_to(1).build()).seq;
    let found = read(store, |r| r.superseded(&me(), &[a, b, c, d, e, Seq(99)]));
    let superseded = |seq, by| Superseded { seq, by, since: at(late), span: None };
    assert_eq!(found, [superseded(a, b), superseded(c, d)]);
    assert_eq!(read(store, |r| r.superseded(&mind("other"), &[a])), []);
}

pub fn a_span_that_a_newer_memory_outdates_is_kept_and_can_be_taken_back(store: &dyn Store) {
    let (early, late) = ("2026-01-01T00:00:00Z", "2026-01-05T00:00:00Z");
    let a = insert(store, &a_memory(1).on(early).build()).seq;
    let b = insert(store, &a_memory(2).on(late).build()).seq;
    let older = || read(store, |r| r.memory(&me(), id(1)));
    let words = String::new();
    let span = SupersededSpan { start: 3, end: 9, words, by: id(2), since: at(late) };
    let deed = Deed::Set(Facet::Superseded(BeforeAfter { before: Vec::new(), after: vec![span] }));
    let change = Change { subject: Subject::memory(id(1), a), deed, reason: Reason::Superseded };
    let plan = Plan { mind: me(), at: at(late), by: Actor::Person, step: None, group: None, changes: vec![change] };
    write(store, |w| w.apply(&plan));
    let held = older().superseded;
    assert_eq!((held[0].start, held[0].end, held[0].by, held[0].since), (3, 9, id(2), at(late)));
    let found = read(store, |r| r.superseded(&me(), &[a, b]));
    assert_eq!(found, [Superseded { seq: a, by: b, since: at(late), span: Some(3..9) }]);
    assert_eq!(read(store, |r| r.supersedes(&me(), b)), [a]);
    let entry = read(store, |r| r.log(&me(), Some(&about(1)))).pop().expect("an entry");
    assert_eq!(entry.action(), Action::Superseded);
    let undoing = Undoing { at: at(late), by: Actor::Person };
    write(store, |w| w.reverse(&me(), entry.group, undoing, &mut |_| true));
    assert_eq!(older().superseded, []);
    write(store, |w| w.apply(&plan));
    write(store, |w| w.erase(&me(), &[id(2)], Actor::Person, "by_hand", at(late)));
    assert_eq!(older().superseded, [], "it goes with the newer one");
}

pub fn ties_of_a_night_go_with_it(store: &dyn Store) {
    let a = insert(store, &a_memory(1).build()).seq;
    let b = insert(store, &a_memory(2).build()).seq;
    let c = insert(store, &a_memory(3).build()).seq;
    tie(store, a, b, Some(0.8));
    write(store, |w| {
        let group = w.apply(&of_night(day(1), Vec::new()))?;
        w.tie(&me(), Some(group), &[tied(a, b, None), tied(b, c, Some(0.9)), tied(a, c, Some(0.7))])?;
        end_night(w, day(1), 3)
    });
    assert_eq!(connections(store, c), [similar(a, 0.7), similar(b, 0.9)]);
    // Someone finds out more about one of them since.
    tie(store, a, c, Some(0.75));
    assert!(write(store, |w| undo_night(w, day(1))));
    assert_eq!(connections(store, a), [similar(b, 0.8), similar(c, 0.75)]);
    assert_eq!(connections(store, c), [similar(a, 0.75)]);
}

pub fn what_a_night_erased_comes_back_with_its_connections(store: &dyn Store) {
    let a = insert(store, &a_memory(1).build()).seq;
    let b = insert(store, &a_memory(2).build()).seq;
    let c = insert(store, &a_memory(3).build()).seq;
    tie(store, a, b, Some(0.8));
    tie(store, a, c, Some(0.9));
    let said = Feedback { ups: 1.0, downs: 0.5, arousal: Some(0.25), at: Some(at("2026-01-30T00:00:00Z")) };
    rate(store, 1, said);
    write(store, |w| w.note_names(&me(), a, &Names { borne: Some("rex".to_owned()), named: vec![] }));
    let change = Change { subject: Subject::memory(id(1), a), deed: Deed::End, reason: Reason::Expired };
    write(store, |w| {
        w.apply(&of_night(day(1), vec![change.clone()]))?;
        end_night(w, day(1), 3)
    });
    assert_eq!(connections(store, b), []);
    write(store, |w| w.erase(&me(), &[id(3)], Actor::Person, "by_hand", at("2026-02-02T00:00:00Z")));
    assert!(write(store, |w| undo_night(w, day(1))));
    assert_eq!(connections(store, a), [similar(b, 0.8)], "what was erased since is not brought back");
    assert_eq!(read(store, |r| r.feedback(&me(), &[a])), [(a, said)]);
    assert_eq!(read(store, |r| r.named(&me(), "rex", 9)).bearers, [a]);
    assert_eq!(store.upkeep().check().expect("checks"), []);
}

fn rate(store: &dyn Store, number: u128, after: Feedback) {
    let found = memory(store, number);
    let before = read(store, |r| r.feedback(&me(), &[found.seq])).first().map(|f| f.1).unwrap_or_default();
    let change = Change {
        subject: Subject::memory(found.id, found.seq),
        deed: Deed::Set(Facet::Feedback(BeforeAfter { before, after })),
        reason: Reason::ByHand,
    };
    write(store, |w| w.apply(&by_hand(vec![change.clone()])));
}

pub fn what_is_said_of_a_memory_is_kept_and_logged(store: &dyn Store) {
    let a = insert(store, &a_memory(1).build()).seq;
    let b = insert(store, &a_memory(2).build()).seq;
    assert_eq!(read(store, |r| r.feedback(&me(), &[a, b])), []);
    let once = Feedback { ups: 1.0, downs: 0.0, arousal: Some(0.1 + 0.2), at: Some(at("2026-01-30T00:00:00+09:00")) };
    let twice = Feedback { downs: 1.0, ..once };
    rate(store, 1, once);
    rate(store, 1, twice);
    assert_eq!(read(store, |r| r.feedback(&me(), &[b, a])), [(a, twice)]);
    assert_eq!(read(store, |r| r.feedback(&mind("other"), &[a])), []);
    let log = read(store, |r| r.log(&me(), Some(&about(1))));
    let rated: Vec<&Deed> = log.iter().filter(|e| e.action() == Action::Rated).map(|e| &e.deed).collect();
    let said = |before, after| Deed::Set(Facet::Feedback(BeforeAfter { before, after }));
    assert_eq!(rated, [&said(Feedback::default(), once), &said(once, twice)]);
    rate(store, 1, Feedback::default());
    assert_eq!(read(store, |r| r.feedback(&me(), &[a])), []);
    write(store, |w| w.erase(&me(), &[id(1)], Actor::Person, "by_hand", at("2026-02-01T00:00:00Z")));
    assert!(read(store, |r| r.log(&me(), Some(&about(1)))).iter().all(|entry| entry.deed == Deed::End));
}
