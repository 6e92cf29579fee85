//! The terms that an index over words knows a text by, and those that a query asks it for.
//!
//! Seven kinds ([`omoide_core::TermKind`]), each for what the others miss:
//! - **words**: what [`content_words`](crate::tokens::content_words) gives, stems and base forms;
//! - **names**: identifiers, addresses, numbers with a point in them, capitalised words and what the dictionary
//!   knows as a name, to the letter; an address also by its host, a path by its file;
//! - **pairs** of neighbouring characters of which one is Japanese, because a query can be cut otherwise than a
//!   text. How telling a pair is, is told by how many memories have it;
//! - **characters**: every kanji, so that 猫 finds 黒猫, and kana that stand alone;
//! - **readings**: what a name sounds like, so that 大地 finds Daichi ([`pronunciation`](crate::pronunciation));
//! - **fillers**: words without content. A query has them only when it has nothing else;
//! - **dates**: the days and months that a text speaks about, whatever words it has for them. No query has them: a
//!   prompt that asks for a time looks them up ([`of_dates`]).
//!
//! At most [`MOST_TERMS`] different terms of each kind are taken, the first of the text.

mod bag;
mod names;
mod phrase;
mod query;

use std::collections::HashMap;

use omoide_core::{Field, FieldCounts, Term, TermKind, Wording, Words};

use crate::time_words;
use crate::{lasting, own_facts};
use bag::Bag;

pub use phrase::contains_phrase;
pub use query::of_query;

/// The number of these rules. It changes when a text would get other terms than before, and texts that were
/// indexed under another number are indexed anew.
pub const VERSION: u32 = 3;

/// The most different terms of one kind that are taken from the texts of one field of a memory. A turn has
/// some hundreds; only a text of more than about 50,000 characters loses any.
pub const MOST_TERMS: usize = 4096;

/// The filler that a memory has when it only asks: what was said ends with a question mark, and there is no reply.
pub const LONE_QUESTION: &str = "?";

/// The filler that a memory has when it is in English: a query is put into another language only where there is one.
pub const IN_ENGLISH: &str = "*en";
/// The filler that a memory has when it is in Japanese.
pub const IN_JAPANESE: &str = "*ja";

/// From so many words of letters on a text is in English, too; one of them says nothing by itself ("the").
const ENGLISH_WORDS: usize = 3;

/// The words of a memory.
///
/// What was said is in the memory's own text and, word for word, in its turn; a term counts as often as in
/// the text that has it more often, so nothing counts twice.
pub fn of_memory(wording: &Wording) -> Words {
    let mut terms: HashMap<Term, FieldCounts> = HashMap::new();
    let mut lengths = [0; Field::COUNT];
    let keywords = wording.keywords.join("\n");
    let fields = [
        [wording.trigger.as_str(), wording.said.as_deref().unwrap_or_default()],
        [wording.content.as_str(), wording.replied.as_deref().unwrap_or_default()],
        [keywords.as_str(), ""],
    ];
    for (field, texts) in fields.iter().enumerate() {
        let is_same = texts[0].trim() == texts[1].trim();
        for text in texts.iter().take(if is_same { 1 } else { 2 }) {
            let bag = Bag::of_text(text);
            lengths[field] = lengths[field].max(u16::try_from(bag.length).unwrap_or(u16::MAX));
            for (term, count) in bag.terms {
                let counts = terms.entry(term).or_default();
                counts[field] = counts[field].max(count);
            }
        }
    }
    if let Some(at) = wording.at {
        let [told, turn] = fields[0];
        let spoken = if turn.is_empty() { told } else { turn };
        let spoken = if spoken.is_empty() { fields[1][0] } else { spoken };
        let dates = time_words::dates_spoken_of(spoken, at);
        terms.extend(of_dates(&dates).into_iter().map(|date| (date, [1, 0, 0])));
    }
    let said = if fields[0][1].is_empty() { fields[0][0] } else { fields[0][1] };
    for fact in lasting::lasting(said) {
        terms.insert(Term::new(TermKind::Filler, &own_facts::term_of(fact.kind)), [1, 0, 0]);
    }
    if is_lone_question(wording) {
        terms.insert(Term::new(TermKind::Filler, LONE_QUESTION), [1, 0, 0]);
    }
    for language in languages(&terms) {
        terms.insert(Term::new(TermKind::Filler, language), [1, 0, 0]);
    }
    let mut terms: Vec<(Term, FieldCounts)> = terms.into_iter().collect();
    terms.sort_unstable();
    Words { version: VERSION, lengths, terms }
}

