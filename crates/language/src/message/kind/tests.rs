//! Messages of all four kinds, and the forms in which they come.

use MessageType::{Greeting, Question, Request, Statement};

use super::*;

#[track_caller]
fn are(kind: MessageType, texts: &[&str]) {
    let wrong: Vec<String> = texts
        .iter()
        .map(|text| (text, message_kind(text)))
        .filter(|(_, got)| *got != kind)
        .map(|w| format!("{w:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_request_may_have_any_form() {
    are(
        Request,
        &[
            "Set a timer for ten minutes",
            "could you move the meeting to Friday?",
            "I'm looking for a quiet hotel near the station.",
            "I need a table for four tonight",
            "Yes, please send it",
            "Hi! I'd like to book a room",
            "can I get two tickets",
            "know any riddles?",
            "kitchen lights off",
            "recalibrate the sensor",
            "let's start a list",
            "be quiet",
            "ホテルを探しています。",
            "来週の予約をお願いします",
            "窓を開けて",
            "ちょっと待って",
            "牛乳を買って",
            "帰りが遅くなるって言うとって",
            "駅前の店を予約したいのですが",
            "エアコンをオフ",
            "毎朝6時にアラームを設定する",
            "要約してもらえますか？",
            "面白い話ない？",
            "そんなに喋らないでよ",
            "人数は5人、日付は3/3でお願いします",
        ],
    );
}

#[test]
fn a_question_needs_no_mark() {
    are(
        Question,
        &[
            "how far is the moon",
            "it is late, where is the key",
            "hi, who won the game",
            "yesterday how much did I pay",
            "does Norway use the euro",
            "if it snows will i be late, is it safe to drive",
            "Can you swim?",
            "can you tell me when it opens",
            "I'd like to know the reason",
            "weather in Osaka",
            "can I pay by card",
            "明日は晴れますか",
            "駅はどこ",
            "これ、知ってる？",
            "子供は何歳まで無料なのか知りたいです",
            "営業時間を教えてください",
            "コースをお願いすると料金は変わりますか？",
        ],
    );
}

#[test]
fn a_greeting_says_nothing_else() {
    are(
        Greeting,
        &[
            "Hello there",
            "Good evening, my friend",
            "nice to meet you",
            "have a great weekend",
            "how are you?",
            "おはようございます",
            "こんばんは、ロボットさん",
            "やあ、みんな",
            "初めまして、お会いできて光栄です",
        ],
    );
    are(Question, &["Hello, what time is it?", "おはよう。今日は何曜日？"]);
    are(Request, &["good morning, wake me at six", "こんにちは。席の予約をお願いします。"]);
}

#[test]
fn thanks_answers_and_feelings_want_nothing() {
    are(
        Statement,
        &[
            "Thanks a lot!",
            "Yes.",
            "No, that's all.",
            "Perfect.",
            "nice work!",
            "I want a nap",
            "I am so tired",
            "my brother bought a boat",
            "Dad found a tenant, Teagan, who gets cheap rent and does the snow",
            "we went to the lake, where I swim all year",
            "it must be hard",
            "",
            "ありがとうございます。",
            "はい、お願いします。",
            "そのプランでお願いします。",
            "楽しかったです",
            "何か寂しい",
            "どうしようもなく眠い",
            "手伝ってくれてありがとう",
            "来月から大阪に転勤なんだって",
            "隣の人がスープを持ってきてくれるって",
        ],
    );
}

#[test]
fn no_phrase_stands_under_a_name_that_nothing_reads() {
    let sources = [include_str!("english.rs"), include_str!("japanese.rs")].concat();
    for kind in PHRASES.keys() {
        assert!(sources.contains(&format!("\"{kind}\"")), "{kind}");
        assert!(!phrases(kind).is_empty(), "{kind}");
    }
}
