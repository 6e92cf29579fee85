//! Many processes on one store, and processes that are killed: nothing lost, nothing locked out.

#![cfg(unix)]

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use omoide_testkit::chance::SeededChance;
use omoide_testkit::scale;
use serde_json::Value;

const START: i64 = 1_772_334_000;
const PROCESSES: u64 = 16;
const COMMANDS: u64 = 400;
const KILLS: u64 = 200;
const LINES: u64 = 40;

#[test]
fn sixteen_processes_on_one_store_for_a_minute_lose_nothing() {
    scale::rounds().for_each(work_together);
}

fn work_together(round: u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert_ok(&omoide(folder.path(), START, &["init", "--json"]));
    let steps = AtomicU64::new(0);
    let is_over = AtomicBool::new(false);
    let remembered: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..PROCESSES)
            .map(|worker| {
                let (folder, steps, is_over) = (folder.path(), &steps, &is_over);
                scope.spawn(move || work(folder, round * PROCESSES + worker, steps, is_over))
            })
            .collect();
        // The machine's own minute, or longer where the machine is slow: what is tested is that many commands meet.
        let mut seconds = 0;
        while seconds < 60 || steps.load(Ordering::SeqCst) < COMMANDS {
            std::thread::sleep(Duration::from_secs(1));
            seconds += 1;
        }
        is_over.store(true, Ordering::SeqCst);
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker failed")).collect()
    });
    assert_all_there(folder.path(), &remembered);
    let nights = json(&omoide(folder.path(), START + 86_400 * 400, &["sleep", "status", "--json"]));
    assert!(nights["nights"].as_array().is_some_and(|nights| nights.len() > 1), "{nights}");
}

fn work(folder: &Path, worker: u64, steps: &AtomicU64, is_over: &AtomicBool) -> Vec<String> {
    let mut remembered = Vec::new();
    let mut chance = SeededChance(worker + 1);
    while !is_over.load(Ordering::SeqCst) {
        // Time goes on by half an hour a step, so that nights come due all the while.
        let step = steps.fetch_add(1, Ordering::SeqCst);
        let now = START + i64::try_from(step).expect("a small number") * 1800;
        let topic = chance.below(30);
        match chance.below(10) {
            0..=4 => {
                let words = format!("worker {worker} と話題{topic}について話した {step}");
                let answer = json(&omoide(folder, now, &["remember", "--json", &words]));
                remembered
                    .push(answer["memory"]["id"].as_str().unwrap_or_else(|| panic!("no id: {answer}")).to_owned());
            }
            5..=8 => {
                let words = format!("話題{topic}");
                assert_ok(&omoide(folder, now, &["recall", "--json", &words]));
            }
            _ => assert_ok(&omoide(folder, now, &["sleep", "--json"])),
        }
    }
    remembered
}

#[test]
fn a_store_survives_two_hundred_kills_with_all_that_was_acknowledged() {
    scale::rounds().for_each(|round| kill_two_hundred(2026 + round));
}

fn kill_two_hundred(seed: u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut chance = SeededChance(seed);
    let mut acknowledged = Vec::new();
    assert_ok(&omoide(folder.path(), START, &["init", "--json"]));
    for kill in 0..KILLS {
        let now = START + i64::try_from(kill).expect("a small number") * 86_400;
        if kill % 4 == 3 {
            killed_asleep(folder.path(), now, &mut chance);
        } else {
            acknowledged.extend(killed_remembering(folder.path(), now, kill, &mut chance));
        }
        if kill % 25 == 24 {
            assert_all_there(folder.path(), &acknowledged);
        }
    }
    assert!(acknowledged.len() > 200, "only {} were acknowledged", acknowledged.len());
    assert_all_there(folder.path(), &acknowledged);
}

/// Feeds lines to a process until it is killed; returns the ids that it acknowledged.
fn killed_remembering(folder: &Path, now: i64, kill: u64, chance: &mut SeededChance) -> Vec<String> {
    let mut child = command(folder, now)
        .args(["remember", "--jsonl", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    let stdout = BufReader::new(child.stdout.take().expect("it was piped"));
    let writer = std::thread::spawn(move || {
        for line in 0..LINES {
            // Once the process is dead the pipe is broken, which is the point.
            if writeln!(stdin, "{{\"said\": \"kill {kill} line {line} 猫の話\"}}").is_err() {
                return;
            }
        }
    });
    let last_words = chance.below(LINES / 2);
    let delay = Duration::from_micros(chance.below(3_000));
    let mut ids = Vec::new();
    let mut lines = stdout.lines();
    for line in lines.by_ref() {
        let Ok(line) = line else { break };
        ids.extend(acknowledged(&line));
        if ids.len() as u64 > last_words {
            break;
        }
    }
    std::thread::sleep(delay);
    child.kill().expect("it can be killed");
    ids.extend(lines.map_while(Result::ok).filter_map(|line| acknowledged(&line)));
    child.wait().expect("it is gone");
    writer.join().expect("the writer ends");
    ids
}

/// A whole line says that a memory is stored; a torn one says nothing.
fn acknowledged(line: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(line).ok()?;
    answer["memory"]["id"].as_str().map(str::to_owned)
}

fn killed_asleep(folder: &Path, now: i64, chance: &mut SeededChance) {
    let mut child = command(folder, now)
        .arg("sleep")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(Duration::from_micros(chance.below(60_000)));
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
}

fn assert_all_there(folder: &Path, ids: &[String]) {
    let late = START + 86_400 * 400;
    let check = omoide(folder, late, &["doctor", "--json"]);
    let report = json(&check);
    assert_eq!(report["is_well"], true, "{report}");
    let listed = json(&omoide(folder, late, &["list", "--all", "--json"]));
    let there: HashSet<&str> =
        listed["memories"].as_array().expect("a list").iter().filter_map(|memory| memory["id"].as_str()).collect();
    let lost: Vec<&String> = ids.iter().filter(|id| !there.contains(id.as_str())).collect();
    assert!(lost.is_empty(), "{} of {} are lost: {lost:?}", lost.len(), ids.len());
}

fn command(folder: &Path, now: i64) -> Command {
    let moment = omoide_core::Moment::new(now * 1_000_000, 9 * 3600);
    let mut command = Command::new(env!("CARGO_BIN_EXE_omoide"));
    command.env("OMOIDE_DATA_DIR", folder).env("OMOIDE_NOW", moment.to_string()).env("LANG", "C");
    command
}

fn omoide(folder: &Path, now: i64, arguments: &[&str]) -> Output {
    command(folder, now).args(arguments).stdin(Stdio::null()).output().expect("the command runs")
}

fn assert_ok(output: &Output) {
    assert!(
        output.status.success(),
        "{}: {}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn json(output: &Output) -> Value {
    assert_ok(output);
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}
