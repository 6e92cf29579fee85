//! Talk that is cut into sessions while its writers are killed: every turn that was stored ends up in exactly one session.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use omoide_testkit::chance::SeededChance;
use omoide_testkit::scale;

const START: i64 = 1_772_334_000;
const KILLS: u64 = 12;
const WRITERS: u64 = 3;
const TURNS: u64 = 40;

/// The longest wait before a kill, in microseconds.
const LONGEST: u64 = 600_000;

struct Talks {
    folder: tempfile::TempDir,
    now: i64,
}

impl Talks {
    fn command(&self) -> Command {
        let moment = omoide_core::Moment::new(self.now * 1_000_000, 9 * 3600);
        let home = self.folder.path();
        let mut command = omoide_testkit::command::command(home, &home.join("data"), &moment.to_string());
        command.current_dir(home);
        command
    }

    /// Begins to write turns of two threads, some with pauses between them.
    fn write(&self, kill: u64, writer: u64, chance: &mut SeededChance) -> Child {
        let mut lines = String::new();
        let mut at = self.now - 40_000;
        for turn in 0..TURNS {
            at += [20, 40, 700][chance.below(3) as usize];
            let moment = omoide_core::Moment::new(at * 1_000_000, 9 * 3600);
            let thread = chance.below(2);
            lines.push_str(&format!(
                "{{\"said\":\"kill {kill} writer {writer} turn {turn}: the harbour crane\",\"replied\":\"yes\",\
                 \"at\":\"{moment}\",\"thread\":\"talk {thread}\",\"uid\":\"{kill}-{writer}-{turn}\"}}\n"
            ));
        }
        let mut child = self.command();
        child.args(["remember", "--jsonl"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = child.spawn().expect("the command runs");
        let mut input = child.stdin.take().expect("its input");
        // Whoever is killed reads no further.
        drop(input.write_all(lines.as_bytes()));
        child
    }

    fn finish(&self, words: &[&str]) {
        let output = self.command().args(words).stdin(Stdio::null()).output().expect("the command runs");
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_crash_around_a_cut_leaves_each_turn_in_exactly_one_session() {
    for round in scale::rounds() {
        let mut chance = SeededChance(9_101 + round);
        let mut talks = Talks { folder: tempfile::tempdir().expect("a folder"), now: START };
        for kill in 0..KILLS {
            talks.now += 50_000;
            let mut writers: Vec<Child> = (0..WRITERS).map(|writer| talks.write(kill, writer, &mut chance)).collect();
            std::thread::sleep(Duration::from_micros(chance.below(LONGEST)));
            for writer in &mut writers {
                // One comes to its end now and then.
                if chance.below(5) > 0 {
                    drop(writer.kill());
                }
                writer.wait().expect("it ends");
            }
            if kill % 4 == 3 {
                let mut night = talks.command().args(["sleep"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
                std::thread::sleep(Duration::from_micros(chance.below(LONGEST)));
                if let Ok(night) = &mut night {
                    drop(night.kill());
                    night.wait().expect("it ends");
                }
            }
        }
        talks.now += 50_000;
        for thread in ["talk 0", "talk 1"] {
            talks.finish(&["thread", "close", thread]);
        }
        assert_each_turn_is_in_one_session(&talks);
    }
}

fn assert_each_turn_is_in_one_session(talks: &Talks) {
    let store = talks.folder.path().join("data/omoide.db");
    assert!(fs::exists(&store).expect("asked"), "{}", store.display());
    let connection = rusqlite::Connection::open(store).expect("opens");
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).expect("counts");
    let turns = count("SELECT count(*) FROM memories WHERE kind = 'episode' AND thread IS NOT NULL");
    assert!(turns > 100, "only {turns} turns were stored");
    let recorded = count("SELECT count(*) FROM session_memories");
    let distinct = count("SELECT count(DISTINCT memory) FROM session_memories");
    assert_eq!((recorded, distinct), (turns, turns));
    let uids = count("SELECT count(*) - count(DISTINCT uid) FROM turns");
    assert_eq!(uids, 0, "no turn is there twice");
}
