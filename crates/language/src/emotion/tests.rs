//! S0's examples exactly, and thirty sentences with the bands that a reader would give them.

use omoide_core::Valence::{self, Negative, Neutral, Positive};

use super::*;
use crate::category;

#[test]
fn s0s_examples_come_out_as_its_table_says() {
    use Tag::*;
    let table: [(&str, Valence, i32, &[Tag]); 5] = [
        ("やった、できた！", Positive, 85, &[Joy, Excitement, Pride]),
        ("まあまあかな", Positive, 25, &[Satisfaction]),
        ("ふざけんな！", Negative, 90, &[Anger, Frustration]),
        ("……そう、仕方ないね", Negative, 20, &[Sadness, Resignation]),
        ("了解、やっておく", Neutral, 30, &[]),
    ];
    for (text, valence, arousal, tags) in table {
        for text in [text.to_owned(), format!("「{text}」")] {
            let feeling = read(&text).feeling;
            assert_eq!(feeling.valence, valence, "{text}");
            assert!((i32::from(feeling.arousal) - arousal).abs() <= 10, "{text}: {}", feeling.arousal);
            assert_eq!(feeling.tags, tags, "{text}");
        }
    }
}

#[test]
fn ordinary_sentences_fall_into_plausible_bands() {
    let table: [(&str, Valence, std::ops::RangeInclusive<u8>, std::ops::RangeInclusive<u8>); 36] = [
        ("おはよう", Neutral, 20..=45, 5..=25),
        ("READMEのtypoを直して", Neutral, 20..=45, 15..=25),
        ("Fix the typo in the README please", Neutral, 20..=45, 15..=25),
        ("この関数の計算量はO(n)ですか？", Neutral, 20..=45, 30..=40),
        ("How does the borrow checker treat this closure?", Neutral, 20..=45, 30..=40),
        ("データベースはSQLiteを採用することに決めた", Neutral, 20..=45, 40..=50),
        ("We decided to go with Postgres for the storage layer.", Neutral, 20..=45, 40..=50),
        ("手伝ってくれてありがとう！", Positive, 45..=70, 25..=75),
        ("Thanks, that was really helpful", Positive, 35..=60, 20..=70),
        ("テストが全部通った、嬉しい", Positive, 45..=70, 40..=75),
        ("今日は友達と遊んで楽しかった", Positive, 45..=70, 50..=75),
        ("I'm so excited about the trip!!", Positive, 75..=100, 50..=85),
        ("全然嬉しくない", Negative, 30..=60, 25..=75),
        ("I'm not happy with this", Negative, 30..=60, 20..=70),
        ("悪くないね", Positive, 20..=45, 15..=40),
        ("Not bad at all", Positive, 20..=45, 15..=40),
        ("またビルドが失敗した。イライラする", Negative, 55..=80, 40..=75),
        ("This is so frustrating, it still doesn't work", Negative, 50..=80, 40..=75),
        ("昨日、祖母が亡くなりました", Negative, 35..=65, 75..=95),
        ("My father passed away last year and I still miss him", Negative, 35..=65, 75..=95),
        ("昔、虐待されていた。今でもトラウマです", Negative, 50..=80, 85..=100),
        ("I was abused as a child and have PTSD", Negative, 50..=80, 85..=100),
        ("最近ずっと不安で眠れない", Negative, 45..=70, 55..=80),
        ("I'm worried about my mother's surgery", Negative, 40..=65, 55..=80),
        ("一人で寂しい……", Negative, 15..=40, 55..=80),
        ("懐かしいな、あの頃", Positive, 20..=45, 15..=65),
        ("心配しないで、大丈夫だよ", Positive, 20..=50, 10..=40),
        ("面白いアルゴリズムだね", Positive, 40..=65, 30..=55),
        ("Interesting, tell me more about the parser", Positive, 35..=60, 30..=55),
        ("えっ、まさか！", Neutral, 60..=90, 10..=50),
        ("絶対に諦めない！頑張る！", Positive, 65..=95, 15..=65),
        ("結婚することになりました！", Positive, 55..=85, 45..=85),
        ("彼女と別れた。つらい", Negative, 35..=60, 65..=85),
        ("I hate this job, I'm so angry", Negative, 65..=95, 50..=85),
        ("本日の議事録を送ります", Neutral, 20..=40, 10..=40),
        ("ありがとう", Positive, 35..=60, 20..=70),
    ];
    for (text, valence, arousal, intensity) in table {
        let category = category::category(text, "");
        let emotion = emotion(text, "", &category);
        let found = &emotion.feeling;
        assert_eq!(found.valence, valence, "{text}: {found:?}");
        assert!(arousal.contains(&found.arousal), "{text}: {found:?}");
        assert!(intensity.contains(&emotion.intensity), "{text}: {} {category} {found:?}", emotion.intensity);
    }
}

#[test]
fn the_reply_counts_less_than_what_was_said() {
    assert_eq!(read_turn("最悪だ", "それは素晴らしいですね！").feeling.valence, Negative);
    assert_eq!(read_turn("これ見て", "最高です！素晴らしい！").feeling.valence, Positive);
    assert_eq!(read_turn("続けて", "申し訳ありません、修正します").feeling.valence, Neutral);
}

#[test]
fn code_does_not_feel() {
    let reading = read("```\nassert!(false, \"terrible failure, I hate this\")\n```");
    assert_eq!(reading.feeling.valence, Neutral);
    assert!(reading.feeling.tags.is_empty());
}

#[test]
fn a_verb_that_looks_like_a_cheer_is_none() {
    assert_eq!(read("昨日やった作業のまとめ").feeling.valence, Neutral);
}

#[test]
fn tags_are_in_s0s_order_and_at_most_four() {
    let tags = read("嬉しいけど不安で寂しくて悔しい。懐かしくて怖い。ありがとう！").feeling.tags;
    assert!(tags.len() <= 4 && tags.is_sorted());
}
