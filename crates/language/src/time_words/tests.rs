//! Time words seen from Wednesday, 2026-03-18.

use super::*;

fn now() -> Moment {
    "2026-03-18T14:30:00+09:00".parse().expect("a time")
}

fn range(prompt: &str) -> (String, String) {
    match time_hint(prompt, now()) {
        Some(TimeHint::Within(first, after)) => (day(first), day(after)),
        other => panic!("{prompt}: {other:?}"),
    }
}

fn day(moment: Moment) -> String {
    let text = moment.to_string();
    assert!(text.ends_with("T00:00:00+09:00"), "{text}");
    text[..10].to_owned()
}

#[track_caller]
fn is_within(cases: &[(&str, &str, &str)]) {
    for (prompt, first, after) in cases {
        assert_eq!(range(prompt), ((*first).to_owned(), (*after).to_owned()), "{prompt}");
    }
}

#[test]
fn japanese_days_weeks_months_and_years_are_local_calendar_ranges() {
    is_within(&[
        ("今日の予定は？", "2026-03-18", "2026-03-19"),
        ("今朝の話", "2026-03-18", "2026-03-19"),
        ("昨日何した？", "2026-03-17", "2026-03-18"),
        ("一昨日の件", "2026-03-16", "2026-03-17"),
        ("おとといの件", "2026-03-16", "2026-03-17"),
        ("先週の会議", "2026-03-09", "2026-03-16"),
        ("今週は", "2026-03-16", "2026-03-23"),
        ("先月の旅行", "2026-02-01", "2026-03-01"),
        ("今月の目標", "2026-03-01", "2026-04-01"),
        ("去年の夏", "2025-01-01", "2026-01-01"),
        ("昨年", "2025-01-01", "2026-01-01"),
    ]);
}

#[test]
fn japanese_counts_go_back() {
    is_within(&[
        ("3日前に話した", "2026-03-15", "2026-03-16"),
        ("３日前に話した", "2026-03-15", "2026-03-16"),
        ("三日前", "2026-03-15", "2026-03-16"),
        ("十日前", "2026-03-08", "2026-03-09"),
        ("2週間前の話", "2026-03-02", "2026-03-09"),
        ("1か月前", "2026-02-01", "2026-03-01"),
        ("2ヶ月前", "2026-01-01", "2026-02-01"),
        ("半年前", "2025-09-01", "2025-10-01"),
        ("1年前", "2025-01-01", "2026-01-01"),
        ("数日前", "2026-03-11", "2026-03-18"),
    ]);
}

#[test]
fn japanese_weekdays_and_dates_are_the_latest_past_ones() {
    is_within(&[
        ("月曜の会議", "2026-03-16", "2026-03-17"),
        ("金曜日に決めた", "2026-03-13", "2026-03-14"),
        ("水曜の話", "2026-03-11", "2026-03-12"),
        ("先週の月曜日", "2026-03-09", "2026-03-10"),
        ("1月20日の記憶", "2026-01-20", "2026-01-21"),
        ("12月24日", "2025-12-24", "2025-12-25"),
        ("2025年3月5日", "2025-03-05", "2025-03-06"),
        ("2025年3月の話", "2025-03-01", "2025-04-01"),
        ("去年の8月に行った", "2025-08-01", "2025-09-01"),
        ("2026-01-20 のこと", "2026-01-20", "2026-01-21"),
        ("2026/1/20のこと", "2026-01-20", "2026-01-21"),
    ]);
}

#[test]
fn english_expressions_are_the_same_ranges() {
    is_within(&[
        ("what did we do today", "2026-03-18", "2026-03-19"),
        ("Yesterday we talked", "2026-03-17", "2026-03-18"),
        ("the day before yesterday", "2026-03-16", "2026-03-17"),
        ("last week's meeting", "2026-03-09", "2026-03-16"),
        ("last month", "2026-02-01", "2026-03-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("this week", "2026-03-16", "2026-03-23"),
        ("this month", "2026-03-01", "2026-04-01"),
        ("3 days ago", "2026-03-15", "2026-03-16"),
        ("two weeks ago", "2026-03-02", "2026-03-09"),
        ("a month ago", "2026-02-01", "2026-03-01"),
        ("a couple of days ago", "2026-03-16", "2026-03-17"),
        ("ten years ago", "2016-01-01", "2017-01-01"),
        ("on Monday", "2026-03-16", "2026-03-17"),
        ("last Friday", "2026-03-13", "2026-03-14"),
        ("in March", "2026-03-01", "2026-04-01"),
        ("in November we met", "2025-11-01", "2025-12-01"),
        ("January 20th", "2026-01-20", "2026-01-21"),
        ("January 20, 2025", "2025-01-20", "2025-01-21"),
        ("20 January 2025", "2025-01-20", "2025-01-21"),
    ]);
}

#[test]
fn vague_words_mean_the_more_recent_the_better() {
    for prompt in [
        "前回の続き",
        "以前話したこと",
        "この前の件",
        "さっきのエラー",
        "前にパフォーマンスの話したよね",
        "last time we spoke",
        "as previously discussed",
        "the bug from earlier",
        "the other day",
    ] {
        assert_eq!(time_hint(prompt, now()), Some(TimeHint::Recent), "{prompt}");
    }
}

#[test]
fn other_texts_speak_of_no_time() {
    for prompt in ["", "この関数を直して", "fix the bug", "may I march on?", "99月99日", "9999999年前", "名前を決める"]
    {
        assert_eq!(time_hint(prompt, now()), None, "{prompt}");
    }
}

#[test]
fn a_leap_day_without_a_year_is_the_last_one() {
    is_within(&[("2月29日", "2024-02-29", "2024-03-01")]);
}
