//! Recall while nights run, while many write, and after a writer is killed: never an error, never a torn text.

#![cfg(unix)]

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use omoide::core::change::Actor;
use omoide::core::parameters::{Parameters, Profile};
use omoide::core::ports::store::Filter;
use omoide::core::{Kind, MemoryId, MindName, Text};
use omoide::{Embedders, Engine, Hit, Observation, Parts, Prompt, SleepMode};
use omoide_language::{LanguageLayer, StaticEmbedder};
use omoide_store::Options;
use omoide_testkit::clock::{HandClock, START};
use omoide_testkit::ids::CountedIds;
use omoide_testkit::scale;

const WRITERS: u64 = 16;
const TURNS_EACH: u64 = 12;
const KILLS: u64 = 12;
const PROFILES: [Profile; 4] = [Profile::Fused, Profile::Resonance, Profile::Intent, Profile::Activation];

/// The environment variables by which a process knows that it is a writer: the store, and which writer.
const STORE: &str = "OMOIDE_TEST_WRITER_STORE";
const NUMBER: &str = "OMOIDE_TEST_WRITER_NUMBER";

/// An engine with a store of its own, as a process has; ids begin at another number for each.
fn engine(path: &Path, number: u64, clock: Arc<HandClock>) -> Engine {
    let mut parameters = Parameters::default();
    // As few as there are here must fade and be shortened too.
    parameters.compression.ratio_min_memories = 0;
    Engine::new(Parts {
        store: omoide_store::open(path, Options::EXISTING).expect("the store opens"),
        understanding: Arc::new(LanguageLayer),
        embedders: Embedders::of(Arc::new(StaticEmbedder)),
        clock,
        ids: Arc::new(CountedIds::beginning_at(number << 32)),
        parameters,
    })
}

fn clock() -> Arc<HandClock> {
    Arc::new(HandClock::at(START))
}

/// The words of a turn. They say whose they are twice, so that a text put together from two would show.
fn words(writer: u64, turn: u64) -> (String, String) {
    let mark = format!("w{writer}t{turn}");
    (
        format!("{mark} 港の話をした。the harbour crane number {turn} {mark}"),
        format!("{mark} わかりました。harbour noted. {mark}"),
    )
}

fn observation(writer: u64, turn: u64) -> Observation {
    let (said, replied) = words(writer, turn);
    Observation { thread: Some(format!("thread {writer}")), ..Observation::said(said).replied(replied) }
}

/// The mark that a text begins with.
fn mark(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// The marks in a text, wherever they stand.
fn marks(text: &str) -> impl Iterator<Item = &str> {
    let is_mark = |word: &&str| {
        let numbers = word.strip_prefix('w').and_then(|rest| rest.split_once('t'));
        numbers.is_some_and(|(writer, turn)| writer.parse::<u64>().is_ok() && turn.parse::<u64>().is_ok())
    };
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_mark)
}

/// A hit is whole: its first text to the letter, and what a night made of it from one text only.
fn assert_whole(hit: &Hit) {
    let text = hit.memory.text.joined();
    let own: HashSet<&str> = marks(&text).collect();
    if hit.memory.kind == Kind::Session {
        // It has words of several turns, all of its own thread.
        let thread = hit.memory.origin.thread.as_deref().and_then(|name| name.strip_prefix("thread "));
        let is_its = |mark: &&str| mark[1..].split_once('t').map(|(writer, _)| writer) == thread;
        assert!(own.iter().all(is_its), "{text}");
        return;
    }
    assert!(own.len() <= 1, "{text}");
    if let Some((writer, turn)) = own.iter().next().and_then(|mark| mark[1..].split_once('t')) {
        assert_eq!(hit.memory.origin.thread, Some(format!("thread {writer}")), "{text}");
        let (said, replied) = words(writer.parse().expect("a writer"), turn.parse().expect("a turn"));
        let is_first = hit.memory.shown.version == 1;
        assert!(!is_first || hit.memory.text == Text { trigger: said, content: replied }, "{text}");
    } else {
        assert_ne!(hit.memory.shown.version, 1, "{text}");
    }
    assert!(hit.terms.total().is_finite());
}

