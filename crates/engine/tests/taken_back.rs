//! Turns that are taken back, put another way, branched from, heard in part, and heard by some.

use omoide::core::change::{Action, Actor};
use omoide::core::ports::store::Filter;
use omoide::core::{MindName, Scope, Witnesses};
use omoide::{Error, Observation, Prompt, Remembered, SleepMode, TurnOutcome, TurnsToUnsay};
use omoide_testkit::sandbox::Sandbox;

fn turn(uid: &str, said: &str, replied: &str) -> Observation {
    let (uid, thread) = (Some(uid.to_owned()), Some("talk".to_owned()));
    Observation { uid, thread, ..Observation::said(said).replied(replied) }
}

fn say(sandbox: &Sandbox, observation: Observation) -> Remembered {
    let now = sandbox.engine.now();
    sandbox.clock.set_to(omoide::core::Moment::new(now.unix_micros() + 1_000_000, now.offset_seconds()));
    sandbox.mind().remember(observation).expect("it is taken in")
}

fn texts(sandbox: &Sandbox) -> Vec<String> {
    sandbox.mind().list(&Filter::default()).expect("listed").into_iter().map(|m| m.text.joined()).collect()
}

fn unsay(sandbox: &Sandbox, reference: &str) -> Vec<String> {
    let unsaid = sandbox.mind().unsay(&TurnsToUnsay::This(reference.to_owned()), Actor::Person).expect("taken back");
    unsaid.turns.into_iter().map(|turn| turn.handle).collect()
}

#[test]
fn a_reply_that_was_swiped_away_twice_leaves_only_the_last() {
    let sandbox = Sandbox::default();
    say(&sandbox, turn("s1", "Tell me a story", "Once there was a wolf."));
    let swipe = |uid: &str, of: &str, reply: &str| Observation {
        revises: Some(of.to_owned()),
        ..turn(uid, "Tell me a story", reply)
    };
    for (uid, of, reply) in [("s2", "s1", "Once there was a bear."), ("s3", "s2", "Once there was a fox.")] {
        let Remembered::Anew { unsaid, .. } = say(&sandbox, swipe(uid, of, reply)) else { panic!("{uid}") };
        assert_eq!(unsaid.turns.len(), 1);
    }
    assert_eq!(texts(&sandbox).len(), 1);
    assert!(texts(&sandbox)[0].contains("fox"), "{:?}", texts(&sandbox));
    // Calls that come again change nothing, and what was taken back does not come back with its source.
    assert!(matches!(say(&sandbox, swipe("s3", "s2", "Once there was a fox.")), Remembered::Before { .. }));
    assert!(matches!(say(&sandbox, swipe("s2", "s1", "Once there was a bear.")), Remembered::TakenBackBefore));
    let again = sandbox.mind().remember_all(&[turn("s1", "Tell me a story", "Once there was a wolf.")], &[]);
    assert!(matches!(again.expect("read")[..], [TurnOutcome::Erased]));
    // Whoever goes back to the first reply has it again.
    assert!(matches!(say(&sandbox, swipe("s1", "s3", "Once there was a wolf.")), Remembered::Anew { .. }));
    assert!(texts(&sandbox).len() == 1 && texts(&sandbox)[0].contains("wolf"), "{:?}", texts(&sandbox));
}

#[test]
fn a_turn_can_be_put_another_way_under_its_own_uid() {
    let sandbox = Sandbox::default();
    say(&sandbox, turn("m1", "The code is 4711", ""));
    let edited = || Observation { revises: Some("m1".to_owned()), ..turn("m1", "The code is 4712", "") };
    assert!(matches!(say(&sandbox, edited()), Remembered::Anew { .. }));
    assert!(matches!(say(&sandbox, edited()), Remembered::Before { .. }));
    assert_eq!(texts(&sandbox), ["The code is 4712"]);
}

#[test]
fn what_a_retracted_correction_replaced_holds_again() {
    let sandbox = Sandbox::default();
    say(&sandbox, turn("m1", "I live in Yokohama, near the harbour.", ""));
    say(&sandbox, turn("m2", "I moved to Kamakura yesterday", ""));
    let first = || sandbox.mind().list(&Filter::default()).expect("listed").remove(0);
    assert_eq!(first().superseded.len(), 1);
    let handles = unsay(&sandbox, "m2");
    assert_eq!((first().superseded.len(), handles.len()), (0, 1));
    assert_eq!(unsay(&sandbox, "m2"), Vec::<String>::new());
    let undone = sandbox.mind().undo(&handles[0], Actor::Person).expect("brought back");
    assert_eq!((undone.actions, first().superseded.len()), (vec![Action::Unsaid], 1));
}

