//! Streams that are killed at any moment: at most a second of a reply is lost, no turn is there twice, and the next start
//! recovers it, whoever else is killed or does the same meanwhile.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use omoide_testkit::chance::SeededChance;
use omoide_testkit::command::{DAY, command};
use omoide_testkit::scale;
use serde_json::Value;

/// How many streams run at once, and how many are killed in all.
const AT_ONCE: usize = 10;
const KILLS: usize = 30;

/// What a kill may lose.
const A_SECOND: Duration = Duration::from_secs(1);

/// The longest that a stream lives, in milliseconds.
const LONGEST: u64 = 2_500;

/// What was said in a stream that was killed.
struct Fed {
    number: usize,
    /// All that was written to it.
    whole: String,
    /// How much of that was written a second before the kill.
    safe: usize,
    /// Whether it had begun before it was killed.
    had_begun: bool,
}

#[test]
fn a_killed_stream_loses_a_second_at_most_and_is_remembered_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    omoide(&data, &["remember", "The beginning."]);
    let mut fed = Vec::new();
    let rounds = scale::count(KILLS).div_ceil(AT_ONCE);
    for round in 0..rounds {
        let numbers = round * AT_ONCE..(round + 1) * AT_ONCE;
        let (home, data) = (folder.path(), &data);
        std::thread::scope(|scope| {
            let hands: Vec<_> = numbers.map(|number| scope.spawn(move || kill_one(home, data, number))).collect();
            fed.extend(hands.into_iter().map(|hand| hand.join().expect("no panic")));
        });
        recover_in_trouble(data, &mut SeededChance(99 + round as u64));
    }
    let turns = exported(&data);
    for one in &fed {
        check(one, turns.get(&question(one.number)).map_or(&[][..], Vec::as_slice));
    }
    assert_eq!(fs::read_dir(data.join("streaming")).expect("a folder").flatten().filter(is_named).count(), 0);
    let begun = fed.iter().filter(|one| one.had_begun).count();
    let with_safe_text = fed.iter().filter(|one| one.safe > 0).count();
    assert!(begun * 2 > fed.len() && with_safe_text * 4 > fed.len(), "{begun} and {with_safe_text} of {}", fed.len());
    omoide(&data, &["doctor"]);
}

fn is_named(file: &fs::DirEntry) -> bool {
    !file.file_name().to_string_lossy().starts_with('.')
}

fn question(number: usize) -> String {
    format!("This is question {number}.")
}

fn check(one: &Fed, turns: &[Value]) {
    let number = one.number;
    assert!(turns.len() <= 1, "stream {number} was remembered {} times", turns.len());
    let Some(turn) = turns.first() else {
        assert!(!one.had_begun, "stream {number} is lost");
        return;
    };
    let replied = turn["replied"].as_str().expect("a text");
    assert!(one.whole.starts_with(replied), "stream {number} was never fed this: {replied}");
    let safe = one.whole[..one.safe].trim();
    assert!(replied.len() >= safe.len(), "stream {number} has {} bytes of {}", replied.len(), safe.len());
    assert_eq!(turn["heard_until"].as_u64(), Some(replied.chars().count() as u64), "stream {number}");
}

/// Feeds a stream until it is killed.
fn kill_one(folder: &Path, data: &Path, number: usize) -> Fed {
    let mut chance = SeededChance(1_000 + number as u64);
    for _ in 0..20 {
        chance.below(2);
    }
    let said = question(number);
    let mut child = spawn(folder, data, &["stream", "--said", &said]);
    // Some are killed while they begin.
    if number.is_multiple_of(7) {
        std::thread::sleep(Duration::from_millis(chance.below(250)));
        let had_begun = has_begun(data, &said);
        end(&mut child);
        return Fed { number, whole: String::new(), safe: 0, had_begun };
    }
    let mut pipe = child.stdin.take().expect("a pipe");
    let mut whole = format!("Answer {number}. ");
    pipe.write_all(whole.as_bytes()).expect("it reads");
    // How long a program takes to start is another matter.
    wait_for(|| has_begun(data, &whole));
    let (begin, mut times) = (now(), vec![(now(), whole.len())]);
    let life = Duration::from_millis(chance.below(LONGEST));
    // Half of them speak so slowly that it is the pause that has their words written, and not their number.
    let most_words = if number.is_multiple_of(2) { 12 } else { 1 };
    while begin.elapsed() < life {
        let piece: String = (0..=chance.below(most_words)).map(|_| word(&mut chance)).collect();
        pipe.write_all(piece.as_bytes()).expect("it reads");
        whole.push_str(&piece);
        times.push((now(), whole.len()));
        // Now and then it stalls.
        let pause = if chance.below(8) == 0 { 1_800 } else { 60 };
        std::thread::sleep(Duration::from_millis(chance.below(pause)));
    }
    let killed = now();
    end(&mut child);
    let safe = times.iter().rev().find(|(at, _)| killed.duration_since(*at) > A_SECOND).map_or(0, |(_, bytes)| *bytes);
    Fed { number, whole, safe, had_begun: true }
}

