//! Which languages a text is written in, as far as its letters tell.

/// A language or a family of them that can be told by letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Language {
    /// Kana, and kanji beside them.
    Japanese,
    /// The Latin alphabet without accents, which here is English.
    English,
    /// Han characters without any kana.
    Chinese,
    /// Hangul.
    Korean,
    /// Any other letters.
    Other,
}

impl Language {
    /// The code by which it is shown.
    pub fn code(self) -> &'static str {
        match self {
            Self::Japanese => "ja",
            Self::English => "en",
            Self::Chinese => "zh",
            Self::Korean => "ko",
            Self::Other => "other",
        }
    }
}

/// A language with less than one letter in this many is not named.
const SHARE: usize = 12;
/// A Latin word has more letters than a Japanese one has characters.
const LETTERS_A_CHARACTER: usize = 3;

/// The languages of the text, the one with most of it first; none when there are no letters.
pub fn languages(text: &str) -> Vec<Language> {
    let (mut kana, mut han, mut latin, mut hangul, mut other) = (0_usize, 0_usize, 0_usize, 0_usize, 0_usize);
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' => latin += 1,
            '\0'..='\u{7f}' => {}
            '\u{3041}'..='\u{30ff}' | '\u{ff66}'..='\u{ff9f}' => kana += 1,
            '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => han += 1,
            '\u{ac00}'..='\u{d7a3}' => hangul += 1,
            c if c.is_alphabetic() => other += 1,
            _ => {}
        }
    }
    // A line of headings in kanji is Japanese for one kana in it, and a page of them for a few.
    let is_japanese = kana * 20 >= han && kana > 0;
    let (japanese, chinese) = if is_japanese { (kana + han, 0) } else { (0, han) };
    let mut counts = [
        (Language::Japanese, japanese * LETTERS_A_CHARACTER),
        (Language::English, latin),
        (Language::Chinese, chinese * LETTERS_A_CHARACTER),
        (Language::Korean, hangul * LETTERS_A_CHARACTER),
        (Language::Other, other),
    ];
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    counts.sort_by_key(|(_, count)| usize::MAX - count);
    counts.into_iter().filter(|(_, count)| *count > 0 && count * SHARE >= all).map(|(language, _)| language).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_told_by_their_letters() {
        use Language::{Chinese, English, Japanese, Korean, Other};
        let cases: [(&str, &[Language]); 8] = [
            ("昨日は楽しかった", &[Japanese]),
            ("It was fun yesterday.", &[English]),
            ("Rust の borrow checker に怒られた", &[Japanese, English]),
            ("今天天气非常好", &[Chinese]),
            ("안녕하세요", &[Korean]),
            ("Привет", &[Other]),
            ("123 !?", &[]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(languages(text), expected, "{text}");
        }
    }
}