#[test]
fn only_a_turn_that_is_known_can_be_taken_back() {
    let sandbox = Sandbox::default();
    let Remembered::Anew { memory, .. } = say(&sandbox, turn("m1", "It rains", "")) else { panic!("kept") };
    let unsay = |what: TurnsToUnsay| sandbox.mind().unsay(&what, Actor::Person);
    // A beginning is no name: it could be that of another.
    for name in ["m", "mem_", &memory.handle[..memory.handle.len() - 1], ""] {
        let refused = unsay(TurnsToUnsay::This(name.to_owned()));
        assert!(matches!(refused, Err(Error::UnknownTurn { .. })), "{name}: {refused:?}");
    }
    assert!(matches!(unsay(TurnsToUnsay::LastOf("other".to_owned())), Err(Error::EmptyThread { .. })));
    let retract = Observation { retracts: Some("nobody".to_owned()), ..Observation::said("") };
    assert!(matches!(sandbox.mind().remember(retract), Err(Error::UnknownTurn { .. })));
    let Remembered::Anew { unsaid, .. } =
        say(&sandbox, Observation { revises: Some("x".into()), ..turn("m2", "Hi", "") })
    else {
        panic!("a revision of what nobody knows is remembered")
    };
    assert_eq!((unsaid.unknown.as_deref(), texts(&sandbox).len()), (Some("x"), 2));
    assert_eq!(unsay(TurnsToUnsay::This(memory.id.to_string())).expect("by its id").turns.len(), 1);
}

#[test]
fn a_branch_leaves_what_was_said_after_in_its_thread_and_nothing_elsewhere() {
    let sandbox = Sandbox::default();
    for uid in ["one", "two", "three"] {
        say(&sandbox, turn(uid, &format!("We speak of {uid}"), ""));
    }
    let fork = Observation { thread: Some("other".into()), branch_of: Some("one".into()), ..turn("f", "A fork", "") };
    let Remembered::Anew { unsaid, .. } = say(&sandbox, fork) else { panic!("kept") };
    assert!(unsaid.is_empty());
    let branch = || Observation { branch_of: Some("one".into()), ..turn("four", "We speak of four", "") };
    let Remembered::Anew { unsaid, .. } = say(&sandbox, branch()) else { panic!("kept") };
    assert_eq!(unsaid.turns.len(), 2);
    say(&sandbox, turn("five", "We speak of five", ""));
    assert!(matches!(say(&sandbox, branch()), Remembered::Before { .. }));
    assert_eq!(texts(&sandbox), ["We speak of one", "A fork", "We speak of four", "We speak of five"]);
    let after = sandbox.mind().unsay(&TurnsToUnsay::After("one".into()), Actor::Person).expect("taken back");
    assert_eq!(after.turns.len(), 2);
    assert_eq!(texts(&sandbox), ["We speak of one", "A fork"]);
}

#[test]
fn what_was_not_heard_of_a_reply_is_not_remembered() {
    let sandbox = Sandbox::default();
    let cut =
        Observation { heard_until: Some(12), ..turn("m1", "Who won?", "The team won. And then a zeppelin came.") };
    let Remembered::Anew { memory, .. } = say(&sandbox, cut) else { panic!("kept") };
    let details = sandbox.mind().details(&memory.handle).expect("there").turn.expect("a turn");
    assert_eq!((details.replied.as_str(), details.heard_until), ("The team won", Some(12)));
    // A reply that turns out not to have been heard to its end later.
    say(&sandbox, turn("m2", "And in Osaka?", "Nobody won there, it was a draw."));
    let later = Observation {
        revises: Some("m2".into()),
        heard_until: Some(17),
        uid: Some("m2".into()),
        ..Observation::said("")
    };
    let Remembered::Anew { memory, .. } = say(&sandbox, later) else { panic!("kept") };
    let details = sandbox.mind().details(&memory.handle).expect("there").turn.expect("a turn");
    assert_eq!((details.said.as_str(), details.replied.as_str()), ("And in Osaka?", "Nobody won there,"));
}

