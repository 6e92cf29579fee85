//! What a thread was shown, where it takes place, and what a session is told when it begins.

use omoide::core::MemoryId;
use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::{Observation, Place, Prompt, Remembered, SleepMode};
use omoide_testkit::sandbox::Sandbox;

const QUESTION: &str = "Where does the spare key of the shed hang?";

fn remember(sandbox: &Sandbox, words: &str, thread: &str, project: &str) -> MemoryId {
    let place = Place { project: Some(project.to_owned()), ..Place::default() };
    let observation = Observation { thread: Some(thread.to_owned()), place: Some(place), ..Observation::said(words) };
    match sandbox.mind().remember(observation).expect("remembered") {
        Remembered::Anew { memory, .. } => memory.id,
        other => panic!("{other:?}"),
    }
}

fn asked(thread: &str) -> Prompt {
    Prompt { thread: Some(thread.to_owned()), leaves_a_mark: false, ..Prompt::new(QUESTION) }
}

#[test]
fn what_was_shown_is_left_out_and_marked_until_it_is_forgotten() {
    let sandbox = Sandbox::new(Parameters::default());
    let mind = sandbox.mind();
    let key = remember(&sandbox, "The spare key of the shed hangs behind the blue door.", "old", "garden");
    let prompt = asked("t");
    let recalled = mind.recall(&prompt).expect("recalled");
    assert_eq!(recalled.hits.iter().map(|hit| hit.memory.id).collect::<Vec<_>>(), [key]);
    mind.note_recalled(&prompt, &recalled, &[key]).expect("noted");
    assert!(mind.find(&key.to_string()).expect("there").life.retention().recalled_since_last_batch);
    assert_eq!(mind.shown("t").expect("asked"), [key]);
    let again = Prompt { without: mind.shown("t").expect("asked"), ..asked("t") };
    assert!(mind.recall(&again).expect("recalled").hits.is_empty());
    let ungated = Prompt { gate: Some(false), ..again };
    assert!(mind.recall(&ungated).expect("recalled").hits.is_empty());
    mind.forget_shown("t", mind.now()).expect("forgotten");
    assert_eq!(mind.shown("t").expect("asked"), []);
}

#[test]
fn a_thread_knows_the_last_few_hundred_each_once() {
    let sandbox = Sandbox::new(Parameters::default());
    let mind = sandbox.mind();
    let all: Vec<MemoryId> = (1..=300).map(MemoryId::from_u128).collect();
    mind.note_shown("t", &all).expect("noted");
    mind.note_shown("t", &all[299..]).expect("noted");
    let shown = mind.shown("t").expect("asked");
    assert_eq!((shown.len(), shown[0], shown[255]), (256, all[44], all[299]));
    assert_eq!(mind.shown("another").expect("asked"), []);
}

#[test]
fn of_the_same_words_those_of_the_project_come_first() {
    let sandbox = Sandbox::new(Parameters::default());
    for project in ["garden", "cellar", "attic"] {
        remember(&sandbox, &format!("The spare key hangs behind the blue door. {project}"), project, project);
    }
    for project in ["garden", "cellar", "attic"] {
        let place = Place { project: Some(project.to_owned()), ..Place::default() };
        let prompt = Prompt { place: Some(place), ..asked("t") };
        let hits = sandbox.mind().recall(&prompt).expect("recalled").hits;
        assert!(hits[0].memory.text.trigger.ends_with(project), "{project}: {}", hits[0].memory.text.trigger);
    }
}

#[test]
fn threads_that_come_and_go_leave_no_rows_behind() {
    let sandbox = Sandbox::new(Parameters::default());
    let mind = sandbox.mind();
    let kept = remember(&sandbox, "The spare key of the shed hangs behind the blue door.", "kept", "garden");
    for number in 0..100 {
        let thread = format!("thread {number}");
        let prompt = asked(&thread);
        let recalled = mind.recall(&prompt).expect("recalled");
        mind.note_recalled(&prompt, &recalled, &[kept]).expect("noted");
        if number % 2 == 0 {
            let id = remember(&sandbox, &format!("Story {number} of the shed."), &thread, "garden");
            mind.erase(&[id.to_string()], Actor::Person).expect("erased");
        }
    }
    sandbox.clock.pass_days(1);
    mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    let connection = rusqlite::Connection::open(sandbox.path()).expect("opens");
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("a number");
    assert_eq!(count("SELECT count(*) FROM threads WHERE name <> ''"), 1);
    // The last turn of the project was erased.
    assert_eq!(count("SELECT count(*) FROM latest_turns"), 0);
    assert_eq!(count("SELECT count(*) FROM state"), 0);
    // A turn, its memory, and the session of the thread, which the night closed.
    assert_eq!(count("SELECT count(*) FROM memories") + count("SELECT count(*) FROM turns"), 3);
}
