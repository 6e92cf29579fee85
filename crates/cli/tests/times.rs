//! Words for times, in both languages, wherever a command takes a time.

use omoide_testkit::command::CommandSandbox;

/// The present of these tests, a Tuesday.
const NOW: &str = "2026-01-20T14:30:00+09:00";

/// When a memory happened that was remembered with `--at`.
fn created(at: &str) -> String {
    let sandbox = CommandSandbox::new();
    let remembered = sandbox.at(NOW, &["remember", "The fern got a new pot.", "--at", at, "--json"]).json();
    remembered["memory"]["created"].as_str().expect("a time").to_owned()
}

#[test]
fn words_say_when_something_was_said() {
    assert_eq!(created("yesterday"), "2026-01-19T12:00:00+09:00");
    assert_eq!(created("昨日"), "2026-01-19T12:00:00+09:00");
    assert_eq!(created("3日前"), "2026-01-17T12:00:00+09:00");
    assert_eq!(created("last week"), "2026-01-15T12:00:00+09:00");
    assert_eq!(created("yesterday at 3pm"), "2026-01-19T15:00:00+09:00");
    assert_eq!(created("today"), NOW);
    assert_eq!(created("2026-01-05"), "2026-01-05T00:00:00+09:00", "a date means what it meant before");
    let sandbox = CommandSandbox::new();
    let refused = sandbox.at(NOW, &["remember", "x", "--at", "tomorrow"]).fails(1);
    assert!(refused.contains("is in the future"), "{refused}");
    let refused = sandbox.at(NOW, &["remember", "x", "--at", "明日", "--lang", "ja"]).fails(1);
    assert!(refused.contains("未来の時刻です"), "{refused}");
}

#[test]
fn lines_of_json_may_say_it_in_words() {
    let sandbox = CommandSandbox::new();
    let line = "{\"said\": \"The fern got a new pot.\", \"at\": \"去年の夏\"}\n";
    sandbox.piped(&["remember", "--jsonl"], line.as_bytes()).ok();
    let listed = sandbox.omoide(&["list", "--json"]).json();
    assert!(listed["memories"][0]["created"].as_str().is_some_and(|at| at.starts_with("2025-07-17")), "{listed}");
}

#[test]
fn a_list_begins_and_ends_where_words_say() {
    let sandbox = CommandSandbox::new();
    let days = ["2025-03-10", "2025-07-01", "2026-01-06", "2026-01-12", "2026-01-18", "2026-01-19", "2026-01-20"];
    for day in days {
        let at = format!("{day}T10:00:00+09:00");
        sandbox.at(NOW, &["remember", &format!("The fern was watered, {day}."), "--at", &at, "-q"]).ok();
    }
    let listed = |words: &[&str]| -> Vec<String> {
        let all: Vec<&str> = ["list", "--all", "--oldest-first", "--json"].iter().chain(words).copied().collect();
        let answer = sandbox.at(NOW, &all).json();
        let memories = answer["memories"].as_array().expect("a list").clone();
        memories.iter().map(|memory| memory["created"].as_str().unwrap_or_default()[..10].to_owned()).collect()
    };
    assert_eq!(listed(&["--since", "yesterday"]), &days[5..]);
    assert_eq!(listed(&["--since", "last week"]), &days[3..], "from its Monday on");
    assert_eq!(listed(&["--until", "last week"]), &days[..5], "up to its Sunday");
    assert_eq!(listed(&["--since", "先週", "--until", "先週"]), &days[3..5]);
    assert_eq!(listed(&["--since", "2 weeks ago", "--until", "2 weeks ago"]), &days[2..3]);
    assert_eq!(listed(&["--since", "last March", "--until", "last March"]), &days[..1]);
    assert_eq!(listed(&["--since", "去年の夏", "--until", "去年の夏"]), &days[1..2]);
    assert_eq!(listed(&["--until", "昨日"]), &days[..6]);
    assert_eq!(listed(&["--since", "2026-01-19", "--until", "2026-01-19"]), &days[5..6]);
    let empty = sandbox.at(NOW, &["list", "--since", "yesterday", "--until", "last week"]).fails(2);
    assert!(empty.contains("nothing lies between"), "{empty}");
    let refused = sandbox.at(NOW, &["list", "--since", "lately-ish"]).fails(2);
    assert!(refused.contains("2026-01-20, 2026-01-20T14:30, yesterday, \"2 weeks ago\""), "{refused}");
    let refused = sandbox.at(NOW, &["list", "--since", "いつか", "--lang", "ja"]).fails(2);
    assert!(refused.contains("2026-01-20、2026-01-20T14:30、昨日、2週間前"), "{refused}");
}

#[test]
fn nights_simulations_and_analyses_take_words_too() {
    let sandbox = CommandSandbox::with_memories();
    let slept = sandbox.at("2026-01-24T12:00:00+09:00", &["sleep", "--date", "昨日", "--json"]).json();
    let nights = slept["nights"].as_array().expect("nights");
    assert_eq!(nights.last().map(|night| &night["date"]), Some(&"2026-01-23".into()), "{slept}");
    sandbox.at("2026-01-24T12:00:00+09:00", &["sleep", "undo", "--date", "yesterday"]).ok();
    let refused = sandbox.at("2026-01-24T12:00:00+09:00", &["sleep", "undo", "--date", "this month"]).fails(2);
    assert!(refused.contains("one day is needed"), "{refused}");
    sandbox.at(NOW, &["simulate", "--days", "2", "--start", "last week"]).ok();
    let analysed = sandbox.at(NOW, &["analyze", "We met yesterday.", "--now", "先週の金曜"]).ok();
    assert!(analysed.contains("2026-01-15"), "{analysed}");
}
