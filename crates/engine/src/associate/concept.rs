//! A concept: how it is written, and by which terms of the index memories carry it.

use std::collections::HashSet;

use omoide_core::ports::Understanding;
use omoide_core::{NamePrint, Term, TermKind};
use omoide_language::embedding::rarity;
use omoide_language::keywords::is_topic;

use super::constants::EVERYDAY_WORDS;

/// Whether a keyword is a concept: what tells what people talk about, and a single kanji, of which a keyword is made only if
/// it is a noun.
pub(super) fn is_concept(keyword: &str) -> bool {
    let is_kanji = |c: char| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    let mut characters = keyword.trim().chars();
    let is_one_kanji = characters.next().is_some_and(is_kanji) && characters.next().is_none();
    is_one_kanji || is_topic(keyword)
}

/// Something that memories carry.
#[derive(Clone, Debug)]
pub(super) struct Concept {
    /// How it is written.
    pub name: String,
    /// Its words, each with what it may be called otherwise. A memory has to have all of the words.
    pub words: Vec<Vec<Term>>,
    /// What to look for where no memory has the words: a character or a pair, of which a longer word may be made.
    pub part: Option<Term>,
    /// The prints of the names of the person who is called so.
    pub speakers: Vec<NamePrint>,
}

impl Concept {
    /// The concept that is written so; `None` if there is nothing to look for.
    pub(super) fn of(understanding: &dyn Understanding, name: &str) -> Option<Self> {
        let query = understanding.query_words(name);
        let is_wanted = |kind: TermKind| {
            query.terms.iter().enumerate().filter(move |(_, one)| one.term.kind() == kind && !one.is_variant)
        };
        let kind = [TermKind::Word, TermKind::Name].into_iter().find(|kind| is_wanted(*kind).next().is_some());
        let asked: Vec<(usize, &Term)> =
            kind.into_iter().flat_map(is_wanted).map(|(place, one)| (place, &one.term)).collect();
        // A compound is its words, which may stand apart: 京都旅行 is 京都 and 旅行.
        let is_whole = |(place, whole): (usize, &Term)| {
            let later = asked.iter().filter(|(other, _)| *other > place);
            later
                .filter(|(_, part)| part.text().len() < whole.text().len() && whole.text().contains(part.text()))
                .count()
                > 1
        };
        let single: Vec<(usize, &Term)> = asked.iter().copied().filter(|one| !is_whole(*one)).collect();
        let is_alone = single.len() == 1;
        let words = single.iter().map(|(place, term)| {
            let others = query.others.iter().filter(|other| other.of == *place).map(|other| other.term.clone());
            let variants = query.terms.iter().filter(|one| is_alone && one.is_variant).map(|one| one.term.clone());
            std::iter::once((*term).clone()).chain(others).chain(variants).collect()
        });
        let words: Vec<Vec<Term>> = words.collect();
        let part = query.terms.iter().map(|one| &one.term).find(|term| {
            matches!((term.kind(), name.trim().chars().count()), (TermKind::Character, 1) | (TermKind::Pair, 2))
                && term.text().chars().eq(name.trim().chars())
        });
        let concept = Self { name: name.trim().to_owned(), words, part: part.cloned(), speakers: Vec::new() };
        (!concept.words.is_empty() || concept.part.is_some()).then_some(concept)
    }

    /// What two spellings of one concept have in common.
    pub(super) fn key(&self) -> Vec<Term> {
        let mut key: Vec<Term> = self.words.iter().filter_map(|word| word.first().cloned()).collect();
        key.sort_unstable();
        key.dedup();
        key
    }

    /// In which share of everyday memories it stands, 0 to 1: of a compound, in no more than its rarest word.
    pub(super) fn everyday(&self) -> f64 {
        let share = |term: &Term| {
            let of_words = (-f64::from(rarity(term.text()))).exp();
            1.0 - (1.0 - of_words).powf(EVERYDAY_WORDS)
        };
        self.words.iter().filter_map(|word| word.first()).map(share).fold(1.0, f64::min)
    }

