//! Prompts that ask for a time, and prompts that only name one, seen from Monday, 2026-11-16.

use super::*;

fn asked(prompt: &str) -> Option<TimeAsked> {
    time_asked(prompt, "2026-11-16T20:00:00+09:00".parse().expect("a time")).asked
}

fn day(moment: Moment) -> String {
    moment.to_string()[..10].to_owned()
}

/// What is asked, and from which day to before which.
fn told(prompt: &str) -> Option<(TimeAsk, String, String)> {
    let asked = asked(prompt)?;
    let window = asked.windows.first()?;
    Some((asked.asks, day(window.from), day(window.to)))
}

#[track_caller]
fn ask(asks: TimeAsk, cases: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (prompt, from, to) in cases {
        let found = told(prompt);
        if found != Some((asks, (*from).to_owned(), (*to).to_owned())) {
            wrong.push(format!("{prompt}: {found:?}, not {asks:?} {from} to {to}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_time_is_asked_for_with_all_that_there_is_of_it() {
    ask(
        TimeAsk::All,
        &[
            ("10月12日は何をしてた？", "2026-10-12", "2026-10-13"),
            ("10月12日って何してたんだっけ", "2026-10-12", "2026-10-13"),
            ("10月12日のこと、覚えてる？", "2026-10-12", "2026-10-13"),
            ("what did we talk about last week?", "2026-11-09", "2026-11-16"),
            ("Remind me what I told you last week", "2026-11-09", "2026-11-16"),
            ("so what happened last week", "2026-11-09", "2026-11-16"),
            ("What was I up to in early June?", "2026-06-01", "2026-06-11"),
            ("What did I do the weekend before last?", "2026-11-07", "2026-11-09"),
            ("先週の土曜、何してたっけ", "2026-11-14", "2026-11-15"),
            ("先週の土曜は何があった？", "2026-11-14", "2026-11-15"),
            ("来月の予定は？", "2026-12-01", "2027-01-01"),
            ("来月なんか予定あったっけ", "2026-12-01", "2027-01-01"),
            ("what's coming up next week?", "2026-11-23", "2026-11-30"),
            ("anything on Friday?", "2026-11-20", "2026-11-21"),
            ("Do I have anything on the 20th?", "2026-11-20", "2026-11-21"),
            ("金曜って何か予定ある？", "2026-11-20", "2026-11-21"),
            ("I'm worn out. What did we do yesterday?", "2026-11-15", "2026-11-16"),
        ],
    );
}

#[test]
fn something_of_a_time_is_asked_for() {
    ask(
        TimeAsk::Within,
        &[
            ("what did I cook on Sunday?", "2026-11-15", "2026-11-16"),
            ("おとといの夜ごはん何だった？", "2026-11-14", "2026-11-15"),
            ("the standup meeting yesterday", "2026-11-15", "2026-11-16"),
            ("昨日の会議", "2026-11-15", "2026-11-16"),
            ("who did we meet in October?", "2026-10-01", "2026-11-01"),
            ("昨日食べたラーメン、どこの店だっけ？", "2026-11-15", "2026-11-16"),
            ("先週の水曜、早退したよね。何したんだっけ", "2026-11-11", "2026-11-12"),
            ("What was Mia up to on Sunday the 18th of October?", "2026-10-18", "2026-10-19"),
        ],
    );
}

#[test]
fn a_day_to_come_that_is_told_is_looked_up() {
    ask(
        TimeAsk::Coming,
        &[
            ("I'm free on the 20th", "2026-11-20", "2026-11-21"),
            ("20日は空いてるよ", "2026-11-20", "2026-11-21"),
            ("I'm meeting Ken on Friday", "2026-11-20", "2026-11-21"),
            ("明日は早起きする", "2026-11-17", "2026-11-18"),
        ],
    );
}

#[test]
fn a_time_in_passing_is_not_asked_for() {
    for prompt in [
        "I slept badly last night",
        "昨日よく眠れなかった",
        "We went to the lake on Saturday!",
        "先週は忙しかった",
        "I slept badly last night, what was that tea you like?",
        "昨日眠れなかったんだけど、あのお茶の名前なんだっけ？",
        "How long have I lived here since 2020?",
        "先月からずっと雨だね",
        "When is the recital?",
        "the train leaves at 3",
        "Is May a good month to sow tomatoes?",
        "I've been so tired lately",
    ] {
        assert_eq!(asked(prompt), None, "{prompt}");
    }
}

#[test]
fn only_the_words_of_the_calendar_are_no_words_to_search_for() {
    let words = |prompt: &str| -> Vec<String> {
        let timed = time_asked(prompt, "2026-11-16T20:00:00+09:00".parse().expect("a time"));
        timed.words.iter().map(|place| prompt[place.clone()].to_owned()).collect()
    };
    assert_eq!(words("what did I cook in November?"), ["November"]);
    assert_eq!(words("10月の旅行"), ["10月"]);
    assert_eq!(words("what did we eat at Christmas?"), Vec::<String>::new());
    assert_eq!(words("the call at 3pm"), Vec::<String>::new());
}
