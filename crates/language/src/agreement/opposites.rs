//! Which words stand against one another, and which for one another: `data/antonyms.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::fold::{Script, fold, script};
use crate::lexicon::data_lines;
use crate::tokens::stem;

/// How two words are tied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WordTie {
    /// They stand for one another.
    Same,
    /// They belong together without being the same: both are of one side of an opposition.
    Akin,
    /// The one denies the other: open and closed.
    Opposite,
    /// Of one kind, but not the same: red and blue.
    Other,
    /// Two values of something that is one at a time: a job, a home town.
    OneOf,
}

/// The tie between two words, given by what they are [`memberships`] of.
pub(crate) fn tie(a: &[Membership], b: &[Membership]) -> Option<WordTie> {
    let mut found = None;
    for x in a {
        for y in b.iter().filter(|y| y.set == x.set) {
            let tie = match (x.kind, x.member == y.member) {
                (OppositeKind::Same, _) => return Some(WordTie::Same),
                (_, true) => WordTie::Akin,
                (OppositeKind::Opposite, false) => WordTie::Opposite,
                (OppositeKind::Other, false) => WordTie::Other,
                (OppositeKind::One, false) => WordTie::OneOf,
            };
            if found.is_none_or(|f| rank(tie) > rank(f)) {
                found = Some(tie);
            }
        }
    }
    found
}

fn rank(tie: WordTie) -> u8 {
    match tie {
        WordTie::Akin => 0,
        WordTie::Other => 1,
        WordTie::OneOf => 2,
        WordTie::Opposite => 3,
        WordTie::Same => 4,
    }
}

/// Whether one key is the other with a denying prefix or suffix: unhappy and happy, 不可能 and 可能.
pub(crate) fn denies_by_form(a: &str, b: &str) -> bool {
    is_denial_of(a, b) || is_denial_of(b, a)
}

fn is_denial_of(denial: &str, plain: &str) -> bool {
    if plain.is_ascii() {
        let by_prefix = plain.len() >= 4
            && ["un", "in", "im", "ir", "il", "dis", "non", "non-"]
                .iter()
                .any(|prefix| denial.strip_prefix(prefix) == Some(plain));
        let by_suffix =
            plain.len() >= 7 && denial.strip_suffix("less").is_some_and(|root| plain.strip_suffix("ful") == Some(root));
        return by_prefix || by_suffix;
    }
    plain.chars().nth(1).is_some()
        && ['不', '未', '非', '無'].iter().any(|prefix| denial.strip_prefix(*prefix) == Some(plain))
}

/// A word's place in the table: its set and the member of the set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Membership {
    set: u16,
    member: u8,
    kind: OppositeKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OppositeKind {
    Same,
    Opposite,
    Other,
    One,
}

/// Where a word, given by its [`key`], stands in the table; empty for most words.
pub(crate) fn memberships(key: &str) -> &'static [Membership] {
    TABLE.get(key).map_or(&[], Vec::as_slice)
}

/// The form that a word is compared by: English words by their stem, Japanese ones without okurigana, so
/// that 上がる, 上げる and 上 are one.
pub(crate) fn key(folded: &str) -> String {
    let mut characters = folded.chars();
    match characters.next().map(script) {
        Some(Script::Letter) => stem(folded),
        Some(Script::Kanji) => folded.trim_end_matches(|c| script(c) == Script::Hiragana).to_owned(),
        _ => folded.to_owned(),
    }
}

static TABLE: LazyLock<HashMap<String, Vec<Membership>>> = LazyLock::new(|| {
    let mut table: HashMap<String, Vec<Membership>> = HashMap::new();
    for (set, line) in (0_u16..).zip(data_lines(include_str!("../../data/antonyms.tsv"))) {
        let mut columns = line.split('\t');
        let kind = match columns.next() {
            Some("opposite") => OppositeKind::Opposite,
            Some("other") => OppositeKind::Other,
            Some("one") => OppositeKind::One,
            _ => OppositeKind::Same,
        };
        for (member, words) in (0_u8..).zip(columns) {
            for word in words.split(' ') {
                let entry = table.entry(key(&fold(word))).or_default();
                let membership = Membership { set, member, kind };
                if !entry.contains(&membership) {
                    entry.push(membership);
                }
            }
        }
    }
    table
});

#[cfg(test)]
mod tests {
    use super::*;

    fn tie_of(a: &str, b: &str) -> Option<WordTie> {
        tie(memberships(&key(a)), memberships(&key(b)))
    }

    #[test]
    fn words_are_tied_across_forms_and_languages() {
        assert_eq!(tie_of("love", "hates"), Some(WordTie::Opposite));
        assert_eq!(tie_of("開ける", "閉まって"), Some(WordTie::Opposite));
        assert_eq!(tie_of("赤い", "blue"), Some(WordTie::Other));
        assert_eq!(tie_of("sofa", "ソファー"), Some(WordTie::Same));
        assert_eq!(tie_of("教師", "エンジニア"), Some(WordTie::OneOf));
        assert_eq!(tie_of("table", "running"), None);
    }

    #[test]
    fn a_denying_prefix_is_seen() {
        assert!(denies_by_form("happy", "unhappy"));
        assert!(denies_by_form("不可能", "可能"));
        assert!(!denies_by_form("table", "stable"));
    }

    #[test]
    fn every_line_of_the_table_has_a_known_kind_and_members() {
        for line in data_lines(include_str!("../../data/antonyms.tsv")) {
            let columns: Vec<&str> = line.split('\t').collect();
            let least = match columns[0] {
                "opposite" | "other" | "one" => 3,
                "same" => 2,
                kind => panic!("{kind}"),
            };
            assert!(columns.len() >= least, "{line}");
            assert!(columns.iter().all(|c| !c.is_empty() && !c.contains("  ")), "{line}");
        }
    }
}
