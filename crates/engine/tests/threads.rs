//! Threads and sessions: where talk is cut, what becomes of it, and that every turn is in exactly one session.

use std::collections::BTreeMap;

use omoide::core::change::Actor;
use omoide::core::policy::night::Step;
use omoide::core::ports::store::Filter;
use omoide::core::{Kind, Memory, Moment, Parameters, Tier};
use omoide::{Observation, SleepMode, ThreadView};
use omoide_testkit::sandbox::Sandbox;
use proptest::prelude::*;

fn say(sandbox: &Sandbox, thread: &str, said: &str) -> Memory {
    let observation = Observation { thread: Some(thread.to_owned()), ..Observation::said(said) };
    match sandbox.mind().remember(observation.replied("I see.")).expect("remembered") {
        omoide::Remembered::Anew { memory, .. } => *memory,
        other => panic!("{other:?}"),
    }
}

fn wait(sandbox: &Sandbox, minutes: i64) {
    let later = sandbox.engine.now().plus_seconds(minutes * 60);
    sandbox.clock.set_to(later);
}

fn sessions(sandbox: &Sandbox) -> Vec<Memory> {
    let filter = Filter { kinds: vec![Kind::Session], ..Filter::default() };
    sandbox.mind().list(&filter).expect("listed")
}

fn view(sandbox: &Sandbox, thread: &str) -> ThreadView {
    sandbox.mind().thread(thread).expect("there is such a thread")
}

#[test]
fn a_pause_makes_a_session_of_what_was_said_before_it() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, "t", "The boiler in the cellar makes a knocking noise since Monday");
    wait(&sandbox, 2);
    say(&sandbox, "t", "Mr. Okada will look at the boiler on Friday at nine");
    assert!(sessions(&sandbox).is_empty());
    wait(&sandbox, 11);
    say(&sandbox, "t", "Good morning");
    let made = sessions(&sandbox);
    assert_eq!(made.len(), 1, "{made:?}");
    let text = &made[0].text.content;
    assert!(text.contains("boiler") && text.contains("Okada"), "{text}");
    assert!(made[0].keywords.iter().any(|word| word.to_lowercase().contains("boiler")), "{:?}", made[0].keywords);
    let view = view(&sandbox, "t");
    assert_eq!((view.waiting, view.sessions.len(), view.sessions[0].turns), (1, 1, 2));
    assert_eq!(view.speakers, [("me".to_owned(), 3), ("default".to_owned(), 3)]);
}

#[test]
fn working_memory_holds_twelve_turns_and_the_thirteenth_begins_a_session() {
    let sandbox = Sandbox::new(Parameters { sessions: without_topics(), ..Parameters::default() });
    for number in 0..13 {
        say(&sandbox, "t", &format!("Shelf number {number} of the library holds atlases"));
    }
    let view = view(&sandbox, "t");
    assert_eq!((view.working.len(), view.waiting), (12, 1));
    assert_eq!(view.sessions.iter().map(|session| session.turns).collect::<Vec<_>>(), [12]);
}

fn without_topics() -> omoide::core::parameters::Sessions {
    omoide::core::parameters::Sessions { by_topic: false, ..Default::default() }
}

#[test]
fn a_thread_that_is_closed_has_no_turn_left_and_opens_again_when_someone_goes_on() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, "t", "The ferry to Naoshima leaves at 8:12");
    let closed = sandbox.mind().end_thread("t").expect("closed");
    assert!(closed.closed_at.is_some() && closed.waiting == 0 && closed.sessions.len() == 1, "{closed:?}");
    assert_eq!(sandbox.mind().end_thread("t").expect("closed").sessions.len(), 1, "twice is once");
    say(&sandbox, "t", "And the last one back at 20:25");
    let open = view(&sandbox, "t");
    assert!(open.closed_at.is_none() && open.waiting == 1, "{open:?}");
    assert!(sandbox.mind().thread("u").is_err() && sandbox.mind().end_thread("u").is_err());
}

#[test]
fn a_night_closes_threads_that_were_abandoned_and_leaves_those_that_go_on() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, "left", "We should paint the fence before it rains");
    wait(&sandbox, 30);
    say(&sandbox, "present", "What was the colour of the fence?");
    assert_eq!(sandbox.mind().close_abandoned().expect("closed"), 1);
    assert!(view(&sandbox, "left").closed_at.is_some() && view(&sandbox, "present").closed_at.is_none());
    sandbox.clock.pass_days(1);
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    assert!(view(&sandbox, "present").closed_at.is_some());
}

