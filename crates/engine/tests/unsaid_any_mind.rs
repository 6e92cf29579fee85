//! Whatever was said, revised, taken back and branched from: what was taken back was never said.

mod carried;

use std::collections::{BTreeMap, BTreeSet};

use carried::{export, sleep};
use omoide::core::change::Actor;
use omoide::core::parameters::Parameters;
use omoide::core::ports::store::Filter;
use omoide::core::{Kind, MemoryId, Moment, Place};
use omoide::{Observation, Remembered, TurnsToUnsay};
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use proptest::prelude::*;
use serde_json::Value;

/// A word that stands in no turn but in those that are taken back.
const MARKER: &str = "zarquon";

/// What happens in a talk.
#[derive(Clone, Debug)]
enum Event {
    Say(Said),
    /// The turn at that place of those that are left is taken back.
    Retract(usize),
    /// The same, and others are said in its place.
    Revise(usize, Said),
    /// The talk goes on from that turn.
    Branch(usize, Said),
    Night,
}

#[derive(Clone, Debug)]
struct Said {
    thread: u8,
    person: u8,
    words: usize,
    /// The turn that the reply says something of, and what.
    trace: Option<(usize, u8)>,
}

const WORDS: [&str; 13] = [
    "I live in Yokohama, near the harbour.",
    "I moved to Kamakura yesterday",
    "I live in Nara now",
    "The dentist appointment is on May 12",
    "They've moved the dentist appointment to May 19",
    "The dentist appointment was moved to June 2",
    "会議は月曜10時",
    "会議は火曜10時に変わった",
    "会議は水曜10時に変わった",
    "I am so happy that the cat is back!",
    "猫がいなくなって悲しい",
    "Please never forget: I am allergic to nuts",
    "see [[parser]] for the flaky test",
];

fn said() -> impl Strategy<Value = Said> {
    let trace = prop::option::weighted(0.3, (0..20_usize, 0..=10_u8));
    (0..4_u8, 0..2_u8, 0..WORDS.len(), trace).prop_map(|(thread, person, words, trace)| Said {
        thread,
        person,
        words,
        trace,
    })
}

fn event(with_nights: bool) -> impl Strategy<Value = Event> {
    prop_oneof![
        8 => said().prop_map(Event::Say),
        2 => (0..20_usize).prop_map(Event::Retract),
        2 => (0..20_usize, said()).prop_map(|(turn, said)| Event::Revise(turn, said)),
        2 => (0..20_usize, said()).prop_map(|(turn, said)| Event::Branch(turn, said)),
        if with_nights { 2 } else { 0 } => Just(Event::Night),
    ]
}

/// A turn with all that it takes, in the order in which turns are handed in.
#[derive(Clone, Debug)]
struct Step {
    number: usize,
    said: Said,
    /// The turn whose time and place it has.
    instead_of: Option<usize>,
    revises: Option<usize>,
    branch_of: Option<usize>,
    retracts: Option<usize>,
    is_night: bool,
}

/// What is done, and which turns are left of it.
#[derive(Default)]
struct Script {
    steps: Vec<Step>,
    left: Vec<usize>,
}

impl Script {
    fn of(events: &[Event]) -> Self {
        let mut script = Self::default();
        let nothing = Said { thread: 0, person: 0, words: 0, trace: None };
        for (number, event) in events.iter().enumerate() {
            let pick = |place: &usize| script.left.get(place % script.left.len().max(1)).copied();
            let mut step = Step {
                number,
                said: nothing.clone(),
                instead_of: None,
                revises: None,
                branch_of: None,
                retracts: None,
                is_night: false,
            };
            match event {
                Event::Say(said) => {
                    step.said = said.clone();
                    script.left.push(number);
                }
                Event::Retract(place) => {
                    let Some(turn) = pick(place) else { continue };
                    step.retracts = Some(turn);
                    script.left.retain(|left| *left != turn);
                }
                Event::Revise(place, said) => {
                    let Some(turn) = pick(place) else { continue };
                    let thread = script.thread_of(turn);
                    step.said = Said { thread, ..said.clone() };
                    (step.revises, step.instead_of) = (Some(turn), Some(script.stands_for(turn)));
                    script.left.retain(|left| *left != turn);
                    script.left.push(number);
                }
                Event::Branch(place, said) => {
                    let Some(turn) = pick(place).filter(|turn| script.thread_of(*turn) > 0) else { continue };
                    let thread = script.thread_of(turn);
                    step.said = Said { thread, ..said.clone() };
                    step.branch_of = Some(turn);
                    let order = |one: usize| (script.stands_for(one), one);
                    let is_left = |one: usize| script.thread_of(one) != thread || order(one) <= order(turn);
                    let left: Vec<usize> = script.left.iter().copied().filter(|one| is_left(*one)).collect();
                    script.left = left;
                    script.left.push(number);
                }
                Event::Night => step.is_night = true,
            }
            script.steps.push(step);
        }
        script
    }