    /// All terms by which it is looked for.
    pub(super) fn terms(&self) -> impl Iterator<Item = &Term> {
        self.words.iter().flatten().chain(&self.part)
    }

    /// The concept without words that are known, under the same name; `None` if nothing is left.
    pub(super) fn without(mut self, known: &HashSet<Term>) -> Option<Self> {
        self.words.retain(|word| !word.iter().any(|term| known.contains(term)));
        (!self.words.is_empty()).then_some(self)
    }

    /// Each of its words as a concept of its own.
    pub(super) fn apart(&self) -> Vec<Self> {
        // As they are written, where it is clear which is which.
        let written: Vec<&str> = self.name.split_whitespace().collect();
        let one = |(place, word): (usize, &Vec<Term>)| Self {
            name: if written.len() == self.words.len() { written[place] } else { word[0].text() }.to_owned(),
            words: vec![word.clone()],
            part: None,
            speakers: Vec::new(),
        };
        self.words.iter().enumerate().map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use omoide_language::LanguageLayer;

    use super::*;

    fn words(name: &str) -> Vec<String> {
        let concept = Concept::of(&LanguageLayer, name).expect("a concept");
        concept.words.iter().map(|word| word[0].text().to_owned()).collect()
    }

    #[test]
    fn a_compound_is_its_words_and_a_word_is_its_stem() {
        for (name, expected) in [
            ("gardens", &["garden"][..]),
            ("job offers", &["job", "offer"]),
            ("Kestrel", &["kestrel"]),
            ("京都旅行", &["京都", "旅行"]),
            ("自然言語処理", &["自然", "言語", "処理"]),
            ("猫", &["猫"]),
            ("味噌", &["味噌"]),
            ("コーヒー", &["コーヒ"]),
        ] {
            assert_eq!(words(name), expected, "{name}");
        }
    }

    #[test]
    fn a_word_is_looked_for_in_the_other_language_too() {
        let coffee = Concept::of(&LanguageLayer, "coffee").expect("a concept");
        assert!(coffee.terms().any(|term| term.text() == "コーヒ"), "{coffee:?}");
    }

    #[test]
    fn a_short_word_has_a_part_to_fall_back_on_and_signs_are_nothing() {
        let part = |name: &str| Concept::of(&LanguageLayer, name).and_then(|one| one.part).map(|part| part.kind());
        assert_eq!((part("蜂"), part("寿司"), part("bee")), (Some(TermKind::Character), Some(TermKind::Pair), None));
        assert!(Concept::of(&LanguageLayer, "!?").is_none());
    }

    #[test]
    fn a_single_kanji_is_a_concept_and_a_date_is_none() {
        for (keyword, expected) in
            [("蜂", true), ("ox", true), ("n0", false), ("Sunday", false), ("6月", false), ("え", false)]
        {
            assert_eq!(is_concept(keyword), expected, "{keyword}");
        }
    }

    #[test]
    fn everyday_words_are_told_from_others() {
        let everyday = |name: &str| Concept::of(&LanguageLayer, name).expect("a concept").everyday();
        assert!(everyday("people") > 10.0 * everyday("cello") && everyday("人") > 10.0 * everyday("卓球"));
        assert!(everyday("old cello") <= everyday("cello") && everyday("zzqx") < 0.01);
    }

    #[test]
    fn spellings_share_a_key_and_what_is_known_is_left_out() {
        let of = |name: &str| Concept::of(&LanguageLayer, name).expect("a concept");
        assert_eq!(of("job offers").key(), of("Job offer").key());
        let known: HashSet<Term> = of("Kestrel").terms().cloned().collect();
        let release = of("Kestrel release").without(&known).expect("something is left");
        assert_eq!(release.key(), of("releases").key());
        assert!(of("kestrel").without(&known).is_none());
    }
}
