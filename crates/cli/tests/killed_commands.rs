//! Every command that writes, killed at any moment: what was acknowledged is there, what was erased stays erased, the store is
//! whole, and no file of the killed process stays behind for good.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use omoide_testkit::chance::SeededChance;
use omoide_testkit::scale;
use serde_json::Value;

const START: i64 = 1_772_334_000;
const KILLS: u64 = 200;

/// The longest wait before a kill, in microseconds. Most commands take less, also on a machine that is busy.
const LONGEST: u64 = 400_000;

#[test]
fn whichever_command_is_killed_the_memory_is_whole_and_has_all_that_was_acknowledged() {
    let mut finished = BTreeSet::new();
    let mut killed = BTreeSet::new();
    for round in scale::rounds() {
        let mut life = Life::begin(7_001 + round);
        for kill in 0..KILLS {
            match life.step(kill) {
                (name, Fate::Killed) => drop(killed.insert(name)),
                (name, Fate::Done) => drop(finished.insert(name)),
                (_, Fate::Refused) => {}
            }
            if kill % 15 == 14 {
                life.check();
            }
        }
        life.check();
        life.assert_nothing_is_left_behind();
    }
    // Which of them are killed in time, and find something to undo or to restore, is up to chance.
    assert!(killed.len() * 4 >= NAMES.len() * 3, "too few were killed before their end: {killed:?}");
    assert!(finished.len() * 2 >= NAMES.len(), "too few came to their end: {finished:?}");
}

/// The commands that write.
const NAMES: [&str; 20] = [
    "remember",
    "remember --jsonl",
    "recall",
    "feedback",
    "protect",
    "unprotect",
    "archive",
    "restore",
    "link",
    "unlink",
    "undo",
    "erase",
    "erase --everywhere",
    "sleep",
    "sleep undo",
    "backup",
    "restore-backup",
    "vacuum",
    "doctor --repair",
    "keys create",
];

/// What became of a command.
enum Fate {
    /// It was killed before its end.
    Killed,
    /// It came to its end.
    Done,
    /// There was nothing for it to do, no night to undo say.
    Refused,
}

struct Life {
    folder: tempfile::TempDir,
    chance: SeededChance,
    now: i64,
    /// Memories that were acknowledged, and that nobody was asked to erase since.
    kept: Vec<String>,
    /// Memories whose erasure was acknowledged.
    erased: Vec<String>,
}