    fn step(&self, number: usize) -> &Step {
        self.steps.iter().find(|step| step.number == number).expect("it was said")
    }

    fn thread_of(&self, number: usize) -> u8 {
        self.step(number).said.thread
    }

    /// The number of the turn in whose place it stands.
    fn stands_for(&self, number: usize) -> usize {
        self.step(number).instead_of.unwrap_or(number)
    }

    fn observation(&self, step: &Step, start: Moment) -> Observation {
        let Said { thread, person, words, trace } = &step.said;
        let is_left = self.left.contains(&step.number);
        let marker = if is_left { "kept" } else { MARKER };
        let place = step.instead_of.unwrap_or(step.number);
        let trace = trace.map_or_else(String::new, |(turn, resonance)| {
            format!(" <memory_trace id=\"{}\" resonance=\"{}\"/>", id(turn), f64::from(resonance) / 10.0)
        });
        Observation {
            id: Some(id(step.number)),
            uid: Some(uid(step.number)),
            at: Some(minutes_after(start, place)),
            person: Some(["Aki", "Ben"][usize::from(*person)].to_owned()),
            thread: (*thread > 0).then(|| format!("t{thread}")),
            place: Place::in_project(if *thread >= 2 { "garden" } else { "" }),
            ..Observation::said(format!("{} ({marker} {})", WORDS[*words], step.number))
                .replied(format!("Fine.{trace}"))
        }
    }

    /// Lives it: with all turns, or only with those that are left.
    fn live(&self, whole: bool) -> Sandbox {
        let mut parameters = Parameters::default();
        parameters.compression.ratio_min_memories = 0;
        parameters.relations.auto_link_similarity_threshold = 0.6;
        let sandbox = Sandbox::new(parameters);
        let start = sandbox.engine.now();
        for step in &self.steps {
            self.take(&sandbox, step, start, whole);
        }
        sandbox
    }

    fn take(&self, sandbox: &Sandbox, step: &Step, start: Moment, whole: bool) {
        let mind = sandbox.mind();
        if step.is_night {
            return sleep(sandbox);
        }
        sandbox.clock.set_to(minutes_after(sandbox.engine.now().max_by_time(start), 1));
        if let Some(turn) = step.retracts {
            if whole {
                mind.unsay(&TurnsToUnsay::This(uid(turn)), Actor::Person).expect("taken back");
            }
            return;
        }
        let observation = self.observation(step, start);
        if whole {
            let observation =
                Observation { revises: step.revises.map(uid), branch_of: step.branch_of.map(uid), ..observation };
            let outcome = mind.remember(observation.clone()).expect("remembered");
            assert!(matches!(outcome, Remembered::Anew { .. }), "{outcome:?}");
            let before = export(&mind);
            drop(mind.remember(observation).expect("again"));
            assert_eq!(
                different(&export(&mind), &before),
                Vec::<String>::new(),
                "a call that is repeated changes nothing"
            );
        } else if self.left.contains(&step.number) {
            drop(mind.remember(observation).expect("remembered"));
        }
    }
}

trait Later {
    fn max_by_time(self, other: Self) -> Self;
}

impl Later for Moment {
    fn max_by_time(self, other: Self) -> Self {
        if self.unix_micros() < other.unix_micros() { other } else { self }
    }
}

fn minutes_after(start: Moment, minutes: usize) -> Moment {
    let minutes = i64::try_from(minutes).expect("few");
    Moment::new(start.unix_micros() + minutes * 60_000_000, start.offset_seconds())
}

fn id(number: usize) -> MemoryId {
    MemoryId::from_u128(1_000_000 + u128::try_from(number).expect("few"))
}

fn uid(number: usize) -> String {
    format!("turn-{number}")
}

