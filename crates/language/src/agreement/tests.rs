//! Pairs of our own, in both languages, and what must hold of any pair.

use proptest::prelude::*;

use super::SentenceRelation::{Contradicts, Entails, Open};
use super::*;

/// Older, newer, what comes out.
const PAIRS: &[(&str, &str, SentenceRelation)] = &[
    // A liking changed.
    ("I love coffee.", "I hate coffee.", Contradicts),
    ("I like spicy food", "I don't like spicy food", Contradicts),
    ("コーヒーが好きです", "コーヒーは嫌いです", Contradicts),
    ("私は肉が好きだ", "私は肉が好きではない", Contradicts),
    ("My favorite color is blue.", "My favorite color is green.", Contradicts),
    ("好きな色は青です", "好きな色は緑です", Contradicts),
    // Moved house.
    ("I live in Tokyo.", "I live in Osaka now.", Contradicts),
    ("東京に住んでいます", "大阪に住んでいます", Contradicts),
    ("田中さんは東京に住んでいる", "田中さんは福岡に引っ越した", Contradicts),
    ("I live in Boston.", "I moved to Seattle last month.", Contradicts),
    // Another job.
    ("I work as a teacher.", "I work as a nurse.", Contradicts),
    ("I am a teacher at a high school", "I quit my job as a teacher", Contradicts),
    ("私は教師として働いています", "私はエンジニアとして働いています", Contradicts),
    ("彼は銀行で働いている", "彼は銀行を辞めた", Contradicts),
    ("Aさんの担当は設計です", "Aさんの担当はテストです", Contradicts),
    // A number changed.
    ("I have two dogs.", "I have three dogs.", Contradicts),
    ("The team has five members.", "The team has eight members.", Contradicts),
    ("私は30歳です", "私は31歳です", Contradicts),
    ("料金は3,000円です", "料金は5,000円です", Contradicts),
    ("チームは5人です", "チームは8人です", Contradicts),
    // A date moved.
    ("The deadline is Friday.", "The deadline is Monday.", Contradicts),
    ("The meeting starts at 3pm.", "The meeting starts at 5pm.", Contradicts),
    ("締め切りは3月5日です", "締め切りは3月12日です", Contradicts),
    ("会議は金曜日です", "会議は月曜日に変更になりました", Contradicts),
    ("The release is on 2026-01-20", "The release is on 2026-02-03", Contradicts),
    // Denied.
    ("The server is running.", "The server is not running.", Contradicts),
    ("A man is playing a guitar", "A man is not playing a guitar", Contradicts),
    ("猫がソファーで寝ている", "猫はソファーで寝ていない", Contradicts),
    ("犬が走っている", "走っている犬は一匹もいない", Contradicts),
    ("I have a brother", "I don't have a brother", Contradicts),
    ("I have never been to Paris.", "I have been to Paris twice.", Contradicts),
    ("テストは通っています", "テストは通っていません", Contradicts),
    // No longer.
    ("I smoke.", "I no longer smoke.", Contradicts),
    ("I use Vim every day.", "I don't use Vim anymore.", Contradicts),
    ("毎日タバコを吸っている", "もうタバコは吸わない", Contradicts),
    ("ジムに通っています", "もうジムには通っていません", Contradicts),
    ("私はピアノを習っている", "私はピアノを習うのをやめた", Contradicts),
    // Another thing in its place.
    ("We use MySQL for the backend.", "We switched to PostgreSQL for the backend.", Contradicts),
    ("データベースはMySQLを使う", "データベースはPostgreSQLに変更した", Contradicts),
    ("My editor is Emacs.", "My editor is Vim.", Contradicts),
    ("The API returns JSON", "The API returns XML", Contradicts),
    ("Python 3.11 is required", "Python 3.12 is required", Contradicts),
    // Opposites.
    ("The door is open.", "The door is closed.", Contradicts),
    ("ドアが開いている", "ドアが閉まっている", Contradicts),
    ("男性が立っている", "男性が座っている", Contradicts),
    ("I am married.", "I am single.", Contradicts),
    ("この方法は可能です", "この方法は不可能です", Contradicts),
    // The same in other words, or less of it.
    ("A man is playing a guitar on the stage", "A man is playing a guitar", Entails),
    ("A small dog is running in the park", "A dog is running in the park", Entails),
    ("二人の女性が砂浜を歩いている", "二人の女性が浜辺を歩いている", Entails),
    ("男性がギターを弾いている", "一人の男性がギターを弾いている", Entails),
    ("子供が公園で遊んでいる", "子どもが公園で遊んでいます", Entails),
    ("I bought a new car yesterday", "I bought a car", Entails),
    ("黒い犬が雪の中を走っている", "犬が雪の中を走っている", Entails),
    // More about the same.
    ("I like my job", "I enjoy my work", Entails),
    ("We decided to use Rust for the engine", "The Rust rewrite of the engine is going well", Open),
    ("I have a dog named Rex", "My dog Rex is three years old", Open),
    ("I started learning piano", "I practiced piano today", Open),
    ("私は東京に住んでいます", "東京の家賃は高いです", Open),
    ("プロジェクトの締め切りは来月です", "プロジェクトの進捗は順調です", Open),
    ("猫を飼っています", "猫の名前はタマです", Open),
    // About something else.
    ("I love coffee.", "The train was late this morning.", Open),
    ("My sister lives in Kyoto.", "I finished reading the report.", Open),
    ("コーヒーが好きです", "昨日は雨が降った", Open),
    ("会議は金曜日です", "猫を飼い始めた", Open),
    ("The deadline is Friday.", "Lunch was delicious.", Open),
    ("データベースはMySQLを使う", "母の誕生日に花を贈った", Open),
    ("男性がギターを弾いている", "二頭のキリンが草を食べている", Open),
    ("The quarterly report was sent to all customers in March.", "The cat is hungry.", Open),
    ("I went hiking last weekend.", "Do you like pizza?", Open),
];

