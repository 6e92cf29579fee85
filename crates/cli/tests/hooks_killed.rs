//! Many sessions at once, and hooks and workers that are killed: every turn is stored, and stored once.

#![cfg(target_os = "linux")]

mod hook;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use omoide_testkit::scale;
use serde_json::json;

use hook::{Machine, Session};

const SESSIONS: usize = 50;
const TURNS: usize = 3;

/// Numbers that are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

/// The workers that run on the machine's memory.
fn workers(machine: &Machine) -> Vec<String> {
    let data = machine.data().display().to_string();
    let processes = fs::read_dir("/proc").expect("processes").filter_map(Result::ok);
    let named = processes.filter_map(|process| {
        let line = fs::read(process.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        (line.contains(" hook worker ") && line.contains(&data))
            .then(|| process.file_name().to_string_lossy().into_owned())
    });
    named.collect()
}

/// Waits for the workers that hooks have started, without starting one.
fn wait(machine: &Machine) {
    for _ in 0..6_000 {
        if !machine.has_work() && workers(machine).is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the workers never end: {}", machine.log());
}

/// Waits until a process that was killed has let go of its files: until then its lock looks like that of a live worker.
fn wait_until_dead(pid: &str) {
    let is_alive = || {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        status.lines().any(|line| line.starts_with("State:") && !line.contains('Z'))
    };
    for _ in 0..2_000 {
        if !is_alive() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("process {pid} survives its death");
}

fn said(session: usize, turn: usize) -> String {
    format!("In session {session} the person said sentence number {turn} about bed {}.", session * 7 + turn)
}

fn assert_each_is_stored_once(machine: &Machine, turns: usize) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for memory in machine.memories("default") {
        *counts.entry(memory).or_default() += 1;
    }
    for session in 0..SESSIONS {
        for turn in 0..turns {
            let wanted = format!("{} → Answer {turn}.", said(session, turn));
            assert_eq!(counts.remove(&wanted), Some(1), "{wanted}: {}", machine.log());
        }
    }
    assert!(counts.is_empty(), "{counts:?}");
    machine.omoide(&["doctor"]);
}

#[test]
fn fifty_sessions_that_end_at_the_same_moment_are_all_remembered_by_one_worker() {
    let machine = Machine::new();
    let sessions: Vec<Session<'_>> = (0..SESSIONS)
        .map(|number| {
            let mut session = machine.session(&format!("s{number}"), "garden");
            for turn in 0..TURNS {
                session.writes_prompt(&said(number, turn));
                session.writes_answer(&format!("Answer {turn}."));
            }
            session
        })
        .collect();
    let most = AtomicU64::new(0);
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::SeqCst) {
                let holds = |pid: &String| {
                    let files = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().filter_map(Result::ok);
                    let mut targets = files.filter_map(|file| fs::read_link(file.path()).ok());
                    targets.any(|target| target.ends_with("omoide.db"))
                };
                let at_work = workers(&machine).iter().filter(|pid| holds(pid)).count() as u64;
                most.fetch_max(at_work, Ordering::SeqCst);
            }
        });
        let hooks: Vec<_> = sessions.iter().map(|session| scope.spawn(|| session.ends())).collect();
        hooks.into_iter().for_each(|hook| hook.join().expect("no hook failed"));
        wait(&machine);
        is_over.store(true, Ordering::SeqCst);
    });
    assert!(most.load(Ordering::SeqCst) <= 1, "{most:?} workers had the store at once");
    assert_each_is_stored_once(&machine, TURNS);
    assert_eq!(machine.log(), "");
}

#[test]
fn whoever_is_killed_loses_no_turn_and_doubles_none() {
    scale::rounds().for_each(kill_hooks_and_workers);
}

fn kill_hooks_and_workers(round: u64) {
    let machine = Machine::new();
    let (is_over, kills) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut chance = Chance(7 + round);
            while !is_over.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(chance.below(40)));
                for pid in workers(&machine) {
                    let killed = Command::new("kill").args(["-9", &pid]).stderr(Stdio::null()).status();
                    kills.fetch_add(u64::from(killed.is_ok_and(|status| status.success())), Ordering::SeqCst);
                    wait_until_dead(&pid);
                }
            }
        });
        let hosts: Vec<_> = (0..4)
            .map(|host| {
                let (machine, kills) = (&machine, &kills);
                scope.spawn(move || (host..SESSIONS).step_by(4).for_each(|number| live(machine, number, round, kills)))
            })
            .collect();
        hosts.into_iter().for_each(|host| host.join().expect("no host failed"));
        is_over.store(true, Ordering::SeqCst);
    });
    assert!(kills.load(Ordering::SeqCst) > 40, "only {kills:?} were killed");
    // No event of these sessions comes any more; one of any other finds what is left.
    machine.session("another", "kitchen").hook("SubagentStop", &json!({ "agent_id": "a" }));
    wait(&machine);
    assert_each_is_stored_once(&machine, TURNS);
}

/// A session whose hooks are killed now and then. The host repeats none of them, but for the last: a turn is only
/// safe when a hook after it has ended by itself.
fn live(machine: &Machine, number: usize, round: u64, kills: &AtomicU64) {
    let mut chance = Chance(round * SESSIONS as u64 + number as u64);
    let mut session = machine.session(&format!("s{number}"), "garden");
    let mut run = |session: &Session<'_>, word: &str, sent: &str| {
        let mut command = machine.command(&["hook", word]);
        command.env("OMOIDE_NOW", session.clock());
        killed_or_not(command, sent, &mut chance, kills)
    };
    for turn in 0..TURNS {
        session.writes_prompt(&said(number, turn));
        let answer = format!("Answer {turn}.");
        session.writes_answer(&answer);
        let sent = session.sent("Stop", &json!({ "last_assistant_message": answer }));
        let mut is_safe = run(&session, "stop", &sent.to_string());
        while turn + 1 == TURNS && !is_safe {
            let sent = session.sent("SessionEnd", &json!({ "reason": "other" }));
            is_safe = run(&session, "session-end", &sent.to_string());
        }
    }
}

/// Runs a hook and kills it after a while, unless it is faster; says whether it was.
fn killed_or_not(mut command: Command, sent: &str, chance: &mut Chance, kills: &AtomicU64) -> bool {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the hook runs");
    // A hook that is killed does not read to the end.
    let _ = child.stdin.take().expect("a pipe").write_all(sent.as_bytes());
    std::thread::sleep(Duration::from_micros(chance.below(30_000)));
    let _ = child.kill();
    let is_safe = child.wait().expect("it ends").success();
    kills.fetch_add(u64::from(!is_safe), Ordering::SeqCst);
    is_safe
}