/// Every ranking is asked with the gate and without it in turn.
fn has_gate(round: u64) -> bool {
    round / 4 % 2 == 1
}

/// Recalls by every ranking, with and without a mark.
fn recall_once(engine: &Engine, round: u64) -> Vec<(MemoryId, Text)> {
    let profile = PROFILES[usize::try_from(round % 4).expect("below 4")];
    let prompts = ["harbour crane", "港の話", "\"harbour noted\"", "昨日の港の話", "crane number 3"];
    let words = prompts[usize::try_from(round % 5).expect("below 5")];
    let prompt = Prompt {
        profile: Some(profile),
        leaves_a_mark: round.is_multiple_of(3),
        gate: Some(has_gate(round)),
        top_k: Some(20),
        ..Prompt::new(words)
    };
    let recalled = engine.mind(MindName::default()).recall(&prompt).expect("recall never fails");
    recalled.hits.iter().for_each(assert_whole);
    let seqs: HashSet<_> = recalled.hits.iter().map(|hit| hit.memory.seq).collect();
    assert_eq!(seqs.len(), recalled.hits.len(), "nobody comes to mind twice");
    recalled.hits.into_iter().map(|hit| (hit.memory.id, hit.memory.text)).collect()
}

fn assert_is_well(path: &Path) {
    assert_eq!(
        omoide_store::open(path, Options::EXISTING).and_then(|store| store.upkeep().check()).expect("checked"),
        vec![]
    );
}

#[test]
fn recall_answers_while_sixteen_write_sleep_and_erase() {
    scale::rounds().for_each(|_| recall_while_sixteen_write());
}

fn recall_while_sixteen_write() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("omoide.db");
    drop(omoide_store::open(&path, Options::CREATE).expect("a new store"));
    let (path, clock) = (path.as_path(), clock());
    let (at_work, found) = (AtomicU64::new(WRITERS), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (clock, at_work) = (clock.clone(), &at_work);
            scope.spawn(move || {
                let engine = engine(path, writer + 1, clock.clone());
                let mind = engine.mind(MindName::default());
                for turn in 0..TURNS_EACH {
                    mind.remember(observation(writer, turn)).expect("remembered");
                    if turn % 4 == writer % 4 {
                        recall_once(&engine, writer + turn);
                    }
                    if writer == 0 {
                        clock.pass_hours(8);
                        mind.sleep(None, SleepMode::Real, &mut |_, _, _| {}).expect("slept");
                    }
                    if writer == 1 && turn % 3 == 2 {
                        let last = mind.list(&Filter::default()).expect("listed").pop().expect("one is there");
                        // Another may have erased it, or a night archived it, since.
                        drop(mind.erase(&[last.handle], Actor::Person));
                    }
                }
                at_work.fetch_sub(1, Ordering::SeqCst);
            });
        }
        for reader in 0..2 {
            let (clock, at_work, found) = (clock.clone(), &at_work, &found);
            scope.spawn(move || {
                let warm = engine(path, 100 + reader, clock.clone());
                let mut round = reader;
                while at_work.load(Ordering::SeqCst) > 0 {
                    let cold;
                    let asked = if round % 5 == 4 {
                        cold = engine(path, 100 + reader, clock.clone());
                        &cold
                    } else {
                        &warm
                    };
                    found.lock().expect("no one failed").extend(recall_once(asked, round));
                    round += 1;
                }
            });
        }
    });
    let found = found.into_inner().expect("no one failed");
    assert!(!found.is_empty(), "something came to mind all the while");
    let engine = engine(path, 200, clock);
    for (id, text) in found {
        let history = engine.mind(MindName::default()).history(&id.to_string()).expect("it has a history");
        // Nothing but the note of it is left of a memory that was erased since.
        let is_erased = history.versions.is_empty();
        assert!(is_erased || history.versions.iter().any(|version| version.text == text), "nobody wrote {text:?}");
    }
    assert_is_well(path);
}

