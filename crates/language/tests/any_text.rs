//! Any text at all: nothing panics, nothing takes more than linear time, and the promises hold.

use omoide_core::ports::{Embedder, Shortening, Understanding};
use omoide_core::{Level, MemoryId, Moment, Term, Text, Wording};
use omoide_language::{
    LanguageLayer, StaticEmbedder, action, agreement, category, correction, embedding, emotion, empty_talk, excerpt,
    fold, intent, keywords, language, lasting, memory_trace, message, procedure, profile, pronunciation, protection,
    query_plan, secrets, sentences, shorten, strip, terms, time_words, token_count, tokens, topic, topics, unsaying,
    wiki_link,
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
    LanguageLayer.shorten(wish).expect("it always can").unwrap_or_else(|| match level {
        Level::Trace => shortened(text, Level::Summary),
        _ => Text { trigger: text.trigger.trim().to_owned(), content: text.content.trim().to_owned() },
    })
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
        // A reply that adds nothing may go, but nothing comes of nothing.
        assert!(short.content.is_empty() || !replied.trim().is_empty(), "{short:?}");
        assert!(characters(&short) <= characters(&original), "{short:?}");
    }
    assert!(characters(&shortened(&original, Level::Summary)) <= 360);
    let prompted = excerpt::ExcerptQuery::of(replied).shown_with(&shortened(&original, Level::Trace), &original);
    assert!(prompted.is_none_or(|text| !text.joined().is_empty()));
    let _ = layer.category(said);
    for sounding in pronunciation::soundings(said) {
        assert!(!sounding.keys.is_empty() && !said[sounding.start..sounding.end].is_empty());
        let _ = query_plan::named_otherwise(said, &[sounding], replied);
    }
    let _ = pronunciation::of_name(said);
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
    for fact in lasting::lasting(said) {
        assert!(!said[fact.span.clone()].trim().is_empty(), "{fact:?}");
    }
    let _ = (unsaying::unsaying(said), empty_talk::says_nothing(said, replied));
    for sentence in sentences::sentences(said) {
        assert!(said.contains(sentence) && !sentence.trim().is_empty());
    }
    for token in tokens::scan(said) {
        assert_eq!(&said[token.start..token.end()], token.surface);
    }
    let _ = (strip::strip(said), strip::is_command(said), time_words::time_hint(replied, now()));
    let _ = (shorten::within(said, replied, 7), shorten::fit(said, 3), tokens::stem(said));
    about(said);
    findable(said, replied);
    let agreement = agreement::agreement(said, replied);
    assert!((0.0..=1.0).contains(&agreement.contradiction) && (0.0..=1.0).contains(&agreement.entailment));
    let _ = (embedding::vector(said), embedding::word_vectors(said, 16));
    let mut end = 0;
    for morpheme in tokens::morphemes(said) {
        assert!(morpheme.start >= end && &said[morpheme.start..morpheme.end()] == morpheme.surface);
        end = morpheme.end();
    }
    assert!(shorten::summarise(said, 60).chars().count() <= 60);
    assert!(shorten::session(&[(said, replied), (replied, said)], 90).chars().count() <= 90);
}

/// What a text is found by.
fn findable(said: &str, replied: &str) {
    let wording = Wording { trigger: said.to_owned(), content: replied.to_owned(), ..Wording::default() };
    let words = terms::of_memory(&wording);
    assert!(words.terms.is_sorted_by(|a, b| a.0 < b.0), "each once and in order");
    for (term, counts) in &words.terms {
        assert!(!term.text().is_empty() && counts.iter().any(|count| *count > 0), "{term:?}");
        assert_eq!(Term::from_bytes(term.as_bytes()).as_ref(), Some(term));
    }
    let query = terms::of_query(said);
    assert!(query.terms.iter().all(|asked| asked.count > 0 && !asked.term.text().is_empty()));
    for phrase in &query.phrases {
        assert!(said.contains(&phrase.text));
    }
}

