//! Any text at all: nothing panics, nothing takes more than linear time, and the promises hold.

use omoide_core::ports::{Embedder, Shortening, Understanding};
use omoide_core::{Level, MemoryId, Moment, Text};
use omoide_language::{
    LanguageLayer, StaticEmbedder, category, emotion, fold, keywords, protection, secrets, sentences, shorten, strip,
    time_words, tokens,
};
use proptest::prelude::*;

fn now() -> Moment {
    "2026-03-18T14:30:00+09:00".parse().expect("a time")
}

fn characters(text: &Text) -> usize {
    text.trigger.chars().count() + text.content.chars().count()
}

fn shortened(text: &Text, level: Level) -> Text {
    let wish = Shortening { memory: MemoryId::from_u128(1), original: text, keywords: &[], level };
    LanguageLayer.shorten(wish).expect("it always can")
}

/// Every public function once.
fn everything(said: &str, replied: &str) {
    let layer = LanguageLayer::new();
    let analysis = layer.analyse(said, replied, 500);
    assert!(analysis.keywords.len() <= 8);
    assert!(analysis.emotion.intensity <= 100 && analysis.emotion.feeling.arousal <= 100);
    assert!(analysis.emotion.feeling.tags.len() <= 4 && analysis.emotion.feeling.tags.is_sorted());
    assert!(characters(&analysis.text) <= 500);
    let original = Text { trigger: said.to_owned(), content: replied.to_owned() };
    for level in [Level::Summary, Level::Trace] {
        let short = shortened(&original, level);
        assert_eq!(short.trigger.is_empty(), said.trim().is_empty(), "{short:?}");
        assert_eq!(short.content.is_empty(), replied.trim().is_empty(), "{short:?}");
    }
    assert!(characters(&shortened(&original, Level::Summary)) <= 200);
    let _ = layer.category(said);
    let _ = layer.time_hint(said, now());
    let words = layer.content_words(said);
    assert!(words.iter().all(|w| !w.is_empty()));
    let redacted = layer.redact(said);
    assert_eq!(layer.redact(&redacted), redacted);
    let vectors = StaticEmbedder::new().embed(&[said, replied]).expect("it always can");
    for vector in vectors.into_iter().flatten() {
        assert!(vector.iter().all(|x| x.is_finite()));
    }
    let _ = (category::category(said, replied), emotion::read(said), emotion::read_turn(said, replied), fold(said));
    let _ = (keywords::keywords(said, replied), protection::asks_to_keep(said), secrets::redact(replied));
    for sentence in sentences::sentences(said) {
        assert!(said.contains(sentence) && !sentence.trim().is_empty());
    }
    for token in tokens::scan(said) {
        assert_eq!(&said[token.start..token.end()], token.surface);
    }
    let _ = (strip::strip(said), strip::is_command(said), time_words::time_hint(replied, now()));
    let _ = (shorten::within(said, replied, 7), shorten::fit(said, 3), tokens::stem(said));
}

/// Texts made of what the rules look at: marks, tags, scripts, negators, numbers.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[ぁ-んァ-ンー一-龥、。！？…]{0,8}",
        "[a-zA-Z0-9_.:@/+#'-]{0,12}",
        prop::sample::select(vec![
            "<memories>",
            "</memories>",
            "<private>",
            "`",
            "```",
            "\n",
            "\u{3000}",
            "ない",
            "なかった",
            "not ",
            "n't ",
            "嬉しい",
            "……",
            "！",
            "2026-01-20",
            "9999年",
            "13月40日",
            "password=",
            "https://",
            "\u{301}",
            "\u{200F}",
            "ヶ",
            "sk-",
            "-----BEGIN PRIVATE KEY-----",
            "4111 1111 1111 1111",
            "👨‍👩‍👧",
            "ＡＢＣ",
            "ｶﾞ",
            "İ",
            "ß",
            "ﷺ",
            "at x (y:1:2)",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_anything_panic(said in any::<String>(), replied in any::<String>()) {
        everything(&said, &replied);
    }

    #[test]
    fn no_mixture_of_what_the_rules_look_at_makes_anything_panic(said in pieces(), replied in pieces()) {
        everything(&said, &replied);
    }

    #[test]
    fn an_analysis_never_holds_more_than_it_may(said in pieces(), replied in pieces(), most in 0_usize..80) {
        let text = LanguageLayer.analyse(&said, &replied, most).text;
        prop_assert!(characters(&text) <= most);
    }

    #[test]
    fn any_moment_can_be_spoken_of(text in pieces(), micros in any::<i64>(), offset in any::<i32>()) {
        let _ = time_words::time_hint(&format!("{text} 先月 3年前"), Moment::new(micros, offset));
        let _ = time_words::time_hint(&format!("{text} 先々週の月曜"), Moment::new(micros, offset));
        let _ = time_words::time_hint("2000年前", Moment::new(micros, offset));
    }

    #[test]
    fn stripping_twice_is_stripping_once(text in pieces()) {
        let once = strip::strip(&text);
        prop_assert_eq!(strip::strip(&once), once);
    }
}

fn giants(size: usize) -> Vec<(&'static str, String)> {
    let of = |unit: &str| unit.repeat(size / unit.len());
    vec![
        ("one letter", of("a")),
        ("hiragana", of("あ")),
        ("kanji", of("漢")),
        ("katakana", of("ア")),
        ("combining marks", of("\u{301}")),
        ("right to left", of("مرحبا ")),
        ("dots", of(".")),
        ("exclamations", of("！")),
        ("opened tags", of("<memories>")),
        ("opened tags on lines", of("<private>\n")),
        ("backticks", of("`<private>`")),
        ("fences", of("```\n")),
        ("log lines", of("2026-01-20T14:30:00Z ERROR worker-7 request 12345 failed: timeout\n")),
        ("digits", of("4")),
        ("quotes", of("「")),
        ("password words", of("password: ")),
        ("private keys", of("-----BEGIN PRIVATE KEY-----\n")),
        ("addresses", of("https://a.b/c ")),
        ("mails", of("a@")),
        ("dates", of("1月1日")),
        ("a feeling", of("嬉しくない")),
        ("colons", of("a:b@")),
        ("spaces", of(" ")),
        ("key words", of("secret=")),
        ("dotted", of("a.")),
        ("remember", of("remember ")),
    ]
}

/// What is superlinear would take minutes here.
#[test]
fn giant_texts_are_read_to_their_end() {
    for (_, text) in giants(1 << 15) {
        everything(&text, "了解");
    }
}