#[test]
fn after_the_nights_that_can_be_undone_nothing_brings_it_back() {
    let sandbox = Sandbox::default();
    say(&sandbox, turn("m1", "A secret word: zarquon", ""));
    say(&sandbox, turn("m2", "It rains today", ""));
    let handle = unsay(&sandbox, "m1").remove(0);
    let nights = sandbox.engine.parameters().sleep.undo_nights + 1;
    for _ in 0..nights {
        sandbox.clock.pass_days(1);
        sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("sleep");
    }
    assert!(matches!(sandbox.mind().undo(&handle, Actor::Person), Err(Error::NotFound { .. })));
    let store = rusqlite::Connection::open(sandbox.path()).expect("opens");
    let rows: i64 = store.query_row("SELECT count(*) FROM attic", [], |row| row.get(0)).expect("counted");
    assert_eq!(rows, 0);
    assert!(matches!(say(&sandbox, turn("m1", "A secret word: zarquon", "")), Remembered::TakenBackBefore));
}

#[test]
fn a_mind_recalls_for_a_person_only_what_they_heard() {
    let sandbox = Sandbox::default();
    let by = |uid: &str, person: &str, said: &str, heard: &[&str]| Observation {
        person: Some(person.to_owned()),
        witnesses: Witnesses { persons: heard.iter().map(|name| (*name).to_owned()).collect(), minds: Vec::new() },
        ..turn(uid, said, "")
    };
    say(&sandbox, by("m1", "Ben", "The surprise party for the garden club is on Friday", &[]));
    say(&sandbox, by("m2", "Ben", "The garden club meets at the old mill", &["Aki", "Cleo"]));
    say(&sandbox, by("m3", "Aki", "The garden club needs new gloves", &[]));
    let heard = |person: &str| {
        let scope = Scope { heard_by: Some(person.to_owned()), ..Scope::default() };
        let prompt =
            Prompt { scope, gate: Some(false), leaves_a_mark: false, ..Prompt::new("What of the garden club?") };
        let recalled = sandbox.mind().recall(&prompt).expect("recalled").hits;
        let mut recalled: Vec<String> = recalled.into_iter().map(|hit| hit.memory.handle).collect();
        let filter = Filter { heard_by: Some(person.to_owned()), ..Filter::default() };
        let listed: Vec<String> = sandbox.mind().list(&filter).expect("listed").into_iter().map(|m| m.handle).collect();
        recalled.sort();
        assert_eq!((&recalled, sandbox.mind().count(&filter).expect("counted")), (&listed, listed.len() as u64));
        listed.into_iter().map(|handle| handle[handle.len() - 1..].to_owned()).collect::<Vec<_>>().join("")
    };
    assert_eq!(["Ben", "aki", "ＣＬＥＯ", "Dan"].map(heard), ["12", "23", "2", ""]);
}

#[test]
fn minds_that_heard_a_turn_have_it_each_and_lose_it_together() {
    let sandbox = Sandbox::default();
    let minds: Vec<MindName> = ["ann", "bob"].map(|name| name.parse().expect("a name")).to_vec();
    let shared = |uid: Option<&str>| Observation {
        witnesses: Witnesses { persons: Vec::new(), minds: minds.clone() },
        uid: uid.map(str::to_owned),
        ..turn("", "The lift is broken", "")
    };
    let count = |name: &MindName| sandbox.engine.mind(name.clone()).count(&Filter::default()).expect("counted");
    for uid in [Some("m1"), None] {
        let outcomes = sandbox.mind().remember_among(shared(uid), &|_| true).expect("remembered");
        assert_eq!(outcomes.iter().map(|(mind, _)| mind.as_str()).collect::<Vec<_>>(), ["ann", "bob"]);
        sandbox.mind().remember_among(shared(uid), &|_| true).expect("again");
        assert_eq!((count(&minds[0]), count(&minds[1]), count(sandbox.mind().name())), (1, 1, 0));
        let ann = sandbox.engine.mind(minds[0].clone());
        let handle = ann.list(&Filter::default()).expect("listed")[0].handle.clone();
        let unsaid = ann.unsay(&TurnsToUnsay::This(handle), Actor::Person).expect("taken back");
        assert_eq!(ann.unsay_elsewhere(&unsaid.turns, &|_| false, Actor::Person).expect("asked"), []);
        assert_eq!(count(&minds[1]), 1, "who may not change a mind does not");
        assert_eq!(ann.unsay_elsewhere(&unsaid.turns, &|_| true, Actor::Person).expect("taken back"), minds[1..]);
        assert_eq!((count(&minds[0]), count(&minds[1])), (0, 0));
    }
}