#[test]
fn recall_answers_while_a_night_runs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("omoide.db");
    drop(omoide_store::open(&path, Options::CREATE).expect("a new store"));
    let (path, clock) = (path.as_path(), clock());
    let sleeper = engine(path, 1, clock.clone());
    for turn in 0..150 {
        sleeper.mind(MindName::default()).remember(observation(turn % 8, turn)).expect("remembered");
    }
    let is_asleep = AtomicBool::new(true);
    std::thread::scope(|scope| {
        let (is_asleep, recalling) = (&is_asleep, clock.clone());
        let reader = scope.spawn(move || {
            let engine = engine(path, 2, recalling);
            let mut rounds = 0;
            while is_asleep.load(Ordering::SeqCst) || rounds < 8 {
                let found = recall_once(&engine, rounds);
                // The default ranking knows what was said at first, whatever nights left of it.
                let is_sure = rounds.is_multiple_of(4) && !has_gate(rounds);
                assert!(!is_sure || !found.is_empty(), "all speak of the harbour, in round {rounds}");
                rounds += 1;
            }
        });
        for _ in 0..4 {
            clock.pass_days(1);
            let slept = sleeper.mind(MindName::default()).sleep(None, SleepMode::Real, &mut |_, _, _| {});
            assert_eq!(slept.expect("slept").nights.len(), 1);
        }
        sleeper.mind(MindName::default()).undo_night(None).expect("undone");
        is_asleep.store(false, Ordering::SeqCst);
        reader.join().expect("the reader saw nothing wrong");
    });
    assert_is_well(path);
}

#[test]
fn recall_answers_after_a_writer_is_killed() {
    if let (Some(store), Some(number)) = (std::env::var_os(STORE), std::env::var_os(NUMBER)) {
        let number = number.to_string_lossy().parse().expect("a number");
        return write_until_killed(Path::new(&store), number);
    }
    scale::rounds().for_each(|_| recall_after_kills());
}

fn recall_after_kills() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("omoide.db");
    drop(omoide_store::open(&path, Options::CREATE).expect("a new store"));
    let warm = engine(&path, 1_000, clock());
    let mut acknowledged: Vec<String> = Vec::new();
    for kill in 0..KILLS {
        let this = std::env::current_exe().expect("this program");
        let mut child = Command::new(this)
            .args(["--exact", "recall_answers_after_a_writer_is_killed", "--nocapture"])
            .env(STORE, &path)
            .env(NUMBER, (kill + 1).to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the writer starts");
        let lines = BufReader::new(child.stdout.take().expect("it was piped")).lines();
        let wanted = usize::try_from(kill % 5 + 1).expect("a few");
        let said = lines.map_while(Result::ok).filter_map(|line| line.strip_prefix("said ").map(str::to_owned));
        acknowledged.extend(said.take(wanted));
        // In the middle of whatever it does next.
        std::thread::sleep(std::time::Duration::from_micros(kill * 700));
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        for round in 0..5 {
            recall_once(&warm, round);
            recall_once(&engine(&path, 2_000, clock()), round);
        }
    }
    assert!(acknowledged.len() as u64 >= KILLS);
    for said in acknowledged {
        let prompt = Prompt { leaves_a_mark: false, ..Prompt::new(&said) };
        let hits = warm.mind(MindName::default()).recall(&prompt).expect("recall").hits;
        assert!(hits.first().is_some_and(|hit| mark(&hit.memory.text.trigger) == said), "{said} is lost: {hits:?}");
    }
    assert_is_well(&path);
}

/// Remembers and says so, until the process is killed.
fn write_until_killed(path: &Path, number: u64) {
    let engine = engine(path, number, clock());
    for turn in 0..10_000 {
        engine.mind(MindName::default()).remember(observation(number, turn)).expect("remembered");
        let (said, _) = words(number, turn);
        let mut out = std::io::stdout().lock();
        // The reader is gone once it has read enough, and the kill follows.
        if writeln!(out, "said {}", mark(&said)).and_then(|()| out.flush()).is_err() {
            std::thread::park();
        }
    }
}
