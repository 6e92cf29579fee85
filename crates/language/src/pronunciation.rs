//! What a name sounds like, so that it is the same name in every script: 大地, だいち, ダイチ and Daichi.
//!
//! Two keys, because names come from two sides:
//! - a Japanese name by its **romaji** (`romaji.rs`), in which the ways of writing one sound are one: Yūki, Yuuki and Yuki,
//!   Ohno and Oono, Shinpei and Shimpei. A name in kanji is read by a table (`names.rs`);
//! - a name from elsewhere by its **consonants** (`consonants.rs`), which is what katakana keeps of it: Duncan and ダンカン are
//!   `~dnkn`.
//!
//! A text is not read aloud: only what may be a name has a key.

mod consonants;
mod names;
mod romaji;

use crate::fold::{Script, fold, script};
use crate::tokens::{Morpheme, PartOfSpeech, is_stop_word, is_title, morphemes};
use crate::word_pairs;

/// Before a key of consonants, which no romaji has.
const CONSONANTS: char = '~';

/// Fewer letters than these are no name that is known by its sound.
const LEAST_LETTERS: usize = 3;

/// The most kanji of a name that is read as a whole.
const MOST_KANJI: usize = 4;

/// A stretch of a text that may be a name, and the keys of how it may sound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sounding {
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// How it may sound, the likeliest first.
    pub keys: Vec<String>,
    /// Whether it is known to be a name, or can hardly be anything else.
    pub is_name: bool,
}

/// All that may be a name in a text.
pub fn soundings(text: &str) -> Vec<Sounding> {
    of_morphemes(text, &morphemes(text))
}

