//! Two lists, made by hand in two languages: every secret goes, every harmless text stays, and nothing else is cut.

use omoide_language::secrets::{redact, redaction};
use proptest::prelude::*;

const SECRET: &str = include_str!("secrets/secret.tsv");
const HARMLESS: &str = include_str!("secrets/harmless.tsv");
const MISSED: &str = include_str!("secrets/missed.tsv");

/// A line of a list, with its escapes read and its draws made.
struct ListedText {
    batch: String,
    line: usize,
    /// What stays and what goes, in turn; it begins with what stays.
    pieces: Vec<String>,
}

impl ListedText {
    fn text(&self) -> String {
        self.pieces.concat()
    }
}

fn listed(list: &str) -> Vec<ListedText> {
    let lines = list.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|(at, line)| {
            let mut columns = line.splitn(3, '\t');
            let (batch, _, text) = (columns.next(), columns.next(), columns.next().expect("three columns"));
            let text = drawn(&unescaped(text), at as u64 + 1);
            let pieces = text.split(['⟦', '⟧']).map(str::to_owned).collect();
            ListedText { batch: batch.unwrap_or_default().to_owned(), line: at + 1, pieces }
        })
        .collect()
}

/// The text with `\n`, `\t`, `\\` and `\u{…}` read.
fn unescaped(text: &str) -> String {
    let mut read = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        read.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let (character, length) = match escape.chars().next() {
            Some('n') => ('\n', 1),
            Some('t') => ('\t', 1),
            Some('u') if escape.starts_with("u{") => {
                let end = escape.find('}').expect("an escape is closed");
                let code = u32::from_str_radix(&escape[2..end], 16).expect("a code in hexadecimal");
                (char::from_u32(code).expect("a character"), end + 1)
            }
            _ => ('\\', usize::from(escape.starts_with('\\'))),
        };
        read.push(character);
        rest = &escape[length..];
    }
    read + rest
}

/// The text with `{an:36}` and the like drawn from a seed: no line of the lists looks like a real key to a scanner.
fn drawn(text: &str, seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut drawn = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        drawn.push_str(&rest[..at]);
        let wish = rest[at + 1..].split_once('}').and_then(|(inside, _)| inside.split_once(':'));
        let wish = wish.and_then(|(name, length)| Some((alphabet(name)?, length.parse::<usize>().ok()?)));
        let Some((alphabet, length)) = wish else {
            drawn.push('{');
            rest = &rest[at + 1..];
            continue;
        };
        for _ in 0..length {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            drawn.push(char::from(alphabet[(state >> 33) as usize % alphabet.len()]));
        }
        rest = &rest[at + rest[at..].find('}').expect("it was closed above") + 1..];
    }
    drawn + rest
}

fn alphabet(name: &str) -> Option<&'static [u8]> {
    let all: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Some(match name {
        "an" => &all[..62],
        "b64" => all,
        "url" => b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        "up" => b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "low" => &all[26..62],
        "hex" => b"0123456789abcdef",
        "dig" => &all[52..62],
        _ => return None,
    })
}

/// Whether a word of a secret is still there.
fn is_left(redacted: &str, secret: &str) -> bool {
    redacted.contains(secret)
        || secret.split_whitespace().any(|word| word.chars().count() > 3 && redacted.contains(word))
}

/// What stays between the marks.
fn kept(redacted: &str) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut rest = redacted;
    while let Some(at) = rest.find("[redacted:") {
        kept.push(&rest[..at]);
        rest = rest[at..].split_once(']').map_or("", |(_, rest)| rest);
    }
    kept.push(rest);
    kept
}

fn counted(found: &[(String, String)], lists: &[ListedText]) -> String {
    let mut batches: Vec<&str> = lists.iter().map(|text| text.batch.as_str()).collect();
    batches.dedup();
    let count = |batch: &str| {
        let wrong = found.iter().filter(|(of, _)| of == batch).count();
        format!("batch {batch}: {wrong} of {}", lists.iter().filter(|text| text.batch == batch).count())
    };
    let counts: Vec<String> = batches.into_iter().map(count).collect();
    let lines: Vec<&str> = found.iter().map(|(_, line)| line.as_str()).collect();
    format!("{}\n{}", counts.join(", "), lines.join("\n"))
}

#[test]
fn every_secret_of_the_list_is_taken_out() {
    let lists = listed(SECRET);
    let mut left = Vec::new();
    for text in &lists {
        let redacted = redact(&text.text());
        if text.pieces.iter().skip(1).step_by(2).any(|secret| is_left(&redacted, secret)) {
            left.push((text.batch.clone(), format!("{}: {:?} gave {redacted:?}", text.line, text.text())));
        }
    }
    assert!(left.is_empty(), "secrets left in {}", counted(&left, &lists));
}

