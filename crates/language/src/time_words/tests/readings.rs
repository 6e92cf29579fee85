//! What is read beside single times: places, vague words, texts that speak of no time, tense.

use super::*;

#[test]
fn every_mention_has_its_place() {
    let text = "昨日は３月５日の続き。`2020-01-01` と https://a.b/2020/01/02 は別。Last Friday, then tomorrow.";
    let places: Vec<&str> = times(text, at(WEDNESDAY)).into_iter().map(|w| &text[w.place]).collect();
    assert_eq!(places, ["昨日", "３月５日", "Last Friday", "tomorrow"]);
    let two = "先週と今週、月曜 火曜";
    let places: Vec<&str> = times(two, at(WEDNESDAY)).into_iter().map(|w| &two[w.place]).collect();
    assert_eq!(places, ["先週", "今週", "月曜", "火曜"]);
}

#[test]
fn code_and_traces_are_passed_over() {
    let text = "```\n2024-03-05\n```\n2024-03-05T10:00:00Z ERROR failed\n昨日";
    assert_eq!(times(text, at(WEDNESDAY)).len(), 1);
}

#[test]
fn vague_words_mean_the_more_recent_the_better() {
    for prompt in [
        "前回の続き",
        "以前話したこと",
        "この前の件",
        "さっきのエラー",
        "この間はどうも",
        "先日の件",
        "最近どう？",
        "昔の話",
        "前にパフォーマンスの話したよね",
        "2時間前の話",
        "last time we spoke",
        "as previously discussed",
        "the bug from earlier",
        "the other day",
        "recently",
        "did we talk about this before?",
        "10 minutes ago",
    ] {
        assert_eq!(time_hint(prompt, at(WEDNESDAY)), Some(TimeHint::Recent), "{prompt}");
    }
    let words = times("さっきの話とこの前の話", at(WEDNESDAY));
    assert!(words.iter().all(|word| word.is_recent && short(word.to) == "2026-03-18T14:30"));
    assert!(words[0].from.unix_micros() > words[1].from.unix_micros());
}

#[test]
fn other_texts_speak_of_no_time() {
    for prompt in [
        "",
        "この関数を直して",
        "fix the bug",
        "may I march on?",
        "99月99日",
        "9999999年前",
        "名前を決める",
        "夏目漱石の小説",
        "三日月がきれい",
        "一日中寝ていた",
        "3日間の旅行",
        "この前提は正しい",
        "二日酔いだ",
        "3/4 of the users",
        "1.2.3 を入れた",
        "every Friday we meet",
        "毎週金曜に会う",
        "on Fridays",
        "line 2024 of the file",
        "in 2000 lines of code",
        "the ratio is 16:9",
        "五月雨式に進める",
        "I sat down",
        "Spring Boot を使う",
        "prices fall",
        "一時的な対応",
        "10時間かかった",
        "きょうだいがいる",
        "2024-99-99",
        "192.168.1.20",
        "3年前後かかる",
        "十分です",
        "12月号を13時間読む 99時",
        "a1月",
        "the morning routine",
    ] {
        let found = times(prompt, at(WEDNESDAY));
        let is_month = prompt.starts_with("12月号") || prompt == "a1月";
        assert!(found.is_empty() || is_month, "{prompt}: {found:?}");
        if !is_month {
            assert_eq!(time_hint(prompt, at(WEDNESDAY)), None, "{prompt}");
        }
    }
}

#[test]
fn a_hint_is_the_most_exact_past_time_in_whole_days() {
    let hint = |prompt: &str| match time_hint(prompt, at(WEDNESDAY)) {
        Some(TimeHint::Within(from, to)) => format!("{} {}", short(from), short(to)),
        other => format!("{other:?}"),
    };
    assert_eq!(hint("今朝の話"), "2026-03-18 2026-03-19");
    assert_eq!(hint("去年、いや去年の8月だったかな"), "2025-08-01 2025-09-01");
    assert_eq!(hint("昨日の夜10時に"), "2026-03-17 2026-03-18");
    assert_eq!(hint("最近、先週の金曜に話した件"), "2026-03-13 2026-03-14");
    assert_eq!(hint("来週の予定"), "None");
    assert_eq!(hint("10時に起こして"), "None");
    assert_eq!(hint("明日話す、昨日の件"), "2026-03-17 2026-03-18");
}

#[test]
fn no_present_is_too_far() {
    let texts = "昨日 明日 先週 来週 3年前 2000年前 2000年後 来年度 年末年始 2時間後 next summer Easter 9998年12月31日 the 1990s 今週末 in 2000 years 1年1月1日";
    for now in ["0001-01-01T00:00:00+09:00", "9998-12-31T23:59:59-12:00", "9987-01-01T00:00:00+00:00", "2026-03-18"] {
        let now = now.parse().expect("a time");
        for word in times(texts, now) {
            assert!(word.from.unix_micros() <= word.to.unix_micros(), "{now}: {word:?}");
        }
        let _ = time_hint(texts, now);
    }
    for micros in [i64::MIN, i64::MAX, 0] {
        for offset in [i32::MIN, 0, i32::MAX] {
            let _ = times(texts, Moment::new(micros, offset));
        }
    }
}

#[test]
fn a_verb_tells_which_of_those_that_come_again_is_meant() {
    means(
        WEDNESDAY,
        &[
            ("I have the dentist on Friday", "2026-03-20", "2026-03-21"),
            ("We're flying out on Sunday", "2026-03-22", "2026-03-23"),
            ("they moved the demo to Monday", "2026-03-23", "2026-03-24"),
            ("I'm worried about Friday", "2026-03-20", "2026-03-21"),
            ("we were worried on Friday", "2026-03-13", "2026-03-14"),
            ("金曜に歯医者へ行く", "2026-03-20", "2026-03-21"),
            ("金曜に歯医者へ行った", "2026-03-13", "2026-03-14"),
            ("金曜は歯医者です", "2026-03-20", "2026-03-21"),
            ("I started the job in May", "2025-05-01", "2025-06-01"),
            ("I will start the job in May", "2026-05-01", "2026-06-01"),
            ("I'm free on the 20th", "2026-03-20", "2026-03-21"),
            ("I was there on the 20th", "2026-02-20", "2026-02-21"),
        ],
    );
    assert!(times("my desk is on the 5th floor", at(WEDNESDAY)).is_empty());
}