#[test]
fn turns_that_name_no_thread_go_on_with_the_last_one_of_their_person() {
    let sandbox = Sandbox::new(Parameters::default());
    let hear = |person: &str, said: &str| {
        let observation =
            Observation { finds_thread: true, person: Some(person.to_owned()), ..Observation::said(said) };
        match sandbox.mind().remember(observation.replied("Yes.")).expect("remembered") {
            omoide::Remembered::Anew { memory, .. } => memory.origin.thread.expect("a thread"),
            other => panic!("{other:?}"),
        }
    };
    let first = hear("Aki", "My tomatoes on the balcony have brown leaves");
    wait(&sandbox, 1);
    let of_ben = hear("Ben", "I booked a table at the crab restaurant");
    let second = hear("Aki", "The tomatoes get water every morning, and the leaves are still brown");
    assert_eq!(first, second);
    assert_ne!(first, of_ben);
    wait(&sandbox, 15);
    let third = hear("Aki", "The tomatoes look better today");
    assert_ne!(first, third, "after a pause it is another talk");
    assert!(view(&sandbox, &first).closed_at.is_some() && view(&sandbox, &first).is_ruled);
    let note = sandbox.mind().remember(Observation::said("a note outside any talk")).expect("remembered");
    assert!(matches!(note, omoide::Remembered::Anew { memory, .. } if memory.origin.thread.is_none()));
}

#[test]
fn a_session_is_erased_with_any_of_its_turns_and_the_others_are_recorded_again() {
    let sandbox = Sandbox::new(Parameters::default());
    let secret = say(&sandbox, "t", "The code word of the treasure hunt is marmalade");
    say(&sandbox, "t", "The treasure hunt begins at the lighthouse at noon");
    sandbox.mind().end_thread("t").expect("closed");
    sandbox.mind().erase(&[secret.handle], Actor::Person).expect("erased");
    assert!(sessions(&sandbox).is_empty(), "it had words of what was erased");
    wait(&sandbox, 20);
    sandbox.mind().close_abandoned().expect("closed");
    let again = sessions(&sandbox);
    assert_eq!(again.len(), 1);
    assert!(again[0].text.content.contains("lighthouse") && !again[0].text.content.contains("marmalade"));
}

#[test]
fn sessions_grow_warm_and_the_salient_ones_become_long_term_memory() {
    let sandbox = Sandbox::new(Parameters::default());
    for number in 0..10 {
        let thread = format!("t{number}");
        if number < 3 {
            say(&sandbox, &thread, &format!("Nice weather today, for the {number}th time"));
        } else {
            let said = format!("I am so happy, I cried for joy when my daughter won prize number {number} in Kyoto!");
            say(&sandbox, &thread, &said);
        }
        sandbox.mind().end_thread(&thread).expect("closed");
    }
    let tiers = |sandbox: &Sandbox| -> Vec<Tier> {
        (0..10).map(|number| view(sandbox, &format!("t{number}")).sessions[0].tier.tier).collect()
    };
    assert_eq!(tiers(&sandbox), [Tier::Hot; 10]);
    let sleep = || {
        sandbox.clock.pass_days(1);
        sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept")
    };
    sleep();
    sleep();
    assert_eq!(tiers(&sandbox), [Tier::Warm; 10]);
    for _ in 0..30 {
        sleep();
    }
    let after = tiers(&sandbox);
    assert_eq!(after.iter().filter(|tier| **tier == Tier::LongTerm).count(), 7, "{after:?}");
    assert_eq!(after[..3], [Tier::Archived; 3], "small talk is not kept");
    let record = sandbox.mind().sleep_status().expect("status").nights;
    let date = record
        .iter()
        .rev()
        .find_map(|(night, _)| night.report_of(Step::Tiers).map(|report| (night.date, report.to_owned())))
        .expect("a night moved them");
    assert!(date.1.contains("\"kept\":7") && date.1.contains("\"archived\":3"), "{date:?}");
    // Found by whoever asks for it: it is never lost.
    assert!(sessions(&sandbox).iter().all(|session| !session.text.content.is_empty()));
}

#[test]
fn the_night_that_moved_sessions_can_be_taken_back() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, "t", "The piano tuner comes every spring");
    sandbox.mind().end_thread("t").expect("closed");
    sandbox.clock.pass_days(1);
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    let before = sandbox.dump();
    sandbox.clock.pass_days(1);
    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
    assert_eq!(view(&sandbox, "t").sessions[0].tier.tier, Tier::Warm);
    sandbox.mind().undo_night(None).expect("taken back");
    assert_eq!(view(&sandbox, "t").sessions[0].tier.tier, Tier::Hot);
    assert_eq!(before, sandbox.dump());
}

