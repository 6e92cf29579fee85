//! S0's own examples, read from `docs/spec/examples`.

use std::path::Path;

use omoide_core::ports::{Shortening, Understanding};
use omoide_core::{Level, MemoryId, Text};
use omoide_language::LanguageLayer;

/// S0 allows arousal to be off by this much.
const AROUSAL_SLACK: u8 = 10;

#[test]
fn sentences_feel_as_the_seed_says() {
    for row in rows("emotion_classification.csv") {
        let [input, valence, arousal, tags] = &row[..] else { panic!("{row:?}") };
        let feeling = LanguageLayer.analyse(input, "", 1_000).emotion.feeling;
        assert_eq!(feeling.valence.name(), valence, "{input}");
        let names: Vec<&str> = feeling.tags.iter().map(|tag| tag.name()).collect();
        assert_eq!(names.join(" "), *tags, "{input}");
        let wanted: u8 = arousal.parse().expect("a number");
        assert!(feeling.arousal.abs_diff(wanted) <= AROUSAL_SLACK, "{input}: {} not {wanted}", feeling.arousal);
    }
}

#[test]
fn situations_are_as_intense_as_the_seed_says() {
    // One turn of ours for each situation that S0 names.
    let turns = [
        ("単純なtypo修正", "READMEのtypoを直して", "直しました。"),
        ("技術的議論", "このクエリのインデックス設計とキャッシュの関係について議論したい", "B木の構造から説明します。"),
        (
            "設計決定",
            "検討の結果、データベースはPostgreSQLを採用することに決めました",
            "承知しました。その方針で進めます。",
        ),
        ("個人的な話題に触れた", "実は最近、家族のことで少し悩んでいて、母の体調が心配なんだ", "そうだったんですね。"),
        (
            "深い感情的やり取り",
            "大切な人を失って、本当に悲しくて、辛くて、毎日涙が止まらない",
            "とても辛いですね。そばにいます。",
        ),
        (
            "トラウマに関連",
            "あの事故のことが怖くて忘れられない。死ぬかと思った、絶望した。思い出すだけで恐怖で震える！！",
            "怖かったですね。",
        ),
    ];
    for row in rows("intensity_examples.csv") {
        let [situation, from, to] = &row[..] else { panic!("{row:?}") };
        let (_, said, replied) = turns.iter().find(|turn| turn.0 == situation).expect("a turn for each situation");
        let intensity = LanguageLayer.analyse(said, replied, 1_000).emotion.intensity;
        let (from, to): (u8, u8) = (from.parse().expect("a number"), to.parse().expect("a number"));
        assert!((from..=to).contains(&intensity), "{situation}: {intensity} is not {from} to {to}");
    }
}

#[test]
fn texts_shrink_to_the_sizes_of_the_seeds_examples() {
    for row in rows("compression_examples.csv").iter().filter(|row| row[1] == "1") {
        let original = Text { trigger: row[2].clone(), content: row[3].clone() };
        let keywords = LanguageLayer.analyse(&original.trigger, &original.content, 1_000).keywords;
        let shortened = |level| {
            let wish = Shortening { memory: MemoryId::from_u128(1), original: &original, keywords: &keywords, level };
            let shorter = LanguageLayer.shorten(wish).expect("the language layer always can");
            shorter.unwrap_or_else(|| original.clone())
        };
        let length = |text: &Text| text.joined().chars().count();
        let (summary, trace) = (shortened(Level::Summary), shortened(Level::Trace));
        assert!(length(&summary) <= length(&original).min(200), "{summary:?}");
        assert!(length(&trace) <= length(&summary) && length(&trace) <= 80, "{trace:?}");
        // A telegram, each word of which is from the original.
        for word in
            trace.joined().split(|c: char| c.is_whitespace() || c.is_ascii_punctuation() || "、。：…".contains(c))
        {
            assert!(original.joined().contains(word), "{word} is invented");
        }
    }
}

/// The rows of a file of examples, without comments and heading; a field may be quoted.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/spec/examples").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.starts_with('#')).skip(1).map(fields).collect()
}

fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            c => fields.last_mut().expect("there is always one").push(c),
        }
    }
    fields
}