/// The marks of the languages that the terms are of.
fn languages(terms: &HashMap<Term, FieldCounts>) -> Vec<&'static str> {
    let is_english = |term: &&Term| term.text().bytes().all(|byte| byte.is_ascii_lowercase());
    let count = |kind: TermKind| terms.keys().filter(|term| term.kind() == kind).filter(is_english).count();
    let fillers = count(TermKind::Filler);
    let mut languages = Vec::new();
    if fillers > 0 && fillers + count(TermKind::Word) >= ENGLISH_WORDS {
        languages.push(IN_ENGLISH);
    }
    if terms.keys().any(|term| term.kind() == TermKind::Pair) {
        languages.push(IN_JAPANESE);
    }
    languages
}

/// The terms of memories that speak about these dates.
pub fn of_dates(dates: &[String]) -> Vec<Term> {
    dates.iter().map(|date| Term::new(TermKind::Date, date)).collect()
}

fn is_lone_question(wording: &Wording) -> bool {
    let said = wording.said.as_deref().unwrap_or(&wording.trigger);
    let replied = wording.replied.as_deref().unwrap_or(&wording.content);
    replied.trim().is_empty() && said.trim_end().ends_with(['?', '？'])
}

#[cfg(test)]
mod tests {
    use omoide_core::TermKind;

    use super::*;

    fn words_of(text: &str) -> Words {
        of_memory(&Wording { content: text.to_owned(), ..Wording::default() })
    }

    /// Whether the query has a term, one of its prefixes, in the text.
    pub(super) fn finds(query: &str, text: &str) -> bool {
        let (query, words) = (of_query(query), words_of(text));
        let begins = |prefix: &Term| words.terms.iter().any(|(t, _)| t.as_bytes().starts_with(prefix.as_bytes()));
        query.terms.iter().any(|q| words.terms.iter().any(|(term, _)| *term == q.term))
            || query.prefixes.iter().any(begins)
    }

    fn kinds(text: &str, kind: TermKind) -> Vec<String> {
        let words = words_of(text);
        words.terms.iter().filter(|(t, _)| t.kind() == kind).map(|(t, _)| t.text().to_owned()).collect()
    }

    #[test]
    fn short_japanese_words_are_found() {
        for (query, text) in [
            ("猫", "黒猫を見た"),
            ("猫", "うちの猫"),
            ("蜂", "蜜蜂が来た"),
            ("犬", "子犬を飼い始めた"),
            ("東京", "東京都に住む"),
            ("京都", "京都大学"),
            ("カレー", "カレーライスを食べた"),
            ("寿司", "回転寿司"),
            ("え", "え？本当に"),
            ("え", "えんぴつ"),
            ("いか", "いかを食べた"),
            ("です", "猫です"),
            ("おはよう", "おはようございます"),
            ("君", "君の名は"),
        ] {
            assert!(finds(query, text), "{query} in {text}: {:?} {:?}", of_query(query), words_of(text));
        }
    }

    #[test]
    fn spellings_and_widths_meet() {
        for (query, text) in [
            ("サーバ", "サーバーが落ちた"),
            ("ｻｰﾊﾞｰ", "サーバーが落ちた"),
            ("ネコ", "ねこがいた"),
            ("やばい", "ヤバイ話"),
            ("ＡＰＩ", "the api is slow"),
            ("国際", "國際會議"),
            ("sqlite", "SQLiteを使う"),
        ] {
            assert!(finds(query, text), "{query} in {text}: {:?} {:?}", of_query(query), words_of(text));
        }
    }

