//! A session file that grows while workers read it and are killed: the memories are those of one reading of the whole.

use std::io::Cursor as File;

use omoide::Observation;
use omoide::transcript::{self, AgentStop, Increment, SessionState, TranscriptCursor, TranscriptTurn, cleaned};
use omoide_core::ports::store::Filter;
use omoide_core::{MindName, Moment};
use omoide_testkit::sandbox::Sandbox;
use omoide_testkit::scale;
use proptest::prelude::*;
use serde_json::json;

/// The key under which a worker keeps where it stopped.
const KEY: &str = "hook:/session.jsonl";

/// A turn of the session, and what a worker does after it.
#[derive(Clone, Debug)]
struct Round {
    said: String,
    answers: Vec<String>,
    /// How much of what is there by then a worker sees.
    seen: f64,
    /// When the worker is killed.
    death: Death,
    /// Whether the host has told that the agent stopped.
    is_told: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Death {
    /// It is not.
    None,
    /// In the middle of the turns, one transaction each.
    AmongTurns,
    /// After the turns, and before it has kept where it stopped.
    BeforeMark,
}

fn round() -> impl Strategy<Value = Round> {
    let death = prop_oneof![3 => Just(Death::None), 1 => Just(Death::AmongTurns), 1 => Just(Death::BeforeMark)];
    let answers = prop::collection::vec("[a-z]{3,9} [a-z]{3,9}", 0..4);
    ("[a-z]{3,9} [あ-ん]{2,6} [a-z]{3,9}", answers, 0.0..1.0_f64, death, any::<bool>())
        .prop_map(|(said, answers, seen, death, is_told)| Round { said, answers, seen, death, is_told })
}

/// The lines of a turn, each hanging on the one before it.
fn lines(round: &Round, number: usize, parent: &mut String) -> String {
    let mut text = String::new();
    let mut add = |kind: &str, content: serde_json::Value| {
        let uuid = format!("{number}-{}", text.lines().count());
        let at = format!("2026-01-20T01:{:02}:{:02}Z", number, text.lines().count());
        let message = json!({ "role": kind, "content": content });
        let line = json!({
            "type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "timestamp": at, "cwd": "/w",
            "message": message,
        });
        *parent = uuid;
        text += &format!("{line}\n");
    };
    add("user", json!(format!("{} {number}", round.said)));
    for (step, answer) in round.answers.iter().enumerate() {
        add("assistant", json!([{ "type": "text", "text": format!("{answer} {number}.{step}") }]));
        add("user", json!([{ "type": "tool_result", "tool_use_id": "t", "content": "output" }]));
    }
    text
}

fn observation(turn: &TranscriptTurn) -> Observation {
    turn.observation(&MindName::default(), turn.at().unwrap_or(Moment::new(0, 0)))
}

/// Reads on and remembers, as far as it gets.
fn work(sandbox: &Sandbox, file: &str, state: SessionState<'_>, death: Death) {
    let mind = sandbox.mind();
    let cursor: TranscriptCursor =
        mind.mark(KEY).expect("read").map(|text| serde_json::from_str(&text).expect("a cursor")).unwrap_or_default();
    let increment = transcript::read_on(&mut File::new(file.as_bytes()), &cursor, state).expect("reads");
    let Increment { turns, cursor, .. } = increment;
    let kept = if death == Death::AmongTurns { turns.len() / 2 } else { turns.len() };
    for turn in &turns[..kept] {
        mind.remember_all(&[observation(turn)], &[]).expect("remembered");
    }
    if death == Death::None {
        let text = serde_json::to_string(&cursor).expect("JSON");
        mind.keep_marks(&[(KEY.to_owned(), Some(text))]).expect("kept");
    }
}

fn memories(sandbox: &Sandbox) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = sandbox
        .mind()
        .list(&Filter::default())
        .expect("listed")
        .into_iter()
        .map(|memory| (memory.text.trigger, memory.text.content))
        .collect();
    all.sort();
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(12), ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_cut_and_killed_the_memories_are_those_of_one_reading(rounds in prop::collection::vec(round(), 1..10)) {
        let (grown, whole) = (Sandbox::default(), Sandbox::default());
        let (mut file, mut parent) = (String::new(), String::new());
        for (number, round) in rounds.iter().enumerate() {
            let before = file.len();
            file += &lines(round, number, &mut parent);
            let mut seen = before + ((file.len() - before) as f64 * round.seen) as usize;
            while !file.is_char_boundary(seen) {
                seen += 1;
            }
            work(&grown, &file[..seen], SessionState::Open, round.death);
            if round.is_told {
                let last = round.answers.last().map(|answer| cleaned(&format!("{answer} {number}.{}", round.answers.len() - 1)));
                let stop = AgentStop { at: Moment::new(0, 0), length: Some(file.len() as u64), answer: last.as_deref(), withheld: None };
                work(&grown, &file, SessionState::Answered(&[stop]), round.death);
            }
        }
        work(&grown, &file, SessionState::Ended(&[]), Death::None);
        let turns = transcript::read(file.as_bytes()).expect("reads").turns;
        let all: Vec<Observation> = turns.iter().map(observation).collect();
        whole.mind().remember_all(&all, &[]).expect("remembered");
        prop_assert_eq!(memories(&grown).len(), rounds.len());
        prop_assert_eq!(memories(&grown), memories(&whole));
    }
}
