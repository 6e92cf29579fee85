//! The words that carry the content of a text, in the form that equal words share.

use std::collections::HashSet;

use super::stem::stem;
use super::{ENGLISH_STOP_WORDS, JAPANESE_STOP_WORDS, Morpheme, PartOfSpeech, morphemes};
use crate::dictionary;
use crate::fold::{Script, fold, fold_word, script};

/// A compound of more characters is no word that another text would share.
const LONGEST_COMPOUND: usize = 12;
/// Up to so many words are compared one by one.
const FEW_WORDS: usize = 32;
/// The longest word that is looked through for two known ones in it, in characters.
const LONGEST_SPLIT: usize = 16;

/// The folded words that carry the content of a text, without repeats, in the order of the text.
///
/// Japanese words come in their base form (走る for 走った), English ones as stems. Compounds and identifiers
/// also give their pieces, so that 記憶設計 shares a word with 設計 and `parse_date` with "date". Chinese, which
/// the dictionary cannot cut, comes in pairs of characters, and long Korean words with pairs beside them.
pub fn content_words(text: &str) -> Vec<String> {
    let mut list: Vec<String> = Vec::new();
    // The words of a sentence are sooner gone through than looked up.
    let mut seen: HashSet<String> = HashSet::new();
    each_content_word(text, &morphemes(text), &mut |word| {
        if list.len() < FEW_WORDS {
            if !list.contains(&word) {
                list.push(word);
            }
            return;
        }
        if seen.is_empty() {
            seen.extend(list.iter().cloned());
        }
        if !seen.contains(&word) {
            seen.insert(word.clone());
            list.push(word);
        }
    });
    list
}

