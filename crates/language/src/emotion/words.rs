//! The lexicon of feeling words, and where they stand in a text.
//!
//! A word of the data file stands for all its forms: what may follow it is left open, or kept to the
//! endings of its class, so that 楽し finds 楽しかった and 喜/b finds 喜んで but not 喜寿.

use std::collections::HashMap;
use std::sync::LazyLock;

use omoide_core::Tag;

use super::plain::PlainText;
use crate::fold::{Script, fold, script};
use crate::lexicon::{Edges, data_lines};

/// What the words of one line of the data file share.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sense {
    pub(super) valence: f32,
    pub(super) arousal: f32,
    pub(super) tags: Vec<Tag>,
}

/// A feeling word in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct FeelingWord {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) sense: &'static Sense,
    pub(super) is_latin: bool,
}

/// All feeling words of a text, none overlapping another, in order.
pub(super) fn find(plain: &PlainText) -> Vec<FeelingWord> {
    let lexicon: &'static Lexicon = &LEXICON;
    let mut found = Vec::new();
    let mut place = 0;
    while place < plain.len() {
        match lexicon.longest_at(plain, place) {
            Some(hit) => {
                place = hit.end.max(place + 1);
                found.push(hit);
            }
            None => place += 1,
        }
    }
    found
}

#[derive(Debug)]
struct Lexicon {
    senses: Vec<Sense>,
    letters: Vec<char>,
    /// Sorted by their first two letters, the longest first.
    words: Vec<WordForm>,
    buckets: HashMap<(char, char), (u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct WordForm {
    from: u32,
    length: u8,
    sense: u16,
    class: u8,
    edges: Edges,
    in_katakana: bool,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(include_str!("../../data/emotion.tsv")));

impl Lexicon {
    fn read(data: &str) -> Self {
        let mut lexicon = Self { senses: Vec::new(), letters: Vec::new(), words: Vec::new(), buckets: HashMap::new() };
        let mut plain = PlainText::default();
        for line in data_lines(data) {
            if let Some((sense, words)) = sense(line) {
                lexicon.senses.push(sense);
                words.split(' ').for_each(|written| lexicon.add(written, &mut plain));
            }
        }
        let letters = &lexicon.letters;
        let key = |word: &WordForm| (letters[word.from as usize], second(letters, word));
        lexicon.words.sort_by_cached_key(|word| {
            (key(word), u8::MAX - word.length, !(word.edges.opens_clause || word.edges.closes_clause), word.class == 0)
        });
        let mut buckets: HashMap<(char, char), (u32, u32)> = HashMap::with_capacity(lexicon.words.len());
        for (place, word) in lexicon.words.iter().enumerate() {
            let place = place as u32;
            buckets.entry(key(word)).or_insert((place, place)).1 = place + 1;
        }
        lexicon.buckets = buckets;
        lexicon
    }

    /// `plain` is room to work in, the same for all words: there are thousands of them, and the first answer waits.
    fn add(&mut self, written: &str, plain: &mut PlainText) {
        let (edges, rest) = Edges::of(written);
        let (class, rest) = match rest.rsplit_once('/') {
            Some((stem, class)) if class.len() == 1 && stem.chars().next().is_some_and(|c| !c.is_ascii()) => {
                (class.as_bytes()[0], stem)
            }
            _ => (0, rest),
        };
        let in_katakana = rest.chars().all(|c| script(c) == Script::Katakana);
        let is_phrase = rest.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.contains('_');
        plain.clear();
        if is_phrase {
            plain.extend(&fold(&rest.replace('_', " ")));
        } else if rest.chars().all(is_folded) {
            plain.extend(rest);
        } else {
            plain.extend(&fold(rest));
        }
        let (Ok(length), Ok(sense)) = (u8::try_from(plain.len()), u16::try_from(self.senses.len() - 1)) else { return };
        if length == 0 {
            return;
        }
        let from = self.letters.len() as u32;
        self.letters.extend_from_slice(&plain.characters);
        self.words.push(WordForm { from, length, sense, class, edges, in_katakana });
    }

    fn longest_at(&'static self, plain: &PlainText, place: usize) -> Option<FeelingWord> {
        let first = plain.at(place)?;
        if script(first) == Script::Letter && plain.before(place).is_some_and(|b| script(b) == Script::Letter) {
            return None;
        }
        let second = plain.at(place + 1).unwrap_or('\0');
        let exact = self.longest_of((first, second), plain, place);
        // かっわいい and すーごい: the second letter only draws the word out.
        let drawn = (draws_out(second) && exact.is_none())
            .then(|| self.longest_of((first, plain.at(place + 2).unwrap_or('\0')), plain, place))
            .flatten();
        exact.or(drawn).or_else(|| self.longest_of((first, '\0'), plain, place))
    }

    fn longest_of(&'static self, key: (char, char), plain: &PlainText, place: usize) -> Option<FeelingWord> {
        let (from, to) = *self.buckets.get(&key)?;
        self.words[from as usize..to as usize].iter().find_map(|word| {
            let end = self.end_of(word, plain, place)?;
            let is_latin = plain.at(place).is_some_and(|c| c.is_ascii_alphabetic());
            Some(FeelingWord { start: place, end, sense: &self.senses[usize::from(word.sense)], is_latin })
        })
    }

    /// Where the word ends when it stands at `place` as its class wants it.
    fn end_of(&self, word: &WordForm, plain: &PlainText, place: usize) -> Option<usize> {
        let letters = &self.letters[word.from as usize..word.from as usize + usize::from(word.length)];
        let mut end = place;
        for (index, letter) in letters.iter().enumerate() {
            while index > 0
                && plain.at(end) != Some(*letter)
                && plain.at(end).is_some_and(draws_out)
                && !plain.is_katakana[end]
            {
                end += 1;
            }
            if plain.at(end) != Some(*letter) {
                return None;
            }
            end += 1;
        }
        let before = plain.before(place);
        if word.edges.opens_clause && before.is_some_and(|b| script(b) != Script::Mark) {
            return None;
        }
        if word.edges.closes_clause && !plain.closes_clause(end) {
            return None;
        }
        match script(letters[0]) {
            Script::Letter => latin_end(word, plain, end),
            Script::Kanji if letters.len() == 1 && is_within_kanji(before, plain.at(end)) => None,
            Script::Mark => Some(end),
            Script::Hiragana if letters.len() <= 3 && is_inside_word(plain, place) => None,
            _ => (fits_katakana(word, letters.len(), plain, place, end) && may_follow(word.class, plain.at(end)))
                .then_some(end),
        }
    }
}

/// Whether folding leaves the character as it is.
fn is_folded(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | '\'' | '-' | '!' | '?' | 'ぁ'..='ん' | 'ァ'..='ヶ' | 'ー' | '一'..='龥' | '々')
}

fn second(letters: &[char], word: &WordForm) -> char {
    if word.length < 2 { '\0' } else { letters[word.from as usize + 1] }
}

fn draws_out(c: char) -> bool {
    matches!(c, 'ー' | '〜' | '~' | 'っ' | 'ぁ' | 'ぃ' | 'ぅ' | 'ぇ' | 'ぉ')
}

fn latin_end(word: &WordForm, plain: &PlainText, end: usize) -> Option<usize> {
    let is_letter = |place: usize| plain.at(place).is_some_and(|c| script(c) == Script::Letter);
    if word.edges.goes_on {
        let mut end = end;
        while is_letter(end) {
            end += 1;
        }
        return Some(end);
    }
    let ends_in_letter = plain.before(end).is_some_and(|c| script(c) == Script::Letter);
    (!(ends_in_letter && is_letter(end))).then_some(end)
}

fn is_within_kanji(before: Option<char>, after: Option<char>) -> bool {
    [before, after].into_iter().flatten().any(|c| script(c) == Script::Kanji)
}

/// Whether the kana at `place` belong to a word that begins before them: いつか in 思いつかない.
fn is_inside_word(plain: &PlainText, place: usize) -> bool {
    let follows = plain.before(place).is_some_and(|b| matches!(script(b), Script::Hiragana | Script::Kanji));
    follows && !plain.may_begin_word(place)
}

/// A short word in katakana is no part of a longer one: クソ is not in マッソクソ, nor グロ in グローバル.
fn fits_katakana(word: &WordForm, length: usize, plain: &PlainText, place: usize, end: usize) -> bool {
    let is_katakana = |at: usize| plain.is_katakana.get(at).copied().unwrap_or(false);
    let turns_katakana = (place + 1..end).any(|at| is_katakana(at) && !is_katakana(at - 1));
    if !is_katakana(place) {
        let is_short = (word.in_katakana && length <= 3) || (place > 0 && is_katakana(place - 1) && length <= 2);
        return !is_short && !turns_katakana;
    }
    if place > 0 && is_katakana(place - 1) && length <= 3 {
        return false;
    }
    let rest = (end..end + 3).take_while(|at| is_katakana(*at)).count();
    rest == 0 || (length >= 4 && rest < 3) || (rest == 1 && !word.in_katakana)
}

/// Whether the letter behind a word can be the beginning of an ending of its class.
fn may_follow(class: u8, next: Option<char>) -> bool {
    let endings = match class {
        b'i' => "いくかけさすそげっーみぃ",
        b'k' => "かきくけこい",
        b'g' => "がぎぐげごい",
        b's' => "さしすせそ",
        b't' => "たちつてとっ",
        b'n' => "なにぬねのん",
        b'b' => "ばびぶべぼん",
        b'm' => "まみむめもん",
        b'r' => "らりるれろっん",
        b'w' => "わいうえおっ",
        _ => return true,
    };
    next.is_some_and(|c| endings.contains(c))
}

fn sense(line: &str) -> Option<(Sense, &str)> {
    let mut fields = line.split('\t');
    let valence = fields.next()?.parse().ok()?;
    let arousal = fields.next()?.parse().ok()?;
    let tags = fields.next()?.split_whitespace().filter_map(|t| t.parse().ok()).collect();
    Some((Sense { valence, arousal, tags }, fields.next()?))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        let plain = PlainText::of(&fold(text));
        find(&plain).into_iter().map(|f| plain.characters[f.start..f.end].iter().collect()).collect()
    }

