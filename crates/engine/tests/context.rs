//! What a running session still has in its context is not recalled there; after its context was emptied, it is.

use omoide::core::MemoryId;
use omoide::core::parameters::{Parameters, Profile};
use omoide::core::{Moment, Scope};
use omoide::{Observation, OwnTurns, Prompt, Remembered};
use omoide_testkit::sandbox::Sandbox;

fn turn(sandbox: &Sandbox, thread: &str, said: &str) -> MemoryId {
    let observation = Observation { thread: Some(thread.to_owned()), ..Observation::said(said).replied("Noted.") };
    match sandbox.mind().remember(observation).expect("remembered") {
        Remembered::Anew { memory, .. } => memory.id,
        other => panic!("{other:?}"),
    }
}

fn asked(thread: &str, words: &str) -> Prompt {
    Prompt { thread: Some(thread.to_owned()), leaves_a_mark: false, ..Prompt::new(words) }
}

fn hits(sandbox: &Sandbox, prompt: &Prompt) -> Vec<MemoryId> {
    sandbox.mind().recall(prompt).expect("recalled").hits.into_iter().map(|hit| hit.memory.id).collect()
}

const WORDS: &str = "Where does the spare key of the shed hang?";

#[test]
fn own_turns_are_left_out_until_the_context_is_emptied() {
    let sandbox = Sandbox::new(Parameters::default());
    let before = turn(&sandbox, "old", "The spare key of the shed used to hang in the hall.");
    let first = turn(&sandbox, "now", "The spare key of the shed hangs behind the blue door.");
    let other = Prompt { ..asked("another", WORDS) };
    assert!(hits(&sandbox, &other).contains(&first) && hits(&sandbox, &other).contains(&before));
    for _ in 0..2 {
        let found = hits(&sandbox, &asked("now", WORDS));
        assert_eq!(found, [before], "asked twice, because views are kept");
    }
    sandbox.clock.pass_hours(1);
    sandbox.mind().forget_shown("now", sandbox.mind().now()).expect("emptied");
    sandbox.clock.pass_hours(1);
    let since = turn(&sandbox, "now", "The spare key of the shed also opens the gate.");
    let found = hits(&sandbox, &asked("now", WORDS));
    assert!(found.contains(&first) && !found.contains(&since), "{found:?}");
}

#[test]
fn the_rule_can_be_turned_off_and_told_since_when() {
    let sandbox = Sandbox::new(Parameters::default());
    let first = turn(&sandbox, "now", "The spare key of the shed hangs behind the blue door.");
    let ask = |own_turns: OwnTurns| hits(&sandbox, &Prompt { own_turns, ..asked("now", WORDS) });
    assert_eq!(ask(OwnTurns::InContext), []);
    assert_eq!(ask(OwnTurns::Gone), [first]);
    let at = |text: &str| text.parse::<Moment>().expect("a time");
    assert_eq!(ask(OwnTurns::InContextSince(at("2026-03-01T11:00:00+09:00"))), []);
    assert_eq!(ask(OwnTurns::InContextSince(at("2026-03-01T13:00:00+09:00"))), [first]);
    let of_it = Scope { thread: Some("now".to_owned()), ..Scope::default() };
    assert_eq!(hits(&sandbox, &Prompt { scope: of_it, ..asked("now", WORDS) }), [first], "it was asked for");
    let ungated = Prompt { gate: Some(false), ..asked("now", WORDS) };
    assert_eq!(hits(&sandbox, &ungated), []);
    for profile in [Profile::Resonance, Profile::Intent, Profile::Activation] {
        assert_eq!(hits(&sandbox, &Prompt { profile: Some(profile), ..ungated.clone() }), [], "{profile:?}");
    }
}

#[test]
fn a_long_session_does_not_crowd_out_what_was_said_before_it() {
    let sandbox = Sandbox::new(Parameters::default());
    let before = turn(&sandbox, "old", "The spare key of the shed hangs behind the blue door.");
    for number in 0..60 {
        turn(&sandbox, "now", &format!("The spare key of the shed hangs somewhere, guess number {number}."));
    }
    assert_eq!(hits(&sandbox, &asked("now", WORDS)), [before]);
}
