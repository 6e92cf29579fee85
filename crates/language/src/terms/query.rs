//! What a query asks an index over words for: terms, phrases, beginnings.

use std::collections::HashMap;

use omoide_core::{OtherForm, Phrase, QueryTerm, QueryWords, Term, TermKind};

use super::bag::{JapaneseRun, filler, runs};
use super::{IN_ENGLISH, IN_JAPANESE, VERSION, names};
use crate::fold::{Script, fold, fold_word, script};
use crate::own_facts;
use crate::tokens::{Morpheme, PartOfSpeech, each_content_word, morphemes, stem};
use crate::{pronunciation, word_pairs};

/// The most bytes of a query that are looked at; a longer one is a text, and its beginning tells enough.
const MOST_BYTES: usize = 16_384;
/// The most terms that a query has.
const MOST_QUERY_TERMS: usize = 512;
/// The most phrases and the most beginnings that are looked for.
const MOST_MARKED: usize = 8;
/// How many words of a query are looked for in the other language, and by how many words each: a longer one is a
/// passage, which vectors are better for.
const MOST_PUT: usize = 24;
const MOST_OTHERS: usize = 8;
/// The longest phrase in characters; what is quoted at more length is a passage, not a search.
const LONGEST_PHRASE: usize = 120;

/// What the query asks for.
///
/// Straight and curly double quotes mark a phrase. Japanese brackets are the usual marks of speech and titles,
/// so they do only where there is nothing else in the query but the wish to search: 「忘却曲線」を探して.
/// A star behind a word makes it a beginning: `omo*`.
pub fn of_query(query: &str) -> QueryWords {
    let query = beginning(query);
    let marked = Marked::read(query);
    let mut asked = QueryText::default();
    asked.add_text(&marked.rest);
    if asked.terms.iter().all(|asked| asked.term.kind() == TermKind::Pair) {
        asked.add_everything(&marked.rest);
    }
    for prefix in &marked.prefixes {
        asked.add_prefix(prefix);
    }
    if let Some(kind) = own_facts::asked_fact(query) {
        asked.add(TermKind::Filler, &own_facts::term_of(kind));
    }
    QueryWords {
        version: VERSION,
        others: asked.others(),
        terms: asked.terms,
        phrases: marked.phrases.iter().map(|phrase| of_phrase(phrase)).collect(),
        prefixes: asked.prefixes,
    }
}

fn beginning(query: &str) -> &str {
    let mut end = query.len().min(MOST_BYTES);
    while !query.is_char_boundary(end) {
        end -= 1;
    }
    &query[..end]
}

/// A phrase with terms that a text which holds it has too.
///
/// Only what does not depend on how the words around are cut is among them: words and fillers of letters,
/// pairs with a kanji or katakana in them, kanji. A phrase inside a web address is not looked for.
fn of_phrase(phrase: &str) -> Phrase {
    let mut terms = Vec::new();
    let mut add = |kind, text: &str| {
        let term = Term::new(kind, text);
        if !terms.contains(&term) {
            terms.push(term);
        }
    };
    let found = morphemes(phrase);
    for morpheme in found.iter().filter(|m| m.part == PartOfSpeech::Word && m.surface.chars().all(char::is_alphabetic))
    {
        let folded = fold(morpheme.surface);
        match filler(morpheme) {
            Some(folded) if folded.len() > 1 => add(TermKind::Filler, &folded),
            None if folded.is_ascii() => add(TermKind::Word, &stem(&folded)),
            _ => {}
        }
    }
    for JapaneseRun { characters, .. } in runs(&found) {
        let is_hiragana = |c: &char| script(*c) == Script::Hiragana;
        // A long mark is read by what stands around it.
        let is_fixed = |c: &char| *c != 'ー' && !"ヴヂヅァィェォ".contains(*c);
        for pair in characters.windows(2) {
            if !pair.iter().all(is_hiragana) && pair.iter().all(is_fixed) {
                add(TermKind::Pair, &text_of(pair));
            }
        }
        for character in characters.iter().filter(|c| script(**c) == Script::Kanji) {
            add(TermKind::Character, &text_of(&[*character]));
        }
    }
    Phrase { text: phrase.to_owned(), terms }
}

#[derive(Default)]
struct QueryText {
    terms: Vec<QueryTerm>,
    places: HashMap<Term, usize>,
    prefixes: Vec<Term>,
    /// What names among the terms sound like.
    readings: Vec<OtherForm>,
}

impl QueryText {
    fn add(&mut self, kind: TermKind, text: &str) {
        self.put(kind, text, false);
    }

