//! What holds for every file: of any lines, in any pieces, in any order.

use std::collections::BTreeSet;
use std::io::Cursor as File;

use omoide_testkit::scale;
use proptest::prelude::*;
use serde_json::json;

use super::super::*;
use super::session::Session;

/// What can happen next in a session.
#[derive(Clone, Debug)]
enum Step {
    Prompt(String),
    Steer(String),
    Answer(String),
    Tools(usize),
    Meta,
    Command,
    Compaction,
    /// Back to a line before, by its number counted from the end.
    Rewind(usize, String),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => "[a-zあ-ん ]{1,12}x".prop_map(Step::Prompt),
        1 => "[a-z]{1,8}".prop_map(Step::Steer),
        4 => "[a-zあ-ん]{1,12}".prop_map(Step::Answer),
        2 => (1..4_usize).prop_map(Step::Tools),
        1 => Just(Step::Meta),
        1 => Just(Step::Command),
        1 => Just(Step::Compaction),
        1 => (1..6_usize, "[a-z]{1,8}").prop_map(|(back, words)| Step::Rewind(back, words)),
    ]
}

fn session(steps: &[Step]) -> Session {
    let mut session = Session::new("s");
    let mut stops: Vec<String> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        match step {
            Step::Prompt(words) => drop(session.prompt(words)),
            Step::Steer(words) => drop(session.steer(words)),
            Step::Answer(words) => stops.push(session.answer(words)),
            Step::Tools(count) => {
                let tools: Vec<String> = (0..*count)
                    .map(|tool| session.uses("Read", json!({"file_path":format!("/w/{tool}.rs")})))
                    .collect();
                tools.iter().rev().for_each(|tool| drop(session.result_of(tool, "<memories>\nno</memories>")));
            }
            Step::Meta => drop(session.flagged("isMeta", "Stop hook feedback: go on")),
            Step::Command => drop(session.prompt("<command-name>/compact</command-name>")),
            Step::Compaction => drop(session.flagged("isCompactSummary", &format!("recap {number}"))),
            Step::Rewind(back, words) => {
                if let Some(stop) = stops.iter().rev().nth(*back) {
                    let stop = stop.clone();
                    session.go_back_to(&stop);
                }
                session.prompt(words);
            }
        }
    }
    session
}

/// All turns of a file that comes in pieces, each time with what could be read by then.
fn in_pieces(text: &[u8], ends: &[usize]) -> Vec<TranscriptTurn> {
    let mut cursor = TranscriptCursor::default();
    let (mut turns, mut left) = (Vec::new(), BTreeSet::new());
    for end in ends {
        let written = serde_json::to_vec(&cursor).expect("JSON");
        let cursor_read: TranscriptCursor = serde_json::from_slice(&written).expect("a cursor");
        let increment = read_on(&mut File::new(&text[..*end]), &cursor_read, SessionState::Open).expect("reads");
        assert!(!increment.is_restart);
        take(&mut turns, &mut left, &increment);
        cursor = increment.cursor;
    }
    take(&mut turns, &mut left, &read_on(&mut File::new(text), &cursor, SessionState::Ended(&[])).expect("reads"));
    turns.retain(|turn| !left.contains(&turn.uuid));
    turns.sort_by_key(|turn| turn.number);
    turns
}

/// Takes turns as whoever remembers them does: each once, and what was left goes until someone goes on from it.
fn take(turns: &mut Vec<TranscriptTurn>, left: &mut BTreeSet<String>, increment: &Increment) {
    for turn in &increment.turns {
        if turns.iter().all(|known| known.uuid != turn.uuid) {
            turns.push(turn.clone());
        }
    }
    left.extend(increment.left.iter().map(|turn| turn.uuid.clone()));
    for turn in &increment.resumed {
        left.remove(&turn.uuid);
    }
}

/// A line of any kind, near to what is expected or far from it.
fn any_line() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        Just("user"),
        Just("assistant"),
        Just("attachment"),
        Just("system"),
        Just("text"),
        Just("tool_use"),
        Just("queued_command"),
        Just("<command-name>"),
        Just("<memories>"),
        Just("a"),
        Just("\\ud83d"),
        Just("\\u0000"),
    ];
    let key = prop_oneof![
        Just("type"),
        Just("uuid"),
        Just("parentUuid"),
        Just("message"),
        Just("content"),
        Just("text"),
        Just("isMeta"),
        Just("attachment"),
        Just("prompt"),
        Just("timestamp"),
        Just("input"),
        Just("id"),
    ];
    let value = word.prop_map(|word| format!("\"{word}\"")).prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|all| format!("[{}]", all.join(","))),
            prop::collection::vec((key.clone(), inner), 0..6).prop_map(|all| {
                let fields: Vec<String> = all.into_iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
                format!("{{{}}}", fields.join(","))
            }),
            Just("null".to_owned()),
            Just("true".to_owned()),
            Just("-1e9".to_owned()),
        ]
    });
    prop_oneof![
        4 => value.prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..40),
    ]
}