#[test]
fn what_stands_around_a_secret_stays() {
    let lists = listed(SECRET);
    let mut cut = Vec::new();
    for text in &lists {
        let redacted = redact(&text.text());
        let around: Vec<&str> = text.pieces.iter().step_by(2).map(String::as_str).collect();
        if kept(&redacted) != around {
            cut.push((text.batch.clone(), format!("{}: {:?} gave {redacted:?}", text.line, text.text())));
        }
    }
    assert!(cut.is_empty(), "not cut exactly in {}", counted(&cut, &lists));
}

#[test]
fn every_harmless_text_of_the_list_stays_whole() {
    let lists = listed(HARMLESS);
    let mut harmed = Vec::new();
    for text in &lists {
        let redacted = redact(&text.text());
        if redacted != text.text() {
            harmed.push((text.batch.clone(), format!("{}: {:?} gave {redacted:?}", text.line, text.text())));
        }
    }
    assert!(harmed.is_empty(), "harmless texts cut in {}", counted(&harmed, &lists));
}

#[test]
fn the_lists_are_long_enough_to_mean_something() {
    assert!(listed(SECRET).len() >= 450, "{}", listed(SECRET).len());
    assert!(listed(HARMLESS).len() >= 450, "{}", listed(HARMLESS).len());
}

#[test]
fn what_is_known_to_be_missed_still_is() {
    for text in listed(MISSED) {
        let redacted = redact(&text.text());
        let is_missed = text.pieces.iter().skip(1).step_by(2).any(|secret| is_left(&redacted, secret));
        assert!(is_missed, "line {} belongs into secret.tsv now: {redacted:?}", text.line);
    }
}

#[test]
fn redacting_a_redacted_text_changes_nothing() {
    let lists = [listed(SECRET), listed(HARMLESS), listed(MISSED)];
    for text in lists.iter().flatten() {
        let once = redact(&text.text());
        assert_eq!(redact(&once), once, "line {}", text.line);
    }
    let all: Vec<String> = lists.iter().flatten().map(ListedText::text).collect();
    let together = redact(&all.join("\n"));
    assert_eq!(redact(&together), together);
}

#[test]
fn what_was_taken_out_is_found_again_in_the_original() {
    for text in listed(SECRET) {
        let original = text.text();
        let redaction = redaction(&original);
        let mut rebuilt = String::new();
        let mut from = 0;
        for secret in &redaction.taken {
            assert!(secret.place.start >= from && !secret.place.is_empty(), "line {}", text.line);
            rebuilt.push_str(&original[from..secret.place.start]);
            rebuilt.push_str(&format!("[redacted:{}]", secret.kind));
            from = secret.place.end;
        }
        assert_eq!(rebuilt + &original[from..], redaction.text, "line {}", text.line);
    }
}

#[test]
fn giant_texts_of_labels_are_read_to_their_end() {
    let pieces = [
        "password,token\n",
        "password=",
        "\"password\": \"",
        "パスワード",
        "パスワードは",
        "password is ",
        "| password ",
        "a password b",
    ];
    for piece in pieces {
        let text = piece.repeat(256 * 1024 / piece.len());
        assert!(redact(&text).len() <= 2 * text.len(), "{piece}");
    }
}

/// Words of the lists in any order, with what binds and parts them.
fn mixtures() -> impl Strategy<Value = String> {
    let texts: Vec<String> = [listed(SECRET), listed(HARMLESS)].iter().flatten().map(ListedText::text).collect();
    let words: Vec<String> = texts.iter().flat_map(|text| text.split(' ')).map(str::to_owned).collect();
    let binders = [
        " is ",
        ": ",
        "=",
        "は",
        "が",
        "を",
        "\n",
        " | ",
        ",",
        "\"",
        "'",
        "(",
        ")",
        "「",
        "」",
        " / ",
        "@",
        "://",
        "[redacted:password]",
        "[redacted:",
        "]",
        "password",
        "パスワード",
        "\u{200b}",
        "\u{3000}",
        "`",
        "<password>",
        "</password>",
        " as ",
        " to ",
        "kind: Secret\ndata:\n ",
    ];
    let piece = prop_oneof![
        3 => prop::sample::select(words),
        3 => prop::sample::select(binders.map(str::to_owned).to_vec()),
        1 => Just(" ".to_owned()),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn redacting_any_mixture_twice_is_redacting_it_once(text in mixtures()) {
        let redaction = redaction(&text);
        prop_assert_eq!(redact(&redaction.text), redaction.text.clone());
        prop_assert_eq!(redaction.taken.is_empty(), redaction.text == text);
        for pair in redaction.taken.windows(2) {
            prop_assert!(pair[0].place.end <= pair[1].place.start);
        }
        for secret in &redaction.taken {
            prop_assert!(text.get(secret.place.clone()).is_some_and(|value| !value.is_empty()));
        }
    }
}
