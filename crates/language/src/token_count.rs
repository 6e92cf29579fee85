//! How many tokens a language model would make of a text, estimated without its vocabulary.
//!
//! The text is cut into pieces as the usual tokenizers cut it before they merge bytes: humps of Latin words,
//! digits by three, runs of marks, indentation, runs of each Japanese script. Each piece has a rate, fitted
//! on o200k_base (`tools/fit/token_count.py`): tokens = Σ rate × pieces. Over more than 200 tokens of
//! Japanese, English or code the estimate is within 15 %.

use std::ops::Range;
use std::sync::LazyLock;

use unicode_normalization::char::is_combining_mark;

use crate::lexicon::data_lines;

/// The number of tokens that the text is likely to be; none only when it is empty.
pub fn estimate(text: &str) -> usize {
    if text.is_empty() {
        return 0;
    }
    let counts = PieceCounts::of(text);
    let rates = &*RATES;
    let sum: f64 = counts.pieces.iter().zip(rates).map(|(count, rate)| *count as f64 * rate).sum();
    // Chinese has no kana between its words, and more of them have a token of their own.
    let kana = counts.pieces[PieceKind::Hiragana as usize] + counts.pieces[PieceKind::Katakana as usize];
    let kanji = counts.pieces[PieceKind::Kanji as usize];
    let chinese = if kana * 20 < kanji { CHINESE_DISCOUNT * kanji as f64 } else { 0.0 };
    ((sum - chinese).round() as usize).max(1)
}

/// What a kanji counts less where there is no kana.
const CHINESE_DISCOUNT: f64 = 0.3;

/// A kind of piece that has a rate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceKind {
    Word,
    LongLetters,
    Digits,
    Newlines,
    NewlinesMore,
    TrailingSpace,
    SpaceDigit,
    Indent,
    IndentLong,
    MarkJoined,
    MarkRun,
    MarkChange,
    MarkLong,
    Hiragana,
    HiraganaRun,
    HiraganaShort,
    Katakana,
    KatakanaRun,
    Kanji,
    KanjiRun,
    RareKanji,
    Hangul,
    Accented,
    WideMark,
    Cyrillic,
    Semitic,
    Indic,
    Box,
    Emoji,
    OtherLetter,
    OtherMark,
    /// The first of the words by form, what is before them, and length.
    FirstOfWords,
}

/// The names of the pieces in the table of rates, in their order.
const NAMES: [&str; PieceKind::FirstOfWords as usize] = [
    "word",
    "long_letters",
    "digits",
    "newlines",
    "newlines_more",
    "trailing_space",
    "space_digit",
    "indent",
    "indent_long",
    "mark_joined",
    "mark_run",
    "mark_change",
    "mark_long",
    "hiragana",
    "hiragana_run",
    "hiragana_short",
    "katakana",
    "katakana_run",
    "kanji",
    "kanji_run",
    "rare_kanji",
    "hangul",
    "accented",
    "wide_mark",
    "cyrillic",
    "semitic",
    "indic",
    "box",
    "emoji",
    "other_letter",
    "other_mark",
];
const FORMS: [&str; 3] = ["lower", "cap", "upper"];
const BEFORE: [&str; 3] = ["none", "space", "mark"];
/// Words of more letters than each of these are in the next bucket.
const LENGTHS: [usize; 5] = [3, 5, 7, 9, 12];
const BUCKETS: usize = LENGTHS.len() + 1;
const PIECES: usize = PieceKind::FirstOfWords as usize + FORMS.len() * BEFORE.len() * BUCKETS;

static RATES: LazyLock<[f64; PIECES]> = LazyLock::new(|| {
    let mut rates = [0.0; PIECES];
    for line in data_lines(include_str!("../data/token_rates.tsv")) {
        if let Some((name, rate)) = line.split_once('\t')
            && let (Some(place), Ok(rate)) = (place_of(name), rate.parse())
        {
            rates[place] = rate;
        }
    }
    rates
});

