//! The estimate of tokens against real counts, for Japanese, English and code.

use std::collections::BTreeMap;

use omoide_language::token_count::estimate;

/// How far off an estimate may be.
const BOUND: f64 = 0.15;
/// Single texts of fewer tokens are not held to it.
const LONG_FROM: f64 = 200.0;

fn golden() -> Vec<(&'static str, f64, String)> {
    let lines = include_str!("token_counts.csv").lines().filter(|line| !line.starts_with("# ")).skip(1);
    lines
        .map(|line| {
            let mut fields = line.splitn(3, ',');
            let mut next = || fields.next().expect("three fields");
            (next(), next().parse().expect("a number"), unescaped(next()))
        })
        .collect()
}

fn unescaped(text: &str) -> String {
    let mut characters = text.chars();
    let mut plain = String::new();
    while let Some(c) = characters.next() {
        match c {
            '\\' => plain.push(if characters.next() == Some('n') { '\n' } else { '\\' }),
            c => plain.push(c),
        }
    }
    plain
}

#[test]
fn each_class_of_text_and_each_long_text_is_within_the_bound() {
    let mut classes: BTreeMap<&str, (f64, f64, usize)> = BTreeMap::new();
    for (class, tokens, text) in golden() {
        let guess = estimate(&text) as f64;
        let error = (guess / tokens - 1.0).abs();
        assert!(tokens < LONG_FROM || error <= BOUND, "{guess} for {tokens}: {text}");
        let sum = classes.entry(class).or_default();
        *sum = (sum.0 + guess, sum.1 + tokens, sum.2 + usize::from(tokens >= LONG_FROM));
    }
    for (class, (guess, tokens, long)) in &classes {
        assert!((guess / tokens - 1.0).abs() <= BOUND, "{class}: {guess} for {tokens}");
        assert!(*long >= 1, "{class} has no long text");
    }
    assert_eq!(classes.keys().copied().collect::<Vec<_>>(), ["code", "en", "ja", "mixed"]);
}
