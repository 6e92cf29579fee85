//! Whatever is logged in whatever mind, and whatever happens to memories: a pointer reads back its line.

use std::collections::BTreeMap;

use omoide::core::change::Actor;
use omoide::core::{ActivityFields, ActivityType, MindName, Moment, NewActivity};
use omoide::{Observation, SleepMode};
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Event {
    /// A line in a mind, so many minutes ago, noted in a zone so many quarters of an hour away.
    Line {
        mind: u8,
        what: usize,
        minutes: i64,
        quarters: i32,
        content: String,
    },
    /// A turn, which writes lines of its own.
    Turn {
        mind: u8,
        said: String,
    },
    /// The newest memory of a mind is erased.
    Erase(u8),
    /// A mind gets another name and its own back.
    Rename(u8),
    Night(u8),
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => (0..3_u8, 0..ActivityType::ALL.len(), 0..9000_i64, -48..56_i32, "[a-zあ-ん\\n\"]{1,40}").prop_map(
            |(mind, what, minutes, quarters, content)| Event::Line { mind, what, minutes, quarters, content }),
        3 => (0..3_u8, "[a-z]{4,9} [あ-ん]{2,6} [a-z]{3,9}").prop_map(|(mind, said)| Event::Turn { mind, said }),
        1 => (0..3_u8).prop_map(Event::Erase),
        1 => (0..3_u8).prop_map(Event::Rename),
        1 => (0..3_u8).prop_map(Event::Night),
    ]
}

fn name(mind: u8) -> MindName {
    format!("mind-{mind}").parse().expect("a name")
}

/// What was logged, by mind and pointer.
type Logged = BTreeMap<(u8, String), (Moment, ActivityType, String)>;

fn happen(sandbox: &Sandbox, event: &Event, logged: &mut Logged) {
    let engine = &sandbox.engine;
    match event {
        Event::Line { mind, what, minutes, quarters, content } => {
            let at = engine.now().plus_seconds(-minutes * 60);
            let at = Moment::new(at.unix_micros(), quarters * 900);
            let what = ActivityType::ALL[*what];
            let fields = ActivityFields { content: content.clone(), ..ActivityFields::default() };
            let Ok(line) = engine.mind(name(*mind)).log_activity(NewActivity { at, what, fields }) else { return };
            let known = logged.insert((*mind, line.pointer.to_string()), (at, what, content.trim().to_owned()));
            assert_eq!(known, None, "a number is given once");
        }
        Event::Turn { mind, said } => {
            let turn = Observation { uid: Some(format!("{mind} {said}")), ..Observation::said(said).replied("ok") };
            drop(engine.mind(name(*mind)).remember(turn).expect("remembered"));
        }
        Event::Erase(mind) => {
            let mind = engine.mind(name(*mind));
            if let Some(newest) = mind.list(&Default::default()).expect("listed").pop() {
                drop(mind.erase(&[newest.handle], Actor::Person));
            }
        }
        Event::Rename(mind) => {
            let (own, other) = (name(*mind), "elsewhere".parse().expect("a name"));
            if engine.rename_mind(&own, &other).is_ok() {
                engine.rename_mind(&other, &own).expect("its own name is free");
            }
        }
        Event::Night(mind) => {
            sandbox.clock.pass_days(1);
            drop(engine.mind(name(*mind)).sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept"));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(12), ..ProptestConfig::default() })]

    #[test]
    fn a_pointer_always_reads_back_its_line(events in prop::collection::vec(event(), 1..60)) {
        let sandbox = Sandbox::default();
        let mut logged = Logged::new();
        for event in &events {
            happen(&sandbox, event, &mut logged);
        }
        for ((mind, pointer), (at, what, content)) in &logged {
            let found = sandbox.engine.mind(name(*mind)).read_pointer(pointer).expect("it is there");
            prop_assert_eq!(found.lines.len(), 1);
            let line = &found.lines[0];
            prop_assert_eq!((&line.pointer().to_string(), line.at, line.what), (pointer, *at, *what));
            prop_assert_eq!(line.fields.content.trim(), content.as_str());
            // The day as a whole has it at its place, and no number twice.
            let day = pointer.split('#').next().unwrap_or_default();
            let day = sandbox.engine.mind(name(*mind)).read_pointer(day).expect("the day is there").lines;
            prop_assert!(day.windows(2).all(|pair| pair[0].line < pair[1].line));
            prop_assert!(day.contains(line));
        }
    }
}