/// Topics of a talk in which the text is said again and again, whoever says it.
fn topics_of(text: &str) {
    use topics::{TalkRole, Utterance};
    let talk = [TalkRole::Person, TalkRole::Assistant, TalkRole::Person].map(|speaker| Utterance::new(speaker, text));
    let starts = topics::starts(&talk);
    assert!(starts[0] == 0 && starts.is_sorted() && starts.iter().all(|start| *start < talk.len()));
    assert!(
        topics::score_so_far(&talk).is_finite() && topics::scores(&talk)[1..].iter().all(|score| score.is_finite())
    );
    assert!(!topics::opens_subject(text) || topics::begins(&talk));
}

/// What a text is about, and what is in it.
fn about(text: &str) {
    assert!(topic::topics(text).len() <= 3);
    let _ = (message::message_type(text), intent::intent(text), language::languages(text));
    assert!(action::action_score(text).is_finite());
    let said = profile::OwnWords { said: text, before: text };
    assert!((0.0..=1.001).contains(&profile::support(text, &[said])));
    topics_of(text);
    let gist = query_plan::gist(text, now());
    assert!(gist.keywords(text).len() <= query_plan::MOST_KEYWORDS);
    let _ = (wiki_link::links(text), memory_trace::take(text));
    let procedural = procedure::procedural(text);
    assert!(!procedural.is_procedural || !procedural.patterns.is_empty());
    if let Some(found) = correction::correction(text) {
        for side in [Some(found.marker), found.wrong, found.right].into_iter().flatten() {
            assert!(text.contains(side));
        }
    }
    let mut end = 0;
    for word in time_words::times(text, now()) {
        assert!(word.place.start >= end && word.place.end > word.place.start, "{word:?}");
        assert!(text.get(word.place.clone()).is_some_and(|said| !said.is_empty()));
        assert!(word.from.unix_micros() <= word.to.unix_micros(), "{word:?}");
        end = word.place.end;
    }
    let redaction = secrets::redaction(text);
    assert_eq!(redaction.taken.is_empty(), redaction.text == text);
    assert_eq!(token_count::estimate(text) == 0, text.is_empty());
    assert!(token_count::estimate(text) <= 4 * text.len() + 1);
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
        let all = format!("{text} 2000年後 来年度 next summer Easter 9998年12月31日 in 2000 years 令和64年 25時 年末年始");
        for word in time_words::times(&all, Moment::new(micros, offset)) {
            prop_assert!(word.from.unix_micros() <= word.to.unix_micros());
        }
    }

    #[test]
    fn a_text_that_holds_a_phrase_has_the_terms_of_the_phrase(
        before in pieces(), phrase in "[a-z猫犬東京都ネコのはをすしABC ]{1,8}", after in pieces()
    ) {
        // Web addresses have rules of their own.
        let text = format!("{before}{phrase}{after}").replace("://", " ");
        let words = terms::of_memory(&Wording { content: text.clone(), ..Wording::default() });
        for marked in terms::of_query(&format!("\"{phrase}\"")).phrases {
            if terms::contains_phrase(&text, &marked.text) {
                for term in &marked.terms {
                    prop_assert!(words.terms.iter().any(|(t, _)| t == term), "{:?} of {:?} in {:?}", term, phrase, text);
                }
            }
        }
    }

    #[test]
    fn stripping_twice_is_stripping_once(text in pieces()) {
        let once = strip::strip(&text);
        prop_assert_eq!(strip::strip(&once), once);
    }
}