/// The lines of an export that tell what is remembered, without logs, handles and the last digits of numbers.
fn lines(export: &str) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    for line in export.lines().skip(1) {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        if matches!(line["type"].as_str(), Some("change" | "night" | "activity")) {
            continue;
        }
        if let Some(fields) = line.as_object_mut() {
            fields.remove("handle");
            fields.remove("recorded_at");
            // A session that was made again has another id.
            if fields.get("kind").is_some_and(|kind| kind == "session") {
                fields.remove("id");
                fields.get_mut("versions").and_then(Value::as_array_mut).into_iter().flatten().for_each(|version| {
                    version["made_at"] = Value::Null;
                });
            }
        }
        round(&mut line);
        told.insert(line.to_string());
    }
    told
}

fn round(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            *value = Value::from(format!("{:.6}", number.as_f64().unwrap_or_default()));
        }
        Value::Array(list) => list.iter_mut().for_each(round),
        Value::Object(fields) => fields.values_mut().for_each(round),
        _ => {}
    }
}

/// The lines that only one of two exports has.
fn different(one: &str, other: &str) -> Vec<String> {
    let (one, other) = (lines(one), lines(other));
    let told = |mark: &str, line: &String| format!("{mark} {line}");
    let only_one = one.difference(&other).map(|line| told("-", line));
    only_one.chain(other.difference(&one).map(|line| told("+", line))).collect()
}

/// The tables in which a text stands, but for the attic.
fn tables_with(sandbox: &Sandbox, text: &str) -> BTreeMap<String, String> {
    let store = rusqlite::Connection::open(sandbox.path()).expect("opens");
    let mut found = BTreeMap::new();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'attic'";
    let mut tables = store.prepare(tables).expect("asks");
    let tables: Vec<String> = tables.query_map([], |row| row.get(0)).expect("asks").flatten().collect();
    for table in tables {
        let mut rows = store.prepare(&format!("SELECT * FROM \"{table}\"")).expect("asks");
        let width = rows.column_count();
        let mut rows = rows.query([]).expect("asks");
        while let Some(row) = rows.next().expect("reads") {
            for column in 0..width {
                if let Ok(Some(value)) = row.get_ref(column).expect("reads").as_str_or_null()
                    && value.contains(text)
                {
                    found.insert(table.clone(), value.to_owned());
                }
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(8), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_taken_back_before_a_night_was_never_said(events in prop::collection::vec(event(false), 2..24)) {
        let script = Script::of(&events);
        let (whole, left) = (script.live(true), script.live(false));
        prop_assert_eq!(different(&export(&whole.mind()), &export(&left.mind())), Vec::<String>::new());
        prop_assert_eq!(tables_with(&whole, MARKER), BTreeMap::new());
        let findings = whole.engine.store().upkeep().check().expect("checked");
        prop_assert!(findings.is_empty(), "{:?}", findings);
    }

    #[test]
    fn nothing_is_left_of_what_was_taken_back_after_nights(events in prop::collection::vec(event(true), 4..28)) {
        let script = Script::of(&events);
        let whole = script.live(true);
        prop_assert_eq!(tables_with(&whole, MARKER), BTreeMap::new());
        let findings = whole.engine.store().upkeep().check().expect("checked");
        prop_assert!(findings.is_empty(), "{:?}", findings);
        let turns = Filter { kinds: vec![Kind::Episode], ..Filter::default() };
        let ids: BTreeSet<MemoryId> = whole.mind().list(&turns).expect("listed").iter().map(|m| m.id).collect();
        prop_assert_eq!(ids, script.left.iter().map(|number| id(*number)).collect::<BTreeSet<_>>());
    }

    #[test]
    fn a_turn_that_comes_back_is_as_it_was(events in prop::collection::vec(event(true), 4..20), which in 0..20_usize) {
        let script = Script::of(&events);
        let whole = script.live(true);
        let mind = whole.mind();
        let before = export(&mind);
        if let Some(turn) = script.left.get(which % script.left.len().max(1)) {
            let unsaid = mind.unsay(&TurnsToUnsay::This(uid(*turn)), Actor::Person).expect("taken back");
            prop_assert_eq!(unsaid.turns.len(), 1);
            mind.undo(&unsaid.turns[0].handle, Actor::Person).expect("brought back");
            prop_assert_eq!(different(&export(&mind), &before), Vec::<String>::new());
            mind.unsay(&TurnsToUnsay::This(uid(*turn)), Actor::Person).expect("taken back again");
            mind.undo(&id(*turn).to_string(), Actor::Person).expect("brought back again");
            prop_assert_eq!(different(&export(&mind), &before), Vec::<String>::new());
        }
    }
}
