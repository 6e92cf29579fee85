//! Sentences that a reader would put on a list of things to do, and others.

use super::*;

#[track_caller]
fn check(expected: bool, sentences: &[&str]) {
    let wrong: Vec<String> = sentences
        .iter()
        .filter(|sentence| is_action(sentence) != expected)
        .map(|sentence| format!("{sentence} ({:.2})", action_score(sentence)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn requests_proposals_and_promises_are_something_to_do() {
    check(
        true,
        &[
            "Could you send me the minutes of the board?",
            "Please forward the contract to Maria.",
            "Let's meet on Thursday to discuss the budget.",
            "Tom, don't forget to call the plumber tomorrow.",
            "I'll call you tonight.",
            "We need to book a room before Friday.",
            "Give me a ring when you are back.",
            "Would you be able to join us for lunch?",
            "If the printer fails, let me know.",
        ],
    );
}

#[test]
fn what_was_done_or_is_so_is_nothing_to_do() {
    check(
        false,
        &[
            "The report was finished in March.",
            "Thanks for the photos.",
            "My sister lives in Oslo.",
            "It rained all day.",
            "He said that he liked the film.",
            "Attached is the table of last year.",
        ],
    );
}

#[test]
fn japanese_requests_proposals_and_promises_are_something_to_do() {
    check(
        true,
        &[
            "明日までに資料を送ってください。",
            "会議室の予約をお願いします。",
            "来週一緒にランチに行きませんか？",
            "金曜日に打ち合わせをしましょう。",
            "あとで確認しておきます。",
            "了解です、今日中に直します。",
            "パスポートを更新しなきゃ。",
            "この件、田中さんに聞いてもらえますか",
            "レビューしてくれると助かる",
        ],
    );
}

#[test]
fn japanese_talk_of_what_was_done_or_is_so_is_nothing_to_do() {
    check(
        false,
        &[
            "昨日は京都に行きました。",
            "送ってくれてありがとう。",
            "はじめまして、よろしくお願いします。",
            "このケーキは美味しいですね。",
            "兄は大阪に住んでいます。",
            "資料は先週もらった。",
            "無理にしなくていいよ。",
        ],
    );
}

#[test]
fn a_text_without_words_is_nothing_to_do() {
    check(false, &["", "…", "😀", "12345"]);
}