/// Units that a text is made of when somebody is careless or means harm.
const UNITS: [(&str, &str); 44] = [
    ("one letter", "a"),
    ("hiragana", "あ"),
    ("kanji", "漢"),
    ("katakana", "ア"),
    ("combining marks", "\u{301}"),
    ("zalgo", "Z\u{351}\u{36B}\u{343}\u{36A}a\u{33A}\u{356}l\u{348}\u{31E}"),
    ("right to left", "مرحبا "),
    ("directions", "\u{202E}abc\u{202C}\u{2067}"),
    ("dots", "."),
    ("exclamations", "！"),
    ("opened tags", "<memories>"),
    ("opened tags on lines", "<private>\n"),
    ("private blocks", "<private>a</private>"),
    ("closed tags", "</private>"),
    ("half tags", "<private "),
    ("backticks", "`<private>`"),
    ("fences", "```\n"),
    ("brackets", "([{<「（"),
    ("log lines", "2026-01-20T14:30:00Z ERROR worker-7 request 12345 failed: timeout\n"),
    ("digits", "4"),
    ("numbers", "1 2 3月4日5時6分前 "),
    ("kanji numerals", "一二三十百千"),
    ("quotes", "「"),
    ("password words", "password: "),
    ("japanese password words", "パスワードは"),
    ("private keys", "-----BEGIN PRIVATE KEY-----\n"),
    ("addresses", "https://a.b/c "),
    ("mails", "a@"),
    ("dates", "1月1日"),
    ("dates and weekdays", "先週の金曜の夜10時の"),
    ("last", "last last next this "),
    ("a feeling", "嬉しくない"),
    ("colons", "a:b@"),
    ("spaces", " "),
    ("key words", "secret="),
    ("dotted", "a."),
    ("remember", "remember "),
    ("corrections", "いや、じゃなくて"),
    ("english corrections", "no, actually it's not a, it's b, "),
    ("nuls", "\0"),
    ("families", "👨\u{200D}👩\u{200D}👧\u{200D}👦"),
    ("lone surrogates", "\\ud800\\udfff"),
    ("numbered lines", "1. a\n"),
    ("questions", "?"),
];

fn giants(size: usize) -> impl Iterator<Item = (&'static str, String)> {
    UNITS.iter().map(move |(name, unit)| (*name, unit.repeat(size / unit.len())))
}

/// What is superlinear would take minutes here.
#[test]
fn giant_texts_are_read_to_their_end() {
    for (_, text) in giants(1 << 13) {
        everything(&text, "了解");
    }
}

#[test]
fn nesting_as_deep_as_it_gets_is_stripped_and_read() {
    let depth = 20_000;
    let text = format!("a {}b{} c", "<private>".repeat(depth), "</private>".repeat(depth));
    assert_eq!(strip::strip(&text), "a c");
    let unclosed = format!("a {}b{} c", "<private>".repeat(depth), "</private>".repeat(depth - 1));
    assert_eq!(strip::strip(&unclosed), "a");
    about(&format!("{}昨日{}", "(".repeat(depth), ")".repeat(depth)));
}

#[test]
fn a_hundred_thousand_lines_of_log_are_no_talk() {
    let line = "2026-01-20T14:30:00Z ERROR worker-7 request 12345 failed: timeout at 昨日\n";
    let log = line.repeat(100_000);
    assert!(time_words::times(&log, now()).is_empty());
    assert!(!procedure::procedural(&log).is_procedural);
    assert_eq!(secrets::redact(&log), log);
    assert_eq!(message::message_type(&log), message::MessageType::Statement);
    assert!(token_count::estimate(&log) > 1_000_000);
}

#[test]
fn ten_megabytes_of_one_character_are_read_to_their_end() {
    for unit in ["a", "あ"] {
        let text = unit.repeat(10 * 1024 * 1024 / unit.len());
        assert_eq!(strip::strip(&text), text);
        assert_eq!(secrets::redact(&text), text);
        assert_eq!(language::languages(&text).len(), 1);
        assert!(time_words::times(&text, now()).is_empty() && token_count::estimate(&text) > 1_000_000);
        assert_eq!(message::message_type(&text), message::MessageType::Statement);
        assert_eq!((intent::intent(&text), correction::correction(&text)), (intent::Intent::Factual, None));
    }
    let letters = "a".repeat(10 * 1024 * 1024);
    assert_eq!(topic::topic(&letters), None);
    assert!(!procedure::procedural(&letters).is_procedural && !protection::asks_to_keep(&letters));
    let _ = (category::category(&letters, ""), keywords::keywords(&letters, ""), emotion::read(&letters));
    let _ = (shorten::within(&letters, "", 500), agreement::agreement(&letters, "b"), sentences::sentences(&letters));
}
