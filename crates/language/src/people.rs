//! The people that a text names.
//!
//! A capital letter alone names nobody: Postgres, Kyoto and Friday have one too. A run of capitalised words is a person where
//! something speaks for it: a usual given name, a title or relation before it ("my friend Noor"), a suffix (-san), something
//! that only people do or have ("did Noor say", "Noor's birthday"), or a person beside it ("Anna and Noor"). Words in
//! Japanese are people where the dictionary or a title says so. Whom the store knows as a speaker is not known here.
//!
//! [`names`] are all that is written as a name, of whatever: a memory that has the same name is likelier meant, whoever or
//! whatever it is the name of.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::sync::LazyLock;

use crate::dictionary::PartOfSpeech;
use crate::keywords::{Keyword, weighed};
use crate::tokens::{TokenKind, is_title, morphemes, scan, stem};
use crate::word_sets::{is_in, words};

/// Suffixes that follow a person's name.
const SUFFIXES: [&str; 7] = ["-san", "-kun", "-chan", "-sama", "-sensei", "-senpai", "-sempai"];

/// The stems of what only people do.
static VERBS: LazyLock<HashSet<String>> =
    LazyLock::new(|| words("person_verbs").iter().map(|verb| stem(verb)).collect());

/// The people that a text names, without titles, in order, each once.
pub(crate) fn people(text: &str) -> Vec<String> {
    let mut found = people_in_japanese(text);
    found.extend(people_by_evidence(text));
    each_once(found)
}

/// All that the text writes as a name, of people, places or things, in order, each once.
pub fn names(text: &str) -> Vec<String> {
    let mut found = people_in_japanese(text);
    found.extend(capital_runs(text, &words_of(text)).into_iter().map(|run| (run.start, run.name)));
    each_once(found)
}

fn each_once(mut found: Vec<(usize, String)>) -> Vec<String> {
    found.sort_by_key(|(start, _)| *start);
    let mut names: Vec<String> = Vec::new();
    for (_, name) in found {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Words that the dictionary knows as people's names, and whatever a title follows.
fn people_in_japanese(text: &str) -> Vec<(usize, String)> {
    let all = morphemes(text);
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let run = all[at..].iter().take_while(|m| m.part == PartOfSpeech::Person).count();
        let has_title = |place: usize| all.get(place).is_some_and(|m| is_title(m.surface) && !is_plural(m.surface));
        let is_nameable = |m: &crate::tokens::Morpheme<'_>| {
            matches!(m.part, PartOfSpeech::ProperNoun | PartOfSpeech::Place | PartOfSpeech::Organisation)
                || m.is_unknown
        };
        let length = if run > 0 { run } else { usize::from(is_nameable(&all[at]) && has_title(at + 1)) };
        if length > 0 {
            let (start, end) = (all[at].start, all[at + length - 1].end());
            found.push((start, text[start..end].to_owned()));
        }
        at += length.max(1);
    }
    found
}

/// たち and its like make many of one; 方 follows other words than names.
fn is_plural(title: &str) -> bool {
    matches!(title, "たち" | "達" | "等" | "ら" | "方")
}

/// A run of capitalised words.
struct CapitalRun {
    name: String,
    start: usize,
    /// The first and the last of its words, among all.
    words: (usize, usize),
    /// Whether a possessive follows.
    owns: bool,
}

/// A word of the text, in small letters.
struct RunWord<'t> {
    surface: &'t str,
    folded: String,
    start: usize,
    is_stop_word: bool,
}

/// Runs of capitalised words that something says to be people.
fn people_by_evidence(text: &str) -> Vec<(usize, String)> {
    let words = words_of(text);
    let runs = capital_runs(text, &words);
    let mut is_person: Vec<bool> = runs.iter().map(|run| names_a_person(run, &words)).collect();
    // "Anna and Noor": whoever is named beside a person is one, in either direction.
    for _ in 0..2 {
        for at in 1..runs.len() {
            let between = text[runs[at - 1].start + runs[at - 1].name.len()..runs[at].start].trim();
            if matches!(between, "and" | "or" | "," | "&" | ", and" | "'s and") && is_person[at - 1] != is_person[at] {
                (is_person[at - 1], is_person[at]) = (true, true);
            }
        }
    }
    let people = runs.into_iter().zip(is_person).filter(|(_, is_person)| *is_person);
    people.map(|(run, _)| (run.start, without_title(&run.name))).filter(|(_, name)| !name.is_empty()).collect()
}

fn words_of(text: &str) -> Vec<RunWord<'_>> {
    let of_words = scan(text).into_iter().filter(|token| token.kind == TokenKind::Word);
    of_words
        .map(|token| RunWord {
            surface: token.surface,
            folded: token.surface.to_lowercase(),
            start: token.start,
            is_stop_word: token.is_stop_word(),
        })
        .collect()
}

fn capital_runs(text: &str, words: &[RunWord<'_>]) -> Vec<CapitalRun> {
    // A verb or a small word is no keyword, so that a sentence may begin with it.
    let keywords: LazyCell<Vec<Keyword>, _> = LazyCell::new(|| weighed(text));
    let mut runs: Vec<CapitalRun> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let name = without_possessive(word.surface);
        let name = SUFFIXES.iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name);
        let mut letters = name.chars();
        let is_capital = letters.next().is_some_and(char::is_uppercase)
            && letters.next().is_some_and(char::is_lowercase)
            && !word.is_stop_word
            && !is_in("person_never", &name.to_lowercase());
        let before = text[..word.start].trim_end().chars().next_back();
        let opens = before.is_none_or(|c| matches!(c, '.' | '!' | '?' | '"' | '“' | ':' | '\n'));
        if !is_capital || opens && !keywords.iter().any(|keyword| keyword.surface.starts_with(name)) {
            continue;
        }
        let owns = without_possessive(word.surface).len() < word.surface.len();
        let follows = |run: &&mut CapitalRun| {
            !run.owns
                && run.words.1 + 1 == at
                && text[..word.start].ends_with(' ')
                && text[run.start..].strip_prefix(&run.name).is_some_and(|rest| rest.starts_with(' '))
        };
        match runs.last_mut().filter(follows) {
            Some(run) => {
                run.name.push(' ');
                run.name.push_str(name);
                (run.words.1, run.owns) = (at, owns);
            }
            None => runs.push(CapitalRun { name: name.to_owned(), start: word.start, words: (at, at), owns }),
        }
    }
    runs
}

