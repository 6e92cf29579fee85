//! `sleep`: every night once for its date.

use omoide_testkit::command::CommandSandbox;

const LATER: &str = "2026-01-24T12:00:00+09:00";

#[test]
fn missed_nights_are_caught_up_and_told() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!("before", sandbox.at(LATER, &["sleep", "status"]).ok());
    insta::assert_snapshot!("dry_run", sandbox.at(LATER, &["sleep", "--dry-run", "--date", "2026-01-22"]).ok());
    insta::assert_snapshot!("nights", sandbox.at(LATER, &["sleep"]).ok());
    assert_eq!(sandbox.at(LATER, &["sleep"]).ok(), "no night is due\n");
    insta::assert_snapshot!("after", sandbox.at(LATER, &["sleep", "status"]).ok());
    insta::assert_snapshot!("after_in_japanese", sandbox.at(LATER, &["sleep", "status", "--lang", "ja"]).ok());
}

#[test]
fn a_dry_run_changes_nothing() {
    let sandbox = CommandSandbox::with_memories();
    let before = sandbox.omoide(&["list", "--json"]).ok();
    let dreamt = sandbox.at(LATER, &["sleep", "--dry-run", "--json"]).json();
    assert_eq!(dreamt["nights"].as_array().map(Vec::len), Some(4));
    assert_eq!(sandbox.omoide(&["list", "--json"]).ok(), before);
}

#[test]
fn the_last_night_is_taken_back_and_only_that() {
    let sandbox = CommandSandbox::with_memories();
    assert!(sandbox.omoide(&["sleep", "undo"]).fails(1).contains("no night has run yet"));
    sandbox.at(LATER, &["sleep", "--date", "2026-01-23"]).ok();
    let before = sandbox.omoide(&["list", "--json"]).ok();
    sandbox.at("2026-01-24T12:05:00+09:00", &["sleep"]).ok();
    assert!(
        sandbox.at(LATER, &["sleep", "undo", "--date", "2026-01-22"]).fails(1).contains("the last one is 2026-01-24")
    );
    assert_eq!(sandbox.at(LATER, &["sleep", "undo"]).ok(), "the night of 2026-01-24 was undone\n");
    assert_eq!(sandbox.omoide(&["list", "--json"]).ok(), before);
}

#[test]
fn a_clock_ten_years_ahead_forgets_nothing_and_says_so() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.at("2026-01-21T12:00:00+09:00", &["sleep"]).ok();
    let ahead = "2036-05-01T12:00:00+09:00";
    let mut story = String::new();
    let mut tell = |at: &str, words: &[&str]| {
        let answer = sandbox.at(at, words);
        story.push_str(&format!("$ omoide {}   # at {at}\n{}{}\n", words.join(" "), answer.out, answer.err));
    };
    tell(ahead, &["recall", "Which store did we decide on?"]);
    let before = sandbox.omoide(&["list", "--json"]).ok();
    tell(ahead, &["sleep", "status"]);
    tell(ahead, &["doctor"]);
    // A schedule, which nobody watches, waits as well.
    tell(ahead, &["sleep", "--quiet"]);
    assert_eq!(sandbox.omoide(&["list", "--json"]).ok(), before);
    tell(ahead, &["sleep"]);
    assert_ne!(sandbox.omoide(&["list", "--json"]).ok(), before, "a person may");
    tell(ahead, &["sleep", "undo"]);
    assert_eq!(sandbox.omoide(&["list", "--json"]).ok(), before, "and may take it back");
    insta::assert_snapshot!("wrong_clock", story.replace(&sandbox.path().display().to_string(), "DATA"));
}

#[test]
fn nights_that_a_clock_ahead_ran_are_taken_back_when_it_is_right_again() {
    let sandbox = CommandSandbox::with_memories();
    sandbox.at("2026-01-21T12:00:00+09:00", &["sleep"]).ok();
    sandbox.at("2036-05-01T12:00:00+09:00", &["sleep"]).ok();
    let right = "2026-01-23T12:00:00+09:00";
    assert!(sandbox.at(right, &["sleep", "status"]).ok().contains("the clock is behind what was recorded"));
    assert!(sandbox.at(right, &["doctor"]).all().contains("the clock is behind what was recorded"));
    let answer = sandbox.at(right, &["sleep"]).ok();
    assert!(answer.contains("397 nights had run for dates in the future; they were undone"), "{answer}");
    assert_eq!(
        sandbox.at("2026-01-25T12:00:00+09:00", &["sleep", "--json"]).json()["nights"].as_array().map(Vec::len),
        Some(1)
    );
}

#[test]
fn a_night_to_come_and_a_clock_set_back_are_refused() {
    let sandbox = CommandSandbox::with_memories();
    insta::assert_snapshot!("to_come", sandbox.omoide(&["sleep", "--date", "2027-01-01"]).all());
    sandbox.at(LATER, &["sleep"]).ok();
    insta::assert_snapshot!("set_back", sandbox.at("2025-01-24T12:00:00+09:00", &["sleep"]).all());
    // Everything else goes on: a wrong clock must not lock anyone out.
    sandbox.at("2025-01-24T12:00:00+09:00", &["remember", "while the clock was wrong"]).ok();
    sandbox.at("2025-01-24T12:00:00+09:00", &["recall", "SQLite"]).ok();
}

#[test]
fn a_bad_date_is_not_understood() {
    let sandbox = CommandSandbox::with_memories();
    assert!(sandbox.omoide(&["sleep", "--date", "someday"]).fails(2).contains("someday"));
    assert!(sandbox.omoide(&["sleep", "--date", "last week"]).fails(2).contains("one day is needed"));
    assert!(sandbox.omoide(&["sleep", "--date", "先週", "--lang", "ja"]).fails(2).contains("一日だけ指定してください"));
    assert!(sandbox.omoide(&["sleep", "--date", "2026-02-30"]).fails(2).contains("2026-02-30"));
}

#[test]
fn overdue_nights_are_slept_after_the_next_answer() {
    let sandbox = CommandSandbox::with_memories();
    let nights = || sandbox.omoide(&["sleep", "status", "--json"]).json()["nights"].as_array().map(Vec::len);
    let later = "2026-01-23T10:00:00+09:00";
    sandbox.at(later, &["recall", "--no-mark", "SQLite"]).ok();
    sandbox.at(later, &["recall", "SQLite", "--set", "sleep.catch_up=false"]).ok();
    assert_eq!(nights(), Some(0));
    let answer = sandbox.at(later, &["recall", "SQLite"]);
    assert!(answer.err.contains("nights that were due and have run: 3"), "{}", answer.all());
    assert_eq!(nights(), Some(3));
    sandbox.at(later, &["sleep", "undo", "--date", "2026-01-23"]).ok();
    sandbox.at(later, &["recall", "SQLite"]).ok();
    assert_eq!(nights(), Some(2), "what was taken back stays so");
    sandbox.at(later, &["sleep"]).ok();
    assert_eq!(nights(), Some(3));
    // A day later one night is due, but the last one was run for its hour less than a day ago.
    let soon = sandbox.at("2026-01-24T02:00:00+09:00", &["recall", "SQLite"]);
    assert!(!soon.err.contains("overdue"), "{}", soon.all());
}