/// All turns of a file of which a worker reads more and more. It may be killed after the turns are remembered and before
/// the cursor is kept.
fn with_kills(text: &[u8], readings: &[(usize, Reading)]) -> Vec<TranscriptTurn> {
    let mut cursor = TranscriptCursor::default();
    let (mut turns, mut left) = (Vec::new(), BTreeSet::new());
    let mut remember = |increment: &Increment| take(&mut turns, &mut left, increment);
    for (end, reading) in readings {
        let increment = read_on(&mut File::new(&text[..*end]), &cursor, SessionState::Open).expect("reads");
        remember(&increment);
        if *reading == Reading::Kept {
            let written = serde_json::to_vec(&increment.cursor).expect("JSON");
            cursor = serde_json::from_slice(&written).expect("a cursor");
        }
    }
    remember(&read_on(&mut File::new(text), &cursor, SessionState::Ended(&[])).expect("reads"));
    turns.retain(|turn| !left.contains(&turn.uuid));
    turns.sort_by_key(|turn| turn.number);
    turns
}

/// What became of a reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    /// Its cursor is kept.
    Kept,
    /// Its worker was killed before that.
    Killed,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scale::cases(192), ..ProptestConfig::default() })]

    #[test]
    fn any_split_of_a_file_gives_the_turns_of_the_whole(
        steps in prop::collection::vec(step(), 0..40),
        cuts in prop::collection::vec(0.0..1.0_f64, 0..8),
    ) {
        let text = session(&steps).text();
        let whole = read(text.as_bytes()).expect("reads");
        let mut ends: Vec<usize> = cuts.iter().map(|cut| (cut * text.len() as f64) as usize).collect();
        ends.sort_unstable();
        prop_assert_eq!(in_pieces(text.as_bytes(), &ends), whole.turns);
    }

    #[test]
    fn whoever_is_killed_and_wherever_the_turns_are_those_of_the_whole(
        steps in prop::collection::vec(step(), 0..40),
        cuts in prop::collection::vec((0.0..1.0_f64, prop::bool::weighted(0.4)), 0..12),
    ) {
        let text = session(&steps).text();
        let whole = read(text.as_bytes()).expect("reads");
        let reading = |is_killed: bool| if is_killed { Reading::Killed } else { Reading::Kept };
        let mut readings: Vec<(usize, Reading)> = cuts
            .iter()
            .map(|(cut, is_killed)| ((cut * text.len() as f64) as usize, reading(*is_killed)))
            .collect();
        readings.sort_by_key(|(end, _)| *end);
        prop_assert_eq!(with_kills(text.as_bytes(), &readings), whole.turns);
    }

    #[test]
    fn any_order_of_the_lines_gives_the_same_turns(
        steps in prop::collection::vec(step(), 0..40),
        seeds in prop::collection::vec(any::<u32>(), 400),
    ) {
        let session = session(&steps);
        let mut lines: Vec<(u32, &String)> = seeds.iter().copied().cycle().zip(session.lines()).collect();
        lines.sort_by_key(|(seed, _)| *seed);
        let shuffled: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
        let whole = read(session.text().as_bytes()).expect("reads");
        let other = read(shuffled.as_bytes()).expect("reads");
        prop_assert_eq!(other.turns, whole.turns);
        prop_assert_eq!(other.tally, whole.tally);
    }

    #[test]
    fn every_line_is_kept_or_dropped_for_a_reason(lines in prop::collection::vec(any_line(), 0..30)) {
        let text = lines.join(&b'\n');
        let TranscriptReading { turns, tally, .. } = read(text.as_slice()).expect("reads");
        prop_assert_eq!(tally.lines, tally.kept + tally.dropped.values().sum::<u64>());
        prop_assert_eq!(tally.bytes, text.len() as u64);
        prop_assert!(turns.iter().all(|turn| !turn.said.is_empty() && !turn.said.contains('\0')));
        prop_assert!(turns.iter().all(|turn| !turn.said.starts_with("<command-name>")));
    }

    #[test]
    fn a_file_of_anything_can_be_read_in_pieces(
        lines in prop::collection::vec(any_line(), 0..20),
        cuts in prop::collection::vec(0.0..1.0_f64, 0..4),
    ) {
        let text = lines.join(&b'\n');
        let mut ends: Vec<usize> = cuts.iter().map(|cut| (cut * text.len() as f64) as usize).collect();
        ends.sort_unstable();
        let turns = in_pieces(&text, &ends);
        prop_assert!(turns.iter().all(|turn| !turn.said.is_empty()));
    }
}
