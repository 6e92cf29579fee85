//! Folding, so that equal words compare equal, and the script that a character belongs to.

pub use omoide_core::fold;

/// The form that the spellings of one word share: folded, in the characters of today, and for katakana
/// without a final long mark (サーバー is サーバ) and with バ for ヴァ.
pub(crate) fn fold_word(word: &str) -> String {
    let mut folded = fold(word);
    if folded.is_ascii() {
        return folded;
    }
    if folded.chars().any(|c| modern(c) != c) {
        folded = folded.chars().map(modern).collect();
    }
    if folded.contains(['ヴ', 'ヂ', 'ヅ']) {
        const SPELLINGS: [(&str, &str); 7] =
            [("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴ", "ブ"), ("ヂ", "ジ"), ("ヅ", "ズ")];
        for (other, usual) in SPELLINGS {
            folded = folded.replace(other, usual);
        }
    }
    if folded.ends_with('ー')
        && folded.chars().nth(2).is_some()
        && folded.chars().all(|c| script(c) == Script::Katakana)
    {
        folded.truncate(folded.len() - 'ー'.len_utf8());
    }
    folded
}

/// The form that is written today for a kana or kanji of the old spelling: 国 for 國, い for ゐ.
pub(crate) fn modern(c: char) -> char {
    match c {
        'ゐ' => 'い',
        'ゑ' => 'え',
        'ヰ' => 'イ',
        'ヱ' => 'エ',
        '\u{4E00}'..='\u{9FFF}' => {
            MODERN_KANJI.binary_search_by_key(&c, |(old, _)| *old).map_or(c, |at| MODERN_KANJI[at].1)
        }
        other => other,
    }
}

static MODERN_KANJI: std::sync::LazyLock<Vec<(char, char)>> = std::sync::LazyLock::new(|| {
    let mut pairs: Vec<(char, char)> = crate::lexicon::data_lines(include_str!("../data/kanji_forms.txt"))
        .flat_map(str::split_whitespace)
        .filter_map(|pair| {
            let mut characters = pair.chars();
            Some((characters.next()?, characters.next()?))
        })
        .collect();
    pairs.sort_unstable();
    pairs
});

/// What kind of writing a character is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Script {
    Kanji,
    Hiragana,
    Katakana,
    /// Any other letter or digit: Latin, Cyrillic, Arabic, Hangul, numbers, and `_`.
    Letter,
    /// Spaces, punctuation, symbols.
    Mark,
}

pub(crate) fn script(c: char) -> Script {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => Script::Letter,
        '\0'..='\u{7f}' => Script::Mark,
        '\u{3041}'..='\u{3096}' | '\u{309D}' | '\u{309E}' => Script::Hiragana,
        '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' | '\u{FF66}'..='\u{FF9F}' => {
            Script::Katakana
        }
        '\u{3005}'..='\u{3007}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => Script::Kanji,
        other if other.is_alphanumeric() || unicode_normalization::char::is_combining_mark(other) => Script::Letter,
        _ => Script::Mark,
    }
}

/// Whether the text has more Japanese in it than a stray character.
pub(crate) fn is_japanese(text: &str) -> bool {
    let mut japanese = 0_usize;
    let mut letters = 0_usize;
    for c in text.chars() {
        match script(c) {
            Script::Kanji | Script::Hiragana | Script::Katakana => japanese += 1,
            Script::Letter => letters += 1,
            Script::Mark => {}
        }
    }
    japanese > 0 && japanese * 8 >= letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_japanese_words_make_an_identifier_heavy_text_japanese() {
        assert!(is_japanese("SQLiteを使う"));
        assert!(!is_japanese("the word 猫 means cat, as everybody in the room knew"));
    }
}