fn word(chance: &mut SeededChance) -> String {
    const WORDS: [&str; 6] = ["beans", "and", "peas,", "庭の話。", "then", "soon\n"];
    let word = WORDS[usize::try_from(chance.below(6)).expect("small")];
    format!("{word}{} ", chance.below(9))
}

/// Several recover at once, and one of them is killed at it.
fn recover_in_trouble(data: &Path, chance: &mut SeededChance) {
    let mut hands: Vec<Child> = (0..3).map(|_| spawn(data, data, &["stream", "--recover"])).collect();
    std::thread::sleep(Duration::from_millis(chance.below(200)));
    end(&mut hands[0]);
    for hand in &mut hands[1..] {
        assert!(hand.wait().expect("it ends").success());
    }
    // What the killed one held is free again.
    omoide(data, &["list"]);
}

fn has_begun(data: &Path, said: &str) -> bool {
    let files = fs::read_dir(data.join("streaming")).into_iter().flatten().flatten();
    files.filter(is_named).any(|file| fs::read_to_string(file.path()).is_ok_and(|text| text.contains(said)))
}

/// The verbatim turns of the mind, by what was said.
fn exported(data: &Path) -> BTreeMap<String, Vec<Value>> {
    let mut turns: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in omoide(data, &["export", "-"]).lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let turn = line.pointer("/turn").filter(|turn| turn.is_object()).cloned();
        if let Some(turn) = turn {
            turns.entry(turn["said"].as_str().expect("a text").to_owned()).or_default().push(turn);
        }
    }
    turns
}

fn spawn(home: &Path, data: &Path, arguments: &[&str]) -> Child {
    let mut command = command(home, data, DAY);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("it runs")
}

fn omoide(data: &Path, arguments: &[&str]) -> String {
    let output = command(data, data, DAY).args(arguments).stdin(Stdio::null()).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn end(child: &mut Child) {
    child.kill().expect("killed");
    child.wait().expect("it ends");
}

fn wait_for(mut is_so: impl FnMut() -> bool) {
    for _ in 0..6_000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("it never came to be");
}

#[expect(clippy::disallowed_methods, reason = "the test measures what a kill loses")]
fn now() -> Instant {
    Instant::now()
}

#[test]
fn sixteen_streams_at_once_are_sixteen_turns() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let mut children: Vec<Child> =
        (0..16).map(|number| spawn(folder.path(), &data, &["stream", "--said", &question(number)])).collect();
    for round in 0..20 {
        for (number, child) in children.iter_mut().enumerate() {
            let pipe = child.stdin.as_mut().expect("a pipe");
            write!(pipe, "{number}.{round} ").expect("it reads");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    for child in &mut children {
        drop(child.stdin.take());
        assert!(child.wait().expect("it ends").success());
    }
    let turns = exported(&data);
    for number in 0..16 {
        let replied: Vec<String> = (0..20).map(|round| format!("{number}.{round}")).collect();
        let turns = &turns[&question(number)];
        assert_eq!((turns.len(), turns[0]["replied"].as_str()), (1, Some(replied.join(" ").as_str())));
        assert!(turns[0].get("heard_until").is_none());
    }
    assert_eq!(fs::read_dir(data.join("streaming")).expect("a folder").count(), 0);
}

#[test]
fn a_stream_that_was_killed_is_recovered_by_a_start_whose_clock_is_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let mut child = spawn(folder.path(), &data, &["stream", "--said", &question(1)]);
    child.stdin.as_mut().expect("a pipe").write_all(b"beans and ").expect("it reads");
    wait_for(|| has_begun(&data, "beans and"));
    end(&mut child);
    let output = command(&data, &data, "2025-12-24T08:00:00-05:00").args(["list", "--json"]).output().expect("it runs");
    let listed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(listed["total"], 1, "{listed}");
    assert_eq!(exported(&data)[&question(1)][0]["at"], "2025-12-24T08:00:00-05:00");
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_the_stream_says_so_and_what_was_on_the_disk_is_recovered() {
    let folder = tempfile::tempdir().expect("a folder");
    let mount = folder.path().join("disk");
    fs::create_dir_all(&mount).expect("made");
    let script = format!(
        "mount -t tmpfs -o size=3m tmpfs '{mount}' || exit 77; export OMOIDE_DATA_DIR='{mount}'; \
         '{omoide}' remember 'The beginning.' >/dev/null || exit 78; \
         {{ printf 'This was said. '; sleep 1.2; dd if=/dev/zero of='{mount}/filling' bs=1k >/dev/null 2>&1; \
            seq 20000; }} | '{omoide}' stream --said 'And then?' >/dev/null 2>'{mount}.err'; echo $? >'{mount}.code'; \
         rm '{mount}/filling'; '{omoide}' list --json",
        mount = mount.display(),
        omoide = env!("CARGO_BIN_EXE_omoide"),
    );
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", &script]).env("HOME", folder.path()).env("LANG", "C").stdin(Stdio::null());
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let told = fs::read_to_string(folder.path().join("disk.err")).expect("what it said");
    let code = fs::read_to_string(folder.path().join("disk.code")).expect("a code");
    assert!(told.contains("disk is full") && code.trim() == "1", "{code}: {told}");
    let listed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(listed["total"], 2, "{listed}");
    assert!(listed.to_string().contains("This was said."), "{listed}");
}