    fn put(&mut self, kind: TermKind, text: &str, is_variant: bool) {
        let term = Term::new(kind, text);
        if let Some(place) = self.places.get(&term) {
            let known = &mut self.terms[*place];
            known.count = known.count.saturating_add(u16::from(!is_variant));
            known.is_variant &= is_variant;
        } else if self.terms.len() < MOST_QUERY_TERMS && !text.is_empty() {
            self.places.insert(term.clone(), self.terms.len());
            self.terms.push(QueryTerm { term, count: 1, is_variant, messages_back: 0 });
        }
    }

    fn add_text(&mut self, text: &str) {
        let found = morphemes(text);
        each_content_word(text, &found, &mut |word| {
            if !names::is_whole_identifier(&word) {
                self.add(TermKind::Word, &word);
            }
        });
        let mut given = Vec::new();
        for morpheme in found.iter().filter(|m| filler(m).is_none()) {
            names::of_morpheme(morpheme, &mut given);
            if morpheme.part == PartOfSpeech::Word && given.is_empty() {
                // Names are often typed in small letters.
                given.push((TermKind::Name, names::of_word(morpheme.surface)));
            }
            for (kind, name) in given.drain(..) {
                self.add(kind, &name);
            }
        }
        for run in runs(&found) {
            for pair in run.pairs() {
                self.add(TermKind::Pair, &pair);
            }
            self.add_lone_kanji(&run.characters);
        }
        self.add_readings(text, &found);
        self.add_variants();
    }