/// All that may be a name among the morphemes of a text.
pub(crate) fn of_morphemes(text: &str, found: &[Morpheme<'_>]) -> Vec<Sounding> {
    let mut soundings = Vec::new();
    let mut at = 0;
    while at < found.len() {
        let count = kanji_run(found, at);
        let run = &found[at..at + count.max(1)];
        let has_title = found.get(at + run.len()).is_some_and(|next| is_title(next.surface));
        if count > 1
            && let Some(whole) = kanji_name(text, run)
        {
            soundings.push(whole);
        } else {
            let last = run.len() - 1;
            let of_each = run.iter().enumerate().filter_map(|(at, m)| of_morpheme(m, has_title && at == last));
            soundings.extend(of_each);
        }
        at += run.len();
    }
    soundings
}

/// How many morphemes of kanji that are no names follow each other from there on without a gap: a name that the
/// dictionary does not have is cut into pieces.
fn kanji_run(found: &[Morpheme<'_>], at: usize) -> usize {
    let joins = |number: usize, m: &Morpheme<'_>| {
        let is_adjacent = number == 0 || found[at + number - 1].end() == m.start;
        is_adjacent && !m.part.is_name() && !is_title(m.surface) && is_all(m.surface, Script::Kanji)
    };
    found[at..].iter().enumerate().take_while(|(number, m)| joins(*number, m)).count()
}

fn kanji_name(text: &str, run: &[Morpheme<'_>]) -> Option<Sounding> {
    let (start, end) = (run.first()?.start, run.last()?.end());
    let surface = &text[start..end];
    let keys = if surface.chars().nth(MOST_KANJI).is_none() { names::keys(surface) } else { Vec::new() };
    (!keys.is_empty()).then_some(Sounding { start, end, keys, is_name: true })
}

fn of_morpheme(morpheme: &Morpheme<'_>, has_title: bool) -> Option<Sounding> {
    let surface = morpheme.surface;
    let is_name = has_title || morpheme.part.is_name();
    let (keys, is_name) = match morpheme.part {
        PartOfSpeech::Word => (of_letters(surface), true),
        part if !(part.is_noun() || part.is_name() || morpheme.is_unknown || has_title) => return None,
        _ if is_all(surface, Script::Katakana) => (of_katakana(&fold(surface)), is_name || morpheme.is_unknown),
        _ if is_all(surface, Script::Hiragana) => (romaji::of_kana(surface).into_iter().collect(), is_name),
        // A single kanji is most often just a word.
        _ if is_name || surface.chars().nth(1).is_some() => (names::keys(surface), is_name),
        _ => return None,
    };
    (!keys.is_empty()).then_some(Sounding { start: morpheme.start, end: morpheme.end(), keys, is_name })
}

/// The keys of a name by itself, as a person is called by others.
pub fn of_name(name: &str) -> Vec<String> {
    let folded = fold(name);
    if folded.chars().all(|c| script(c) == Script::Letter || matches!(c, '\'' | '-')) {
        return letter_keys(&folded);
    }
    if is_all(&folded, Script::Katakana) {
        return of_katakana(&folded);
    }
    if is_all(&folded, Script::Hiragana) {
        return romaji::of_kana(&folded).into_iter().collect();
    }
    names::keys(&folded)
}

fn of_katakana(folded: &str) -> Vec<String> {
    let consonants = consonants::of_katakana(folded).map(|key| format!("{CONSONANTS}{key}"));
    romaji::of_kana(folded).into_iter().chain(consonants).collect()
}

/// The keys of a word of letters that may be a name: with a capital it may be one of any kind, in small letters a
/// Japanese one. A word that everybody knows is none.
fn of_letters(surface: &str) -> Vec<String> {
    let folded = fold(surface);
    let word = folded.strip_suffix("'s").unwrap_or(&folded);
    if word.len() < LEAST_LETTERS || is_stop_word(word, crate::tokens::TokenKind::Word) || is_common(word) {
        return Vec::new();
    }
    let is_capital = surface.chars().next().is_some_and(char::is_uppercase);
    let is_known = word_pairs::others(&crate::tokens::stem(word)).next().is_some();
    let mut keys = letter_keys(word);
    keys.retain(|key| if key.starts_with(CONSONANTS) { is_capital && !is_known } else { is_capital || !is_known });
    keys
}

/// What can be read as Japanese is read so; with an l in it, it may be from elsewhere all the same.
fn letter_keys(folded: &str) -> Vec<String> {
    let mut keys: Vec<String> = romaji::of_letters(folded).into_iter().collect();
    if keys.is_empty() || folded.contains('l') {
        keys.extend(consonants::of_letters(folded).into_iter().map(|key| format!("{CONSONANTS}{key}")));
    }
    keys
}

fn is_all(text: &str, wanted: Script) -> bool {
    text.chars().all(|c| script(c) == wanted || (c == 'ー' && wanted == Script::Hiragana))
}

/// Whether everyday English has the word. The file is looked through as it lies: a hook asks about a few words, and a set of
/// all of them takes longer to make.
fn is_common(word: &str) -> bool {
    const WORDS: &str = include_str!("../data/common_words_en.txt");
    let is_edge = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    WORDS.match_indices(word).any(|(at, _)| {
        is_edge(at.checked_sub(1).and_then(|before| WORDS.as_bytes().get(before)))
            && is_edge(WORDS.as_bytes().get(at + word.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meet(one: &str, other: &str) -> bool {
        let (one, other) = (of_name(one), of_name(other));
        one.iter().any(|key| other.contains(key))
    }

    fn keys(text: &str) -> Vec<String> {
        soundings(text).into_iter().flat_map(|sounding| sounding.keys).collect()
    }

    #[test]
    fn one_name_sounds_the_same_in_every_script() {
        for names in [
            ["大地", "Daichi", "だいち", "ダイチ"],
            ["美咲", "Misaki", "みさき", "ミサキ"],
            ["楓", "Kaede", "かえで", "カエデ"],
            ["東京", "Tokyo", "とうきょう", "トーキョー"],
            ["大野", "Ohno", "Oono", "Ono"],
            ["裕樹", "Yuuki", "Yūki", "Yuki"],
            ["健一", "Kenichi", "Ken'ichi", "けんいち"],
            ["順平", "Junpei", "Jumpei", "ジュンペイ"],
            ["新一", "Shinichi", "Sinichi", "しんいち"],
            ["千鶴", "Chizuru", "Tiduru", "ちづる"],
            ["八郎", "Hachiro", "Hachirou", "はちろう"],
            ["京子", "Kyoko", "Kyouko", "きょうこ"],
        ] {
            for (one, other) in names.iter().flat_map(|one| names.iter().map(move |other| (*one, *other))) {
                assert!(meet(one, other), "{one} {other}: {:?} {:?}", of_name(one), of_name(other));
            }
        }
    }

    #[test]
    fn a_name_from_elsewhere_is_known_by_its_consonants() {
        for (letters, katakana) in [
            ("Duncan", "ダンカン"),
            ("Emily", "エミリー"),
            ("Michael", "マイケル"),
            ("Charlie", "チャーリー"),
            ("Oliver", "オリバー"),
            ("Gordon", "ゴードン"),
            ("Catherine", "キャサリン"),
            ("Hannah", "ハンナ"),
            ("George", "ジョージ"),
            ("Sophia", "ソフィア"),
            ("Matthew", "マシュー"),
            ("Rachel", "レイチェル"),
            ("Alexander", "アレクサンダー"),
            ("Robert", "ロバート"),
            ("Victor", "ヴィクター"),
            ("Kimberly", "キンバリー"),
        ] {
            assert!(meet(letters, katakana), "{letters} {katakana}: {:?} {:?}", of_name(letters), of_name(katakana));
        }
    }

    #[test]
    fn other_names_sound_otherwise() {
        for (one, other) in [
            ("Daichi", "大輔"),
            ("Misaki", "美希"),
            ("Yuki", "Yuka"),
            ("Duncan", "カレン"),
            ("Emily", "エマ"),
            ("Oliver", "オリオン"),
            ("Sakura", "桜井"),
            ("Peter", "ピーナ"),
            ("Kenta", "健"),
        ] {
            assert!(!meet(one, other), "{one} {other}: {:?} {:?}", of_name(one), of_name(other));
        }
    }

    #[test]
    fn only_what_may_be_a_name_has_a_sound() {
        assert_eq!(keys("I had coffee with people at the meeting"), Vec::<String>::new());
        assert_eq!(keys("Tomorrow we go. Coffee is good"), Vec::<String>::new());
        assert!(keys("Daichi came").contains(&"daichi".to_owned()));
        assert!(keys("大地と公園へ行った").contains(&"daichi".to_owned()));
        assert!(keys("ダンカンがまた来た").contains(&"~dnkn".to_owned()));
        assert!(keys("さくらちゃんの誕生日").contains(&"sakura".to_owned()));
        assert!(keys("桜が咲いた").is_empty() && keys("桜さんが来た").contains(&"sakura".to_owned()));
        assert_eq!(keys("走った。とても高い。"), Vec::<String>::new());
    }
}
