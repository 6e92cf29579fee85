//! S0's examples exactly, sentences with the bands that a reader would give them, and a table of valences and tags.

use omoide_core::Tag;
use omoide_core::Valence::{self, Negative, Neutral, Positive};
use proptest::prelude::*;

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
    let mut wrong = Vec::new();
    for (text, valence, arousal, intensity) in table {
        let category = category::category(text, "");
        let emotion = emotion(text, "", &category);
        let found = &emotion.feeling;
        if found.valence != valence || !arousal.contains(&found.arousal) || !intensity.contains(&emotion.intensity) {
            wrong.push(format!("{text}: {} {category} {found:?}", emotion.intensity));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sentences_feel_as_a_reader_would_say() {
    use Tag::*;
    // A tag that must be among those found; none is asked for where readers would differ.
    let table: &[(&str, Valence, &[Tag])] = &[
        // Plain talk and work.
        ("駅前のラーメン屋で味噌ラーメンを食べた", Neutral, &[]),
        ("明日の会議は10時からです", Neutral, &[]),
        ("母の誕生日は5月3日です", Neutral, &[]),
        ("引っ越し先の住所を送ります", Neutral, &[]),
        ("資料は共有フォルダに置きました", Neutral, &[]),
        ("このAPIは非同期で動きますか？", Neutral, &[]),
        ("今日は早めに寝ようと思う", Neutral, &[]),
        ("猫はソファーの上にいる", Neutral, &[]),
        ("恐らく来週になる", Neutral, &[]),
        ("Mom's birthday is May 3", Neutral, &[]),
        ("The meeting is at ten tomorrow", Neutral, &[]),
        ("I moved the files to the new folder.", Neutral, &[]),
        ("Does this function return a Result?", Neutral, &[]),
        ("We had ramen near the station.", Neutral, &[]),
        ("My sister lives in Osaka and works at a bank.", Neutral, &[]),
        // Gladness and its kin.
        ("第一志望に合格した！！", Positive, &[Joy]),
        ("みんなが祝ってくれて本当に嬉しかった", Positive, &[Joy]),
        ("この店のパスタ、めちゃくちゃ美味しい", Positive, &[Joy]),
        ("うちの猫がかわいすぎる", Positive, &[Love]),
        ("来週のライブが楽しみで仕方ない", Positive, &[Hope]),
        ("手伝ってくれてありがとう", Positive, &[Gratitude]),
        ("検査の結果が問題なくて、ほっとした", Positive, &[Relief]),
        ("娘がはじめて歩いた。感動した", Positive, &[Joy]),
        ("部屋が広くて清潔で快適でした", Positive, &[Satisfaction]),
        ("スタッフの方の対応がとても親切でした", Positive, &[Satisfaction]),
        ("駅から近くて便利です", Positive, &[]),
        ("朝食の種類も豊富で大満足", Positive, &[Satisfaction]),
        ("また泊まりたいと思います", Positive, &[]),
        ("うれしーーー！", Positive, &[Joy]),
        ("推しが尊い", Positive, &[]),
        ("カワイイ犬に会えた", Positive, &[Love]),
        ("不満な点は特にありません", Neutral, &[]),
        ("I got the job, I'm so happy!", Positive, &[Joy]),
        ("Thank you so much for your help", Positive, &[Gratitude]),
        ("I love spending time with my kids", Positive, &[Love]),
        ("That was hilarious haha", Positive, &[Joy]),
        ("What a beautiful evening, everything was perfect.", Positive, &[]),
        ("I'm really proud of what we built", Positive, &[Pride]),
        ("I hope you get better soon", Positive, &[Hope]),
        ("The food was delicious and the staff were kind.", Positive, &[]),
        // Sorrow, anger, fear and their kin.
        ("飼っていた犬が死んでしまった", Negative, &[Sadness]),
        ("ずっと一人で寂しい", Negative, &[Loneliness]),
        ("仕事がつらすぎてもう辞めたい", Negative, &[]),
        ("上司に理不尽なことで怒られた", Negative, &[Anger]),
        ("何度やっても直らなくてイライラする", Negative, &[Frustration]),
        ("明日の面接が不安で眠れない", Negative, &[Anxiety]),
        ("夜道で後をつけられて怖かった", Negative, &[Fear]),
        ("あのとき謝ればよかったと後悔している", Negative, &[Regret]),
        ("みんなに迷惑をかけて申し訳ない", Negative, &[Guilt]),
        ("もう諦めるしかない", Negative, &[Resignation]),
        ("部屋がタバコ臭くて最悪でした", Negative, &[]),
        ("壁が薄くて隣の声が聞こえる", Negative, &[]),
        ("ツラい…", Negative, &[Sadness]),
        ("キモい虫がいた", Negative, &[Disgust]),
        ("財布を落とした、ショック", Negative, &[Sadness]),
        ("I feel so lonely since she left me", Negative, &[]),
        ("This is the worst service I have ever had.", Negative, &[]),
        ("I'm so angry at him right now", Negative, &[Anger]),
        ("I'm scared of what the doctor will say", Negative, &[Fear]),
        ("Ugh, the build is broken again", Negative, &[]),
        ("I'm sorry, I really regret what I said", Negative, &[Regret]),
        ("That's disgusting", Negative, &[Disgust]),
        ("My grandmother passed away yesterday", Negative, &[Sadness]),
        // Negation, contrast, doubt.
        ("全然楽しくない", Negative, &[]),
        ("美味しいとは思わなかった", Negative, &[]),
        ("部屋は綺麗だけど、とにかくうるさくて眠れなかった", Negative, &[]),
        ("怖くはなかった、むしろ楽しかった", Positive, &[Joy]),
        ("悪くないと思う", Positive, &[]),
        ("I don't like this at all", Negative, &[]),
        ("It was hard at first, but I'm really enjoying it now", Positive, &[]),
        ("The hotel was nice but the room was filthy and loud", Negative, &[]),
        ("I'm not sad at all", Neutral, &[]),
        ("I wasn't angry, honestly", Neutral, &[]),
        ("I cried from relief", Positive, &[Relief]),
        ("So happy I cried when she walked in", Positive, &[Joy]),
        ("Tears of joy all evening", Positive, &[Joy]),
        ("嬉しくて泣いた", Positive, &[Joy]),
        ("ほっとして涙が出た", Positive, &[Relief]),
        ("it hurt", Negative, &[Sadness]),
        ("What she said, that hurt", Negative, &[]),
        ("It really hurt when nobody came", Negative, &[]),
        ("his words hurt me", Negative, &[]),
        ("今日は父の命日", Negative, &[Sadness]),
        ("祖母の三回忌に行ってきた", Negative, &[Sadness]),
        ("明日は母の命日です", Negative, &[Sadness]),
        ("おじいちゃんの一周忌だった", Negative, &[Sadness]),
        ("恥ずかしいけど出てみたい", Neutral, &[Hope]),
        ("緊張するけどやってみたい", Neutral, &[Hope]),
        ("怖いけど挑戦してみたい", Neutral, &[Hope]),
        ("不安だけど行ってみたいな", Neutral, &[Hope]),
        ("My boss was furious (I laughed)", Positive, &[Joy]),
        // What is neither.
        ("えっ、どういうこと？", Neutral, &[Surprise, Confusion]),
        ("懐かしい写真が出てきた", Neutral, &[Nostalgia]),
        ("絶対に負けない", Neutral, &[Determination]),
        ("京都に行きたいな", Neutral, &[Hope]),
    ];
    let mut wrong = Vec::new();
    for (text, valence, tags) in table {
        let reading = read(text);
        let found = &reading.feeling;
        if found.valence != *valence || tags.iter().any(|tag| !found.tags.contains(tag)) {
            wrong.push(format!("{text}: {found:?} {:.2}, wanted {valence} {tags:?}", reading.score));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_denied_or_another_s_is_not_felt() {
    let has = |text: &str, tag: Tag| read(text).feeling.tags.contains(&tag);
    for text in ["I'm not sad at all", "I am not that sad, really", "I cried from relief", "嬉しくて泣いた"] {
        assert!(!has(text, Tag::Sadness), "{text}: {:?}", read(text).feeling);
    }
    for text in ["My boss was furious (I laughed)", "My boss was furious", "部長が激怒していた", "he was so angry"]
    {
        assert!(!has(text, Tag::Anger), "{text}: {:?}", read(text).feeling);
    }
    for text in ["I was furious", "I'm so angry at him right now", "激怒した"] {
        assert!(has(text, Tag::Anger), "{text}: {:?}", read(text).feeling);
    }
    assert!(has("I cried all night, it was no relief", Tag::Sadness));
}

#[test]
fn the_score_follows_the_valence() {
    for (better, worse) in [
        ("最高に楽しかった", "まあまあ楽しかった"),
        ("少し残念だった", "本当に最悪だった"),
        ("I love it, this is wonderful", "It is fine"),
        ("It is fine", "I hate it, this is terrible"),
    ] {
        let (better, worse) = (read(better).score, read(worse).score);
        assert!(better > worse && (-1.0..=1.0).contains(&better) && (-1.0..=1.0).contains(&worse));
    }
}

proptest! {
    #[test]
    fn any_text_has_a_feeling_within_bounds(said in "\\PC{0,80}", replied in "\\PC{0,40}") {
        let reading = read_turn(&said, &replied);
        prop_assert!(reading.feeling.arousal <= 100 && reading.feeling.tags.len() <= 4);
        prop_assert!(reading.feeling.tags.is_sorted() && reading.score.abs() <= 1.0 && reading.strength >= 0.0);
    }

    #[test]
    fn drawn_out_and_odd_japanese_is_read_without_harm(text in "[ぁ-んァ-ヶー〜っッwW笑草！？。、…a-z嬉悲楽]{0,60}") {
        let once = read(&text);
        prop_assert_eq!(&once, &read(&text));
        prop_assert!(once.score.is_finite());
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