fn without_possessive(word: &str) -> &str {
    word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word)
}

/// "Aunt May" is called May; but "Dr" alone names nobody.
fn without_title(name: &str) -> String {
    let is_title = |word: &str| is_in("person_titles", &word.trim_end_matches('.').to_lowercase());
    name.split(' ').skip_while(|word| is_title(word)).collect::<Vec<_>>().join(" ")
}

fn names_a_person(run: &CapitalRun, words: &[RunWord<'_>]) -> bool {
    let (first, last) = run.words;
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", |word| word.folded.trim_end_matches('.'));
    let (before, next) = (word(first.checked_sub(1)), word(Some(last + 1)));
    let (earlier, after_next) = (word(first.checked_sub(2)), word(Some(last + 2)));
    let has_suffix = SUFFIXES.iter().any(|suffix| words[last].folded.contains(suffix));
    let is_title = |word: &str| is_in("person_titles", word.trim_end_matches('.'));
    let is_relation = |word: &str| is_in("person_relations", word);
    let is_verb = |word: &str| !word.is_empty() && VERBS.contains(&stem(word));
    let folded = run.name.to_lowercase();
    let mut parts = folded.split(' ');
    let has_given_name = parts.clone().any(|part| is_in("person_names", part));
    has_given_name
        || has_suffix
        || parts.next().is_some_and(is_title) && folded.contains(' ')
        || is_title(before)
        || is_relation(before)
        // "Noor said", "did Noor say", "Noor will tell", "Noor is my sister".
        || is_verb(next)
        || is_in("person_auxiliaries", next) && (is_verb(after_next) || matches!(after_next, "my" | "our"))
        || run.owns && (is_relation(next) || is_in("person_things", next))
        // "I met Noor", "someone called Noor", "who is Noor", "it makes Noor happy".
        || is_in("person_met", before)
        || before == "to" && words[..first].iter().any(|word| is_in("person_said", &word.folded))
        || matches!(before, "called" | "named") && is_in("person_anyone", earlier)
        || matches!(earlier, "who" | "whom" | "whose") && is_in("person_auxiliaries", before)
        || matches!(before, "who's" | "who’s")
        || matches!(before, "make" | "makes" | "made") && is_in("person_moods", next)
        || matches!(next, "my" | "our") && is_relation(after_next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_named_without_titles_and_in_order() {
        for (text, expected) in [
            ("山田くんと花子先生は仲良かったっけ", &["山田", "花子"][..]),
            ("佐藤健さんの誕生日", &["佐藤健"]),
            ("Did John's brother meet Mary Ann?", &["John", "Mary Ann"]),
            ("Melanie painted a sunrise. Caroline liked it", &["Melanie", "Caroline"]),
            ("What did Noor say about the boiler?", &["Noor"]),
            ("Noor told me about the lake", &["Noor"]),
            ("my friend Noor moved to Lisbon", &["Noor"]),
            ("my sister Ilse lives in Ghent", &["Ilse"]),
            ("I met Ravindra at the station", &["Ravindra"]),
            ("Tanaka-san fixed the build", &["Tanaka"]),
            ("Dr. Weiss saw the results", &["Weiss"]),
            ("Noor's birthday is in May", &["Noor"]),
            ("Anna and Zofia went to Kyoto", &["Anna", "Zofia"]),
            ("Who is Ilse?", &["Ilse"]),
            ("someone called Ilse rang", &["Ilse"]),
            ("What makes Ilse happy?", &["Ilse"]),
            ("Ilse is my neighbour", &["Ilse"]),
            ("Does Ilse like tea?", &["Ilse"]),
            ("a call with Paul", &["Paul"]),
        ] {
            assert_eq!(people(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_written_as_a_name_is_one_of_whatever() {
        assert_eq!(names("Is Rex in Kyoto since Friday, or with Mary Ann?"), ["Rex", "Kyoto", "Mary Ann"]);
        assert_eq!(names("Remember what I said"), Vec::<String>::new());
    }

    #[test]
    fn a_capital_letter_alone_names_nobody() {
        for text in [
            "猫の名前は？",
            "what is my cat's name?",
            "Remember what I said",
            "We decided to use Postgres for the Billing service",
            "Does Docker run on Windows?",
            "How do I configure Kubernetes with Terraform?",
            "The meeting moved to Friday, in March",
            "Did we visit New York last week?",
            "I lived in Lisbon and Kyoto",
            "Which Python version does Ubuntu ship?",
            "The Database Migration Plan",
            "Redis crashed on Monday",
            "Is Rust faster than Go?",
            "My Toyota needs new tyres",
            "We speak Japanese and English at home",
            "The GitHub Actions workflow failed",
            "Spotify's playlist is gone",
            "Christmas in Vienna was cold",
            "What is the best thing about Kyoto?",
            "Rex",
            "Open Settings, then Privacy",
        ] {
            assert_eq!(people(text), Vec::<String>::new(), "{text}");
        }
    }
}