    /// What names of the text sound like. A Japanese name may be written otherwise in Japanese too.
    fn add_readings(&mut self, text: &str, found: &[Morpheme<'_>]) {
        for sounding in pronunciation::of_morphemes(text, found) {
            let surface = &text[sounding.start..sounding.end];
            let words = [fold_word(surface), stem(&fold(surface))].map(|word| Term::new(TermKind::Word, &word));
            let Some(of) = words.iter().find_map(|word| self.places.get(word).copied()) else { continue };
            let needs = match script(surface.chars().next().unwrap_or(' ')) {
                Script::Letter => Some(IN_JAPANESE),
                _ if sounding.is_name => None,
                _ => Some(IN_ENGLISH),
            };
            let needs = needs.map(|language| Term::new(TermKind::Filler, language));
            let reading = |key: &String| Term::new(TermKind::Reading, key);
            let forms = sounding.keys.iter().map(|key| OtherForm { term: reading(key), of, needs: needs.clone() });
            self.readings.extend(forms);
        }
    }

    /// What words of the query may be called in the other script or language.
    fn others(&mut self) -> Vec<OtherForm> {
        let is_word = |term: &QueryTerm| term.term.kind() == TermKind::Word && !term.is_variant;
        let words = self.terms.iter().enumerate().filter(|(_, term)| is_word(term)).take(MOST_PUT);
        let mut others = std::mem::take(&mut self.readings);
        for (of, asked) in words {
            let word = asked.term.text();
            let needs = Term::new(TermKind::Filler, if word.is_ascii() { IN_JAPANESE } else { IN_ENGLISH });
            let put = |other| OtherForm { term: Term::new(TermKind::Word, other), of, needs: Some(needs.clone()) };
            others.extend(word_pairs::others(word).take(MOST_OTHERS).map(put));
        }
        others
    }

    /// Kanji that stand alone among kana; those beside another are found as a pair.
    fn add_lone_kanji(&mut self, run: &[char]) {
        let is_kanji = |at: Option<usize>| at.and_then(|at| run.get(at)).is_some_and(|c| script(*c) == Script::Kanji);
        for at in 0..run.len() {
            if is_kanji(Some(at)) && !is_kanji(at.checked_sub(1)) && !is_kanji(Some(at + 1)) && !is_stop(run, at) {
                self.add(TermKind::Character, &text_of(&run[at..=at]));
            }
        }
    }

    /// The words in kana in the other kana.
    fn add_variants(&mut self) {
        let words = self.terms.iter().filter(|q| q.term.kind() == TermKind::Word);
        let others: Vec<String> = words.filter_map(|q| in_other_kana(q.term.text())).collect();
        for other in others {
            self.put(TermKind::Word, &other, true);
        }
    }

    /// All that a query without content can be found by.
    fn add_everything(&mut self, text: &str) {
        let found = morphemes(text);
        for morpheme in found.iter().filter(|m| m.part != PartOfSpeech::Symbol) {
            if let Some(folded) = filler(morpheme) {
                self.add(TermKind::Filler, &folded);
                // Seen alone it may be read as grammar, and in a text as a word.
                self.add(TermKind::Word, &folded);
                self.add(TermKind::Word, &fold_word(morpheme.surface));
            }
        }
        let runs = runs(&found);
        for run in &runs {
            for pair in run.pairs() {
                self.add(TermKind::Pair, &pair);
            }
            if run.characters.len() == 1 || runs.len() == 1 {
                for character in &run.characters {
                    self.add(TermKind::Character, &text_of(&[*character]));
                }
            }
        }
        if let [run] = runs.as_slice()
            && let [character] = run.characters.as_slice()
            && script(*character) != Script::Kanji
        {
            self.prefixes.push(Term::new(TermKind::Pair, &text_of(&[*character])));
        }
        self.add_variants();
    }

    fn add_prefix(&mut self, prefix: &str) {
        let folded = fold_word(prefix);
        self.prefixes.push(Term::new(TermKind::Word, &folded));
        if folded.starts_with(|c| script(c) == Script::Letter) {
            self.prefixes.push(Term::new(TermKind::Name, &folded));
        } else if folded.chars().nth(2).is_none() {
            self.prefixes.push(Term::new(TermKind::Pair, &folded));
        }
    }
}

fn text_of(characters: &[char]) -> String {
    characters.iter().collect()
}

/// Whether the lone kanji is a word without content: 何, 私.
fn is_stop(run: &[char], at: usize) -> bool {
    let text = text_of(&run[at..=at]);
    morphemes(&text).first().is_some_and(|m: &Morpheme<'_>| filler(m).is_some())
}

/// A word of one kana in the other one.
fn in_other_kana(word: &str) -> Option<String> {
    let is_all = |wanted: Script| word.chars().all(|c| c == 'ー' || script(c) == wanted);
    let is_hiragana = is_all(Script::Hiragana);
    if word.chars().nth(1).is_none() || !(is_hiragana || is_all(Script::Katakana)) {
        return None;
    }
    let other = |c: char| {
        let code = u32::from(c);
        match c {
            '\u{3041}'..='\u{3096}' => char::from_u32(code + 0x60),
            '\u{30A1}'..='\u{30F6}' => char::from_u32(code - 0x60),
            c => Some(c),
        }
    };
    word.chars().map(other).collect::<Option<String>>().filter(|other| other != word)
}

/// A query with its marks taken out.
#[derive(Default)]
struct Marked {
    /// The text without quotes and without words that have a star; the phrases are still in it.
    rest: String,
    phrases: Vec<String>,
    prefixes: Vec<String>,
}

impl Marked {
    fn read(query: &str) -> Self {
        let mut marked = Self::default();
        let quotes = [('"', '"'), ('“', '”'), ('＂', '＂')];
        let rest = marked.take_phrases(query, &quotes);
        let rest = if rest.contains(['「', '『', '｢']) { marked.take_brackets(&rest) } else { rest };
        marked.take_prefixes(&rest);
        marked
    }

    /// Takes the phrases between such quotes out; returns the text with spaces for the quotes.
    fn take_phrases(&mut self, text: &str, quotes: &[(char, char)]) -> String {
        let mut rest = String::with_capacity(text.len());
        let mut left = text;
        while let Some(open) = left.find(|c| quotes.iter().any(|(o, _)| *o == c)) {
            let quote = left[open..].chars().next().unwrap_or('"');
            let close = quotes.iter().find(|(o, _)| *o == quote).map_or(quote, |(_, c)| *c);
            let inside = &left[open + quote.len_utf8()..];
            rest.push_str(&left[..open]);
            rest.push(' ');
            left = inside;
            let Some(end) = inside.find(close).filter(|end| is_phrase(&inside[..*end])) else { continue };
            if self.phrases.len() < MOST_MARKED {
                self.phrases.push(inside[..end].trim().to_owned());
            }
            rest.push_str(&inside[..end]);
            rest.push(' ');
            left = &inside[end + close.len_utf8()..];
        }
        rest.push_str(left);
        rest
    }

    /// Brackets are phrases when nothing else is asked.
    fn take_brackets(&mut self, text: &str) -> String {
        let mut inner = Self::default();
        let plain = inner.take_phrases(text, &[('「', '」'), ('『', '』'), ('｢', '｣')]);
        let mut outside = text.to_owned();
        for phrase in &inner.phrases {
            outside = outside.replacen(phrase.as_str(), " ", 1);
        }
        let asks_more = crate::tokens::content_words(&outside).iter().any(|word| !SEARCHING.contains(&word.as_str()));
        if asks_more {
            return text.to_owned();
        }
        let room = MOST_MARKED.saturating_sub(self.phrases.len());
        self.phrases.extend(inner.phrases.into_iter().take(room));
        plain
    }

    fn take_prefixes(&mut self, text: &str) {
        for part in text.split_inclusive(char::is_whitespace) {
            let word = part.trim_end().trim_end_matches(['、', '。', ',', '.']);
            match word.strip_suffix('*').filter(|stem| is_prefix(stem)) {
                Some(stem) if self.prefixes.len() < MOST_MARKED => {
                    self.prefixes.push(stem.to_owned());
                    self.rest.push(' ');
                }
                _ => self.rest.push_str(part),
            }
        }
    }
}

/// What people write around a phrase to say that they look for it.
const SEARCHING: [&str; 12] =
    ["検索", "探す", "調べる", "含む", "書く", "話", "話す", "文", "言葉", "search", "find", "覚える"];

fn is_phrase(inside: &str) -> bool {
    let length = inside.trim().chars().count();
    (1..=LONGEST_PHRASE).contains(&length)
        && !inside.contains('\n')
        && inside.chars().any(|c| script(c) != Script::Mark)
}

fn is_prefix(stem: &str) -> bool {
    let letters = stem.chars().filter(|c| c.is_alphabetic()).count();
    let needed = if stem.is_ascii() { 2 } else { 1 };
    letters >= needed && stem.chars().all(|c| script(c) != Script::Mark || matches!(c, '-' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases(query: &str) -> Vec<String> {
        of_query(query).phrases.into_iter().map(|phrase| phrase.text).collect()
    }

    fn prefixes(query: &str) -> Vec<String> {
        of_query(query).prefixes.iter().map(|term| term.text().to_owned()).collect()
    }

    #[test]
    fn double_quotes_mark_a_phrase() {
        assert_eq!(phrases(r#"where is the "old mill"?"#), ["old mill"]);
        assert_eq!(phrases("the “old mill” and \"new one\""), ["old mill", "new one"]);
        assert_eq!(phrases(r#"5" screen"#), Vec::<String>::new());
        assert_eq!(phrases(r#""""#), Vec::<String>::new());
        assert!(of_query(r#""old mill""#).terms.iter().any(|q| q.term.text() == "mill"));
    }

    #[test]
    fn brackets_mark_a_phrase_only_when_nothing_else_is_asked() {
        assert_eq!(phrases("「忘却曲線」"), ["忘却曲線"]);
        assert_eq!(phrases("「忘却曲線」を検索して"), ["忘却曲線"]);
        assert_eq!(phrases("「ありがとう」と母に伝えた"), Vec::<String>::new());
    }

    #[test]
    fn a_star_makes_a_beginning() {
        assert_eq!(prefixes("omo* の話"), ["omo", "omo"]);
        assert_eq!(prefixes("東京*"), ["東京", "東京"]);
        for query in ["**bold** text", "a * b", "2*3", "*emphasis*", "5*"] {
            assert_eq!(prefixes(query), Vec::<String>::new(), "{query}");
        }
        assert!(of_query("omo*").terms.is_empty());
    }

    #[test]
    fn repeats_are_counted_and_variants_are_told_apart() {
        let query = of_query("ネコとネコ");
        let of = |text: &str| query.terms.iter().find(|q| q.term == Term::new(TermKind::Word, text));
        assert_eq!(of("ネコ").map(|q| (q.count, q.is_variant)), Some((2, false)));
        assert_eq!(of("ねこ").map(|q| (q.count, q.is_variant)), Some((1, true)));
    }

    fn others(query: &str, of: &str) -> Vec<String> {
        let query = of_query(query);
        let is_of = |other: &&OtherForm| query.terms[other.of].term.text() == of;
        query.others.iter().filter(is_of).map(|other| other.term.text().to_owned()).collect()
    }

    #[test]
    fn words_are_asked_for_in_the_other_language_and_names_by_their_sound() {
        assert!(others("where is the hospital?", "hospital").contains(&"病院".to_owned()));
        assert!(others("病院の予約", "病院").contains(&"hospital".to_owned()));
        assert_eq!(others("What does Daichi like?", "daichi"), ["daichi"]);
        assert!(others("大地の好きなもの", "大地").contains(&"daichi".to_owned()));
        assert!(others("what did Duncan say", "duncan").contains(&"ダンカン".to_owned()));
        assert!(others("ダンカンは何て言った？", "ダンカン").contains(&"~dnkn".to_owned()));
    }

    #[test]
    fn a_query_of_any_length_has_a_bounded_number_of_terms() {
        let query: String = (0..20_000).map(|n| format!("word{n} ")).collect();
        assert!(of_query(&query).terms.len() <= MOST_QUERY_TERMS);
    }

    #[test]
    fn nothing_asks_for_nothing() {
        for query in ["", "  ", "？！", "…"] {
            assert!(of_query(query).is_empty(), "{query}");
        }
    }
}