    #[test]
    fn every_line_of_the_lexicon_is_read_whole() {
        let mut seen = HashSet::new();
        for line in data_lines(include_str!("../../data/emotion.tsv")) {
            let (sense, words) = sense(line).unwrap_or_else(|| panic!("{line}"));
            let written = line.split('\t').nth(2).unwrap_or_default().split_whitespace().count();
            assert_eq!(sense.tags.len(), written, "{line}");
            assert!(sense.valence.abs() <= 5.0 && (0.0..=100.0).contains(&sense.arousal), "{line}");
            for word in words.split(' ') {
                assert!(!word.is_empty() && seen.insert(word), "{word} stands twice");
            }
        }
        assert!(seen.len() > 6_000);
    }

    #[test]
    fn all_forms_of_a_word_are_found() {
        for text in ["楽しい", "楽しかった", "楽しくない", "楽しすぎて", "楽しー", "たのしそう"]
        {
            assert_eq!(words(text).len(), 1, "{text}");
        }
        for text in ["ツラい", "ツライ", "つらーい", "つらすぎ", "つれえ"] {
            assert_eq!(words(text).len(), 1, "{text}");
        }
        assert_eq!(words("すっごい"), ["すっご"]);
        assert_eq!(words("I loooove it"), ["love"]);
    }

    #[test]
    fn a_word_is_not_found_within_another() {
        assert!(words("グローバル").is_empty() && words("gloves").is_empty() && words("バグダッド").is_empty());
        assert!(words("喜寿").is_empty());
    }
}
