//! Many turns at once: in their order, each once, and none for another's sake left out.

use omoide::core::Moment;
use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::transcript::TranscriptTurn;
use omoide::{Observation, Place, TurnOutcome};
use omoide_testkit::clock::START;
use omoide_testkit::sandbox::Sandbox;

fn turn(number: u64, said: &str) -> TranscriptTurn {
    TranscriptTurn {
        number,
        uuid: format!("uuid-{number}"),
        session: Some("s1".to_owned()),
        folder: Some("/w/garden".to_owned()),
        branch: Some("main".to_owned()),
        said: said.to_owned(),
        answered: "Agreed.".to_owned(),
        ..TranscriptTurn::default()
    }
}

fn observed(sandbox: &Sandbox, turns: &[TranscriptTurn]) -> Vec<Observation> {
    let at: Moment = START.parse().expect("a time");
    let later = |turn: &TranscriptTurn| at.plus_seconds(i64::try_from(turn.number).expect("small") - 3600);
    turns.iter().map(|turn| turn.observation(sandbox.mind().name(), later(turn))).collect()
}

fn take(sandbox: &Sandbox, turns: &[TranscriptTurn]) -> Vec<&'static str> {
    let observations = observed(sandbox, turns);
    let taken = sandbox.mind().remember_all(&observations, &[]).expect("the store takes them");
    let name = |taken: &TurnOutcome| match taken {
        TurnOutcome::Anew { .. } => "anew",
        TurnOutcome::Before => "before",
        TurnOutcome::Erased => "erased",
        TurnOutcome::TookBack(_) => "took back",
        TurnOutcome::Nothing => "nothing",
        TurnOutcome::Refused(_) => "refused",
    };
    taken.iter().map(name).collect()
}

#[test]
fn each_is_taken_once_in_its_order() {
    let sandbox = Sandbox::new(Parameters::default());
    let mut turns: Vec<TranscriptTurn> =
        (0..40).map(|number| turn(number, &format!("we planted row {number}"))).collect();
    turns.push(turns[7].clone());
    let taken = take(&sandbox, &turns);
    assert_eq!((taken.iter().filter(|one| **one == "anew").count(), taken[40]), (40, "before"));
    for number in [1, 20, 40] {
        let memory = sandbox.mind().find(&format!("mem_20260301_{number:03}")).expect("there");
        assert!(memory.text.trigger.ends_with(&format!("row {}", number - 1)), "{}", memory.text.trigger);
    }
    assert!(take(&sandbox, &turns).iter().all(|one| *one == "before"));
}

#[test]
fn what_cannot_be_taken_in_keeps_nothing_else_out() {
    let mut parameters = Parameters::default();
    parameters.encode.max_text_bytes = 2_000;
    let sandbox = Sandbox::new(parameters);
    let turns =
        [turn(0, "tomatoes"), turn(1, &"long ".repeat(1_000)), turn(2, "<private>x</private>"), turn(3, "/clear")];
    let mut silent = turns[2].clone();
    silent.answered.clear();
    let taken = take(&sandbox, &[turns[0].clone(), turns[1].clone(), silent, turns[3].clone()]);
    assert_eq!(taken, ["anew", "refused", "nothing", "nothing"]);
}

#[test]
fn marks_are_kept_with_the_turns() {
    let sandbox = Sandbox::new(Parameters::default());
    let marks = [("a file".to_owned(), "12:34".to_owned())];
    assert_eq!(sandbox.mind().mark("a file").expect("asked"), None);
    sandbox.mind().remember_all(&observed(&sandbox, &[turn(0, "beans")]), &marks).expect("taken");
    assert_eq!(sandbox.mind().mark("a file").expect("asked").as_deref(), Some("12:34"));
    let other = sandbox.engine.mind("other".parse().expect("a name"));
    assert_eq!(other.mark("a file").expect("asked"), None);
}

#[test]
fn what_was_erased_stays_erased_and_others_minds_know_nothing_of_it() {
    let sandbox = Sandbox::new(Parameters::default());
    let turns = [turn(0, "the fence is green"), turn(1, "the gate is red")];
    take(&sandbox, &turns);
    let memory = sandbox.mind().find("mem_20260301_001").expect("there");
    sandbox.mind().erase(&[memory.handle], Actor::Person).expect("erased");
    assert_eq!(take(&sandbox, &turns), ["erased", "before"]);
    let other = sandbox.engine.mind("other".parse().expect("a name"));
    let at: Moment = START.parse().expect("a time");
    let again: Vec<Observation> = turns.iter().map(|turn| turn.observation(other.name(), at)).collect();
    assert!(other.remember_all(&again, &[]).expect("taken").iter().all(|one| matches!(one, TurnOutcome::Anew { .. })));
}

#[test]
fn a_thread_knows_where_it_last_took_place() {
    let sandbox = Sandbox::new(Parameters::default());
    take(&sandbox, &[turn(0, "beans"), TranscriptTurn { branch: Some("beds".to_owned()), ..turn(1, "peas") }]);
    let place = sandbox.mind().place_of("s1").expect("asked").expect("known");
    let own = |text: &str| Some(text.to_owned());
    let wanted = Place {
        host: own("claude-code"),
        project: own("garden"),
        folder: own("/w/garden"),
        branch: own("beds"),
        repository: None,
    };
    assert_eq!(place, wanted);
    assert_eq!(sandbox.mind().place_of("s2").expect("asked"), None);
}