fn place_of(name: &str) -> Option<usize> {
    if let Some(place) = NAMES.iter().position(|known| *known == name) {
        return Some(place);
    }
    let mut parts = name.split('_');
    let form = parts.next().and_then(|form| FORMS.iter().position(|known| *known == form))?;
    let before = parts.next().and_then(|before| BEFORE.iter().position(|known| *known == before))?;
    let bucket: usize = parts.next()?.parse().ok().filter(|bucket| *bucket < BUCKETS)?;
    Some(word_place(form, before, bucket))
}

fn word_place(form: usize, before: usize, bucket: usize) -> usize {
    PieceKind::FirstOfWords as usize + (form * BEFORE.len() + before) * BUCKETS + bucket
}

/// What a character is to a tokenizer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CharacterKind {
    Newline,
    Space,
    Lower,
    Upper,
    Accented,
    Digit,
    Mark,
    Other(PieceKind),
}

fn kind(c: char) -> CharacterKind {
    match c {
        '\n' | '\r' => CharacterKind::Newline,
        'a'..='z' => CharacterKind::Lower,
        'A'..='Z' => CharacterKind::Upper,
        '0'..='9' => CharacterKind::Digit,
        c if c.is_whitespace() => CharacterKind::Space,
        '\0'..='\u{7f}' => CharacterKind::Mark,
        '\u{3041}'..='\u{3096}' | '\u{309D}' | '\u{309E}' => CharacterKind::Other(PieceKind::Hiragana),
        '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}' => {
            CharacterKind::Other(PieceKind::Katakana)
        }
        '\u{4E00}'..='\u{9FFF}' | '\u{3005}' => CharacterKind::Other(PieceKind::Kanji),
        '\u{3006}'..='\u{3007}' | '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' => {
            CharacterKind::Other(PieceKind::RareKanji)
        }
        '\u{AC00}'..='\u{D7A3}' => CharacterKind::Other(PieceKind::Hangul),
        '\u{C0}'..='\u{24F}' => CharacterKind::Accented,
        '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF65}' | '\u{2010}'..='\u{2027}' => {
            CharacterKind::Other(PieceKind::WideMark)
        }
        '\u{370}'..='\u{52F}' => CharacterKind::Other(PieceKind::Cyrillic),
        '\u{590}'..='\u{6FF}' => CharacterKind::Other(PieceKind::Semitic),
        '\u{900}'..='\u{E7F}' => CharacterKind::Other(PieceKind::Indic),
        '\u{2500}'..='\u{259F}' => CharacterKind::Other(PieceKind::Box),
        '\u{1F000}'.. => CharacterKind::Other(PieceKind::Emoji),
        c if c.is_alphanumeric() || is_combining_mark(c) => CharacterKind::Other(PieceKind::OtherLetter),
        _ => CharacterKind::Other(PieceKind::OtherMark),
    }
}

/// What a word takes along from before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    None,
    Space,
    Mark,
}

struct PieceCounts {
    pieces: [u64; PIECES],
    before: Before,
}

