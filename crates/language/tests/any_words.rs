//! Whatever the text, its words lie in it in their order and cover it.

use omoide_language::{keywords, sentences, tokens};
use proptest::prelude::*;

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[ぁ-んァ-ンー〜一-龥々、。！？…「」（）]{0,10}",
        "[ｦ-ﾟ\u{3099}\u{309A}]{0,6}",
        "[a-zA-Z0-9_.:@/+#' -]{0,16}",
        "[가-힣一-龥]{0,6}",
        prop::sample::select(vec![
            "\n",
            "\t",
            "\u{3000}",
            "👨‍👩‍👧",
            "🇯🇵",
            "😊",
            "\u{FE0F}",
            "\u{200D}",
            "```",
            "国會",
            "すごーーい",
            "カワイイ"
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn check(text: &str) {
    let mut end = 0;
    for morpheme in tokens::morphemes(text) {
        assert_eq!(&text[morpheme.start..morpheme.end()], morpheme.surface);
        assert!(morpheme.start >= end && !morpheme.surface.is_empty() && !morpheme.base.is_empty(), "{morpheme:?}");
        let between = &text[end..morpheme.start];
        assert!(!between.chars().any(|c| matches!(c, 'ぁ'..='ん' | 'ァ'..='ン' | '一'..='龥')), "{between:?} is lost");
        end = morpheme.end();
    }
    let mut end = 0;
    for sentence in sentences::sentences(text) {
        let start = sentence.as_ptr() as usize - text.as_ptr() as usize;
        assert!(start >= end && sentence.trim() == sentence && !sentence.is_empty());
        assert!(text[end..start].trim().is_empty(), "{:?} is in no sentence", &text[end..start]);
        end = start + sentence.len();
    }
    assert!(text[end..].trim().is_empty());
    let found = keywords::ranked(text, 12);
    assert!(found.len() <= 12 && found.iter().all(|keyword| !keyword.trim().is_empty()), "{found:?}");
    assert!(keywords::keywords(text, text).len() <= keywords::MOST);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_and_sentences_cover_any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn words_and_sentences_cover_any_mixture(text in pieces()) {
        check(&text);
    }

    #[test]
    fn the_words_of_a_text_are_the_same_each_time(text in pieces()) {
        prop_assert_eq!(tokens::content_words(&text), tokens::content_words(&text));
        prop_assert_eq!(keywords::ranked(&text, 10), keywords::ranked(&text, 10));
    }
}

/// What is superlinear would take minutes here.
#[test]
fn rows_of_one_thing_are_read_to_their_end() {
    for unit in [
        "あ",
        "漢",
        "ア",
        "おー",
        "か\u{3099}",
        "。",
        "「",
        "a/",
        "a.b/",
        "w",
        "😊",
        "machine ",
        "Machine ",
        "東京都",
        "스",
        "…",
        ". ",
    ] {
        check(&unit.repeat((1 << 18) / unit.len()));
    }
}