    #[test]
    fn english_forms_meet_by_their_stem() {
        for (query, text) in [
            ("running", "she runs every day"),
            ("cities", "a city"),
            ("mice", "the mouse"),
            ("What is it?", "it is what it is"),
            ("Caroline", "Caroline's book"),
            ("charles", "Charles came"),
        ] {
            assert!(finds(query, text), "{query} in {text}");
        }
        assert!(!finds("running", "a banana"));
    }

    #[test]
    fn identifiers_are_found_whole_and_in_parts() {
        let text =
            "see foo_bar in src/main.rs v1.2.3, https://www.example.com/guide/install?x=1 or me@example.org, 3.14";
        for query in [
            "foo_bar",
            "foo",
            "src/main.rs",
            "main.rs",
            "main",
            "v1.2.3",
            "1.2.3",
            "example.com",
            "install",
            "https://www.example.com/guide/install?x=1",
            "me@example.org",
            "example.org",
            "3.14",
        ] {
            assert!(finds(query, text), "{query}: {:?}", words_of(text));
        }
        let names = kinds(text, TermKind::Name);
        assert!(names.contains(&"foo_bar".to_owned()) && names.contains(&"example.com".to_owned()), "{names:?}");
    }

    #[test]
    fn names_are_kept_to_the_letter() {
        assert_eq!(kinds("met Charles at the API", TermKind::Name), ["api", "charles"]);
        assert_eq!(kinds("田中さんと京都へ", TermKind::Name), ["京都", "田中"]);
    }

    #[test]
    fn pairs_reach_over_the_edges_of_a_run() {
        assert_eq!(kinds("猫です。", TermKind::Pair), ["^猫", "す。", "です", "猫で"]);
        assert_eq!(kinds("3月 a", TermKind::Pair), ["3月", "月^"]);
        assert!(kinds("the cat", TermKind::Pair).is_empty());
        assert!(kinds("the cat", TermKind::Filler).contains(&"the".to_owned()));
    }

    #[test]
    fn a_query_has_fillers_only_when_it_has_nothing_else() {
        let has_fillers = |query: &str| of_query(query).terms.iter().any(|q| q.term.kind() == TermKind::Filler);
        assert!(has_fillers("what is it") && has_fillers("それは") && !has_fillers("what is a cat"));
        assert!(!has_fillers("猫は？"));
    }

    #[test]
    fn what_stands_in_text_and_turn_counts_once() {
        let wording = Wording {
            trigger: "cats and cats".to_owned(),
            said: Some("cats and cats and dogs".to_owned()),
            keywords: vec!["cat".to_owned()],
            ..Wording::default()
        };
        let words = of_memory(&wording);
        let counts = |text: &str| {
            let term = Term::new(TermKind::Word, text);
            words.terms.iter().find(|(t, _)| *t == term).map(|(_, counts)| *counts)
        };
        assert_eq!(counts("cat"), Some([2, 0, 1]));
        assert_eq!(counts("dog"), Some([1, 0, 0]));
        assert_eq!(words.lengths, [3, 0, 1]);
    }

    #[test]
    fn a_text_of_any_length_has_a_bounded_number_of_terms() {
        let text: String =
            (0..30_000).map(|n| format!("w{n}x 漢{} ", char::from_u32(0x4E00 + n % 9_000).unwrap_or('字'))).collect();
        let words = words_of(&text);
        for kind in TermKind::ALL {
            assert!(words.terms.iter().filter(|(t, _)| t.kind() == kind).count() <= MOST_TERMS);
        }
        assert!(words.terms.is_sorted() && words.lengths[1] >= 30_000);
    }
}