/// Hands out the folded words that carry the content of a text, with repeats, given its morphemes.
pub(crate) fn each_content_word(text: &str, found: &[Morpheme<'_>], give: &mut dyn FnMut(String)) {
    let mut words = ContentWords { give };
    let mut index = 0;
    while index < found.len() {
        if let Some(end) = chinese_end(text, found, index) {
            words.add_pairs(&text[found[index].start..found[end - 1].end()]);
            index = end;
            continue;
        }
        let length = compound_length(&found[index..]);
        words.add_compound(&found[index..index + length]);
        for morpheme in &found[index..index + length] {
            words.add_morpheme(morpheme);
        }
        index += length;
    }
}

/// How many morphemes from the first on make one compound noun; 1 when it is none.
pub(crate) fn compound_length(found: &[Morpheme<'_>]) -> usize {
    let mut length = 0;
    for (at, morpheme) in found.iter().enumerate() {
        let is_adjacent = at == 0 || found[at - 1].end() == morpheme.start;
        if !is_adjacent || !joins_compound(morpheme, at == 0) {
            break;
        }
        length = at + 1;
    }
    // A prefix at the end is the next word's.
    while length > 1 && found[length - 1].part == PartOfSpeech::Prefix {
        length -= 1;
    }
    length.max(1)
}

fn joins_compound(morpheme: &Morpheme<'_>, is_first: bool) -> bool {
    let is_kana = || morpheme.surface.chars().all(|c| script(c) == Script::Hiragana);
    match morpheme.part {
        PartOfSpeech::Prefix => !is_kana(),
        PartOfSpeech::Suffix => !is_first && !is_kana() && !is_title(morpheme.surface),
        PartOfSpeech::AdverbialNoun => !is_first && !is_kana(),
        PartOfSpeech::Number => morpheme.surface.chars().all(|c| script(c) == Script::Kanji) && !is_first,
        part => part.is_noun() && !is_kana(),
    }
}

/// さん, 様, 氏: what follows a name and is no part of it.
pub(crate) fn is_title(surface: &str) -> bool {
    matches!(
        surface,
        "さん"
            | "くん"
            | "君"
            | "ちゃん"
            | "さま"
            | "様"
            | "氏"
            | "殿"
            | "先生"
            | "先輩"
            | "後輩"
            | "たち"
            | "達"
            | "等"
            | "ら"
            | "方"
    )
}

/// Whether the morpheme says nothing of what the text is about.
pub(crate) fn is_empty_word(morpheme: &Morpheme<'_>, folded: &str) -> bool {
    match morpheme.part {
        PartOfSpeech::Pronoun
        | PartOfSpeech::DependentNoun
        | PartOfSpeech::Adnominal
        | PartOfSpeech::Counter
        | PartOfSpeech::Prefix
        | PartOfSpeech::Suffix => true,
        PartOfSpeech::Word => {
            ENGLISH_STOP_WORDS.contains(folded) || (folded.len() < 2 && folded.is_ascii()) || super::is_laughter(folded)
        }
        PartOfSpeech::Code => ENGLISH_STOP_WORDS.contains(folded),
        PartOfSpeech::Number => folded.len() < 2 || !folded.is_ascii(),
        PartOfSpeech::Url | PartOfSpeech::Email | PartOfSpeech::Emoji => false,
        part if part.is_grammar() => true,
        _ => JAPANESE_STOP_WORDS.contains(folded) || is_one_kana(folded),
    }
}

fn is_one_kana(folded: &str) -> bool {
    let mut characters = folded.chars();
    let first = characters.next();
    characters.next().is_none() && first.is_none_or(|c| script(c) != Script::Kanji)
}

/// Where a run of Chinese ends that begins with the morpheme: Han characters in a sentence without kana, of
/// which at least one is not written in Japanese.
fn chinese_end(text: &str, found: &[Morpheme<'_>], index: usize) -> Option<usize> {
    let is_han = |m: &Morpheme<'_>| m.surface.chars().all(|c| script(c) == Script::Kanji);
    let opens_run = index == 0 || found[index - 1].end() != found[index].start || !is_han(&found[index - 1]);
    if !opens_run || !is_han(&found[index]) {
        return None;
    }
    let mut end = index;
    while end < found.len() && is_han(&found[end]) && (end == index || found[end - 1].end() == found[end].start) {
        end += 1;
    }
    let run = &text[found[index].start..found[end - 1].end()];
    let is_kana =
        |m: &Morpheme<'_>| m.surface.starts_with(|c| matches!(script(c), Script::Hiragana | Script::Katakana));
    let touches_kana = found.get(end).is_some_and(|m| m.start == found[end - 1].end() && is_kana(m));
    let follows_kana = index > 0 && found[index - 1].end() == found[index].start && is_kana(&found[index - 1]);
    (!touches_kana && !follows_kana && run.chars().any(is_only_chinese)).then_some(end)
}

fn is_only_chinese(c: char) -> bool {
    "你她們们吗嗎呢吧很這这哪麼么還还說说沒没给給让讓".contains(c) || !dictionary::begins_with(c)
}

struct ContentWords<'g> {
    give: &'g mut dyn FnMut(String),
}

impl ContentWords<'_> {
    fn add(&mut self, word: String) {
        if !word.is_empty() {
            (self.give)(word);
        }
    }

    /// The whole of a compound, or a number with what it counts.
    fn add_compound(&mut self, parts: &[Morpheme<'_>]) {
        if parts.len() > 1 && parts.iter().map(|m| m.surface.chars().count()).sum::<usize>() <= LONGEST_COMPOUND {
            self.add(parts.iter().map(|m| fold_word(&m.base)).collect());
        }
    }

    fn add_morpheme(&mut self, morpheme: &Morpheme<'_>) {
        match morpheme.part {
            PartOfSpeech::Word => self.add_word(morpheme),
            PartOfSpeech::Code => self.add_code(morpheme),
            _ => {
                let folded = fold_word(&morpheme.base);
                if is_empty_word(morpheme, &folded) {
                    return;
                }
                self.add_pieces(&folded, morpheme);
            }
        }
    }

    fn add_pieces(&mut self, folded: &str, morpheme: &Morpheme<'_>) {
        self.add(folded.to_owned());
        let kanji = morpheme.surface.chars().filter(|c| script(*c) == Script::Kanji).count();
        if morpheme.part == PartOfSpeech::Verb && kanji > 1 && dictionary::is_noun(morpheme.surface) {
            // 打ち合わせです reads as a verb, 打ち合わせの as a noun.
            self.add(fold_word(morpheme.surface));
        }
        let length = folded.chars().count();
        if !(4..=LONGEST_SPLIT).contains(&length) || !morpheme.part.is_noun() {
            return;
        }
        if let Some((front, back)) = two_words(folded) {
            self.add(front.to_owned());
            self.add(back.to_owned());
        } else if morpheme.is_unknown && folded.chars().all(|c| script(c) == Script::Kanji) {
            self.add_pairs(folded);
        }
    }

    fn add_word(&mut self, morpheme: &Morpheme<'_>) {
        let folded = fold(morpheme.surface);
        if folded.chars().next().is_some_and(is_hangul) {
            return self.add_korean(&folded);
        }
        if !is_empty_word(morpheme, &folded) {
            self.add(stem(&folded));
            self.add_parts(&folded, &['-', '\'']);
        }
    }

    fn add_code(&mut self, morpheme: &Morpheme<'_>) {
        let folded = fold(morpheme.surface);
        if is_empty_word(morpheme, &folded) {
            return;
        }
        self.add(folded.clone());
        self.add_parts(&folded, &['-', '_', '.', ':', '/', '+', '#']);
        let humps = humps(morpheme.surface);
        if humps.len() > 1 {
            for hump in humps {
                self.add_part(&hump);
            }
        }
    }

    fn add_parts(&mut self, folded: &str, joints: &[char]) {
        if folded.contains(joints) {
            for part in folded.split(joints) {
                self.add_part(part);
            }
        }
    }

    fn add_part(&mut self, part: &str) {
        if part.len() > 1 && !ENGLISH_STOP_WORDS.contains(part) {
            self.add(stem(part));
        }
    }

    fn add_pairs(&mut self, run: &str) {
        let characters: Vec<char> = run.chars().collect();
        if characters.len() < 2 {
            return self.add(run.to_owned());
        }
        for pair in characters.windows(2) {
            self.add(pair.iter().collect());
        }
    }

    /// A Korean word without the particle behind it, and its pairs of syllables, as its endings vary.
    fn add_korean(&mut self, folded: &str) {
        let bare = without_particle(folded);
        self.add(bare.to_owned());
        if bare.chars().nth(2).is_some() {
            self.add_pairs(bare);
        }
    }
}

/// The two known words that a word is made of, of the most equal lengths.
fn two_words(word: &str) -> Option<(&str, &str)> {
    let places: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
    let middle = places.len() / 2;
    (0..middle).flat_map(|off| [middle + off, middle.saturating_sub(off)]).find_map(|at| {
        if at < 2 || at + 2 > places.len() {
            return None;
        }
        let (front, back) = word.split_at(places[at]);
        (dictionary::is_noun(front) && dictionary::is_noun(back)).then_some((front, back))
    })
}

/// The parts of a camelCase name, folded: `parseHttpDate` is parse, http, date.
fn humps(surface: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for word in surface.split(|c: char| !c.is_ascii_alphabetic()) {
        let mut start = 0;
        let bytes = word.as_bytes();
        for at in 1..bytes.len() {
            if bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase() {
                parts.push(word[start..at].to_ascii_lowercase());
                start = at;
            }
        }
        if start > 0 {
            parts.push(word[start..].to_ascii_lowercase());
        }
    }
    parts
}

fn is_hangul(c: char) -> bool {
    ('\u{AC00}'..='\u{D7A3}').contains(&c)
}

fn without_particle(word: &str) -> &str {
    const PARTICLES: [&str; 30] = [
        "에서는",
        "으로는",
        "에게서",
        "이라는",
        "까지",
        "부터",
        "에서",
        "에게",
        "한테",
        "으로",
        "처럼",
        "보다",
        "하고",
        "이나",
        "라고",
        "이랑",
        "은",
        "는",
        "이",
        "가",
        "을",
        "를",
        "에",
        "의",
        "로",
        "와",
        "과",
        "도",
        "만",
        "랑",
    ];
    let stripped = PARTICLES.iter().find_map(|particle| word.strip_suffix(particle));
    stripped.filter(|rest| rest.chars().nth(1).is_some()).unwrap_or(word)
}