#[test]
fn pairs_come_out_as_a_reader_would_say() {
    let wrong: Vec<String> = PAIRS
        .iter()
        .map(|(older, newer, expected)| (older, newer, expected, agreement(older, newer)))
        .filter(|(_, _, expected, found)| found.relation != **expected)
        .map(|(older, newer, expected, found)| format!("{older} | {newer}: not {expected:?} but {found:?}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_reader_is_told_why() {
    let because = |older: &str, newer: &str| agreement(older, newer).because;
    let antonym = |a: &str, b: &str| AgreementReason::Antonym { older: a.into(), newer: b.into() };
    assert!(because("I love coffee.", "I hate coffee.").contains(&antonym("love", "hate")));
    assert!(because("ドアが開いている", "ドアが閉まっている").contains(&antonym("開い", "閉まっ")));
    assert!(
        because("締め切りは3月5日です", "締め切りは3月12日です")
            .contains(&AgreementReason::Date { older: "5".into(), newer: "12".into() })
    );
    assert!(
        because("I have two dogs.", "I have three dogs.")
            .contains(&AgreementReason::Number { older: "2".into(), newer: "3".into() })
    );
    assert!(because("毎日タバコを吸っている", "もうタバコは吸わない").contains(&AgreementReason::NoLonger));
    assert_eq!(because("I love coffee.", "The train was late this morning."), [AgreementReason::Unrelated]);
    let denied = because("A man is playing a guitar", "A man is not playing a guitar");
    assert!(denied.contains(&AgreementReason::Negation { word: Some("playing".into()) }), "{denied:?}");
}

#[test]
fn a_denied_opposite_is_no_contradiction() {
    let denied = agreement("The door is open.", "The door is not closed.");
    let plain = agreement("The door is open.", "The door is closed.");
    assert!(denied.contradiction < plain.contradiction, "{denied:?}");
}

#[test]
fn a_text_of_ten_megabytes_is_read_at_its_beginning_only() {
    let long = "ない".repeat(2_000_000);
    let found = agreement(&long, "犬が走っている");
    assert!((0.0..=1.0).contains(&found.contradiction));
    assert_eq!(agreement("a b c", &"no ".repeat(3_000_000)).relation, Open);
}

#[test]
fn empty_texts_agree() {
    assert_eq!(agreement("", "").relation, Entails);
    assert_eq!(agreement("", "犬が走っている").relation, Open);
}

proptest! {
    #[test]
    fn any_two_texts_have_strengths_between_nought_and_one(older in ".{0,80}", newer in ".{0,80}") {
        let found = agreement(&older, &newer);
        prop_assert!((0.0..=1.0).contains(&found.contradiction));
        prop_assert!((0.0..=1.0).contains(&found.entailment));
        prop_assert_eq!(found, agreement(&older, &newer));
    }

    #[test]
    fn texts_of_negations_and_numbers_do_not_panic(
        older in "(not |no |ない|もう|二|十|3,|:|万つ|5pm |the |犬が|。|\\?| ){0,30}",
        newer in "(n't |never |ません|なくなった|三人|10:30|\\.|I |are running |猫は|、){0,30}",
    ) {
        let found = agreement(&older, &newer);
        prop_assert!((0.0..=1.0).contains(&found.contradiction));
    }

    #[test]
    fn no_text_contradicts_itself(text in "[a-z がはをにないません犬猫東京123、。.,!?']{0,60}") {
        let found = agreement(&text, &text);
        prop_assert_eq!(found.relation, SentenceRelation::Entails);
        prop_assert_eq!(found.contradiction, 0.0);
    }
}