impl PieceCounts {
    fn of(text: &str) -> Self {
        let mut counts = Self { pieces: [0; PIECES], before: Before::None };
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            at = match kind(c) {
                CharacterKind::Lower | CharacterKind::Upper | CharacterKind::Accented => counts.hump(text, at),
                CharacterKind::Space => counts.space(text, at),
                CharacterKind::Mark => counts.marks(text, at),
                own => counts.run(text, at, own),
            };
        }
        counts
    }

    fn add(&mut self, piece: PieceKind, count: usize) {
        self.pieces[piece as usize] += count as u64;
    }

    /// A hump of a Latin word: capitals, then small letters.
    fn hump(&mut self, text: &str, from: usize) -> usize {
        let capitals = text[from..].bytes().take_while(u8::is_ascii_uppercase).count();
        let small = run_of(text, from + capitals, |k| matches!(k, CharacterKind::Lower | CharacterKind::Accented));
        let accented = text[small.clone()].chars().filter(|c| kind(*c) == CharacterKind::Accented).count();
        let length = capitals + text[small.clone()].chars().count();
        let form = match capitals {
            0 => 0,
            1 if length > 1 => 1,
            _ => 2,
        };
        let bucket = LENGTHS.iter().filter(|most| length > **most).count();
        self.add(PieceKind::Word, 1);
        self.add(PieceKind::Accented, accented);
        self.add(PieceKind::LongLetters, length.saturating_sub(LENGTHS[LENGTHS.len() - 1]));
        self.pieces[word_place(form, self.before as usize, bucket)] += 1;
        self.before = Before::None;
        small.end
    }

    fn space(&mut self, text: &str, from: usize) -> usize {
        let run = run_of(text, from, |k| k == CharacterKind::Space);
        let length = text[run.clone()].chars().count();
        match text[run.end..].chars().next().map(kind) {
            None | Some(CharacterKind::Newline) => self.add(PieceKind::TrailingSpace, 1),
            Some(CharacterKind::Digit) => {
                self.add(PieceKind::SpaceDigit, 1);
                self.add(PieceKind::Indent, usize::from(length > 1));
            }
            Some(_) => {
                self.add(PieceKind::Indent, usize::from(length > 1));
                self.before = Before::Space;
            }
        }
        self.add(PieceKind::IndentLong, length / 17);
        run.end
    }

    fn marks(&mut self, text: &str, from: usize) -> usize {
        let run = run_of(text, from, |k| k == CharacterKind::Mark);
        let next = text[run.end..].chars().next().map(kind);
        let is_before_word =
            matches!(next, Some(CharacterKind::Lower | CharacterKind::Upper | CharacterKind::Accented));
        if run.len() == 1 && self.before == Before::None && is_before_word {
            self.add(PieceKind::MarkJoined, 1);
            self.before = Before::Mark;
        } else {
            let marks = text[run.clone()].as_bytes();
            self.add(PieceKind::MarkRun, 1);
            self.add(PieceKind::MarkChange, marks.windows(2).filter(|pair| pair[0] != pair[1]).count());
            self.add(PieceKind::MarkLong, marks.len() / 9);
            self.before = Before::None;
        }
        run.end
    }

    fn run(&mut self, text: &str, from: usize, own: CharacterKind) -> usize {
        let run = run_of(text, from, |k| k == own);
        let length = text[run.clone()].chars().count();
        match own {
            CharacterKind::Digit => self.add(PieceKind::Digits, length.div_ceil(3)),
            CharacterKind::Newline => {
                self.add(PieceKind::Newlines, 1);
                self.add(PieceKind::NewlinesMore, (length - 1).min(4));
            }
            CharacterKind::Other(piece) => {
                self.add(piece, length);
                match piece {
                    PieceKind::Kanji => self.add(PieceKind::KanjiRun, 1),
                    PieceKind::Katakana => self.add(PieceKind::KatakanaRun, 1),
                    PieceKind::Hiragana => {
                        self.add(PieceKind::HiraganaRun, 1);
                        self.add(PieceKind::HiraganaShort, usize::from(length <= 2));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        self.before = Before::None;
        run.end
    }
}

fn run_of(text: &str, from: usize, belongs: impl Fn(CharacterKind) -> bool) -> Range<usize> {
    let length: usize = text[from..].chars().take_while(|c| belongs(kind(*c))).map(char::len_utf8).sum();
    from..from + length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rate_belongs_to_a_piece() {
        for line in data_lines(include_str!("../data/token_rates.tsv")) {
            let (name, rate) = line.split_once('\t').expect("a tab");
            assert!(place_of(name).is_some() && rate.parse::<f64>().is_ok_and(|r| r > 0.0), "{line}");
        }
    }

    #[test]
    fn nothing_is_no_token_and_anything_is_one() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("a"), 1);
        assert!(estimate("\u{301}") >= 1);
    }

    #[test]
    fn a_longer_text_has_more_tokens() {
        let turn = "昨日、Rust の設計を見直した。It went well!\n";
        assert!(estimate(&turn.repeat(10)) > 9 * estimate(turn));
    }

    #[test]
    fn humps_are_words_and_digits_go_by_three() {
        let counts = PieceCounts::of("camelCase HTML 2024");
        assert_eq!(counts.pieces[PieceKind::Word as usize], 3);
        assert_eq!(counts.pieces[PieceKind::Digits as usize], 2);
    }
}