impl Life {
    fn begin(seed: u64) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut life = Self { folder, chance: SeededChance(seed), now: START, kept: Vec::new(), erased: Vec::new() };
        for number in 0..12 {
            let answer =
                life.finish(&["remember", "--json", &format!("the beginning {number}: cats, boats and 庭の話")]);
            life.kept.push(id_of(&answer));
        }
        life.finish(&["backup", "first.db"]);
        life
    }

    /// Runs a command and kills it at some moment; which it was, and what became of it.
    fn step(&mut self, kill: u64) -> (&'static str, Fate) {
        self.now += 20_000;
        let name = NAMES[usize::try_from(kill).expect("a small number") % NAMES.len()];
        // Erasures that were not killed would leave nothing to work on.
        while self.kept.len() < 4 {
            let text = format!("one more before kill {kill}: {} 庭の話", self.kept.len());
            let answer = self.finish(&["remember", "--json", &text]);
            self.kept.push(id_of(&answer));
        }
        let one = self.any();
        let other = self.any();
        let words: Vec<String> = match name {
            "remember" => vec!["remember".into(), "--json".into(), format!("kill {kill}: the tomatoes, トマトの話")],
            "remember --jsonl" => vec!["remember".into(), "--jsonl".into(), "--json".into()],
            "recall" => vec!["recall".into(), "cats and boats".into()],
            "feedback" => vec!["feedback".into(), one, "up".into()],
            "link" => vec!["link".into(), one, other],
            "unlink" => vec!["unlink".into(), one, other],
            "erase" => vec!["erase".into(), self.doomed(), "--yes".into(), "--json".into()],
            "erase --everywhere" => {
                vec!["erase".into(), self.doomed(), "--everywhere".into(), "--yes".into(), "--json".into()]
            }
            "sleep" | "vacuum" => vec![name.into()],
            "sleep undo" => vec!["sleep".into(), "undo".into()],
            "backup" => vec!["backup".into(), format!("copy-{kill}.db")],
            "restore-backup" => vec!["restore-backup".into(), "first.db".into(), "--keep-newer".into()],
            "doctor --repair" => vec!["doctor".into(), "--repair".into()],
            "keys create" => vec!["keys".into(), "create".into(), format!("key {kill}")],
            _ => vec![name.into(), one],
        };
        let doomed = name.starts_with("erase").then(|| words[1].clone());
        if let Some(doomed) = &doomed {
            // Until it is known whether it is gone, nothing is promised of it.
            self.kept.retain(|id| id != doomed);
        }
        let lines: String = (0..20).map(|line| format!("{{\"said\": \"kill {kill} line {line} 猫の話\"}}\n")).collect();
        let stdin = if name == "remember --jsonl" { lines } else { String::new() };
        let (output, was_killed) = self.run_and_kill(&words, &stdin);
        let is_done = output.status.success();
        let said = String::from_utf8_lossy(&output.stdout);
        if let (Some(doomed), Some(0)) = (doomed, output.status.code()) {
            self.erased.push(doomed);
        }
        if name == "remember" {
            self.kept.extend(serde_json::from_str::<Value>(&said).ok().and_then(|answer| memory_id(&answer)));
        }
        if name == "remember --jsonl" {
            let answers = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            self.kept.extend(answers.filter_map(|answer| memory_id(&answer)));
        }
        (
            name,
            if was_killed {
                Fate::Killed
            } else if is_done {
                Fate::Done
            } else {
                Fate::Refused
            },
        )
    }

    fn run_and_kill(&mut self, words: &[String], stdin: &str) -> (Output, bool) {
        let input = self.folder.path().join("input");
        fs::write(&input, stdin).expect("written");
        let mut child = self
            .command()
            .args(words)
            .stdin(fs::File::open(&input).expect("opened"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        // One in four comes to its end. The others are killed soon or late: a command is over in a few milliseconds on one
        // machine and takes a hundred times as long on another.
        if self.chance.below(4) == 0 {
            return (child.wait_with_output().expect("it ends"), false);
        }
        let longest = LONGEST >> self.chance.below(10);
        std::thread::sleep(Duration::from_micros(self.chance.below(longest)));
        let was_running = matches!(child.try_wait(), Ok(None));
        child.kill().expect("it can be killed");
        (child.wait_with_output().expect("it is gone"), was_running)
    }

    /// A memory that is there.
    fn any(&mut self) -> String {
        let place = self.chance.below(self.kept.len() as u64);
        self.kept[usize::try_from(place).expect("a small number")].clone()
    }

    /// A memory that can be spared. Protected ones are let go first: an erasure spares them.
    fn doomed(&mut self) -> String {
        let doomed = self.any();
        let _ = self.command().args(["unprotect", &doomed]).stdin(Stdio::null()).output();
        doomed
    }

    fn check(&self) {
        let report = self.finish(&["doctor", "--json"]);
        let wrong: Vec<&Value> =
            report["findings"].as_array().expect("a list").iter().filter(|line| line["state"] == "wrong").collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        let listed = self.finish(&["list", "--all", "--json"]);
        let there: BTreeSet<&str> =
            listed["memories"].as_array().expect("a list").iter().filter_map(|memory| memory["id"].as_str()).collect();
        let lost: Vec<&String> = self.kept.iter().filter(|id| !there.contains(id.as_str())).collect();
        assert!(lost.is_empty(), "{} of {} are lost: {lost:?}", lost.len(), self.kept.len());
        let back: Vec<&String> = self.erased.iter().filter(|id| there.contains(id.as_str())).collect();
        assert!(back.is_empty(), "{back:?} came back");
    }

    /// After the next backup, repair and key that come to their end, no file in the making is there.
    fn assert_nothing_is_left_behind(&self) {
        self.finish(&["backup", "last.db"]);
        self.finish(&["doctor", "--repair", "--json"]);
        self.finish(&["keys", "create", "the last"]);
        let in_the_making: Vec<String> = names_in(self.folder.path())
            .into_iter()
            .chain(names_in(&self.folder.path().join("data")))
            .filter(|name| [".new-", ".making-", ".tmp"].iter().any(|mark| name.contains(mark)))
            .collect();
        assert_eq!(in_the_making, Vec::<String>::new());
    }

    /// Runs a command to its end.
    fn finish(&self, words: &[&str]) -> Value {
        let output = self.command().args(words).stdin(Stdio::null()).output().expect("the command runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{words:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_str(&said).unwrap_or_default()
    }

    fn command(&self) -> Command {
        let moment = omoide_core::Moment::new(self.now * 1_000_000, 9 * 3600);
        let home = self.folder.path();
        let mut command = omoide_testkit::command::command(home, &home.join("data"), &moment.to_string());
        command.current_dir(home);
        command
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

fn id_of(answer: &Value) -> String {
    memory_id(answer).unwrap_or_else(|| panic!("no id: {answer}"))
}

fn memory_id(answer: &Value) -> Option<String> {
    answer["memory"]["id"].as_str().map(str::to_owned)
}