/// What happens in a random talk.
#[derive(Clone, Debug)]
enum Happening {
    Say { thread: u8, minutes: i64 },
    Close { thread: u8 },
    Erase { nth: usize },
    CloseAbandoned,
    SetClockBack,
    Night,
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        8 => (0u8..3, 0i64..14).prop_map(|(thread, minutes)| Happening::Say { thread, minutes }),
        1 => (0u8..3).prop_map(|thread| Happening::Close { thread }),
        1 => (0usize..40).prop_map(|nth| Happening::Erase { nth }),
        1 => Just(Happening::CloseAbandoned),
        1 => Just(Happening::SetClockBack),
        1 => Just(Happening::Night),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(omoide_testkit::scale::cases(24)))]

    #[test]
    fn every_turn_is_in_exactly_one_session_once_its_thread_is_closed(
        happenings in prop::collection::vec(happening(), 1..60)
    ) {
        let sandbox = Sandbox::new(Parameters::default());
        let mut turns: Vec<Memory> = Vec::new();
        for (number, happening) in happenings.iter().enumerate() {
            match happening {
                Happening::Say { thread, minutes } => {
                    wait(&sandbox, *minutes);
                    turns.push(say(&sandbox, &format!("t{thread}"), &format!("remark {number} about barrel {thread}")));
                }
                Happening::Close { thread } => {
                    sandbox.mind().close_thread(&format!("t{thread}")).expect("closed");
                }
                Happening::Erase { nth } => {
                    if let Some(turn) = turns.get(*nth) {
                        drop(sandbox.mind().erase(std::slice::from_ref(&turn.handle), Actor::Person));
                    }
                }
                Happening::CloseAbandoned => {
                    sandbox.mind().close_abandoned().expect("closed");
                }
                Happening::SetClockBack => sandbox.clock.set_to(sandbox.engine.now().plus_seconds(-1800)),
                Happening::Night => {
                    sandbox.clock.pass_days(1);
                    sandbox.mind().sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
                }
            }
        }
        for thread in 0..3 {
            sandbox.mind().close_thread(&format!("t{thread}")).expect("closed");
        }
        assert_each_turn_is_in_one_session(&sandbox);
    }
}

/// Each turn that has a thread is in one session, and each session has turns of its own thread only.
fn assert_each_turn_is_in_one_session(sandbox: &Sandbox) {
    let connection = rusqlite::Connection::open(sandbox.path()).expect("opens");
    let sql = "SELECT m.handle, count(s.session), sum(p.thread IS NOT m.thread)
               FROM memories m LEFT JOIN session_memories s ON s.memory = m.seq
               LEFT JOIN memories p ON p.seq = s.session
               WHERE m.kind = 'episode' AND m.thread IS NOT NULL GROUP BY m.seq";
    let mut statement = connection.prepare(sql).expect("asks");
    let counts: BTreeMap<String, (i64, Option<i64>)> = statement
        .query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))
        .expect("asks")
        .collect::<rusqlite::Result<_>>()
        .expect("reads");
    for (handle, (sessions, elsewhere)) in counts {
        assert_eq!((sessions, elsewhere), (1, Some(0)), "{handle}");
    }
    let empty = "SELECT count(*) FROM memories m WHERE m.kind = 'session'
                 AND NOT EXISTS (SELECT 1 FROM session_memories s WHERE s.session = m.seq)";
    assert_eq!(connection.query_row(empty, [], |row| row.get::<_, i64>(0)).expect("counts"), 0);
}

#[test]
fn a_session_says_when_and_where_its_last_turn_was_said() {
    let sandbox = Sandbox::new(Parameters::default());
    say(&sandbox, "t", "The orchestra rehearses Brahms in the town hall");
    wait(&sandbox, 3);
    let last = say(&sandbox, "t", "The concert of the orchestra is on the ninth");
    sandbox.mind().end_thread("t").expect("closed");
    let session = sessions(&sandbox).remove(0);
    let times = |memory: &Memory| -> (Moment, Moment) { (memory.created, memory.recorded_at) };
    assert_eq!(times(&session), times(&last));
    assert_eq!((session.origin.thread, session.origin.person), (last.origin.thread, last.origin.person));
}
