//! Talks in which a reader sees where the topic changes.

use super::reading::lines;
use super::*;

fn talk(lines: &[&str]) -> Vec<Utterance> {
    let speakers = [TalkRole::Person, TalkRole::Assistant];
    lines.iter().zip(speakers.into_iter().cycle()).map(|(text, speaker)| Utterance::new(speaker, text)).collect()
}

fn chat(lines: &[&str]) -> Vec<Utterance> {
    lines.iter().map(|text| Utterance::new(TalkRole::Person, text)).collect()
}

#[test]
fn errands_in_english_are_told_apart() {
    let talk = talk(&[
        "I'm looking for a cheap hotel near the harbour for two nights.",
        "The Anchor Inn has rooms for 60 a night. Shall I book it?",
        "Yes, for Friday please.",
        "Your room at the Anchor Inn is booked. Is there anything else?",
        "Will it rain in Bergen this weekend?",
        "The forecast says cloudy on Saturday and heavy rain on Sunday.",
        "How warm will it be?",
        "About 12 degrees on both days.",
    ]);
    assert_eq!(starts(&talk), [0, 4]);
}

#[test]
fn errands_in_japanese_are_told_apart() {
    let talk = talk(&[
        "松本で朝食付きのホテルを探しています。",
        "アルプスホテルはいかがでしょうか。",
        "そこの料金はいくらですか？",
        "一泊9000円です。ご予約なさいますか？",
        "はい、お願いします。",
        "予約が完了いたしました。予約番号は311です。",
        "ありがとうございます。あと、そばが食べられるお店も教えてください。",
        "そば処やまがございます。個室もあります。",
        "営業時間を知りたいです。",
        "11時から15時まででございます。",
    ]);
    assert_eq!(starts(&talk), [0, 6]);
}

#[test]
fn small_talk_changes_with_a_question_of_another_field() {
    let chat = chat(&[
        "My dog chewed up my shoes again.",
        "Oh no, is the dog still a puppy?",
        "Yes, a puppy, and the shoes were new.",
        "Puppies chew everything. Mine ate a whole sofa.",
        "What do you do for a living?",
        "I work as a nurse in a hospital, mostly night shifts.",
        "Night shifts at a hospital must be hard work.",
        "The nurses there are great, so the work is fine.",
    ]);
    assert_eq!(starts(&chat), [0, 4]);
}

#[test]
fn an_answer_begins_no_topic() {
    let talk = talk(&[
        "What should I cook tonight?",
        "Do you have vegetables or rather meat at home?",
        "Vegetables, mostly carrots and leeks.",
        "Then a soup of leeks and carrots would be quick.",
    ]);
    assert_eq!(starts(&talk), [0]);
    assert!((2..=4).all(|end| !begins(&talk[..end])));
}

#[test]
fn while_a_talk_goes_on_only_what_came_before_counts() {
    let mut lines = vec![
        "The deploy fails with a timeout in the database migration.",
        "The migration locks the table. Run it in batches.",
        "Batches worked, the deploy is green. Thanks!",
        "You're welcome!",
    ];
    assert!(!begins(&talk(&lines[..3])));
    lines.push("I'm looking for a restaurant for my mother's birthday dinner.");
    assert!(begins(&talk(&lines)));
    let mut lines =
        vec!["昨日は犬と海まで散歩しました。", "犬も喜んだでしょうね。", "はい、犬はずっと走っていました。"];
    assert!(!begins(&chat(&lines)));
    lines.push("ところで、来月の引っ越しの見積もりは届きましたか？");
    assert!(begins(&chat(&lines)));
}

#[test]
fn a_change_of_subject_is_heard_when_someone_says_so() {
    for text in [
        "By the way, how is your sister?",
        "Thanks. By the way, did the parcel come?",
        "On another note, the invoice is late",
        "ところで、旅行はどうだった？",
        "なるほど。そういえば、田中さんは？",
        "話は変わりますが、次の会議は？",
    ] {
        assert!(opens_subject(text), "{text}");
    }
    for text in [
        "The way by the river is closed",
        "I will go there with them anyway",
        "He bought it by the way side",
        "来たところです",
        "うん、いいよ",
        "",
    ] {
        assert!(!opens_subject(text), "{text}");
    }
}

#[test]
fn vectors_of_another_embedder_count_from_its_floor() {
    let read =
        |vector: [f32; 2], floor| Utterance::new(TalkRole::Person, "hm").with_vector(Some(vector.to_vec()), floor);
    let pair = |floor| [read([1.0, 0.0], floor), read([0.8, 0.6], floor)];
    assert!((features(&pair(0.0), 1)[0] - 0.8).abs() < 1e-6);
    assert!((features(&pair(0.8), 1)[0]).abs() < 1e-6);
    let torn = [read([1.0, 0.0], 0.0), Utterance::new(TalkRole::Person, "hm").with_vector(Some(vec![1.0]), 0.0)];
    assert!(score_so_far(&torn).is_finite());
}

#[test]
fn a_talk_of_nothing_has_no_topic_and_one_utterance_has_one() {
    assert!(starts(&[]).is_empty());
    assert!(!begins(&[]));
    assert_eq!(starts(&chat(&[""])), [0]);
    assert_eq!(starts(&chat(&["", "", "…"])), [0]);
}

#[test]
fn a_long_stretch_of_one_topic_is_one_topic() {
    let lines: Vec<String> =
        (0..80).map(|n| format!("The garden bed number {n} needs water and tomato seeds")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert!(starts(&chat(&lines)).len() <= 8, "{:?}", starts(&chat(&lines)));
}

#[test]
fn domains_are_named_over_several_texts() {
    assert_eq!(domain(&["インセプション見た？", "面白い映画だよね", "監督が好き"]), Some("movie"));
    assert_eq!(
        domain(&["the build is red", "which server?", "the database server, the query is slow"]),
        Some("technology")
    );
    assert_eq!(domain(&["うん", "ok"]), None);
}

#[test]
fn every_phrase_of_the_table_stands_in_it_once_for_its_name() {
    for (name, words) in lines() {
        let mut words: Vec<&str> = words.collect();
        let all = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), all, "{name}");
    }
}
